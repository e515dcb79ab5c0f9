//! Reading template files.

use super::need::{Fact, Need};
use super::phrase::{Phrase, places};
use super::{
    ARCHETYPES, BiomeWords, CONNECTIONS, ConnectionWords, Hazard, RoomWords, RumourWords,
    SectorWords, TOPICS, Templates,
};
use crate::space::{Biome, Layer};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// What is wrong with a file of templates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct TemplateError {
    /// The file.
    pub file: String,
    /// The field, what is wrong with it, and what would be right.
    pub problem: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a biome")]
struct BiomeFile {
    adjectives: Vec<PhraseFile>,
    details: Vec<PhraseFile>,
}

/// A text, or a text with what it needs to be true.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a text, or an object with text and needs")]
enum PhraseFile {
    Plain(String),
    Needing(NeedingFile),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NeedingFile {
    text: String,
    needs: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a room")]
struct RoomFile {
    id: String,
    archetypes: Vec<String>,
    #[serde(default)]
    biomes: Vec<String>,
    #[serde(default)]
    layers: Vec<String>,
    #[serde(default)]
    needs: Vec<String>,
    nouns: Vec<PhraseFile>,
    sentences: Vec<PhraseFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with words for sectors")]
struct SectorsFile {
    nouns: Vec<String>,
    place_beginnings: Vec<String>,
    place_ends: Vec<String>,
    hooks: Vec<String>,
    second_hooks: Vec<String>,
    reasons: Map<String, Value>,
    rumours: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with true and false rumours"
)]
struct RumourFile {
    #[serde(rename = "true")]
    honest: Vec<String>,
    #[serde(rename = "false")]
    lies: Vec<String>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes a kind of connection"
)]
struct ConnectionFile {
    descriptions: Vec<String>,
    blockages: Vec<String>,
    hazards: Vec<HazardFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a hazard")]
struct HazardFile {
    name: String,
    text: String,
    chance: u32,
    damage: String,
}

/// Reads a file into templates, or changes nothing.
pub(super) fn read(templates: &mut Templates, name: &str, text: &str) -> Result<(), TemplateError> {
    let read = match name {
        "biomes.json" => read_biomes(text).map(|biomes| templates.biomes = biomes),
        "layers.json" => read_layers(text).map(|layers| templates.layers = layers),
        "rooms.json" => read_rooms(text).map(|rooms| templates.rooms = rooms),
        "features.json" => read_phrases(text).map(|all| templates.features = all),
        "ways.json" => read_phrases(text).map(|all| templates.ways = all),
        "connections.json" => read_connections(text).map(|all| templates.connections = all),
        "sectors.json" => read_sectors(text).map(|all| templates.sectors = all),
        _ => Err(format!(
            "no such file of templates: expected {}",
            Templates::FILES.join(", ")
        )),
    };
    read.map_err(|problem| TemplateError {
        file: name.to_owned(),
        problem: legible(&problem),
    })
}

/// The entries of an object that has exactly these keys.
fn entries<T: DeserializeOwned>(text: &str, keys: &[&str]) -> Result<Vec<T>, String> {
    keyed("", parse(text)?, keys)
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The most characters in a word, and in a sentence.
const WORD: usize = 40;
const SENTENCE: usize = 200;

/// What may be in braces in hooks and reasons, and in rumours.
const IN_STORIES: [&str; 4] = ["entry", "goal", "rooms", "place"];
const IN_RUMOURS: [&str; 4] = ["room", "other", "what", "wrong"];

/// What is wrong with an empty list; `place` is nothing if the list is the whole file.
fn empty(place: &str) -> String {
    match place.is_empty() {
        true => "the list of sentences is empty: expected at least one".to_owned(),
        false => format!("{place}: expected at least one"),
    }
}

/// Refuses an empty list, and texts that are too long or more than a line.
fn check(place: &str, texts: &[String], most: usize) -> Result<(), String> {
    if texts.is_empty() {
        return Err(empty(place));
    }
    for (number, text) in texts.iter().enumerate() {
        let is_line = !text.trim().is_empty() && text.chars().count() <= most;
        if !is_line || text.chars().any(is_disturbing) {
            return Err(format!(
                "{place}[{number}]: expected 1 to {most} characters, none of them a control character"
            ));
        }
    }
    Ok(())
}

/// Reads conditions.
fn needs(place: &str, texts: &[String]) -> Result<Vec<Need>, String> {
    let needs = texts.iter().enumerate().map(|(number, text)| {
        Need::read(text).map_err(|problem| format!("{place}.needs[{number}]: {problem}"))
    });
    needs.collect()
}

/// Reads texts and what they need: words, or single sentences.
fn phrases(place: &str, files: Vec<PhraseFile>, most: usize) -> Result<Vec<Phrase>, String> {
    if files.is_empty() {
        return Err(empty(place));
    }
    let read = files.into_iter().enumerate().map(|(number, file)| {
        let at = format!("{place}[{number}]");
        let (text, conditions) = match file {
            PhraseFile::Plain(text) => (text, Vec::new()),
            PhraseFile::Needing(file) => (file.text, file.needs),
        };
        check(place, std::slice::from_ref(&text), most)
            .map_err(|problem| problem.replacen("[0]", &format!("[{number}]"), 1))?;
        if most == SENTENCE {
            check_sentence(&at, &text)?;
        }
        Ok(Phrase {
            needs: needs(&at, &conditions)?,
            text,
        })
    });
    read.collect()
}

/// Refuses what is not one sentence, and braces around what is no fact.
fn check_sentence(place: &str, text: &str) -> Result<(), String> {
    let ends = |end: char| matches!(end, '.' | '!' | '?');
    let mut pairs = text.chars().zip(text.chars().skip(1));
    if !text.ends_with(ends) || pairs.any(|(end, space)| ends(end) && space == ' ') {
        return Err(format!(
            "{place}: expected one sentence with a stop at its end"
        ));
    }
    check_braces(place, text)?;
    match places(text).find(|name| *name != "doors" && Fact::counted(name).is_none()) {
        Some(name) => {
            let name: String = name.chars().take(40).collect();
            Err(format!(
                "{place}: {{{name}}}: expected {{doors}} or something that is counted"
            ))
        }
        None => Ok(()),
    }
}

/// Refuses braces that are not in pairs.
fn check_braces(place: &str, text: &str) -> Result<(), String> {
    let braces: String = text
        .chars()
        .filter(|letter| "{}".contains(*letter))
        .collect();
    match braces == "{}".repeat(braces.len() / 2) {
        true => Ok(()),
        false => Err(format!("{place}: expected braces in pairs")),
    }
}

/// Refuses texts with braces around anything but these names.
fn check_places(place: &str, texts: &[String], known: &[&str]) -> Result<(), String> {
    for (number, text) in texts.iter().enumerate() {
        let at = format!("{place}[{number}]");
        check_braces(&at, text)?;
        if let Some(name) = places(text).find(|name| !known.contains(name)) {
            let name: String = name.chars().take(40).collect();
            let expected = match known.is_empty() {
                true => "no braces".to_owned(),
                false => {
                    let known = known.iter().map(|name| format!("{{{name}}}"));
                    known.collect::<Vec<_>>().join(", ")
                }
            };
            return Err(format!("{at}: {{{name}}}: expected {expected}"));
        }
    }
    Ok(())
}

fn read_phrases(text: &str) -> Result<Vec<Phrase>, String> {
    phrases("", parse(text)?, SENTENCE)
}

fn read_biomes(text: &str) -> Result<Vec<BiomeWords>, String> {
    let keys = Biome::ALL.map(Biome::id);
    let files: Vec<BiomeFile> = entries(text, &keys)?;
    let read = files.into_iter().zip(keys).map(|(file, key)| {
        Ok(BiomeWords {
            adjectives: phrases(&format!("{key}.adjectives"), file.adjectives, WORD)?,
            details: phrases(&format!("{key}.details"), file.details, SENTENCE)?,
        })
    });
    read.collect()
}

fn read_layers(text: &str) -> Result<Vec<Vec<Phrase>>, String> {
    let keys = Layer::ALL.map(Layer::id);
    let layers: Vec<Vec<PhraseFile>> = entries(text, &keys)?;
    let layers = layers.into_iter().zip(keys);
    layers
        .map(|(layer, key)| phrases(key, layer, SENTENCE))
        .collect()
}

fn read_sectors(text: &str) -> Result<SectorWords, String> {
    let file: SectorsFile = parse(text)?;
    for (place, texts, most, known) in [
        ("nouns", &file.nouns, WORD, &[][..]),
        ("place_beginnings", &file.place_beginnings, WORD, &[]),
        ("place_ends", &file.place_ends, WORD, &[]),
        ("hooks", &file.hooks, SENTENCE, &IN_STORIES),
        ("second_hooks", &file.second_hooks, SENTENCE, &IN_STORIES),
    ] {
        check(place, texts, most)?;
        check_places(place, texts, known)?;
    }
    let keys = Biome::ALL.map(Biome::id);
    let reasons: Vec<Vec<String>> = keyed("reasons.", file.reasons, &keys)?;
    for (texts, key) in reasons.iter().zip(keys) {
        let place = format!("reasons.{key}");
        check(&place, texts, SENTENCE)?;
        check_places(&place, texts, &IN_STORIES)?;
    }
    let rumours: Vec<RumourFile> = keyed("rumours.", file.rumours, &TOPICS)?;
    let rumours = rumours.into_iter().zip(TOPICS).map(|(file, topic)| {
        for (key, texts) in [("true", &file.honest), ("false", &file.lies)] {
            let place = format!("rumours.{topic}.{key}");
            check(&place, texts, SENTENCE)?;
            check_places(&place, texts, &IN_RUMOURS)?;
        }
        let words = RumourWords {
            honest: file.honest,
            lies: file.lies,
        };
        Ok((topic.to_owned(), words))
    });
    Ok(SectorWords {
        nouns: file.nouns,
        places: [file.place_beginnings, file.place_ends],
        hooks: [file.hooks, file.second_hooks],
        reasons,
        rumours: rumours.collect::<Result<_, String>>()?,
    })
}

/// The entries of an object that has exactly these keys; `place` comes before them in messages.
fn keyed<T: DeserializeOwned>(
    place: &str,
    mut object: Map<String, Value>,
    keys: &[&str],
) -> Result<Vec<T>, String> {
    if let Some(key) = object.keys().find(|key| !keys.contains(&key.as_str())) {
        let key: String = key.chars().take(40).collect();
        return Err(format!("{place}{key}: expected {}", keys.join(", ")));
    }
    let entries = keys.iter().map(|&key| {
        let value = object.remove(key).ok_or(format!("{place}{key}: missing"))?;
        serde_json::from_value(value).map_err(|error| format!("{place}{key}: {error}"))
    });
    entries.collect()
}

fn read_rooms(text: &str) -> Result<Vec<RoomWords>, String> {
    let files: Vec<Value> = parse(text)?;
    let mut rooms = Vec::with_capacity(files.len());
    for (number, file) in files.into_iter().enumerate() {
        let at = |key: &str| format!("[{number}].{key}");
        let file: RoomFile =
            serde_json::from_value(file).map_err(|error| format!("[{number}]: {error}"))?;
        check(&at("id"), std::slice::from_ref(&file.id), WORD)?;
        if file.archetypes.is_empty() {
            return Err(format!("{}: expected at least one", at("archetypes")));
        }
        for archetype in &file.archetypes {
            one_of(&at("archetypes"), archetype, &ARCHETYPES)?;
        }
        let biomes = file.biomes.iter();
        let biomes = biomes.map(|id| {
            let known = one_of(&at("biomes"), id, &Biome::ALL.map(Biome::id))?;
            Ok(Biome::ALL[known])
        });
        let layers = file.layers.iter();
        let layers = layers.map(|id| {
            let known = one_of(&at("layers"), id, &Layer::ALL.map(Layer::id))?;
            Ok(Layer::ALL[known])
        });
        rooms.push(RoomWords {
            biomes: biomes.collect::<Result<_, String>>()?,
            layers: layers.collect::<Result<_, String>>()?,
            needs: needs(&format!("[{number}]"), &file.needs)?,
            nouns: phrases(&at("nouns"), file.nouns, WORD)?,
            sentences: phrases(&at("sentences"), file.sentences, SENTENCE)?,
            id: file.id,
            archetypes: file.archetypes,
        });
    }
    let mut ids: Vec<&str> = rooms.iter().map(|room| room.id.as_str()).collect();
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the id {:?} appears twice", pair[0]));
    }
    // There must be a template for every room, wherever it is.
    for archetype in ARCHETYPES {
        let fits = |room: &&RoomWords| {
            room.archetypes.iter().any(|known| known == archetype)
                && room.biomes.is_empty()
                && room.layers.is_empty()
                && room.needs.is_empty()
                && room.nouns.iter().any(|noun| noun.needs.is_empty())
        };
        if !rooms.iter().any(|room| fits(&room)) {
            return Err(format!(
                "expected at least one {archetype} for all biomes and layers that needs nothing"
            ));
        }
    }
    Ok(rooms)
}

/// Whether a character would break a line, change its writing direction, or be invisible.
pub(crate) fn is_disturbing(character: char) -> bool {
    let invisible = [
        '\u{200B}'..='\u{200F}',
        '\u{2028}'..='\u{202E}',
        '\u{2060}'..='\u{206F}',
    ];
    character.is_control()
        || character == '\u{FEFF}'
        || invisible.iter().any(|range| range.contains(&character))
}

/// A name as it can be printed: spaces for what would break the line or turn its direction.
pub(crate) fn legible(name: &str) -> String {
    let turns = |letter: char| matches!(letter, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let letters = name.chars();
    let letters = letters.map(|letter| match letter.is_control() || turns(letter) {
        true => ' ',
        false => letter,
    });
    letters.collect()
}

/// The index of a word among the expected words.
fn one_of(place: &str, found: &str, expected: &[&str]) -> Result<usize, String> {
    let known = expected.iter().position(|&word| word == found);
    known.ok_or_else(|| {
        let found: String = found.chars().take(40).collect();
        format!("{place}: {found:?}: expected {}", expected.join(", "))
    })
}

fn read_connections(text: &str) -> Result<Vec<(String, ConnectionWords)>, String> {
    let files: Vec<ConnectionFile> = entries(text, &CONNECTIONS)?;
    let read = files.into_iter().zip(CONNECTIONS).map(|(file, key)| {
        check(&format!("{key}.descriptions"), &file.descriptions, SENTENCE)?;
        check(&format!("{key}.blockages"), &file.blockages, SENTENCE)?;
        let hazards = file.hazards.into_iter().enumerate();
        let hazards = hazards.map(|(number, file)| {
            let at = |field: &str| format!("{key}.hazards[{number}].{field}");
            check(&at("name"), std::slice::from_ref(&file.name), WORD)?;
            check(&at("text"), std::slice::from_ref(&file.text), SENTENCE)?;
            if file.chance > 100 {
                return Err(format!(
                    "{}: {}: expected 0 to 100",
                    at("chance"),
                    file.chance
                ));
            }
            let damage = file.damage.parse();
            Ok(Hazard {
                damage: damage.map_err(|error| format!("{}: {error}", at("damage")))?,
                name: file.name,
                text: file.text,
                chance: file.chance,
            })
        });
        let words = ConnectionWords {
            hazards: hazards.collect::<Result<_, String>>()?,
            descriptions: file.descriptions,
            blockages: file.blockages,
        };
        Ok((key.to_owned(), words))
    });
    read.collect()
}
