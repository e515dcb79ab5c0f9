//! `deepway generate`, and `deepway` alone.

use super::maze::MazeArgs;
use super::picture::{MapArgs, SectorPictureArgs};
use crate::input::TableArgs;
use crate::output::{self, Named, Utf8};
use crate::store::SaveArgs;
use crate::{Status, input, message};
use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use deepway::codec::{self, Format};
use deepway::generate::{self, GenerateError, Generated};
use deepway::report::Rule;
use deepway::sector::{
    self, Blueprint, CarveError, CarvedSector, Difficulty, Lore, MAX_ROOMS, MIN_ROOMS, Pieces,
    Plan, RoomGraph, Sector, Trend, read_edge_lists,
};
use deepway::view::{self, Ink, Part, Showing, Tint};
use deepway::words::Templates;
use deepway::world::{Kind, World};
use deepway::{Biome, Seed, Volume, json, validate};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum GenerateCommand {
    /// A sector: rooms in three dimensions, and what joins them
    Sector(Box<SectorArgs>),
    /// A maze: levels of corridors, joined by ladders and holes
    Maze(Box<MazeArgs>),
    /// An open world: 900,000 zones, fifty deep
    World(super::strata::WorldArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
The same seed and options give the same sector on every machine. Without --seed a
random seed is used and printed.

A graph of your own (--graph) is JSON, {\"rooms\":3,\"edges\":[[0,1],[1,2]]}, or a plain
list: a line with the number of rooms, then a line for each edge with two numbers.
docs/formats.md lists what else it can hold: names, sizes, locks, and wishes for layers.

Examples:
  deepway generate sector --seed 7
  deepway generate sector --seed 7 --rooms 30 --trend mixed --png sector.png
  deepway generate sector --seed 7 --json > sector.json
  deepway generate sector --seed 7 --rooms 20 --locks 3 --explain
  deepway generate sector --seed 7 --cells
  deepway generate sector --seed 7 --cells --sheet --theme print --png tonight.png
  deepway generate sector --seed 7 --cells --player --pages --png handout.png
  deepway generate sector --seed 7 --text dungeon.txt
  deepway generate sector --graph mine.json --layout3d")]
pub(crate) struct SectorArgs {
    /// The seed, 0 to 18446744073709551615 [default: random]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    blueprint: BlueprintArgs,
    /// Lay out a graph of your own: JSON, or a list of edges; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rooms", "loops", "locks"])]
    graph: Option<PathBuf>,
    /// Which graph to take from a list of several, counting from 0
    #[arg(
        long,
        value_name = "N",
        requires = "graph",
        default_value = "0",
        allow_hyphen_values = true
    )]
    nth: usize,
    /// Your own words: a folder with any of biomes.json, layers.json, rooms.json, features.json,
    /// ways.json, connections.json and sectors.json
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    #[command(flatten)]
    tables: TableArgs,
    /// Print the layers: which rooms are where
    #[arg(long)]
    layout3d: bool,
    /// Say which patterns it is composed of, and why
    #[arg(long, conflicts_with_all = ["json", "graph"])]
    explain: bool,
    /// Carve it: print its levels cell by cell; --json, --svg and --png then include the cells
    #[arg(long, conflicts_with = "layout3d")]
    cells: bool,
    /// Carve only a piece of up to 3,585 by 3,585 cells, for sectors too large for one map; columns
    /// count from the west, rows from the north, both from 0
    #[arg(long, value_name = "COLUMN,ROW", value_parser = piece, allow_hyphen_values = true, conflicts_with_all = ["layout3d", "player", "sheet", "pages"])]
    piece: Option<[u32; 2]>,
    /// Carve it, and write the cells as a text map for show, path and check; - is standard output
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// Print the sector as JSON, for a program
    #[arg(long, conflicts_with = "layout3d")]
    json: bool,
    #[command(flatten)]
    save: SaveArgs,
    #[command(flatten)]
    map: MapArgs,
    #[command(flatten)]
    picture: SectorPictureArgs,
}

/// What a sector is asked to be.
#[derive(clap::Args)]
pub(crate) struct BlueprintArgs {
    /// The most rooms, 5 to 10000; a sector has up to two fewer
    #[arg(long, value_name = "N", default_value = "7", value_parser = rooms, allow_hyphen_values = true)]
    pub(crate) rooms: u32,
    /// Where it lies
    #[arg(long, value_name = "BIOME", default_value = "the_roots", value_parser = biomes())]
    pub(crate) biome: Biome,
    /// Which way the main path tends
    #[arg(long, value_enum, default_value = "descend", value_name = "TREND")]
    pub(crate) trend: TrendArg,
    /// How hard it is: the checks, and who lives there
    #[arg(long, value_enum, default_value = "normal", value_name = "HOW")]
    pub(crate) difficulty: DifficultyArg,
    /// About how many loops to make; if a seed has another number, a line says so [default: as many
    /// as suit the rooms]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) loops: Option<u32>,
    /// How many passages to lock [default: one for ten rooms, none below nine]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) locks: Option<u32>,
    /// About how many of a hundred edges change level, 0 to 100; the rooms of a sector allow
    /// some 10 to 55
    #[arg(long, value_name = "PERCENT", default_value = "30", value_parser = percent, allow_hyphen_values = true)]
    pub(crate) verticality: u32,
    /// How much leaves the main path, 0 to 100: at 0 it has seven tenths of the rooms, at 100 four
    #[arg(long, value_name = "PERCENT", default_value = "60", value_parser = percent, allow_hyphen_values = true)]
    pub(crate) branching: u32,
    /// Leave out creatures, treasure, traps and curiosities
    #[arg(long)]
    pub(crate) empty: bool,
}

impl BlueprintArgs {
    pub(crate) fn blueprint(&self) -> Blueprint {
        Blueprint {
            biome: self.biome,
            target_rooms: self.rooms,
            trend: Trend::ALL[self.trend as usize],
            difficulty: Difficulty::ALL[self.difficulty as usize],
            loops: self.loops,
            locks: self.locks,
            verticality: self.verticality,
            branching: self.branching,
            is_empty: self.empty,
        }
    }
}

/// The options that ask for a blueprint, as one writes them; those that say what is the
/// default anyway are left out.
pub(crate) fn options(blueprint: &Blueprint) -> String {
    let usual = Blueprint::default();
    let said = |is_usual: bool, name: &str, value: &dyn std::fmt::Display| match is_usual {
        true => String::new(),
        false => format!(" --{name} {value}"),
    };
    let rooms = blueprint.target_rooms;
    let (biome, trend, difficulty) = (blueprint.biome, blueprint.trend, blueprint.difficulty);
    let (loops, locks) = (blueprint.loops, blueprint.locks);
    let (verticality, branching) = (blueprint.verticality, blueprint.branching);
    [
        said(rooms == usual.target_rooms, "rooms", &rooms),
        said(biome == usual.biome, "biome", &biome.id()),
        said(trend == usual.trend, "trend", &trend),
        said(difficulty == usual.difficulty, "difficulty", &difficulty),
        said(loops.is_none(), "loops", &loops.unwrap_or(0)),
        said(locks.is_none(), "locks", &locks.unwrap_or(0)),
        said(
            verticality == usual.verticality,
            "verticality",
            &verticality,
        ),
        said(branching == usual.branching, "branching", &branching),
        if blueprint.is_empty { " --empty" } else { "" }.to_owned(),
    ]
    .concat()
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
    /// Every check is easier by 2, and fewer and weaker creatures
    Easy,
    /// As the rules say
    Normal,
    /// Every check is harder by 2, and more and stronger creatures
    Hard,
}

fn rooms(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(rooms) if (MIN_ROOMS..=MAX_ROOMS).contains(&rooms) => Ok(rooms),
        _ => Err(format!("expected {MIN_ROOMS} to {MAX_ROOMS}")),
    }
}

