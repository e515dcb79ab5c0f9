//! Colours, for pictures and terminals.

use super::PictureOptions;
use super::scene::Colour;
use super::setting::Setting;
use super::theme::Theme;
use crate::cell::{Cell, LinkKind};
use crate::material::{Fills, Material};
use crate::space::Biome;

/// Behind everything.
pub(super) const BACKGROUND: Colour = Colour::rgb(0x0F_11_1A);
/// Titles and level numbers.
pub(super) const INK: Colour = Colour::rgb(0xE8_E6_DF);
/// A door, and a secret door.
pub(super) const DOOR: Colour = Colour::rgb(0xE8_B8_5C);
pub(super) const SECRET_DOOR: Colour = Colour::rgb(0xFF_7A_C6);
/// The player on a map.
pub(super) const PLAYER: Colour = Colour::rgb(0x7C_FF_B2);
/// What should not catch the eye.
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
    pub(super) theme: Theme,
    pub(super) setting: Option<Setting>,
}

impl Stone {
    /// Rock inside rock, which nobody sees: nearly as the paper, but with its own hue.
    pub(super) fn buried(self) -> Colour {
        let share = match self.theme {
            Theme::Dark => 150,
            Theme::Light | Theme::Print => 56,
        };
        self.wall_top.towards(self.theme.background(), share)
    }

    /// Open air above a drop or outside a tower.
    pub(super) fn air(self) -> Colour {
        let colour = Colour::rgb(0x1B_3A_5E);
        self.theme.choose(colour, Colour::rgb(0xBF_DD_F2))
    }

    /// The colours of a material, if there is any.
    pub(super) fn of(self, material: Material) -> Self {
        let Some(colour) = material_in(material, self.theme) else {
            return self;
        };
        let placed = |colour: Colour| match self.setting {
            Some(setting) => setting.ground(colour, self.theme),
            None => colour,
        };
        match self.theme {
            Theme::Dark => {
                let floor = placed(colour);
                Self {
                    floor,
                    wall_top: floor.towards(DARK, 120),
                    wall_left: floor.towards(DARK, 156),
                    wall_right: floor.towards(DARK, 184),
                    edge_left: floor.towards(DARK, 110),
                    edge_right: floor.towards(DARK, 150),
                    ..self
                }
            }
            Theme::Print if self.setting.is_none() => self,
            Theme::Light | Theme::Print => Self {
                floor: placed(colour.towards(LIGHT, 170)),
                wall_top: colour.towards(LIGHT, 24),
                wall_left: colour.towards(DARK, 50),
                wall_right: colour.towards(DARK, 90),
                edge_left: colour,
                edge_right: colour.towards(DARK, 50),
                ..self
            },
        }
    }
}

/// The colours to mix in for shade and light.
pub(super) const DARK: Colour = Colour::rgb(0x10_12_1C);
pub(super) const LIGHT: Colour = Colour::rgb(0xF4_EF_E4);
/// The stone of every level on paper: white ground, and greys that a printer can keep apart.
const PAPER: Stone = Stone {
    floor: Colour::rgb(0xFF_FF_FF),
    wall_top: Colour::rgb(0xDC_DC_DC),
    wall_left: Colour::rgb(0xB4_B4_B4),
    wall_right: Colour::rgb(0x96_96_96),
    edge_left: Colour::rgb(0xC8_C8_C8),
    edge_right: Colour::rgb(0xAA_AA_AA),
    theme: Theme::Print,
    setting: None,
};
/// A custom material.
const OWN: Colour = Colour::rgb(0x9A_9A_9A);

/// The colour of a material on dark ground, grey if it is custom; none if there is no material.
pub(super) fn material(material: Material) -> Option<Colour> {
    material_in(material, Theme::Dark)
}

/// The colour of a material in a theme.
pub(super) fn material_in(material: Material, theme: Theme) -> Option<Colour> {
    match (material.info(), theme) {
        _ if material == Material::NONE => None,
        (Some(info), Theme::Dark) => Some(Colour::rgb(info.dark)),
        (Some(info), Theme::Light | Theme::Print) => Some(Colour::rgb(info.light)),
        (None, _) => Some(OWN),
    }
}

/// The colour of a liquid, by default that of water.
fn liquid(made_of: Material, theme: Theme) -> Colour {
    let colour = material_in(made_of, theme).or_else(|| material_in(Material::WATER, theme));
    colour.unwrap_or(OWN)
}

