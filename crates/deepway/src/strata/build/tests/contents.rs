//! What is in zones: by depth, by feature, and by law.

use super::super::super::boundary::ConnectionKind;
use super::super::super::plan::{BUILDING, liquids, rocks};
use super::*;
use crate::population::Growth;
use crate::strata::{Entry, EntryKind};
use crate::thing::{Thing, ThingKind};
use std::collections::BTreeMap;

fn zone_at(column: [u32; 2], z: u32) -> ZonePos {
    ZonePos::at(column, z).expect("a zone of the world")
}

/// The features of some worlds, with their plans.
fn features(seeds: std::ops::Range<u64>, blueprint: Blueprint) -> Vec<(Plan, Vec<[u32; 4]>)> {
    let plans = seeds.map(|seed| {
        let plan = Plan::new(Seed::new(seed));
        let found = plan.features().iter();
        let found = found.filter(|feature| feature.blueprint == blueprint);
        let found = found.map(|feature| {
            let [x, y] = feature.column;
            [x, y, feature.top, feature.bottom]
        });
        let found = found.collect();
        (plan, found)
    });
    plans.collect()
}

/// Whether counts may come from weights: the χ² of five or more degrees of freedom is seldom
/// above five times their number plus twenty.
fn fits<K: Ord + std::fmt::Debug>(counts: &BTreeMap<K, u64>, weights: &[(K, u32)]) {
    let total: u64 = counts.values().sum();
    let all: u32 = weights.iter().map(|(_, weight)| weight).sum();
    let known: BTreeSet<&K> = weights.iter().map(|(name, _)| name).collect();
    assert!(counts.keys().all(|name| known.contains(name)), "{counts:?}");
    let chi: f64 = weights
        .iter()
        .map(|(name, weight)| {
            let expected = total as f64 * f64::from(*weight) / f64::from(all);
            assert!(expected >= 5.0, "too few to tell");
            let found = counts.get(name).copied().unwrap_or(0) as f64;
            (found - expected).powi(2) / expected
        })
        .sum();
    assert!(chi < 5.0 * weights.len() as f64 + 20.0, "{chi} {counts:?}");
}

/// The bands as the source has them, written down once more.
#[test]
fn rocks_and_liquids_are_those_of_their_depth() {
    let m = |names: &[&str]| -> Vec<Material> {
        let found = names
            .iter()
            .map(|name| Material::from_name(name).expect("a material"));
        found.collect()
    };
    let shallow = m(&[
        "shale",
        "sandstone",
        "limestone",
        "marl",
        "halite",
        "gypsum",
    ]);
    let middle = m(&["slate", "coral rag", "serpentinite", "quartzite"]);
    let black = m(&["black shale", "black marble"]);
    let bands = [(11..15, shallow, [100, 100, 100, 20, 20, 20].to_vec())];
    for (depths, names, weights) in bands {
        for z in depths {
            let expected: Vec<(Material, u32)> =
                names.iter().copied().zip(weights.clone()).collect();
            assert_eq!(rocks(z), expected);
        }
    }
    for z in 15..25 {
        let mut expected: Vec<(Material, u32)> =
            middle.iter().copied().zip([100, 100, 20, 20]).collect();
        if z == 15 {
            expected.push((Material::OOLITE, 4));
        }
        assert_eq!(rocks(z), expected);
    }
    for z in 25..50 {
        let found: BTreeSet<Material> = rocks(z).iter().map(|(rock, _)| *rock).collect();
        assert!(found.iter().all(|rock| black.contains(rock)));
        let weight = |rock| {
            rocks(z)
                .iter()
                .find(|known| known.0 == rock)
                .map(|known| known.1)
        };
        let (shale, marble) = (
            weight(Material::BLACK_SHALE),
            weight(Material::BLACK_MARBLE),
        );
        match z {
            25..35 => assert_eq!((shale, marble), (Some(100), Some(4))),
            _ => assert_eq!(marble, Some(100)),
        }
    }
    for z in 10..50 {
        let water = if z < 35 { 500 } else { 50 };
        let mut expected = vec![(Material::WATER, water)];
        if z >= 25 {
            expected.extend([(Material::OIL, 100), (Material::ASPHALT, 100)]);
            expected.push((Material::LAVA, 10 * z));
        }
        assert_eq!(liquids(z), expected);
    }
}

