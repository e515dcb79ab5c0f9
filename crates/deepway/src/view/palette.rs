//! Colours, for pictures and terminals.

use super::scene::Colour;
use crate::cell::{Cell, LinkKind};
use crate::space::Biome;

/// Behind everything.
pub(super) const BACKGROUND: Colour = Colour::rgb(0x0F_11_1A);
/// Titles and level numbers.
pub(super) const INK: Colour = Colour::rgb(0xE8_E6_DF);
/// A door, and one that has to be found.
pub(super) const DOOR: Colour = Colour::rgb(0xE8_B8_5C);
pub(super) const SECRET_DOOR: Colour = Colour::rgb(0xFF_7A_C6);
/// Somebody on a map.
pub(super) const PLAYER: Colour = Colour::rgb(0x7C_FF_B2);
/// Whatever should not catch the eye.
pub(super) const FAINT: Colour = Colour::rgb(0x7C_83_98);

/// The colours of one level's stone.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    pub(super) floor: Colour,
    pub(super) wall_top: Colour,
    pub(super) wall_left: Colour,
    pub(super) wall_right: Colour,
    pub(super) edge_left: Colour,
    pub(super) edge_right: Colour,
    /// Shallow and deep.
    pub(super) liquid: [Colour; 2],
}

const WATER: [Colour; 2] = [Colour::rgb(0x7F_C4_E0), Colour::rgb(0x2F_6F_A8)];
const LAVA: [Colour; 2] = [Colour::rgb(0xF2_A2_4A), Colour::rgb(0xD8_4A_1E)];
const LIGHT: [Colour; 2] = [Colour::rgb(0xE9_D8_FF), Colour::rgb(0xA8_8C_F0)];
const OIL: [Colour; 2] = [Colour::rgb(0x6E_66_5C), Colour::rgb(0x2C_29_28)];

/// The stone of a level: that of its biome if it has one; else cold in the depths, warm
/// near the sky.
pub(super) fn stone(z: u32, levels: u32, biomes: &[Option<Biome>]) -> Stone {
    match biomes.get(z as usize).copied().flatten() {
        Some(biome) => biome_stone(biome),
        None => height_stone(z, levels),
    }
}

/// The colour of a biome.
pub(super) fn biome_colour(biome: Biome) -> Colour {
    match biome {
        Biome::TheRoots => Colour::rgb(0x7E_8F_5A),
        Biome::Muspelheim => Colour::rgb(0xB8_62_4A),
        Biome::Niflheim => Colour::rgb(0x5F_93_BE),
        Biome::Jotunheim => Colour::rgb(0xA8_8A_5C),
        Biome::Alfheim => Colour::rgb(0x9A_7F_C4),
        Biome::Neutral => Colour::rgb(0x82_88_94),
    }
}

fn biome_stone(biome: Biome) -> Stone {
    let liquid = match biome {
        Biome::TheRoots | Biome::Niflheim | Biome::Neutral => WATER,
        Biome::Muspelheim => LAVA,
        Biome::Jotunheim => OIL,
        Biome::Alfheim => LIGHT,
    };
    cut_from(biome_colour(biome), liquid)
}

fn height_stone(z: u32, levels: u32) -> Stone {
    const STEPS: [Colour; 7] = [
        Colour::rgb(0x6B_63_A8),
        Colour::rgb(0x5C_78_B8),
        Colour::rgb(0x4F_93_AE),
        Colour::rgb(0x5F_A5_8A),
        Colour::rgb(0x93_B0_6C),
        Colour::rgb(0xC9_AE_63),
        Colour::rgb(0xDE_94_66),
    ];
    // Seven steps over all levels; in between, a mixture of the two nearest.
    let reach = levels.saturating_sub(1).max(1);
    let place = if levels == 1 {
        3 * 256
    } else {
        z * 6 * 256 / reach
    };
    let (step, share) = ((place / 256) as usize, place % 256);
    let base = STEPS[step.min(6)].towards(STEPS[(step + 1).min(6)], share);
    cut_from(base, WATER)
}

