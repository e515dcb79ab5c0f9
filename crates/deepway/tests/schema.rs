//! The JSON of sectors and mazes against their schemas.

#[path = "support/schema.rs"]
mod support;

use deepway::answer::ReportAnswer;
use deepway::maze::{self, MazePlan, PairFeatures};
use deepway::play::Expedition;
use deepway::sector::{Blueprint, EdgeKind, Sector, Trend, carve, generate};
use deepway::traverse::Character;
use deepway::world::World;
use deepway::{Seed, json, text, validate};
use support::wrong_with;

const SECTOR: &str = include_str!("../../../docs/sector.schema.json");
const MAZE: &str = include_str!("../../../docs/maze.schema.json");
const REPORT: &str = include_str!("../../../docs/answers/report.schema.json");

#[test]
fn every_sector_fits_the_schema() {
    for seed in 0..400 {
        let blueprint = Blueprint {
            target_rooms: 5 + seed as u32 % 40,
            trend: Trend::ALL[seed as usize % 3],
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).expect("every blueprint can be built");
        let text = json::write_sector(&sector, &validate::sector(&sector));
        assert_eq!(
            wrong_with(&text, SECTOR),
            Vec::<String>::new(),
            "seed {seed}"
        );
        if seed % 8 == 0 {
            let carved = carve(sector).expect("it is small enough");
            let text = json::write_carved(&carved, &validate::carved(&carved));
            assert_eq!(
                wrong_with(&text, SECTOR),
                Vec::<String>::new(),
                "seed {seed}"
            );
            let expedition =
                Expedition::new(carved, Character::default()).expect("somebody can stand there");
            let text = json::write_expedition(&expedition);
            assert_eq!(
                wrong_with(&text, SECTOR),
                Vec::<String>::new(),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let sector = generate(&Blueprint::default(), Seed::new(1)).expect("a sector");
    let text = json::write_sector(&sector, &[]);
    for (old, new) in [
        ("\"kind\":\"sector\"", "\"kind\":\"maze\""),
        ("\"seed\":\"1\"", "\"seed\":1"),
        ("\"layer\":\"ground_level\"", "\"layer\":\"attic\""),
        ("\"z\":1}", "\"z\":2}"),
        ("\"dropped_edges\":[]", "\"dropped\":[]"),
    ] {
        assert_ne!(text.replacen(old, new, 1), text, "{old}");
        assert!(
            !wrong_with(&text.replacen(old, new, 1), SECTOR).is_empty(),
            "{old}"
        );
    }
}

#[test]
fn every_maze_fits_the_schema() {
    let table = vec![
        PairFeatures {
            ladders: 1,
            holes: 2
        };
        2
    ];
    for seed in 0..100 {
        let default = MazePlan {
            size: 8 + seed as u32 % 30,
            levels: 3,
            ..MazePlan::default()
        };
        let plan = match seed % 2 {
            0 => default,
            _ => MazePlan {
                doors: Some(3),
                features: Some(table.clone()),
                ..default
            },
        };
        let maze = maze::generate(&plan, Seed::new(seed)).expect("every seed gives a maze");
        let text = json::write_maze(&maze);
        assert_eq!(wrong_with(&text, MAZE), Vec::<String>::new(), "seed {seed}");
        assert_eq!(text.contains("\"plan\""), seed % 2 == 1);
    }
    let maze = maze::generate(&MazePlan::default(), Seed::new(1)).expect("a maze");
    let text = json::write_maze(&maze);
    for (old, new) in [
        ("\"kind\":\"maze\"", "\"kind\":\"sector\""),
        ("\"size\":32", "\"size\":\"32\""),
        ("#.", "#?"),
        ("\"side\":\"e\"", "\"side\":\"n\""),
        ("\"upper_level\":1", "\"upper_level\":0"),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text, "{old}");
        assert!(!wrong_with(&changed, MAZE).is_empty(), "{old}");
    }
}

#[test]
fn every_report_fits_the_schema() {
    let fits = |report: &ReportAnswer| {
        let text = serde_json::to_string(report).expect("it can be written");
        assert_eq!(wrong_with(&text, REPORT), Vec::<String>::new());
    };
    let checked = |world: World| fits(&ReportAnswer::new(&world, &validate::check(&world)));
    let sector = generate(&Blueprint::default(), Seed::new(1)).expect("a sector");
    checked(sector.clone().into());
    let mut raw = sector.to_raw();
    raw.rooms.iter_mut().for_each(|room| {
        (room.position.x, room.position.y) = (0, 0);
    });
    let broken = Sector::from_raw(raw.clone()).expect("it does not contradict itself");
    checked(broken.into());
    raw.edges[0].kind = EdgeKind::Secret;
    raw.edges.truncate(1);
    raw.exits.pop();
    let findings = Sector::from_raw(raw).expect_err("it does now");
    fits(&ReportAnswer::of_file(&findings));
    let mut maze = maze::generate(&MazePlan::default(), Seed::new(1)).expect("a maze");
    checked(maze.clone().into());
    maze.features[0].row = 0;
    maze.features.swap(1, 2);
    checked(maze.into());
    let map = b"floor:0\n.L.#.\nfloor:1\n#####\n@ 3,0,0 label \"lost\"\n";
    for (map, count) in [(&map[..], 3), (b"#\n", 0)] {
        let world = World::from(text::read("map", map).expect("a map"));
        let cells = world.cells().expect("cells");
        let seen = validate::check_from(&world, cells, None, world.rules()).expect("its rules");
        assert_eq!(seen.findings.len(), count);
        fits(&ReportAnswer::of_cells(&world, &seen));
    }
}
