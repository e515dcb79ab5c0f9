//! A level: open cells, and what is on their sides.

use super::plan::{MazeError, MazePlan};
use crate::seed::{Seed, Stream};
use crate::space::Direction;

/// What is between two cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Nothing.
    #[default]
    Open,
    /// A door, open to anyone.
    Door,
    /// A door that has to be found.
    SecretDoor,
    /// A wall.
    Wall,
}

impl Side {
    /// What a side between two open cells can be if it is not open.
    pub const CLOSED: [Self; 3] = [Self::Door, Self::SecretDoor, Self::Wall];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Door => "door",
            Self::SecretDoor => "secret_door",
            Self::Wall => "wall",
        }
    }
}

/// A level of a maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MazeLevel {
    size: u32,
    open: Vec<bool>,
    /// What is on the east and on the south side of each cell.
    sides: Vec<[Side; 2]>,
}

impl MazeLevel {
    /// A level of solid rock.
    pub fn new(size: u32) -> Self {
        let count = (size * size) as usize;
        Self {
            size,
            open: vec![false; count],
            sides: vec![[Side::Open; 2]; count],
        }
    }

    /// Cells along each side.
    pub fn size(&self) -> u32 {
        self.size
    }

    fn index(&self, row: u32, col: u32) -> Option<usize> {
        (row < self.size && col < self.size).then(|| (row * self.size + col) as usize)
    }

    /// Whether a cell exists and is open.
    pub fn is_open(&self, row: u32, col: u32) -> bool {
        self.index(row, col).is_some_and(|index| self.open[index])
    }

    /// Opens or closes a cell; does nothing outside the level.
    pub fn set_open(&mut self, row: u32, col: u32, is_open: bool) {
        if let Some(index) = self.index(row, col) {
            self.open[index] = is_open;
        }
    }

    /// How many cells are open.
    pub fn open_cells(&self) -> u32 {
        self.open.iter().filter(|&&open| open).count() as u32
    }

    /// The row and column of every cell, open or not, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |col| (row, col)))
    }

    /// The cell beside another, if it is on the level.
    pub fn beside(&self, row: u32, col: u32, direction: Direction) -> Option<[u32; 2]> {
        let (row, col) = match direction {
            Direction::North => (row.checked_sub(1)?, col),
            Direction::South => (row.checked_add(1)?, col),
            Direction::West => (row, col.checked_sub(1)?),
            Direction::East => (row, col.checked_add(1)?),
            _ => return None,
        };
        self.index(row, col).map(|_| [row, col])
    }

    /// The two cells that a side separates, the northern or western one first, and whether they
    /// lie north and south of each other; none outside the level.
    fn pair(&self, row: u32, col: u32, direction: Direction) -> Option<([usize; 2], bool)> {
        let (cell, size) = (self.index(row, col)?, self.size as usize);
        let is_inside = match direction {
            Direction::North => row > 0,
            Direction::South => row + 1 < self.size,
            Direction::West => col > 0,
            Direction::East => col + 1 < self.size,
            _ => false,
        };
        is_inside.then(|| match direction {
            Direction::North => ([cell - size, cell], true),
            Direction::South => ([cell, cell + size], true),
            Direction::West => ([cell - 1, cell], false),
            _ => ([cell, cell + 1], false),
        })
    }

    /// What is on a side of a cell; a wall if the cell or the cell beyond is not open.
    pub fn side(&self, row: u32, col: u32, direction: Direction) -> Side {
        match self.pair(row, col, direction) {
            Some(([first, second], is_south)) if self.open[first] && self.open[second] => {
                self.sides[first][usize::from(is_south)]
            }
            _ => Side::Wall,
        }
    }

    /// Sets what is on a side of a cell, which is also a side of the cell beyond.
    pub fn set_side(&mut self, row: u32, col: u32, direction: Direction, side: Side) {
        if let Some(([first, _], is_south)) = self.pair(row, col, direction) {
            self.sides[first][usize::from(is_south)] = side;
        }
    }

    /// The sides between open cells: row, column, and east or south.
    pub fn inner_sides(&self) -> impl Iterator<Item = (u32, u32, Direction)> + '_ {
        let (size, open) = (self.size as usize, &self.open);
        (0..2 * open.len()).filter_map(move |place| {
            // Two sides per cell: east and south.
            let (cell, is_south) = (place / 2, place % 2 == 1);
            if !open[cell] {
                return None;
            }
            let (row, col) = (cell / size, cell % size);
            let (beyond, to) = match is_south {
                false if col + 1 < size => (cell + 1, Direction::East),
                true if row + 1 < size => (cell + size, Direction::South),
                _ => return None,
            };
            open[beyond].then_some((row as u32, col as u32, to))
        })
    }

    /// Whether opening a cell would make two by two open cells.
    fn makes_block(&self, row: u32, col: u32) -> bool {
        // Wraps around at row and column 0, to a cell outside the level.
        let (up, left) = (row.wrapping_sub(1), col.wrapping_sub(1));
        let is_block = |row_beside: u32, col_beside: u32| {
            self.is_open(row_beside, col)
                && self.is_open(row, col_beside)
                && self.is_open(row_beside, col_beside)
        };
        is_block(up, left)
            || is_block(up, col + 1)
            || is_block(row + 1, left)
            || is_block(row + 1, col + 1)
    }
}

