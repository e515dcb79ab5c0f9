//! `deepway tier`.

use crate::input::OpenWorldArgs;
use crate::{Status, output};
use anyhow::Result;
use deepway::answer::TierAnswer;

#[derive(clap::Args)]
#[command(after_help = "\
Down to depth 15 a zone is as dangerous as its region, below that as its depth, from 1 to 8.
Creatures whose tier fits are ten times as likely as those one tier away.

Exit code: 0 done, 2 bad input.

Examples:
  deepway tier World.11.22.1.1.12 --world 7
  deepway tier World.11.22.1.1.40 --world 7 --json")]
pub(crate) struct TierArgs {
    /// The address of a zone
    id: String,
    #[command(flatten)]
    world: OpenWorldArgs,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

/// How many creatures are named.
const NAMED: usize = 8;

pub(crate) fn run(args: &TierArgs) -> Result<Status> {
    let strata = args.world.read()?;
    let zone = strata.plan().zone(&args.id)?;
    let answer = TierAnswer::new(strata.plan(), strata.tables(), zone);
    if args.json {
        output::print_json(&answer)?;
        return Ok(Status::Done);
    }
    output::print(|out| {
        writeln!(
            out,
            "{}: {}, tier {}",
            answer.id, answer.blueprint, answer.tier
        )?;
        for creature in answer.creatures.iter().take(NAMED) {
            let only = creature.biome.map(|biome| format!(", where it is {biome}"));
            writeln!(
                out,
                "  {:5.1} %  {}, tier {}{}",
                creature.percent,
                creature.name,
                creature.tier,
                only.unwrap_or_default()
            )?;
        }
        let others = answer.creatures.len().saturating_sub(NAMED);
        match others {
            0 => Ok(()),
            _ => writeln!(out, "  and {others} others"),
        }
    })?;
    Ok(Status::Done)
}