#[test]
fn rocks_and_liquids_are_as_frequent_as_their_weights() {
    for z in [12, 15, 20, 30, 40] {
        let (mut rock_counts, mut pool_counts) = (BTreeMap::new(), BTreeMap::new());
        for seed in 0..60 {
            let plan = Plan::new(Seed::new(seed));
            // One zone of each region: zones of one body have one rock.
            let mut seen = BTreeSet::new();
            for parasang in 0..80 * 25 {
                let column = [parasang % 80 * 3, parasang / 80 * 3];
                let zone = zone_at(column, z);
                if seen.insert(plan.region(column).name.clone()) {
                    let [first, second] = plan.rocks(zone);
                    assert_ne!(first, second);
                    *rock_counts.entry(first).or_default() += 1;
                }
                for pool in plan.pools(zone) {
                    *pool_counts.entry(pool.liquid).or_default() += 1;
                }
            }
        }
        fits(&rock_counts, rocks(z));
        fits(&pool_counts, &liquids(z));
    }
}

#[test]
fn liquids_keep_away_from_connections_and_lava_is_never_walked_on() {
    let plan = Plan::new(Seed::new(11));
    let mut workshop = Workshop::default();
    let mut met = BTreeSet::new();
    for pos in some_zones(&plan) {
        let zone = make(&plan, pos, &mut workshop);
        let is_liquid = |x, y| matches!(zone.cell(x, y), Cell::DeepLiquid | Cell::ShallowLiquid);
        for (x, y) in (0..25).flat_map(|y| (0..80).map(move |x| (x, y))) {
            let (cell, material) = (zone.cell(x, y), zone.material(x, y));
            assert!(material.may_fill(cell), "{pos} {x},{y}");
            if is_liquid(x, y) {
                met.insert(material);
                assert!(cell == Cell::DeepLiquid || material != Material::LAVA);
            }
        }
        for connection in zone.connections() {
            let (x, y) = (connection.x.into(), connection.y.into());
            assert!(!is_liquid(x, y), "{pos} {x},{y}");
        }
    }
    let expected = [
        Material::WATER,
        Material::OIL,
        Material::ASPHALT,
        Material::LAVA,
    ];
    assert!(
        expected.iter().all(|liquid| met.contains(liquid)),
        "{met:?}"
    );
}

#[test]
fn caverns_are_wide_and_the_rock_between_is_tight() {
    let plan = Plan::new(Seed::new(12));
    let mut workshop = Workshop::default();
    for z in 11..50 {
        let mut shares = Vec::new();
        for number in 0..24 {
            let pos = zone_at([number * 10 % 240, number * 7 % 75], z);
            if plan.blueprint(pos) == Blueprint::Cave {
                let zone = make(&plan, pos, &mut workshop);
                let walkable = cells(&zone)
                    .iter()
                    .flatten()
                    .filter(|cell| cell.is_walkable())
                    .count();
                shares.push(walkable as f64 / 20.0);
            }
        }
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let is_cavern = [17, 18, 19, 27, 28, 29, 37, 38, 39].contains(&z);
        let wanted = if is_cavern { 60.0..=75.0 } else { 25.0..=40.0 };
        assert!(wanted.contains(&mean), "{z}: {mean}");
        let within = shares.iter().filter(|share| wanted.contains(share)).count();
        assert!(within * 10 >= shares.len() * 9, "{z}: {shares:?}");
    }
}

#[test]
fn growths_have_a_period_of_ten_and_act_as_often_as_they_should() {
    let mut counts = BTreeMap::<u8, [u32; 2]>::new();
    for seed in 0..3 {
        let plan = Plan::new(Seed::new(seed));
        for pos in ZonePos::all().step_by(37) {
            let growths = plan.growths(pos);
            if !(10..30).contains(&pos.z()) {
                assert!(growths.is_empty());
                assert!(
                    Growth::ALL
                        .iter()
                        .all(|growth| plan.intensity(pos, *growth) == 0)
                );
                continue;
            }
            for growth in Growth::ALL {
                let here = growths.iter().find(|here| here.growth == growth);
                let here = here.map_or(0, |here| here.intensity);
                assert_eq!(plan.intensity(pos, growth), here);
                let other = if pos.z() < 20 {
                    pos.z() + 10
                } else {
                    pos.z() - 10
                };
                assert_eq!(plan.intensity(zone_at(pos.column(), other), growth), here);
            }
            assert!(growths.is_sorted_by_key(|here| std::cmp::Reverse(here.intensity)));
            assert!(growths.iter().skip(2).all(|here| !here.acts));
            for here in growths.iter().take(2) {
                let count = counts.entry(here.intensity).or_default();
                count[0] += 1;
                count[1] += u32::from(here.acts);
            }
        }
    }
    for (intensity, percent) in [(1, 25.0), (2, 50.0), (3, 70.0)] {
        let [all, acts] = counts[&intensity].map(f64::from);
        assert!(all > 500.0);
        let share = acts * 100.0 / all;
        // Five standard deviations.
        let far = 5.0 * (percent * (100.0 - percent) / all).sqrt();
        assert!((share - percent).abs() < far, "{intensity}: {share}");
    }
}

