//! `deepway generate`, and `deepway` alone.

use super::describe::{SectorPictureArgs, describe, z_levels};
use crate::{Outcome, input, output};
use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use deepway::generate::{self, Generated};
use deepway::sector::{
    Blueprint, Difficulty, MAX_ROOMS, MIN_ROOMS, RoomGraph, Trend, read_edge_lists,
};
use deepway::{Biome, Seed, json};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum GenerateCommand {
    /// A sector: rooms in three dimensions, and what joins them
    Sector(Box<SectorArgs>),
}

#[derive(clap::Args)]
#[command(after_help = "\
The same seed and options give the same sector, everywhere. Without --seed one is
drawn and printed.

A graph of your own (--graph) is JSON, {\"rooms\":3,\"edges\":[[0,1],[1,2]]}, or a plain
list: a line with the number of rooms, then a line for each edge with two numbers.
docs/formats.md says what else it can hold.

Examples:
  deepway generate sector --seed 7
  deepway generate sector --seed 7 --rooms 30 --trend mixed --png sector.png
  deepway generate sector --seed 7 --json > sector.json
  deepway generate sector --graph mine.json --layout3d")]
pub(crate) struct SectorArgs {
    /// The seed, 0 to 18446744073709551615; one is drawn without it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    blueprint: BlueprintArgs,
    /// Lay out a graph of your own: JSON, or a list of edges; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "rooms")]
    graph: Option<PathBuf>,
    /// Which graph of a list with several, from 0 on
    #[arg(long, value_name = "N", requires = "graph", default_value = "0")]
    nth: usize,
    /// Print the z-levels: which rooms are where
    #[arg(long)]
    layout3d: bool,
    /// Print the sector as JSON, for a program
    #[arg(long, conflicts_with = "layout3d")]
    json: bool,
    #[command(flatten)]
    picture: SectorPictureArgs,
}

/// What a sector is asked to be.
#[derive(clap::Args)]
pub(crate) struct BlueprintArgs {
    /// How many rooms at most, 5 to 10000; a sector has at most two fewer
    #[arg(long, value_name = "N", default_value = "7", value_parser = rooms)]
    pub(crate) rooms: u32,
    /// Where it lies
    #[arg(long, value_name = "BIOME", default_value = "the_roots", value_parser = biomes())]
    pub(crate) biome: Biome,
    /// Which way the main path tends
    #[arg(long, value_enum, default_value = "descend", value_name = "TREND")]
    pub(crate) trend: TrendArg,
    /// How hard the climbing is
    #[arg(long, value_enum, default_value = "normal", value_name = "HOW")]
    pub(crate) difficulty: DifficultyArg,
}

impl BlueprintArgs {
    pub(crate) fn blueprint(&self) -> Blueprint {
        Blueprint {
            biome: self.biome,
            target_rooms: self.rooms,
            trend: Trend::ALL[self.trend as usize],
            difficulty: Difficulty::ALL[self.difficulty as usize],
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TrendArg {
    /// Down into the roots
    Descend,
    /// Up into the canopy
    Climb,
    /// Up and down
    Mixed,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum DifficultyArg {
    /// Every check is easier by 2
    Easy,
    /// As the rules say
    Normal,
    /// Every check is harder by 2
    Hard,
}

fn rooms(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(rooms) if (MIN_ROOMS..=MAX_ROOMS).contains(&rooms) => Ok(rooms),
        _ => Err(format!("expected {MIN_ROOMS} to {MAX_ROOMS}")),
    }
}

fn biomes() -> impl TypedValueParser<Value = Biome> {
    PossibleValuesParser::new(Biome::ALL.map(Biome::id)).map(|id| {
        let known = Biome::ALL.into_iter().find(|biome| biome.id() == id);
        known.unwrap_or(Biome::Neutral)
    })
}

pub(crate) fn run(command: &GenerateCommand) -> Result<Outcome> {
    match command {
        GenerateCommand::Sector(args) => sector(args),
    }
}

/// A seed that nobody chose.
fn draw_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Short enough to remember.
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

fn sector(args: &SectorArgs) -> Result<Outcome> {
    args.picture.files.check(args.json)?;
    if let Some(graph) = &args.graph {
        args.picture.files.spare(graph)?;
    }
    let seed = Seed::new(args.seed.unwrap_or_else(draw_seed));
    let blueprint = args.blueprint.blueprint();
    let made = match &args.graph {
        None => generate::sector(&blueprint, seed)?,
        Some(path) => {
            let graph = read_graph(path, args.nth)?;
            generate::from_graph(&graph, &blueprint, seed)?
        }
    };
    let pictures = args.picture.prepare(&made.sector)?;
    if args.json {
        output::print(|out| writeln!(out, "{}", json::write_sector(&made.sector, &made.issues)))?;
    } else if args.layout3d {
        output::print(|out| out.write_all(z_levels(&made.sector, &made.issues).as_bytes()))?;
    } else if !args.picture.files.takes_stdout() {
        output::print(|out| out.write_all(describe(&made.sector, &made.issues).as_bytes()))?;
    }
    pictures.into_iter().try_for_each(output::Pending::commit)?;
    Ok(verdict(&made))
}

/// Reads the graph of a file: JSON if it begins with a brace, else a list of edges.
pub(crate) fn read_graph(path: &Path, nth: usize) -> Result<RoomGraph> {
    let name = input::name(path);
    let mut graphs = read_graphs(path)?;
    if nth >= graphs.len() {
        match graphs.len() {
            0 => bail!("{name}: no graph: expected a number of rooms, then edges"),
            1 => bail!("--nth {nth}: {name} has one graph, number 0"),
            many => bail!("--nth {nth}: {name} has graphs 0 to {}", many - 1),
        }
    }
    graphs.swap_remove(nth)
}

/// Reads all graphs of a file; each may have something wrong with it.
pub(crate) fn read_graphs(path: &Path) -> Result<Vec<Result<RoomGraph>>> {
    let (name, text) = (input::name(path), input::read_text(path)?);
    if text.trim_start().starts_with('{') {
        return Ok(vec![json::read_graph(&name, &text).map_err(Into::into)]);
    }
    let graphs = read_edge_lists(&name, &text).into_iter();
    Ok(graphs.map(|graph| graph.map_err(Into::into)).collect())
}

fn verdict(made: &Generated) -> Outcome {
    match made.issues.is_empty() {
        true => Outcome::Done,
        false => Outcome::No,
    }
}

/// What `deepway` does alone: the default sector, and what to try next.
pub(crate) fn default_sector() -> Result<Outcome> {
    let seed = draw_seed();
    let made =
        generate::sector(&Blueprint::default(), Seed::new(seed)).context("the default sector")?;
    let next = format!(
        "\nTry next:
  deepway generate sector --seed {seed} --png sector.png     a picture of this sector
  deepway generate sector --seed {seed} --json > sector.json keep it for a program
  deepway generate sector --rooms 40 --trend mixed            a larger one
  deepway survey sectors --seeds 1..10000 --rooms 7           what ten thousand are like
  deepway --help                                              everything else\n"
    );
    output::print(|out| {
        out.write_all(describe(&made.sector, &made.issues).as_bytes())?;
        out.write_all(next.as_bytes())
    })?;
    Ok(verdict(&made))
}
