//! Sectors, graphs, mazes and additions to open worlds as JSON.
//!
//! `docs/formats.md` describes the keys; `docs/sector.schema.json` is their schema.

mod cells;
mod expedition;
mod graph;
mod levels;
mod lists;
mod map;
mod maze;
mod registry;
mod sector;
mod strata;
mod zone;

pub use expedition::{
    EXPEDITION_FORMAT, read_character, read_expedition, write_character, write_expedition,
};
pub use graph::read_graph;
pub use map::read_map;
pub use maze::{read_maze, write_maze};
pub use registry::{read_registry, write_registry};
pub(crate) use sector::read_sector_world;
pub use sector::{read_cells, read_sector, write_carved, write_sector};
pub use strata::{read_strata, write_strata};
pub use zone::{read_zone_changes, write_zone_changes};

use crate::report::Finding;
use crate::words::{is_disturbing, legible};
use crate::world::{FORMAT, Kind};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
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
    /// If the file can be read, but contradicts itself: everything that is wrong with it.
    pub findings: Vec<Finding>,
}

/// Where something is in a file, such as `rooms[3].size`, and what is wrong with it.
struct Problem(String);

impl Problem {
    fn new(place: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self(format!("{place}: {what}"))
    }

    /// A word that is not among the expected words.
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
            // Keys of the file may be quoted in it.
            problem: legible(&self.0),
            findings: Vec::new(),
        }
    }
}

/// Refuses a file in a format of a later version.
fn check_format(format: Option<u32>) -> Result<(), Problem> {
    match format.unwrap_or(1) {
        1..=FORMAT => Ok(()),
        format => {
            let what =
                format_args!("{format}: expected 1 to {FORMAT}, the formats of this version");
            Err(Problem::new("format", what))
        }
    }
}

/// The kind of world that a text claims to be; none if it is not JSON or does not say.
pub fn kind_of(text: &str) -> Option<String> {
    // Anything after the first object does not matter here.
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<Head>();
    match objects.next() {
        Some(Ok(head)) => head.kind,
        _ => {
            // Perhaps it is cut off: its beginning says what it was meant to be.
            let start = text.chars().filter(|letter| !letter.is_whitespace());
            let start: String = start.take(15).collect();
            let kinds = Kind::ALL.map(Kind::id).into_iter();
            let mut kinds = kinds.filter(|kind| start.starts_with(&format!("{{\"kind\":\"{kind}")));
            kinds.next().map(str::to_owned)
        }
    }
}

#[derive(Deserialize)]
struct Head {
    kind: Option<String>,
    edges: Option<IgnoredAny>,
}

impl Head {
    fn is_graph(&self) -> bool {
        let kind = self.kind.as_deref();
        kind == Some("graph") || kind.is_none() && self.edges.is_some()
    }
}

/// Reads a file of a kind; if it is of another kind, the error says so.
fn parse<T: DeserializeOwned>(name: &str, text: &str, kind: &str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        let problem = match serde_json::from_str::<Head>(text) {
            _ if !text.trim_start().starts_with('{') => {
                format!("not a {kind}: expected JSON, an object in braces")
            }
            Ok(head) if kind == "sector" && head.is_graph() => {
                "it is a room graph: expected a map, a sector or a maze (deepway generate sector --graph lays it out)".to_owned()
            }
            Ok(Head { kind: Some(found), .. }) if found != kind => {
                let is_known = Kind::ALL.iter().any(|known| known.id() == found);
                let expected = if is_known { kind } else { "map, sector, maze or strata" };
                let found: String = found.chars().take(40).collect();
                format!("kind: {found:?}: expected {expected}")
            }
            Ok(Head { kind: None, .. }) if kind == "sector" => {
                "no \"kind\": expected \"kind\":\"map\", \"kind\":\"sector\", \"kind\":\"maze\" or \"kind\":\"strata\""
                    .to_owned()
            }
            _ => error
                .to_string()
                .replace("EOF while parsing", "the file ends too early, within")
                .replace("missing field", "missing key")
                .replace("unknown field", "unknown key")
                .replace("duplicate field", "the same key twice:")
                .replace("expected i32", "expected a whole number")
                .replace(
                    "expected u32",
                    "expected a whole number from 0 to 4294967295",
                )
                .replace("expected u64", "expected a whole number from 0 up"),
        };
        Problem(problem).of(name)
    })
}

/// The most characters in a name.
const MAX_NAME: usize = 100;

/// A text of one line.
fn line(place: impl fmt::Display, text: String, most: usize) -> Result<String, Problem> {
    if text.is_empty() || text.chars().count() > most || text.chars().any(is_disturbing) {
        let what =
            format_args!("expected 1 to {most} characters, none of them a control character");
        return Err(Problem::new(place, what));
    }
    Ok(text)
}

/// The value that a word of a file names.
fn word<T: Copy>(
    all: impl AsRef<[T]>,
    id: impl Fn(T) -> &'static str,
    place: impl fmt::Display,
    found: &str,
) -> Result<T, Problem> {
    let all = all.as_ref();
    let known = all.iter().copied().find(|&value| id(value) == found);
    known.ok_or_else(|| {
        let ids: Vec<&str> = all.iter().map(|&value| id(value)).collect();
        Problem::word(place, found, &ids)
    })
}
