//! Zones of open worlds that differ from their seeds.

use super::world::{For, expect};
use super::{Dialect, Engine, Row, SqlStore, Value, first, insert, reading, transaction};
use crate::world::{Over, Revision, check_kind};
use crate::zone::{Zone, ZoneConnection, Zones, check_once};
use crate::{StoreError, ZoneWrite};

/// The tables of zones, those that others refer to last.
const TABLES: [&str; 5] = [
    "Zone_Connections",
    "Zone_Cells",
    "Zone_Properties",
    "Zone_Events",
    "Zones",
];

/// Makes room for a world's zones: an edition of its own.
pub(super) fn new_edition(engine: &mut impl Engine) -> Result<i64, StoreError> {
    let made = engine.query(
        "INSERT INTO Editions DEFAULT VALUES RETURNING edition_id",
        &[],
    )?;
    Ok(first(made).map_or(0, |mut row| row.whole(0)))
}

/// Refuses an edition that was swept away before it became current.
pub(super) fn expect_edition(engine: &mut impl Engine, edition: i64) -> Result<(), StoreError> {
    let sql = match engine.dialect() {
        Dialect::Sqlite => "SELECT edition_id FROM Editions WHERE edition_id = $1",
        Dialect::Postgres => "SELECT edition_id FROM Editions WHERE edition_id = $1 FOR UPDATE",
    };
    match engine.query(sql, &[edition.into()])?.is_empty() {
        false => Ok(()),
        true => Err(StoreError::Unwritable(
            "the save took more than a day: expected a faster one".to_owned(),
        )),
    }
}

/// Deletes the zones of an edition from this server.
pub(super) fn drop_edition(engine: &mut impl Engine, edition: i64) -> Result<(), StoreError> {
    for table in TABLES {
        let sql = format!("DELETE FROM {table} WHERE edition_id = $1");
        engine.execute(&sql, &[edition.into()])?;
    }
    Ok(())
}

/// Forgets an edition whose zones are deleted everywhere.
pub(super) fn forget_edition(engine: &mut impl Engine, edition: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM Editions WHERE edition_id = $1";
    engine.execute(sql, &[edition.into()])?;
    Ok(())
}

/// Editions that no world has, and that are too old to be still in the making.
pub(super) fn left_over(engine: &mut impl Engine) -> Result<Vec<i64>, StoreError> {
    let day_ago = match engine.dialect() {
        Dialect::Sqlite => "datetime('now', '-1 day')",
        Dialect::Postgres => "CURRENT_TIMESTAMP - INTERVAL '1 day'",
    };
    let sql = format!(
        "SELECT edition_id FROM Editions e WHERE made_at < {day_ago}
         AND NOT EXISTS (SELECT 1 FROM Worlds w WHERE w.edition_id = e.edition_id)"
    );
    let rows = engine.query(&sql, &[])?;
    Ok(rows.into_iter().map(|mut row| row.whole(0)).collect())
}

/// Inserts zones of an edition that has none of them.
pub(super) fn insert_all(
    engine: &mut impl Engine,
    edition: i64,
    zones: &Zones,
) -> Result<(), StoreError> {
    let rows = zones
        .keys()
        .map(|name| vec![edition.into(), name.as_str().into()]);
    insert(engine, "Zones", "edition_id, zone", rows)?;
    let zones = zones.iter().map(|(name, zone)| (name.as_str(), zone));
    insert_changes(engine, edition, zones)
}

/// Inserts what differs from the seed in zones whose rows are there.
pub(super) fn insert_changes<'a>(
    engine: &mut impl Engine,
    edition: i64,
    zones: impl Iterator<Item = (&'a str, &'a Zone)> + Clone,
) -> Result<(), StoreError> {
    let key = move |name: &'a str| [edition.into(), name.into()];
    let connections = zones.clone().flat_map(|(name, zone)| {
        let connections = (0_i64..).zip(&zone.connections);
        connections.map(move |(number, it)| {
            let [edition, zone] = key(name);
            let place = [i64::from(it.x).into(), i64::from(it.y).into()];
            let [x, y] = place;
            let object = it.object.as_deref().into();
            vec![
                edition,
                zone,
                number.into(),
                x,
                y,
                it.kind.as_str().into(),
                object,
            ]
        })
    });
    insert(
        engine,
        "Zone_Connections",
        "edition_id, zone, number, x, y, connection_type, object",
        connections,
    )?;
    let cells = zones.clone().flat_map(|(name, zone)| {
        zone.cells.iter().map(move |(x, y, cell)| {
            let [edition, zone] = key(name);
            let (x, y) = (i64::from(*x), i64::from(*y));
            vec![edition, zone, y.into(), x.into(), cell.as_str().into()]
        })
    });
    insert(engine, "Zone_Cells", "edition_id, zone, y, x, cell", cells)?;
    let properties = zones.flat_map(|(name, zone)| {
        zone.properties.iter().map(move |(property, value)| {
            let [edition, zone] = key(name);
            vec![
                edition,
                zone,
                property.as_str().into(),
                value.as_str().into(),
            ]
        })
    });
    insert(
        engine,
        "Zone_Properties",
        "edition_id, zone, name, value",
        properties,
    )
}

