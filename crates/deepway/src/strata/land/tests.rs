//! The laws of rivers and roads, read off the cells of whole worlds.

use super::*;
use crate::strata::Blueprint;
use crate::strata::board::{Board, HEIGHT, WIDTH};
use crate::strata::plan::Plan;
use std::collections::{HashMap, HashSet};

/// A cell of the whole surface.
type At = (u32, u32);

/// All that runs over the surface of a world.
struct Surface {
    land: Land,
    features: Vec<Feature>,
    obstacles: Vec<Obstacles>,
    courses: Vec<Course>,
}

fn columns() -> impl Iterator<Item = [u32; 2]> {
    (0..ZonePos::ROWS).flat_map(|y| (0..ZonePos::COLUMNS).map(move |x| [x, y]))
}

/// The features of a world, where every other great shaft begins at the surface.
fn features(plan: &Plan) -> Vec<Feature> {
    let features = plan.features().iter().map(|&feature| match feature {
        Feature {
            blueprint: Blueprint::GreatShaft,
            column: [x, _],
            top,
            bottom,
        } if x % 2 == 0 => {
            let bottom = bottom - (top - ZonePos::SURFACE);
            Feature {
                top: ZonePos::SURFACE,
                bottom,
                ..feature
            }
        }
        _ => feature,
    });
    features.collect()
}

/// What stands in the way: the pads of links, and the walls of towers.
fn obstacles(plan: &Plan, column: [u32; 2]) -> Obstacles {
    let (mut pads, mut built) = (Board::EMPTY, Board::EMPTY);
    let zone = ZonePos::at(column, ZonePos::SURFACE).unwrap();
    for vertical in plan.boundary(zone).vertical() {
        for y in vertical.y - 1..=vertical.y + 1 {
            for x in vertical.x - 1..=vertical.x + 1 {
                pads.set(x.into(), y.into());
            }
        }
    }
    if plan
        .feature(column)
        .is_some_and(|feature| feature.blueprint == Blueprint::Tower)
    {
        for y in 3..=21 {
            for x in 17..=62 {
                built.set(x, y);
            }
        }
    }
    Obstacles {
        pads,
        built,
        ..Obstacles::default()
    }
}

fn surface(seed: u64) -> Surface {
    let plan = Plan::new(Seed::new(seed));
    let features = features(&plan);
    let land = Land::new(Seed::new(seed), &features);
    let obstacles: Vec<Obstacles> = columns().map(|column| obstacles(&plan, column)).collect();
    let courses = columns().zip(&obstacles);
    let courses = courses
        .map(|(column, obstacles)| land.course(column, obstacles))
        .collect();
    Surface {
        land,
        features,
        obstacles,
        courses,
    }
}

fn cells(board: &Board) -> impl Iterator<Item = [usize; 2]> + '_ {
    let all = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| [x, y]));
    all.filter(|&[x, y]| board.get(x, y))
}

fn in_world([x, y]: [u32; 2], cell: [usize; 2]) -> At {
    (x * 80 + cell[0] as u32, y * 25 + cell[1] as u32)
}

fn around((x, y): At) -> [At; 4] {
    [
        (x + 1, y),
        (x.wrapping_sub(1), y),
        (x, y + 1),
        (x, y.wrapping_sub(1)),
    ]
}

/// The border cells of a board as masks: north, east, south, west.
fn border(board: &Board) -> [u128; 4] {
    let side = |x: usize| (0..HEIGHT).fold(0, |mask, y| mask | u128::from(board.get(x, y)) << y);
    [board.0[0], side(WIDTH - 1), board.0[HEIGHT - 1], side(0)]
}

