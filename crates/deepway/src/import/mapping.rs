//! What tiles, layers and objects of another tool become.

use crate::cell::Cell;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use thiserror::Error;

/// What tiles, layers and objects of another tool become.
///
/// A key that it does not have is guessed, and is in it afterwards; [`Mapping::to_toml`] marks
/// guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    tiles: BTreeMap<String, Tile>,
    layers: BTreeMap<String, Layer>,
    objects: BTreeMap<String, String>,
    guessed: BTreeSet<String>,
    used: BTreeSet<String>,
}

/// What a tile becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tile {
    Cell(Cell),
    /// What is below it stays.
    Nothing,
}

/// What a layer becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// Cells of a level.
    Level(u32),
    /// What the cells of a level are made of.
    Materials(u32),
    /// Nothing.
    Nothing,
}

/// A file that is no mapping.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct MappingError {
    /// The file.
    pub file: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    tiles: BTreeMap<String, String>,
    #[serde(default)]
    layers: BTreeMap<String, toml::Value>,
    #[serde(default)]
    objects: BTreeMap<String, String>,
}

/// Words that tilesets use, and what they mean.
const WORDS: [(&str, Cell); 48] = [
    ("secret", Cell::SecretDoor),
    ("door", Cell::Door),
    ("gate", Cell::Door),
    ("portcullis", Cell::Door),
    ("ladder", Cell::Ladder),
    ("elevator", Cell::Elevator),
    ("lift", Cell::Elevator),
    ("stairs_up", Cell::StairsUp),
    ("upstairs", Cell::StairsUp),
    ("stairs_down", Cell::StairsDown),
    ("downstairs", Cell::StairsDown),
    ("stair", Cell::StairsBoth),
    ("hole", Cell::Hole),
    ("trapdoor", Cell::Hole),
    ("shaft", Cell::Shaft),
    ("pit", Cell::Shaft),
    ("chasm", Cell::Shaft),
    ("lava", Cell::DeepLiquid),
    ("deep", Cell::DeepLiquid),
    ("water", Cell::ShallowLiquid),
    ("liquid", Cell::ShallowLiquid),
    ("rubble", Cell::Rubble),
    ("debris", Cell::Rubble),
    ("pillar", Cell::Pillar),
    ("column", Cell::Pillar),
    ("statue", Cell::Statue),
    ("bridge", Cell::Bridge),
    ("crystal", Cell::Crystal),
    ("altar", Cell::Altar),
    ("barrel", Cell::Barrel),
    ("bookshel", Cell::Shelf),
    ("shelf", Cell::Shelf),
    ("table", Cell::Table),
    ("chair", Cell::Chair),
    ("bench", Cell::Chair),
    ("bed", Cell::Bed),
    ("throne", Cell::Throne),
    ("fountain", Cell::Fountain),
    ("furniture", Cell::Furniture),
    ("crate", Cell::Furniture),
    ("wall", Cell::Wall),
    ("rock", Cell::Wall),
    ("solid", Cell::Wall),
    ("collision", Cell::Wall),
    ("brick", Cell::Wall),
    ("floor", Cell::Floor),
    ("ground", Cell::Floor),
    ("path", Cell::Floor),
];

/// The cell that a word means, if it means one: one of our names, or a word that others use.
pub(super) fn meaning(word: &str) -> Option<Cell> {
    let plain = |text: &str| {
        let letters = text.chars().map(|letter| match letter {
            letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
            _ => '_',
        });
        letters.collect::<String>()
    };
    let word = plain(word.trim());
    if word.is_empty() {
        return None;
    }
    let own = Cell::all().find(|cell| plain(cell.info().name) == word);
    own.or_else(|| {
        let found = WORDS.iter().find(|(known, _)| word.contains(known));
        found.map(|(_, cell)| *cell)
    })
}

/// How a mapping names a tile that becomes nothing.
const NOTHING: &str = "nothing";

