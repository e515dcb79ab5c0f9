//! The builders, in order: each has its own file, its own stream and its own right to write.
//!
//! | builder | may write |
//! |---|---|
//! | base, surface, tower | what the boundary leaves free: no link, no pad, no forced border |
//! | stairs | links and the pads around them |
//! | connect | rock into floor inside the border, but for cells that pull; and parts too small to matter into rock |

mod base;
mod connect;
mod shape;
mod stairs;
mod surface;
mod tower;

use super::blueprint::Blueprint;
use super::board::{Board, Parts};
use super::boundary::Boundary;
use super::plan::Plan;
use super::registry::Additions;
use super::zone::Zone;
use crate::seed::{Seed, Stream};
use crate::space::ZonePos;
use connect::Growth;

/// A zone being built.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    /// Where one can stand.
    open: Board,
    /// The open air around the floor of a tower.
    pub(super) outside: Board,
    /// What the builder at work may write.
    may: Board,
    /// What the boundary makes of the border: rock, and openings.
    border_rock: Board,
    openings: Board,
    /// How often it tried to write elsewhere.
    #[cfg(test)]
    refused: u32,
}

impl Canvas {
    fn new() -> Self {
        Self {
            open: Board::EMPTY,
            outside: Board::EMPTY,
            may: Board::EMPTY,
            border_rock: Board::EMPTY,
            openings: Board::EMPTY,
            #[cfg(test)]
            refused: 0,
        }
    }

    pub(super) fn open(&self) -> &Board {
        &self.open
    }

    /// Writes floor and rock wherever this builder may; what it may not write stays.
    fn paint(&mut self, board: &Board) {
        let free = board.and(&self.may);
        self.open = self.open.without(&self.may).or(&free);
    }

    /// Writes floor and rock, and hides where the border is: the rock of a shut one lies on one
    /// side only, as a part of larger masses, on the other the land goes up to it in most
    /// places, and behind openings there are bays, larger ones in wide land.
    fn paint_to_the_border(&mut self, board: &Board, is_wide: bool, random: &mut Stream) {
        let border = self.may.without(&Board::INSIDE);
        let of_32 = if is_wide { 18 } else { 20 };
        let clumps = Board::random(random, of_32).majority().majority();
        let reach = |board: &Board| board.grown().grown().grown();
        let bays = match is_wide {
            true => border.grown().or(&reach(&self.openings)),
            false => self.openings.grown(),
        };
        let bays = bays.and(&clumps);
        let floor = bays.or(&border.and(&clumps.grown().grown()));
        let masses = reach(&self.border_rock).without(&clumps);
        self.paint(&board.without(&masses).or(&floor));
    }

    /// Opens a cell.
    fn dig(&mut self, x: usize, y: usize) {
        match self.may.get(x, y) {
            true => self.open.set(x, y),
            #[cfg(test)]
            false => self.refused += 1,
            #[cfg(not(test))]
            false => {}
        }
    }
}

/// What a boundary decides in a zone: nobody else may.
#[derive(Clone, Debug)]
struct Fixed {
    /// Everything that is decided.
    all: Board,
    /// Where one can stand: openings, links that do not pull, and pads.
    open: Board,
    /// Links, and the cells beside them.
    pads: Board,
    /// Cells that pull down.
    pulls: Board,
    /// Cells that must be joined to each other.
    points: Board,
}

impl Fixed {
    /// What the boundary decides, and floors that are cleared besides.
    fn new(boundary: &Boundary, z: u32, floors: &Board) -> Self {
        let mut fixed = Self {
            all: Board::EMPTY,
            open: Board::EMPTY,
            pads: Board::EMPTY,
            pulls: Board::EMPTY,
            points: Board::EMPTY,
        };
        fixed.add_edges(boundary);
        let mut places = *floors;
        for vertical in boundary.vertical() {
            let (x, y) = (usize::from(vertical.x), usize::from(vertical.y));
            places.set(x, y);
            if vertical.kind.pulls() && vertical.has_link_cell(z) {
                fixed.pulls.set(x, y);
            }
        }
        fixed.pads = places.around().and(&Board::INSIDE);
        // Somebody must be able to come near what pulls.
        places = places.or(&fixed.pulls.grown().and(&Board::INSIDE));
        fixed.points = fixed.open.or(&places).without(&fixed.pulls);
        fixed.open = fixed.open.or(&fixed.pads).without(&fixed.pulls);
        fixed.all = fixed.all.or(&fixed.pads);
        fixed
    }

