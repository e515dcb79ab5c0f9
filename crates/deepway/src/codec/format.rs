//! The formats that worlds are written in.

use crate::answer::MapAnswer;
use crate::json;
use crate::link;
use crate::text::{self, NotMovingAi};
use crate::validate;
use crate::world::{Body, NoCells, World};
use std::fmt::{self, Write};
use thiserror::Error;

/// A format that worlds are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A text map: the cells of any world.
    Text,
    /// A MovingAI map: one level of cells without links.
    MovingAi,
    /// JSON: any world, complete.
    Json,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Text, Self::MovingAi, Self::Json];

    /// The name of the format in the program's arguments.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::MovingAi => "movingai",
            Self::Json => "json",
        }
    }

    /// The extension of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::MovingAi => "map",
            Self::Json => "json",
        }
    }

    /// The format of files with this extension, in upper or lower case.
    pub fn from_ending(ending: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.ending().eq_ignore_ascii_case(ending))
    }
}

/// Why a world cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// It has no cells.
    #[error(transparent)]
    NoCells(#[from] NoCells),
    /// It holds more than a MovingAI map can.
    #[error("it cannot be a MovingAI map: {0}")]
    NotMovingAi(NotMovingAi),
    /// The output failed.
    #[error("writing failed")]
    Write(#[from] fmt::Error),
}

/// Not a `#[from]`: its message is part of this error's, so it must not be its source too.
impl From<NotMovingAi> for WriteError {
    fn from(error: NotMovingAi) -> Self {
        Self::NotMovingAi(error)
    }
}

/// Writes a world.
pub fn write(world: &World, format: Format, out: &mut impl Write) -> Result<(), WriteError> {
    match format {
        Format::Text => text::write(world.cells()?, out)?,
        Format::MovingAi => out.write_str(&text::to_movingai(world.cells()?)?)?,
        Format::Json => {
            writeln!(out, "{}", to_json(world)?)?;
        }
    }
    Ok(())
}

fn to_json(world: &World) -> Result<String, WriteError> {
    match world.body() {
        Body::Maze(maze) => Ok(json::write_maze(maze.maze())),
        Body::Sector(sector) => Ok(match sector.given_cells() {
            Some(carved) => json::write_carved(carved, &validate::carved(carved)),
            None => json::write_sector(sector.sector(), &validate::sector(sector.sector())),
        }),
        Body::Strata(strata) => Ok(json::write_strata(strata)),
        Body::Map(map) => {
            let links = link::scan(map, &world.rules());
            let answer = MapAnswer::new(map, &links, None);
            Ok(serde_json::to_string(&answer).unwrap_or_default())
        }
    }
}
