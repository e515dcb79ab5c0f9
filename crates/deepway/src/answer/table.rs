//! Distances between many places.

use serde::Serialize;

/// What ways cost from each of some places to each of others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableAnswer {
    /// The starts, in their order.
    pub from: Vec<String>,
    /// The goals, in their order.
    pub to: Vec<String>,
    /// For each start what a way to each goal costs, in straight steps, with weights; null
    /// where there is none.
    pub costs: Vec<Vec<Option<f64>>>,
}
