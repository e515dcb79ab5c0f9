//! The `deepway` program: raw arguments, checked arguments, work, exit code.

mod command;
mod foreign;
mod input;
mod logging;
mod message;
mod output;
mod rules;
mod store;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use command::{Command, guess};
use logging::LogArgs;
use output::Colour;
use signal_hook::consts::SIGXFSZ;
use std::process::ExitCode;
use std::sync::Arc;

/// How a command ended, if its input was valid.
///
/// The `No` of commands that answer a question (is there a path, is the world
/// sound) becomes exit code 1; an error becomes 2.
enum Status {
    Done,
    No,
}

#[derive(Parser)]
#[command(
    name = "deepway",
    version,
    about = "Worlds with a real vertical dimension: generate them, show them, check them, find paths through them",
    after_help = "\
Examples:
  deepway                                            a sector, drawn and checked
  deepway generate sector --seed 7 --png sector.png  a picture of another sector
  deepway traverse sector.json look north up         walk, climb and fall in it
  deepway generate maze --seed 7 --json > maze.json  five levels of corridors
  deepway look maze.json --at 1:0:5 --facing e       the view from there
  deepway show examples/watchtower.txt               every level, and the links between them
  deepway show examples/watchtower.txt --side y=9    a slice through all levels
  deepway show examples/watchtower.txt --png out.png an isometric picture of all levels
  deepway links examples/watchtower.txt --json       the links, for a program
  deepway path examples/watchtower.txt --from 20,16,3 --to 18,8,6
                                                     the best path up to the roof
  deepway check examples/watchtower.txt              what a level designer wants to know
  deepway convert examples/arena.map arena.txt       a MovingAI map as a text map

Exit code: 0 done, 1 the answer is no, 2 bad use or bad input."
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    log: LogArgs,
    /// Where worlds are kept: sqlite:PATH, postgres://USER@HOST/DATABASE or memory: [default:
    /// DEEPWAY_STORE, or a file in your data folder]
    #[arg(long, global = true, value_name = "WHERE", help_heading = "General")]
    store: Option<String>,
    /// When to colour what is printed; auto means on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "auto",
        value_name = "WHEN",
        help_heading = "General"
    )]
    color: Colour,
}

fn main() -> ExitCode {
    // A limit on the size of files is an ordinary error of writing, not the end of the program.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refuse(&error),
    };
    logging::start(&args.log);
    store::choose(args.store.as_deref());
    let status = match &args.command {
        Some(command) => command.run(args.color),
        None => command::generate::default_sector(args.color.ink()),
    };
    exit(status)
}

/// The exit code for how the program ended, after a line about what went wrong.
fn exit(status: Result<Status>) -> ExitCode {
    match status {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::No) => ExitCode::from(1),
        Err(error) => {
            message::say(&format!(
                "deepway: {}",
                message::one_line(&format!("{error:#}"))
            ));
            ExitCode::from(2)
        }
    }
}

/// Answers a command line that asks for help or is malformed.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let help = match output::may_colour(&std::io::stdout()) {
                true => error.render().ansi().to_string(),
                false => error.render().to_string(),
            };
            let printed = output::print(|out| out.write_all(help.as_bytes()));
            exit(printed.map(|()| Status::Done))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            message::say(&format!("deepway: {}", needs_more()));
            ExitCode::from(2)
        }
        kind => {
            let guess = match (kind, error.get(ContextKind::InvalidSubcommand)) {
                (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => guess(word),
                _ => None,
            };
            let said = guess
                .or_else(spaced_value)
                .unwrap_or_else(|| message::bad_use(&error.to_string()));
            message::say(&format!("deepway: {said}"));
            ExitCode::from(2)
        }
    }
}

/// What to say where the value of --gravity stands apart, so that it was taken for something else.
fn spaced_value() -> Option<String> {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let pairs = words.windows(2);
    let mut apart =
        pairs.filter(|pair| pair[0] == "--gravity" && ["on", "off"].contains(&&*pair[1]));
    let value = &apart.next()?[1];
    Some(format!(
        "--gravity {value}: expected --gravity=on or --gravity=off, without a space"
    ))
}

/// What to say to a command without its subcommand.
fn needs_more() -> String {
    let program = Args::command();
    let mut words = std::env::args_os().skip(1);
    let command = words.find_map(|word| program.find_subcommand(word));
    let command = command.unwrap_or(&program);
    let places = command.get_positionals();
    let places: String = places
        .map(|place| format!(" {}", place.get_id().as_str().to_uppercase()))
        .collect();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let names = names.filter(|&name| name != "help");
    let (name, names) = (command.get_name(), names.collect::<Vec<_>>().join(", "));
    format!(
        "{name} needs more: expected {name}{places} and one of {names} (--help shows all options)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }
}
