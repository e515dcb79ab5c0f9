//! `deepway save`, `deepway list`, `deepway rename` and `deepway delete`.

use crate::message::one_line;
use crate::output;
use crate::{Status, input, store};
use anyhow::{Result, bail};
use deepway::view::count;
use deepway_store::{SaveSummary, StoreError, Summary};
use serde::Serialize;
use std::fmt::Write;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deepway save examples/watchtower.txt tower
  deepway show tower")]
pub(crate) struct SaveArgs {
    /// The world: a text map, a MovingAI .map, or JSON of any kind; - is standard input
    file: PathBuf,
    /// The name
    name: String,
}

#[derive(clap::Args)]
pub(crate) struct ListArgs {
    /// List the characters, games and recordings of this world instead
    name: Option<String>,
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

/// Keeps a world of a file under a name.
pub(crate) fn save(args: &SaveArgs) -> Result<Status> {
    let world = input::read_world(&args.file)?;
    input::check(&world, &args.file)?;
    let said = store::save(&args.name, &world)?;
    output::print(|out| writeln!(out, "{said}"))?;
    Ok(Status::Done)
}

/// What belongs to a world, for programs.
#[derive(Serialize)]
struct SavesAnswer {
    world: String,
    saves: Vec<SaveAnswer>,
    zones: Vec<ZoneAnswer>,
}

#[derive(Serialize)]
struct SaveAnswer {
    kind: &'static str,
    name: String,
    place: Option<String>,
    hit_points: Option<i64>,
    revision: i64,
    updated: String,
}

#[derive(Serialize)]
struct ZoneAnswer {
    zone: String,
    revision: i64,
}

/// Lists what belongs to a world.
fn list_saves(args: &ListArgs, name: &str) -> Result<Status> {
    let mut store = store::existing()?;
    let saves = store.saves(name)?;
    let zones = match store.zones(name) {
        Ok(zones) => zones,
        Err(StoreError::Kind { .. }) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    if args.json {
        let saves = saves.into_iter().map(|save| SaveAnswer {
            kind: save.kind.id(),
            name: save.name,
            place: save.place,
            hit_points: save.hit_points,
            revision: save.revision,
            updated: save.updated,
        });
        let zones = zones
            .into_iter()
            .map(|(zone, revision)| ZoneAnswer { zone, revision });
        output::print_json(&SavesAnswer {
            world: name.to_owned(),
            saves: saves.collect(),
            zones: zones.collect(),
        })?;
        return Ok(Status::Done);
    }
    let text = save_table(name, &saves, &zones);
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn save_table(name: &str, saves: &[SaveSummary], zones: &[(String, i64)]) -> String {
    if saves.is_empty() && zones.is_empty() {
        return format!("nobody has been in {name:?} yet, and nothing was changed there\n");
    }
    let mut text = String::new();
    let width = saves.iter().map(|save| save.name.chars().count()).max();
    let width = width.unwrap_or(0).clamp(4, 60);
    // Writing to a string cannot fail.
    if !saves.is_empty() {
        let _ = writeln!(
            text,
            "{:width$}  kind       place                 hp    saved (UTC)          revision",
            "name"
        );
    }
    for save in saves {
        let (kind, place) = (save.kind.id(), save.place.as_deref().unwrap_or("-"));
        let points = save.hit_points.map_or("-".to_owned(), |hp| hp.to_string());
        let (name, updated, revision) = (&save.name, &save.updated, save.revision);
        let _ = writeln!(
            text,
            "{:width$}  {kind:9}  {place:20}  {points:4}  {updated:19}  {revision:8}",
            one_line(name)
        );
    }
    if !zones.is_empty() {
        let many = count(zones.len() as u64, "zone differs", "zones differ");
        let _ = writeln!(text, "{many} from the seed:");
    }
    for (zone, revision) in zones {
        let _ = writeln!(text, "  {zone}, revision {revision}");
    }
    text
}

pub(crate) fn run(args: &ListArgs) -> Result<Status> {
    if let Some(name) = &args.name {
        return list_saves(args, name);
    }
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
            "{:width$}  {kind:6}  {seed:20}  {updated:19}  {revision:8}",
            one_line(name)
        );
    }
    let _ = writeln!(text, "in {place}");
    text
}

pub(crate) fn rename(args: &RenameArgs) -> Result<Status> {
    let mut store = store::existing()?;
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
    let mut store = store::existing()?;
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
