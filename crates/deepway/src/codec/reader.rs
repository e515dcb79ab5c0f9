//! Opening worlds.

use crate::json::{self, JsonError};
use crate::text::{MapError, MapReader};
use crate::validate;
use crate::world::{Body, Kind, SectorWorld, World};
use thiserror::Error;

/// The largest JSON file that is read, in bytes.
pub const MAX_JSON: usize = 1 << 30;

/// Why bytes are not a world.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// Something is wrong in a map.
    #[error(transparent)]
    Map(#[from] MapError),
    /// Something is wrong in JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// It is too large.
    #[error("{name} is too large: expected at most {} MiB", MAX_JSON >> 20)]
    TooLarge {
        /// What errors call it.
        name: String,
    },
    /// It is not text.
    #[error("{name}:{line}: expected text, found a byte that is not valid UTF-8")]
    NotText {
        /// What errors call it.
        name: String,
        /// The line, counted from 1.
        line: u64,
    },
}

/// Opens a world of any kind; `name` is what errors call it.
pub fn open(name: &str, bytes: &[u8]) -> Result<World, OpenError> {
    let mut reader = Reader::new(name);
    reader.feed(bytes)?;
    reader.finish()
}

/// Opens a world piece by piece.
///
/// Input that begins with a brace is JSON, which is kept until it is complete; anything else
/// is a map, of which only the cells read so far are kept.
#[derive(Debug)]
pub struct Reader {
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Only blank characters so far.
    Unknown(Vec<u8>),
    Json(Vec<u8>),
    Map(Box<MapReader>),
}

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

impl Reader {
    /// A reader for what errors will call `name`.
    pub fn new(name: impl Into<String>) -> Self {
        let (name, content) = (name.into(), Content::Unknown(Vec::new()));
        Self { name, content }
    }

    /// Takes the next piece.
    pub fn feed(&mut self, piece: &[u8]) -> Result<(), OpenError> {
        match &mut self.content {
            Content::Map(reader) => Ok(reader.feed(piece)?),
            Content::Json(bytes) if bytes.len() + piece.len() > MAX_JSON => {
                let name = self.name.clone();
                Err(OpenError::TooLarge { name })
            }
            Content::Json(bytes) => {
                bytes.extend_from_slice(piece);
                Ok(())
            }
            Content::Unknown(start) => {
                start.extend_from_slice(piece);
                let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
                if BYTE_ORDER_MARK.starts_with(start) {
                    return Ok(());
                }
                match text.trim_ascii_start().first() {
                    // The map reader refuses that many blank lines.
                    None if start.len() < 1 << 16 => Ok(()),
                    Some(b'{') => {
                        self.content = Content::Json(text.to_vec());
                        Ok(())
                    }
                    _ => {
                        let start = std::mem::take(start);
                        let mut reader = Box::new(MapReader::new(self.name.clone()));
                        reader.feed(&start)?;
                        self.content = Content::Map(reader);
                        Ok(())
                    }
                }
            }
        }
    }

    /// The world, once all pieces are fed.
    pub fn finish(self) -> Result<World, OpenError> {
        match self.content {
            Content::Map(reader) => Ok(reader.finish()?.into()),
            Content::Unknown(start) => {
                let mut reader = MapReader::new(self.name);
                reader.feed(&start)?;
                Ok(reader.finish()?.into())
            }
            Content::Json(bytes) => open_json(self.name, bytes),
        }
    }
}

fn open_json(name: String, bytes: Vec<u8>) -> Result<World, OpenError> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let ends = before.iter().filter(|&&byte| byte == b'\n').count();
            let line = ends as u64 + 1;
            return Err(OpenError::NotText { name, line });
        }
    };
    let kind = json::kind_of(&text);
    let is_kind = |known: Kind| kind.as_deref() == Some(known.id());
    if is_kind(Kind::Map) {
        return Ok(json::read_map(&name, &text)?.into());
    }
    if is_kind(Kind::Maze) {
        return Ok(json::read_maze(&name, &text)?.into());
    }
    if is_kind(Kind::Strata) {
        return Ok(json::read_strata(&name, &text)?.into());
    }
    let (sector, cells, visited) = json::read_sector_world(&name, &text)?;
    // A character in it must be in a room.
    if visited.is_some() && validate::sector(&sector).is_empty() {
        json::read_expedition(&name, &text)?;
    }
    let world = cells.map_or_else(|| sector.into(), SectorWorld::from);
    Ok(Body::Sector(world.saved(visited)).into())
}
