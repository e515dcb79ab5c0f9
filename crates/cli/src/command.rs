//! The commands, one file each.

mod address;
mod book;
mod check;
mod completions;
mod convert;
mod diff;
mod edit;
mod exchange;
mod find;
pub(crate) mod generate;
mod links;
mod list;
mod log;
mod look;
mod maze;
mod path;
pub(crate) mod picture;
mod play;
mod query;
mod scen;
mod sector;
mod show;
mod store;
pub(crate) mod strata;
mod survey;
mod tier;
mod traverse;
mod vault;
mod walk;
mod zone;

use crate::output::{self, Colour, Utf8};
use crate::{Status, message};
use anyhow::{Result, anyhow};
use clap::Subcommand;
use deepway::Link;
use deepway::codec::{self, Format};
use deepway::report::{Finding, is_sound};
use deepway::view::{self, Ink, Paper, ShowError, Showing};
use deepway::world::{Kind, World};
use tracing::{info, trace};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generate a sector (rooms in three dimensions), a maze, or an open world
    #[command(subcommand)]
    Generate(generate::GenerateCommand),
    /// Ask about a sector: what is above, in range, reachable
    Query(query::QueryArgs),
    /// Play in a world of any kind: explore, climb, fall, fight, find the way back
    Play(play::PlayArgs),
    /// Replay a recorded game, and check it
    Replay(play::ReplayArgs),
    /// Walk, climb and fall through a sector, move by move
    Traverse(traverse::TraverseArgs),
    /// Generate many worlds and summarise them
    #[command(subcommand)]
    Survey(survey::SurveyCommand),
    /// Find sectors, mazes or zones with the properties that you ask for
    #[command(subcommand)]
    Find(find::FindCommand),
    /// Show a world, its levels and the links between them, as text or as a picture
    Show(show::ShowArgs),
    /// Look into a maze, in first person
    Look(look::LookArgs),
    /// Walk through a maze: commands in, views and answers out
    Walk(walk::WalkArgs),
    /// List every link of a map: stairs, ladders, ramps, holes, shafts, elevators
    Links(links::LinksArgs),
    /// Find the best path between two cells, or answer a file of queries
    Path(path::PathArgs),
    /// Check that a world of any kind keeps its rules
    #[command(visible_alias = "validate")]
    Check(check::CheckArgs),
    /// Say what differs between two worlds, as text, as JSON or as a picture
    Diff(diff::DiffArgs),
    /// Build a zone of an open world, and show it
    Zone(zone::ZoneArgs),
    /// Make one move in an open world
    Step(strata::StepArgs),
    /// Take the address of a zone apart, go on from it, compare it
    Address(address::AddressArgs),
    /// Say how dangerous a zone of an open world is, and who may live there
    Tier(tier::TierArgs),
    /// Build a level of a vault dungeon: rooms from samples, by wave function collapse
    Vault(vault::VaultArgs),
    /// Replay a MovingAI scenario and compare with its optimal lengths
    Scen(scen::ScenArgs),
    /// Read a world in one format and write it in another: Tiled, LDtk, Foundry, glTF and more
    Convert(convert::ConvertArgs),
    /// Make a book for the table: maps, room texts, traps, tables; for the keeper or for players
    Book(book::BookArgs),
    /// Pack everything for a game night into a folder: books, a Foundry scene, maps
    Pack(book::PackArgs),
    /// Keep a world of a file under a name
    Save(list::SaveArgs),
    /// List the worlds that were saved
    List(list::ListArgs),
    /// Give a world that was saved another name
    Rename(list::RenameArgs),
    /// Delete a world that was saved
    Delete(list::DeleteArgs),
    /// Change a world that was saved: dig, draw, take notes
    Edit(edit::EditArgs),
    /// Say what happened to a world that was saved, and what was found wrong with it
    Log(log::LogArgs),
    /// Look after the place where worlds are kept
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Print a script that completes deepway's arguments in your shell
    Completions(completions::CompletionsArgs),
}

impl Command {
    pub(crate) fn run(&self, colour: Colour) -> Result<Status> {
        match self {
            Self::Generate(command) => generate::run(command, colour.ink()),
            Self::Query(args) => query::run(args),
            Self::Traverse(args) => traverse::run(args),
            Self::Survey(command) => survey::run(command),
            Self::Find(command) => find::run(command),
            Self::Show(args) => show::run(args, colour.ink()),
            Self::Look(args) => look::run(args, colour.ink()),
            Self::Play(args) => play::run(args),
            Self::Replay(args) => play::replay(args),
            Self::Walk(args) => walk::run(args, colour.ink()),
            Self::Links(args) => links::run(args),
            Self::Path(args) => path::run(args, colour.ink()),
            Self::Check(args) => check::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Zone(args) => zone::run(args, colour.ink()),
            Self::Step(args) => strata::step(args),
            Self::Address(args) => address::run(args),
            Self::Tier(args) => tier::run(args),
            Self::Vault(args) => vault::run(args, colour.ink()),
            Self::Scen(args) => scen::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Book(args) => book::book(args),
            Self::Pack(args) => book::pack(args),
            Self::Save(args) => list::save(args),
            Self::List(args) => list::run(args),
            Self::Rename(args) => list::rename(args),
            Self::Delete(args) => list::delete(args),
            Self::Edit(args) => edit::run(args),
            Self::Log(args) => log::run(args),
            Self::Store(command) => store::run(command),
            Self::Completions(args) => completions::run(args),
        }
    }
}

