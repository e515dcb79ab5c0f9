//! `deepway traverse`.

use crate::message::{columns, say};
use crate::{Outcome, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::traverse::{self, Character, Expedition};
use deepway::{Direction, Seed, Stream, json};
use serde_json::json as object;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Moves: north, east, south, west, up, down; clear, blast, repair what is blocked or without
power here; look, where. Any beginning of a word will do that no other has. Without moves
as arguments they are read from standard input, one or more a line, until it ends.

docs/traversal.md has the rules. `up` works only if something leads up.

Exit code: 0 still standing, 1 down, 2 bad use or bad input, a move after defeat
included: then nothing is written.

Examples:
  deepway generate sector --seed 7 --json > sector.json
  deepway traverse sector.json look north up
  deepway traverse sector.json --character might=3,wits=2,hp=20 --seed 5 --save-as later.json
  deepway traverse later.json where")]
pub(crate) struct TraverseArgs {
    /// The sector, as JSON, or what --save-as wrote
    sector: PathBuf,
    /// What to do; read from standard input without it
    moves: Vec<String>,
    /// Who goes: might (-10 to 30), wits, hp (1 to 9999), explosives; as might=3,wits=2,hp=20
    #[arg(long, value_name = "KEY=N,…", allow_hyphen_values = true)]
    character: Option<Character>,
    /// The seed of the dice; one is drawn without it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the sector as it is then, with the character in it
    #[arg(long, value_name = "FILE")]
    save_as: Option<PathBuf>,
    /// Print each move as a JSON object, for a program
    #[arg(long)]
    json: bool,
}

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Go(Direction),
    Clear,
    Blast,
    Repair,
    Look,
    Where,
}

const MOVES: [(&str, Move); 11] = [
    ("north", Move::Go(Direction::North)),
    ("east", Move::Go(Direction::East)),
    ("south", Move::Go(Direction::South)),
    ("west", Move::Go(Direction::West)),
    ("up", Move::Go(Direction::Up)),
    ("down", Move::Go(Direction::Down)),
    ("clear", Move::Clear),
    ("blast", Move::Blast),
    ("repair", Move::Repair),
    ("look", Move::Look),
    ("where", Move::Where),
];

/// The longest line of moves.
const MAX_LINE: u64 = 1 << 20;

fn read_move(word: &str) -> Result<Move> {
    let lower = word.to_lowercase();
    let mut fits = MOVES.iter().filter(|(name, _)| name.starts_with(&lower));
    let exact = MOVES.iter().find(|(name, _)| *name == lower);
    match (exact, fits.next(), fits.next()) {
        (Some((_, exact)), ..) => Ok(*exact),
        (None, Some((_, only)), None) if !lower.is_empty() => Ok(*only),
        _ => {
            let names: Vec<&str> = MOVES.iter().map(|(name, _)| *name).collect();
            let word: String = word.chars().take(40).collect();
            Err(anyhow!(
                "unknown move {word:?}: expected {}",
                names.join(", ")
            ))
        }
    }
}

