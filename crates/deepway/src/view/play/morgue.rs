//! What is left of a game that is over.

use super::{game_plan, surroundings};
use crate::play::{Ending, Game};
use crate::words::phrase::capital;
use std::fmt::Write;

/// What is to be remembered of a game that is over: how it ended, what happened in it, and how
/// the level looked.
pub fn morgue(game: &Game, share: &str) -> String {
    let player = game.player();
    let tally = game.tally();
    let mut text = String::new();
    let ending = match (game.ending(), tally.killed_by) {
        (Some(Ending::Won), _) => "won".to_owned(),
        (Some(Ending::Left), _) => "gave up".to_owned(),
        (_, Some(cause)) => format!("died ({})", cause.id()),
        _ => "is still there".to_owned(),
    };
    let name = game.title();
    let _ = writeln!(
        text,
        "{}, level {}, {ending} in turn {} at {} of {name}.",
        capital(&player.name),
        player.level,
        game.turn(),
        game.world().place_name(player.place),
    );
    let _ = writeln!(text, "{}\n{share}\n", game.tell_aim());
    let _ = writeln!(text, "Hit points    {} of {}", player.hp, player.max_hp);
    for (what, number) in [
        ("Steps", tally.steps),
        ("Climbs", tally.climbs),
        ("Falls", tally.falls),
        ("Levels fallen", tally.levels_fallen),
        ("Levels seen", tally.levels.len() as u64),
        ("Kills", tally.kills),
        ("Lost in all", tally.hurt),
    ] {
        let _ = writeln!(text, "{what:<13} {number}");
    }
    for (cause, amount) in &tally.causes {
        let _ = writeln!(text, "  by {cause:<8} {amount}");
    }
    let _ = writeln!(text, "\nCarried");
    match player.items.is_empty() {
        true => text += "  nothing\n",
        false => {
            for item in &player.items {
                let _ = writeln!(text, "  {}", item.name);
            }
        }
    }
    let _ = writeln!(text, "\nIn sight at the end");
    for line in surroundings(game) {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "\nThe level as it was known\n");
    text + &game_plan(game, player.place, 100, 40)
}
