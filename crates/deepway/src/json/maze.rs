//! A maze as JSON.

use super::lists::at_most;
use super::{JsonError, Problem, check_format, parse, word};
use crate::maze::{Feature, FeatureKind, MAX_SIZE, Maze, MazeLevel, MazePlan, PairFeatures, Side};
use crate::space::Direction;
use crate::world::FORMAT;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a maze")]
struct MazeFile {
    kind: String,
    #[serde(default)]
    format: Option<u32>,
    generation: u32,
    seed: String,
    size: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plan: Option<PlanFile>,
    levels: Vec<LevelFile>,
    features: Vec<FeatureFile>,
}

/// The plan of the maze, where it differs from the default for its size.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a plan")]
struct PlanFile {
    open: Option<u32>,
    doors: Option<u32>,
    secret_doors: Option<u32>,
    features: Option<Vec<PairFile>>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes ladders and holes"
)]
struct PairFile {
    ladders: u32,
    holes: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a level")]
struct LevelFile {
    number: u32,
    #[serde(deserialize_with = "at_most::<_, _, MAX_ROWS>")]
    rows: Vec<String>,
    sides: Vec<SideFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a side")]
struct SideFile {
    row: u32,
    col: u32,
    side: String,
    kind: String,
}

#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes a ladder or a hole"
)]
struct FeatureFile {
    kind: String,
    upper_level: u32,
    row: u32,
    col: u32,
}

/// The most rows of a level.
const MAX_ROWS: usize = MAX_SIZE as usize;

/// Writes a maze, on one line.
pub fn write_maze(maze: &Maze) -> String {
    let levels = (1..).zip(&maze.levels).map(|(number, level)| LevelFile {
        number,
        rows: (0..level.size())
            .map(|row| {
                let cells = (0..level.size()).map(|col| level.is_open(row, col));
                cells.map(|open| if open { '.' } else { '#' }).collect()
            })
            .collect(),
        sides: level
            .inner_sides()
            .map(|(row, col, to)| (row, col, to, level.side(row, col, to)))
            .filter(|&(.., side)| side != Side::Open)
            .map(|(row, col, to, side)| SideFile {
                row,
                col,
                side: short(to).to_owned(),
                kind: side.id().to_owned(),
            })
            .collect(),
    });
    let plan = &maze.plan;
    let is_default = *plan
        == MazePlan {
            size: plan.size,
            levels: plan.levels,
            ..MazePlan::default()
        };
    let file = MazeFile {
        kind: "maze".to_owned(),
        format: Some(FORMAT),
        generation: maze.generation,
        seed: maze.seed.to_string(),
        size: plan.size,
        plan: (!is_default).then(|| PlanFile {
            open: plan.open,
            doors: plan.doors,
            secret_doors: plan.secret_doors,
            features: plan.features.as_ref().map(|rows| {
                let rows = rows.iter();
                rows.map(|&PairFeatures { ladders, holes }| PairFile { ladders, holes })
                    .collect()
            }),
        }),
        levels: levels.collect(),
        features: maze
            .features
            .iter()
            .map(|feature| FeatureFile {
                kind: feature.kind.id().to_owned(),
                upper_level: feature.upper_level,
                row: feature.row,
                col: feature.col,
            })
            .collect(),
    };
    // Text, numbers and lists can always be written.
    serde_json::to_string(&file).unwrap_or_default()
}

fn short(direction: Direction) -> &'static str {
    match direction {
        Direction::East => "e",
        _ => "s",
    }
}

/// Reads a maze. [`crate::validate::maze`] checks whether it keeps its rules.
pub fn read_maze(name: &str, text: &str) -> Result<Maze, JsonError> {
    let file: MazeFile = parse(name, text, "maze")?;
    convert(file).map_err(|problem| problem.of(name))
}

fn convert(file: MazeFile) -> Result<Maze, Problem> {
    if file.kind != "maze" {
        return Err(Problem::word("kind", &file.kind, &["maze"]));
    }
    check_format(file.format)?;
    let seed = file.seed.parse().map_err(|_| {
        let found: String = file.seed.chars().take(40).collect();
        let what = format_args!("{found:?}: expected a number from 0 to {}", u64::MAX);
        Problem::new("seed", what)
    })?;
    let mut plan = MazePlan {
        size: file.size,
        levels: file.levels.len() as u32,
        ..MazePlan::default()
    };
    if let Some(given) = file.plan {
        plan.open = given.open;
        plan.doors = given.doors;
        plan.secret_doors = given.secret_doors;
        plan.features = given.features.map(|rows| {
            let rows = rows.into_iter();
            rows.map(|PairFile { ladders, holes }| PairFeatures { ladders, holes })
                .collect()
        });
    }
    plan.check()
        .map_err(|error| Problem::new("size, levels or plan", error))?;
    let levels = (0..)
        .zip(&file.levels)
        .map(|(number, level)| read_level(number, level, &plan));
    let levels: Vec<MazeLevel> = levels.collect::<Result<_, _>>()?;
    let mut features = Vec::with_capacity(file.features.len());
    for (number, feature) in file.features.iter().enumerate() {
        let at = |key: &str| format!("features[{number}].{key}");
        let range = |key: &str, found: u32, low: u32, high: u32| match (low..=high).contains(&found)
        {
            true => Ok(found),
            false => {
                let what = format_args!("{found}: expected {low} to {high}");
                Err(Problem::new(at(key), what))
            }
        };
        let last = plan.size - 1;
        features.push(Feature {
            upper_level: range(
                "upper_level",
                feature.upper_level,
                1,
                plan.levels.saturating_sub(1),
            )?,
            row: range("row", feature.row, 0, last)?,
            col: range("col", feature.col, 0, last)?,
            kind: word(FeatureKind::ALL, FeatureKind::id, at("kind"), &feature.kind)?,
        });
    }
    features.sort_unstable();
    if let Some(pair) = features.windows(2).find(|pair| pair[0] == pair[1]) {
        let Feature { row, col, .. } = pair[0];
        let what = format_args!(
            "{} below level {} at row {row} column {col} appears twice: expected it once",
            pair[0].kind.id(),
            pair[0].upper_level
        );
        return Err(Problem::new("features", what));
    }
    Ok(Maze {
        generation: file.generation,
        seed,
        plan,
        levels,
        features,
    })
}

