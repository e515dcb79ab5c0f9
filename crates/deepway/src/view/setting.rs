//! Where a level lies in an open world, and how that colours it.

use super::palette::{DARK, LIGHT, Stone};
use super::scene::Colour;
use super::theme::Theme;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::{Pos, ZonePos};
use crate::strata::Plan;
use crate::volume::Volume;

/// Where a level lies in an open world: the deeper, the darker it is drawn, and the ground of a
/// region has its tint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The depth.
    pub depth: u32,
    /// The colour that the ground is tinted with, as `0xRRGGBB`.
    pub tint: u32,
}

impl Setting {
    /// The setting of a zone.
    pub fn of(plan: &Plan, zone: ZonePos) -> Self {
        Self {
            depth: zone.z(),
            tint: plan.region(zone.column()).palette.tint(),
        }
    }

    /// How much darker, of 256 parts.
    fn shade(self) -> u32 {
        match self.depth {
            0..20 => 0,
            depth => ((depth - 20) * 4).min(104),
        }
    }

    /// A colour of the ground as it is here.
    pub(super) fn ground(self, colour: Colour, theme: Theme) -> Colour {
        let tinted = colour.towards(Colour::rgb(self.tint), 26);
        let share = match theme {
            Theme::Dark => self.shade(),
            Theme::Light | Theme::Print => self.shade() / 2,
        };
        // What is dark by itself gets no darker than can be read, and rather lighter.
        let shares = (0..=share).rev();
        let darker = shares.map(|share| tinted.towards(DARK, share));
        let lighter = (0..=64)
            .step_by(4)
            .map(|share| tinted.towards(LIGHT, share));
        let mut colours = darker.chain(lighter);
        colours
            .find(|colour| brightness(*colour) >= LEAST)
            .unwrap_or(tinted)
    }

    /// The colour behind everything.
    pub(super) fn background(self, theme: Theme) -> Colour {
        let share = match theme {
            Theme::Dark => self.shade(),
            Theme::Light | Theme::Print => self.shade() / 8,
        };
        theme.background().towards(Colour::rgb(0x02_02_06), share)
    }
}

/// How bright ground is at least.
const LEAST: u32 = 74;

/// How bright a colour is to the eye, from 0 to 255.
fn brightness(Colour { r, g, b, .. }: Colour) -> u32 {
    (u32::from(r) * 5 + u32::from(g) * 9 + u32::from(b) * 2) / 16
}

/// What keeps ground and liquids of a level in an open world from being plain areas: a slight
/// grain, and liquids that change with the distance from the shore.
pub(super) struct Grain {
    /// For each cell how far the shore is if it is liquid, else 0; empty if nothing is grained.
    shore: Vec<u8>,
    width: usize,
}

impl Grain {
    pub(super) fn new(volume: &Volume, z: u32, setting: Option<Setting>) -> Self {
        let size = volume.size();
        let width = size.width() as usize;
        if setting.is_none() {
            return Self {
                shore: Vec::new(),
                width,
            };
        }
        let mut shore = Vec::with_capacity(width * size.height() as usize);
        for y in 0..size.height() {
            let row = volume.row(y, z);
            shore.extend(row.map(|cell| if is_liquid(cell) { FAR } else { 0 }));
        }
        // Two passes, each with the distances that the cells before it have.
        let pass = |shore: &mut Vec<u8>, at: usize, before: [Option<usize>; 2]| {
            let near = before.into_iter().flatten().map(|before| shore[before] + 1);
            shore[at] = near.fold(shore[at], u8::min);
        };
        for at in 0..shore.len() {
            let west = (!at.is_multiple_of(width)).then(|| at - 1);
            pass(&mut shore, at, [west, at.checked_sub(width)]);
        }
        for at in (0..shore.len()).rev() {
            let east = (!(at + 1).is_multiple_of(width)).then_some(at + 1);
            let south = Some(at + width).filter(|&south| south < shore.len());
            pass(&mut shore, at, [east, south]);
        }
        Self { shore, width }
    }

