//! What a column can hold.

use std::borrow::Cow;

/// A value of a column, or of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Whole(i64),
    Yes(bool),
    Text(Cow<'a, str>),
    Bytes(Cow<'a, [u8]>),
}

/// A row of an answer.
pub(crate) struct Row(pub(super) Vec<Value<'static>>);

impl Row {
    fn take(&mut self, column: usize) -> Value<'static> {
        let value = self.0.get_mut(column);
        value.map_or(Value::Null, |value| std::mem::replace(value, Value::Null))
    }

    /// A number; 0 if there is none.
    pub(crate) fn whole(&mut self, column: usize) -> i64 {
        match self.take(column) {
            Value::Whole(number) => number,
            Value::Yes(yes) => i64::from(yes),
            _ => 0,
        }
    }

    /// A number of so many bits; one that is too large becomes the largest, which no world has.
    pub(crate) fn narrow<T: TryFrom<i64> + Limit>(&mut self, column: usize) -> T {
        T::try_from(self.whole(column)).unwrap_or(T::LARGEST)
    }

    /// A number, if there is one.
    pub(crate) fn maybe_whole(&mut self, column: usize) -> Option<i64> {
        match self.take(column) {
            Value::Whole(number) => Some(number),
            Value::Yes(yes) => Some(i64::from(yes)),
            _ => None,
        }
    }

    /// Yes or no; SQLite keeps it as a number.
    pub(crate) fn yes(&mut self, column: usize) -> bool {
        self.whole(column) != 0
    }

    /// Yes or no, if it is known.
    pub(crate) fn maybe_yes(&mut self, column: usize) -> Option<bool> {
        self.maybe_whole(column).map(|number| number != 0)
    }

    /// A text; empty if there is none.
    pub(crate) fn text(&mut self, column: usize) -> String {
        self.maybe_text(column).unwrap_or_default()
    }

    /// A text, if there is one.
    pub(crate) fn maybe_text(&mut self, column: usize) -> Option<String> {
        match self.take(column) {
            Value::Text(text) => Some(text.into_owned()),
            _ => None,
        }
    }

    /// Bytes; none if there are none.
    pub(crate) fn bytes(&mut self, column: usize) -> Vec<u8> {
        match self.take(column) {
            Value::Bytes(bytes) => bytes.into_owned(),
            _ => Vec::new(),
        }
    }
}

/// A number of few bits.
pub(crate) trait Limit {
    const LARGEST: Self;
}

impl Limit for i32 {
    const LARGEST: Self = Self::MAX;
}

impl Limit for u32 {
    const LARGEST: Self = Self::MAX;
}

impl Limit for u8 {
    const LARGEST: Self = Self::MAX;
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

impl From<i32> for Value<'_> {
    fn from(number: i32) -> Self {
        Self::Whole(i64::from(number))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Self::Whole(i64::from(number))
    }
}

impl From<bool> for Value<'_> {
    fn from(yes: bool) -> Self {
        Self::Yes(yes)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(Cow::Borrowed(bytes))
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
