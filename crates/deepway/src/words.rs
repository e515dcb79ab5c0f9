//! Words for worlds: names, descriptions, hazards and blockages, from template files.
//!
//! The built-in templates are data files beside the source; each of them can be replaced.
//! What is drawn depends only on the stream that it is drawn from.
//!
//! ```
//! use deepway::words::Templates;
//!
//! let mut templates = Templates::built_in().clone();
//! let error = templates.replace("rooms.json", "[]").unwrap_err();
//! assert!(error.to_string().starts_with("rooms.json: "));
//! ```

mod file;
pub mod need;
pub mod phrase;
mod plain;

pub use file::TemplateError;
pub(crate) use file::{is_disturbing, legible};
pub use phrase::Phrase;
pub(crate) use plain::plain_words;

use crate::seed::Dice;
use crate::space::{Biome, Layer};
use need::Need;
use std::sync::LazyLock;

/// The words of a biome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BiomeWords {
    /// Adjectives for the nouns of rooms.
    pub adjectives: Vec<Phrase>,
    /// Sentences about the place.
    pub details: Vec<Phrase>,
}

/// A kind of room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomWords {
    /// Its id among the templates.
    pub id: String,
    /// The archetypes that it is for.
    pub archetypes: Vec<String>,
    /// The biomes where it is found; everywhere if empty.
    pub biomes: Vec<Biome>,
    /// The layers where it is found; all if empty.
    pub layers: Vec<Layer>,
    /// What a room needs to be of this kind.
    pub needs: Vec<Need>,
    /// Its possible names, to follow an adjective.
    pub nouns: Vec<Phrase>,
    /// Sentences that say what it is.
    pub sentences: Vec<Phrase>,
}

/// The words for a whole sector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SectorWords {
    /// Nouns of names.
    pub nouns: Vec<String>,
    /// Beginnings and ends of the names of places.
    pub places: [Vec<String>; 2],
    /// Sentences that lead into it: first ones and second ones.
    pub hooks: [Vec<String>; 2],
    /// Why it is as it is, by biome.
    pub reasons: Vec<Vec<String>>,
    /// Rumours by topic, each true and false.
    pub rumours: Vec<(String, RumourWords)>,
}

/// Rumours about a topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RumourWords {
    /// What is said where it is so.
    pub honest: Vec<String>,
    /// What contradicts it.
    pub lies: Vec<String>,
}

/// The words for a kind of connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionWords {
    /// Its possible descriptions.
    pub descriptions: Vec<String>,
    /// Its possible blockages.
    pub blockages: Vec<String>,
    /// Its possible hazards.
    pub hazards: Vec<Hazard>,
}

/// Something that may happen during a climb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// Its name.
    pub name: String,
    /// The message when it happens.
    pub text: String,
    /// Its chance, in percent.
    pub chance: u32,
    /// The damage it does.
    pub damage: Dice,
}

/// All words for describing a sector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    biomes: Vec<BiomeWords>,
    layers: Vec<Vec<Phrase>>,
    rooms: Vec<RoomWords>,
    features: Vec<Phrase>,
    ways: Vec<Phrase>,
    connections: Vec<(String, ConnectionWords)>,
    sectors: SectorWords,
}

impl Templates {
    /// The files that templates are kept in.
    pub const FILES: [&'static str; 7] = [
        "biomes.json",
        "layers.json",
        "rooms.json",
        "features.json",
        "ways.json",
        "connections.json",
        "sectors.json",
    ];

