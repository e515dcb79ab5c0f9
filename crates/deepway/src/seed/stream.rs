//! Random numbers: xoshiro256++ and the draws built on it.

use super::{GOLDEN, Seed, mix};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A stream of random numbers.
///
/// The generator is xoshiro256++ 1.0 (Blackman and Vigna 2019), its state
/// filled by SplitMix64 from the seed. Every draw below is our own and frozen
/// with it: sampling in general crates may change between releases, ours must
/// not.
#[derive(Clone, Debug)]
pub struct Stream {
    state: [u64; 4],
}

impl Stream {
    pub(super) fn new(seed: Seed) -> Self {
        let word = |i: u64| mix(seed.number().wrapping_add(GOLDEN.wrapping_mul(i)));
        Self {
            state: [word(1), word(2), word(3), word(4)],
        }
    }

    /// The state of the stream, to continue from later.
    ///
    /// ```
    /// use deepway::{Seed, Stream, StreamState};
    ///
    /// let mut stream = Seed::new(42).stream();
    /// stream.bits();
    /// let kept = stream.save().to_string();
    /// let next = stream.bits();
    /// let state: StreamState = kept.parse()?;
    /// assert_eq!(Stream::restore(state).bits(), next);
    /// # Ok::<(), deepway::UnknownState>(())
    /// ```
    pub fn save(&self) -> StreamState {
        StreamState(self.state)
    }

    /// A stream that continues from a state.
    pub fn restore(state: StreamState) -> Self {
        Self { state: state.0 }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number in `0..bound`, all equally likely.
    ///
    /// Where there is no choice (`bound` 0 or 1) the answer is 0 and nothing
    /// is drawn. Uses Lemire's multiplication with rejection (2019): no bias.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound <= 1 {
            return 0;
        }
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// A number from `a` to `b`, both included, in either order.
    pub fn between(&mut self, a: i32, b: i32) -> i32 {
        let (low, high) = (i64::from(a.min(b)), i64::from(a.max(b)));
        let drawn = self.below((high - low) as u64 + 1);
        (low + drawn as i64) as i32
    }

    /// True in `numerator` of `denominator` cases; never if `denominator` is 0.
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(u64::from(denominator)) < u64::from(numerator) && denominator > 0
    }

    /// One of the items, all equally likely; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// One of the items, each as likely as its weight; `None` if all weigh 0.
    pub fn weighted<'a, T>(&mut self, items: &'a [(T, u32)]) -> Option<&'a T> {
        let total = items.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut left = self.below(total);
        for (item, weight) in items {
            match left.checked_sub(u64::from(*weight)) {
                Some(rest) => left = rest,
                None => return Some(item),
            }
        }
        None
    }

    /// Puts the items into a random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The state of a stream: 256 bits, not all of them zero. As text, 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamState([u64; 4]);

/// A text that is not the state of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not the state of a stream: {0:?}: expected 64 hexadecimal digits, not all of them 0")]
pub struct UnknownState(String);

impl fmt::Display for StreamState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([a, b, c, d]) = self;
        write!(f, "{a:016x}{b:016x}{c:016x}{d:016x}")
    }
}

impl FromStr for StreamState {
    type Err = UnknownState;

