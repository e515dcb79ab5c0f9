//! Worlds in memory, for tests and for programs that keep nothing.

use crate::log::{Change, Happening, HappeningKind};
use crate::save::{Save, SaveKind, SaveSummary};
use crate::world::{Document, Over, Revision, Summary, check_name};
use crate::zone::{Zone, check_once, join, split};
use crate::{Info, Item, Question, Store, StoreError, Write, ZoneWrite, rooms};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

const PLACE: &str = "memory:";

#[derive(Default)]
pub(crate) struct Memory {
    worlds: BTreeMap<String, Kept>,
}

#[derive(Clone)]
struct Kept {
    /// Without its zones.
    document: Document,
    zones: BTreeMap<String, (Zone, Revision)>,
    saves: BTreeMap<(SaveKind, String), (Save, Revision, String)>,
    log: Vec<Happening>,
    revision: Revision,
    created: String,
    updated: String,
}

impl Kept {
    fn say(&mut self, kind: HappeningKind, detail: &str) {
        self.log.push(Happening {
            at: now(),
            kind,
            detail: detail.to_owned(),
        });
    }
}

fn missing(name: &str) -> StoreError {
    StoreError::Missing {
        name: name.to_owned(),
        place: PLACE.to_owned(),
    }
}

fn taken(name: &str) -> StoreError {
    StoreError::Taken {
        name: name.to_owned(),
        place: PLACE.to_owned(),
    }
}

impl Memory {
    fn kept(&self, name: &str) -> Result<&Kept, StoreError> {
        self.worlds.get(name).ok_or_else(|| missing(name))
    }

    fn open_world(&self, name: &str) -> Result<&Kept, StoreError> {
        let kept = self.kept(name)?;
        kept.document.expect_kind(name, "strata")?;
        Ok(kept)
    }

    /// A world as it is after a save.
    fn put(
        &self,
        kept: Option<Kept>,
        name: &str,
        world: &Document,
        over: Over,
    ) -> Result<Kept, StoreError> {
        check_name(name)?;
        let found = kept.as_ref().map(|kept| kept.revision);
        match (found, over) {
            (Some(_), Over::Nothing) => return Err(taken(name)),
            (None, Over::Revision(_)) => return Err(missing(name)),
            _ => over.check(found.unwrap_or(0), || format!("the world {name:?}"))?,
        }
        let (document, zones) = split(world)?;
        let zones = zones.into_iter().map(|(name, zone)| (name, (zone, 1)));
        let (now, revision) = (now(), found.unwrap_or(0) + 1);
        let mut new = match kept {
            Some(kept) => kept,
            None => Kept {
                document: document.clone(),
                zones: BTreeMap::new(),
                saves: BTreeMap::new(),
                log: Vec::new(),
                revision,
                created: now.clone(),
                updated: now.clone(),
            },
        };
        for finding in world.findings()? {
            new.say(finding.0, &finding.1);
        }
        (new.document, new.zones) = (document, zones.collect());
        (new.revision, new.updated) = (revision, now);
        new.say(
            HappeningKind::Event("saved".to_owned()),
            &format!("revision {revision}"),
        );
        Ok(new)
    }
}

/// Writes a save into a world; its new revision.
fn put_save(kept: &mut Kept, world: &str, save: &Save, over: Over) -> Result<Revision, StoreError> {
    check_name(&save.name)?;
    let key = (save.kind, save.name.clone());
    let found = kept.saves.get(&key).map(|(_, revision, _)| *revision);
    match (found, over) {
        (Some(_), Over::Nothing) => {
            return Err(StoreError::SaveTaken {
                kind: save.kind,
                name: save.name.clone(),
                world: world.to_owned(),
            });
        }
        (None, Over::Revision(1..)) => return Err(no_save(world, save.kind, &save.name)),
        _ => over.check(found.unwrap_or(0), || {
            format!("the {} {:?}", save.kind, save.name)
        })?,
    }
    let revision = found.unwrap_or(0) + 1;
    kept.saves.insert(key, (save.clone(), revision, now()));
    Ok(revision)
}

fn no_save(world: &str, kind: SaveKind, name: &str) -> StoreError {
    StoreError::NoSave {
        kind,
        name: name.to_owned(),
        world: world.to_owned(),
    }
}

impl Store for Memory {
    fn place(&self) -> String {
        PLACE.to_owned()
    }

