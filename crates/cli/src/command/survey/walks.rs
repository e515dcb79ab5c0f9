//! `deepway survey walks` and `deepway survey climbs`.

use super::{ThreadArgs, seeds, spread};
use crate::command::generate::BlueprintArgs;
use crate::{Status, output};
use anyhow::{Result, anyhow};
use deepway::answer::{ClimbAnswer, ClimbsAnswer, WalksAnswer};
use deepway::generate::explore::{Climbs, ExpeditionTally};
use deepway::sector::raw::RawConnection;
use deepway::sector::{Blueprint, ConnectionKind, Sector, Trend, generate};
use deepway::traverse::Character;
use deepway::view::{count, thousands};
use deepway::{ConnectionId, Seed};
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Instant;

#[derive(clap::Args)]
#[command(after_help = "\
Each sector is carved and walked at random: through exits, up and down, clearing, blasting
and repairing as needed. A walk ends after --moves moves, or when the hit points run out.

Exit code: 0 nobody ended in a wall, outside or stuck, 1 somebody did.

Examples:
  deepway survey walks --seeds 0..1000 --moves 10000
  deepway survey walks --seeds 0..100 --rooms 50 --character might=5,hp=100")]
pub(crate) struct WalksArgs {
    /// The seeds: A..B (B excluded), or how many, from 0
    #[arg(long, value_name = "A..B|N", default_value = "0..1000", value_parser = seeds)]
    seeds: Range<u64>,
    #[command(flatten)]
    blueprint: BlueprintArgs,
    /// Moves per walk
    #[arg(long, value_name = "N", default_value = "10000")]
    moves: u64,
    /// Who walks
    #[arg(
        long,
        value_name = "KEY=N,…",
        default_value = "might=8,wits=8,hp=9999",
        allow_hyphen_values = true
    )]
    character: Character,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub(super) fn walks(args: &WalksArgs) -> Result<Status> {
    let blueprint = args.blueprint.blueprint();
    blueprint.check()?;
    let begin = Instant::now();
    let tally = spread(
        &args.seeds,
        args.threads.count()?,
        |seed, all: &mut ExpeditionTally| {
            all.explore(&blueprint, seed, &args.character, args.moves)
        },
        ExpeditionTally::add,
    );
    let failed: u64 = tally.failures.values().map(|seen| seen.count).sum();
    let mut text = format!(
        "{}, {}, {} ended for lack of hit points: {:.1} s\n",
        count(tally.expeditions, "walk", "walks"),
        count(tally.moves, "move", "moves"),
        thousands(tally.down),
        begin.elapsed().as_secs_f64(),
    );
    for (event, count) in &tally.events {
        let _ = writeln!(text, "  {event:<18} {:>14}", thousands(*count));
    }
    match failed {
        0 => {
            text += "Nobody ended in a wall, outside or stuck; every sector still holds together.\n"
        }
        _ => {
            for (reason, seen) in &tally.failures {
                let (count, example) = (thousands(seen.count), seen.example);
                let _ = writeln!(text, "  {count} × {reason}, for example seed {example}");
            }
        }
    }
    match args.json {
        true => output::print_json(&WalksAnswer::from(&tally))?,
        false => super::print_wrapped(&text)?,
    }
    Ok(if failed == 0 {
        Status::Done
    } else {
        Status::No
    })
}

#[derive(clap::Args)]
#[command(after_help = "\
A ladder, a shaft and an elevator without power are climbed again and again, and the
results are compared with the probabilities of the die.

Exit code: 0 every share is within five standard deviations, 1 some are not.

Examples:
  deepway survey climbs --count 1000000 --might 0
  deepway survey climbs --count 1000000 --might 5")]
pub(crate) struct ClimbsArgs {
    /// How often each of them is climbed
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The might of the climber, -10 to 30
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true, value_parser = clap::value_parser!(i32).range(-10..=30))]
    might: i32,
    /// The seed of the dice
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

