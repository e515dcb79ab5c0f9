//! Text to tokens.

use super::{ExpressionError, Number, Problem};
use std::fmt;

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Number),
    Text(String),
    /// A property, or a word such as `and`.
    Word(String),
    /// An operator, a parenthesis or a comma.
    Sign(&'static str),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Word(word) => f.write_str(word),
            Self::Sign(sign) => write!(f, "{sign:?}"),
            Self::End => f.write_str("the end"),
        }
    }
}

/// The signs, longer ones first.
const SIGNS: [&str; 17] = [
    "==", "!=", "<=", ">=", "<>", "≤", "≥", "<", ">", "=", "+", "-", "*", "/", "%", "(", ")",
];

/// What a sign is short for or another form of.
fn plain(sign: &'static str) -> &'static str {
    match sign {
        "=" => "==",
        "<>" => "!=",
        "≤" => "<=",
        "≥" => ">=",
        sign => sign,
    }
}

/// The tokens of a text, each with its column, and the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ExpressionError> {
    let mut tokens = Vec::new();
    let (mut rest, mut column) = (text, 1);
    loop {
        let spaces = rest.chars().take_while(|letter| letter.is_whitespace());
        column += spaces.count();
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            tokens.push((Token::End, column));
            return Ok(tokens);
        };
        let wrong = |problem| ExpressionError { column, problem };
        let (token, length) = match first {
            '0'..='9' => {
                let length = length_of(rest, |letter| is_in_name(letter) || letter == '.');
                let found = &rest[..length];
                (Token::Number(number(found).map_err(wrong)?), length)
            }
            '"' | '\'' => {
                let inside = &rest[1..];
                let problem = Problem::Quote { quote: first };
                let end = inside.find(first).ok_or_else(|| wrong(problem))?;
                (Token::Text(inside[..end].to_owned()), end + 2)
            }
            ',' => (Token::Sign(","), 1),
            first if is_in_name(first) => {
                let length = length_of(rest, |letter| is_in_name(letter) || letter == '.');
                (Token::Word(rest[..length].to_owned()), length)
            }
            found => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let sign = sign.ok_or_else(|| wrong(Problem::Character { found }))?;
                (Token::Sign(plain(sign)), sign.len())
            }
        };
        tokens.push((token, column));
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
}

fn is_in_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !belongs(letter)).unwrap_or(text.len())
}

fn number(found: &str) -> Result<Number, Problem> {
    let (whole, part) = found.split_once('.').unwrap_or((found, "0"));
    let is_right = |digits: &str| !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_digit());
    let is_number = is_right(whole) && is_right(part) && found.len() <= 19;
    let number = Number::read(found).filter(|_| is_number);
    number.ok_or_else(|| Problem::Digits {
        found: found.chars().take(30).collect(),
    })
}