impl Surface {
    /// Every border cell is what the edge says, and both sides of a border are the same.
    fn check_borders(&self) {
        for ([x, y], course) in columns().zip(&self.courses) {
            let number = (y * ZonePos::COLUMNS + x) as usize;
            for is_row in [false, true] {
                let river = self.land.river_edge([x, y], is_row);
                let road = self.land.road_edge([x, y], is_row);
                let (near, far, next) = match is_row {
                    true => (2, 0, number + 240),
                    false => (1, 3, number + 1),
                };
                for (edge, board) in [
                    (river, (|course| &course.water) as fn(&Course) -> &Board),
                    (road, |course| &course.roads),
                ] {
                    assert_eq!(border(board(course))[near], edge, "{x} {y} {is_row}");
                    let is_last = if is_row { y == 74 } else { x == 239 };
                    match is_last {
                        true => assert_eq!(edge, 0),
                        false => assert_eq!(border(board(&self.courses[next]))[far], edge),
                    }
                }
                let (rivers, roads) = match is_row {
                    true => (bits(6, 73), bits(4, 75)),
                    false => (bits(4, 20), bits(3, 21)),
                };
                assert_eq!((river & !rivers, road & !roads), (0, 0));
                assert!(
                    (0..=3).all(|by| (river << by | river >> by) & road == 0),
                    "{x} {y}"
                );
                assert!(road == 0 || road.count_ones() == 2);
            }
            // The edges of the world have no crossing.
            let is_first = [y == 0, false, false, x == 0];
            for (side, _) in is_first.iter().enumerate().filter(|(_, first)| **first) {
                assert_eq!(border(&course.water)[side] | border(&course.roads)[side], 0);
            }
        }
    }

    /// From every cell of a river one can follow water that does not rise to a lake or a shaft.
    fn check_water(&self) {
        let mut heights: HashMap<At, u16> = HashMap::new();
        let mut ends: Vec<At> = Vec::new();
        for (column, course) in columns().zip(&self.courses) {
            assert_eq!(course.river.len(), course.water.count() as usize);
            for cell in &course.river {
                assert!(course.water.get(cell.x.into(), cell.y.into()));
                let at = in_world(column, [cell.x.into(), cell.y.into()]);
                assert_eq!(heights.insert(at, cell.height), None);
            }
            let lake: Vec<At> = cells(&course.lake)
                .map(|cell| in_world(column, cell))
                .collect();
            assert!(lake.iter().all(|at| heights[at] == heights[&lake[0]]));
            assert_eq!(border(&course.lake), [0; 4]);
            ends.extend(lake);
            if course.falls {
                let feature = self
                    .features
                    .iter()
                    .find(|feature| feature.column == column);
                let feature = feature.expect("a river falls into something");
                assert_eq!(
                    (feature.blueprint, feature.top),
                    (Blueprint::GreatShaft, 10)
                );
                ends.push(in_world(column, [40, 12]));
            }
        }
        let mut drained: HashSet<At> = ends.iter().copied().collect();
        while let Some(at) = ends.pop() {
            for from in around(at) {
                let runs_here = heights
                    .get(&from)
                    .is_some_and(|height| *height >= heights[&at]);
                if runs_here && drained.insert(from) {
                    ends.push(from);
                }
            }
        }
        let stays = heights.keys().find(|at| !drained.contains(at));
        assert_eq!(stays, None, "water that runs nowhere");
    }

