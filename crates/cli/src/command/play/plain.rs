//! The game without a screen: a line in, lines out. For pipes, logs and screen readers.

use super::ascii;
use super::said::{Said, problem, understand};
use super::session::Session;
use crate::message::{columns, one_line};
use crate::output;
use anyhow::{Result, anyhow};
use deepway::answer::PlayAnswer;
use deepway::play::Command;
use deepway::view::{self, wrapped};
use std::io::{self, BufReader, IsTerminal};

/// Plays until the input ends, the game is over, or the player quits.
pub(super) fn play(
    session: &mut Session,
    greeting: Option<&str>,
    is_json: bool,
    is_ascii: bool,
) -> Result<()> {
    let signs = |text: String| match is_ascii {
        true => ascii::text(&text),
        false => text,
    };
    let is_shown = !is_json && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut lines = BufReader::new(io::stdin().lock());
    let mut failed = Ok(());
    output::print(|out| {
        if !is_json {
            let aim = super::session::aim(session.game());
            let first = greeting.map(str::to_owned).into_iter().chain(aim);
            for line in first {
                writeln!(out, "{}", signs(wrapped(&line, columns())))?;
            }
            for line in view::surroundings(session.game()) {
                writeln!(out, "{}", signs(wrapped(&line, columns())))?;
            }
        }
        loop {
            if is_shown {
                write!(out, "> ")?;
            }
            if lines.buffer().is_empty() {
                out.flush()?;
            }
            let line = match super::super::walk::next_line(&mut lines) {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(()),
                Err(error) => {
                    failed = Err(anyhow!(
                        "cannot read standard input: {}",
                        crate::message::reason(&error)
                    ));
                    return Ok(());
                }
            };
            if line.is_empty() {
                continue;
            }
            if !is_json && !is_shown {
                writeln!(out, "\n> {}", one_line(&line.short()))?;
            }
            let level = session.game().player().place.z;
            let said = understand(line.command());
            let mut told = match &said {
                None => vec![problem(&line.short())],
                Some(said) => session.obey(said),
            };
            if told.is_empty() {
                told.extend(said.as_ref().and_then(|said| quiet(session, said)));
            }
            if is_json {
                let answer = PlayAnswer::new(line.short(), said.is_some(), session.game(), told);
                writeln!(out, "{}", serde_json::to_string(&answer)?)?;
            } else {
                if session.game().player().place.z != level {
                    told.extend(view::surroundings(session.game()));
                }
                for line in &told {
                    match line.contains('\n') {
                        true => write!(out, "{}", signs(line.clone()))?,
                        false => writeln!(out, "{}", signs(wrapped(line, columns())))?,
                    }
                }
            }
            if said == Some(Said::Quit) || session.game().ending().is_some() {
                return Ok(());
            }
        }
    })?;
    failed
}

/// What is said of something that nothing came of.
fn quiet(session: &Session, said: &Said) -> Option<String> {
    let game = session.game();
    match said {
        Said::Act(Command::Search) => Some("You find nothing.".to_owned()),
        Said::Act(_) => {
            let place = game.world().place_name(game.player().place);
            Some(format!("You are at {place}, in turn {}.", game.turn()))
        }
        Said::Quit => Some(match session.keeper().place() {
            Some(place) => format!("The game is in {place}."),
            None => "This game is not kept; --record FILE keeps one.".to_owned(),
        }),
        _ => None,
    }
}
