//! Ruins: what is left of houses, overgrown.

use super::super::board::Board;
use super::super::plan::Plan;
use super::canvas::Wish;
use super::houses::House;
use super::{Canvas, Landmark, vault};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;

/// Builds a ruin.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let count = random.between(5, 8);
    scatter(canvas, plan, zone, random, count);
    let name = plan.level_title(zone).unwrap_or_default();
    canvas.landmarks.push(Landmark::new("ruin", name));
}

/// Leaves some broken houses standing, with whoever moved in and whatever was left behind.
pub(super) fn scatter(
    canvas: &mut Canvas,
    plan: &Plan,
    zone: ZonePos,
    random: &mut Stream,
    count: i32,
) {
    let walls = vault::stone(plan.tier(zone));
    for _ in 0..count {
        let (width, height) = (random.between(7, 16), random.between(5, 9));
        let (x, y) = (
            random.between(4, 75 - width),
            random.between(2, 22 - height),
        );
        let house = House {
            west: x as usize,
            north: y as usize,
            east: (x + width) as usize,
            south: (y + height) as usize,
            walls,
            floor: walls,
        };
        house.draw_walls(canvas);
        // Time took its share: gaps in the walls, rubble, moss.
        let area = Board::rect([x, y], [x + width, y + height]);
        let gone = area.and(&Board::random(random, 13));
        let fallen = area.shrunk().and(&Board::random(random, 3));
        let mossy = area.and(&Board::random(random, 12)).majority();
        for at in gone.cells() {
            canvas.put(at, Cell::Floor, Material::MOSS);
        }
        for at in fallen.cells() {
            canvas.put(at, Cell::Rubble, walls);
        }
        canvas.dress(&mossy.and(&area), Material::NONE, Material::MOSS);
        let wish = match random.below(3) {
            0 => Wish::Somebody,
            _ => Wish::Item(&[]),
        };
        canvas.wish(house.middle(), wish);
    }
}
