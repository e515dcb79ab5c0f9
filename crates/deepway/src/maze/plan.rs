//! The plan of a maze.

use thiserror::Error;

/// The smallest level, in cells along each side.
pub const MIN_SIZE: u32 = 4;
/// The largest level.
pub const MAX_SIZE: u32 = 256;
/// The most levels.
pub const MAX_LEVELS: u32 = 99;

/// How many ladders and holes join two levels, at most one per quadrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairFeatures {
    /// Ladders.
    pub ladders: u32,
    /// Holes.
    pub holes: u32,
}

/// What a maze should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MazePlan {
    /// Cells along each side of a level, [`MIN_SIZE`] to [`MAX_SIZE`].
    pub size: u32,
    /// The number of levels, 1 to [`MAX_LEVELS`].
    pub levels: u32,
    /// Open cells per level; by default in proportion to 500 of 32 × 32.
    pub open: Option<u32>,
    /// Doors per level; by default in proportion to 70 with 500 open cells.
    pub doors: Option<u32>,
    /// Secret doors per level; by default in proportion to 45 with 500 open cells.
    pub secret_doors: Option<u32>,
    /// What joins each level with the next; by default the four rows of
    /// [`MazePlan::TABLE`], repeated.
    pub features: Option<Vec<PairFeatures>>,
}

impl Default for MazePlan {
    fn default() -> Self {
        Self {
            size: 32,
            levels: 5,
            open: None,
            doors: None,
            secret_doors: None,
            features: None,
        }
    }
}

/// Why there is no maze.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MazeError {
    /// The size is out of range.
    #[error("a maze of {0} by {0} cells: expected {MIN_SIZE} to {MAX_SIZE} along a side")]
    Size(u32),
    /// The number of levels is out of range.
    #[error("a maze of {0} levels: expected 1 to {MAX_LEVELS}")]
    Levels(u32),
    /// There are more or fewer entries than pairs of levels.
    #[error("ladders and holes for pairs of levels: {found} given, expected {expected}")]
    Pairs {
        /// How many entries there are.
        found: usize,
        /// How many pairs of levels there are.
        expected: usize,
    },
    /// Two levels should be joined more than four times.
    #[error("{ladders}+{holes} ladders and holes between levels {upper} and {}: expected at most four in all, one per quadrant", upper + 1)]
    Quadrants {
        /// The upper level.
        upper: u32,
        /// The ladders.
        ladders: u32,
        /// The holes.
        holes: u32,
    },
    /// No level has that many open cells in one piece.
    #[error(
        "no level of {size} by {size} has {open} open cells in one piece without an open block of two by two: expected fewer"
    )]
    Open {
        /// Cells along each side.
        size: u32,
        /// Open cells.
        open: u32,
    },
    /// There are not enough sides for the doors.
    #[error(
        "no level of {size} by {size} with {open} open cells has sides for {doors} doors and {secret_doors} secret doors that cut nothing off: expected fewer"
    )]
    Doors {
        /// Cells along each side.
        size: u32,
        /// Open cells.
        open: u32,
        /// Doors.
        doors: u32,
        /// Secret doors.
        secret_doors: u32,
    },
    /// No cell should be open.
    #[error("a maze without an open cell: expected at least 1 per level")]
    NoOpen,
    /// The features do not fit.
    #[error(
        "no place for {ladders}+{holes} ladders and holes between levels {upper} and {} of {size} by {size}: expected fewer, or larger levels", upper + 1
    )]
    Features {
        /// The upper level.
        upper: u32,
        /// The ladders.
        ladders: u32,
        /// The holes.
        holes: u32,
        /// Cells along each side.
        size: u32,
    },
}

impl MazePlan {
    /// What joins levels 1 and 2, 2 and 3, 3 and 4, 4 and 5.
    pub const TABLE: [PairFeatures; 4] = [
        PairFeatures {
            ladders: 2,
            holes: 2,
        },
        PairFeatures {
            ladders: 1,
            holes: 3,
        },
        PairFeatures {
            ladders: 0,
            holes: 0,
        },
        PairFeatures {
            ladders: 0,
            holes: 4,
        },
    ];

    /// Checks that the numbers are in range.
    pub fn check(&self) -> Result<(), MazeError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            return Err(MazeError::Size(self.size));
        }
        if !(1..=MAX_LEVELS).contains(&self.levels) {
            return Err(MazeError::Levels(self.levels));
        }
        if self.open == Some(0) {
            return Err(MazeError::NoOpen);
        }
        let (size, open) = (self.size, self.open());
        if open > size * size {
            return Err(MazeError::Open { size, open });
        }
        let (doors, secret_doors) = (self.doors(), self.secret_doors());
        if doors.saturating_add(secret_doors) > 2 * size * size {
            return Err(MazeError::Doors {
                size,
                open,
                doors,
                secret_doors,
            });
        }
        let expected = self.levels as usize - 1;
        let found = self.features.as_ref().map_or(expected, Vec::len);
        if found != expected {
            return Err(MazeError::Pairs { found, expected });
        }
        for upper in 1..self.levels {
            let PairFeatures { ladders, holes } = self.pair(upper);
            if ladders.saturating_add(holes) > 4 {
                return Err(MazeError::Quadrants {
                    upper,
                    ladders,
                    holes,
                });
            }
        }
        Ok(())
    }

    /// What joins a level with the next.
    pub fn pair(&self, upper: u32) -> PairFeatures {
        let place = upper.saturating_sub(1) as usize;
        match &self.features {
            Some(rows) => rows.get(place).copied().unwrap_or_default(),
            None => Self::TABLE[place % Self::TABLE.len()],
        }
    }

    /// A number for 32 × 32 cells, scaled to the size of the plan.
    fn scaled(&self, of_default: u32) -> u32 {
        (of_default * self.size * self.size + 512) / 1024
    }

    /// A number for 500 open cells, scaled to the open cells of the plan.
    fn of_open(&self, of_default: u32) -> u32 {
        match self.open {
            Some(open) => (u64::from(of_default) * u64::from(open) + 250).div_euclid(500) as u32,
            None => self.scaled(of_default),
        }
    }

    /// Open cells per level.
    pub fn open(&self) -> u32 {
        self.open.unwrap_or_else(|| self.scaled(500))
    }

    /// Doors per level.
    pub fn doors(&self) -> u32 {
        self.doors.unwrap_or_else(|| self.of_open(70))
    }

    /// Secret doors per level.
    pub fn secret_doors(&self) -> u32 {
        self.secret_doors.unwrap_or_else(|| self.of_open(45))
    }
}
