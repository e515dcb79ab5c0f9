//! Dice notation: `3d6+2`, `d20`, `2-4`, `7`.

use super::Stream;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Dice to roll: a sum of equal dice with a bonus, or an even range.
///
/// | written | means |
/// |---|---|
/// | `3d6+2`, `2d4-1` | the sum of three six-sided dice, plus two; … |
/// | `d20` | one twenty-sided die |
/// | `2-4` | 2, 3 or 4, equally likely |
/// | `7` | always 7 |
///
/// ```
/// use deepway::{Dice, Seed};
///
/// let dice: Dice = "3d6+2".parse()?;
/// assert_eq!((dice.min(), dice.max()), (5, 20));
/// let rolled = dice.roll(&mut Seed::new(1).stream());
/// assert!((5..=20).contains(&rolled));
/// # Ok::<(), deepway::DiceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice(Shape);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Sum { count: u32, sides: u32, bonus: i32 },
    Range { low: u32, high: u32 },
}

impl Dice {
    /// The most dice in one roll.
    pub const MAX_COUNT: u32 = 1000;
    /// The most sides of a die, and the largest bonus or bound of a range.
    pub const MAX_NUMBER: u32 = 1_000_000;
    /// The longest dice notation.
    const MAX_TEXT: usize = 32;

    /// The sum of `count` dice with `sides` sides, both clamped to 1 and the limits.
    pub fn sum(count: u32, sides: u32) -> Self {
        Self(Shape::Sum {
            count: count.clamp(1, Self::MAX_COUNT),
            sides: sides.clamp(1, Self::MAX_NUMBER),
            bonus: 0,
        })
    }

    /// Rolls the dice.
    pub fn roll(self, stream: &mut Stream) -> i32 {
        match self.0 {
            // At most 1000 × 1,000,000 + 1,000,000: far inside an i32.
            Shape::Sum {
                count,
                sides,
                bonus,
            } => (0..count)
                .map(|_| stream.between(1, sides as i32))
                .sum::<i32>()
                .saturating_add(bonus),
            Shape::Range { low, high } => stream.between(low as i32, high as i32),
        }
    }

    /// The smallest possible result.
    pub fn min(self) -> i32 {
        match self.0 {
            Shape::Sum { count, bonus, .. } => count as i32 + bonus,
            Shape::Range { low, .. } => low as i32,
        }
    }

    /// The largest possible result.
    pub fn max(self) -> i32 {
        match self.0 {
            Shape::Sum {
                count,
                sides,
                bonus,
            } => (count * sides) as i32 + bonus,
            Shape::Range { high, .. } => high as i32,
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shape::Sum {
                count,
                sides,
                bonus,
            } => {
                if count != 1 {
                    write!(f, "{count}")?;
                }
                write!(f, "d{sides}")?;
                match bonus {
                    0 => Ok(()),
                    bonus => write!(f, "{bonus:+}"),
                }
            }
            Shape::Range { low, high } if low == high => write!(f, "{low}"),
            Shape::Range { low, high } => write!(f, "{low}-{high}"),
        }
    }
}

/// Why a text is not dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not dice: {text:?}, column {column}: expected {expected}")]
pub struct DiceError {
    /// The text, cut after 32 characters.
    pub text: String,
    /// Where it went wrong, counted from 1.
    pub column: u32,
    /// What would have been right there.
    pub expected: String,
}

impl FromStr for Dice {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let mut reader = Reader { text, at: 0 };
        if text.len() > Self::MAX_TEXT {
            reader.at = Self::MAX_TEXT;
            return Err(reader.expected("the end: dice have at most 32 characters"));
        }
        let shape = reader.shape()?;
        if reader.at < text.len() {
            return Err(reader.expected("the end, as in 3d6+2, d20, 2-4 or 7"));
        }
        Ok(Self(shape))
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn expected(&self, what: impl Into<String>) -> DiceError {
        DiceError {
            text: self.text.chars().take(Dice::MAX_TEXT).collect(),
            column: self
                .text
                .char_indices()
                .take_while(|(i, _)| *i < self.at)
                .count() as u32
                + 1,
            expected: what.into(),
        }
    }

    fn eat(&mut self, wanted: &[u8]) -> Option<u8> {
        let byte = *self.text.as_bytes().get(self.at)?;
        wanted.contains(&byte).then(|| {
            self.at += 1;
            byte
        })
    }

    /// A whole number in `min..=max`, or an error at its first digit.
    fn number(&mut self, what: &str, min: u32, max: u32) -> Result<u32, DiceError> {
        let start = self.at;
        let mut value = 0u64;
        while let Some(digit) = self.eat(b"0123456789") {
            value = (value * 10 + u64::from(digit - b'0')).min(u64::from(u32::MAX));
        }
        let found = self.at > start;
        self.at = if found && (u64::from(min)..=u64::from(max)).contains(&value) {
            return Ok(value as u32);
        } else {
            start
        };
        Err(self.expected(format!("{what} from {min} to {max}")))
    }