    fn from_str(text: &str) -> Result<Self, UnknownState> {
        let unknown = || UnknownState(text.chars().take(80).collect());
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(unknown());
        }
        let mut state = [0; 4];
        for (word, digits) in state.iter_mut().zip([0, 16, 32, 48]) {
            let digits = &text[digits..digits + 16];
            *word = u64::from_str_radix(digits, 16).map_err(|_| unknown())?;
        }
        // The generator could never leave zero.
        match state == [0; 4] {
            true => Err(unknown()),
            false => Ok(Self(state)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // The reference implementation's first outputs for the state 1, 2, 3, 4.
        let mut stream = Stream {
            state: [1, 2, 3, 4],
        };
        let expected = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        assert_eq!([(); 10].map(|()| stream.bits()), expected);
        // SplitMix64's first outputs for seed 0 fill the state.
        let filled = Stream::new(Seed::new(0)).state;
        assert_eq!(
            filled[..3],
            [
                0xE220_A839_7B1D_CDAF,
                0x6E78_9E6A_A1B9_65F4,
                0x06C4_5D18_8009_454F
            ]
        );
    }

    #[test]
    fn golden_draws() {
        let mut s = Seed::new(42).child("golden").stream();
        assert_eq!([(); 4].map(|()| s.bits()), GOLDEN_BITS);
        assert_eq!([(); 8].map(|()| s.below(6)), GOLDEN_BELOW);
        assert_eq!([(); 8].map(|()| s.between(-3, 3)), GOLDEN_BETWEEN);
        assert_eq!([(); 8].map(|()| s.chance(3, 10)), GOLDEN_CHANCE);
        let weights = [('a', 100), ('b', 20), ('c', 4)];
        let drawn: String = (0..16).filter_map(|_| s.weighted(&weights)).collect();
        assert_eq!(drawn, GOLDEN_WEIGHTED);
        let mut cards: Vec<u32> = (0..10).collect();
        s.shuffle(&mut cards);
        assert_eq!(cards, GOLDEN_SHUFFLE);
    }

    #[test]
    fn a_restored_stream_goes_on_where_it_was() {
        let mut stream = Seed::new(42).child("golden").stream();
        assert_eq!(stream.save().to_string(), GOLDEN_START);
        let _ = (stream.bits(), stream.below(6), stream.between(-3, 3));
        let kept = stream.save().to_string();
        assert_eq!(kept, GOLDEN_STATE);
        let mut restored = Stream::restore(kept.parse().unwrap());
        assert_eq!(
            [(); 9].map(|()| restored.bits()),
            [(); 9].map(|()| stream.bits())
        );
        assert_eq!(restored.save(), stream.save());
        let upper: StreamState = GOLDEN_STATE.to_uppercase().parse().unwrap();
        assert_eq!(upper.to_string(), GOLDEN_STATE);
        for wrong in [
            "",
            "0",
            &"0".repeat(64),
            &"g".repeat(64),
            &"1".repeat(63),
            &"é".repeat(32),
            &format!("+{}", "1".repeat(63)),
        ] {
            assert!(wrong.parse::<StreamState>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_choice_draws_nothing() {
        let mut a = Seed::new(1).stream();
        let mut b = a.clone();
        assert_eq!((a.below(0), a.below(1), a.between(5, 5)), (0, 0, 5));
        assert_eq!(a.pick::<u8>(&[]), None);
        assert_eq!(a.weighted(&[('x', 0), ('y', 0)]), None);
        assert!(!a.chance(1, 0));
        assert!(a.chance(1, 1));
        assert_eq!(a.bits(), b.bits());
    }

    /// Pearson's statistic of the counts against equal shares.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts
            .iter()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum()
    }

    #[test]
    fn bounded_draws_are_even() {
        for bound in [2u64, 3, 6, 7, 20, 100] {
            let mut stream = Seed::new(9).child(bound).stream();
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..bound * 10_000 {
                counts[stream.below(bound) as usize] += 1;
            }
            // Mean bound-1, variance 2(bound-1): six standard deviations.
            let freedom = (bound - 1) as f64;
            assert!(chi_square(&counts) < freedom + 6.0 * (2.0 * freedom).sqrt());
        }
    }

    #[test]
    fn a_bound_just_over_half_the_range_is_not_biased() {
        // The plain remainder would make the low half twice as likely.
        let bound = (1 << 63) + (1 << 62);
        let mut stream = Seed::new(3).stream();
        let low = (0..30_000)
            .filter(|_| stream.below(bound) < bound / 2)
            .count();
        assert!((14_400..15_600).contains(&low), "{low} of 30000");
    }

    #[test]
    fn shuffles_reach_every_order_evenly() {
        let mut counts = std::collections::BTreeMap::new();
        let mut stream = Seed::new(4).stream();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            stream.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let counts: Vec<u32> = counts.into_values().collect();
        assert!(chi_square(&counts) < 23.0 + 6.0 * 46f64.sqrt());
    }

    #[test]
    fn weights_are_respected() {
        let mut stream = Seed::new(5).stream();
        let weights = [(0usize, 1), (1, 0), (2, 3)];
        let mut counts = [0u32; 3];
        for _ in 0..40_000 {
            counts[*stream.weighted(&weights).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((9_500..10_500).contains(&counts[0]), "{counts:?}");
    }

    proptest! {
        #[test]
        fn draws_stay_in_range(seed: u64, bound in 1u64.., a: i32, b: i32) {
            let mut stream = Seed::new(seed).stream();
            prop_assert!(stream.below(bound) < bound);
            let drawn = stream.between(a, b);
            prop_assert!(a.min(b) <= drawn && drawn <= a.max(b));
        }

        #[test]
        fn a_shuffle_keeps_the_items(seed: u64, mut items: Vec<u8>) {
            let mut shuffled = items.clone();
            Seed::new(seed).stream().shuffle(&mut shuffled);
            items.sort_unstable();
            shuffled.sort_unstable();
            prop_assert_eq!(items, shuffled);
        }
    }

    const GOLDEN_START: &str = "dd86013dc5d4c1cceb365daa502d9960635b8f190f244e672cc49ed079c8e5e5";
    const GOLDEN_STATE: &str = "e06769cecd31d2c112f94f0399c8f87527826d0d5f46dc5c478fe00d181f3c76";
    const GOLDEN_BITS: [u64; 4] = [
        0xE4A5_D011_9E59_E71C,
        0xBD97_12C9_2F16_C006,
        0x235D_A23A_B899_3612,
        0xCE5A_1256_68C5_CE65,
    ];
    const GOLDEN_BELOW: [u64; 8] = [2, 1, 2, 5, 4, 0, 4, 5];
    const GOLDEN_BETWEEN: [i32; 8] = [2, -3, 2, 0, 1, 0, 3, 2];
    const GOLDEN_CHANCE: [bool; 8] = [false, false, false, true, true, false, false, true];
    const GOLDEN_WEIGHTED: &str = "aaacabbaaaaabcaa";
    const GOLDEN_SHUFFLE: [u32; 10] = [2, 4, 3, 1, 9, 0, 6, 7, 5, 8];
}
