//! A path through an open world.

use crate::space::Pos;
use crate::strata::{NoWorldRoute, WorldRoute};
use crate::world::World;
use serde::Serialize;

/// A path through an open world, or why there is none: what `deepway path --world --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorldRouteAnswer {
    /// Where it begins.
    pub from: String,
    /// Where it should end.
    pub to: String,
    /// Whether there is one.
    pub found: bool,
    /// What it costs, in straight steps, with what cells weigh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Whether it is a cheapest one for sure; far away it is nearly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Every cell from start to goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// How many zones the search looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zones: Option<u32>,
    /// How many of them had to be built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built: Option<u32>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl WorldRouteAnswer {
    /// The answer to a search between two cells of an open world.
    pub fn new(
        world: &World,
        [from, to]: [Pos; 2],
        answer: &Result<WorldRoute, NoWorldRoute>,
    ) -> Self {
        let route = answer.as_ref().ok();
        let cells = |route: &WorldRoute| {
            let cells = route.cells.iter();
            cells.map(|&pos| world.place_name(pos)).collect()
        };
        Self {
            from: world.place_name(from),
            to: world.place_name(to),
            found: route.is_some(),
            cost: route.map(WorldRoute::straight_steps),
            exact: route.map(|route| route.is_exact),
            path: route.map(cells),
            zones: route.map(|route| route.zones),
            built: route.map(|route| route.built),
            reason: answer.as_ref().err().map(ToString::to_string),
        }
    }
}