    fn add_edges(&mut self, boundary: &Boundary) {
        let [north, east, south, west] = boundary.open;
        let rock = boundary.rock;
        for (border, behind, open, rock) in [(0, 1, north, rock[0]), (24, 23, south, rock[2])] {
            self.all.0[border] |= open | rock[0];
            self.open.0[border] |= open;
            self.all.0[behind] |= rock[1] & super::board::INNER;
        }
        for (border, behind, open, rock) in [(79, 78, east, rock[1]), (0, 1, west, rock[3])] {
            for y in 0..super::board::HEIGHT {
                self.all.0[y] |= (open >> y & 1 | rock[0] >> y & 1) << border;
                self.open.0[y] |= (open >> y & 1) << border;
                self.all.0[y] |= (rock[1] >> y & 1) << behind;
            }
        }
        // Where two edges meet, an opening of one wins over rock behind the other.
        self.all = self.all.or(&self.open);
    }
}

/// Memory that is kept from one zone to the next.
#[derive(Debug, Default)]
pub(super) struct Workshop {
    parts: Parts,
    growth: Growth,
}

/// Builds a zone: what the generator makes of it, and on top of that what was added.
pub(super) fn build(
    plan: &Plan,
    zone: ZonePos,
    additions: Option<Additions>,
    workshop: &mut Workshop,
) -> Zone {
    let mut boundary = plan.boundary(zone);
    let blueprint = plan.blueprint(zone);
    if blueprint == Blueprint::Air {
        return Zone::air(zone);
    }
    let fixed = Fixed::new(&boundary, zone.z(), &Board::EMPTY);
    let seed = plan.keys.zone.child(zone.number());
    let mut canvas = Canvas::new();
    // A zone that is nearly all rock or nearly all floor is drawn again.
    for attempt in 0..8_u32 {
        canvas = Canvas::new();
        canvas.may = Board::FULL.without(&fixed.all);
        canvas.border_rock = fixed.all.without(&fixed.open).without(&fixed.pulls);
        canvas.openings = fixed.open.without(&Board::INSIDE);
        let mut random = seed.child("base").child(attempt).stream();
        match blueprint {
            Blueprint::Tower if zone.z() < ZonePos::SURFACE => {
                tower::build(&mut canvas, &mut random);
            }
            _ if zone.z() == ZonePos::SURFACE => {
                let height = plan.height(zone.column());
                surface::build(&mut canvas, height, &mut random);
                if blueprint == Blueprint::Tower {
                    tower::found(&mut canvas);
                }
            }
            _ => base::build(&mut canvas, plan, zone, attempt, &mut random),
        }
        join(&mut canvas, &fixed, zone, seed.child("connect"), workshop);
        let walkable = canvas.open.count() + fixed.pulls.count();
        if zone.z() <= ZonePos::SURFACE || (320..=1680).contains(&walkable) {
            break;
        }
    }
    if let Some(additions) = additions {
        boundary.vertical = additions.vertical;
        let fixed = Fixed::new(&boundary, zone.z(), &additions.floors);
        join(&mut canvas, &fixed, zone, seed.child("added"), workshop);
    }
    Zone::new(plan, zone, blueprint, boundary, &canvas)
}

/// Clears what is decided, and joins it to the rest.
fn join(canvas: &mut Canvas, fixed: &Fixed, zone: ZonePos, seed: Seed, workshop: &mut Workshop) {
    canvas.may = fixed.pads.or(&fixed.open);
    stairs::build(canvas, fixed);
    canvas.may = Board::INSIDE.without(&fixed.pulls).without(&canvas.outside);
    let is_cave = zone.z() > ZonePos::SURFACE;
    connect::build(canvas, fixed, is_cave, seed, workshop);
}

#[cfg(test)]
mod tests;
