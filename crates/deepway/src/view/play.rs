//! A game as the player sees it: a plan of what is known, and words for what is around.

mod eyes;
mod look;
mod morgue;
mod side;

pub use eyes::through_the_eyes;
pub use look::{Lead, described, leads, surroundings};
pub use morgue::morgue;
pub use side::{Column, GameSide, game_side};

use crate::cell::Cell;
use crate::play::{ActorId, Game, Side};
use crate::space::{Direction, Pos};
use crate::words::phrase::in_words;

/// What is drawn of a cell in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The character.
    pub glyph: char,
    /// What it stands for.
    pub what: What,
    /// Whether it is seen now, or only remembered.
    pub is_lit: bool,
}

/// What a character on a plan of a game stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// The player.
    Player,
    /// Somebody of the party.
    Friend,
    /// A foe.
    Foe,
    /// Anybody else.
    Somebody,
    /// Something to take.
    Item,
    /// A trap that is known.
    Trap,
    /// A place worth a look.
    Mark,
    /// A cell.
    Cell(Cell),
}

/// What the player sees or remembers of a place; none if it was never seen.
pub fn seen_at(game: &Game, pos: Pos) -> Option<Seen> {
    let is_lit = game.shows(pos);
    let seen = |glyph, what| {
        Some(Seen {
            glyph,
            what,
            is_lit,
        })
    };
    if let Some(actor) = game.at(pos).and_then(|who| game.actor(who)) {
        if actor.id == ActorId::PLAYER {
            return seen('@', What::Player);
        }
        let what = match actor.side {
            Side::Party => What::Friend,
            Side::Foes => What::Foe,
            Side::Nobody => What::Somebody,
        };
        if game.sees(pos) || what == What::Friend {
            return seen(actor.glyph, what);
        }
    }
    let cell = game.memory().get(pos)?;
    if let Some(thing) = game.goods_at(pos).first() {
        let glyph = thing
            .properties
            .get("glyph")
            .and_then(|glyph| glyph.chars().next());
        return seen(glyph.unwrap_or('?'), What::Item);
    }
    if game.known_trap(pos).is_some() {
        return seen('^', What::Trap);
    }
    let is_mark = |kind: &str| kind == "marker" || kind == "curiosity" || kind == "sign";
    let mut marks = game.marks_at(pos).iter();
    if marks.any(|mark| is_mark(mark.kind.name())) && !cell.is_vertical() {
        return seen('"', What::Mark);
    }
    let glyph = match cell {
        Cell::SecretDoor => '+',
        // A stair that leads one way only is drawn by the way it leads.
        Cell::StairsBoth => {
            let ways = game.ways(pos);
            let leads = |way: Direction| ways.iter().any(|known| known.towards == way);
            match (leads(Direction::Up), leads(Direction::Down)) {
                (true, false) => '<',
                (false, true) => '>',
                _ => 'X',
            }
        }
        cell => cell.glyph(),
    };
    seen(glyph, What::Cell(cell))
}

/// A plan of what the player knows of a level around a place, so many columns and rows.
pub fn game_plan(game: &Game, centre: Pos, columns: u32, rows: u32) -> String {
    let [wide, high] = [columns, rows].map(|count| count as i32);
    let mut text = String::new();
    for y in centre.y - high / 2..centre.y - high / 2 + high {
        let row = (centre.x - wide / 2..centre.x - wide / 2 + wide)
            .map(|x| seen_at(game, Pos::new(x, y, centre.z)).map_or(' ', |seen| seen.glyph));
        let row: String = row.collect();
        text += row.trim_end();
        text.push('\n');
    }
    let empty = text.len() - text.trim_start_matches('\n').len();
    text[empty..].trim_end().to_owned() + "\n"
}

/// Where a place lies, seen from another: `3 east, 1 north`.
pub fn bearing(from: Pos, to: Pos) -> String {
    let [x, y, z] = [to.x - from.x, to.y - from.y, to.z - from.z];
    let mut parts = Vec::new();
    for (far, more, less) in [(x, "east", "west"), (y, "south", "north")] {
        match far {
            0 => {}
            1.. => parts.push(format!("{far} {more}")),
            _ => parts.push(format!("{} {less}", -far)),
        }
    }
    if z != 0 {
        let word = if z.abs() == 1 { "level" } else { "levels" };
        let way = if z > 0 { "up" } else { "down" };
        parts.push(format!("{} {word} {way}", in_words(z.unsigned_abs())));
    }
    match parts.is_empty() {
        true => "here".to_owned(),
        false => parts.join(", "),
    }
}
