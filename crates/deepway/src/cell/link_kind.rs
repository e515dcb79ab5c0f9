//! The kinds of link that cells make.

use std::fmt;

/// What a link is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkKind {
    /// Two ladder cells.
    Ladder,
    /// Two stair cells, or a stair cell and a ladder cell.
    Stairs,
    /// A ramp: from the cell it is entered from to the cell above it.
    Ramp,
    /// A hole to climb down through.
    Hole,
    /// A shaft cell above another shaft cell or above a floor.
    Shaft,
    /// Two elevator cells.
    Elevator,
}

impl LinkKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Ladder,
        Self::Stairs,
        Self::Ramp,
        Self::Hole,
        Self::Shaft,
        Self::Elevator,
    ];

    /// The name of the kind, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::Stairs => "stairs",
            Self::Ramp => "ramp",
            Self::Hole => "hole",
            Self::Shaft => "shaft",
            Self::Elevator => "elevator",
        }
    }
}

impl fmt::Display for LinkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
