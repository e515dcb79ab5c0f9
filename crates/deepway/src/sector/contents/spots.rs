//! The places of a room where something can stand.

use super::super::carve::Interior;
use crate::cell::Cell;
use crate::population::Nook;
use crate::seed::Stream;
use crate::space::Pos;

/// The cells of a room that are free: walkable, no link, no chair if it can be helped, not in front
/// of a door or a link, and not where its name is written.
pub(super) struct Spots<'a> {
    inside: &'a Interior,
    free: Vec<[i32; 2]>,
    doors: Vec<[i32; 2]>,
    fronts: Vec<[i32; 2]>,
    middle: [i32; 2],
}

/// How far from a door something still belongs to it: steps from the cell in front of it.
const NEAR: i32 = 2;

fn steps([ax, ay]: [i32; 2], [bx, by]: [i32; 2]) -> i32 {
    (ax - bx).abs() + (ay - by).abs()
}

impl<'a> Spots<'a> {
    pub(super) fn new(inside: &'a Interior) -> Self {
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
        let free: Vec<[i32; 2]> = stand.into_iter().filter(is_free).collect();
        // A sign on a chair hides it; in a hall of nothing but chairs there is no other place.
        let is_bare = |&[x, y]: &[i32; 2]| inside.cells()[(y * width + x) as usize] != Cell::Chair;
        let bare: Vec<[i32; 2]> = free.iter().copied().filter(is_bare).collect();
        Self {
            inside,
            free: if 2 * bare.len() < free.len() {
                free
            } else {
                bare
            },
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

    /// One with dry ground, by chance.
    pub(super) fn take_dry(&mut self, random: &mut Stream) -> Option<Pos> {
        let is_dry = |&at: &usize| self.cell(self.free[at]) != Cell::ShallowLiquid;
        let dry: Vec<usize> = (0..self.free.len()).filter(is_dry).collect();
        let index = *random.pick(&dry)?;
        Some(self.take(index))
    }

    /// A cell; what lies around the room is wall.
    fn cell(&self, [x, y]: [i32; 2]) -> Cell {
        let width = self.inside.width();
        let is_inside = (0..width).contains(&x) && (0..width).contains(&y);
        match is_inside {
            true => self.inside.cells()[(y * width + x) as usize],
            false => Cell::Wall,
        }
    }

    /// Whether a cell has a kind around it, corners included.
    fn is_beside(&self, [x, y]: [i32; 2], kind: Cell) -> bool {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| [x + right, y + down]));
        around.into_iter().any(|at| self.cell(at) == kind)
    }

    /// Whether a cell has one of some kinds beside it.
    fn touches(&self, [x, y]: [i32; 2], kinds: &[Cell]) -> bool {
        let beside = [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]];
        beside.into_iter().any(|at| kinds.contains(&self.cell(at)))
    }

    /// How many steps a cell is from the nearest door.
    fn steps_from_door(&self, at: [i32; 2]) -> Option<i32> {
        self.doors.iter().map(|&door| steps(door, at)).min()
    }

    /// Whether a cell is at such a place.
    fn is_at(&self, at: [i32; 2], nook: Nook) -> bool {
        const LIQUIDS: [Cell; 2] = [Cell::ShallowLiquid, Cell::DeepLiquid];
        match nook {
            Nook::Wall => self.touches(at, &[Cell::Wall]),
            Nook::Door => self.steps_from_door(at).is_some_and(|steps| steps <= NEAR),
            Nook::Liquid => self.touches(at, &LIQUIDS),
            Nook::Middle => {
                let reach = self.inside.width() / 4;
                let [x, y] = self.middle;
                (at[0] - x).abs() <= reach && (at[1] - y).abs() <= reach
            }
            Nook::Beside(kind) => self.is_beside(at, kind),
        }
    }

    /// Whether one of them is at such a place.
    pub(super) fn has(&self, nook: Nook) -> bool {
        self.free.iter().any(|&at| self.is_at(at, nook))
    }

    /// One of those at such a place, by chance among the nearest to it.
    pub(super) fn take_at(&mut self, nook: Nook, random: &mut Stream) -> Option<Pos> {
        let away = |at: [i32; 2]| match nook {
            Nook::Wall | Nook::Liquid | Nook::Beside(_) => 0,
            Nook::Door => self.steps_from_door(at).unwrap_or(0),
            Nook::Middle => steps(at, self.middle),
        };
        let fitting: Vec<usize> = (0..self.free.len())
            .filter(|&index| self.is_at(self.free[index], nook))
            .collect();
        let nearest = fitting.iter().map(|&index| away(self.free[index])).min()?;
        let best: Vec<usize> = fitting
            .into_iter()
            .filter(|&index| away(self.free[index]) == nearest)
            .collect();
        let index = random.pick(&best).copied()?;
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

    /// The one nearest to the middle, but rather not where somebody who comes in steps on it.
    pub(super) fn take_middle(&mut self) -> Option<Pos> {
        const RESPECT: i32 = 4;
        let (middle, fronts) = (self.middle, self.fronts.clone());
        self.take_best(|at| {
            let nearest = fronts.iter().map(|&front| steps(front, at)).min();
            let too_near = (RESPECT - nearest.unwrap_or(RESPECT)).max(0);
            steps(at, middle) + RESPECT * too_near
        })
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
