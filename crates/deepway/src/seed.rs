//! Named random streams.
//!
//! A [`Seed`] is a 64-bit name for a world or for a part of one. It never
//! produces a random number itself: it has named children, and any seed opens
//! a [`Stream`]. What a stream yields depends on its name alone, so stages can
//! run in any order and on any thread.
//!
//! ```
//! use deepway::Seed;
//!
//! let room = Seed::new(42).child("layout").child(17);
//! let mut stream = room.stream();
//! let first = stream.between(1, 6);
//! assert_eq!(first, room.stream().between(1, 6));
//! ```
//!
//! The algorithms are frozen; `docs/determinism.md` says how to change them.

mod dice;
mod stream;

pub use dice::{Dice, DiceError};
pub use stream::{Stream, StreamState, UnknownState};

use std::fmt;
use std::str::FromStr;

/// The step of SplitMix64: 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection on 64 bits.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A 64-bit seed: the name of a world, a stage, a room, a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(u64);

impl Seed {
    /// The seed with this number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number that [`Seed::new`] would need to make this seed again.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The seed of a named or numbered part.
    ///
    /// For each label this is a bijection on seeds, so two different parents
    /// never have the same child of that name. The label `17` and the label
    /// `"17"` differ; the width of an integer does not matter.
    pub fn child(self, label: impl Label) -> Self {
        Self(label.absorb(self.0))
    }

    /// Opens the stream of random numbers that belongs to this seed.
    pub fn stream(self) -> Stream {
        Stream::new(self)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// What can name a child of a [`Seed`]: text or an integer.
pub trait Label {
    /// Mixes the label into the parent's number.
    #[doc(hidden)]
    fn absorb(&self, parent: u64) -> u64;
}

/// Mixes one word into the state; a bijection on `state` for each `word`.
const fn absorb_word(state: u64, word: u64) -> u64 {
    mix((state ^ mix(word.wrapping_add(GOLDEN))).wrapping_add(GOLDEN))
}

const TEXT: u64 = 0x7465_7874; // "text", so that a text never equals a number
const NUMBER: u64 = 0x6E75_6D62; // "numb"

impl Label for str {
    fn absorb(&self, parent: u64) -> u64 {
        let bytes = self.as_bytes();
        let mut state = absorb_word(parent, TEXT ^ ((bytes.len() as u64) << 32));
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            state = absorb_word(state, u64::from_le_bytes(word));
        }
        state
    }
}

impl Label for &str {
    fn absorb(&self, parent: u64) -> u64 {
        (**self).absorb(parent)
    }
}

macro_rules! integer_labels {
    ($($int:ty)*) => {$(
        impl Label for $int {
            fn absorb(&self, parent: u64) -> u64 {
                // Negative numbers are sign-extended: -1 is -1 in every width.
                absorb_word(absorb_word(parent, NUMBER), *self as u64)
            }
        }
    )*};
}

integer_labels!(u8 u16 u32 u64 i8 i16 i32 i64);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn golden_children() {
        let seed = Seed::new(42);
        assert_eq!(seed.child("layout").number(), GOLDEN_LAYOUT);
        assert_eq!(seed.child("layout").child(17).number(), GOLDEN_LAYOUT_17);
        assert_eq!(
            seed.child("a longer label, of more than one word").number(),
            GOLDEN_LONG
        );
        assert_eq!(Seed::new(0).child(-3).number(), GOLDEN_MINUS_3);
    }

    #[test]
    fn labels_that_look_alike_differ() {
        let seed = Seed::new(7);
        let children = [
            seed.child("17"),
            seed.child(17),
            seed.child("1").child("7"),
            seed.child("7").child("1"),
            seed.child(""),
            seed.child("\0"),
            seed.child("\0\0"),
            seed.child("1234567"),
            seed.child("12345678"),
            seed.child("123456789"),
            seed.child(-17),
            seed,
        ];
        assert_eq!(
            children.iter().collect::<HashSet<_>>().len(),
            children.len()
        );
    }

    #[test]
    fn the_width_of_an_integer_label_does_not_matter() {
        let seed = Seed::new(7);
        assert_eq!(seed.child(3u8), seed.child(3i64));
        assert_eq!(seed.child(-3i8), seed.child(-3i64));
    }

    #[test]
    fn a_million_children_do_not_collide() {
        let mut seen = HashSet::new();
        for parent in 0..1000u64 {
            for label in 0..1000u32 {
                assert!(seen.insert(Seed::new(parent).child(label)));
            }
        }
    }

    #[test]
    fn a_seed_reads_back_from_its_text() {
        for number in [0, 1, 42, u64::MAX] {
            assert_eq!(Seed::new(number).to_string().parse(), Ok(Seed::new(number)));
        }
        assert!("-1".parse::<Seed>().is_err());
        assert!("18446744073709551616".parse::<Seed>().is_err());
    }

    const GOLDEN_LAYOUT: u64 = 0xE9EB_492A_0C88_88B3;
    const GOLDEN_LAYOUT_17: u64 = 0xF21F_ABB2_2D4F_CE92;
    const GOLDEN_LONG: u64 = 0x86D1_AA5B_8D72_68C4;
    const GOLDEN_MINUS_3: u64 = 0x9F9E_4809_10ED_09D1;
}
