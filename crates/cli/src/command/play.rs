//! `deepway play` and `deepway replay`.

mod ascii;
mod keeper;
mod origin;
mod plain;
mod said;
mod screen;
mod session;

use super::generate::draw_seed;
use crate::message::shown;
use crate::output::Named;
use crate::{Status, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::Seed;
use deepway::play::{Ending, History, Recording, Setup};
use deepway::view::{self, count, wrapped};
use deepway::world::World;
use keeper::Keeper;
use origin::{Origin, WorldArgs};
use screen::{Depth, Lessons, Look};
use session::Session;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
In a terminal it is a game on the whole screen; ? helps. Without one, or with --plain, commands
are read one per line, until standard input ends or QUIT; HELP lists them. The same world, seed
and commands give the same game everywhere.

A game in the terminal is kept as it goes, in the user's data folder or where --record says, and
goes on the next time; that of a saved world is kept beside it in the store.

Exit code: 0 the game goes on, was won or left, 1 the player died, 2 bad use or bad input.

Examples:
  deepway play
  deepway play --sector --seed 7
  deepway play --maze --seed 3 --record walk.rec
  deepway play --world 7
  deepway play map.txt --companions 2
  deepway play --continue
  deepway play --resume walk.rec
  printf 'explore\\nlook\\n' | deepway play --sector --seed 7")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    world: WorldArgs,
    #[command(flatten)]
    hero: HeroArgs,
    /// Write the commands and a number for each turn, so that the game can be replayed
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with a game that was recorded, and keep recording it there
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    resume: Option<PathBuf>,
    /// Go on with the game that was played last
    #[arg(long = "continue", conflicts_with_all = ["record", "resume", "new", "file", "sector", "maze", "open_world", "seed", "rooms"])]
    is_continued: bool,
    /// Begin anew, even if a game in this world was not finished
    #[arg(long, conflicts_with = "resume")]
    new: bool,
    /// Who plays, in a saved world: each has a game of their own
    #[arg(long = "as", value_name = "WHO", default_value = "player")]
    who: String,
    /// A first walk that explains the keys
    #[arg(long, conflicts_with_all = ["file", "sector", "maze", "open_world", "resume", "is_continued"])]
    tutorial: bool,
    /// Lines in and lines out, without a screen
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    look: LookArgs,
    /// Print the answer to each command as a JSON object, for a program
    #[arg(long)]
    json: bool,
}

/// How the screen is to look.
#[derive(clap::Args)]
struct LookArgs {
    /// Draw with the characters of ASCII alone
    #[arg(long)]
    ascii: bool,
    /// How many colours the terminal has [default: as the environment says]
    #[arg(long, value_enum, value_name = "N")]
    colors: Option<Depth>,
    /// Keys of your own, in a TOML file
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
}

impl LookArgs {
    fn look(&self) -> Look<'_> {
        Look {
            depth: self.colors.unwrap_or_else(Depth::of_terminal),
            is_ascii: self.ascii,
            keys: self.keys.as_deref(),
        }
    }
}

#[derive(clap::Args)]
struct HeroArgs {
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
The recording says where its world comes from; say it again if that has moved.

Exit code: 0 replayed, 1 the game went another way, 2 bad use or bad input.

Examples:
  deepway play --maze --seed 3 --record walk.rec
  deepway replay walk.rec --check
  deepway replay walk.rec --to 40")]
pub(crate) struct ReplayArgs {
    /// The recording
    recording: PathBuf,
    #[command(flatten)]
    world: WorldArgs,
    /// Only check that every turn comes out as it was recorded
    #[arg(long, conflicts_with = "to")]
    check: bool,
    /// Show the game as it was after so many commands
    #[arg(long, value_name = "TURN")]
    to: Option<u32>,
    /// Play it back on the screen of a terminal, so many commands a second, 0 to 640
    #[arg(long, value_name = "N", conflicts_with_all = ["check", "to"], value_parser = clap::value_parser!(u32).range(0..=640))]
    speed: Option<u32>,
    /// Write the game as an animated picture
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "to", "speed"])]
    svg: Option<PathBuf>,
    /// The columns and rows of the picture
    #[arg(long, value_name = "WxH", default_value = "100x32", value_parser = size)]
    size: [u16; 2],
    /// About how many frames the picture has, 1 to 2000
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=2000))]
    frames: u32,
    /// How long the picture takes, 1 to 3600 seconds
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    #[command(flatten)]
    look: LookArgs,
}

