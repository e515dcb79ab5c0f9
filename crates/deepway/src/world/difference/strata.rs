//! What differs between the plans of two open worlds.

use super::{Difference, Matter};
use crate::space::ZonePos;
use crate::strata::{Address, Feature, Plan};

/// Where a feature is: the address of its highest zone.
fn place(feature: &Feature) -> String {
    let zone = ZonePos::at(feature.column, feature.top);
    zone.map_or_else(String::new, |zone| Address::of(zone).to_string())
}

/// What a feature is, and what it is called.
fn about(plan: &Plan, feature: &Feature) -> String {
    let name = plan.feature_name(feature);
    match name.is_empty() {
        true => feature.blueprint.to_string(),
        false => format!("{} {name}", feature.blueprint),
    }
}

impl Difference {
    /// Compares plans: features by their columns, regions by their numbers.
    pub(super) fn compare_plans(&mut self, a: &Plan, b: &Plan) {
        for (number, (before, after)) in (1..).zip(a.regions().iter().zip(b.regions())) {
            let name = format!("{number} {}", before.name);
            let both = [before, after];
            let facts: [(_, [String; 2]); 4] = [
                ("name", both.map(|region| region.name.clone())),
                (
                    "culture",
                    both.map(|region| region.culture.name().to_owned()),
                ),
                (
                    "palette",
                    both.map(|region| region.palette.name().to_owned()),
                ),
                ("tier", both.map(|region| region.tier.to_string())),
            ];
            for (fact, values) in facts {
                self.note_fact(Matter::Region, &name, fact, values);
            }
        }
        let common = a.regions().len().min(b.regions().len());
        for region in &a.regions()[common..] {
            self.note_removed(
                Matter::Region,
                &region.name,
                format!("tier {}", region.tier),
            );
        }
        for region in &b.regions()[common..] {
            self.note_added(
                Matter::Region,
                &region.name,
                format!("tier {}", region.tier),
            );
        }
        for feature in a.features() {
            let name = place(feature);
            match b.feature(feature.column) {
                Some(other) => {
                    let names = [about(a, feature), about(b, other)];
                    self.note_fact(Matter::Feature, &name, "kind", names);
                    let levels = [feature, other].map(|it| format!("{} to {}", it.top, it.bottom));
                    self.note_fact(Matter::Feature, &name, "levels", levels);
                }
                None => self.note_removed(Matter::Feature, &name, about(a, feature)),
            }
        }
        for feature in b.features() {
            if a.feature(feature.column).is_none() {
                self.note_added(Matter::Feature, &place(feature), about(b, feature));
            }
        }
    }
}
