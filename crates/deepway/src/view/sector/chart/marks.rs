//! Marks on a level of a map: doors, pictograms of ways up and down, numbers and labels.

use super::key::PRINTED_RIM;
use super::plate::{
    BLACK, DARK, Plate, WHITE, WRECKED, draw_plate, number_plate, pictogram, plate_size, text_size,
    way_plate,
};
use super::{Chart, DoorMark, RoomNote, Way};
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::sector::ConnectionKind;
use crate::space::Pos;
use crate::thing::ThingKind;
use crate::view::hatch;
use crate::view::icon::{self, octagon, rect};
use crate::view::placing::{Area, Board, bounds, centred, leader};
use crate::view::scene::{Anchor, Colour, Point, Scene};
use crate::view::theme::Theme;
use crate::view::things;

/// A level of a map, drawn somewhere: `at` says where a corner of its cells is.
pub(in crate::view) struct Marked<'a, F> {
    pub(in crate::view) chart: &'a Chart<'a>,
    pub(in crate::view) z: u32,
    pub(in crate::view) at: F,
    /// How wide a cell is.
    pub(in crate::view) cell: f32,
    pub(in crate::view) theme: Theme,
}

impl<F: Fn(f32, f32) -> Point> Marked<'_, F> {
    /// Where a cell is.
    fn area(&self, pos: Pos) -> Area {
        let (x, y) = (pos.x as f32, pos.y as f32);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        bounds(corners.map(|(dx, dy)| (self.at)(x + dx, y + dy)))
    }

    fn centre(&self, pos: Pos) -> Point {
        (self.at)(pos.x as f32 + 0.5, pos.y as f32 + 0.5)
    }

    fn doors(&self) -> impl Iterator<Item = &DoorMark> {
        let doors = self.chart.doors.iter();
        doors.filter(|door| door.place.z == self.z as i32)
    }

    fn ways(&self) -> impl Iterator<Item = &Way> {
        self.chart.ways.iter().filter(|way| way.z() == self.z)
    }

    /// Where a way is.
    fn bounds_of(&self, way: &Way) -> Area {
        bounds(way.cells.iter().flat_map(|&cell| {
            let [left, top, right, bottom] = self.area(cell);
            [Point::new(left, top), Point::new(right, bottom)]
        }))
    }

    /// The cells that lead to a door from both sides: the one in front of it, and as far on as
    /// there is a wall on either hand.
    fn necks(&self, door: &DoorMark) -> Vec<Pos> {
        let (along, aside) = match door.is_across {
            true => ([0, 1], [1, 0]),
            false => ([1, 0], [0, 1]),
        };
        let step =
            |pos: Pos, [x, y]: [i32; 2], by: i32| Pos::new(pos.x + x * by, pos.y + y * by, pos.z);
        let is_open = |pos| !matches!(self.chart.cells.get(pos), Cell::Wall | Cell::Air);
        let is_narrow = |pos| !is_open(step(pos, aside, 1)) && !is_open(step(pos, aside, -1));
        let mut necks = Vec::new();
        for way in [-1, 1] {
            let mut here = step(door.place, along, way);
            while is_open(here) {
                necks.push(here);
                if !is_narrow(here) {
                    break;
                }
                here = step(here, along, way);
            }
        }
        necks
    }

    /// Takes the places of what no plate may cover: doors and what leads to them, ways, and
    /// things.
    pub(in crate::view) fn reserve(&self, board: &mut Board) {
        for door in self.doors() {
            board.take(self.area(door.place));
            for neck in self.necks(door) {
                board.take(self.area(neck));
            }
        }
        for way in self.ways() {
            board.owns_a_plate(self.bounds_of(way));
            for &cell in &way.cells {
                board.take(self.area(cell));
            }
        }
        for thing in things::on_level(&self.chart.cells, self.z) {
            if !matches!(thing.kind, ThingKind::Label | ThingKind::Lock) {
                let share = if things::is_boss(thing) { 1.16 } else { 0.84 };
                board.take(centred(self.centre(thing.place), [self.cell * share; 2]));
            }
        }
    }

    /// Draws open air in rooms as dots, so that it is not taken for paper.
    fn draw_air(&self, scene: &mut Scene) {
        let mut dots = Vec::new();
        for room in self.chart.rooms.iter().filter(|room| room.z == self.z) {
            let [low, high] = room.inside;
            let places = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
            for place in places.map(|(x, y)| Pos::new(x, y, low.z)) {
                if self.chart.cells.get(place) == Cell::Air {
                    let corners = hatch::air().into_iter();
                    dots.extend(corners.map(|corners| self.polygon(&corners, place)));
                }
            }
        }
        if !dots.is_empty() {
            scene.shape(dots, PRINTED_RIM);
        }
    }

    /// Draws doors and things, and on paper open air.
    pub(in crate::view) fn draw_signs(&self, scene: &mut Scene) {
        if self.theme == Theme::Print {
            self.draw_air(scene);
        }
        for door in self.doors() {
            self.draw_door(scene, door);
        }
        let things = things::on_level(&self.chart.cells, self.z);
        let things = things.filter(|thing| thing.kind != ThingKind::Lock);
        things::draw_signs(scene, things, |pos| self.centre(pos), self.cell);
    }

    fn polygon(&self, corners: &[[f32; 2]], pos: Pos) -> Vec<Point> {
        icon::placed(corners, |x, y| {
            (self.at)(pos.x as f32 + x, pos.y as f32 + y)
        })
    }

    fn draw_door(&self, scene: &mut Scene, door: &DoorMark) {
        let is_print = self.theme == Theme::Print;
        let turned = |corners: Vec<[f32; 2]>| match door.is_across {
            true => corners,
            false => corners.into_iter().map(|[x, y]| [y, x]).collect(),
        };
        let outline = match door.is_secret {
            true => rect(0.08, 0.08, 0.92, 0.92),
            false => turned(rect(0.02, 0.26, 0.98, 0.74)),
        };
        let fill = match (door.is_secret, is_print) {
            (_, true) => WHITE,
            (true, _) => icon::SECRET,
            (false, _) => icon::WOOD,
        };
        let mut rim = self.polygon(&outline, door.place);
        scene.shape(vec![rim.clone()], fill);
        rim.extend(rim.first().copied());
        scene.lines(vec![rim], DARK, (self.cell * 0.07).clamp(0.8, 2.0));
        if door.lock.is_some() {
            let hole = self.polygon(&octagon(0.5, 0.5, 0.17), door.place);
            scene.shape(vec![hole], DARK);
        }
        if door.is_secret && self.cell >= 9.0 {
            let size = (self.cell * 0.6).min(16.0);
            let Point { x, y } = self.centre(door.place);
            scene.label(
                Point::new(x, y + size * 0.36),
                "S",
                size,
                DARK,
                Anchor::Middle,
            );
        }
    }

    /// Draws the numbers of rooms, the ways up and down, and what opens locked doors, each
    /// where it covers nothing.
    pub(in crate::view) fn draw_plates(&self, scene: &mut Scene, board: &mut Board) {
        let size = text_size(self.cell);
        let rooms = self.chart.rooms.iter().filter(|room| room.z == self.z);
        for room in rooms {
            self.draw_room(scene, board, room, size);
        }
        for way in self.ways() {
            self.draw_way(scene, board, way, size);
        }
        for door in self.doors() {
            if let Some(lock) = &door.lock {
                let plate = Plate {
                    ink: match self.theme {
                        Theme::Print => BLACK,
                        Theme::Dark | Theme::Light => Colour::rgb(0xFF_D7_40),
                    },
                    ..way_plate(ConnectionKind::Ladder, self.theme)
                };
                // It fits into the wall beside its door: in a room it would be taken for the key.
                let [wide, high] = plate_size(lock, size);
                let size = (size * (self.cell - 2.0) / wide.max(high)).clamp(8.0, size * 0.85);
                let target = (self.area(door.place), None);
                self.draw_beside(scene, board, target, lock, size, plate);
            }
        }
    }

    fn draw_room(&self, scene: &mut Scene, board: &mut Board, room: &RoomNote, size: f32) {
        let [low, high] = room.inside;
        let corners = [
            [low.x, low.y],
            [high.x + 1, low.y],
            [high.x + 1, high.y + 1],
            [low.x, high.y + 1],
        ];
        let corners = corners.map(|[x, y]| (self.at)(x as f32, y as f32));
        let id = room.id.to_string();
        scene.begin(format!("room-{id}"), &room.name, corners.to_vec());
        let text = match room.id == RoomId::ENTRY {
            true => format!("{id} START"),
            false => id,
        };
        let area = bounds(corners);
        let middle = Point::new((area[0] + area[2]) / 2.0, (area[1] + area[3]) / 2.0);
        let plate = plate_size(&text, size);
        let cost = |place: Area| {
            let at = Point::new((place[0] + place[2]) / 2.0, (place[1] + place[3]) / 2.0);
            let away = ((at.x - middle.x).abs() + (at.y - middle.y).abs()) / self.cell;
            away * 0.2 + self.cost(place, Some(room.id))
        };
        let step = (self.cell / 2.0).max(2.0);
        let place = board.inside(area, plate, step, cost);
        let place = place.or_else(|| board.around(area, plate, step, |_| 0.0));
        let place = place.unwrap_or_else(|| centred(middle, plate));
        draw_plate(scene, place, &text, size, number_plate(self.theme));
        scene.end();
    }

    /// How much is lost if a plate covers a place: in a room floor is free, walls and liquids
    /// are not, and furniture least of all; in a corridor only walls are free. What belongs to a
    /// room stays in it.
    fn cost(&self, place: Area, room: Option<RoomId>) -> f32 {
        let inside = self.chart.rooms.iter().find(|note| Some(note.id) == room);
        let inside = inside.map(|note| note.inside);
        let is_in_room = inside.is_some();
        let is_elsewhere = |x: i32, y: i32| {
            inside.is_some_and(|[low, high]| {
                !(low.x..=high.x).contains(&x) || !(low.y..=high.y).contains(&y)
            })
        };
        let origin = (self.at)(0.0, 0.0);
        let is_straight = ((self.at)(1.0, 0.0).y - origin.y).abs() < 0.01;
        if !is_straight {
            // Seen from the side, cells are not squares: keep to the middle of the room.
            return 0.0;
        }
        let column = |x: f32| ((x - origin.x) / self.cell).floor() as i32;
        let row = |y: f32| ((y - origin.y) / self.cell).floor() as i32;
        let mut cost = 0.0;
        for y in row(place[1])..=row(place[3] - 0.1) {
            for x in column(place[0])..=column(place[2] - 0.1) {
                let cell = self.chart.cells.get(Pos::new(x, y, self.z as i32));
                cost += match cell {
                    Cell::Wall | Cell::Air if is_in_room => 2.0,
                    Cell::Wall | Cell::Air => 0.0,
                    _ if is_elsewhere(x, y) => 12.0,
                    _ if !is_in_room => 4.0,
                    Cell::Floor | Cell::Dais => 0.0,
                    Cell::ShallowLiquid | Cell::DeepLiquid | Cell::Bridge => 6.0,
                    _ => 16.0,
                };
            }
        }
        cost
    }

    fn draw_way(&self, scene: &mut Scene, board: &mut Board, way: &Way, size: f32) {
        let Some((west, north, east, south)) = extent(&way.cells) else {
            return;
        };
        scene.begin(way.id.clone(), &way.title, Vec::new());
        let corner = Pos::new(west, north, self.z as i32);
        let (wide, high) = ((east - west + 1) as f32, (south - north + 1) as f32);
        let plate = way_plate(way.kind, self.theme);
        let mut rim = self.polygon(&rect(0.03, 0.03, wide - 0.03, high - 0.03), corner);
        scene.shape(vec![rim.clone()], plate.fill);
        let shapes = pictogram(way.kind, wide, high);
        let shapes = shapes.iter().map(|corners| self.polygon(corners, corner));
        scene.shape(shapes.collect(), plate.ink);
        rim.extend(rim.first().copied());
        let is_passing = way.arrow == super::Arrow::Passing;
        let dash = is_passing.then_some([3.0, 3.0]);
        scene.strokes(vec![rim], plate.rim, plate.width, dash);
        if way.is_blocked() {
            let line = |from: [f32; 2], to: [f32; 2]| self.polygon(&[from, to], corner);
            let lines = vec![
                line([0.0, 0.0], [wide, high]),
                line([wide, 0.0], [0.0, high]),
            ];
            let colour = match self.theme {
                Theme::Print => BLACK,
                Theme::Dark | Theme::Light => WRECKED,
            };
            scene.lines(lines, colour, (self.cell * 0.12).clamp(1.5, 3.0));
        }
        let target = (self.bounds_of(way), way.room);
        self.draw_beside(scene, board, target, &way.label(), size, plate);
        scene.end();
    }

    /// Draws a plate beside something, with a line to it if it is far away.
    fn draw_beside(
        &self,
        scene: &mut Scene,
        board: &mut Board,
        (target, room): (Area, Option<RoomId>),
        text: &str,
        size: f32,
        plate: Plate,
    ) {
        let wanted = plate_size(text, size);
        let step = (self.cell / 2.0).max(3.0);
        let Some(place) = board.around(target, wanted, step, |place| self.cost(place, room)) else {
            return;
        };
        if let Some(line) = leader(place, target) {
            scene.lines(vec![line.to_vec()], plate.rim, 1.0);
        }
        draw_plate(scene, place, text, size, plate);
    }
}

/// The first and the last column and row of some cells.
fn extent(cells: &[Pos]) -> Option<(i32, i32, i32, i32)> {
    let west = cells.iter().map(|cell| cell.x).min()?;
    let north = cells.iter().map(|cell| cell.y).min()?;
    let east = cells.iter().map(|cell| cell.x).max()?;
    let south = cells.iter().map(|cell| cell.y).max()?;
    Some((west, north, east, south))
}
