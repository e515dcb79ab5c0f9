//! What happened to a world.

use super::Engine;
use crate::StoreError;
use crate::log::{Happening, HappeningKind};

/// Adds a line to the log of a world.
pub(super) fn say(
    engine: &mut impl Engine,
    id: i64,
    kind: &str,
    detail: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO Events (world_id, kind, detail) VALUES ($1, $2, $3)";
    engine.execute(sql, &[id.into(), kind.into(), detail.into()])?;
    Ok(())
}

/// What happened to a world, and what was found wrong with it.
pub(super) fn of_world(engine: &mut impl Engine, id: i64) -> Result<Vec<Happening>, StoreError> {
    let time = engine.dialect().time("validated_at");
    let sql = format!(
        "SELECT {time}, validation_type, severity, room_id_1, room_id_2, description
         FROM Spatial_Validation_Log WHERE sector_id = $1 ORDER BY validation_id"
    );
    let mut found = Vec::new();
    for mut row in engine.query(&sql, &[id.into()])? {
        let rooms = [row.maybe_text(3), row.maybe_text(4)];
        found.push(Happening {
            at: row.text(0),
            kind: HappeningKind::Finding {
                rule: row.text(1),
                severity: row.text(2),
                rooms: rooms.into_iter().flatten().collect(),
            },
            detail: row.text(5),
        });
    }
    let time = engine.dialect().time("happened_at");
    let sql =
        format!("SELECT {time}, kind, detail FROM Events WHERE world_id = $1 ORDER BY event_id");
    for mut row in engine.query(&sql, &[id.into()])? {
        found.push(Happening {
            at: row.text(0),
            kind: HappeningKind::Event(row.text(1)),
            detail: row.text(2),
        });
    }
    Ok(found)
}

/// What happened to the zones of an edition that are on this server.
pub(super) fn of_zones(
    engine: &mut impl Engine,
    edition: i64,
) -> Result<Vec<Happening>, StoreError> {
    let time = engine.dialect().time("happened_at");
    let sql = format!(
        "SELECT {time}, zone, revision, detail FROM Zone_Events WHERE edition_id = $1
         ORDER BY happened_at, zone, revision"
    );
    let rows = engine.query(&sql, &[edition.into()])?;
    let read = rows.into_iter().map(|mut row| Happening {
        at: row.text(0),
        kind: HappeningKind::Zone(row.text(1), row.whole(2)),
        detail: row.text(3),
    });
    Ok(read.collect())
}
