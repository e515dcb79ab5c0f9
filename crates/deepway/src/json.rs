//! Sectors, graphs and mazes as JSON.
//!
//! `docs/formats.md` describes the keys; `docs/sector.schema.json` is their schema.

mod cells;
mod expedition;
mod graph;
mod maze;
mod sector;

pub use expedition::{read_expedition, write_expedition};
pub use graph::read_graph;
pub use maze::{read_maze, write_maze};
pub use sector::{read_cells, read_sector, write_carved, write_sector};

use crate::words::is_disturbing;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;
use thiserror::Error;

/// What is wrong with a JSON file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}: {problem}")]
pub struct JsonError {
    /// The name of the file.
    pub name: String,
    /// What is wrong, where, and what would be right.
    pub problem: String,
}

/// Where something is in a file, such as `rooms[3].size`, and what is wrong with it.
struct Problem(String);

impl Problem {
    fn new(place: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self(format!("{place}: {what}"))
    }

    /// Something is none of the words that are expected.
    fn word(place: impl fmt::Display, found: &str, expected: &[&str]) -> Self {
        let found: String = found.chars().take(40).collect();
        Self::new(
            place,
            format_args!("{found:?}: expected {}", expected.join(", ")),
        )
    }

    fn of(self, name: &str) -> JsonError {
        JsonError {
            name: name.to_owned(),
            problem: self.0,
        }
    }
}

/// What kind of world a text says it is; none if it is no JSON, or says nothing.
pub fn kind_of(text: &str) -> Option<String> {
    serde_json::from_str::<Kind>(text).ok()?.kind
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

/// Reads a file of a kind; if it is of another kind, that is what the error says.
fn parse<T: DeserializeOwned>(name: &str, text: &str, kind: &str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        let problem = match serde_json::from_str::<Kind>(text) {
            _ if !text.trim_start().starts_with('{') => {
                format!("no {kind}: expected JSON, an object in braces")
            }
            Ok(Kind { kind: Some(found) }) if found != kind => {
                let found: String = found.chars().take(40).collect();
                format!("kind: {found:?}: expected {kind}")
            }
            Ok(Kind { kind: None }) if kind == "sector" => {
                "no sector: expected \"kind\":\"sector\"".to_owned()
            }
            _ => error
                .to_string()
                .replace("expected i32", "expected a whole number")
                .replace("expected u32", "expected a whole number from 0 on")
                .replace("expected u64", "expected a whole number from 0 on"),
        };
        JsonError {
            name: name.to_owned(),
            problem,
        }
    })
}

/// What a word of a file means: the one of all whose name it is.
fn word<T: Copy>(
    all: impl AsRef<[T]>,
    id: impl Fn(T) -> &'static str,
    place: impl fmt::Display,
    found: &str,
) -> Result<T, Problem> {
    let all = all.as_ref();
    let known = all.iter().copied().find(|&one| id(one) == found);
    known.ok_or_else(|| {
        let ids: Vec<&str> = all.iter().map(|&one| id(one)).collect();
        Problem::word(place, found, &ids)
    })
}
