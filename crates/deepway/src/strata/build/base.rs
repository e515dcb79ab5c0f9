//! Underground: the shape of a zone follows from its rock, and how wide it is from its depth.

use super::super::board::Board;
use super::super::ground::Ground;
use super::super::plan::{Plan, is_cavern};
use super::shape;
use super::{Attempt, Canvas};
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;

/// Draws the inside of a zone in the shape of its rock.
pub(super) fn build(
    canvas: &mut Canvas,
    plan: &Plan,
    zone: ZonePos,
    attempt: Attempt,
    random: &mut Stream,
) {
    // Less than is wanted: the ways that join parts, and room around stairs, come on top.
    let target = match is_cavern(zone.z()) {
        true => random.between(1260, 1420),
        false => random.between(500, 680),
    };
    // Deep liquid takes its share of a cavern.
    let pools = plan.pools(zone);
    let pools = pools.iter().filter(|_| is_cavern(zone.z()));
    let pools: i32 = pools
        .map(|pool| i32::from(pool.reach[0]) * i32::from(pool.reach[1]))
        .sum();
    let target = (target + pools + attempt.wider).clamp(300, 1700) as u32;
    let ground = || Ground::new(plan.keys.zone, zone);
    // Rock that is met through many levels has more than one shape.
    let variant = plan.mingle().child("variant").child(zone.z() / 2);
    let variant = variant.child(plan.region(zone.column()).tier).number() % 3;
    let board: Board = match (plan.rock(zone), variant) {
        _ if attempt.number > 5 => shape::cells(random, target, 4),
        (Material::SHALE, _) => shape::cells(random, target, 3),
        (Material::LIMESTONE, _) => shape::cells(random, target, 6),
        (Material::OOLITE, _) => shape::bubbles(random, target, [2, 3]),
        (Material::MARL, _) => shape::clouds(&ground(), target),
        (Material::SANDSTONE, _) => shape::walks(random, target),
        (Material::HALITE, _) => shape::boxes(random, target),
        (Material::GYPSUM, _) | (Material::BLACK_SHALE, 2) => shape::ridges(&ground(), target),
        (Material::SLATE, _) | (Material::BLACK_SHALE, 0) => shape::sheets(random, target),
        (Material::QUARTZITE, _) => shape::pillars(random, target),
        (Material::SERPENTINITE, _) => shape::veins(&ground(), target),
        (Material::CORAL_RAG, _) => shape::reefs(random, target),
        (Material::BLACK_SHALE, _) => shape::joints(random, target),
        (Material::BLACK_MARBLE, 1) => shape::fissures(random, target),
        (Material::BLACK_MARBLE, 2) => shape::bubbles(random, target, [3, 6]),
        _ => shape::halls(random, target),
    };
    canvas.paint_to_the_border(&board, plan.is_wide(zone), random);
}
