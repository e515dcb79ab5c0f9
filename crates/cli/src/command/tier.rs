//! `deepway tier`.

use crate::input::OpenWorldArgs;
use crate::{Status, message, output};
use anyhow::Result;
use deepway::answer::TierAnswer;
use deepway::view::wrapped;

#[derive(clap::Args)]
#[command(after_help = "\
Down to depth 15 a zone is as dangerous as its region, below that as its depth, from 1 to 8.
Creatures whose tier fits are ten times as likely as those one tier away. Percentages are of
the groups that can appear in the zone, by its biomes; others are listed apart.

Exit code: 0 done, 2 bad input.

Examples:
  deepway tier World.11.22.1.1.12 --world 7
  deepway tier World.11.22.1.1.40 --world 7 --json")]
pub(crate) struct TierArgs {
    /// The address of a zone, with or without World, or the name of a town or another feature
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
    let zone = strata.zone_named(&args.id)?;
    let answer = TierAnswer::new(strata.plan(), strata.tables(), zone);
    if args.json {
        output::print_json(&answer)?;
        return Ok(Status::Done);
    }
    output::print(|out| {
        let biomes = match answer.biomes.is_empty() {
            true => String::new(),
            false => format!(", {}", answer.biomes.join(" and ")),
        };
        writeln!(
            out,
            "{}: {}, tier {}{biomes}",
            answer.id, answer.blueprint, answer.tier
        )?;
        for creature in answer.creatures.iter().take(NAMED) {
            let only = creature.biome.map(|biome| format!(", where it is {biome}"));
            writeln!(
                out,
                "  {:5.1} %  {}, tier {}, level {}, damage {}, speed {}{}",
                creature.percent.unwrap_or_default(),
                creature.name,
                creature.tier,
                creature.level,
                creature.damage,
                creature.speed,
                only.unwrap_or_default()
            )?;
            writeln!(out, "           {}", creature.about)?;
        }
        match answer.creatures.len().checked_sub(NAMED) {
            None if answer.creatures.is_empty() => writeln!(out, "  nobody lives there")?,
            None | Some(0) => {}
            Some(others) => writeln!(out, "  and {others} others")?,
        }
        let elsewhere = answer.elsewhere.iter().take(NAMED);
        let elsewhere = elsewhere
            .map(|one| format!("{} ({})", one.name, one.biome.unwrap_or_default()))
            .collect::<Vec<_>>();
        if elsewhere.is_empty() {
            return Ok(());
        }
        let more = match answer.elsewhere.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} others"),
        };
        let line = format!(
            "  not here, but where their biome grows: {}{more}",
            elsewhere.join(", ")
        );
        writeln!(out, "{}", wrapped(&line, message::columns()))
    })?;
    Ok(Status::Done)
}
