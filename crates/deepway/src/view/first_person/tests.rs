//! Views have the stated lines, composition and light.

use super::lines::{CEILING, CEILING_HOLE, FLOOR_HOLE, ladder};
use super::*;
use crate::maze::{Feature, FeatureKind, MazeLevel, MazePlan, Side, generate};
use crate::seed::Seed;
use crate::view::Ink;

/// A corridor of four cells to the east, with a feature one cell ahead.
fn corridor(upper_level: u32, kind: FeatureKind) -> Maze {
    let mut level = MazeLevel::new(6);
    (0..4).for_each(|col| level.set_open(2, col, true));
    Maze {
        generation: 1,
        seed: Seed::new(0),
        plan: MazePlan {
            size: 6,
            levels: 3,
            ..MazePlan::default()
        },
        levels: vec![level.clone(), level.clone(), level],
        features: vec![Feature {
            upper_level,
            row: 2,
            col: 1,
            kind,
        }],
    }
}

const AT: MazePos = MazePos {
    level: 2,
    row: 2,
    col: 0,
};

fn seen(maze: &Maze, light: u8) -> Vec<Segment> {
    let light = Light {
        regular: light,
        magic: 0,
    };
    first_person(maze, AT, Direction::East, light)
}

fn has(segments: &[Segment], line: Line) -> bool {
    let mut segments = segments.iter();
    segments.any(|segment| [segment.from, segment.to] == line)
}

/// A torch shows a wall where a secret door is; only magic light shows the door, and as far as
/// that reaches.
#[test]
fn a_secret_door_is_seen_in_magic_light_alone() {
    let mut maze = corridor(2, FeatureKind::Ladder);
    maze.features.clear();
    maze.levels[1].set_side(2, 1, Direction::East, Side::SecretDoor);
    let doors = |regular: u8, magic: u8| {
        let segments = first_person(&maze, AT, Direction::East, Light { regular, magic });
        let lines = segments
            .iter()
            .filter(|segment| segment.sight == Sight::SecretDoor);
        (lines.count(), segments.len())
    };
    for regular in 0..=Light::MAX {
        assert_eq!(doors(regular, 0).0, 0, "light {regular}");
    }
    let (lines, all) = doors(20, 20);
    assert!(lines > 0);
    assert_eq!(all, doors(20, 0).1 + lines, "the wall stays");
    assert_eq!(doors(0, 20).0, lines, "without a torch");
    assert_eq!(doors(20, 1).0, 0, "too weak");
}

#[test]
fn a_ladder_one_cell_ahead_has_the_stated_ends() {
    let segments = seen(&corridor(2, FeatureKind::Ladder), 20);
    for line in ladder().chain(FLOOR_HOLE).chain(CEILING) {
        assert!(has(&segments, line), "{line:?}");
    }
    assert!(has(&segments, [[116.0, 24.0], [116.0, 128.0]]));
    assert!(has(&segments, [[116.0, 123.0], [140.0, 123.0]]));
    assert!(!has(&segments, [[92.0, 24.0], [164.0, 24.0]]));
}

#[test]
fn each_feature_is_composed_as_stated() {
    // The upper level of the feature, its kind; ladder, ceiling hole, floor hole, line.
    for (upper, kind, expected) in [
        (1, FeatureKind::Hole, [false, true, false, false]),
        (1, FeatureKind::Ladder, [true, true, false, false]),
        (2, FeatureKind::Hole, [false, false, true, true]),
        (2, FeatureKind::Ladder, [true, false, true, true]),
    ] {
        let segments = seen(&corridor(upper, kind), 20);
        let parts = [
            ladder().collect(),
            CEILING_HOLE.to_vec(),
            FLOOR_HOLE.to_vec(),
            CEILING.to_vec(),
        ];
        let found =
            parts.map(|lines: Vec<Line>| lines.into_iter().all(|line| has(&segments, line)));
        assert_eq!(found, expected, "{upper} {kind:?}");
    }
}

#[test]
fn light_fades_with_the_range() {
    let maze = corridor(2, FeatureKind::Ladder);
    let rung = [[116.0, 64.0], [140.0, 64.0]];
    for (light, gap) in [
        (8, Some(0)),
        (7, Some(1)),
        (6, Some(2)),
        (5, Some(4)),
        (4, Some(8)),
        (3, Some(16)),
        (2, Some(32)),
        (1, None),
    ] {
        let segments = seen(&maze, light);
        let mut all = segments.iter();
        let found = all.find(|segment| [segment.from, segment.to] == rung);
        assert_eq!(found.map(Segment::gap), gap, "light {light}");
    }
}

#[test]
fn every_view_of_a_maze_can_be_drawn() {
    let maze = generate(&MazePlan::default(), Seed::new(1)).unwrap();
    for number in 0..1024 {
        let at = MazePos {
            level: 1 + number % 5,
            row: number / 32,
            col: number % 32,
        };
        for facing in Direction::STRAIGHT {
            let segments = first_person(&maze, at, facing, Light::default());
            assert_eq!(
                first_person_text(&segments, 128, Ink::Plain)
                    .lines()
                    .count(),
                38
            );
            first_person_scene(&segments);
        }
    }
}

/// The surface where a single ray ends: its range, its column, and whether it is at the far
/// end of a cell; none if the ray ends in the dark.
fn cast(maze: &Maze, at: MazePos, facing: Direction, x: f32) -> Option<(usize, i32, bool)> {
    let (mut here, mut column, mut range) = (at, 0, 0);
    while range < SCALES.len() {
        // The ray's offset to the right at the far end of the cell.
        let aside = x / (SCALES[range] / 128.0) - column as f32 * 128.0;
        let to = match aside {
            _ if aside < -64.0 => facing.left(),
            _ if aside > 64.0 => facing.right(),
            _ => facing,
        };
        if maze.side(here, to) != Side::Open {
            return Some((range, column, to == facing));
        }
        here = maze.beside(here, to).unwrap();
        match to {
            _ if to == facing => range += 1,
            _ if aside < 0.0 => column -= 1,
            _ => column += 1,
        }
    }
    None
}

