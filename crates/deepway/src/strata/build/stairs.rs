//! Stairs: what the boundary says is there, with room around it.
//!
//! Every level of something that spans levels has a flight up but the highest, and a flight
//! down but the lowest. The boundary knows where; both ends stand in one column.

use super::{Canvas, Fixed};

/// Opens links, the pads around them, and the openings of the edges, and drains them.
pub(super) fn build(canvas: &mut Canvas, fixed: &Fixed) {
    canvas.paint(&fixed.open);
    canvas.deep = canvas.deep.without(&fixed.pads);
    canvas.shallow = canvas.shallow.without(&fixed.pads);
}