fn piece(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once(',');
    let numbers = numbers
        .and_then(|(column, row)| Some([column.trim().parse().ok()?, row.trim().parse().ok()?]));
    numbers.ok_or_else(|| "expected a column and a row, such as 0,0".to_owned())
}

fn percent(text: &str) -> Result<u32, String> {
    let found = text.parse().ok().filter(|found| *found <= 100);
    found.ok_or_else(|| "expected 0 to 100".to_owned())
}

fn biomes() -> impl TypedValueParser<Value = Biome> {
    PossibleValuesParser::new(Biome::ALL.map(Biome::id)).map(|id| {
        let known = Biome::ALL.into_iter().find(|biome| biome.id() == id);
        known.unwrap_or(Biome::Neutral)
    })
}

pub(crate) fn run(command: &GenerateCommand, ink: Ink) -> Result<Status> {
    match command {
        GenerateCommand::Sector(args) => run_sector(args, ink),
        GenerateCommand::Maze(args) => super::maze::run(args, ink),
        GenerateCommand::World(args) => super::strata::run(args, ink),
    }
}

/// Reads a seed, for the argument parser.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let seed = text.trim().parse().ok();
    seed.ok_or_else(|| format!("expected a number from 0 to {}", u64::MAX))
}

/// A random seed.
pub(crate) fn draw_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Short enough to remember.
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

