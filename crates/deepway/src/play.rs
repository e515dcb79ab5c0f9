//! Play: somebody climbs, slips, is followed, falls three levels and finds the way back.
//!
//! A [`Game`] is a world with actors and items in it, a clock of turns, and what the player
//! knows. [`Game::act`] is the only way in which anything changes: a command goes in, events
//! come out. The same world, seed and commands give the same events and the same
//! [`Game::hash`] after every turn, everywhere.
//!
//! ```
//! use deepway::play::{Command, Game, Setup};
//! use deepway::world::World;
//! use deepway::{Direction, Pos, text};
//!
//! let map = b"floor:0\n@.L..\nfloor:1\n..L.+\n";
//! let map = String::from_utf8_lossy(map).replace('@', ".");
//! let world = World::from(text::read("map", map.as_bytes())?);
//! let mut game = Game::new(&world, &Setup { start: Some(Pos::new(1, 0, 0)), ..Setup::default() })?;
//! game.act(&Command::Step(Direction::East));
//! game.act(&Command::Climb(Direction::Up));
//! assert_eq!(game.player().place, Pos::new(2, 0, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/play.md` has the rules.

mod actor;
mod aim;
mod bot;
mod chase;
mod choice;
mod command;
mod digest;
mod event;
mod expedition;
mod explore;
mod fall;
mod fight;
mod game;
mod goods;
mod history;
mod listener;
mod machine;
mod mind;
mod moving;
mod party;
mod record;
mod setup;
mod stage;
mod tell;
mod turn;
mod walk;
mod work;

pub use actor::{Actor, ActorId, Mind, Side};
pub use aim::{Aim, Ending};
pub use bot::{Bot, BotKind};
pub use choice::Choice;
pub use command::{Command, UnknownCommand};
pub use event::{Cause, Event, How, News, Prompt};
pub use expedition::{Expedition, WayOut};
pub use explore::{Explorer, Halt, is_news};
pub use fall::{Fall, FallDamage};
pub use game::Game;
pub use history::History;
pub use listener::{Before, Listener, Silent, Verdict};
pub use record::{Entry, RECORDING_FORMAT, Recording, RecordingError};
pub use setup::{CannotPlay, Setup};
pub use stage::{Way, WayKind};
pub use walk::{Answer, Step, Walk};

#[cfg(test)]
mod tests;
