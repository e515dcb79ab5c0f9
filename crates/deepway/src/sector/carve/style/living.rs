//! Rooms that people lived in.

use super::hall::table_with_chairs;
use super::plot::Plot;
use crate::cell::Cell;

/// Beds in rows, racks at the head.
pub(super) fn barracks(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let apart = plot.random.between(2, 3);
    for v in (1..far).step_by(apart as usize) {
        plot.pair([0, v], Cell::Bed);
        if far > 8 {
            plot.pair([4, v], Cell::Bed);
        }
        if far > 18 {
            plot.pair([8, v], Cell::Bed);
        }
    }
    for u in 1..middle {
        if plot.random.chance(1, 2) {
            plot.pair([u, 0], Cell::Rack);
        }
    }
    if far > 8 {
        table_with_chairs(plot, [middle, middle]);
    }
}

/// Beds along the long walls, a table for instruments, shelves at the head.
pub(super) fn infirmary(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 3) {
        plot.apse();
    }
    let apart = plot.random.between(3, 4);
    for v in (2..=far).step_by(apart as usize) {
        plot.pair([0, v], Cell::Bed);
        plot.pair([1, v], Cell::Chair);
        if far > 18 {
            plot.pair([6, v], Cell::Bed);
        }
    }
    for u in 1..middle - 1 {
        if plot.random.chance(2, 3) {
            plot.pair([u, 0], Cell::Shelf);
        }
    }
    for v in (middle - 2..=middle + 2).step_by(2) {
        plot.set([middle, v], Cell::Table);
    }
    plot.put([middle, far - 1], Cell::Fountain);
}

/// Long tables with chairs on both sides.
pub(super) fn refectory(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let apart = plot.random.between(4, 5);
    for u in (2..far - 1).step_by(apart as usize) {
        for v in 3..far - 2 {
            if v == middle {
                continue;
            }
            plot.set([u, v], Cell::Table);
            for beside in [u - 1, u + 1] {
                if plot.random.chance(2, 3) {
                    plot.set([beside, v], Cell::Chair);
                }
            }
        }
    }
    plot.pair([middle - 2, 0], Cell::Hearth);
    plot.pair([0, far], Cell::Barrel);
}

/// A hearth, tables to work at, barrels in the corners.
pub(super) fn kitchen(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let reach = (far / 8).max(0);
    plot.fill([middle - reach - 1, 0], [middle + reach, 0], Cell::Hearth);
    for u in 1..far {
        if u != middle && plot.random.chance(3, 4) {
            plot.set([u, far / 2 + 1], Cell::Table);
        }
    }
    for corner in [[0, 0], [1, 0], [0, 1]] {
        if plot.random.chance(3, 4) {
            plot.pair(corner, Cell::Barrel);
        }
    }
    for v in far / 2 + 2..=far {
        if plot.random.chance(1, 2) {
            plot.pair([0, v], Cell::Shelf);
        }
    }
    if far > 8 {
        plot.set([middle, far - 2], Cell::Fountain);
    }
}

/// Shelves along the walls, tables to read at.
pub(super) fn library(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.octagon();
    }
    for at in plot.all() {
        if plot.is_at_wall(at) && plot.random.chance(9, 10) {
            plot.set(at, Cell::Shelf);
        }
    }
    if far > 8 {
        for v in (4..far - 3).step_by(4) {
            let u = plot.random.between(4, middle - 1);
            table_with_chairs(plot, [u, v]);
            table_with_chairs(plot, [far - u, v]);
        }
    } else {
        let (u, v) = (plot.random.between(2, 4), plot.random.between(2, 4));
        table_with_chairs(plot, [u, v]);
    }
}

/// Shelves in rows, with a lane down the middle.
pub(super) fn archive(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let apart = plot.random.between(2, 3);
    let lane = middle + plot.random.between(-2, 2);
    for v in (1..far).step_by(apart as usize) {
        for u in 1..far {
            if (u - lane).abs() > 0 && u % 6 != 0 && plot.random.chance(9, 10) {
                plot.set([u, v], Cell::Shelf);
            }
        }
    }
}

/// A table, a bed, some books.
pub(super) fn study(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.built_outline();
    let (u, v) = (
        plot.random.between(2, far - 2),
        plot.random.between(1, middle),
    );
    table_with_chairs(plot, [u, v]);
    let bed = plot.random.between(0, 1) * far;
    plot.set([bed, far], Cell::Bed);
    for u in 0..=far {
        if plot.random.chance(1, 2) {
            plot.set([u, 0], Cell::Shelf);
        }
    }
    plot.set([far - bed, far], Cell::Brazier);
    if far > 8 {
        for v in 2..far - 2 {
            if plot.random.chance(1, 3) {
                plot.set([far - bed, v], Cell::Shelf);
            }
        }
    }
}
