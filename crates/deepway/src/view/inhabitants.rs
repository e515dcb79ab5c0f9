//! Who and what is in a zone: those who are together in one line, with what tables say about
//! them.

use super::palette::{TERMINAL_FAINT, nearest};
use super::text::{Ink, Pen, TextBlock};
use super::things;
use super::words::wrapped;
use crate::population::Tables;
use crate::seed::Dice;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use std::collections::BTreeSet;

/// What tables say about a creature or an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lore<'t> {
    /// What it is like, in a sentence.
    pub about: &'t str,
    /// The dice of the damage that it does, if it does any.
    pub damage: Option<Dice>,
    /// How fast it is, if it moves.
    pub speed: Option<u32>,
}

impl<'t> Lore<'t> {
    /// What tables say about a thing, if it is a creature or an item of theirs.
    pub fn of(tables: &'t Tables, thing: &Thing) -> Option<Self> {
        let id = thing.properties.get("id")?;
        match thing.kind {
            ThingKind::Creature => {
                let known = tables.creatures().iter().find(|known| known.id == *id)?;
                Some(Self {
                    about: &known.about,
                    damage: Some(known.damage),
                    speed: Some(known.speed),
                })
            }
            ThingKind::Item => {
                let known = tables.items().iter().find(|known| known.id == *id)?;
                Some(Self {
                    about: &known.about,
                    damage: known.damage,
                    speed: None,
                })
            }
            _ => None,
        }
    }
}

/// Things that differ in nothing but their places: a party, the belts of a tunnel.
pub(super) struct Group<'a> {
    pub(super) thing: &'a Thing,
    pub(super) places: Vec<Pos>,
}

