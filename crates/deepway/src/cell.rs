//! The kinds of cell, in one table.
//!
//! A cell is one byte. Two of its bits answer the most common questions, so
//! that 64 cells can be classified at a time: bit 7, *walkable*, and bit 6,
//! *vertical* (the cell may be part of a link). Everything else is in
//! [`Cell::info`], and nothing about a kind of cell is written anywhere else.

mod link_kind;

pub use link_kind::LinkKind;

use crate::space::Direction;

/// A kind of cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Cell {
    /// Open air: nothing to stand on.
    #[default]
    Air = 0x00,
    /// Solid wall or rock.
    Wall = 0x01,
    /// Rubble that blocks the way.
    Rubble = 0x02,
    /// Liquid too deep to wade through.
    DeepLiquid = 0x03,
    /// A pillar.
    Pillar = 0x04,
    /// A statue: something to see from afar.
    Statue = 0x05,
    /// Machinery.
    Machine = 0x06,
    /// Crystal or ice.
    Crystal = 0x07,
    /// Furniture without a kind of its own: crates, cupboards, stalls.
    Furniture = 0x08,
    /// A table or a workbench.
    Table = 0x10,
    /// A bed or a bunk.
    Bed = 0x11,
    /// Shelves.
    Shelf = 0x12,
    /// An altar.
    Altar = 0x13,
    /// A barrel or a cask.
    Barrel = 0x14,
    /// A stone coffin.
    Sarcophagus = 0x15,
    /// A fire in an iron basket.
    Brazier = 0x16,
    /// A hearth to cook or to forge at.
    Hearth = 0x17,
    /// An anvil.
    Anvil = 0x18,
    /// Iron bars.
    Bars = 0x19,
    /// A fungus as tall as a man.
    Fungus = 0x1A,
    /// A throne.
    Throne = 0x1B,
    /// A rack for arms or tools.
    Rack = 0x1C,
    /// A fountain or a well.
    Fountain = 0x1D,
    /// Plain floor.
    Floor = 0x80,
    /// A door, open to anyone.
    Door = 0x81,
    /// Liquid that can be waded through.
    ShallowLiquid = 0x82,
    /// A door that has to be searched for.
    SecretDoor = 0x83,
    /// A raised floor.
    Dais = 0x84,
    /// A chair, a stool or a bench.
    Chair = 0x90,
    /// A bridge over what nobody can walk on.
    Bridge = 0x91,
    /// A ladder.
    Ladder = 0xC0,
    /// Stairs that lead up only.
    StairsUp = 0xC1,
    /// Stairs that lead down only.
    StairsDown = 0xC2,
    /// Stairs that lead both ways.
    StairsBoth = 0xC3,
    /// A shaft or pit.
    Shaft = 0xC4,
    /// A hole in the floor to climb down through.
    Hole = 0xC5,
    /// An elevator.
    Elevator = 0xC6,
    /// A ramp entered from the north.
    RampNorth = 0xC7,
    /// A ramp entered from the south.
    RampSouth = 0xC8,
    /// A ramp entered from the west.
    RampWest = 0xC9,
    /// A ramp entered from the east.
    RampEast = 0xCA,
}

/// The bit of a cell's byte that says it is walkable.
pub(crate) const WALKABLE: u8 = 0x80;
/// The bit of a cell's byte that says it may be part of a link.
pub(crate) const VERTICAL: u8 = 0x40;

/// All properties of a kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellInfo {
    /// The kind.
    pub cell: Cell,
    /// How it is written in a text map.
    pub glyph: char,
    /// Another glyph that is read as this kind.
    pub alias: Option<char>,
    /// Its name.
    pub name: &'static str,
    /// Whether somebody can stand on it.
    pub walkable: bool,
    /// How it takes part in links.
    pub leads: Leads,
}

/// How a cell takes part in links; [`crate::link`] has the rules for pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// Not at all, except that a hole, a shaft or a ramp may end here.
    Nowhere,
    /// By steps: up, down, or both.
    Steps {
        /// Climbers can go from here to a cell above that leads down.
        up: bool,
        /// Climbers can descend from here, and arrive here from above or below.
        down: bool,
    },
    /// Sideways and up: from the neighbour on this side to the cell above.
    Ramp(Direction),
    /// Down to any walkable cell below, never up.
    Hole,
    /// Down to any walkable cell below; both ways between two shaft cells.
    Shaft,
    /// Both ways between two elevator cells.
    Elevator,
}

