use super::*;
use crate::seed::{Seed, Stream};
use crate::strata::{Entry, EntryKind, Feature};

/// Everything that is wrong in some levels of a column and between them.
fn findings(
    strata: &Strata,
    column: [u32; 2],
    depths: std::ops::RangeInclusive<u32>,
) -> Vec<Finding> {
    let zones = depths.filter_map(|z| ZonePos::at(column, z.min(49)));
    let zones: Vec<_> = zones.map(|pos| strata.zone(pos)).collect();
    let mut found: Vec<Finding> = zones.iter().flat_map(|here| zone(here)).collect();
    for pair in zones.windows(2) {
        found.extend(joint(&pair[0], &pair[1], Direction::Down));
    }
    for here in &zones {
        for face in [Direction::East, Direction::South] {
            if let Some(next) = here.pos().step(face) {
                found.extend(joint(here, &strata.zone(next), face));
            }
        }
    }
    found
}

/// A line of a registry somewhere in a feature, as often as not in its middle.
fn some_entry(feature: &Feature, random: &mut Stream) -> Option<Entry> {
    let z = random.between(feature.top as i32 - 1, feature.bottom as i32 + 1) as u32;
    let (x, y) = match random.chance(1, 2) {
        true => (random.between(30, 50), random.between(4, 20)),
        false => (random.between(1, 78), random.between(1, 23)),
    };
    Some(Entry {
        zone: ZonePos::at(feature.column, z)?,
        x: x as u8,
        y: y as u8,
        kind: EntryKind::ALL[random.below(6) as usize],
        object: None,
    })
}

#[test]
fn whatever_is_added_to_a_feature_no_law_is_broken() {
    let mut added = 0;
    for seed in [1, 7, 20] {
        let strata = Strata::new(Seed::new(seed));
        let mut random = Seed::new(seed).child("entries").stream();
        for blueprint in Blueprint::ALL {
            let features = strata.plan().features().iter();
            let features = features.filter(|feature| feature.blueprint == blueprint);
            let features: Vec<&Feature> = features.take(12).collect();
            for turn in 0..if features.is_empty() { 0 } else { 36 } {
                let feature = features[turn % features.len()];
                let count = 1 + random.below(4);
                let entries = (0..count).filter_map(|_| some_entry(feature, &mut random));
                let entries: Vec<Entry> = entries.collect();
                let entries: Vec<Entry> = entries
                    .into_iter()
                    .filter(|entry| strata.add(entry.clone()).is_ok())
                    .collect();
                let Some(first) = entries.iter().map(|entry| entry.zone.z()).min() else {
                    continue;
                };
                let last = entries
                    .iter()
                    .map(|entry| entry.zone.z())
                    .max()
                    .unwrap_or(first);
                let depths = first.saturating_sub(1)..=(last + 1).min(49);
                let found = findings(&strata, feature.column, depths);
                assert_eq!(found, [], "{seed}: {entries:?}");
                added += entries.len();
                for entry in &entries {
                    strata.remove(entry);
                }
            }
        }
    }
    assert!(added > 1000, "{added}");
}

/// What was found in great shafts: parts of a level cut off by what was dug there, an end in
/// open air, and a fall that ends on a belt.
#[test]
fn lines_that_wrecked_their_zone_do_no_more() {
    let lines = [
        ("World.2.14.0.1.25", EntryKind::StairsDown, [39, 9]),
        ("World.56.11.0.0.42", EntryKind::StairsUp, [39, 13]),
        ("World.35.4.2.2.47", EntryKind::PullDownEnd, [40, 12]),
    ];
    for (id, kind, [x, y]) in lines {
        let strata = Strata::new(Seed::new(7));
        let zone = strata.plan().zone(id).expect("an address");
        let entry = Entry {
            zone,
            x,
            y,
            kind,
            object: None,
        };
        let before = strata.zone(zone);
        strata.add(entry).expect("a place inside the border");
        let after = strata.zone(zone);
        let z = zone.z();
        assert_eq!(findings(&strata, zone.column(), z - 1..=z + 1), [], "{id}");
        let cells = (0..ZonePos::HEIGHT).flat_map(|y| (0..ZonePos::WIDTH).map(move |x| (x, y)));
        let changed = cells.filter(|&(x, y)| before.cell(x, y) != after.cell(x, y));
        let changed = changed.count();
        assert!((1..60).contains(&changed), "{id}: {changed}");
    }
}

#[test]
fn what_is_added_to_a_belt_stands_on_plain_floor() {
    let strata = Strata::new(Seed::new(7));
    let chutes = strata.plan().features().iter();
    let chutes: Vec<Feature> = chutes
        .filter(|feature| feature.blueprint == Blueprint::Chute)
        .copied()
        .collect();
    for feature in chutes {
        for z in 11..15 {
            let pos = ZonePos::at(feature.column, z).expect("a level");
            let zone = strata.zone(pos);
            let belts = zone.things().iter();
            let belts = belts.filter(|thing| thing.kind.name() == "conveyor");
            let belt = belts.clone().nth(9).expect("belts are longer").place;
            for kind in EntryKind::ALL {
                let entry = Entry {
                    zone: pos,
                    x: belt.x as u8,
                    y: belt.y as u8,
                    kind,
                    object: None,
                };
                strata
                    .add(entry.clone())
                    .expect("a place inside the border");
                let found = findings(&strata, feature.column, z - 1..=z + 1);
                assert_eq!(found, [], "{entry:?}");
                let after = strata.zone(pos);
                let [x, y] = [belt.x as u32, belt.y as u32];
                assert!(!after.pulls(x, y) && after.cell(x, y).is_walkable());
                strata.remove(&entry);
            }
        }
    }
}

#[test]
fn doors_that_lead_nowhere_are_found() {
    let strata = Strata::new(Seed::new(7));
    let pos = ZonePos::at([120, 40], 18).expect("a zone");
    let at = |x: u32, y: u32| pos.to_world(x, y).expect("a cell");
    let zone_now = || zone(&strata.zone(pos));
    assert_eq!(zone_now(), []);
    for (x, y) in (11..14).flat_map(|y| (39..42).map(move |x| (x, y))) {
        // What leads up or down there stays.
        let _ = strata.set_cell(at(x, y), Cell::Floor);
    }
    let set = |x, y, cell| {
        strata
            .set_cell(at(x, y), cell)
            .expect("nothing leads there")
    };
    set(40, 12, Cell::Door);
    let rules = || -> Vec<Rule> { zone_now().iter().map(|found| found.rule).collect() };
    assert!(!rules().contains(&Rule::DeadDoor));
    set(39, 12, Cell::Wall);
    assert!(!rules().contains(&Rule::DeadDoor));
    set(40, 13, Cell::Wall);
    assert!(rules().contains(&Rule::DeadDoor));
}

#[test]
fn the_doors_of_all_features_lead_somewhere() {
    let mut doors = 0;
    for seed in [1, 7] {
        let strata = Strata::new(Seed::new(seed));
        for feature in strata.plan().features() {
            for z in feature.top..=feature.bottom {
                let pos = ZonePos::at(feature.column, z).expect("a level");
                let built = strata.zone(pos);
                assert_eq!(zone(&built), [], "{seed}");
                let cells = (0..ZonePos::HEIGHT).flat_map(|y| built.row(y));
                doors += cells.filter(|cell| *cell == Cell::Door).count();
            }
        }
    }
    assert!(doors > 2000, "{doors}");
}
