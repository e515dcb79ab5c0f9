//! Underground: the shape of a zone follows from its rock.

use super::super::board::Board;
use super::super::plan::Plan;
use super::Canvas;
use super::shape::{self, Ground};
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;

/// Draws the inside of a zone in the shape of its rock.
pub(super) fn build(
    canvas: &mut Canvas,
    plan: &Plan,
    zone: ZonePos,
    attempt: u32,
    random: &mut Stream,
) {
    let ground = Ground::new(plan.keys.zone, zone);
    let board: Board = match (attempt, plan.rock(zone)) {
        (0..2, Material::SHALE) => shape::cells(random, 15, 4),
        (0..2, Material::LIMESTONE | Material::OOLITE) => shape::cells(random, 17, 5),
        (0..2, Material::MARL) => shape::clouds(&ground, 122),
        (0..2, Material::SANDSTONE) => shape::walks(random),
        (0..2, Material::HALITE) => shape::boxes(random),
        (0..2, Material::GYPSUM) => shape::ridges(&ground, 34),
        (0..2, Material::SLATE | Material::BLACK_SHALE) => shape::sheets(random),
        (0..2, Material::QUARTZITE) => shape::pillars(random),
        (0..2, Material::SERPENTINITE) => shape::ridges(&ground, 22),
        (0..2, Material::CORAL_RAG) => shape::reefs(random),
        (0..2, Material::BLACK_MARBLE) => shape::halls(random),
        _ => shape::cells(random, 16, 4),
    };
    canvas.paint_to_the_border(&board, plan.is_wide(zone), random);
}
