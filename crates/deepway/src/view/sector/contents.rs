//! What is in a room, in words for whoever runs the game.

use super::super::words::count;
use crate::sector::{CURIOSITY, Content, Room};
use crate::thing::ThingKind;
use crate::words::legible;
use crate::words::phrase::capital;
use std::collections::BTreeMap;

/// What is in a room, a line for each kind of it: creatures, treasure, traps, and what else is
/// there.
pub fn room_contents(room: &Room) -> Vec<String> {
    let of = |kind: &ThingKind| -> Vec<&Content> {
        let contents = room.contents.iter();
        contents.filter(|content| content.kind == *kind).collect()
    };
    let mut lines = Vec::new();
    let creatures = grouped(&of(&ThingKind::Creature));
    if !creatures.is_empty() {
        lines.push(creatures.join("; "));
    }
    let items = grouped(&of(&ThingKind::Item));
    if !items.is_empty() {
        lines.push(format!("To take: {}", items.join("; ")));
    }
    for content in of(&ThingKind::Trap) {
        lines.push(trap(content));
    }
    for content in of(&ThingKind::Marker) {
        let name = capital(&legible(&content.name));
        lines.push(with_about(&name, content));
    }
    for content in of(&ThingKind::Other(CURIOSITY.to_owned())) {
        let name = capital(&legible(&content.name));
        lines.push(with_about(&name, content));
    }
    lines
}

/// Says the same of equal ones once, with their number.
fn grouped(contents: &[&Content]) -> Vec<String> {
    let mut groups: Vec<(String, u64)> = Vec::new();
    for content in contents {
        let said = named(content);
        match groups.iter_mut().find(|(known, _)| *known == said) {
            Some((_, number)) => *number += 1,
            None => groups.push((said, 1)),
        }
    }
    let say = |(said, number): (String, u64)| match number {
        1 => said,
        _ => several(&said, number),
    };
    groups.into_iter().map(say).collect()
}

/// Several of the same: what one is worth, each of them is.
pub(super) fn several(said: &str, number: u64) -> String {
    let worth = said.strip_suffix(')').filter(|rest| {
        let value = rest.rsplit_once("worth ").map_or("", |(_, value)| value);
        !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
    });
    match worth {
        Some(rest) => format!("{number} × {rest} each)"),
        None => format!("{number} × {said}"),
    }
}

/// The most letters of a property in words.
const LONG: usize = 40;

/// Further properties of something in a room.
type Properties = BTreeMap<String, String>;

/// What one needs to run something in a room: of creatures how strong they are, of items what
/// they are worth, of traps the checks that they take.
pub(in crate::view) fn facts(
    kind: &ThingKind,
    properties: &Properties,
    is_hidden: bool,
) -> Vec<String> {
    match kind {
        ThingKind::Creature => creature_facts(properties),
        ThingKind::Item => item_facts(properties),
        ThingKind::Trap => trap_facts(properties, is_hidden),
        _ => Vec::new(),
    }
}

fn property(properties: &Properties, name: &str) -> Option<String> {
    let value = properties.get(name)?;
    Some(legible(value).chars().take(LONG).collect())
}

fn creature_facts(properties: &Properties) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(level) = property(properties, "level") {
        facts.push(format!("level {level}"));
    }
    let points = properties.get("hp").and_then(|hp| hp.parse::<u32>().ok());
    if let Some(points) = points {
        facts.push(count(points.into(), "hit point", "hit points"));
    }
    facts.extend(property(properties, "damage"));
    facts.extend(doing(properties).map(str::to_owned));
    if properties.contains_key("boss") {
        facts.push("the boss".to_owned());
    }
    facts
}

fn item_facts(properties: &Properties) -> Vec<String> {
    let damage = property(properties, "damage");
    let value = property(properties, "value");
    let value = value.map(|value| format!("worth {value}"));
    damage.into_iter().chain(value).collect()
}

fn trap_facts(properties: &Properties, is_hidden: bool) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(dc) = property(properties, "notice").filter(|_| is_hidden) {
        facts.push(format!("DC {dc} to notice"));
    }
    if let Some(dc) = property(properties, "disarm") {
        let what = if is_hidden { "disarm" } else { "get past" };
        facts.push(format!("DC {dc} to {what}"));
    }
    if let Some(damage) = property(properties, "damage") {
        facts.push(format!("{damage} damage"));
    }
    facts
}

/// What a creature is doing, in words; none if it just is there.
pub(in crate::view) fn doing(properties: &Properties) -> Option<&'static str> {
    match properties.get("mind").map(String::as_str) {
        Some("sleep") => Some("asleep"),
        Some("wander") => Some("on the move"),
        _ => None,
    }
}

/// A text with facts in brackets after it.
pub(super) fn in_brackets(text: String, facts: &[String]) -> String {
    match facts.is_empty() {
        true => text,
        false => format!("{text} ({})", facts.join(", ")),
    }
}

/// The name of something and the facts about it.
fn named(content: &Content) -> String {
    let facts = facts(&content.kind, &content.properties, content.is_hidden());
    in_brackets(legible(&content.name), &facts)
}

fn trap(content: &Content) -> String {
    let mut text = format!("Trap: {}", named(content));
    let told = |name: &str| content.properties.get(name).map(|told| legible(told));
    if let (Some(trigger), Some(effect)) = (told("trigger"), told("effect")) {
        text += &format!(". {trigger}: {effect}.");
    }
    text
}

fn with_about(name: &str, content: &Content) -> String {
    match content.properties.get("about") {
        Some(about) => format!("{name}: {}", legible(about)),
        None => name.to_owned(),
    }
}
