//! What is around the player, and what is at a place, in words.

use super::bearing;
use crate::play::{Actor, ActorId, Game, Mind, Side, Way, WayKind};
use crate::space::{Direction, Pos};
use crate::words::phrase::{capital, in_words};
use crate::world::Kind;

/// What the player sees around, in words, a line each.
pub fn surroundings(game: &Game) -> Vec<String> {
    let here = game.player().place;
    let mut lines = Vec::new();
    match game.room_words(here) {
        Some([name, about]) => lines.push(format!("{name}. {about}")),
        None => lines.push(ways_on(game, here)),
    }
    let mut others: Vec<&Actor> = game
        .actors()
        .filter(|actor| actor.id != ActorId::PLAYER && game.sees(actor.place))
        .collect();
    others.sort_by_key(|actor| (far(here, actor.place), actor.id));
    for actor in others {
        let name = named(game, actor);
        lines.push(format!("{name}: {}.", bearing(here, actor.place)));
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
    // The other ends of ways are told with these.
    let ways = game.known_ways().into_iter();
    for known in ways.filter(|way| way.from.z == here.z && game.shows(way.from)) {
        let way = told_way(game, &known);
        lines.push(format!("{way}: {}.", bearing(here, known.from)));
    }
    lines
}

/// Where somebody stands who is in no room, and where they can go from there.
fn ways_on(game: &Game, here: Pos) -> String {
    let mut open: Vec<String> = Direction::ALL[..8]
        .iter()
        .filter(|towards| game.can_stand(here.step(**towards)))
        .map(Direction::to_string)
        .collect();
    let open = match open.len() {
        0 => "closed on all sides".to_owned(),
        8 => "open on all sides".to_owned(),
        _ => {
            let last = open.pop().unwrap_or_default();
            match open.is_empty() {
                true => format!("open to the {last} alone"),
                false => format!("open to the {} and {last}", open.join(", ")),
            }
        }
    };
    let facing = match game.world().kind() {
        Kind::Maze => format!(", facing {}", game.player().facing),
        _ => String::new(),
    };
    let place = game.world().place_name(here);
    format!("You are at {place}{facing}: {open}.")
}

/// An actor with how they are and the odds to hit them.
fn named(game: &Game, actor: &Actor) -> String {
    let mut text = capital(&actor.name);
    if actor.mind == Mind::Sleep {
        text += ", asleep";
    }
    match (actor.side, actor.hp * 100 / actor.max_hp.max(1)) {
        (Side::Nobody, _) => {}
        (_, 100..) => text += ", unhurt",
        (_, percent) => text += &format!(", {percent} % well"),
    }
    let odds = match actor.side {
        Side::Foes => game.odds_to_hit(ActorId::PLAYER, actor.id),
        _ => None,
    };
    if let Some(odds) = odds {
        text += &format!(", you hit {odds} % of the time");
    }
    text
}

/// A way with its length, what it asks, and the odds.
fn told_way(game: &Game, way: &Way) -> String {
    let levels = match way.levels {
        1 => String::new(),
        levels => format!(" {} levels", in_words(levels)),
    };
    let check = game.check_of(way);
    let check = check.map_or(String::new(), |(what, odds)| format!(" ({what}, {odds} %)"));
    let name = capital(way.kind.link().name());
    format!("{name} {}{levels}{check}", way.towards)
}

/// What the player knows of a place, in words, a line each.
pub fn described(game: &Game, pos: Pos) -> Vec<String> {
    let here = game.player().place;
    let mut lines = Vec::new();
    let place = format!("{} ({})", game.world().place_name(pos), bearing(here, pos));
    let Some(cell) = game.memory().get(pos) else {
        return vec![format!("{place}: nothing is known of it.")];
    };
    let now = match game.shows(pos) {
        true => "",
        false => ", as you remember it",
    };
    lines.push(format!("{place}: {}{now}.", capital(cell.info().name)));
    let actor = game.at(pos).and_then(|who| game.actor(who));
    let is_known = |actor: &&Actor| game.sees(pos) || actor.side == Side::Party;
    match actor.filter(is_known) {
        Some(actor) if actor.id == ActorId::PLAYER => lines.push("You.".to_owned()),
        Some(actor) => lines.push(named(game, actor) + "."),
        None => {}
    }
    for thing in game.goods_at(pos) {
        lines.push(format!("{}.", capital(&thing.name)));
    }
    if let Some(trap) = game.known_trap(pos) {
        lines.push(format!("A trap: {}.", trap.name));
    }
    for mark in game.marks_at(pos) {
        lines.push(format!("{}.", capital(&mark.name)));
    }
    if game.is_locked(pos) && !game.is_hidden(pos) {
        lines.push("It is locked.".to_owned());
    }
    for way in game.ways(pos) {
        let to = game.world().place_name(way.to);
        let to = match game.room_words(way.to) {
            Some([name, _]) if game.memory().knows(way.to) => format!("{name} ({to})"),
            _ => to,
        };
        lines.push(format!("{}, to {to}.", told_way(game, &way)));
    }
    if let Some(fall) = game.drop_from(pos).filter(|_| !game.is_hidden(pos)) {
        let word = if fall.levels == 1 { "level" } else { "levels" };
        let dice = match game.fall_damage().dice(fall.levels) {
            None => "it does no harm".to_owned(),
            Some((dice, 0)) => format!("{dice} damage"),
            Some((dice, more)) => format!("{dice} + {more} damage"),
        };
        lines.push(format!(
            "A fall of {} {word}, to {}: {dice}.",
            in_words(fall.levels),
            game.world().place_name(fall.to)
        ));
    }
    if pos.z == here.z
        && let Some([name, about]) = game.room_words(pos)
        && game.room_words(here).is_none_or(|[own, _]| own != name)
        && cell.is_walkable()
    {
        lines.push(format!("{name}. {about}"));
    }
    lines
}

/// A way up or down that the player knows, with the letter that both of its ends have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The letter.
    pub letter: char,
    /// The way.
    pub way: Way,
}

/// The ways up and down that the player knows, each with a letter.
///
/// Both ends of a way have the same letter. Letters are given in the order in which ways are
/// first seen, so that they stay.
pub fn leads(game: &Game) -> Vec<Lead> {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    // A connection has a number; the ends of a link tell what it is.
    let key = |way: &Way| match (way.kind, way.towards) {
        (WayKind::Connection(_, id), _) => (Some(id), [Pos::default(); 2]),
        (_, Direction::Up) => (None, [way.from, way.to]),
        _ => (None, [way.to, way.from]),
    };
    let mut known = Vec::new();
    let mut found = Vec::new();
    for way in game.known_ways() {
        let key = key(&way);
        let number = known.iter().position(|own| *own == key);
        let number = number.unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        });
        let letter = LETTERS.chars().nth(number % LETTERS.len());
        found.extend(letter.map(|letter| Lead { letter, way }));
    }
    found
}

/// How far two places are apart, for sorting.
fn far(a: Pos, b: Pos) -> u32 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) + 4 * a.z.abs_diff(b.z)
}
