//! `deepway links`.

use crate::rules::RuleArgs;
use crate::{Status, input, output};
use anyhow::Result;
use deepway::Link;
use deepway::answer::LinksAnswer;
use deepway::view::link_summary;
use deepway::world::World;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
A link joins a low cell and a high cell, one level apart. `way` says whether it leads
up, down, or both. Links with the same group form one wide staircase. For a ramp, low
is the cell it is entered from and high the cell it leads to.

Examples:
  deepway links examples/watchtower.txt
  deepway links examples/watchtower.txt --ramps both --stairs paired
  deepway links examples/watchtower.txt --json | jq '.links[] | select(.kind == \"ladder\")'")]
pub(crate) struct LinksArgs {
    /// The world: a text map, a MovingAI .map, or a sector or a maze (JSON); - is standard input
    #[arg(value_name = "WORLD")]
    map: PathBuf,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn run(args: &LinksArgs) -> Result<Status> {
    let world = input::read_world(&args.map)?;
    input::cells(&world, &args.map)?;
    let links = world.links(&args.rules.rules(&world))?;
    super::log_links(&links);
    if args.json {
        output::print_json(&LinksAnswer::new(&world, &links))?;
    } else {
        output::print(|out| write_table(&world, &links, out))?;
    }
    Ok(Status::Done)
}

fn write_table(world: &World, links: &[Link], out: &mut dyn Write) -> io::Result<()> {
    if !links.is_empty() {
        writeln!(
            out,
            "{:<9} {:<16} {:<16} {:<5} group",
            "kind", "low", "high", "way"
        )?;
    }
    for link in links {
        let (low, high) = (world.place_name(link.low), world.place_name(link.high));
        writeln!(
            out,
            "{:<9} {low:<16} {high:<16} {:<5} {}",
            link.kind,
            way(link),
            link.group
        )?;
    }
    writeln!(out, "{}", link_summary(links))
}

/// The direction in which a link leads.
pub(crate) fn way(link: &Link) -> &'static str {
    match (link.up, link.down) {
        (true, true) => "both",
        (true, false) => "up",
        _ => "down",
    }
}
