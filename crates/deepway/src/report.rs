//! Findings: what is wrong with a sector, its cells, a maze or a map.
//!
//! `docs/rules.md` lists the rules.

use crate::ids::{ConnectionId, EdgeId, ExitId, RoomId};
use crate::space::{MazePos, Pos, ZonePos};
use std::collections::BTreeMap;
use std::fmt;
use tracing::{info, warn};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The world can be played, but is not what was asked for.
    Warning,
    /// The world breaks a rule that it promises to keep.
    Error,
    /// The world is impossible: generation fails.
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
        /// A rule for worlds.
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

            /// What it means to break it, in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$rule => $about,)*
                }
            }
        }
    };
}

rules! {
    // Sector files.
    IdMismatch Error "The id of a room or a connection does not match its place in the list.";
    NoSuchRoom Critical "Something names a room that does not exist.";
    SelfLoop Error "A room is joined to itself.";
    SizeMismatch Critical "A room has a size that no room can have.";
    // Sectors.
    Overlap Critical "Two things take the same unit.";
    LayerBounds Critical "Something lies above or below all layers.";
    Origin Critical "The entry hall is not at the origin, or there is none.";
    ExtraStart Error "A room other than the first is a start.";
    ExtraBoss Warning "A generated sector has a second boss arena.";
    NoBoss Warning "A generated sector has no boss arena.";
    TargetMissed Warning "A generated sector has more or fewer rooms than were asked for.";
    DroppedEdge Warning "An edge of the graph could not be routed and was dropped.";
    RoomsInRow Warning "The rooms of a graph that was brought had to be put in a row, with long corridors.";
    GraphApart Error "The edges of the graph do not join all rooms.";
    ShortElevator Warning "An elevator joins rooms that are only one layer apart.";
    LockMismatch Error "A lock has no key, cannot be opened in any order, or can be gone around.";
    Structure Error "A generated sector is not composed as one of its size should be.";
    Unreachable Error "A room cannot be reached from the entry hall without passing something blocked.";
    NoWayBack Error "A room can be entered, but no way leads back to the entry hall.";
    MissingConnection Error "A passage is missing, or there twice.";
    ExitMismatch Error "An exit does not leave by the wall that it names, or has no partner.";
    BrokenCorridor Error "A corridor has a gap, or does not lead from door to door.";
    DirectionTaken Error "A room has two exits in the same direction.";
    ColumnMismatch Error "A connection is not in a column that its rooms share, or something is between them.";
    ConnectionMismatch Error "The kind, DC, span, power and blockage of a connection do not fit together.";
    BiomeClash Error "Hot touches cold, or a biome spans too many layers.";
    BlendMismatch Error "A room does not blend with the biomes beside it, or blends with others.";
    // Cells.
    CellMismatch Error "A cell is not what the sector says, or belongs to nothing.";
    JoinMismatch Error "Cells join what the sector keeps apart, or do not join what it joins.";
    RouteMismatch Error "A path through the cells does not follow the passages between rooms.";
    KeyMissing Error "The key of a lock does not lie in its room.";
    BrokenBridge Error "A bridge in a room does not lead from ground to ground.";
    WordsMismatch Error "What is said about a room is not borne out by its cells.";
    NoPartner Error "Stairs, a ladder, a shaft, a hole or an elevator that no link uses.";
    RampToNowhere Error "A ramp leads nowhere, or cannot be entered.";
    Pocket Error "Cells that cannot be reached.";
    Trap Error "Cells that can be entered but never left.";
    // Mazes.
    CountMismatch Error "There are not as many levels, cells, doors, ladders or holes as planned.";
    LevelInPieces Error "A level is in pieces for walkers who find no secret door.";
    OpenBlock Error "A block of two by two cells is open.";
    FeatureInRock Error "A ladder or a hole ends in rock.";
    FeatureClash Error "Two ladders or holes share a cell.";
    LaddersJoin Error "A ladder stands right below another, and they join.";
    QuadrantTaken Error "Two ladders or holes between the same levels share a quadrant.";
    LevelsApart Error "Nothing joins two levels.";
    // Open worlds.
    ZoneUnreachable Error "A zone cannot be reached from the surface, or not be left again.";
    ZoneInPieces Error "Some cells of a zone cannot be reached from others without a fall.";
    ZoneDensity Error "A zone is nearly all rock, or nearly all floor.";
    JointMismatch Error "Two zones do not list the same connections, or their cells join elsewhere.";
    DeadDoor Warning "A door does not have a walkable cell on two sides that face each other.";
    RiverBroken Error "The water of a river rises, or ends at the border of a zone.";
    // Materials and things.
    LiquidMismatch Error "A cell has a material that its kind cannot have.";
    ThingInWall Warning "A thing that is not a tag stands in a wall.";
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
    /// A connection up and down.
    Connection(ConnectionId),
    /// An exit.
    Exit(ExitId),
    /// An edge of the graph.
    Edge(EdgeId),
    /// A cell.
    Cell(Pos),
    /// A level of a maze, numbered downward from 1.
    Level(u32),
    /// A cell of a maze.
    MazeCell(MazePos),
    /// A thing, by its place in the list.
    Thing(u32),
    /// A zone of an open world.
    Zone(ZonePos),
}

/// Something that is wrong, or looks so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: Rule,
    /// How bad a finding is.
    pub severity: Severity,
    /// What it is about.
    pub subjects: Vec<Subject>,
    /// Whether it only looks wrong and is intended.
    pub intended: bool,
    /// What is wrong, with names and places.
    pub message: String,
}

impl Finding {
    /// A finding with the severity of its rule.
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

    /// A finding about rooms.
    pub fn of_rooms(
        rule: Rule,
        rooms: impl IntoIterator<Item = RoomId>,
        message: impl Into<String>,
    ) -> Self {
        Self::new(rule, rooms.into_iter().map(Subject::Room), message)
    }

    /// The same finding, marked as intended or not.
    #[must_use]
    pub fn intended(self, intended: bool) -> Self {
        Self { intended, ..self }
    }

    /// Whether it makes a world unsound: it is an error or worse, and not intended.
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

/// Findings, of which the first are kept and the others only counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first findings.
    pub kept: Vec<Finding>,
    /// How many others there are, by rule.
    pub more: BTreeMap<Rule, u64>,
}

impl Findings {
    /// The most findings that are kept.
    pub const MOST: usize = 10_000;

    /// Adds a finding, which is made only if it is kept.
    pub fn add(&mut self, rule: Rule, finding: impl FnOnce() -> Finding) {
        match self.kept.len() < Self::MOST {
            true => self.kept.push(finding()),
            false => *self.more.entry(rule).or_default() += 1,
        }
    }
}

/// The first finding that makes a world unsound.
pub fn first_fault(findings: &[Finding]) -> Option<&Finding> {
    findings.iter().find(|finding| finding.is_fault())
}

/// Whether a world with these findings is sound: all are warnings or intended.
pub fn is_sound(findings: &[Finding]) -> bool {
    first_fault(findings).is_none()
}

/// Logs each finding as an event.
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