    /// The built-in templates.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Templates> = LazyLock::new(|| {
            let mut templates = Templates {
                biomes: Vec::new(),
                layers: Vec::new(),
                rooms: Vec::new(),
                features: Vec::new(),
                ways: Vec::new(),
                connections: Vec::new(),
                sectors: SectorWords::default(),
            };
            for name in Templates::FILES {
                let read = templates.replace(name, Templates::source(name).unwrap_or(""));
                read.expect("a test reads the program's own templates");
            }
            templates
        });
        &BUILT_IN
    }

    /// The text of a built-in file, as a start for your own.
    pub fn source(name: &str) -> Option<&'static str> {
        match name {
            "biomes.json" => Some(include_str!("../templates/biomes.json")),
            "layers.json" => Some(include_str!("../templates/layers.json")),
            "rooms.json" => Some(include_str!("../templates/rooms.json")),
            "features.json" => Some(include_str!("../templates/features.json")),
            "ways.json" => Some(include_str!("../templates/ways.json")),
            "connections.json" => Some(include_str!("../templates/connections.json")),
            "sectors.json" => Some(include_str!("../templates/sectors.json")),
            _ => None,
        }
    }

    /// Replaces the content of one of the [files](Self::FILES) with a text.
    pub fn replace(&mut self, name: &str, text: &str) -> Result<(), TemplateError> {
        file::read(self, name, text)
    }

    /// The words of a biome.
    pub fn biome(&self, biome: Biome) -> &BiomeWords {
        &self.biomes[biome as usize]
    }

    /// Sentences about a layer.
    pub fn layer(&self, layer: Layer) -> &[Phrase] {
        &self.layers[layer as usize]
    }

    /// All kinds of room.
    pub fn rooms(&self) -> &[RoomWords] {
        &self.rooms
    }

    /// Sentences about what stands in a room.
    pub fn features(&self) -> &[Phrase] {
        &self.features
    }

    /// Sentences about the ways out of a room, and what is above and below.
    pub fn ways(&self) -> &[Phrase] {
        &self.ways
    }

    /// Words for a whole sector.
    pub fn sectors(&self) -> &SectorWords {
        &self.sectors
    }

    /// The words for a kind of connection, by its id.
    pub fn connection(&self, id: &str) -> Option<&ConnectionWords> {
        let found = self.connections.iter().find(|(kind, _)| kind == id);
        found.map(|(_, words)| words)
    }
}

/// The ids of the archetypes and the kinds of connection in `crate::sector`: templates need
/// at least one room for each archetype, and exactly these connections.
pub(crate) const ARCHETYPES: [&str; 6] = [
    "entry_hall",
    "corridor",
    "chamber",
    "junction",
    "boss_arena",
    "secret_room",
];
/// What rumours are about, in `crate::sector`.
pub(crate) const TOPICS: [&str; 11] = [
    "dead_elevator",
    "live_elevator",
    "blocked",
    "climb",
    "secret",
    "no_secret",
    "lowest",
    "liquid",
    "dry",
    "boss",
    "doors",
];
pub(crate) const CONNECTIONS: [&str; 5] = ["stairs", "shaft", "elevator", "ladder", "collapsed"];

#[cfg(test)]
mod tests {
    use super::*;

    /// All sentences of rooms.
    fn sentences(templates: &Templates) -> Vec<&Phrase> {
        let mut all: Vec<&Phrase> = Vec::new();
        for biome in Biome::ALL {
            all.extend(&templates.biome(biome).details);
        }
        Layer::ALL
            .iter()
            .for_each(|&layer| all.extend(templates.layer(layer)));
        for room in templates.rooms() {
            all.extend(&room.sentences);
        }
        all.extend(templates.features());
        all.extend(templates.ways());
        all
    }

    #[test]
    fn there_are_as_many_templates_as_promised() {
        let templates = Templates::built_in();
        assert!(templates.rooms().len() >= 40);
        assert!(sentences(templates).len() >= 400);
        for id in CONNECTIONS {
            let words = templates.connection(id).unwrap();
            assert!(words.descriptions.len() >= 12, "{id}");
            assert!(words.blockages.len() >= 6, "{id}");
            assert!(words.hazards.len() >= 4, "{id}");
        }
        for biome in Biome::ALL {
            assert!(templates.biome(biome).adjectives.len() >= 12);
        }
    }

