//! Biomes: what grows in a zone changes its floors, its walls and what stands in it.

use super::super::board::Board;
use super::super::plan::GrowthHere;
use super::Canvas;
use crate::cell::Cell;
use crate::material::Material;
use crate::population::Growth;
use crate::seed::Stream;

/// Changes a zone by what acts in it, the weaker first.
pub(super) fn build(canvas: &mut Canvas, growths: &[GrowthHere], random: &mut Stream) {
    for here in growths.iter().rev().filter(|here| here.acts) {
        grow(canvas, here, random);
    }
}

/// What a growth makes of floors and of walls, and what it puts up.
struct Marks {
    ground: Material,
    wall: Material,
    liquid: Option<Material>,
    solid: (Cell, Material),
}

fn marks(growth: Growth) -> Marks {
    match growth {
        Growth::Fungal => Marks {
            ground: Material::MOSS,
            wall: Material::NONE,
            liquid: None,
            solid: (Cell::Pillar, Material::ROOT),
        },
        Growth::Slimy => Marks {
            ground: Material::NONE,
            wall: Material::MOSS,
            liquid: Some(Material::SLIME),
            solid: (Cell::Rubble, Material::MOSS),
        },
        Growth::Tarry => Marks {
            ground: Material::ASH,
            wall: Material::NONE,
            liquid: Some(Material::ASPHALT),
            solid: (Cell::Rubble, Material::BONE),
        },
        Growth::Rusty => Marks {
            ground: Material::IRON,
            wall: Material::IRON,
            liquid: None,
            solid: (Cell::Machine, Material::IRON),
        },
        Growth::Psychic => Marks {
            ground: Material::GLASS,
            wall: Material::CRYSTAL,
            liquid: None,
            solid: (Cell::Crystal, Material::CRYSTAL),
        },
    }
}

fn grow(canvas: &mut Canvas, here: &GrowthHere, random: &mut Stream) {
    let marks = marks(here.growth);
    let strength = i32::from(here.intensity);
    let mut patches = Board::EMPTY;
    for _ in 0..3 + 2 * strength {
        let middle = [random.between(4, 75), random.between(3, 21)];
        let reach = [
            random.between(4, 6 + 3 * strength),
            random.between(2, 2 + 2 * strength),
        ];
        patches = patches.or(&Board::disc(middle, reach));
    }
    // Ragged at the edges.
    let ragged = patches.and(&Board::random(random, 22)).majority();
    let changed = ragged.grown().and(&patches).and(&canvas.may);
    canvas.dress(&changed, marks.wall, marks.ground);
    let floor = ragged.and(&canvas.open).and(&canvas.may);
    if let Some(liquid) = marks.liquid {
        let pools = floor
            .and(&patches.shrunk().shrunk())
            .without(&canvas.shallow);
        let pools = pools
            .without(&canvas.deep)
            .and(&Board::random(random, 18))
            .majority();
        let pools = pools
            .and(&floor)
            .without(&canvas.shallow)
            .without(&canvas.deep);
        canvas.pour(&Board::EMPTY, &pools, liquid);
    }
    let places = floor.and(&Board::random(random, 1 + 2 * here.intensity as u32));
    for at in places.cells() {
        canvas.put_solid(at, marks.solid.0, marks.solid.1);
    }
}
