//! Rooms to worship in, and rooms for the dead.

use super::plot::Plot;
use crate::cell::Cell;

/// An altar in an apse, and seats before it.
pub(super) fn chapel(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.apse();
    plot.fill([middle - 1, 0], [middle + 1, (far / 6).max(1)], Cell::Dais);
    plot.put([middle, far / 8], Cell::Altar);
    plot.pair([middle - 2, 1], Cell::Brazier);
    let aisle = plot.random.between(0, 1);
    let (first, apart) = (far / 2, plot.random.between(2, 3));
    for v in (first..far).step_by(apart as usize) {
        for u in 1..middle - aisle {
            plot.pair([u, v], Cell::Chair);
        }
    }
    if far > 8 && plot.random.chance(1, 2) {
        plot.pair([1, far / 3], Cell::Pillar);
    }
}

/// Stone coffins in rows.
pub(super) fn crypt(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.cross();
    }
    let apart = plot.random.between(2, 3);
    for v in (1..far).step_by(apart as usize) {
        plot.pair([1, v], Cell::Sarcophagus);
        plot.pair([middle - 2, v], Cell::Sarcophagus);
        if far > 18 {
            plot.pair([5, v], Cell::Sarcophagus);
        }
    }
    plot.put([middle, 0], Cell::Altar);
    plot.pair([middle - 1, far], Cell::Brazier);
}

/// A statue on a dais, fires beside it.
pub(super) fn shrine(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.built_outline();
    let reach = plot.random.between(1, (far / 6).max(1));
    plot.fill([middle - reach, 0], [middle + reach, reach], Cell::Dais);
    let statue = plot.random.between(0, 1);
    plot.put(
        [middle, statue],
        if statue == 0 {
            Cell::Statue
        } else {
            Cell::Altar
        },
    );
    plot.pair([middle - reach - 1, reach], Cell::Brazier);
    if far > 8 {
        let (aside, apart) = (far / 4, plot.random.between(3, 4));
        for v in (reach + 3..far).step_by(apart as usize) {
            plot.pair([aside, v], Cell::Pillar);
            plot.pair([middle - 1, v], Cell::Chair);
        }
    }
    for v in (2 + reach..=far).step_by(2) {
        if plot.random.chance(1, 2) {
            plot.pair([0, v], Cell::Statue);
        }
    }
}

/// Three aisles, with an altar at the head of the middle one.
pub(super) fn nave(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.apse();
    let aisle = far / 4 + plot.random.between(0, 1);
    let apart = plot.random.between(2, 3);
    for v in (far / 4..=far - 1).step_by(apart as usize) {
        plot.pair([aisle, v], Cell::Pillar);
    }
    for u in aisle + 1..middle {
        for v in (far / 2..far - 1).step_by(2) {
            plot.pair([u, v], Cell::Chair);
        }
    }
    plot.fill([middle - 2, 0], [middle + 2, far / 5], Cell::Dais);
    plot.put([middle, far / 8], Cell::Altar);
    plot.pair([middle - 3, 1], Cell::Statue);
    plot.pair([1, far - 1], Cell::Brazier);
}

/// Statues that face each other.
pub(super) fn statues(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    plot.built_outline();
    let (inset, apart) = (plot.random.between(1, 4), plot.random.between(2, 4));
    for v in (1..far).step_by(apart as usize) {
        plot.pair([inset, v], Cell::Statue);
    }
    for v in 0..=far {
        plot.set([middle, v], Cell::Dais);
    }
    plot.pair([middle - 2, middle], Cell::Brazier);
}

/// A regular forest of pillars.
pub(super) fn columns(plot: &mut Plot<'_>) {
    let far = plot.far();
    plot.built_outline();
    let apart = plot.random.between(2, 4) as usize;
    let first = plot.random.between(0, 1) + 1;
    for v in (first..=far / 2).step_by(apart) {
        for u in (first..=far / 2).step_by(apart) {
            plot.four([u, v], Cell::Pillar);
        }
    }
    if plot.random.chance(1, 2) {
        plot.put([plot.middle(), plot.middle()], Cell::Brazier);
    }
}

/// One coffin on a dais, and those who were to guard it.
pub(super) fn tomb(plot: &mut Plot<'_>) {
    let (far, middle) = (plot.far(), plot.middle());
    if plot.random.chance(1, 2) {
        plot.octagon();
    }
    plot.fill([middle - 1, 0], [middle + 1, 2], Cell::Dais);
    let across = plot.random.between(0, 1);
    plot.put([middle, 1], Cell::Sarcophagus);
    plot.put([middle + across, 1], Cell::Sarcophagus);
    let guards = if plot.random.chance(1, 2) {
        Cell::Statue
    } else {
        Cell::Brazier
    };
    plot.pair([middle - 2, 2], guards);
    if far > 8 {
        let apart = plot.random.between(3, 5);
        for v in (5..far).step_by(apart as usize) {
            plot.pair([middle - 3, v], Cell::Pillar);
            plot.pair([middle - 5, v], Cell::Sarcophagus);
        }
    }
    for v in (2..=far).step_by(2) {
        if plot.random.chance(1, 2) {
            plot.pair([0, v], Cell::Sarcophagus);
        }
    }
}
