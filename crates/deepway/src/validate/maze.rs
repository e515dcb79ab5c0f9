//! Does a maze keep its rules? Ways that lead down only are intended where its plan has
//! holes and no ladder.

use crate::maze::{Feature, FeatureKind, Maze, MazeLevel, Side};
use crate::space::{Direction, MazePos};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What was found in a maze.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MazeReport {
    /// What is wrong.
    pub issues: Vec<String>,
    /// What looks wrong and is meant so: parts that nothing joins, levels without a way
    /// back.
    pub intended: Vec<String>,
    /// The levels that ladders and holes join, from the top down.
    pub parts: Vec<Vec<u32>>,
    /// Which levels are reached from each, itself included: down by ladders and holes, up by
    /// ladders.
    pub reach: Vec<Vec<u32>>,
}

/// Checks a maze against its plan.
pub fn maze(maze: &Maze) -> MazeReport {
    let mut report = MazeReport::default();
    let plan = &maze.plan;
    if maze.levels.len() as u32 != plan.levels {
        let (found, expected) = (maze.levels.len(), plan.levels);
        report
            .issues
            .push(format!("{found} levels: expected {expected}"));
    }
    for (number, level) in (1..).zip(&maze.levels) {
        check_level(maze, number, level, &mut report.issues);
    }
    report.issues.extend(contradictions(maze));
    check_table(maze, &mut report.issues);
    find_parts(maze, &mut report);
    report.reach = (1..=maze.levels.len() as u32)
        .map(|level| reached_from(maze, level))
        .collect();
    report
}

/// Whether both ends of a feature are open.
fn is_usable(maze: &Maze, one: &Feature) -> bool {
    let (row, col) = (one.row, one.col);
    let ends = [one.upper_level, one.upper_level.saturating_add(1)];
    ends.iter()
        .all(|&level| maze.is_open(MazePos { level, row, col }))
}

/// The levels that are reached from one, each being in one piece.
fn reached_from(maze: &Maze, start: u32) -> Vec<u32> {
    let has = |upper: u32, is_up: bool| {
        let mut features = maze.features.iter();
        features.any(|one| {
            let leads = !is_up || one.kind == FeatureKind::Ladder;
            one.upper_level == upper && leads && is_usable(maze, one)
        })
    };
    let (mut top, mut bottom) = (start, start);
    while top > 1 && has(top - 1, true) {
        top -= 1;
    }
    while has(bottom, false) {
        bottom += 1;
    }
    (top..=bottom).collect()
}

fn check_level(maze: &Maze, number: u32, level: &MazeLevel, issues: &mut Vec<String>) {
    let plan = &maze.plan;
    let mut count = |what: &str, found: u32, expected: u32| {
        if found != expected {
            issues.push(format!(
                "level {number}: {found} {what}: expected {expected}"
            ));
        }
    };
    let sides = |wanted: Side| {
        let sides = level.inner_sides();
        let wanted = sides.filter(|&(row, col, to)| level.side(row, col, to) == wanted);
        wanted.count() as u32
    };
    count("cells along a side", level.size(), plan.size);
    count("open cells (plan.open)", level.open_cells(), plan.open());
    count("doors (plan.doors)", sides(Side::Door), plan.doors());
    let secret = sides(Side::SecretDoor);
    count(
        "secret doors (plan.secret_doors)",
        secret,
        plan.secret_doors(),
    );
    count("pieces without its secret doors", pieces(level), 1);
    let block = level.cells().find(|&(row, col)| {
        let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
        corners
            .iter()
            .all(|(dy, dx)| level.is_open(row + dy, col + dx))
    });
    if let Some((row, col)) = block {
        issues.push(format!(
            "level {number}: two by two open cells at row {row} column {col}"
        ));
    }
}

/// In how many pieces a level is for those who never find a secret door.
fn pieces(level: &MazeLevel) -> u32 {
    let place = |row: u32, col: u32| (row * level.size() + col) as usize;
    let mut seen = vec![false; place(level.size(), 0)];
    let mut open = Vec::new();
    let mut pieces = 0;
    for (row, col) in level.cells() {
        if !level.is_open(row, col) || seen[place(row, col)] {
            continue;
        }
        pieces += 1;
        seen[place(row, col)] = true;
        open.push([row, col]);
        while let Some([row, col]) = open.pop() {
            for to in Direction::STRAIGHT {
                if !matches!(level.side(row, col, to), Side::Open | Side::Door) {
                    continue;
                }
                if let Some([row, col]) = level.beside(row, col, to)
                    && !std::mem::replace(&mut seen[place(row, col)], true)
                {
                    open.push([row, col]);
                }
            }
        }
    }
    pieces
}

