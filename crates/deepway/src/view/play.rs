//! A game as the player sees it: a plan of what is known, and words for what is around.

use crate::cell::Cell;
use crate::play::{Actor, Game, Side};
use crate::space::{Direction, Pos};
use crate::words::phrase::{capital, in_words};

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
        if game.is_player(actor.id) {
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

/// What the player sees around, in words, a line each.
pub fn surroundings(game: &Game) -> Vec<String> {
    let here = game.player().place;
    let mut lines = Vec::new();
    if let Some([name, about]) = game.room_words(here) {
        lines.push(format!("{name}. {about}"));
    }
    let mut others: Vec<&Actor> = game
        .actors()
        .filter(|actor| !game.is_player(actor.id) && game.sees(actor.place))
        .collect();
    others.sort_by_key(|actor| (far(here, actor.place), actor.id));
    for actor in others {
        let name = match actor.properties.get("called") {
            Some(called) => format!("{called}, {}", actor.name),
            None => actor.name.clone(),
        };
        let health = match (actor.side, actor.hp * 100 / actor.max_hp.max(1)) {
            (Side::Nobody, _) => String::new(),
            (_, 100..) => ", unhurt".to_owned(),
            (_, percent) => format!(", {percent} % well"),
        };
        let odds = match actor.side {
            Side::Foes => game.odds_to_hit(game.player().id, actor.id),
            _ => None,
        };
        let odds = odds.map_or(String::new(), |odds| {
            format!(", you hit {odds} % of the time")
        });
        let asleep = match actor.mind {
            crate::play::Mind::Sleep => ", asleep",
            _ => "",
        };
        lines.push(format!(
            "{}{asleep}{health}{odds}: {}.",
            capital(&name),
            bearing(here, actor.place)
        ));
    }
    let mut goods: Vec<(u32, String)> = game
        .goods()
        .filter(|thing| game.shows(thing.place))
        .map(|thing| {
            let line = format!("{}: {}.", capital(&thing.name), bearing(here, thing.place));
            (far(here, thing.place), line)
        })
        .collect();
    goods.sort();
    lines.extend(goods.into_iter().map(|(_, line)| line));
    for way in game.known_ways() {
        if !game.shows(way.from) {
            continue;
        }
        let what = way.kind.link();
        let levels = match way.levels {
            1 => String::new(),
            levels => format!(" {} levels", in_words(levels)),
        };
        let check = game
            .check_of(&way)
            .map_or(String::new(), |(what, odds)| format!(" ({what}, {odds} %)"));
        lines.push(format!(
            "{} {}{levels}{check}: {}.",
            capital(what.name()),
            way.towards,
            bearing(here, way.from)
        ));
    }
    lines
}

/// How far two places are apart, for sorting.
fn far(a: Pos, b: Pos) -> u32 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) + 4 * a.z.abs_diff(b.z)
}
