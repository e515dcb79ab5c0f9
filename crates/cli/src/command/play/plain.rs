//! The game without a screen: a line in, lines out. For pipes, logs and screen readers.

use super::session::Session;
use crate::message::{columns, one_line};
use crate::output;
use anyhow::{Result, anyhow};
use deepway::answer::PlayAnswer;
use deepway::play::{Command, Event, Halt};
use deepway::view::{self, wrapped};
use deepway::{Direction, Pos};
use std::io::{self, BufReader, IsTerminal, Write};

/// What can be said.
enum Said {
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

/// What HELP says.
const HELP: &str = "\
Moves: n ne e se s sw w nw; up and down (< and >) take what is here, or travel to the nearest known way. \
use up and use down walk to a stair beside first. \
explore looks at everything that can be reached, until there is news; travel PLACE goes there. \
look, map, items, party, aim, seed; \
take, drop N, apply N, throw N x,y,z; strike x,y,z, shove D; search, disarm D; \
clear, blast, repair; wait, rest; yes and no answer questions; \
rewind N takes back N commands; leave gives up, quit ends the session.";

fn understand(text: &str) -> Option<Said> {
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
        ("help" | "?", "") => Said::Help,
        ("quit" | "q", "") => Said::Quit,
        _ => Said::Act(text.parse().ok()?),
    })
}

/// Plays until the input ends, the game is over, or the player quits. After every command
/// `keep` is called, to write the recording.
pub(super) fn play(
    session: &mut Session,
    is_json: bool,
    how_to_share: &str,
    mut keep: impl FnMut(&Session) -> Result<()>,
) -> Result<()> {
    let is_shown = !is_json && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut lines = BufReader::new(io::stdin().lock());
    let mut failed = Ok(());
    output::print(|out| {
        if !is_json {
            writeln!(out, "{}", wrapped(&session.game.tell_aim(), columns()))?;
            describe(session, out)?;
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
            let said = understand(line.command());
            let is_understood = said.is_some();
            let mut told = Vec::new();
            let mut is_over = false;
            match said {
                None => told.push(format!(
                    "{}: that is no command. HELP lists them.",
                    one_line(&line.short())
                )),
                Some(Said::Quit) => is_over = true,
                Some(said) => obey(session, said, how_to_share, &mut told, is_json),
            }
            if let Err(error) = keep(session) {
                failed = Err(error);
                return Ok(());
            }
            match is_json {
                true => {
                    let answer = PlayAnswer::new(line.short(), is_understood, &session.game, told);
                    writeln!(out, "{}", serde_json::to_string(&answer)?)?;
                }
                false => {
                    for line in &told {
                        match line.contains('\n') {
                            true => write!(out, "{line}")?,
                            false => writeln!(out, "{}", wrapped(line, columns()))?,
                        }
                    }
                }
            }
            if is_over || session.game.ending().is_some() {
                return Ok(());
            }
        }
    })?;
    failed
}

fn obey(
    session: &mut Session,
    said: Said,
    how_to_share: &str,
    told: &mut Vec<String>,
    is_json: bool,
) {
    let level = session.game.player().place.z;
    match said {
        Said::Act(command) => {
            let events = session.act(&command);
            tell(session, &events, told);
        }
        Said::Explore => {
            let (events, halt) = session.explore();
            tell(session, &events, told);
            told.extend(halt.map(|halt| why(&halt)));
        }
        Said::TakeWay(towards) => {
            let (events, halt) = session.take_way(towards);
            tell(session, &events, told);
            match halt {
                Some(Halt::NoWay) => told.push(format!("No way {towards} is known.")),
                halt => told.extend(halt.map(|halt| why(&halt))),
            }
        }
        Said::Travel(text) => match place(session, &text) {
            Err(problem) => told.push(problem),
            Ok(to) => {
                told.extend(session.outlook(to));
                let (events, halt) = session.travel(to);
                tell(session, &events, told);
                told.extend(halt.map(|halt| why(&halt)));
            }
        },
        Said::Look => told.extend(view::surroundings(&session.game)),
        Said::Map => {
            let wide = columns().min(100);
            let centre = session.game.player().place;
            told.push(view::game_plan(&session.game, centre, wide, 30));
        }
        Said::Items => {
            let items = session.game.player().items.iter().enumerate();
            let lines: Vec<String> = items
                .map(|(number, item)| {
                    let worn = item.properties.contains_key("worn");
                    let worn = if worn { " (in use)" } else { "" };
                    format!("{number} {}{worn}", item.name)
                })
                .collect();
            match lines.is_empty() {
                true => told.push("You carry nothing.".to_owned()),
                false => told.extend(lines),
            }
        }
        Said::Party => {
            for actor in session
                .game
                .actors()
                .filter(|actor| actor.side == deepway::play::Side::Party)
            {
                let lost = if actor.is_out_of_touch {
                    ", out of touch"
                } else {
                    ""
                };
                let place = session.game.world().place_name(actor.place);
                told.push(format!(
                    "{}: {} of {} hit points, level {}, at {place}{lost}.",
                    actor.name, actor.hp, actor.max_hp, actor.level
                ));
            }
        }
        Said::Aim => told.push(session.game.tell_aim()),
        Said::Seed => told.push(how_to_share.to_owned()),
        Said::Rewind(count) => match session.rewind(count) {
            Ok(0) => told.push("There is nothing to take back.".to_owned()),
            Ok(count) => told.push(format!(
                "{count} taken back; it is turn {}.",
                session.game.turn()
            )),
            Err(error) => told.push(error.to_string()),
        },
        Said::Help => told.push(HELP.to_owned()),
        Said::Quit => {}
    }
    if session.game.player().place.z != level && !is_json {
        told.extend(view::surroundings(&session.game));
    }
}

/// The place that a text names: a place of the world, or a room by its name.
fn place(session: &Session, text: &str) -> Result<Pos, String> {
    let world = session.game.world();
    world.place(text).map_err(|error| error.to_string())
}

fn describe(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    for line in view::surroundings(&session.game) {
        writeln!(out, "{}", wrapped(&line, columns()))?;
    }
    Ok(())
}

/// Events in words, equal ones together.
fn tell(session: &Session, events: &[Event], told: &mut Vec<String>) {
    let mut last: Option<(String, u32)> = None;
    let mut push = |line: Option<String>| {
        let next = line.clone();
        match (&mut last, next) {
            (Some((known, count)), Some(line)) if *known == line => *count += 1,
            (known, next) => {
                if let Some((line, count)) = known.take() {
                    told.push(match count {
                        1 => line,
                        count => format!("{line} (× {count})"),
                    });
                }
                *known = next.map(|line| (line, 1));
            }
        }
    };
    for event in events {
        if let Some(line) = session.game.tell(event) {
            push(Some(line));
        }
    }
    push(None);
    if events
        .iter()
        .any(|event| matches!(event, Event::Hurt { who, .. } if session.game.is_player(*who)))
    {
        let player = session.game.player();
        told.push(format!("{} of {} hit points.", player.hp, player.max_hp));
    }
}

/// Why something stopped.
fn why(halt: &Halt) -> String {
    match halt {
        Halt::Foe(name) => format!("A {name} is in sight."),
        Halt::Prompt => "There is a question to answer first: yes or no.".to_owned(),
        Halt::Done => "You have seen everything that can be reached from here.".to_owned(),
        Halt::NoWay => "You know of no way there.".to_owned(),
        Halt::There => "You are there.".to_owned(),
        Halt::Over => "The game is over.".to_owned(),
    }
}
