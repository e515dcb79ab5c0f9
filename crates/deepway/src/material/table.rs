//! The table of materials.

use super::{Effect, Fills, Material, MaterialInfo};

const STONE: Fills = Fills::SOLID.and(Fills::GROUND).and(Fills::FITTING);
const EARTH: Fills = Fills::SOLID.and(Fills::GROUND);
const LIQUID: Fills = Fills::SHALLOW.and(Fills::DEEP);

const fn row(
    material: Material,
    name: &'static str,
    fills: Fills,
    [dark, light]: [u32; 2],
    effect: Effect,
) -> MaterialInfo {
    MaterialInfo {
        material,
        name,
        fills,
        dark,
        light,
        effect,
    }
}

/// The rows; the first has byte 1. The colours are those of ground seen from above.
#[rustfmt::skip]
pub(super) const TABLE: [MaterialInfo; 37] = [
    row(Material::SHALE, "shale", STONE, [0x7D_80_8C, 0x5A_5D_68], Effect::Nothing),
    row(Material::SANDSTONE, "sandstone", STONE, [0xC9_A2_6B, 0xA8_7B_3E], Effect::Nothing),
    row(Material::LIMESTONE, "limestone", STONE, [0xC8_C2_AC, 0x9C_94_78], Effect::Nothing),
    row(Material::MARL, "marl", STONE, [0xA9_A5_92, 0x7F_7A_62], Effect::Nothing),
    row(Material::HALITE, "halite", STONE, [0xE6_CF_CB, 0xB5_86_80], Effect::Nothing),
    row(Material::GYPSUM, "gypsum", STONE, [0xE4_DF_D4, 0xAA_A2_90], Effect::Nothing),
    row(Material::OOLITE, "oolite", STONE, [0xD6_B9_84, 0xA6_84_46], Effect::Nothing),
    row(Material::SLATE, "slate", STONE, [0x6C_7B_8B, 0x4A_58_68], Effect::Nothing),
    row(Material::CORAL_RAG, "coral rag", STONE, [0xD9_A0_8B, 0xB0_64_4A], Effect::Nothing),
    row(Material::SERPENTINITE, "serpentinite", STONE, [0x5F_8F_6E, 0x3C_6B_4B], Effect::Nothing),
    row(Material::QUARTZITE, "quartzite", STONE, [0xD3_CB_D6, 0x8F_84_96], Effect::Nothing),
    row(Material::BLACK_SHALE, "black shale", STONE, [0x4C_66_8C, 0x2A_40_62], Effect::Nothing),
    row(Material::BLACK_MARBLE, "black marble", STONE, [0x96_58_6E, 0x66_2A_42], Effect::Nothing),
    row(Material::DRESSED_STONE_1, "dressed stone 1", STONE, [0x9C_90_80, 0x6E_60_50], Effect::Nothing),
    row(Material::DRESSED_STONE_2, "dressed stone 2", STONE, [0xB0_9A_7A, 0x80_68_46], Effect::Nothing),
    row(Material::DRESSED_STONE_3, "dressed stone 3", STONE, [0x9A_A0_8A, 0x68_70_56], Effect::Nothing),
    row(Material::DRESSED_STONE_4, "dressed stone 4", STONE, [0x8E_9C_AC, 0x58_68_7A], Effect::Nothing),
    row(Material::DRESSED_STONE_5, "dressed stone 5", STONE, [0xB4_A0_B4, 0x80_68_80], Effect::Nothing),
    row(Material::IRON, "iron", STONE, [0x8A_92_9C, 0x52_5A_66], Effect::Nothing),
    row(Material::BRASS, "brass", STONE, [0xD2_B0_4C, 0x96_78_1E], Effect::Nothing),
    row(Material::WOOD, "wood", STONE, [0xA8_74_46, 0x7A_4E_26], Effect::Nothing),
    row(Material::ROOT, "root", STONE, [0x8F_7A_4A, 0x62_50_28], Effect::Nothing),
    row(Material::ICE, "ice", STONE, [0xBC_E6_F2, 0x5C_A4_BE], Effect::Chills("1")),
    row(Material::CRYSTAL, "crystal", STONE, [0xC6_B4_F0, 0x7A_5C_C0], Effect::Nothing),
    row(Material::GLASS, "glass", STONE, [0xB8_DC_D2, 0x5E_98_8A], Effect::Nothing),
    row(Material::SOIL, "soil", EARTH, [0x80_64_48, 0x5E_44_2C], Effect::Nothing),
    row(Material::SAND, "sand", EARTH, [0xDC_C2_8C, 0xB0_90_50], Effect::Slows(75)),
    row(Material::ASH, "ash", EARTH, [0x8C_88_86, 0x62_5E_5C], Effect::Nothing),
    row(Material::MOSS, "moss", EARTH, [0x74_9A_58, 0x4A_74_30], Effect::Nothing),
    row(Material::BONE, "bone", EARTH, [0xE2_D8_BE, 0xA6_98_74], Effect::Nothing),
    row(Material::CRUST, "crust", Fills::GROUND, [0x4E_3C_3A, 0x3A_28_26], Effect::Nothing),
    row(Material::WATER, "water", LIQUID, [0x2F_6F_A8, 0x3C_86_C4], Effect::Nothing),
    row(Material::OIL, "oil", LIQUID, [0x3A_34_2E, 0x4A_42_38], Effect::Slows(75)),
    row(Material::ASPHALT, "asphalt", LIQUID, [0x26_24_28, 0x30_2E_34], Effect::Slows(50)),
    row(Material::LAVA, "lava", Fills::DEEP, [0xE0_4E_1A, 0xD8_42_10], Effect::Burns("6d6")),
    row(Material::SLIME, "slime", LIQUID, [0x7E_52_E0, 0x6A_3E_CC], Effect::Slows(50)),
    row(Material::ACID, "acid", LIQUID, [0x9C_C8_2C, 0x74_A0_10], Effect::Corrodes("2d6")),
];

