//! `deepway generate maze`, and mazes wherever they are shown and checked.

use super::picture::PictureArgs;
use crate::store::SaveArgs;
use crate::{Status, output};
use anyhow::{Context, Result};
use deepway::maze::{MAX_LEVELS, MAX_SIZE, MIN_SIZE, MazePlan, PairFeatures, generate};
use deepway::view::{self, Ink, Showing};
use deepway::world::{Body, Kind, MazeWorld, World};
use deepway::{Seed, validate};
use std::time::Instant;
use tracing::info;

#[derive(clap::Args)]
#[command(after_help = "\
Levels are numbered downward from 1, rows southward and columns eastward from 0. Counts are
per level. --features gives ladders+holes between levels 1 and 2, 2 and 3 and so on, at most
one per quadrant; the default repeats 2+2,1+3,0+0,0+4, which small levels may have no room for.

Examples:
  deepway generate maze --seed 7
  deepway generate maze --seed 7 --json > maze.json
  deepway generate maze --size 16 --levels 3 --features 1+1,1+1 --png maze.png")]
pub(crate) struct MazeArgs {
    /// The seed, 0 to 18446744073709551615 [default: random]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(super) plan: PlanArgs,
    /// Print the maze as JSON, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    save: SaveArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

/// What a maze is asked to be.
#[derive(clap::Args)]
pub(crate) struct PlanArgs {
    /// Cells along each side of a level, 4 to 256
    #[arg(long, value_name = "N", default_value = "32", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u32,
    /// The number of levels, 1 to 99
    #[arg(long, value_name = "N", default_value = "5", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVELS)))]
    levels: u32,
    /// Open cells per level [default: 500 of 32 × 32, in proportion to the size]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    open: Option<u32>,
    /// Doors per level [default: 70 with 500 open cells, in proportion]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    doors: Option<u32>,
    /// Secret doors per level [default: 45 with 500 open cells, in proportion]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    secret_doors: Option<u32>,
    /// Ladders and holes between each level and the next, e.g. 2+2,1+3,0+0,0+4
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
        .ok_or_else(|| "expected ladders+holes for each pair of levels, e.g. 2+2,1+3".to_owned())
}

impl PlanArgs {
    pub(crate) fn plan(&self) -> MazePlan {
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

/// The options that ask for a plan, as one writes them; those that say what is the default
/// anyway are left out.
pub(super) fn options(plan: &MazePlan) -> String {
    let usual = MazePlan::default();
    let said = |name: &str, value: Option<u32>| match value {
        Some(value) => format!(" --{name} {value}"),
        None => String::new(),
    };
    let features = plan.features.iter().map(|pairs| {
        let pairs = pairs.iter();
        let pairs = pairs.map(|pair| format!("{}+{}", pair.ladders, pair.holes));
        format!(" --features {}", pairs.collect::<Vec<_>>().join(","))
    });
    [
        said("size", Some(plan.size).filter(|size| *size != usual.size)),
        said(
            "levels",
            Some(plan.levels).filter(|levels| *levels != usual.levels),
        ),
        said("open", plan.open),
        said("doors", plan.doors),
        said("secret-doors", plan.secret_doors),
        features.collect(),
    ]
    .concat()
}

pub(crate) fn run(args: &MazeArgs, ink: Ink) -> Result<Status> {
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
    let world = World::from(maze);
    let showing = Showing::default();
    let pictures = args.picture.prepare_if_wanted(|| {
        let picture = view::picture(&world, &[], &showing);
        picture.context("show --level can draw a single level")
    })?;
    let saved = args.save.save(&world)?;
    if args.json {
        super::print_world(&world, false)?;
    } else if pictures.is_empty() {
        super::print_overview(&world, &[], &showing, ink)?;
    }
    let is_free = !args.json && !args.picture.takes_stdout();
    output::commit(pictures, &format!("maze {seed}"), is_free)?;
    SaveArgs::tell(saved, is_free)?;
    Ok(super::verdict(&validate::check(&world)))
}

/// The world as a maze; `name` is what an error calls it.
pub(super) fn of<'w>(world: &'w World, name: &str) -> Result<&'w MazeWorld> {
    match world.body() {
        Body::Maze(maze) => Ok(maze),
        _ => Err(super::wrong_kind(name, world.kind(), Kind::Maze)),
    }
}
