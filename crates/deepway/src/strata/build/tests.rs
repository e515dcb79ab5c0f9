mod contents;
mod people;

use super::super::board::{HEIGHT, WIDTH};
use super::super::plan::{GrowthHere, Pool};
use super::*;
use crate::cell::Cell;
use crate::material::Material;
use crate::population::Growth;
use crate::seed::Seed;
use crate::space::Direction;
use crate::strata::Blueprint;
use crate::strata::Strata;
use std::collections::BTreeSet;

/// Zones of all depths, and of all features.
fn some_zones(plan: &Plan) -> Vec<ZonePos> {
    let features = plan.features().iter().step_by(3).flat_map(|feature| {
        let levels = feature.top..=feature.bottom;
        levels.filter_map(|z| ZonePos::at(feature.column, z))
    });
    let some = ZonePos::all().filter(|zone| zone.z() >= 10).step_by(509);
    some.chain(features).collect()
}

fn make(plan: &Plan, pos: ZonePos, workshop: &mut Workshop) -> Zone {
    build(plan, Tables::built_in(), pos, None, workshop)
}

fn cells(zone: &Zone) -> Vec<Vec<Cell>> {
    (0..25).map(|y| zone.row(y).collect()).collect()
}

/// What a walker who keeps off pits reaches, cell by cell.
fn reached(stands: &[Vec<bool>], start: (usize, usize)) -> BTreeSet<(usize, usize)> {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some((x, y)) = open.pop() {
        for (x, y) in [
            (x + 1, y),
            (x.wrapping_sub(1), y),
            (x, y + 1),
            (x, y.wrapping_sub(1)),
        ] {
            let stands = stands.get(y).and_then(|row| row.get(x));
            if stands == Some(&true) && seen.insert((x, y)) {
                open.push((x, y));
            }
        }
    }
    seen
}

/// Every cell where one can stand is reached from every other, and there are neither too few
/// nor too many.
fn check_is_whole(zone: &Zone) {
    let pos = zone.pos();
    let stands = |x: u32, y: u32| zone.cell(x, y).is_walkable() && !zone.pulls(x, y);
    let stands = (0..25).map(|y| (0..80).map(|x| stands(x, y)).collect());
    let stands: Vec<Vec<bool>> = stands.collect();
    let places = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
    let standing: BTreeSet<(usize, usize)> = places.filter(|&(x, y)| stands[y][x]).collect();
    let start = *standing.first().expect("somewhere to stand");
    assert_eq!(reached(&stands, start), standing, "{pos}");
    let cells = cells(zone);
    let walkable = cells.iter().flatten().filter(|cell| cell.is_walkable());
    let walkable = walkable.count();
    match pos.z() {
        0..10 => {}
        10 => assert!((300..=1960).contains(&walkable), "{pos}: {walkable}"),
        _ => assert!((300..=1700).contains(&walkable), "{pos}: {walkable}"),
    }
}

#[test]
fn a_zone_is_in_one_piece() {
    let plan = Plan::new(Seed::new(7));
    let mut workshop = Workshop::default();
    for pos in some_zones(&plan) {
        check_is_whole(&make(&plan, pos, &mut workshop));
    }
}

/// Belts wind and cannot be crossed, so chutes have the hardest time to stay in one piece.
#[test]
fn every_level_of_many_features_is_in_one_piece() {
    let mut workshop = Workshop::default();
    for seed in 0..40 {
        let plan = Plan::new(Seed::new(seed));
        for feature in plan.features() {
            let levels = feature.top..=feature.bottom;
            let step = if feature.blueprint == Blueprint::Chute {
                1
            } else {
                40
            };
            let levels = levels.filter(|z| (z + feature.column[0]).is_multiple_of(step));
            for pos in levels.filter_map(|z| ZonePos::at(feature.column, z)) {
                check_is_whole(&make(&plan, pos, &mut workshop));
            }
        }
    }
}

