//! Positions, directions and layers.
//!
//! Four spaces meet in this engine, and each has a type of its own, so that
//! they cannot be mixed up by accident. They differ in where *north* and *up*
//! lie on their axes:
//!
//! | type | x | y | z |
//! |---|---|---|---|
//! | [`Pos`], a cell | east | **south** | up |
//! | [`RoomPos`], a unit of 10 m | east | **north** | up, −3..=3 |
//! | [`ZonePos`], a zone of the strata | east | south | **down**, 0..50 |
//! | [`MazePos`], a cell of a maze | column: east | row: south | level: **down** from 1 |
//!
//! Every conversion between them is in this module and is a bijection on the
//! positions that it accepts. `docs/coordinates.md` has drawings.

mod direction;
mod layer;
mod maze;
mod pos;
mod room;
mod zone;

pub use direction::{Direction, UnknownDirection};
pub use layer::{Biome, Layer, UnknownLayer};
pub use maze::MazePos;
pub use pos::Pos;
pub use room::{RoomPos, UnitFrame};
pub use zone::ZonePos;
