//! Checks that the cells of a carved sector agree with its rooms; shares no code with the
//! carving.

mod bridge;
mod join;
mod key;
mod label;
mod pocket;
mod route;
mod words;

use crate::nav::Navigator;
use crate::report::{Finding, is_sound};
use crate::rules::MoveRules;
use crate::sector::CarvedSector;
use crate::words::Templates;
use label::Labels;

/// Everything that is wrong with a carved sector: with its rooms, with its cells, and where
/// the two disagree.
pub fn carved(carved: &CarvedSector) -> Vec<Finding> {
    let mut findings = super::sector(carved.sector());
    if is_sound(&findings) {
        findings.extend(agreement(carved));
    }
    findings
}

/// Where the cells of a sound sector disagree with it.
pub fn agreement(carved: &CarvedSector) -> Vec<Finding> {
    agreement_with(carved, Templates::built_in())
}

/// Where the cells of a sound sector disagree with it, or with what these words say about it.
pub fn agreement_with(carved: &CarvedSector, templates: &Templates) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Ok(navigator) = Navigator::new(carved.volume(), MoveRules::default()) else {
        // The default rules are always accepted.
        return findings;
    };
    let Ok(ground) = navigator.on(carved.volume()) else {
        // The navigator was made from this volume.
        return findings;
    };
    let labels = Labels::new(carved);
    label::check(carved, &labels, &mut findings);
    join::check(carved, &labels, ground.links(), &mut findings);
    pocket::check(carved, &ground, &mut findings);
    key::check(carved, &mut findings);
    bridge::check(carved, &mut findings);
    words::check(carved, &labels, ground.links(), templates, &mut findings);
    if findings.is_empty() {
        route::check(carved, &labels, &ground, &mut findings);
    }
    findings
}

#[cfg(test)]
mod tests;
