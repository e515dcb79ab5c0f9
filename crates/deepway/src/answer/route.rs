//! A path from one cell to another, or why there is none.

use crate::nav::{Ground, NoRoute, Route};
use crate::space::Pos;
use crate::world::World;
use serde::Serialize;

/// The ids of the rooms that a path passes, in their order; none outside sectors.
pub fn rooms_passed(world: &World, path: impl IntoIterator<Item = Pos>) -> Vec<String> {
    let rooms = path.into_iter().filter_map(|pos| world.room_at(pos));
    let mut rooms: Vec<_> = rooms.collect();
    rooms.dedup();
    rooms.iter().map(ToString::to_string).collect()
}

/// The answer to a path query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteAnswer {
    /// Where it begins, as x, y and z.
    pub from: [i32; 3],
    /// Where it ends.
    pub to: [i32; 3],
    /// The name of the start, where cells have names of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_place: Option<String>,
    /// The name of the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_place: Option<String>,
    /// Whether there is a path.
    pub found: bool,
    /// Its length: a straight step and a link count 1, a diagonal step √2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// The cost that was minimised, in straight steps, if it is not the length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Every cell of the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[i32; 3]>>,
    /// The rooms that it passes, in a sector.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<String>,
    /// Why there is no path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RouteAnswer {
    /// The answer for the result of a search.
    pub fn new(ground: &Ground, ends: [Pos; 2], answer: &Result<Route, NoRoute>) -> Self {
        let route = answer.as_ref().ok();
        Self {
            from: ends[0].to_array(),
            to: ends[1].to_array(),
            from_place: None,
            to_place: None,
            found: route.is_some(),
            length: route.map(Route::length),
            cost: route.and_then(|route| ground.weighed(route)),
            path: route.map(|route| route.iter().map(Pos::to_array).collect()),
            rooms: Vec::new(),
            reason: answer.as_ref().err().map(ToString::to_string),
        }
    }

    /// The same answer with the names that its cells have in a world.
    #[must_use]
    pub fn named(mut self, world: &World) -> Self {
        self.from_place = world.own_name(self.from.into());
        self.to_place = world.own_name(self.to.into());
        let cells = self.path.iter().flatten().map(|&cell| cell.into());
        self.rooms = rooms_passed(world, cells);
        self
    }
}
