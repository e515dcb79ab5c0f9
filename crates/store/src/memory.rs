//! Worlds in memory, for tests and for programs that keep nothing.

use crate::world::{Document, Over, Revision, Summary, check_name};
use crate::{Info, Store, StoreError};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

const PLACE: &str = "memory:";

#[derive(Default)]
pub(crate) struct Memory {
    worlds: BTreeMap<String, Kept>,
}

struct Kept {
    document: Document,
    revision: Revision,
    updated: String,
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

impl Store for Memory {
    fn place(&self) -> String {
        PLACE.to_owned()
    }

    fn info(&mut self) -> Result<Info, StoreError> {
        Ok(Info {
            place: self.place(),
            schema: 0,
            worlds: self.worlds.len() as i64,
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
        let kept = self.worlds.get(name).ok_or_else(|| missing(name))?;
        Ok((kept.document.clone(), kept.revision))
    }

    fn save(&mut self, name: &str, world: &Document, over: Over) -> Result<Revision, StoreError> {
        check_name(name)?;
        let found = self.worlds.get(name).map(|kept| kept.revision);
        match (found, over) {
            (Some(_), Over::Nothing) => return Err(taken(name)),
            (None, Over::Revision(_)) => return Err(missing(name)),
            (Some(found), Over::Revision(expected)) if found != expected => {
                return Err(StoreError::Conflict {
                    what: format!("the world {name:?}"),
                    expected,
                    found,
                });
            }
            _ => {}
        }
        let revision = found.unwrap_or(0) + 1;
        let kept = Kept {
            document: world.clone(),
            revision,
            updated: now(),
        };
        self.worlds.insert(name.to_owned(), kept);
        Ok(revision)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        check_name(to)?;
        if !self.worlds.contains_key(from) {
            return Err(missing(from));
        }
        if from != to && self.worlds.contains_key(to) {
            return Err(taken(to));
        }
        if let Some(kept) = self.worlds.remove(from) {
            self.worlds.insert(to.to_owned(), kept);
        }
        Ok(())
    }

    fn delete(&mut self, name: &str) -> Result<(), StoreError> {
        let gone = self.worlds.remove(name);
        gone.map(drop).ok_or_else(|| missing(name))
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
