//! The links of a world.

use crate::link::Link;
use crate::world::World;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// All links of a world.
#[derive(Clone, Copy, Debug)]
pub struct LinksAnswer<'a> {
    /// The world, which may have names of its own for its cells.
    pub world: &'a World,
    /// Each link, ordered by low cell, then high cell.
    pub links: &'a [Link],
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

/// Written one by one, without copying the list.
impl Serialize for LinksAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |link: &Link| LinkAnswer {
            low_place: self.world.own_name(link.low),
            high_place: self.world.own_name(link.high),
            ..LinkAnswer::from(link)
        };
        let mut object = serializer.serialize_struct("links", 1)?;
        object.serialize_field("links", &Each(self.links, named))?;
        object.end()
    }
}

struct Each<'a, F>(&'a [Link], F);

impl<F: Fn(&Link) -> LinkAnswer> Serialize for Each<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}
