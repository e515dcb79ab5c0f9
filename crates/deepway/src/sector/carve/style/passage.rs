//! Corridors: rooms to walk through.

use super::plot::Plot;
use crate::cell::Cell;

/// Lanes from door to door through rock, some of them wide, some with niches.
pub(super) fn lanes(plot: &mut Plot<'_>) {
    let middle = plot.middle();
    let wide = plot.random.between(0, 1);
    let (aside, across) = (plot.random.between(-1, 1), plot.random.between(-1, 1));
    // Large rooms have wider lanes.
    let half = (plot.far() + 2) / 16;
    plot.shape(|[u, v]| {
        let (du, dv) = ((u - middle - aside).abs(), (v - middle - across).abs());
        du + dv <= half + wide || du.min(dv) <= half
    });
    niches(plot);
}

/// Opens a few cells of rock beside the way.
fn niches(plot: &mut Plot<'_>) {
    let far = plot.far();
    for _ in 0..2 + far / 4 {
        let at = [plot.random.between(0, far), plot.random.between(0, far)];
        if plot.get(at) == Cell::Floor && plot.is_at_wall(at) {
            let cells = [Cell::Rubble, Cell::Barrel, Cell::Brazier, Cell::Statue];
            let cell = plot.random.pick(&cells).copied().unwrap_or(Cell::Rubble);
            plot.set(at, cell);
        }
    }
}

/// A tunnel that nobody squared.
pub(super) fn tunnel(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let wide = plot.random.between(2, (far / 3).max(2));
    let bend = plot.random.between(-1, 1);
    let ragged: Vec<i32> = (0..=far).map(|_| plot.random.between(-1, 1)).collect();
    plot.shape(|[u, v]| {
        let off = ragged[v as usize] + bend * (v - middle) / 3;
        2 * (u - middle - off).abs() <= wide + 1
    });
    for _ in 0..far / 3 {
        let at = [plot.random.between(0, far), plot.random.between(0, far)];
        if plot.is_at_wall(at) {
            plot.set(at, Cell::Rubble);
        }
    }
}

/// A walk around a core of stone or of water.
pub(super) fn cloister(plot: &mut Plot<'_>) {
    let far = plot.far();
    let walk = if far > 8 {
        3
    } else {
        1 + plot.random.between(0, 1)
    };
    let core = *plot
        .random
        .pick(&[Cell::Wall, Cell::DeepLiquid, Cell::Air, Cell::ShallowLiquid])
        .unwrap_or(&Cell::Wall);
    for v in walk..=far - walk {
        for u in walk..=far - walk {
            let is_rim = [u, v].into_iter().any(|at| at == walk || at == far - walk);
            let is_pillar = is_rim && core != Cell::Wall && (u + v) % 2 == 0;
            plot.set([u, v], if is_pillar { Cell::Pillar } else { core });
        }
    }
    if plot.random.chance(1, 2) {
        plot.four([0, 0], Cell::Statue);
    }
}

/// A channel down the middle, and slabs across it.
pub(super) fn culvert(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let aside = plot.random.between(-1, 1);
    let slab = plot.random.between(1, far - 1);
    let half = (far / 10).max(0);
    for v in 0..=far {
        if v == slab || v == (slab + far / 2) % far {
            plot.fill(
                [middle + aside - half, v],
                [middle + aside + half, v],
                Cell::Bridge,
            );
            continue;
        }
        for u in middle + aside - half..=middle + aside + half {
            if !plot.set([u, v], Cell::DeepLiquid) {
                plot.set([u, v], Cell::ShallowLiquid);
            }
        }
    }
    for v in 0..=far {
        if plot.random.chance(2, 3) {
            plot.pair([0, v], Cell::Wall);
        }
    }
}

/// A bridge over nothing.
pub(super) fn catwalk(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let wide = plot.random.between(0, 1);
    for along in 1..far {
        plot.fill([middle, along], [middle + wide, along], Cell::Bridge);
        plot.fill([along, middle], [along, middle], Cell::Bridge);
    }
    let cell = *plot
        .random
        .pick(&[Cell::Air, Cell::Air, Cell::DeepLiquid])
        .unwrap_or(&Cell::Air);
    for v in 1..far {
        for u in 1..far {
            plot.set([u, v], cell);
        }
    }
    let corner = plot.random.between(1, 2);
    plot.fill([0, 0], [corner, 0], Cell::Wall);
    plot.fill([far - corner, far], [far, far], Cell::Wall);
}

/// Statues in niches along a straight way.
pub(super) fn gallery(plot: &mut Plot<'_>) {
    let far = plot.far();
    let shift = plot.random.between(0, 1);
    for v in 0..=far {
        let is_niche = (v + shift) % 2 == 1;
        plot.pair([0, v], if is_niche { Cell::Statue } else { Cell::Wall });
    }
    if plot.random.chance(1, 2) {
        let light = plot.random.between(1, far - 1);
        plot.pair([1, light], Cell::Brazier);
    }
}

/// Two rows of pillars.
pub(super) fn arcade(plot: &mut Plot<'_>) {
    let far = plot.far();
    let apart = plot.random.between(2, 3);
    let inset = plot.random.between(1, 2);
    let start = plot.random.between(0, 1);
    for v in (start..=far).step_by(apart as usize) {
        plot.pair([inset, v], Cell::Pillar);
    }
    let end = plot.random.between(0, far / 2);
    plot.fill([0, 0], [0, end], Cell::Wall);
}

/// Walls that reach in from both sides in turn.
pub(super) fn defile(plot: &mut Plot<'_>) {
    let far = plot.far();
    let start = plot.random.between(1, 2);
    for (turn, v) in (0..).zip((start..far).step_by(2)) {
        let long = far - plot.random.between(1, 3);
        for along in 0..=long {
            let u = if turn % 2 == 0 { along } else { far - along };
            plot.set([u, v], Cell::Wall);
        }
    }
}

/// Machines along one wall, and a lane beside them.
pub(super) fn service_way(plot: &mut Plot<'_>) {
    let far = plot.far();
    for v in 0..=far {
        if plot.random.chance(3, 5) {
            plot.set([0, v], Cell::Machine);
        }
        if plot.random.chance(2, 5) {
            plot.set([1, v], Cell::Machine);
        }
    }
    let inset = far - plot.random.between(0, 2);
    plot.fill([inset, 0], [far, far], Cell::Wall);
    let rack = plot.random.between(0, far);
    plot.set([inset - 1, rack], Cell::Rack);
}
