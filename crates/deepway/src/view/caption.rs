//! What a zone is called above its drawings, and where its edges are open.

use crate::space::{Direction, Pos, ZonePos};
use crate::strata::{Address, Blueprint, Plan, Strata};

/// What the zone of a feature is called: the feature, and which level or floor of it.
pub fn place_title(plan: &Plan, zone: ZonePos) -> Option<String> {
    let feature = plan
        .feature(zone.column())
        .filter(|feature| feature.contains(zone.z()))?;
    match feature.blueprint {
        // Floors of a tower are counted from the ground, like those of any house.
        Blueprint::Tower if zone.z() == ZonePos::SURFACE => {
            Some(format!("{}, ground floor", plan.feature_name(feature)))
        }
        _ => plan.level_title(zone),
    }
}

/// The title of a zone: its address, its name or what it is, its region, its depth and its tier.
pub fn zone_title(plan: &Plan, zone: ZonePos) -> String {
    let what = super::strata::words(plan.blueprint(zone));
    let what = match place_title(plan, zone).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} ({what})"),
        None => what.to_owned(),
    };
    format!(
        "{}: {what} in {}, depth {}, tier {}",
        Address::of(zone),
        plan.region(zone.column()).name,
        zone.z(),
        plan.tier(zone)
    )
}

/// Where the outer edges of the zones around one are open: the cells at level 0 of a map of
/// them, each with the side that it leads to.
pub fn openings(strata: &Strata, zone: ZonePos, zones: u32) -> Vec<(Pos, Direction)> {
    let [west, north] = zone.column().map(|at| at.saturating_sub(zones));
    let [x, y] = zone.column();
    let east = x.saturating_add(zones).min(ZonePos::COLUMNS - 1);
    let south = y.saturating_add(zones).min(ZonePos::ROWS - 1);
    let mut openings = Vec::new();
    for row in north..=south {
        for column in west..=east {
            let outer = [
                (Direction::North, row == north),
                (Direction::South, row == south),
                (Direction::West, column == west),
                (Direction::East, column == east),
            ];
            let Some(pos) = ZonePos::at([column, row], zone.z()) else {
                continue;
            };
            if outer.iter().all(|(_, is_outer)| !is_outer) {
                continue;
            }
            let corner = [
                (column - west) * ZonePos::WIDTH,
                (row - north) * ZonePos::HEIGHT,
            ];
            for joint in strata.zone(pos).connections() {
                let side = outer.iter().find(|(side, _)| *side == joint.face);
                if side.is_some_and(|(_, is_outer)| *is_outer) {
                    let [x, y] = corner.map(|at| at as i32);
                    let at = Pos::new(x + i32::from(joint.x), y + i32::from(joint.y), 0);
                    openings.push((at, joint.face));
                }
            }
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn floors_of_towers_are_counted_from_the_ground() {
        let plan = Plan::new(Seed::new(7));
        let towers = plan.features().iter();
        let towers = towers.filter(|feature| feature.blueprint == Blueprint::Tower);
        let mut floors = 0;
        for tower in towers {
            for z in tower.top..=tower.bottom {
                let zone = ZonePos::at(tower.column, z).unwrap();
                let title = place_title(&plan, zone).unwrap();
                let floor = match ZonePos::SURFACE - z {
                    0 => ", ground floor".to_owned(),
                    above => format!(", floor {above}"),
                };
                assert!(title.ends_with(&floor), "{title}");
                floors += 1;
            }
        }
        assert!(floors > 10);
    }

    #[test]
    fn openings_of_one_zone_are_its_connections_sideways() {
        let strata = Strata::new(Seed::new(7));
        let zone = ZonePos::at([34, 67], 12).unwrap();
        let joints = strata.zone(zone);
        let sideways = joints.connections().filter(|joint| joint.levels.is_none());
        assert_eq!(openings(&strata, zone, 0).len(), sideways.count());
        assert!(zone_title(strata.plan(), zone).ends_with(", depth 12, tier 2"));
    }
}
