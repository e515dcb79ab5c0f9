//! Entry halls: rooms to arrive in.

use super::plot::Plot;
use crate::cell::Cell;

/// Columns on both sides of an aisle, braziers between them at the head.
pub(super) fn colonnade(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 3) {
        plot.apse();
    }
    let inset = plot.random.between(1, (far / 5).max(1));
    let apart = plot.random.between(2, 4);
    for v in (1..far).step_by(apart as usize) {
        plot.pair([inset, v], Cell::Pillar);
        if far > 12 && inset + 3 < middle {
            plot.pair([inset + 3, v], Cell::Pillar);
        }
    }
    for v in 0..=far {
        plot.set([middle, v], Cell::Dais);
    }
    plot.pair([middle - 1, 0], Cell::Brazier);
}

/// Walls that narrow the way, bars, and racks for those on watch.
pub(super) fn gatehouse(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let line = plot.random.between(2, (far / 3).max(2));
    let gap = if plot.is_small() { 1 } else { 2 };
    for u in 0..=far {
        if (u - middle).abs() > gap {
            plot.set([u, line], Cell::Wall);
        } else if (u - middle).abs() == gap {
            plot.set([u, line], Cell::Bars);
        }
    }
    for u in (0..far / 2 - gap).step_by(2) {
        plot.pair([u, far], Cell::Rack);
    }
    plot.pair([0, line + 2], Cell::Brazier);
    table_with_chairs(plot, [1 + far / 6, far - 2]);
}

/// A counter, and chairs for those who had to wait.
pub(super) fn reception(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let line = plot.random.between(2, (far / 4).max(2));
    let open = plot.random.between(0, 1);
    for u in 1..far {
        let is_gap = u == middle || (open == 1 && u == 1);
        if !is_gap {
            plot.set([u, line], Cell::Table);
        }
    }
    for u in 1..far {
        if u % 2 == 0 {
            plot.set([u, line - 1], Cell::Chair);
        }
        if u % 3 != 0 {
            plot.set([u, far], Cell::Chair);
        }
    }
    for u in 0..far / 2 - 1 {
        if plot.random.chance(3, 4) {
            plot.pair([u, 0], Cell::Shelf);
        }
    }
    if far > 8 {
        plot.pair([2, far - 3], Cell::Pillar);
    }
}

/// Goods in blocks, with lanes between them.
pub(super) fn dock(plot: &mut Plot<'_>) {
    let far = plot.far();
    for v in (1..far - 1).step_by(4) {
        for u in (1..far - 1).step_by(4) {
            let cell = match plot.random.below(5) {
                0 | 1 => Cell::Barrel,
                2 | 3 => Cell::Furniture,
                _ => continue,
            };
            let (wide, high) = (plot.random.between(0, 1), plot.random.between(0, 1));
            plot.fill([u, v], [u + wide, v + high], cell);
        }
    }
    plot.four([0, 0], Cell::Barrel);
}

/// A round head with fires on both sides.
pub(super) fn porch(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.apse();
    let apart = plot.random.between(1, (far / 5).max(1));
    plot.pair([middle - apart - 1, 1], Cell::Brazier);
    plot.set([middle, 0], Cell::Statue);
    for v in (far / 2..=far).step_by(3) {
        plot.pair([0, v], Cell::Chair);
        if far > 8 {
            plot.pair([3, v], Cell::Pillar);
        }
    }
    plot.pair([1, far], Cell::Barrel);
}

/// A fountain under the open middle of a ring of columns.
pub(super) fn forecourt(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.octagon();
    let ring = (far / 3).max(2);
    let reach = plot.random.between(0, (far / 10).max(0));
    plot.fill(
        [middle - reach - 1, middle - reach - 1],
        [middle + reach + 1, middle + reach + 1],
        Cell::ShallowLiquid,
    );
    plot.put([middle, middle], Cell::Fountain);
    for (u, v) in [(ring, 0), (0, ring), (ring, ring / 2), (ring / 2, ring)] {
        for [u, v] in [[u, v], [-u, v], [u, -v], [-u, -v]] {
            plot.set([middle + u, middle + v], Cell::Pillar);
        }
    }
    plot.pair([middle - 2, far], Cell::Chair);
}

/// Rock that was never squared, and mushrooms that came in through it.
pub(super) fn root_gate(plot: &mut Plot<'_>) {
    let far = plot.far();
    plot.cavern();
    let middle = plot.middle();
    plot.pair([middle - far / 4, middle], Cell::Pillar);
    for _ in 0..far / 3 {
        let at = [plot.random.between(0, far), plot.random.between(0, far)];
        if plot.is_at_wall(at) {
            plot.set(at, Cell::Fungus);
        }
    }
    plot.pair([middle - 2, 1], Cell::Brazier);
}

/// A table with chairs on the sides that are free.
pub(super) fn table_with_chairs(plot: &mut Plot<'_>, [u, v]: [i32; 2]) {
    if plot.set([u, v], Cell::Table) {
        for beside in [[u - 1, v], [u + 1, v], [u, v - 1], [u, v + 1]] {
            if plot.random.chance(3, 4) {
                plot.set(beside, Cell::Chair);
            }
        }
    }
}
