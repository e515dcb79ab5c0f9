//! `deepway play` and `deepway replay`.

mod plain;
mod session;

use super::generate::draw_seed;
use crate::message::shown;
use crate::{Status, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::Seed;
use deepway::maze::{self, MazePlan};
use deepway::play::{Ending, Recording, Replay, Setup};
use deepway::sector::{self, Blueprint};
use deepway::strata::Strata;
use deepway::view::{count, wrapped};
use deepway::world::World;
use session::Session;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Commands are read one per line, until standard input ends or QUIT; HELP lists them. The same
world, seed and commands give the same game everywhere.

Exit code: 0 the game goes on, was won or left, 1 the player died, 2 bad use or bad input.

Examples:
  deepway play --sector --seed 7
  deepway play --maze --seed 3 --record walk.rec
  deepway play --world 7
  deepway play map.txt --companions 2
  printf 'explore\\nlook\\n' | deepway play --sector --seed 7
  deepway play --sector --seed 7 --resume walk.rec")]
pub(crate) struct PlayArgs {
    /// The world: a file, or the name of one that was saved [default: a new sector]
    #[arg(conflicts_with_all = ["sector", "maze", "open_world"])]
    file: Option<PathBuf>,
    /// Play in a new sector
    #[arg(long, conflicts_with_all = ["maze", "open_world"])]
    sector: bool,
    /// Play in a new maze
    #[arg(long, conflicts_with = "open_world")]
    maze: bool,
    /// Play in the open world of this seed
    #[arg(long = "world", value_name = "N", value_parser = super::generate::seed)]
    open_world: Option<u64>,
    #[command(flatten)]
    hero: HeroArgs,
    /// Write the commands and a number for each turn, so that the game can be replayed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with a game that was recorded in this world, and keep recording it there
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    resume: Option<PathBuf>,
    /// Lines in and lines out, without a screen
    #[arg(long)]
    plain: bool,
    /// Print the answer to each command as a JSON object, for a program
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct HeroArgs {
    /// The seed of a new world and of the dice [default: random]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    /// Rooms of a new sector, 5 to 200
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(5..=200))]
    rooms: u32,
    /// Where to begin: a place of the world [default: its entrance]
    #[arg(long, value_name = "PLACE")]
    at: Option<String>,
    /// How many go along, 0 to 5
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=5))]
    companions: u32,
    /// Hit points, 1 to 1000000 [default: as many as suit the world]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    hp: Option<u32>,
    /// The level, 1 to 60 [default: one that suits the world]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    level: Option<u32>,
    /// Leave out creatures, traps and items
    #[arg(long)]
    empty: bool,
    /// Nothing is won, and no passage opens: to look around
    #[arg(long)]
    endless: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
The world is not in the recording: give the same file, or make it the same way.

Exit code: 0 replayed, 1 the game went another way, 2 bad use or bad input.

Examples:
  deepway play --maze --seed 3 --record walk.rec
  deepway replay walk.rec --maze --seed 3 --check
  deepway replay walk.rec --maze --seed 3 --to 40")]
pub(crate) struct ReplayArgs {
    /// The recording
    recording: PathBuf,
    /// The world that it was played in: a file, or the name of one that was saved
    #[arg(conflicts_with_all = ["sector", "maze", "open_world"])]
    file: Option<PathBuf>,
    /// A new sector, as play makes it
    #[arg(long, conflicts_with_all = ["maze", "open_world"])]
    sector: bool,
    /// A new maze
    #[arg(long, conflicts_with = "open_world")]
    maze: bool,
    /// The open world of this seed
    #[arg(long = "world", value_name = "N", value_parser = super::generate::seed)]
    open_world: Option<u64>,
    /// The seed of the world [default: that of the recording]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    /// Rooms of the sector, 5 to 200
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(5..=200))]
    rooms: u32,
    /// Only check that every turn comes out as it was recorded
    #[arg(long, conflicts_with = "to")]
    check: bool,
    /// Show the game as it was after so many commands
    #[arg(long, value_name = "TURN")]
    to: Option<u32>,
}

/// Which world is meant.
struct Which<'a> {
    file: Option<&'a Path>,
    is_maze: bool,
    open_world: Option<u64>,
    seed: u64,
    rooms: u32,
}

impl Which<'_> {
    fn world(&self) -> Result<World> {
        let seed = Seed::new(self.seed);
        if let Some(path) = self.file {
            return input::read_world(path);
        }
        if let Some(number) = self.open_world {
            return Ok(World::from(Strata::new(Seed::new(number))));
        }
        if self.is_maze {
            return Ok(World::from(maze::generate(&MazePlan::default(), seed)?));
        }
        let blueprint = Blueprint {
            target_rooms: self.rooms,
            ..Blueprint::default()
        };
        Ok(World::from(sector::generate(&blueprint, seed)?))
    }

    /// The options that make the world again.
    fn options(&self) -> String {
        match (self.file, self.open_world, self.is_maze) {
            (Some(path), ..) => shown(path),
            (_, Some(number), _) => format!("--world {number}"),
            (_, _, true) => "--maze".to_owned(),
            _ if self.rooms != 12 => format!("--sector --rooms {}", self.rooms),
            _ => "--sector".to_owned(),
        }
    }
}

