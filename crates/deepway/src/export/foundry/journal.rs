//! The keeper's notes: a journal with a page a room, pins on the map, and how to bring all of it in.

use super::{Floor, SQUARE};
use crate::export::Source;
use crate::export::hash::letters;
use crate::export::xml::Escaped;
use crate::thing::{Thing, ThingKind};
use serde_json::{Value, json};

/// Something with a pin: a key for players to see, and a page for the keeper alone.
struct Entry {
    key: String,
    name: String,
    text: String,
    /// In pixels.
    at: [i32; 2],
    z: u32,
}

fn entries(source: &Source<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for room in &source.rooms {
        let [low, high] = room.inside;
        let mut text = format!("<blockquote>{}</blockquote>", Escaped(&room.description));
        for note in &room.notes {
            text += &format!("<p>{}</p>", Escaped(note));
        }
        entries.push(Entry {
            key: room.id.clone(),
            name: format!("{} {}", room.id, room.name),
            text,
            at: [
                (low.x + high.x + 1) * SQUARE / 2,
                (low.y + high.y + 1) * SQUARE / 2,
            ],
            z: room.z,
        });
    }
    if !source.rooms.is_empty() {
        return entries;
    }
    let things = source.cells.things().map(|(_, thing)| thing);
    let is_noted = |thing: &&Thing| thing.kind != ThingKind::Tag;
    for (number, thing) in (1u32..).zip(things.filter(is_noted)) {
        let properties = thing.properties.iter();
        let properties =
            properties.map(|(key, value)| format!("<p>{}: {}</p>", Escaped(key), Escaped(value)));
        entries.push(Entry {
            key: number.to_string(),
            name: format!(
                "{number} {}",
                if thing.name.is_empty() {
                    thing.kind.name()
                } else {
                    &thing.name
                }
            ),
            text: format!(
                "<p>{}</p>{}",
                Escaped(thing.kind.name()),
                properties.collect::<String>()
            ),
            at: [thing.place.x, thing.place.y].map(|at| at * SQUARE + SQUARE / 2),
            z: thing.place.z as u32,
        });
    }
    entries
}

fn journal_id() -> String {
    letters("journal")
}

fn page_id(key: &str) -> String {
    letters(&format!("page {key}"))
}

/// The pins. They say nothing but a number, since players see them; the page is the keeper's.
pub(super) fn notes(source: &Source<'_>, floors: &[Floor]) -> Vec<Value> {
    let entries = entries(source).into_iter();
    let notes = entries.filter_map(|entry| {
        let floor = floors.get(entry.z as usize)?;
        Some(json!({
            "_id": letters(&format!("note {}", entry.key)), "entryId": journal_id(),
            "pageId": page_id(&entry.key), "x": entry.at[0], "y": entry.at[1],
            "elevation": floor.bottom, "text": entry.key, "iconSize": 40, "fontSize": 28,
            "textAnchor": 1, "textColor": "#ffffff", "global": false, "levels": [floor.id],
            "texture": { "src": "icons/svg/book.svg", "tint": "#ffffff" }, "flags": {},
        }))
    });
    notes.collect()
}

/// The journal, for the keeper alone.
pub(super) fn journal(source: &Source<'_>) -> Value {
    let pages = (0..).zip(entries(source)).map(|(number, entry): (u32, _)| {
        json!({
            "_id": page_id(&entry.key), "name": entry.name, "type": "text", "sort": number * 1000,
            "title": { "show": true, "level": 1 },
            "text": { "format": 1, "content": entry.text },
            "ownership": { "default": -1 }, "flags": {},
        })
    });
    json!({
        "_id": journal_id(), "name": format!("{}: keeper's notes", source.title),
        "pages": pages.collect::<Vec<_>>(), "ownership": { "default": 0 }, "flags": {},
    })
}

/// What to do with the files.
pub(super) fn readme(source: &Source<'_>) -> String {
    let stem = &source.stem;
    format!(
        "{}\n\n\
         A scene for Foundry Virtual Tabletop, version 14, with native levels.\n\n\
         1. Copy this folder to Data/deepway/{stem} in Foundry's user data, so that the pictures\n\
         \x20  are at deepway/{stem}/level-000.png and so on.\n\
         2. Create an empty scene, right-click it, choose Import Data, and take scene.json.\n\
         3. Create an empty journal entry and import journal.json into it: the keeper's notes,\n\
         \x20  a page for each number on the map.\n\n\
         So that pins open their pages at once, a script macro can do steps 2 and 3 and keep ids:\n\n\
         const read = async name => (await fetch(`deepway/{stem}/${{name}}`)).json();\n\
         await JournalEntry.create(await read('journal.json'), {{keepId: true}});\n\
         await Scene.create(await read('scene.json'), {{keepId: true}});\n\n\
         Pins show a number only; the notes belong to the keeper. Secret doors are secret doors,\n\
         and the pictures do not show them. Regions named stairs, ladder, shaft and so on change\n\
         the level; one-way ones only from the floor where they begin. Foundry asks before it\n\
         changes level: a fall is yours to call. Scenes lose their levels in compendia, so keep\n\
         this folder.\n",
        source.title
    )
}
