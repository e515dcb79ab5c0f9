//! Going up or down a connection.

use super::Outcome;
use super::character::Character;
use crate::check::{Attribute, Check, Resolver};
use crate::ids::RoomId;
use crate::sector::{Climb, Connection, Sector};
use crate::seed::Dice;
use tracing::{info, warn};

/// A miss by at least this margin is a fall.
const FALL: i32 = 6;

/// Whether a connection can be attempted at all: nothing blocks it, stairs included.
pub fn can_traverse(character: &Character, connection: &Connection<'_>) -> bool {
    character.is_up() && !connection.is_blocked()
}

/// Tries to get from a room through a connection.
///
/// A blocked connection is refused, whatever its kind. Missing a shaft's check by 1–5 is a
/// slip (1d6, the character stays), by 6 or more a fall to the bottom (2d6), whichever way they
/// were going; missing a ladder's costs 1d4. An elevator without power is climbed like a shaft.
pub fn attempt_traversal(
    sector: &Sector,
    connection: &Connection<'_>,
    from: RoomId,
    character: &mut Character,
    resolver: &mut (impl Resolver + ?Sized),
) -> Outcome {
    let who = character.name.as_str();
    let (kind, dc) = (connection.kind().id(), connection.climb_dc());
    info!(character = who, kind, dc, "attempting traversal");
    if !character.is_up() {
        return Outcome::refused(from, "You are down, and go nowhere.");
    }
    if connection.is_blocked() {
        let blockage = connection.blockage().unwrap_or("It is blocked.");
        return Outcome::refused(from, format!("{blockage} It must be cleared first."));
    }
    let [low, high] = connection.low_and_high();
    let to = if from == low { high } else { low };
    if from != low && from != high {
        return Outcome::refused(from, "That is not here.");
    }
    if !connection.is_two_way() && from != connection.from {
        return Outcome::refused(from, "It only leads the other way.");
    }
    let way = if to == high { "up" } else { "down" };
    let there = &sector[to].name;
    let mut outcome = Outcome {
        success: true,
        message: String::new(),
        damage: 0,
        room: to,
        minutes: connection.levels(),
    };
    match connection.climb() {
        Climb::Stairs => {
            outcome.message = format!("You take the stairs {way} to {there}.");
        }
        Climb::Elevator { powered: true } => {
            outcome.message = format!("The elevator carries you {way} to {there}.");
        }
        Climb::Ladder => {
            let check = resolver.check(Attribute::Might, character.might, dc);
            match check.is_passed() {
                true => outcome.message = format!("You climb the ladder {way} to {there}."),
                false => {
                    outcome.success = false;
                    outcome.room = from;
                    outcome.damage = character.hurt(resolver.roll(dice(1, 4)));
                    outcome.message =
                        "You slip on the ladder, and hang on where you were.".to_owned();
                }
            }
            outcome.message += &rolled(&check);
        }
        Climb::Shaft | Climb::Elevator { powered: false } => {
            climb_shaft(
                sector,
                connection,
                [from, to],
                character,
                resolver,
                &mut outcome,
            );
        }
    }
    meet_hazards(connection, character, resolver, &mut outcome);
    finish(character, connection, outcome)
}

/// Climbs a shaft, or the shaft of an elevator.
fn climb_shaft(
    sector: &Sector,
    connection: &Connection<'_>,
    [from, to]: [RoomId; 2],
    character: &mut Character,
    resolver: &mut (impl Resolver + ?Sized),
    outcome: &mut Outcome,
) {
    let [low, high] = connection.low_and_high();
    let way = if to == high { "up" } else { "down" };
    let dc = connection.climb_dc();
    let check = resolver.check(Attribute::Might, character.might, dc);
    outcome.minutes = connection.levels() * 5;
    if check.is_passed() {
        let there = &sector[to].name;
        outcome.message = format!("You climb {way} the shaft to {there}.{}", rolled(&check));
        return;
    }
    outcome.success = false;
    if -check.margin() >= FALL {
        outcome.room = low;
        outcome.damage = character.hurt(resolver.roll(dice(2, 6)));
        outcome.message = format!(
            "You lose your hold and fall to the bottom.{}",
            rolled(&check)
        );
        let (who, shaft, damage) = (character.name.as_str(), connection.id, outcome.damage);
        info!(
            character = who, %shaft, damage,
            event = "Fall", Character = who, ShaftID = %shaft, Damage = damage,
            "fell"
        );
    } else {
        outcome.room = from;
        outcome.damage = character.hurt(resolver.roll(dice(1, 6)));
        outcome.message = format!(
            "You slip, and catch yourself where you were.{}",
            rolled(&check)
        );
    }
}

/// Rolls once for each hazard of a connection.
fn meet_hazards(
    connection: &Connection<'_>,
    character: &mut Character,
    resolver: &mut (impl Resolver + ?Sized),
    outcome: &mut Outcome,
) {
    for hazard in connection.hazards() {
        if resolver.happens(hazard.chance) {
            let damage = character.hurt(resolver.roll(hazard.damage));
            outcome.damage += damage;
            outcome.message += &format!(" {} ({})", hazard.text, hazard.name);
        }
    }
}

/// Adds the damage to the message, and whether the character is down.
fn finish(character: &Character, connection: &Connection<'_>, mut outcome: Outcome) -> Outcome {
    let (who, kind) = (character.name.as_str(), connection.kind().id());
    if outcome.damage > 0 {
        outcome.message += &format!(" {} damage.", outcome.damage);
    }
    if !character.is_up() {
        outcome.message += " You are down.";
    }
    let (damage, room) = (outcome.damage, outcome.room);
    match outcome.success {
        true => info!(character = who, kind, damage, %room, "traversal successful"),
        false => warn!(character = who, kind, damage, %room, "traversal failed"),
    }
    outcome
}

/// What was rolled, in brackets.
pub(super) fn rolled(check: &Check) -> String {
    let (roll, bonus, dc) = (check.roll, check.total - check.roll, check.dc);
    format!(" [rolled {roll} {bonus:+} against {dc}]")
}

/// `count` dice with `sides` sides.
pub(super) fn dice(count: u32, sides: u32) -> Dice {
    Dice::sum(count, sides)
}
