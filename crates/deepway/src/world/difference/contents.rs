//! What is in the rooms of two sectors, and in their cells.

use super::sector::Both;
use super::things::Object;
use super::{Difference, How, Matter};
use crate::sector::{CarvedSector, Content};
use crate::thing::{Thing, ThingKind};
use std::collections::HashSet;

/// Somebody or something in a room.
fn object(content: &Content, room: String) -> Object<'_> {
    let [x, y] = content.at;
    Object {
        kind: &content.kind,
        name: &content.name,
        properties: &content.properties,
        room,
        at: format!("{x},{y}"),
    }
}

impl Difference {
    /// Compares what is in the rooms of two sectors; a room where it differs has changed.
    pub(super) fn compare_contents(&mut self, both: &Both<'_>) {
        let [before, after] = [0, 1].map(|side| {
            let rooms = both.sectors[side].rooms().iter();
            let objects = rooms.flat_map(|room| {
                let name = both.room_name(side, room.id);
                let contents = room.contents.iter();
                contents.map(move |content| object(content, name.clone()))
            });
            objects.collect::<Vec<Object<'_>>>()
        });
        let rooms = self.compare_objects(&before, &after);
        for mark in &mut self.marks {
            if mark.how.is_none() && rooms.contains(&mark.label) {
                mark.how = Some(How::Changed);
            }
        }
    }

    /// Compares the things among the cells of two sectors, but for those that follow from what
    /// is in the rooms and, if locks differ, from locks.
    pub(super) fn compare_things_of_cells(&mut self, carved: [&CarvedSector; 2]) {
        let mut changes = self.changes.iter();
        let has_new_locks =
            changes.any(|change| change.matter == Matter::Lock || change.fact == "lock");
        let follows =
            |thing: &Thing| has_new_locks && matches!(thing.kind, ThingKind::Key | ThingKind::Lock);
        let contents = carved.map(things_of_rooms);
        let [before, after] = [0, 1].map(|side| {
            let things = carved[side].volume().things().map(|(_, thing)| thing);
            let own = things.filter(|thing| !follows(thing) && !contents[side].contains(*thing));
            own.map(Object::of).collect::<Vec<Object<'_>>>()
        });
        self.compare_objects(&before, &after);
    }
}

/// What is in the rooms of a sector, as things among its cells.
fn things_of_rooms(carved: &CarvedSector) -> HashSet<Thing> {
    let rooms = carved.sector().rooms().iter();
    let things = rooms.flat_map(|room| {
        let corner = carved.inside(room.id).map(|[corner, _]| corner);
        let contents = room.contents.iter();
        contents.filter_map(move |content| Some(content.thing(room, corner?)))
    });
    things.collect()
}
