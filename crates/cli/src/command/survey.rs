//! `deepway survey`.

mod contents;
mod games;
mod mazes;
mod report;
mod walks;
pub(super) mod zones;

use super::generate::{BlueprintArgs, GraphsFile};
use super::picture::PictureArgs;
use crate::message::columns;
use crate::{Status, output};
use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use deepway::answer::{GraphsAnswer, SectorsAnswer};
use deepway::generate::survey::{Tally, mean};
use deepway::generate::{self, GenerateError, Generated, GeneratedCells};
use deepway::report::is_sound;
use deepway::sector::Blueprint;
use deepway::view::{count, thousands, wrapped};
use deepway::{Seed, validate};
use report::{picture, report};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(Subcommand)]
pub(crate) enum SurveyCommand {
    /// Generate a sector for each seed of a range, and count their features
    Sectors(SectorsArgs),
    /// Lay out every graph of the given files, and report
    Graphs(GraphsArgs),
    /// Generate a maze for each seed of a range, and check every rule
    Mazes(mazes::MazesArgs),
    /// Walk at random through a sector for each seed of a range, and report
    Walks(walks::WalksArgs),
    /// Build zones of an open world, check them and their joints, and count
    Zones(zones::ZonesArgs),
    /// Let a bot play a game in a world for each seed of a range, and report
    Games(games::GamesArgs),
    /// Climb again and again, and compare with the faces of the die
    Climbs(walks::ClimbsArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 all are sound, 1 some are not.

Examples:
  deepway survey sectors --seeds 1..100000 --rooms 7
  deepway survey sectors --seeds 1..20000 --rooms 50 --trend mixed --json")]
pub(crate) struct SectorsArgs {
    /// The seeds: A..B (B excluded), or how many, from 0
    #[arg(long, value_name = "A..B|N", default_value = "0..10000", value_parser = seeds)]
    seeds: Range<u64>,
    #[command(flatten)]
    blueprint: BlueprintArgs,
    /// Carve each sector, and prove that rooms and cells agree, before and after clearing
    #[arg(long)]
    cells: bool,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

#[derive(clap::Args)]
pub(super) struct ThreadArgs {
    /// How many threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl ThreadArgs {
    pub(super) fn count(&self) -> Result<usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match self.threads.unwrap_or(cores) {
            threads if (1..=1024).contains(&threads) => Ok(threads),
            threads => bail!("--threads {threads}: expected 1 to 1024"),
        }
    }
}

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 all are laid out and sound, 1 some are not.

Examples:
  deepway survey graphs graphs/*.txt
  deepway survey graphs mine.json --seed 3 --json")]
pub(crate) struct GraphsArgs {
    /// Files with graphs: JSON, or lists of edges
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The seed of every layout
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Print one JSON object per file, for a program
    #[arg(long)]
    json: bool,
}

/// Reads `A..B`, or a number of seeds from 0, for the argument parser.
pub(super) fn seeds(text: &str) -> Result<Range<u64>, String> {
    let parsed = match text.split_once("..") {
        Some((a, b)) => a.trim().parse().ok().zip(b.trim().parse().ok()),
        None => text.trim().parse().ok().map(|count| (0, count)),
    };
    match parsed.map(|(a, b)| a..b) {
        Some(range) if !range.is_empty() => Ok(range),
        _ => Err("expected A..B with A less than B, or a number of seeds".to_owned()),
    }
}

pub(crate) fn run(command: &SurveyCommand) -> Result<Status> {
    match command {
        SurveyCommand::Sectors(args) => sectors(args),
        SurveyCommand::Graphs(args) => graphs(args),
        SurveyCommand::Mazes(args) => mazes::mazes(args),
        SurveyCommand::Walks(args) => walks::walks(args),
        SurveyCommand::Zones(args) => zones::zones(args),
        SurveyCommand::Games(args) => games::games(args),
        SurveyCommand::Climbs(args) => walks::climbs(args),
    }
}

/// How many seeds a thread takes at a time.
const BATCH: u64 = 16;

fn sectors(args: &SectorsArgs) -> Result<Status> {
    args.picture.check(&[], args.json)?;
    let blueprint = args.blueprint.blueprint();
    blueprint.check()?;
    let threads = args.threads.count()?;
    let begin = Instant::now();
    let count = |seed: u64, tally: &mut Tally| {
        let made = generate::sector(&blueprint, Seed::new(seed));
        let made = if args.cells {
            made.and_then(with_cells)
        } else {
            made
        };
        tally.count(seed, &made);
    };
    let tally = spread(&args.seeds, threads, count, Tally::add);
    let seconds = begin.elapsed().as_secs_f64();
    let pictures = match args.picture.is_wanted() {
        true => args.picture.prepare(&picture(&tally, &blueprint))?,
        false => Vec::new(),
    };
    if args.json {
        output::print_json(&SectorsAnswer::from(&tally))?;
    } else if pictures.is_empty() {
        print_wrapped(&report(&tally, &blueprint, seconds))?;
    }
    output::commit(pictures, "", !args.json && !args.picture.takes_stdout())?;
    Ok(if tally.failed() == 0 {
        Status::Done
    } else {
        Status::No
    })
}

/// Carves a sector and adds the findings about its cells, then clears everything that is
/// blocked and checks the cells again.
fn with_cells(made: Generated) -> Result<Generated, GenerateError> {
    let GeneratedCells {
        mut carved,
        mut findings,
    } = generate::carve(made)?;
    let sector = carved.sector().clone();
    let mut is_cleared = false;
    for connection in sector.connections() {
        is_cleared |= carved.clear(connection.id);
    }
    if is_cleared && is_sound(&findings) {
        findings = validate::carved(&carved);
    }
    Ok(Generated { sector, findings })
}

/// Answers something for each item, in their order, on some threads.
pub(super) fn in_order<T: Sync, A: Send>(
    items: &[T],
    threads: usize,
    answer: impl Fn(&T) -> A + Sync,
) -> Vec<A> {
    let range = 0..items.len() as u64;
    let count = |number: u64, answers: &mut Vec<(u64, A)>| {
        answers.push((number, answer(&items[number as usize])));
    };
    let mut answers = spread(&range, threads, count, Extend::extend);
    answers.sort_unstable_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Counts something for each seed. The result does not depend on the number of threads.
fn spread<T: Default + Send>(
    seeds: &Range<u64>,
    threads: usize,
    count: impl Fn(u64, &mut T) + Sync,
    add: impl Fn(&mut T, T) + Sync,
) -> T {
    let (next, total) = (AtomicU64::new(seeds.start), Mutex::new(T::default()));
    let progress = Progress::new(seeds.end - seeds.start);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut tally = T::default();
                loop {
                    // The range may end at the largest number.
                    let take = |next: u64| Some(next.saturating_add(BATCH).min(seeds.end));
                    let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
                    let first = taken.unwrap_or(seeds.end);
                    if first >= seeds.end {
                        break;
                    }
                    for seed in first..seeds.end.min(first.saturating_add(BATCH)) {
                        count(seed, &mut tally);
                    }
                    progress.add(BATCH);
                }
                if let Ok(mut total) = total.lock() {
                    add(&mut total, tally);
                }
            });
        }
    });
    progress.finish();
    total.into_inner().unwrap_or_default()
}

/// A progress bar on standard error, if that is a terminal.
pub(super) struct Progress {
    total: u64,
    done: AtomicU64,
    shown: Mutex<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(total: u64) -> Self {
        Self {
            total,
            done: AtomicU64::new(0),
            shown: Mutex::new(Instant::now()),
            is_shown: std::io::stderr().is_terminal(),
        }
    }

    pub(super) fn add(&self, count: u64) {
        let done = (self.done.fetch_add(count, Ordering::Relaxed) + count).min(self.total);
        if let Ok(mut shown) = self.shown.try_lock()
            && self.is_shown
            && shown.elapsed().as_millis() > 100
        {
            *shown = Instant::now();
            let width = 30;
            let filled = (done * width / self.total.max(1)) as usize;
            let bar = "█".repeat(filled) + &"░".repeat(width as usize - filled);
            let (done, total) = (thousands(done), thousands(self.total));
            let _ = write!(std::io::stderr(), "\r{bar} {done} of {total} ");
        }
    }

    pub(super) fn finish(&self) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn graphs(args: &GraphsArgs) -> Result<Status> {
    let mut is_sound = true;
    let mut lines = String::new();
    for path in &args.files {
        let file = GraphsFile::read(path)?;
        let (mut tally, mut times) = (Tally::default(), Vec::new());
        let mut wrong = None;
        for (number, graph) in file.graphs().enumerate() {
            let graph = match graph {
                Ok(graph) => graph,
                Err(error) => {
                    tally.refuse(number as u64, error.to_string());
                    wrong.get_or_insert(error);
                    continue;
                }
            };
            let begin = Instant::now();
            let made = generate::from_graph(&graph, &Blueprint::default(), Seed::new(args.seed));
            times.push(begin.elapsed().as_secs_f64() * 1e3);
            tally.count(number as u64, &made);
        }
        // A file without a graph is bad input, not an answer.
        if times.is_empty() {
            let name = &file.name;
            return Err(wrong.unwrap_or_else(|| {
                anyhow!("{name}: not a graph: expected a number of rooms, then edges")
            }));
        }
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
        let slowest = times.last().copied().unwrap_or(0.0);
        is_sound &= tally.failed() == 0 && tally.edges[2] == 0;
        let name = &file.name;
        if args.json {
            let answer = SectorsAnswer {
                graphs: Some(GraphsAnswer {
                    file: name.clone(),
                    median_ms: median,
                    slowest_ms: slowest,
                }),
                ..SectorsAnswer::from(&tally)
            };
            let _ = writeln!(lines, "{}", serde_json::to_string(&answer)?);
            continue;
        }
        let _ = writeln!(
            lines,
            "{name}: {} laid out, {} not; {:.2} units a corridor, bounding box {:.2} times the rooms; median {median:.2} ms, slowest {slowest:.2} ms",
            count(
                tally.sectors - tally.failed().min(tally.sectors),
                "graph",
                "graphs"
            ),
            tally.failed(),
            mean(&tally.corridors),
            mean(&tally.bounding) / 100.0
        );
        for (reason, seen) in &tally.failures {
            let _ = writeln!(
                lines,
                "  {} × {reason}, for example graph {}",
                seen.count, seen.example
            );
        }
    }
    output::print(|out| out.write_all(lines.as_bytes()))?;
    Ok(if is_sound { Status::Done } else { Status::No })
}

/// Prints a summary with its sentences wrapped; indented lines are tables.
fn print_wrapped(text: &str) -> Result<()> {
    output::print(|out| {
        text.lines()
            .try_for_each(|line| match line.starts_with(' ') {
                true => writeln!(out, "{line}"),
                false => writeln!(out, "{}", wrapped(line, columns())),
            })
    })
}
