//! Worlds by name.

use super::{Dialect, Engine, SqlStore, Value, count, first, log, reading, sector, transaction};
use super::{copy, migrate, rooms, save, zone};
use crate::log::{Change, Happening};
use crate::save::{Save, SaveKind, SaveSummary};
use crate::world::{Document, Over, Revision, Summary, check_kind, check_name};
use crate::zone::{Zone, Zones, join, split};
use crate::{Info, Item, Question, Store, StoreError, Write, ZoneWrite};

/// A world that is there.
pub(super) struct Known {
    pub(super) id: i64,
    pub(super) revision: Revision,
    pub(super) kind: String,
    /// The edition of its zones, if it is an open world.
    pub(super) edition: Option<i64>,
}

/// What will be done with the row of a world.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    /// It is only read.
    Reading,
    /// It must stay as it is until the transaction ends.
    Keeping,
    /// It is written: two writers come one after the other.
    Writing,
}

/// A world by its name.
pub(super) fn find(
    engine: &mut impl Engine,
    name: &str,
    purpose: For,
) -> Result<Option<Known>, StoreError> {
    const SQL: &str = "SELECT world_id, revision, kind, edition_id FROM Worlds WHERE name = $1";
    let found = match (engine.dialect(), purpose) {
        // SQLite has one writer at a time anyway.
        (Dialect::Sqlite, _) | (_, For::Reading) => engine.query(SQL, &[name.into()])?,
        (_, For::Keeping) => engine.query(&format!("{SQL} FOR SHARE"), &[name.into()])?,
        (_, For::Writing) => engine.query(&format!("{SQL} FOR UPDATE"), &[name.into()])?,
    };
    Ok(first(found).map(|mut row| Known {
        id: row.whole(0),
        revision: row.whole(1),
        kind: row.text(2),
        edition: row.maybe_whole(3),
    }))
}

/// A world by its name, which must be there.
pub(super) fn expect(
    engine: &mut impl Engine,
    name: &str,
    purpose: For,
) -> Result<Known, StoreError> {
    find(engine, name, purpose)?.ok_or_else(|| missing(engine, name))
}

fn missing(engine: &impl Engine, name: &str) -> StoreError {
    StoreError::Missing {
        name: name.to_owned(),
        place: engine.place().to_owned(),
    }
}

pub(super) fn taken(engine: &impl Engine, name: &str) -> StoreError {
    StoreError::Taken {
        name: name.to_owned(),
        place: engine.place().to_owned(),
    }
}

/// A world in pieces, as the tables take it.
struct Pieces {
    bare: Document,
    rows: Option<sector::Rows>,
    zones: Zones,
    /// The edition that its zones on other servers belong to, if there are several.
    edition: Option<i64>,
}

impl Pieces {
    fn of(world: &Document) -> Result<Self, StoreError> {
        let (bare, zones) = split(world)?;
        let rows = match world.kind.as_str() {
            "sector" => Some(sector::Rows::of(world)?),
            _ => None,
        };
        Ok(Self {
            bare,
            rows,
            zones,
            edition: None,
        })
    }
}

/// Inserts or updates the row of a world; its id and its new revision.
fn put(
    engine: &mut impl Engine,
    name: &str,
    world: &Document,
    edition: Option<i64>,
    over: Over,
) -> Result<(Known, Revision), StoreError> {
    check_name(name)?;
    let values = |first: Value<'static>| {
        [
            first,
            world.kind.as_str().into(),
            world.format.into(),
            world.generation.into(),
            world.seed.as_deref().into(),
            match world.kind.as_str() {
                "sector" => Value::Null,
                _ => world.json.as_str().into(),
            },
            edition.into(),
        ]
    };
    let found = find(engine, name, For::Writing)?;
    match (found, over) {
        (Some(_), Over::Nothing) => Err(taken(engine, name)),
        (None, Over::Revision(_)) => Err(missing(engine, name)),
        (Some(known), _) => {
            over.check(known.revision, || format!("the world {name:?}"))?;
            engine.execute(
                "UPDATE Worlds SET revision = revision + 1, updated_at = CURRENT_TIMESTAMP,
                     kind = $2, format = $3, generation = $4, seed = $5, document = $6,
                     edition_id = $7
                 WHERE world_id = $1",
                &values(known.id.into()),
            )?;
            let revision = known.revision + 1;
            Ok((known, revision))
        }
        (None, Over::Nothing | Over::Anything) => {
            let sql =
                "INSERT INTO Worlds (name, kind, format, generation, seed, document, edition_id)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (name) DO NOTHING RETURNING world_id";
            let made = engine.query(sql, &values(name.to_owned().into()))?;
            match first(made) {
                Some(mut row) => {
                    let known = Known {
                        id: row.whole(0),
                        revision: 0,
                        kind: world.kind.clone(),
                        edition: None,
                    };
                    Ok((known, 1))
                }
                // Another process was faster.
                None => Err(taken(engine, name)),
            }
        }
    }
}

