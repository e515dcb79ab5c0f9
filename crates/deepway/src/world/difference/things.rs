//! Things that differ.

use super::{Difference, Matter};
use crate::thing::Thing;
use crate::volume::Volume;
use std::collections::{BTreeMap, VecDeque};

/// What messages call a thing.
fn named(thing: &Thing) -> String {
    match thing.name.is_empty() {
        true => thing.kind.to_string(),
        false => format!("{} {:?}", thing.kind, thing.name),
    }
}

fn properties(thing: &Thing) -> String {
    let properties = thing.properties.iter();
    let properties: Vec<String> = properties
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    match properties.is_empty() {
        true => "none".to_owned(),
        false => properties.join(" "),
    }
}

impl Difference {
    /// Compares things: the same first, then those with the same name and kind elsewhere, then
    /// those of the same kind at the same place.
    pub(super) fn compare_things(&mut self, [a, b]: [&Volume; 2]) {
        let all = |volume: &Volume| -> Vec<Thing> {
            let things = volume.things();
            things.map(|(_, thing)| thing.clone()).collect()
        };
        let (before, after) = (all(a), all(b));
        let mut left: Vec<Option<&Thing>> = after.iter().map(Some).collect();
        let mut pairs: Vec<Option<&Thing>> = vec![None; before.len()];
        let keys: [fn(&Thing) -> String; 4] = [
            |thing| format!("{thing:?}"),
            |thing| format!("{} {:?} {}", thing.kind, thing.name, thing.place),
            |thing| format!("{} {:?}", thing.kind, thing.name),
            |thing| format!("{} {}", thing.kind, thing.place),
        ];
        for key in keys {
            let mut places: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
            for (place, thing) in left.iter().enumerate() {
                if let Some(thing) = thing {
                    places.entry(key(thing)).or_default().push_back(place);
                }
            }
            for (thing, pair) in before.iter().zip(&mut pairs) {
                if pair.is_none() {
                    let place = places.get_mut(&key(thing)).and_then(VecDeque::pop_front);
                    *pair = place.and_then(|place| left[place].take());
                }
            }
        }
        for (thing, pair) in before.iter().zip(pairs) {
            let name = named(thing);
            let Some(other) = pair else {
                self.note_removed(Matter::Thing, &name, format!("at {}", thing.place));
                continue;
            };
            let both = [thing, other];
            let places = both.map(|thing| thing.place.to_string());
            self.note_fact(Matter::Thing, &name, "place", places);
            let names = both.map(|thing| thing.name.clone());
            self.note_fact(Matter::Thing, &name, "name", names);
            self.note_fact(Matter::Thing, &name, "properties", both.map(properties));
        }
        for thing in left.into_iter().flatten() {
            self.note_added(Matter::Thing, &named(thing), format!("at {}", thing.place));
        }
    }
}
