//! Tokens to steps, with types.
//!
//! An operator's steps come after those of its operands, so that evaluating needs a stack of
//! values and no recursion, however long the expression is.

use super::token::{Token, tokens};
use super::{ExpressionError, MAX_NESTING, Name, Number, Problem, Type};

/// A step of evaluating an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Puts a number on the stack.
    Number(Number),
    /// Puts a text on the stack.
    Text(String),
    /// Puts the value of a property on the stack.
    Property {
        number: usize,
        kind: Type,
        column: usize,
    },
    /// Goes on at a step and keeps the top if it is that; else takes the top away.
    SkipIf { is: bool, to: usize },
    /// Turns the sign of the top around.
    Negate { column: usize },
    /// Turns the top around.
    Not,
    /// Combines the two numbers on top.
    Arithmetic { sign: Sign, column: usize },
    /// Compares the two values on top.
    Compare(Relation),
    /// Whether the set below the top has the text on top.
    Has,
    /// Whether the text below the top is in the set on top.
    IsIn,
    /// Whether the value below some values is one of them.
    OneOf { count: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Compare(Relation),
    In,
    NotIn,
    Has,
    Arithmetic(Sign),
}

impl Operator {
    /// How tightly it binds.
    const fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Compare(_) | Self::In | Self::NotIn | Self::Has => COMPARISON,
            Self::Arithmetic(Sign::Plus | Sign::Minus) => 5,
            Self::Arithmetic(_) => 6,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Compare(Relation::Equal) => "==",
            Self::Compare(Relation::Unequal) => "!=",
            Self::Compare(Relation::Less) => "<",
            Self::Compare(Relation::AtMost) => "<=",
            Self::Compare(Relation::More) => ">",
            Self::Compare(Relation::AtLeast) => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
            Self::Has => "has",
            Self::Arithmetic(Sign::Plus) => "+",
            Self::Arithmetic(Sign::Minus) => "-",
            Self::Arithmetic(Sign::Times) => "*",
            Self::Arithmetic(Sign::Over) => "/",
            Self::Arithmetic(Sign::Modulo) => "%",
        }
    }
}

const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const NEGATION: u8 = 7;

/// What an operand is.
struct Operand {
    kind: Type,
    column: usize,
    /// What messages call it.
    said: String,
    /// The property that it is, if it is one.
    property: Option<usize>,
    /// The text that it is, if it is one.
    word: Option<String>,
}

impl Operand {
    fn result(kind: Type, column: usize, said: &str) -> Self {
        Self {
            kind,
            column,
            said: said.to_owned(),
            property: None,
            word: None,
        }
    }
}

/// Reads a condition.
pub(super) fn parse(text: &str, names: &[Name]) -> Result<Vec<Step>, ExpressionError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        names,
        steps: Vec::new(),
        depth: 0,
    };
    let whole = parser.expression(0)?;
    let (token, column) = parser.peek();
    if token != Token::End {
        let expected = "and, or, a comparison, or the end";
        return Err(unexpected(&token, column, expected));
    }
    if whole.kind != Type::Truth {
        let example = match whole.kind {
            Type::Number => format!("{} > 0", whole.said),
            Type::Text => format!("{} == \"…\"", whole.said),
            Type::Set | Type::Truth => format!("{} has \"…\"", whole.said),
        };
        return Err(ExpressionError {
            column: whole.column,
            problem: Problem::NoCondition {
                found: whole.said,
                kind: whole.kind,
                example,
            },
        });
    }
    Ok(parser.steps)
}

fn unexpected(token: &Token, column: usize, expected: &'static str) -> ExpressionError {
    let found = token.to_string().chars().take(60).collect();
    let problem = Problem::Unexpected { found, expected };
    ExpressionError { column, problem }
}

