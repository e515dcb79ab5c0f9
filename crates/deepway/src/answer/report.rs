//! What was found in a world.

use crate::ids::{ConnectionId, EdgeId, ExitId, RoomId};
use crate::report::{Finding, Subject, is_sound};
use crate::space::{MazePos, Pos};
use crate::strata::Address;
use crate::validate::{self, Inspection};
use crate::world::{Kind, World};
use serde::Serialize;
use std::collections::BTreeMap;

/// What was found in a world: what `deepway check --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportAnswer {
    /// The kind of world: `map`, `sector` or `maze`.
    pub kind: &'static str,
    /// Whether all findings are warnings or intended.
    pub sound: bool,
    /// What was found.
    pub findings: Vec<FindingAnswer>,
    /// Of a map with more than 10,000 findings: how many more there are, by rule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub more: BTreeMap<&'static str, u64>,
    /// Of a map: the cell from which places should be reachable; none if nobody can stand
    /// anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Option<[i32; 3]>>,
    /// Of a sector: the findings as its file lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issues: Option<Vec<IssueAnswer>>,
    /// Of a maze: the levels that ladders and holes join, part by part from the top down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Vec<u32>>>,
    /// Of a maze: the levels that are reached from each level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<Vec<Vec<u32>>>,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingAnswer {
    /// The rule that is broken; docs/rules.md lists them.
    pub rule: &'static str,
    /// `warning`, `error` or `critical`.
    pub severity: &'static str,
    /// Whether it only looks wrong and is intended.
    pub intended: bool,
    /// What is wrong, with names and places.
    pub message: String,
    /// What it is about.
    pub subjects: Vec<SubjectAnswer>,
}

/// Something that a finding is about, such as `{"room":"r4"}` or `{"cell":[3,4,0]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SubjectAnswer {
    /// A room, by its id.
    Room(RoomId),
    /// A connection, by its id.
    Connection(ConnectionId),
    /// An exit, by its place in the list of exits.
    Exit(ExitId),
    /// An edge, by its place in the list of edges.
    Edge(EdgeId),
    /// A cell: x, y and z.
    Cell([i32; 3]),
    /// A level of a maze.
    Level(u32),
    /// A cell of a maze: level, row and column.
    MazeCell([u32; 3]),
    /// A thing, by its place in the list of things.
    Thing(u32),
    /// A zone, by its address.
    Zone(String),
}

/// A finding as a sector's file lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IssueAnswer {
    /// The rule that is broken.
    #[serde(rename = "type")]
    pub rule: &'static str,
    /// `warning`, `error` or `critical`.
    pub severity: &'static str,
    /// What is wrong, with names and places.
    pub description: String,
    /// The rooms that it is about.
    pub rooms: Vec<RoomId>,
}

impl ReportAnswer {
    /// The report on a world that was checked against its own rules.
    pub fn new(world: &World, findings: &[Finding]) -> Self {
        let mut answer = match world.kind() {
            Kind::Sector => Self::of_file(findings),
            kind => Self::of_kind(kind, findings),
        };
        if let Some([parts, reach]) = validate::joined_levels(world) {
            (answer.parts, answer.reach) = (Some(parts), Some(reach));
        }
        answer
    }

    /// The report on the cells of a world, checked from a place.
    pub fn of_cells(world: &World, inspection: &Inspection) -> Self {
        Self {
            from: Some(inspection.from.map(Pos::to_array)),
            more: (inspection.more.iter())
                .map(|(rule, &count)| (rule.id(), count))
                .collect(),
            ..Self::of_kind(world.kind(), &inspection.findings)
        }
    }

    /// The report on a sector file that contradicts itself.
    pub fn of_file(findings: &[Finding]) -> Self {
        Self {
            issues: Some(findings.iter().map(IssueAnswer::from).collect()),
            ..Self::of_kind(Kind::Sector, findings)
        }
    }

    fn of_kind(kind: Kind, findings: &[Finding]) -> Self {
        Self {
            kind: kind.id(),
            sound: is_sound(findings),
            findings: findings.iter().map(FindingAnswer::from).collect(),
            more: BTreeMap::new(),
            from: None,
            issues: None,
            parts: None,
            reach: None,
        }
    }
}

impl From<&Finding> for FindingAnswer {
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.id(),
            severity: finding.severity.id(),
            intended: finding.intended,
            message: finding.message.clone(),
            subjects: finding.subjects.iter().map(SubjectAnswer::from).collect(),
        }
    }
}

impl From<&Subject> for SubjectAnswer {
    fn from(subject: &Subject) -> Self {
        match *subject {
            Subject::Room(id) => Self::Room(id),
            Subject::Connection(id) => Self::Connection(id),
            Subject::Exit(id) => Self::Exit(id),
            Subject::Edge(id) => Self::Edge(id),
            Subject::Cell(pos) => Self::Cell(pos.to_array()),
            Subject::Level(level) => Self::Level(level),
            Subject::MazeCell(MazePos { level, row, col }) => Self::MazeCell([level, row, col]),
            Subject::Thing(number) => Self::Thing(number),
            Subject::Zone(zone) => Self::Zone(Address::of(zone).to_string()),
        }
    }
}

impl From<&Finding> for IssueAnswer {
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.id(),
            severity: finding.severity.id(),
            description: finding.message.clone(),
            rooms: finding.rooms().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Rule;

    #[test]
    fn a_report_names_what_it_is_about_as_files_do() {
        let subjects = [
            Subject::Room(RoomId::new(4)),
            Subject::Connection(ConnectionId::new(2)),
            Subject::Cell(Pos::new(1, 2, 3)),
        ];
        let found = [Finding::new(Rule::Pocket, subjects, "a cell")];
        let line = serde_json::to_string(&ReportAnswer::of_file(&found)).unwrap();
        assert_eq!(
            line,
            r#"{"kind":"sector","sound":false,"findings":[{"rule":"Pocket","severity":"error","intended":false,"message":"a cell","subjects":[{"room":"r4"},{"connection":"c2"},{"cell":[1,2,3]}]}],"issues":[{"type":"Pocket","severity":"error","description":"a cell","rooms":["r4"]}]}"#
        );
        let world = World::from(crate::text::read("map", b"#\n").unwrap());
        let seen = validate::check_from(&world, world.cells().unwrap(), None, world.rules());
        let seen = ReportAnswer::of_cells(&world, &seen.unwrap());
        let line = serde_json::to_string(&seen).unwrap();
        assert_eq!(
            line,
            r#"{"kind":"map","sound":true,"findings":[],"from":null}"#
        );
    }
}
