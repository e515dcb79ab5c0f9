//! `deepway store`.

use crate::{Status, output, store};
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use deepway_store::{Over, open};
use std::fmt::Write;

#[derive(Subcommand)]
pub(crate) enum StoreCommand {
    /// Say where worlds are kept, and how many there are
    Info,
    /// Check the store, and that every world in it can be read
    Check,
    /// Copy all worlds of a store into another, completely or not at all for each of them
    Copy(CopyArgs),
}

#[derive(clap::Args)]
pub(crate) struct CopyArgs {
    /// The store to copy from: sqlite:PATH or postgres://USER@HOST/DATABASE
    from: String,
    /// The store to copy to
    to: String,
}

pub(crate) fn run(command: &StoreCommand) -> Result<Status> {
    match command {
        StoreCommand::Info => info(),
        StoreCommand::Check => check(),
        StoreCommand::Copy(args) => copy(args),
    }
}

fn info() -> Result<Status> {
    let text = match store::readable()? {
        Some(mut store) => {
            let info = store.info()?;
            format!(
                "store   {}\nschema  {}\nworlds  {}\n",
                info.place, info.schema, info.worlds
            )
        }
        None => format!(
            "store   {}\nIt does not exist yet: the first world that is saved makes it.\n",
            store::location()?
        ),
    };
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn check() -> Result<Status> {
    let Some(mut store) = store::readable()? else {
        bail!("{} does not exist", store::location()?);
    };
    let found = store.check()?;
    let mut text = String::new();
    for problem in &found {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{problem}");
    }
    let place = store.place();
    let _ = match found.len() {
        0 => writeln!(text, "{place}: sound, {} worlds read", store.list()?.len()),
        1 => writeln!(text, "{place}: 1 problem"),
        many => writeln!(text, "{place}: {many} problems"),
    };
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(match found.is_empty() {
        true => Status::Done,
        false => Status::No,
    })
}

fn copy(args: &CopyArgs) -> Result<Status> {
    let (mut from, mut to) = (open(&args.from)?, open(&args.to)?);
    let worlds = from.list()?;
    // All names are looked at before anything is copied.
    let there = to.list()?;
    if let Some(taken) = worlds
        .iter()
        .find(|world| there.iter().any(|known| known.name == world.name))
    {
        bail!(
            "there already is a world {:?} in {}: expected a store without it (nothing was copied)",
            taken.name,
            to.place()
        );
    }
    for world in &worlds {
        let (document, _) = from.load(&world.name)?;
        let saved = to.save(&world.name, &document, Over::Nothing);
        saved.with_context(|| format!("{:?}", world.name))?;
    }
    let text = format!(
        "copied {} worlds from {} to {}\n",
        worlds.len(),
        from.place(),
        to.place()
    );
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}
