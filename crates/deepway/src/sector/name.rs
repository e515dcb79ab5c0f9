//! Names and descriptions of rooms and connections, chosen after their insides are known.

use super::Sector;
use super::connection::ConnectionKind;
use super::facts::RoomFacts;
use super::graph::RoomGraph;
use super::passage::{Column, State};
use super::room::Room;
use crate::cell::Cell;
use crate::ids::ConnectionId;
use crate::seed::Stream;
use crate::space::Biome;
use crate::words::need::{Fact, Need, Number, Value, Witness};
use crate::words::{Hazard, Phrase, RoomWords, Templates};
use std::collections::HashSet;

/// The weight of templates for a biome, relative to those for all biomes.
const FITTING: u32 = 4;
/// So many things fill a room.
const FULL: u32 = 6;
/// Up to this many rooms nothing is said twice in a sector: a room says less rather than what
/// another has said.
pub(crate) const DISTINCT: usize = 40;

/// Names the rooms that have no name yet, and describes everything.
///
/// Each room and each connection draws from its own stream. No two rooms share a name.
pub(super) fn describe(
    sector: &mut Sector,
    graph: &RoomGraph,
    facts: &[RoomFacts],
    templates: &Templates,
) {
    let seed = sector.seed.child("words");
    let brought = graph.rooms.iter().filter_map(|plan| plan.name.clone());
    let mut names = Names {
        templates,
        taken: brought.collect(),
        adjectives: HashSet::new(),
    };
    let may_repeat = sector.rooms.len() > DISTINCT;
    let mut teller = Teller {
        templates,
        said: HashSet::new(),
        may_repeat,
    };
    let rooms = sector.rooms.iter_mut().zip(&graph.rooms).zip(facts);
    for (((room, plan), facts), number) in rooms.zip(0u32..) {
        let mut random = seed.child("room").child(number).stream();
        let Some(kind) = kind_of(room, facts, templates, &mut random) else {
            continue;
        };
        if plan.name.is_none() {
            room.name = names.choose(room, kind, facts, &mut random);
        }
        room.description = teller.describe(room, kind, facts, &mut random);
    }
    let mut columns = Columns {
        templates,
        said: HashSet::new(),
        may_repeat,
    };
    for id in ConnectionId::all(sector.connections().count()) {
        let mut random = seed.child("connection").child(id.number()).stream();
        if let Some(column) = sector.column_mut(id) {
            columns.describe(column, &mut random);
        }
    }
    sector.story = Some(super::story::tell(sector, facts, templates, seed));
}

/// A template that fits the archetype, biome, layer and facts of a room.
fn kind_of<'a>(
    room: &Room,
    facts: &RoomFacts,
    templates: &'a Templates,
    random: &mut Stream,
) -> Option<&'a RoomWords> {
    let archetype = room.archetype.id();
    let layer = room.layer();
    let fits = |kind: &&RoomWords| {
        kind.archetypes.iter().any(|known| known == archetype)
            && (kind.biomes.is_empty() || kind.biomes.contains(&room.biome))
            && (kind.layers.is_empty() || layer.is_some_and(|layer| kind.layers.contains(&layer)))
            && facts.meets_all(&kind.needs)
            && kind.nouns.iter().any(|noun| facts.meets_all(&noun.needs))
    };
    // The more a kind needs, the better it suits the room.
    let weight = |kind: &RoomWords| {
        let place = if kind.biomes.is_empty() { 1 } else { FITTING };
        let needs = kind.needs.len() as u32;
        place * (1 + 6 * needs * needs)
    };
    let mut fitting: Vec<&RoomWords> = templates.rooms().iter().filter(fits).collect();
    // A room full of things is called after them, if it can be.
    let is_full = things_in(facts) >= FULL;
    if is_full && fitting.iter().any(|kind| !kind.needs.is_empty()) {
        fitting.retain(|kind| !kind.needs.is_empty() || !kind.biomes.is_empty());
    }
    let weighted: Vec<(&RoomWords, u32)> = fitting
        .into_iter()
        .map(|kind| (kind, weight(kind)))
        .collect();
    random.weighted(&weighted).copied()
}