struct Parser<'a> {
    tokens: Vec<(Token, usize)>,
    at: usize,
    names: &'a [Name],
    steps: Vec<Step>,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> (Token, usize) {
        let last = self.tokens.last();
        let token = self.tokens.get(self.at).or(last);
        token.cloned().unwrap_or((Token::End, 1))
    }

    fn take(&mut self) -> (Token, usize) {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn is_next(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some((Token::Sign(next), _)) if *next == sign)
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        let token = self.tokens.get(self.at + ahead);
        matches!(token, Some((Token::Word(next), _)) if next.eq_ignore_ascii_case(word))
    }

    /// The operator that comes next, and how many tokens it takes.
    fn operator(&self) -> Option<(Operator, usize)> {
        use Operator::{Arithmetic, Compare};
        let (token, _) = self.tokens.get(self.at)?;
        let operator = match token {
            Token::Sign("==") => Compare(Relation::Equal),
            Token::Sign("!=") => Compare(Relation::Unequal),
            Token::Sign("<") => Compare(Relation::Less),
            Token::Sign("<=") => Compare(Relation::AtMost),
            Token::Sign(">") => Compare(Relation::More),
            Token::Sign(">=") => Compare(Relation::AtLeast),
            Token::Sign("+") => Arithmetic(Sign::Plus),
            Token::Sign("-") => Arithmetic(Sign::Minus),
            Token::Sign("*") => Arithmetic(Sign::Times),
            Token::Sign("/") => Arithmetic(Sign::Over),
            Token::Sign("%") => Arithmetic(Sign::Modulo),
            Token::Word(_) if self.is_word(0, "or") => Operator::Or,
            Token::Word(_) if self.is_word(0, "and") => Operator::And,
            Token::Word(_) if self.is_word(0, "in") => Operator::In,
            Token::Word(_) if self.is_word(0, "has") => Operator::Has,
            Token::Word(_) if self.is_word(0, "not") && self.is_word(1, "in") => {
                return Some((Operator::NotIn, 2));
            }
            _ => return None,
        };
        Some((operator, 1))
    }

    /// Reads operands and the operators between them that bind at least that tightly.
    fn expression(&mut self, floor: u8) -> Result<Operand, ExpressionError> {
        let mut left = self.prefixed()?;
        let mut compared = false;
        while let Some((operator, length)) = self.operator() {
            if operator.strength() < floor {
                break;
            }
            let (_, column) = self.peek();
            let is_comparison = operator.strength() == COMPARISON;
            if is_comparison && compared {
                let problem = Problem::Chained;
                return Err(ExpressionError { column, problem });
            }
            // A looser operator ends the comparison that came before it.
            compared = is_comparison;
            self.at += length;
            left = self.combine(left, operator, column)?;
        }
        Ok(left)
    }

    /// Reads an operand with what stands before it.
    fn prefixed(&mut self) -> Result<Operand, ExpressionError> {
        let (_, column) = self.peek();
        let is_not = self.is_word(0, "not");
        if !is_not && !self.is_next("-") {
            return self.operand();
        }
        self.at += 1;
        self.deeper(column)?;
        let inside = self.expression(if is_not { NOT } else { NEGATION })?;
        self.depth -= 1;
        match is_not {
            true => {
                expect(&inside, Type::Truth, "not", "a condition")?;
                self.steps.push(Step::Not);
                Ok(Operand::result(Type::Truth, column, "not …"))
            }
            false => {
                expect(&inside, Type::Number, "-", "a number")?;
                self.steps.push(Step::Negate { column });
                let said = format!("-{}", inside.said);
                Ok(Operand::result(Type::Number, column, &said))
            }
        }
    }

    fn deeper(&mut self, column: usize) -> Result<(), ExpressionError> {
        self.depth += 1;
        match self.depth > MAX_NESTING {
            true => Err(ExpressionError {
                column,
                problem: Problem::TooDeep,
            }),
            false => Ok(()),
        }
    }

    /// Reads a number, a text, a property, or something in parentheses.
    fn operand(&mut self) -> Result<Operand, ExpressionError> {
        const EXPECTED: &str = "a property, a number, a text in quotes, or (";
        let (token, column) = self.take();
        match token {
            Token::Number(number) => {
                self.steps.push(Step::Number(number));
                Ok(Operand::result(Type::Number, column, &number.to_string()))
            }
            Token::Text(text) => {
                self.steps.push(Step::Text(text.clone()));
                let said = format!("{text:?}");
                Ok(Operand {
                    word: Some(text),
                    ..Operand::result(Type::Text, column, &said)
                })
            }
            Token::Word(word) if !is_reserved(&word) => {
                let number = self.names.iter().position(|known| known.name == word);
                let number = number.ok_or_else(|| ExpressionError {
                    column,
                    problem: Problem::unknown(&word, self.names),
                })?;
                let kind = self.names[number].kind;
                self.steps.push(Step::Property {
                    number,
                    kind,
                    column,
                });
                Ok(Operand {
                    property: Some(number),
                    ..Operand::result(kind, column, &word)
                })
            }
            Token::Sign("(") => {
                self.deeper(column)?;
                let inside = self.expression(0)?;
                self.depth -= 1;
                let (token, at) = self.take();
                match token {
                    Token::Sign(")") => Ok(Operand { column, ..inside }),
                    token => Err(unexpected(&token, at, "an operator or )")),
                }
            }
            token => Err(unexpected(&token, column, EXPECTED)),
        }
    }

    /// Reads the right side of an operator, and adds its steps.
    fn combine(
        &mut self,
        left: Operand,
        operator: Operator,
        column: usize,
    ) -> Result<Operand, ExpressionError> {
        let (name, above) = (operator.name(), operator.strength() + 1);
        let start = left.column;
        match operator {
            Operator::Or | Operator::And => {
                expect(&left, Type::Truth, name, "conditions")?;
                let skip = self.steps.len();
                let is = operator == Operator::Or;
                self.steps.push(Step::SkipIf { is, to: 0 });
                let right = self.expression(above)?;
                expect(&right, Type::Truth, name, "conditions")?;
                let to = self.steps.len();
                self.steps[skip] = Step::SkipIf { is, to };
                Ok(Operand::result(Type::Truth, start, "this"))
            }
            Operator::Arithmetic(sign) => {
                expect(&left, Type::Number, name, "numbers")?;
                let right = self.expression(above)?;
                expect(&right, Type::Number, name, "numbers")?;
                self.steps.push(Step::Arithmetic { sign, column });
                let said = format!("{} {name} {}", left.said, right.said);
                let said: String = said.chars().take(60).collect();
                Ok(Operand::result(Type::Number, start, &said))
            }
            Operator::Compare(relation) => {
                let right = self.expression(above)?;
                self.check_compared(&left, &right, relation, name)?;
                self.steps.push(Step::Compare(relation));
                Ok(Operand::result(Type::Truth, start, "this"))
            }
            Operator::Has => {
                expect(&left, Type::Set, name, "a set on its left")?;
                let right = self.expression(above)?;
                expect(&right, Type::Text, name, "a text on its right")?;
                self.check_words(&left, &right)?;
                self.steps.push(Step::Has);
                Ok(Operand::result(Type::Truth, start, "this"))
            }
            Operator::In | Operator::NotIn => {
                self.one_of(&left, name)?;
                if operator == Operator::NotIn {
                    self.steps.push(Step::Not);
                }
                Ok(Operand::result(Type::Truth, start, "this"))
            }
        }
    }

    /// Reads the list or the set after `in`.
    fn one_of(&mut self, left: &Operand, name: &'static str) -> Result<(), ExpressionError> {
        if !matches!(left.kind, Type::Number | Type::Text) {
            return Err(mismatch(left, name, "a number or a text on its left"));
        }
        if !self.is_next("(") {
            let right = self.expression(COMPARISON + 1)?;
            expect(&right, Type::Set, name, "a list in parentheses, or a set")?;
            expect(left, Type::Text, name, "a text before a set")?;
            self.check_words(&right, left)?;
            self.steps.push(Step::IsIn);
            return Ok(());
        }
        let (_, column) = self.take();
        self.deeper(column)?;
        let mut count = 0;
        loop {
            let item = self.expression(0)?;
            if item.kind != left.kind {
                let expected = match left.kind {
                    Type::Number => "numbers after a number",
                    _ => "texts after a text",
                };
                return Err(mismatch(&item, name, expected));
            }
            self.check_words(left, &item)?;
            count += 1;
            let (token, column) = self.take();
            match token {
                Token::Sign(",") => {}
                Token::Sign(")") => break,
                token => return Err(unexpected(&token, column, ", or )")),
            }
        }
        self.depth -= 1;
        self.steps.push(Step::OneOf { count });
        Ok(())
    }

    fn check_compared(
        &self,
        left: &Operand,
        right: &Operand,
        relation: Relation,
        name: &'static str,
    ) -> Result<(), ExpressionError> {
        if let Some(set) = [left, right]
            .into_iter()
            .find(|side| side.kind == Type::Set)
        {
            return Err(mismatch(
                set,
                name,
                "no sets; has does, as in biomes has \"niflheim\"",
            ));
        }
        if !matches!(relation, Relation::Equal | Relation::Unequal) {
            expect(left, Type::Number, name, "numbers")?;
            return expect(right, Type::Number, name, "numbers");
        }
        if left.kind != right.kind {
            let expected = match left.kind {
                Type::Number => "another number on its right",
                Type::Text => "another text on its right",
                Type::Set | Type::Truth => "another condition on its right",
            };
            return Err(mismatch(right, name, expected));
        }
        self.check_words(left, right)?;
        self.check_words(right, left)
    }

    /// Refuses a text that a property never is.
    fn check_words(&self, property: &Operand, word: &Operand) -> Result<(), ExpressionError> {
        let name = property.property.and_then(|number| self.names.get(number));
        match (name, &word.word) {
            (Some(name), Some(text))
                if !name.words.is_empty() && !name.words.contains(&text.as_str()) =>
            {
                Err(ExpressionError {
                    column: word.column,
                    problem: Problem::word(name, text),
                })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a word has a meaning of its own.
fn is_reserved(word: &str) -> bool {
    let words = ["and", "or", "not", "in", "has"];
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn expect(
    operand: &Operand,
    kind: Type,
    operator: &'static str,
    expected: &'static str,
) -> Result<(), ExpressionError> {
    match operand.kind == kind {
        true => Ok(()),
        false => Err(mismatch(operand, operator, expected)),
    }
}

fn mismatch(operand: &Operand, operator: &'static str, expected: &'static str) -> ExpressionError {
    ExpressionError {
        column: operand.column,
        problem: Problem::Mismatch {
            found: operand.said.clone(),
            kind: operand.kind,
            operator,
            expected,
        },
    }
}
