//! The results of a scenario.

use serde::Serialize;

/// Queries of a MovingAI scenario, compared with their optimal lengths.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioAnswer {
    /// The algorithm that searched.
    pub algorithm: &'static str,
    /// How many queries there were.
    pub queries: u64,
    /// How many answers differ from what the scenario says.
    pub failures: u64,
    /// How much longer than the optimum the paths are on average, in percent.
    pub mean_over: f64,
    /// The same for the worst path.
    pub worst_over: f64,
    /// Microseconds per query on average.
    pub mean: f64,
    /// The median of them.
    pub median: f64,
    /// Their 95th percentile.
    pub p95: f64,
}
