//! Everything out of a store, and into another.

use super::world::{load, taken};
use super::{Engine, SqlStore, first, insert, log, save, sector, zone};
use crate::log::{Happening, HappeningKind};
use crate::world::check_name;
use crate::zone::Zones;
use crate::{Item, Store, StoreError};

/// Hands out everything, as it is at one moment on each server.
pub(super) fn give<E: Engine>(
    store: &mut SqlStore<E>,
    take: &mut dyn FnMut(Item) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let servers = store.count();
    for number in 0..servers {
        let engine = store.server(number)?;
        let begin = engine.dialect().begin_reading();
        engine.batch(begin)?;
    }
    let given = give_all(store, take);
    for number in 0..servers {
        // Nothing was written, so nothing can be lost.
        let _ = store
            .server(number)
            .and_then(|engine| engine.batch("ROLLBACK"));
    }
    given
}

fn give_all<E: Engine>(
    store: &mut SqlStore<E>,
    take: &mut dyn FnMut(Item) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    for world in store.list()? {
        let engine = store.first()?;
        let time = engine.dialect().time("created_at");
        let sql = format!("SELECT world_id, {time} FROM Worlds WHERE name = $1");
        let Some(mut row) = first(engine.query(&sql, &[world.name.as_str().into()])?) else {
            continue;
        };
        let (id, created) = (row.whole(0), row.text(1));
        let (document, revision, edition) = load(engine, &world.name)?;
        take(Item::World {
            name: world.name.clone(),
            document,
            revision,
            created,
            updated: world.updated,
        })?;
        let mut happened = log::of_world(engine, id)?;
        for save in save::list(engine, id)? {
            let (whole, revision) = save::read(engine, id, &world.name, save.kind, &save.name)?;
            take(Item::Save {
                save: whole,
                revision,
                updated: save.updated,
            })?;
        }
        if let Some(edition) = edition {
            for number in 0..store.count() {
                let engine = store.server(number)?;
                let mut zones = zone::read_all(engine, edition)?;
                for (zone, revision) in zone::revisions(engine, edition)? {
                    let changes = zones.remove(&zone).unwrap_or_default();
                    take(Item::Zone {
                        zone,
                        changes,
                        revision,
                    })?;
                }
                happened.extend(log::of_zones(engine, edition)?);
            }
        }
        for happening in happened {
            take(Item::Happening(happening))?;
        }
    }
    Ok(())
}

/// Takes in what another store gave, completely or not at all. Zones on other servers are there
/// first, and are nobody's until the first server has the worlds.
pub(super) fn receive<E: Engine>(
    store: &mut SqlStore<E>,
    items: &mut dyn Iterator<Item = Result<Item, StoreError>>,
) -> Result<u64, StoreError> {
    let servers = store.count();
    for number in 0..servers {
        store.server(number)?.begin()?;
    }
    let received = receive_all(store, items);
    let mut committed = Ok(());
    // The first is the last.
    for number in (0..servers).rev() {
        let is_good = received.is_ok() && committed.is_ok();
        let end = if is_good { "COMMIT" } else { "ROLLBACK" };
        let ended = store.server(number).and_then(|engine| engine.batch(end));
        if is_good {
            committed = ended;
        }
    }
    committed.and(received)
}

/// The world whose pieces are being received.
struct Current {
    name: String,
    id: i64,
    edition: Option<i64>,
}

fn receive_all<E: Engine>(
    store: &mut SqlStore<E>,
    items: &mut dyn Iterator<Item = Result<Item, StoreError>>,
) -> Result<u64, StoreError> {
    let mut count = 0;
    let mut current: Option<Current> = None;
    for item in items {
        let item = item?;
        if let Item::World { name, .. } = &item {
            check_name(name)?;
            current = Some(receive_world(store.first()?, &item, name)?);
            count += 1;
            continue;
        }
        let Some(world) = &current else {
            return Err(StoreError::Unwritable(
                "a piece of no world: expected a world first".to_owned(),
            ));
        };
        receive_piece(store, world, item)?;
    }
    Ok(count)
}

