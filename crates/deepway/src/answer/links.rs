//! The links of a world.

use crate::link::Link;
use crate::world::World;
use serde::{Serialize, Serializer};

/// All links of a world.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LinksAnswer<'a> {
    /// Each link, ordered by low cell, then high cell.
    #[serde(serialize_with = "each")]
    links: (&'a World, &'a [Link]),
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkAnswer {
    /// `ladder`, `stairs`, `ramp`, `hole`, `shaft` or `elevator`.
    pub kind: &'static str,
    /// The lower cell, as x, y and z.
    pub low: [i32; 3],
    /// The higher cell.
    pub high: [i32; 3],
    /// The name of the lower cell, where cells have names of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low_place: Option<String>,
    /// The name of the higher cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high_place: Option<String>,
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
            low_place: None,
            high_place: None,
            up: link.up,
            down: link.down,
            group: link.group,
        }
    }
}

impl<'a> LinksAnswer<'a> {
    /// All links; the world may have names of its own for its cells.
    pub fn new(world: &'a World, links: &'a [Link]) -> Self {
        Self {
            links: (world, links),
        }
    }
}

/// Writes links one by one, without copying the list.
fn each<S: Serializer>(links: &(&World, &[Link]), serializer: S) -> Result<S::Ok, S::Error> {
    let named = |link: &Link| LinkAnswer {
        low_place: links.0.own_name(link.low),
        high_place: links.0.own_name(link.high),
        ..LinkAnswer::from(link)
    };
    serializer.collect_seq(links.1.iter().map(named))
}
