//! Junctions: rooms where ways meet.

use super::plot::Plot;
use crate::cell::Cell;

/// Round, with something in the middle and columns around it.
pub(super) fn rotunda(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.round();
    let kinds = [Cell::Statue, Cell::Fountain, Cell::Brazier, Cell::Altar];
    let centre = plot.random.pick(&kinds).copied().unwrap_or(Cell::Statue);
    if far > 8 {
        let step = plot.random.between(1, far / 7);
        plot.fill(
            [middle - step, middle - step],
            [middle + step, middle + step],
            Cell::Dais,
        );
        plot.put([middle, middle], centre);
        let ring = far / 3 + plot.random.between(0, 1);
        columns_in_a_ring(plot, ring, Cell::Pillar);
    } else {
        plot.put([middle, middle], centre);
        if plot.random.chance(1, 2) {
            plot.four([1, 1], Cell::Pillar);
        }
    }
}

/// Eight columns around the middle.
pub(super) fn columns_in_a_ring(plot: &mut Plot<'_>, ring: i32, cell: Cell) {
    let middle = plot.middle();
    let near = ring * 5 / 12;
    for (u, v) in [(ring, near), (near, ring)] {
        for [u, v] in [[u, v], [-u, v], [u, -v], [-u, -v]] {
            plot.set([middle + u, middle + v], cell);
        }
    }
}

/// Four arms, and a post where they meet.
pub(super) fn crossing(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.cross();
    let kinds = [Cell::Pillar, Cell::Statue, Cell::Brazier];
    let post = plot.random.pick(&kinds).copied().unwrap_or(Cell::Pillar);
    plot.put([middle, middle], post);
    if far > 8 {
        let arm = far * 2 / 5 / 2;
        plot.four([middle - arm, middle - arm], Cell::Pillar);
        plot.pair([0, middle - arm], Cell::Barrel);
    }
}

/// Stalls in two rows, with barrels behind them.
pub(super) fn market(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    for v in (2..far - 1).step_by(4) {
        for u in 2..far - 1 {
            if (u - middle).abs() <= 1 || u % 4 == 1 {
                continue;
            }
            let cell = if plot.random.chance(2, 3) {
                Cell::Table
            } else {
                Cell::Furniture
            };
            plot.set([u, v], cell);
            if plot.random.chance(1, 4) {
                plot.set([u, v + 1], Cell::Barrel);
            }
        }
    }
    plot.put([middle, middle], Cell::Fountain);
}

/// A well in the middle, seats along the wall.
pub(super) fn well_house(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.octagon();
    } else {
        plot.apse();
    }
    if far > 8 {
        let rim = plot.random.between(1, far / 6);
        plot.fill(
            [middle - rim, middle - rim],
            [middle + rim, middle + rim],
            Cell::Dais,
        );
        plot.four([middle - rim - 2, middle - rim - 2], Cell::Pillar);
    }
    plot.put([middle, middle], Cell::Fountain);
    for along in 1..far {
        if plot.random.chance(1, 2) {
            plot.set([along, 0], Cell::Chair);
        }
        if plot.random.chance(1, 3) {
            plot.set([along, far], Cell::Barrel);
        }
    }
}

/// A hole in the floor, as wide as the room, and bridges across it.
pub(super) fn pit(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.octagon();
    }
    let rim = plot.random.between(2, (far / 5).max(2));
    let is_crossed = plot.random.chance(4, 5);
    for along in rim..=far - rim {
        plot.set([middle, along], Cell::Bridge);
        if is_crossed {
            plot.set([along, middle], Cell::Bridge);
        }
    }
    let fill = if plot.random.chance(2, 3) {
        Cell::Air
    } else {
        Cell::DeepLiquid
    };
    for v in rim..=far - rim {
        for u in rim..=far - rim {
            plot.set([u, v], fill);
        }
    }
    plot.four([rim - 1, rim - 1], Cell::Brazier);
}

/// Half of the room raised, with a row of columns along the edge.
pub(super) fn terrace(plot: &mut Plot<'_>) {
    let far = plot.far();
    plot.built_outline();
    let edge = plot.random.between(far / 3, far / 2);
    plot.fill([0, 0], [far, edge], Cell::Dais);
    let apart = plot.random.between(2, 4);
    for u in (1..far).step_by(apart as usize) {
        plot.put([u, edge], Cell::Pillar);
    }
    if plot.random.chance(1, 2) {
        plot.put([plot.middle(), 1], Cell::Statue);
    }
    plot.pair([1, far - 1], Cell::Brazier);
}

/// Machines in the corners around a turning floor.
pub(super) fn turntable(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let block = (far / 5).max(1);
    for v in 0..block {
        for u in 0..=block {
            if plot.random.chance(5, 6) {
                plot.four([u, v], Cell::Machine);
            }
        }
    }
    let reach = (far / 5).max(1);
    for [u, v] in plot.all() {
        let (du, dv) = (u - middle, v - middle);
        if du * du + dv * dv <= reach * reach + 1 {
            plot.set([u, v], Cell::Dais);
        }
    }
    plot.put([middle, middle], Cell::Machine);
    plot.pair([0, middle - 2], Cell::Rack);
}

/// A wall that winds inward.
pub(super) fn spiral(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let first = plot.random.between(2, 3);
    let mut gap = plot.random.below(4) as i32;
    for ring in (first..middle - 1).step_by(3) {
        for along in ring..=far - ring {
            let is_gap = |side: i32| side == gap && (along - middle).abs() <= 1;
            for (side, at) in [
                (0, [along, ring]),
                (1, [far - ring, along]),
                (2, [along, far - ring]),
                (3, [ring, along]),
            ] {
                if !is_gap(side) {
                    plot.set(at, Cell::Wall);
                }
            }
        }
        gap = (gap + 1) % 4;
    }
    let kinds = [Cell::Altar, Cell::Statue, Cell::Fountain];
    let heart = plot.random.pick(&kinds).copied().unwrap_or(Cell::Statue);
    plot.put([middle, middle], heart);
}
