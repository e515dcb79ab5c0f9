//! What happens.

use super::actor::ActorId;
use super::aim::Ending;
use crate::check::Check;
use crate::space::{Direction, Pos, ZonePos};

/// How somebody comes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// A step on the level.
    Step,
    /// By a link or a connection.
    Climb,
    /// By a fall.
    Fall,
    /// Pushed.
    Shove,
    /// Because somebody else took the place.
    Aside,
    /// By a belt.
    Carried,
    /// By a scripted passage.
    Passage,
}

/// What hurt somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A blow, or something thrown.
    Blow(ActorId),
    /// A fall.
    Fall,
    /// Somebody who fell on them.
    Crushed,
    /// A slip on a climb, or a hazard of the way.
    Climb,
    /// A blast of their own.
    Blast,
    /// A trap.
    Trap,
    /// A liquid that burns.
    Liquid,
}

/// A question that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Whether to step into a fall of so many levels.
    Jump {
        /// Which way the step leads.
        towards: Direction,
        /// How many levels deep the fall is.
        levels: u32,
        /// The question in words.
        text: String,
    },
}

/// Something that the player had not seen before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Somebody comes into sight.
    Actor(ActorId),
    /// A thing comes into sight: what, and where.
    Thing(String, Pos),
    /// A way up or down.
    Way(Pos),
    /// A room is entered for the first time.
    Room(String),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody is about to leave a cell.
    LeavingCell {
        /// Who.
        who: ActorId,
        /// The cell.
        from: Pos,
    },
    /// Somebody is about to enter a cell.
    EnteringCell {
        /// Who.
        who: ActorId,
        /// The cell.
        to: Pos,
    },
    /// Somebody is about to enter another zone.
    EnteringZone {
        /// Who.
        who: ActorId,
        /// The zone.
        zone: ZonePos,
    },
    /// Somebody has left a cell.
    LeftCell {
        /// Who.
        who: ActorId,
        /// The cell.
        from: Pos,
    },
    /// Somebody has entered a cell.
    EnteredCell {
        /// Who.
        who: ActorId,
        /// The cell.
        to: Pos,
    },
    /// Somebody has moved.
    Moved {
        /// Who.
        who: ActorId,
        /// From where.
        from: Pos,
        /// To where.
        to: Pos,
        /// How.
        how: How,
    },
    /// The player is in another zone, and its neighbours are loaded.
    ActiveZone {
        /// The zone.
        zone: ZonePos,
    },
    /// A follower came along with the leader.
    Followed {
        /// Who.
        who: ActorId,
        /// Where to.
        to: Pos,
    },
    /// A sound to play.
    Sound(&'static str),
    /// Whether somebody is subject to gravity where they are.
    SubjectToGravity {
        /// Who.
        who: ActorId,
        /// Whether they are.
        is_subject: bool,
    },
    /// Gravity acts on somebody at a cell.
    Gravitation {
        /// Who.
        who: ActorId,
        /// Where.
        at: Pos,
    },
    /// Somebody is about to be pulled down.
    BeforePullDown {
        /// Who.
        who: ActorId,
        /// From where.
        from: Pos,
        /// To where.
        to: Pos,
        /// Through how many levels.
        levels: u32,
    },
    /// Somebody fell.
    FellDown {
        /// Who.
        who: ActorId,
        /// From where.
        from: Pos,
        /// To where.
        to: Pos,
        /// Through how many levels.
        levels: u32,
    },
    /// A companion has lost the leader by a fall.
    OutOfTouch {
        /// Who.
        who: ActorId,
    },
    /// They have met again.
    BackInTouch {
        /// Who.
        who: ActorId,
    },
    /// Somebody lost hit points.
    Hurt {
        /// Who.
        who: ActorId,
        /// How many.
        amount: u32,
        /// By what.
        cause: Cause,
    },
    /// Somebody got hit points back.
    Healed {
        /// Who.
        who: ActorId,
        /// How many.
        amount: u32,
    },
    /// Somebody died.
    Died {
        /// Who.
        who: ActorId,
        /// What they were called.
        name: String,
        /// Of what.
        cause: Cause,
    },
    /// A blow.
    Blow {
        /// Who struck.
        who: ActorId,
        /// At whom.
        at: ActorId,
        /// The roll against the other's guard.
        check: Check,
        /// Whether the striker stood higher.
        from_above: bool,
    },
    /// A push.
    Shoved {
        /// Who pushed.
        who: ActorId,
        /// Whom.
        at: ActorId,
        /// The two rolls with might.
        rolls: [i32; 2],
    },
    /// An attempt at a way up or down or at some work, in words.
    Attempt {
        /// Who.
        who: ActorId,
        /// Whether it worked.
        success: bool,
        /// What happened.
        text: String,
        /// How long it took.
        minutes: u32,
    },
    /// Somebody took something.
    Took {
        /// Who.
        who: ActorId,
        /// What.
        item: String,
    },
    /// Somebody put something down.
    Dropped {
        /// Who.
        who: ActorId,
        /// What.
        item: String,
    },
    /// Somebody threw something.
    Threw {
        /// Who.
        who: ActorId,
        /// What.
        item: String,
        /// Where to.
        at: Pos,
    },
    /// Somebody used something, and what came of it.
    Applied {
        /// Who.
        who: ActorId,
        /// What.
        item: String,
        /// What came of it.
        text: String,
    },
    /// Something is open now that was locked.
    Unlocked {
        /// Where.
        at: Pos,
        /// The key.
        key: String,
    },
    /// Something hidden was found.
    Found {
        /// What.
        what: String,
        /// Where.
        at: Pos,
    },
    /// A trap went off.
    Sprung {
        /// Who set it off.
        who: ActorId,
        /// The trap.
        trap: String,
        /// What it does.
        effect: String,
    },
    /// A trap was disarmed.
    Disarmed {
        /// The trap.
        trap: String,
    },
    /// Rock was opened where somebody landed.
    Opened {
        /// Where.
        at: Pos,
    },
    /// Somebody woke up or noticed the party.
    Noticed {
        /// Who.
        who: ActorId,
    },
    /// The player sees something new.
    News(News),
    /// A question that waits for an answer.
    Prompt(Prompt),
    /// A command came to nothing, and why.
    Refused(String),
    /// Work or rest was broken off, and why.
    Interrupted(String),
    /// The game has ended.
    Ended(Ending),
}
