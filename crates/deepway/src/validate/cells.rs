//! Do the cells of a carved sector say what its rooms say? No code is shared with what
//! carves them.

mod join;
mod label;
mod pocket;
mod route;

use crate::nav::Navigator;
use crate::report::{Finding, is_sound};
use crate::rules::MoveRules;
use crate::sector::CarvedSector;
use label::Labels;

/// Everything that is wrong with a carved sector: with the sector itself, with its cells,
/// and with how they agree.
pub fn carved(carved: &CarvedSector) -> Vec<Finding> {
    let mut findings = super::sector(carved.sector());
    if is_sound(&findings) {
        findings.extend(agreement(carved));
    }
    findings
}

/// Where the cells of a sound sector disagree with it.
pub fn agreement(carved: &CarvedSector) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Ok(navigator) = Navigator::new(carved.volume(), MoveRules::default()) else {
        // The default rules are always accepted.
        return findings;
    };
    let Ok(ground) = navigator.on(carved.volume()) else {
        // It has just been learnt.
        return findings;
    };
    let labels = Labels::new(carved);
    label::check(carved, &labels, &mut findings);
    join::check(carved, &labels, ground.links(), &mut findings);
    pocket::check(carved, &ground, &mut findings);
    if findings.is_empty() {
        route::check(carved, &labels, &ground, &mut findings);
    }
    findings
}

#[cfg(test)]
mod tests;