    /// The colour of a cell that would have a plain colour.
    pub(super) fn colour(
        &self,
        [x, y]: [u32; 2],
        cell: Cell,
        material: Material,
        colour: Colour,
    ) -> Colour {
        let at = y as usize * self.width + x as usize;
        let Some(&shore) = self.shore.get(at) else {
            return colour;
        };
        // One of four steps for each place, always the same.
        let step = mixed(x, y) % 4;
        match (shore, material) {
            (0, _) => colour.towards(DARK, step * 7),
            (1, Material::LAVA) => colour.towards(CRUST, 130 + step * 8),
            (2, Material::LAVA) => colour.towards(CRUST, 30 + step * 6),
            (far, Material::LAVA) => colour.towards(GLOW, (u32::from(far) - 2) * 26 + step * 6),
            (1, _) if cell == Cell::DeepLiquid => colour.towards(FOAM, 34),
            (far, _) => {
                let depth = u32::from(far.saturating_sub(2));
                colour.towards(ABYSS, (depth * 16).min(96) + step * 3)
            }
        }
    }
}

/// Farther from the shore than this makes no difference.
const FAR: u8 = 8;
const CRUST: Colour = Colour::rgb(0x3A_18_12);
const GLOW: Colour = Colour::rgb(0xFF_C0_4A);
const FOAM: Colour = Colour::rgb(0xE4_F2_F6);
const ABYSS: Colour = Colour::rgb(0x0A_16_34);

fn is_liquid(cell: Cell) -> bool {
    matches!(cell, Cell::ShallowLiquid | Cell::DeepLiquid)
}

/// A number for a place.
fn mixed(x: u32, y: u32) -> u32 {
    let mixed = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    (mixed ^ mixed >> 13) >> 7
}

/// Whether a link or a thing that leads elsewhere can be marked as known on a cell.
pub(super) fn can_be_known(volume: &Volume, pos: Pos) -> bool {
    let is_platform = |pos: Pos| {
        let mut here = volume.things().map(|(_, thing)| thing);
        here.any(|thing| thing.place == pos && thing.kind.name() == "platform")
    };
    let cell = volume.get(pos);
    let leads = cell.is_vertical()
        && !matches!(
            cell,
            Cell::RampNorth | Cell::RampSouth | Cell::RampWest | Cell::RampEast
        );
    leads && !is_platform(pos)
}

impl Stone {
    /// The stone as it is in a theme and a setting.
    pub(super) fn placed(mut self, theme: Theme, setting: Option<Setting>) -> Self {
        self.theme = theme;
        self.setting = setting;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn deeper_ground_is_darker_but_never_black() {
        let at = |depth| Setting {
            depth,
            tint: 0x5A_78_A0,
        };
        for theme in Theme::ALL {
            for rgb in [0xC8_C2_AC, 0x4C_4C_58, 0x7D_80_8C] {
                let colours = [12, 30, 40, 49].map(|z| at(z).ground(Colour::rgb(rgb), theme));
                let bright = colours.map(brightness);
                assert!(bright.is_sorted_by(|a, b| a >= b), "{bright:?}");
                assert!(bright[3] >= LEAST, "{bright:?}");
                assert!(rgb == 0x4C_4C_58 || bright[3] < bright[0], "{bright:?}");
            }
        }
    }

    #[test]
    fn liquids_are_shaded_from_the_shore() {
        let map = format!("floor:0\n{}", "=========\n".repeat(9));
        let volume = text::read("lake", map.as_bytes()).unwrap();
        let setting = Setting { depth: 10, tint: 0 };
        let grain = Grain::new(&volume, 0, Some(setting));
        // Nothing but liquid: no shore is near.
        assert!(grain.shore.iter().all(|&shore| shore == FAR));
        let map = "floor:0\n.......\n.=====.\n.=====.\n.=====.\n.=====.\n.=====.\n.......\n";
        let volume = text::read("lake", map.as_bytes()).unwrap();
        let grain = Grain::new(&volume, 0, Some(setting));
        assert_eq!(grain.shore[3 * 7..4 * 7], [0, 1, 2, 3, 2, 1, 0]);
        let plain = Colour::rgb(0xE0_4E_1A);
        let colour = |x, material| grain.colour([x, 3], Cell::DeepLiquid, material, plain);
        let lava = [1, 2, 3].map(|x| brightness(colour(x, Material::LAVA)));
        assert!(lava[0] < lava[1] && lava[1] < lava[2], "{lava:?}");
        let water = [1, 3].map(|x| brightness(colour(x, Material::WATER)));
        assert!(water[0] > water[1], "{water:?}");
        let plain_level = Grain::new(&volume, 0, None);
        assert_eq!(
            plain_level.colour([3, 3], Cell::DeepLiquid, Material::LAVA, plain),
            plain
        );
    }
}