fn read_level(number: usize, file: &LevelFile, plan: &MazePlan) -> Result<MazeLevel, Problem> {
    let at = |key: &str| format!("levels[{number}].{key}");
    let size = plan.size;
    if file.number as usize != number + 1 {
        let what = format_args!("{}: expected {}", file.number, number + 1);
        return Err(Problem::new(at("number"), what));
    }
    if file.rows.len() != size as usize {
        let what = format_args!("{} rows: expected {size}", file.rows.len());
        return Err(Problem::new(at("rows"), what));
    }
    let mut level = MazeLevel::new(size);
    for (row, text) in (0..).zip(&file.rows) {
        let place = || at(&format!("rows[{row}]"));
        if text.chars().count() != size as usize {
            let what = format_args!("{} cells: expected {size}", text.chars().count());
            return Err(Problem::new(place(), what));
        }
        for (col, glyph) in (0..).zip(text.chars()) {
            match glyph {
                '.' => level.set_open(row, col, true),
                '#' => {}
                _ => {
                    let what = format_args!("{glyph:?} in column {col}: expected # or .");
                    return Err(Problem::new(place(), what));
                }
            }
        }
    }
    for (number, found) in file.sides.iter().enumerate() {
        let at = |key: &str| at(&format!("sides[{number}].{key}"));
        let directions = [Direction::East, Direction::South];
        let to = word(directions, short, at("side"), &found.side)?;
        let kind = word(Side::CLOSED, Side::id, at("kind"), &found.kind)?;
        let beyond = level.beside(found.row, found.col, to);
        let is_inner = level.is_open(found.row, found.col)
            && beyond.is_some_and(|[row, col]| level.is_open(row, col));
        if !is_inner {
            let what = format_args!(
                "row {} column {}: expected a side between two open cells",
                found.row, found.col
            );
            return Err(Problem::new(at("row"), what));
        }
        if level.side(found.row, found.col, to) != Side::Open {
            let what = format_args!(
                "row {} column {}: the side appears twice: expected it once",
                found.row, found.col
            );
            return Err(Problem::new(at("row"), what));
        }
        level.set_side(found.row, found.col, to, kind);
    }
    Ok(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::generate;
    use crate::seed::Seed;

    #[test]
    fn a_maze_reads_back_the_same() {
        let small = MazePlan {
            size: 9,
            levels: 3,
            doors: Some(2),
            features: Some(vec![
                PairFeatures {
                    ladders: 1,
                    holes: 0
                };
                2
            ]),
            ..MazePlan::default()
        };
        for (plan, seeds) in [(MazePlan::default(), 20), (small, 20)] {
            for seed in 0..seeds {
                let maze = generate(&plan, Seed::new(seed)).unwrap();
                assert_eq!(read_maze("m", &write_maze(&maze)), Ok(maze));
            }
        }
    }

    #[test]
    fn bad_mazes_say_what_is_wrong_where() {
        let maze = generate(&MazePlan::default(), Seed::new(7)).unwrap();
        let good = write_maze(&maze);
        for (old, new, said) in [
            (
                "\"kind\":\"maze\"",
                "\"kind\":\"sector\"",
                "m: kind: \"sector\": expected maze",
            ),
            (
                "\"format\":2",
                "\"format\":3",
                "m: format: 3: expected 1 to 2, the formats of this version",
            ),
            (
                "\"size\":32",
                "\"size\":31",
                "m: levels[0].rows: 32 rows: expected 31",
            ),
            (
                "\"size\":32",
                "\"size\":3000",
                "m: size, levels or plan: a maze of 3000",
            ),
            (
                "\"number\":2",
                "\"number\":3",
                "m: levels[1].number: 3: expected 2",
            ),
            ("#.", "#?", "m: levels[0].rows["),
            ("\"side\":\"e\"", "\"side\":\"x\"", "m: levels[0].sides["),
            (
                "\"kind\":\"door\"",
                "\"kind\":\"gate\"",
                "m: levels[0].sides[",
            ),
            (
                "\"upper_level\":1",
                "\"upper_level\":9",
                "m: features[0].upper_level: 9: expected 1 to 4",
            ),
            (
                "\"features\":[{\"kind\":\"",
                "\"features\":[{\"kind\":\"x",
                "m: features[0].kind: ",
            ),
        ] {
            let bad = good.replacen(old, new, 1);
            assert_ne!(bad, good, "{old}");
            let error = read_maze("m", &bad).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}\n{said}");
        }
        for end in (0..good.len() - 1).step_by(7) {
            assert!(read_maze("m", &good[..end]).is_err());
        }
    }
}
