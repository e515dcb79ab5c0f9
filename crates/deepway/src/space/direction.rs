//! The eight winds, up and down.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A direction: one of the eight winds, up or down.
///
/// What it means for the numbers depends on the space: north is y − 1 for a
/// cell and y + 1 for a room. Each position type has its own `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// North.
    North,
    /// Between north and east.
    NorthEast,
    /// East.
    East,
    /// Between south and east.
    SouthEast,
    /// South.
    South,
    /// Between south and west.
    SouthWest,
    /// West.
    West,
    /// Between north and west.
    NorthWest,
    /// Up, against gravity.
    Up,
    /// Down, with gravity.
    Down,
}

use Direction::{Down, East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, Up, West};

impl Direction {
    /// All ten directions, the winds clockwise from north.
    pub const ALL: [Self; 10] = [
        North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest, Up, Down,
    ];
    /// The four straight winds, clockwise from north.
    pub const STRAIGHT: [Self; 4] = [North, East, South, West];
    /// The four diagonal winds, clockwise from north-east.
    pub const DIAGONAL: [Self; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];
    /// The six directions in which a room can be left.
    pub const SIX: [Self; 6] = [North, East, South, West, Up, Down];

    /// Steps to the east, to the north and upward.
    pub const fn east_north_up(self) -> (i32, i32, i32) {
        match self {
            North => (0, 1, 0),
            NorthEast => (1, 1, 0),
            East => (1, 0, 0),
            SouthEast => (1, -1, 0),
            South => (0, -1, 0),
            SouthWest => (-1, -1, 0),
            West => (-1, 0, 0),
            NorthWest => (-1, 1, 0),
            Up => (0, 0, 1),
            Down => (0, 0, -1),
        }
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        match self {
            North => South,
            NorthEast => SouthWest,
            East => West,
            SouthEast => NorthWest,
            South => North,
            SouthWest => NorthEast,
            West => East,
            NorthWest => SouthEast,
            Up => Down,
            Down => Up,
        }
    }

    /// A quarter turn to the left; up and down stay the same.
    pub const fn left(self) -> Self {
        match self {
            North => West,
            NorthEast => NorthWest,
            East => North,
            SouthEast => NorthEast,
            South => East,
            SouthWest => SouthEast,
            West => South,
            NorthWest => SouthWest,
            Up => Up,
            Down => Down,
        }
    }

    /// A quarter turn to the right; up and down stay the same.
    pub const fn right(self) -> Self {
        match self {
            Up | Down => self,
            wind => wind.left().opposite(),
        }
    }

    /// The short name: `N`, `NE`, …, `U`, `D`.
    pub const fn short(self) -> &'static str {
        match self {
            North => "N",
            NorthEast => "NE",
            East => "E",
            SouthEast => "SE",
            South => "S",
            SouthWest => "SW",
            West => "W",
            NorthWest => "NW",
            Up => "U",
            Down => "D",
        }
    }

    /// The name in full, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            North => "north",
            NorthEast => "northeast",
            East => "east",
            SouthEast => "southeast",
            South => "south",
            SouthWest => "southwest",
            West => "west",
            NorthWest => "northwest",
            Up => "up",
            Down => "down",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that does not name a direction.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown direction {0:?}: expected n, ne, e, se, s, sw, w, nw, u, d or the word in full")]
pub struct UnknownDirection(pub String);

impl FromStr for Direction {
    type Err = UnknownDirection;

    /// Reads the short or the full name, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownDirection> {
        Self::ALL
            .into_iter()
            .find(|d| text.eq_ignore_ascii_case(d.short()) || text.eq_ignore_ascii_case(d.name()))
            .ok_or_else(|| UnknownDirection(text.chars().take(32).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_leads_back() {
        for direction in Direction::ALL {
            let (e, n, u) = direction.east_north_up();
            assert_eq!(direction.opposite().east_north_up(), (-e, -n, -u));
            assert_eq!(direction.opposite().opposite(), direction);
        }
    }

    #[test]
    fn four_turns_to_a_side_end_where_they_began() {
        for direction in Direction::ALL {
            assert_eq!(direction.left().right(), direction);
            assert_eq!(direction.left().left().left().left(), direction);
        }
        for (place, direction) in Direction::STRAIGHT.into_iter().enumerate() {
            assert_eq!(direction.right(), Direction::STRAIGHT[(place + 1) % 4]);
        }
    }

    #[test]
    fn the_lists_are_parts_of_the_whole() {
        let horizontal = |d: &Direction| d.east_north_up().2 == 0;
        let diagonal = |d: &Direction| d.short().len() == 2;
        let all = Direction::ALL.into_iter();
        let straight: Vec<_> = all
            .clone()
            .filter(|d| horizontal(d) && !diagonal(d))
            .collect();
        assert_eq!(straight, Direction::STRAIGHT);
        assert_eq!(
            all.clone().filter(diagonal).collect::<Vec<_>>(),
            Direction::DIAGONAL
        );
        assert_eq!(
            all.filter(|d| !diagonal(d)).collect::<Vec<_>>(),
            Direction::SIX
        );
    }

    #[test]
    fn names_read_back() {
        for direction in Direction::ALL {
            assert_eq!(direction.short().parse(), Ok(direction));
            assert_eq!(direction.to_string().to_uppercase().parse(), Ok(direction));
        }
        for wrong in ["", "nn", "north ", "oben"] {
            assert!(wrong.parse::<Direction>().is_err());
        }
    }
}
