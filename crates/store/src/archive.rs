//! A whole store as lines of JSON, and copies of one store in another.

use crate::log::{Happening, HappeningKind};
use crate::save::{Save, SaveKind};
use crate::world::{Document, check_name};
use crate::zone::Zone;
use crate::{Item, Store, StoreError};
use deepway::strata::Strata;
use deepway::world::Body;
use deepway::{codec, json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Read, Write};
use std::sync::Arc;

/// The number of the format of archives.
pub const ARCHIVE: u32 = 1;

/// The longest line: a world of 2²⁴ cells fits.
const MAX_LINE: u64 = 1 << 30;

/// The largest revision: nobody saves so often, and there is room for many more saves.
const MAX_REVISION: i64 = 1 << 40;

/// A line of an archive.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    /// The first line: what the file is.
    DeepwayStore {
        archive: u32,
    },
    World(Box<WorldLine>),
    Zone(ZoneLine),
    Save(SaveLine),
    Event(EventLine),
    Finding(FindingLine),
    /// The last line: how many lines there are with it.
    End {
        lines: u64,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WorldLine {
    name: String,
    kind: String,
    format: u32,
    generation: Option<u32>,
    seed: Option<String>,
    revision: i64,
    created: String,
    updated: String,
    document: Box<RawValue>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ZoneLine {
    zone: String,
    revision: i64,
    changes: Zone,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SaveLine {
    kind: String,
    name: String,
    revision: i64,
    updated: String,
    format: u32,
    place: Option<String>,
    hit_points: Option<i64>,
    /// Two digits for each byte.
    bytes: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct EventLine {
    at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zone: Option<(String, i64)>,
    detail: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FindingLine {
    at: String,
    rule: String,
    severity: String,
    rooms: Vec<String>,
    detail: String,
}

/// Copies everything of a store into another, completely or not at all; how many worlds.
pub fn copy(from: &mut dyn Store, to: &mut dyn Store) -> Result<u64, StoreError> {
    // What is given is received piece by piece, on two threads: neither waits for the whole.
    std::thread::scope(|scope| {
        let (give, take) = std::sync::mpsc::sync_channel(16);
        let giver = scope.spawn(move || {
            let sent = from.give(&mut |item| {
                // If nobody takes it any more, the other side has failed and says why.
                give.send(Ok(item)).map_err(|_| StoreError::Interrupted)
            });
            if let Err(error) = sent {
                // Whoever receives fails too, so that half a store is never taken for a whole.
                let _ = give.send(Err(error));
            }
        });
        let received = to.receive(&mut take.into_iter());
        // It ends as soon as nobody takes anything.
        let _ = giver.join();
        received
    })
}

/// Writes a whole store; how many lines.
pub fn export(store: &mut dyn Store, out: &mut dyn Write) -> Result<u64, StoreError> {
    let mut lines = 0;
    let mut write = |line: &Line| {
        lines += 1;
        let text = serde_json::to_string(line);
        let text = text.map_err(|error| StoreError::Unwritable(error.to_string()))?;
        let written = writeln!(out, "{text}");
        written.map_err(|error| StoreError::Output(error.to_string()))
    };
    write(&Line::DeepwayStore { archive: ARCHIVE })?;
    store.give(&mut |item| write(&to_line(item)?))?;
    lines += 1;
    let end = Line::End { lines };
    let text = serde_json::to_string(&end);
    let text = text.map_err(|error| StoreError::Unwritable(error.to_string()))?;
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.map_err(|error| StoreError::Output(error.to_string()))?;
    Ok(lines)
}

/// Reads what [`export`] wrote into a store, completely or not at all; how many worlds. `name` is
/// what errors call the file.
pub fn import(
    store: &mut dyn Store,
    name: &str,
    input: &mut dyn BufRead,
) -> Result<u64, StoreError> {
    store.receive(&mut Lines {
        name,
        input,
        number: 0,
        is_over: false,
        names: HashSet::new(),
        current: None,
    })
}

/// The pieces that the lines of a file describe.
struct Lines<'a> {
    name: &'a str,
    input: &'a mut dyn BufRead,
    number: u64,
    is_over: bool,
    names: HashSet<String>,
    current: Option<Current>,
}

/// The world whose pieces are being read.
struct Current {
    document: Document,
    /// The world itself, if it is an open one.
    strata: Option<Arc<Strata>>,
    zones: HashMap<String, i64>,
    saves: HashSet<(SaveKind, String)>,
}

impl Lines<'_> {
    fn wrong(&self, what: &str) -> StoreError {
        StoreError::Archive {
            name: self.name.to_owned(),
            line: self.number,
            problem: what.to_owned(),
        }
    }

    /// The next line; none at the end of the file.
    fn line(&mut self) -> Result<Option<Line>, StoreError> {
        self.number += 1;
        let mut text = Vec::new();
        let read = self.input.take(MAX_LINE + 1).read_until(b'\n', &mut text);
        let read = read.map_err(|error| self.wrong(&format!("it cannot be read: {error}")))?;
        if read == 0 {
            return Ok(None);
        }
        if read as u64 > MAX_LINE {
            return Err(self.wrong("too long: expected at most 1 GiB"));
        }
        let line = serde_json::from_slice(&text);
        let line = line.map_err(|error| {
            let what = match text.last() {
                Some(b'\n') => "not a line of an archive",
                _ => "the file is cut off, or no archive",
            };
            let place = error.column();
            self.wrong(&format!(
                "{what} (column {place}): expected what deepway store export wrote"
            ))
        })?;
        Ok(Some(line))
    }

    fn item(&mut self) -> Result<Option<Item>, StoreError> {
        let line = self.line()?;
        let cut = "the file is cut off: expected its last line, {\"end\":…}";
        let item = match (self.number, line) {
            (1, Some(Line::DeepwayStore { archive: ARCHIVE })) => return self.item(),
            (1, Some(Line::DeepwayStore { archive })) => {
                let what = format!("archive: {archive}: expected {ARCHIVE}, or a newer deepway");
                return Err(self.wrong(&what));
            }
            (1, _) => return Err(self.wrong("no archive: expected {\"deepway_store\":…}")),
            (_, None) => return Err(self.wrong(cut)),
            (number, Some(Line::End { lines })) => {
                if lines != number {
                    let what = format!("lines: {lines}: expected {number}, for so many there are");
                    return Err(self.wrong(&what));
                }
                if self.line()?.is_some() {
                    return Err(self.wrong("more after the last line: expected nothing"));
                }
                return Ok(None);
            }
            (_, Some(line)) => self.read(line)?,
        };
        self.check(&item)?;
        Ok(Some(item))
    }

    /// Refuses what could be stored but not be used afterwards.
    fn check(&mut self, item: &Item) -> Result<(), StoreError> {
        if let Item::World { name, document, .. } = item {
            check_name(name).map_err(|error| self.wrong(&error.to_string()))?;
            if !self.names.insert(name.clone()) {
                return Err(self.wrong(&format!("the world {name:?} twice: expected it once")));
            }
            self.current = Some(self.world(name, document)?);
            return Ok(());
        }
        let Some(mut current) = self.current.take() else {
            return Err(self.wrong("of no world: expected a world first"));
        };
        let checked = current.check(item);
        self.current = Some(current);
        checked.map_err(|problem| self.wrong(&problem))
    }

    /// A world that can be opened, and that is what its line says.
    fn world(&self, name: &str, document: &Document) -> Result<Current, StoreError> {
        let world = codec::open("document", document.json.as_bytes());
        let world = world.map_err(|error| self.wrong(&error.to_string()))?;
        let header = world.header();
        let seed = header.seed.map(|seed| seed.to_string());
        let is_same = header.kind.id() == document.kind
            && header.generation == document.generation
            && document.format == deepway::world::FORMAT
            && seed == document.seed;
        if !is_same {
            let what = format!(
                "{name:?}: kind, format, generation or seed differ from its document: expected the same"
            );
            return Err(self.wrong(&what));
        }
        let strata = match world.into_body() {
            Body::Strata(strata) => Some(strata),
            _ => None,
        };
        Ok(Current {
            document: document.clone(),
            strata,
            zones: HashMap::new(),
            saves: HashSet::new(),
        })
    }

    fn read(&self, line: Line) -> Result<Item, StoreError> {
        Ok(match line {
            Line::World(world) => Item::World {
                name: world.name,
                document: Document {
                    kind: world.kind,
                    format: world.format,
                    generation: world.generation,
                    seed: world.seed,
                    json: world.document.get().to_owned(),
                },
                revision: self.revision(world.revision)?,
                created: self.time(world.created)?,
                updated: self.time(world.updated)?,
            },
            Line::Zone(zone) => Item::Zone {
                zone: zone.zone,
                changes: zone.changes,
                revision: self.revision(zone.revision)?,
            },
            Line::Save(save) => {
                let kind = SaveKind::from_id(&save.kind);
                let kind =
                    kind.ok_or_else(|| self.wrong("kind: expected character, game or recording"))?;
                let bytes = bytes(&save.bytes);
                let bytes = bytes.ok_or_else(|| {
                    self.wrong("bytes: expected two digits, 0 to f, for each byte")
                })?;
                Item::Save {
                    save: Save {
                        kind,
                        name: save.name,
                        format: save.format,
                        bytes,
                        place: save.place,
                        hit_points: save.hit_points,
                    },
                    revision: self.revision(save.revision)?,
                    updated: self.time(save.updated)?,
                }
            }
            Line::Event(event) => Item::Happening(Happening {
                at: self.time(event.at)?,
                kind: match (event.kind, event.zone) {
                    (Some(kind), None) => HappeningKind::Event(kind),
                    (None, Some((zone, revision))) => {
                        HappeningKind::Zone(zone, self.revision(revision)?)
                    }
                    _ => return Err(self.wrong("expected either kind or zone")),
                },
                detail: event.detail,
            }),
            Line::Finding(finding) => {
                if !["Warning", "Error", "Critical"].contains(&&*finding.severity) {
                    return Err(self.wrong("severity: expected Warning, Error or Critical"));
                }
                Item::Happening(Happening {
                    at: self.time(finding.at)?,
                    kind: HappeningKind::Finding {
                        rule: finding.rule,
                        severity: finding.severity,
                        rooms: finding.rooms,
                    },
                    detail: finding.detail,
                })
            }
            Line::DeepwayStore { .. } | Line::End { .. } => {
                return Err(self.wrong("the first line again: expected a world, or the end"));
            }
        })
    }

    fn revision(&self, revision: i64) -> Result<i64, StoreError> {
        match revision {
            1..=MAX_REVISION => Ok(revision),
            _ => {
                let what =
                    format!("revision: {revision}: expected 1 or more, up to {MAX_REVISION}");
                Err(self.wrong(&what))
            }
        }
    }

    /// A time as we write it, `2026-11-17 20:14:48`.
    fn time(&self, text: String) -> Result<String, StoreError> {
        let is_time = text.len() == 19
            && text.bytes().enumerate().all(|(place, byte)| match place {
                4 | 7 => byte == b'-',
                10 => byte == b' ',
                13 | 16 => byte == b':',
                _ => byte.is_ascii_digit(),
            });
        let part = |from: usize| {
            text.get(from..from + 2)
                .and_then(|part| part.parse::<u8>().ok())
        };
        let within = [
            (5, 1, 12),
            (8, 1, 31),
            (11, 0, 23),
            (14, 0, 59),
            (17, 0, 59),
        ];
        let is_real = within.iter().all(|&(from, least, most)| {
            part(from).is_some_and(|part| (least..=most).contains(&part))
        });
        match is_time && is_real {
            true => Ok(text),
            false => Err(self.wrong("a time: expected one as 2026-11-17 20:14:48")),
        }
    }
}

impl Current {
    /// Refuses a piece that does not belong to this world.
    fn check(&mut self, item: &Item) -> Result<(), String> {
        let is_plain = |text: &str| !text.contains('\0');
        match item {
            Item::World { .. } => Ok(()),
            Item::Zone {
                zone,
                changes,
                revision,
            } => {
                let Some(strata) = &self.strata else {
                    return Err("a zone: expected one of an open world only".to_owned());
                };
                if self.zones.insert(zone.clone(), *revision).is_some() {
                    return Err(format!("zone {zone:?} twice: expected it once"));
                }
                let mut text = serde_json::to_value(changes).unwrap_or_default();
                text["zone"] = zone.as_str().into();
                let read = json::read_zone_changes("changes", &text.to_string(), strata.plan());
                let (place, changes) = read.map_err(|error| error.to_string())?;
                let set = strata.set_zone_changes(place, changes);
                set.map_err(|error| error.to_string())
            }
            Item::Save { save, .. } => {
                check_name(&save.name).map_err(|error| error.to_string())?;
                if !self.saves.insert((save.kind, save.name.clone())) {
                    let what = format!("the {} {:?} twice: expected it once", save.kind, save.name);
                    return Err(what);
                }
                if !save.place.as_deref().is_none_or(is_plain) {
                    return Err("place: expected no control characters".to_owned());
                }
                if save.kind != SaveKind::Character || save.format != json::EXPEDITION_FORMAT {
                    return Ok(());
                }
                let text = String::from_utf8_lossy(&save.bytes);
                let read = json::read_character("bytes", &self.document.json, &text);
                read.map(drop).map_err(|error| error.to_string())
            }
            Item::Happening(happening) => {
                if let HappeningKind::Zone(zone, revision) = &happening.kind
                    && self.zones.get(zone).is_none_or(|known| known < revision)
                {
                    return Err(format!(
                        "zone {zone:?}: expected one that has this revision"
                    ));
                }
                if let HappeningKind::Finding { .. } = &happening.kind
                    && self.document.kind != "sector"
                {
                    return Err("a finding: expected one of a sector only".to_owned());
                }
                let kind = match &happening.kind {
                    HappeningKind::Event(kind) => kind.as_str(),
                    HappeningKind::Finding { rule, .. } => rule.as_str(),
                    HappeningKind::Zone(..) => "",
                };
                match is_plain(kind) && is_plain(&happening.detail) {
                    true => Ok(()),
                    false => Err("a line of the log: expected no control characters".to_owned()),
                }
            }
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Item, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let item = self.item().transpose();
        self.is_over = !matches!(item, Some(Ok(_)));
        item
    }
}

fn to_line(item: Item) -> Result<Line, StoreError> {
    Ok(match item {
        Item::World {
            name,
            document,
            revision,
            created,
            updated,
        } => {
            let json = RawValue::from_string(document.json);
            Line::World(Box::new(WorldLine {
                name,
                kind: document.kind,
                format: document.format,
                generation: document.generation,
                seed: document.seed,
                revision,
                created,
                updated,
                document: json.map_err(|error| StoreError::Unwritable(error.to_string()))?,
            }))
        }
        Item::Zone {
            zone,
            changes,
            revision,
        } => Line::Zone(ZoneLine {
            zone,
            revision,
            changes,
        }),
        Item::Save {
            save,
            revision,
            updated,
        } => Line::Save(SaveLine {
            kind: save.kind.id().to_owned(),
            name: save.name,
            revision,
            updated,
            format: save.format,
            place: save.place,
            hit_points: save.hit_points,
            bytes: digits(&save.bytes),
        }),
        Item::Happening(Happening { at, kind, detail }) => match kind {
            HappeningKind::Event(kind) => Line::Event(EventLine {
                at,
                kind: Some(kind),
                zone: None,
                detail,
            }),
            HappeningKind::Zone(zone, revision) => Line::Event(EventLine {
                at,
                kind: None,
                zone: Some((zone, revision)),
                detail,
            }),
            HappeningKind::Finding {
                rule,
                severity,
                rooms,
            } => Line::Finding(FindingLine {
                at,
                rule,
                severity,
                rooms,
                detail,
            }),
        },
    })
}

fn digits(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| DIGITS[usize::from(digit)] as char)
        .collect()
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| (digit as char).to_digit(16).map(|value| value as u8);
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let pairs = pairs
        .iter()
        .map(|&[high, low]| Some(value(high)? << 4 | value(low)?));
    rest.is_empty().then(|| pairs.collect()).flatten()
}
