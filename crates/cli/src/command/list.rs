//! `deepway list`, `deepway rename` and `deepway delete`.

use crate::output;
use crate::{Status, store};
use anyhow::{Result, bail};
use deepway_store::Summary;
use serde::Serialize;
use std::fmt::Write;
use std::io::{IsTerminal, Write as _};

#[derive(clap::Args)]
pub(crate) struct ListArgs {
    /// Print the list as JSON, for a program
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct RenameArgs {
    /// The name of a world that was saved
    name: String,
    /// Its new name
    to: String,
}

#[derive(clap::Args)]
pub(crate) struct DeleteArgs {
    /// The name of a world that was saved
    name: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

/// The worlds of a store, for programs.
#[derive(Serialize)]
struct ListAnswer {
    store: String,
    worlds: Vec<WorldAnswer>,
}

#[derive(Serialize)]
struct WorldAnswer {
    name: String,
    kind: String,
    seed: Option<String>,
    revision: i64,
    updated: String,
}

pub(crate) fn run(args: &ListArgs) -> Result<Status> {
    let place = store::location()?.to_string();
    let worlds = match store::readable()? {
        Some(mut store) => store.list()?,
        None => Vec::new(),
    };
    if args.json {
        let worlds = worlds.into_iter().map(|world| WorldAnswer {
            name: world.name,
            kind: world.kind,
            seed: world.seed,
            revision: world.revision,
            updated: world.updated,
        });
        output::print_json(&ListAnswer {
            store: place,
            worlds: worlds.collect(),
        })?;
    } else {
        let text = table(&place, &worlds);
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    Ok(Status::Done)
}

fn table(place: &str, worlds: &[Summary]) -> String {
    if worlds.is_empty() {
        return format!(
            "{place} keeps no world yet: deepway generate sector --save NAME saves one.\n"
        );
    }
    let width = worlds.iter().map(|world| world.name.chars().count()).max();
    let width = width.unwrap_or(0).clamp(4, 60);
    let mut text = format!(
        "{:width$}  kind    seed                  saved (UTC)          revision\n",
        "name"
    );
    for world in worlds {
        let Summary {
            name,
            kind,
            seed,
            revision,
            updated,
        } = world;
        let seed = seed.as_deref().unwrap_or("-");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{name:width$}  {kind:6}  {seed:20}  {updated:19}  {revision:8}"
        );
    }
    let _ = writeln!(text, "in {place}");
    text
}

pub(crate) fn rename(args: &RenameArgs) -> Result<Status> {
    let Some(mut store) = store::readable()? else {
        bail!(
            "there is no world {:?}: {} does not exist",
            args.name,
            store::location()?
        );
    };
    store.rename(&args.name, &args.to)?;
    let text = format!(
        "renamed {:?} to {:?} in {}\n",
        args.name,
        args.to,
        store.place()
    );
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

pub(crate) fn delete(args: &DeleteArgs) -> Result<Status> {
    let Some(mut store) = store::readable()? else {
        bail!(
            "there is no world {:?}: {} does not exist",
            args.name,
            store::location()?
        );
    };
    if !args.yes {
        // Nothing is asked about a world that is not there.
        store.load(&args.name)?;
        if !std::io::stdin().is_terminal() {
            bail!(
                "delete {:?}: nobody to ask: expected --yes with it",
                args.name
            );
        }
        let mut out = std::io::stderr();
        let _ = write!(
            out,
            "Delete {:?} from {}, for good? [y/N] ",
            args.name,
            store.place()
        );
        let _ = out.flush();
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        if !matches!(answer.trim(), "y" | "Y" | "yes") {
            return Ok(Status::No);
        }
    }
    store.delete(&args.name)?;
    let text = format!("deleted {:?} from {}\n", args.name, store.place());
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}