/// A sector with an open connection of a kind and no hazards on it, and its id.
fn with_kind(kind: ConnectionKind) -> Result<(Sector, ConnectionId)> {
    let blueprint = Blueprint {
        target_rooms: 40,
        trend: Trend::Mixed,
        ..Blueprint::default()
    };
    let powered = (kind == ConnectionKind::Elevator).then_some(false);
    for seed in 0..10_000 {
        let mut raw = generate(&blueprint, Seed::new(seed))?.to_raw();
        let fits = |found: &&mut RawConnection| {
            (found.kind, found.blocked, found.powered) == (kind, false, powered)
        };
        if let Some(connection) = raw.connections.iter_mut().find(fits) {
            connection.hazards.clear();
            let id = connection.id;
            let sector = Sector::from_raw(raw);
            return sector
                .map(|sector| (sector, id))
                .map_err(|findings| anyhow!("{findings:?}"));
        }
    }
    Err(anyhow!("no sector of ten thousand has a {}", kind.id()))
}

pub(super) fn climbs(args: &ClimbsArgs) -> Result<Status> {
    let mut text = format!(
        "{} of each kind with might {}\n\n  {:<20} {:>10} {:>10} {:>10}   off by, in standard deviations\n",
        count(args.count, "climb", "climbs"),
        args.might,
        "",
        "passed",
        "slipped",
        "fell"
    );
    let mut reports = Vec::new();
    let mut is_fair = true;
    for kind in [
        ConnectionKind::Ladder,
        ConnectionKind::Shaft,
        ConnectionKind::Elevator,
    ] {
        let (sector, id) = with_kind(kind)?;
        let dc = match kind {
            ConnectionKind::Elevator => ConnectionKind::Shaft.dc(),
            _ => kind.dc(),
        };
        let mut dice = Seed::new(args.seed)
            .child("climbs")
            .child(kind.id())
            .stream();
        let mut climbs = Climbs::default();
        climbs.count(&sector, id, args.might, args.count, &mut dice);
        let found = [climbs.passed, climbs.slipped, climbs.fell];
        let faces = Climbs::faces(kind, args.might, dc);
        let off: Vec<f64> = found
            .into_iter()
            .zip(faces)
            .map(|(found, faces)| {
                let (tries, share) = (args.count as f64, f64::from(faces) / 20.0);
                let deviation = (tries * share * (1.0 - share)).sqrt().max(1e-9);
                let off = found as f64 - tries * share;
                if off == 0.0 { 0.0 } else { off / deviation }
            })
            .collect();
        is_fair &= off.iter().all(|off| off.abs() < 5.0);
        let name = match kind {
            ConnectionKind::Elevator => "elevator, no power",
            _ => kind.id(),
        };
        let share =
            |count: u64| format!("{:.3} %", count as f64 * 100.0 / args.count.max(1) as f64);
        let _ = writeln!(
            text,
            "  {name:<20} {:>10} {:>10} {:>10}   {:+.2} {:+.2} {:+.2}",
            share(found[0]),
            share(found[1]),
            share(found[2]),
            off[0],
            off[1],
            off[2]
        );
        let _ = writeln!(
            text,
            "  {:<20} {:>10} {:>10} {:>10}",
            format!("  expected, DC {dc}"),
            format!("{} %", faces[0] * 5),
            format!("{} %", faces[1] * 5),
            format!("{} %", faces[2] * 5),
        );
        reports.push(ClimbAnswer {
            kind: kind.id(),
            dc,
            passed: found[0],
            slipped: found[1],
            fell: found[2],
            faces,
            deviations: off,
        });
    }
    text += match is_fair {
        true => "\nThe dice are fair.\n",
        false => "\nThe dice are not fair.\n",
    };
    match args.json {
        true => output::print_json(&ClimbsAnswer {
            might: args.might,
            count: args.count,
            fair: is_fair,
            kinds: reports,
        })?,
        false => super::print_wrapped(&text)?,
    }
    Ok(if is_fair { Status::Done } else { Status::No })
}