/// Where growths act, creatures of theirs appear and what is there is changed.
#[test]
fn growths_change_who_lives_there_and_what_lies_there() {
    let plan = Plan::new(Seed::new(13));
    let mut workshop = Workshop::default();
    let (mut own, mut changed, mut elsewhere) = (0, 0, 0);
    let tables = Tables::built_in();
    for pos in ZonePos::all()
        .filter(|pos| (11..30).contains(&pos.z()))
        .step_by(211)
    {
        let zone = make(&plan, pos, &mut workshop);
        let acting = plan.growths(pos);
        let acting: Vec<&str> = acting
            .iter()
            .filter(|here| here.acts)
            .map(|here| here.growth.id())
            .collect();
        for thing in zone.things() {
            let Some(biome) = thing.properties.get("biome") else {
                continue;
            };
            assert!(acting.contains(&biome.as_str()), "{pos}");
            let id = thing.properties.get("id");
            let creature = tables
                .creatures()
                .iter()
                .find(|known| Some(&known.id) == id);
            match creature.and_then(|creature| creature.growth) {
                Some(growth) => {
                    own += 1;
                    assert_eq!(growth.id(), biome);
                }
                None => {
                    changed += 1;
                    assert!(thing.properties.contains_key("colour"));
                    let item = tables.items().iter().find(|known| Some(&known.id) == id);
                    let name = creature.map(|it| &it.name).or(item.map(|it| &it.name));
                    assert!(name.is_some_and(|name| thing.name.ends_with(name.as_str())));
                    assert_ne!(Some(&thing.name), name);
                }
            }
        }
        elsewhere += usize::from(acting.is_empty());
    }
    assert!(
        own > 50 && changed > 50 && elsewhere > 50,
        "{own} {changed} {elsewhere}"
    );
}

#[test]
fn drops_of_chutes_end_where_the_next_tunnel_begins() {
    for (plan, sites) in features(0..20, Blueprint::Chute) {
        assert_eq!(sites.len(), 6);
        for [x, y, top, bottom] in sites {
            assert_eq!([top, bottom], [10, 15]);
            let drops = |z: u32| -> BTreeSet<[usize; 2]> {
                let boundary = plan.boundary(zone_at([x, y], z));
                let drops = boundary.vertical().iter();
                let drops =
                    drops.filter(|it| it.kind == ConnectionKind::Pit && u32::from(it.top) == z);
                drops.map(|it| [it.x.into(), it.y.into()]).collect()
            };
            for z in 10..=14 {
                let in_lane = |[x, y]: &[usize; 2]| (x + 3 * y) % 8 == z as usize % 8;
                assert!(drops(z).iter().all(in_lane));
            }
            for z in 11..=14 {
                let (starts, ends) = (drops(z - 1), drops(z));
                assert_eq!((starts.len(), ends.len()), (4, 4));
                let tunnels = plan.tunnels(zone_at([x, y], z));
                assert_eq!(tunnels.len(), 4);
                let mut met = BTreeSet::new();
                for tunnel in &tunnels {
                    let near = |a: [usize; 2], b: [usize; 2]| {
                        a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) == 1
                    };
                    let [(first, _), .., (last, _)] = tunnel.belt[..] else {
                        panic!("a belt is longer than that");
                    };
                    assert!(starts.iter().any(|start| near(*start, first)));
                    // Following the belt one is carried into the drop.
                    let mut at = first;
                    for (place, towards) in &tunnel.belt {
                        assert_eq!(at, *place);
                        let (east, north, _) = towards.east_north_up();
                        at = [
                            (at[0] as i32 + east) as usize,
                            (at[1] as i32 - north) as usize,
                        ];
                    }
                    assert!(near(last, at) && ends.contains(&at) && met.insert(at));
                }
            }
            assert_eq!(drops(15).len(), 0);
            let hub = plan.boundary(zone_at([x, y], 15));
            let lifts = hub
                .vertical()
                .iter()
                .filter(|it| it.kind == ConnectionKind::Elevator);
            let lifts: Vec<(u32, u32)> = lifts.map(|it| (it.top.into(), it.bottom())).collect();
            assert_eq!(lifts, [(10, 15)]);
        }
    }
}

