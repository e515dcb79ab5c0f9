//! The builders, in order: each has its own file, its own stream and its own right to write.
//!
//! | builder | may write |
//! |---|---|
//! | base, surface | what the boundary leaves free: no link, no pad, no forced border |
//! | features: lair, vault, chute, cave, great shaft, tower, town, ruin | the same, in their own box |
//! | course, trail: rivers, roads and paths | the same, and the places of the border where they cross it |
//! | liquids | the same outside boxes, inside the border |
//! | stairs | links and the pads around them |
//! | connect | rock into floor and deep liquid into fords, inside the border, but for cells that pull; and parts too small to matter into rock |
//! | loops, echoes, biomes | cells inside, such that the zone stays in one piece |
//! | residents | no cells, only things |

mod base;
mod biomes;
mod canvas;
mod cave;
mod chute;
mod citizens;
mod connect;
mod course;
mod doors;
mod echoes;
mod great_shaft;
mod houses;
mod lair;
mod level;
mod liquids;
mod loops;
mod residents;
mod ruin;
mod shape;
mod stairs;
mod surface;
mod tower;
mod town;
mod trail;
mod vault;

pub(super) use canvas::Canvas;
pub use canvas::Landmark;
pub use level::{VaultLevel, VaultPlan};

use super::blueprint::Blueprint;
use super::board::{Board, Parts};
use super::boundary::Boundary;
use super::plan::{Plan, is_cavern};
use super::registry::Additions;
use super::vault::Wave;
use super::zone::Zone;
use crate::population::Tables;
use crate::seed::Seed;
use crate::space::ZonePos;
use connect::Growth;

/// What a boundary decides in a zone: nobody else may.
#[derive(Clone, Debug)]
struct Fixed {
    /// Everything that is decided.
    all: Board,
    /// Where one can stand: openings, links that do not pull, and pads.
    open: Board,
    /// Links, and the cells beside them.
    pads: Board,
    /// Links, and where they end.
    links: Board,
    /// Cells that pull: pits and shafts, and the belts of chutes.
    pulls: Board,
    /// Cells that must be joined to each other.
    points: Board,
    /// Where a river crosses the border.
    river: Board,
}

impl Fixed {
    /// What the boundary decides, floors that are cleared besides, and belts.
    fn new(boundary: &Boundary, z: u32, floors: &Board, belts: &Board) -> Self {
        let mut fixed = Self {
            all: Board::EMPTY,
            open: Board::EMPTY,
            pads: Board::EMPTY,
            links: Board::EMPTY,
            pulls: Board::EMPTY,
            points: Board::EMPTY,
            river: Board::EMPTY,
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
        fixed.links = places;
        fixed.pads = places.around().and(&Board::INSIDE);
        // Somebody must be able to come near what pulls.
        places = places.or(&fixed.pulls.grown().and(&Board::INSIDE));
        fixed.pulls = fixed.pulls.or(belts);
        fixed.points = fixed.open.or(&places).without(&fixed.pulls);
        fixed.open = fixed.open.or(&fixed.pads).without(&fixed.pulls);
        fixed.all = fixed.all.or(&fixed.pads).or(belts).or(&fixed.river);
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
        self.river = boundary.river();
    }
}

/// Memory that is kept from one zone to the next.
#[derive(Debug, Default)]
pub(super) struct Workshop {
    parts: Parts,
    growth: Growth,
    wave: Wave,
}

/// One of several attempts to draw a zone.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    number: u32,
    /// How many more cells should be open than at first.
    wider: i32,
}