fn run_sector(args: &SectorArgs, ink: Ink) -> Result<Status> {
    let text_takes_stdout = args.text.as_deref().is_some_and(output::is_stdout);
    let files = &args.picture.files;
    let templates = args.templates.as_deref().map(template_files);
    let templates = templates.unwrap_or_default();
    let templates = templates.iter();
    let tables = args.tables.files();
    let mut inputs: Vec<Named> = templates
        .map(|path| Named::new("--templates", path))
        .chain(tables.iter().map(|path| Named::new("--tables", path)))
        .collect();
    inputs.extend(
        args.graph
            .as_deref()
            .map(|graph| Named::new("--graph", graph)),
    );
    if text_takes_stdout && (args.json || files.takes_stdout()) {
        bail!("only one of --text -, --svg -, --png - and --json can use standard output");
    }
    args.picture.check(&inputs, args.json)?;
    let mut outputs = files.files();
    outputs.extend(args.text.as_deref().map(|text| Named::new("--text", text)));
    output::keep_apart(&inputs, &outputs)?;
    args.map.check(files)?;
    let is_map = args.map.player || args.map.sheet || args.map.pages;
    if is_map && !args.cells {
        bail!("--player, --sheet and --pages are for maps of cells: expected --cells with them");
    }
    let for_keepers = [
        (args.json, "--json"),
        (args.text.is_some(), "--text"),
        (args.explain, "--explain"),
    ];
    let for_keepers = for_keepers.iter().find(|(is_asked, _)| *is_asked);
    if let Some((_, name)) = for_keepers.filter(|_| args.map.player) {
        bail!("--player is for printed maps and pictures: expected it without {name}");
    }
    if args.cells && args.picture.is_tinted() {
        bail!("--tint is for pictures of rooms: expected it without --cells");
    }
    if args.picture.tint() == Tint::Tier {
        bail!("--tint tier is for maps of open worlds: expected --tint layer, role or biome");
    }
    let templates = read_templates(args.templates.as_deref())?;
    let tables = args.tables.read()?;
    let lore = Lore {
        templates: &templates,
        tables: &tables,
    };
    let seed = Seed::new(args.seed.unwrap_or_else(draw_seed));
    let blueprint = args.blueprint.blueprint();
    let plan = match &args.graph {
        None => sector::plan(&blueprint, seed)?,
        Some(path) => Plan::of_graph(read_graph(path, args.nth)?, &blueprint, seed)?,
    };
    let made = generate::planned(&plan, &blueprint, lore, seed)?;
    let findings = made.findings.clone();
    let missed = missed_loops(&blueprint, &made.sector);
    let with_cells = args.cells || args.text.is_some();
    let world = match args.piece {
        Some(_) if !with_cells => bail!("--piece is for cells: expected --cells or --text with it"),
        Some(piece) => World::from(carve_piece(&made.sector, piece)?),
        None if with_cells => World::from(carve(made)?),
        None => World::from(made.sector),
    };
    missed.iter().for_each(|missed| message::say(missed));
    let rows = findings.iter();
    for row in rows.filter(|finding| finding.rule == Rule::RoomsInRow) {
        message::say(&row.to_string());
    }
    let showing = Showing {
        as_cells: args.cells,
        reader: args.map.reader(),
        part: match args.map.sheet {
            true => Part::Sheet,
            false => Part::Whole,
        },
        tint: args.picture.tint(),
        theme: args.picture.theme.theme(),
        ..Showing::default()
    };
    let links = match showing.needs_links(&world) {
        true => world.links(&world.rules())?,
        false => Vec::new(),
    };
    let draw = |showing: &Showing| Ok(view::picture(&world, &links, showing)?);
    if args.map.pages {
        let pages = files.pages(&world)?;
        let mut outputs: Vec<Named> = pages.iter().flat_map(|(_, page)| page.files()).collect();
        outputs.extend(args.text.as_deref().map(|text| Named::new("--text", text)));
        output::keep_apart(&inputs, &outputs)?;
    }
    let mut written = args.map.prepare(files, &world, &showing, draw)?;
    if let Some(path) = &args.text {
        written.push(output::prepare(path, |out| {
            let mut out = Utf8::new(out);
            let text = codec::write(&world, Format::Text, &mut out);
            out.finish(text.map_err(|_| std::fmt::Error))
        })?);
    }
    // A piece is no world of its own: the doors at its edge lead nowhere.
    let findings = match args.piece {
        Some(_) => findings,
        None => validate::check(&world),
    };
    let is_layout = args.layout3d;
    let saved = args.save.save(&world)?;
    if args.json {
        print_sector(&world, args.cells)?;
    } else if is_layout {
        let sector = super::sector::of(&world, "it")?.sector();
        let text = view::layer_list(sector, &findings);
        output::print(|out| out.write_all(text.as_bytes()))?;
    } else if written.is_empty() {
        super::print_overview(&world, &links, &showing, ink)?;
    }
    if args.explain {
        let text = view::patterns(&plan.patterns);
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    let takes_stdout = files.takes_stdout() || text_takes_stdout;
    let is_free = !args.json && !is_layout && !takes_stdout;
    output::commit(written, &format!("sector {seed}"), is_free)?;
    SaveArgs::tell(saved, is_free)?;
    Ok(super::verdict(&findings))
}

/// What to say about a number of loops that was asked for and not met.
fn missed_loops(blueprint: &Blueprint, sector: &Sector) -> Option<String> {
    let asked = blueprint.loops?;
    let found = (sector.passages().len() + 1).saturating_sub(sector.rooms().len());
    (found != asked as usize).then(|| {
        let options = options(blueprint);
        format!(
            "asked for {asked} loops, this seed has {found}: deepway find sectors{options} --where 'loops == {asked}' looks for others"
        )
    })
}

/// Carves a sector, or says in which pieces that can be done.
fn carve(made: Generated) -> Result<CarvedSector> {
    let sector = made.sector.clone();
    match generate::carve(made) {
        Err(GenerateError::Carve(error @ CarveError::TooLarge { .. })) => {
            let [columns, rows] = Pieces::new(&sector)?.count();
            let last = format!("{},{}", columns - 1, rows - 1);
            bail!("{error}: expected --piece 0,0 to --piece {last} for a part of it")
        }
        carved => Ok(carved?.carved),
    }
}

fn carve_piece(sector: &Sector, [column, row]: [u32; 2]) -> Result<Volume> {
    let pieces = Pieces::new(sector)?;
    let [columns, rows] = pieces.count();
    let piece = pieces.carve(column, row)?;
    piece.with_context(|| {
        let last = format!("{},{}", columns - 1, rows - 1);
        format!("--piece {column},{row}: the sector has the pieces 0,0 to {last}")
    })
}

/// Prints a sector as JSON, with its cells if `with_cells`.
fn print_sector(world: &World, with_cells: bool) -> Result<()> {
    match with_cells || world.kind() == Kind::Map {
        true => super::print_world(world, true),
        false => {
            let rooms = super::sector::of(world, "it")?.sector().clone();
            super::print_world(&World::from(rooms), false)
        }
    }
}

/// The files a folder of templates may have, whether they exist or not.
fn template_files(folder: &Path) -> Vec<PathBuf> {
    Templates::FILES.map(|name| folder.join(name)).to_vec()
}

/// The built-in words, replaced by those of a folder where it has any.
fn read_templates(folder: Option<&Path>) -> Result<Cow<'static, Templates>> {
    let Some(folder) = folder else {
        return Ok(Cow::Borrowed(Templates::built_in()));
    };
    let mut templates = Templates::built_in().clone();
    let replace = |name: &str, text: &str| Ok(templates.replace(name, text)?);
    input::replace_files("templates", folder, &Templates::FILES, replace)?;
    sector::check_words(&templates)?;
    Ok(Cow::Owned(templates))
}