#[test]
fn the_boxes_of_chutes_keep_apart() {
    let mut random = Seed::new(5).stream();
    for _ in 0..2000 {
        let boxes = super::super::super::plan::chute_boxes(Seed::new(random.bits()));
        let [[west, north], [east, south]] = BUILDING;
        let building = Board::rect([west - 1, north - 1], [east + 1, south + 1]);
        let mut taken = building;
        for [[west, north], [east, south]] in boxes {
            let (width, height) = (east - west + 1, south - north + 1);
            assert!((10..=76).contains(&width) && (8..=20).contains(&height));
            assert!((200..=2000).contains(&(width * height)));
            let own = Board::rect([west, north], [east, south]);
            assert_eq!(own.and(&taken), Board::EMPTY);
            taken = taken.or(&own);
        }
    }
}

#[test]
fn chutes_have_traps_a_switch_and_belts_as_things() {
    let strata = Strata::new(Seed::new(2));
    let site = strata
        .plan()
        .features()
        .iter()
        .find(|it| it.blueprint == Blueprint::Chute);
    let column = site.expect("a chute").column;
    let mut harms = BTreeMap::new();
    for z in 11..=14 {
        let zone = strata.zone(zone_at(column, z));
        let belts = zone
            .things()
            .iter()
            .filter(|thing| thing.kind.name() == "conveyor");
        assert_eq!(
            belts.count() as u32,
            strata.plan().belts(zone.pos()).count()
        );
        for trap in zone
            .things()
            .iter()
            .filter(|thing| thing.kind == ThingKind::Trap)
        {
            harms.insert(
                trap.properties["harm"].clone(),
                trap.properties["turns"].clone(),
            );
        }
    }
    let expected = [
        ("acid", "12-16"),
        ("crabs", "4-16"),
        ("fire", "4-8"),
        ("shock", "4-8"),
    ];
    let expected = expected.map(|(harm, turns)| (harm.to_owned(), turns.to_owned()));
    assert_eq!(harms, BTreeMap::from(expected));
    let hub = strata.zone(zone_at(column, 15));
    assert!(
        hub.things()
            .iter()
            .any(|thing| thing.kind.name() == "switch")
    );
}

#[test]
fn lairs_end_with_a_boss_and_a_relic() {
    let mut workshop = Workshop::default();
    for (plan, lairs) in features(0..2, Blueprint::Lair) {
        assert!((110..=140).contains(&lairs.len()));
        for [x, y, top, bottom] in lairs {
            let pos = zone_at([x, y], bottom);
            let zone = make(&plan, pos, &mut workshop);
            let bosses = zone
                .things()
                .iter()
                .filter(|it| it.properties.contains_key("boss"));
            let tiers: Vec<u8> = bosses
                .map(|it| it.properties["tier"].parse().unwrap())
                .collect();
            assert_eq!(tiers, [(plan.tier(pos) + 1).min(8)], "{pos}");
            let relic =
                |thing: &Thing| thing.properties.get("item").is_some_and(|it| it == "relic");
            assert!(zone.things().iter().any(relic), "{pos}");
            assert!(plan.level_title(pos).unwrap().starts_with("the heart of"));
            assert!(
                plan.level_title(zone_at([x, y], top))
                    .unwrap()
                    .starts_with("the way into")
            );
            // Pair by pair: two flights of a lair are never in one column of cells.
            for z in top + 1..bottom {
                let boundary = plan.boundary(zone_at([x, y], z));
                let stairs = boundary.vertical().iter();
                let stairs = stairs.filter(|it| it.kind == ConnectionKind::Stairs);
                let places: Vec<(u8, u8, u8)> = stairs.map(|it| (it.x, it.y, it.levels)).collect();
                let [(x, y, 1), (other_x, other_y, 1)] = places[..] else {
                    panic!("{places:?}");
                };
                assert_ne!((x, y), (other_x, other_y));
            }
        }
    }
}