fn cut_from(base: Colour, liquid: [Colour; 2]) -> Stone {
    let (dark, light) = (Colour::rgb(0x10_12_1C), Colour::rgb(0xF4_EF_E4));
    Stone {
        liquid,
        floor: base.towards(light, 118),
        wall_top: base.towards(dark, 96),
        wall_left: base.towards(dark, 138),
        wall_right: base.towards(dark, 172),
        edge_left: base.towards(dark, 60),
        edge_right: base.towards(dark, 110),
    }
}

/// The ground of a cell that is not stone.
pub(super) fn ground(cell: Cell, stone: &Stone) -> Colour {
    match cell {
        Cell::ShallowLiquid => stone.liquid[0],
        Cell::DeepLiquid => stone.liquid[1],
        Cell::Shaft => Colour::rgb(0x16_17_22),
        Cell::Rubble => stone.floor.towards(stone.wall_left, 150),
        Cell::Dais => stone.floor.towards(Colour::rgb(0xFF_F6_E0), 120),
        _ => stone.floor,
    }
}

/// The colour of a kind of link.
pub(super) fn link(kind: LinkKind) -> Colour {
    match kind {
        LinkKind::Ladder => Colour::rgb(0xFF_A9_4D),
        LinkKind::Stairs => Colour::rgb(0xFF_F3_BF),
        LinkKind::Ramp => Colour::rgb(0x8C_E9_9A),
        LinkKind::Hole => Colour::rgb(0xD0_A2_FF),
        LinkKind::Shaft => Colour::rgb(0xFF_6B_6B),
        LinkKind::Elevator => Colour::rgb(0x66_D9_E8),
    }
}

/// The colour of a cell in a terminal, as an index into the 256 colours.
pub(super) fn terminal(cell: Cell) -> u8 {
    match cell {
        Cell::Air => 0,
        Cell::Wall => 245,
        Cell::Rubble => 137,
        Cell::DeepLiquid => 27,
        Cell::ShallowLiquid => 81,
        Cell::Floor => 250,
        Cell::Door => TERMINAL_DOOR,
        Cell::SecretDoor => TERMINAL_SECRET_DOOR,
        Cell::Dais => 223,
        Cell::Pillar => 246,
        Cell::Statue => 187,
        Cell::Machine => 102,
        Cell::Crystal => 159,
        Cell::Furniture => 136,
        Cell::Ladder => TERMINAL_LADDER,
        Cell::StairsUp | Cell::StairsDown | Cell::StairsBoth => 229,
        Cell::Shaft => 203,
        Cell::Hole => TERMINAL_HOLE,
        Cell::Elevator => 80,
        Cell::RampNorth | Cell::RampSouth | Cell::RampWest | Cell::RampEast => 120,
    }
}

/// Doors, secret doors, ladders and holes in a terminal, wherever they are drawn.
pub(super) const TERMINAL_DOOR: u8 = 179;
pub(super) const TERMINAL_SECRET_DOOR: u8 = 177;
pub(super) const TERMINAL_LADDER: u8 = 215;
pub(super) const TERMINAL_HOLE: u8 = 183;
/// Lines that are walls, and somebody between them, in a terminal.
pub(super) const TERMINAL_LINE: u8 = 253;
pub(super) const TERMINAL_PLAYER: u8 = 121;
/// The colour of rock inside rock, in a terminal.
pub(super) const TERMINAL_BURIED: u8 = 237;
/// The colour of rulers and remarks in a terminal.
pub(super) const TERMINAL_FAINT: u8 = 242;
/// The colour of a mark in a terminal.
pub(super) const TERMINAL_MARK: u8 = 213;
/// The colour of a route.
pub(super) const ROUTE: Colour = Colour::rgb(0xFF_4F_A3);
