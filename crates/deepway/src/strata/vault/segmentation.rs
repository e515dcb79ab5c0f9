//! Segmentations: which parts of a zone are drawn, each on its own.
//!
//! Between two segments there is at least one cell that belongs to neither, and stays rock, so
//! that every segment is walled in.

use super::super::board::{Board, HEIGHT, WIDTH};
use crate::seed::{Dice, Stream};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// How a level of a vault dungeon is cut into segments.
///
/// | written | segments |
/// |---|---|
/// | `Zone` | the whole zone inside its border: columns 1–78, rows 1–23 |
/// | `Full` | the same with a margin: columns 2–77, rows 2–22 |
/// | `BSP:N` | the zone, cut in two again and again until there are N pieces, 1 to 64, or none can be cut into two of 8 × 8 |
/// | `Ring:N` | N, 2 or 3, rectangles one within the other; the innermost is not hollow |
/// | `Blocks:rolls,w,h` | so many tries, 1 to 64, a number or dice, to place a block from 8 × 8 up to w × h, at most 78 × 23 |
/// | `Circle:x,y,r` | a disc around a cell, of radius 3 or more, inside the border |
/// | `Tower:x,y,r,t` | a ring around a cell, of radius 4 or more, inside the border; t, from 3 up to less than r, is its thickness |
///
/// Names are written as here, without spaces; [`Display`](fmt::Display) writes what
/// [`FromStr`] reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segmentation {
    /// The whole zone inside its border.
    Zone,
    /// The zone with a margin of one more cell.
    Full,
    /// Cut in two again and again, into so many pieces.
    Bsp(u32),
    /// So many rectangles, one within the other.
    Ring(u32),
    /// Blocks at random places.
    Blocks {
        /// How many are tried.
        rolls: Dice,
        /// The most columns of one.
        width: u32,
        /// The most rows of one.
        height: u32,
    },
    /// A disc.
    Circle {
        /// The column of its middle.
        x: u32,
        /// The row of its middle.
        y: u32,
        /// Its radius.
        r: u32,
    },
    /// A hollow ring.
    Tower {
        /// The column of its middle.
        x: u32,
        /// The row of its middle.
        y: u32,
        /// Its outer radius.
        r: u32,
        /// Its thickness.
        t: u32,
    },
}

/// The smallest side of a piece or a block.
const LEAST: i32 = 8;
/// Cells inside the border.
const ACROSS: u32 = WIDTH as u32 - 2;
const DOWN: u32 = HEIGHT as u32 - 2;
/// The most pieces or blocks.
const MOST: u32 = 64;
/// How often a place is sought for a block.
const TRIES: u32 = 8;

/// Why a text is not a segmentation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a segmentation: {text:?}, character {column}: expected {expected}")]
pub struct SegmentationError {
    /// The text, cut after 40 characters.
    pub text: String,
    /// Where it went wrong, counted in characters from 1.
    pub column: u32,
    /// What would have been right there.
    pub expected: String,
}

impl fmt::Display for Segmentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zone => f.write_str("Zone"),
            Self::Full => f.write_str("Full"),
            Self::Bsp(pieces) => write!(f, "BSP:{pieces}"),
            Self::Ring(rings) => write!(f, "Ring:{rings}"),
            Self::Blocks {
                rolls,
                width,
                height,
            } => write!(f, "Blocks:{rolls},{width},{height}"),
            Self::Circle { x, y, r } => write!(f, "Circle:{x},{y},{r}"),
            Self::Tower { x, y, r, t } => write!(f, "Tower:{x},{y},{r},{t}"),
        }
    }
}

impl FromStr for Segmentation {
    type Err = SegmentationError;

