//! Samples: small drawings from which waves learn what a dungeon looks like.
//!
//! A file of samples is plain text. Each sample is a block of lines of equal length, one
//! character a cell; blank lines stand between samples. A line that begins with `;` or `//` is a
//! comment and counts as not there.
//!
//! | character | cell | walked on |
//! |---|---|---|
//! | `#` | wall | no |
//! | `.` | floor | yes |
//! | `+` | door | yes |
//! | `_` | dais | yes |
//! | `I` | pillar | no |
//! | `&` | statue | no |
//! | `T` | furniture | no |
//! | `*` | crystal | no |
//! | `M` | machinery | no |
//!
//! What counts are the *patterns* of a sample: its windows of 3 × 3 cells. Nothing is turned,
//! mirrored or wrapped around, so a sample says all that may stand beside anything. A pattern
//! that cannot go on in some direction (most often one at the edge of the drawing) is dropped,
//! and so are those that needed it; what is left must still hold a wall and a floor. A sample
//! that holds solid rock, 3 × 3 walls or more, is easily solved: rock fits everywhere.

use crate::seed::Stream;
use crate::words::legible;
use thiserror::Error;

/// The largest file.
const MAX_BYTES: usize = Samples::MAX_BYTES as usize;
/// The most samples of a file: each has tables of up to 256 KiB.
const MAX_SAMPLES: usize = 16;
/// How many of them a segment tries: this bounds the time that a hard file can take.
const TRIED: usize = 3;
/// The sides of a sample.
const MIN_SIDE: usize = 4;
const MAX_SIDE: usize = 64;
/// The most patterns of a sample: a bit each.
const MAX_PATTERNS: usize = 128;
/// The largest weight of a pattern: rock and bare floor shall not drown all others.
const MAX_WEIGHT: u32 = 24;

/// What a cell of a drawing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::strata) enum Glyph {
    Wall,
    Floor,
    Door,
    Pillar,
    Statue,
    Furniture,
    Dais,
    Crystal,
    Machinery,
}

impl Glyph {
    const ALL: [Self; 9] = [
        Self::Wall,
        Self::Floor,
        Self::Door,
        Self::Pillar,
        Self::Statue,
        Self::Furniture,
        Self::Dais,
        Self::Crystal,
        Self::Machinery,
    ];

    /// The character that stands for it in files.
    pub(in crate::strata) const fn letter(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Floor => '.',
            Self::Door => '+',
            Self::Pillar => 'I',
            Self::Statue => '&',
            Self::Furniture => 'T',
            Self::Dais => '_',
            Self::Crystal => '*',
            Self::Machinery => 'M',
        }
    }

    /// Whether one can stand there.
    pub(in crate::strata) const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Door | Self::Dais)
    }

    fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|glyph| glyph.letter() == letter)
    }
}

/// What is wrong with a file of samples.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct SampleError {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters.
    pub column: u32,
    /// What is wrong there, and what would be right.
    pub problem: String,
}

/// The samples of a file.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    samples: Vec<Sample>,
}

impl Samples {
    /// The largest file, in bytes.
    pub const MAX_BYTES: u64 = 1 << 20;

    /// Reads the text of a file of samples.
    ///
    /// The name is for messages only. Time and space are linear in the length of the text.
    pub fn read(name: &str, text: &str) -> Result<Self, SampleError> {
        let error = |line: usize, column: usize, problem: String| SampleError {
            file: legible(name).chars().take(200).collect(),
            line: line as u32,
            column: column as u32,
            problem,
        };
        if text.len() > MAX_BYTES {
            let problem = format!(
                "the file has {} bytes: expected at most {MAX_BYTES}",
                text.len()
            );
            return Err(error(1, 1, problem));
        }
        let mut samples = Vec::new();
        let mut block = Block::default();
        // A blank line after the last one ends the last sample.
        for (number, line) in (1..).zip(text.lines().chain([""])) {
            let line = line.trim_end_matches([' ', '\t', '\r']);
            if line.starts_with(';') || line.starts_with("//") {
                continue;
            }
            if !line.is_empty() {
                let taken = block.push(number, line);
                taken.map_err(|(column, problem)| error(number, column, problem))?;
            } else if !block.rows.is_empty() {
                if samples.len() == MAX_SAMPLES {
                    let problem = format!("one sample too many: expected at most {MAX_SAMPLES}");
                    return Err(error(block.line, 1, problem));
                }
                let sample = block.finish();
                samples.push(sample.map_err(|problem| error(block.line, 1, problem))?);
                block = Block::default();
            }
        }
        if samples.is_empty() {
            let problem = "no sample in this file: expected lines of # and .";
            return Err(error(1, 1, problem.to_owned()));
        }
        Ok(Self { samples })
    }

