//! `deepway find zones`.

use super::{Hunt, WhereArgs, list};
use crate::Status;
use crate::command::survey::zones::chosen;
use crate::input::OpenWorldArgs;
use anyhow::Result;
use deepway::generate::find::{Search, ZoneCandidate};
use deepway::strata::Address;
use deepway::view::{self, PictureOptions, Setting};
use std::sync::Arc;

#[derive(clap::Args)]
#[command(after_help = "\
A sample is spread evenly over the world. Properties of the plan need no zone to be built, so
that --all is quick with them; deepway find zones --properties says which they are.
deepway find sectors --help and docs/find.md say what an expression is.

Exit code: 0 found, 1 none, 2 bad use.

Examples:
  deepway find zones --world 7 --where 'tier >= 6 and liquid.lava > 0 and z < 40'
  deepway find zones --world 7 --where 'blueprint == \"Lair\" and z == 12' --all --limit 5
  deepway find zones --world 7 --where 'biome == \"fungal\" and creatures > 12' --sheet found.png
  deepway find zones --properties",
    mut_arg("world", |world| {
        let world = world.required(false).required_unless_present("properties");
        // Properties are the same in every world.
        world.default_value_if("properties", "true", "0")
    })
)]
pub(crate) struct ZonesArgs {
    #[command(flatten)]
    find: WhereArgs,
    #[command(flatten)]
    world: OpenWorldArgs,
    /// How many zones to look at
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=900_000))]
    sample: u64,
    /// Look at every zone of the world that is not open air, some 720,000
    #[arg(long, conflicts_with = "sample")]
    all: bool,
}

pub(super) fn run(args: &ZonesArgs) -> Result<Status> {
    if args.find.properties {
        list(Search::ZONES, "zones")?;
        return Ok(Status::Done);
    }
    let strata = Arc::new(args.world.read()?);
    let zones = chosen(&strata, (!args.all).then_some(args.sample));
    let seed = strata.plan().seed();
    let zone_of = |number: u64| zones[number as usize];
    Hunt {
        args: &args.find,
        names: ["zone", "zones"],
        table: Search::ZONES,
        range: 0..zones.len() as u64,
        key: "id",
        candidate: &|number| ZoneCandidate::new(Arc::clone(&strata), zone_of(number)),
        is_sound: |_| true,
        name: &|number| Address::of(zone_of(number)).to_string(),
        command: &|id| {
            let options = args.world.options();
            format!("deepway zone {id} --world {seed}{options}")
        },
        picture: &|number| {
            let pos = zone_of(number);
            let (volume, links) = strata.stack(pos, 0, 1)?;
            let options = PictureOptions {
                settings: vec![Setting::of(strata.plan(), pos)],
                theme: args.find.theme.theme(),
                ..PictureOptions::default()
            };
            Ok(view::plan(&volume, &links, 0, &options)?)
        },
    }
    .run()
}
