//! Generated words are true, and untrue words are found.

use super::*;
use crate::sector::{Blueprint, Sector, Trend, carve, generate};
use crate::seed::Seed;
use crate::validate::agreement;
use crate::words::need::{COUNTED, Fact, GROUNDS, Number};

fn make(seed: u64, rooms: u32) -> Sector {
    let blueprint = Blueprint {
        target_rooms: rooms,
        trend: Trend::ALL[seed as usize % 3],
        biome: Biome::ALL[seed as usize % 6],
        ..Blueprint::default()
    };
    generate(&blueprint, Seed::new(seed)).unwrap()
}

fn mismatches(carved: &CarvedSector) -> Vec<String> {
    let findings = agreement(carved).into_iter();
    let words = findings.filter(|finding| finding.rule == Rule::WordsMismatch);
    words.map(|finding| finding.message).collect()
}

#[test]
fn three_hundred_sectors_say_nothing_untrue() {
    for (seeds, rooms) in [(0..240, 7), (300..350, 20), (400..410, 40)] {
        for seed in seeds {
            let carved = carve(make(seed, rooms)).unwrap();
            assert_eq!(mismatches(&carved), [""; 0], "seed {seed}, {rooms} rooms");
        }
    }
}

#[test]
fn facts_and_reading_agree_on_everything() {
    let words = [
        Fact::Outline,
        Fact::Liquid,
        Fact::Floor,
        Fact::Climate,
        Fact::Size,
    ];
    let kinds = || COUNTED.into_iter().chain(GROUNDS).map(|(kind, _)| kind);
    let counts = kinds().flat_map(|kind| [Fact::Count(kind), Fact::Arranged(kind)]);
    let numbers = Number::ALL.into_iter().map(Fact::Number);
    let all: Vec<Fact> = words.into_iter().chain(counts).chain(numbers).collect();
    for seed in 0..80 {
        let sector = make(seed, 15);
        let facts = sector.facts();
        let carved = carve(sector).unwrap();
        let labels = Labels::new(&carved);
        let links = crate::link::scan(carved.volume(), &crate::rules::MoveRules::default());
        for (reading, facts) in Reading::all(&carved, &labels, &links).iter().zip(&facts) {
            for &fact in &all {
                let (read, measured) = (reading.value(fact), facts.value(fact));
                assert_eq!(read, measured, "seed {seed}, {}, {fact:?}", facts.room);
            }
        }
    }
}

#[test]
fn untrue_sentences_are_found() {
    let index = Index::new(Templates::built_in());
    let mut found = 0;
    for seed in 0..40 {
        let sector = make(seed, 7);
        let mut raw = sector.to_raw();
        // Every room is described as the next one is.
        let texts: Vec<String> = raw
            .rooms
            .iter()
            .map(|room| room.description.clone())
            .collect();
        let count = texts.len();
        for (room, number) in raw.rooms.iter_mut().zip(1..) {
            room.description = texts[number % count].clone();
        }
        let carved = carve(Sector::from_raw(raw).unwrap()).unwrap();
        found += mismatches(&carved).len();
        for text in texts.iter().flat_map(|text| sentences(text)) {
            let is_known = index.plain.contains_key(text)
                || index.open.iter().any(|(phrase, _)| phrase.fits(text));
            assert!(is_known, "{text}");
        }
    }
    assert!(found > 60, "{found}");
}

#[test]
fn texts_of_others_are_not_judged() {
    let mut raw = make(3, 7).to_raw();
    for room in &mut raw.rooms {
        room.description = format!("A hundred beds in {}. And a lake of tea.", room.id);
        room.name = "Lake of Beds".to_owned();
    }
    let carved = carve(Sector::from_raw(raw).unwrap()).unwrap();
    assert_eq!(mismatches(&carved), [""; 0]);
}

#[test]
fn texts_are_split_into_sentences() {
    assert_eq!(sentences("One. Two? Three."), ["One.", "Two?", "Three."]);
    assert_eq!(sentences("One."), ["One."]);
    assert_eq!(sentences(""), [""]);
}