/// How many runs are dug in a level.
const RUNS: u32 = 400;
/// The longest run, and the number of runs after which another start is chosen.
const LONGEST: u64 = 8;
const STAY: u32 = 50;

/// Makes a level.
pub(super) fn generate(plan: &MazePlan, number: u32, seed: Seed) -> Result<MazeLevel, MazeError> {
    let seed = seed.child("level").child(number);
    let mut is_dug = false;
    // Small levels seldom have enough rings at once, but are quickly dug again.
    let attempts = (200_000 / (plan.size * plan.size)).clamp(100, 5000);
    for attempt in 0..attempts {
        let mut random = seed.child(attempt).stream();
        let Some(mut level) = dig(plan, &mut random) else {
            continue;
        };
        is_dug = true;
        if hang_doors(&mut level, plan, &mut random) {
            return Ok(level);
        }
    }
    let (size, open) = (plan.size, plan.open());
    Err(match is_dug {
        false => MazeError::Open { size, open },
        true => MazeError::Doors {
            size,
            open,
            doors: plan.doors(),
            secret_doors: plan.secret_doors(),
        },
    })
}

/// Digs straight runs from cell to cell until enough are open.
fn dig(plan: &MazePlan, random: &mut Stream) -> Option<MazeLevel> {
    let (size, wanted) = (plan.size, plan.open());
    let mut level = MazeLevel::new(size);
    let mut cells: Vec<[u32; 2]> = Vec::with_capacity(wanted as usize);
    let mut at = [0, 0].map(|_: u32| random.below(u64::from(size)) as u32);
    if wanted == 0 {
        return None;
    }
    level.set_open(at[0], at[1], true);
    cells.push(at);
    // Larger levels need more runs.
    for run in 0..RUNS.saturating_mul(1 + size * size / 256) {
        if cells.len() as u32 >= wanted {
            return Some(level);
        }
        if run % STAY == STAY - 1 {
            at = *random.pick(&cells)?;
        }
        let direction = *random.pick(&Direction::STRAIGHT)?;
        for _ in 0..=random.below(LONGEST) {
            let Some([row, col]) = level.beside(at[0], at[1], direction) else {
                break;
            };
            if !level.is_open(row, col) {
                if level.makes_block(row, col) || cells.len() as u32 >= wanted {
                    break;
                }
                level.set_open(row, col, true);
                cells.push([row, col]);
            }
            at = [row, col];
        }
    }
    (cells.len() as u32 >= wanted).then_some(level)
}

/// Hangs doors and secret doors, keeping the level in one piece for walkers who never find a
/// secret door; false if there are not enough sides for them.
fn hang_doors(level: &mut MazeLevel, plan: &MazePlan, random: &mut Stream) -> bool {
    let mut sides: Vec<(u32, u32, Direction)> = level.inner_sides().collect();
    random.shuffle(&mut sides);
    // Sides that close a ring can be hidden; the others hold the level together.
    let mut roots: Vec<u32> = (0..level.size * level.size).collect();
    fn root(roots: &mut [u32], mut cell: u32) -> u32 {
        while roots[cell as usize] != cell {
            roots[cell as usize] = roots[roots[cell as usize] as usize];
            cell = roots[cell as usize];
        }
        cell
    }
    let (mut spare, mut needed) = (Vec::new(), Vec::new());
    for side @ (row, col, direction) in sides {
        let Some(beyond) = level.beside(row, col, direction) else {
            continue;
        };
        let [a, b] = [[row, col], beyond].map(|[row, col]| row * level.size + col);
        let (a, b) = (root(&mut roots, a), root(&mut roots, b));
        if a == b {
            spare.push(side);
        } else {
            roots[a as usize] = b;
            needed.push(side);
        }
    }
    let (doors, secret) = (plan.doors() as usize, plan.secret_doors() as usize);
    if spare.len() < secret || spare.len() + needed.len() < secret + doors {
        return false;
    }
    let rest = spare.split_off(secret);
    for (row, col, direction) in spare {
        level.set_side(row, col, direction, Side::SecretDoor);
    }
    needed.extend(rest);
    random.shuffle(&mut needed);
    for &(row, col, direction) in needed.iter().take(doors) {
        level.set_side(row, col, direction, Side::Door);
    }
    true
}
