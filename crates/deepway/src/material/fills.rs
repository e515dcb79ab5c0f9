//! What a material may fill.

use crate::cell::Cell;

/// A set of the classes of cells that a material can fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fills(u8);

impl Fills {
    /// Nothing: open air.
    pub const NOTHING: Self = Self(0);
    /// Walls, rubble, pillars, crystal.
    pub const SOLID: Self = Self(1);
    /// Floors, stairs, ramps, and the rims of holes and shafts.
    pub const GROUND: Self = Self(2);
    /// What somebody made: doors, ladders, elevators, statues, machinery, furniture.
    pub const FITTING: Self = Self(4);
    /// Shallow liquid.
    pub const SHALLOW: Self = Self(8);
    /// Deep liquid.
    pub const DEEP: Self = Self(16);

    /// The union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets overlap.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The class of this kind of cell.
    pub const fn of(cell: Cell) -> Self {
        match cell {
            Cell::Air => Self::NOTHING,
            Cell::Wall | Cell::Rubble | Cell::Pillar | Cell::Crystal => Self::SOLID,
            Cell::DeepLiquid => Self::DEEP,
            Cell::ShallowLiquid => Self::SHALLOW,
            Cell::Statue
            | Cell::Machine
            | Cell::Furniture
            | Cell::Table
            | Cell::Bed
            | Cell::Shelf
            | Cell::Altar
            | Cell::Barrel
            | Cell::Sarcophagus
            | Cell::Brazier
            | Cell::Hearth
            | Cell::Anvil
            | Cell::Bars
            | Cell::Fungus
            | Cell::Throne
            | Cell::Rack
            | Cell::Fountain
            | Cell::Chair
            | Cell::Door
            | Cell::SecretDoor
            | Cell::Ladder
            | Cell::Elevator => Self::FITTING,
            Cell::Floor
            | Cell::Dais
            | Cell::Bridge
            | Cell::StairsUp
            | Cell::StairsDown
            | Cell::StairsBoth
            | Cell::Shaft
            | Cell::Hole
            | Cell::RampNorth
            | Cell::RampSouth
            | Cell::RampWest
            | Cell::RampEast => Self::GROUND,
        }
    }
}
