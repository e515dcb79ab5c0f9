//! `deepway survey mazes`.

use super::{ThreadArgs, seeds, spread};
use crate::command::maze::PlanArgs;
use crate::{Status, output};
use anyhow::Result;
use deepway::answer::{MazesAnswer, SeenAnswer};
use deepway::maze::generate;
use deepway::view::{count, thousands};
use deepway::{Seed, validate};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Instant;

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 every maze keeps every rule, 1 some do not.

Examples:
  deepway survey mazes --seeds 0..100000
  deepway survey mazes --seeds 0..1000 --size 17 --levels 12 --json")]
pub(crate) struct MazesArgs {
    /// The seeds: A..B (B excluded), or how many, from 0
    #[arg(long, value_name = "A..B|N", default_value = "0..10000", value_parser = seeds)]
    seeds: Range<u64>,
    #[command(flatten)]
    plan: PlanArgs,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// What many mazes are like.
#[derive(Default)]
struct Tally {
    mazes: u64,
    /// What is wrong, how often, and the lowest seed with it.
    failures: BTreeMap<String, (u64, u64)>,
    /// The parts that levels make, as text.
    parts: BTreeMap<String, u64>,
    /// Which levels are reached from which, as text.
    reach: BTreeMap<String, u64>,
    intended: BTreeMap<String, u64>,
}

impl Tally {
    fn fail(&mut self, reason: String, seed: u64) {
        let seen = self.failures.entry(reason).or_insert((0, seed));
        *seen = (seen.0 + 1, seen.1.min(seed));
    }

    fn add(&mut self, other: Self) {
        self.mazes += other.mazes;
        for (reason, (count, seed)) in other.failures {
            let seen = self.failures.entry(reason).or_insert((0, seed));
            *seen = (seen.0 + count, seen.1.min(seed));
        }
        for (mine, theirs) in [
            (&mut self.parts, other.parts),
            (&mut self.reach, other.reach),
            (&mut self.intended, other.intended),
        ] {
            for (text, count) in theirs {
                *mine.entry(text).or_default() += count;
            }
        }
    }
}

pub(super) fn mazes(args: &MazesArgs) -> Result<Status> {
    let plan = args.plan.plan();
    plan.check()?;
    let begin = Instant::now();
    let count_maze = |seed: u64, tally: &mut Tally| {
        tally.mazes += 1;
        match generate(&plan, Seed::new(seed)) {
            Err(error) => tally.fail(error.to_string(), seed),
            Ok(maze) => {
                for finding in validate::maze(&maze) {
                    match finding.is_fault() {
                        true => tally.fail(finding.message, seed),
                        false => *tally.intended.entry(finding.message).or_default() += 1,
                    }
                }
                let parts = validate::maze_parts(&maze).into_iter();
                let parts: Vec<String> = parts.map(|part| format!("{part:?}")).collect();
                *tally.parts.entry(parts.join(" ")).or_default() += 1;
                let reached = reach(&validate::maze_reach(&maze));
                *tally.reach.entry(reached).or_default() += 1;
            }
        }
    };
    let tally = spread(&args.seeds, args.threads.count()?, count_maze, Tally::add);
    let seconds = begin.elapsed().as_secs_f64();
    let mut text = format!(
        "{}: {seconds:.1} s, {} a second\n",
        count(tally.mazes, "maze", "mazes"),
        thousands((tally.mazes as f64 / seconds.max(1e-9)) as u64)
    );
    for (parts, count) in &tally.parts {
        let _ = writeln!(text, "  {} × levels {parts}", thousands(*count));
    }
    for (reach, count) in &tally.reach {
        let _ = writeln!(text, "  {} × {reach}", thousands(*count));
    }
    for (intended, count) in &tally.intended {
        let _ = writeln!(text, "  {} × intended: {intended}", thousands(*count));
    }
    for (reason, (count, seed)) in &tally.failures {
        let _ = writeln!(
            text,
            "  {} × {reason}, for example seed {seed}",
            thousands(*count)
        );
    }
    if tally.failures.is_empty() {
        text += "Every maze keeps every rule.\n";
    }
    if args.json {
        let failures = tally.failures.iter();
        let failures = failures.map(|(reason, (count, seed))| SeenAnswer {
            reason: reason.clone(),
            count: *count,
            example: seed.to_string(),
        });
        output::print_json(&MazesAnswer {
            mazes: tally.mazes,
            failures: failures.collect(),
            parts: tally.parts,
            reach: tally.reach,
            intended: tally.intended,
        })?;
    } else {
        super::print_wrapped(&text)?;
    }
    Ok(if tally.failures.is_empty() {
        Status::Done
    } else {
        Status::No
    })
}

/// Which levels are reached from which; consecutive levels that reach the same are merged.
fn reach(levels: &[Vec<u32>]) -> String {
    let span = |first: u32, last: u32| match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    };
    let mut texts: Vec<String> = Vec::new();
    let mut number = 1;
    for group in levels.chunk_by(|a, b| a == b) {
        let last = number + group.len() as u32 - 1;
        if let [first, ..] = group
            && let (Some(&top), Some(&bottom)) = (first.first(), first.last())
        {
            texts.push(format!(
                "from {}: {}",
                span(number, last),
                span(top, bottom)
            ));
        }
        number = last + 1;
    }
    format!("levels reached {}", texts.join(", "))
}
