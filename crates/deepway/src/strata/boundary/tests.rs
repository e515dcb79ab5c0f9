use super::*;
use crate::strata::Blueprint;
use std::collections::HashMap;

fn plan(seed: u64) -> Plan {
    Plan::new(Seed::new(seed))
}

/// Every zone that somebody can be in.
fn zones(plan: &Plan) -> impl Iterator<Item = ZonePos> + '_ {
    ZonePos::all().filter(|&zone| plan.blueprint(zone) != Blueprint::Air)
}

#[test]
fn every_zone_is_reached_from_the_surface_and_left_again() {
    for seed in 0..3 {
        let plan = plan(seed);
        let mut is_reached = vec![false; 900_000];
        let mut open: Vec<ZonePos> = zones(&plan).filter(|zone| zone.z() == 10).collect();
        for zone in &open {
            is_reached[zone.number() as usize] = true;
        }
        // Open faces lead both ways, so one search does for both.
        while let Some(zone) = open.pop() {
            for (face, is_open) in Direction::SIX.into_iter().zip(plan.open_faces(zone)) {
                if is_open {
                    let next = zone.step(face).expect("an open face leads somewhere");
                    if !std::mem::replace(&mut is_reached[next.number() as usize], true) {
                        open.push(next);
                    }
                }
            }
        }
        for zone in ZonePos::all() {
            let is_air = plan.blueprint(zone) == Blueprint::Air;
            assert_eq!(
                is_reached[zone.number() as usize],
                !is_air,
                "{zone}, seed {seed}"
            );
        }
    }
}

#[test]
fn parents_lead_to_the_surface() {
    let plan = plan(5);
    for zone in zones(&plan).step_by(97) {
        let (mut at, mut steps) = (zone, 0);
        while let Some(face) = plan.parent(at) {
            assert!(plan.is_open(at, face), "{at} {face}");
            at = at.step(face).expect("a parent is there");
            steps += 1;
            assert!(steps < 1000, "{zone} goes around in circles");
        }
        assert_eq!(at.z(), 10);
    }
}

#[test]
fn both_sides_list_the_same_connections() {
    let plan = plan(7);
    let list = |zone: ZonePos, face: Direction| -> Vec<Connection> {
        let boundary = plan.boundary(zone);
        let through = boundary
            .connections()
            .filter(|connection| connection.face == face);
        through.collect()
    };
    for zone in zones(&plan).step_by(61) {
        for face in [Direction::East, Direction::South, Direction::Down] {
            let Some(next) = zone.step(face) else {
                assert_eq!(list(zone, face), []);
                continue;
            };
            let (here, there) = (list(zone, face), list(next, face.opposite()));
            let moved: Vec<Connection> = there
                .into_iter()
                .map(|connection| Connection {
                    face,
                    x: if face == Direction::East {
                        79
                    } else {
                        connection.x
                    },
                    y: if face == Direction::South {
                        24
                    } else {
                        connection.y
                    },
                    ..connection
                })
                .collect();
            assert_eq!(here, moved, "{zone} {face}");
            // Every open face leads back; long flights may lead through others too.
            let leads_back = here.iter().any(|connection| {
                connection.kind.leads_up()
                    && connection.levels.is_none_or(|[_, levels]| levels == 1)
            });
            assert_eq!(leads_back, plan.is_open(zone, face), "{zone} {face}");
        }
    }
}

