//! What is said about a room is borne out by its cells.
//!
//! Every sentence of a description, and every noun, is looked up in the templates; what it needs
//! is compared with a reading of the cells that shares no code with the facts of the generator.
//! Texts that match no template are not judged, nor are sectors of another generation.

mod again;
mod reading;

use super::label::Labels;
use crate::link::Link;
use crate::population::Tables;
use crate::report::{Finding, Rule};
use crate::sector::{CURIOSITY, CarvedSector, GENERATION, Room};
use crate::space::{Biome, Layer};
use crate::words::need::{Need, Witness};
use crate::words::phrase::fill;
use crate::words::{Phrase, Templates};
use reading::Reading;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The templates, by what they look like.
struct Index<'a> {
    /// Sentences without braces; the needs of each kind that has it.
    plain: HashMap<&'a str, Vec<Vec<&'a Need>>>,
    /// Sentences with braces.
    open: Vec<(&'a Phrase, Vec<&'a Need>)>,
    adjectives: HashMap<&'a str, Vec<Vec<&'a Need>>>,
    nouns: HashMap<&'a str, Vec<Vec<&'a Need>>>,
}

impl<'a> Index<'a> {
    fn new(templates: &'a Templates) -> Self {
        let mut index = Self {
            plain: HashMap::new(),
            open: Vec::new(),
            adjectives: HashMap::new(),
            nouns: HashMap::new(),
        };
        for biome in Biome::ALL {
            let words = templates.biome(biome);
            for word in &words.adjectives {
                let needs = index.adjectives.entry(&word.text).or_default();
                needs.push(word.needs.iter().collect());
            }
            index.add(&words.details, &[]);
        }
        for layer in Layer::ALL {
            index.add(templates.layer(layer), &[]);
        }
        index.add(templates.features(), &[]);
        index.add(templates.ways(), &[]);
        for kind in templates.rooms() {
            index.add(&kind.sentences, &kind.needs);
            for noun in &kind.nouns {
                let needs = index.nouns.entry(&noun.text).or_default();
                needs.push(noun.needs.iter().chain(&kind.needs).collect());
            }
        }
        for odd in Tables::built_in().curiosities() {
            let needs = odd.needs.iter().collect();
            index.plain.entry(&odd.about).or_default().push(needs);
        }
        index
    }

    fn add(&mut self, phrases: &'a [Phrase], more: &'a [Need]) {
        for phrase in phrases {
            let needs = phrase.needs.iter().chain(more).collect();
            match phrase.has_places() {
                true => self.open.push((phrase, needs)),
                false => self.plain.entry(&phrase.text).or_default().push(needs),
            }
        }
    }

    /// What is wrong with a sentence about a room.
    fn judge(&self, sentence: &str, room: &Reading<'_>) -> Option<String> {
        if let Some(ways) = self.plain.get(sentence) {
            return unmet(ways.iter(), room);
        }
        let fitting = self.open.iter().filter(|(phrase, _)| phrase.fits(sentence));
        let fitting: Vec<_> = fitting.collect();
        let right = fitting
            .iter()
            .find(|(phrase, _)| fill(&phrase.text, room) == sentence);
        match (right, fitting.first()) {
            (Some((_, needs)), _) => unmet(std::iter::once(needs), room),
            (None, Some((phrase, _))) => {
                Some(format!("the cells say {:?}", fill(&phrase.text, room)))
            }
            (None, None) => None,
        }
    }