impl<E: Engine> SqlStore<E> {
    /// Writes the zones that other servers keep, as an edition that nobody sees yet.
    fn prepare(&mut self, pieces: &mut Pieces) -> Result<(), StoreError> {
        if self.count() == 1 || pieces.bare.kind != "strata" {
            return Ok(());
        }
        let edition = transaction(self.first()?, zone::new_edition)?;
        pieces.edition = Some(edition);
        let all = std::mem::take(&mut pieces.zones);
        let mut by_server: Vec<Zones> = (0..self.count()).map(|_| Zones::new()).collect();
        for (name, changes) in all {
            by_server[self.server_of(&name)].insert(name, changes);
        }
        for (number, zones) in by_server.into_iter().enumerate() {
            match number {
                0 => pieces.zones = zones,
                _ if zones.is_empty() => {}
                _ => transaction(self.server(number)?, |engine| {
                    zone::insert_all(engine, edition, &zones)
                })?,
            }
        }
        Ok(())
    }

    /// Deletes an edition that is not current any more from the other servers. One that is away
    /// keeps it until `check` sweeps.
    fn drop_elsewhere(&mut self, edition: Option<i64>) {
        let Some(edition) = edition.filter(|_| self.count() > 1) else {
            return;
        };
        let dropped = (1..self.count()).all(|number| {
            let engine = self.server(number);
            engine.is_ok_and(|engine| zone::drop_edition(engine, edition).is_ok())
        });
        if dropped && let Ok(engine) = self.first() {
            // It is only a note that there may be something to sweep.
            let _ = zone::forget_edition(engine, edition);
        }
    }

    /// Deletes editions that no world has and that are too old to be still in the making.
    fn sweep(&mut self) -> Result<(), StoreError> {
        if self.count() == 1 {
            return Ok(());
        }
        for edition in zone::left_over(self.first()?)? {
            for number in 0..self.count() {
                zone::drop_edition(self.server(number)?, edition)?;
            }
            zone::forget_edition(self.first()?, edition)?;
        }
        Ok(())
    }
}

impl<E: Engine> Store for SqlStore<E> {
    fn place(&self) -> String {
        self.place_of_all().to_owned()
    }

    fn info(&mut self) -> Result<Info, StoreError> {
        let engine = self.first()?;
        let schema = migrate::version(engine)?;
        let worlds = count(engine, "SELECT count(*) FROM Worlds")?;
        let saves = count(engine, "SELECT count(*) FROM Saves")?;
        let mut zones = 0;
        for number in 0..self.count() {
            zones += count(self.server(number)?, "SELECT count(*) FROM Zones")?;
        }
        Ok(Info {
            place: self.place(),
            schema,
            worlds,
            saves,
            zones,
        })
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        self.sweep()?;
        let mut found = Vec::new();
        for number in 0..self.count() {
            found.extend(self.server(number)?.check()?);
        }
        for world in self.list()? {
            let mut read = || {
                self.load(&world.name)?;
                for save in self.saves(&world.name)? {
                    self.save(&world.name, save.kind, &save.name)?;
                }
                self.log(&world.name)
            };
            if let Err(error) = read() {
                found.push(format!("{:?}: {error}", world.name));
            }
        }
        Ok(found)
    }

    fn list(&mut self) -> Result<Vec<Summary>, StoreError> {
        let engine = self.first()?;
        let time = engine.dialect().time("updated_at");
        let sql = format!("SELECT name, kind, seed, revision, {time} FROM Worlds");
        let rows = engine.query(&sql, &[])?;
        let mut list: Vec<Summary> = rows
            .into_iter()
            .map(|mut row| Summary {
                name: row.text(0),
                kind: row.text(1),
                seed: row.maybe_text(2),
                revision: row.whole(3),
                updated: row.text(4),
            })
            .collect();
        // The databases sort names differently.
        list.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(list)
    }

