//! `deepway traverse`.

mod kept;

use crate::message::{columns, one_line, say, shown};
use crate::{Status, input, output};
use anyhow::{Context, Result, bail};
use deepway::answer::MoveAnswer;
use deepway::play::Expedition;
use deepway::traverse::{Character, Outcome};
use deepway::view::{count, wrapped};
use deepway::world::Kind;
use deepway::{Direction, RoomId, Seed, Stream, codec, json};
use kept::Kept;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Moves: north, east, south, west, up, down, or the id of a neighbouring room (r3); clear,
blast or repair what is blocked or without power here, clear:up or clear:down if there are
two; look, where, help, quit. Any unambiguous prefix works, and n, e, s, w, u, d. Without
moves as arguments they are read from standard input, one or more per line, until it ends;
there, what is not understood is answered, and the game goes on.

docs/traversal.md has the rules. `up` works only if something leads up.

Exit code: 0 still standing, 1 down, 2 bad use or bad input, including an argument that is
a move after defeat; then nothing is written.

Examples:
  deepway generate sector --seed 7 --json > sector.json
  deepway traverse sector.json look north up
  deepway traverse sector.json --character might=3,wits=2,hp=20 --seed 5 --save-as later.json
  deepway traverse later.json where
  deepway generate sector --seed 7 --save mill
  deepway traverse mill --as Ann look north up")]
pub(crate) struct TraverseArgs {
    /// The sector: JSON, what --save-as wrote, or the name of one that was saved; there, every
    /// move is saved as it happens
    sector: PathBuf,
    /// What to do [default: read from standard input]
    moves: Vec<String>,
    /// The character: any of might (-10 to 30), wits (the same), hp (1 to 9999) and explosives (0 to 99), e.g. might=3,wits=2,hp=20; a saved game keeps the others
    #[arg(long, value_name = "KEY=N,…", allow_hyphen_values = true, value_parser = character)]
    character: Option<String>,
    /// Who goes, in a sector that was saved: somebody who has been there goes on
    #[arg(long = "as", value_name = "NAME", default_value = "wanderer")]
    who: String,
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
    Help,
    Quit,
}

/// Checks what [`Character::change`] will be given.
fn character(text: &str) -> Result<String, String> {
    let read = text.parse::<Character>();
    read.map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}

/// A letter that begins several of them means the first.
const MOVES: [(&str, Move); 13] = [
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
    ("help", Move::Help),
    ("quit", Move::Quit),
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
        [(_, first), ..] if lower.len() == 1 => Ok(first.clone()),
        [] => bail!("unknown move {:?}: expected {}", short(word), names()),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| *name).collect();
            bail!("{:?} may be {}", short(word), names.join(" or "))
        }
    }
}

/// Reads a move that is possible in this sector, from a room or another.
fn understand(word: &str, expedition: &Expedition) -> Result<Move> {
    match read_move(word)? {
        Move::GoTo(id) if expedition.carved().sector().room(id).is_none() => {
            bail!("there is no room {id}: expected the id of a neighbouring room")
        }
        made => Ok(made),
    }
}

/// All that can be done.
fn names() -> String {
    MOVES.map(|(name, _)| name).join(", ") + " or the id of a room"
}

fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

pub(crate) fn run(args: &TraverseArgs) -> Result<Status> {
    if args.sector.as_os_str() == "-" && args.moves.is_empty() {
        bail!("the sector and the moves cannot both come from standard input");
    }
    let (mut expedition, mut kept) = enter(args)?;
    if let Some(change) = &args.character {
        let mut character = expedition.character();
        character.change(change)?;
        expedition.set_character(character);
    }
    if let Some(path) = &args.save_as {
        check_place(path)?;
    }
    let moves = args.moves.iter().map(|word| understand(word, &expedition));
    let moves: Vec<Move> = moves.collect::<Result<_>>()?;
    if let Some(kept) = &mut kept {
        kept.begin(&mut expedition, args.character.is_some())?;
    }
    let seed = args.seed.unwrap_or_else(super::generate::draw_seed);
    let dice = Seed::new(seed).child("traverse").stream();
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut game = Game {
        expedition,
        dice,
        kept,
        as_json: args.json,
        has_prompt: moves.is_empty() && is_terminal && !args.json,
    };
    let tell_seed = |now: bool| {
        if now && args.seed.is_none() && !args.json {
            say(&format!("the dice of this walk again: --seed {seed}"));
        }
    };
    let has_prompt = game.has_prompt;
    tell_seed(has_prompt);
    if moves.is_empty() {
        game.converse()?;
    }
    for (number, made) in (1..).zip(moves) {
        if !game.expedition.character().is_up() && !matches!(made, Move::Look | Move::Where) {
            bail!("move {number}: the character is down: expected look, where or no more moves");
        }
        if made == Move::Quit {
            break;
        }
        game.play(made)?;
    }
    let expedition = game.expedition;
    if let Some(path) = &args.save_as {
        save(path, &expedition)?;
    }
    if let Some(kept) = &game.kept
        && !args.json
    {
        say(&kept.place());
    }
    // Only now, so that an error is the only line.
    tell_seed(!has_prompt);
    Ok(match expedition.character().is_up() {
        true => Status::Done,
        false => Status::No,
    })
}

