//! `deepway traverse`.

use crate::message::{columns, say, shown};
use crate::{Status, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::answer::MoveAnswer;
use deepway::traverse::{self, Character, Expedition};
use deepway::view::{count, wrapped};
use deepway::{Direction, RoomId, Seed, Stream, json};
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Moves: north, east, south, west, up, down, or the id of a neighbouring room (r3); clear,
blast or repair what is blocked or without power here, clear:up or clear:down if there are
two; look, where. Any unambiguous prefix works. Without moves as arguments they are read
from standard input, one or more per line, until it ends.

docs/traversal.md has the rules. `up` works only if something leads up.

Exit code: 0 still standing, 1 down, 2 bad use or bad input, including a move after
defeat; then nothing is written.

Examples:
  deepway generate sector --seed 7 --json > sector.json
  deepway traverse sector.json look north up
  deepway traverse sector.json --character might=3,wits=2,hp=20 --seed 5 --save-as later.json
  deepway traverse later.json where")]
pub(crate) struct TraverseArgs {
    /// The sector, as JSON, or what --save-as wrote
    sector: PathBuf,
    /// What to do [default: read from standard input]
    moves: Vec<String>,
    /// The character: any of might (-10 to 30), wits (the same), hp (1 to 9999) and explosives (0 to 99), e.g. might=3,wits=2,hp=20; a saved game keeps the others
    #[arg(long, value_name = "KEY=N,…", allow_hyphen_values = true, value_parser = character)]
    character: Option<String>,
    /// The seed of the dice [default: random]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    /// Write the sector as it is at the end, with the character in it
    #[arg(long, value_name = "FILE")]
    save_as: Option<PathBuf>,
    /// Print each move as a JSON object, for a program
    #[arg(long)]
    json: bool,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Move {
    Go(Direction),
    GoTo(RoomId),
    Clear(Option<Direction>),
    Blast(Option<Direction>),
    Repair(Option<Direction>),
    Look,
    Where,
}

/// Checks what [`Character::change`] will be given.
fn character(text: &str) -> Result<String, String> {
    let read = text.parse::<Character>();
    read.map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}

const MOVES: [(&str, Move); 11] = [
    ("north", Move::Go(Direction::North)),
    ("east", Move::Go(Direction::East)),
    ("south", Move::Go(Direction::South)),
    ("west", Move::Go(Direction::West)),
    ("up", Move::Go(Direction::Up)),
    ("down", Move::Go(Direction::Down)),
    ("clear", Move::Clear(None)),
    ("blast", Move::Blast(None)),
    ("repair", Move::Repair(None)),
    ("look", Move::Look),
    ("where", Move::Where),
];

/// The longest line of moves.
const MAX_LINE: u64 = 1 << 20;

fn read_move(word: &str) -> Result<Move> {
    let lower = word.to_lowercase();
    if let Ok(room) = lower.parse() {
        return Ok(Move::GoTo(room));
    }
    if let Some((work, way)) = lower.split_once(':') {
        let way = match read_move(way) {
            Ok(Move::Go(way @ (Direction::Up | Direction::Down))) => Some(way),
            _ => bail!("{:?}: expected {work}:up or {work}:down", short(word)),
        };
        return match read_move(work)? {
            Move::Clear(_) => Ok(Move::Clear(way)),
            Move::Blast(_) => Ok(Move::Blast(way)),
            Move::Repair(_) => Ok(Move::Repair(way)),
            _ => bail!(
                "{:?}: expected clear, blast or repair before the colon",
                short(word)
            ),
        };
    }
    let fits = MOVES
        .iter()
        .filter(|(name, _)| name.starts_with(&lower) && !lower.is_empty());
    let fits: Vec<&(&str, Move)> = fits.collect();
    match fits.as_slice() {
        [(_, only)] => Ok(only.clone()),
        [] => {
            let names: Vec<&str> = MOVES.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            bail!(
                "unknown move {:?}: expected {names} or the id of a room",
                short(word)
            )
        }
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| *name).collect();
            bail!("{:?} may be {}", short(word), names.join(" or "))
        }
    }
}

fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

pub(crate) fn run(args: &TraverseArgs) -> Result<Status> {
    if args.sector.as_os_str() == "-" && args.moves.is_empty() {
        bail!("the sector and the moves cannot both come from standard input");
    }
    let name = input::name(&args.sector);
    let text = input::read_text(&args.sector)?;
    let mut expedition = json::read_expedition(&name, &text)?;
    if let Some(change) = &args.character {
        expedition.character.change(change)?;
    }
    if let Some(path) = &args.save_as {
        check_place(path)?;
    }
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
                    Ok(made) => play(&mut expedition, made, &mut dice, args.json, &mut done)?,
                    // Whoever types at a terminal gets another chance.
                    Err(error) if is_shown => say(&error.to_string()),
                    Err(error) => bail!("standard input, line {number}: {error}"),
                }
            }
        }
    }
    for made in moves {
        play(&mut expedition, made, &mut dice, args.json, &mut done)?;
    }
    if let Some(path) = &args.save_as {
        save(path, &expedition)?;
    }
    Ok(match expedition.character.is_up() {
        true => Status::Done,
        false => Status::No,
    })
}

/// Refuses a file that cannot be written before anything is played.
fn check_place(path: &Path) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!("--save-as {}: there is no such folder", shown(path));
    }
    if path.is_dir() {
        bail!("--save-as {}: it is a folder, not a file", shown(path));
    }
    Ok(())
}

fn save(path: &Path, expedition: &Expedition) -> Result<()> {
    let line = json::write_expedition(expedition);
    output::write(path, |out| writeln!(out, "{line}"))
}

/// Makes a move and says what happened.
fn play(
    expedition: &mut Expedition,
    made: Move,
    dice: &mut Stream,
    as_json: bool,
    done: &mut u64,
) -> Result<()> {
    *done += 1;
    if !expedition.character.is_up() && !matches!(made, Move::Look | Move::Where) {
        bail!("move {done}: the character is down: expected look, where or no more moves");
    }
    let outcome = match &made {
        Move::Go(direction) => expedition.go(*direction, dice),
        Move::GoTo(id) => {
            let room = expedition.carved().sector().room(*id);
            room.ok_or_else(|| anyhow!("move {done}: there is no room {id}"))?;
            expedition.go_to(*id, dice)
        }
        Move::Clear(way) => expedition.clear(*way, dice),
        Move::Blast(way) => expedition.blast(*way, dice),
        Move::Repair(way) => expedition.repair(*way, dice),
        Move::Look => seen(expedition, expedition.look()),
        Move::Where => {
            let room = &expedition.carved().sector()[expedition.room()];
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
    let name = name_of(&made);
    output::print(|out| {
        if as_json {
            let line = serde_json::to_string(&MoveAnswer::new(name, expedition, &outcome))?;
            return writeln!(out, "{line}");
        }
        writeln!(out, "> {name}")?;
        for line in outcome.message.lines() {
            writeln!(out, "{}", wrapped(line, columns()))?;
        }
        if matches!(made, Move::Where) || outcome.damage > 0 {
            writeln!(
                out,
                "[{} hp, {}, {}]",
                character.hp,
                count(character.explosives.into(), "explosive", "explosives"),
                count(expedition.minutes(), "minute", "minutes")
            )?;
        }
        Ok(())
    })
}

/// The name of a move.
fn name_of(made: &Move) -> String {
    let (work, way) = match made {
        Move::GoTo(room) => return room.to_string(),
        Move::Clear(way) => ("clear", *way),
        Move::Blast(way) => ("blast", *way),
        Move::Repair(way) => ("repair", *way),
        Move::Go(direction) => return direction.to_string(),
        Move::Look => ("look", None),
        Move::Where => ("where", None),
    };
    way.map_or_else(|| work.to_owned(), |way| format!("{work}:{way}"))
}

/// The outcome of a move that only looks.
fn seen(expedition: &Expedition, message: String) -> traverse::Outcome {
    traverse::Outcome {
        success: true,
        message,
        damage: 0,
        room: expedition.room(),
        minutes: 0,
    }
}
