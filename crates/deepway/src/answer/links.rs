//! The links of a world.

use crate::link::Link;
use serde::{Serialize, Serializer};

/// All links of a world.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LinksAnswer<'a> {
    /// Each link, ordered by low cell, then high cell.
    #[serde(serialize_with = "each")]
    pub links: &'a [Link],
}

/// A link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LinkAnswer {
    /// `ladder`, `stairs`, `ramp`, `hole`, `shaft` or `elevator`.
    pub kind: &'static str,
    /// The lower cell, as x, y and z.
    pub low: [i32; 3],
    /// The higher cell.
    pub high: [i32; 3],
    /// Whether it leads from low to high.
    pub up: bool,
    /// Whether it leads from high to low.
    pub down: bool,
    /// Links with the same group form one wide staircase.
    pub group: u32,
}

impl From<&Link> for LinkAnswer {
    fn from(link: &Link) -> Self {
        Self {
            kind: link.kind.name(),
            low: link.low.to_array(),
            high: link.high.to_array(),
            up: link.up,
            down: link.down,
            group: link.group,
        }
    }
}

/// Writes links one by one, without copying the list.
fn each<S: Serializer>(links: &[Link], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(links.iter().map(LinkAnswer::from))
}
