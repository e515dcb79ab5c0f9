//! `deepway generate maze`, and mazes wherever they are shown and checked.

use super::check::list;
use super::picture::PictureArgs;
use crate::message::{columns, count};
use crate::{Outcome, output};
use anyhow::{Context, Result, bail};
use deepway::maze::{
    Feature, FeatureKind, MAX_LEVELS, MAX_SIZE, MIN_SIZE, Maze, MazePlan, PairFeatures, generate,
};
use deepway::report::is_sound;
use deepway::view::{self, Ink, Player, Scene};
use deepway::world::{Body, MazeWorld, World};
use deepway::{Seed, json, validate};
use std::time::Instant;
use tracing::info;

#[derive(clap::Args)]
#[command(after_help = "\
Levels are numbered downward, rows southward and columns eastward from 0. Counts are of each
level. --features has ladders+holes for levels 1 and 2, 2 and 3 and so on, one a quadrant at
most; without it 2+2,1+3,0+0,0+4, again and again, for which small levels may have no place.

Examples:
  deepway generate maze --seed 7
  deepway generate maze --seed 7 --json > maze.json
  deepway generate maze --size 16 --levels 3 --features 1+1,1+1 --png maze.png")]
pub(crate) struct MazeArgs {
    /// The seed, 0 to 18446744073709551615; one is drawn without it
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(super) plan: PlanArgs,
    /// Print the maze as JSON, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

/// What a maze is asked to be.
#[derive(clap::Args)]
pub(crate) struct PlanArgs {
    /// Cells along a side of a level, 4 to 256
    #[arg(long, value_name = "N", default_value = "32", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u32,
    /// Levels, 1 to 99
    #[arg(long, value_name = "N", default_value = "5", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVELS)))]
    levels: u32,
    /// Open cells of a level [default: 500 of 32 × 32, in proportion to the size]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    open: Option<u32>,
    /// Doors of a level [default: 70 with 500 open cells, in proportion]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    doors: Option<u32>,
    /// Secret doors of a level [default: 45 with 500 open cells, in proportion]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    secret_doors: Option<u32>,
    /// Ladders and holes between each level and the next, as 2+2,1+3,0+0,0+4
    #[arg(long, value_name = "L+H,…", allow_hyphen_values = true, value_parser = table)]
    features: Option<Features>,
}

#[derive(Clone)]
struct Features(Vec<PairFeatures>);

fn table(text: &str) -> Result<Features, String> {
    let pair = |part: &str| {
        let (ladders, holes) = part.split_once('+')?;
        Some(PairFeatures {
            ladders: ladders.trim().parse().ok()?,
            holes: holes.trim().parse().ok()?,
        })
    };
    let pairs: Option<Vec<PairFeatures>> = text.split(',').map(pair).collect();
    pairs
        .map(Features)
        .ok_or_else(|| "expected ladders+holes for each pair of levels, as 2+2,1+3".to_owned())
}

impl PlanArgs {
    pub(super) fn plan(&self) -> MazePlan {
        MazePlan {
            size: self.size,
            levels: self.levels,
            open: self.open,
            doors: self.doors,
            secret_doors: self.secret_doors,
            features: self.features.clone().map(|features| features.0),
        }
    }
}

pub(crate) fn run(args: &MazeArgs, ink: Ink) -> Result<Outcome> {
    args.picture.check(&[], args.json)?;
    let seed = args.seed.unwrap_or_else(super::generate::draw_seed);
    let start = Instant::now();
    let maze = generate(&args.plan.plan(), Seed::new(seed))?;
    let micros = start.elapsed().as_micros() as u64;
    info!(
        seed,
        micros,
        features = maze.features.len(),
        "generated maze"
    );
    let pictures = args.picture.prepare_if_wanted(|| picture(&maze, None))?;
    if args.json {
        output::print(|out| writeln!(out, "{}", json::write_maze(&maze)))?;
    } else if pictures.is_empty() {
        output::print(|out| out.write_all(describe(&maze, ink).as_bytes()))?;
    }
    let is_free = !args.json && !args.picture.takes_stdout();
    output::commit(pictures, &format!("maze {seed}"), is_free)?;
    Ok(verdict(&maze))
}

/// The maze that a world is.
pub(super) fn of(world: &World) -> Result<&MazeWorld> {
    match world.body() {
        Body::Maze(maze) => Ok(maze),
        _ => bail!("a {}: expected a maze", world.kind()),
    }
}

fn verdict(maze: &Maze) -> Outcome {
    match is_sound(&validate::maze(maze)) {
        true => Outcome::Done,
        false => Outcome::No,
    }
}

/// All levels from above, or one of them.
pub(super) fn picture(maze: &Maze, level: Option<u32>) -> Result<Scene> {
    view::maze_map(maze, level, None).context("one --level of it can be drawn by show")
}

/// A maze for people: its levels from above, what joins them, and whether it keeps its
/// rules.
pub(super) fn describe(maze: &Maze, ink: Ink) -> String {
    let size = maze.size();
    let levels = maze.levels.len() as u64;
    let mut text = format!(
        "Maze {}: {} of {size} × {size}\n",
        maze.seed,
        count(levels, "level", "levels")
    );
    for number in 1..=maze.levels.len() as u32 {
        text += &level_map(maze, number, None, ink);
    }
    text.push('\n');
    text += KEY;
    text.push('\n');
    text += &features(maze, |_| true);
    text.push('\n');
    text += &report(maze);
    text
}

const KEY: &str = "╎ ╌ door  ? secret door  H ladder down  h ladder up  O hole in the floor  o hole in the ceiling\n";

/// A level for people, and what leads from it.
pub(super) fn describe_level(maze: &Maze, number: u32, ink: Ink) -> String {
    let touches = |one: &Feature| [one.upper_level, one.upper_level + 1].contains(&number);
    map(maze, number, None, ink) + "\n" + &features(maze, touches)
}

/// A level from above, with the key to its signs.
pub(super) fn map(maze: &Maze, number: u32, player: Option<Player>, ink: Ink) -> String {
    level_map(maze, number, player, ink) + "\n" + KEY
}

fn level_map(maze: &Maze, number: u32, player: Option<Player>, ink: Ink) -> String {
    let map = view::maze_level(maze, number, player, columns(), ink);
    format!("\nLevel {number}\n{}", map.unwrap_or_default())
}

/// A line for each ladder and hole.
fn features(maze: &Maze, is_wanted: impl Fn(&Feature) -> bool) -> String {
    let mut text = String::new();
    for kind in FeatureKind::ALL {
        let features = maze.features.iter();
        for one in features.filter(|one| one.kind == kind && is_wanted(one)) {
            let (upper, lower) = (one.upper_level, one.upper_level + 1);
            let (kind, row, col) = (kind.id(), one.row, one.col);
            text += &format!("{kind:<6} level {upper} to {lower}, row {row} column {col}\n");
        }
    }
    text
}

/// What the validator says, in lines.
fn report(maze: &Maze) -> String {
    let findings = validate::maze(maze);
    let mut text = list(&findings);
    if is_sound(&findings) {
        text += "Sound: every rule is kept.\n";
    }
    text
}
