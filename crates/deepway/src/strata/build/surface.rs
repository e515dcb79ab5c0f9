//! Open country: rock where the land is high, woods and meadows elsewhere.

use super::super::board::Board;
use super::super::ground::Ground;
use super::super::plan::Plan;
use super::Canvas;
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;

/// Draws a zone of the surface, rockier the higher it lies.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let height = plan.height(zone.column());
    let rock = match height {
        0..90 => 7,
        90..130 => 9,
        130..165 => 12,
        _ => 14,
    };
    // Outcrops that have worn down to blocks, and single boulders.
    let outcrops = Board::random(random, rock).majority().majority();
    let boulders = Board::random(random, 1).and(&Board::random(random, 22));
    let ground = Ground::new(plan.mingle().child("meadow"), zone);
    let (grass, sand) = match height {
        0..90 => (176, 70),
        90..130 => (160, 40),
        130..165 => (110, 24),
        _ => (60, 10),
    };
    canvas.dress(&Board::FULL, Material::NONE, Material::SOIL);
    canvas.dress(&ground.below(grass), Material::NONE, Material::MOSS);
    canvas.dress(&ground.below(sand), Material::NONE, Material::SAND);
    // Trees where it is green and not bare: roots in the rock's place.
    let woods = Ground::new(plan.mingle().child("woods"), zone).below(match height {
        0..130 => 84,
        130..165 => 64,
        _ => 30,
    });
    let trees = woods.and(&Board::random(random, 7)).without(&outcrops);
    let open = Board::FULL.without(&outcrops.or(&boulders).or(&trees));
    canvas.paint_to_the_border(&open, true, random);
    for [x, y] in trees.without(&canvas.open).cells() {
        let look = &mut canvas.looks[y][x];
        (look.solid, look.wall) = (Cell::Pillar, Material::ROOT);
    }
}
