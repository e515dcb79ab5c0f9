//! The ids of the rooms, connections, edges, exits and locks of a sector.
//!
//! ```
//! use deepway::{ConnectionId, RoomId};
//!
//! let room: RoomId = "r4".parse()?;
//! assert_eq!((room, room.to_string()), (RoomId::new(4), "r4".to_owned()));
//! assert_eq!(ConnectionId::new(2).to_string(), "c2");
//! assert!("c4".parse::<RoomId>().is_err());
//! # Ok::<(), deepway::UnknownId>(())
//! ```

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A text that is not an id of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{found:?}: expected the id of {what}, {prefix} and its number, such as {prefix}4")]
pub struct UnknownId {
    /// The beginning of the text.
    pub found: String,
    what: &'static str,
    prefix: char,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal $what:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(u32);

        impl $name {
            /// The id with a number, counted from 0.
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Its number.
            pub const fn number(self) -> u32 {
                self.0
            }

            /// Its index in the list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The first `count` ids.
            pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
                (0..count as u32).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&format!("{}{}", $prefix, self.0))
            }
        }

        impl FromStr for $name {
            type Err = UnknownId;

            fn from_str(text: &str) -> Result<Self, UnknownId> {
                let number = text.strip_prefix($prefix).and_then(|number| number.parse().ok());
                // There is only one spelling: no sign, no leading zeros.
                let id = number.map(Self).filter(|id| id.to_string() == text);
                id.ok_or_else(|| UnknownId {
                    found: text.chars().take(40).collect(),
                    what: $what,
                    prefix: $prefix,
                })
            }
        }

        impl TryFrom<String> for $name {
            type Error = UnknownId;

            fn try_from(text: String) -> Result<Self, UnknownId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }
    )*};
}

ids! {
    /// A room of a sector or a graph; written `r4`.
    RoomId 'r' "a room";
    /// A connection of a sector; written `c4`.
    ConnectionId 'c' "a connection";
    /// An edge of a graph; written `e4`.
    EdgeId 'e' "an edge";
    /// An exit of a room; written `x4`.
    ExitId 'x' "an exit";
    /// A lock of a sector; written `k4`, as is its key.
    LockId 'k' "a lock";
}

impl RoomId {
    /// The entry hall.
    pub const ENTRY: Self = Self::new(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_in_one_way_and_read_back() {
        for number in [0, 1, 9, 10, 4_294_967_295] {
            let id = RoomId::new(number);
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in [
            "",
            "r",
            "4",
            "R4",
            "r04",
            "r+4",
            "r-1",
            "c4",
            "r4 ",
            "r4294967296",
        ] {
            let error = text.parse::<RoomId>().unwrap_err().to_string();
            let expected = "expected the id of a room, r and its number, such as r4";
            assert_eq!(error, format!("{text:?}: {expected}"));
        }
    }

    #[test]
    fn an_id_keeps_its_column_in_a_table() {
        assert_eq!(format!("[{:4}]", EdgeId::new(3)), "[e3  ]");
    }
}