pub(crate) fn run(args: &TraverseArgs) -> Result<Outcome> {
    if args.sector.as_os_str() == "-" && args.moves.is_empty() {
        bail!("the sector and the moves cannot both come from standard input");
    }
    let name = input::name(&args.sector);
    let text = input::read_text(&args.sector)?;
    let mut expedition = json::read_expedition(&name, &text, args.character.clone())?;
    let moves: Vec<Move> = args
        .moves
        .iter()
        .map(|word| read_move(word))
        .collect::<Result<_>>()?;
    let seed = args.seed.unwrap_or_else(super::generate::draw_seed);
    let mut dice = Seed::new(seed).child("traverse").stream();
    if args.seed.is_none() && !args.json {
        say(&format!("--seed {seed}"));
    }
    let mut done = 0;
    if args.moves.is_empty() {
        let is_shown = io::stdin().is_terminal();
        if is_shown {
            play(&mut expedition, Move::Look, &mut dice, args.json, &mut done)?;
        }
        let mut lines = io::stdin().lock();
        let mut number = 0u64;
        loop {
            number += 1;
            let mut line = String::new();
            let read = lines.by_ref().take(MAX_LINE).read_line(&mut line);
            let read = read.with_context(|| format!("standard input, line {number}"))?;
            if read == 0 {
                break;
            }
            if read as u64 == MAX_LINE {
                bail!("standard input, line {number}: too long: expected a few moves");
            }
            for word in line.split_whitespace() {
                match read_move(word) {
                    Ok(one) => play(&mut expedition, one, &mut dice, args.json, &mut done)?,
                    // Whoever types gets another chance.
                    Err(error) if is_shown => say(&error.to_string()),
                    Err(error) => bail!("standard input, line {number}: {error}"),
                }
            }
        }
    }
    for one in moves {
        play(&mut expedition, one, &mut dice, args.json, &mut done)?;
    }
    if let Some(path) = &args.save_as {
        save(path, &expedition)?;
    }
    Ok(match expedition.character.is_up() {
        true => Outcome::Done,
        false => Outcome::No,
    })
}

fn save(path: &Path, expedition: &Expedition) -> Result<()> {
    let line = json::write_expedition(expedition);
    output::write(path, |out| writeln!(out, "{line}"))
}

/// Makes a move and says what happened.
fn play(
    expedition: &mut Expedition,
    one: Move,
    dice: &mut Stream,
    as_json: bool,
    done: &mut u64,
) -> Result<()> {
    *done += 1;
    if !expedition.character.is_up() && !matches!(one, Move::Look | Move::Where) {
        bail!("move {done}: the character is down: expected look, where or no more moves");
    }
    let outcome = match one {
        Move::Go(direction) => expedition.go(direction, dice),
        Move::Clear => expedition.clear(dice),
        Move::Blast => expedition.blast(dice),
        Move::Repair => expedition.repair(dice),
        Move::Look => seen(expedition, expedition.look()),
        Move::Where => {
            let room = &expedition.carved().sector().rooms[expedition.room() as usize];
            let layer = room
                .layer()
                .map_or(String::new(), |layer| format!(", {layer}"));
            let text = format!(
                "You are in {} ({}) at {}{layer}.",
                room.name, room.id, room.position
            );
            seen(expedition, text)
        }
    };
    let character = &expedition.character;
    let room = &expedition.carved().sector().rooms[expedition.room() as usize];
    let name = MOVES
        .iter()
        .find(|(_, known)| *known == one)
        .map_or("", |(name, _)| name);
    output::print(|out| {
        if as_json {
            let line = object!({"move": name, "success": outcome.success, "message": outcome.message,
                "damage": outcome.damage, "room": room.id, "minutes": expedition.minutes(),
                "hp": character.hp, "explosives": character.explosives});
            return writeln!(out, "{line}");
        }
        writeln!(out, "> {name}")?;
        for line in outcome.message.lines() {
            writeln!(out, "{}", wrapped(line, columns() as usize))?;
        }
        if matches!(one, Move::Where) || outcome.damage > 0 {
            writeln!(
                out,
                "[{} hp, {} explosives, {} minutes]",
                character.hp,
                character.explosives,
                expedition.minutes()
            )?;
        }
        Ok(())
    })
}

/// Something that only looks.
fn seen(expedition: &Expedition, message: String) -> traverse::Outcome {
    traverse::Outcome {
        success: true,
        message,
        damage: 0,
        room: expedition.room(),
        minutes: 0,
    }
}

/// A line broken between words, further lines indented as the first.
fn wrapped(line: &str, width: usize) -> String {
    let indent = line.len() - line.trim_start().len();
    let mut text = String::new();
    let mut used = 0;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width.max(40) {
            text.push('\n');
            used = 0;
        }
        match used {
            0 => {
                let indent = if text.is_empty() { indent } else { indent + 2 };
                text += &" ".repeat(indent);
                used = indent;
            }
            _ => {
                text.push(' ');
                used += 1;
            }
        }
        text += word;
        used += length;
    }
    text
}
