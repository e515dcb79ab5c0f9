//! `deepway edit`.

use super::strata::of;
use crate::{Status, output, store};
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use deepway::strata::{Address, Entry, EntryKind, Strata};
use deepway::world::{Kind, World};
use deepway::{Cell, ZonePos};
use deepway_store::{Over, Store, StoreError, load, retry, save, update_zone};

#[derive(clap::Args)]
#[command(after_help = "\
Every change is saved at once, and deepway log lists it. If somebody else changes the same
zone at the same time, both changes are kept. The answer says how to undo a change.

Examples:
  deepway generate world --seed 7 --save realm
  deepway edit realm dig World.11.22.1.1.12:15,6 StairsDown
  deepway edit realm set World.11.22.1.1.12:16,6 door
  deepway edit realm note World.11.22.1.1.12 mood wary
  deepway zone World.11.22.1.1.12 --world realm
  deepway edit realm undig World.11.22.1.1.12:15,6 StairsDown")]
pub(crate) struct EditArgs {
    /// The name of a map or an open world that was saved
    name: String,
    #[command(subcommand)]
    what: Edit,
}

#[derive(Subcommand)]
enum Edit {
    /// Put another kind of cell at a place
    Set {
        /// The place: x,y,z in a map, ID:x,y in an open world
        place: String,
        /// The cell: its name, as wall or \"deep liquid\", or its glyph
        cell: String,
    },
    /// Add what leads to another level of an open world
    Dig {
        /// The place: ID:x,y
        place: String,
        /// What is placed there: StairsUp, StairsDown, DownEnd, UpEnd, PullDownEnd, Connection
        kind: String,
        /// What the game puts there
        #[arg(long)]
        object: Option<String>,
    },
    /// Take away what was dug
    Undig {
        /// The place: ID:x,y
        place: String,
        /// What was placed there
        kind: String,
        /// What the game put there
        #[arg(long)]
        object: Option<String>,
    },
    /// Keep something in mind about a zone of an open world
    Note {
        /// The address of the zone
        zone: String,
        /// What it is about
        key: String,
        /// What is to be known; nothing takes the note away
        value: Option<String>,
    },
}

