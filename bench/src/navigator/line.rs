//! One line of a table: a program on a map.

use crate::cases::Query;
use crate::measure::{Times, quantile};

pub struct Line {
    pub name: String,
    /// Milliseconds to make what it needs, and until the first answer from nothing but the
    /// volume; what it then keeps, counted by the allocator.
    pub build: f64,
    pub answer: f64,
    pub bytes: usize,
    /// Microseconds of each query with every cell of its way: the first time, and again.
    pub cells: Times,
    /// The same without the cells between turns, and for the cost alone; not all can do that.
    pub turns: Option<Vec<f64>>,
    pub cost: Option<Vec<f64>>,
    /// How much longer than the shortest each way is; none where it was not found, or is
    /// none.
    pub over: Vec<Option<f64>>,
}

impl Line {
    pub fn median(&self) -> f64 {
        quantile(&self.cells.again, 0.5)
    }

    pub fn late(&self) -> f64 {
        quantile(&self.cells.again, 0.95)
    }

    pub fn missing(&self) -> usize {
        self.over.iter().filter(|over| over.is_none()).count()
    }

    pub fn mean_over(&self) -> f64 {
        let found: Vec<f64> = self.over.iter().flatten().copied().collect();
        found.iter().sum::<f64>() / found.len() as f64
    }

    pub fn worst_over(&self) -> f64 {
        self.over.iter().flatten().copied().fold(0.0, f64::max)
    }

    pub fn print(&self, cells: u64, base: Option<f64>) {
        let of = |times: &Option<Vec<f64>>| match times {
            Some(times) => format!("{:.1}", quantile(times, 0.5)),
            None => "-".to_owned(),
        };
        let ratio = base.map_or("-".to_owned(), |base| {
            format!("{:.1}×", base / self.median())
        });
        println!(
            "{:<26} {:>9.1} {:>9.1} {:>8} {:>9.1} {:>9} {:>9} {:>8.3} {:>8.2} {:>7} {:>9.1} {:>9.1} {:>8.2}",
            self.name,
            self.median(),
            self.late(),
            ratio,
            quantile(&self.cells.first, 0.5),
            of(&self.turns),
            of(&self.cost),
            self.mean_over() * 100.0,
            self.worst_over() * 100.0,
            self.missing(),
            self.build,
            self.answer,
            self.bytes as f64 / cells as f64,
        );
    }
}

pub fn print_head(title: &str, queries: usize) {
    println!("\n{title}, {queries} queries");
    println!(
        "{:<26} {:>9} {:>9} {:>8} {:>9} {:>9} {:>9} {:>8} {:>8} {:>7} {:>9} {:>9} {:>8}",
        "",
        "cells µs",
        "p95",
        "ratio",
        "first µs",
        "turns µs",
        "cost µs",
        "over %",
        "worst %",
        "missing",
        "build ms",
        "answer",
        "bytes"
    );
}

/// How much longer than the shortest a length is; a thousandth too short is rounding of the
/// lengths that maps state. What is no length counts as not found.
pub fn over(length: Option<f64>, query: &Query) -> Option<f64> {
    let length = length.filter(|length| length.is_finite())?;
    let over = length / query.optimal.max(1e-9) - 1.0;
    Some(
        match query.optimal == 0.0 || over.abs() < 1.1e-3 && over < 0.0 {
            true => 0.0,
            false => over,
        },
    )
}