#[test]
fn zones_hold_what_their_boundary_says() {
    let plan = Plan::new(Seed::new(8));
    let mut workshop = Workshop::default();
    for pos in some_zones(&plan) {
        let here = make(&plan, pos, &mut workshop);
        for face in [Direction::East, Direction::South, Direction::Down] {
            let Some(next) = pos.step(face) else { continue };
            let there = make(&plan, next, &mut workshop);
            let listed: BTreeSet<(u32, u32)> = here
                .connections()
                .filter(|connection| connection.face == face)
                .map(|connection| (connection.x.into(), connection.y.into()))
                .collect();
            let joined: BTreeSet<(u32, u32)> = match face {
                Direction::East => (0..25)
                    .filter(|&y| here.cell(79, y).is_walkable() && there.cell(0, y).is_walkable())
                    .map(|y| (79, y))
                    .collect(),
                Direction::South => (0..80)
                    .filter(|&x| here.cell(x, 24).is_walkable() && there.cell(x, 0).is_walkable())
                    .map(|x| (x, 24))
                    .collect(),
                _ => {
                    // The one scan over both levels finds what is listed, and nothing else.
                    let mut draft =
                        crate::volume::Draft::new(crate::volume::Size::new(80, 25, 2).unwrap());
                    for (z, zone) in [(1, &here), (0, &there)] {
                        for y in 0..25 {
                            for (x, cell) in (0..).zip(zone.row(y)) {
                                draft
                                    .set(crate::space::Pos::new(x, y as i32, z), cell)
                                    .unwrap();
                            }
                        }
                    }
                    let rules = crate::rules::MoveRules {
                        gravity: crate::rules::Gravity::On,
                        ..crate::rules::MoveRules::default()
                    };
                    let links = crate::link::scan(&draft.finish(), &rules);
                    let cells = links
                        .iter()
                        .map(|link| (link.high.x as u32, link.high.y as u32));
                    cells.collect()
                }
            };
            assert_eq!(joined, listed, "{pos} {face}");
        }
        for connection in here.connections() {
            let (x, y) = (u32::from(connection.x), u32::from(connection.y));
            assert!(here.cell(x, y).is_walkable(), "{pos}");
        }
    }
}

#[test]
fn a_zone_is_the_same_whoever_was_built_before() {
    let plan = Plan::new(Seed::new(9));
    let zones: Vec<ZonePos> = some_zones(&plan).into_iter().step_by(7).collect();
    let mut workshop = Workshop::default();
    let first: Vec<Zone> = zones
        .iter()
        .map(|&zone| make(&plan, zone, &mut workshop))
        .collect();
    for (zone, first) in zones.iter().zip(&first).rev() {
        assert_eq!(&make(&plan, *zone, &mut workshop), first);
        assert_eq!(&make(&plan, *zone, &mut Workshop::default()), first);
    }
}

/// Each builder is given a canvas of random cells and random rights; wherever it has none,
/// nothing may change.
#[test]
fn builders_write_only_where_they_may() {
    let plan = Plan::new(Seed::new(10));
    let mut random = Seed::new(1).stream();
    let mut workshop = Workshop::default();
    for pos in some_zones(&plan).into_iter().step_by(5) {
        let boundary = plan.boundary(pos);
        let fixed = Fixed::new(&boundary, pos.z(), &Board::EMPTY, &Board::EMPTY);
        let before = Board::random(&mut random, 16);
        let may = Board::random(&mut random, 20).and(&Board::INSIDE);
        let first = Attempt {
            number: 0,
            wider: 0,
        };
        let stream = || Seed::new(3).stream();
        let grown = [
            Growth::Fungal,
            Growth::Slimy,
            Growth::Tarry,
            Growth::Rusty,
            Growth::Psychic,
        ];
        let grown = grown.map(|growth| GrowthHere {
            growth,
            intensity: 3,
            acts: true,
        });
        let pool = Pool {
            liquid: Material::LAVA,
            middle: [40, 12],
            reach: [30, 11],
        };
        type Builder<'b> = &'b dyn Fn(&mut Canvas, &mut Workshop);
        let builders: [Builder; 17] = [
            &|canvas, _| base::build(canvas, &plan, pos, first, &mut stream()),
            &|canvas, _| surface::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| tower::found(canvas, &plan, pos),
            &|canvas, _| tower::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| lair::build(canvas, &plan, pos, &mut stream()),
            &|canvas, shop| vault::build(canvas, &plan, pos, Seed::new(3), shop),
            &|canvas, _| chute::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| cave::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| great_shaft::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| town::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| ruin::build(canvas, &plan, pos, &mut stream()),
            &|canvas, _| liquids::build(canvas, &[pool], &mut stream()),
            &|canvas, _| loops::build(canvas, &mut stream()),
            &|canvas, _| echoes::build(canvas, &plan, pos, &boundary, &mut stream()),
            &|canvas, _| biomes::build(canvas, &grown, &mut stream()),
            &|canvas, _| stairs::build(canvas, &fixed),
            &|canvas, shop| connect::build(canvas, &fixed, true, Seed::new(4), shop),
        ];
        for (number, builder) in builders.into_iter().enumerate() {
            let mut canvas = Canvas::new();
            canvas.open = before;
            canvas.may = may;
            builder(&mut canvas, &mut workshop);
            let changed = canvas.open.with(&before, |a, b| a ^ b);
            // Connecting closes what is too small to matter, wherever it is.
            let closed = match number {
                16 => before.without(&canvas.open),
                _ => Board::EMPTY,
            };
            let wrong = changed.without(&may).without(&closed);
            assert_eq!(wrong, Board::EMPTY, "{pos} {number}");
            let wet = canvas.deep.or(&canvas.shallow).without(&may);
            assert_eq!(wet, Board::EMPTY, "{pos} {number}");
            assert_eq!(canvas.refused, 0);
        }
    }
}

