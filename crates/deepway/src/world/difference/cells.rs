//! Cells that differ, level by level.

use super::{Difference, How, Matter};
use crate::space::Pos;
use crate::volume::Volume;
use crate::world::World;
use std::collections::BTreeMap;

/// How the cells of a level differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelDifference {
    /// What the level is called.
    pub name: String,
    /// Its z in the first and in the second world, where it exists.
    pub levels: [Option<u32>; 2],
    /// Which cells became which, and how many: their names, with their materials.
    pub cells: BTreeMap<[String; 2], u64>,
    /// How many can be walked on now, how many no longer, and how many else differ.
    counts: [u64; 3],
}

impl LevelDifference {
    /// How many cells can be walked on in the second world only, how many in the first only,
    /// and how many others differ.
    pub const fn counts(&self) -> [u64; 3] {
        self.counts
    }

    /// How a cell of the level differs between two volumes.
    pub fn at(&self, volumes: [&Volume; 2], x: u32, y: u32) -> Option<How> {
        let [a, b] = self.both(volumes, x, y);
        match (a.is_walkable, b.is_walkable) {
            (false, true) => Some(How::Added),
            (true, false) => Some(How::Removed),
            _ => (a != b).then_some(How::Changed),
        }
    }

    /// A cell in the first and in the second world; open air where there is none.
    fn both<'v>(&self, volumes: [&'v Volume; 2], x: u32, y: u32) -> [Seen<'v>; 2] {
        let seen = |number: usize| {
            let (volume, level) = (volumes[number], self.levels[number]);
            let pos = level.map(|z| Pos::new(x as i32, y as i32, z as i32));
            // Outside there is open air.
            let pos = pos.unwrap_or(Pos::new(-1, -1, -1));
            let cell = volume.get(pos);
            Seen {
                name: cell.info().name,
                is_walkable: cell.is_walkable(),
                material: volume.material_name(volume.material(pos)),
            }
        };
        [seen(0), seen(1)]
    }
}

/// What a cell is.
#[derive(PartialEq, Eq)]
struct Seen<'v> {
    name: &'static str,
    is_walkable: bool,
    material: Option<&'v str>,
}

impl Seen<'_> {
    fn said(&self) -> String {
        match self.material {
            Some(material) => format!("{} of {material}", self.name),
            None => self.name.to_owned(),
        }
    }
}

impl Difference {
    /// Compares the cells of two worlds, by the names of their levels.
    pub(super) fn compare_levels(&mut self, worlds: [&World; 2], volumes: [&Volume; 2]) {
        let names = |number: usize| {
            let levels = (0..volumes[number].size().levels()).rev();
            levels.map(move |z| (worlds[number].level_name(z), z))
        };
        let mut levels: Vec<LevelDifference> = Vec::new();
        for number in [0, 1] {
            // A level that is new comes below the level that it is below there.
            let mut above = None;
            for (name, z) in names(number) {
                let known = levels.iter().position(|level| level.name == name);
                let place = known.unwrap_or_else(|| {
                    let place = above.map_or(0, |above: usize| above + 1);
                    let name = name.clone();
                    let level = LevelDifference {
                        name,
                        ..LevelDifference::default()
                    };
                    levels.insert(place, level);
                    place
                });
                levels[place].levels[number] = Some(z);
                above = Some(place);
            }
        }
        for level in &mut levels {
            level.compare(volumes);
            let name = level.name.as_str();
            let size = |number: usize| {
                let size = volumes[number].size();
                format!("{} × {} cells", size.width(), size.height())
            };
            match level.levels {
                [Some(_), None] => self.note_removed(Matter::Level, name, size(0)),
                [None, Some(_)] => self.note_added(Matter::Level, name, size(1)),
                _ => {
                    let sizes = [size(0), size(1)];
                    self.note_fact(Matter::Level, name, "size", sizes);
                }
            }
        }
        self.levels = levels;
    }
}

impl LevelDifference {
    fn compare(&mut self, volumes: [&Volume; 2]) {
        let [a, b] = volumes;
        let width = a.size().width().max(b.size().width());
        let height = a.size().height().max(b.size().height());
        let is_plain = !a.has_materials() && !b.has_materials();
        for y in 0..height {
            // Most rows of two worlds that are alike are the same.
            if let [Some(first), Some(second)] = self.levels
                && is_plain
                && y < a.size().height().min(b.size().height())
                && a.row_bytes(y, first) == b.row_bytes(y, second)
            {
                continue;
            }
            for x in 0..width {
                let Some(how) = self.at(volumes, x, y) else {
                    continue;
                };
                let place = match how {
                    How::Added => 0,
                    How::Removed => 1,
                    _ => 2,
                };
                self.counts[place] += 1;
                let names = self.both(volumes, x, y).map(|seen| seen.said());
                *self.cells.entry(names).or_default() += 1;
            }
        }
    }
}
