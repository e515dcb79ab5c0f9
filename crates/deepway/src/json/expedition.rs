//! A character in a sector as JSON: the sector with its cells, and `expedition`.

use super::sector::read_cells;
use super::{JsonError, Problem, parse};
use crate::sector::carve;
use crate::traverse::{Character, Expedition};
use crate::validate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object that describes an expedition")]
struct ExpeditionFile {
    room: String,
    minutes: u64,
    character: CharacterFile,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object that describes a character")]
struct CharacterFile {
    name: String,
    might: i32,
    wits: i32,
    hp: u32,
    explosives: u32,
}

/// The part of a file that is of interest here.
#[derive(Deserialize)]
struct SavedFile {
    expedition: Option<ExpeditionFile>,
}

/// Writes a character in a sector, on one line.
pub fn write_expedition(expedition: &Expedition) -> String {
    let carved = expedition.carved();
    let issues = validate::carved(carved);
    let character = &expedition.character;
    let room = &carved.sector().rooms[expedition.room() as usize];
    let file = ExpeditionFile {
        room: room.id.clone(),
        minutes: expedition.minutes(),
        character: CharacterFile {
            name: character.name.clone(),
            might: character.might,
            wits: character.wits,
            hp: character.hp,
            explosives: character.explosives,
        },
    };
    let sector = super::write_carved(carved, &issues);
    let mut whole: Value = serde_json::from_str(&sector).unwrap_or_default();
    whole["expedition"] = serde_json::to_value(file).unwrap_or_default();
    whole.to_string()
}

/// Reads a sector, with the character in it if there is one; else the default one enters.
/// A sector without cells is carved; one that is not sound, or whose cells contradict its
/// rooms, is refused.
pub fn read_expedition(name: &str, text: &str) -> Result<Expedition, JsonError> {
    let (sector, carved) = read_cells(name, text)?;
    let saved: SavedFile = parse(name, text, "sector")?;
    let problem = |place: &str, what: String| Problem::new(place, what).of(name);
    if let Some(issue) = validate::sector(&sector).first() {
        return Err(problem("not sound", issue.to_string()));
    }
    let carved = match carved {
        Some(carved) => carved,
        None => carve(sector).map_err(|error| problem("cells", error.to_string()))?,
    };
    if let Some(issue) = validate::agreement(&carved).first() {
        return Err(problem("cells", issue.to_string()));
    }
    let Some(saved) = saved.expedition else {
        return Ok(Expedition::new(carved, Character::default()));
    };
    let room = carved.sector().room(&saved.room);
    let room = room.ok_or_else(|| {
        let found: String = saved.room.chars().take(40).collect();
        problem("expedition.room", format!("there is no room {found:?}"))
    })?;
    let kept = saved.character;
    // The ranges of a character are those that its text has; one that is down has 0.
    let text = format!(
        "might={},wits={},hp={},explosives={}",
        kept.might,
        kept.wits,
        kept.hp.max(1),
        kept.explosives
    );
    let read: Character = text
        .parse()
        .map_err(|error| Problem::new("expedition.character", error).of(name))?;
    let is_name = !kept.name.is_empty() && kept.name.chars().count() <= 100;
    if !is_name || kept.name.chars().any(super::is_disturbing) {
        let what = "expected 1 to 100 characters, none of them a control character";
        return Err(problem("expedition.character.name", what.to_owned()));
    }
    let kept = Character {
        name: kept.name,
        hp: kept.hp,
        ..read
    };
    Expedition::resume(carved, kept, room, saved.minutes)
        .ok_or_else(|| problem("expedition.room", "there is no such room".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector::{Blueprint, generate};
    use crate::seed::Seed;

    #[test]
    fn an_expedition_reads_back_the_same() {
        for seed in 0..30 {
            let carved = carve(generate(&Blueprint::default(), Seed::new(seed)).unwrap()).unwrap();
            let mut expedition = Expedition::new(carved, Character::default());
            let mut dice = Seed::new(seed).stream();
            for _ in 0..seed {
                let ways = expedition.ways_out();
                let way = *dice.pick(&ways).unwrap();
                expedition.take(way, &mut dice);
                expedition.clear(None, &mut dice);
            }
            let text = write_expedition(&expedition);
            assert_eq!(read_expedition("e", &text), Ok(expedition));
        }
    }

    #[test]
    fn a_file_that_contradicts_itself_is_refused() {
        let sector = generate(&Blueprint::default(), Seed::new(7)).unwrap();
        let good = write_expedition(&Expedition::new(
            carve(sector).unwrap(),
            Character::default(),
        ));
        for (old, new, said) in [
            (
                "\"room\":\"r0\"",
                "\"room\":\"r99\"",
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