/// Builds a zone: what the generator makes of it, and on top of that what was added.
pub(super) fn build(
    plan: &Plan,
    tables: &Tables,
    zone: ZonePos,
    additions: Option<Additions>,
    workshop: &mut Workshop,
) -> Zone {
    let mut boundary = plan.boundary(zone);
    let blueprint = plan.blueprint(zone);
    if blueprint == Blueprint::Air {
        return Zone::air(zone);
    }
    let mut belts = plan.belts(zone);
    let fixed = Fixed::new(&boundary, zone.z(), &Board::EMPTY, &belts);
    let seed = plan.keys.zone.child(zone.number());
    let mut canvas = Canvas::new();
    // A zone with too little or too much room is drawn again, wider or narrower.
    let wanted = match zone.z() {
        0..=ZonePos::SURFACE => 0..=2000,
        z if blueprint == Blueprint::Cave && is_cavern(z) => 1240..=1490,
        _ if blueprint == Blueprint::Cave => 510..=785,
        _ => 320..=1680,
    };
    let mut wider = 0;
    for attempt in 0..8_u32 {
        canvas = Canvas::new();
        canvas.may = Board::FULL.without(&fixed.all);
        canvas.border_rock = fixed.all.without(&fixed.open).without(&fixed.pulls);
        canvas.border_rock = canvas.border_rock.without(&fixed.river);
        canvas.openings = fixed.open.without(&Board::INSIDE);
        let attempt = Attempt {
            number: attempt,
            wider,
        };
        draw(&mut canvas, plan, zone, seed, &fixed, attempt, workshop);
        join(&mut canvas, &fixed, zone, seed.child("connect"), workshop);
        let walkable = canvas.open.count() + fixed.pulls.count();
        if wanted.contains(&walkable) {
            break;
        }
        let middle = (wanted.start() + wanted.end()) / 2;
        wider += middle as i32 - walkable as i32;
    }
    canvas.may = Board::INSIDE.without(&fixed.pads).without(&canvas.boxes);
    canvas.may = canvas.may.without(&fixed.pulls).without(&canvas.deep);
    loops::build(&mut canvas, &mut seed.child("loops").stream());
    let mut random = seed.child("echoes").stream();
    echoes::build(&mut canvas, plan, zone, &boundary, &mut random);
    let growths = plan.growths(zone);
    biomes::build(&mut canvas, &growths, &mut seed.child("biomes").stream());
    if blueprint == Blueprint::Vault {
        vault::furnish(&mut canvas, plan, zone, &fixed, seed.child("furnish"));
    }
    let standing = canvas.open.without(&fixed.pulls).without(&fixed.links);
    let mut things = residents::build(&canvas, &standing, plan, tables, zone, &growths, seed);
    if let Some(additions) = additions {
        // Nobody is carried away from where something leads.
        belts = additions.free_of(&belts);
        boundary.vertical = additions.vertical;
        let fixed = Fixed::new(&boundary, zone.z(), &additions.floors, &belts);
        if zone.z() >= ZonePos::SURFACE {
            great_shaft::bridge(&mut canvas);
        }
        join(&mut canvas, &fixed, zone, seed.child("added"), workshop);
        let standing = canvas.open.without(&fixed.pulls).without(&fixed.links);
        residents::make_way(&mut things, &standing);
    }
    things.extend(chute::belts(plan, zone, &belts));
    Zone::new(plan, zone, boundary, canvas, belts, things)
}

/// Draws the inside of a zone, by what it is.
fn draw(
    canvas: &mut Canvas,
    plan: &Plan,
    zone: ZonePos,
    seed: Seed,
    fixed: &Fixed,
    attempt: Attempt,
    workshop: &mut Workshop,
) {
    let mut random = seed.child("base").child(attempt.number).stream();
    let random = &mut random;
    let blueprint = plan.blueprint(zone);
    let is_above = zone.z() < ZonePos::SURFACE;
    let mut land = seed.child("land").child(attempt.number).stream();
    match blueprint {
        _ if is_above => {}
        _ if zone.z() == ZonePos::SURFACE => surface::build(canvas, plan, zone, &mut land),
        Blueprint::Lair | Blueprint::Chute | Blueprint::ProgressiveCave => {}
        _ => base::build(canvas, plan, zone, attempt, &mut land),
    }
    match blueprint {
        Blueprint::Tower if is_above => tower::build(canvas, plan, zone, random),
        Blueprint::Tower => tower::found(canvas, plan, zone),
        Blueprint::Lair => lair::build(canvas, plan, zone, random),
        Blueprint::Vault => vault::build(canvas, plan, zone, seed.child(attempt.number), workshop),
        Blueprint::Chute => chute::build(canvas, plan, zone, random),
        Blueprint::ProgressiveCave => cave::build(canvas, plan, zone, random),
        Blueprint::GreatShaft => great_shaft::build(canvas, plan, zone, random),
        Blueprint::Town => town::build(canvas, plan, zone, random),
        Blueprint::Ruin => ruin::build(canvas, plan, zone, random),
        Blueprint::Surface | Blueprint::Cave | Blueprint::Air => {}
    }
    if zone.z() == ZonePos::SURFACE {
        course::build(canvas, plan, zone, fixed);
        trail::build(canvas, plan, zone, fixed, seed.child("trail"));
    }
    let mut random = seed.child("liquids").stream();
    liquids::build(canvas, &plan.pools(zone), &mut random);
}

/// Clears what is decided, and joins it to the rest.
fn join(canvas: &mut Canvas, fixed: &Fixed, zone: ZonePos, seed: Seed, workshop: &mut Workshop) {
    canvas.may = fixed.pads.or(&fixed.open);
    stairs::build(canvas, fixed);
    canvas.may = Board::INSIDE.without(&fixed.pulls).without(&canvas.outside);
    let is_cave = zone.z() > ZonePos::SURFACE;
    connect::build(canvas, fixed, is_cave, seed, workshop);
    doors::settle(canvas, fixed);
}

#[cfg(test)]
mod tests;
