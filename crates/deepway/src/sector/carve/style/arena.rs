//! Boss arenas: rooms to end in.

use super::natural::{blot, clumps};
use super::plot::Plot;
use super::square::columns_in_a_ring;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Biome;

/// What stands around a seat in a biome.
fn post(biome: Biome) -> Cell {
    match biome {
        Biome::Niflheim | Biome::Alfheim => Cell::Crystal,
        Biome::Muspelheim => Cell::Brazier,
        Biome::Jotunheim => Cell::Statue,
        Biome::TheRoots | Biome::Neutral => Cell::Pillar,
    }
}

/// A round floor of sand with a ring around it.
pub(super) fn ring(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.round();
    let ring = far / 2 - far / 8 - plot.random.between(1, 2);
    columns_in_a_ring(plot, ring, post(plot.room.biome));
    if plot.random.chance(1, 2) {
        columns_in_a_ring(plot, ring / 2, Cell::Brazier);
    }
    plot.put([middle, middle], Cell::Statue);
    plot.pair([middle - 1, 0], Cell::Bars);
}

/// Rows of seats around a stage.
pub(super) fn amphitheatre(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.apse();
    let apart = plot.random.between(2, 3);
    for [u, v] in plot.all() {
        let (du, dv) = (u - middle, v - far * 2 / 3);
        let away = du * du + dv * dv;
        let rings = [far / 2, far / 2 - apart, far / 2 - 2 * apart];
        let is_row = |row: i32| away >= row * row && away < (row + 1) * (row + 1);
        if v < far * 2 / 3 && rings.into_iter().any(is_row) && du.abs() > 1 {
            plot.set([u, v], Cell::Chair);
        }
    }
    plot.fill(
        [middle - far / 5, far * 2 / 3],
        [middle + far / 5, far - 2],
        Cell::Dais,
    );
    plot.pair([middle - far / 4, far - 1], Cell::Brazier);
    plot.put([middle, far - 3], Cell::Throne);
}

/// A throne on a dais, and a way up to it between columns.
pub(super) fn throne_hall(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    match plot.random.below(3) {
        0 => plot.apse(),
        1 => plot.octagon(),
        _ => {}
    }
    let reach = (far / 5).max(1);
    plot.fill([middle - reach, 0], [middle + reach, reach], Cell::Dais);
    plot.put([middle, 1], Cell::Throne);
    plot.pair([middle - reach, 1], Cell::Brazier);
    let aside = reach + plot.random.between(0, 1);
    let apart = plot.random.between(2, 4);
    for v in (reach + 2..far).step_by(apart as usize) {
        plot.pair([middle - aside, v], post(plot.room.biome));
        if far > 18 {
            plot.pair([middle - aside - 4, v], Cell::Pillar);
        }
    }
    for v in reach + 1..=far {
        plot.set([middle, v], Cell::Dais);
    }
}

/// An island with a seat in the middle of deep liquid.
pub(super) fn island(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.octagon();
    } else {
        plot.cavern();
    }
    let (outer, inner) = (far / 3 + 1, far / 6);
    for along in inner..=outer {
        plot.set([middle, middle + along], Cell::Bridge);
        plot.set([middle + 1, middle + along], Cell::Bridge);
    }
    for [u, v] in plot.all() {
        let (du, dv) = (u - middle, v - middle);
        let away = du * du + dv * dv;
        if away <= inner * inner {
            plot.set([u, v], Cell::Dais);
        } else if away <= outer * outer && !plot.set([u, v], Cell::DeepLiquid) {
            plot.set([u, v], Cell::ShallowLiquid);
        }
    }
    let seat = if plot.random.chance(1, 2) {
        Cell::Throne
    } else {
        Cell::Altar
    };
    plot.put([middle, middle - inner / 2], seat);
    plot.four([middle - outer, middle - outer], Cell::Brazier);
}

/// A cave with bones pushed to the walls.
pub(super) fn lair(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.cavern();
    for at in plot.all() {
        if plot.is_at_wall(at) && plot.random.chance(1, 3) {
            plot.paint(at, Material::BONE);
            plot.set(at, Cell::Rubble);
        }
    }
    let nest = [
        middle + plot.random.between(-far / 6, far / 6),
        middle + plot.random.between(-far / 6, far / 6),
    ];
    for dv in -2..=2 {
        for du in -2..=2 {
            plot.paint([nest[0] + du, nest[1] + dv], Material::BONE);
        }
    }
    if plot.random.chance(1, 2) {
        blot(plot, [far / 4, far * 3 / 4], far / 8, Cell::ShallowLiquid);
    }
    clumps(plot);
}

/// A platform over nothing, with bridges to it.
pub(super) fn abyss(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let rim = plot.random.between(2, 3);
    let half = far / 5;
    for along in (rim..=far - rim).filter(|along| (along - middle).abs() > half) {
        plot.set([middle, along], Cell::Bridge);
        plot.set([along, middle], Cell::Bridge);
    }
    for [u, v] in plot.all() {
        let away = (u - middle).abs().max((v - middle).abs());
        if away > half && u >= rim && v >= rim && u <= far - rim && v <= far - rim {
            plot.set([u, v], Cell::Air);
        }
    }
    plot.put([middle, middle - 1], Cell::Throne);
    plot.four([middle - half, middle - half], post(plot.room.biome));
}

/// Machines around a floor, and one in the middle of it.
pub(super) fn great_engine(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let half = (far / 8).max(1);
    plot.fill(
        [middle - half, middle - half],
        [middle + half, middle + half],
        Cell::Machine,
    );
    let apart = plot.random.between(3, 4);
    for v in (0..=far).step_by(apart as usize) {
        plot.fill([0, v], [far / 8, v + 1], Cell::Machine);
        plot.fill([far - far / 8, v], [far, v + 1], Cell::Machine);
    }
    plot.four([middle - half - 2, middle - half - 2], Cell::Brazier);
    plot.put([middle, middle - half - 2], Cell::Anvil);
    plot.put([middle, 1], Cell::Throne);
}