/// Reads columns and rows, for the argument parser.
fn size(text: &str) -> Result<[u16; 2], String> {
    let sides = text.split_once(['x', '×']);
    let sides = sides.and_then(|(wide, high)| Some([wide.parse().ok()?, high.parse().ok()?]));
    let is_right = |[wide, high]: &[u16; 2]| (60..=300).contains(wide) && (20..=120).contains(high);
    sides
        .filter(is_right)
        .ok_or_else(|| "expected columns and rows, 60x20 to 300x120".to_owned())
}

pub(crate) fn run(args: &PlayArgs) -> Result<Status> {
    let has_screen = !args.plain && !args.json && is_terminal();
    let (mut session, greeting) = begin(args, has_screen)?;
    if has_screen {
        let lessons = args.tutorial.then(Lessons::new);
        let (session, left) = screen::play(session, greeting, lessons, &args.look.look())?;
        return end(&session, &left);
    }
    let is_ascii = args.look.ascii;
    let done = plain::play(&mut session, greeting.as_deref(), args.json, is_ascii);
    finish(&session)?;
    done.map(|()| status(&session))
}

/// Whether there is a terminal to play on.
fn is_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb
}

fn status(session: &Session) -> Status {
    match session.game().ending() {
        Some(Ending::Lost) => Status::No,
        _ => Status::Done,
    }
}

/// What is said after the screen is gone.
fn end(session: &Session, left: &screen::Left) -> Result<Status> {
    finish(session)?;
    let game = session.game();
    let mut lines = Vec::new();
    match (game.ending(), session.keeper().path()) {
        (Some(_), Some(path)) => {
            let morgue = path.with_extension("morgue.txt");
            lines.push(format!("{} has what happened.", shown(&morgue)));
            lines.push(format!("deepway replay {} plays it back.", shown(path)));
        }
        (None, Some(path)) => {
            lines.push(format!("deepway play --resume {} goes on.", shown(path)));
        }
        (_, None) => {
            lines.extend(
                session
                    .keeper()
                    .place()
                    .map(|place| format!("The game is in {place}.")),
            );
        }
    }
    if let screen::Left::Signal(signal) = left {
        // Nobody may be there to read it.
        let _ = output::print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")));
        std::process::exit(128 + signal);
    }
    output::print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(status(session))
}

/// The game that is meant, new or old, and what to say about it.
fn begin(args: &PlayArgs, has_screen: bool) -> Result<(Session, Option<String>)> {
    if args.tutorial {
        let (world, setup) = screen::lesson()?;
        let mut history = History::begin(&world, &setup)?;
        history.set_origin(Origin::Tutorial.to_text());
        let keeper = args.record.as_deref().map(Keeper::new_file);
        let keeper = keeper.transpose()?.unwrap_or_else(Keeper::nowhere);
        let share = "This game again: deepway play --tutorial".to_owned();
        return kept(Session::new(history, keeper, share)).map(|session| (session, None));
    }
    if args.is_continued {
        let latest = keeper::latest()?;
        return resume(args, &latest);
    }
    if let Some(path) = &args.resume {
        return resume(args, path);
    }
    let seed = args.world.seed.unwrap_or_else(draw_seed);
    let origin = args.world.origin(seed);
    let world = origin.read()?;
    if let Origin::File(path) = &origin
        && args.record.is_none()
        && !path.exists()
        && let Some(name) = path.to_str()
    {
        return in_store(args, name, origin.clone(), &world, seed);
    }
    let keeper = match &args.record {
        Some(path) => Keeper::new_file(path)?,
        None if has_screen => {
            let slug = origin.slug(seed);
            let last = match (args.world.seed, &origin) {
                (None, Origin::File(_) | Origin::Strata { .. }) => {
                    keeper::last_from(&origin.to_text())?
                }
                _ => keeper::last_of(&slug)?,
            };
            match last {
                Some((path, recording)) if !args.new && !is_over(&recording, &world)? => {
                    return resume_with(path, recording, false, &origin, &world);
                }
                _ => Keeper::new_file(&keeper::free(&slug)?)?,
            }
        }
        None => Keeper::nowhere(),
    };
    Ok((new_game(args, &origin, &world, seed, keeper)?, None))
}

