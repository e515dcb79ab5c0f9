//! What is wrong with an expression.

use super::{MAX_LENGTH, MAX_NESTING, Name, Type};
use thiserror::Error;

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct ExpressionError {
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong at a place of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// It is longer than any person writes.
    #[error("an expression of {bytes} bytes: expected at most {MAX_LENGTH}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Too much stands within each other.
    #[error(
        "more than {MAX_NESTING} parentheses, signs and nots within each other: expected fewer"
    )]
    TooDeep,
    /// A character that has no meaning.
    #[error(
        "{found:?} has no meaning here: expected names, numbers, texts in quotes, or {OPERATORS}"
    )]
    Character {
        /// The character.
        found: char,
    },
    /// A text without its second quote.
    #[error("a text without its end: expected another {quote}")]
    Quote {
        /// The quote.
        quote: char,
    },
    /// A number that is malformed or has too many digits.
    #[error("{found:?} is not a number: expected digits, such as 12 or 2.5, at most 18")]
    Digits {
        /// What stands there.
        found: String,
    },
    /// Something else stands where something was expected.
    #[error("found {found}: expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// Comparisons one after the other.
    #[error(
        "two comparisons one after the other: expected and between them, as in 1 < loops and loops < 4"
    )]
    Chained,
    /// There is no such property.
    #[error(
        "there is no property {name:?}: {}",
        hint(near, "expected one of", known)
    )]
    Unknown {
        /// The name.
        name: String,
        /// The name that it may be a slip of.
        near: Option<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// A property never has this value.
    #[error(
        "{property} is never {word:?}: {}",
        hint(near, "expected one of", known)
    )]
    Word {
        /// The property.
        property: &'static str,
        /// The value.
        word: String,
        /// The value that it may be a slip of.
        near: Option<&'static str>,
        /// All values.
        known: Vec<&'static str>,
    },
    /// An operator got something that it does not take.
    #[error("{found} is {}: {operator} takes {expected}", kind.name())]
    Mismatch {
        /// What it got.
        found: String,
        /// Of which type.
        kind: Type,
        /// The operator.
        operator: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// The whole is no condition.
    #[error("{found} is {}: expected a condition, such as {example}", kind.name())]
    NoCondition {
        /// What it is.
        found: String,
        /// Of which type.
        kind: Type,
        /// What would be one.
        example: String,
    },
    /// Something was divided by zero.
    #[error(
        "division by zero: expected a divisor that is never 0 (x > 0 and … before it guards it)"
    )]
    DivisionByZero,
    /// A result that does not fit.
    #[error("the result is too large: expected numbers under 9,223,372,036,854,775,808")]
    TooLarge,
    /// A property has a value of another type than it should.
    #[error("the property has a value of another type than it should")]
    WrongValue,
}

const OPERATORS: &str = "== != < <= > >= + - * / % ( ) , and or not in has";

fn hint(near: &Option<&str>, expected: &str, known: &[&str]) -> String {
    match near {
        Some(near) => format!("did you mean {near}?"),
        None => format!("{expected} {}", known.join(", ")),
    }
}

impl Problem {
    pub(super) fn unknown(name: &str, names: &[Name]) -> Self {
        let known: Vec<&'static str> = names.iter().map(|known| known.name).collect();
        Self::Unknown {
            name: name.to_owned(),
            near: nearest(name, &known),
            known,
        }
    }

    pub(super) fn word(property: &Name, word: &str) -> Self {
        Self::Word {
            property: property.name,
            word: word.to_owned(),
            near: nearest(word, &property.words),
            known: property.words.clone(),
        }
    }
}

/// The known word that somebody may have meant: the one with the fewest letters to change,
/// if it is few; else one that begins or ends with it.
fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let word = word.to_lowercase();
    let few = (word.chars().count() / 3).clamp(1, 3);
    let by_distance = known.iter().map(|known| (distance(&word, known), *known));
    let best = by_distance.min_by_key(|(distance, _)| *distance);
    let close = best.filter(|(distance, _)| *distance <= few);
    let is_part = |known: &&&str| {
        let long = word.len() >= 3;
        long && (known.starts_with(&word) || known.ends_with(&word) || word.starts_with(**known))
    };
    close
        .map(|(_, known)| known)
        .or_else(|| known.iter().find(is_part).copied())
}

/// How many letters have to be put in, left out, replaced or swapped with the next.
fn distance(a: &str, b: &str) -> usize {
    // A name that long is no slip.
    let [a, b] = [a, b].map(|word| word.chars().take(40).collect::<Vec<char>>());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, letter) in a.iter().enumerate() {
        let above = &rows[i];
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(letter != other);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let known = ["loops", "ladders", "boss.layer", "dead_ends", "biome"];
        for (word, near) in [
            ("loop", Some("loops")),
            ("lopos", Some("loops")),
            ("LADDERS", Some("ladders")),
            ("layer", Some("boss.layer")),
            ("boss", Some("boss.layer")),
            ("deadends", Some("dead_ends")),
            ("biomes", Some("biome")),
            ("weather", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, &known), near, "{word}");
        }
        assert_eq!(distance("abc", "abc"), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("ab", "ba"), 1);
    }
}
