//! Checks mazes. A level without a way back is intended if the plan has holes but no ladder.

use crate::maze::{Feature, FeatureKind, Maze, MazeLevel, Side};
use crate::report::{Finding, Rule, Subject};
use crate::space::{Direction, MazePos};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Everything that is wrong with a maze, or looks wrong but is intended: levels that nothing
/// joins, and levels without a way back.
pub fn maze(maze: &Maze) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (found, expected) = (maze.levels.len(), maze.plan.levels);
    if found as u32 != expected {
        let text = format!("{found} levels: expected {expected}");
        findings.push(Finding::new(Rule::CountMismatch, [], text));
    }
    for (number, level) in (1..).zip(&maze.levels) {
        check_level(maze, number, level, &mut findings);
    }
    findings.extend(contradictions(maze));
    check_table(maze, &mut findings);
    check_joints(maze, &mut findings);
    findings
}

/// The levels that ladders and holes join, part by part from the top down.
pub fn maze_parts(maze: &Maze) -> Vec<Vec<u32>> {
    let mut parts: Vec<Vec<u32>> = Vec::new();
    for level in 1..=maze.levels.len() as u32 {
        let joint = usable(maze, level - 1);
        match parts.last_mut() {
            Some(part) if joint != [false; 2] => part.push(level),
            _ => parts.push(vec![level]),
        }
    }
    parts
}

/// The levels that are reached from each level, itself included: down by ladders and holes,
/// up by ladders.
pub fn maze_reach(maze: &Maze) -> Vec<Vec<u32>> {
    let levels = 1..=maze.levels.len() as u32;
    levels.map(|level| reached_from(maze, level)).collect()
}

/// Whether a ladder, and whether a hole, with open ends leads from a level to the next.
fn usable(maze: &Maze, upper: u32) -> [bool; 2] {
    let is_usable = |feature: &&Feature| {
        let (row, col) = (feature.row, feature.col);
        let ends = [feature.upper_level, feature.upper_level.saturating_add(1)];
        let is_open = |&level: &u32| maze.is_open(MazePos { level, row, col });
        feature.upper_level == upper && ends.iter().all(is_open)
    };
    let mut found = [false; 2];
    for feature in maze.features.iter().filter(is_usable) {
        found[usize::from(feature.kind == FeatureKind::Hole)] = true;
    }
    found
}

/// The levels that are reached from a level, if each is in one piece.
fn reached_from(maze: &Maze, start: u32) -> Vec<u32> {
    let (mut top, mut bottom) = (start, start);
    while top > 1 && usable(maze, top - 1)[0] {
        top -= 1;
    }
    while usable(maze, bottom) != [false; 2] {
        bottom += 1;
    }
    (top..=bottom).collect()
}

fn check_level(maze: &Maze, number: u32, level: &MazeLevel, findings: &mut Vec<Finding>) {
    let plan = &maze.plan;
    let mut count = |rule: Rule, what: &str, found: u32, expected: u32| {
        if found != expected {
            let text = format!("level {number}: {found} {what}: expected {expected}");
            findings.push(Finding::new(rule, [Subject::Level(number)], text));
        }
    };
    let sides = |wanted: Side| {
        let sides = level.inner_sides();
        let wanted = sides.filter(|&(row, col, to)| level.side(row, col, to) == wanted);
        wanted.count() as u32
    };
    let [doors, secret] = [Side::Door, Side::SecretDoor].map(sides);
    for (what, found, expected) in [
        ("cells along a side", level.size(), plan.size),
        ("open cells (plan.open)", level.open_cells(), plan.open()),
        ("doors (plan.doors)", doors, plan.doors()),
        (
            "secret doors (plan.secret_doors)",
            secret,
            plan.secret_doors(),
        ),
    ] {
        count(Rule::CountMismatch, what, found, expected);
    }
    let what = "pieces without its secret doors";
    count(Rule::LevelInPieces, what, pieces(level), 1);
    let block = level.cells().find(|&(row, col)| {
        let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
        corners
            .iter()
            .all(|(dy, dx)| level.is_open(row + dy, col + dx))
    });
    if let Some((row, col)) = block {
        let at = MazePos {
            level: number,
            row,
            col,
        };
        let text = format!("two by two open cells at {at}");
        findings.push(Finding::new(Rule::OpenBlock, [Subject::MazeCell(at)], text));
    }
}

/// How many pieces a level has for walkers who never find a secret door.
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

/// Impossible ladders and holes: in rock, two in a cell, or ladders that join. Without any,
/// the cells, the links and the walks of a maze agree.
pub fn contradictions(maze: &Maze) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut taken: BTreeMap<MazePos, u32> = BTreeMap::new();
    let mut ladders: BTreeSet<(u32, u32, u32)> = BTreeSet::new();
    let mut say = |rule: Rule, at: MazePos, text: String| {
        findings.push(Finding::new(rule, [Subject::MazeCell(at)], text));
    };
    for feature in &maze.features {
        let (kind, row, col) = (feature.kind.id(), feature.row, feature.col);
        for level in [feature.upper_level, feature.upper_level.saturating_add(1)] {
            let at = MazePos { level, row, col };
            if !maze.is_open(at) {
                let text = format!("a {kind} at {at}, which is not open");
                say(Rule::FeatureInRock, at, text);
            }
            *taken.entry(at).or_default() += 1;
        }
        if feature.kind == FeatureKind::Ladder {
            ladders.insert((feature.upper_level, row, col));
        }
    }
    for (at, count) in taken.into_iter().filter(|&(_, count)| count > 1) {
        let text = format!("{count} ladders or holes at {at}: expected one");
        say(Rule::FeatureClash, at, text);
    }
    for &(above, row, col) in &ladders {
        let below = above.saturating_add(2);
        if ladders.contains(&(below, row, col)) {
            let text = format!(
                "the ladders below levels {above} and {below} at row {row} column {col} join: expected another column"
            );
            let level = below;
            say(Rule::LaddersJoin, MazePos { level, row, col }, text);
        }
    }
    findings
}