/// The sector and who is in it, and where that is kept, if it has a name.
fn enter(args: &TraverseArgs) -> Result<(Expedition, Option<Kept>)> {
    let name = input::name(&args.sector);
    let wrong = |kind: Kind| match kind == Kind::Sector {
        true => Ok(()),
        false => Err(super::wrong_kind(&name, kind, Kind::Sector)),
    };
    if let Some(world) = input::saved(&args.sector)? {
        wrong(world.kind())?;
        return Kept::enter(&name, &args.who);
    }
    let text = input::read_text(&args.sector)?;
    wrong(codec::open(&name, text.as_bytes())?.kind())?;
    Ok((json::read_expedition(&name, &text)?, None))
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

/// An expedition, its dice, and how it is told.
struct Game {
    expedition: Expedition,
    dice: Stream,
    /// Where every move is saved, if the sector has a name.
    kept: Option<Kept>,
    as_json: bool,
    /// Whether somebody types at a terminal, where their words are seen already.
    has_prompt: bool,
}

impl Game {
    /// Makes the moves that standard input has; what is not understood is answered, and the
    /// game goes on.
    fn converse(&mut self) -> Result<()> {
        if self.has_prompt {
            self.play(Move::Look)?;
        }
        let mut lines = io::stdin().lock();
        for number in 1u64.. {
            if self.has_prompt {
                output::print(|out| write!(out, "> "))?;
            }
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
                match understand(word, &self.expedition) {
                    Ok(Move::Quit) => return Ok(()),
                    Ok(made) => self.play(made)?,
                    Err(error) => {
                        let refused = Outcome {
                            success: false,
                            ..seen(&self.expedition, error.to_string())
                        };
                        self.tell(short(word), &refused, "")?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a move and says what happened.
    fn play(&mut self, made: Move) -> Result<()> {
        let before = self.expedition.room();
        let outcome = match &mut self.kept {
            Some(kept) => kept.play(&mut self.expedition, &mut self.dice, &made)?,
            None => act(&mut self.expedition, &mut self.dice, &made),
        };
        let expedition = &self.expedition;
        let mut after = String::new();
        if matches!(made, Move::Where) || outcome.damage > 0 {
            let character = &expedition.character();
            after = format!(
                "[{} hp, {}, {}]\n",
                character.hp,
                count(character.explosives.into(), "explosive", "explosives"),
                count(expedition.minutes(), "minute", "minutes")
            );
        }
        if expedition.room() != before {
            let ways = expedition.ways_out().into_iter();
            let ways = ways.map(|way| format!("{} {}", way.direction, way.to));
            after += &format!("Exits: {}.\n", ways.collect::<Vec<_>>().join(", "));
        }
        self.tell(name_of(&made), &outcome, &after)
    }

    /// Says what came of a word.
    fn tell(&self, name: String, outcome: &Outcome, after: &str) -> Result<()> {
        output::print(|out| {
            if self.as_json {
                let answer = MoveAnswer::new(name, &self.expedition, outcome);
                return writeln!(out, "{}", serde_json::to_string(&answer)?);
            }
            if !self.has_prompt {
                writeln!(out, "> {}", one_line(&name))?;
            }
            for line in outcome.message.lines().chain(after.lines()) {
                writeln!(out, "{}", wrapped(line, columns()))?;
            }
            Ok(())
        })
    }
}

/// Makes a move.
fn act(expedition: &mut Expedition, dice: &mut Stream, made: &Move) -> Outcome {
    match made {
        Move::Go(direction) => expedition.go(*direction, dice),
        Move::GoTo(id) => expedition.go_to(*id, dice),
        Move::Clear(way) => expedition.clear(*way, dice),
        Move::Blast(way) => expedition.blast(*way, dice),
        Move::Repair(way) => expedition.repair(*way, dice),
        Move::Look => seen(expedition, expedition.look()),
        Move::Help | Move::Quit => seen(expedition, format!("You can say {}.", names())),
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
    }
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
        Move::Help => ("help", None),
        Move::Quit => ("quit", None),
    };
    way.map_or_else(|| work.to_owned(), |way| format!("{work}:{way}"))
}

/// The outcome of a move that only looks.
fn seen(expedition: &Expedition, message: String) -> Outcome {
    Outcome {
        success: true,
        message,
        damage: 0,
        room: expedition.room(),
        minutes: 0,
    }
}