const fn solid(cell: Cell, glyph: char, name: &'static str) -> CellInfo {
    CellInfo {
        cell,
        glyph,
        alias: None,
        name,
        walkable: false,
        leads: Leads::Nowhere,
    }
}

const fn walkable(cell: Cell, glyph: char, name: &'static str, leads: Leads) -> CellInfo {
    CellInfo {
        cell,
        glyph,
        alias: None,
        name,
        walkable: true,
        leads,
    }
}

const fn steps(up: bool, down: bool) -> Leads {
    Leads::Steps { up, down }
}

/// The table of cell kinds.
const TABLE: [CellInfo; 41] = [
    solid(Cell::Air, ' ', "open air"),
    solid(Cell::Wall, '#', "wall"),
    solid(Cell::Rubble, '%', "rubble"),
    solid(Cell::DeepLiquid, '=', "deep liquid"),
    solid(Cell::Pillar, 'I', "pillar"),
    solid(Cell::Statue, '&', "statue"),
    solid(Cell::Machine, 'M', "machinery"),
    solid(Cell::Crystal, '*', "crystal"),
    solid(Cell::Furniture, 'T', "furniture"),
    solid(Cell::Table, 'd', "table"),
    solid(Cell::Bed, 'b', "bed"),
    solid(Cell::Shelf, 'H', "shelf"),
    solid(Cell::Altar, 'A', "altar"),
    solid(Cell::Barrel, 'B', "barrel"),
    solid(Cell::Sarcophagus, 'C', "sarcophagus"),
    solid(Cell::Brazier, '!', "brazier"),
    solid(Cell::Hearth, 'u', "hearth"),
    solid(Cell::Anvil, 'V', "anvil"),
    solid(Cell::Bars, '|', "bars"),
    solid(Cell::Fungus, 'Q', "fungus"),
    solid(Cell::Throne, 'Z', "throne"),
    solid(Cell::Rack, '/', "rack"),
    solid(Cell::Fountain, 'Y', "fountain"),
    CellInfo {
        alias: Some('F'),
        ..walkable(Cell::Floor, '.', "floor", Leads::Nowhere)
    },
    walkable(Cell::Door, '+', "door", Leads::Nowhere),
    walkable(Cell::ShallowLiquid, '~', "shallow liquid", Leads::Nowhere),
    walkable(Cell::SecretDoor, 'S', "secret door", Leads::Nowhere),
    walkable(Cell::Dais, '_', "dais", Leads::Nowhere),
    walkable(Cell::Chair, 'h', "chair", Leads::Nowhere),
    walkable(Cell::Bridge, '-', "bridge", Leads::Nowhere),
    walkable(Cell::Ladder, 'L', "ladder", steps(true, true)),
    walkable(Cell::StairsUp, '<', "stairs up", steps(true, false)),
    walkable(Cell::StairsDown, '>', "stairs down", steps(false, true)),
    walkable(
        Cell::StairsBoth,
        'X',
        "stairs up and down",
        steps(true, true),
    ),
    walkable(Cell::Shaft, 'O', "shaft", Leads::Shaft),
    walkable(Cell::Hole, 'o', "hole", Leads::Hole),
    walkable(Cell::Elevator, 'E', "elevator", Leads::Elevator),
    walkable(
        Cell::RampNorth,
        '^',
        "ramp entered from the north",
        Leads::Ramp(Direction::North),
    ),
    walkable(
        Cell::RampSouth,
        'v',
        "ramp entered from the south",
        Leads::Ramp(Direction::South),
    ),
    walkable(
        Cell::RampWest,
        '{',
        "ramp entered from the west",
        Leads::Ramp(Direction::West),
    ),
    walkable(
        Cell::RampEast,
        '}',
        "ramp entered from the east",
        Leads::Ramp(Direction::East),
    ),
];

/// The row of the table for each byte; bytes that are not cells point to air.
const ROW_OF: [u8; 256] = {
    let mut rows = [0; 256];
    let mut row = 0;
    while row < TABLE.len() {
        rows[TABLE[row].cell as usize] = row as u8;
        row += 1;
    }
    rows
};

/// The entry of a character that is not a glyph, in [`BYTE_OF_GLYPH`].
pub(crate) const NO_CELL: u8 = 0xFF;

