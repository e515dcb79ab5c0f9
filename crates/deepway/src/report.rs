//! What is wrong with a world: one kind of finding for sectors, cells, mazes and maps.
//!
//! `docs/rules.md` lists the rules.

use crate::ids::{ConnectionId, EdgeId, ExitId, RoomId};
use crate::space::{MazePos, Pos};
use std::fmt;
use tracing::{info, warn};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It can be played, but it is not what was asked for.
    Warning,
    /// It breaks a promise.
    Error,
    /// It cannot be: generation fails.
    Critical,
}

impl Severity {
    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
        }
    }
}

macro_rules! rules {
    ($($rule:ident $severity:ident $about:literal;)*) => {
        /// Which rule is broken.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $about] $rule,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// The name in files.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$rule => stringify!($rule),)*
                }
            }

            /// How bad it is to break it.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$rule => Severity::$severity,)*
                }
            }

            /// What it means if it is broken, in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$rule => $about,)*
                }
            }
        }
    };
}

rules! {
    // What a file says of a sector.
    IdMismatch Error "A room or a connection has another id than its place in the list gives it.";
    NoSuchRoom Critical "Something names a room that is not there.";
    SelfLoop Error "A room is joined to itself.";
    SizeMismatch Critical "A room has a size that no room can have.";
    // Sectors.
    Overlap Critical "Two things take the same unit.";
    LayerBounds Critical "Something lies above or below all layers.";
    Origin Critical "The entry hall is not at the origin, or there is none.";
    ExtraStart Error "A room besides the first is a start.";
    ExtraBoss Warning "A generated sector has a second boss arena.";
    NoBoss Warning "A generated sector has no boss arena.";
    TargetMissed Warning "A generated sector has more or fewer rooms than were asked for.";
    DroppedEdge Warning "There was no way for an edge of the graph, and it was dropped.";
    Unreachable Error "A room cannot be reached from the entry hall without passing something blocked.";
    NoWayBack Error "From a place that one can get into no way leads back.";
    MissingConnection Error "A passage that should be there is not, or is there twice.";
    ExitMismatch Error "An exit does not leave by the wall that it names, or has no partner.";
    BrokenCorridor Error "A corridor has a gap, or does not lead from door to door.";
    DirectionTaken Error "A room is left twice in one direction.";
    ColumnMismatch Error "A connection does not stand in a column that both rooms have, with nothing between.";
    ConnectionMismatch Error "Kind, DC, span, power and blockage of a connection do not fit together.";
    BiomeClash Error "Hot touches cold, or a biome spans too many layers.";
    BlendMismatch Error "A room does not blend with the biomes beside it, or with others.";
    // Cells.
    CellMismatch Error "A cell is not what the sector says, or belongs to nothing.";
    JoinMismatch Error "Cells join what the sector does not, or do not join what it does.";
    RouteMismatch Error "The way through the cells is not one through the rooms.";
    NoPartner Error "Stairs, a ladder, a shaft, a hole or an elevator that no link uses.";
    RampToNowhere Error "A ramp leads nowhere, or cannot be entered.";
    Pocket Error "Cells that cannot be reached.";
    Trap Error "Cells that can be entered but never left.";
    // Mazes.
    CountMismatch Error "There are not as many levels, cells, doors, ladders or holes as planned.";
    LevelInPieces Error "A level falls apart for those who find no secret door.";
    OpenBlock Error "Two by two cells of a level are open.";
    FeatureInRock Error "A ladder or a hole ends in rock.";
    FeatureClash Error "Two ladders or holes share a cell.";
    LaddersJoin Error "A ladder stands right below another, and they join.";
    QuadrantTaken Error "Two ladders or holes between the same levels share a quadrant.";
    LevelsApart Error "Nothing joins two levels.";
    // Materials and things.
    LiquidMismatch Error "A cell is made of something that it cannot be made of.";
    ThingInWall Warning "A thing is where nobody can stand.";
    ThingOutside Error "A thing is outside the world.";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Something that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A room.
    Room(RoomId),
    /// A way up and down.
    Connection(ConnectionId),
    /// An exit.
    Exit(ExitId),
    /// An edge of the graph.
    Edge(EdgeId),
    /// A cell.
    Cell(Pos),
    /// A level of a maze, from 1 on downward.
    Level(u32),
    /// A cell of a maze.
    MazeCell(MazePos),
    /// A thing, by its place in the list.
    Thing(u32),
}

