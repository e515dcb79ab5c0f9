//! A connection spans as many layers as its kind can.

use crate::report::{Finding, Rule, Subject};
use crate::sector::{Climb, Sector};

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    for connection in sector.connections() {
        let (id, levels) = (connection.id, connection.levels());
        let mut say = |rule: Rule, text: String| {
            let rooms = connection.ends().map(Subject::Room);
            let subjects = [Subject::Connection(id)].into_iter().chain(rooms);
            findings.push(Finding::new(rule, subjects, text));
        };
        if !(1..=6).contains(&levels) {
            let text = format!("{id}: spans {levels} layers: expected 1 to 6");
            say(Rule::ConnectionMismatch, text);
        }
        if levels == 1 && matches!(connection.climb(), Climb::Elevator { .. }) {
            let text = format!("{id}: an elevator over one layer: expected stairs or a ladder");
            say(Rule::ShortElevator, text);
        }
        let (fits, right) = match connection.climb() {
            Climb::Stairs => (levels <= 2, "1 or 2"),
            Climb::Ladder => (levels <= 3, "1 to 3"),
            Climb::Shaft => ((2..=4).contains(&levels), "2 to 4"),
            Climb::Elevator { .. } => (true, "any"),
        };
        if !fits {
            let kind = connection.climb().kind().id();
            let text = format!("{id}: {kind} over {levels} layers: expected {right}");
            say(Rule::ConnectionMismatch, text);
        }
    }
}
