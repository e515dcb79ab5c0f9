//! Where the world of a game comes from, so that the game can be played again.

use crate::input;
use crate::message::shown;
use anyhow::{Result, bail};
use deepway::Seed;
use deepway::maze::{self, MazePlan};
use deepway::sector::{self, Blueprint};
use deepway::strata::Strata;
use deepway::world::World;
use std::fmt;
use std::path::PathBuf;

/// Which world is meant.
#[derive(clap::Args)]
pub(super) struct WorldArgs {
    /// The world: a file, or the name of one that was saved [default: a new sector]
    #[arg(conflicts_with_all = ["sector", "maze", "open_world"])]
    pub(super) file: Option<PathBuf>,
    /// A new sector
    #[arg(long, conflicts_with_all = ["maze", "open_world"])]
    sector: bool,
    /// A new maze
    #[arg(long, conflicts_with = "open_world")]
    maze: bool,
    /// The open world of this seed
    #[arg(long = "world", value_name = "N", value_parser = super::super::generate::seed)]
    open_world: Option<u64>,
    /// The seed of a new world and of the dice [default: random, or that of the recording]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::super::generate::seed)]
    pub(super) seed: Option<u64>,
    /// Rooms of a new sector, 5 to 200 [default: 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(5..=200))]
    rooms: Option<u32>,
}

/// What recordings call the world of the lessons.
const TUTORIAL: &str = "tutorial";

/// Rooms of a new sector, if nobody says how many.
const ROOMS: u32 = 12;

/// Where a world comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file, or a name in the store.
    File(PathBuf),
    /// A new sector.
    Sector { seed: u64, rooms: u32 },
    /// A new maze.
    Maze { seed: u64 },
    /// An open world.
    Strata { seed: u64 },
    /// The lessons.
    Tutorial,
}

impl WorldArgs {
    /// Where the world comes from; a new one is made from this seed.
    pub(super) fn origin(&self, seed: u64) -> Origin {
        match (&self.file, self.open_world, self.maze) {
            (Some(path), ..) => Origin::File(path.clone()),
            (_, Some(seed), _) => Origin::Strata { seed },
            (_, _, true) => Origin::Maze { seed },
            _ => Origin::Sector {
                seed,
                rooms: self.rooms.unwrap_or(ROOMS),
            },
        }
    }

    /// Whether anything is said about the world.
    pub(super) fn is_given(&self) -> bool {
        let Self {
            file,
            sector,
            maze,
            open_world,
            seed,
            rooms,
        } = self;
        let is_new = *sector || *maze || open_world.is_some();
        is_new || file.is_some() || seed.is_some() || rooms.is_some()
    }

    /// The world of a recording: as said, else as the recording has it.
    pub(super) fn origin_of(&self, recording: &deepway::play::Recording) -> Result<Origin> {
        if self.is_given() {
            return Ok(self.origin(self.seed.unwrap_or(recording.setup.seed.number())));
        }
        match Origin::from_text(&recording.origin) {
            Some(origin) => Ok(origin),
            None => bail!(
                "the recording does not say where its world comes from: expected a file or --sector, --maze or --world"
            ),
        }
    }
}

impl Origin {
    /// The world.
    pub(super) fn read(&self) -> Result<World> {
        Ok(match self {
            Self::File(path) => input::read_world(path)?,
            Self::Strata { seed } => World::from(Strata::new(Seed::new(*seed))),
            Self::Tutorial => super::screen::lesson()?.0,
            Self::Maze { seed } => {
                World::from(maze::generate(&MazePlan::default(), Seed::new(*seed))?)
            }
            Self::Sector { seed, rooms } => {
                let blueprint = Blueprint {
                    target_rooms: *rooms,
                    ..Blueprint::default()
                };
                World::from(sector::generate(&blueprint, Seed::new(*seed))?)
            }
        })
    }

    /// As recordings have it.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::File(path) => {
                // Where the game is played from does not matter later.
                let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                let path = if path.exists() { &whole } else { path };
                format!("file {}", path.display())
            }
            Self::Sector { seed, rooms } => format!("sector {seed} {rooms}"),
            Self::Maze { seed } => format!("maze {seed}"),
            Self::Strata { seed } => format!("world {seed}"),
            Self::Tutorial => TUTORIAL.to_owned(),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        if text == TUTORIAL {
            return Some(Self::Tutorial);
        }
        let (kind, rest) = text.split_once(' ')?;
        Some(match (kind, rest.split_once(' ')) {
            ("file", _) => Self::File(PathBuf::from(rest)),
            ("sector", Some((seed, rooms))) => Self::Sector {
                seed: seed.parse().ok()?,
                rooms: rooms
                    .parse()
                    .ok()
                    .filter(|rooms| (5..=200).contains(rooms))?,
            },
            ("maze", None) => Self::Maze {
                seed: rest.parse().ok()?,
            },
            ("world", None) => Self::Strata {
                seed: rest.parse().ok()?,
            },
            _ => return None,
        })
    }

    /// A short name, for files.
    pub(super) fn slug(&self, dice: u64) -> String {
        match self {
            Self::File(path) => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let stem: String = stem
                    .chars()
                    .map(|letter| {
                        if letter.is_alphanumeric() {
                            letter
                        } else {
                            '-'
                        }
                    })
                    .take(60)
                    .collect();
                format!("{stem}-{dice}")
            }
            Self::Sector { seed, rooms } => format!("sector-{seed}-{rooms}"),
            Self::Maze { seed } => format!("maze-{seed}"),
            Self::Strata { seed } => format!("world-{seed}-{dice}"),
            Self::Tutorial => TUTORIAL.to_owned(),
        }
    }
}

/// The options that make it again.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.write_str(&shown(path)),
            Self::Sector { rooms: ROOMS, .. } => f.write_str("--sector"),
            Self::Sector { rooms, .. } => write!(f, "--sector --rooms {rooms}"),
            Self::Maze { .. } => f.write_str("--maze"),
            Self::Strata { seed } => write!(f, "--world {seed}"),
            Self::Tutorial => f.write_str("--tutorial"),
        }
    }
}