    /// The samples that a segment tries, one after the other: any of them, and those after it.
    pub(super) fn in_turn(&self, random: &mut Stream) -> impl Iterator<Item = &Sample> {
        let count = self.samples.len();
        let first = random.below(count as u64) as usize;
        self.samples
            .iter()
            .cycle()
            .skip(first)
            .take(count.min(TRIED))
    }

    /// How many patterns each sample has.
    #[cfg(test)]
    pub(super) fn sizes(&self) -> Vec<usize> {
        let sizes = self.samples.iter().map(|sample| sample.patterns.len());
        sizes.collect()
    }
}

/// A sample while it is read: its first line and its rows.
#[derive(Default)]
struct Block {
    line: usize,
    rows: Vec<Vec<Glyph>>,
}

impl Block {
    /// Takes a line, or says at which column what is wrong.
    fn push(&mut self, number: usize, line: &str) -> Result<(), (usize, String)> {
        if self.rows.is_empty() {
            self.line = number;
        }
        if self.rows.len() == MAX_SIDE {
            let problem = format!("one line too many: expected a sample of at most {MAX_SIDE}");
            return Err((1, problem));
        }
        let mut row = Vec::new();
        for (column, letter) in (1..).zip(line.chars()) {
            if column > MAX_SIDE {
                let problem = format!("line too long: expected at most {MAX_SIDE} characters");
                return Err((column, problem));
            }
            let Some(glyph) = Glyph::from_letter(letter) else {
                let known = Glyph::ALL.map(|glyph| glyph.letter().to_string());
                let problem = format!("unknown character {letter:?}: expected {}", known.join(" "));
                return Err((column, problem));
            };
            row.push(glyph);
        }
        if let Some(first) = self.rows.first()
            && first.len() != row.len()
        {
            let problem = format!(
                "this line has {} characters: expected {}, as in line {}",
                row.len(),
                first.len(),
                self.line
            );
            return Err((row.len().min(first.len()) + 1, problem));
        }
        self.rows.push(row);
        Ok(())
    }

    fn finish(&self) -> Result<Sample, String> {
        let height = self.rows.len();
        let width = self.rows.first().map_or(0, Vec::len);
        if width < MIN_SIDE || height < MIN_SIDE {
            return Err(format!(
                "this sample is {width} × {height}: expected {MIN_SIDE} × {MIN_SIDE} or more"
            ));
        }
        for wanted in [Glyph::Wall, Glyph::Floor] {
            if !self.rows.iter().flatten().any(|&glyph| glyph == wanted) {
                return Err(format!(
                    "this sample has no {}: expected both # and .",
                    wanted.letter()
                ));
            }
        }
        let mut patterns: Vec<(Pattern, u32)> = Vec::new();
        for rows in self.rows.windows(3) {
            for x in 0..width - 2 {
                let pattern = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| rows[at / 3][x + at % 3]);
                match patterns.iter().position(|(known, _)| *known == pattern) {
                    Some(at) => patterns[at].1 += 1,
                    None if patterns.len() == MAX_PATTERNS => {
                        return Err(format!(
                            "too many patterns: expected at most {MAX_PATTERNS} different windows \
                             of 3 × 3; repeat more, or draw two samples"
                        ));
                    }
                    None => patterns.push((pattern, 1)),
                }
            }
        }
        drop_dead(&mut patterns);
        let has = |wanted| patterns.iter().any(|(pattern, _)| pattern[4] == wanted);
        if !has(Glyph::Wall) || !has(Glyph::Floor) {
            return Err(
                "this sample does not tile: its patterns cannot go on in every direction; \
                        expected a drawing that repeats itself, or rock to fill with"
                    .to_owned(),
            );
        }
        for (_, count) in &mut patterns {
            *count = (*count).min(MAX_WEIGHT);
        }
        Ok(Sample::new(&patterns))
    }
}

