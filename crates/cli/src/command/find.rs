//! `deepway find`.

mod mazes;
mod order;
mod sectors;
mod zones;

use super::picture::{PictureArgs, ThemeArgs};
use super::survey::ThreadArgs;
use crate::{Status, message, output};
use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;
use deepway::answer::{FindAnswer, FoundAnswer, ValueAnswer};
use deepway::expression::{ExpressionError, Type, Value};
use deepway::generate::find::{Property, Search};
use deepway::view::{self, Scene, Tile, count, thousands, wrapped};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;
use tracing::info;

#[derive(Subcommand)]
pub(crate) enum FindCommand {
    /// Find seeds whose sectors satisfy an expression
    Sectors(sectors::SectorsArgs),
    /// Find seeds whose mazes satisfy an expression
    Mazes(mazes::MazesArgs),
    /// Find zones of an open world that satisfy an expression
    Zones(zones::ZonesArgs),
}

/// What to look for, and how to show it.
#[derive(clap::Args)]
struct WhereArgs {
    /// What they have to be like: an expression over properties, such as 'loops >= 2 and secrets == 1'
    #[arg(
        long = "where",
        value_name = "EXPRESSION",
        required_unless_present = "properties",
        allow_hyphen_values = true
    )]
    condition: Option<String>,
    /// List the properties, and end
    #[arg(long)]
    properties: bool,
    /// How many to find, 1 to 100000
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Draw what is found on one sheet, at most 100; the name says the format, .svg or .png
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub(crate) fn run(command: &FindCommand) -> Result<Status> {
    match command {
        FindCommand::Sectors(args) => sectors::run(args),
        FindCommand::Mazes(args) => mazes::run(args),
        FindCommand::Zones(args) => zones::run(args),
    }
}

/// The most pictures on a sheet, and how many are in a row.
const MOST_ON_A_SHEET: usize = 100;
const COLUMNS: u32 = 5;

/// A range of numbered candidates.
struct Hunt<'a, C: 'static> {
    args: &'a WhereArgs,
    /// What one is and what many are called.
    names: [&'static str; 2],
    table: &'static [Property<C>],
    range: Range<u64>,
    /// What the first column of the table is called.
    key: &'static str,
    /// The candidate of a number.
    candidate: &'a (dyn Fn(u64) -> C + Sync),
    /// Whether a candidate that fits is what the command for it makes.
    is_sound: fn(&C) -> bool,
    /// The seed or the address of a number.
    name: &'a dyn Fn(u64) -> String,
    /// The command that makes the candidate of a name.
    command: &'a dyn Fn(&str) -> String,
    picture: &'a dyn Fn(u64) -> Result<Scene>,
}

/// A candidate that was found.
struct Found {
    number: u64,
    name: String,
    values: Vec<Value>,
    command: String,
}

impl<C> Hunt<'_, C> {
    fn run(&self) -> Result<Status> {
        if self.args.properties {
            list(self.table, self.names[1])?;
            return Ok(Status::Done);
        }
        let args = self.args;
        let sheet = args.sheet.as_deref();
        let sheet = sheet.map(|path| PictureArgs::named("--sheet", path));
        let sheet = sheet.transpose()?;
        match &sheet {
            Some(sheet) => sheet.check(&[], args.json)?,
            None => args.theme.check_sheet()?,
        }
        let text = args.condition.as_deref().unwrap_or_default();
        let search = Search::read(text, self.table).map_err(|error| self.refused(&error))?;
        let start = Instant::now();
        let (make, is_sound) = (self.candidate, self.is_sound);
        let look = |number: u64| {
            let candidate = make(number);
            let values = search.look(&candidate)?;
            Ok(values.filter(|_| is_sound(&candidate)))
        };
        let threads = args.threads.count()?;
        let first = order::first(&self.range, args.limit as usize, threads, look);
        let first = first.map_err(|(number, error): (u64, ExpressionError)| {
            let (one, name) = (self.names[0], (self.name)(number));
            anyhow!("--where, {one} {name}: {error}")
        })?;
        let micros = start.elapsed().as_micros() as u64;
        info!(
            looked = first.looked,
            micros, "looked for {}", self.names[1]
        );
        let found = first.found.into_iter().map(|(number, values)| {
            let name = (self.name)(number);
            let command = (self.command)(&name);
            Found {
                number,
                name,
                values,
                command,
            }
        });
        let found: Vec<Found> = found.collect();
        let pictures = match &sheet {
            Some(sheet) if !found.is_empty() => sheet.prepare(&self.sheet(&search, &found)?)?,
            _ => Vec::new(),
        };
        if args.json {
            output::print_json(&self.answer(&search, &found, first.looked))?;
        } else if pictures.is_empty() || !sheet.as_ref().is_some_and(PictureArgs::takes_stdout) {
            let table = self.report(&search, &found, first.looked);
            output::print(|out| out.write_all(table.as_bytes()))?;
        }
        let takes_stdout = sheet.as_ref().is_some_and(PictureArgs::takes_stdout);
        output::commit(pictures, "", !args.json && !takes_stdout)?;
        Ok(match found.is_empty() {
            true => Status::No,
            false => Status::Done,
        })
    }

