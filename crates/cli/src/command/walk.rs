//! `deepway walk`.

use super::look::{ViewerArgs, view_columns};
use crate::message::{columns, one_line};
use crate::{Outcome, output};
use anyhow::{Context, Result, bail};
use deepway::maze::{Answer, Command, Maze, Passage, PassageRule, Step, Walk};
use deepway::view::{self, Ink, Light};
use deepway::{Direction, MazePos};
use serde_json::json as object;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};

#[derive(clap::Args)]
#[command(after_help = "\
Commands, one a line, until standard input ends or QUIT: CLIMB UP, CLIMB DOWN, TURN LEFT,
TURN RIGHT, TURN AROUND, MOVE, MOVE BACK, MOVE LEFT, MOVE RIGHT, LOOK, PLAN (the level from
above), HELP, QUIT; in capitals or not, and any beginning of a word will do that no other
has: C U, C D, T L, M. What is not understood, or cannot be climbed, is answered by ??? and
changes nothing. Nobody falls: holes are climbed through, and never up.

Where a maze has two levels that nothing joins, a passage leads on: it happens by itself,
as soon as all four quadrants of the upper level have been seen, or as --passage says.

Examples:
  deepway generate maze --seed 7 --json > maze.json
  deepway walk maze.json
  printf 'm\\nt l\\nm\\nplan\\n' | deepway walk maze.json
  deepway walk maze.json --at 1,15,11 --json < commands.txt")]
pub(crate) struct WalkArgs {
    #[command(flatten)]
    viewer: ViewerArgs,
    /// When a passage leads on: quadrants, cells:N (so many cells were seen) or never
    #[arg(long, value_name = "RULE", default_value = "quadrants", value_parser = passage)]
    passage: Script,
    /// Print each answer as a JSON object, for a program
    #[arg(long)]
    json: bool,
    /// Print answers without views
    #[arg(long, conflicts_with = "json")]
    no_view: bool,
}

/// The rule of the passages, if any happen.
#[derive(Clone, Copy)]
struct Script(Option<PassageRule>);

fn passage(text: &str) -> Result<Script, String> {
    let cells = text.strip_prefix("cells:").map(str::parse);
    match (text, cells) {
        ("quadrants", _) => Ok(Script(Some(PassageRule::Quadrants))),
        ("never", _) => Ok(Script(None)),
        (_, Some(Ok(cells))) if cells > 0 => Ok(Script(Some(PassageRule::Cells(cells)))),
        _ => Err("expected quadrants, cells:N with N from 1 on, or never".to_owned()),
    }
}

/// The longest line that can be a command.
const MAX_LINE: usize = 1000;

pub(crate) fn run(args: &WalkArgs, ink: Ink) -> Result<Outcome> {
    if args.viewer.maze.as_os_str() == "-" {
        bail!("commands are read from standard input: expected the maze as a file");
    }
    let maze = args.viewer.read()?;
    let (at, facing) = args.viewer.stand(&maze)?;
    let passages = args.passage.0.map(|rule| Passage::all(&maze, rule));
    let walk = Walk::new(&maze, at, facing)?.with_passages(passages.unwrap_or_default());
    let mut guide = Guide {
        maze: &maze,
        walk,
        light: args.viewer.light,
        ink,
        has_view: !args.no_view,
        view: None,
    };
    let is_shown = io::stdin().is_terminal() && io::stdout().is_terminal();
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
            // Answers are sent before more is waited for, and together if there is more.
            if lines.buffer().is_empty() {
                out.flush()?;
            }
            let line = match next_line(&mut lines) {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(()),
                Err(error) => {
                    unread = Err(error);
                    return Ok(());
                }
            };
            if line.trim().is_empty() {
                continue;
            }
            let step = guide.walk.tell(&line);
            if args.json {
                writeln!(out, "{}", guide.object(&line, &step))?;
            } else {
                if !is_shown {
                    writeln!(out, "\n> {}", short(&line))?;
                }
                guide.tell(&step, out)?;
            }
            if step.answer == Answer::Asked(Command::Quit) {
                return Ok(());
            }
        }
    })?;
    unread.context("standard input cannot be read")?;
    Ok(Outcome::Done)
}

/// The next line. What is longer than a command can be is passed over, but for its
/// beginning.
fn next_line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
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
        let room = (MAX_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        lines.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(has_any.then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// What was said, if it is short.
fn short(line: &str) -> String {
    let beginning: String = line.trim().chars().take(60).collect();
    let dots = if beginning.len() < line.trim().len() {
        "…"
    } else {
        ""
    };
    one_line(&beginning) + dots
}

/// Shows somebody in a maze what they see.
struct Guide<'a> {
    maze: &'a Maze,
    walk: Walk<'a>,
    light: Light,
    ink: Ink,
    has_view: bool,
    /// The last view, and from where.
    view: Option<(MazePos, Direction, String)>,
}

impl Guide<'_> {
    /// The view, and where one is.
    fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (at, facing) = (self.walk.at(), self.walk.facing());
        if self.has_view {
            let is_known =
                |(place, way, _): &(MazePos, Direction, String)| (*place, *way) == (at, facing);
            if !self.view.as_ref().is_some_and(is_known) {
                let segments = view::first_person(self.maze, at, facing, self.light);
                let text = view::first_person_text(&segments, view_columns(), self.ink);
                self.view = Some((at, facing, text));
            }
            if let Some((.., text)) = &self.view {
                out.write_all(text.as_bytes())?;
            }
        }
        let MazePos { level, row, col } = at;
        write!(
            out,
            "Level {level}, row {row}, column {col}, facing {facing}."
        )?;
        match here(self.maze, at) {
            Some(text) => writeln!(out, " {text}"),
            None => writeln!(out),
        }
    }

    /// The view and the answer.
    fn tell(&mut self, step: &Step, out: &mut dyn Write) -> io::Result<()> {
        match step.answer {
            Answer::Asked(Command::Help) => {
                let names = Command::ALL.map(|(name, _)| name);
                return writeln!(out, "{}.", names.join(", "));
            }
            Answer::Asked(Command::Plan) => {
                let player = (self.walk.at(), self.walk.facing());
                let map =
                    view::maze_level(self.maze, player.0.level, Some(player), columns(), self.ink);
                out.write_all(map.unwrap_or_default().as_bytes())?;
            }
            Answer::Asked(Command::Quit) => {}
            _ => self.show(out)?,
        }
        writeln!(out, "{}", step.answer)?;
        match step.passage {
            Some(Passage { to, .. }) => {
                writeln!(out, "The stones shift around you: you are on level {to}.")
            }
            None => Ok(()),
        }
    }

    fn object(&self, line: &str, step: &Step) -> serde_json::Value {
        let MazePos { level, row, col } = self.walk.at();
        object!({
            "command": short(line),
            "understood": line.parse::<Command>().is_ok(),
            "answer": step.answer.to_string(),
            "level": level,
            "row": row,
            "col": col,
            "facing": self.walk.facing().name(),
            "passage": step.passage.map(|one| object!({"from": one.from, "to": one.to})),
        })
    }
}

/// What ladder or hole there is at a cell.
fn here(maze: &Maze, at: MazePos) -> Option<&'static str> {
    let cell = maze.cell(at);
    Some(match () {
        () if cell.has_ladder_down => "A ladder leads down.",
        () if cell.has_ladder_up => "A ladder leads up.",
        () if cell.has_hole_floor => "There is a hole in the floor.",
        () if cell.has_hole_ceiling => "There is a hole in the ceiling.",
        () => return None,
    })
}
