//! Reading worlds from files and from standard input.

use crate::message::{reason, shown};
use anyhow::{Context, Result, anyhow};
use deepway::maze::Maze;
use deepway::report::{Finding, first_fault};
use deepway::sector::{CarvedSector, Sector, carve};
use deepway::text::MapReader;
use deepway::{Volume, json, validate};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Instant;
use tracing::{debug, info};

/// What a file holds.
pub(crate) enum World {
    Map(Volume),
    Sector(Box<SectorFile>),
    Maze(Box<Maze>),
}

impl World {
    /// Its cells.
    pub(crate) fn into_map(self, path: &Path) -> Result<Volume> {
        match self {
            Self::Map(volume) => Ok(volume),
            Self::Sector(file) => Ok(file.carved()?.volume().clone()),
            Self::Maze(maze) => maze_map(&maze, path),
        }
    }
}

/// The cells of a maze.
pub(crate) fn maze_map(maze: &Maze, path: &Path) -> Result<Volume> {
    check_maze(maze, path)?;
    Ok(maze.to_volume()?)
}

/// Refuses a maze whose ladders and holes contradict each other: nobody can say where they
/// lead.
fn check_maze(maze: &Maze, path: &Path) -> Result<()> {
    let name = name(path);
    match validate::contradictions(maze).first() {
        Some(finding) => Err(anyhow!(
            "{name}: not sound: {finding} (deepway check lists all)"
        )),
        None => Ok(()),
    }
}

fn parse_maze(name: &str, text: &str) -> Result<Maze> {
    let maze = json::read_maze(name, text)?;
    let (levels, features) = (maze.levels.len(), maze.features.len());
    info!(
        maze = name,
        size = maze.size(),
        levels,
        features,
        "read maze"
    );
    Ok(maze)
}

/// Reads a maze that does not contradict itself; `-` is standard input.
pub(crate) fn read_maze(path: &Path) -> Result<Maze> {
    let maze = parse_maze(&name(path), &read_text(path)?)?;
    check_maze(&maze, path)?;
    Ok(maze)
}

/// A sector, with its cells if the file has them.
pub(crate) struct SectorFile {
    name: String,
    pub(crate) sector: Sector,
    pub(crate) cells: Option<CarvedSector>,
}

impl SectorFile {
    /// The sector with its cells: those of the file, or carved now. What is not sound, or
    /// contradicts itself, is refused.
    pub(crate) fn carved(self) -> Result<CarvedSector> {
        if let Some(fault) = first_fault(&validate::sector(&self.sector)) {
            return Err(anyhow!("{}: not sound: {fault}", self.name));
        }
        match self.cells {
            Some(carved) => match first_fault(&validate::agreement(&carved)) {
                Some(fault) => Err(anyhow!("{}: cells: {fault}", self.name)),
                None => Ok(carved),
            },
            None => Ok(carve(self.sector).with_context(|| self.name)?),
        }
    }

    /// What is to be found in the sector, and in its cells if it has any.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        match &self.cells {
            Some(carved) => validate::carved(carved),
            None => validate::sector(&self.sector),
        }
    }
}

/// A file that is being read, and what messages call it.
struct Source {
    name: String,
    file: BufReader<Box<dyn Read>>,
}

impl Source {
    /// Opens a file; `-` is standard input.
    fn open(path: &Path) -> Result<Self> {
        let name = name(path);
        let file: Box<dyn Read> = match path.as_os_str() == "-" {
            true => Box::new(io::stdin().lock()),
            false => Box::new(File::open(path).map_err(|error| cannot_read(&name, &error))?),
        };
        let file = BufReader::with_capacity(1 << 18, file);
        Ok(Self { name, file })
    }

    /// Whether the file begins like JSON, which no map does.
    fn is_json(&mut self) -> Result<bool> {
        let start = loop {
            match self.file.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                start => break start.map_err(|error| cannot_read(&self.name, &error))?,
            }
        };
        let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
        Ok(start.trim_ascii_start().first() == Some(&b'{'))
    }

    /// The file is read in pieces, so that one which is no map is refused before
    /// it is in memory.
    fn map(mut self) -> Result<Volume> {
        let (start, name) = (Instant::now(), self.name);
        let mut reader = MapReader::new(&name);
        let mut bytes = 0;
        loop {
            let count = match self.file.fill_buf() {
                Ok([]) => break,
                Ok(piece) => {
                    reader.feed(piece)?;
                    piece.len()
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
                Err(error) => return Err(cannot_read(&name, &error)),
            };
            bytes += count as u64;
            self.file.consume(count);
        }
        let volume = reader.finish()?;
        let (size, micros) = (volume.size(), start.elapsed().as_micros() as u64);
        info!(map = name, bytes, %size, micros, "read map");
        for level in 0..size.levels() {
            debug!(level, walkable = volume.walkable().count(level), "level");
        }
        Ok(volume)
    }

    fn text(self, most: u64) -> Result<String> {
        let name = self.name;
        let mut bytes = Vec::new();
        let limited = self.file.take(most + 1).read_to_end(&mut bytes);
        limited.map_err(|error| cannot_read(&name, &error))?;
        if bytes.len() as u64 > most {
            let mib = most >> 20;
            return Err(anyhow!("{name} is too large: expected at most {mib} MiB"));
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..3);
        }
        String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            anyhow!("{name}:{line}: expected text, found a byte that is not valid UTF-8")
        })
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

fn cannot_read(name: &str, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot read {name}: {}", reason(error))
}

/// Reads a map, or the cells of a sector or a maze; `-` is standard input.
pub(crate) fn read_map(path: &Path) -> Result<Volume> {
    read_world(path)?.into_map(path)
}

/// Reads a map or a sector, whichever the file holds; `-` is standard input.
pub(crate) fn read_world(path: &Path) -> Result<World> {
    let mut source = Source::open(path)?;
    match source.is_json()? {
        true => {
            let (name, text) = (source.name.clone(), source.text(MAX_TEXT)?);
            if json::kind_of(&text).as_deref() == Some("maze") {
                return Ok(World::Maze(Box::new(parse_maze(&name, &text)?)));
            }
            let (sector, cells) = json::read_cells(&name, &text)?;
            let file = SectorFile {
                name,
                sector,
                cells,
            };
            Ok(World::Sector(Box::new(file)))
        }
        false => Ok(World::Map(source.map()?)),
    }
}

/// Reads a sector; `-` is standard input.
pub(crate) fn read_sector(path: &Path) -> Result<SectorFile> {
    let name = name(path);
    let (sector, cells) = json::read_cells(&name, &read_text(path)?)?;
    Ok(SectorFile {
        name,
        sector,
        cells,
    })
}

/// Reads a whole file as text; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    read_limited(path, MAX_TEXT)
}

/// Reads a file as text that has so many bytes at most; `-` is standard input.
pub(crate) fn read_limited(path: &Path, most: u64) -> Result<String> {
    Source::open(path)?.text(most)
}

/// What messages and titles call a file.
pub(crate) fn name(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => shown(path),
    }
}

/// The largest file of queries or scenarios.
const MAX_TEXT: u64 = 1 << 30;
