//! Exact numbers.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms whose parts fit into 64 bits. What does not fit is none, never
/// rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    top: i64,
    /// Positive.
    bottom: i64,
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Number {
    pub(super) const ZERO: Self = Self { top: 0, bottom: 1 };

    /// The fraction of two numbers, if it fits and the second is not zero.
    fn fraction(top: i128, bottom: i128) -> Option<Self> {
        let sign = if bottom < 0 { -1 } else { 1 };
        let divisor = common_divisor(top.unsigned_abs(), bottom.unsigned_abs());
        let divisor = i128::try_from(divisor).ok().filter(|&divisor| divisor > 0);
        let divisor = divisor.filter(|_| bottom != 0)?;
        Some(Self {
            top: (sign * (top / divisor)).try_into().ok()?,
            bottom: (sign * (bottom / divisor)).try_into().ok()?,
        })
    }

    /// Reads `12` or `2.5`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let part = part.trim_end_matches('0');
        let digits: i128 = format!("{whole}{part}").parse().ok()?;
        let bottom = 10i128.checked_pow(u32::try_from(part.len()).ok()?)?;
        Self::fraction(digits, bottom)
    }

    /// Its top and its bottom, in lowest terms; the bottom is positive.
    pub const fn parts(self) -> [i64; 2] {
        [self.top, self.bottom]
    }

    fn wide(self) -> [i128; 2] {
        [self.top.into(), self.bottom.into()]
    }

    pub(super) fn negate(self) -> Option<Self> {
        let top = self.top.checked_neg()?;
        Some(Self { top, ..self })
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let ([a, b], [c, d]) = (self.wide(), other.wide());
        Self::fraction(a * d + c * b, b * d)
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        let ([a, b], [c, d]) = (self.wide(), other.wide());
        Self::fraction(a * d - c * b, b * d)
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        let ([a, b], [c, d]) = (self.wide(), other.wide());
        Self::fraction(a * c, b * d)
    }

    pub(super) fn over(self, other: Self) -> Option<Self> {
        let ([a, b], [c, d]) = (self.wide(), other.wide());
        Self::fraction(a * d, b * c)
    }

    /// What is left after taking the other as often as it fits, rounded down; it has the sign
    /// of the other.
    pub(super) fn modulo(self, other: Self) -> Option<Self> {
        let ([a, b], [c, d]) = (self.wide(), other.wide());
        // Over the common bottom: (a d) mod (c b), rounded down.
        let (top, by) = (a * d, c * b);
        if by == 0 {
            return None;
        }
        let rest = top % by;
        let is_off = rest != 0 && (rest < 0) != (by < 0);
        Self::fraction(if is_off { rest + by } else { rest }, b * d)
    }
}

impl From<i64> for Number {
    fn from(top: i64) -> Self {
        Self { top, bottom: 1 }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let ([a, b], [c, d]) = (self.wide(), other.wide());
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bottom {
            1 => f.pad(&self.top.to_string()),
            bottom => f.pad(&format!("{}/{bottom}", self.top)),
        }
    }
}
