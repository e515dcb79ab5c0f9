//! Views have the stated lines, composition and light.

use super::lines::{CEILING, CEILING_HOLE, FLOOR_HOLE, ladder};
use super::*;
use crate::maze::{Feature, FeatureKind, MazeLevel, MazePlan, generate};
use crate::seed::Seed;

/// A corridor of four cells to the east, with a feature one cell ahead.
fn corridor(upper_level: u32, kind: FeatureKind) -> Maze {
    let mut level = MazeLevel::new(6);
    (0..4).for_each(|col| level.set_open(2, col, true));
    Maze {
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
    segments.iter().any(|one| [one.from, one.to] == line)
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
        let found = segments.iter().find(|one| [one.from, one.to] == rung);
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
            assert_eq!(first_person_text(&segments, 128).lines().count(), 38);
            first_person_scene(&segments);
        }
    }
}
