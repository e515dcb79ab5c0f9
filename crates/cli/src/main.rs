//! The `deepway` program: raw arguments, checked arguments, work, exit code.

mod command;
mod input;
mod logging;
mod message;
mod output;
mod rules;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use command::{Command, guess};
use logging::LogArgs;
use output::Colour;
use std::process::ExitCode;

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
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refuse(&error),
    };
    logging::start(&args.log);
    let status = match &args.command {
        Some(command) => command.run(args.color),
        None => command::generate::default_sector(args.color.ink()),
    };
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
            if error.print().is_ok() {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(2)
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        kind => {
            let guess = match (kind, error.get(ContextKind::InvalidSubcommand)) {
                (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => guess(word),
                _ => None,
            };
            let said = guess.unwrap_or_else(|| message::bad_use(&error.to_string()));
            message::say(&format!("deepway: {said}"));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }
}