impl Mapping {
    /// Reads a mapping.
    pub fn from_toml(file: &str, text: &str) -> Result<Self, MappingError> {
        let wrong = |problem: String| MappingError {
            file: file.to_owned(),
            problem: problem.chars().take(300).collect(),
        };
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| {
                let before = text.as_bytes().get(..span.start).unwrap_or_default();
                1 + before.iter().filter(|&&byte| byte == b'\n').count()
            });
            let line = line.map_or(String::new(), |line| format!("line {line}: "));
            wrong(format!("{line}{}", error.message().replace('\n', " ")))
        })?;
        let mut mapping = Self::default();
        for (key, name) in raw.tiles {
            let cell = Cell::all().find(|cell| cell.info().name == name);
            let tile = match (name.as_str(), cell) {
                (NOTHING, _) => Tile::Nothing,
                (_, Some(cell)) => Tile::Cell(cell),
                _ => {
                    let problem = format!(
                        "tiles: {key:?} = {name:?}: expected the name of a cell, such as \"floor\" or \"stairs down\", or \"{NOTHING}\""
                    );
                    return Err(wrong(problem));
                }
            };
            mapping.tiles.insert(key, tile);
        }
        for (key, value) in raw.layers {
            let words: Vec<&str> = value.as_str().unwrap_or("").split(' ').collect();
            let layer = match (value.as_integer(), &words[..]) {
                (Some(level @ 0..=255), _) => Layer::Level(level as u32),
                (None, [NOTHING]) => Layer::Nothing,
                (None, ["materials", level]) if level.parse::<u8>().is_ok() => {
                    Layer::Materials(level.parse().unwrap_or(0))
                }
                _ => {
                    let problem = format!(
                        "layers: {key:?}: expected the number of a level, 0 to 255, \"materials 0\" or \"{NOTHING}\""
                    );
                    return Err(wrong(problem));
                }
            };
            mapping.layers.insert(key, layer);
        }
        mapping.objects = raw.objects;
        Ok(mapping)
    }

    /// The mapping as a file to start from; guesses are marked.
    pub fn to_toml(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let mut out = String::from(
            "# What tiles, layers and objects become. Tiles: the name of a cell, or \"nothing\".\n\
             # Layers: the number of a level (0 is the lowest), \"materials 0\", or \"nothing\".\n\
             # Objects: the kind of thing, or \"nothing\".\n",
        );
        // Writing to a string cannot fail.
        let row = |out: &mut String, table: &str, key: &str, value: String| {
            let is_guess = self.guessed.contains(&format!("{table} {key}"));
            let mark = if is_guess { "  # guessed" } else { "" };
            let _ = writeln!(out, "{} = {value}{mark}", quoted(key));
        };
        out += "\n[tiles]\n";
        for (key, tile) in &self.tiles {
            let name = match tile {
                Tile::Cell(cell) => cell.info().name,
                Tile::Nothing => NOTHING,
            };
            row(&mut out, "tiles", key, quoted(name));
        }
        out += "\n[layers]\n";
        for (key, layer) in &self.layers {
            let value = match layer {
                Layer::Level(level) => level.to_string(),
                Layer::Materials(level) => quoted(&format!("materials {level}")),
                Layer::Nothing => quoted(NOTHING),
            };
            row(&mut out, "layers", key, value);
        }
        out += "\n[objects]\n";
        for (key, kind) in &self.objects {
            row(&mut out, "objects", key, quoted(kind));
        }
        out
    }

    /// What was guessed, a line each: what, and what it becomes.
    pub fn guesses(&self) -> Vec<String> {
        let text = self.to_toml();
        let marked = text
            .lines()
            .filter_map(|line| line.strip_suffix("  # guessed"));
        marked.map(str::to_owned).collect()
    }

    /// Keys that were given and that nothing used.
    pub fn unused(&self) -> Vec<String> {
        let tiles = self.tiles.keys().map(|key| format!("tiles {key}"));
        let layers = self.layers.keys().map(|key| format!("layers {key}"));
        let objects = self.objects.keys().map(|key| format!("objects {key}"));
        let all = tiles.chain(layers).chain(objects);
        all.filter(|key| !self.used.contains(key)).collect()
    }

    /// What a tile becomes; `guess` is asked if it is not known, and says whether it is sure.
    pub(super) fn tile(&mut self, key: &str, guess: impl FnOnce() -> (Tile, bool)) -> Tile {
        if let Some(tile) = self.tiles.get(key) {
            let tile = *tile;
            self.used.insert(format!("tiles {key}"));
            return tile;
        }
        let (tile, is_sure) = guess();
        if !is_sure {
            self.tiles.insert(key.to_owned(), tile);
            self.guessed.insert(format!("tiles {key}"));
            self.used.insert(format!("tiles {key}"));
        }
        tile
    }

    /// What a layer becomes.
    pub(super) fn layer(&mut self, key: &str, guess: impl FnOnce() -> (Layer, bool)) -> Layer {
        self.used.insert(format!("layers {key}"));
        if let Some(layer) = self.layers.get(key) {
            return *layer;
        }
        let (layer, is_sure) = guess();
        if !is_sure {
            self.layers.insert(key.to_owned(), layer);
            self.guessed.insert(format!("layers {key}"));
        }
        layer
    }

    /// What a layer is said to become, if anything is said.
    pub(super) fn given_layer(&self, key: &str) -> Option<Layer> {
        self.layers.get(key).copied()
    }

    /// The kind of thing that a word for objects means: its own if nothing else is said; none if
    /// it means nothing.
    pub(super) fn object(&mut self, word: &str) -> Option<String> {
        let key = format!("objects {word}");
        if !self.objects.contains_key(word) {
            self.objects.insert(word.to_owned(), word.to_owned());
            self.guessed.insert(key.clone());
        }
        self.used.insert(key);
        let kind = self.objects.get(word).cloned();
        kind.filter(|kind| kind != NOTHING)
    }
}
