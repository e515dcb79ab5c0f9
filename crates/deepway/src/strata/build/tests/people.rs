//! Who lives where: towns, liquids, parties; and how places are found.

use super::*;
use crate::population::Nature;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use std::collections::BTreeMap;

/// Zones of a blueprint at the surface.
fn surface(plan: &Plan, blueprint: Blueprint) -> Vec<ZonePos> {
    let features = plan.features().iter();
    let features = features.filter(|feature| feature.blueprint == blueprint);
    let zones = features.filter(|feature| feature.contains(ZonePos::SURFACE));
    zones
        .filter_map(|feature| ZonePos::at(feature.column, ZonePos::SURFACE))
        .collect()
}

fn cell_of(thing: &Thing) -> (usize, usize) {
    (thing.place.x as usize, thing.place.y as usize)
}

/// The room around a cell: what is reached without a door.
fn room(zone: &Zone, at: (usize, usize)) -> BTreeSet<(usize, usize)> {
    let is_room = |x: u32, y: u32| {
        let cell = zone.cell(x, y);
        cell.is_walkable() && cell != Cell::Door
    };
    let rows = (0..25).map(|y| (0..80).map(|x| is_room(x, y)).collect());
    let rows: Vec<Vec<bool>> = rows.collect();
    reached(&rows, at)
}

#[test]
fn towns_have_whole_houses_and_people_who_fit_them() {
    let nature: BTreeMap<&str, Nature> = Tables::built_in()
        .creatures()
        .iter()
        .map(|creature| (&*creature.id, creature.nature))
        .collect();
    let (mut trades, mut kinds) = (0, BTreeSet::new());
    for seed in [7, 1, 2] {
        let strata = Strata::new(Seed::new(seed));
        for pos in surface(strata.plan(), Blueprint::Town) {
            let zone = strata.zone(pos);
            let mut people = [0, 0];
            for thing in zone
                .things()
                .iter()
                .filter(|it| it.kind == ThingKind::Creature)
            {
                let id = &*thing.properties["id"];
                let is_home = room(&zone, cell_of(thing)).len() < 60;
                match nature[id] {
                    Nature::Person => people[0] += 1,
                    Nature::Guard => people[1] += 1,
                    Nature::Animal => assert!(!is_home, "{pos}: {thing:?}"),
                    Nature::Monster => panic!("{pos}: {thing:?}"),
                }
                let is_citizen = matches!(nature[id], Nature::Person | Nature::Guard);
                assert_eq!(is_citizen, thing.properties.contains_key("called"));
                kinds.insert(id.to_owned());
            }
            assert!(people[1] * 6 <= people[0] + people[1], "{pos}: {people:?}");
            for label in zone
                .things()
                .iter()
                .filter(|it| it.kind == ThingKind::Label)
            {
                let room = room(&zone, cell_of(label));
                assert!((4..60).contains(&room.len()), "{pos}: {}", label.name);
                let mut inside = zone
                    .things()
                    .iter()
                    .filter(|it| room.contains(&cell_of(it)));
                let keeper = inside.find(|it| it.properties.get("keeps") == Some(&label.name));
                assert!(keeper.is_some(), "{pos}: {}", label.name);
                trades += 1;
            }
        }
    }
    assert!(trades > 300 && kinds.len() > 15, "{trades} {kinds:?}");
}

#[test]
fn creatures_of_a_liquid_are_in_it_or_beside_it_and_signs_are_dry() {
    let strata = Strata::new(Seed::new(7));
    let liquids: BTreeMap<&str, Material> = Tables::built_in()
        .creatures()
        .iter()
        .filter_map(|creature| Some((&*creature.id, creature.liquid?)))
        .collect();
    let mut met = BTreeSet::new();
    let zones = ZonePos::all().filter(|zone| zone.z() >= 10).step_by(151);
    let lairs = surface(strata.plan(), Blueprint::Lair);
    for pos in zones.chain(lairs) {
        let zone = strata.zone(pos);
        for thing in zone.things() {
            let (x, y) = cell_of(thing);
            let (x, y) = (x as u32, y as u32);
            if thing.kind == ThingKind::Sign {
                assert_ne!(zone.cell(x, y), Cell::ShallowLiquid, "{pos}");
            }
            let id = thing.properties.get("id").map_or("", String::as_str);
            if let Some(liquid) = liquids.get(id) {
                let near = [(x, y), (x + 1, y), (x.wrapping_sub(1), y), (x, y + 1)];
                let near = near.into_iter().chain([(x, y.wrapping_sub(1))]);
                let mut wet = near.filter(|&(x, y)| {
                    let is_wet = matches!(zone.cell(x, y), Cell::DeepLiquid | Cell::ShallowLiquid);
                    is_wet && zone.material(x, y) == *liquid
                });
                assert!(wet.next().is_some(), "{pos}: {thing:?}");
                met.insert(id.to_owned());
            }
        }
    }
    assert!(met.len() >= 7, "{met:?}");
}

