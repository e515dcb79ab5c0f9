//! Worlds with a real vertical dimension.
//!
//! Everything that can be walked on is a cell in a [`Volume`], and everything
//! that changes level is a [`Link`]. Hand-made maps and generators produce
//! them; searches, checks and views read them.
//!
//! ```
//! use deepway::{MoveRules, Pos, link, text};
//!
//! let map = b"\
//! floor:0
//! ######
//! #..X.#
//! ######
//! floor:1
//! ######
//! #..X.#
//! ######
//! ";
//! let volume = text::read("map", map)?;
//! let links = link::scan(&volume, &MoveRules::default());
//! assert_eq!(links[0].low, Pos::new(3, 1, 0));
//! assert!(links[0].up && links[0].down);
//! # Ok::<(), text::MapError>(())
//! ```
//!
//! A [`world::World`] is a map, a sector, a maze or an open world; [`codec::open`] reads any of
//! them. It has rules, places and cells or zones, so that the rest need not know its kind:
//!
//! - [`world`], [`codec`]: a world of any kind, from bytes and to bytes
//! - [`sector`], [`generate`], [`words`]: rooms in three dimensions, their cells and names
//! - [`traverse`], [`check`]: a character who climbs and falls in a sector
//! - [`play`]: a game in a world of any kind, command by command
//! - [`maze`]: levels of corridors, and walks through them
//! - [`strata`]: an open world of zones, built in any order, and ways through it
//! - [`text`], [`json`]: the formats of maps and of everything else
//! - [`link`], [`nav`]: what joins levels, and the cheapest paths
//! - [`sight`]: who sees what, on a level and through openings
//! - [`validate`], [`report`]: whether a world holds together, and what is wrong if not
//! - [`view`]: text for terminals, and pictures
//! - [`answer`]: answers for programs, as JSON
//! - `export`, `import`: files of other tools, out and in, with the feature `exchange`
//! - [`expression`], [`generate::find`]: conditions over properties, and what satisfies them
//!
//! The engine reads no file, no clock and no environment and prints nothing; it
//! does not panic on any input, and the same input gives the same bytes
//! everywhere.
//!
//! Feature `exchange` adds formats of other tools and the book for the table. Feature `png` adds
//! pictures as PNG; SVG and text need no feature. Feature
//! `threads` answers many queries on all cores. Feature `serde` makes the small
//! values (positions, seeds, cells, things, rules, …) serializable.

pub mod answer;
mod cell;
pub mod check;
pub mod codec;
#[cfg(feature = "exchange")]
pub mod export;
pub mod expression;
pub mod generate;
mod ids;
#[cfg(feature = "exchange")]
pub mod import;
pub mod json;
pub mod link;
mod material;
pub mod maze;
pub mod nav;
pub mod play;
pub mod population;
pub mod report;
mod rules;
pub mod sector;
mod seed;
#[cfg(feature = "serde")]
mod serial;
pub mod sight;
mod space;
pub mod strata;
pub mod text;
mod thing;
pub mod traverse;
pub mod validate;
pub mod view;
mod volume;
pub mod words;
pub mod world;

pub use cell::{Cell, CellInfo, Leads, LinkKind};
pub use ids::{ConnectionId, EdgeId, ExitId, LockId, RoomId, UnknownId};
pub use link::Link;
pub use material::{Effect, Fills, Material, MaterialInfo, MaterialNameError};
pub use rules::{
    Avoid, Avoided, AvoidedHere, Costs, Gravity, MoveRules, Moves, PullDownWeights, Ramps,
    RulesError, Stairs,
};
pub use seed::{Dice, DiceError, Label, Seed, Stream, StreamState, UnknownState};
pub use space::{
    Biome, Direction, Layer, MazePos, Pos, RoomPos, UnitFrame, UnknownDirection, UnknownLayer,
    ZonePos,
};
pub use thing::{Thing, ThingKind};
pub use volume::{
    BitPlane, Change, Draft, MaterialError, OutsideError, Revision, Size, SizeError, ThingError,
    ThingId, Volume,
};
