//! Maps of mazes show everything in them.

use super::*;
use crate::maze::{Feature, FeatureKind, MazePlan, generate};
use crate::seed::Seed;
use crate::view::{Ink, svg};

/// A maze of two levels with a door, a secret door, a wall and a ladder.
fn small() -> Maze {
    let mut level = MazeLevel::new(4);
    for (row, col) in [(1, 1), (1, 2), (2, 1), (3, 1), (3, 2)] {
        level.set_open(row, col, true);
    }
    level.set_side(1, 1, Direction::East, Side::Door);
    level.set_side(1, 1, Direction::South, Side::SecretDoor);
    level.set_side(3, 1, Direction::East, Side::Wall);
    Maze {
        generation: 1,
        seed: Seed::new(0),
        plan: MazePlan {
            size: 4,
            levels: 2,
            ..MazePlan::default()
        },
        levels: vec![level.clone(), level],
        features: vec![Feature {
            upper_level: 1,
            row: 1,
            col: 2,
            kind: FeatureKind::Ladder,
        }],
    }
}

const PLAYER: Player = (
    MazePos {
        level: 1,
        row: 3,
        col: 1,
    },
    Direction::North,
);

#[test]
fn a_level_shows_walls_doors_features_and_the_player() {
    let maze = small();
    let map = maze_level(&maze, 1, Some(PLAYER), 80, Ink::Plain).unwrap();
    let expected = "
    0
  ░░░░░░░░░░░░░░░░░
0 ░░░░░░░░░░░░░░░░░
  ░░░░┌───┬───┐░░░░
1 ░░░░│   ╎ H │░░░░
  ░░░░├─?─┼───┘░░░░
2 ░░░░│   │░░░░░░░░
  ░░░░│   ├───┐░░░░
3 ░░░░│ ▲ │   │░░░░
  ░░░░└───┴───┘░░░░
";
    assert_eq!(map, expected[1..]);
    assert!(
        maze_level(&maze, 2, None, 80, Ink::Plain)
            .unwrap()
            .contains(" h ")
    );
    assert_eq!(maze_level(&maze, 3, None, 80, Ink::Plain), None);
    let narrow = maze_level(&maze, 1, Some(PLAYER), 0, Ink::Plain).unwrap();
    let expected = "
   0
  ░░░░░░░░░
0 ░░░░░░░░░
  ░░┌─┬─┐░░
1 ░░│ ╎H│░░
  ░░├?┼─┘░░
2 ░░│ │░░░░
  ░░│ ├─┐░░
3 ░░│▲│ │░░
  ░░└─┴─┘░░
";
    assert_eq!(narrow, expected[1..]);
}

#[test]
fn every_level_has_a_map_that_fits() {
    let maze = generate(&MazePlan::default(), Seed::new(1)).unwrap();
    // Three characters for the numbers of rows, and the rest for the level.
    for (columns, width) in [
        (132, 129),
        (200, 129),
        (131, 97),
        (100, 97),
        (99, 65),
        (20, 65),
    ] {
        for number in 1..=5 {
            let map = maze_level(&maze, number, None, columns, Ink::Plain).unwrap();
            assert_eq!(map.lines().count(), 1 + 65);
            assert!(
                map.lines()
                    .skip(1)
                    .all(|line| line.chars().count() == 3 + width)
            );
        }
    }
}

#[test]
fn a_picture_has_every_level_and_mark() {
    let maze = small();
    let picture = svg(&maze_map(&maze, None, Some(PLAYER)).unwrap());
    for said in [
        "Level 1",
        "Level 2",
        "door",
        "secret door",
        "ladder down",
        "ladder up",
    ] {
        assert!(picture.contains(said), "{said}");
    }
    let level = svg(&maze_map(&maze, Some(2), Some(PLAYER)).unwrap());
    assert!(level.contains("Level 2") && !level.contains("Level 1"));
    let plan = MazePlan {
        size: 128,
        levels: 99,
        ..MazePlan::default()
    };
    let level = MazeLevel::new(128);
    let large = Maze {
        levels: vec![level; 99],
        features: Vec::new(),
        plan,
        ..maze
    };
    assert!(maze_map(&large, None, None).is_ok());
}