    #[test]
    fn no_sentence_is_there_twice() {
        let templates = Templates::built_in();
        let mut all: Vec<&String> = sentences(templates)
            .iter()
            .map(|phrase| &phrase.text)
            .collect();
        all.extend(templates.rooms().iter().map(|room| &room.id));
        for id in CONNECTIONS {
            let words = templates.connection(id).unwrap();
            all.extend(&words.descriptions);
            all.extend(&words.blockages);
            all.extend(words.hazards.iter().map(|hazard| &hazard.text));
        }
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn sentences_are_plain_english() {
        let templates = Templates::built_in();
        for phrase in sentences(templates) {
            let text = &phrase.text;
            assert!(!text.contains("  "), "{text}");
            let first = text.chars().next().unwrap();
            assert!(first.is_uppercase() || first == '{', "{text}");
            let words: Vec<String> = text
                .split_whitespace()
                .filter(|word| !word.contains('{'))
                .map(|word| {
                    word.trim_matches(|c: char| !c.is_alphanumeric())
                        .to_lowercase()
                })
                .collect();
            for pair in words.windows(2) {
                assert!(pair[0] != pair[1] || pair[0].is_empty(), "{text}");
                let starts = |letters: &str| pair[1].starts_with(|c| letters.contains(c));
                let sounds_hard = ["one", "use", "uni", "eu"]
                    .iter()
                    .any(|start| pair[1].starts_with(start));
                match pair[0].as_str() {
                    "a" => assert!(!starts("aeiou") || sounds_hard, "{text}"),
                    "an" => assert!(starts("aeiou") || pair[1].starts_with("hour"), "{text}"),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn bad_templates_are_refused_by_file_and_field() {
        let own = Templates::built_in();
        let swap = |name: &str, from: &str, to: &str| {
            let text = Templates::source(name).unwrap();
            assert!(text.contains(from), "{from}");
            let mut changed = own.clone();
            let error = changed.replace(name, &text.replacen(from, to, 1));
            let error = error.unwrap_err().to_string();
            // An invalid file changes nothing.
            assert_eq!(&changed, own);
            error
        };
        for (name, from, to, said) in [
            (
                "biomes.json",
                "\"adjectives\"",
                "\"adjectivs\"",
                "biomes.json: the_roots: unknown field `adjectivs`",
            ),
            (
                "biomes.json",
                "\"muspelheim\"",
                "\"swamp\"",
                "biomes.json: swamp: expected the_roots,",
            ),
            (
                "biomes.json",
                "\"Dripping\"",
                "\"Dripp\\u0007ing\"",
                "biomes.json: the_roots.adjectives[",
            ),
            (
                "layers.json",
                "\"canopy\"",
                "\"cellar\"",
                "layers.json: cellar: expected deep_roots,",
            ),
            (
                "rooms.json",
                "[\"entry_hall\"]",
                "[\"hall\"]",
                "rooms.json: [0].archetypes: \"hall\": expected entry_hall,",
            ),
            ("rooms.json", "beds >= 2", "bedz >= 2", "rooms.json: ["),
            (
                "features.json",
                "{braziers} braziers",
                "{brasiers} braziers",
                "features.json: [",
            ),
            (
                "connections.json",
                "\"chance\": 5",
                "\"chance\": 101",
                "connections.json: stairs.hazards[0].chance: 101: expected 0 to 100",
            ),
            (
                "connections.json",
                "\"damage\": \"1\"",
                "\"damage\": \"1x\"",
                "connections.json: stairs.hazards[0].damage: not dice",
            ),
            (
                "sectors.json",
                "\"dead_elevator\"",
                "\"dead_lift\"",
                "sectors.json: rumours.dead_lift: expected dead_elevator,",
            ),
            (
                "sectors.json",
                "sold in {place}",
                "sold in {foo}",
                "sectors.json: hooks[0]: {foo}: expected {entry}, {goal}, {rooms}, {place}",
            ),
            (
                "sectors.json",
                "between the {room}",
                "between the {entry}",
                "sectors.json: rumours.dead_elevator.true[0]: {entry}: expected {room}, {other}",
            ),
            (
                "sectors.json",
                "\"Stair\"",
                "\"{place} Stair\"",
                "sectors.json: nouns[0]: {place}: expected no braces",
            ),
        ] {
            let error = swap(name, from, to);
            assert!(error.starts_with(said), "{error}\nexpected {said}");
        }
        let mut templates = own.clone();
        for (name, text, said) in [
            ("rooms.json", "[", "rooms.json: EOF"),
            ("layers.json", "{}", "layers.json: deep_roots: missing"),
            (
                "features.json",
                "[]",
                "features.json: the list of sentences is empty: expected at least one",
            ),
            (
                "words.json",
                "{}",
                "words.json: no such file of templates: expected biomes.json,",
            ),
        ] {
            let error = templates.replace(name, text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
