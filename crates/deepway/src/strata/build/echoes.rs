//! Echoes: signs of what lies beyond a zone. Rubble where pits end, drips under lakes, dressed
//! stone in the walls near a vault.

use super::super::board::{Board, WIDTH};
use super::super::boundary::Boundary;
use super::super::ground::Ground;
use super::super::plan::Plan;
use super::{Canvas, Landmark};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::{Direction, ZonePos};
use crate::strata::Blueprint;

/// Draws the echoes of a zone.
pub(super) fn build(
    canvas: &mut Canvas,
    plan: &Plan,
    zone: ZonePos,
    boundary: &Boundary,
    random: &mut Stream,
) {
    for vertical in boundary.vertical() {
        if vertical.kind.pulls() && vertical.bottom() == zone.z() {
            rubble(canvas, [vertical.x, vertical.y].map(i32::from), random);
        }
    }
    drips(canvas, plan, zone, random);
    stones(canvas, plan, zone);
}

/// What fell down with those who fell.
fn rubble(canvas: &mut Canvas, middle: [i32; 2], random: &mut Stream) {
    let around = Board::disc(middle, [5, 3]).and(&Board::random(random, 14));
    let mut is_there = false;
    for at in around.cells() {
        is_there |= canvas.put_solid(at, Cell::Rubble, Material::NONE);
    }
    if is_there {
        canvas.landmarks.push(Landmark::new("rubble", ""));
    }
}

/// Puddles under the lakes of the zone above.
fn drips(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let Some(above) = zone.step(Direction::Up) else {
        return;
    };
    let mut is_wet = false;
    for pool in plan.pools(above) {
        if pool.liquid != Material::WATER || pool.reach[0] < 6 {
            continue;
        }
        let under = Board::disc(pool.middle.map(i32::from), pool.reach.map(i32::from));
        let dry = canvas.open.and(&canvas.may).without(&canvas.shallow);
        let puddles = under.and(&dry).and(&Board::random(random, 4));
        let puddles = puddles.without(&canvas.deep);
        is_wet |= puddles.count() > 0;
        canvas.pour(&Board::EMPTY, &puddles, Material::WATER);
    }
    if is_wet {
        canvas.landmarks.push(Landmark::new("drips", ""));
    }
}

/// Dressed stone in the walls towards a vault beside this zone, above it or under it.
fn stones(canvas: &mut Canvas, plan: &Plan, zone: ZonePos) {
    if zone.z() < ZonePos::SURFACE || plan.blueprint(zone) == Blueprint::Vault {
        return;
    }
    let is_vault = |side: Direction| {
        let next = zone.step(side);
        next.is_some_and(|next| plan.blueprint(next) == Blueprint::Vault)
    };
    let last = WIDTH as i32 - 1;
    let sides = [
        (Direction::North, [0, 0], [last, 8]),
        (Direction::South, [0, 16], [last, 24]),
        (Direction::East, [52, 0], [last, 24]),
        (Direction::West, [0, 0], [27, 24]),
        (Direction::Up, [0, 0], [last, 24]),
        (Direction::Down, [0, 0], [last, 24]),
    ];
    for (side, from, to) in sides {
        if is_vault(side) {
            let near = Ground::new(plan.mingle().child("stones"), zone).below(112);
            let stone = super::vault::stone(plan.tier(zone));
            canvas.dress(&Board::rect(from, to).and(&near), stone, Material::NONE);
            canvas.landmarks.push(Landmark::new("dressed stone", ""));
            return;
        }
    }
}
