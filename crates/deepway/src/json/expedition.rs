//! A character in a sector as JSON: the sector with its cells, and `expedition`.

use super::sector::{Whole, not_sound, read_all, write_saved};
use super::{JsonError, MAX_NAME, Problem, line, parse};
use crate::ids::{LockId, RoomId};
use crate::play::Expedition;
use crate::report::{Finding, first_fault};
use crate::sector::{Sector, carve};
use crate::traverse::Character;
use crate::validate;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes an expedition"
)]
pub(super) struct ExpeditionFile {
    room: String,
    minutes: u64,
    character: CharacterFile,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keys: Vec<LockId>,
    /// The rooms where the character has been; older files do not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    visited: Vec<RoomId>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes a character"
)]
struct CharacterFile {
    name: String,
    might: i32,
    wits: i32,
    hp: u32,
    explosives: u32,
}

/// A character, where they are, and the minutes that have passed.
pub(super) struct Saved {
    character: Character,
    room: RoomId,
    minutes: u64,
    keys: Vec<LockId>,
    visited: Vec<RoomId>,
}

impl Saved {
    /// The rooms where the character has been.
    pub(super) fn visited(&self) -> &[RoomId] {
        &self.visited
    }
}

impl ExpeditionFile {
    /// Checks the character and the room.
    pub(super) fn check(self, sector: &Sector) -> Result<Saved, Problem> {
        let room = sector.find_room(&self.room).ok_or_else(|| {
            let found: String = self.room.chars().take(40).collect();
            let what = format!("there is no room {found:?}");
            Problem::new("expedition.room", what)
        })?;
        let kept = self.character;
        // The ranges are those of a character's text form, except that hp may be 0.
        let text = format!(
            "might={},wits={},hp={},explosives={}",
            kept.might,
            kept.wits,
            kept.hp.max(1),
            kept.explosives
        );
        let read: Character = text
            .parse()
            .map_err(|error| Problem::new("expedition.character", error))?;
        let character = Character {
            name: line("expedition.character.name", kept.name, MAX_NAME)?,
            hp: kept.hp,
            ..read
        };
        let locks = sector.locks().len();
        if let Some(key) = self.keys.iter().find(|key| key.index() >= locks) {
            let what = format!("there is no lock {key}");
            return Err(Problem::new("expedition.keys", what));
        }
        let mut visited = self.visited;
        if let Some(unknown) = visited.iter().find(|id| sector.room(**id).is_none()) {
            let what = format!("there is no room {unknown}");
            return Err(Problem::new("expedition.visited", what));
        }
        if !visited.contains(&room) {
            visited.push(room);
        }
        Ok(Saved {
            character,
            room,
            minutes: self.minutes,
            keys: self.keys,
            visited,
        })
    }
}

/// The number of the format of what [`write_character`] writes.
pub const EXPEDITION_FORMAT: u32 = 1;

/// Writes a character in a sector, on one line.
pub fn write_expedition(expedition: &Expedition) -> String {
    let carved = expedition.carved();
    write_saved(carved, &validate::carved(carved), file_of(expedition))
}

/// Writes a character without the sector, on one line.
pub fn write_character(expedition: &Expedition) -> String {
    serde_json::to_string(&file_of(expedition)).unwrap_or_default()
}

fn file_of(expedition: &Expedition) -> ExpeditionFile {
    let character = &expedition.character();
    ExpeditionFile {
        room: expedition.room().to_string(),
        minutes: expedition.minutes(),
        keys: expedition.keys(),
        visited: expedition.visited().to_vec(),
        character: CharacterFile {
            name: character.name.clone(),
            might: character.might,
            wits: character.wits,
            hp: character.hp,
            explosives: character.explosives,
        },
    }
}

/// Reads a sector, and a character that [`write_character`] wrote into it, whoever else may be
/// in the sector.
pub fn read_character(name: &str, sector: &str, character: &str) -> Result<Expedition, JsonError> {
    let mut whole = read_all(name, sector)?;
    let file: ExpeditionFile = parse(name, character, "character")?;
    let saved = file.check(&whole.sector);
    whole.saved = Some(saved.map_err(|problem| problem.of(name))?);
    enter(name, whole)
}

/// Reads a sector and the character in it; without one, the default character enters. A
/// sector without cells is carved; an unsound sector, or one whose cells contradict its rooms,
/// is refused.
pub fn read_expedition(name: &str, text: &str) -> Result<Expedition, JsonError> {
    enter(name, read_all(name, text)?)
}

fn enter(name: &str, whole: Whole) -> Result<Expedition, JsonError> {
    let Whole {
        sector,
        carved,
        saved,
    } = whole;
    let findings = validate::sector(&sector);
    if first_fault(&findings).is_some() {
        let faults = findings.into_iter().filter(Finding::is_fault);
        return Err(not_sound(name, faults.collect()));
    }
    let carved = match carved {
        Some(carved) => carved,
        None => carve(sector).map_err(|error| Problem::new("cells", error).of(name))?,
    };
    if let Some(fault) = first_fault(&validate::agreement(&carved)) {
        return Err(Problem::new("cells", fault).of(name));
    }
    let Some(saved) = saved else {
        return Expedition::new(carved, Character::default())
            .map_err(|error| Problem::new("cells", error).of(name));
    };
    let Saved {
        character,
        room,
        minutes,
        keys,
        visited,
    } = saved;
    Expedition::resume(carved, character, room, minutes, keys)
        .map(|expedition| expedition.after(&visited))
        .ok_or_else(|| Problem::new("expedition.room", "there is no such room").of(name))
}

#[cfg(test)]
mod tests {
    use super::super::write_carved;
    use super::*;
    use crate::sector::{Blueprint, generate};
    use crate::seed::Seed;

    #[test]
    fn an_expedition_reads_back_the_same() {
        for seed in 0..30 {
            let carved = carve(generate(&Blueprint::default(), Seed::new(seed)).unwrap()).unwrap();
            let mut expedition = Expedition::new(carved, Character::default()).unwrap();
            let mut dice = Seed::new(seed).stream();
            for _ in 0..seed {
                let ways = expedition.ways_out();
                let way = *dice.pick(&ways).unwrap();
                expedition.take(way, &mut dice);
                expedition.clear(None, &mut dice);
            }
            let text = write_expedition(&expedition);
            let [carved, alone] = [
                write_carved(expedition.carved(), &[]),
                write_character(&expedition),
            ];
            assert_eq!(read_character("e", &carved, &alone), Ok(expedition.clone()));
            assert_eq!(read_expedition("e", &text), Ok(expedition));
        }
    }

    #[test]
    fn a_file_that_contradicts_itself_is_refused() {
        let sector = generate(&Blueprint::default(), Seed::new(7)).unwrap();
        let carved = carve(sector).unwrap();
        let good = write_expedition(&Expedition::new(carved, Character::default()).unwrap());
        for (old, new, said) in [
            (
                "\"room\":\"r0\",",
                "\"room\":\"r99\",",
                "e: expedition.room: there is no room \"r99\"",
            ),
            (
                "\"might\":2",
                "\"might\":99",
                "e: expedition.character: might=99: expected -10 to 30",
            ),
            ("#+#", "###", "e: cells: error: "),
            (
                "\"name\":\"wanderer\"",
                "\"name\":\"\"",
                "e: expedition.character.name: expected",
            ),
            (
                "\"position\":{\"x\":0,",
                "\"position\":{\"x\":1,",
                "e: not sound: ",
            ),
        ] {
            let bad = good.replacen(old, new, 1);
            assert_ne!(bad, good, "{old}");
            let error = read_expedition("e", &bad).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
