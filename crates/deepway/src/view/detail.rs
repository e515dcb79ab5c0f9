//! Limits on how much a picture can show.

use crate::cell::Cell;
use crate::volume::Volume;
use std::ops::Range;
use thiserror::Error;

/// Something has more parts than a picture can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too much for one picture: {found} {what}: expected at most {max}")]
pub struct TooDetailed {
    /// What there is too much of.
    pub what: &'static str,
    /// How many there are.
    pub found: u64,
    /// How many a picture can show.
    pub max: u64,
}

const MAX_LINKS: u64 = 20_000;
const MAX_THINGS: u64 = 20_000;
const MAX_CELLS: u64 = 1 << 26;
const MAX_SHAPES: u64 = 1_000_000;
/// About how many polygons make the sign of a cell.
const SHAPES_OF_A_SIGN: u64 = 8;

/// The most cells that a book draws, other than rock and open air.
#[cfg(feature = "exchange")]
const MAX_OF_A_BOOK: u64 = 1 << 20;

/// Refuses books that would take minutes and gigabytes.
#[cfg(feature = "exchange")]
pub(super) fn check_book(volume: &Volume) -> Result<(), TooDetailed> {
    let solid = [Cell::Wall as u8, Cell::Air as u8];
    let drawn = volume.bytes().iter().filter(|byte| !solid.contains(byte));
    let found = drawn.count() as u64;
    match found <= MAX_OF_A_BOOK {
        true => Ok(()),
        false => Err(TooDetailed {
            what: "cells for a book",
            found,
            max: MAX_OF_A_BOOK,
        }),
    }
}

/// Refuses pictures that would take hours and gigabytes.
///
/// Neighbouring cells that look alike are one shape, so a large plain level is
/// no problem; a chessboard of a million cells is.
pub(super) fn check(
    volume: &Volume,
    levels: Range<u32>,
    links: usize,
    has_signs: bool,
) -> Result<(), TooDetailed> {
    let within = |what, found, max| match found <= max {
        true => Ok(()),
        false => Err(TooDetailed { what, found, max }),
    };
    within("links", links as u64, MAX_LINKS)?;
    within("things", volume.thing_count().into(), MAX_THINGS)?;
    let area = u64::from(volume.size().width()) * u64::from(volume.size().height());
    within("cells", area * levels.len() as u64, MAX_CELLS)?;
    let mut shapes = 0;
    for z in levels {
        for y in 0..volume.size().height() {
            let row = volume.row_bytes(y, z);
            shapes += 1 + row.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
            let materials = volume.material_row(y, z);
            let pairs = materials.clone().zip(materials.skip(1));
            shapes += pairs.filter(|(material, next)| material != next).count() as u64;
            if has_signs {
                let plain = |byte: &&u8| {
                    matches!(
                        Cell::from_byte(**byte),
                        Cell::Air | Cell::Wall | Cell::Floor
                    )
                };
                shapes += (row.len() - row.iter().filter(plain).count()) as u64 * SHAPES_OF_A_SIGN;
            }
        }
    }
    within("shapes", shapes, MAX_SHAPES)
}
