//! `deepway survey games`.

use super::{ThreadArgs, seeds, spread};
use crate::{Status, output};
use anyhow::Result;
use deepway::Seed;
use deepway::answer::GamesAnswer;
use deepway::generate::games::{Examples, GamesTally};
use deepway::maze::{self, MazePlan};
use deepway::play::{BotKind, Ending, Setup};
use deepway::sector::{self, Blueprint};
use deepway::strata::Strata;
use deepway::view::{count, thousands};
use deepway::world::World;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Instant;

#[derive(clap::Args)]
#[command(after_help = "\
A bot plays a game in a new world for each seed. The explorer looks at everything and then does
what there is to do; the speedrunner knows the world and takes the shortest way; the random one
does anything.

Exit code: 0 every world could be played, 1 some could not.

Examples:
  deepway survey games --kind sector --seeds 0..100 --bot explorer
  deepway survey games --kind maze --seeds 0..100 --bot explorer --hp 1000000 --level 60
  deepway survey games --kind sector --seeds 0..1000 --bot random --commands 500 --json")]
pub(crate) struct GamesArgs {
    /// What is played in
    #[arg(long, value_enum, default_value = "sector")]
    kind: WorldKind,
    /// The seeds: A..B (B excluded), or how many, from 0
    #[arg(long, value_name = "A..B|N", default_value = "0..100", value_parser = seeds)]
    seeds: Range<u64>,
    /// Who plays: explorer, random or speedrun
    #[arg(long, value_name = "BOT", default_value = "explorer", value_parser = bot)]
    bot: BotKind,
    /// Rooms of a sector, 5 to 200
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(5..=200))]
    rooms: u32,
    /// Commands of a game at most
    #[arg(long, value_name = "N", default_value = "50000", value_parser = clap::value_parser!(u64).range(1..))]
    commands: u64,
    /// How many go along, 0 to 5
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=5))]
    companions: u32,
    /// Hit points, 1 to 1000000 [default: as many as suit the world]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    hp: Option<u32>,
    /// The level, 1 to 60 [default: one that suits the world]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    level: Option<u32>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum WorldKind {
    /// A sector
    Sector,
    /// A maze
    Maze,
    /// An open world
    World,
}

fn bot(text: &str) -> Result<BotKind, String> {
    let found = BotKind::ALL.into_iter().find(|bot| bot.id() == text);
    found.ok_or_else(|| "expected explorer, random or speedrun".to_owned())
}

impl GamesArgs {
    fn world(&self, seed: Seed) -> Result<World, String> {
        Ok(match self.kind {
            WorldKind::Maze => {
                World::from(maze::generate(&MazePlan::default(), seed).map_err(|e| e.to_string())?)
            }
            WorldKind::World => World::from(Strata::new(seed)),
            WorldKind::Sector => {
                let blueprint = Blueprint {
                    target_rooms: self.rooms,
                    ..Blueprint::default()
                };
                World::from(sector::generate(&blueprint, seed).map_err(|e| e.to_string())?)
            }
        })
    }
}

pub(super) fn games(args: &GamesArgs) -> Result<Status> {
    let begin = Instant::now();
    let play = |seed: u64, tally: &mut GamesTally| {
        let setup = Setup {
            seed: Seed::new(seed),
            companions: args.companions,
            hp: args.hp,
            level: args.level,
            ..Setup::default()
        };
        match args.world(setup.seed) {
            Ok(world) => tally.play(seed, &world, &setup, args.bot, args.commands),
            Err(problem) => tally.refuse(seed, problem),
        }
    };
    let tally = spread(&args.seeds, args.threads.count()?, play, GamesTally::add);
    match args.json {
        true => output::print_json(&GamesAnswer::from(&tally))?,
        false => super::print_wrapped(&report(args, &tally, begin.elapsed().as_secs_f64()))?,
    }
    Ok(match tally.refused.is_empty() {
        true => Status::Done,
        false => Status::No,
    })
}

fn report(args: &GamesArgs, tally: &GamesTally, seconds: f64) -> String {
    let mut text = format!(
        "{} of the {} bot: {:.1} % won, {seconds:.1} s\n",
        count(tally.games, "game", "games"),
        args.bot.id(),
        tally.won() as f64 * 100.0 / tally.games.max(1) as f64,
    );
    let line = |text: &mut String, what: &str, examples: &Examples| {
        let seeds: Vec<String> = examples.seeds.iter().map(u64::to_string).collect();
        let _ = writeln!(
            text,
            "  {what:<18} {:>8}   seeds {}{}",
            thousands(examples.count),
            seeds.join(", "),
            if (seeds.len() as u64) < examples.count {
                ", …"
            } else {
                ""
            }
        );
    };
    for (ending, examples) in &tally.endings {
        line(&mut text, ending, examples);
        let deaths = tally.deaths.iter();
        for (cause, examples) in deaths.filter(|_| *ending == Ending::Lost.id()) {
            line(&mut text, &format!("  died: {cause}"), examples);
        }
    }
    for (reason, examples) in &tally.refused {
        line(&mut text, reason, examples);
    }
    let [shortest, middle, longest] = tally.lengths();
    let _ = writeln!(
        text,
        "Turns: {} in the middle, {} at least, {} at most.",
        thousands(middle),
        thousands(shortest),
        thousands(longest)
    );
    let mean = |total: u64| {
        let hundredths = tally.mean(total);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    };
    let _ = writeln!(
        text,
        "A game on average: {} levels seen, {} ways up and down taken, {} falls through {} levels, {} kills.",
        mean(tally.levels),
        mean(tally.climbs),
        mean(tally.falls[0]),
        mean(tally.falls[1]),
        mean(tally.kills)
    );
    text
}
