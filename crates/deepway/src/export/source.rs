//! What every format writes: cells, links, levels, rooms, and where they come from.

use super::{ExportError, sector};
use crate::cell::Cell;
use crate::link::Link;
use crate::material::Material;
use crate::space::{Biome, Pos};
use crate::view::{self, BookNames, PaperSize, Reader, ShowError, Veil, has_sight, veiled};
use crate::volume::Volume;
use crate::world::{NoCells, World};

/// A world as the formats see it.
#[derive(Debug)]
pub struct Source<'w> {
    pub(super) world: &'w World,
    pub(super) cells: &'w Volume,
    /// The cells that a player may see.
    pub(super) plain: Volume,
    /// The same with what is behind secret doors, for tables where they can be opened.
    pub(super) veiled: Volume,
    pub(super) links: Vec<Link>,
    pub(super) title: String,
    /// A file-name-safe form of the title.
    pub(super) stem: String,
    pub(super) levels: Vec<LevelNote>,
    pub(super) rooms: Vec<RoomNote>,
    pub(super) passages: Vec<PassageNote>,
    /// What the cells were made from, as JSON without the cells, so that it comes back.
    pub(super) origin: Option<String>,
}

/// A level.
#[derive(Clone, Debug)]
pub(super) struct LevelNote {
    pub(super) name: String,
    pub(super) biome: Option<Biome>,
    /// How high it lies.
    pub(super) metres: i32,
}

/// A room of a sector.
#[derive(Clone, Debug)]
pub(super) struct RoomNote {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) z: u32,
    /// The first and the last cell inside its walls.
    pub(super) inside: [Pos; 2],
    pub(super) description: String,
    /// What the keeper knows of it, a line each.
    pub(super) notes: Vec<String>,
    pub(super) biome: Biome,
}

/// A passage between two rooms.
#[derive(Clone, Debug)]
pub(super) struct PassageNote {
    /// The numbers of the rooms; for what leads up and down the lower one first.
    pub(super) ends: [usize; 2],
    /// `door`, `corridor`, or a kind of connection.
    pub(super) kind: String,
    pub(super) id: String,
    /// Whether it leads from the first room to the second, and back.
    pub(super) leads: [bool; 2],
    pub(super) is_secret: bool,
    /// The key that opens it.
    pub(super) lock: Option<String>,
    /// What is in the way.
    pub(super) blockage: Option<String>,
    pub(super) dc: u32,
    pub(super) text: String,
    /// The cells of what leads up and down, from the lowest up.
    pub(super) cells: Vec<Pos>,
}

/// How far apart levels are that say nothing about it, in metres.
const APART: i32 = 5;

impl<'w> Source<'w> {
    /// A world with cells; an open world has none, but its zones have.
    pub fn new(world: &'w World, title: &str) -> Result<Self, NoCells> {
        let cells = world.cells()?;
        let levels = (0..cells.size().levels()).map(|z| LevelNote {
            name: world.level_name(z),
            biome: None,
            metres: (z as i32 - world.ground().unwrap_or(0) as i32) * APART,
        });
        let title = match title.is_empty() {
            true => "Deepway",
            false => title,
        };
        let links = world.links(&world.rules())?;
        let mut source = Self {
            world,
            cells,
            plain: veiled(cells, &links, Veil::Rooms),
            veiled: veiled(cells, &links, Veil::Doors),
            links,
            title: title.to_owned(),
            stem: stem(title),
            levels: levels.collect(),
            rooms: Vec::new(),
            passages: Vec::new(),
            origin: None,
        };
        sector::describe(&mut source)?;
        Ok(source)
    }

    /// The same with other names of levels and other links, as zones of an open world have them.
    #[must_use]
    pub fn with_levels(mut self, names: &[String], links: Vec<Link>) -> Self {
        for (level, name) in self.levels.iter_mut().zip(names) {
            level.name.clone_from(name);
        }
        // What is hidden depends on where links lead.
        self.plain = veiled(self.cells, &links, Veil::Rooms);
        self.veiled = veiled(self.cells, &links, Veil::Doors);
        self.links = links;
        self
    }

    /// What the world is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The same as a part of a file's name.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// The levels, from the lowest up: their names.
    pub fn level_names(&self) -> impl Iterator<Item = &str> {
        self.levels.iter().map(|level| level.name.as_str())
    }

    /// The book of the world for a reader, as PDF.
    pub fn book(&self, reader: Reader, paper: PaperSize) -> Result<Vec<u8>, ShowError> {
        let names = BookNames {
            title: self.title.clone(),
            levels: self.level_names().map(str::to_owned).collect(),
        };
        let book = view::book(self.world, &self.links, &names, reader, paper)?;
        Ok(super::pdf(&book))
    }

    /// The picture of a level as players may see it, as PNG; none of a level that has nothing for
    /// them.
    pub fn level_picture(&self, z: u32) -> Result<Option<Vec<u8>>, ExportError> {
        if !has_sight(&self.plain, z) {
            return Ok(None);
        }
        super::picture::level(self, &self.plain, z, super::picture::pixels(self)).map(Some)
    }

    /// The biome of each level.
    pub(super) fn biomes(&self) -> Vec<Option<Biome>> {
        self.levels.iter().map(|level| level.biome).collect()
    }

    /// The numbers of all levels.
    pub(super) fn z(&self) -> std::ops::Range<u32> {
        0..self.cells.size().levels()
    }

    /// The kinds of cells of a level, row by row.
    pub(super) fn rows(&self, z: u32) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let size = self.cells.size();
        (0..size.height()).map(move |y| self.cells.row(y, z).collect())
    }
}

/// A text as part of a file name: letters, digits and dashes, 40 at most.
pub(super) fn stem(text: &str) -> String {
    let mut stem = String::new();
    for letter in text.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => stem.push(letter.to_ascii_lowercase()),
            _ if stem.ends_with('-') || stem.is_empty() => {}
            _ => stem.push('-'),
        }
        if stem.len() >= 40 {
            break;
        }
    }
    let stem = stem.trim_end_matches('-');
    match stem.is_empty() {
        true => "deepway".to_owned(),
        false => stem.to_owned(),
    }
}

/// The materials that cells have, with their names, in the order of their bytes.
pub(super) fn materials(cells: &Volume) -> Vec<(Material, String)> {
    let mut used = [false; 256];
    let size = cells.size();
    for z in 0..size.levels() {
        for y in 0..size.height() {
            for byte in cells.material_bytes(y, z) {
                used[usize::from(*byte)] = true;
            }
        }
    }
    let used = (1..=255).filter(|&byte| used[usize::from(byte)]);
    let named = used.map(Material::from_byte);
    let named = named.filter_map(|material| Some((material, cells.material_name(material)?)));
    named
        .map(|(material, name)| (material, name.to_owned()))
        .collect()
}