#[test]
fn followers_are_near_their_leader() {
    let strata = Strata::new(Seed::new(9));
    let mut followers = 0;
    for pos in some_zones(strata.plan()) {
        let zone = strata.zone(pos);
        let leaders = zone
            .things()
            .iter()
            .filter(|it| it.properties.contains_key("leads"));
        for leader in leaders {
            let party = &leader.properties["party"];
            let others = zone.things().iter().filter(|it| {
                it.properties.get("party") == Some(party) && it.properties.contains_key("follows")
            });
            let others: Vec<Pos> = others.map(|it| it.place).collect();
            assert_eq!(others.len().to_string(), leader.properties["leads"]);
            let mut near = BTreeSet::from([leader.place]);
            for _ in 0..8 {
                for at in near.clone() {
                    for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                        let next = Pos::new(at.x + dx, at.y + dy, 0);
                        if zone.cell(next.x as u32, next.y as u32).is_walkable() {
                            near.insert(next);
                        }
                    }
                }
            }
            assert!(others.iter().all(|at| near.contains(at)), "{pos}");
            followers += others.len();
        }
    }
    assert!(followers > 300, "{followers}");
}

#[test]
fn no_level_of_a_progressive_cave_is_empty() {
    for seed in 0..4 {
        let strata = Strata::new(Seed::new(seed));
        for top in surface(strata.plan(), Blueprint::ProgressiveCave) {
            for z in 10..=14 {
                let zone = strata.zone(ZonePos::at(top.column(), z).expect("a level"));
                let is_find = |it: &Thing| matches!(it.kind, ThingKind::Creature | ThingKind::Item);
                assert!(zone.things().iter().any(is_find), "{seed} {}", zone.pos());
            }
        }
    }
}

/// A sign beside the stairs says where they lead, and a trail leads there from the gate.
#[test]
fn the_stairs_of_features_are_found() {
    let strata = Strata::new(Seed::new(7));
    let plan = strata.plan();
    for (blueprint, gate) in [
        (Blueprint::Lair, [40, 19]),
        (Blueprint::ProgressiveCave, [40, 12]),
        (Blueprint::Vault, [40, 12]),
    ] {
        let mut whole = [0, 0];
        for pos in surface(plan, blueprint) {
            let zone = strata.zone(pos);
            let flight = plan.flight(pos);
            let stairs = [i32::from(flight.x), i32::from(flight.y)];
            let feature = plan.feature_of(pos).expect("a feature");
            let name = format!("the way down into {}", plan.feature_name(feature));
            let sign = zone.things().iter().find(|it| it.name == name);
            let sign = sign.expect("a sign").place;
            let far = (sign.x - stairs[0]).abs().max((sign.y - stairs[1]).abs());
            assert!(far <= 2, "{pos}: {far}");
            // The trail: over what it is paved with, and whatever is built in the middle.
            let paving = [
                Material::WOOD,
                Material::SAND,
                Material::HALITE,
                Material::DRESSED_STONE_2,
                Material::DRESSED_STONE_3,
                Material::DRESSED_STONE_4,
                Material::DRESSED_STONE_5,
            ];
            let is_trail = |x: u32, y: u32| {
                let is_near =
                    (x as i32 - stairs[0]).abs() <= 2 && (y as i32 - stairs[1]).abs() <= 2;
                let is_built = (20..=60).contains(&x);
                let is_paved = paving.contains(&zone.material(x, y));
                zone.cell(x, y).is_walkable() && (is_paved || is_near || is_built)
            };
            let rows = (0..25).map(|y| (0..80).map(|x| is_trail(x, y)).collect());
            let rows: Vec<Vec<bool>> = rows.collect();
            let found = reached(&rows, (usize::from(flight.x), usize::from(flight.y)));
            whole[usize::from(found.contains(&(gate[0], gate[1])))] += 1;
        }
        assert!(
            whole[1] > 10 && whole[0] * 10 <= whole[1],
            "{blueprint}: {whole:?}"
        );
    }
}

/// Roads that lead to a tower end at one of its gates.
#[test]
fn roads_reach_the_gates_of_towers() {
    let mut found = [0, 0];
    for seed in [7, 3] {
        let strata = Strata::new(Seed::new(seed));
        let plan = strata.plan();
        for pos in surface(plan, Blueprint::Tower) {
            let zone = strata.zone(pos);
            let is_road = |x: u32, y: u32| {
                let is_paved =
                    [Material::DRESSED_STONE_2, Material::WOOD].contains(&zone.material(x, y));
                zone.cell(x, y).is_walkable() && is_paved
            };
            let rows = (0..25).map(|y| (0..80).map(|x| is_road(x, y)).collect());
            let rows: Vec<Vec<bool>> = rows.collect();
            for side in Direction::STRAIGHT {
                let Some(crossing) = plan.road_across(pos.column(), side) else {
                    continue;
                };
                let at = (crossing.start + (crossing.width - 1) / 2) as usize;
                let start = match side {
                    Direction::North => (at, 0),
                    Direction::South => (at, 24),
                    Direction::East => (79, at),
                    _ => (0, at),
                };
                let road = reached(&rows, start);
                let is_gate = |&(x, y): &(usize, usize)| {
                    (38..=41).contains(&x) && (y == 4 || y == 20)
                        || (11..=13).contains(&y) && (x == 18 || x == 61)
                };
                found[usize::from(road.iter().any(is_gate))] += 1;
            }
        }
    }
    assert!(found[1] > 60 && found[0] * 20 <= found[1], "{found:?}");
}
