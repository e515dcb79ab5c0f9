//! `deepway survey zones`.

use super::contents;
use super::{ThreadArgs, spread};
use crate::command::picture::PictureArgs;
use crate::input::TableArgs;
use crate::{Status, output};
use anyhow::Result;
use deepway::answer::ZonesAnswer;
use deepway::generate::zones::ZoneTally;
use deepway::strata::{Blueprint, Strata};
use deepway::view::{count, thousands};
use deepway::{Seed, ZonePos};
use std::fmt::Write as _;
use std::time::Instant;

#[derive(clap::Args)]
#[command(after_help = "\
Each zone is checked, and its joints with the zones to the east, to the south and below.
By depth: the mean share of walkable cells, its deviation, least and most; zones with a
way down; zones with one way in; and the rock along borders where they are shut. Then what is
in them: rocks, pools, biomes, creatures by tier, things. A picture shows shares by depth.

Exit code: 0 every zone keeps every rule, 1 some do not.

Examples:
  deepway survey zones --world 7
  deepway survey zones --world 7 --all --threads 2
  deepway survey zones --world 7 --png zones.png")]
pub(crate) struct ZonesArgs {
    /// The seed of the world
    #[arg(long, value_name = "N", value_parser = crate::command::generate::seed, allow_hyphen_values = true)]
    world: u64,
    /// How many zones to look at
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=900_000))]
    sample: u64,
    /// Look at every zone of the world
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

pub(super) fn zones(args: &ZonesArgs) -> Result<Status> {
    args.pictures.check(&[], args.json)?;
    args.tables.keep_apart(&args.pictures)?;
    let mut strata = Strata::new(Seed::new(args.world));
    args.tables.fill(&mut strata)?;
    // The zones of two levels, so that each is built once.
    strata.set_budget(256 << 20);
    let threads = args.threads.count()?;
    let begin = Instant::now();
    let zones = chosen(&strata, (!args.all).then_some(args.sample));
    let look = |number: u64, tally: &mut ZoneTally| tally.count(&strata, zones[number as usize]);
    let tally = spread(&(0..zones.len() as u64), threads, look, ZoneTally::add);
    let seconds = begin.elapsed().as_secs_f64();
    let files = args.pictures.prepare_if_wanted(|| {
        let title = format!(
            "World {}: {} zones by depth",
            args.world,
            thousands(tally.zones)
        );
        Ok(contents::picture(&tally, &title))
    })?;
    if args.json {
        output::print_json(&ZonesAnswer::from(&tally))?;
    } else if !args.pictures.is_wanted() {
        let text = report(&tally, seconds);
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    output::commit(files, "", !args.json && !args.pictures.takes_stdout())?;
    Ok(match tally.failures.is_empty() {
        true => Status::Done,
        false => Status::No,
    })
}

/// The zones of a world that are not open air: all, or so many of them, spread evenly, a part
/// of a step off each time.
pub(in crate::command) fn chosen(strata: &Strata, sample: Option<u64>) -> Vec<ZonePos> {
    let plan = strata.plan();
    let is_solid = |zone: &ZonePos| plan.blueprint(*zone) != Blueprint::Air;
    let zones: Vec<ZonePos> = ZonePos::all().filter(is_solid).collect();
    let all = zones.len() as u64;
    let Some(sample) = sample.filter(|&sample| sample < all) else {
        return zones;
    };
    let pick = |number: u64| u128::from(number) * u128::from(all) / u128::from(sample);
    (0..sample)
        .map(|number| zones[pick(number) as usize])
        .collect()
}

fn report(tally: &ZoneTally, seconds: f64) -> String {
    let mut text = format!(
        "{}: {seconds:.1} s, {} a second\n",
        count(tally.zones, "zone", "zones"),
        thousands((tally.zones as f64 / seconds.max(1e-9)) as u64)
    );
    let list = |names: &std::collections::BTreeMap<&str, u64>| {
        let names = names
            .iter()
            .map(|(name, count)| format!("{name} {}", thousands(*count)));
        names.collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(text, "  {}", list(&tally.blueprints));
    let _ = writeln!(text, "  ways down: {}", list(&tally.verticals));
    text += "  depth   zones   walkable %        from   to   down %   dead ends %   rock on shut borders %\n";
    for (depth, here) in &tally.depths {
        let zones = here.zones.max(1) as f64;
        let share = |part: u64| part as f64 * 100.0 / zones;
        let [mean, deviation] = here.walkable_share();
        let [least, most] = here
            .range
            .unwrap_or_default()
            .map(|cells| cells as f64 / 20.0);
        let _ = writeln!(
            text,
            "  {depth:5} {:>7}   {mean:5.1} ± {deviation:4.1}   {least:5.0} {most:5.0}   {:6.1}   {:11.1}   {:10.1}",
            thousands(here.zones),
            share(here.with_descent),
            share(here.dead_ends),
            here.shut_rock as f64 * 100.0 / here.shut.max(1) as f64
        );
    }
    text += &contents::report(tally);
    for (rule, seen) in &tally.failures {
        let example = ZoneTally::address(seen.example);
        let example =
            example.map_or_else(String::new, |address| format!(", for example {address}"));
        let _ = writeln!(text, "  {} × {rule}{example}", thousands(seen.count));
    }
    if tally.failures.is_empty() {
        text += "Every zone keeps every rule.\n";
    }
    text
}