#[test]
fn no_two_zones_are_alike() {
    let plan = Plan::new(Seed::new(7));
    let mut workshop = Workshop::default();
    let below = ZonePos::all().filter(|zone| zone.z() > ZonePos::SURFACE);
    let zones = below.step_by(3509).take(200);
    let boards: Vec<Board> = zones
        .map(|pos| {
            let zone = make(&plan, pos, &mut workshop);
            let mut board = Board::EMPTY;
            for (y, row) in cells(&zone).iter().enumerate() {
                for (x, _) in row
                    .iter()
                    .enumerate()
                    .filter(|(_, cell)| cell.is_walkable())
                {
                    board.set(x, y);
                }
            }
            board
        })
        .collect();
    assert_eq!(boards.len(), 200);
    for (number, board) in boards.iter().enumerate() {
        for other in &boards[..number] {
            let (shared, all) = (board.and(other).count(), board.or(other).count());
            assert!(shared * 10 <= all * 9, "{shared} of {all}");
        }
    }
}

#[test]
fn shut_borders_do_not_show_as_lines_of_rock() {
    let strata = Strata::new(Seed::new(7));
    // On tight and on wide levels: places on shut borders, the rock among them, places inside,
    // and the rock among those.
    let mut tallies = [[0_u32; 4]; 2];
    for pos in ZonePos::all().filter(|zone| zone.z() >= 10).step_by(1009) {
        for (face, [x_step, y_step]) in [(Direction::South, [1, 0]), (Direction::East, [0, 1])] {
            let Some(next) = pos.step(face) else {
                continue;
            };
            let zones = [pos, next].map(|pos| strata.zone(pos));
            let tally = &mut tallies[usize::from(strata.plan().is_wide(pos))];
            for (x, y) in (1..24).flat_map(|y| (1..79).map(move |x| (x, y))) {
                tally[2] += 1;
                tally[3] += u32::from(!zones[0].cell(x, y).is_walkable());
            }
            for place in 0..if face == Direction::South { 80 } else { 25 } {
                let [x, y] = [place * x_step, place * y_step];
                let here = zones[0]
                    .cell(x + 79 * y_step, y + 24 * x_step)
                    .is_walkable();
                let there = zones[1].cell(x, y).is_walkable();
                if !(here && there) {
                    tally[0] += 2;
                    tally[1] += u32::from(!here) + u32::from(!there);
                }
            }
        }
    }
    for [shut, rock, inside, rock_inside] in tallies.map(|tally| tally.map(f64::from)) {
        assert!(shut > 10_000.0);
        let most = f64::max(0.65, 1.3 * rock_inside / inside);
        assert!(rock <= shut * most, "{rock} of {shut}, at most {most}");
    }
}