/// Ladders and holes that cannot be: in rock, two in a cell, or ladders that join. A maze
/// without any is the same as cells, as links and to those who walk in it.
pub fn contradictions(maze: &Maze) -> Vec<String> {
    let mut issues = Vec::new();
    let mut taken: BTreeMap<MazePos, u32> = BTreeMap::new();
    let mut ladders: BTreeSet<(u32, u32, u32)> = BTreeSet::new();
    for feature in &maze.features {
        let (kind, row, col) = (feature.kind.id(), feature.row, feature.col);
        for level in [feature.upper_level, feature.upper_level.saturating_add(1)] {
            let at = MazePos { level, row, col };
            if !maze.is_open(at) {
                issues.push(format!("a {kind} at {at}, which is not open"));
            }
            *taken.entry(at).or_default() += 1;
        }
        if feature.kind == FeatureKind::Ladder {
            ladders.insert((feature.upper_level, row, col));
        }
    }
    for (at, count) in taken.into_iter().filter(|&(_, count)| count > 1) {
        issues.push(format!("{count} ladders or holes at {at}: expected one"));
    }
    for &(above, row, col) in &ladders {
        let below = above.saturating_add(2);
        if ladders.contains(&(below, row, col)) {
            issues.push(format!(
                "the ladders below levels {above} and {below} at row {row} column {col} join: expected another column"
            ));
        }
    }
    issues
}

/// Does each pair of levels have what the plan says, one a quadrant?
fn check_table(maze: &Maze, issues: &mut Vec<String>) {
    let half = maze.size() / 2;
    for upper in 1..maze.plan.levels {
        let here = maze.features.iter().filter(|one| one.upper_level == upper);
        let mut quadrants = HashSet::new();
        let (mut ladders, mut holes) = (0, 0);
        for one in here {
            match one.kind {
                FeatureKind::Ladder => ladders += 1,
                FeatureKind::Hole => holes += 1,
            }
            if !quadrants.insert((one.row >= half, one.col >= half)) {
                let kind = one.kind.id();
                issues.push(format!(
                    "a {kind} below level {upper} at row {} column {} shares its quadrant",
                    one.row, one.col
                ));
            }
        }
        let wanted = maze.plan.pair(upper);
        if (ladders, holes) != (wanted.ladders, wanted.holes) {
            issues.push(format!(
                "{ladders} ladders and {holes} holes below level {upper}: expected {} and {} (plan.features)",
                wanted.ladders, wanted.holes
            ));
        }
    }
}