    fn from_str(text: &str) -> Result<Self, SegmentationError> {
        let mut reader = Reader { text, at: 0 };
        let letters = |letter: char| !letter.is_ascii_alphabetic();
        let end = text.find(letters).unwrap_or(text.len());
        let name = &text[..end];
        reader.at = end;
        let segmentation = match name {
            "Zone" => Self::Zone,
            "Full" => Self::Full,
            "BSP" => Self::Bsp(reader.number(':', "a number of pieces", 1..=MOST)?),
            "Ring" => Self::Ring(reader.number(':', "a number of rings", 2..=3)?),
            "Blocks" => Self::Blocks {
                rolls: reader.rolls()?,
                width: reader.number(',', "a width", LEAST as u32..=ACROSS)?,
                height: reader.number(',', "a height", LEAST as u32..=DOWN)?,
            },
            "Circle" => {
                let (x, y, r) = reader.circle(3)?;
                Self::Circle { x, y, r }
            }
            "Tower" => {
                let (x, y, r) = reader.circle(4)?;
                let t = reader.number(',', "a thickness", 3..=r - 1)?;
                Self::Tower { x, y, r, t }
            }
            _ => {
                reader.at = 0;
                return Err(reader.expected(
                    "Zone, Full, BSP:N, Ring:N, Blocks:rolls,w,h, Circle:x,y,r or Tower:x,y,r,t",
                ));
            }
        };
        match reader.at == text.len() {
            true => Ok(segmentation),
            false => Err(reader.expected(format!("the end, after {segmentation}"))),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The first byte that was not read yet.
    at: usize,
}

impl Reader<'_> {
    fn expected(&self, what: impl Into<String>) -> SegmentationError {
        let before = self.text.char_indices().take_while(|(i, _)| *i < self.at);
        SegmentationError {
            text: self.text.chars().take(40).collect(),
            column: before.count() as u32 + 1,
            expected: what.into(),
        }
    }

    /// The separator before a value.
    fn separator(&mut self, separator: char, what: &str) -> Result<(), SegmentationError> {
        match self.text[self.at..].starts_with(separator) {
            true => {
                self.at += 1;
                Ok(())
            }
            false => Err(self.expected(format!("{separator:?} and {what}"))),
        }
    }

    /// A whole number after a separator; it must be in the range.
    fn number(
        &mut self,
        separator: char,
        what: &str,
        range: RangeInclusive<u32>,
    ) -> Result<u32, SegmentationError> {
        let what = format!("{what} from {} to {}", range.start(), range.end());
        self.separator(separator, &what)?;
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit);
        let (mut value, mut count) = (0_u32, 0);
        for digit in digits {
            value = value
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'));
            count += 1;
        }
        if count == 0 || !range.contains(&value) {
            return Err(self.expected(what));
        }
        self.at += count;
        Ok(value)
    }