pub(crate) fn run(args: &PlayArgs) -> Result<Status> {
    let seed = args.hero.seed.unwrap_or_else(draw_seed);
    let which = Which {
        file: args.file.as_deref(),
        is_maze: args.maze,
        open_world: args.open_world,
        seed,
        rooms: args.hero.rooms,
    };
    let resumed = args.resume.as_deref().map(read_recording).transpose()?;
    let which = Which {
        seed: match &resumed {
            Some(recording) if args.hero.seed.is_none() => recording.setup.seed.number(),
            _ => which.seed,
        },
        ..which
    };
    let world = which.world()?;
    let mut session = match resumed {
        Some(recording) => {
            let path = args.resume.as_deref().unwrap_or(Path::new(""));
            Session::resume(world, recording).with_context(|| shown(path))?
        }
        None => {
            let start = match &args.hero.at {
                Some(text) => Some(
                    world
                        .place(text)
                        .map_err(|error| anyhow!("--at: {error}"))?,
                ),
                None => None,
            };
            let setup = Setup {
                seed: Seed::new(seed),
                start,
                companions: args.hero.companions,
                hp: args.hero.hp,
                level: args.hero.level,
                is_empty: args.hero.empty,
                is_endless: args.hero.endless,
                ..Setup::default()
            };
            Session::new(world, &setup)?
        }
    };
    let share = format!(
        "This game again: deepway play {} --seed {}",
        which.options(),
        session.game.seed().number()
    );
    let target = args.record.as_deref().or(args.resume.as_deref());
    if let Some(path) = args.record.as_deref().filter(|path| path.exists()) {
        bail!(
            "{} exists: expected a new file, or --resume to go on with it",
            shown(path)
        );
    }
    let mut kept = usize::MAX;
    plain::play(&mut session, args.json, &share, |session| {
        let now = session.recording.turns.len() + session.recording.rewinds.len();
        match target.filter(|_| now != kept) {
            Some(path) => {
                kept = now;
                let text = session.recording.to_text();
                output::write(path, |out| out.write_all(text.as_bytes())).map(drop)
            }
            None => Ok(()),
        }
    })?;
    Ok(match session.game.ending() {
        Some(Ending::Lost) => Status::No,
        _ => Status::Done,
    })
}

fn read_recording(path: &Path) -> Result<Recording> {
    let text = input::read_limited(path, 1 << 30)?;
    Recording::from_text(&text).map_err(|error| anyhow!("{}: {error}", shown(path)))
}

pub(crate) fn replay(args: &ReplayArgs) -> Result<Status> {
    let recording = read_recording(&args.recording)?;
    let which = Which {
        file: args.file.as_deref(),
        is_maze: args.maze,
        open_world: args.open_world,
        seed: args.seed.unwrap_or(recording.setup.seed.number()),
        rooms: args.rooms,
    };
    let turns = recording.turns.len();
    let mut replay = Replay::new(recording, &which.world()?)
        .map_err(|error| anyhow!("{}: {error}", shown(&args.recording)))?;
    let columns = crate::message::columns();
    let mut verdict = Ok(());
    output::print(|out| {
        if let Some(to) = args.to {
            if let Err(error) = replay.seek(to) {
                verdict = Err(error);
                return Ok(());
            }
            let game = replay.game();
            writeln!(
                out,
                "After {} of {}:",
                replay.turn(),
                count(turns as u64, "command", "commands")
            )?;
            for line in deepway::view::surroundings(game) {
                writeln!(out, "{}", wrapped(&line, columns))?;
            }
            let plan = deepway::view::game_plan(game, game.player().place, columns.min(100), 30);
            return write!(out, "{plan}");
        }
        while let Some(step) = replay.step() {
            let (command, events) = match step {
                Ok(done) => done,
                Err(error) => {
                    verdict = Err(error);
                    return Ok(());
                }
            };
            if args.check {
                continue;
            }
            writeln!(out, "> {command}")?;
            for line in events.iter().filter_map(|event| replay.game().tell(event)) {
                writeln!(out, "{}", wrapped(&line, columns))?;
            }
        }
        let game = replay.game();
        writeln!(
            out,
            "{} replayed, all as recorded; {} in {}.",
            count(turns as u64, "command", "commands"),
            game.ending()
                .map_or("the game goes on", |ending| match ending {
                    Ending::Won => "won",
                    Ending::Lost => "lost",
                    Ending::Left => "left",
                }),
            count(game.turn(), "turn", "turns"),
        )
    })?;
    match verdict {
        Ok(()) => Ok(Status::Done),
        Err(error) => {
            crate::message::say(&format!("{}: {error}", shown(&args.recording)));
            Ok(Status::No)
        }
    }
}