/// A window of 3 × 3 cells, row by row.
type Pattern = [Glyph; 9];

/// Steps to the neighbours, in the order of all tables: east, west, south, north.
pub(super) const STEPS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Whether the second pattern may stand one step from the first.
fn agree(first: &Pattern, second: &Pattern, (east, south): (isize, isize)) -> bool {
    (0..9).all(|at| {
        // The same cell, seen from the second window.
        let (x, y) = (at % 3 - east, at / 3 - south);
        let is_shared = (0..3).contains(&x) && (0..3).contains(&y);
        !is_shared || first[at as usize] == second[(y * 3 + x) as usize]
    })
}

/// Drops patterns that have no neighbour in some direction, until all have.
fn drop_dead(patterns: &mut Vec<(Pattern, u32)>) {
    let next: Vec<[u128; 4]> = patterns
        .iter()
        .map(|(pattern, _)| neighbours(patterns, pattern))
        .collect();
    let mut alive = if patterns.len() == MAX_PATTERNS {
        u128::MAX
    } else {
        (1 << patterns.len()) - 1
    };
    loop {
        let lives = |at: &usize| next[*at].iter().all(|side| side & alive != 0);
        let kept = bits(alive)
            .filter(lives)
            .fold(0_u128, |kept, at| kept | 1 << at);
        if kept == alive {
            break;
        }
        alive = kept;
    }
    let mut at = 0;
    patterns.retain(|_| {
        at += 1;
        alive >> (at - 1) & 1 == 1
    });
}

/// The patterns that may stand beside one, on each side.
fn neighbours(patterns: &[(Pattern, u32)], pattern: &Pattern) -> [u128; 4] {
    STEPS.map(|step| {
        (0..).zip(patterns).fold(0, |sum, (bit, (other, _))| {
            sum | u128::from(agree(pattern, other, step)) << bit
        })
    })
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// The patterns of a sample, and tables to ask about many of them at once.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    patterns: Vec<(Pattern, u32)>,
    /// For each byte of a set of patterns and each value of it: what may stand on each side.
    sides: Vec<[u128; 4]>,
    /// For the same: the sum of the weights, and of each weight times its logarithm.
    weights: Vec<(u32, u32)>,
    /// Binary logarithms of numbers up to the sum of all weights, in 256ths.
    logs: Vec<u32>,
    /// The patterns that have a wall in each of their nine cells.
    walls: [u128; 9],
}

impl Sample {
    fn new(patterns: &[(Pattern, u32)]) -> Self {
        let total: u32 = patterns.iter().map(|(_, weight)| weight).sum();
        let logs: Vec<u32> = (0..=total).map(logarithm).collect();
        let bytes = patterns.len().div_ceil(8);
        let mut sides = vec![[0; 4]; bytes * 256];
        let mut weights = vec![(0, 0); bytes * 256];
        let mut walls = [0; 9];
        for (at, (pattern, weight)) in patterns.iter().enumerate() {
            let next = neighbours(patterns, pattern);
            let entropy = weight * logs[*weight as usize];
            let (first, bit) = (at / 8 * 256, 1 << (at % 8));
            // All values whose highest bit this is: as without it, and this one.
            for rest in 0..bit {
                let (from, to) = (first + rest, first + rest + bit);
                for side in 0..4 {
                    sides[to][side] = sides[from][side] | next[side];
                }
                weights[to] = (weights[from].0 + weight, weights[from].1 + entropy);
            }
            for (walls, glyph) in walls.iter_mut().zip(pattern) {
                *walls |= u128::from(*glyph == Glyph::Wall) << at;
            }
        }
        Self {
            patterns: patterns.to_vec(),
            sides,
            weights,
            logs,
            walls,
        }
    }

