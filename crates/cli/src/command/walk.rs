//! `deepway walk`.

use super::look::{ViewerArgs, view_text, whereabouts};
use crate::message::{columns, one_line, reason};
use crate::{Status, output};
use anyhow::{Result, anyhow, bail};
use deepway::answer::StepAnswer;
use deepway::maze::{Command, Crossing, CrossingRule, Maze};
use deepway::play::{Answer, Step, Walk};
use deepway::view::{self, Ink, Light};
use deepway::{Direction, MazePos};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};

#[derive(clap::Args)]
#[command(after_help = "\
Commands are read one per line, until standard input ends or QUIT: CLIMB UP, CLIMB DOWN, TURN
LEFT, TURN RIGHT, TURN AROUND, MOVE (FORWARD), MOVE BACK, MOVE LEFT, MOVE RIGHT, LOOK, PLAN
(the level from above), HELP, QUIT. Case does not matter, and any unambiguous prefix works:
C U, C D, T L, M. A command that is not understood, or a climb that is not possible, is
answered by ??? and changes nothing. Nobody falls: holes are climbed through, only downward.
Doors and secret doors let through whoever walks into them.

Where nothing joins a level with the next, a scripted crossing leads on. It happens by itself
as soon as you have been in all four quadrants of the level, or as --passage says, and takes
you to the same row and column of the next level, or to the nearest open cell.

Examples:
  deepway generate maze --seed 7 --json > maze.json
  deepway walk maze.json
  printf 'm\\nt l\\nm\\nplan\\n' | deepway walk maze.json
  deepway walk maze.json --at 1:15:11 --json < commands.txt")]
pub(crate) struct WalkArgs {
    #[command(flatten)]
    viewer: ViewerArgs,
    /// When a crossing happens: quadrants, cells:N (after visiting N cells) or never
    #[arg(long, value_name = "RULE", default_value = "quadrants", value_parser = passage)]
    passage: Script,
    /// Print each answer as a JSON object, for a program
    #[arg(long)]
    json: bool,
    /// Print answers without views
    #[arg(long, conflicts_with = "json")]
    no_view: bool,
}

/// The rule of the crossings, if any happen.
#[derive(Clone, Copy)]
struct Script(Option<CrossingRule>);

fn passage(text: &str) -> Result<Script, String> {
    let cells = text.strip_prefix("cells:").map(str::parse);
    match (text, cells) {
        ("quadrants", _) => Ok(Script(Some(CrossingRule::Quadrants))),
        ("never", _) => Ok(Script(None)),
        (_, Some(Ok(cells))) if cells > 0 => Ok(Script(Some(CrossingRule::Cells(cells)))),
        _ => Err("expected quadrants, cells:N with N from 1 on, or never".to_owned()),
    }
}

/// The longest line that can be a command.
const MAX_LINE: usize = 1000;

pub(crate) fn run(args: &WalkArgs, ink: Ink) -> Result<Status> {
    if args.viewer.maze.as_os_str() == "-" {
        bail!("commands are read from standard input: expected the maze as a file");
    }
    let world = args.viewer.read()?;
    let (maze, at, facing) = args.viewer.stand(&world)?;
    let crossings = args.passage.0.map(|rule| Crossing::all(maze, rule));
    let walk = Walk::new(maze, at, facing)?.with_crossings(crossings.unwrap_or_default());
    let mut guide = Guide {
        maze,
        walk,
        light: args.viewer.light,
        ink,
        has_view: !args.no_view,
        level: 0,
        view: None,
    };
    let is_shown = !args.json && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut lines = BufReader::new(io::stdin().lock());
    let mut unread = Ok(());
    output::print(|out| {
        if !args.json {
            guide.show(out)?;
        }
        if is_shown {
            writeln!(out, "HELP lists what you can say, QUIT ends the walk.")?;
        }
        loop {
            if is_shown {
                write!(out, "> ")?;
            }
            // Answers are flushed before waiting for input, and together if more is there already.
            if lines.buffer().is_empty() {
                out.flush()?;
            }
            let said = match next_line(&mut lines) {
                Ok(Some(said)) => said,
                Ok(None) => return Ok(()),
                Err(error) => {
                    unread = Err(error);
                    return Ok(());
                }
            };
            if said.is_empty() {
                continue;
            }
            let step = guide.walk.tell(said.command());
            if args.json {
                let is_understood = said.command().parse::<Command>().is_ok();
                let walk = &guide.walk;
                let line = StepAnswer::new(said.short(), is_understood, maze, walk, &step);
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            } else {
                if !is_shown {
                    writeln!(out, "\n> {}", one_line(&said.short()))?;
                }
                guide.tell(&step, out)?;
            }
            if step.answer == Answer::Asked(Command::Quit) {
                return Ok(());
            }
        }
    })?;
    unread.map_err(|error| anyhow!("cannot read standard input: {}", reason(&error)))?;
    Ok(Status::Done)
}

