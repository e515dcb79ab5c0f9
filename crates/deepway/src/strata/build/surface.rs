//! Open country: rock where the land is high, and here and there elsewhere.

use super::super::board::Board;
use super::Canvas;
use crate::seed::Stream;

/// Draws a zone of the surface, rockier the higher it lies.
pub(super) fn build(canvas: &mut Canvas, height: u8, random: &mut Stream) {
    let rock = match height {
        0..90 => 9,
        90..130 => 10,
        130..165 => 12,
        _ => 14,
    };
    // Outcrops that have worn down to blocks, and single boulders.
    let outcrops = Board::random(random, rock).majority().majority();
    let boulders = Board::random(random, 1).and(&Board::random(random, 22));
    let open = Board::FULL.without(&outcrops.or(&boulders));
    canvas.paint_to_the_border(&open, true, random);
}
