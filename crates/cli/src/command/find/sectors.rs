//! `deepway find sectors`.

use super::{Hunt, WhereArgs};
use crate::Status;
use crate::command::generate::{BlueprintArgs, options};
use crate::command::survey::seeds;
use anyhow::{Result, bail};
use deepway::generate::find::{Search, SectorCandidate};
use deepway::view::{self, Showing};
use deepway::world::World;
use deepway::{Seed, generate, sector};
use std::ops::Range;

#[derive(clap::Args)]
#[command(after_help = "\
Expressions have numbers, texts in quotes, == != < <= > >=, + - * / %, and or not,
in (1, 2), has for sets, and parentheses; docs/find.md says more. The answer is the first
that satisfy it in the order of seeds, whatever the number of threads.

Exit code: 0 found, 1 none, 2 bad use.

Examples:
  deepway find sectors --where 'loops >= 2 and elevators >= 1 and boss.layer <= -2' --rooms 12
  deepway find sectors --where 'biomes has \"niflheim\" and dead_ends * 3 < rooms' --rooms 20
  deepway find sectors --where 'secrets == 1 and shortest <= 4' --limit 10 --sheet found.png
  deepway find sectors --properties")]
pub(crate) struct SectorsArgs {
    #[command(flatten)]
    find: WhereArgs,
    /// The seeds: A..B (B excluded), or how many, from 0
    #[arg(long, value_name = "A..B|N", default_value = "0..100000", value_parser = seeds)]
    seeds: Range<u64>,
    #[command(flatten)]
    blueprint: BlueprintArgs,
}

pub(super) fn run(args: &SectorsArgs) -> Result<Status> {
    let blueprint = args.blueprint.blueprint();
    blueprint.check()?;
    check(&args.seeds)?;
    Hunt {
        args: &args.find,
        names: ["sector", "sectors"],
        table: Search::SECTORS,
        range: args.seeds.clone(),
        key: "seed",
        candidate: &|seed| SectorCandidate::new(blueprint, Seed::new(seed)),
        is_sound: |candidate| {
            let sector = candidate.sector().cloned();
            sector.is_some_and(|sector| generate::accept(sector).is_ok())
        },
        name: &|seed| seed.to_string(),
        command: &|seed| {
            let options = options(&blueprint);
            format!("deepway generate sector --seed {seed}{options}")
        },
        picture: &|seed| {
            let world = World::from(sector::generate(&blueprint, Seed::new(seed))?);
            let showing = Showing {
                theme: args.find.theme.theme(),
                ..Showing::default()
            };
            Ok(view::picture(&world, &[], &showing)?)
        },
    }
    .run()
}

/// Refuses seeds that expressions have no numbers for.
pub(super) fn check(seeds: &Range<u64>) -> Result<()> {
    let most = i64::MAX as u64;
    if seeds.end > most {
        bail!(
            "--seeds {}..{}: expected seeds up to {most}",
            seeds.start,
            seeds.end
        );
    }
    Ok(())
}
