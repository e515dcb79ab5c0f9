//! `deepway edit`.

use super::strata::of;
use crate::{Status, output, store};
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use deepway::strata::{Address, Entry, EntryKind, Strata};
use deepway::world::World;
use deepway::{Cell, Direction, ZonePos};
use deepway_store::{Over, Store, StoreError, load, load_zone, retry, save_and_say, update_zone};

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
        /// The cell: its name, as wall or "deep liquid", or its glyph
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
    let name = &args.name;
    let list = store.list()?;
    let Some(found) = list.into_iter().find(|world| world.name == *name) else {
        let place = store.place();
        bail!("there is no world {name:?} in {place}: expected one that deepway list lists");
    };
    let seed = found.seed.as_ref().and_then(|seed| seed.parse().ok());
    let said = match (found.kind.as_str(), &args.what, seed) {
        ("map", Edit::Set { place, cell }, _) => {
            set_in_map(store.as_mut(), name, place, read_cell(cell)?)?
        }
        // Only the zone that is changed is read, and not the whole world.
        ("strata", what, Some(seed)) => {
            let world = World::from(Strata::new(seed));
            edit_zone(store.as_mut(), name, &world, what)?
        }
        (kind, ..) => bail!(
            "{name:?} is a {kind}: expected an open world, or a map and edit NAME set (deepway traverse clears and repairs in sectors)"
        ),
    };
    let text = format!("{said}\nsaved {name:?} in {}\n", store.place());
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

/// A word as a shell reads it.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._:,/-".contains(letter);
    match !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
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
            Ok(world) => {
                let (was, is) = (was.info().name, cell.info().name);
                let event = format!("{place}: {was} is now {is}");
                let over = Over::Revision(revision);
                save_and_say(store, name, &world, over, ("edited", &event))
            }
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
    let (name, was_word) = (quoted(name), quoted(was));
    format!("{place}: {was} is now {is} (undo: deepway edit {name} set {place} {was_word})")
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
    // What was dug above and below has its other end here, if it can be known now.
    for near in [Direction::Up, Direction::Down] {
        if let Some(near) = zone.step(near) {
            match load_zone(store, name, strata, near) {
                Ok(_) | Err(StoreError::Away { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
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
            let undo = undo(name, "undig", place, kind, object.as_ref());
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
            let undo = undo(name, "dig", place, kind, object.as_ref());
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
                Some(was) => format!(
                    "{} note {address} {} {}",
                    start(name),
                    quoted(key),
                    quoted(&was)
                ),
                None => format!("{} note {address} {}", start(name), quoted(key)),
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

/// How a command for this world begins.
fn start(name: &str) -> String {
    format!("deepway edit {}", quoted(name))
}

/// How to take back what was dug, or the other way round.
fn undo(name: &str, what: &str, place: &str, kind: &str, object: Option<&String>) -> String {
    let object = object.map(|object| format!(" --object {}", quoted(object)));
    let object = object.unwrap_or_default();
    format!("undo: {} {what} {place} {kind}{object}", start(name))
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
