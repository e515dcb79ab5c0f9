//! Expressions against an evaluator that walks a tree with plain fractions, and refusals.

use super::*;
use crate::seed::{Seed, Stream};

fn names() -> Vec<Name> {
    vec![
        Name::new("loops", Type::Number),
        Name::new("boss.layer", Type::Number),
        Name {
            words: vec!["niflheim", "muspelheim", "the_roots"],
            ..Name::new("biome", Type::Text)
        },
        Name {
            words: vec!["niflheim", "muspelheim", "the_roots"],
            ..Name::new("biomes", Type::Set)
        },
        Name::new("sealed", Type::Truth),
        Name::new("region", Type::Text),
    ]
}

fn value(property: usize) -> Option<Value> {
    Some(match property {
        0 => 3.into(),
        1 => (-2).into(),
        2 => "niflheim".into(),
        3 => vec!["the_roots", "niflheim"].into(),
        4 => Value::Truth(true),
        _ => "Old Fen".into(),
    })
}

fn holds(text: &str) -> bool {
    let expression = Expression::read(text, &names()).unwrap_or_else(|error| panic!("{error}"));
    let held = expression.holds(value).expect("no division by zero");
    held.expect("every property has a value")
}

#[test]
fn what_is_true_holds() {
    for text in [
        "loops == 3",
        "loops = 3",
        "loops >= 3 and loops <= 3 and not loops > 3 and not loops < 3",
        "boss.layer <= -2",
        "-boss.layer == 2",
        "--2 == 2",
        "1 / 3 + 1 / 3 + 1 / 3 == 1",
        "0.1 + 0.2 == 0.3",
        "2 + 3 * 4 == 14",
        "(2 + 3) * 4 == 20",
        "10 - 3 - 2 == 5",
        "7 % 3 == 1 and -7 % 3 == 2 and 7 % -3 == -2 and 7.5 % 2 == 1.5",
        "loops in (1, 2, 3) and loops not in (4, 5)",
        "biome in ('niflheim', \"muspelheim\")",
        "biome != 'muspelheim'",
        "biomes has 'the_roots' and not biomes has 'muspelheim'",
        "'niflheim' in biomes and 'muspelheim' not in biomes",
        "sealed",
        "not (sealed and loops == 4)",
        "loops == 4 or loops == 3 and sealed",
        "sealed == (loops > 2)",
        "region == 'Old Fen'",
        "loops == 4 and 1 / 0 == 1 or sealed",
        "loops ≥ 3 AND NOT loops <> 3",
        "loops + loops in (6)",
    ] {
        assert!(holds(text), "{text}");
        assert!(!holds(&format!("not ({text})")), "{text}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_column() {
    for (text, said) in [
        (
            "",
            "column 1: found the end: expected a property, a number, a text in quotes, or (",
        ),
        (
            "loop >= 2",
            "column 1: there is no property \"loop\": did you mean loops?",
        ),
        (
            "loops >= 2 and weather > 1",
            "column 16: there is no property \"weather\": expected one of loops, boss.layer, biome, biomes, sealed, region",
        ),
        (
            "loops >= 'a'",
            "column 10: \"a\" is a text: >= takes numbers",
        ),
        (
            "loops",
            "column 1: loops is a number: expected a condition, such as loops > 0",
        ),
        (
            "  biomes",
            "column 3: biomes is a set: expected a condition, such as biomes has \"…\"",
        ),
        (
            "biomes == 'niflheim'",
            "column 1: biomes is a set: == takes no sets; has does, as in biomes has \"niflheim\"",
        ),
        (
            "biome has 'niflheim'",
            "column 1: biome is a text: has takes a set on its left",
        ),
        (
            "biome == 'nifelheim'",
            "column 10: biome is never \"nifelheim\": did you mean niflheim?",
        ),
        (
            "biome in ('the_roots', 'sky')",
            "column 24: biome is never \"sky\": expected one of niflheim, muspelheim, the_roots",
        ),
        (
            "'sky' in biomes",
            "column 1: biomes is never \"sky\": expected one of niflheim, muspelheim, the_roots",
        ),
        (
            "1 < loops < 4",
            "column 11: two comparisons one after the other: expected and between them, as in 1 < loops and loops < 4",
        ),
        (
            "loops >= 2 boss.layer",
            "column 12: found boss.layer: expected and, or, a comparison, or the end",
        ),
        (
            "(loops >= 2",
            "column 12: found the end: expected an operator or )",
        ),
        (
            "loops >= 2)",
            "column 11: found \")\": expected and, or, a comparison, or the end",
        ),
        (
            "loops & 2",
            "column 7: '&' has no meaning here: expected names, numbers, texts in quotes, or == != < <= > >= + - * / % ( ) , and or not in has",
        ),
        (
            "biome == 'x",
            "column 10: a text without its end: expected another '",
        ),
        (
            "loops > 1.2.3",
            "column 9: \"1.2.3\" is not a number: expected digits, such as 12 or 2.5, at most 18",
        ),
        (
            "loops > 99999999999999999999",
            "column 9: \"99999999999999999999\" is not a number: expected digits, such as 12 or 2.5, at most 18",
        ),
        (
            "loops and sealed",
            "column 1: loops is a number: and takes conditions",
        ),
        (
            "not loops == 3 and -sealed > 2",
            "column 21: sealed is a condition: - takes a number",
        ),
        (
            "loops in 3",
            "column 10: 3 is a number: in takes a list in parentheses, or a set",
        ),
        (
            "loops in ()",
            "column 11: found \")\": expected a property, a number, a text in quotes, or (",
        ),
        ("loops in (1; 2)", "column 12: ';' has no meaning here"),
        (
            "and",
            "column 1: found and: expected a property, a number, a text in quotes, or (",
        ),
        (
            "größe > 1 and loops > x",
            "column 1: there is no property \"größe\"",
        ),
        (
            "region == 'Größe' and lops > 1",
            "column 23: there is no property \"lops\": did you mean loops?",
        ),
    ] {
        let error = Expression::read(text, &names())
            .expect_err(text)
            .to_string();
        assert!(error.starts_with(said), "{text:?}: {error}");
    }
}

#[test]
fn division_by_zero_is_named_with_its_column() {
    for (text, column) in [("1 / (loops - 3) > 1", 3), ("sealed and 5 % 0 == 0", 14)] {
        let expression = Expression::read(text, &names()).expect("it is well formed");
        let error = expression.holds(value).expect_err("a division by zero");
        assert_eq!(
            (error.column, error.problem),
            (column, Problem::DivisionByZero)
        );
    }
}

#[test]
fn numbers_that_do_not_fit_are_refused_not_rounded() {
    let big = "999999999999999999";
    let text = format!("loops * {big} * {big} > 1");
    let expression = Expression::read(&text, &names()).expect("it is well formed");
    let error = expression.holds(value).expect_err("too large");
    assert_eq!((error.column, error.problem), (28, Problem::TooLarge));
}

#[test]
fn endless_expressions_are_refused() {
    let long = "loops > 1 and ".repeat(80_000);
    let error = Expression::read(&long, &names()).expect_err("1 MB");
    assert_eq!(
        error.to_string(),
        "column 1: an expression of 1120000 bytes: expected at most 10000"
    );
    for nest in ["(", "not ", "-", "loops in ("] {
        let deep = nest.repeat(MAX_LENGTH / nest.len());
        let error = Expression::read(&deep, &names()).expect_err("too deep");
        assert_eq!(error.problem, Problem::TooDeep, "{nest}");
    }
    // A long chain is fine, and needs no deep recursion.
    let chain = format!("{}1 > 1", "1 + ".repeat(2_400));
    assert!(holds(&chain));
    let chain = format!("{}sealed", "sealed and ".repeat(900));
    assert!(holds(&chain));
}

#[test]
fn only_what_is_needed_is_looked_up() {
    let expression = Expression::read("loops > 5 and sealed", &names()).expect("well formed");
    assert_eq!(expression.named(), [0, 4]);
    let look_up = |property: usize| match property {
        0 => Some(3.into()),
        _ => panic!("sealed is not needed"),
    };
    assert_eq!(expression.holds(look_up), Ok(Some(false)));
    assert_eq!(expression.holds(|_| None), Ok(None));
    let wrong = expression.holds(|_| Some("three".into()));
    assert_eq!(
        wrong.map_err(|error| error.problem),
        Err(Problem::WrongValue)
    );
}

/// A tree that is written out and evaluated without any code of the module.
enum Tree {
    Literal(i128, i128),
    Property(&'static str, i128),
    Negate(Box<Tree>),
    Arithmetic(char, Box<[Tree; 2]>),
}

enum Condition {
    Compare(&'static str, [Tree; 2]),
    In(Tree, Vec<Tree>),
    Not(Box<Condition>),
    Both(Box<[Condition; 2]>),
    Either(Box<[Condition; 2]>),
}

impl Tree {
    fn random(random: &mut Stream, depth: u32) -> Self {
        let roll = random.below(if depth == 0 { 3 } else { 8 });
        match roll {
            0 => Self::Literal(random.below(9).into(), 1),
            1 => Self::Literal(random.below(90).into(), 10),
            2 => match random.below(2) {
                0 => Self::Property("loops", 3),
                _ => Self::Property("boss.layer", -2),
            },
            3 => Self::Negate(Box::new(Self::random(random, depth - 1))),
            _ => {
                let sign = ['+', '-', '*', '/', '%'][random.below(5) as usize];
                let sides = [0; 2].map(|_| Self::random(random, depth - 1));
                Self::Arithmetic(sign, Box::new(sides))
            }
        }
    }

    /// Fully parenthesised only where precedence needs it or chance has it.
    fn write(&self, random: &mut Stream) -> String {
        let inner = match self {
            Self::Literal(top, 1) => top.to_string(),
            Self::Literal(top, _) => format!("{}.{}", top / 10, top % 10),
            Self::Property(name, _) => (*name).to_owned(),
            Self::Negate(inner) => format!("-({})", inner.write(random)),
            Self::Arithmetic(sign, sides) => {
                let [a, b] = &**sides;
                let (left, right) = (a.write(random), b.write(random));
                let strength = |sign: char| if "+-".contains(sign) { 1 } else { 2 };
                let own = |tree: &Self| match tree {
                    Self::Arithmetic(sign, _) => strength(*sign),
                    _ => 3,
                };
                let left = match own(a) < strength(*sign) {
                    true => format!("({left})"),
                    false => left,
                };
                let right = match own(b) <= strength(*sign) {
                    true => format!("({right})"),
                    false => right,
                };
                format!("{left}{sign} {right}")
            }
        };
        match random.chance(1, 6) {
            true => format!("({inner})"),
            false => inner,
        }
    }

    /// The fraction, not reduced; none if it divides by zero or grows.
    fn evaluate(&self) -> Option<(i128, i128)> {
        let (top, bottom) = match self {
            Self::Literal(top, bottom) => (*top, *bottom),
            Self::Property(_, value) => (*value, 1),
            Self::Negate(inner) => inner.evaluate().map(|(top, bottom)| (-top, bottom))?,
            Self::Arithmetic(sign, sides) => {
                let [(a, b), (c, d)] = [sides[0].evaluate()?, sides[1].evaluate()?];
                match sign {
                    '+' => (a * d + c * b, b * d),
                    '-' => (a * d - c * b, b * d),
                    '*' => (a * c, b * d),
                    _ if c == 0 => return None,
                    '/' if c < 0 => (-a * d, b * -c),
                    '/' => (a * d, b * c),
                    _ => {
                        // By the definition: a - b × floor(a / b).
                        let (top, bottom) = match c < 0 {
                            true => (-a * d, b * -c),
                            false => (a * d, b * c),
                        };
                        let floor = top.div_euclid(bottom);
                        (a * d - c * floor * b, b * d)
                    }
                }
            }
        };
        (top.abs() < 1 << 40 && bottom < 1 << 40).then_some((top, bottom))
    }
}

impl Condition {
    fn random(random: &mut Stream, depth: u32) -> Self {
        let roll = random.below(if depth == 0 { 4 } else { 9 });
        match roll {
            0..=2 => {
                let relations = ["==", "!=", "<", "<=", ">", ">="];
                let relation = relations[random.below(6) as usize];
                Self::Compare(relation, [0; 2].map(|_| Tree::random(random, 2)))
            }
            3 => {
                let count = 1 + random.below(3);
                let list = (0..count).map(|_| Tree::random(random, 1)).collect();
                Self::In(Tree::random(random, 1), list)
            }
            4 => Self::Not(Box::new(Self::random(random, depth - 1))),
            _ => {
                let sides = [0; 2].map(|_| Self::random(random, depth - 1));
                match roll % 2 {
                    0 => Self::Both(Box::new(sides)),
                    _ => Self::Either(Box::new(sides)),
                }
            }
        }
    }

    fn write(&self, random: &mut Stream) -> String {
        let inner = match self {
            Self::Compare(relation, [a, b]) => {
                format!("{} {relation} {}", a.write(random), b.write(random))
            }
            Self::In(value, list) => {
                let list: Vec<String> = list.iter().map(|item| item.write(random)).collect();
                format!("{} in ({})", value.write(random), list.join(", "))
            }
            Self::Not(inner) => match &**inner {
                // Not binds tighter than and, looser than comparisons.
                Self::Both(_) | Self::Either(_) => format!("not ({})", inner.write(random)),
                _ => format!("not {}", inner.write(random)),
            },
            Self::Both(sides) => {
                let side = |side: &Self, random: &mut Stream| match side {
                    Self::Either(_) => format!("({})", side.write(random)),
                    _ => side.write(random),
                };
                format!(
                    "{} and {}",
                    side(&sides[0], random),
                    side(&sides[1], random)
                )
            }
            Self::Either(sides) => {
                format!("{} or {}", sides[0].write(random), sides[1].write(random))
            }
        };
        match random.chance(1, 6) {
            true => format!("({inner})"),
            false => inner,
        }
    }

    /// Whether it holds; none if that needs a division by zero.
    fn evaluate(&self) -> Option<bool> {
        let order = |a: &Tree, b: &Tree| {
            let ((a, b), (c, d)) = (a.evaluate()?, b.evaluate()?);
            Some((a * d).cmp(&(c * b)))
        };
        Some(match self {
            Self::Compare(relation, [a, b]) => {
                let order = order(a, b)?;
                match *relation {
                    "==" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                }
            }
            Self::In(value, list) => {
                let orders = list.iter().map(|item| order(value, item));
                let orders: Option<Vec<_>> = orders.collect();
                orders?.iter().any(|order| order.is_eq())
            }
            Self::Not(inner) => !inner.evaluate()?,
            Self::Both(sides) => sides[0].evaluate()? && sides[1].evaluate()?,
            Self::Either(sides) => sides[0].evaluate()? || sides[1].evaluate()?,
        })
    }
}

#[test]
fn random_expressions_agree_with_an_independent_evaluator() {
    let mut seen = [0; 3];
    for seed in 0..20_000 {
        let mut random = Seed::new(seed).child("expression").stream();
        let condition = Condition::random(&mut random, 3);
        let text = condition.write(&mut random);
        let expression =
            Expression::read(&text, &names()).unwrap_or_else(|e| panic!("{text}: {e}"));
        match condition.evaluate() {
            Some(expected) => {
                assert_eq!(expression.holds(value), Ok(Some(expected)), "{text}");
                seen[usize::from(expected)] += 1;
            }
            None => {
                // Whatever the plain fractions gave up on, this must not panic.
                let _ = expression.holds(value);
                seen[2] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}