/// A line of input, cut off where no command can be longer.
pub(super) struct Said {
    text: String,
    is_whole: bool,
}

impl Said {
    /// The line as a command; empty if it is too long.
    pub(super) fn command(&self) -> &str {
        if self.is_whole { &self.text } else { "" }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.is_whole && self.text.trim().is_empty()
    }

    /// The line, shortened if it is long.
    pub(super) fn short(&self) -> String {
        let beginning: String = self.text.trim().chars().take(60).collect();
        let is_all = self.is_whole && beginning.len() == self.text.trim().len();
        beginning + if is_all { "" } else { "…" }
    }
}

/// The next line.
pub(super) fn next_line(lines: &mut impl BufRead) -> io::Result<Option<Said>> {
    let mut line = Vec::new();
    let mut length = 0;
    let mut has_any = false;
    loop {
        let buffer = match lines.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            break;
        }
        has_any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(MAX_LINE - line.len())]);
        length += part.len();
        let used = part.len() + usize::from(end.is_some());
        lines.consume(used);
        if end.is_some() {
            break;
        }
    }
    let text = String::from_utf8_lossy(&line);
    Ok(has_any.then(|| Said {
        text: text.trim_start_matches('\u{FEFF}').to_owned(),
        is_whole: length <= MAX_LINE,
    }))
}

/// Shows the walker what they see.
struct Guide<'a> {
    maze: &'a Maze,
    walk: Walk,
    light: Light,
    ink: Ink,
    has_view: bool,
    /// The level that the walker was last told about.
    level: u32,
    /// The last view, and where it was seen from.
    view: Option<(MazePos, Direction, String)>,
}

impl Guide<'_> {
    /// Shows the view and the walker's position.
    fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (at, facing) = (self.walk.at(), self.walk.facing());
        if self.has_view {
            let is_known =
                |(place, way, _): &(MazePos, Direction, String)| (*place, *way) == (at, facing);
            if !self.view.as_ref().is_some_and(is_known) {
                let segments = view::first_person(self.maze, at, facing, self.light);
                self.view = Some((at, facing, view_text(&segments, self.ink)));
            }
            if let Some((.., text)) = &self.view {
                out.write_all(text.as_bytes())?;
            }
        }
        write!(out, "{}", whereabouts(self.maze, at, facing))?;
        let is_new = std::mem::replace(&mut self.level, at.level) != at.level;
        match self.walk.crossing().filter(|_| is_new) {
            Some(_) => writeln!(out, "{SECLUDED}"),
            None => Ok(()),
        }
    }

    /// Shows the view and the answer.
    fn tell(&mut self, step: &Step, out: &mut dyn Write) -> io::Result<()> {
        match step.answer {
            Answer::Asked(Command::Help) => {
                let names = Command::ALL.map(|(name, _)| name).join(", ");
                return writeln!(out, "{}", view::wrapped(&(names + "."), columns()));
            }
            Answer::Asked(Command::Plan) => {
                let player = (self.walk.at(), self.walk.facing());
                let level = player.0.level;
                let map = view::maze_level_map(self.maze, level, Some(player), columns(), self.ink);
                out.write_all(map.as_bytes())?;
                return write!(out, "{}", whereabouts(self.maze, player.0, player.1));
            }
            Answer::Asked(Command::Quit) => {}
            _ => self.show(out)?,
        }
        writeln!(out, "{}", step.answer)?;
        match step.crossing {
            Some(Crossing { to, .. }) => {
                writeln!(out, "The stones shift around you: you are on level {to}.")
            }
            None => Ok(()),
        }
    }
}

/// Said where neither a ladder nor a hole leads on.
const SECLUDED: &str = "No ladder and no hole leads down from this level.";