    /// The template of a sentence about a room, if it has one: two sentences that differ only in
    /// what was filled in are the same.
    fn template(&self, sentence: &str) -> Option<&'a str> {
        let plain = self.plain.get_key_value(sentence).map(|(text, _)| *text);
        plain.or_else(|| {
            let mut open = self.open.iter();
            let fitting = open.find(|(phrase, _)| phrase.fits(sentence));
            fitting.map(|(phrase, _)| phrase.text.as_str())
        })
    }

    /// What is wrong with the name of a room.
    fn judge_name(&self, name: &str, room: &Reading<'_>) -> Option<String> {
        // Names that were taken are numbered.
        let plain = name
            .rsplit_once(' ')
            .filter(|(_, end)| end.parse::<u32>().is_ok());
        let name = plain.map_or(name, |(name, _)| name);
        let splits = name
            .match_indices(' ')
            .map(|(at, _)| (&name[..at], &name[at + 1..]));
        let known = splits
            .filter_map(|(first, rest)| Some((self.adjectives.get(first)?, self.nouns.get(rest)?)));
        let mut faults = known
            .map(|(first, rest)| unmet(first.iter(), room).or_else(|| unmet(rest.iter(), room)));
        faults.next().flatten()
    }
}

/// The first condition that does not hold, unless one of the lists holds completely.
fn unmet<'a>(
    mut ways: impl Iterator<Item = &'a Vec<&'a Need>> + Clone,
    room: &Reading<'_>,
) -> Option<String> {
    let missing = |needs: &Vec<&Need>| {
        needs
            .iter()
            .find(|need| !room.meets(need))
            .map(ToString::to_string)
    };
    let first = ways.clone().next().and_then(missing);
    match ways.any(|needs| missing(needs).is_none()) {
        true => None,
        false => first.map(|need| format!("it needs {need}")),
    }
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut rest = text;
    while let Some(at) = end_of_first(rest) {
        sentences.push(&rest[..at]);
        rest = rest[at..].trim_start();
    }
    sentences.push(rest);
    sentences
}

/// Where the first of several sentences ends.
fn end_of_first(text: &str) -> Option<usize> {
    let mut pairs = text.as_bytes().windows(2);
    let end = pairs.position(|pair| matches!(pair, [b'.' | b'!' | b'?', b' ']));
    end.map(|at| at + 1)
}

pub(super) fn check(
    carved: &CarvedSector,
    labels: &Labels,
    links: &[Link],
    templates: &Templates,
    findings: &mut Vec<Finding>,
) {
    let sector = carved.sector();
    if sector.generation() != GENERATION {
        return;
    }
    // Nearly all sectors are read with the same templates.
    static BUILT_IN: OnceLock<Index<'static>> = OnceLock::new();
    let own;
    let index = match std::ptr::eq(templates, Templates::built_in()) {
        true => BUILT_IN.get_or_init(|| Index::new(Templates::built_in())),
        false => {
            own = Index::new(templates);
            &own
        }
    };
    let readings = Reading::all(carved, labels, links);
    // In a small sector nothing is said twice.
    let mut said: HashSet<&str> = HashSet::new();
    for (room, reading) in sector.rooms().iter().zip(&readings) {
        let mut say = |room: &Room, text: &str, fault: String| {
            findings.push(Finding::of_rooms(
                Rule::WordsMismatch,
                [room.id],
                format!(
                    "room {} is not as it is described: {text:?}: {fault}",
                    room.id
                ),
            ));
        };
        if let Some(fault) = index.judge_name(&room.name, reading)
            && !sector.is_brought()
        {
            say(room, &room.name, fault);
        }
        let curiosities = room
            .contents
            .iter()
            .filter(|content| content.kind.name() == CURIOSITY);
        for about in curiosities.filter_map(|content| content.properties.get("about")) {
            if let Some(fault) = index.judge(about, reading) {
                say(room, about, fault);
            }
        }
        for sentence in sentences(&room.description) {
            if let Some(fault) = index.judge(sentence, reading) {
                say(room, sentence, fault);
            }
            if sector.rooms().len() <= again::DISTINCT
                && let Some(template) = index.template(sentence)
                && !said.insert(template)
            {
                say(
                    room,
                    sentence,
                    "another room has the same sentence".to_owned(),
                );
            }
        }
    }
    again::check(sector, templates, findings);
}

#[cfg(test)]
mod tests;
