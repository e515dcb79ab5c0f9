//! Worlds that were looked for.

use crate::expression::Value;
use serde::Serialize;
use std::collections::BTreeMap;

/// What was found: what `deepway find --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindAnswer {
    /// What was looked for: `sectors`, `mazes` or `zones`.
    pub kind: &'static str,
    /// The expression that they satisfy.
    #[serde(rename = "where")]
    pub condition: String,
    /// How many were looked at before the last that was asked for was found, or all.
    pub looked: u64,
    /// Those that were found, in their order.
    pub found: Vec<FoundAnswer>,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundAnswer {
    /// The seed of a sector or a maze, as text: some programs cannot hold such large numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The address of a zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The properties that the expression names.
    pub values: BTreeMap<&'static str, ValueAnswer>,
    /// The command that makes it.
    pub command: String,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ValueAnswer {
    /// A number.
    Number(i64),
    /// A word.
    Text(String),
    /// Some words.
    Set(Vec<String>),
    /// True or false.
    Truth(bool),
}

impl From<&Value> for ValueAnswer {
    fn from(value: &Value) -> Self {
        match value {
            // Properties are whole numbers.
            Value::Number(number) => Self::Number(number.parts()[0]),
            Value::Text(word) => Self::Text(word.to_string()),
            Value::Set(words) => Self::Set(words.iter().map(ToString::to_string).collect()),
            Value::Truth(is_true) => Self::Truth(*is_true),
        }
    }
}
