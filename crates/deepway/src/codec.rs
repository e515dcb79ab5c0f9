//! Worlds from bytes, and bytes from worlds.
//!
//! [`open`] recognises the format by how the bytes begin; a [`Reader`] takes them in pieces
//! of any size. [`write()`] writes a world in one of the [`Format`]s.
//!
//! ```
//! use deepway::codec::{self, Format};
//!
//! let world = codec::open("map", b"floor:0\n..L\n")?;
//! let mut text = String::new();
//! codec::write(&world, Format::Text, &mut text)?;
//! assert_eq!(text, "floor:0\n..L\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod format;
mod reader;

pub use format::{Format, WriteError, write};
pub use reader::{MAX_JSON, OpenError, Reader, open};

#[cfg(test)]
mod tests;
