//! Worlds from files of other tools: Tiled, LDtk, REXPaint, One Page Dungeon.
//!
//! The caller reads the files, since the engine does not: [`import()`] gets the first file and a
//! function for others beside it, such as tilesets. Names that leave the folder are refused here.
//! What tiles become is a [`Mapping`]: given, or guessed from our own names, glyphs and common
//! words; [`Imported::mapping`] is what was used, to be shown and changed.

mod bytes;
mod error;
mod ldtk;
mod mapping;
mod one_page;
mod origin;
mod pictures;
mod sketch;
mod tiled;
mod xp;

pub use error::ImportError;
pub use mapping::{Mapping, MappingError};

use crate::export::Format;
use crate::world::World;

/// The largest file that is read, in bytes.
pub const MAX_FILE: usize = 64 << 20;

/// A world from another tool.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The world: a map, or the sector or maze that it was made from if the cells still are.
    pub world: World,
    /// What tiles became.
    pub mapping: Mapping,
    /// What was left out, in words.
    pub left: Vec<String>,
}

/// Files that lie beside the first one.
pub trait Folder {
    /// The bytes of a file, by its name in the folder; the name never leaves it.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, ImportError>;
}

/// No files but the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Folder for Alone {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, ImportError> {
        let problem = "there is no folder to look for it in".to_owned();
        Err(ImportError::new(name, problem))
    }
}

/// Which importer reads a file, by how it begins and what it is called; none for our own formats.
pub fn format_of(name: &str, start: &[u8]) -> Option<Format> {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let by_name = Format::from_ending(ending).filter(|format| {
        matches!(
            format,
            Format::Tmx | Format::Tmj | Format::Ldtk | Format::Xp
        )
    });
    let text = start.trim_ascii_start();
    let has = |word: &[u8]| start.windows(word.len()).any(|part| part == word);
    match by_name {
        Some(format) => Some(format),
        None if start.starts_with(&[0x1F, 0x8B]) => Some(Format::Xp),
        None if text.starts_with(b"<") && has(b"<map") => Some(Format::Tmx),
        None if text.starts_with(b"{") && has(b"\"rects\"") => Some(Format::OnePage),
        None => None,
    }
}

/// Reads files of another tool: `first` are names and bytes of the files that were given, one for
/// most formats, a file a level for One Page Dungeons.
pub fn import(
    format: Format,
    first: &[(String, Vec<u8>)],
    folder: &mut dyn Folder,
    mapping: Option<&Mapping>,
) -> Result<Imported, ImportError> {
    let Some((name, bytes)) = first.first() else {
        return Err(ImportError::new("the folder", "no file to read".to_owned()));
    };
    match format {
        Format::Tmx | Format::Tmj => tiled::read(first, folder, mapping),
        Format::Ldtk => ldtk::read(name, bytes, folder, mapping),
        Format::Xp => xp::read(name, bytes, mapping),
        Format::OnePage => one_page::read(first, mapping),
        other => {
            let problem = format!(
                "{} is not read: expected Tiled, LDtk, REXPaint or One Page Dungeon",
                other.name()
            );
            Err(ImportError::new(name, problem))
        }
    }
}

#[cfg(test)]
mod tests;
