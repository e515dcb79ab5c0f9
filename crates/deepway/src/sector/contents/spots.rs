//! The places of a room where something can stand.

use super::super::carve::Interior;
use crate::seed::Stream;
use crate::space::Pos;

/// The cells of a room that are free: walkable, no link, not in front of a door or a link, and not
/// where its name is written.
pub(super) struct Spots {
    free: Vec<[i32; 2]>,
    doors: Vec<[i32; 2]>,
    fronts: Vec<[i32; 2]>,
    middle: [i32; 2],
}

fn steps([ax, ay]: [i32; 2], [bx, by]: [i32; 2]) -> i32 {
    (ax - bx).abs() + (ay - by).abs()
}

impl Spots {
    pub(super) fn new(inside: &Interior) -> Self {
        let width = inside.width();
        let at = |index: usize| [index as i32 % width, index as i32 / width];
        let cells = inside.cells().iter().enumerate();
        let stand = cells.filter(|(index, cell)| {
            cell.is_walkable() && !cell.is_vertical() && !inside.is_reserved(*index)
        });
        let stand: Vec<[i32; 2]> = stand.map(|(index, _)| at(index)).collect();
        let middle = [(width - 1) / 2; 2];
        // As `CarvedSector::middle_of` has it.
        let named = stand.iter().copied().min_by_key(|&[x, y]| {
            let far = (x - middle[0]).abs().max((y - middle[1]).abs());
            (far, x, y)
        });
        let fronts = inside.fronts().to_vec();
        let doors = inside.door_fronts().to_vec();
        let is_free = |at: &[i32; 2]| Some(*at) != named && !fronts.contains(at);
        Self {
            free: stand.into_iter().filter(is_free).collect(),
            doors,
            fronts,
            middle,
        }
    }

    /// How many are left.
    pub(super) fn len(&self) -> u32 {
        self.free.len() as u32
    }

    /// Whether there is a door that something can be in front of.
    pub(super) fn has_doors(&self) -> bool {
        !self.doors.is_empty()
    }

    fn take(&mut self, index: usize) -> Pos {
        let [x, y] = self.free.remove(index);
        Pos::new(x, y, 0)
    }

    /// Takes the first of the best ones.
    fn take_best(&mut self, cost: impl Fn([i32; 2]) -> i32) -> Option<Pos> {
        let all = 0..self.free.len();
        let best = all.min_by_key(|&index| cost(self.free[index]))?;
        Some(self.take(best))
    }

    /// One of them, by chance.
    pub(super) fn take_any(&mut self, random: &mut Stream) -> Option<Pos> {
        let index = match self.free.len() {
            0 => return None,
            count => random.below(count as u64) as usize,
        };
        Some(self.take(index))
    }

    /// One of those that are not close to a way in, if there are any.
    pub(super) fn take_away(&mut self, random: &mut Stream) -> Option<Pos> {
        let is_away = |at: [i32; 2]| self.fronts.iter().all(|&front| steps(front, at) > 2);
        let away: Vec<usize> = (0..self.free.len())
            .filter(|&index| is_away(self.free[index]))
            .collect();
        match random.pick(&away).copied() {
            Some(index) => Some(self.take(index)),
            None => self.take_any(random),
        }
    }

    /// The one nearest to a place.
    pub(super) fn take_near(&mut self, place: Pos) -> Option<Pos> {
        self.take_best(|at| steps(at, [place.x, place.y]))
    }

    /// The one nearest to the middle.
    pub(super) fn take_middle(&mut self) -> Option<Pos> {
        let middle = self.middle;
        self.take_best(|at| steps(at, middle))
    }

    /// The one farthest from all ways in.
    pub(super) fn take_far(&mut self) -> Option<Pos> {
        let fronts = self.fronts.clone();
        self.take_best(|at| {
            -fronts
                .iter()
                .map(|&front| steps(front, at))
                .min()
                .unwrap_or(0)
        })
    }

    /// A place in front of a door.
    pub(super) fn take_door(&mut self, random: &mut Stream) -> Option<Pos> {
        let index = match self.doors.len() {
            0 => return None,
            count => random.below(count as u64) as usize,
        };
        let [x, y] = self.doors.remove(index);
        Some(Pos::new(x, y, 0))
    }
}