    fn shape(&mut self) -> Result<Shape, DiceError> {
        if self.eat(b"dD").is_some() {
            return self.sum(1);
        }
        let start = self.at;
        let first = self.number("a number or a die: a number", 0, Dice::MAX_NUMBER)?;
        if self.eat(b"dD").is_some() {
            if !(1..=Dice::MAX_COUNT).contains(&first) {
                self.at = start;
                return Err(self.expected("a number of dice from 1 to 1000"));
            }
            return self.sum(first);
        }
        if self.eat(b"-").is_some() {
            let high = self.number("the upper end of the range:", first, Dice::MAX_NUMBER)?;
            return Ok(Shape::Range { low: first, high });
        }
        Ok(Shape::Range {
            low: first,
            high: first,
        })
    }

    fn sum(&mut self, count: u32) -> Result<Shape, DiceError> {
        let sides = self.number("a number of sides", 1, Dice::MAX_NUMBER)?;
        let bonus = match self.eat(b"+-") {
            None => 0,
            Some(sign) => {
                let bonus = self.number("a bonus", 0, Dice::MAX_NUMBER)? as i32;
                if sign == b'-' { -bonus } else { bonus }
            }
        };
        Ok(Shape::Sum {
            count,
            sides,
            bonus,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_is_what_is_rolled() {
        for (text, min, max, canonical) in [
            ("3d6+2", 5, 20, "3d6+2"),
            ("2d4-1", 1, 7, "2d4-1"),
            ("d20", 1, 20, "d20"),
            ("1D6", 1, 6, "d6"),
            ("2-4", 2, 4, "2-4"),
            ("0-0", 0, 0, "0"),
            ("7", 7, 7, "7"),
            ("003d06+0", 3, 18, "3d6"),
            (
                "1000d1000000+1000000",
                1_001_000,
                1_001_000_000,
                "1000d1000000+1000000",
            ),
            ("d1-1000000", -999_999, -999_999, "d1-1000000"),
        ] {
            let dice: Dice = text.parse().unwrap();
            assert_eq!((dice.min(), dice.max()), (min, max), "{text}");
            assert_eq!(dice.to_string(), canonical);
        }
    }

    #[test]
    fn nonsense_is_rejected_where_it_stands() {
        for (text, column) in [
            ("", 1),
            ("d", 2),
            ("3d", 3),
            ("3d6+", 5),
            ("3d6+2+1", 6),
            ("3d6x", 4),
            ("x3d6", 1),
            (" 3d6", 1),
            ("3d6 ", 4),
            ("0d6", 1),
            ("3d0", 3),
            ("1001d6", 1),
            ("d1000001", 2),
            ("3d6+1000001", 5),
            ("4-2", 3),
            ("-4", 1),
            ("2--4", 3),
            ("2-4-6", 4),
            ("99999999999999999999d6", 1),
            ("3d6+99999999999999999999999999999999999", 33),
            ("drei", 2),
            ("3ð6", 2),
            ("é", 1),
        ] {
            let error = text.parse::<Dice>().unwrap_err();
            assert_eq!(error.column, column, "{error}");
            assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn dice_reach_their_ends() {
        let mut stream = Seed::new(8).stream();
        for text in ["3d6+2", "2d4-1", "d20", "2-4", "7"] {
            let dice: Dice = text.parse().unwrap();
            let rolls: Vec<i32> = (0..5000).map(|_| dice.roll(&mut stream)).collect();
            assert_eq!(rolls.iter().min(), Some(&dice.min()), "{text}");
            assert_eq!(rolls.iter().max(), Some(&dice.max()), "{text}");
        }
    }

    #[test]
    fn golden_rolls() {
        let mut stream = Seed::new(42).child("dice").stream();
        let dice: Dice = "3d6+2".parse().unwrap();
        assert_eq!([(); 8].map(|()| dice.roll(&mut stream)), GOLDEN_ROLLS);
    }

    proptest! {
        #[test]
        fn any_text_is_dice_or_an_error(text in "\\PC*") {
            let _ = text.parse::<Dice>();
        }

        #[test]
        fn dice_read_back_from_their_text(
            text in "([0-9]{0,4}d[0-9]{1,5}([+-][0-9]{1,3})?)|([0-9]{1,4}(-[0-9]{1,4})?)",
            seed: u64,
        ) {
            if let Ok(dice) = text.parse::<Dice>() {
                prop_assert_eq!(dice.to_string().parse(), Ok(dice));
                let rolled = dice.roll(&mut Seed::new(seed).stream());
                prop_assert!((dice.min()..=dice.max()).contains(&rolled));
            }
        }
    }

    const GOLDEN_ROLLS: [i32; 8] = [14, 16, 13, 17, 11, 15, 12, 12];
}
