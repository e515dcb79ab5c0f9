//! Who and what is in the rooms of a sector, in words.

use crate::ids::RoomId;
use crate::sector::CarvedSector;
use crate::thing::{Thing, ThingKind};
use crate::view::sector::contents::{facts as facts_of, in_brackets, several};
use crate::view::things;
use crate::volume::{ThingId, Volume};
use crate::words::legible;
use std::collections::HashMap;

/// The second letter of a sign: a, b and so on; numbers are for rooms and locks.
fn suffix(number: usize) -> String {
    let letter = u8::try_from(number).ok().filter(|number| *number < 26);
    letter.map_or_else(
        || format!("-{number}"),
        |letter| char::from(b'a' + letter).to_string(),
    )
}

/// The signs of things on a map: a letter, and a second one where another thing in the same room
/// would have the same letter. Equal things have equal signs.
pub(super) fn signs(carved: &CarvedSector, cells: &Volume) -> HashMap<ThingId, String> {
    let mut alike: HashMap<(Option<RoomId>, char), Vec<String>> = HashMap::new();
    let mut signs = Vec::new();
    for (id, thing) in cells.things() {
        if let Some(letter) = things::sign(thing) {
            let key = (room_of(carved, thing), letter);
            let (texts, text) = (alike.entry(key).or_default(), told(thing));
            let known = texts.iter().position(|known| *known == text);
            let number = known.unwrap_or(texts.len());
            if known.is_none() {
                texts.push(text);
            }
            signs.push((id, key, number));
        }
    }
    let signs = signs.into_iter().map(|(id, key, number)| {
        let (_, letter) = key;
        let is_alone = alike.get(&key).is_none_or(|texts| texts.len() == 1);
        let sign = match is_alone {
            true => letter.to_string(),
            false => format!("{letter}{}", suffix(number)),
        };
        (id, sign)
    });
    signs.collect()
}

/// What is said of equal things, their sign, and how many there are.
type Listed<'a> = (String, Option<&'a str>, u32);

/// Those of the things in each room that are wanted, equal ones together, each after its sign on
/// the map: `(b) 3 × cave bat`.
pub(super) fn contents(
    carved: &CarvedSector,
    cells: &Volume,
    signs: &HashMap<ThingId, String>,
    is_wanted: impl Fn(&Thing) -> bool,
) -> HashMap<RoomId, Vec<String>> {
    let mut rooms: HashMap<RoomId, Vec<Listed<'_>>> = HashMap::new();
    let listed = cells
        .things()
        .filter(|(_, thing)| is_listed(thing) && is_wanted(thing));
    for (id, thing) in listed {
        let Some(room) = room_of(carved, thing) else {
            continue;
        };
        let (text, sign) = (told(thing), signs.get(&id).map(String::as_str));
        let known = rooms.entry(room).or_default();
        let same = |(other, its, _): &&mut Listed<'_>| *other == text && *its == sign;
        match known.iter_mut().find(same) {
            Some((.., count)) => *count += 1,
            None => known.push((text, sign, 1)),
        }
    }
    let counted = |(text, sign, count): Listed<'_>| {
        let sign = sign.map(|sign| format!("({sign}) ")).unwrap_or_default();
        match count {
            1 => sign + &text,
            _ => sign + &several(&text, count.into()),
        }
    };
    let rooms = rooms.into_iter();
    rooms
        .map(|(room, listed)| (room, listed.into_iter().map(counted).collect()))
        .collect()
}

/// Whether a thing is told in the key; labels and locks are told in other ways.
fn is_listed(thing: &Thing) -> bool {
    !matches!(
        thing.kind,
        ThingKind::Label | ThingKind::Lock | ThingKind::Tag | ThingKind::Light
    )
}

/// The room of a thing: the one that it names, or the one that it lies in.
pub(super) fn room_of(carved: &CarvedSector, thing: &Thing) -> Option<RoomId> {
    let named = thing.properties.get("room");
    let named = named.and_then(|room| carved.sector().find_room(room));
    named.or_else(|| carved.room_at(thing.place))
}

/// A thing in words: its name, its kind unless that goes without saying, and what one needs to
/// run it.
fn told(thing: &Thing) -> String {
    let name = things::short_name(thing, 60);
    let kind: String = legible(thing.kind.name()).chars().take(24).collect();
    let text = match thing.kind {
        _ if name.is_empty() => kind,
        ThingKind::Creature | ThingKind::Item | ThingKind::Key | ThingKind::Marker => name,
        _ if name.to_lowercase().contains(&kind.to_lowercase()) => name,
        _ => format!("{kind}: {name}"),
    };
    let mut facts = Vec::new();
    if let (ThingKind::Key, Some(lock)) = (&thing.kind, thing.properties.get("lock")) {
        facts.push(legible(lock).chars().take(12).collect());
    }
    let hidden = thing.properties.get("hidden");
    let is_hidden = hidden.is_some_and(|hidden| hidden != "false");
    if is_hidden {
        facts.push("hidden".to_owned());
    }
    facts.extend(facts_of(&thing.kind, &thing.properties, is_hidden));
    in_brackets(text, &facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Pos;

    fn thing(kind: ThingKind, name: &str, properties: &[(&str, &str)]) -> Thing {
        let thing = Thing::new(Pos::default(), kind, name);
        let properties = properties.iter();
        properties.fold(thing, |thing, (name, value)| thing.with(*name, *value))
    }

    #[test]
    fn the_key_tells_what_one_needs_to_run_a_room() {
        let facts = [
            ("level", "3"),
            ("hp", "14"),
            ("damage", "1d8"),
            ("mind", "sleep"),
            ("boss", "yes"),
        ];
        assert_eq!(
            told(&thing(ThingKind::Creature, "sump eel", &facts)),
            "sump eel (level 3, 14 hit points, 1d8, asleep, the boss)"
        );
        let opal = told(&thing(ThingKind::Item, "opal", &[("value", "40")]));
        assert_eq!(opal, "opal (worth 40)");
        assert_eq!(several(&opal, 3), "3 × opal (worth 40 each)");
        assert_eq!(several("bat (level 1)", 2), "2 × bat (level 1)");
        let facts = [
            ("hidden", "yes"),
            ("notice", "13"),
            ("disarm", "12"),
            ("damage", "2d6"),
            ("trigger", "a long story"),
        ];
        assert_eq!(
            told(&thing(ThingKind::Trap, "root pit", &facts)),
            "trap: root pit (hidden, DC 13 to notice, DC 12 to disarm, 2d6 damage)"
        );
        assert_eq!(
            told(&thing(ThingKind::Key, "bone key", &[("lock", "k0")])),
            "bone key (k0)"
        );
    }
}
