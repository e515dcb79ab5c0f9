//! Mazes are what their plan says, for every seed and many plans.

use super::*;
use crate::link;
use crate::rules::MoveRules;
use std::collections::HashSet;

fn make(plan: &MazePlan, seed: u64) -> Maze {
    generate(plan, Seed::new(seed)).unwrap()
}

/// The pieces of a level, with or without passing secret doors.
fn pieces(level: &MazeLevel, with_secret: bool) -> u32 {
    let size = level.size();
    let mut seen = vec![false; (size * size) as usize];
    let mut pieces = 0;
    for start in 0..size * size {
        if seen[start as usize] || !level.is_open(start / size, start % size) {
            continue;
        }
        pieces += 1;
        let mut open = vec![[start / size, start % size]];
        while let Some([row, col]) = open.pop() {
            if std::mem::replace(&mut seen[(row * size + col) as usize], true) {
                continue;
            }
            for direction in Direction::STRAIGHT {
                let is_passed = match level.side(row, col, direction) {
                    Side::Open | Side::Door => true,
                    Side::SecretDoor => with_secret,
                    Side::Wall => false,
                };
                open.extend(level.beside(row, col, direction).filter(|_| is_passed));
            }
        }
    }
    pieces
}

fn check(plan: &MazePlan, maze: &Maze) {
    for level in &maze.levels {
        assert_eq!(level.open_cells(), plan.open());
        assert_eq!(pieces(level, false), 1);
        let count = |wanted: Side| {
            let sides = level.inner_sides();
            sides
                .filter(|&(row, col, direction)| level.side(row, col, direction) == wanted)
                .count() as u32
        };
        assert_eq!(count(Side::Door), plan.doors());
        assert_eq!(count(Side::SecretDoor), plan.secret_doors());
        for row in 1..plan.size {
            for col in 1..plan.size {
                let block = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let is_block = block
                    .iter()
                    .all(|(dy, dx)| level.is_open(row - dy, col - dx));
                assert!(!is_block);
            }
        }
        for row in 0..plan.size {
            for col in 0..plan.size {
                for direction in Direction::STRAIGHT {
                    if let Some([r, c]) = level.beside(row, col, direction) {
                        let back = level.side(r, c, direction.opposite());
                        assert_eq!(level.side(row, col, direction), back);
                    }
                }
            }
        }
    }
    for upper in 1..plan.levels {
        let here: Vec<&Feature> = maze
            .features
            .iter()
            .filter(|feature| feature.upper_level == upper)
            .collect();
        let count = |kind| here.iter().filter(|feature| feature.kind == kind).count() as u32;
        let wanted = plan.pair(upper);
        assert_eq!(count(FeatureKind::Ladder), wanted.ladders);
        assert_eq!(count(FeatureKind::Hole), wanted.holes);
        let half = plan.size / 2;
        let mut quadrants: Vec<(bool, bool)> = here
            .iter()
            .map(|feature| (feature.row >= half, feature.col >= half))
            .collect();
        quadrants.sort_unstable();
        quadrants.dedup();
        assert_eq!(quadrants.len(), here.len());
    }
    for feature in &maze.features {
        for level in [feature.upper_level, feature.upper_level + 1] {
            let at = MazePos {
                level,
                row: feature.row,
                col: feature.col,
            };
            let cell = maze.cell(at);
            assert!(cell.is_open);
            let features = [
                cell.has_ladder_up,
                cell.has_ladder_down,
                cell.has_hole_ceiling,
                cell.has_hole_floor,
            ];
            assert_eq!(features.iter().filter(|&&there| there).count(), 1);
        }
    }
    // The cells and links agree with the features.
    let volume = maze.to_volume().unwrap();
    let links = link::scan(&volume, &MoveRules::default());
    assert_eq!(links.len(), maze.features.len());
    for feature in &maze.features {
        let at = |level: u32| {
            maze.cell_pos(MazePos {
                level,
                row: feature.row,
                col: feature.col,
            })
            .unwrap()
        };
        let found = links
            .iter()
            .find(|link| link.high == at(feature.upper_level));
        let found = found.unwrap();
        assert_eq!(found.low, at(feature.upper_level + 1));
        let is_ladder = feature.kind == FeatureKind::Ladder;
        assert_eq!((found.up, found.down), (is_ladder, true));
    }
}

#[test]
fn mazes_of_the_default_plan_keep_every_rule() {
    let plan = MazePlan::default();
    for seed in 0..1500 {
        check(&plan, &make(&plan, seed));
    }
}

#[test]
fn other_sizes_and_numbers_of_levels_work_too() {
    for (size, levels, seeds) in [
        (8, 5, 200),
        (9, 3, 200),
        (17, 12, 60),
        (31, 5, 60),
        (128, 2, 4),
        (33, 1, 40),
    ] {
        let plan = MazePlan {
            size,
            levels,
            ..MazePlan::default()
        };
        for seed in 0..seeds {
            check(&plan, &make(&plan, seed));
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_what_would_be_right() {
    let plan = MazePlan::default();
    let refused = |plan: MazePlan| generate(&plan, Seed::new(1)).unwrap_err().to_string();
    for (bad, said) in [
        (
            MazePlan {
                size: 3,
                ..plan.clone()
            },
            "a maze of 3 by 3 cells: expected 4 to 256",
        ),
        (
            MazePlan {
                size: 257,
                ..plan.clone()
            },
            "a maze of 257 by 257 cells",
        ),
        (
            MazePlan {
                levels: 0,
                ..plan.clone()
            },
            "a maze of 0 levels: expected 1 to 99",
        ),
        (
            MazePlan {
                open: Some(1000),
                ..plan.clone()
            },
            "no level of 32 by 32 has 1000 open cells",
        ),
        (
            MazePlan {
                open: Some(0),
                ..plan.clone()
            },
            "a maze without an open cell",
        ),
        (
            MazePlan {
                secret_doors: Some(300),
                ..plan.clone()
            },
            "no level of 32 by 32 with 500 open cells has sides",
        ),
        (
            MazePlan {
                features: Some(Vec::new()),
                ..plan.clone()
            },
            "ladders and holes for pairs of levels: 0 given, expected 4",
        ),
        (
            MazePlan {
                levels: 2,
                features: Some(vec![PairFeatures {
                    ladders: 3,
                    holes: 2,
                }]),
                ..plan.clone()
            },
            "3+2 ladders and holes between levels 1 and 2: expected at most four",
        ),
    ] {
        let error = refused(bad);
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn the_same_seed_gives_the_same_maze() {
    let plan = MazePlan::default();
    assert_eq!(make(&plan, 7), make(&plan, 7));
    assert_ne!(make(&plan, 7), make(&plan, 8));
}

/// If ladders join every two levels, no ladder shares its column with those of the two pairs
/// of levels above: as cells each ladder is a single link.
#[test]
fn ladders_one_below_the_other_do_not_join() {
    let pair = PairFeatures {
        ladders: 4,
        holes: 0,
    };
    let plan = MazePlan {
        size: 8,
        levels: 9,
        features: Some(vec![pair; 8]),
        ..MazePlan::default()
    };
    for seed in 0..150 {
        let maze = make(&plan, seed);
        let volume = maze.to_volume().unwrap();
        let links = link::scan(&volume, &MoveRules::default());
        assert_eq!(links.len(), 4 * 8, "seed {seed}");
        let ends: HashSet<_> = links
            .iter()
            .flat_map(|link| [link.low, link.high])
            .collect();
        assert_eq!(
            ends.len(),
            2 * links.len(),
            "seed {seed}: a cell has two ladders"
        );
    }
}