/// How many cells of a room say what it is: furniture, pillars, liquids, chasms, what grows.
fn things_in(facts: &RoomFacts) -> u32 {
    let kinds = [
        Cell::Pillar,
        Cell::Statue,
        Cell::DeepLiquid,
        Cell::ShallowLiquid,
        Cell::Air,
        Cell::Fungus,
        Cell::Crystal,
    ];
    let counted: u32 = kinds.iter().map(|&kind| facts.count(kind)).sum();
    match facts.value(Fact::Number(Number::Furniture)) {
        Value::Number(furniture) => counted + furniture,
        Value::Word(_) => counted,
    }
}

/// The biome for a detail: the room's own, or a biome that it blends with.
fn flavour(room: &Room, random: &mut Stream) -> Biome {
    let mut roll = random.below(100) as u32;
    for blend in &room.blend {
        if roll < blend.percent {
            return blend.biome;
        }
        roll -= blend.percent;
    }
    room.biome
}

/// Whoever names the rooms of a sector, and remembers what they are called.
struct Names<'a> {
    templates: &'a Templates,
    taken: HashSet<String>,
    /// The adjectives of the names so far.
    adjectives: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    /// A name that no other room has; if possible with an adjective that no other room has.
    fn choose(
        &mut self,
        room: &Room,
        kind: &RoomWords,
        facts: &RoomFacts,
        random: &mut Stream,
    ) -> String {
        let (mut name, mut adjective) = self.draw(room, kind, facts, random);
        for _ in 0..8 {
            if !self.taken.contains(&name) {
                break;
            }
            (name, adjective) = self.draw(room, kind, facts, random);
        }
        // If all names are taken, they are numbered.
        let numbered = (2u32..).map(|number| format!("{name} {number}"));
        let mut free = std::iter::once(name.clone()).chain(numbered);
        let name = free.find(|name| !self.taken.contains(name)).unwrap_or(name);
        self.taken.insert(name.clone());
        self.adjectives.extend(adjective);
        name
    }

    fn draw(
        &self,
        room: &Room,
        kind: &RoomWords,
        facts: &RoomFacts,
        random: &mut Stream,
    ) -> (String, Option<&'a str>) {
        let is_true = |phrase: &&Phrase| facts.meets_all(&phrase.needs);
        let nouns: Vec<&Phrase> = kind.nouns.iter().filter(is_true).collect();
        let noun = random.pick(&nouns).map(|noun| noun.fill(facts));
        let noun = noun.unwrap_or_default();
        let fitting = |biome: Biome| -> Vec<&'a Phrase> {
            let words = self.templates.biome(biome).adjectives.iter();
            words
                .filter(|word| facts.meets_all(&word.needs) && !shares_a_stem(&word.text, &noun))
                .collect()
        };
        let fresh = |words: &[&'a Phrase]| -> Vec<&'a Phrase> {
            let words = words.iter().copied();
            words
                .filter(|word| !self.adjectives.contains(&*word.text))
                .collect()
        };
        let biome = flavour(room, random);
        let all = fitting(biome);
        let mut choice = fresh(&all);
        if choice.is_empty() {
            choice = fresh(&fitting(room.biome));
        }
        if choice.is_empty() {
            choice = fresh(&fitting(Biome::Neutral));
        }
        if choice.is_empty() {
            choice = all;
        }
        match random.pick(&choice) {
            Some(word) => (format!("{} {noun}", word.fill(facts)), Some(&word.text)),
            None => (noun.into_owned(), None),
        }
    }
}

