//! What comes last: litter along the walls, and what floors and walls are made of.

use super::plot::Plot;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Biome;

/// What the floor of a style is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// What the biome has.
    Rock,
    /// Boards.
    Boards,
    /// Cut stone.
    Flags,
    /// Something that grows, or earth.
    Earth,
    /// Metal.
    Plate,
    /// Sand.
    Sand,
}

/// What lies about in a biome.
fn litter_of(biome: Biome) -> Cell {
    match biome {
        Biome::TheRoots | Biome::Muspelheim | Biome::Jotunheim => Cell::Rubble,
        Biome::Niflheim | Biome::Alfheim => Cell::Crystal,
        Biome::Neutral => Cell::Furniture,
    }
}

/// Drops a few things along the walls.
pub(super) fn litter(plot: &mut Plot<'_>, is_tidy: bool) {
    let (far, cell) = (plot.far(), litter_of(plot.room.biome));
    let most = if is_tidy { far / 12 } else { far / 4 };
    for _ in 0..most {
        let at = [plot.random.between(0, far), plot.random.between(0, far)];
        if plot.is_at_wall(at) {
            plot.set(at, cell);
        }
    }
}

/// Drops one thing somewhere, so that a room differs from another.
pub(super) fn drop_something(plot: &mut Plot<'_>) {
    let far = plot.far();
    let at = [plot.random.between(0, far), plot.random.between(0, far)];
    let kinds = [
        litter_of(plot.room.biome),
        Cell::Rubble,
        Cell::Pillar,
        Cell::Wall,
    ];
    let cell = plot.random.pick(&kinds).copied().unwrap_or(Cell::Rubble);
    plot.set(at, cell);
}

/// Says what the floor and the walls are made of.
pub(super) fn dress(plot: &mut Plot<'_>, ground: Ground) {
    let biome = plot.room.biome;
    let cut = match biome {
        Biome::TheRoots => Material::DRESSED_STONE_3,
        Biome::Muspelheim => Material::DRESSED_STONE_2,
        Biome::Niflheim => Material::DRESSED_STONE_4,
        Biome::Jotunheim | Biome::Neutral => Material::DRESSED_STONE_1,
        Biome::Alfheim => Material::DRESSED_STONE_5,
    };
    let grown = match biome {
        Biome::TheRoots | Biome::Alfheim => Material::MOSS,
        Biome::Muspelheim => Material::ASH,
        Biome::Niflheim => Material::ICE,
        Biome::Jotunheim | Biome::Neutral => Material::SOIL,
    };
    let floor = match ground {
        Ground::Rock => Material::NONE,
        Ground::Boards => Material::WOOD,
        Ground::Flags => cut,
        Ground::Earth => grown,
        Ground::Plate => Material::IRON,
        Ground::Sand => Material::SAND,
    };
    let wall = match (ground, biome) {
        (Ground::Rock | Ground::Earth, Biome::TheRoots) => Material::ROOT,
        (Ground::Rock | Ground::Earth, Biome::Niflheim) => Material::ICE,
        (Ground::Rock | Ground::Earth, Biome::Muspelheim) => Material::BLACK_SHALE,
        (Ground::Rock | Ground::Earth, Biome::Alfheim) => Material::CRYSTAL,
        (Ground::Plate, _) => Material::IRON,
        _ => cut,
    };
    plot.build_of(floor, wall);
}