/// Checks that each pair of levels has the features of the plan, at most one per quadrant.
fn check_table(maze: &Maze, findings: &mut Vec<Finding>) {
    let half = maze.size() / 2;
    for upper in 1..maze.plan.levels {
        let here = maze.features.iter();
        let here = here.filter(|feature| feature.upper_level == upper);
        let mut quadrants = HashSet::new();
        let (mut ladders, mut holes) = (0, 0);
        for feature in here {
            match feature.kind {
                FeatureKind::Ladder => ladders += 1,
                FeatureKind::Hole => holes += 1,
            }
            let Feature { row, col, .. } = *feature;
            if !quadrants.insert((row >= half, col >= half)) {
                let kind = feature.kind.id();
                let at = MazePos {
                    level: upper,
                    row,
                    col,
                };
                let text = format!("a {kind} below {at} shares its quadrant");
                findings.push(Finding::new(
                    Rule::QuadrantTaken,
                    [Subject::MazeCell(at)],
                    text,
                ));
            }
        }
        let wanted = maze.plan.pair(upper);
        if (ladders, holes) != (wanted.ladders, wanted.holes) {
            let text = format!(
                "{ladders}+{holes} ladders and holes below level {upper}: expected {}+{} (plan.features)",
                wanted.ladders, wanted.holes
            );
            findings.push(Finding::new(
                Rule::CountMismatch,
                [Subject::Level(upper)],
                text,
            ));
        }
    }
}

/// Reports levels that nothing joins or that have no way back, which the plan may intend.
fn check_joints(maze: &Maze, findings: &mut Vec<Finding>) {
    for level in 2..=maze.levels.len() as u32 {
        let above = level - 1;
        let wanted = maze.plan.pair(above);
        let (rule, text, intended) = match usable(maze, above) {
            [false, false] => (
                Rule::LevelsApart,
                format!("nothing joins levels {above} and {level}"),
                wanted.ladders + wanted.holes == 0,
            ),
            [false, true] => (
                Rule::NoWayBack,
                format!("no way back from level {level}"),
                wanted.ladders == 0,
            ),
            _ => continue,
        };
        let levels = [Subject::Level(above), Subject::Level(level)];
        findings.push(Finding::new(rule, levels, text).intended(intended));
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
            assert_eq!(maze_parts(&made), [vec![1, 2, 3], vec![4, 5]]);
            let upper = vec![1, 2, 3];
            let reach = [upper.clone(), upper.clone(), upper, vec![4, 5], vec![5]];
            assert_eq!(maze_reach(&made), reach);
            let found: Vec<String> = maze(&made).iter().map(ToString::to_string).collect();
            let intended = [
                "intended: LevelsApart: nothing joins levels 3 and 4",
                "intended: NoWayBack: no way back from level 5",
            ];
            assert_eq!(found, intended, "seed {seed}");
        }
    }

    #[test]
    fn whatever_is_changed_is_found() {
        let made = generate(&MazePlan::default(), Seed::new(3)).unwrap();
        let broken = |change: &dyn Fn(&mut Maze)| {
            let mut changed = made.clone();
            change(&mut changed);
            assert_ne!(changed, made);
            let faults = maze(&changed).into_iter().filter(Finding::is_fault);
            faults.map(|finding| finding.rule).collect::<Vec<Rule>>()
        };
        let feature = made.features[0];
        let changes: [&dyn Fn(&mut Maze); 7] = [
            &|maze| {
                maze.features.pop();
            },
            &|maze| {
                maze.features.push(Feature {
                    upper_level: 3,
                    ..feature
                })
            },
            &|maze| maze.features[0].row = maze.features[1].row,
            &|maze| {
                maze.features[0].kind = match feature.kind {
                    FeatureKind::Ladder => FeatureKind::Hole,
                    FeatureKind::Hole => FeatureKind::Ladder,
                }
            },
            &|maze| maze.levels[0].set_open(feature.row, feature.col, false),
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
            assert_ne!(broken(change), []);
        }
        // An open block of two by two cells.
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
        let rules = broken(&|maze| maze.levels[1].set_open(row, col, true));
        assert!(rules.contains(&Rule::OpenBlock), "{rules:?}");
    }

    proptest! {
        /// Whatever features a file has: if none contradicts another, the cells have exactly the
        /// links of the features.
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
            let made = Maze { seed: Seed::new(0), generation: 1, plan, levels: vec![level; 5], features };
            let findings = maze(&made);
            let is_sound = contradictions(&made).is_empty();
            let volume = made.to_volume().unwrap();
            let links = link::scan(&volume, &MoveRules::default());
            let mut found: Vec<(Pos, Pos, bool, bool)> =
                links.iter().map(|link| (link.high, link.low, link.up, link.down)).collect();
            let at = |level: u32, feature: &Feature| {
                made.cell_pos(MazePos { level, row: feature.row, col: feature.col }).unwrap()
            };
            let mut expected: Vec<(Pos, Pos, bool, bool)> = made
                .features
                .iter()
                .map(|feature| {
                    let ends = (at(feature.upper_level, feature), at(feature.upper_level + 1, feature));
                    (ends.0, ends.1, feature.kind == FeatureKind::Ladder, true)
                })
                .collect();
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert!(!is_sound || found == expected, "{:?}\n{:?}", findings, made.features);
        }
    }
}