/// Whether two names have a word, or the stem of a word, in common: the first four letters, or
/// all of a shorter word.
fn shares_a_stem(a: &str, b: &str) -> bool {
    const STEM: usize = 4;
    let letters = |word: &str| -> Vec<char> { word.chars().flat_map(char::to_lowercase).collect() };
    let mut words = a.split([' ', '-']).map(letters);
    words.any(|word| {
        let mut others = b.split([' ', '-']).map(letters);
        others.any(|other| {
            let stem = STEM.min(word.len()).min(other.len());
            stem >= 3 && word[..stem] == other[..stem]
        })
    })
}

/// Whoever describes the rooms of a sector, and remembers what was said.
struct Teller<'a> {
    templates: &'a Templates,
    /// The templates of the sentences so far: filled in otherwise, they are still the same.
    said: HashSet<&'a str>,
    may_repeat: bool,
}

/// What was said about a room.
#[derive(Default)]
struct Told {
    sentences: Vec<String>,
    /// What the sentences are about.
    topics: Vec<Fact>,
}

impl<'p> Teller<'p> {
    /// Says one more of the sentences that are true of a room: one that was not said yet, begins
    /// like no other sentence about the room and is about something else. If there is none, it
    /// says nothing, unless the room has less than two sentences.
    fn say(
        &mut self,
        told: &mut Told,
        phrases: &'p [Phrase],
        facts: &RoomFacts,
        random: &mut Stream,
    ) {
        let said = &self.said;
        let phrases = phrases.iter();
        let all = || {
            phrases
                .clone()
                .filter(|phrase| facts.meets_all(&phrase.needs))
        };
        // The more a sentence needs, the more it says.
        let weigh = |phrase: &'p Phrase| (phrase, 1 + 2 * phrase.needs.len() as u32);
        let fresh = all().filter(|phrase| !said.contains(&*phrase.text));
        let fresh: Vec<(&'p Phrase, u32)> = fresh.map(weigh).collect();
        let begins_anew = |(phrase, _): &(&'p Phrase, u32)| {
            let text = phrase.fill(facts);
            let is_news = |need: &Need| !told.topics.contains(&need.fact.topic());
            phrase.needs.iter().all(is_news)
                && !told.sentences.iter().any(|said| begin_alike(said, &text))
        };
        let anew: Vec<(&'p Phrase, u32)> = fresh.iter().copied().filter(begins_anew).collect();
        let mut chosen = random.weighted(&anew).copied();
        let must = told.sentences.len() < 2;
        if chosen.is_none() && must {
            chosen = random.weighted(&fresh).copied();
        }
        if chosen.is_none() && must && self.may_repeat {
            let any: Vec<(&'p Phrase, u32)> = all().map(weigh).collect();
            chosen = random.weighted(&any).copied();
        }
        if let Some(phrase) = chosen {
            self.said.insert(&phrase.text);
            told.sentences.push(phrase.fill(facts).into_owned());
            told.topics
                .extend(phrase.needs.iter().map(|need| need.fact.topic()));
        }
    }

    /// Two to four sentences: what it is, what stands in it or where it lies, the ways out, and
    /// how high or deep it is.
    fn describe(
        &mut self,
        room: &Room,
        kind: &'p RoomWords,
        facts: &RoomFacts,
        random: &mut Stream,
    ) -> String {
        let templates = self.templates;
        let details = &templates.biome(flavour(room, random)).details;
        let layer = room.layer().map_or(&[][..], |layer| templates.layer(layer));
        let mut told = Told::default();
        self.say(&mut told, &kind.sentences, facts, random);
        let topics = kind.needs.iter().map(|need| need.fact);
        // Of a kind of room with an outline of its own, the sentences speak of it.
        told.topics
            .extend(topics.filter(|&topic| topic == Fact::Outline));
        if told.sentences.is_empty() || random.chance(1, 2) {
            self.say(&mut told, templates.features(), facts, random);
        }
        if told.sentences.len() < 2 || random.chance(1, 2) {
            self.say(&mut told, details, facts, random);
        }
        if told.sentences.len() < 2 || random.chance(2, 3) {
            self.say(&mut told, templates.ways(), facts, random);
        }
        if told.sentences.len() < 2 || (told.sentences.len() < 4 && random.chance(1, 3)) {
            self.say(&mut told, layer, facts, random);
        }
        // Something is always left to say: where the doors are, and what stands there.
        let own = &templates.biome(room.biome).details;
        for more in [
            templates.features(),
            details,
            own,
            templates.ways(),
            layer,
            &kind.sentences,
        ] {
            if told.sentences.len() < 2 {
                self.say(&mut told, more, facts, random);
            }
        }
        told.sentences.join(" ")
    }
}

/// Whether two sentences begin with the same two words.
fn begin_alike(a: &str, b: &str) -> bool {
    let first = |text: &str| -> Vec<String> {
        text.split(' ')
            .take(2)
            .map(|word| word.trim_matches(',').to_lowercase())
            .collect()
    };
    first(a) == first(b)
}

/// Whoever describes the connections of a sector, and remembers what was said.
struct Columns<'a> {
    templates: &'a Templates,
    said: HashSet<&'a str>,
    may_repeat: bool,
}

impl<'a> Columns<'a> {
    /// Those of some texts that were not said yet, or all of them if nothing else is left.
    fn fresh<T>(&self, all: &'a [T], text: impl Fn(&'a T) -> &'a str) -> Vec<&'a T> {
        let is_fresh = |it: &&'a T| self.may_repeat || !self.said.contains(text(it));
        all.iter().filter(is_fresh).collect()
    }

    /// One of some sentences. If all of them were said, one comes again: every connection has a
    /// description.
    fn pick(&mut self, texts: &'a [String], random: &mut Stream) -> String {
        let fresh = self.fresh(texts, |text| text);
        let chosen = random.pick(&fresh).copied();
        let chosen = chosen.or_else(|| random.pick(texts));
        self.said.extend(chosen.map(String::as_str));
        chosen.cloned().unwrap_or_default()
    }

    /// One of some hazards, if there is one that no other connection has.
    fn hazard(&mut self, hazards: &'a [Hazard], random: &mut Stream) -> Option<Hazard> {
        let fresh = self.fresh(hazards, |hazard| &hazard.text);
        let chosen = random.pick(&fresh).copied()?;
        self.said.insert(&chosen.text);
        Some(chosen.clone())
    }

    fn describe(&mut self, column: &mut Column, random: &mut Stream) {
        let templates = self.templates;
        let Some(words) = templates.connection(column.climb.kind().id()) else {
            return;
        };
        let fallen = templates.connection(ConnectionKind::Collapsed.id());
        column.description = self.pick(&words.descriptions, random);
        match (&mut column.state, fallen) {
            (State::Collapsed { blockage }, Some(fallen)) => {
                let heap = self.pick(&fallen.descriptions, random);
                let hold = self.pick(&fallen.blockages, random);
                *blockage = format!("{heap} {hold}");
            }
            (State::Blocked { blockage } | State::Collapsed { blockage }, _) => {
                *blockage = self.pick(&words.blockages, random);
            }
            (State::Open, _) => {}
        }
        // One in five has a hazard; half of the collapsed connections have one of rubble.
        column.hazards.clear();
        if random.chance(1, 5) {
            column.hazards.extend(self.hazard(&words.hazards, random));
        }
        if matches!(column.state, State::Collapsed { .. })
            && random.chance(1, 2)
            && let Some(fallen) = fallen
        {
            column.hazards.extend(self.hazard(&fallen.hazards, random));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Blueprint, Trend, generate};
    use super::*;
    use crate::seed::Seed;
    use crate::words::{ARCHETYPES, CONNECTIONS};

    #[test]
    fn templates_are_for_what_there_is() {
        use super::super::Archetype;
        let archetypes: Vec<&str> = Archetype::ALL.iter().map(|kind| kind.id()).collect();
        assert_eq!(archetypes, ARCHETYPES);
        assert_eq!(ConnectionKind::ALL.map(ConnectionKind::id), CONNECTIONS);
    }

    fn sectors(seeds: u64, rooms: u32) -> impl Iterator<Item = Sector> {
        (0..seeds).map(move |seed| {
            let blueprint = Blueprint {
                target_rooms: rooms,
                biome: Biome::ALL[seed as usize % 6],
                trend: Trend::ALL[seed as usize % 3],
                ..Blueprint::default()
            };
            generate(&blueprint, Seed::new(seed)).unwrap()
        })
    }

    #[test]
    fn no_two_rooms_share_a_name_and_everything_is_described() {
        for (seeds, rooms) in [(300, 7), (40, 60), (1, 4000)] {
            for sector in sectors(seeds, rooms) {
                let names: HashSet<&str> =
                    sector.rooms.iter().map(|room| room.name.as_str()).collect();
                assert_eq!(names.len(), sector.rooms.len());
                assert!(sector.rooms.iter().all(|room| !room.description.is_empty()));
                for connection in sector.connections() {
                    assert!(!connection.description().is_empty());
                    assert!(connection.blockage().is_none_or(|text| !text.is_empty()));
                }
            }
        }
    }

    #[test]
    fn no_sentence_is_said_twice_in_a_sector() {
        for (seeds, rooms) in [(300, 7), (60, 20), (60, 40)] {
            for sector in sectors(seeds, rooms) {
                let mut said = HashSet::new();
                for room in &sector.rooms {
                    let text = room.description.replace(". ", ".|").replace("? ", "?|");
                    let sentences: Vec<&str> = text.split('|').collect();
                    let count = sentences.len();
                    assert!((2..=4).contains(&count), "{}: {text}", sector.seed());
                    for sentence in sentences {
                        assert!(
                            said.insert(sentence.to_owned()),
                            "{}: {sentence}",
                            sector.seed()
                        );
                        assert!(!sentence.contains("  ") && !sentence.contains(['{', '}']));
                    }
                    let words: Vec<&str> = room.name.split([' ', '-']).collect();
                    assert!(
                        words.windows(2).all(|two| two[0] != two[1]),
                        "{}",
                        room.name
                    );
                }
            }
        }
    }

    #[test]
    fn adjectives_are_not_repeated_and_share_no_stem_with_their_noun() {
        assert!(shares_a_stem("Ashen", "Ash Room"));
        assert!(shares_a_stem("Ice-Floored", "Ice Tunnel"));
        assert!(shares_a_stem("Rimed", "Rime Way"));
        assert!(!shares_a_stem("Old", "Hall of Faces"));
        for sector in sectors(120, 10) {
            let names = sector.rooms.iter().map(|room| room.name.split_once(' '));
            let mut adjectives = HashSet::new();
            for (adjective, noun) in names.flatten() {
                assert!(adjectives.insert(adjective), "{}", sector.seed());
                assert!(!shares_a_stem(adjective, noun), "{adjective} {noun}");
            }
        }
    }

    #[test]
    fn sentences_begin_with_words_and_each_in_its_own_way() {
        let mut alike = 0;
        for sector in sectors(150, 15) {
            for room in &sector.rooms {
                let text = room.description.replace(". ", ".|").replace("? ", "?|");
                let sentences: Vec<&str> = text.split('|').collect();
                let is_word = |text: &&str| !text.starts_with(|c: char| c.is_ascii_digit());
                assert!(sentences.iter().all(is_word), "{text}");
                let mut pairs = sentences.windows(2);
                alike += u32::from(pairs.any(|two| begin_alike(two[0], two[1])));
            }
        }
        assert!(alike <= 3, "{alike}");
    }
}
