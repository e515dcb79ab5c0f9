//! Where plates lie on a level of a map: on empty floor, so that walls, pillars, furniture, doors
//! and ways stay to be seen.

use super::marks::Marked;
use super::plate::plate_size;
use super::{DoorMark, RoomNote};
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::space::Pos;
use crate::view::placing::{Area, Board, centred, leader};
use crate::view::scene::Point;

/// What it costs to cover a cell of a room: floor where a bridge ends, its liquids, a wall, whatever
/// stands there, and what belongs to another room.
const LANDING: f32 = 3.0;
const LIQUID: f32 = 50.0;
const WALL: f32 = 60.0;
const STANDING: f32 = 90.0;
const ELSEWHERE: f32 = 120.0;
/// The same of a corridor: a wall beside floor, floor, and whatever else there is; rock is free.
const RIM: f32 = 3.0;
const LANE: f32 = 6.0;
const OTHER: f32 = 40.0;
/// What half a cell of a line over what stands in a room costs.
const LINE: f32 = 5.0;
/// What it costs to write smaller.
const SMALLER: f32 = 4.0;
/// A place that costs no more need not be bettered by writing smaller.
const GOOD: f32 = 12.0;
/// The smallest letters.
const SMALLEST: f32 = 7.0;

impl<F: Fn(f32, f32) -> Point> Marked<'_, F> {
    /// The sizes in which a plate may be written: as wished, then as high as a cell, then smaller.
    fn sizes(&self, size: f32) -> impl Iterator<Item = (f32, f32)> {
        let [_, high] = plate_size("", 1.0);
        let row = (self.cell - 1.0) / high;
        let smaller = [
            size,
            size.min(row),
            size.min(row) * 0.85,
            size.min(row) * 0.7,
        ];
        let readable = move |smaller: &f32| *smaller >= SMALLEST.min(size);
        let sizes = smaller.into_iter().filter(readable);
        sizes
            .enumerate()
            .map(|(number, size)| (size, number as f32 * SMALLER))
    }

    fn step(&self) -> f32 {
        (self.cell / 2.0).max(3.0)
    }

    /// Where the number of a room lies, and how large it is written; the place is taken.
    pub(super) fn place_number(
        &self,
        board: &mut Board,
        room: &RoomNote,
        area: Area,
        text: &str,
        size: f32,
    ) -> (Area, f32) {
        let middle = Point::new((area[0] + area[2]) / 2.0, (area[1] + area[3]) / 2.0);
        let cost = |place: Area| {
            let at = Point::new((place[0] + place[2]) / 2.0, (place[1] + place[3]) / 2.0);
            let away = ((at.x - middle.x).abs() + (at.y - middle.y).abs()) / self.cell;
            away * 0.1 + self.covered(place, Some(room.id))
        };
        let mut best: Option<(f32, Area, f32)> = None;
        for (size, more) in self.sizes(size) {
            let found = board.find_inside(area, plate_size(text, size), self.step(), cost);
            if let Some((cost, place)) = found
                && best.is_none_or(|(least, ..)| cost + more < least)
            {
                best = Some((cost + more, place, size));
            }
            if best.is_some_and(|(least, ..)| least <= GOOD) {
                break;
            }
        }
        let plate = plate_size(text, size);
        let (place, size) = match best {
            Some((_, place, size)) => (place, size),
            None => {
                let around = board.find_around(area, plate, self.step(), |_| 0.0);
                (
                    around.map_or_else(|| centred(middle, plate), |(_, place)| place),
                    size,
                )
            }
        };
        board.take(place);
        (place, size)
    }

    /// Where a plate beside something lies, and how large it is written; the place is taken, with
    /// the line to it.
    pub(super) fn place_beside(
        &self,
        board: &mut Board,
        target: Area,
        room: Option<RoomId>,
        text: &str,
        size: f32,
    ) -> Option<(Area, f32)> {
        let cost = |place: Area| self.covered(place, room) + self.crossed(place, target);
        let inside = room.and_then(|room| self.inside(room));
        let mut best: Option<(f32, Area, f32)> = None;
        for (size, more) in self.sizes(size) {
            let wanted = plate_size(text, size);
            let around = board.find_around(target, wanted, self.step(), cost);
            let near = inside.filter(|_| around.is_none_or(|(cost, _)| cost > GOOD));
            let near =
                near.and_then(|area| board.find_near(target, area, wanted, self.step(), cost));
            for (cost, place) in around.into_iter().chain(near) {
                if best.is_none_or(|(least, ..)| cost + more < least) {
                    best = Some((cost + more, place, size));
                }
            }
            if best.is_some_and(|(least, ..)| least <= GOOD) {
                break;
            }
        }
        let (_, place, size) = best?;
        board.take_with_line(place, target);
        Some((place, size))
    }

    /// How much is lost if the line from a plate to its target runs over what stands there.
    fn crossed(&self, place: Area, target: Area) -> f32 {
        let Some([start, end]) = leader(place, target).filter(|_| self.is_straight()) else {
            return 0.0;
        };
        let origin = (self.at)(0.0, 0.0);
        let long = (start.x - end.x).abs().max((start.y - end.y).abs());
        let count = (long * 2.0 / self.cell).ceil().clamp(1.0, 200.0) as u32;
        let steps = (0..=count).map(|number| {
            // Short of both ends, which touch a plate and its target.
            let share = 0.1 + 0.8 * number as f32 / count as f32;
            let x = start.x + (end.x - start.x) * share - origin.x;
            let y = start.y + (end.y - start.y) * share - origin.y;
            let cell = |at: f32| (at / self.cell).floor() as i32;
            let pos = Pos::new(cell(x), cell(y), self.z as i32);
            match self.chart.cells.get(pos) {
                Cell::Floor | Cell::Dais | Cell::Air => 0.0,
                Cell::ShallowLiquid | Cell::DeepLiquid | Cell::Wall => 0.5,
                _ => LINE,
            }
        });
        steps.sum()
    }

    /// The area of a room, if its cells are squares.
    fn inside(&self, room: RoomId) -> Option<Area> {
        let note = self.chart.rooms.iter().find(|note| note.id == room)?;
        let [low, high] = note.inside.map(|pos| self.area(pos));
        self.is_straight()
            .then_some([low[0], low[1], high[2], high[3]])
    }

    /// A cell of the wall beside a door, for a plate that fits into it; the place is taken.
    pub(super) fn place_lock(
        &self,
        board: &mut Board,
        door: &DoorMark,
        text: &str,
    ) -> Option<(Area, f32)> {
        if !self.is_straight() {
            return None;
        }
        let [wide, high] = plate_size(text, 1.0);
        let size = (self.cell - 2.0) / wide.max(high);
        let size = size.min(super::plate::text_size(self.cell) * 0.85);
        let beside = [-1, 1, -2, 2, -3, 3].map(|by| match door.is_across {
            true => [by, 0],
            false => [0, by],
        });
        let mut places = beside
            .into_iter()
            .map(|[x, y]| Pos::new(door.place.x + x, door.place.y + y, door.place.z))
            .filter(|&pos| self.chart.cells.get(pos) == Cell::Wall)
            .map(|pos| {
                let [left, top, right, bottom] = self.area(pos);
                let middle = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
                centred(middle, plate_size(text, size))
            });
        let place = places.find(|&place| board.is_free(place))?;
        board.take(place);
        Some((place, size))
    }

    /// Whether cells are squares: seen from the side they are not.
    fn is_straight(&self) -> bool {
        let origin = (self.at)(0.0, 0.0);
        ((self.at)(1.0, 0.0).y - origin.y).abs() < 0.01
    }

    /// How much is lost if a plate covers a place: what belongs to a room stays on its floor, and
    /// what belongs to a corridor in the rock beside it. Seen from the side nothing is counted.
    fn covered(&self, place: Area, room: Option<RoomId>) -> f32 {
        if !self.is_straight() {
            return 0.0;
        }
        let note = self.chart.rooms.iter().find(|note| Some(note.id) == room);
        let inside = note.map(|note| note.inside);
        let origin = (self.at)(0.0, 0.0);
        let column = |x: f32| ((x - origin.x) / self.cell).floor() as i32;
        let row = |y: f32| ((y - origin.y) / self.cell).floor() as i32;
        let mut cost = 0.0;
        for y in row(place[1] + 0.1)..=row(place[3] - 0.1) {
            for x in column(place[0] + 0.1)..=column(place[2] - 0.1) {
                let pos = Pos::new(x, y, self.z as i32);
                cost += match inside {
                    Some(inside) => self.price_in_room(pos, inside),
                    None => self.price_in_corridor(pos),
                };
            }
        }
        cost
    }

    fn price_in_room(&self, pos: Pos, [low, high]: [Pos; 2]) -> f32 {
        let is_inside = (low.x..=high.x).contains(&pos.x) && (low.y..=high.y).contains(&pos.y);
        match self.chart.cells.get(pos) {
            Cell::Wall | Cell::Air => WALL,
            _ if !is_inside => ELSEWHERE,
            Cell::Floor | Cell::Dais if self.is_landing(pos) => LANDING,
            Cell::Floor | Cell::Dais => 0.0,
            Cell::ShallowLiquid | Cell::DeepLiquid => LIQUID,
            _ => STANDING,
        }
    }

    /// Whether a bridge ends at a cell.
    fn is_landing(&self, Pos { x, y, z }: Pos) -> bool {
        let beside = [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]];
        let mut beside = beside.into_iter();
        beside.any(|[x, y]| self.chart.cells.get(Pos::new(x, y, z)) == Cell::Bridge)
    }

    fn price_in_corridor(&self, pos: Pos) -> f32 {
        let is_rock = |pos: Pos| matches!(self.chart.cells.get(pos), Cell::Wall | Cell::Air);
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
        let mut around = around.map(|(x, y)| Pos::new(pos.x + x, pos.y + y, pos.z));
        match self.chart.cells.get(pos) {
            Cell::Wall | Cell::Air if around.all(is_rock) => 0.0,
            Cell::Wall | Cell::Air => RIM,
            Cell::Floor => LANE,
            _ => OTHER,
        }
    }
}