/// Prints an overview of a world for people.
fn print_overview(world: &World, links: &[Link], showing: &Showing, ink: Ink) -> Result<()> {
    let paper = Paper {
        columns: message::columns(),
        ink,
    };
    let mut failed = None;
    output::print(|out| {
        let mut utf8 = Utf8::new(out);
        let written = match view::overview(world, links, showing, paper, &mut utf8) {
            Err(ShowError::Write(error)) => Err(error),
            Err(other) => {
                failed = Some(other);
                Ok(())
            }
            Ok(()) => Ok(()),
        };
        utf8.finish(written)
    })?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Refuses a world of another kind, and says which command is for its kind.
fn wrong_kind(name: &str, found: Kind, expected: Kind) -> anyhow::Error {
    let fitting = match found {
        Kind::Map => "show, path and check are",
        Kind::Sector => "traverse is",
        Kind::Maze => "walk is",
        Kind::Strata => {
            return anyhow!(
                "{name} is an open world: expected a {expected} (deepway zone shows a zone of it)"
            );
        }
    };
    anyhow!("{name} is a {found}: expected a {expected} (deepway {fitting} for {found}s)")
}

/// Whether a world is sound.
fn verdict(findings: &[Finding]) -> Status {
    match is_sound(findings) {
        true => Status::Done,
        false => Status::No,
    }
}

/// Prints a world as JSON, with the cells of a sector if they are asked for.
fn print_world(world: &World, with_cells: bool) -> Result<()> {
    let mut text = String::new();
    match sector::of(world, "").ok().filter(|_| with_cells) {
        Some(sector) => {
            let carved = sector.carved()?.clone();
            codec::write(&World::from(carved), Format::Json, &mut text)?;
        }
        None => codec::write(world, Format::Json, &mut text)?,
    }
    output::print(|out| out.write_all(text.as_bytes()))
}

/// A suggestion for somebody who tried an unknown command.
pub(crate) fn guess(word: &str) -> Option<String> {
    const GUESSES: [(&[&str], &str); 12] = [
        (
            &["search", "filter", "seek", "hunt", "pick"],
            "find sectors --where 'loops >= 2'",
        ),
        (
            &[
                "game", "start", "run", "go", "explore", "climb", "move", "fight",
            ],
            "play WORLD, or play --sector for a new one",
        ),
        (
            &[
                "new", "create", "make", "gen", "build", "dungeon", "sector", "maze", "random",
            ],
            "generate sector or generate maze",
        ),
        (
            &[
                "map", "view", "draw", "render", "print", "display", "picture", "image", "info",
            ],
            "show WORLD, with --png FILE for a picture",
        ),
        (
            &["route", "way", "nav", "navigate", "astar", "walkto"],
            "path WORLD --from PLACE --to PLACE",
        ),
        (&["compare", "difference", "changes", "delta"], "diff A B"),
        (&["verify", "lint", "test", "prove", "audit"], "check WORLD"),
        (
            &["export", "import", "write", "load", "read", "open"],
            "convert IN OUT for files, save FILE NAME and list for names, or store export and import",
        ),
        (
            &["pdf", "foundry", "vtt", "handout", "module"],
            "book WORLD --pdf FILE, pack WORLD DIR, or convert WORLD OUT --to FORMAT",
        ),
        (
            &["stats", "statistics", "count", "sample", "many"],
            "survey sectors or survey mazes",
        ),
        (
            &["ask", "room", "rooms", "layer", "layers", "where"],
            "query SECTOR with a question",
        ),
        (
            &["stairs", "ladders", "connections", "levels"],
            "links WORLD, or show WORLD",
        ),
    ];
    let lower = word.to_lowercase();
    let short: String = message::one_line(word).chars().take(60).collect();
    if std::path::Path::new(word).is_file() {
        return Some(format!("{short} is a file: expected deepway show {short}"));
    }
    let mut guesses = GUESSES.iter();
    let (_, right) = guesses.find(|(words, _)| words.contains(&lower.as_str()))?;
    Some(format!(
        "there is no command {short:?}: expected deepway {right} (--help shows all options)"
    ))
}

/// Logs how many links were found and, at the most verbose level, each of them.
fn log_links(links: &[Link]) {
    info!(links = links.len(), "found links");
    for link in links {
        trace!(kind = %link.kind, low = %link.low, high = %link.high, "link");
    }
}