/// Something that is wrong, or looks so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub subjects: Vec<Subject>,
    /// Whether it only looks wrong, and is meant so.
    pub intended: bool,
    /// What is wrong, with names and places.
    pub message: String,
}

impl Finding {
    /// A rule that is broken, as bad as the rule says.
    pub fn new(
        rule: Rule,
        subjects: impl IntoIterator<Item = Subject>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            severity: rule.severity(),
            subjects: subjects.into_iter().collect(),
            intended: false,
            message: message.into(),
        }
    }

    /// A rule that rooms break.
    pub fn of_rooms(
        rule: Rule,
        rooms: impl IntoIterator<Item = RoomId>,
        message: impl Into<String>,
    ) -> Self {
        Self::new(rule, rooms.into_iter().map(Subject::Room), message)
    }

    /// The same, and meant so or not.
    #[must_use]
    pub fn intended(self, intended: bool) -> Self {
        Self { intended, ..self }
    }

    /// Whether a world with it is not sound: it is an error or worse, and not meant so.
    pub fn is_fault(&self) -> bool {
        self.severity > Severity::Warning && !self.intended
    }

    /// The rooms that it is about.
    pub fn rooms(&self) -> impl Iterator<Item = RoomId> {
        self.subjects.iter().filter_map(|subject| match subject {
            Subject::Room(room) => Some(*room),
            _ => None,
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.intended {
            true => "intended",
            false => self.severity.id(),
        };
        write!(f, "{severity}: {}: {}", self.rule, self.message)
    }
}

/// The first finding with which a world is not sound.
pub fn first_fault(findings: &[Finding]) -> Option<&Finding> {
    findings.iter().find(|finding| finding.is_fault())
}

/// Whether a world with these findings is sound: warnings, and what is intended, do no harm.
pub fn is_sound(findings: &[Finding]) -> bool {
    first_fault(findings).is_none()
}

/// Tells whoever listens what was found, one event each.
pub fn log(findings: &[Finding]) {
    for finding in findings {
        let (kind, severity) = (finding.rule.id(), finding.severity.id());
        let rooms: Vec<String> = finding.rooms().map(|room| room.to_string()).collect();
        let rooms = rooms.join(" ");
        match finding.intended {
            true => info!(kind, severity, rooms, "intended: {}", finding.message),
            false => warn!(kind, severity, rooms, "{}", finding.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn severities_are_those_of_the_sources() {
        for (rule, severity) in [
            (Rule::Overlap, Severity::Critical),
            (Rule::LayerBounds, Severity::Critical),
            (Rule::Unreachable, Severity::Error),
            (Rule::MissingConnection, Severity::Error),
        ] {
            assert_eq!(rule.severity(), severity);
        }
        let ids: HashSet<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), Rule::ALL.len());
    }

    #[test]
    fn warnings_and_what_is_meant_so_leave_a_world_sound() {
        let warning = Finding::new(Rule::TargetMissed, [], "three rooms");
        let meant = Finding::new(Rule::NoWayBack, [Subject::Level(5)], "no way up").intended(true);
        let fault = Finding::new(Rule::Pocket, [], "a cell");
        assert!(is_sound(&[warning.clone(), meant.clone()]));
        assert!(!is_sound(&[warning, meant.clone(), fault]));
        assert_eq!(meant.to_string(), "intended: NoWayBack: no way up");
    }
}
