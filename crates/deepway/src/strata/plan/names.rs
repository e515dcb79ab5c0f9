//! What features and their levels are called.

use super::{Feature, Plan};
use crate::seed::Stream;
use crate::space::ZonePos;
use crate::strata::Blueprint;
use std::collections::BTreeSet;

/// How many names are drawn for a feature before it gets one of two words.
const TRIES: u32 = 40;

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
    /// What people call a feature of this world, in the tongue of its region; no two features
    /// have the same name.
    pub fn feature_name(&self, feature: &Feature) -> String {
        let [x, y] = feature.column;
        let column = (y * ZonePos::COLUMNS + x) as usize;
        let number = self.by_column.get(column).copied().unwrap_or(0);
        let names = self.names.get_or_init(|| self.draw_names());
        let name = names.get(usize::from(number).wrapping_sub(1));
        name.cloned().unwrap_or_default()
    }

    /// Draws the names of all features, in the order in which they were placed.
    fn draw_names(&self) -> Vec<String> {
        let mut taken = BTreeSet::new();
        let names = self.features.iter().map(|feature| {
            let [x, y] = feature.column;
            let key = self.keys.name.child(u64::from(y) << 32 | u64::from(x));
            let mut random = key.stream();
            let culture = self.region(feature.column).culture;
            let mut name = culture.draw_name(&mut random);
            for turn in 0.. {
                if taken.insert(name.clone()) {
                    break;
                }
                name = culture.draw_name(&mut random);
                // A tongue has some three hundred names: the last features have two of them.
                if turn >= TRIES {
                    name = format!("{name} {}", culture.draw_name(&mut random));
                }
            }
            title(feature.blueprint, name, &mut random)
        });
        names.collect()
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

/// What a feature of a name is called.
fn title(blueprint: Blueprint, name: String, random: &mut Stream) -> String {
    let mut of = |words: &[&str]| {
        let word = random.pick(words).copied().unwrap_or_default();
        format!("the {word} of {name}")
    };
    match blueprint {
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

#[cfg(test)]
mod tests {
    use super::super::region::is_known;
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn no_two_features_share_a_name_and_none_is_known_from_elsewhere() {
        for seed in 0..40 {
            let plan = Plan::new(Seed::new(seed));
            let names = plan.features().iter().map(|it| plan.feature_name(it));
            let names: Vec<String> = names.collect();
            let own: BTreeSet<&str> = names
                .iter()
                .map(|name| name.rsplit(" of ").next().unwrap_or(name))
                .collect();
            assert_eq!(own.len(), names.len(), "{seed}");
            assert!(!own.iter().any(|name| name.is_empty() || is_known(name)));
        }
        assert!(is_known("Taldor") && is_known("Illith") && !is_known("Wynodor"));
    }
}
