//! What cells are made of, in one table.
//!
//! A cell says what a place *is*, its material what it is *made of*. A
//! material is one byte: 0 is none, 1 to 127 are rows of the table, and 128 to
//! 255 are custom materials, whose names the volume keeps.

mod fills;
mod table;

pub use fills::Fills;

use crate::cell::Cell;
use std::fmt;
use thiserror::Error;

/// What a cell is made of.
///
/// ```
/// use deepway::{Cell, Material};
///
/// let lava = Material::from_name("lava");
/// assert_eq!(lava, Some(Material::LAVA));
/// assert!(Material::LAVA.may_fill(Cell::DeepLiquid));
/// assert!(!Material::LAVA.may_fill(Cell::ShallowLiquid));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u8);

/// All properties of a material of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialInfo {
    /// The material.
    pub material: Material,
    /// Its name, also in files.
    pub name: &'static str,
    /// What it may fill.
    pub fills: Fills,
    /// Its colour on a dark background, as `0xRRGGBB`.
    pub dark: u32,
    /// Its colour on a light background.
    pub light: u32,
    /// What it does to whoever is in it.
    pub effect: Effect,
}

/// What a material does to whoever is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// It burns: damage per turn, in dice.
    Burns(&'static str),
    /// It eats away flesh and metal: damage per turn, in dice.
    Corrodes(&'static str),
    /// It chills: damage per turn, in dice.
    Chills(&'static str),
    /// It slows down to this percentage of the usual pace.
    Slows(u32),
}

/// A name that no material can have, or too many names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialNameError {
    /// The name is empty, too long, or has characters that do not fit in a line of text.
    #[error(
        "not a material: {0:?}: expected a name of 1 to {max} bytes, without control characters or spaces around it",
        max = Material::MAX_NAME
    )]
    Name(String),
    /// The volume cannot keep more custom materials.
    #[error("too many custom materials: expected at most {max}", max = Material::MAX_CUSTOM)]
    TooMany,
}

impl Material {
    /// No material: the colours are those of the biome or the layer.
    pub const NONE: Self = Self(0);
    /// The longest name of a material, in bytes.
    pub const MAX_NAME: usize = 64;
    /// How many custom materials a volume can have.
    pub const MAX_CUSTOM: usize = 128;
    /// The byte of the first custom material.
    const FIRST_CUSTOM: u8 = 128;

    /// All materials of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        table::TABLE.iter().map(|info| info.material)
    }

    /// All its properties; `None` for [`Material::NONE`] and for custom materials.
    pub fn info(self) -> Option<&'static MaterialInfo> {
        table::TABLE.get(usize::from(self.0).checked_sub(1)?)
    }

    /// The material of the table with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|material| material.info().is_some_and(|info| info.name == name))
    }

    /// Whether it is a custom material, whose name its volume knows.
    pub const fn is_custom(self) -> bool {
        self.0 >= Self::FIRST_CUSTOM
    }

    /// Whether a cell of this kind may be made of it.
    ///
    /// Every cell may have no material, and open air must have none. A custom
    /// material may fill everything else.
    pub fn may_fill(self, cell: Cell) -> bool {
        match self.info() {
            _ if self == Self::NONE => true,
            Some(info) => info.fills.has(Fills::of(cell)),
            None => cell != Cell::Air,
        }
    }

    /// Whether a cell of this kind must never be made of it: lava is never walkable.
    pub(crate) fn forbids(self, cell: Cell) -> bool {
        self == Self::LAVA && cell.is_walkable()
    }

    /// What it does to whoever is in it.
    pub fn effect(self) -> Effect {
        self.info().map_or(Effect::Nothing, |info| info.effect)
    }

    /// The byte that a volume holds.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// The material of a byte that a volume holds.
    pub(crate) const fn from_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// Its number among the custom materials.
    pub(crate) fn custom_number(self) -> Option<usize> {
        self.0.checked_sub(Self::FIRST_CUSTOM).map(usize::from)
    }

    /// The custom material with this number.
    pub(crate) fn custom(number: usize) -> Option<Self> {
        let number = u8::try_from(number).ok()?;
        Self::FIRST_CUSTOM.checked_add(number).map(Self)
    }
}

/// Refuses a name that is empty or does not fit in a line of text.
pub(crate) fn check_name(name: &str) -> Result<(), MaterialNameError> {
    let fits = (1..=Material::MAX_NAME).contains(&name.len());
    if fits && name.trim() == name && !name.contains(char::is_control) {
        return Ok(());
    }
    let shown: String = name.chars().take(40).collect();
    Err(MaterialNameError::Name(shown))
}

impl fmt::Display for MaterialInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Dice;
    use std::collections::HashSet;

    #[test]
    fn the_table_is_the_specified_one() {
        let names: Vec<&str> = Material::all()
            .filter_map(Material::info)
            .map(|info| info.name)
            .collect();
        assert_eq!(
            names.join(", "),
            "shale, sandstone, limestone, marl, halite, gypsum, oolite, slate, coral rag, \
             serpentinite, quartzite, black shale, black marble, dressed stone 1, \
             dressed stone 2, dressed stone 3, dressed stone 4, dressed stone 5, iron, brass, \
             wood, root, ice, crystal, glass, soil, sand, ash, moss, bone, crust, water, oil, \
             asphalt, lava, slime, acid"
        );
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        for (number, material) in (1..).zip(Material::all()) {
            let info = material.info().unwrap();
            assert_eq!(material.byte(), number);
            assert_eq!(info.material, material);
            assert_eq!(Material::from_name(info.name), Some(material));
            assert_eq!(check_name(info.name), Ok(()));
        }
        assert_eq!(Material::from_name("Lava"), None);
        assert_eq!(Material::NONE.info(), None);
        assert_eq!(Material::default(), Material::NONE);
    }

    #[test]
    fn liquids_fill_liquid_and_lava_only_the_deep() {
        let liquids = [Cell::ShallowLiquid, Cell::DeepLiquid];
        for material in Material::all() {
            let is_liquid = material >= Material::WATER;
            for cell in Cell::all() {
                let fills = material.may_fill(cell);
                assert!(!fills || liquids.contains(&cell) == is_liquid, "{cell:?}");
            }
            assert!(!material.may_fill(Cell::Air));
        }
        let filled = |material: Material| Cell::all().filter(move |&cell| material.may_fill(cell));
        assert!(filled(Material::LAVA).eq([Cell::DeepLiquid]));
        assert!(filled(Material::WATER).eq([Cell::DeepLiquid, Cell::ShallowLiquid]));
        assert!(Material::CRUST.may_fill(Cell::Floor) && !Material::CRUST.may_fill(Cell::Wall));
        assert_eq!(filled(Material::NONE).count(), Cell::all().count());
    }

    #[test]
    fn lava_burns_and_damage_is_dice() {
        assert!(matches!(Material::LAVA.effect(), Effect::Burns(_)));
        for material in Material::all() {
            match material.effect() {
                Effect::Burns(dice) | Effect::Corrodes(dice) | Effect::Chills(dice) => {
                    assert!(dice.parse::<Dice>().is_ok(), "{dice}");
                }
                Effect::Slows(percent) => assert!((1..100).contains(&percent)),
                Effect::Nothing => {}
            }
        }
    }

    #[test]
    fn names_that_no_line_can_hold_are_refused() {
        assert_eq!(check_name("goo of the ægir, 3rd"), Ok(()));
        for wrong in ["", " goo", "goo ", "g\noo", "g\u{85}oo", &"é".repeat(33)] {
            assert!(check_name(wrong).is_err(), "{wrong:?}");
        }
    }
}