    fn load(&mut self, name: &str) -> Result<(Document, Revision), StoreError> {
        // One transaction, so that no half of another save is seen.
        let (mut world, revision, edition, mut zones) = reading(self.first()?, |engine| {
            let (world, revision, edition) = load(engine, name)?;
            let zones = match edition {
                Some(edition) => zone::read_all(engine, edition)?,
                None => Zones::new(),
            };
            Ok((world, revision, edition, zones))
        })?;
        if let Some(edition) = edition {
            self.editions.insert(name.to_owned(), edition);
            for number in 1..self.count() {
                let engine = self.server(number)?;
                zones.extend(reading(engine, |engine| zone::read_all(engine, edition))?);
            }
            zones.retain(|_, zone| !zone.is_empty());
            join(&mut world, zones)?;
        }
        Ok((world, revision))
    }

    fn write(&mut self, world: &str, writes: &[Write<'_>]) -> Result<Vec<Revision>, StoreError> {
        let mut pieces = Vec::new();
        for write in writes {
            if let Write::World(document, _) = write {
                let mut whole = Pieces::of(document)?;
                self.prepare(&mut whole)?;
                pieces.push(whole);
            }
        }
        let mut pieces = pieces.into_iter();
        let (revisions, old) = transaction(self.first()?, |engine| {
            let mut revisions = Vec::new();
            let (mut known, mut old) = (None, None);
            for write in writes {
                if let Write::World(_, over) = write
                    && let Some(whole) = pieces.next()
                {
                    let (id, revision, before) = put_all(engine, world, whole, *over)?;
                    (known, old) = (Some(id), before);
                    revisions.push(revision);
                    continue;
                }
                let id = match known {
                    Some(id) => id,
                    None => expect(engine, world, For::Keeping)?.id,
                };
                known = Some(id);
                revisions.push(match write {
                    Write::Save(save, over) => save::put(engine, id, world, save, *over)?,
                    Write::Forget(kind, name) => {
                        save::forget(engine, id, world, *kind, name)?;
                        0
                    }
                    Write::Event(kind, detail) => {
                        log::say(engine, id, kind, detail)?;
                        0
                    }
                    Write::World(..) => 0,
                });
            }
            engine.announce(world, None)?;
            Ok((revisions, old))
        })?;
        self.drop_elsewhere(old);
        Ok(revisions)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        check_name(to)?;
        self.editions.remove(from);
        transaction(self.first()?, |engine| {
            let known = expect(engine, from, For::Writing)?;
            if from == to {
                return Ok(());
            }
            let sql = "UPDATE Worlds SET name = $1 WHERE world_id = $2
                 AND NOT EXISTS (SELECT 1 FROM Worlds WHERE name = $1)";
            if engine.execute(sql, &[to.into(), known.id.into()])? == 0 {
                return Err(taken(engine, to));
            }
            log::say(engine, known.id, "renamed", &format!("{from:?} to {to:?}"))?;
            engine.announce(from, None)?;
            engine.announce(to, None)
        })
    }

    fn delete(&mut self, name: &str) -> Result<(), StoreError> {
        self.editions.remove(name);
        let is_alone = self.count() == 1;
        let edition = transaction(self.first()?, |engine| {
            let known = expect(engine, name, For::Writing)?;
            if let Some(edition) = known.edition {
                zone::drop_edition(engine, edition)?;
                if is_alone {
                    zone::forget_edition(engine, edition)?;
                }
            }
            let sql = "DELETE FROM Worlds WHERE world_id = $1";
            engine.execute(sql, &[known.id.into()])?;
            engine.announce(name, None)?;
            Ok(known.edition)
        })?;
        self.drop_elsewhere(edition);
        Ok(())
    }

    fn zones(&mut self, world: &str) -> Result<Vec<(String, Revision)>, StoreError> {
        self.list_zones(world)
    }

    fn zone(&mut self, world: &str, zone: &str) -> Result<(Zone, Revision), StoreError> {
        self.read_zone(world, zone)
    }

    fn write_zones(
        &mut self,
        world: &str,
        zones: &[ZoneWrite<'_>],
    ) -> Result<Vec<Revision>, StoreError> {
        self.put_zones(world, zones)
    }

    fn saves(&mut self, world: &str) -> Result<Vec<SaveSummary>, StoreError> {
        reading(self.first()?, |engine| {
            let id = expect(engine, world, For::Reading)?.id;
            save::list(engine, id)
        })
    }

    fn save(
        &mut self,
        world: &str,
        kind: SaveKind,
        name: &str,
    ) -> Result<(Save, Revision), StoreError> {
        reading(self.first()?, |engine| {
            let id = expect(engine, world, For::Reading)?.id;
            save::read(engine, id, world, kind, name)
        })
    }

    fn log(&mut self, world: &str) -> Result<Vec<Happening>, StoreError> {
        let (mut found, edition) = reading(self.first()?, |engine| {
            let known = expect(engine, world, For::Reading)?;
            Ok((log::of_world(engine, known.id)?, known.edition))
        })?;
        if let Some(edition) = edition {
            for number in 0..self.count() {
                found.extend(log::of_zones(self.server(number)?, edition)?);
            }
        }
        // What happened in the same second keeps its order.
        found.sort_by(|a, b| a.at.cmp(&b.at));
        Ok(found)
    }

    fn rooms(&mut self, world: &str, question: &Question) -> Result<Vec<String>, StoreError> {
        let engine = self.first()?;
        let known = expect(engine, world, For::Reading)?;
        check_kind(world, &known.kind, "sector")?;
        rooms::answer(engine, known.id, question)
    }

    fn heard(&mut self) -> Result<Vec<Change>, StoreError> {
        let mut heard = Vec::new();
        for number in 0..self.count() {
            match self.server(number).and_then(Engine::heard) {
                Ok(changes) => heard.extend(changes),
                // Nothing is known of what happens there meanwhile.
                Err(StoreError::Away { .. }) if number > 0 => heard.push(Change::Everything),
                Err(error) => return Err(error),
            }
        }
        for change in &heard {
            match change {
                Change::World(name) => _ = self.editions.remove(name),
                Change::Everything => self.editions.clear(),
                Change::Zone { .. } => {}
            }
        }
        Ok(heard)
    }

    fn give(
        &mut self,
        take: &mut dyn FnMut(Item) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        copy::give(self, take)
    }

    fn receive(
        &mut self,
        items: &mut dyn Iterator<Item = Result<Item, StoreError>>,
    ) -> Result<u64, StoreError> {
        copy::receive(self, items)
    }
}

/// Writes a world with all its rows; its id, its new revision, and the edition that it had.
fn put_all(
    engine: &mut impl Engine,
    name: &str,
    pieces: Pieces,
    over: Over,
) -> Result<(i64, Revision, Option<i64>), StoreError> {
    let edition = match (pieces.bare.kind.as_str(), pieces.edition) {
        ("strata", Some(edition)) => {
            zone::expect_edition(engine, edition)?;
            Some(edition)
        }
        ("strata", None) => Some(zone::new_edition(engine)?),
        _ => None,
    };
    let (known, revision) = put(engine, name, &pieces.bare, edition, over)?;
    match &pieces.rows {
        Some(rows) => rows.write(engine, known.id)?,
        None => sector::remove(engine, known.id)?,
    }
    if let Some(old) = known.edition {
        zone::drop_edition(engine, old)?;
        if pieces.edition.is_none() {
            zone::forget_edition(engine, old)?;
        }
    }
    if let Some(edition) = edition {
        zone::insert_all(engine, edition, &pieces.zones)?;
    }
    log::say(engine, known.id, "saved", &format!("revision {revision}"))?;
    Ok((known.id, revision, known.edition))
}

pub(super) fn load(
    engine: &mut impl Engine,
    name: &str,
) -> Result<(Document, Revision, Option<i64>), StoreError> {
    let sql = "SELECT world_id, revision, kind, format, generation, seed, document, edition_id
         FROM Worlds WHERE name = $1";
    let found = first(engine.query(sql, &[name.into()])?);
    let mut row = found.ok_or_else(|| missing(engine, name))?;
    let (id, revision) = (row.whole(0), row.whole(1));
    let mut world = Document {
        kind: row.text(2),
        format: row.narrow::<u32>(3),
        generation: row.maybe_whole(4).map(|number| number as u32),
        seed: row.maybe_text(5),
        json: row.text(6),
    };
    if world.kind == "sector" {
        world.json = sector::Rows::read(engine, id, &world)?.json();
    }
    Ok((world, revision, row.maybe_whole(7)))
}