fn receive_world(engine: &mut impl Engine, item: &Item, name: &str) -> Result<Current, StoreError> {
    let Item::World {
        document,
        revision,
        created,
        updated,
        ..
    } = item
    else {
        return Err(StoreError::Interrupted);
    };
    let kind = document.kind.as_str();
    if !["map", "sector", "maze", "strata"].contains(&kind) {
        let what = format!("{name:?}: kind {kind:?}: expected map, sector, maze or strata");
        return Err(StoreError::Unwritable(what));
    }
    let edition = match kind {
        "strata" => Some(zone::new_edition(engine)?),
        _ => None,
    };
    let (made, changed) = (
        engine.dialect().as_time("$8"),
        engine.dialect().as_time("$9"),
    );
    let sql = format!(
        "INSERT INTO Worlds (name, kind, format, generation, seed, document, revision,
             created_at, updated_at, edition_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, {made}, {changed}, $10)
         ON CONFLICT (name) DO NOTHING RETURNING world_id"
    );
    let whole = Some(document.json.as_str()).filter(|_| kind != "sector");
    let values = [
        name.into(),
        kind.into(),
        document.format.into(),
        document.generation.into(),
        document.seed.as_deref().into(),
        whole.into(),
        (*revision).into(),
        created.as_str().into(),
        updated.as_str().into(),
        edition.into(),
    ];
    let Some(mut row) = first(engine.query(&sql, &values)?) else {
        return Err(taken(engine, name));
    };
    let id = row.whole(0);
    if kind == "sector" {
        sector::Rows::of(document)?
            .without_issues()
            .write(engine, id)?;
    }
    engine.announce(name, None)?;
    Ok(Current {
        name: name.to_owned(),
        id,
        edition,
    })
}

fn receive_piece<E: Engine>(
    store: &mut SqlStore<E>,
    world: &Current,
    item: Item,
) -> Result<(), StoreError> {
    let no_zones = || {
        let what = format!("a zone of {:?}: expected an open world", world.name);
        StoreError::Unwritable(what)
    };
    match item {
        Item::World { .. } => Ok(()),
        Item::Zone {
            zone,
            changes,
            revision,
        } => {
            let edition = world.edition.ok_or_else(no_zones)?;
            let engine = store.server(store.server_of(&zone))?;
            let row = vec![edition.into(), zone.as_str().into(), revision.into()];
            insert(engine, "Zones", "edition_id, zone, revision", [row])?;
            let zones = Zones::from([(zone, changes)]);
            let zones = zones.iter().map(|(name, zone)| (name.as_str(), zone));
            zone::insert_changes(engine, edition, zones)
        }
        Item::Save {
            save,
            revision,
            updated,
        } => {
            check_name(&save.name)?;
            let engine = store.first()?;
            let time = engine.dialect().as_time("$9");
            let sql = format!(
                "INSERT INTO Saves (world_id, kind, name, revision, format, content, place,
                     hit_points, updated_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {time})"
            );
            let values = [
                world.id.into(),
                save.kind.id().into(),
                save.name.as_str().into(),
                revision.into(),
                save.format.into(),
                save.bytes.as_slice().into(),
                save.place.as_deref().into(),
                save.hit_points.into(),
                updated.into(),
            ];
            engine.execute(&sql, &values)?;
            Ok(())
        }
        Item::Happening(Happening { at, kind, detail }) => match kind {
            HappeningKind::Event(kind) => {
                let engine = store.first()?;
                let time = engine.dialect().as_time("$4");
                let sql = format!(
                    "INSERT INTO Events (world_id, kind, detail, happened_at)
                     VALUES ($1, $2, $3, {time})"
                );
                let values = [world.id.into(), kind.into(), detail.into(), at.into()];
                engine.execute(&sql, &values)?;
                Ok(())
            }
            HappeningKind::Zone(zone, revision) => {
                let edition = world.edition.ok_or_else(no_zones)?;
                let engine = store.server(store.server_of(&zone))?;
                let time = engine.dialect().as_time("$5");
                let sql = format!(
                    "INSERT INTO Zone_Events (edition_id, zone, revision, detail, happened_at)
                     VALUES ($1, $2, $3, $4, {time})"
                );
                let values = [
                    edition.into(),
                    zone.into(),
                    revision.into(),
                    detail.into(),
                    at.into(),
                ];
                engine.execute(&sql, &values)?;
                Ok(())
            }
            HappeningKind::Finding {
                rule,
                severity,
                rooms,
            } => {
                let engine = store.first()?;
                let time = engine.dialect().as_time("$7");
                let sql = format!(
                    "INSERT INTO Spatial_Validation_Log (sector_id, validation_type, severity,
                         room_id_1, room_id_2, description, validated_at)
                     VALUES ($1, $2, $3, $4, $5, $6, {time})"
                );
                let mut rooms = rooms.into_iter();
                let values = [
                    world.id.into(),
                    rule.into(),
                    severity.into(),
                    rooms.next().into(),
                    rooms.next().into(),
                    detail.into(),
                    at.into(),
                ];
                engine.execute(&sql, &values)?;
                Ok(())
            }
        },
    }
}