/// Whether a recorded game has ended, or cannot go on.
fn is_over(recording: &Recording, world: &World) -> Result<bool> {
    let Ok(mut history) = History::open(recording.clone(), world) else {
        return Ok(true);
    };
    Ok(history.seek(u32::MAX).is_err() || history.game().ending().is_some())
}

fn new_game(
    args: &PlayArgs,
    origin: &Origin,
    world: &World,
    seed: u64,
    keeper: Keeper,
) -> Result<Session> {
    let start = args.hero.at.as_ref().map(|text| world.place(text));
    let start = start.transpose().map_err(|error| anyhow!("--at: {error}"));
    let setup = Setup {
        seed: Seed::new(seed),
        start: start?,
        companions: args.hero.companions,
        hp: args.hero.hp,
        level: args.hero.level,
        is_empty: args.hero.empty,
        is_endless: args.hero.endless,
        ..Setup::default()
    };
    let mut history = History::begin(world, &setup)?;
    history.set_origin(origin.to_text());
    kept(Session::new(history, keeper, share(origin, seed)))
}

/// A session whose beginning is kept; refused if that is not possible.
fn kept(mut session: Session) -> Result<Session> {
    match session.keep() {
        Some(_) => bail!("{}", session.keeper().trouble().unwrap_or_default()),
        None => Ok(session),
    }
}

/// How to play a game again.
fn share(origin: &Origin, seed: u64) -> String {
    format!("This game again: deepway play {origin} --seed {seed}")
}

/// A game of a saved world, which is kept beside it.
fn in_store(
    args: &PlayArgs,
    name: &str,
    origin: Origin,
    world: &World,
    seed: u64,
) -> Result<(Session, Option<String>)> {
    let old = keeper::stored(name, &args.who)?;
    if let Some((recording, revision)) = &old
        && !args.new
    {
        let seed = recording.setup.seed.number();
        let mut history = History::open(recording.clone(), world)
            .and_then(|mut history| history.seek(u32::MAX).map(|()| history))
            .with_context(|| format!("the game {:?} of {name:?} (--new begins anew)", args.who))?;
        if history.game().ending().is_none() {
            history.set_origin(origin.to_text());
            let keeper = Keeper::in_store(name, &args.who, Some((recording, *revision)));
            let greeting = welcome_back(&history);
            let session = Session::new(history, keeper, share(&origin, seed));
            return Ok((session, Some(greeting)));
        }
    }
    let keeper = Keeper::in_store(name, &args.who, None);
    Ok((new_game(args, &origin, world, seed, keeper)?, None))
}

fn welcome_back(history: &History) -> String {
    format!(
        "You go on where you stopped, in turn {}.",
        history.game().turn()
    )
}

/// Goes on with a recorded game.
fn resume(args: &PlayArgs, path: &Path) -> Result<(Session, Option<String>)> {
    let text = input::read_limited(path, 1 << 30)?;
    let (recording, is_cut) =
        Recording::recover(&text).map_err(|error| anyhow!("{}: {error}", shown(path)))?;
    let origin = args.world.origin_of(&recording);
    let origin = origin.with_context(|| shown(path))?;
    let world = origin.read()?;
    resume_with(path.to_owned(), recording, is_cut, &origin, &world)
}

