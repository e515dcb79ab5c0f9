//! `deepway generate world`.

use super::picture::PictureArgs;
use crate::{Status, output};
use anyhow::Result;
use deepway::Seed;
use deepway::strata::Strata;
use deepway::view::{self, Ink, Showing};
use deepway::world::World;

#[derive(clap::Args)]
#[command(after_help = "\
A world is its seed: zones are built when they are asked for. --json prints the seed and what
is planned; show, check and zone take --world with the seed.

Examples:
  deepway generate world --seed 7
  deepway generate world --seed 7 --png world.png
  deepway show --world 7 --section y=37 --png section.png
  deepway zone World.11.22.1.1.12 --world 7
  deepway check --world 7")]
pub(crate) struct WorldArgs {
    /// The seed, 0 to 18446744073709551615 [default: random]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(crate) fn run(args: &WorldArgs, ink: Ink) -> Result<Status> {
    args.picture.check(&[], args.json)?;
    let seed = Seed::new(args.seed.unwrap_or_else(super::generate::draw_seed));
    let world = World::from(Strata::new(seed));
    let showing = Showing::default();
    let files = args
        .picture
        .prepare_if_wanted(|| Ok(view::picture(&world, &[], &showing)?))?;
    if args.json {
        super::print_world(&world, false)?;
    } else if files.is_empty() {
        super::print_overview(&world, &[], &showing, ink)?;
    }
    let about = format!("world {seed}");
    output::commit(files, &about, !args.json && !args.picture.takes_stdout())?;
    Ok(Status::Done)
}