#[test]
fn progressive_caves_grow_harder_level_by_level() {
    let mut workshop = Workshop::default();
    let mut fortresses = BTreeSet::new();
    let mut groups = BTreeMap::<u32, Vec<usize>>::new();
    for (plan, caves) in features(0..5, Blueprint::ProgressiveCave) {
        assert_eq!(caves.len(), 40);
        for [x, y, top, bottom] in caves {
            assert_eq!([top, bottom], [10, 14]);
            for z in 10..=14 {
                let pos = zone_at([x, y], z);
                let zone = make(&plan, pos, &mut workshop);
                let leads = |face: Direction| {
                    let mut stairs = zone.connections();
                    stairs.any(|it| it.face == face && it.kind == ConnectionKind::Stairs)
                };
                assert!(z == 10 || leads(Direction::Up), "{pos}");
                assert!(z == 14 || leads(Direction::Down), "{pos}");
                let mark = zone
                    .landmarks()
                    .iter()
                    .find(|it| it.kind == "progressive cave");
                let details = &mark.expect("its landmark").details;
                if let Some(fortress) = details.get("fortress") {
                    assert_eq!(z, 13);
                    fortresses.insert(fortress.clone());
                }
                assert_eq!(z == 13, details.contains_key("fortress"));
                assert_eq!(z == 14, !zone.river().is_empty() && z > 10, "{pos}");
                if z > 10 {
                    let chambers: i32 = details["chambers"].parse().unwrap();
                    let [least, most] = [[1, 3], [0, 5], [0, 6], [0, 7]][z as usize - 11];
                    assert!((8 * least..=8 * most).contains(&chambers));
                    let leader = |it: &&Thing| {
                        it.kind == ThingKind::Creature && !it.properties.contains_key("follows")
                    };
                    groups
                        .entry(z)
                        .or_default()
                        .push(zone.things().iter().filter(leader).count());
                }
            }
        }
    }
    let names: Vec<&str> = fortresses.iter().map(String::as_str).collect();
    assert_eq!(names, ["city", "fort", "stockade"]);
    let range = |z: u32| {
        let counts = &groups[&z];
        [counts.iter().min().copied(), counts.iter().max().copied()].map(Option::unwrap)
    };
    // Those of the fortress come on top of depth 13's own.
    assert_eq!([range(11), range(12), range(14)], [[0, 1], [1, 3], [3, 4]]);
    let mean = |z: u32| groups[&z].iter().sum::<usize>() as f64 / groups[&z].len() as f64;
    // One or two, and one more in three of four cases.
    assert!((mean(12) - 2.25).abs() < 0.25, "{}", mean(12));
}

#[test]
fn vaults_are_filled_by_waves_and_furnished_by_what_is_where() {
    let mut workshop = Workshop::default();
    let (mut segments, mut fallbacks) = (0, 0);
    let mut themes = BTreeSet::new();
    for (plan, vaults) in features(0..2, Blueprint::Vault) {
        assert_eq!(vaults.len(), 60);
        for [x, y, top, bottom] in vaults {
            let mut own = BTreeSet::new();
            for z in top..=bottom {
                let pos = zone_at([x, y], z);
                let zone = make(&plan, pos, &mut workshop);
                let mark = zone.landmarks().iter().find(|it| it.kind == "vault");
                let details = &mark.expect("its landmark").details;
                let number = |name: &str| details[name].parse::<u32>().unwrap();
                segments += number("segments");
                fallbacks += number("fallbacks");
                own.insert(details["theme"].clone());
                let period = match plan.tier(pos) {
                    1 | 2 => 5,
                    3 | 4 => 4,
                    5 | 6 => 3,
                    7 => 2,
                    _ => 1,
                };
                assert_eq!(number("period"), period);
                let stone = Material::from_name(&format!("dressed stone {period}")).unwrap();
                assert!((0..2000).any(|at| zone.material(at % 80, at / 80) == stone));
            }
            assert_eq!(own.len(), 1, "one theme a vault");
            themes.append(&mut own);
        }
    }
    assert_eq!(themes.len(), 3);
    assert!(
        segments > 500 && fallbacks * 100 < segments,
        "{fallbacks} of {segments}"
    );
}

#[test]
fn great_shafts_are_open_air_through_all_their_levels() {
    let mut workshop = Workshop::default();
    for (plan, shafts) in features(0..4, Blueprint::GreatShaft) {
        for [x, y, top, bottom] in shafts {
            for z in top..=bottom {
                let zone = make(&plan, zone_at([x, y], z), &mut workshop);
                let widest = (0..25).map(|y| zone.row(y).filter(|cell| *cell == Cell::Air).count());
                let widest = widest.max().unwrap_or(0);
                assert_eq!(z == bottom, widest == 0);
                assert!(
                    z == bottom || (11..=26).contains(&widest),
                    "{x} {y} {z}: {widest}"
                );
            }
        }
    }
}

