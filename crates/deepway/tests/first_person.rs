//! Pictures of the first-person view, kept in `tests/first_person/`: each composition of
//! ladders and holes, doors, passages, and each level of light.
//!
//! After an intended change `DEEPWAY_WRITE_VIEWS=1 cargo test -p deepway --test first_person`
//! rewrites them; look at them afterwards.

use deepway::maze::{Feature, FeatureKind, Maze, MazeLevel, MazePlan, Side};
use deepway::view::{Light, first_person, first_person_scene, svg};
use deepway::{Direction, MazePos, Seed};
use std::fs;
use std::path::{Path, PathBuf};

/// Three levels with a corridor to the east, and passages beside it.
fn corridor(feature: Option<(u32, FeatureKind)>, change: impl Fn(&mut MazeLevel)) -> Maze {
    let mut level = MazeLevel::new(12);
    (0..12).for_each(|col| level.set_open(5, col, true));
    change(&mut level);
    let features = feature.map(|(upper_level, kind)| Feature {
        upper_level,
        row: 5,
        col: 1,
        kind,
    });
    Maze {
        generation: 1,
        seed: Seed::new(0),
        plan: MazePlan {
            size: 12,
            levels: 3,
            ..MazePlan::default()
        },
        levels: vec![level.clone(), level.clone(), level],
        features: features.into_iter().collect(),
    }
}

/// The view to the east from a column of the corridor on level 2.
fn view(maze: &Maze, col: u32, regular: u8, magic: u8) -> String {
    let at = MazePos {
        level: 2,
        row: 5,
        col,
    };
    let light = Light { regular, magic };
    svg(&first_person_scene(&first_person(
        maze,
        at,
        Direction::East,
        light,
    )))
}

fn views() -> Vec<(String, String)> {
    let mut views = Vec::new();
    for (name, feature) in [
        ("nothing", None),
        ("hole-above", Some((1, FeatureKind::Hole))),
        ("ladder-up", Some((1, FeatureKind::Ladder))),
        ("hole-below", Some((2, FeatureKind::Hole))),
        ("ladder-down", Some((2, FeatureKind::Ladder))),
    ] {
        let maze = corridor(feature, |_| {});
        views.push((format!("{name}-ahead"), view(&maze, 0, 20, 0)));
        views.push((format!("{name}-here"), view(&maze, 1, 20, 0)));
    }
    let maze = corridor(Some((1, FeatureKind::Ladder)), |level| {
        for (row, col) in [(4, 2), (6, 3), (6, 5), (7, 5)] {
            level.set_open(row, col, true);
        }
    });
    for light in 0..=8 {
        views.push((format!("light-{light}"), view(&maze, 0, light, 0)));
    }
    let doors = corridor(None, |level| {
        for (row, col) in [(4, 1), (6, 1), (4, 2), (6, 2)] {
            level.set_open(row, col, true);
        }
        level.set_side(5, 1, Direction::North, Side::Door);
        level.set_side(5, 1, Direction::South, Side::SecretDoor);
        level.set_side(5, 2, Direction::North, Side::Wall);
        level.set_side(5, 2, Direction::East, Side::SecretDoor);
    });
    views.push(("doors".to_owned(), view(&doors, 0, 20, 0)));
    views.push(("doors-in-magic-light".to_owned(), view(&doors, 0, 20, 20)));
    views.push((
        "doors-in-magic-light-alone".to_owned(),
        view(&doors, 0, 0, 9),
    ));
    // A wall ahead, a passage that runs beside it, and one that ends with the wall.
    let corner = corridor(None, |level| {
        level.set_open(5, 2, false);
        for (row, col) in [(4, 1), (4, 2), (4, 3), (6, 1)] {
            level.set_open(row, col, true);
        }
    });
    views.push(("corner-ahead".to_owned(), view(&corner, 0, 20, 0)));
    views.push(("corner-here".to_owned(), view(&corner, 1, 20, 0)));
    views
}

#[test]
fn views_are_as_they_were() {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/first_person");
    let is_written = std::env::var_os("DEEPWAY_WRITE_VIEWS").is_some();
    let views = views();
    for (name, picture) in &views {
        let path = folder.join(name).with_extension("svg");
        if is_written {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&path, picture).expect("a file");
        }
        let kept = fs::read_to_string(&path).expect("a picture for each view");
        assert!(kept == *picture, "{name} has changed: {}", path.display());
    }
    let kept = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(kept, views.len(), "pictures without a view");
}

#[test]
fn magic_light_shows_secret_doors_alone() {
    let (_, magic) = views()
        .into_iter()
        .find(|(name, _)| name == "doors-in-magic-light-alone")
        .expect("the view");
    assert_eq!(
        magic.matches("<path").count(),
        magic.matches("#ff7ac6").count()
    );
    assert_ne!(magic.matches("#ff7ac6").count(), 0);
}
