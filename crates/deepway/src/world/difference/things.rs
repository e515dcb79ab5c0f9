//! Things that differ.

use super::{Difference, Matter};
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Something to compare: a thing of a map, or what is in a room.
pub(super) struct Object<'a> {
    /// What it is.
    pub(super) kind: &'a ThingKind,
    /// What it is called.
    pub(super) name: &'a str,
    /// Its other properties.
    pub(super) properties: &'a BTreeMap<String, String>,
    /// The room that it is in; empty in a map.
    pub(super) room: String,
    /// Where it is there.
    pub(super) at: String,
}

impl<'a> Object<'a> {
    /// A thing of a map.
    pub(super) fn of(thing: &'a Thing) -> Self {
        Self {
            kind: &thing.kind,
            name: &thing.name,
            properties: &thing.properties,
            room: String::new(),
            at: thing.place.to_string(),
        }
    }

    /// What messages call it.
    fn said(&self) -> String {
        let Self {
            kind, name, room, ..
        } = self;
        let named = match name.is_empty() {
            true => kind.to_string(),
            false => format!("{kind} {name:?}"),
        };
        match room.is_empty() {
            true => named,
            false => format!("{named} in {room}"),
        }
    }

    fn place(&self) -> String {
        let Self { room, at, .. } = self;
        match room.is_empty() {
            true => at.clone(),
            false => format!("{room} at {at}"),
        }
    }

    /// The properties that differ from those of another.
    fn own_properties(&self, other: &Self) -> String {
        let properties = self.properties.iter();
        let own = properties.filter(|(name, value)| other.properties.get(*name) != Some(*value));
        let own: Vec<String> = own.map(|(name, value)| format!("{name}={value}")).collect();
        match own.is_empty() {
            true => "none".to_owned(),
            false => own.join(" "),
        }
    }
}

/// What makes two objects the same, the surest first: everything; name and place; name and room;
/// name; place.
const SAME: [fn(&Object<'_>) -> String; 5] = [
    |it| {
        let properties = it.properties;
        format!("{} {:?} {} {properties:?}", it.kind, it.name, it.place())
    },
    |it| format!("{} {:?} {}", it.kind, it.name, it.place()),
    |it| format!("{} {:?} {}", it.kind, it.name, it.room),
    |it| format!("{} {:?}", it.kind, it.name),
    |it| format!("{} {}", it.kind, it.place()),
];

impl Difference {
    /// Compares the things of two maps.
    pub(super) fn compare_things(&mut self, volumes: [&Volume; 2]) {
        let [before, after] = volumes.map(|volume| {
            let things = volume.things();
            let objects = things.map(|(_, thing)| Object::of(thing));
            objects.collect::<Vec<Object<'_>>>()
        });
        self.compare_objects(&before, &after);
    }

    /// Compares objects: the same first, then those with the same name and kind elsewhere, then
    /// those of the same kind at the same place. The rooms where something differs come back.
    pub(super) fn compare_objects(
        &mut self,
        before: &[Object<'_>],
        after: &[Object<'_>],
    ) -> BTreeSet<String> {
        let mut left: Vec<Option<&Object<'_>>> = after.iter().map(Some).collect();
        let mut pairs: Vec<Option<&Object<'_>>> = vec![None; before.len()];
        for key in SAME {
            let mut places: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
            for (place, object) in left.iter().enumerate() {
                if let Some(object) = object {
                    places.entry(key(object)).or_default().push_back(place);
                }
            }
            for (object, pair) in before.iter().zip(&mut pairs) {
                if pair.is_none() {
                    let place = places.get_mut(&key(object)).and_then(VecDeque::pop_front);
                    *pair = place.and_then(|place| left[place].take());
                }
            }
        }
        let mut rooms = BTreeSet::new();
        for (object, pair) in before.iter().zip(pairs) {
            let name = object.said();
            let Some(other) = pair else {
                self.note_removed(Matter::Thing, &name, format!("at {}", object.at));
                rooms.insert(object.room.clone());
                continue;
            };
            let both = [object, other];
            let facts = [
                ("place", both.map(Object::place)),
                ("name", both.map(|object| object.name.to_owned())),
                (
                    "properties",
                    [object.own_properties(other), other.own_properties(object)],
                ),
            ];
            for (fact, values) in facts {
                if self.note_fact(Matter::Thing, &name, fact, values) {
                    rooms.extend(both.map(|object| object.room.clone()));
                }
            }
        }
        for object in left.into_iter().flatten() {
            let about = format!("at {}", object.at);
            self.note_added(Matter::Thing, &object.said(), about);
            rooms.insert(object.room.clone());
        }
        rooms
    }
}
