//! Characters, games and recordings.

use super::{Dialect, Engine, first};
use crate::StoreError;
use crate::save::{Save, SaveKind, SaveSummary};
use crate::world::{Over, Revision, check_name};

fn missing(world: &str, kind: SaveKind, name: &str) -> StoreError {
    StoreError::NoSave {
        kind,
        name: name.to_owned(),
        world: world.to_owned(),
    }
}

/// Writes a save; its new revision.
pub(super) fn put(
    engine: &mut impl Engine,
    id: i64,
    world: &str,
    save: &Save,
    over: Over,
) -> Result<Revision, StoreError> {
    check_name(&save.name)?;
    let key = [id.into(), save.kind.id().into(), save.name.as_str().into()];
    let sql = match engine.dialect() {
        Dialect::Sqlite => {
            "SELECT revision FROM Saves WHERE world_id = $1 AND kind = $2 AND name = $3"
        }
        Dialect::Postgres => {
            "SELECT revision FROM Saves WHERE world_id = $1 AND kind = $2 AND name = $3 FOR UPDATE"
        }
    };
    let found = first(engine.query(sql, &key)?).map(|mut row| row.whole(0));
    let taken = || StoreError::SaveTaken {
        kind: save.kind,
        name: save.name.clone(),
        world: world.to_owned(),
    };
    match (found, over) {
        (Some(_), Over::Nothing) => return Err(taken()),
        (None, Over::Revision(1..)) => return Err(missing(world, save.kind, &save.name)),
        _ => over.check(found.unwrap_or(0), || {
            format!("the {} {:?}", save.kind, save.name)
        })?,
    }
    let [id, kind, name] = key;
    let values = [
        id,
        kind,
        name,
        save.format.into(),
        save.bytes.as_slice().into(),
        save.place.as_deref().into(),
        save.hit_points.into(),
    ];
    let sql = match found {
        Some(_) => {
            "UPDATE Saves SET revision = revision + 1, format = $4, content = $5, place = $6,
                 hit_points = $7, updated_at = CURRENT_TIMESTAMP
             WHERE world_id = $1 AND kind = $2 AND name = $3"
        }
        None => {
            "INSERT INTO Saves (world_id, kind, name, format, content, place, hit_points)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
        }
    };
    match engine.execute(sql, &values)? {
        // Another process was faster.
        0 => Err(StoreError::Conflict {
            what: format!("the {} {:?}", save.kind, save.name),
            expected: 0,
            found: 1,
        }),
        _ => Ok(found.unwrap_or(0) + 1),
    }
}

/// Deletes a save.
pub(super) fn forget(
    engine: &mut impl Engine,
    id: i64,
    world: &str,
    kind: SaveKind,
    name: &str,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM Saves WHERE world_id = $1 AND kind = $2 AND name = $3";
    match engine.execute(sql, &[id.into(), kind.id().into(), name.into()])? {
        0 => Err(missing(world, kind, name)),
        _ => Ok(()),
    }
}

/// The saves of a world, by kind and name.
pub(super) fn list(engine: &mut impl Engine, id: i64) -> Result<Vec<SaveSummary>, StoreError> {
    let time = engine.dialect().time("updated_at");
    let sql = format!(
        "SELECT kind, name, place, hit_points, revision, {time} FROM Saves WHERE world_id = $1"
    );
    let mut list = Vec::new();
    for mut row in engine.query(&sql, &[id.into()])? {
        if let Some(kind) = SaveKind::from_id(&row.text(0)) {
            list.push(SaveSummary {
                kind,
                name: row.text(1),
                place: row.maybe_text(2),
                hit_points: row.maybe_whole(3),
                revision: row.whole(4),
                updated: row.text(5),
            });
        }
    }
    // The databases sort names differently.
    list.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    Ok(list)
}

/// A save, and how often it was saved.
pub(super) fn read(
    engine: &mut impl Engine,
    id: i64,
    world: &str,
    kind: SaveKind,
    name: &str,
) -> Result<(Save, Revision), StoreError> {
    let sql = "SELECT revision, format, content, place, hit_points FROM Saves
         WHERE world_id = $1 AND kind = $2 AND name = $3";
    let found = engine.query(sql, &[id.into(), kind.id().into(), name.into()])?;
    let mut row = first(found).ok_or_else(|| missing(world, kind, name))?;
    let save = Save {
        kind,
        name: name.to_owned(),
        format: row.narrow::<u32>(1),
        bytes: row.bytes(2),
        place: row.maybe_text(3),
        hit_points: row.maybe_whole(4),
    };
    Ok((save, row.whole(0)))
}
