//! A walker in a maze is always where its cells and links say.

use super::*;
use crate::link::{self, Link};
use crate::maze::{CrossingRule, MazeLevel, MazePlan, PairFeatures, generate};
use crate::play::ActorId;
use crate::rules::MoveRules;
use crate::seed::Seed;
use crate::space::Pos;
use crate::volume::Volume;
use proptest::prelude::*;
use std::collections::HashSet;

fn make(seed: u64) -> Maze {
    generate(&MazePlan::default(), Seed::new(seed)).unwrap()
}

fn begin(maze: &Maze) -> Walk {
    let at = maze.entrance().unwrap();
    Walk::new(maze, at, maze.way_on(at)).unwrap()
}

/// Where a command leads by the cells of the volume and the links between them.
fn oracle(volume: &Volume, links: &[Link], at: Pos, facing: Direction, command: Command) -> Pos {
    let step = |to: Direction| {
        let side = at.step(to);
        match volume.get(side).is_walkable() {
            true => side.step(to),
            false => at,
        }
    };
    let mut links = links.iter();
    match command {
        Command::ClimbUp => links
            .find(|link| link.low == at && link.up)
            .map_or(at, |link| link.high),
        Command::ClimbDown => links
            .find(|link| link.high == at && link.down)
            .map_or(at, |link| link.low),
        Command::MoveForward => step(facing),
        Command::MoveBack => step(facing.opposite()),
        Command::MoveLeft => step(facing.left()),
        Command::MoveRight => step(facing.right()),
        _ => at,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_command_leads_where_cells_and_links_say(
        seed in any::<u64>(),
        commands in prop::collection::vec(0..Command::ALL.len(), 3000),
        start in 0usize..12,
    ) {
        let maze = make(seed);
        let volume = maze.to_volume().unwrap();
        let links = link::scan(&volume, &MoveRules::default());
        // Beside ladders and holes, so that they are climbed.
        let feature = maze.features[start];
        let at = MazePos { level: feature.upper_level, row: feature.row, col: feature.col };
        let mut walk = Walk::new(&maze, at, Direction::East).unwrap();
        let mut facing = Direction::East;
        for which in commands {
            let command = Command::ALL[which].1;
            let before = walk.at();
            let pos = maze.cell_pos(before).unwrap();
            let expected = oracle(&volume, &links, pos, facing, command);
            facing = match command {
                Command::TurnLeft => facing.left(),
                Command::TurnRight => facing.right(),
                Command::TurnAround => facing.opposite(),
                _ => facing,
            };
            let step = walk.obey(command);
            prop_assert_eq!(maze.cell_pos(walk.at()), Some(expected), "{:?} at {}", command, before);
            prop_assert_eq!(walk.facing(), facing);
            prop_assert!(maze.is_open(walk.at()));
            prop_assert_eq!(step.crossing, None);
            let has_moved = matches!(step.answer,
                Answer::Moved(_) | Answer::ClimbedUp | Answer::ClimbedDown(_));
            prop_assert_eq!(has_moved, walk.at() != before);
            if has_moved && walk.at().level != before.level {
                prop_assert_eq!((walk.at().row, walk.at().col), (before.row, before.col));
            }
        }
    }

    #[test]
    fn what_is_not_understood_changes_nothing(text in any::<String>()) {
        let maze = make(1);
        let mut walk = begin(&maze);
        let before = (walk.at(), walk.facing());
        if text.parse::<Command>().is_err() {
            let step = walk.tell(&text);
            prop_assert_eq!(step.answer.to_string(), "???");
            prop_assert_eq!((walk.at(), walk.facing()), before);
        }
    }
}

#[test]
fn ladders_are_climbed_both_ways_and_holes_only_down() {
    for seed in 0..200 {
        let maze = make(seed);
        for feature in &maze.features {
            let MazePos { level, row, col } = MazePos {
                level: feature.upper_level,
                row: feature.row,
                col: feature.col,
            };
            let mut walk = Walk::new(&maze, MazePos { level, row, col }, Direction::West).unwrap();
            assert_eq!(walk.tell("C U").answer, Answer::Unknown);
            assert_eq!(walk.at().level, level);
            assert_eq!(walk.tell("C D").answer, Answer::ClimbedDown(feature.kind));
            let below = MazePos {
                level: level + 1,
                row,
                col,
            };
            assert_eq!((walk.at(), walk.facing()), (below, Direction::West));
            assert_eq!(walk.tell("C D").answer, Answer::Unknown);
            let (answer, end) = match feature.kind {
                FeatureKind::Ladder => (Answer::ClimbedUp, level),
                FeatureKind::Hole => (Answer::Unknown, level + 1),
            };
            assert_eq!(walk.tell("climb up").answer, answer);
            assert_eq!(
                walk.at(),
                MazePos {
                    level: end,
                    row,
                    col
                }
            );
        }
    }
}

/// Walks to a cell of the same level by the shortest path, without secret doors.
fn go(walk: &mut Walk, goal: MazePos) -> Option<Crossing> {
    let maze = walk.maze().clone();
    let maze = &maze;
    let mut came: std::collections::HashMap<MazePos, Direction> = Default::default();
    let mut queue = std::collections::VecDeque::from([walk.at()]);
    let beside = |at: MazePos, to: Direction| {
        let [row, col] = maze.level(at.level)?.beside(at.row, at.col, to)?;
        Some(MazePos { row, col, ..at })
    };
    while let Some(at) = queue.pop_front() {
        for to in Direction::STRAIGHT {
            let next =
                beside(at, to).filter(|&next| next != walk.at() && !came.contains_key(&next));
            if let Some(next) = next
                && matches!(maze.side(at, to), Side::Open | Side::Door)
            {
                came.insert(next, to);
                queue.push_back(next);
            }
        }
    }
    let (mut ways, mut at) = (Vec::new(), goal);
    while at != walk.at() {
        ways.push(came[&at]);
        at = beside(at, came[&at].opposite()).unwrap();
    }
    for way in ways.into_iter().rev() {
        while walk.facing() != way {
            walk.obey(Command::TurnRight);
        }
        let step = walk.obey(Command::MoveForward);
        if step.crossing.is_some() {
            return step.crossing;
        }
    }
    None
}

/// Walks through the whole maze: down to level 3, by the crossing to level 4, and to level 5.
#[test]
fn every_maze_can_be_walked_from_the_first_to_the_last_level() {
    for seed in 0..60 {
        let maze = make(seed);
        let crossings = Crossing::all(&maze, CrossingRule::Quadrants);
        assert_eq!(crossings.len(), 1);
        let mut walk = begin(&maze).with_crossings(crossings.clone());
        let climb_down = |walk: &mut Walk| {
            let level = walk.at().level;
            let mut features = maze.features.iter();
            let feature = features.find(|feature| feature.upper_level == level);
            let feature = feature.unwrap();
            let (row, col) = (feature.row, feature.col);
            assert_eq!(go(walk, MazePos { level, row, col }), None);
            let answer = walk.obey(Command::ClimbDown).answer;
            assert_eq!(answer, Answer::ClimbedDown(feature.kind));
        };
        climb_down(&mut walk);
        climb_down(&mut walk);
        assert_eq!(walk.at().level, 3);
        // Each quadrant has one of the features that lead here.
        let mut arrivals = maze.features.iter().filter(|hole| hole.upper_level == 2);
        let event = arrivals.find_map(|feature| {
            let (row, col) = (feature.row, feature.col);
            go(&mut walk, MazePos { level: 3, row, col })
        });
        assert_eq!(event, Some(crossings[0]), "seed {seed}");
        assert_eq!(walk.at().level, 4);
        climb_down(&mut walk);
        assert_eq!(walk.at().level, 5);
    }
}

#[test]
fn a_crossing_happens_once_its_rule_is_met_and_nowhere_else() {
    let maze = make(2);
    let at = maze.nearest_open(3, 0, 0).unwrap();
    let facing = Direction::STRAIGHT
        .into_iter()
        .find(|&to| maze.side(at, to) != Side::Wall);
    let facing = facing.unwrap();
    let begin = |rule: Option<CrossingRule>| {
        let crossings = rule.map(|rule| Crossing::all(&maze, rule));
        let walk = Walk::new(&maze, at, facing).unwrap();
        walk.with_crossings(crossings.unwrap_or_default())
    };
    let mut walk = begin(Some(CrossingRule::Cells(2)));
    assert_eq!(walk.obey(Command::TurnLeft).crossing, None);
    assert_eq!(walk.obey(Command::TurnRight).crossing, None);
    let before = walk.at();
    let step = walk.obey(Command::MoveForward);
    assert!(step.crossing.is_some());
    assert_eq!((walk.at().level, walk.facing()), (4, facing));
    let beyond = maze.levels[2]
        .beside(before.row, before.col, facing)
        .unwrap();
    assert_eq!(Some(walk.at()), maze.nearest_open(4, beyond[0], beyond[1]));
    // Without a crossing nothing leads there.
    let mut walk = begin(None);
    for _ in 0..50 {
        assert_eq!(walk.obey(Command::MoveForward).crossing, None);
        walk.obey(Command::TurnRight);
    }
    assert_eq!(walk.at().level, 3);
}

#[test]
fn nobody_begins_outside_or_in_rock() {
    let maze = make(3);
    let level = &maze.levels[0];
    let (row, col) = level
        .cells()
        .find(|&(row, col)| !level.is_open(row, col))
        .unwrap();
    for (at, said) in [
        (
            MazePos {
                level: 0,
                row: 0,
                col: 0,
            },
            "level 0 row 0 column 0 is outside: expected level 1 to 5, row and column 0 to 31",
        ),
        (
            MazePos {
                level: 6,
                row: 0,
                col: 0,
            },
            "level 6",
        ),
        (
            MazePos {
                level: 1,
                row: 32,
                col: 0,
            },
            "level 1 row 32",
        ),
        (
            MazePos {
                level: 1,
                row: 0,
                col: u32::MAX,
            },
            "level 1 row 0 column 4294967295 is outside",
        ),
        (MazePos { level: 1, row, col }, "level 1 row"),
    ] {
        let error = Walk::new(&maze, at, Direction::North).unwrap_err();
        assert!(error.to_string().starts_with(said), "{error}");
    }
}

/// Puts a walker to a place, looking north.
fn stand(walk: &mut Walk, at: MazePos) {
    let place = walk.maze().cell_pos(at).unwrap();
    let player = walk.game.actors.get_mut(&ActorId::PLAYER).unwrap();
    walk.game.places.remove(&player.place);
    player.place = place;
    player.facing = Direction::North;
    walk.game.places.insert(place, ActorId::PLAYER);
}

/// Inside each part a walker gets where ladders and holes lead: up only by a ladder.
#[test]
fn levels_reach_each_other_as_ladders_and_holes_say() {
    // The levels that are reached from each level, by steps and climbs alone.
    let reached = |maze: &Maze, from: MazePos| {
        let mut walk = Walk::new(maze, from, Direction::North).unwrap();
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (_, command) in Command::ALL {
                stand(&mut walk, at);
                walk.obey(command);
                if seen.insert(walk.at()) {
                    open.push(walk.at());
                }
            }
        }
        let mut levels: Vec<u32> = seen.into_iter().map(|at| at.level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    };
    for seed in 0..25 {
        let maze = make(seed);
        let from = |maze: &Maze, level| reached(maze, maze.nearest_open(level, 0, 0).unwrap());
        for (level, expected) in [
            (1, &[1, 2, 3][..]),
            (2, &[1, 2, 3]),
            (3, &[1, 2, 3]),
            (4, &[4, 5]),
            (5, &[5]),
        ] {
            assert_eq!(from(&maze, level), expected, "seed {seed} level {level}");
        }
        // Level 2 is reached from level 3 only by its ladder.
        let without = |upper: u32| {
            let mut changed = maze.clone();
            changed.features.retain(|feature| {
                (feature.upper_level, feature.kind) != (upper, FeatureKind::Ladder)
            });
            changed
        };
        assert_eq!(from(&without(2), 3), [3]);
        assert_eq!(from(&without(2), 1), [1, 2, 3]);
        assert_eq!(from(&without(1), 3), [2, 3]);
    }
}

#[test]
fn plans_that_leave_levels_apart_have_crossings_there() {
    let apart = PairFeatures {
        ladders: 0,
        holes: 0,
    };
    let plan = MazePlan {
        levels: 3,
        features: Some(vec![apart; 2]),
        ..MazePlan::default()
    };
    let maze = generate(&plan, Seed::new(1)).unwrap();
    let crossings = Crossing::all(&maze, CrossingRule::Cells(9));
    let pairs = crossings
        .iter()
        .map(|crossing| (crossing.from, crossing.to));
    let pairs: Vec<(u32, u32)> = pairs.collect();
    assert_eq!(pairs, [(1, 2), (2, 3)]);
}

#[test]
fn no_crossing_leads_to_a_level_without_an_open_cell() {
    let mut maze = make(2);
    let solid = MazeLevel::new(32);
    maze.levels[3] = solid;
    maze.features.retain(|feature| feature.upper_level < 3);
    let at = maze.nearest_open(3, 0, 0).unwrap();
    let crossings = Crossing::all(&maze, CrossingRule::Cells(1));
    assert_eq!(crossings.len(), 2);
    let mut walk = Walk::new(&maze, at, maze.way_on(at))
        .unwrap()
        .with_crossings(crossings);
    let step = walk.obey(Command::MoveForward);
    assert_eq!((step.crossing, walk.at().level), (None, 3));
}

/// The quadrants are counted here by rows and columns alone.
#[test]
fn a_crossing_waits_for_the_last_quadrant() {
    let plan = MazePlan {
        size: 12,
        levels: 2,
        features: Some(vec![PairFeatures {
            ladders: 0,
            holes: 0,
        }]),
        ..MazePlan::default()
    };
    for seed in 0..60 {
        let maze = generate(&plan, Seed::new(seed)).unwrap();
        let quadrant = |at: MazePos| (at.row < 6, at.col < 6);
        let open = maze.levels[0].cells();
        let open = open.map(|(row, col)| MazePos { level: 1, row, col });
        let open: Vec<MazePos> = open.filter(|&at| maze.is_open(at)).collect();
        let wanted: HashSet<_> = open.iter().map(|&at| quadrant(at)).collect();
        let mut random = Seed::new(seed).child("walk").stream();
        let crossings = Crossing::all(&maze, CrossingRule::Quadrants);
        let walk = Walk::new(&maze, open[0], Direction::North).unwrap();
        let mut walk = walk.with_crossings(crossings.clone());
        let mut seen = HashSet::from([quadrant(open[0])]);
        let moves = [
            Command::MoveForward,
            Command::MoveBack,
            Command::MoveLeft,
            Command::MoveRight,
        ];
        while seen.len() < wanted.len() {
            let way = Direction::STRAIGHT[random.below(4) as usize];
            let goal = maze.beside(walk.at(), way);
            let command = moves[match way {
                Direction::North => 0,
                Direction::South => 1,
                Direction::West => 2,
                _ => 3,
            }];
            let is_open = maze.side(walk.at(), way) != Side::Wall;
            let goal = goal.filter(|_| is_open).unwrap_or(walk.at());
            seen.insert(quadrant(goal));
            let is_last = seen.len() == wanted.len();
            let step = walk.obey(command);
            assert_eq!(step.crossing.is_some(), is_last, "seed {seed}, {goal}");
            assert_eq!(walk.at().level, if is_last { 2 } else { 1 });
        }
    }
}
