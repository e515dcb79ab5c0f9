//! Reading places and levels: what all kinds of world share.

use crate::space::Pos;
use std::str::FromStr;
use thiserror::Error;

/// A text that does not name a place or a level of a world.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}: {problem}")]
pub struct PlaceError {
    /// The text, cut off if it is long.
    pub text: String,
    /// What is wrong with it, and what would be right.
    pub problem: String,
}

impl PlaceError {
    pub(super) fn new(text: &str, problem: impl Into<String>) -> Self {
        let short: String = text.chars().take(60).collect();
        let text = match short.is_empty() {
            true => "\"\"".to_owned(),
            false => short,
        };
        let problem = problem.into();
        Self { text, problem }
    }

    /// The error for a text in none of the forms that this kind of world takes.
    pub(super) fn form(text: &str, world: &str, forms: &str) -> Self {
        Self::new(text, format!("not a place in {world}: expected {forms}"))
    }
}

/// Reads numbers with a separator between them; none if the text is anything else.
pub(super) fn numbers<T: FromStr, const N: usize>(text: &str, separator: char) -> Option<[T; N]> {
    let numbers = text
        .split(separator)
        .map(|number| number.trim().parse().ok());
    numbers.collect::<Option<Vec<T>>>()?.try_into().ok()
}

/// Reads `x,y,z`, which may be outside; none if the text is anything else.
pub(super) fn cell(text: &str) -> Option<Pos> {
    numbers(text, ',').map(|[x, y, z]| Pos::new(x, y, z))
}

/// Reads the number of a level.
pub(super) fn level(text: &str, first: i32, last: i32, world: &str) -> Result<i32, PlaceError> {
    let number = text.parse().ok();
    let number = number.filter(|number| (first..=last).contains(number));
    number.ok_or_else(|| {
        let levels = match first == last {
            true => format!("its only level, {first}"),
            false => format!("{first} to {last}"),
        };
        PlaceError::new(
            text,
            format!("not a level of this {world}: expected {levels}"),
        )
    })
}
