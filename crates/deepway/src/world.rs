//! One type for every kind of world.
//!
//! A [`World`] is a [`Header`], which says what it is and where it comes from, and a
//! [`Body`]. A program opens bytes with [`crate::codec`], asks the world for its cells, rules
//! and places, and never needs to know its kind.
//!
//! ```
//! use deepway::world::World;
//! use deepway::{Pos, text};
//!
//! let world = World::from(text::read("map", b"floor:0\n..L\n")?);
//! assert_eq!(world.place("2,0,0")?, Pos::new(2, 0, 0));
//! assert_eq!(world.place_name(Pos::new(2, 0, 0)), "2,0,0");
//! assert!(world.cells()?.is_walkable(Pos::new(2, 0, 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difference;
mod map;
mod maze;
mod place;
mod sector;
mod strata;

pub use difference::{Change, Difference, DifferenceError, How, LevelDifference, Mark, Matter};
pub use maze::MazeWorld;
pub use place::PlaceError;
pub use sector::SectorWorld;

use crate::ids::RoomId;
use crate::link::{self, Link};
use crate::maze::Maze;
use crate::rules::MoveRules;
use crate::sector::{CarveError, CarvedSector, Sector};
use crate::seed::Seed;
use crate::space::Pos;
use crate::strata::Strata;
use crate::volume::{SizeError, Volume};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The kinds of world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Cells that somebody drew.
    Map,
    /// Rooms in three dimensions.
    Sector,
    /// Levels of corridors.
    Maze,
    /// An open world of zones.
    Strata,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Map, Self::Sector, Self::Maze, Self::Strata];

    /// The name in files: `sector`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Sector => "sector",
            Self::Maze => "maze",
            Self::Strata => "strata",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// What a world is and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its kind.
    pub kind: Kind,
    /// The number of the file format: it decides whether a file can be read.
    pub format: u32,
    /// The generation of the generator that made it, if one did. A world of an older generation
    /// is read like any other: it is data, not a recipe.
    pub generation: Option<u32>,
    /// The seed that it was made from, if any.
    pub seed: Option<Seed>,
    /// The parameters that it was made with: names and values, in the order of the options.
    pub parameters: Vec<(&'static str, String)>,
}

/// The file format that this version writes; it reads this and all earlier formats.
pub const FORMAT: u32 = 2;

/// What a world consists of.
///
/// Only the modules `world`, `codec`, `validate` and `view`, and files named after a kind,
/// look inside.
#[derive(Clone, Debug)]
pub enum Body {
    /// Cells that somebody drew.
    Map(Volume),
    /// Rooms, and their cells.
    Sector(SectorWorld),
    /// Levels of corridors, and their cells.
    Maze(MazeWorld),
    /// Zones that are built when they are asked for.
    Strata(Arc<Strata>),
}

/// A world of any kind.
#[derive(Clone, Debug)]
pub struct World {
    body: Body,
}

/// Why a world has no cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoCells {
    /// Its rooms cannot be carved.
    #[error(transparent)]
    Carve(#[from] CarveError),
    /// It is too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// It has zones instead.
    #[error("an open world has no cells of its own: expected one of its zones (deepway zone)")]
    Zones,
}

/// What every kind of world can answer.
trait Realm {
    fn kind(&self) -> Kind;

    fn seed(&self) -> Option<Seed> {
        None
    }

    fn generation(&self) -> Option<u32> {
        None
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn cells(&self) -> Result<&Volume, NoCells>;

    fn rules(&self) -> MoveRules {
        MoveRules::default()
    }

    /// The ground level, if there is any.
    fn ground(&self) -> Option<u32> {
        None
    }

    fn place(&self, text: &str) -> Result<Pos, PlaceError>;

    fn place_name(&self, pos: Pos) -> String;

    fn level(&self, text: &str) -> Result<u32, PlaceError>;

    fn level_name(&self, z: u32) -> String;
}

impl World {
    /// What it is and where it comes from.
    pub fn header(&self) -> Header {
        let realm = self.realm();
        Header {
            kind: realm.kind(),
            format: FORMAT,
            generation: realm.generation(),
            seed: realm.seed(),
            parameters: realm.parameters(),
        }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.realm().kind()
    }

    /// What it consists of.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// What it consists of, without the header.
    pub fn into_body(self) -> Body {
        self.body
    }

    /// Its cells. A sector or a maze that came without cells gets them when they are first
    /// asked for.
    pub fn cells(&self) -> Result<&Volume, NoCells> {
        self.realm().cells()
    }

    /// Its cells alone.
    pub fn into_cells(self) -> Result<Volume, NoCells> {
        match self.body {
            Body::Map(map) => Ok(map),
            Body::Sector(sector) => sector.into_cells(),
            Body::Maze(maze) => maze.into_cells(),
            Body::Strata(_) => Err(NoCells::Zones),
        }
    }

    /// The default movement rules of this world.
    pub fn rules(&self) -> MoveRules {
        self.realm().rules()
    }

    /// The links between its cells.
    pub fn links(&self, rules: &MoveRules) -> Result<Vec<Link>, NoCells> {
        Ok(link::scan(self.cells()?, rules))
    }

    /// The ground level of its cells, if there is any.
    pub fn ground(&self) -> Option<u32> {
        self.realm().ground()
    }

    /// The cell that a text names, such as `3,4,0`, `r4` or `1:5:10`.
    ///
    /// `x,y,z` may lie outside the world's cells.
    pub fn place(&self, text: &str) -> Result<Pos, PlaceError> {
        self.realm().place(text.trim())
    }

    /// The name of a cell, which [`World::place`] reads back.
    pub fn place_name(&self, pos: Pos) -> String {
        self.realm().place_name(pos)
    }

    /// The name of a cell, if it is not simply `x,y,z`.
    pub fn own_name(&self, pos: Pos) -> Option<String> {
        Some(self.place_name(pos)).filter(|name| *name != pos.to_string())
    }

    /// The room that a cell lies in, in a sector.
    pub fn room_at(&self, pos: Pos) -> Option<RoomId> {
        match &self.body {
            Body::Sector(sector) => sector.carved().ok()?.room_at(pos),
            Body::Map(_) | Body::Maze(_) | Body::Strata(_) => None,
        }
    }

    /// The level of its cells that a text names, such as `3` or `lower trunk`.
    pub fn level(&self, text: &str) -> Result<u32, PlaceError> {
        self.realm().level(text.trim())
    }

    /// The name of a level, which [`World::level`] reads back.
    pub fn level_name(&self, z: u32) -> String {
        self.realm().level_name(z)
    }

    fn realm(&self) -> &dyn Realm {
        match &self.body {
            Body::Map(map) => map,
            Body::Sector(sector) => sector,
            Body::Maze(maze) => maze,
            Body::Strata(strata) => &**strata,
        }
    }
}

impl From<Body> for World {
    fn from(body: Body) -> Self {
        Self { body }
    }
}

impl From<Volume> for World {
    fn from(map: Volume) -> Self {
        Body::Map(map).into()
    }
}

impl From<Sector> for World {
    fn from(sector: Sector) -> Self {
        Body::Sector(sector.into()).into()
    }
}

impl From<CarvedSector> for World {
    fn from(carved: CarvedSector) -> Self {
        Body::Sector(carved.into()).into()
    }
}

impl From<Maze> for World {
    fn from(maze: Maze) -> Self {
        Body::Maze(maze.into()).into()
    }
}

impl From<Strata> for World {
    fn from(strata: Strata) -> Self {
        Body::Strata(Arc::new(strata)).into()
    }
}

#[cfg(test)]
mod tests;
