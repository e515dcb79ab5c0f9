//! The seven layers of a sector.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the seven layers of a sector, a hundred metres apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// −300 m.
    DeepRoots,
    /// −200 m.
    LowerRoots,
    /// −100 m.
    UpperRoots,
    /// The layer of the entry hall.
    GroundLevel,
    /// +100 m.
    LowerTrunk,
    /// +200 m.
    UpperTrunk,
    /// +300 m.
    Canopy,
}

/// The environment of a place. Layers only tend towards biomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Biome {
    /// Old tunnels and service passages.
    TheRoots,
    /// Heat, steam, slag.
    Muspelheim,
    /// Frost and failed cooling.
    Niflheim,
    /// Machines beyond human scale.
    Jotunheim,
    /// Light and strange energies.
    Alfheim,
    /// Nothing in particular.
    Neutral,
}

impl Biome {
    /// All biomes.
    pub const ALL: [Self; 6] = [
        Self::TheRoots,
        Self::Muspelheim,
        Self::Niflheim,
        Self::Jotunheim,
        Self::Alfheim,
        Self::Neutral,
    ];

    /// The name used in files: `the_roots`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::TheRoots => "the_roots",
            Self::Muspelheim => "muspelheim",
            Self::Niflheim => "niflheim",
            Self::Jotunheim => "jotunheim",
            Self::Alfheim => "alfheim",
            Self::Neutral => "neutral",
        }
    }

    /// The name for people: `the roots`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TheRoots => "the roots",
            _ => self.id(),
        }
    }

    /// Whether two biomes may lie side by side: hot and cold never do.
    pub const fn may_touch(self, other: Self) -> bool {
        !matches!(
            (self, other),
            (Self::Muspelheim, Self::Niflheim) | (Self::Niflheim, Self::Muspelheim)
        )
    }
}

/// The properties of a layer.
struct Row {
    id: &'static str,
    name: &'static str,
    description: &'static str,
    biomes: &'static [Biome],
}

const ROWS: [Row; 7] = [
    Row {
        id: "deep_roots",
        name: "Deep Roots",
        description: "The oldest works, decayed beyond repair; few come here.",
        biomes: &[Biome::TheRoots, Biome::Jotunheim],
    },
    Row {
        id: "lower_roots",
        name: "Lower Roots",
        description: "Maintenance tunnels among hot springs and steam vents.",
        biomes: &[Biome::TheRoots, Biome::Muspelheim],
    },
    Row {
        id: "upper_roots",
        name: "Upper Roots",
        description: "Cooling plants and cellars, in parts frozen solid.",
        biomes: &[Biome::TheRoots, Biome::Niflheim],
    },
    Row {
        id: "ground_level",
        name: "Ground Level",
        description: "The way in and the main halls.",
        biomes: &Biome::ALL,
    },
    Row {
        id: "lower_trunk",
        name: "Lower Trunk",
        description: "Workshops and offices that hum with power.",
        biomes: &[Biome::Jotunheim, Biome::Alfheim],
    },
    Row {
        id: "upper_trunk",
        name: "Upper Trunk",
        description: "Control rooms and lookouts, charged with energy.",
        biomes: &[Biome::Alfheim],
    },
    Row {
        id: "canopy",
        name: "Canopy",
        description: "The top, open to a sky full of ash.",
        biomes: &[Biome::Alfheim],
    },
];

impl Layer {
    /// All seven layers, lowest first.
    pub const ALL: [Self; 7] = [
        Self::DeepRoots,
        Self::LowerRoots,
        Self::UpperRoots,
        Self::GroundLevel,
        Self::LowerTrunk,
        Self::UpperTrunk,
        Self::Canopy,
    ];

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The layer at a room's z; `None` outside −3..=3.
    pub fn from_z(z: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.z() == z)
    }

    /// The z of rooms on this layer, −3..=3.
    pub const fn z(self) -> i32 {
        self as i32 - 3
    }

    /// Metres above the ground; negative below it.
    pub const fn metres(self) -> i32 {
        self.z() * 100
    }

    /// The layer with this name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.id() == id)
    }

    /// The name used in files: `deep_roots`.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// What the place is like, in a sentence.
    pub fn description(self) -> &'static str {
        self.row().description
    }

    /// The biomes that are common here; a tendency, not a rule.
    pub fn typical_biomes(self) -> &'static [Biome] {
        self.row().biomes
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().name)
    }
}

/// A text that does not name a layer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a layer: expected {names} or -3 to 3", names = Layer::ALL.map(|layer| layer.row().name).join(", "))]
pub struct UnknownLayer(pub String);

impl FromStr for Layer {
    type Err = UnknownLayer;

    /// Reads a layer's name as people or files write it (`Lower Trunk`, `lower_trunk`), any
    /// unambiguous prefix of it (`ground`), or its number (`-2`).
    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let plain = text.trim().to_lowercase().replace(['_', '-'], " ");
        let begins = |layer: &Self| layer.id().replace('_', " ").starts_with(&plain);
        let mut named = Self::ALL.into_iter().filter(begins);
        let only = named.next().filter(|_| named.next().is_none());
        let numbered = || text.trim().parse().ok().and_then(Self::from_z);
        let found = only.filter(|_| !plain.is_empty()).or_else(numbered);
        found.ok_or_else(|| UnknownLayer(text.chars().take(32).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_layers_are_in_order() {
        for (layer, z) in Layer::ALL.into_iter().zip(-3..=3) {
            assert_eq!(layer.z(), z);
            assert_eq!(layer.metres(), z * 100);
            assert_eq!(Layer::from_z(z), Some(layer));
            assert_eq!(Layer::from_id(layer.id()), Some(layer));
            assert_eq!(
                layer.to_string().replace(' ', "_").to_lowercase(),
                layer.id()
            );
            assert!(layer.description().ends_with('.'));
            assert!(!layer.typical_biomes().is_empty());
        }
    }

    #[test]
    fn names_and_numbers_read_back() {
        for layer in Layer::ALL {
            let name = layer.to_string();
            for text in [
                layer.id(),
                &name,
                &name.to_uppercase(),
                &layer.z().to_string(),
            ] {
                assert_eq!(text.parse(), Ok(layer), "{text}");
            }
        }
        assert_eq!("ground".parse(), Ok(Layer::GroundLevel));
        assert_eq!("lower t".parse(), Ok(Layer::LowerTrunk));
        assert_eq!("+1".parse(), Ok(Layer::LowerTrunk));
        for wrong in ["lower", "", "4", "-4", "level", "r0"] {
            assert!(wrong.parse::<Layer>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn there_is_no_eighth_layer() {
        for z in [-4, 4, i32::MIN, i32::MAX] {
            assert_eq!(Layer::from_z(z), None);
        }
        assert_eq!(Layer::from_id("deeproots"), None);
    }

    #[test]
    fn biomes_have_their_own_names() {
        let ids: HashSet<_> = Biome::ALL.iter().map(|biome| biome.id()).collect();
        assert_eq!(ids.len(), Biome::ALL.len());
    }
}
