//! What happened to a world.

/// A line of the log of a world.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Happening {
    /// When, in UTC.
    pub at: String,
    /// What it is.
    pub kind: HappeningKind,
    /// What happened, in words.
    pub detail: String,
}

/// What a line of a log is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HappeningKind {
    /// Something that was done, in a word: `saved`, `moved`, `cleared`.
    Event(String),
    /// A zone of an open world was changed: its address, and its revision after it.
    Zone(String, i64),
    /// Something was found wrong when a sector was saved: the rule, how bad that is, and the
    /// rooms.
    Finding {
        /// The rule.
        rule: String,
        /// How bad it is.
        severity: String,
        /// The first rooms that it is about.
        rooms: Vec<String>,
    },
}

/// What somebody else changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A world was saved, renamed or deleted, or a character in it moved.
    World(String),
    /// A zone of an open world was changed.
    Zone {
        /// The world.
        world: String,
        /// The address of the zone.
        zone: String,
    },
    /// So much that nobody knows what: everything has to be read again.
    Everything,
}
