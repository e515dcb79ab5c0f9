//! Worlds as files of other tools: one file a format, and one table of them all.
//!
//! A [`Source`] is a world as every format sees it, and [`export()`] turns it into named files of
//! bytes. The same world always becomes the same bytes.
//!
//! ```
//! use deepway::codec;
//! use deepway::export::{Format, Source, export};
//!
//! let world = codec::open("map", b"floor:0\n..L\nfloor:1\n..L\n")?;
//! let exported = export(&Source::new(&world, "tower")?, Format::Ldtk)?;
//! assert_eq!(exported.files[0].name, "tower.ldtk");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod dot;
mod format;
mod foundry;
mod glb;
mod graph;
mod graphml;
mod hash;
mod ldtk;
mod mesh;
mod one_page;
mod outline;
mod pdf;
mod picture;
mod rect;
mod sector;
mod source;
mod tiled;
mod uvtt;
mod vox;
mod xml;
mod xp;

pub use format::{Format, FormatInfo};
pub use foundry::{Units, foundry};
pub use pdf::pdf;
pub use source::Source;

use crate::codec::{self, WriteError};
use crate::view::{PaperSize, PngError, Reader, ShowError, TooDetailed};
use crate::world::NoCells;
use thiserror::Error;

/// A file: a name, perhaps in a folder (`images/level-0.png`), and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, with `/` between folders.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl File {
    fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let (name, bytes) = (name.into(), bytes.into());
        Self { name, bytes }
    }
}

/// A world in a format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The files; one, unless the format is a folder's.
    pub files: Vec<File>,
    /// What the format cannot hold, in words.
    pub lost: Vec<String>,
}

impl Exported {
    fn one(name: String, bytes: impl Into<Vec<u8>>) -> Self {
        let files = vec![File::new(name, bytes)];
        let lost = Vec::new();
        Self { files, lost }
    }
}

/// Why a world cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// It has no cells.
    #[error(transparent)]
    NoCells(#[from] NoCells),
    /// It cannot be written line by line.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// It cannot be drawn.
    #[error(transparent)]
    Show(#[from] ShowError),
    /// It has more parts than a picture can show.
    #[error(transparent)]
    TooDetailed(#[from] TooDetailed),
    /// Its picture is too large.
    #[error(transparent)]
    Png(#[from] PngError),
    /// It is over a limit of the format.
    #[error("{what}: expected at most {most} {of}")]
    Limit {
        /// What is too much.
        what: String,
        /// The limit.
        most: u64,
        /// Of what.
        of: &'static str,
    },
}

/// Writes a world in a format.
pub fn export(source: &Source<'_>, format: Format) -> Result<Exported, ExportError> {
    let name = match format.info().endings.first() {
        Some(ending) => format!("{}.{ending}", source.stem),
        None => source.stem.clone(),
    };
    match format {
        Format::Json | Format::Text | Format::MovingAi => {
            let mut text = String::new();
            let plain = format.plain().unwrap_or(codec::Format::Json);
            codec::write(source.world, plain, &mut text)?;
            Ok(Exported::one(name, text))
        }
        Format::Tmx => tiled::tmx(source),
        Format::Tmj => tiled::tmj(source),
        Format::Ldtk => Ok(ldtk::write(source, name)),
        Format::Xp => xp::write(source, name),
        Format::OnePage => Ok(one_page::write(source)),
        Format::Glb => glb::write(source, name),
        Format::Vox => vox::write(source, name),
        Format::Uvtt => uvtt::write(source),
        Format::Foundry => foundry(source, Units::Metres),
        Format::Dot => Ok(Exported::one(name, dot::write(source))),
        Format::GraphMl => Ok(Exported::one(name, graphml::write(source))),
        Format::Svg => Ok(Exported::one(name, picture::svg(source)?)),
        Format::Png => Ok(Exported::one(name, picture::png(source)?)),
        Format::Pdf => Ok(Exported::one(
            name,
            source.book(Reader::Keeper, PaperSize::A4)?,
        )),
    }
}

#[cfg(test)]
mod tests;
