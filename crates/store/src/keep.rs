//! Worlds to documents, and documents to worlds.

use crate::{
    Document, Over, Revision, Save, SaveKind, Store, StoreError, Write, Zone, ZoneConnection,
    ZoneWrite,
};
use deepway::codec::{self, Format};
use deepway::play::Expedition;
use deepway::strata::{Address, Strata, ZoneChanges};
use deepway::world::World;
use deepway::{ZonePos, json};
use std::time::Duration;

/// A world as a store keeps it.
fn document(world: &World) -> Result<Document, StoreError> {
    let header = world.header();
    let mut json = String::new();
    let written = codec::write(world, Format::Json, &mut json);
    written.map_err(|error| StoreError::Unwritable(error.to_string()))?;
    json.truncate(json.trim_end().len());
    Ok(Document {
        kind: header.kind.id().to_owned(),
        format: header.format,
        generation: header.generation,
        seed: header.seed.map(|seed| seed.to_string()),
        json,
    })
}

/// Saves a world of any kind under a name; its new revision.
pub fn save(
    store: &mut dyn Store,
    name: &str,
    world: &World,
    over: Over,
) -> Result<Revision, StoreError> {
    let document = document(world)?;
    let revisions = store.write(name, &[Write::World(&document, over)])?;
    Ok(revisions.first().copied().unwrap_or_default())
}

/// Loads a world, and how often it was saved.
pub fn load(store: &mut dyn Store, name: &str) -> Result<(World, Revision), StoreError> {
    let (document, revision) = store.load(name)?;
    let world = codec::open(name, document.json.as_bytes());
    let world = world.map_err(|error| damaged(store, &error))?;
    Ok((world, revision))
}

fn damaged(store: &dyn Store, problem: &dyn std::error::Error) -> StoreError {
    StoreError::Damaged {
        place: store.place(),
        problem: problem.to_string(),
    }
}

/// Saves what differs from the seed in a zone of an open world; its new revision. `said` is what
/// the log says, if anything.
pub fn save_zone(
    store: &mut dyn Store,
    world: &str,
    strata: &Strata,
    zone: ZonePos,
    over: Over,
    said: &str,
) -> Result<Revision, StoreError> {
    let changes = strata.zone_changes(zone);
    // What cannot be read again is not saved.
    let text = json::write_zone_changes(zone, &changes);
    let name = Address::of(zone).to_string();
    json::read_zone_changes(&name, &text, strata.plan())
        .map_err(|error| StoreError::Unwritable(error.to_string()))?;
    let write = ZoneWrite {
        zone: &name,
        changes: &plain(&changes),
        over,
        said,
    };
    let revisions = store.write_zones(world, &[write])?;
    Ok(revisions.first().copied().unwrap_or_default())
}

/// What differs from the seed in a zone, in plain types.
fn plain(changes: &ZoneChanges) -> Zone {
    let entries = changes.entries.iter().map(|entry| ZoneConnection {
        x: entry.x,
        y: entry.y,
        kind: entry.kind.name().to_owned(),
        object: entry.object.clone(),
    });
    let cells = changes.cells.iter();
    Zone {
        connections: entries.collect(),
        cells: cells
            .map(|(&[y, x], cell)| (x, y, cell.info().name.to_owned()))
            .collect(),
        properties: changes.properties.clone(),
    }
}

/// Reads what differs from the seed in a zone into a world of that seed; how often it was saved.
///
/// For somebody who has the world and has [heard](Store::heard) that a zone of it was changed.
pub fn load_zone(
    store: &mut dyn Store,
    world: &str,
    strata: &Strata,
    zone: ZonePos,
) -> Result<Revision, StoreError> {
    let address = Address::of(zone).to_string();
    let (kept, revision) = store.zone(world, &address)?;
    let mut text = serde_json::to_value(&kept).unwrap_or_default();
    text["zone"] = address.into();
    let read = json::read_zone_changes(world, &text.to_string(), strata.plan());
    let (_, changes) = read.map_err(|error| damaged(store, &error))?;
    let set = strata.set_zone_changes(zone, changes);
    set.map_err(|error| damaged(store, &error))?;
    Ok(revision)
}

/// Changes a zone of an open world and saves it at once. If somebody else was faster, what they
/// did is read first, and `work` is done again on top of it. `work` says what the log shall say.
pub fn update_zone<E: From<StoreError>>(
    store: &mut dyn Store,
    world: &str,
    strata: &Strata,
    zone: ZonePos,
    mut work: impl FnMut(&Strata) -> Result<String, E>,
) -> Result<Revision, E> {
    let mut tries = 0;
    loop {
        let revision = load_zone(store, world, strata, zone)?;
        let before = strata.zone_changes(zone);
        let said = work(strata)?;
        let over = Over::Revision(revision);
        match save_zone(store, world, strata, zone, over, &said) {
            Ok(revision) => return Ok(revision),
            Err(error) => {
                // What was not saved did not happen.
                let back = strata.set_zone_changes(zone, before);
                back.map_err(|error| StoreError::Unwritable(error.to_string()))?;
                tries += 1;
                if !error.is_worth_a_retry() || tries == TRIES {
                    return Err(error.into());
                }
                pause(tries);
            }
        }
    }
}

