//! Reading tables of creatures, items, traps and curiosities.

use super::{
    Creature, Curiosity, Growth, Home, Item, Nature, Nook, Role, Spot, TIERS, Tables, Trait, Trap,
};
use crate::material::Material;
use crate::seed::Dice;
use crate::space::Biome;
use crate::words::need::Need;
use crate::words::{is_disturbing, legible, plain_words};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::fmt;
use thiserror::Error;

/// The most entries of a table.
pub(super) const MOST: usize = 10_000;
/// The largest weight of an entry.
const MAX_WEIGHT: i64 = 10_000;
/// What items are for.
const KINDS: [&str; 9] = [
    "weapon", "armour", "light", "draught", "tool", "treasure", "relic", "food", "book",
];

/// What creatures can live in.
const LIQUIDS: [&str; 5] = ["water", "oil", "asphalt", "lava", "slime"];

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct TableError {
    /// The file.
    pub file: String,
    /// Where in it, what is wrong, and what would be right.
    pub problem: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a creature")]
struct CreatureFile {
    id: String,
    name: String,
    glyph: String,
    level: f64,
    tier: Option<f64>,
    role: Option<String>,
    weight: Option<f64>,
    homes: Vec<String>,
    #[serde(default)]
    realms: Vec<String>,
    biome: Option<String>,
    liquid: Option<String>,
    nature: Option<String>,
    #[serde(default)]
    trades: Vec<String>,
    #[serde(default)]
    traits: Vec<String>,
    party: Option<String>,
    might: f64,
    wits: f64,
    hp: f64,
    speed: f64,
    damage: String,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes an item")]
struct ItemFile {
    id: String,
    name: String,
    glyph: String,
    kind: String,
    tier: f64,
    role: Option<String>,
    weight: Option<f64>,
    value: f64,
    #[serde(default)]
    realms: Vec<String>,
    damage: Option<String>,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a trap")]
struct TrapFile {
    id: String,
    name: String,
    tier: f64,
    weight: Option<f64>,
    spot: String,
    hidden: bool,
    notice: f64,
    disarm: f64,
    damage: String,
    #[serde(default)]
    biomes: Vec<String>,
    #[serde(default)]
    needs: Vec<String>,
    trigger: String,
    effect: String,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes a curiosity"
)]
struct CuriosityFile {
    id: String,
    name: String,
    weight: Option<f64>,
    spot: Option<String>,
    #[serde(default)]
    needs: Vec<String>,
    about: String,
}

/// Reads a file into tables, or changes nothing.
pub(super) fn read(tables: &mut Tables, name: &str, text: &str) -> Result<(), TableError> {
    let read = match name {
        _ if text.len() as u64 > Tables::MAX_BYTES => {
            let mib = Tables::MAX_BYTES >> 20;
            Err(format!("{} bytes: expected at most {mib} MiB", text.len()))
        }
        "creatures.json" => entries(text, creature).map(|all| tables.creatures = all),
        "items.json" => entries(text, item).map(|all| tables.items = all),
        "traps.json" => entries(text, trap).map(|all| tables.traps = all),
        "curiosities.json" => entries(text, curiosity).map(|all| tables.curiosities = all),
        _ => Err(format!(
            "no such table: expected {} or {}",
            Tables::FILES[..Tables::FILES.len() - 1].join(", "),
            Tables::FILES[Tables::FILES.len() - 1]
        )),
    };
    read.map_err(|problem| TableError {
        file: name.to_owned(),
        problem: legible(&problem),
    })
}

/// The entries of a table, none of them twice, not all of weight 0.
fn entries<F: DeserializeOwned + Entry, T>(
    text: &str,
    convert: impl Fn(F) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let files = serde_json::from_str(text);
    let files: Vec<F> = files.map_err(|error| plain_words(&error.to_string()))?;
    if files.is_empty() || files.len() > MOST {
        let found = files.len();
        return Err(format!("{found} entries: expected 1 to {MOST}"));
    }
    if files.iter().all(|file| file.weight() == Some(0.0)) {
        return Err("every weight is 0: expected one above".to_owned());
    }
    let mut ids = HashSet::new();
    let entries = files.into_iter().enumerate().map(|(number, file)| {
        let id: String = file.id().chars().take(40).collect();
        if !ids.insert(file.id().to_owned()) {
            return Err(format!(
                "[{number}].id: {id:?} is there twice: expected an id of its own"
            ));
        }
        convert(file).map_err(|problem| format!("[{number}].{problem}"))
    });
    entries.collect()
}

/// What all entries have.
trait Entry {
    fn id(&self) -> &str;
    fn weight(&self) -> Option<f64>;
}

macro_rules! entry {
    ($($file:ty),*) => {
        $(impl Entry for $file {
            fn id(&self) -> &str {
                &self.id
            }

            fn weight(&self) -> Option<f64> {
                self.weight
            }
        })*
    };
}

entry!(CreatureFile, ItemFile, TrapFile, CuriosityFile);

fn creature(file: CreatureFile) -> Result<Creature, String> {
    if file.homes.is_empty() && file.realms.is_empty() {
        return Err("homes: expected at least one, or one of realms".to_owned());
    }
    Ok(Creature {
        id: line("id", file.id, 40)?,
        name: line("name", file.name, 40)?,
        glyph: glyph(&file.glyph)?,
        level: number("level", file.level, 1, 100)? as u32,
        own_tier: file.tier.map(tier).transpose()?,
        role: role(file.role.as_deref())?,
        weight: number("weight", file.weight.unwrap_or(1.0), 0, MAX_WEIGHT)? as u32,
        homes: words("homes", &file.homes, &Home::ALL, Home::id)?,
        realms: words("realms", &file.realms, &Biome::ALL, Biome::id)?,
        growth: match file.biome {
            Some(biome) => Some(word("biome", &biome, &Growth::ALL, Growth::id)?),
            None => None,
        },
        liquid: match file.liquid {
            Some(liquid) => Material::from_name(word("liquid", &liquid, &LIQUIDS, |known| known)?),
            None => None,
        },
        nature: match file.nature {
            Some(nature) => word("nature", &nature, &Nature::ALL, Nature::id)?,
            None => Nature::default(),
        },
        trades: file
            .trades
            .into_iter()
            .map(|trade| line("trades", trade, 40))
            .collect::<Result<_, String>>()?,
        traits: words("traits", &file.traits, &Trait::ALL, Trait::id)?,
        party: file.party.map(|party| dice("party", &party)).transpose()?,
        might: number("might", file.might, -20, 100)? as i32,
        wits: number("wits", file.wits, -20, 100)? as i32,
        hit_points: number("hp", file.hp, 1, 100_000)? as u32,
        speed: number("speed", file.speed, 1, 1000)? as u32,
        damage: dice("damage", &file.damage)?,
        about: line("about", file.about, 200)?,
    })
}

fn item(file: ItemFile) -> Result<Item, String> {
    Ok(Item {
        id: line("id", file.id, 40)?,
        name: line("name", file.name, 40)?,
        glyph: glyph(&file.glyph)?,
        kind: word("kind", &file.kind, &KINDS, |kind| kind)?.to_owned(),
        tier: tier(file.tier)?,
        role: role(file.role.as_deref())?,
        weight: number("weight", file.weight.unwrap_or(1.0), 0, MAX_WEIGHT)? as u32,
        value: number("value", file.value, 0, 1_000_000_000)? as u32,
        realms: words("realms", &file.realms, &Biome::ALL, Biome::id)?,
        damage: file
            .damage
            .map(|damage| dice("damage", &damage))
            .transpose()?,
        about: line("about", file.about, 200)?,
    })
}

fn trap(file: TrapFile) -> Result<Trap, String> {
    Ok(Trap {
        id: line("id", file.id, 40)?,
        name: line("name", file.name, 40)?,
        tier: tier(file.tier)?,
        weight: number("weight", file.weight.unwrap_or(1.0), 0, MAX_WEIGHT)? as u32,
        spot: word("spot", &file.spot, &Spot::ALL, Spot::id)?,
        is_hidden: file.hidden,
        notice: number("notice", file.notice, 0, 25)? as u32,
        disarm: number("disarm", file.disarm, 0, 25)? as u32,
        damage: dice("damage", &file.damage)?,
        biomes: words("biomes", &file.biomes, &Biome::ALL, Biome::id)?,
        needs: needs(&file.needs)?,
        trigger: line("trigger", file.trigger, 200)?,
        effect: line("effect", file.effect, 200)?,
    })
}

fn curiosity(file: CuriosityFile) -> Result<Curiosity, String> {
    Ok(Curiosity {
        id: line("id", file.id, 40)?,
        name: line("name", file.name, 40)?,
        weight: number("weight", file.weight.unwrap_or(1.0), 0, MAX_WEIGHT)? as u32,
        spot: match file.spot {
            Some(spot) => {
                let all: Vec<Nook> = Nook::all().collect();
                Some(word("spot", &spot, &all, Nook::id)?)
            }
            None => None,
        },
        needs: needs(&file.needs)?,
        about: line("about", file.about, 200)?,
    })
}

/// What a room must be like, as in templates.
fn needs(texts: &[String]) -> Result<Vec<Need>, String> {
    let needs = texts.iter().enumerate().map(|(number, text)| {
        Need::read(text).map_err(|problem| format!("needs[{number}]: {problem}"))
    });
    needs.collect()
}

/// A whole number within bounds.
fn number(key: &str, found: f64, least: i64, most: i64) -> Result<i64, String> {
    let is_whole = found.fract() == 0.0 && (least as f64..=most as f64).contains(&found);
    match is_whole {
        true => Ok(found as i64),
        false if found.abs() >= 1e15 => {
            Err(format!("{key}: {found:e}: expected {least} to {most}"))
        }
        false if found.fract() != 0.0 => Err(format!(
            "{key}: {found}: expected a whole number, {least} to {most}"
        )),
        false => Err(format!("{key}: {found}: expected {least} to {most}")),
    }
}

fn tier(found: f64) -> Result<u8, String> {
    let tier = number(
        "tier",
        found,
        (*TIERS.start()).into(),
        (*TIERS.end()).into(),
    );
    Ok(tier? as u8)
}

fn role(found: Option<&str>) -> Result<Role, String> {
    match found {
        Some(found) => word("role", found, &Role::ALL, Role::id),
        None => Ok(Role::default()),
    }
}

fn word<T: Copy>(
    key: impl fmt::Display,
    found: &str,
    all: &[T],
    id: impl Fn(T) -> &'static str,
) -> Result<T, String> {
    let known = all.iter().copied().find(|&one| id(one) == found);
    known.ok_or_else(|| {
        let ids: Vec<&str> = all.iter().map(|&one| id(one)).collect();
        let found: String = found.chars().take(40).collect();
        format!("{key}: {found:?}: expected {}", ids.join(", "))
    })
}

fn words<T: Copy>(
    key: &str,
    found: &[String],
    all: &[T],
    id: impl Fn(T) -> &'static str + Copy,
) -> Result<Vec<T>, String> {
    let found = found.iter().enumerate();
    let found = found.map(|(number, found)| word(format_args!("{key}[{number}]"), found, all, id));
    found.collect()
}

fn dice(key: &str, text: &str) -> Result<Dice, String> {
    let dice = text.parse::<Dice>();
    let dice = dice.map_err(|error| format!("{key}: {error}"))?;
    match dice.min() >= 0 {
        true => Ok(dice),
        false => Err(format!(
            "{key}: {text:?}: expected dice that are never below 0"
        )),
    }
}

/// A text of one line.
fn line(key: &str, text: String, most: usize) -> Result<String, String> {
    let is_line = !text.trim().is_empty() && text.chars().count() <= most;
    match is_line && !text.chars().any(is_disturbing) {
        true => Ok(text),
        false => Err(format!(
            "{key}: expected 1 to {most} characters, none of them a control character"
        )),
    }
}

fn glyph(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    let glyph = letters.next().filter(char::is_ascii_graphic);
    glyph
        .filter(|_| letters.next().is_none())
        .ok_or_else(|| "glyph: expected one ASCII character that can be seen".to_owned())
}
