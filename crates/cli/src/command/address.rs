//! `deepway address`.

use crate::{Status, output};
use anyhow::{Context, Result, bail};
use deepway::Direction;
use deepway::answer::AddressAnswer;
use deepway::strata::{Address, AddressError};

#[derive(clap::Args)]
#[command(after_help = "\
An address is World.PX.PY.ZX.ZY.Z: the parasang from the west (0 to 79) and from the north
(0 to 24), the zone in it (0 to 2 each), and the depth (0 to 49; 10 is the surface).
World@Cave@name.PX.… may say what the zone is, and World. may be left out.

Exit code: 0 done, 2 bad input.

Examples:
  deepway address World.11.22.1.1.10
  deepway address World.11.22.2.1.10 --step e
  deepway address World.11.22.1.1.10 --match World.11.22.1.1.12 --json")]
pub(crate) struct AddressArgs {
    /// The address of a zone
    id: String,
    /// Go on to the next zone in a direction: n, ne, e, se, s, sw, w, nw, u or d
    #[arg(long, value_name = "DIR")]
    step: Option<Direction>,
    /// Compare with another address: -1 other worlds, 0 same world, 1 same parasang, 2 same zone
    #[arg(long = "match", value_name = "ID")]
    other: Option<String>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AddressArgs) -> Result<Status> {
    let mut address = read(&args.id)?;
    if let Some(towards) = args.step {
        let Some(next) = address.step(towards) else {
            bail!("{address} is at the edge of the world: nothing lies {towards} of it");
        };
        address = next;
    }
    let other = args.other.as_deref().map(read);
    let other = other.transpose().context("--match")?;
    let level = other.map(|other| address.match_level(&other));
    let answer = AddressAnswer::new(&address, level);
    if args.json {
        output::print_json(&answer)?;
    } else {
        output::print(|out| {
            let ([px, py], [zx, zy]) = (answer.parasang, answer.zone);
            let [x, y] = answer.column;
            writeln!(out, "{}", answer.id)?;
            writeln!(
                out,
                "  parasang {px},{py}, zone {zx},{zy} in it; column {x},{y} of zones"
            )?;
            writeln!(out, "  depth {}: {}", answer.z, answer.band)?;
            if let Some(level) = level {
                writeln!(out, "  match level {level}")?;
            }
            Ok(())
        })?;
    }
    Ok(Status::Done)
}

/// Reads an address, which may begin with the parasang.
fn read(text: &str) -> Result<Address, AddressError> {
    match text.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("{}.{text}", Address::WORLD).parse(),
        false => text.parse(),
    }
}
