//! What features and their levels are called.

use super::{Feature, Plan};
use crate::space::ZonePos;
use crate::strata::Blueprint;

/// Which level of a lair, or of anything with several levels, a zone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelName {
    /// The highest.
    Entrance,
    /// One between the others.
    Middle,
    /// The lowest.
    Final,
}

impl LevelName {
    /// What it is called, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entrance => "entrance",
            Self::Middle => "middle",
            Self::Final => "final",
        }
    }
}

impl Feature {
    /// Which of its levels lies at a depth.
    pub fn level_name(&self, z: u32) -> LevelName {
        match z {
            z if z <= self.top => LevelName::Entrance,
            z if z >= self.bottom => LevelName::Final,
            _ => LevelName::Middle,
        }
    }

    /// How many levels it has.
    pub fn levels(&self) -> u32 {
        self.bottom - self.top + 1
    }
}

impl Plan {
    /// What people call a feature, in the tongue of its region.
    pub fn feature_name(&self, feature: &Feature) -> String {
        let [x, y] = feature.column;
        let key = self.keys.name.child(u64::from(y) << 32 | u64::from(x));
        let mut random = key.stream();
        let culture = self.region(feature.column).culture;
        let name = culture.draw_name(&mut random);
        let mut of = |words: &[&str]| {
            let word = random.pick(words).copied().unwrap_or_default();
            format!("the {word} of {name}")
        };
        match feature.blueprint {
            Blueprint::Lair => of(&["Den", "Burrow", "Nest", "Maw", "Warren", "Roost"]),
            Blueprint::Vault => of(&["Vault", "Halls", "Archive", "Reliquary", "Undercroft"]),
            Blueprint::Chute => of(&["Chutes", "Slides", "Works", "Mill"]),
            Blueprint::ProgressiveCave => of(&["Caves", "Delve", "Descent", "Galleries"]),
            Blueprint::GreatShaft => of(&["Chasm", "Throat", "Well", "Pit"]),
            Blueprint::Ruin => of(&["Ruins", "Stones", "Walls", "Graves"]),
            Blueprint::Tower => of(&["Tower", "Watch", "Spire", "Keep"]),
            Blueprint::Town => name,
            Blueprint::Surface | Blueprint::Cave | Blueprint::Air => String::new(),
        }
    }

    /// What the zone of a feature is called: the feature, and which level of it.
    pub fn level_title(&self, zone: ZonePos) -> Option<String> {
        let feature = self.feature_of(zone)?;
        let name = self.feature_name(feature);
        Some(match (feature.blueprint, feature.level_name(zone.z())) {
            (Blueprint::Lair, LevelName::Entrance) => format!("the way into {name}"),
            (Blueprint::Lair, LevelName::Middle) => format!("the galleries under {name}"),
            (Blueprint::Lair, LevelName::Final) => format!("the heart of {name}"),
            (Blueprint::Tower, _) if zone.z() < ZonePos::SURFACE => {
                format!("{name}, floor {}", ZonePos::SURFACE - zone.z())
            }
            _ if feature.levels() > 1 => {
                format!("{name}, level {}", zone.z() - feature.top + 1)
            }
            _ => name,
        })
    }
}
