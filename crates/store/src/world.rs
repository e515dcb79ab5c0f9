//! What a store keeps, in plain types.

use crate::StoreError;

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
