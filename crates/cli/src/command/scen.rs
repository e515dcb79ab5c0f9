//! `deepway scen`.

use super::path::index;
use crate::message::{say, shown};
use crate::rules::{self, MoveArgs};
use crate::{Status, input, output};
use anyhow::{Result, anyhow, bail};
use deepway::answer::ScenarioAnswer;
use deepway::nav::{Algorithm, Finder, Navigator, NoRoute};
use deepway::text;
use deepway::view::{count, thousands};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(clap::Args)]
#[command(after_help = "\
A length agrees with the stated optimum if it is within 0.1 % or 0.01 of it; with
hpa, whose paths may be longer, any longer length agrees too.
Exit code: 0 all agree, 1 some do not.

Examples:
  deepway scen arena.map.scen
  deepway scen arena.scen --map arena.map --algorithm jps-plus --json")]
pub(crate) struct ScenArgs {
    /// The scenario: a MovingAI .scen file; - is standard input
    scenario: PathBuf,
    /// The map [default: the scenario's name without .scen, or the map that it names, beside it]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The search algorithm
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = rules::algorithm())]
    algorithm: Algorithm,
    /// Keep what graph needs in a file, and take it from there if it belongs to the map
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Say which algorithm is taken, and why
    #[arg(long)]
    explain: bool,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: MoveArgs,
}

pub(crate) fn run(args: &ScenArgs) -> Result<Status> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    if is_stdin(&args.scenario) && args.map.as_ref().is_some_and(is_stdin) {
        bail!("the scenario and --map are both standard input: expected a file for one of them");
    }
    let bytes = input::read_text(&args.scenario)?;
    let queries = text::read_scenario(&input::name(&args.scenario), bytes.as_bytes())?;
    let Some(first) = queries.first() else {
        bail!("{} has no queries", input::name(&args.scenario));
    };
    let is_other = |query: &&text::Scenario| {
        (&query.map, query.width, query.height) != (&first.map, first.width, first.height)
    };
    if let Some(other) = queries.iter().find(is_other) {
        bail!(
            "{}: queries for {} and for {}: expected queries for one map",
            input::name(&args.scenario),
            shown(Path::new(&first.map)),
            shown(Path::new(&other.map))
        );
    }
    let map = match &args.map {
        Some(map) => map.clone(),
        None => map_beside(&args.scenario, &first.map)?,
    };
    let world = input::read_world(&map)?;
    let volume = input::cells(&world, &map)?;
    let size = volume.size();
    if [size.width(), size.height()] != [first.width, first.height] {
        let (width, height) = (first.width, first.height);
        bail!(
            "{} is {size}: expected {width} × {height}, as the scenario says",
            input::name(&map)
        );
    }
    if base(&first.map) != base(&map.to_string_lossy()) {
        let (scenario, map) = (shown(Path::new(base(&first.map))), input::name(&map));
        say(&format!(
            "the scenario is made for {scenario}, and {map} is searched"
        ));
    }
    let mut navigator = Navigator::new(volume, args.rules.rules(&world)?)?;
    if let Some(file) = &args.index {
        index::take(&mut navigator, volume, file, args.algorithm)?;
    }
    let counts = [queries.len(), 0];
    index::prepare(&navigator, volume, args.algorithm, counts, args.explain)?;
    let ground = navigator.on(volume)?;
    ground.prepare(args.algorithm)?;
    let mut finder = Finder::default();
    let (mut times, mut failures, mut over) = (Vec::new(), Vec::new(), Vec::new());
    let mut algorithm = args.algorithm;
    for query in &queries {
        let start = Instant::now();
        let answer = finder.find(&ground, query.start, query.goal, args.algorithm);
        times.push(start.elapsed().as_secs_f64() * 1e6);
        let length = match answer {
            Ok(route) => {
                algorithm = route.algorithm;
                route.length()
            }
            Err(NoRoute::Refused(refusal)) => bail!("{refusal}"),
            Err(reason) => {
                failures.push(format!(
                    "{} to {}: expected {}, {reason}",
                    query.start, query.goal, query.optimal
                ));
                continue;
            }
        };
        let off = length - query.optimal;
        let agrees = off.abs() <= 0.01 || off.abs() <= query.optimal * 0.001;
        over.push(if agrees {
            0.0
        } else {
            off / query.optimal * 100.0
        });
        if !agrees && (algorithm.is_exact() || off < 0.0) {
            failures.push(format!(
                "{} to {}: expected {}, found {length:.5}",
                query.start, query.goal, query.optimal
            ));
        }
    }
    times.sort_by(f64::total_cmp);
    let report = ScenarioAnswer {
        algorithm: algorithm.name(),
        queries: queries.len() as u64,
        failures: failures.len() as u64,
        mean_over: over.iter().sum::<f64>() / over.len().max(1) as f64,
        worst_over: over.iter().copied().fold(0.0, f64::max),
        mean: times.iter().sum::<f64>() / times.len() as f64,
        median: times[times.len() / 2],
        p95: times[times.len() * 95 / 100],
    };
    output::print(|out| {
        if args.json {
            return writeln!(out, "{}", serde_json::to_string(&report)?);
        }
        for failure in failures.iter().take(20) {
            writeln!(out, "{failure}")?;
        }
        if failures.len() > 20 {
            writeln!(out, "and {} more", thousands(failures.len() as u64 - 20))?;
        }
        let ScenarioAnswer {
            algorithm,
            queries,
            mean,
            median,
            p95,
            mean_over,
            worst_over,
            ..
        } = &report;
        let is_exact = Algorithm::from_name(algorithm).is_some_and(Algorithm::is_exact);
        writeln!(
            out,
            "{}: {} by {algorithm}, {} {}",
            input::name(&args.scenario),
            count(*queries, "query", "queries"),
            thousands(report.failures),
            if is_exact {
                "off the optimum"
            } else {
                "without a path or shorter than the optimum"
            }
        )?;
        if !is_exact {
            writeln!(
                out,
                "longer than the optimum: mean {mean_over:.2} %, worst {worst_over:.2} %"
            )?;
        }
        writeln!(
            out,
            "time per query: mean {mean:.1} µs, median {median:.1} µs, 95 % within {p95:.1} µs"
        )
    })?;
    Ok(if failures.is_empty() {
        Status::Done
    } else {
        Status::No
    })
}

/// The name of a file without its folders.
fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The map that belongs to a scenario: the map of the same name, or the map it names.
fn map_beside(scenario: &Path, named: &str) -> Result<PathBuf> {
    let same = scenario.with_extension("");
    let beside = scenario.with_file_name(base(named));
    let candidates = [same, beside];
    let found = candidates
        .iter()
        .find(|path| path.is_file() && *path != scenario);
    found.cloned().ok_or_else(|| {
        let names = candidates.map(|path| input::name(&path));
        anyhow!(
            "no map beside the scenario: expected {} or {}, or --map FILE",
            names[0],
            names[1]
        )
    })
}