impl<'a> Group<'a> {
    /// Gathers things, in the order in which the first of each group comes; `same` says what
    /// members of a group have in common.
    pub(super) fn gather<K: PartialEq>(
        things: impl Iterator<Item = &'a Thing>,
        same: impl Fn(&'a Thing) -> K,
    ) -> Vec<Self> {
        let mut groups: Vec<(K, Self)> = Vec::new();
        for thing in things {
            let key = same(thing);
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, group)) => group.places.push(thing.place),
                None => groups.push((
                    key,
                    Self {
                        thing,
                        places: vec![thing.place],
                    },
                )),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// Properties that are told in another way, or are of no use to people.
const UNTOLD: [&str; 8] = [
    "glyph", "id", "colour", "color", "follows", "leads", "party", "item",
];
/// The most places of a group that are listed, and the most groups.
const PLACES: usize = 8;
const GROUPS: usize = 40;

/// Lists things, a group in a line, each with what it is like; what is told about one is not
/// told again.
pub(super) fn list(
    block: &mut TextBlock,
    drawn: &[&Thing],
    tables: &Tables,
    columns: u32,
    ink: Ink,
) {
    let groups = Group::gather(drawn.iter().copied(), |thing| {
        let told = thing.properties.iter();
        let told = told.filter(|(key, _)| !["follows", "leads"].contains(&key.as_str()));
        (&thing.kind, &thing.name, told.collect::<Vec<_>>())
    });
    let mut told = BTreeSet::new();
    for group in groups.iter().take(GROUPS) {
        let thing = group.thing;
        let lore = Lore::of(tables, thing);
        let lines = wrapped(
            &format!("  {}", sentence(group, lore)),
            columns.saturating_sub(2),
        );
        for (number, line) in lines.lines().enumerate() {
            let mut pen = Pen::new(ink);
            let sign = things::text_sign(thing).filter(|_| number == 0);
            pen.put(sign.unwrap_or(' '), Some(nearest(things::colour(thing))));
            let line = line.strip_prefix("  ").unwrap_or(line);
            pen.write(&format!(" {line}"), None);
            block.push(pen);
        }
        let about = lore
            .map(|lore| lore.about)
            .filter(|about| told.insert(*about));
        for line in about
            .map(|about| wrapped(&format!("    {about}"), columns))
            .iter()
            .flat_map(|about| about.lines())
        {
            let mut pen = Pen::new(ink);
            pen.write(line, Some(TERMINAL_FAINT));
            block.push(pen);
        }
    }
    if let Some(rest) = groups.len().checked_sub(GROUPS).filter(|&rest| rest > 0) {
        let mut pen = Pen::new(ink);
        pen.write(&format!("and {rest} more"), Some(TERMINAL_FAINT));
        block.push(pen);
    }
}

/// A group in words: who or what, what it is like, where.
fn sentence(group: &Group, lore: Option<Lore>) -> String {
    let thing = group.thing;
    let name = match thing.name.is_empty() {
        true => thing.kind.name().escape_debug().to_string(),
        false => things::short_name(thing, 60),
    };
    let count = group.places.len();
    let mut parts = vec![match count {
        1 => name,
        _ => format!("{count} × {name}"),
    }];
    let get = |key: &str| thing.properties.get(key).map(String::as_str);
    let is_living = thing.kind == ThingKind::Creature;
    let is_titled = matches!(thing.kind, ThingKind::Creature | ThingKind::Item);
    if !is_titled && thing.kind.name() != thing.name {
        parts.push(thing.kind.name().escape_debug().to_string());
    }
    parts.extend(get("item").map(str::to_owned));
    for (key, value) in thing
        .properties
        .iter()
        .filter(|(key, _)| !UNTOLD.contains(&key.as_str()))
    {
        parts.push(match (key.as_str(), value.as_str()) {
            ("boss", _) if is_living => "a boss".to_owned(),
            ("hp", value) => format!("{value} hit points"),
            (key, value) => {
                let told: String = format!("{key} {value}").chars().take(60).collect();
                told.escape_debug().to_string()
            }
        });
    }
    if let Some(lore) = lore {
        parts.extend(lore.damage.map(|dice| format!("damage {dice}")));
        parts.extend(lore.speed.map(|speed| format!("speed {speed}")));
    }
    if let Some(party) = get("party") {
        parts.push(format!("party {}", party.escape_debug()));
    }
    let places = group.places.iter().take(PLACES);
    let places: Vec<String> = places.map(|at| format!("{},{}", at.x, at.y)).collect();
    let more = match count.checked_sub(PLACES).filter(|&more| more > 0) {
        Some(more) => format!(" and {more} more"),
        None => String::new(),
    };
    format!("{}, at {}{more}", parts.join(", "), places.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toad(x: i32) -> Thing {
        let creature = Tables::built_in().creatures().first().unwrap();
        Thing::new(Pos::new(x, 2, 0), ThingKind::Creature, "gloom toad")
            .with("id", &*creature.id)
            .with("glyph", "t")
            .with("level", "11")
            .with("tier", "2")
            .with("party", "1")
    }

    #[test]
    fn a_party_is_told_in_one_line_with_all_its_properties() {
        let things = [
            toad(1).with("leads", "2"),
            toad(2).with("follows", "gloom toad"),
            toad(4).with("follows", "gloom toad"),
            Thing {
                name: "great gloom toad".to_owned(),
                ..toad(9).with("boss", "yes")
            },
            Thing::new(Pos::new(3, 3, 0), ThingKind::Item, "pin")
                .with("item", "treasure")
                .with("value", "30"),
        ];
        let things: Vec<&Thing> = things.iter().collect();
        let mut block = TextBlock::default();
        list(&mut block, &things, Tables::built_in(), 200, Ink::Plain);
        let lines: Vec<&str> = block.lines().collect();
        assert!(
            lines[0].starts_with("t 3 × gloom toad, level 11, tier 2, damage "),
            "{lines:?}"
        );
        assert!(lines[0].ends_with(", party 1, at 1,2 2,2 4,2"), "{lines:?}");
        let about = Tables::built_in().creatures().first().unwrap().about.trim();
        assert_eq!(lines[1].trim(), about);
        assert!(
            lines[2].starts_with("t great gloom toad, a boss, level 11"),
            "{lines:?}"
        );
        assert_eq!(lines[3], "i pin, treasure, value 30, at 3,3");
    }
}
