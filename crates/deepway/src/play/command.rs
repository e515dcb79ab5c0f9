//! What a player can do.

use crate::space::{Direction, Pos};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Something that the player does. Everything else, such as exploring or travelling, is made
/// of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// A step, or a blow at whoever is in the way.
    Step(Direction),
    /// Up or down by what is here: stairs, ladder, shaft, elevator, hole, ramp.
    Climb(Direction),
    /// Up or down by a stair in a cell beside: walks there first.
    Use(Direction),
    /// Turns, in mazes.
    Turn(Direction),
    /// Does nothing for a turn.
    Wait,
    /// Rests until something happens, or for a hundred turns.
    Rest,
    /// Looks for what is hidden around here.
    Search,
    /// Clears what blocks a way up or down here.
    Clear(Option<Direction>),
    /// Blasts it.
    Blast(Option<Direction>),
    /// Repairs an elevator here.
    Repair(Option<Direction>),
    /// Disarms a trap in a cell beside.
    Disarm(Direction),
    /// Takes what lies here.
    Take,
    /// Puts down what is carried as this number.
    Drop(u32),
    /// Eats, drinks, reads, puts on or lights what is carried as this number.
    Apply(u32),
    /// Throws what is carried as this number.
    Throw(u32, Pos),
    /// Strikes whoever is at a place in reach: beside, or a level down through an opening.
    Strike(Pos),
    /// Pushes whoever is in a cell beside.
    Shove(Direction),
    /// The answer to a prompt.
    Answer(bool),
    /// Gives up.
    Leave,
}

/// A text that is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no command: expected a direction (n, ne, … up, down), use D, turn D, wait, rest, search, clear, blast, repair, disarm D, take, drop N, apply N, throw N x,y,z, strike x,y,z, shove D, yes, no or leave"
)]
pub struct UnknownCommand(pub String);

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = |f: &mut fmt::Formatter<'_>, word: &str, way: &Option<Direction>| match way {
            Some(way) => write!(f, "{word} {}", way.short()),
            None => f.write_str(word),
        };
        match self {
            Self::Step(way) | Self::Climb(way) => f.write_str(way.short()),
            Self::Use(way) => write!(f, "use {}", way.short()),
            Self::Turn(to) => write!(f, "turn {}", to.short()),
            Self::Wait => f.write_str("wait"),
            Self::Rest => f.write_str("rest"),
            Self::Search => f.write_str("search"),
            Self::Clear(to) => way(f, "clear", to),
            Self::Blast(to) => way(f, "blast", to),
            Self::Repair(to) => way(f, "repair", to),
            Self::Disarm(to) => write!(f, "disarm {}", to.short()),
            Self::Take => f.write_str("take"),
            Self::Drop(number) => write!(f, "drop {number}"),
            Self::Apply(number) => write!(f, "apply {number}"),
            Self::Throw(number, at) => write!(f, "throw {number} {at}"),
            Self::Strike(at) => write!(f, "strike {at}"),
            Self::Shove(to) => write!(f, "shove {}", to.short()),
            Self::Answer(true) => f.write_str("yes"),
            Self::Answer(false) => f.write_str("no"),
            Self::Leave => f.write_str("leave"),
        }
    }
}

impl FromStr for Command {
    type Err = UnknownCommand;

    fn from_str(text: &str) -> Result<Self, UnknownCommand> {
        let unknown = || UnknownCommand(text.chars().take(60).collect());
        let mut words = text.split_whitespace();
        let first = words.next().ok_or_else(unknown)?.to_lowercase();
        let rest: Vec<&str> = words.collect();
        let way = |word: &str| word.parse::<Direction>().map_err(|_| unknown());
        let is_flat = |way: &Direction| way.east_north_up().2 == 0;
        let flat = |word: &str| {
            way(word).and_then(|way| match is_flat(&way) {
                true => Ok(way),
                false => Err(unknown()),
            })
        };
        let steep = |word: &str| {
            way(word).and_then(|way| match is_flat(&way) {
                true => Err(unknown()),
                false => Ok(way),
            })
        };
        let number = |word: &str| word.parse::<u32>().map_err(|_| unknown());
        let command = match (first.as_str(), rest.as_slice()) {
            ("wait", []) => Self::Wait,
            ("rest", []) => Self::Rest,
            ("search", []) => Self::Search,
            ("take", []) => Self::Take,
            ("yes", []) => Self::Answer(true),
            ("no", []) => Self::Answer(false),
            ("leave", []) => Self::Leave,
            ("use", [to]) => Self::Use(way(to)?),
            ("turn", [to]) => Self::Turn(flat(to)?),
            ("clear", []) => Self::Clear(None),
            ("blast", []) => Self::Blast(None),
            ("repair", []) => Self::Repair(None),
            ("clear", [to]) => Self::Clear(Some(steep(to)?)),
            ("blast", [to]) => Self::Blast(Some(steep(to)?)),
            ("repair", [to]) => Self::Repair(Some(steep(to)?)),
            ("disarm", [to]) => Self::Disarm(flat(to)?),
            ("shove", [to]) => Self::Shove(flat(to)?),
            ("strike", [at]) => Self::Strike(place(at).ok_or_else(unknown)?),
            ("drop", [item]) => Self::Drop(number(item)?),
            ("apply", [item]) => Self::Apply(number(item)?),
            ("throw", [item, at]) => Self::Throw(number(item)?, place(at).ok_or_else(unknown)?),
            (_, []) => match way(&first)? {
                way if is_flat(&way) => Self::Step(way),
                way => Self::Climb(way),
            },
            _ => return Err(unknown()),
        };
        Ok(command)
    }
}

/// A place as `x,y,z`.
pub(super) fn place(text: &str) -> Option<Pos> {
    let mut numbers = text.split(',').map(|number| number.parse::<i32>().ok());
    let [x, y, z] = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(Pos::new(x, y, z))
}
