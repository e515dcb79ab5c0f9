//! Marks on a level of a map: doors, pictograms of ways up and down, numbers and labels.

use super::key::PRINTED_RIM;
use super::plate::{
    BLACK, DARK, Plate, WHITE, WRECKED, draw_plate, number_plate, pictogram, text_size, way_plate,
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
    pub(super) fn area(&self, pos: Pos) -> Area {
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
        for (id, thing) in self.chart.cells.things() {
            let is_drawn = !matches!(thing.kind, ThingKind::Lock | ThingKind::Label);
            if let Some(sign) = self.chart.signs.get(&id)
                && is_drawn
                && thing.place.z == self.z as i32
            {
                things::draw_sign(scene, thing, sign, self.centre(thing.place), self.cell);
            }
        }
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

    /// Draws the ways up and down, what opens locked doors, and the numbers of rooms, each where
    /// it covers nothing.
    pub(in crate::view) fn draw_plates(&self, scene: &mut Scene, board: &mut Board) {
        let size = text_size(self.cell);
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
                self.draw_lock(scene, board, door, lock, plate);
            }
        }
        let rooms = self.chart.rooms.iter().filter(|room| room.z == self.z);
        for room in rooms {
            self.draw_room(scene, board, room, size);
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
        let (place, size) = self.place_number(board, room, bounds(corners), &text, size);
        draw_plate(scene, place, &text, size, number_plate(self.theme));
        scene.end();
    }

    /// Draws what opens a door in the wall beside it: in a room it would be taken for the key.
    fn draw_lock(
        &self,
        scene: &mut Scene,
        board: &mut Board,
        door: &DoorMark,
        lock: &str,
        plate: Plate,
    ) {
        match self.place_lock(board, door, lock) {
            Some((place, size)) => draw_plate(scene, place, lock, size, plate),
            None => {
                let size = text_size(self.cell) * 0.85;
                let target = (self.area(door.place), None);
                self.draw_beside(scene, board, target, lock, size, plate);
            }
        }
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
        let Some((place, size)) = self.place_beside(board, target, room, text, size) else {
            return;
        };
        if let Some(line) = leader(place, target) {
            // Dashed, since walls are not.
            scene.strokes(vec![line.to_vec()], plate.rim, 1.0, Some([2.5, 2.5]));
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
