//! `deepway find mazes`.

use super::sectors::check;
use super::{Hunt, WhereArgs};
use crate::Status;
use crate::command::maze::{PlanArgs, options};
use crate::command::survey::seeds;
use anyhow::Result;
use deepway::generate::find::{MazeCandidate, Search};
use deepway::view::{self, Showing};
use deepway::world::World;
use deepway::{Seed, maze};
use std::ops::Range;

#[derive(clap::Args)]
#[command(after_help = "\
deepway find sectors --help and docs/find.md say what an expression is.

Exit code: 0 found, 1 none, 2 bad use.

Examples:
  deepway find mazes --where 'dead_ends > 80 and ladders >= 3'
  deepway find mazes --where 'longest_line >= 14' --size 16 --levels 1 --sheet found.png
  deepway find mazes --properties")]
pub(crate) struct MazesArgs {
    #[command(flatten)]
    find: WhereArgs,
    /// The seeds: A..B (B excluded), or how many, from 0
    #[arg(long, value_name = "A..B|N", default_value = "0..10000", value_parser = seeds)]
    seeds: Range<u64>,
    #[command(flatten)]
    plan: PlanArgs,
}

pub(super) fn run(args: &MazesArgs) -> Result<Status> {
    let plan = args.plan.plan();
    plan.check()?;
    check(&args.seeds)?;
    Hunt {
        args: &args.find,
        names: ["maze", "mazes"],
        table: Search::MAZES,
        range: args.seeds.clone(),
        key: "seed",
        candidate: &|seed| MazeCandidate::new(plan.clone(), Seed::new(seed)),
        is_sound: |candidate| candidate.maze().is_some(),
        name: &|seed| seed.to_string(),
        command: &|seed| {
            let options = options(&plan);
            format!("deepway generate maze --seed {seed}{options}")
        },
        picture: &|seed| {
            let world = World::from(maze::generate(&plan, Seed::new(seed))?);
            let showing = Showing {
                theme: args.find.theme.theme(),
                ..Showing::default()
            };
            Ok(view::picture(&world, &[], &showing)?)
        },
    }
    .run()
}