/// Which levels hang together, and from where no way leads back.
fn find_parts(maze: &Maze, report: &mut MazeReport) {
    for level in 1..=maze.levels.len() as u32 {
        let above = level - 1;
        let has = |kind: FeatureKind| {
            let mut features = maze.features.iter();
            features.any(|one| (one.upper_level, one.kind) == (above, kind) && is_usable(maze, one))
        };
        let (has_ladder, has_hole) = (has(FeatureKind::Ladder), has(FeatureKind::Hole));
        match report.parts.last_mut() {
            Some(part) if has_ladder || has_hole => part.push(level),
            _ => {
                if level > 1 {
                    let text = format!("nothing joins levels {above} and {level}");
                    let wanted = maze.plan.pair(above);
                    match wanted.ladders + wanted.holes {
                        0 => report.intended.push(text),
                        _ => report.issues.push(text),
                    }
                }
                report.parts.push(vec![level]);
            }
        }
        if has_hole && !has_ladder {
            let text = format!("no way back from level {level}");
            match maze.plan.pair(above).ladders {
                0 => report.intended.push(text),
                _ => report.issues.push(text),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link;
    use crate::maze::{MazePlan, generate};
    use crate::rules::MoveRules;
    use crate::seed::Seed;
    use crate::space::Pos;
    use proptest::prelude::*;

    #[test]
    fn mazes_are_sound_in_two_parts() {
        for seed in 0..400 {
            let made = generate(&MazePlan::default(), Seed::new(seed)).unwrap();
            let report = maze(&made);
            assert_eq!(report.issues, Vec::<String>::new(), "seed {seed}");
            assert_eq!(report.parts, [vec![1, 2, 3], vec![4, 5]]);
            let upper = vec![1, 2, 3];
            let reach = [upper.clone(), upper.clone(), upper, vec![4, 5], vec![5]];
            assert_eq!(report.reach, reach);
            assert_eq!(
                report.intended,
                ["nothing joins levels 3 and 4", "no way back from level 5"]
            );
        }
    }

    #[test]
    fn whatever_is_changed_is_found() {
        let made = generate(&MazePlan::default(), Seed::new(3)).unwrap();
        let broken = |change: &dyn Fn(&mut Maze)| {
            let mut changed = made.clone();
            change(&mut changed);
            assert_ne!(changed, made);
            maze(&changed).issues
        };
        let one = made.features[0];
        let changes: [&dyn Fn(&mut Maze); 7] = [
            &|maze| {
                maze.features.pop();
            },
            &|maze| {
                maze.features.push(Feature {
                    upper_level: 3,
                    ..one
                })
            },
            &|maze| maze.features[0].row = maze.features[1].row,
            &|maze| {
                maze.features[0].kind = match one.kind {
                    FeatureKind::Ladder => FeatureKind::Hole,
                    FeatureKind::Hole => FeatureKind::Ladder,
                }
            },
            &|maze| maze.levels[0].set_open(one.row, one.col, false),
            &|maze| {
                maze.levels.pop();
            },
            &|maze| {
                let level = &maze.levels[2];
                let found = level
                    .inner_sides()
                    .find(|&(row, col, to)| level.side(row, col, to) == Side::Door);
                let (row, col, to) = found.unwrap();
                maze.levels[2].set_side(row, col, to, Side::Open);
            },
        ];
        for change in changes {
            assert_ne!(broken(change), Vec::<String>::new());
        }
        // A block of two by two.
        let closed = |maze: &Maze| {
            let level = &maze.levels[1];
            let cells = (0..32).flat_map(|row| (0..32).map(move |col| (row, col)));
            let mut cells = cells.filter(|&(row, col)| !level.is_open(row, col));
            cells.find(|&(row, col)| {
                level.is_open(row + 1, col)
                    && level.is_open(row, col + 1)
                    && level.is_open(row + 1, col + 1)
            })
        };
        let (row, col) = closed(&made).unwrap();
        let issues = broken(&|maze| maze.levels[1].set_open(row, col, true));
        assert!(
            issues.iter().any(|issue| issue.contains("two by two")),
            "{issues:?}"
        );
    }

    proptest! {
        /// Whatever features a file has: if none is found wrong by itself, the cells have
        /// just the links that the features say.
        #[test]
        fn features_without_a_fault_are_the_links_of_the_cells(
            places in prop::collection::vec((1u32..5, 0u32..6, 0u32..6, any::<bool>()), 0..9),
        ) {
            let mut level = MazeLevel::new(6);
            for (row, col) in level.cells() {
                level.set_open(row, col, (row * 7 + col * 3) % 5 != 0);
            }
            let plan = MazePlan { size: 6, levels: 5, ..MazePlan::default() };
            let mut features: Vec<Feature> = places
                .into_iter()
                .map(|(upper_level, row, col, is_ladder)| Feature {
                    upper_level,
                    row,
                    col,
                    kind: if is_ladder { FeatureKind::Ladder } else { FeatureKind::Hole },
                })
                .collect();
            features.sort_unstable();
            let made = Maze { seed: Seed::new(0), plan, levels: vec![level; 5], features };
            let issues = maze(&made).issues;
            let is_sound = contradictions(&made).is_empty();
            let volume = made.to_volume().unwrap();
            let links = link::scan(&volume, &MoveRules::default());
            let mut found: Vec<(Pos, Pos, bool, bool)> =
                links.iter().map(|link| (link.high, link.low, link.up, link.down)).collect();
            let at = |level: u32, one: &Feature| {
                made.to_pos(MazePos { level, row: one.row, col: one.col }).unwrap()
            };
            let mut expected: Vec<(Pos, Pos, bool, bool)> = made
                .features
                .iter()
                .map(|one| {
                    let ends = (at(one.upper_level, one), at(one.upper_level + 1, one));
                    (ends.0, ends.1, one.kind == FeatureKind::Ladder, true)
                })
                .collect();
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert!(!is_sound || found == expected, "{:?}\n{:?}", issues, made.features);
        }
    }
}