    /// An expression that cannot be used, with what helps.
    fn refused(&self, error: &ExpressionError) -> anyhow::Error {
        let many = self.names[1];
        anyhow!("--where, {error} (deepway find {many} --properties lists what can be asked)")
    }

    /// A table of what was found.
    fn report(&self, search: &Search<C>, found: &[Found], looked: u64) -> String {
        let [one, many] = self.names;
        let condition = message::one_line(self.args.condition.as_deref().unwrap_or_default());
        let looked = thousands(looked);
        if found.is_empty() {
            return format!("No {one} of {looked} looked at satisfies {condition}.\n");
        }
        let number = count(found.len() as u64, one, many);
        let mut text = format!("{number} of {looked} looked at: {condition}\n");
        let mut rows: Vec<Vec<String>> = vec![vec![self.key.to_owned()]];
        rows[0].extend(search.named().map(|property| property.name.to_owned()));
        for one in found {
            let values = one.values.iter().map(ToString::to_string);
            rows.push([one.name.clone()].into_iter().chain(values).collect());
        }
        let columns = rows[0].len();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..columns).filter_map(width).collect();
        let commands = found.iter().map(|one| one.command.as_str());
        for (row, command) in rows.iter().zip([""].into_iter().chain(commands)) {
            let cells = row.iter().zip(&widths);
            let cells: Vec<String> = cells
                .map(|(cell, width)| format!("{cell:>width$}"))
                .collect();
            let line = format!("  {}   {command}", cells.join("  "));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn answer(&self, search: &Search<C>, found: &[Found], looked: u64) -> FindAnswer {
        let found = found.iter().map(|one| {
            let names = search.named().map(|property| property.name);
            let name = Some(one.name.clone());
            let (seed, id) = match self.key {
                "seed" => (name, None),
                _ => (None, name),
            };
            FoundAnswer {
                seed,
                id,
                values: names
                    .zip(one.values.iter().map(ValueAnswer::from))
                    .collect(),
                command: one.command.clone(),
            }
        });
        FindAnswer {
            kind: self.names[1],
            condition: self.args.condition.clone().unwrap_or_default(),
            looked,
            found: found.collect(),
        }
    }

    fn sheet(&self, search: &Search<C>, found: &[Found]) -> Result<Scene> {
        let number = found.len();
        if number > MOST_ON_A_SHEET {
            bail!("{number} pictures on a sheet: expected at most {MOST_ON_A_SHEET}, with --limit");
        }
        let tiles = found.iter().map(|one| {
            let names = search.named().map(|property| property.name);
            let facts = names.zip(&one.values);
            Ok(Tile {
                picture: (self.picture)(one.number).with_context(|| one.name.clone())?,
                name: format!("{} {}", self.key, one.name),
                facts: facts
                    .map(|(name, value)| format!("{name} {value}"))
                    .collect(),
            })
        });
        let tiles: Vec<Tile> = tiles.collect::<Result<_>>()?;
        let condition = message::one_line(self.args.condition.as_deref().unwrap_or_default());
        let condition: String = condition.chars().take(100).collect();
        let title = format!("{}: {condition}", self.names[1]);
        let theme = self.args.theme.theme();
        Ok(view::contact_sheet(&tiles, COLUMNS, &title, theme))
    }
}

/// Lists what can be asked.
fn list<C>(table: &[Property<C>], many: &str) -> Result<()> {
    let widest = table.iter().map(|property| property.name.len()).max();
    let widest = widest.unwrap_or(0);
    output::print(|out| {
        writeln!(
            out,
            "What can be asked about {many}; what comes later in plan, layout, words, cells takes longer:"
        )?;
        for property in table {
            let kind = match property.kind {
                Type::Number => "number",
                Type::Text => "text",
                Type::Set => "set",
                Type::Truth => "yes/no",
            };
            let words = property.words();
            let words = match words.is_empty() {
                true => String::new(),
                false => format!(": {}", words.join(", ")),
            };
            let (name, stage) = (property.name, property.stage.id());
            let about = format!("{}{words}", property.meaning);
            let indent = 2 + widest + 18;
            let columns = message::columns().max(indent as u32 + 30) - indent as u32;
            let about = wrapped(&about, columns);
            let mut lines = about.lines().map(str::trim);
            let first = lines.next().unwrap_or_default();
            writeln!(out, "  {name:widest$}  {kind:6}  {stage:6}  {first}")?;
            for line in lines {
                writeln!(out, "{:indent$}{line}", "")?;
            }
        }
        Ok(())
    })
}