    fn info(&mut self) -> Result<Info, StoreError> {
        let worlds = self.worlds.values();
        Ok(Info {
            place: self.place(),
            schema: 0,
            worlds: self.worlds.len() as i64,
            saves: worlds.clone().map(|kept| kept.saves.len() as i64).sum(),
            zones: worlds.map(|kept| kept.zones.len() as i64).sum(),
        })
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    fn list(&mut self) -> Result<Vec<Summary>, StoreError> {
        let summary = |(name, kept): (&String, &Kept)| Summary {
            name: name.clone(),
            kind: kept.document.kind.clone(),
            seed: kept.document.seed.clone(),
            revision: kept.revision,
            updated: kept.updated.clone(),
        };
        Ok(self.worlds.iter().map(summary).collect())
    }

    fn load(&mut self, name: &str) -> Result<(Document, Revision), StoreError> {
        let kept = self.kept(name)?;
        let mut document = kept.document.clone();
        let zones = kept.zones.iter();
        let zones = zones.map(|(name, (zone, _))| (name.clone(), zone.clone()));
        join(
            &mut document,
            zones.filter(|(_, zone)| !zone.is_empty()).collect(),
        )?;
        Ok((document, kept.revision))
    }

    fn write(&mut self, world: &str, writes: &[Write<'_>]) -> Result<Vec<Revision>, StoreError> {
        // Everything is done to a copy, which takes the place of the world at the end.
        let mut kept = self.worlds.get(world).cloned();
        let mut revisions = Vec::new();
        for write in writes {
            if let Write::World(document, over) = write {
                let new = self.put(kept, world, document, *over)?;
                revisions.push(new.revision);
                kept = Some(new);
                continue;
            }
            let kept = kept.as_mut().ok_or_else(|| missing(world))?;
            revisions.push(match write {
                Write::Save(save, over) => put_save(kept, world, save, *over)?,
                Write::Forget(kind, name) => {
                    let gone = kept.saves.remove(&(*kind, (*name).to_owned()));
                    gone.ok_or_else(|| no_save(world, *kind, name))?;
                    0
                }
                Write::Event(kind, detail) => {
                    kept.say(HappeningKind::Event((*kind).to_owned()), detail);
                    0
                }
                Write::World(..) => 0,
            });
        }
        let kept = kept.ok_or_else(|| missing(world))?;
        self.worlds.insert(world.to_owned(), kept);
        Ok(revisions)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        check_name(to)?;
        if !self.worlds.contains_key(from) {
            return Err(missing(from));
        }
        if from != to && self.worlds.contains_key(to) {
            return Err(taken(to));
        }
        if let Some(mut kept) = self.worlds.remove(from) {
            let said = format!("{from:?} to {to:?}");
            kept.say(HappeningKind::Event("renamed".to_owned()), &said);
            self.worlds.insert(to.to_owned(), kept);
        }
        Ok(())
    }

    fn delete(&mut self, name: &str) -> Result<(), StoreError> {
        let gone = self.worlds.remove(name);
        gone.map(drop).ok_or_else(|| missing(name))
    }

    fn zones(&mut self, world: &str) -> Result<Vec<(String, Revision)>, StoreError> {
        let zones = self.open_world(world)?.zones.iter();
        let zones = zones.map(|(name, (_, revision))| (name.clone(), *revision));
        Ok(zones.collect())
    }

    fn zone(&mut self, world: &str, zone: &str) -> Result<(Zone, Revision), StoreError> {
        let found = self.open_world(world)?.zones.get(zone);
        Ok(found.cloned().unwrap_or_default())
    }

    fn write_zones(
        &mut self,
        world: &str,
        zones: &[ZoneWrite<'_>],
    ) -> Result<Vec<Revision>, StoreError> {
        check_once(zones)?;
        let mut kept = self.open_world(world)?.clone();
        let mut revisions = Vec::new();
        for write in zones {
            let zone = kept.zones.entry(write.zone.to_owned()).or_default();
            write
                .over
                .check(zone.1, || format!("zone {}", write.zone))?;
            *zone = (write.changes.clone(), zone.1 + 1);
            let revision = zone.1;
            revisions.push(revision);
            if !write.said.is_empty() {
                let kind = HappeningKind::Zone(write.zone.to_owned(), revision);
                kept.say(kind, write.said);
            }
        }
        self.worlds.insert(world.to_owned(), kept);
        Ok(revisions)
    }

    fn saves(&mut self, world: &str) -> Result<Vec<SaveSummary>, StoreError> {
        let saves = self.kept(world)?.saves.values();
        let summary = |(save, revision, updated): &(Save, Revision, String)| SaveSummary {
            kind: save.kind,
            name: save.name.clone(),
            place: save.place.clone(),
            hit_points: save.hit_points,
            revision: *revision,
            updated: updated.clone(),
        };
        Ok(saves.map(summary).collect())
    }

    fn save(
        &mut self,
        world: &str,
        kind: SaveKind,
        name: &str,
    ) -> Result<(Save, Revision), StoreError> {
        let found = self.kept(world)?.saves.get(&(kind, name.to_owned()));
        let (save, revision, _) = found.ok_or_else(|| no_save(world, kind, name))?;
        Ok((save.clone(), *revision))
    }

    fn log(&mut self, world: &str) -> Result<Vec<Happening>, StoreError> {
        Ok(self.kept(world)?.log.clone())
    }

    fn rooms(&mut self, world: &str, question: &Question) -> Result<Vec<String>, StoreError> {
        let kept = self.kept(world)?;
        kept.document.expect_kind(world, "sector")?;
        rooms::answer(&kept.document, question)
    }

    fn heard(&mut self) -> Result<Vec<Change>, StoreError> {
        // Nobody else can change what is in this memory.
        Ok(Vec::new())
    }

    fn give(
        &mut self,
        take: &mut dyn FnMut(Item) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for (name, kept) in &self.worlds {
            take(Item::World {
                name: name.clone(),
                document: kept.document.clone(),
                revision: kept.revision,
                created: kept.created.clone(),
                updated: kept.updated.clone(),
            })?;
            for (zone, (changes, revision)) in kept.zones.clone() {
                take(Item::Zone {
                    zone,
                    changes,
                    revision,
                })?;
            }
            for (save, revision, updated) in kept.saves.values().cloned() {
                take(Item::Save {
                    save,
                    revision,
                    updated,
                })?;
            }
            for happening in &kept.log {
                take(Item::Happening(happening.clone()))?;
            }
        }
        Ok(())
    }

    fn receive(
        &mut self,
        items: &mut dyn Iterator<Item = Result<Item, StoreError>>,
    ) -> Result<u64, StoreError> {
        let mut new: BTreeMap<String, Kept> = BTreeMap::new();
        let mut latest = None;
        for item in items {
            let item = match item? {
                Item::World {
                    name,
                    document,
                    revision,
                    created,
                    updated,
                } => {
                    check_name(&name)?;
                    if self.worlds.contains_key(&name) || new.contains_key(&name) {
                        return Err(taken(&name));
                    }
                    let kept = Kept {
                        document,
                        zones: BTreeMap::new(),
                        saves: BTreeMap::new(),
                        log: Vec::new(),
                        revision,
                        created,
                        updated,
                    };
                    new.insert(name.clone(), kept);
                    latest = Some(name);
                    continue;
                }
                item => item,
            };
            let kept = latest.as_ref().and_then(|name| new.get_mut(name));
            let kept = kept.ok_or_else(|| missing("?"))?;
            match item {
                Item::Zone {
                    zone,
                    changes,
                    revision,
                } => _ = kept.zones.insert(zone, (changes, revision)),
                Item::Save {
                    save,
                    revision,
                    updated,
                } => {
                    let key = (save.kind, save.name.clone());
                    kept.saves.insert(key, (save, revision, updated));
                }
                Item::Happening(happening) => kept.log.push(happening),
                Item::World { .. } => {}
            }
        }
        let count = new.len() as u64;
        self.worlds.extend(new);
        Ok(count)
    }
}

/// The time now, in UTC, as the databases write it.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs() as i64);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let [year, month, day] = date(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// The date of a day, counted from 1970-01-01: years begin in March, so that leap days come last.
fn date(days: i64) -> [i64; 3] {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [year + era * 400 + i64::from(month <= 2), month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, expected) in [
            (0, [1970, 1, 1]),
            (59, [1970, 3, 1]),
            (11_016, [2000, 2, 29]),
            (20_774, [2026, 11, 17]),
            (47_540, [2100, 2, 28]),
            (47_541, [2100, 3, 1]),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