pub(crate) fn run(args: &EditArgs) -> Result<Status> {
    let mut store = store::existing()?;
    let (world, _) = load(store.as_mut(), &args.name)?;
    let said = match (world.kind(), &args.what) {
        (Kind::Map, Edit::Set { place, cell }) => {
            set_in_map(store.as_mut(), &args.name, place, read_cell(cell)?)?
        }
        (Kind::Strata, what) => edit_zone(store.as_mut(), &args.name, &world, what)?,
        (kind, _) => bail!(
            "{:?} is a {kind}: expected an open world, or a map and edit NAME set (deepway traverse clears and repairs in sectors)",
            args.name
        ),
    };
    let text = format!("{said}\nsaved {:?} in {}\n", args.name, store.place());
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn read_cell(text: &str) -> Result<Cell> {
    let mut letters = text.chars();
    let glyph = letters.next().filter(|_| letters.next().is_none());
    let by_name = Cell::all().find(|cell| cell.info().name == text);
    let cell = by_name.or_else(|| glyph.and_then(Cell::from_glyph));
    cell.with_context(|| {
        let names: Vec<&str> = Cell::all().map(|cell| cell.info().name).collect();
        let found: String = text.chars().take(40).collect();
        format!(
            "{found:?}: expected a glyph, or one of {}",
            names.join(", ")
        )
    })
}

fn read_kind(text: &str) -> Result<EntryKind> {
    let kind = EntryKind::ALL.into_iter().find(|kind| kind.name() == text);
    kind.with_context(|| {
        let found: String = text.chars().take(40).collect();
        let names = EntryKind::ALL.map(EntryKind::name).join(", ");
        format!("{found:?}: expected {names}")
    })
}

/// Changes a cell of a map; says what it was.
fn set_in_map(store: &mut dyn Store, name: &str, place: &str, cell: Cell) -> Result<String> {
    let mut problem = None;
    let mut was = cell;
    let done = retry(|| {
        let (world, revision) = load(store, name)?;
        let change = || {
            let pos = world.place(place)?;
            let mut cells = world.into_cells()?;
            was = cells.set(pos, cell)?;
            Ok::<_, anyhow::Error>(World::from(cells))
        };
        match change() {
            Ok(world) => save(store, name, &world, Over::Revision(revision)),
            Err(error) => {
                problem = Some(error);
                Ok(0)
            }
        }
    });
    match problem {
        Some(error) => return Err(error),
        None => done?,
    };
    Ok(was_and_is(name, place, was, cell))
}

fn was_and_is(name: &str, place: &str, was: Cell, cell: Cell) -> String {
    let (was, is) = (was.info().name, cell.info().name);
    format!("{place}: {was} is now {is} (undo: deepway edit {name:?} set {place} {was:?})")
}

/// Why a change of a zone failed.
enum Problem {
    Store(StoreError),
    Other(anyhow::Error),
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Changes a zone of an open world; says what was done.
fn edit_zone(store: &mut dyn Store, name: &str, world: &World, what: &Edit) -> Result<String> {
    let strata = of(world)?;
    let zone = match what {
        Edit::Set { place, .. } | Edit::Dig { place, .. } | Edit::Undig { place, .. } => {
            let pos = world.place(place)?;
            let (zone, _) = ZonePos::from_world(pos).context("a place outside the world")?;
            zone
        }
        Edit::Note { zone, .. } => strata.zone_named(zone)?,
    };
    let mut said = String::new();
    let done = update_zone(store, name, strata, zone, |strata| {
        let (logged, told) = change(name, world, strata, zone, what).map_err(Problem::Other)?;
        said = told;
        Ok(logged)
    });
    match done {
        Ok(_) => Ok(said),
        Err(Problem::Store(error)) => Err(error.into()),
        Err(Problem::Other(error)) => Err(error),
    }
}

/// Makes a change; what the log says of it, and what its author is told.
fn change(
    name: &str,
    world: &World,
    strata: &Strata,
    zone: ZonePos,
    what: &Edit,
) -> Result<(String, String)> {
    Ok(match what {
        Edit::Set { place, cell } => {
            let (pos, cell) = (world.place(place)?, read_cell(cell)?);
            let was = strata.cell(pos);
            strata.set_cell(pos, cell)?;
            let (was_name, is_name) = (was.info().name, cell.info().name);
            let logged = format!("{}: {was_name} is now {is_name}", short(place));
            (logged, was_and_is(name, place, was, cell))
        }
        Edit::Dig {
            place,
            kind,
            object,
        } => {
            let entry = entry(world, place, kind, object.as_ref())?;
            if !strata.add(entry)? {
                bail!("{place}: {kind} is there already: expected another place or type");
            }
            let undo = format!("undo: deepway edit {name:?} undig {place} {kind}");
            (
                format!("{}: added {kind}", short(place)),
                format!("{place}: added {kind} ({undo})"),
            )
        }
        Edit::Undig {
            place,
            kind,
            object,
        } => {
            let entry = entry(world, place, kind, object.as_ref())?;
            if !strata.remove(&entry) {
                bail!(
                    "{place}: nobody has added {kind} there: expected what deepway edit dig added"
                );
            }
            let undo = format!("undo: deepway edit {name:?} dig {place} {kind}");
            (
                format!("{}: took {kind} away", short(place)),
                format!("{place}: took {kind} away ({undo})"),
            )
        }
        Edit::Note { key, value, .. } => {
            let mut changes = strata.zone_changes(zone);
            let was = match value {
                Some(value) => changes.properties.insert(key.clone(), value.clone()),
                None => changes.properties.remove(key),
            };
            if value.is_none() && was.is_none() {
                bail!("there is no note {key:?}: expected a value to note");
            }
            strata.set_zone_changes(zone, changes)?;
            let address = Address::of(zone);
            let undo = match was {
                Some(was) => format!("deepway edit {name:?} note {address} {key:?} {was:?}"),
                None => format!("deepway edit {name:?} note {address} {key:?}"),
            };
            let logged = match value {
                Some(value) => format!("{key} is {value:?}"),
                None => format!("{key} is forgotten"),
            };
            (
                logged.clone(),
                format!("{address}: {logged} (undo: {undo})"),
            )
        }
    })
}

/// A place within its zone, for the log of the zone.
fn short(place: &str) -> &str {
    place.rsplit_once(':').map_or(place, |(_, cell)| cell)
}

fn entry(world: &World, place: &str, kind: &str, object: Option<&String>) -> Result<Entry> {
    let pos = world.place(place)?;
    let (zone, [x, y]) = ZonePos::from_world(pos).context("a place outside the world")?;
    Ok(Entry {
        zone,
        y: y as u8,
        x: x as u8,
        kind: read_kind(kind)?,
        object: object.cloned(),
    })
}
