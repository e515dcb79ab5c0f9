//! Things that stand on a floor and fill their cell, drawn as blocks.

use super::palette;
use super::scene::Colour;
use crate::cell::Cell;
use crate::material::Material;

/// A block: its distance from the sides of its cell, its height as a share of a wall's, and
/// its colour.
pub(super) struct Block {
    pub(super) inset: f32,
    pub(super) height: f32,
    colour: Colour,
}

impl Block {
    /// The colours of the top, the left and the right side.
    pub(super) fn colours(&self) -> [Colour; 3] {
        let dark = Colour::rgb(0x10_12_1C);
        [0, 70, 120].map(|share| self.colour.towards(dark, share))
    }
}

/// The block on a cell, in the colour of its material if it has one.
pub(super) fn block(cell: Cell, material: Material) -> Option<Block> {
    let (inset, height, colour) = match cell {
        Cell::Pillar => (0.24, 1.0, Colour::rgb(0xA6_9C_90)),
        Cell::Statue => (0.2, 1.3, Colour::rgb(0xE3_C6_7A)),
        Cell::Machine => (0.0, 0.75, Colour::rgb(0x7D_88_98)),
        Cell::Crystal => (0.28, 1.1, Colour::rgb(0xA8_E4_F4)),
        Cell::Furniture => (0.06, 0.5, Colour::rgb(0xA8_6B_3C)),
        Cell::Table => (0.08, 0.4, Colour::rgb(0xA8_6B_3C)),
        Cell::Bed => (0.1, 0.28, Colour::rgb(0xB4_5C_5C)),
        Cell::Shelf => (0.04, 0.85, Colour::rgb(0x8E_58_30)),
        Cell::Altar => (0.1, 0.5, Colour::rgb(0xD8_CE_B8)),
        Cell::Barrel => (0.2, 0.45, Colour::rgb(0x9A_66_38)),
        Cell::Sarcophagus => (0.12, 0.42, Colour::rgb(0xB8_B2_A6)),
        Cell::Brazier => (0.3, 0.6, Colour::rgb(0xFF_9A_3C)),
        Cell::Hearth => (0.02, 0.6, Colour::rgb(0xC8_5A_30)),
        Cell::Anvil => (0.24, 0.4, Colour::rgb(0x5A_62_70)),
        Cell::Bars => (0.38, 0.95, Colour::rgb(0x7D_88_98)),
        Cell::Fungus => (0.18, 0.8, Colour::rgb(0xC8_D0_8A)),
        Cell::Throne => (0.18, 0.9, Colour::rgb(0xE3_C6_7A)),
        Cell::Rack => (0.12, 0.7, Colour::rgb(0x7D_88_98)),
        Cell::Fountain => (0.12, 0.5, Colour::rgb(0x7A_BE_DC)),
        _ => return None,
    };
    Some(Block {
        inset,
        height,
        colour: palette::material(material).unwrap_or(colour),
    })
}
