//! Do the cells of a carved sector say what its rooms say? No code is shared with what
//! carves them.

mod join;
mod label;
mod pocket;
mod route;

use super::{Issue, Rule};
use crate::nav::Navigator;
use crate::rules::MoveRules;
use crate::sector::CarvedSector;
use label::Labels;

/// Everything that is wrong with a carved sector: with the sector itself, with its cells,
/// and with how they agree.
pub fn carved(carved: &CarvedSector) -> Vec<Issue> {
    let mut issues = super::sector(carved.sector());
    if issues.is_empty() {
        issues.extend(agreement(carved));
    }
    issues
}

/// Where the cells of a sound sector disagree with it.
pub fn agreement(carved: &CarvedSector) -> Vec<Issue> {
    let mut issues = Vec::new();
    let Ok(navigator) = Navigator::new(carved.volume(), MoveRules::default()) else {
        // The default rules are always accepted.
        return issues;
    };
    let Ok(ground) = navigator.on(carved.volume()) else {
        // It has just been learnt.
        return issues;
    };
    let labels = Labels::new(carved);
    label::check(carved, &labels, &mut issues);
    join::check(carved, &labels, ground.links(), &mut issues);
    pocket::check(carved, &ground, &mut issues);
    if issues.is_empty() {
        route::check(carved, &labels, &ground, &mut issues);
    }
    issues
}

/// An issue of cells: with one place as an example.
fn issue(rule: Rule, rooms: impl Into<Vec<u32>>, text: String) -> Issue {
    Issue::new(rule, rooms, text)
}

#[cfg(test)]
mod tests;
