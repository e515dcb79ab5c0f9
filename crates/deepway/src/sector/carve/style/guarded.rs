//! Rooms to lock things and people up in, and rooms that nobody was to find.

use super::hall::table_with_chairs;
use super::plot::Plot;
use crate::cell::Cell;

/// Cells along two walls: bars in front, walls between, a bed in each.
pub(super) fn prison(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let (long, deep) = (4, 3);
    for v in (0..far).step_by(long) {
        for u in 0..deep {
            plot.pair([u, v], Cell::Wall);
        }
        let gate = v + 1 + plot.random.between(0, 2);
        for along in v + 1..(v + long as i32).min(far + 1) {
            if along != gate {
                plot.pair([deep, along], Cell::Bars);
            }
        }
        let bed = v + 1 + plot.random.between(0, 1);
        plot.set([0, bed], Cell::Bed);
        plot.set([far, bed], Cell::Bed);
    }
    let at = plot.random.between(middle - 2, middle + 2);
    table_with_chairs(plot, [middle, at]);
    plot.set([middle, 0], Cell::Rack);
    plot.set([middle, far], Cell::Brazier);
}

/// A table for cards, racks for arms, a fire.
pub(super) fn guardroom(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    let (u, v) = (
        plot.random.between(2, far - 2),
        plot.random.between(2, far - 2),
    );
    table_with_chairs(plot, [u, v]);
    for along in 0..=far {
        if plot.random.chance(2, 5) {
            plot.set([along, 0], Cell::Rack);
        }
    }
    plot.set([0, far], Cell::Brazier);
    plot.set([far, far], Cell::Bed);
    if far > 8 {
        plot.set([far, far - 2], Cell::Bed);
        plot.set([far, far - 4], Cell::Bed);
        table_with_chairs(plot, [middle, middle]);
    }
}

/// Thick walls around shelves.
pub(super) fn vault(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.shape(|[u, v]| u > 0 && v > 0 && u < far && v < far);
    for along in 1..far {
        for at in [[along, 1], [1, along], [far - 1, along]] {
            if plot.random.chance(1, 2) {
                plot.set(at, Cell::Shelf);
            }
        }
    }
    let heart = if plot.random.chance(1, 2) {
        Cell::Statue
    } else {
        Cell::Altar
    };
    plot.put([middle, 2], heart);
    plot.pair([middle - 1, far - 1], Cell::Bars);
}

/// Barrels and crates, pushed in and left.
pub(super) fn cache(plot: &mut Plot<'_>) {
    let far = plot.far();
    if plot.random.chance(1, 2) {
        plot.cavern();
    }
    for at in plot.all() {
        if plot.is_at_wall(at) {
            match plot.random.below(6) {
                0 | 1 => plot.set(at, Cell::Barrel),
                2 => plot.set(at, Cell::Furniture),
                _ => false,
            };
        }
    }
    let rack = plot.random.between(1, far - 1);
    plot.set([rack, 0], Cell::Rack);
}

/// A bed, a table, a chair, a shelf: somebody lived here.
pub(super) fn hermitage(plot: &mut Plot<'_>) {
    let far = plot.far();
    plot.built_outline();
    let corner = plot.random.between(1, far - 1);
    plot.set([corner, 0], Cell::Bed);
    let (u, v) = (
        plot.random.between(1, far - 1),
        plot.random.between(2, far - 1),
    );
    table_with_chairs(plot, [u, v]);
    for v in 1..far {
        if plot.random.chance(1, 3) {
            plot.set([0, v], Cell::Shelf);
        }
    }
    plot.set([far, plot.far() / 2 + 1], Cell::Barrel);
    let fire = plot.random.between(1, far - 1);
    plot.set([fire, far], Cell::Hearth);
}
