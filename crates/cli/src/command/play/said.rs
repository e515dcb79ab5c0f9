//! What can be said to a game, typed as a line or chosen from the palette.

use crate::message::one_line;
use deepway::Direction;
use deepway::play::Command;

/// What somebody says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Act(Command),
    Explore,
    Travel(String),
    TakeWay(Direction),
    Look,
    Map,
    Items,
    Party,
    Aim,
    Seed,
    Rewind(u32),
    Help,
    Quit,
}

/// All that can be said, and what it does.
pub(super) const WORDS: [(&str, &str); 31] = [
    (
        "explore",
        "look at everything that can be reached, until there is news",
    ),
    ("travel PLACE", "go to a place that you know: a room, x,y,z"),
    (
        "up",
        "take the way up here, or travel to the nearest known one",
    ),
    (
        "down",
        "take the way down here, or travel to the nearest known one",
    ),
    ("use up", "walk to a stair beside, and up"),
    ("use down", "walk to a stair beside, and down"),
    ("n", "a step north; also ne e se s sw w nw"),
    ("wait", "do nothing for a turn"),
    ("rest", "rest until something happens"),
    ("search", "look for what is hidden around here"),
    ("take", "take what lies here"),
    ("drop N", "put down what you carry as number N"),
    ("apply N", "eat, drink, read, put on or light number N"),
    ("throw N x,y,z", "throw number N at a place"),
    (
        "strike x,y,z",
        "strike whoever is in reach: beside you, or a level down",
    ),
    ("shove D", "push whoever is in a direction"),
    ("disarm D", "disarm a trap in a direction"),
    ("clear", "clear what blocks the way up or down here"),
    ("blast", "blast it"),
    ("repair", "repair the elevator here"),
    ("turn D", "turn to a direction, in mazes"),
    ("look", "what is around you, in words"),
    ("map", "what you know of this level"),
    ("items", "what you carry"),
    ("party", "who goes with you"),
    ("aim", "what you are here for"),
    ("seed", "how to play this game again"),
    ("rewind N", "take back N commands"),
    ("yes", "the answer to a question; also no"),
    ("leave", "give up"),
    ("quit", "stop here"),
];

/// What a line means; none if it means nothing.
pub(super) fn understand(text: &str) -> Option<Said> {
    let text = text.trim();
    let mut words = text.split_whitespace();
    let first = words.next()?.to_lowercase();
    let rest = text[text.find(char::is_whitespace).unwrap_or(text.len())..].trim();
    Some(match (first.as_str(), rest) {
        ("explore" | "o", "") => Said::Explore,
        ("travel" | "_", place) if !place.is_empty() => Said::Travel(place.to_owned()),
        ("<" | "up" | "u", "") => Said::TakeWay(Direction::Up),
        (">" | "down" | "d", "") => Said::TakeWay(Direction::Down),
        ("look" | "x", "") => Said::Look,
        ("map", "") => Said::Map,
        ("items" | "i", "") => Said::Items,
        ("party", "") => Said::Party,
        ("aim", "") => Said::Aim,
        ("seed" | "~", "") => Said::Seed,
        ("rewind", "") => Said::Rewind(1),
        ("rewind", count) => Said::Rewind(count.parse().ok()?),
        ("help" | "?", _) => Said::Help,
        ("quit" | "q", "") => Said::Quit,
        _ => Said::Act(text.parse().ok()?),
    })
}

/// What is said of a line that means nothing.
pub(super) fn problem(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or("");
    let known = WORDS
        .iter()
        .find(|(word, _)| word.split(' ').next() == Some(first));
    match known {
        Some((word, about)) => format!("Expected {word}: {about}."),
        None => format!("{}: that is no command. HELP lists them.", one_line(text)),
    }
}

/// What HELP says.
pub(super) fn help() -> String {
    let mut text = String::new();
    for (word, about) in WORDS {
        text += &format!("{word:<15} {about}\n");
    }
    text
}
