//! What a store keeps, in plain types.

use crate::StoreError;
use crate::log::HappeningKind;
use serde::Deserialize;

/// How often something was saved: 1 the first time.
pub type Revision = i64;

/// The most characters of a name.
pub const MAX_NAME: usize = 200;

/// A world as a store keeps it: what it is, and its JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The kind: `map`, `sector`, `maze` or `strata`.
    pub kind: String,
    /// The number of the file format.
    pub format: u32,
    /// The generation of the generator that made it, if one did.
    pub generation: Option<u32>,
    /// The seed that it was made from, if any.
    pub seed: Option<String>,
    /// Its JSON, on one line.
    pub json: String,
}

/// A world of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// The seed that it was made from, if any.
    pub seed: Option<String>,
    /// How often it was saved.
    pub revision: Revision,
    /// When it was last saved, in UTC: `2026-11-17 20:14:48`.
    pub updated: String,
}

/// What may be written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Nothing: the name must be free.
    Nothing,
    /// Whatever is there.
    Anything,
    /// What was read at this revision, and nothing newer.
    Revision(Revision),
}

impl Over {
    /// Refuses to write over something else than was read.
    pub(crate) fn check(
        self,
        found: Revision,
        what: impl FnOnce() -> String,
    ) -> Result<(), StoreError> {
        let expected = match self {
            Self::Anything => return Ok(()),
            Self::Nothing => 0,
            Self::Revision(expected) => expected,
        };
        match expected == found {
            true => Ok(()),
            false => Err(StoreError::Conflict {
                what: what(),
                expected,
                found,
            }),
        }
    }
}

impl Document {
    /// Refuses a world of another kind.
    pub(crate) fn expect_kind(&self, name: &str, kind: &'static str) -> Result<(), StoreError> {
        check_kind(name, &self.kind, kind)
    }

    /// What is known to be wrong with a sector, for its log.
    pub(crate) fn findings(&self) -> Result<Vec<(HappeningKind, String)>, StoreError> {
        if self.kind != "sector" {
            return Ok(Vec::new());
        }
        let sector: Issues = serde_json::from_str(&self.json)
            .map_err(|error| StoreError::Unwritable(format!("not a sector: {error}")))?;
        let findings = sector.issues.into_iter().map(|issue| {
            let kind = HappeningKind::Finding {
                rule: issue.rule,
                severity: in_table(&issue.severity),
                rooms: issue.rooms.into_iter().take(2).collect(),
            };
            (kind, issue.description)
        });
        Ok(findings.collect())
    }
}

/// Refuses a world of another kind.
pub(crate) fn check_kind(name: &str, found: &str, kind: &'static str) -> Result<(), StoreError> {
    match found == kind {
        true => Ok(()),
        false => Err(StoreError::Kind {
            name: name.to_owned(),
            kind: found.to_owned(),
            expected: match kind {
                "strata" => "an open world",
                other => other,
            },
        }),
    }
}

/// What a sector's JSON says is wrong with it.
#[derive(Deserialize)]
struct Issues {
    issues: Vec<Issue>,
}

#[derive(Deserialize)]
struct Issue {
    #[serde(rename = "type")]
    rule: String,
    severity: String,
    description: String,
    rooms: Vec<String>,
}

/// `ground_level` as the tables write it: `GroundLevel`.
pub(crate) fn in_table(id: &str) -> String {
    let words = id.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

/// Checks a name.
pub fn check_name(name: &str) -> Result<(), StoreError> {
    let letters = name.chars().count();
    let problem = match () {
        () if name.trim().is_empty() => "a name is missing".to_owned(),
        () if letters > MAX_NAME => format!("a name of {letters} characters"),
        () if name.chars().any(char::is_control) => "a name with control characters".to_owned(),
        () if name != name.trim() => "a name with spaces around it".to_owned(),
        () => return Ok(()),
    };
    Err(StoreError::Name { problem })
}
