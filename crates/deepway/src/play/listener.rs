//! Whoever listens: may stop or turn what is about to happen, and hears what has happened.

use super::actor::ActorId;
use super::event::Event;
use super::game::Game;
use crate::space::{Direction, Pos, ZonePos};

/// Something that is about to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Somebody leaves a cell.
    LeavingCell {
        /// Who.
        who: ActorId,
        /// The cell.
        from: Pos,
    },
    /// Somebody enters a cell; may be turned to another.
    EnteringCell {
        /// Who.
        who: ActorId,
        /// The cell.
        to: Pos,
    },
    /// Somebody enters another zone.
    EnteringZone {
        /// Who.
        who: ActorId,
        /// The zone.
        zone: ZonePos,
    },
    /// Gravity asks whether somebody is subject to it; stopped, they are not.
    SubjectToGravity {
        /// Who.
        who: ActorId,
        /// Where.
        at: Pos,
    },
    /// Gravity acts on somebody.
    Gravitation {
        /// Who.
        who: ActorId,
        /// Where.
        at: Pos,
    },
    /// Somebody is pulled down; may be turned to another landing.
    PullDown {
        /// Who.
        who: ActorId,
        /// From where.
        from: Pos,
        /// To where.
        to: Pos,
        /// Through how many levels.
        levels: u32,
    },
    /// Somebody takes a way up or down.
    Climb {
        /// Who.
        who: ActorId,
        /// From where.
        from: Pos,
        /// Up or down.
        towards: Direction,
    },
    /// Somebody strikes somebody.
    Blow {
        /// Who.
        who: ActorId,
        /// At whom.
        at: ActorId,
    },
}

/// What a listener says to something that is about to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It happens.
    Allow,
    /// It does not, and why.
    Cancel(String),
    /// It happens elsewhere: another cell to enter, another place to land.
    Redirect(Pos),
}

/// Whoever listens to a game.
///
/// A game whose listener says something else than [`Verdict::Allow`] goes another way; to replay
/// it, the same listener is needed.
pub trait Listener {
    /// Hears what is about to happen.
    fn before(&mut self, _game: &Game, _before: &Before) -> Verdict {
        Verdict::Allow
    }

    /// Hears what has happened.
    fn after(&mut self, _game: &Game, _event: &Event) {}
}

/// A listener that says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Silent;

impl Listener for Silent {}

/// What the world itself says: stairs hold, platforms carry, wings spread.
pub(super) fn world_says(game: &Game, before: &Before) -> Verdict {
    let (Before::SubjectToGravity { who, at } | Before::Gravitation { who, at }) = *before else {
        return Verdict::Allow;
    };
    let Some(actor) = game.actor(who) else {
        return Verdict::Allow;
    };
    let is_subject = matches!(before, Before::SubjectToGravity { .. });
    if is_subject && actor.has("IgnoresGravity") {
        return Verdict::Cancel(String::new());
    }
    if is_subject && !game.stage().pulls(at) && game.stage().cell(at).is_vertical() {
        // Nobody falls off stairs.
        return Verdict::Cancel(String::new());
    }
    if !is_subject && game.has_platform(at) {
        return Verdict::Cancel("The platform holds.".to_owned());
    }
    if !is_subject && actor.has("Wings") {
        return Verdict::Cancel("Wings spread.".to_owned());
    }
    Verdict::Allow
}
