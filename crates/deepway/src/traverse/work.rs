//! Clearing, blasting, repairing.

use super::Outcome;
use super::character::Character;
use super::climb::{dice, rolled};
use crate::check::{Attribute, Check, Resolver};
use crate::sector::{CarvedSector, ConnectionKind, Sector};
use tracing::info;

/// How long an attempt to clear or to repair lasts.
const MINUTES: u32 = 10;

/// What clearing takes in a sector, whatever is blocked.
pub(super) fn clear_dc(sector: &Sector) -> u32 {
    let difficulty = sector.blueprint.difficulty;
    difficulty.adjust(ConnectionKind::Collapsed.dc())
}

/// Tries to clear what blocks a connection: MIGHT 15, ten minutes.
pub(super) fn clear(
    carved: &mut CarvedSector,
    connection: u32,
    room: u32,
    character: &Character,
    resolver: &mut impl Resolver,
) -> Outcome {
    let sector = carved.sector();
    let (id, dc) = (
        &sector.connections[connection as usize].id,
        clear_dc(sector),
    );
    let check = resolver.check(Attribute::Might, character.might, dc);
    log("clearing", character, id, &check);
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
pub(super) fn blast(
    carved: &mut CarvedSector,
    connection: u32,
    room: u32,
    character: &mut Character,
    resolver: &mut impl Resolver,
) -> Outcome {
    let one = &carved.sector().connections[connection as usize];
    if character.explosives == 0 {
        return Outcome::refused(room, "You have no explosives left.");
    }
    info!(character = character.name, connection = one.id, "blasting");
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

/// Tries to repair an elevator: WITS against what it takes.
pub(super) fn repair(
    carved: &mut CarvedSector,
    connection: u32,
    room: u32,
    character: &Character,
    resolver: &mut impl Resolver,
) -> Outcome {
    let one = &carved.sector().connections[connection as usize];
    if one.blocked {
        return Outcome::refused(room, "What blocks it must be cleared first.");
    }
    let check = resolver.check(Attribute::Wits, character.wits, one.dc);
    log("repairing", character, &one.id, &check);
    let success = check.is_passed() && carved.repair(connection);
    let message = match success {
        true => "A hum, a click: the elevator has power again.",
        false => "Sparks, and then nothing.",
    };
    worked(success, message.to_owned(), room, &check)
}

fn log(what: &str, character: &Character, connection: &str, check: &Check) {
    let (name, dc, passed) = (character.name.as_str(), check.dc, check.is_passed());
    info!(character = name, connection, dc, passed, "{what}");
}

/// How ten minutes of work ended.
fn worked(success: bool, message: String, room: u32, check: &Check) -> Outcome {
    Outcome {
        success,
        message: message + &rolled(check),
        damage: 0,
        room,
        minutes: MINUTES,
    }
}

fn what_it_is(carved: &CarvedSector, connection: u32) -> String {
    let one = &carved.sector().connections[connection as usize];
    one.kind.id().to_owned()
}