    /// All roads are one net, and all places are on it.
    fn check_roads(&self) {
        let mut roads: HashSet<At> = HashSet::new();
        for (column, course) in columns().zip(&self.courses) {
            roads.extend(cells(&course.roads).map(|cell| in_world(column, cell)));
            assert_eq!(course.bridges, course.roads.and(&course.water));
        }
        let mut open: Vec<At> = roads.iter().copied().take(1).collect();
        let mut seen: HashSet<At> = open.iter().copied().collect();
        while let Some(at) = open.pop() {
            for next in around(at) {
                if roads.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        assert_eq!(seen.len(), roads.len());
        for feature in &self.features {
            if matches!(
                feature.blueprint,
                Blueprint::Town | Blueprint::Tower | Blueprint::Lair
            ) {
                let near = |[x, y]: [usize; 2]| x.abs_diff(40) <= 3 && y.abs_diff(12) <= 3;
                let number = feature.column[1] * ZonePos::COLUMNS + feature.column[0];
                assert!(
                    cells(&self.courses[number as usize].roads).any(near),
                    "{feature:?}"
                );
            }
        }
    }

    /// Nothing lies on pads, and no water in what is built.
    fn check_obstacles(&self) {
        for ((column, course), obstacles) in columns().zip(&self.courses).zip(&self.obstacles) {
            let blocked = obstacles.pads.or(&obstacles.built);
            assert_eq!(course.water.and(&blocked), Board::EMPTY, "{column:?}");
            assert_eq!(
                course.roads.and(&obstacles.pads),
                Board::EMPTY,
                "{column:?}"
            );
        }
    }

    /// How many zones the longest river runs through, by the edges alone.
    fn longest_river(&self) -> u32 {
        let mut longest = 0;
        for spring in columns().filter_map(number) {
            let (mut column, mut length) = (spring, 0);
            while self.land.flows[column] > RIVER && self.land.drains[column] < LAKE {
                let next = beside(column, self.land.drains[column]);
                assert!(self.land.heights[next] < self.land.heights[column]);
                (column, length) = (next, length + 1);
            }
            longest = longest.max(length);
        }
        longest
    }
}

#[test]
fn rivers_and_roads_keep_their_laws_in_whole_worlds() {
    for seed in [1, 2, 3, 7, 42, 1_000_003] {
        let surface = surface(seed);
        surface.check_borders();
        surface.check_water();
        surface.check_roads();
        surface.check_obstacles();
        let count = |is: fn(&Course) -> bool| surface.courses.iter().filter(|it| is(it)).count();
        let rivers = count(|course| course.water != Board::EMPTY);
        let lakes = count(|course| course.lake != Board::EMPTY);
        let falls = count(|course| course.falls);
        let bridges = count(|course| course.bridges != Board::EMPTY);
        let longest = surface.longest_river();
        println!(
            "seed {seed}: {rivers} zones with water, the longest river {longest}, {lakes} lakes, \
             {falls} falls, {bridges} zones with bridges"
        );
        assert!(
            (800..4000).contains(&rivers) && longest > 60,
            "{rivers} {longest}"
        );
        assert!((1..20).contains(&lakes) && bridges > 20);
    }
}

#[test]
fn a_course_depends_on_nothing_else() {
    let surface = surface(5);
    let land = Land::new(Seed::new(5), &surface.features);
    assert_eq!(land, surface.land);
    let all: Vec<[u32; 2]> = columns().collect();
    for number in (0..all.len()).rev().step_by(7) {
        let course = land.course(all[number], &surface.obstacles[number]);
        assert_eq!(course, surface.courses[number]);
    }
}

#[test]
fn strange_input_is_no_trouble() {
    let none = Land::new(Seed::new(3), &[]);
    let crowd: Vec<Feature> = columns()
        .chain([[0, 0], [240, 0], [u32::MAX, 75]])
        .map(|column| Feature {
            blueprint: Blueprint::ALL[(column[0] % 11) as usize],
            column,
            top: 10,
            bottom: 10,
        })
        .collect();
    let crowd = Land::new(Seed::new(3), &crowd);
    let full = Obstacles {
        pads: Board::FULL,
        built: Board::FULL,
        walls: Board::FULL,
    };
    let free = Obstacles::default();
    for land in [&none, &crowd] {
        for column in columns()
            .step_by(3)
            .chain([[240, 0], [0, 75], [u32::MAX; 2]])
        {
            for obstacles in [&full, &free] {
                let course = land.course(column, obstacles);
                let edges = land.edges(column, |column, is_row| land.river_edge(column, is_row));
                assert_eq!(border(&course.water), edges, "{column:?}");
            }
        }
        for column in [[240, 0], [0, 75], [u32::MAX; 2]] {
            assert_eq!(land.height(column), 0);
            assert_eq!(
                land.river_edge(column, true) | land.road_edge(column, false),
                0
            );
        }
    }
    assert!(none.places.is_empty() && none.roads.iter().all(|faces| !faces.has(EAST)));
}