#[test]
fn edges_are_open_on_both_sides_or_shut_on_one() {
    let plan = plan(3);
    let (mut walls, mut shut) = (0, 0);
    for zone in zones(&plan).filter(|zone| zone.z() >= 10).step_by(131) {
        let here = plan.boundary(zone);
        for (number, side) in Direction::STRAIGHT.into_iter().enumerate() {
            let (all, middle) = if number % 2 == 0 {
                (bits(0, 79), bits(2, 77))
            } else {
                (bits(0, 24), bits(2, 22))
            };
            let Some(next) = zone.step(side) else {
                assert_eq!((here.open[number], here.rock[number][0]), (0, all));
                continue;
            };
            let there = plan.boundary(next);
            let back = (number + 2) % 4;
            assert_eq!(here.open[number], there.open[back]);
            assert_eq!(here.open[number] & !middle, 0, "corners are rock");
            assert_eq!(here.open[number] & here.rock[number][0], 0);
            assert_eq!(here.river[number], there.river[back]);
            assert_eq!(here.river[number] & here.open[number], 0);
            let solid = here.rock[number][0] | there.rock[back][0] | here.river[number];
            assert_eq!(here.open[number] | solid, all);
            assert_eq!(here.rock[number][1] & !here.rock[number][0], 0);
            if here.open[number] != 0 {
                let pairs = here.open[number] & here.open[number] >> 1;
                assert_ne!(pairs, 0, "two can walk side by side");
            }
            walls += here.rock[number][0].count_ones();
            shut += (all & !here.open[number]).count_ones();
        }
    }
    // Half of the shut places are rock on this side; corners are on both.
    assert!(
        (0.45..0.62).contains(&(f64::from(walls) / f64::from(shut))),
        "{walls} of {shut}"
    );
}

#[test]
fn no_two_connections_of_a_column_touch() {
    let plan = plan(11);
    for column in (0..240 * 75).step_by(13).map(|n| [n % 240, n / 240]) {
        // Who has a link cell where, and who ends where.
        let mut cells: HashMap<[u8; 3], Vertical> = HashMap::new();
        for z in 0..50 {
            let zone = ZonePos::at(column, z).unwrap();
            let boundary = plan.boundary(zone);
            let mut side = [None; 2];
            for &vertical in boundary.vertical() {
                let Vertical {
                    x,
                    y,
                    top,
                    levels,
                    kind,
                } = vertical;
                assert!(u32::from(levels) <= MAX_LEVELS);
                assert_eq!((u32::from(x) + 3 * u32::from(y)) % 8, u32::from(top) % 8);
                assert!((2..=77).contains(&x) && (2..=22).contains(&y));
                assert_eq!(cells.insert([x, y, z as u8], vertical), None);
                if kind == ConnectionKind::Stairs && levels == 1 {
                    side[usize::from(u32::from(top) == z)] = Some(x);
                }
            }
            if let [Some(up), Some(down)] = side {
                assert!(up.abs_diff(down) > 20, "{zone}");
            }
            let pulls = boundary
                .vertical()
                .iter()
                .filter(|vertical| vertical.kind.pulls());
            let pulls: Vec<&Vertical> = pulls.collect();
            for (i, a) in pulls.iter().enumerate() {
                for b in &pulls[..i] {
                    assert!(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) > 1, "{zone}");
                }
            }
        }
        for (&[x, y, z], vertical) in &cells {
            if let Some(below) = cells.get(&[x, y, z + 1]) {
                assert_eq!(vertical, below, "{column:?}");
            }
        }
    }
}

#[test]
fn faces_are_open_as_often_as_makes_a_world() {
    let plan = plan(1);
    let (mut open, mut all) = ([0; 2], [0; 2]);
    let mut degrees = [0; 7];
    for zone in zones(&plan).filter(|zone| zone.z() > 10).step_by(7) {
        let faces = plan.open_faces(zone);
        degrees[faces.iter().filter(|is_open| **is_open).count()] += 1;
        for (kind, face) in [(0, Direction::East), (1, Direction::Down)] {
            if zone.step(face).is_some() {
                all[kind] += 1;
                open[kind] += i32::from(plan.is_open(zone, face));
            }
        }
    }
    let share = |kind: usize| f64::from(open[kind]) / f64::from(all[kind]);
    assert!((0.70..0.86).contains(&share(0)), "sideways {}", share(0));
    assert!((0.50..0.66).contains(&share(1)), "down {}", share(1));
    let dead_ends = f64::from(degrees[1]) / degrees.map(f64::from).iter().sum::<f64>();
    assert!(degrees[0] == 0 && dead_ends < 0.1, "{degrees:?}");
}