/// The cell's byte for each ASCII character.
pub(crate) const BYTE_OF_GLYPH: [u8; 256] = {
    let mut bytes = [NO_CELL; 256];
    let mut row = 0;
    while row < TABLE.len() {
        bytes[TABLE[row].glyph as usize] = TABLE[row].cell as u8;
        if let Some(alias) = TABLE[row].alias {
            bytes[alias as usize] = TABLE[row].cell as u8;
        }
        row += 1;
    }
    bytes
};

impl Cell {
    /// All kinds of cell.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        TABLE.iter().map(|info| info.cell)
    }

    /// All properties of this kind.
    pub const fn info(self) -> &'static CellInfo {
        &TABLE[ROW_OF[self as usize] as usize]
    }

    /// The kind that a character in a text map stands for.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        TABLE
            .iter()
            .find(|info| info.glyph == glyph || info.alias == Some(glyph))
            .map(|info| info.cell)
    }

    /// How the kind is written in a text map.
    pub const fn glyph(self) -> char {
        self.info().glyph
    }

    /// Whether somebody can stand on it.
    pub const fn is_walkable(self) -> bool {
        self as u8 & WALKABLE != 0
    }

    /// Whether one can see through it: what is no wall, no door and not as high as a person.
    pub const fn is_clear(self) -> bool {
        !matches!(
            self,
            Self::Wall
                | Self::Rubble
                | Self::Pillar
                | Self::Statue
                | Self::Machine
                | Self::Furniture
                | Self::Shelf
                | Self::Fungus
                | Self::Door
                | Self::SecretDoor
        )
    }

    /// The kind of link that the cell is made for.
    pub const fn link_kind(self) -> Option<LinkKind> {
        match self.info().leads {
            Leads::Nowhere => None,
            Leads::Steps { .. } if matches!(self, Self::Ladder) => Some(LinkKind::Ladder),
            Leads::Steps { .. } => Some(LinkKind::Stairs),
            Leads::Ramp(_) => Some(LinkKind::Ramp),
            Leads::Hole => Some(LinkKind::Hole),
            Leads::Shaft => Some(LinkKind::Shaft),
            Leads::Elevator => Some(LinkKind::Elevator),
        }
    }

    /// Whether it may be part of a link: stairs, ladders, ramps, holes, …
    pub const fn is_vertical(self) -> bool {
        self as u8 & VERTICAL != 0
    }

    /// The kind of a byte that a volume holds.
    pub(crate) const fn from_byte(byte: u8) -> Self {
        TABLE[ROW_OF[byte as usize] as usize].cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_bits_say_what_the_table_says() {
        for info in &TABLE {
            let cell = info.cell;
            assert_eq!(cell.info(), info);
            assert_eq!(cell.is_walkable(), info.walkable, "{cell:?}");
            assert_eq!(cell.is_vertical(), info.leads != Leads::Nowhere, "{cell:?}");
            assert_eq!(cell.is_vertical(), cell.link_kind().is_some(), "{cell:?}");
            assert_eq!(Cell::from_byte(cell as u8), cell);
            assert_ne!(cell as u8, NO_CELL);
        }
    }

    #[test]
    fn glyphs_are_unique_and_ascii() {
        let glyphs: Vec<char> = TABLE
            .iter()
            .flat_map(|i| [Some(i.glyph), i.alias])
            .flatten()
            .collect();
        assert_eq!(glyphs.iter().collect::<HashSet<_>>().len(), glyphs.len());
        for glyph in glyphs {
            assert!(glyph.is_ascii() && !glyph.is_ascii_control() && glyph != ';');
            let cell = Cell::from_glyph(glyph).unwrap();
            assert_eq!(BYTE_OF_GLYPH[glyph as usize], cell as u8);
        }
        assert_eq!(Cell::from_glyph('?'), None);
        assert_eq!(BYTE_OF_GLYPH[b'?' as usize], NO_CELL);
    }

    #[test]
    fn the_table_is_the_specified_one() {
        let walkable: String = Cell::all()
            .filter(|c| c.is_walkable())
            .map(Cell::glyph)
            .collect();
        assert_eq!(walkable, ".+~S_h-L<>XOoE^v{}");
        let solid: String = Cell::all()
            .filter(|c| !c.is_walkable())
            .map(Cell::glyph)
            .collect();
        assert_eq!(solid, " #%=I&M*TdbHABC!uV|QZ/Y");
        assert_eq!(Cell::from_glyph('F'), Some(Cell::Floor));
        assert_eq!(Cell::default(), Cell::Air);
    }
}
