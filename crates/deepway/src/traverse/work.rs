//! Clearing, blasting, repairing.

use super::Outcome;
use super::character::Character;
use super::climb::{dice, rolled};
use crate::check::{Attribute, Resolver};
use crate::sector::{CarvedSector, ConnectionKind};
use tracing::info;

/// What clearing takes, and how long an attempt lasts.
pub(super) const CLEAR_DC: u32 = 15;
const CLEAR_MINUTES: u32 = 10;
/// What a repair takes, and how long an attempt lasts.
const REPAIR_MINUTES: u32 = 10;

/// Tries to clear what blocks a connection: MIGHT 15, ten minutes.
pub(super) fn clear(
    carved: &mut CarvedSector,
    connection: u32,
    room: u32,
    character: &Character,
    resolver: &mut impl Resolver,
) -> Outcome {
    let sector = carved.sector();
    let one = &sector.connections[connection as usize];
    if !one.blocked {
        return Outcome::refused(room, "Nothing blocks the way.");
    }
    let dc = sector.blueprint.difficulty.adjust(CLEAR_DC);
    let check = resolver.check(Attribute::Might, character.might, dc);
    let id = one.id.clone();
    info!(
        character = character.name,
        connection = id,
        dc,
        passed = check.is_passed(),
        "clearing"
    );
    let success = check.is_passed() && carved.clear(connection);
    Outcome {
        success,
        message: match success {
            true => format!(
                "Stone by stone the way opens: {}.{}",
                what_it_is(carved, connection),
                rolled(&check)
            ),
            false => format!("Ten minutes of work, and it holds.{}", rolled(&check)),
        },
        damage: 0,
        room,
        minutes: CLEAR_MINUTES,
    }
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
    if !one.blocked {
        return Outcome::refused(room, "Nothing blocks the way.");
    }
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
    if one.kind != ConnectionKind::Elevator {
        return Outcome::refused(room, "There is nothing to repair here.");
    }
    if one.powered == Some(true) {
        return Outcome::refused(room, "It runs already.");
    }
    if one.blocked {
        return Outcome::refused(room, "What blocks it must be cleared first.");
    }
    let check = resolver.check(Attribute::Wits, character.wits, one.dc);
    let (id, dc) = (one.id.clone(), one.dc);
    info!(
        character = character.name,
        connection = id,
        dc,
        passed = check.is_passed(),
        "repairing"
    );
    let success = check.is_passed() && carved.repair(connection);
    Outcome {
        success,
        message: match success {
            true => format!(
                "A hum, a click: the elevator has power again.{}",
                rolled(&check)
            ),
            false => format!("Sparks, and then nothing.{}", rolled(&check)),
        },
        damage: 0,
        room,
        minutes: REPAIR_MINUTES,
    }
}

fn what_it_is(carved: &CarvedSector, connection: u32) -> String {
    let one = &carved.sector().connections[connection as usize];
    one.kind.id().to_owned()
}