/// In every column a line is drawn where a ray finds the top of a wall, and no other
/// non-upright wall line is drawn anywhere.
fn check_rays(maze: &Maze, at: MazePos, facing: Direction) {
    let light = Light {
        regular: 40,
        magic: 40,
    };
    let segments = first_person(maze, at, facing, light);
    for column in 0..256 {
        let x = column as f32 + 0.372 - 128.0;
        let expected = cast(maze, at, facing, x).map(|(range, column, is_far)| {
            let scale = match is_far {
                true => SCALES[range] / 128.0,
                false if x < 0.0 => x / (64.0 * (2 * column - 1) as f32),
                false => x / (64.0 * (2 * column + 1) as f32),
            };
            (scale, range)
        });
        // Lines of walls above the centre at this column; ceiling lines are level and
        // belong to no surface.
        let walls = segments.iter().filter(|segment| {
            let [from, to] = [segment.from, segment.to].map(|[x, y]| [x - 128.0, y - 76.0]);
            let is_ceiling = from[1] == to[1] && {
                let scale = from[1] / -48.0;
                SCALES.iter().any(|of| (of / 128.0 - scale).abs() < 1e-4)
            };
            let is_across = from[0].min(to[0]) < x && x < from[0].max(to[0]);
            segment.sight == Sight::Stone && from[1] < 0.0 && is_across && !is_ceiling
        });
        let found: Vec<(f32, i32)> = walls
            .map(|segment| {
                let [from, to] = [segment.from, segment.to].map(|[x, y]| [x - 128.0, y - 76.0]);
                let share = (x - from[0]) / (to[0] - from[0]);
                let y = from[1] + (to[1] - from[1]) * share;
                (y / -38.0, 33 - segment.brightness)
            })
            .collect();
        match (expected, &found[..]) {
            (None, []) => {}
            (Some((scale, range)), [(found, of)]) => {
                assert!(
                    (scale - found).abs() < 1e-3,
                    "{at} {facing} column {column}"
                );
                assert_eq!(*of, range as i32, "{at} {facing} column {column}");
            }
            _ => panic!("{at} {facing} column {column}: {expected:?} {found:?}"),
        }
    }
}

#[test]
fn every_column_ends_at_the_wall_that_a_ray_meets() {
    for seed in 0..12 {
        let maze = generate(&MazePlan::default(), Seed::new(seed)).unwrap();
        let level = &maze.levels[2];
        for (row, col) in level.cells().filter(|&(row, col)| level.is_open(row, col)) {
            let at = MazePos { level: 3, row, col };
            for facing in Direction::STRAIGHT {
                check_rays(&maze, at, facing);
            }
        }
    }
    // Halls, and walls between open cells, which only files have.
    let mut random = Seed::new(9).stream();
    for _ in 0..40 {
        let mut level = MazeLevel::new(14);
        for (row, col) in level.clone().cells() {
            level.set_open(row, col, random.chance(9, 10));
        }
        for (row, col, to) in level.clone().inner_sides() {
            if random.chance(1, 8) {
                level.set_side(row, col, to, Side::Wall);
            }
        }
        let maze = Maze {
            levels: vec![level.clone()],
            features: Vec::new(),
            ..corridor(1, FeatureKind::Hole)
        };
        for (row, col) in level.cells().filter(|&(row, col)| level.is_open(row, col)) {
            let at = MazePos { level: 1, row, col };
            for facing in Direction::STRAIGHT {
                check_rays(&maze, at, facing);
            }
        }
    }
}

#[test]
fn the_mirrored_maze_has_the_mirrored_edges() {
    for seed in 0..6 {
        let maze = generate(&MazePlan::default(), Seed::new(seed)).unwrap();
        let level = &maze.levels[0];
        let mut mirrored = MazeLevel::new(32);
        for (row, col) in level.cells() {
            mirrored.set_open(row, 31 - col, level.is_open(row, col));
        }
        for (row, col, to) in level.inner_sides() {
            let to_mirrored = match to {
                Direction::East => Direction::West,
                other => other,
            };
            mirrored.set_side(row, 31 - col, to_mirrored, level.side(row, col, to));
        }
        let other = Maze {
            levels: vec![mirrored],
            features: Vec::new(),
            ..maze.clone()
        };
        let edges = |maze: &Maze, col: u32, row: u32, is_mirrored: bool| {
            let at = MazePos { level: 1, row, col };
            let light = Light {
                regular: 6,
                magic: 6,
            };
            let segments = first_person(maze, at, Direction::North, light);
            let upright = segments.into_iter().filter(|segment| {
                segment.from[0] == segment.to[0] && segment.sight == Sight::Stone
            });
            let mut edges: Vec<(i32, i32)> = upright
                .map(|segment| {
                    let x = if is_mirrored {
                        256.0 - segment.from[0]
                    } else {
                        segment.from[0]
                    };
                    ((x * 16.0).round() as i32, segment.brightness)
                })
                .collect();
            edges.sort_unstable();
            edges
        };
        for (row, col) in level.cells().filter(|&(row, col)| level.is_open(row, col)) {
            let expected = edges(&maze, col, row, false);
            assert_eq!(edges(&other, 31 - col, row, true), expected, "{row} {col}");
        }
    }
}
