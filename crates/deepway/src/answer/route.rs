//! A way from one cell to another, or why there is none.

use crate::nav::{Navigator, NoRoute, Route};
use crate::space::Pos;
use serde::Serialize;

/// The answer to one query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteAnswer {
    /// Where it begins, as x, y and z.
    pub from: [i32; 3],
    /// Where it ends.
    pub to: [i32; 3],
    /// Whether there is a way.
    pub found: bool,
    /// Its length: a straight step and a link are 1, a diagonal step is √2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// What was minimised, in straight steps, where that is not the length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Every cell of the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[i32; 3]>>,
    /// Why there is no way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RouteAnswer {
    /// What a search answered.
    pub fn new(navigator: &Navigator, ends: [Pos; 2], answer: &Result<Route, NoRoute>) -> Self {
        let route = answer.as_ref().ok();
        Self {
            from: ends[0].to_array(),
            to: ends[1].to_array(),
            found: route.is_some(),
            length: route.map(Route::length),
            cost: route.and_then(|route| weighed(navigator, route)),
            path: route.map(|route| route.cells().into_iter().map(Pos::to_array).collect()),
            reason: answer.as_ref().err().map(ToString::to_string),
        }
    }
}

/// What a route costs in straight steps, if cells have weights.
fn weighed(navigator: &Navigator, route: &Route) -> Option<f64> {
    let straight = f64::from(navigator.rules().costs.straight);
    navigator
        .has_weights()
        .then(|| route.cost as f64 / straight)
}