/// Saves a character of a sector and, if it was changed, the sector, in one transaction; the new
/// revision of the character, and that of the sector if it was saved too.
///
/// `sector` is the revision at which the sector was read, if it was changed; `over` says which
/// character may be written over, and `event` what the log says: one word, and a sentence.
pub fn save_character(
    store: &mut dyn Store,
    world: &str,
    who: &str,
    expedition: &Expedition,
    sector: Option<Revision>,
    over: Over,
    event: Option<(&str, &str)>,
) -> Result<(Revision, Option<Revision>), StoreError> {
    let save = Save {
        kind: SaveKind::Character,
        name: who.to_owned(),
        format: json::EXPEDITION_FORMAT,
        bytes: json::write_character(expedition).into_bytes(),
        place: Some(expedition.room().to_string()),
        hit_points: Some(expedition.character().hp.into()),
    };
    let changed = match sector {
        Some(revision) => {
            let carved = World::from(expedition.carved().clone());
            Some((document(&carved)?, revision))
        }
        None => None,
    };
    let mut writes = Vec::new();
    if let Some((document, revision)) = &changed {
        writes.push(Write::World(document, Over::Revision(*revision)));
    }
    writes.push(Write::Save(&save, over));
    if let Some((kind, detail)) = event {
        writes.push(Write::Event(kind, detail));
    }
    let revisions = store.write(world, &writes)?;
    Ok(match (changed.is_some(), revisions.as_slice()) {
        (true, &[sector, character, ..]) => (character, Some(sector)),
        (_, &[character, ..]) => (character, None),
        (_, []) => (0, None),
    })
}

/// Loads a sector with a character in it, and how often the character and the sector were saved.
pub fn load_character(
    store: &mut dyn Store,
    world: &str,
    who: &str,
) -> Result<(Expedition, Revision, Revision), StoreError> {
    let (document, sector) = store.load(world)?;
    let (save, character) = store.save(world, SaveKind::Character, who)?;
    if save.format != json::EXPEDITION_FORMAT {
        return Err(StoreError::Damaged {
            place: store.place(),
            problem: format!(
                "the character {who:?} has format {}: expected {}, or a newer deepway",
                save.format,
                json::EXPEDITION_FORMAT
            ),
        });
    }
    let text = String::from_utf8_lossy(&save.bytes);
    let read = json::read_character(world, &document.json, &text);
    let expedition = read.map_err(|error| damaged(store, &error))?;
    Ok((expedition, character, sector))
}

/// Proves that everything in a store can be read, and says what cannot.
pub fn check(store: &mut dyn Store) -> Result<Vec<String>, StoreError> {
    let mut found = store.check()?;
    for world in store.list()? {
        let name = &world.name;
        let look = |store: &mut dyn Store| {
            let (loaded, _) = load(store, name)?;
            if let Some(problem) = deepway::validate::contradiction(&loaded) {
                return Err(StoreError::Unwritable(problem.to_string()));
            }
            for save in store.saves(name)? {
                if save.kind == SaveKind::Character {
                    load_character(store, name, &save.name)?;
                }
            }
            Ok(())
        };
        let said = |problem: &String| problem.starts_with(&format!("{name:?}: "));
        match look(store) {
            Err(error) if !found.iter().any(said) => found.push(format!("{name:?}: {error}")),
            _ => {}
        }
    }
    Ok(found)
}

/// Saves a world over what was read, with a line in its log: one word, and a sentence.
pub fn save_and_say(
    store: &mut dyn Store,
    name: &str,
    world: &World,
    over: Over,
    (kind, detail): (&str, &str),
) -> Result<Revision, StoreError> {
    let document = document(world)?;
    let writes = [Write::World(&document, over), Write::Event(kind, detail)];
    let revisions = store.write(name, &writes)?;
    Ok(revisions.first().copied().unwrap_or_default())
}

/// How often something is tried before a conflict is final.
const TRIES: u32 = 20;

/// Does something again if somebody else was faster, up to twenty times: `work` has to read what it
/// changes each time.
pub fn retry<T>(mut work: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match work() {
            Err(error) if error.is_worth_a_retry() && tries < TRIES => pause(tries),
            done => return done,
        }
    }
}

/// Waits a little, longer each time, and not as long as others that wait too.
fn pause(tries: u32) {
    let own = u64::from(std::process::id()) % 7 + 1;
    std::thread::sleep(Duration::from_millis(own * u64::from(tries.min(10))));
}