/// The stone of a level of a picture.
pub(super) fn picture_stone(z: u32, levels: u32, options: &PictureOptions) -> Stone {
    let biome = options.biomes.get(z as usize).copied().flatten();
    let setting = options.settings.get(z as usize).copied();
    let base = match biome {
        Some(biome) => biome_colour(biome),
        None => height_colour(z, levels),
    };
    let stone = match options.theme {
        Theme::Dark => cut_from(base),
        Theme::Print if setting.is_none() => PAPER,
        Theme::Light | Theme::Print => Stone {
            floor: base.towards(LIGHT, 176),
            wall_top: base.towards(DARK, 20),
            wall_left: base.towards(DARK, 60),
            wall_right: base.towards(DARK, 96),
            edge_left: base,
            edge_right: base.towards(DARK, 60),
            ..cut_from(base)
        },
    };
    let stone = stone.placed(options.theme, setting);
    let floor = setting.map(|setting| setting.ground(stone.floor, options.theme));
    Stone {
        floor: floor.unwrap_or(stone.floor),
        ..stone
    }
}

/// The stone of a level: that of its biome if it has one, else cold in the depths and warm
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
    cut_from(biome_colour(biome))
}

fn height_stone(z: u32, levels: u32) -> Stone {
    cut_from(height_colour(z, levels))
}

fn height_colour(z: u32, levels: u32) -> Colour {
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
    STEPS[step.min(6)].towards(STEPS[(step + 1).min(6)], share)
}

fn cut_from(base: Colour) -> Stone {
    Stone {
        floor: base.towards(LIGHT, 118),
        wall_top: base.towards(DARK, 96),
        wall_left: base.towards(DARK, 138),
        wall_right: base.towards(DARK, 172),
        edge_left: base.towards(DARK, 60),
        edge_right: base.towards(DARK, 110),
        theme: Theme::Dark,
        setting: None,
    }
}

/// The ground colour of a cell that is not a wall; its material comes first.
pub(super) fn ground(cell: Cell, material: Material, stone: Stone) -> Colour {
    if stone.theme == Theme::Print && stone.setting.is_none() {
        // Patterns, not shades, say what the ground is.
        return match cell {
            Cell::Shaft | Cell::Bridge => Colour::rgb(0xE6_E6_E6),
            Cell::Dais => Colour::rgb(0xF0_F0_F0),
            _ => stone.floor,
        };
    }
    // The material of something that fills its cell says nothing about the floor.
    let stone = match Fills::of(cell).has(Fills::GROUND) {
        true => stone.of(material),
        false => stone,
    };
    match cell {
        Cell::ShallowLiquid => liquid(material, stone.theme).towards(LIGHT, 96),
        Cell::DeepLiquid => liquid(material, stone.theme),
        Cell::Rubble => stone.of(material).floor.towards(stone.wall_left, 150),
        Cell::Shaft | Cell::Bridge => CHASM,
        Cell::Dais => stone.floor.towards(Colour::rgb(0xFF_F6_E0), 120),
        _ => stone.floor,
    }
}

/// What is under a bridge.
const CHASM: Colour = Colour::rgb(0x16_17_22);

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

/// The colour of a cell in a terminal, as an index into the 256 colours. Its material comes
/// first; doors and links have their own colours.
pub(super) fn terminal(cell: Cell, material: Material, stone: Stone) -> u8 {
    let has_sign = cell.is_vertical() || matches!(cell, Cell::Door | Cell::SecretDoor);
    if let (Some(colour), false) = (self::material(material), has_sign) {
        // Dark colours would be invisible on black.
        let sum = u32::from(colour.r) + u32::from(colour.g) + u32::from(colour.b);
        let share = 300u32.saturating_sub(sum) / 2;
        return nearest(match cell {
            Cell::ShallowLiquid => ground(cell, material, stone),
            _ => colour.towards(LIGHT, share.min(100)),
        });
    }
    match cell {
        Cell::Air => 0,
        Cell::Wall => nearest(stone.edge_left),
        Cell::Rubble => 137,
        Cell::DeepLiquid => 27,
        Cell::ShallowLiquid => 81,
        Cell::Floor => nearest(stone.floor),
        Cell::Door => TERMINAL_DOOR,
        Cell::SecretDoor => TERMINAL_SECRET_DOOR,
        Cell::Dais => 223,
        Cell::Pillar => 246,
        Cell::Statue => 187,
        Cell::Machine => 102,
        Cell::Crystal => 159,
        Cell::Furniture | Cell::Table | Cell::Shelf | Cell::Barrel => 136,
        Cell::Chair | Cell::Bridge => 173,
        Cell::Bed => 174,
        Cell::Altar | Cell::Throne => 222,
        Cell::Sarcophagus => 250,
        Cell::Brazier | Cell::Hearth => 208,
        Cell::Anvil | Cell::Bars | Cell::Rack => 103,
        Cell::Fungus => 150,
        Cell::Fountain => 117,
        Cell::Ladder => TERMINAL_LADDER,
        Cell::StairsUp | Cell::StairsDown | Cell::StairsBoth => 229,
        Cell::Shaft => 203,
        Cell::Hole => TERMINAL_HOLE,
        Cell::Elevator => 80,
        Cell::RampNorth | Cell::RampSouth | Cell::RampWest | Cell::RampEast => 120,
    }
}

