//! Rooms that grew, or that something grows in.

use super::plot::Plot;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Biome;

/// A cave, sometimes with a puddle.
pub(super) fn cave(plot: &mut Plot<'_>) {
    let far = plot.far();
    plot.cavern();
    if plot.random.chance(1, 2) {
        let at = [
            plot.random.between(2, far - 2),
            plot.random.between(2, far - 2),
        ];
        let reach = plot.random.between(1, (far / 6).max(1));
        blot(plot, at, reach, Cell::ShallowLiquid);
    }
    clumps(plot);
}

/// Clumps of what grows or drips in a cave.
pub(super) fn clumps(plot: &mut Plot<'_>) {
    let far = plot.far();
    let grown = match plot.room.biome {
        Biome::TheRoots => Cell::Fungus,
        Biome::Niflheim | Biome::Alfheim => Cell::Crystal,
        Biome::Muspelheim | Biome::Jotunheim | Biome::Neutral => Cell::Rubble,
    };
    for _ in 0..far / 3 {
        let [u, v] = [
            plot.random.between(1, far - 1),
            plot.random.between(1, far - 1),
        ];
        let kinds = [Cell::Pillar, grown, grown];
        let cell = plot.random.pick(&kinds).copied().unwrap_or(Cell::Pillar);
        for at in [[u, v], [u + 1, v], [u, v + 1]] {
            if plot.random.chance(2, 3) {
                plot.set(at, cell);
            }
        }
    }
}

/// A round spot with a ragged edge.
pub(super) fn blot(plot: &mut Plot<'_>, [u, v]: [i32; 2], reach: i32, cell: Cell) {
    for dv in -reach..=reach {
        for du in -reach..=reach {
            let ragged = plot.random.between(-1, 1);
            if du * du + dv * dv + ragged <= reach * reach {
                plot.put([u + du, v + dv], cell);
            }
        }
    }
}

/// Liquid in the middle, deep where it is wide.
pub(super) fn pool(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.cavern();
    } else {
        plot.octagon();
    }
    let aside = (far / 8).max(1);
    let at = [
        middle + plot.random.between(-aside, aside),
        middle + plot.random.between(-aside, aside),
    ];
    let reach = far / 3;
    blot(plot, at, reach, Cell::ShallowLiquid);
    blot(plot, at, reach - 1, Cell::DeepLiquid);
}

/// Beds of soil with mushrooms in lines.
pub(super) fn fungus_garden(plot: &mut Plot<'_>) {
    let far = plot.far();
    if plot.random.chance(1, 2) {
        plot.cavern();
    }
    let apart = plot.random.between(2, 3);
    for v in (1..far).step_by(apart as usize) {
        for u in 0..=far {
            plot.paint([u, v], Material::SOIL);
            if u != plot.middle() && plot.random.chance(1, 2) {
                plot.set([u, v], Cell::Fungus);
            }
        }
    }
    plot.pair([0, far], Cell::Barrel);
    if far > 8 {
        let at = [
            plot.random.between(3, far - 3),
            plot.random.between(3, far - 3),
        ];
        blot(plot, at, 2, Cell::ShallowLiquid);
    }
}

/// Clumps of crystal, alike on both sides.
pub(super) fn crystal_grove(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.cavern();
    } else {
        plot.round();
    }
    for _ in 0..far {
        let (u, v) = (plot.random.between(0, middle), plot.random.between(0, far));
        for [du, dv] in [[0, 0], [1, 0], [0, 1]] {
            if plot.random.chance(2, 3) {
                plot.pair([u + du, v + dv], Cell::Crystal);
            }
        }
    }
}

/// A cleft through the room, and one bridge.
pub(super) fn brink(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.cavern();
    }
    let bridge = middle + plot.random.between(-far / 4, far / 4);
    let wide = plot.random.between(1, (far / 6).max(1));
    let line = middle + plot.random.between(-1, 1);
    let ragged: Vec<i32> = (0..=far).map(|_| plot.random.between(-1, 1)).collect();
    for v in line - wide - 1..=line + wide + 1 {
        plot.set([bridge, v], Cell::Bridge);
    }
    for u in 1..far {
        let off = ragged[u as usize];
        for v in line - wide + off..=line + wide + off {
            plot.set([u, v], Cell::Air);
        }
    }
    plot.pair([1, 1], Cell::Pillar);
}

/// A basin, a bench, and whatever still grows.
pub(super) fn lost_garden(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.built_outline();
    plot.put([middle, middle], Cell::Fountain);
    let plant = match plot.room.biome {
        Biome::Alfheim | Biome::Niflheim => Cell::Crystal,
        _ => Cell::Fungus,
    };
    for at in plot.all() {
        if plot.is_at_wall(at) && plot.random.chance(1, 2) {
            plot.set(at, plant);
        }
    }
    let bench = plot.random.between(-1, 1);
    plot.set([middle + bench, middle - 2], Cell::Chair);
    plot.set([middle + bench + 1, middle + 2], Cell::Chair);
    if far > 8 {
        blot(plot, [middle, far - 4], 2, Cell::ShallowLiquid);
    }
}