    /// All patterns.
    pub(super) fn all(&self) -> u128 {
        u128::MAX >> (MAX_PATTERNS - self.patterns.len())
    }

    /// The patterns that have a wall so many cells east and south of their middle.
    pub(super) fn with_wall(&self, (east, south): (isize, isize)) -> u128 {
        let at = (south + 1) * 3 + east + 1;
        self.walls.get(at as usize).copied().unwrap_or(0)
    }

    /// What stands in the middle of a pattern.
    pub(super) fn middle(&self, pattern: usize) -> Glyph {
        self.patterns
            .get(pattern)
            .map_or(Glyph::Wall, |(pattern, _)| pattern[4])
    }

    /// What may stand on each side of a cell that is one of these patterns.
    #[inline]
    pub(super) fn sides(&self, domain: u128) -> [u128; 4] {
        let mut sum = [0; 4];
        for (byte, table) in domain
            .to_le_bytes()
            .iter()
            .zip(self.sides.chunks_exact(256))
        {
            if *byte != 0 {
                for (sum, side) in sum.iter_mut().zip(table[usize::from(*byte)]) {
                    *sum |= side;
                }
            }
        }
        sum
    }

    /// The sum of the weights, and of each weight times its logarithm.
    fn weigh(&self, domain: u128) -> (u32, u32) {
        let mut sum = (0, 0);
        let bytes = domain.to_le_bytes();
        for (byte, table) in bytes.iter().zip(self.weights.chunks_exact(256)) {
            let (weight, entropy) = table[usize::from(*byte)];
            sum = (sum.0 + weight, sum.1 + entropy);
        }
        sum
    }

    /// How undecided it is which of these patterns a cell will be, in eighths of a bit.
    pub(super) fn entropy(&self, domain: u128) -> u32 {
        let (weight, entropy) = self.weigh(domain);
        let log = self.logs.get(weight as usize).copied().unwrap_or(0);
        log.saturating_sub(entropy / weight.max(1)) / 32
    }

    /// One of these patterns, each as likely as it is frequent in the sample.
    pub(super) fn choose(&self, domain: u128, random: &mut Stream) -> u128 {
        let (weight, _) = self.weigh(domain);
        let mut left = random.below(u64::from(weight)) as u32;
        for at in bits(domain) {
            match left.checked_sub(self.patterns[at].1) {
                Some(rest) => left = rest,
                None => return 1 << at,
            }
        }
        domain
    }
}

/// The binary logarithm of a number in 256ths, rounded down; that of 0 is 0.
///
/// Squaring a number doubles its logarithm, so each step gives one more bit of it, and no
/// floating point number, which might differ between machines, takes part.
fn logarithm(number: u32) -> u32 {
    let whole = number.checked_ilog2().unwrap_or(0);
    // From 1 up to 2, in 2⁻³⁰.
    let mut rest = u64::from(number.max(1)) << 30 >> whole;
    let mut log = whole;
    for _ in 0..8 {
        rest = (rest * rest) >> 30;
        let bit = rest >> 31;
        rest >>= bit;
        log = log << 1 | bit as u32;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_book() {
        for number in 1..5000 {
            let exact = (f64::from(number).log2() * 256.0).floor() as u32;
            assert!(logarithm(number).abs_diff(exact) <= 1, "{number}");
        }
        assert_eq!((logarithm(0), logarithm(1), logarithm(1024)), (0, 0, 2560));
    }

    #[test]
    fn tables_say_what_the_patterns_say() {
        let rows = ["...", ".T.", "..."].map(|row| format!("###{row}###\n"));
        let rock = "#########\n".repeat(3);
        let text = format!("{rock}{}{rock}", rows.concat());
        let samples = Samples::read("x", &text).unwrap();
        let sample = &samples.samples[0];
        for domain in [sample.all(), 1, 0b1010, sample.all() & !0xFF] {
            let mut expected = [0; 4];
            for at in bits(domain) {
                let next = neighbours(&sample.patterns, &sample.patterns[at].0);
                for side in 0..4 {
                    expected[side] |= next[side];
                }
            }
            assert_eq!(sample.sides(domain), expected);
        }
    }
}