fn resume_with(
    path: PathBuf,
    recording: Recording,
    is_cut: bool,
    origin: &Origin,
    world: &World,
) -> Result<(Session, Option<String>)> {
    let seed = recording.setup.seed.number();
    let history = History::open(recording, world)
        .and_then(|mut history| history.seek(u32::MAX).map(|()| history))
        .map_err(|error| anyhow!("{}: {error}", shown(&path)))?;
    let keeper = Keeper::old_file(&path, history.recording())?;
    let mut greeting = welcome_back(&history);
    if is_cut {
        greeting += " The last line of the recording was cut off, and is lost.";
    }
    let session = Session::new(history, keeper, share(origin, seed));
    Ok((session, Some(greeting)))
}

/// Says where the game is, and writes what is to be remembered of one that is over.
fn finish(session: &Session) -> Result<()> {
    let game = session.game();
    if let Some(trouble) = session.keeper().trouble() {
        let path = keeper::rescue(session.history().recording(), "game")?;
        crate::message::say(&format!(
            "the game could not be kept where it belongs ({trouble}); it is in {}",
            shown(&path)
        ));
    }
    if game.ending().is_some()
        && let Some(path) = session.keeper().path()
    {
        let path = path.with_extension("morgue.txt");
        let text = view::morgue(game, session.share());
        output::write(&path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

fn read_recording(path: &Path) -> Result<Recording> {
    let text = input::read_limited(path, 1 << 30)?;
    Recording::from_text(&text).map_err(|error| anyhow!("{}: {error}", shown(path)))
}

pub(crate) fn replay(args: &ReplayArgs) -> Result<Status> {
    if let Some(svg) = &args.svg {
        let world = args.world.file.iter().map(|path| Named::new("WORLD", path));
        let keys = args.look.keys.iter().map(|path| Named::new("--keys", path));
        let recording = Named::new("RECORDING", &args.recording);
        let read: Vec<Named> = world.chain(keys).chain([recording]).collect();
        output::keep_apart(&read, &[Named::new("--svg", svg)])?;
    }
    let recording = read_recording(&args.recording)?;
    let turns = recording.entries.len();
    if let Some(to) = args.to
        && to as usize > turns
    {
        bail!(
            "--to {to}: expected 0 to {turns}, for {} has no more commands",
            shown(&args.recording)
        );
    }
    let origin = args.world.origin_of(&recording);
    let world = origin.with_context(|| shown(&args.recording))?.read()?;
    let mut replay = History::open(recording, &world)
        .map_err(|error| anyhow!("{}: {error}", shown(&args.recording)))?;
    if let Some(path) = &args.svg {
        if let Err(error) = replay.seek(u32::MAX).and_then(|()| replay.seek(0)) {
            crate::message::say(&format!("{}: {error}", shown(&args.recording)));
            return Ok(Status::No);
        }
        let session = Session::new(replay.clone(), Keeper::nowhere(), String::new());
        let shots = screen::Shots {
            size: args.size,
            frames: args.frames,
            seconds: args.seconds,
        };
        let film = screen::film(session, replay, &shots);
        let written = output::prepare(path, |out| out.write_all(film.as_bytes()))?;
        output::commit(vec![written], "", !output::is_stdout(path))?;
        return Ok(Status::Done);
    }
    if let Some(speed) = args.speed {
        if !is_terminal() {
            bail!("--speed needs a terminal: expected standard input and output to be one");
        }
        let session = Session::new(replay.clone(), Keeper::nowhere(), String::new());
        screen::watch(session, replay, speed, &args.look.look())?;
        return Ok(Status::Done);
    }
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
                replay.position(),
                count(turns as u64, "command", "commands")
            )?;
            for line in view::surroundings(game) {
                writeln!(out, "{}", wrapped(&line, columns))?;
            }
            let plan = view::game_plan(game, game.player().place, columns.min(100), 30);
            return write!(out, "{plan}");
        }
        while let Some(step) = replay.step() {
            let (entry, events) = match step {
                Ok(done) => done,
                Err(error) => {
                    verdict = Err(error);
                    return Ok(());
                }
            };
            if args.check {
                continue;
            }
            writeln!(out, "> {entry}")?;
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