/// All zones of an edition that are on this server.
pub(super) fn read_all(engine: &mut impl Engine, edition: i64) -> Result<Zones, StoreError> {
    read_where(engine, "edition_id = $1", &[edition.into()])
}

/// The zones whose rows meet a condition; it begins with the edition.
fn read_where(
    engine: &mut impl Engine,
    condition: &str,
    values: &[Value<'_>],
) -> Result<Zones, StoreError> {
    let mut zones = Zones::new();
    let sql = format!("SELECT zone FROM Zones WHERE {condition}");
    for mut row in engine.query(&sql, values)? {
        zones.insert(row.text(0), Zone::default());
    }
    let mut each = |sql: &str, put: &dyn Fn(&mut Zone, Row)| -> Result<(), StoreError> {
        for mut row in engine.query(&sql.replace("{}", condition), values)? {
            if let Some(zone) = zones.get_mut(&row.text(0)) {
                put(zone, row);
            }
        }
        Ok(())
    };
    each(
        "SELECT zone, x, y, connection_type, object FROM Zone_Connections WHERE {} ORDER BY zone, number",
        &|zone, mut row| {
            zone.connections.push(ZoneConnection {
                x: row.narrow::<u8>(1),
                y: row.narrow::<u8>(2),
                kind: row.text(3),
                object: row.maybe_text(4),
            });
        },
    )?;
    each(
        "SELECT zone, x, y, cell FROM Zone_Cells WHERE {} ORDER BY zone, y, x",
        &|zone, mut row| {
            let place = (row.narrow::<u8>(1), row.narrow::<u8>(2));
            zone.cells.push((place.0, place.1, row.text(3)));
        },
    )?;
    each(
        "SELECT zone, name, value FROM Zone_Properties WHERE {}",
        &|zone, mut row| _ = zone.properties.insert(row.text(1), row.text(2)),
    )?;
    Ok(zones)
}

/// Zones of an edition on this server, and how often they were saved.
pub(super) fn revisions(
    engine: &mut impl Engine,
    edition: i64,
) -> Result<Vec<(String, Revision)>, StoreError> {
    let sql = "SELECT zone, revision FROM Zones WHERE edition_id = $1";
    let rows = engine.query(sql, &[edition.into()])?;
    let read = rows.into_iter().map(|mut row| (row.text(0), row.whole(1)));
    Ok(read.collect())
}

/// Raises the revision of a zone, if what is there may be written over; its new revision.
fn raise(
    engine: &mut impl Engine,
    edition: i64,
    zone: &str,
    over: Over,
) -> Result<Revision, StoreError> {
    let key = || vec![edition.into(), zone.into()];
    let add = "INSERT INTO Zones (edition_id, zone) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let is_new = !matches!(over, Over::Revision(1..));
    if is_new && engine.execute(add, &key())? > 0 {
        return Ok(1);
    }
    let sql = match engine.dialect() {
        Dialect::Sqlite => "SELECT revision FROM Zones WHERE edition_id = $1 AND zone = $2",
        Dialect::Postgres => {
            "SELECT revision FROM Zones WHERE edition_id = $1 AND zone = $2 FOR UPDATE"
        }
    };
    let found = first(engine.query(sql, &key())?).map_or(0, |mut row| row.whole(0));
    over.check(found, || format!("zone {zone}"))?;
    let sql = "UPDATE Zones SET revision = revision + 1, updated_at = CURRENT_TIMESTAMP
         WHERE edition_id = $1 AND zone = $2";
    engine.execute(sql, &key())?;
    Ok(found + 1)
}

/// Saves zones on this server, in place of what is there; their new revisions.
fn put(
    engine: &mut impl Engine,
    edition: i64,
    world: &str,
    zones: &[ZoneWrite<'_>],
) -> Result<Vec<Revision>, StoreError> {
    let mut revisions = Vec::new();
    let mut events = Vec::new();
    for write in zones {
        let revision = raise(engine, edition, write.zone, write.over)?;
        if revision > 1 {
            for table in &TABLES[..3] {
                let sql = format!("DELETE FROM {table} WHERE edition_id = $1 AND zone = $2");
                engine.execute(&sql, &[edition.into(), write.zone.into()])?;
            }
        }
        if !write.said.is_empty() {
            events.push(vec![
                edition.into(),
                write.zone.into(),
                revision.into(),
                write.said.into(),
            ]);
        }
        revisions.push(revision);
    }
    let changes = zones.iter().map(|write| (write.zone, write.changes));
    insert_changes(engine, edition, changes)?;
    let columns = "edition_id, zone, revision, detail";
    insert(engine, "Zone_Events", columns, events)?;
    for write in zones {
        engine.announce(world, Some(write.zone))?;
    }
    Ok(revisions)
}

impl<E: Engine> SqlStore<E> {
    /// The current edition of an open world. While the first server is away, it is the one that
    /// was current when it was last seen.
    fn edition(&mut self, world: &str) -> Result<i64, StoreError> {
        let asked = self
            .first()
            .and_then(|engine| of_world(engine, world, For::Reading));
        match asked {
            Ok(edition) => {
                self.editions.insert(world.to_owned(), edition);
                Ok(edition)
            }
            Err(error @ StoreError::Away { .. }) => self.editions.get(world).copied().ok_or(error),
            Err(error) => Err(error),
        }
    }

    /// The zones of an open world that differ from its seed.
    pub(super) fn list_zones(
        &mut self,
        world: &str,
    ) -> Result<Vec<(String, Revision)>, StoreError> {
        let edition = self.edition(world)?;
        let mut found = Vec::new();
        for number in 0..self.count() {
            found.extend(revisions(self.server(number)?, edition)?);
        }
        found.sort();
        Ok(found)
    }

    /// What differs from the seed in a zone.
    pub(super) fn read_zone(
        &mut self,
        world: &str,
        zone: &str,
    ) -> Result<(Zone, Revision), StoreError> {
        let edition = self.edition(world)?;
        let server = self.server_of(zone);
        reading(self.server(server)?, |engine| {
            let key = [edition.into(), zone.into()];
            let sql = "SELECT revision FROM Zones WHERE edition_id = $1 AND zone = $2";
            let Some(mut row) = first(engine.query(sql, &key)?) else {
                return Ok((Zone::default(), 0));
            };
            let mut found = read_where(engine, "edition_id = $1 AND zone = $2", &key)?;
            Ok((found.remove(zone).unwrap_or_default(), row.whole(0)))
        })
    }

    /// Saves zones: one transaction on each server that has some of them.
    pub(super) fn put_zones(
        &mut self,
        world: &str,
        zones: &[ZoneWrite<'_>],
    ) -> Result<Vec<Revision>, StoreError> {
        check_once(zones)?;
        // In one order, so that two who save the same zones never wait for each other.
        let mut order: Vec<usize> = (0..zones.len()).collect();
        order.sort_by_key(|&index| zones[index].zone);
        let mut revisions = vec![0; zones.len()];
        for server in 0..self.count() {
            let own = order.iter().copied();
            let own: Vec<usize> = own
                .filter(|&index| self.server_of(zones[index].zone) == server)
                .collect();
            if own.is_empty() {
                continue;
            }
            let writes: Vec<ZoneWrite<'_>> = own.iter().map(|&index| zones[index]).collect();
            let saved = match server {
                // Here the world's row is at hand, and is held until the zones are saved.
                0 => transaction(self.first()?, |engine| {
                    let edition = of_world(engine, world, For::Keeping)?;
                    put(engine, edition, world, &writes)
                })?,
                _ => self.put_elsewhere(server, world, &writes)?,
            };
            for (index, revision) in own.into_iter().zip(saved) {
                revisions[index] = revision;
            }
        }
        Ok(revisions)
    }

    /// Saves zones on a server that does not have the world's own row.
    fn put_elsewhere(
        &mut self,
        server: usize,
        world: &str,
        writes: &[ZoneWrite<'_>],
    ) -> Result<Vec<Revision>, StoreError> {
        let edition = self.edition(world)?;
        let saved = transaction(self.server(server)?, |engine| {
            put(engine, edition, world, writes)
        })?;
        // If the whole world was saved anew meanwhile, these zones belong to what it replaced.
        match self.edition(world)? == edition {
            true => Ok(saved),
            false => Err(StoreError::Conflict {
                what: format!("the world {world:?}"),
                expected: 0,
                found: 1,
            }),
        }
    }
}

/// The current edition of an open world.
fn of_world(engine: &mut impl Engine, world: &str, purpose: For) -> Result<i64, StoreError> {
    let known = expect(engine, world, purpose)?;
    check_kind(world, &known.kind, "strata")?;
    known.edition.ok_or_else(|| StoreError::Damaged {
        place: engine.place().to_owned(),
        problem: format!("the world {world:?} has no edition"),
    })
}
