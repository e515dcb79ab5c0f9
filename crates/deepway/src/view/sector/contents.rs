//! What is in a room, in words for whoever runs the game.

use super::super::words::count;
use crate::sector::{CURIOSITY, Content, Room};
use crate::thing::ThingKind;
use crate::words::legible;
use crate::words::phrase::capital;

/// What is in a room, a line for each kind of it: creatures, treasure, traps, and what else is
/// there.
pub fn room_contents(room: &Room) -> Vec<String> {
    let of = |kind: &ThingKind| -> Vec<&Content> {
        let contents = room.contents.iter();
        contents.filter(|content| content.kind == *kind).collect()
    };
    let mut lines = Vec::new();
    let creatures = grouped(&of(&ThingKind::Creature), creature);
    if !creatures.is_empty() {
        lines.push(creatures.join("; "));
    }
    let items = grouped(&of(&ThingKind::Item), item);
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
fn grouped(contents: &[&Content], say: fn(&Content) -> String) -> Vec<String> {
    let mut groups: Vec<(String, &Content, u64)> = Vec::new();
    for content in contents {
        let said = say(content);
        match groups.iter_mut().find(|(known, ..)| *known == said) {
            Some((.., number)) => *number += 1,
            None => groups.push((said, content, 1)),
        }
    }
    let say = |(said, _, number): (String, &Content, u64)| match number {
        1 => said,
        _ => format!("{number} × {said}"),
    };
    groups.into_iter().map(say).collect()
}

fn property<'a>(content: &'a Content, name: &str) -> Option<&'a str> {
    content.properties.get(name).map(String::as_str)
}

fn creature(content: &Content) -> String {
    let mut facts = Vec::new();
    if let Some(level) = property(content, "level") {
        facts.push(format!("level {level}"));
    }
    if let Some(points) = content.number("hp") {
        facts.push(count(points.into(), "hit point", "hit points"));
    }
    if let Some(damage) = property(content, "damage") {
        facts.push(damage.to_owned());
    }
    match property(content, "mind") {
        Some("sleep") => facts.push("asleep".to_owned()),
        Some("wander") => facts.push("on the move".to_owned()),
        _ => {}
    }
    if property(content, "boss").is_some() {
        facts.push("the boss".to_owned());
    }
    in_brackets(content, &facts)
}

fn item(content: &Content) -> String {
    let mut facts = Vec::new();
    if let Some(damage) = property(content, "damage") {
        facts.push(damage.to_owned());
    }
    if let Some(value) = property(content, "value") {
        facts.push(format!("worth {value}"));
    }
    in_brackets(content, &facts)
}

fn in_brackets(content: &Content, facts: &[String]) -> String {
    let name = legible(&content.name);
    match facts.is_empty() {
        true => name,
        false => format!("{name} ({})", facts.join(", ")),
    }
}

fn trap(content: &Content) -> String {
    let what = if content.is_hidden() {
        "Trap"
    } else {
        "Hazard"
    };
    let mut text = format!("{what}: {}", legible(&content.name));
    let mut checks = Vec::new();
    if let Some(dc) = property(content, "notice").filter(|_| content.is_hidden()) {
        checks.push(format!("DC {dc} to notice"));
    }
    if let Some(dc) = property(content, "disarm") {
        let what = if content.is_hidden() {
            "disarm"
        } else {
            "get past"
        };
        checks.push(format!("DC {dc} to {what}"));
    }
    if let Some(damage) = property(content, "damage") {
        checks.push(format!("{damage} damage"));
    }
    if !checks.is_empty() {
        text += &format!(" ({})", checks.join(", "));
    }
    if let (Some(trigger), Some(effect)) =
        (property(content, "trigger"), property(content, "effect"))
    {
        text += &format!(". {}: {}.", legible(trigger), legible(effect));
    }
    text
}

fn with_about(name: &str, content: &Content) -> String {
    match property(content, "about") {
        Some(about) => format!("{name}: {}", legible(about)),
        None => name.to_owned(),
    }
}