/// The nearest of the 256 colours of a terminal: a cube of 6 × 6 × 6, and 24 greys.
pub(super) fn nearest(colour: Colour) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let away = |[r, g, b]: [u8; 3]| {
        let parts = [(r, colour.r), (g, colour.g), (b, colour.b)];
        let squares = parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
        squares.iter().sum::<u32>()
    };
    let cube = (0..216u8).map(|i| {
        (
            16 + i,
            [i / 36, i / 6 % 6, i % 6].map(|at| STEPS[at as usize]),
        )
    });
    let greys = (0..24u8).map(|i| (232 + i, [8 + 10 * i; 3]));
    let nearest = cube.chain(greys).min_by_key(|&(_, rgb)| away(rgb));
    nearest.map_or(0, |(number, _)| number)
}

/// Doors, secret doors, ladders and holes in a terminal, wherever they are drawn.
pub(super) const TERMINAL_DOOR: u8 = 179;
pub(super) const TERMINAL_SECRET_DOOR: u8 = 177;
pub(super) const TERMINAL_LADDER: u8 = 215;
pub(super) const TERMINAL_HOLE: u8 = 183;
/// Walls as lines, and the player, in a terminal.
pub(super) const TERMINAL_LINE: u8 = 253;
pub(super) const TERMINAL_PLAYER: u8 = 121;
/// The colour of rock inside rock, in a terminal.
pub(super) const TERMINAL_BURIED: u8 = 237;
/// The colour of rulers and remarks in a terminal.
pub(super) const TERMINAL_FAINT: u8 = 242;
/// The colour of a mark in a terminal.
pub(super) const TERMINAL_MARK: u8 = 213;
/// What is known to lead elsewhere: yellow on magenta, in pictures and in a terminal.
pub(super) const KNOWN: [Colour; 2] = [Colour::rgb(0xFF_EE_3C), Colour::rgb(0xC8_1E_B4)];
pub(super) const TERMINAL_KNOWN: [u8; 2] = [227, 164];
/// The colour of a route.
pub(super) const ROUTE: Colour = Colour::rgb(0xFF_4F_A3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_of_a_terminal_is_near() {
        for (rgb, number) in [
            (0x00_00_00, 16),
            (0xFF_FF_FF, 231),
            (0xFF_00_00, 196),
            (0x5F_87_AF, 67),
            (0x80_80_80, 244),
            (0xFF_D7_00, 220),
        ] {
            assert_eq!(nearest(Colour::rgb(rgb)), number, "{rgb:06x}");
        }
    }

    #[test]
    fn materials_come_before_the_level_and_signs_before_materials() {
        let stone = stone(0, 1, &[]);
        for cell in [Cell::Floor, Cell::Dais, Cell::StairsUp, Cell::RampEast] {
            assert_ne!(
                ground(cell, Material::MOSS, stone),
                ground(cell, Material::NONE, stone)
            );
        }
        assert_eq!(
            ground(Cell::Floor, Material::CRUST, stone),
            material(Material::CRUST).unwrap()
        );
        assert_eq!(
            ground(Cell::DeepLiquid, Material::LAVA, stone),
            material(Material::LAVA).unwrap()
        );
        assert_eq!(
            ground(Cell::DeepLiquid, Material::NONE, stone),
            ground(Cell::DeepLiquid, Material::WATER, stone)
        );
        let terminal = |cell, material| terminal(cell, material, stone);
        assert_eq!(
            terminal(Cell::Ladder, Material::IRON),
            terminal(Cell::Ladder, Material::NONE)
        );
        assert_ne!(
            terminal(Cell::Wall, Material::ICE),
            terminal(Cell::Wall, Material::NONE)
        );
        assert_ne!(
            terminal(Cell::DeepLiquid, Material::LAVA),
            terminal(Cell::DeepLiquid, Material::WATER)
        );
    }
}