/// The rivers of a zone are water, and water on one side of a border is water on the other.
#[test]
fn rivers_are_water_on_both_sides_of_borders() {
    let strata = Strata::new(Seed::new(14));
    let (mut crossings, mut bridges) = (0, 0);
    for y in 0..75 {
        for x in (0..240).step_by(2) {
            let pos = zone_at([x, y], 10);
            if !strata.plan().has_river_and_road([x, y])[0] {
                continue;
            }
            let zone = strata.zone(pos);
            assert!(!zone.river().is_empty());
            for cell in zone.river() {
                let (x, y) = (cell.x.into(), cell.y.into());
                let is_water = zone.material(x, y) == Material::WATER;
                let is_bridge = zone.material(x, y) == Material::WOOD;
                bridges += u32::from(is_bridge);
                let is_air = zone.cell(x, y) == Cell::Air;
                assert!(is_water || is_bridge || is_air, "{pos} {x},{y}");
            }
            let Some(east) = pos.step(Direction::East) else {
                continue;
            };
            let east = strata.zone(east);
            let side = |zone: &Zone, x: u8| -> BTreeMap<u8, u16> {
                let cells = zone.river().iter().filter(|cell| cell.x == x);
                cells.map(|cell| (cell.y, cell.height)).collect()
            };
            let (here, there) = (side(&zone, 79), side(&east, 0));
            assert!(here.keys().eq(there.keys()), "{pos}");
            crossings += here.len();
            for y in here.keys() {
                assert_eq!(zone.cell(79, (*y).into()), Cell::DeepLiquid);
                assert_eq!(east.cell(0, (*y).into()), Cell::DeepLiquid);
            }
        }
    }
    assert!(crossings > 100 && bridges > 10, "{crossings} {bridges}");
}

#[test]
fn whoever_stands_where_something_is_dug_moves_and_nobody_else() {
    let strata = Strata::new(Seed::new(15));
    let mut moved = 0;
    for number in 0..200 {
        let pos = zone_at([number % 240, number * 7 % 75], 11 + number % 38);
        let before = strata.zone(pos);
        let above = strata.zone(pos.step(Direction::Up).expect("a zone above"));
        let Some(thing) = before
            .things()
            .iter()
            .find(|it| it.kind == ThingKind::Creature)
        else {
            continue;
        };
        let [x, y] = [thing.place.x, thing.place.y].map(|at| at as u8);
        if !(1..79).contains(&x) || !(1..24).contains(&y) {
            continue;
        }
        let added = strata.add(Entry {
            zone: pos,
            kind: EntryKind::StairsUp,
            x,
            y,
            object: None,
        });
        assert_eq!(added, Ok(true));
        let after = strata.zone(pos);
        assert_eq!(before.things().len(), after.things().len());
        for (old, new) in before.things().iter().zip(after.things()) {
            assert_eq!((&old.name, &old.properties), (&new.name, &new.properties));
            if old.place != new.place {
                moved += 1;
                let [x, y] = [old.place.x, old.place.y].map(|at| at as u32);
                assert!(after.cell(x, y).is_vertical() || !after.cell(x, y).is_walkable());
            }
        }
        for thing in after.things() {
            let [x, y] = [thing.place.x, thing.place.y].map(|at| at as u32);
            assert!(after.cell(x, y).is_walkable() && !after.cell(x, y).is_vertical());
        }
        // The zone above has the other end, and the same rule.
        let upper = strata.zone(above.pos());
        assert_eq!(upper.things().len(), above.things().len());
    }
    assert!(moved > 100, "{moved}");
}

#[test]
fn every_kind_of_zone_has_its_people() {
    let strata = Strata::new(Seed::new(16));
    let mut kinds = BTreeMap::<&str, BTreeSet<String>>::new();
    for pos in some_zones(strata.plan()) {
        let zone = strata.zone(pos);
        let mut taken = BTreeSet::new();
        for thing in zone.things() {
            assert!(
                taken.insert((thing.place.x, thing.place.y)),
                "one in a cell: {pos}"
            );
            if let Some(id) = thing.properties.get("id") {
                let kinds = kinds.entry(zone.blueprint().name()).or_default();
                kinds.insert(id.clone());
            }
        }
    }
    for blueprint in [
        "Surface", "Tower", "Cave", "Lair", "Vault", "Chute", "Town", "Ruin",
    ] {
        assert!(
            kinds[blueprint].len() > 5,
            "{blueprint}: {:?}",
            kinds[blueprint]
        );
    }
}
