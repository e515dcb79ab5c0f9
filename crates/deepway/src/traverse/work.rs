//! Clearing, blasting, repairing.

use super::Outcome;
use super::character::Character;
use super::climb::{dice, rolled};
use crate::check::{Attribute, Check, Resolver};
use crate::ids::{ConnectionId, RoomId};
use crate::sector::CarvedSector;
use tracing::info;

/// How long an attempt to clear or to repair takes.
const MINUTES: u32 = 10;

/// Tries to clear what blocks a connection: MIGHT 15, ten minutes.
pub(crate) fn clear(
    carved: &mut CarvedSector,
    connection: ConnectionId,
    room: RoomId,
    character: &Character,
    resolver: &mut (impl Resolver + ?Sized),
) -> Outcome {
    let Some(dc) = carved
        .sector()
        .connection(connection)
        .map(|found| found.clear_dc())
    else {
        return Outcome::refused(room, NOT_HERE);
    };
    let check = resolver.check(Attribute::Might, character.might, dc);
    log("clearing", character, connection, &check);
    let success = check.is_passed() && carved.clear(connection);
    let message = match success {
        true => format!(
            "Stone by stone the way opens: {}.",
            what_it_is(carved, connection)
        ),
        false => "Ten minutes of work, and it holds.".to_owned(),
    };
    worked(success, message, room, &check)
}

/// Blasts what blocks a connection: at once, for an explosive, and perhaps with harm.
pub(crate) fn blast(
    carved: &mut CarvedSector,
    connection: ConnectionId,
    room: RoomId,
    character: &mut Character,
    resolver: &mut (impl Resolver + ?Sized),
) -> Outcome {
    if character.explosives == 0 {
        return Outcome::refused(room, "You have no explosives left.");
    }
    info!(character = character.name, %connection, "blasting");
    character.explosives -= 1;
    let success = carved.clear(connection);
    let mut outcome = Outcome {
        success,
        message: format!(
            "The blast opens the way: {}.",
            what_it_is(carved, connection)
        ),
        damage: 0,
        room,
        minutes: 0,
    };
    if resolver.happens(50) {
        outcome.damage = character.hurt(resolver.roll(dice(2, 6)));
        outcome.message += &format!(" Splinters find you. {} damage.", outcome.damage);
        if !character.is_up() {
            outcome.message += " You are down.";
        }
    }
    outcome
}

/// Tries to repair an elevator: WITS against its DC.
pub(crate) fn repair(
    carved: &mut CarvedSector,
    connection: ConnectionId,
    room: RoomId,
    character: &Character,
    resolver: &mut (impl Resolver + ?Sized),
) -> Outcome {
    let Some(found) = carved.sector().connection(connection) else {
        return Outcome::refused(room, NOT_HERE);
    };
    if found.is_blocked() {
        return Outcome::refused(room, "What blocks it must be cleared first.");
    }
    let check = resolver.check(Attribute::Wits, character.wits, found.dc());
    log("repairing", character, connection, &check);
    let success = check.is_passed() && carved.repair(connection);
    let message = match success {
        true => "A hum, a click: the elevator has power again.",
        false => "Sparks, and then nothing.",
    };
    worked(success, message.to_owned(), room, &check)
}

const NOT_HERE: &str = "That is not here.";

fn log(what: &str, character: &Character, connection: ConnectionId, check: &Check) {
    let (name, dc, passed) = (character.name.as_str(), check.dc, check.is_passed());
    info!(character = name, %connection, dc, passed, "{what}");
}

/// The outcome of ten minutes of work.
fn worked(success: bool, message: String, room: RoomId, check: &Check) -> Outcome {
    Outcome {
        success,
        message: message + &rolled(check),
        damage: 0,
        room,
        minutes: MINUTES,
    }
}

fn what_it_is(carved: &CarvedSector, connection: ConnectionId) -> &'static str {
    let connection = carved.sector().connection(connection);
    connection.map_or("", |connection| connection.kind().id())
}
