//! A path from one cell to another, or why there is none.

use crate::nav::{Ground, NoRoute, Route};
use crate::space::Pos;
use serde::Serialize;

/// The answer to a path query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteAnswer {
    /// Where it begins, as x, y and z.
    pub from: [i32; 3],
    /// Where it ends.
    pub to: [i32; 3],
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
            found: route.is_some(),
            length: route.map(Route::length),
            cost: route.and_then(|route| ground.weighed(route)),
            path: route.map(|route| route.iter().map(Pos::to_array).collect()),
            reason: answer.as_ref().err().map(ToString::to_string),
        }
    }
}
