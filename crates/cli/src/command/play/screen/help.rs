//! Help that knows where one is.

use super::app::App;
use super::keys::{ACTIONS, Action};
use deepway::Direction;

/// What stands between two hints.
const SEPARATOR: &str = " · ";

/// The line at the bottom: what is of use here and now.
///
/// What does not fit into so many columns is left out, the least needed first.
pub(super) fn hint(app: &App, columns: u16) -> String {
    let game = app.game();
    let key = |action: Action| app.keys.keys_of(action).into_iter().next();
    let mut parts: Vec<String> = Vec::new();
    let mut left = usize::from(columns) + SEPARATOR.chars().count();
    let mut add = |action: Action, what: &str| {
        let part = key(action).map(|key| format!("{key} {what}"));
        let takes = |part: &String| part.chars().count() + SEPARATOR.chars().count();
        if let Some(part) = part.filter(|part| takes(part) <= left) {
            left -= takes(&part);
            parts.push(part);
        }
    };
    let here = game.player().place;
    if game.ending().is_some() {
        add(Action::Rewind, "back a turn");
        add(Action::Replay, "replay");
        add(Action::Quit, "quit");
        return parts.join(SEPARATOR);
    }
    let ways = game.ways(here);
    let leads = |towards| ways.iter().any(|way| way.towards == towards);
    if !game.goods_at(here).is_empty() {
        add(Action::Take, "take");
    }
    if leads(Direction::Up) {
        add(Action::Up, "up");
    }
    if leads(Direction::Down) {
        add(Action::Down, "down");
    }
    add(Action::Help, "help");
    add(Action::Explore, "explore");
    add(Action::Act, "act");
    add(Action::Quit, "quit");
    add(Action::Look, "look");
    add(Action::Map, "map");
    add(Action::Palette, "all commands");
    add(Action::Ghost, "ghost");
    parts.join(SEPARATOR)
}

/// The page of help.
pub(super) fn lines(app: &App) -> Vec<String> {
    let game = app.game();
    let mut lines = vec!["Here and now".to_owned()];
    for choice in game.choices() {
        let odds = choice
            .odds
            .map_or(String::new(), |odds| format!(" ({odds} %)"));
        lines.push(format!("  {}{odds}", choice.text));
    }
    lines.push(String::new());
    lines.push("Moving".to_owned());
    for (action, what) in [
        (Action::Move(Direction::North), "north"),
        (Action::Move(Direction::NorthEast), "north-east"),
        (Action::Move(Direction::East), "east"),
        (Action::Move(Direction::SouthEast), "south-east"),
        (Action::Move(Direction::South), "south"),
        (Action::Move(Direction::SouthWest), "south-west"),
        (Action::Move(Direction::West), "west"),
        (Action::Move(Direction::NorthWest), "north-west"),
        (Action::Run(Direction::East), "run, in any direction"),
    ] {
        let keys = app.keys.keys_of(action).join(" ");
        lines.push(format!("  {keys:<18} {what}"));
    }
    lines.push(String::new());
    lines.push("Everything else".to_owned());
    for (action, _, about, _) in ACTIONS {
        let keys = app.keys.keys_of(action).join(" ");
        lines.push(format!("  {keys:<18} {about}"));
    }
    lines.push(String::new());
    lines.push(
        "Mouse: over a place the way there, a click goes, the right button looks.".to_owned(),
    );
    lines.push("On the plan".to_owned());
    for text in [
        "  @ you   letters: people and creatures   < > X stairs   L ladder   O shaft   o hole   E elevator",
        "  b▼1 beside a way: b is its letter, and it leads a level down; the other end has a b too",
        "  dim signs over open air are the level below; the cut from the side shows the row",
        "  between the marks at the edges of the plan, and where a fall would end",
    ] {
        lines.push(text.to_owned());
    }
    lines
}