    /// How many blocks: dice, up to the next comma.
    fn rolls(&mut self) -> Result<Dice, SegmentationError> {
        let what = format!("a number of blocks from 1 to {MOST}, or dice, as in 2d4");
        self.separator(':', &what)?;
        let rest = &self.text[self.at..];
        let dice = &rest[..rest.find(',').unwrap_or(rest.len())];
        match dice.parse::<Dice>() {
            Ok(rolls) if rolls.min() >= 1 && rolls.max() <= MOST as i32 => {
                self.at += dice.len();
                Ok(rolls)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A circle inside the border, of a radius that is not less.
    fn circle(&mut self, least: u32) -> Result<(u32, u32, u32), SegmentationError> {
        let x = self.number(':', "a column", least + 1..=ACROSS - least)?;
        let y = self.number(',', "a row", least + 1..=DOWN - least)?;
        let most = (x - 1).min(ACROSS - x).min(y - 1).min(DOWN - y);
        let r = self.number(',', "a radius that stays inside the border,", least..=most)?;
        Ok((x, y, r))
    }
}

/// Columns and rows, from the first to before the last.
#[derive(Clone, Copy, Debug)]
struct Rect {
    west: i32,
    north: i32,
    east: i32,
    south: i32,
}

impl Rect {
    /// All inside the border.
    const INSIDE: Self = Self {
        west: 1,
        north: 1,
        east: WIDTH as i32 - 1,
        south: HEIGHT as i32 - 1,
    };

    const fn width(&self) -> i32 {
        self.east - self.west
    }

    const fn height(&self) -> i32 {
        self.south - self.north
    }

    /// The same with so many cells less on each side.
    const fn inset(&self, columns: i32, rows: i32) -> Self {
        Self {
            west: self.west + columns,
            north: self.north + rows,
            east: self.east - columns,
            south: self.south - rows,
        }
    }

    fn board(&self) -> Board {
        cells(|x, y| (self.west..self.east).contains(&x) && (self.north..self.south).contains(&y))
    }

    /// Whether the two overlap or touch: nothing is between them.
    fn touches(&self, other: &Self) -> bool {
        self.west <= other.east
            && other.west <= self.east
            && self.north <= other.south
            && other.north <= self.south
    }

    /// The pieces on both sides of a cut through a random place near the middle.
    fn cut(&self, random: &mut Stream) -> Option<[Self; 2]> {
        let can_split = [self.width(), self.height()].map(|side| side > 2 * LEAST);
        // A cell is about twice as high as it is wide: pieces should look square.
        let is_upright = match can_split {
            [false, false] => return None,
            [true, false] => true,
            [false, true] => false,
            [true, true] => {
                random.below((self.width() + 2 * self.height()) as u64) < self.width() as u64
            }
        };
        let (mut first, mut second) = (*self, *self);
        if is_upright {
            let at = self.west + LEAST + bell(random, self.width() - 2 * LEAST);
            (first.east, second.west) = (at, at + 1);
        } else {
            let at = self.north + LEAST + bell(random, self.height() - 2 * LEAST);
            (first.south, second.north) = (at, at + 1);
        }
        Some([first, second])
    }
}

/// A number below a bound, most likely in the middle.
///
/// The sum of four even draws is near enough to a bell curve, and the same on every machine.
fn bell(random: &mut Stream, bound: i32) -> i32 {
    let sum: i32 = (0..4).map(|_| random.between(0, bound - 1)).sum();
    // Rounded to the nearest; halves go down and up in turn.
    (sum + random.between(1, 2)) / 4
}

/// The cells inside the border that a rule holds for.
fn cells(holds: impl Fn(i32, i32) -> bool) -> Board {
    let mut board = Board::EMPTY;
    for (y, row) in board.0.iter_mut().enumerate() {
        for x in 0..WIDTH {
            *row |= u128::from(holds(x as i32, y as i32)) << x;
        }
    }
    board.and(&Board::INSIDE)
}

/// The disc around a cell. Half a cell more than the radius makes it round.
fn disc(x: u32, y: u32, r: u32) -> Board {
    // Nothing beyond this reaches the zone, or leaves a part of it out.
    let far = WIDTH as u32 * 4;
    let [x, y, r] = [x, y, r].map(|number| i64::from(number.min(far)));
    cells(|i, j| {
        let (dx, dy) = (i64::from(i) - x, i64::from(j) - y);
        dx * dx + dy * dy <= r * (r + 1)
    })
}

impl Segmentation {
    /// The segments: none empty, no two with a cell in common, none on the border of the zone.
    ///
    /// Numbers beyond what the notation allows count as the nearest that it does.
    pub(super) fn segments(&self, random: &mut Stream) -> Vec<Board> {
        let mut segments = match *self {
            Self::Zone => vec![Board::INSIDE],
            Self::Full => vec![Rect::INSIDE.inset(1, 1).board()],
            Self::Bsp(pieces) => partition(pieces.clamp(1, MOST), random),
            Self::Ring(rings) => concentric(rings),
            Self::Blocks {
                rolls,
                width,
                height,
            } => blocks(rolls, width, height, random),
            Self::Circle { x, y, r } => vec![disc(x, y, r)],
            Self::Tower { x, y, r, t } => {
                vec![disc(x, y, r).without(&disc(x, y, r.saturating_sub(t)))]
            }
        };
        segments.retain(|segment| segment.count() > 0);
        segments
    }
}

/// Cuts the zone until there are so many pieces or none can be cut: always the largest.
fn partition(pieces: u32, random: &mut Stream) -> Vec<Board> {
    let mut whole = vec![Rect::INSIDE];
    let mut done = Vec::new();
    while whole.len() + done.len() < pieces as usize {
        let sizes = whole.iter().map(|rect| rect.width() * rect.height());
        let Some((_, at)) = sizes.zip(0..).max() else {
            break;
        };
        let rect = whole.swap_remove(at);
        match rect.cut(random) {
            Some(halves) => whole.extend(halves),
            None => done.push(rect),
        }
    }
    let pieces = done.iter().chain(&whole);
    pieces.map(Rect::board).collect()
}

/// Rectangles one within the other, with a line of rock between two.
fn concentric(rings: u32) -> Vec<Board> {
    // Columns and rows of each ring that is hollow; the middle is at least five rows high.
    let sides: &[(i32, i32)] = match rings {
        0..=2 => &[(12, 6)],
        _ => &[(9, 4), (8, 3)],
    };
    let mut rect = Rect::INSIDE;
    let mut boards = Vec::new();
    for &(columns, rows) in sides {
        boards.push(rect.board().without(&rect.inset(columns, rows).board()));
        rect = rect.inset(columns + 1, rows + 1);
    }
    boards.push(rect.board());
    boards
}

/// Blocks at random places, each left out if no free place is found for it.
fn blocks(rolls: Dice, width: u32, height: u32, random: &mut Stream) -> Vec<Board> {
    let rolls = rolls.roll(random).clamp(1, MOST as i32);
    let width = width.clamp(LEAST as u32, ACROSS) as i32;
    let height = height.clamp(LEAST as u32, DOWN) as i32;
    let mut placed: Vec<Rect> = Vec::new();
    for _ in 0..rolls {
        let (width, height) = (random.between(LEAST, width), random.between(LEAST, height));
        for _ in 0..TRIES {
            let west = random.between(1, 1 + ACROSS as i32 - width);
            let north = random.between(1, 1 + DOWN as i32 - height);
            let rect = Rect {
                west,
                north,
                east: west + width,
                south: north + height,
            };
            if !placed.iter().any(|other| rect.touches(other)) {
                placed.push(rect);
                break;
            }
        }
    }
    placed.iter().map(Rect::board).collect()
}