/// Reads a graph from a file: JSON if it begins with a brace, else a list of edges.
pub(crate) fn read_graph(path: &Path, nth: usize) -> Result<RoomGraph> {
    let file = GraphsFile::read(path)?;
    let mut graphs = file.graphs();
    if let Some(graph) = graphs.nth(nth) {
        return graph;
    }
    let name = &file.name;
    match file.graphs().count() {
        0 => bail!("{name}: not a graph: expected a number of rooms, then edges"),
        1 => bail!("--nth {nth}: {name} has one graph, number 0"),
        many => bail!("--nth {nth}: {name} has graphs 0 to {}", many - 1),
    }
}

/// The largest file of graphs.
const MAX_GRAPHS: u64 = 64 << 20;

/// A file of graphs, which are read one by one.
pub(crate) struct GraphsFile {
    pub(crate) name: String,
    text: String,
}

impl GraphsFile {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = input::name(path);
        let text = input::read_limited(path, MAX_GRAPHS)?;
        Ok(Self { name, text })
    }

    /// All graphs of the file; each of them may be malformed.
    pub(crate) fn graphs(&self) -> impl Iterator<Item = Result<RoomGraph>> {
        let Self { name, text } = self;
        let is_json = text.trim_start().starts_with('{');
        let json = is_json.then(|| json::read_graph(name, text).map_err(Into::into));
        let lists = (!is_json).then(|| read_edge_lists(name, text));
        let lists = lists.into_iter().flatten();
        json.into_iter()
            .chain(lists.map(|graph| graph.map_err(Into::into)))
    }
}

/// What `deepway` does without arguments: the default sector, and what to try next.
pub(crate) fn default_sector(ink: Ink) -> Result<Status> {
    let seed = draw_seed();
    let made =
        generate::sector(&Blueprint::default(), Seed::new(seed)).context("the default sector")?;
    let tries = [
        (
            format!("generate sector --seed {seed} --cells --png sector.png"),
            "a picture of its cells",
        ),
        (
            format!("generate sector --seed {seed} --json > sector.json"),
            "keep it, for traverse or a program",
        ),
        (
            "generate sector --rooms 40 --trend mixed".to_owned(),
            "a larger sector",
        ),
        ("generate maze".to_owned(), "five levels of corridors"),
        ("--help".to_owned(), "everything else"),
    ];
    let widest = tries.iter().map(|(command, _)| command.len()).max();
    let mut next = "\nTry next:\n".to_owned();
    for (command, about) in &tries {
        next += &format!("  deepway {command:0$}  {about}\n", widest.unwrap_or(0));
    }
    let world = World::from(made.sector);
    super::print_overview(&world, &[], &Showing::default(), ink)?;
    output::print(|out| out.write_all(next.as_bytes()))?;
    Ok(super::verdict(&made.findings))
}
