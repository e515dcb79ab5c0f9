//! In a small sector nothing is said twice about its connections, as long as the templates have
//! something else to say.

use crate::report::{Finding, Rule};
use crate::sector::{Connection, Sector};
use crate::words::Templates;
use std::collections::HashMap;

/// Up to this many rooms nothing is said twice.
pub(super) const DISTINCT: usize = 40;

pub(super) fn check(sector: &Sector, templates: &Templates, findings: &mut Vec<Finding>) {
    if sector.rooms().len() > DISTINCT {
        return;
    }
    let kinds = ["stairs", "shaft", "elevator", "ladder", "collapsed"];
    let words = kinds.iter().filter_map(|kind| templates.connection(kind));
    for words in words {
        let hazards = words.hazards.iter().map(|hazard| hazard.text.as_str());
        let hazards: Vec<&str> = hazards.collect();
        let lists = [&words.descriptions, &words.blockages];
        let lists = lists.map(|texts| texts.iter().map(String::as_str).collect());
        for list in lists.into_iter().chain([hazards]) {
            check_list(sector, &list, findings);
        }
    }
}

/// Finds sentences of a list that are there more than once though others are left.
fn check_list(sector: &Sector, list: &[&str], findings: &mut Vec<Finding>) {
    let mut said: HashMap<&str, Vec<Connection<'_>>> = HashMap::new();
    let mut count = 0;
    for connection in sector.connections() {
        for &sentence in list.iter().filter(|text| has(&connection, text)) {
            said.entry(sentence).or_default().push(connection);
            count += 1;
        }
    }
    let mut again: Vec<_> = said
        .into_iter()
        .filter(|(_, ways)| ways.len() > 1)
        .collect();
    again.sort_unstable_by_key(|(sentence, _)| *sentence);
    for (sentence, ways) in again.into_iter().filter(|_| count <= list.len()) {
        let names: Vec<String> = ways.iter().map(|way| way.id.to_string()).collect();
        findings.push(Finding::of_rooms(
            Rule::WordsMismatch,
            ways.iter().flat_map(Connection::ends),
            format!(
                "connections {} have the same sentence: {sentence:?}",
                names.join(" and ")
            ),
        ));
    }
}

/// Whether a sentence is said about a connection.
fn has(connection: &Connection<'_>, sentence: &str) -> bool {
    let blockage = connection.blockage().unwrap_or("");
    let mut hazards = connection.hazards().iter();
    connection.description() == sentence
        || super::sentences(blockage).contains(&sentence)
        || hazards.any(|hazard| hazard.text == sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector::{Blueprint, generate};
    use crate::seed::Seed;
    use std::collections::HashSet;

    fn make(seed: u64, rooms: u32, verticality: u32) -> Sector {
        let blueprint = Blueprint {
            target_rooms: rooms,
            verticality,
            ..Blueprint::default()
        };
        generate(&blueprint, Seed::new(seed)).unwrap()
    }

    #[test]
    fn nothing_is_said_twice_about_connections() {
        let mut most = 0;
        for (seeds, rooms) in [(0..60, 7), (0..30, 20), (0..60, 40)] {
            for seed in seeds {
                let sector = make(seed, rooms, 30 + 70 * (seed as u32 % 2));
                let mut said = HashSet::new();
                for connection in sector.connections() {
                    let blockage = connection.blockage().map(super::super::sentences);
                    let hazards = connection
                        .hazards()
                        .iter()
                        .map(|hazard| hazard.text.as_str());
                    let texts = blockage.into_iter().flatten().chain(hazards);
                    for text in texts.chain([connection.description()]) {
                        assert!(!text.is_empty());
                        assert!(
                            said.insert(text.to_owned()),
                            "{rooms} rooms, {seed}: {text}"
                        );
                    }
                }
                most = most.max(said.len());
            }
        }
        assert!(most > 20, "{most}");
    }

    #[test]
    fn what_is_said_twice_is_found() {
        let mut raw = make(5, 20, 30).to_raw();
        let mut findings = Vec::new();
        let text = raw.connections[0].description.clone();
        let is_like_first = |kind| kind == raw.connections[0].kind;
        let again = (1..raw.connections.len()).find(|&at| is_like_first(raw.connections[at].kind));
        raw.connections[again.unwrap()].description = text;
        let sector = Sector::from_raw(raw).unwrap();
        check(&sector, Templates::built_in(), &mut findings);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("have the same sentence"));
    }
}