impl Material {
    /// Shale.
    pub const SHALE: Self = Self(1);
    /// Sandstone.
    pub const SANDSTONE: Self = Self(2);
    /// Limestone.
    pub const LIMESTONE: Self = Self(3);
    /// Marl.
    pub const MARL: Self = Self(4);
    /// Halite.
    pub const HALITE: Self = Self(5);
    /// Gypsum.
    pub const GYPSUM: Self = Self(6);
    /// Oolite.
    pub const OOLITE: Self = Self(7);
    /// Slate.
    pub const SLATE: Self = Self(8);
    /// Coral rag.
    pub const CORAL_RAG: Self = Self(9);
    /// Serpentinite.
    pub const SERPENTINITE: Self = Self(10);
    /// Quartzite.
    pub const QUARTZITE: Self = Self(11);
    /// Black shale.
    pub const BLACK_SHALE: Self = Self(12);
    /// Black marble.
    pub const BLACK_MARBLE: Self = Self(13);
    /// Dressed stone of the first period.
    pub const DRESSED_STONE_1: Self = Self(14);
    /// Dressed stone of the second period.
    pub const DRESSED_STONE_2: Self = Self(15);
    /// Dressed stone of the third period.
    pub const DRESSED_STONE_3: Self = Self(16);
    /// Dressed stone of the fourth period.
    pub const DRESSED_STONE_4: Self = Self(17);
    /// Dressed stone of the fifth period.
    pub const DRESSED_STONE_5: Self = Self(18);
    /// Iron.
    pub const IRON: Self = Self(19);
    /// Brass.
    pub const BRASS: Self = Self(20);
    /// Wood.
    pub const WOOD: Self = Self(21);
    /// Root.
    pub const ROOT: Self = Self(22);
    /// Ice.
    pub const ICE: Self = Self(23);
    /// Crystal.
    pub const CRYSTAL: Self = Self(24);
    /// Glass.
    pub const GLASS: Self = Self(25);
    /// Soil.
    pub const SOIL: Self = Self(26);
    /// Sand.
    pub const SAND: Self = Self(27);
    /// Ash.
    pub const ASH: Self = Self(28);
    /// Moss.
    pub const MOSS: Self = Self(29);
    /// Bone.
    pub const BONE: Self = Self(30);
    /// Crust.
    pub const CRUST: Self = Self(31);
    /// Water.
    pub const WATER: Self = Self(32);
    /// Oil.
    pub const OIL: Self = Self(33);
    /// Asphalt.
    pub const ASPHALT: Self = Self(34);
    /// Lava.
    pub const LAVA: Self = Self(35);
    /// Slime.
    pub const SLIME: Self = Self(36);
    /// Acid.
    pub const ACID: Self = Self(37);
}
