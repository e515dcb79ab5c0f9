//! Rooms that people worked in.

use super::plot::Plot;
use crate::cell::Cell;

/// Benches, racks for tools, a vice or a machine.
pub(super) fn workshop(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    for v in (2..far - 1).step_by(4) {
        let long = plot.random.between(1, (far / 4).max(1));
        plot.fill([1, v], [1 + long, v], Cell::Table);
        plot.fill([far - 1 - long, v], [far - 1, v], Cell::Table);
        plot.pair([1 + long / 2, v + 1], Cell::Chair);
    }
    for u in 0..=far {
        if plot.random.chance(1, 2) {
            plot.set([u, 0], Cell::Rack);
        }
    }
    if far > 8 {
        plot.set([middle, far - 2], Cell::Machine);
        plot.set([middle, 3], Cell::Anvil);
    } else {
        plot.set([far - 1, far - 1], Cell::Anvil);
    }
}

/// Hearths at the head, anvils before them, racks at the sides.
pub(super) fn forge(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.built_outline();
    let apart = if plot.is_small() {
        2
    } else {
        plot.random.between(3, 4)
    };
    for u in (1..=middle - 1).step_by(apart as usize) {
        plot.pair([u, 1], Cell::Hearth);
        plot.pair([u, 3], Cell::Anvil);
    }
    for v in middle..=far {
        if plot.random.chance(1, 2) {
            plot.pair([0, v], Cell::Rack);
        }
    }
    plot.set([middle, far - 1], Cell::Fountain);
    plot.pair([1, far], Cell::Barrel);
}

/// Racks along the walls and in rows.
pub(super) fn armoury(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    for v in 0..=far {
        if plot.random.chance(2, 3) {
            plot.pair([0, v], Cell::Rack);
        }
    }
    if far > 8 {
        for v in (2..far - 1).step_by(3) {
            for u in 3..far - 2 {
                if u != middle && u % 4 != 0 {
                    plot.set([u, v], Cell::Rack);
                }
            }
        }
    }
    let anvil = plot.random.between(1, far - 1);
    plot.set([anvil, far - 1], Cell::Anvil);
    plot.pair([middle - 1, 0], Cell::Barrel);
}

/// Blocks of machinery with lanes between them.
pub(super) fn engines(plot: &mut Plot<'_>) {
    let far = plot.far();
    let (wide, high) = (plot.random.between(2, 3), plot.random.between(1, 2));
    for v in (1..far).step_by(high as usize + 2) {
        for u in (1..far).step_by(wide as usize + 2) {
            if plot.random.chance(1, 5) {
                continue;
            }
            plot.fill(
                [u, v],
                [(u + wide - 1).min(far - 1), (v + high - 1).min(far - 1)],
                Cell::Machine,
            );
        }
    }
    if plot.random.chance(1, 2) {
        plot.pair([0, far], Cell::Rack);
    }
}

/// Barrels and shelves, most of them along the walls.
pub(super) fn storeroom(plot: &mut Plot<'_>) {
    let far = plot.far();
    if plot.random.chance(1, 3) {
        plot.ell();
    }
    for at in plot.all() {
        if plot.is_at_wall(at) {
            match plot.random.below(10) {
                0..=3 => plot.set(at, Cell::Barrel),
                4..=6 => plot.set(at, Cell::Shelf),
                7 => plot.set(at, Cell::Furniture),
                _ => false,
            };
        }
    }
    if far > 8 {
        for v in (4..far - 3).step_by(4) {
            for u in (4..far - 3).step_by(4) {
                let cell = if plot.random.chance(1, 2) {
                    Cell::Barrel
                } else {
                    Cell::Furniture
                };
                plot.fill([u, v], [u + 1, v + 1], cell);
            }
        }
    }
}

/// Pillars that stand in liquid.
pub(super) fn cistern(plot: &mut Plot<'_>) {
    let far = plot.far();
    let rim = if plot.is_small() {
        1
    } else {
        plot.random.between(1, 2)
    };
    for v in rim..=far - rim {
        for u in rim..=far - rim {
            plot.set([u, v], Cell::ShallowLiquid);
        }
    }
    let apart = plot.random.between(2, 4);
    for v in (rim + 1..far - rim).step_by(apart as usize) {
        for u in (rim + 1..far - rim).step_by(apart as usize) {
            plot.put([u, v], Cell::Pillar);
        }
    }
    let deep = plot.random.between(far / 2, far - rim - 1);
    for v in deep..far - rim {
        for u in rim + 1..far - rim {
            if plot.random.chance(5, 6) {
                plot.put([u, v], Cell::DeepLiquid);
            }
        }
    }
}
