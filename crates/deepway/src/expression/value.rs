//! The values of properties.

use super::{Number, Type};
use std::borrow::Cow;
use std::fmt;

/// A word, often one that is known when the program is built.
type Word = Cow<'static, str>;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An exact number.
    Number(Number),
    /// A word.
    Text(Word),
    /// Some words, each once.
    Set(Vec<Word>),
    /// True or false.
    Truth(bool),
}

impl Value {
    /// What it is.
    pub const fn kind(&self) -> Type {
        match self {
            Self::Number(_) => Type::Number,
            Self::Text(_) => Type::Text,
            Self::Set(_) => Type::Set,
            Self::Truth(_) => Type::Truth,
        }
    }

    /// A count, however large it is.
    pub fn count(count: usize) -> Self {
        i64::try_from(count).unwrap_or(i64::MAX).into()
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        i64::from(number).into()
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        i64::from(number).into()
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Self::Text(word.into())
    }
}

impl From<Vec<&'static str>> for Value {
    fn from(mut words: Vec<&'static str>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self::Set(words.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(word) => f.pad(word),
            Self::Set(words) if words.is_empty() => f.pad("none"),
            Self::Set(words) => f.pad(&words.join("+")),
            Self::Truth(is_true) => f.pad(if *is_true { "yes" } else { "no" }),
        }
    }
}
