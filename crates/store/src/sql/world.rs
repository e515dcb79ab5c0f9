//! Worlds by name.

use super::{Dialect, Engine, Row, SqlStore, sector};
use crate::world::{Document, Over, Revision, Summary, check_name};
use crate::{Info, Store, StoreError};

/// A world that is there.
struct Known {
    id: i64,
    revision: Revision,
}

fn find(
    engine: &mut impl Engine,
    name: &str,
    is_writing: bool,
) -> Result<Option<Known>, StoreError> {
    // A row that is about to be written is locked, so that two writers come one after the other.
    let sql = match (engine.dialect(), is_writing) {
        (Dialect::Postgres, true) => {
            "SELECT world_id, revision FROM Worlds WHERE name = $1 FOR UPDATE"
        }
        _ => "SELECT world_id, revision FROM Worlds WHERE name = $1",
    };
    let found = engine.query(sql, &[name.into()])?;
    let known = |mut row: Row| Known {
        id: row.whole(0),
        revision: row.whole(1),
    };
    Ok(found.into_iter().next().map(known))
}

fn missing(engine: &impl Engine, name: &str) -> StoreError {
    StoreError::Missing {
        name: name.to_owned(),
        place: engine.place().to_owned(),
    }
}

fn taken(engine: &impl Engine, name: &str) -> StoreError {
    StoreError::Taken {
        name: name.to_owned(),
        place: engine.place().to_owned(),
    }
}

/// Inserts or updates the row of a world; its id and its new revision.
fn put(
    engine: &mut impl Engine,
    name: &str,
    world: &Document,
    over: Over,
) -> Result<(i64, Revision), StoreError> {
    let values = |first: i64| {
        [
            first.into(),
            world.kind.as_str().into(),
            world.format.into(),
            world.generation.into(),
            world.seed.clone().into(),
            match world.kind.as_str() {
                "sector" => super::Value::Null,
                _ => world.json.as_str().into(),
            },
        ]
    };
    let found = find(engine, name, true)?;
    match (found, over) {
        (Some(_), Over::Nothing) => Err(taken(engine, name)),
        (None, Over::Revision(_)) => Err(missing(engine, name)),
        (Some(known), Over::Revision(expected)) if known.revision != expected => {
            Err(StoreError::Conflict {
                what: format!("the world {name:?}"),
                expected,
                found: known.revision,
            })
        }
        (Some(Known { id, revision }), _) => {
            engine.execute(
                "UPDATE Worlds SET revision = revision + 1, updated_at = CURRENT_TIMESTAMP,
                     kind = $2, format = $3, generation = $4, seed = $5, document = $6
                 WHERE world_id = $1",
                &values(id),
            )?;
            Ok((id, revision + 1))
        }
        (None, Over::Nothing | Over::Anything) => {
            let mut values = values(0);
            values[0] = name.into();
            let sql = "INSERT INTO Worlds (name, kind, format, generation, seed, document)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (name) DO NOTHING RETURNING world_id";
            let made = engine.query(sql, &values)?;
            match made.into_iter().next() {
                Some(mut row) => Ok((row.whole(0), 1)),
                // Another process was faster.
                None => Err(taken(engine, name)),
            }
        }
    }
}

impl<E: Engine> Store for SqlStore<E> {
    fn place(&self) -> String {
        self.engine.place().to_owned()
    }

    fn info(&mut self) -> Result<Info, StoreError> {
        let schema = super::migrate::version(&mut self.engine)?;
        let counted = "SELECT count(*) FROM Worlds";
        let worlds = self.engine.query(counted, &[])?;
        let worlds = worlds.into_iter().next().map_or(0, |mut row| row.whole(0));
        Ok(Info {
            place: self.place(),
            schema,
            worlds,
        })
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        let mut found = self.engine.check()?;
        for world in self.list()? {
            if let Err(error) = self.load(&world.name) {
                found.push(format!("{:?}: {error}", world.name));
            }
        }
        Ok(found)
    }

    fn list(&mut self) -> Result<Vec<Summary>, StoreError> {
        let time = match self.engine.dialect() {
            Dialect::Sqlite => "updated_at",
            Dialect::Postgres => "to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')",
        };
        let sql = format!("SELECT name, kind, seed, revision, {time} FROM Worlds");
        let rows = self.engine.query(&sql, &[])?;
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
        let begin = match self.engine.dialect() {
            Dialect::Sqlite => "BEGIN",
            Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.engine.batch(begin)?;
        let loaded = load(&mut self.engine, name);
        self.engine.batch("COMMIT")?;
        loaded
    }

    fn save(&mut self, name: &str, world: &Document, over: Over) -> Result<Revision, StoreError> {
        check_name(name)?;
        let rows = match world.kind.as_str() {
            "sector" => Some(sector::Rows::of(world)?),
            _ => None,
        };
        self.transaction(|engine| {
            let (id, revision) = put(engine, name, world, over)?;
            match &rows {
                Some(rows) => rows.write(engine, id)?,
                None => sector::remove(engine, id)?,
            }
            Ok(revision)
        })
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        check_name(to)?;
        self.transaction(|engine| {
            let known = find(engine, from, true)?.ok_or_else(|| missing(engine, from))?;
            if from != to && find(engine, to, false)?.is_some() {
                return Err(taken(engine, to));
            }
            let sql = "UPDATE Worlds SET name = $1 WHERE world_id = $2";
            engine.execute(sql, &[to.into(), known.id.into()])?;
            Ok(())
        })
    }

    fn delete(&mut self, name: &str) -> Result<(), StoreError> {
        self.transaction(|engine| {
            let sql = "DELETE FROM Worlds WHERE name = $1";
            match engine.execute(sql, &[name.into()])? {
                0 => Err(missing(engine, name)),
                _ => Ok(()),
            }
        })
    }
}

fn load(engine: &mut impl Engine, name: &str) -> Result<(Document, Revision), StoreError> {
    let sql = "SELECT world_id, revision, kind, format, generation, seed, document
         FROM Worlds WHERE name = $1";
    let found = engine.query(sql, &[name.into()])?.into_iter().next();
    let mut row = found.ok_or_else(|| missing(engine, name))?;
    let (id, revision) = (row.whole(0), row.whole(1));
    let mut world = Document {
        kind: row.text(2),
        format: row.whole(3) as u32,
        generation: row.maybe_whole(4).map(|number| number as u32),
        seed: row.maybe_text(5),
        json: row.text(6),
    };
    if world.kind == "sector" {
        world.json = sector::Rows::read(engine, id, &world)?.json();
    }
    Ok((world, revision))
}
