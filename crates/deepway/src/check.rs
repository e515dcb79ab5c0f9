//! Checks: a twenty-sided die and an attribute against a difficulty.

use crate::seed::{Dice, Stream};
use std::fmt;

/// The attribute that a check uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// Climbing, lifting, clearing.
    Might,
    /// Repairing.
    Wits,
}

impl Attribute {
    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Might => "might",
            Self::Wits => "wits",
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Might => "MIGHT",
            Self::Wits => "WITS",
        })
    }
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was rolled, 1 to 20.
    pub roll: i32,
    /// The roll plus the attribute.
    pub total: i32,
    /// The difficulty to reach.
    pub dc: u32,
}

impl Check {
    /// By how much it was passed; negative if it failed.
    pub const fn margin(&self) -> i32 {
        self.total - self.dc as i32
    }

    /// Whether it was passed; a tie passes.
    pub const fn is_passed(&self) -> bool {
        self.margin() >= 0
    }
}

/// The source of rolls: dice by default, anything in a test or in another game.
pub trait Resolver {
    /// Makes a check with an attribute of this value against a difficulty.
    fn check(&mut self, attribute: Attribute, value: i32, dc: u32) -> Check;

    /// Rolls dice; the result is never below 0.
    fn roll(&mut self, dice: Dice) -> i32;

    /// Whether something with this chance, in percent, happens.
    fn happens(&mut self, percent: u32) -> bool;
}

/// Rolls dice from a stream.
impl Resolver for Stream {
    fn check(&mut self, _attribute: Attribute, value: i32, dc: u32) -> Check {
        let roll = self.between(1, 20);
        let total = roll.saturating_add(value);
        Check { roll, total, dc }
    }

    fn roll(&mut self, dice: Dice) -> i32 {
        dice.roll(self).max(0)
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.chance(percent.min(100), 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn a_tie_passes_and_margins_count_from_the_difficulty() {
        for (roll, value, dc, margin) in [
            (10, 2, 12, 0),
            (9, 2, 12, -1),
            (20, -5, 15, 0),
            (1, 0, 7, -6),
        ] {
            let check = Check {
                roll,
                total: roll + value,
                dc,
            };
            assert_eq!((check.margin(), check.is_passed()), (margin, margin >= 0));
        }
    }

    #[test]
    fn every_face_comes_up_as_often() {
        let mut stream = Seed::new(1).stream();
        let mut faces = [0u32; 21];
        for _ in 0..200_000 {
            faces[stream.check(Attribute::Might, 3, 10).roll as usize] += 1;
        }
        assert_eq!(faces[0], 0);
        // Five standard deviations of 10,000 expected are 487.
        assert!(
            faces[1..].iter().all(|&count| count.abs_diff(10_000) < 500),
            "{faces:?}"
        );
    }
}
