//! Expressions over named properties: `loops >= 2 and boss.layer <= -2`.
//!
//! An [`Expression`] is read against a list of [`Name`]s and checked before anything is made:
//! every name is known, every operator gets what it takes. Numbers are exact. Reading and
//! evaluating take memory in proportion to the text and never recurse deeper than a limit.
//!
//! ```
//! use deepway::expression::{Expression, Name, Type};
//!
//! let names = [Name::new("loops", Type::Number), Name::new("biomes", Type::Set)];
//! let expression = Expression::read("loops / 2 >= 1.5 and biomes has 'niflheim'", &names)?;
//! let holds = expression.holds(|property| match property {
//!     0 => Some(3.into()),
//!     _ => Some(vec!["niflheim"].into()),
//! })?;
//! assert_eq!(holds, Some(true));
//! # Ok::<(), deepway::expression::ExpressionError>(())
//! ```
//!
//! | loosest first | |
//! |---|---|
//! | `or` | |
//! | `and` | |
//! | `not` | |
//! | `==` `!=` `<` `<=` `>` `>=` `in` `not in` `has` | `=` is `==`; they do not chain |
//! | `+` `-` | |
//! | `*` `/` `%` | `a % b` is `a - b × floor(a / b)` |
//! | `-` before a number | |

mod error;
mod number;
mod parser;
mod token;
mod value;

pub use error::{ExpressionError, Problem};
pub use number::Number;
pub use value::Value;

use parser::{Relation, Sign, Step};

/// The longest expression, in bytes.
pub const MAX_LENGTH: usize = 10_000;
/// The most parentheses, `not` and signs within each other.
pub const MAX_NESTING: u32 = 64;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// An exact number.
    Number,
    /// A word.
    Text,
    /// Some words.
    Set,
    /// True or false.
    Truth,
}

impl Type {
    /// What it is called, with its article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Text => "a text",
            Self::Set => "a set",
            Self::Truth => "a condition",
        }
    }
}

/// A property that expressions may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// What it is called.
    pub name: &'static str,
    /// What its values are.
    pub kind: Type,
    /// The words that it can be or have; any if empty.
    pub words: Vec<&'static str>,
}

impl Name {
    /// A property with any values of a type.
    pub const fn new(name: &'static str, kind: Type) -> Self {
        let words = Vec::new();
        Self { name, kind, words }
    }
}

/// A condition over properties that was read and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    steps: Vec<Step>,
    named: Vec<usize>,
}

impl Expression {
    /// Reads a condition over the properties of a list.
    pub fn read(text: &str, names: &[Name]) -> Result<Self, ExpressionError> {
        if text.len() > MAX_LENGTH {
            let problem = Problem::TooLong { bytes: text.len() };
            return Err(ExpressionError { column: 1, problem });
        }
        let steps = parser::parse(text, names)?;
        let mut named = Vec::new();
        for step in &steps {
            if let Step::Property { number, .. } = step
                && !named.contains(number)
            {
                named.push(*number);
            }
        }
        Ok(Self { steps, named })
    }

    /// The places in the list of the properties that it names, each once, in their order here.
    pub fn named(&self) -> &[usize] {
        &self.named
    }

    /// Whether it holds for something with these properties; `look_up` is asked for those that
    /// are needed only. None if one of them has no value.
    pub fn holds(
        &self,
        look_up: impl Fn(usize) -> Option<Value>,
    ) -> Result<Option<bool>, ExpressionError> {
        let mut stack: Vec<Value> = Vec::new();
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match step {
                Step::Number(number) => stack.push(Value::Number(*number)),
                Step::Text(text) => stack.push(Value::Text(text.clone().into())),
                Step::Property {
                    number,
                    kind,
                    column,
                } => {
                    let Some(value) = look_up(*number) else {
                        return Ok(None);
                    };
                    if value.kind() != *kind {
                        let (column, problem) = (*column, Problem::WrongValue);
                        return Err(ExpressionError { column, problem });
                    }
                    stack.push(value);
                }
                Step::SkipIf { is, to } => match stack.last() {
                    Some(Value::Truth(top)) if top == is => at = *to,
                    _ => drop(stack.pop()),
                },
                Step::Negate { column } => {
                    let number = pop_number(&mut stack, *column)?;
                    stack.push(Value::Number(checked(number.negate(), *column)?));
                }
                Step::Not => {
                    let is_true = stack.pop() == Some(Value::Truth(true));
                    stack.push(Value::Truth(!is_true));
                }
                Step::Arithmetic { sign, column } => {
                    let [b, a] = [0; 2].map(|_| pop_number(&mut stack, *column));
                    let result = arithmetic(*sign, a?, b?, *column)?;
                    stack.push(Value::Number(result));
                }
                Step::Compare(relation) => {
                    let (b, a) = (stack.pop(), stack.pop());
                    stack.push(Value::Truth(compare(*relation, a, b)));
                }
                Step::Has => {
                    let (word, set) = (stack.pop(), stack.pop());
                    stack.push(Value::Truth(has(set, word)));
                }
                Step::IsIn => {
                    let (set, word) = (stack.pop(), stack.pop());
                    stack.push(Value::Truth(has(set, word)));
                }
                Step::OneOf { count } => {
                    let list = stack.split_off(stack.len().saturating_sub(*count));
                    let value = stack.pop();
                    let found = value.is_some_and(|value| list.contains(&value));
                    stack.push(Value::Truth(found));
                }
            }
        }
        Ok(Some(stack.pop() == Some(Value::Truth(true))))
    }
}

/// The number on top; the types were checked, so there is one.
fn pop_number(stack: &mut Vec<Value>, column: usize) -> Result<Number, ExpressionError> {
    match stack.pop() {
        Some(Value::Number(number)) => Ok(number),
        _ => {
            let problem = Problem::WrongValue;
            Err(ExpressionError { column, problem })
        }
    }
}

fn checked(number: Option<Number>, column: usize) -> Result<Number, ExpressionError> {
    let problem = Problem::TooLarge;
    number.ok_or(ExpressionError { column, problem })
}

fn arithmetic(sign: Sign, a: Number, b: Number, column: usize) -> Result<Number, ExpressionError> {
    if matches!(sign, Sign::Over | Sign::Modulo) && b == Number::ZERO {
        let problem = Problem::DivisionByZero;
        return Err(ExpressionError { column, problem });
    }
    let result = match sign {
        Sign::Plus => a.plus(b),
        Sign::Minus => a.minus(b),
        Sign::Times => a.times(b),
        Sign::Over => a.over(b),
        Sign::Modulo => a.modulo(b),
    };
    checked(result, column)
}

fn compare(relation: Relation, a: Option<Value>, b: Option<Value>) -> bool {
    let order = match (&a, &b) {
        (Some(Value::Number(a)), Some(Value::Number(b))) => Some(a.cmp(b)),
        _ => None,
    };
    match relation {
        Relation::Equal => a == b,
        Relation::Unequal => a != b,
        Relation::Less => order.is_some_and(std::cmp::Ordering::is_lt),
        Relation::AtMost => order.is_some_and(std::cmp::Ordering::is_le),
        Relation::More => order.is_some_and(std::cmp::Ordering::is_gt),
        Relation::AtLeast => order.is_some_and(std::cmp::Ordering::is_ge),
    }
}

fn has(set: Option<Value>, word: Option<Value>) -> bool {
    match (set, word) {
        (Some(Value::Set(set)), Some(Value::Text(word))) => set.contains(&word),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
