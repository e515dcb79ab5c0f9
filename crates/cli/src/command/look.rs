//! `deepway look`.

use super::picture::PictureArgs;
use crate::input::World;
use crate::{Outcome, input, output};
use anyhow::{Result, bail};
use deepway::view::{self, Light};
use deepway::{Direction, MazePos};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Without --svg or --png the view is printed in characters of braille.

A line at range r, the own cell being 0, has the brightness light − 7 − r: at 0 and more
it is solid, down to −6 dotted, below that not seen. Ladders, holes, walls and doors see
the regular light, secret doors the magic one.

Examples:
  deepway generate maze --seed 7 --json > maze.json
  deepway look maze.json --at 1,5,10 --facing e
  deepway look maze.json --at 1,5,10 --facing n --light 13,10 --png view.png")]
pub(crate) struct LookArgs {
    /// The maze, as JSON; - is standard input
    maze: PathBuf,
    /// Where to stand: level (from 1 on), row and column (from 0 on)
    #[arg(long, value_name = "LEVEL,ROW,COL", value_parser = place)]
    at: MazePos,
    /// Which way to look: n, e, s or w
    #[arg(long, value_name = "WAY", default_value = "n", value_parser = facing)]
    facing: Direction,
    /// Regular and magic light, each 0 to 40
    #[arg(long, value_name = "REGULAR,MAGIC", default_value = "13,0", value_parser = light)]
    light: Light,
    #[command(flatten)]
    picture: PictureArgs,
}

fn place(text: &str) -> Result<MazePos, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[level, row, col]) => Ok(MazePos { level, row, col }),
        _ => Err("expected level,row,column, as 1,5,10".to_owned()),
    }
}

fn facing(text: &str) -> Result<Direction, String> {
    match text.to_lowercase().as_str() {
        "n" | "north" => Ok(Direction::North),
        "e" | "east" => Ok(Direction::East),
        "s" | "south" => Ok(Direction::South),
        "w" | "west" => Ok(Direction::West),
        _ => Err("expected n, e, s or w".to_owned()),
    }
}

fn light(text: &str) -> Result<Light, String> {
    let number = |part: &str| {
        part.trim()
            .parse()
            .ok()
            .filter(|light| (0..=40).contains(light))
    };
    let parts = text.split_once(',').unwrap_or((text, "0"));
    match (number(parts.0), number(parts.1)) {
        (Some(regular), Some(magic)) => Ok(Light { regular, magic }),
        _ => Err("expected regular,magic, each 0 to 40".to_owned()),
    }
}

pub(crate) fn run(args: &LookArgs) -> Result<Outcome> {
    args.picture.check(false)?;
    args.picture.spare(&args.maze)?;
    let World::Maze(maze) = input::read_world(&args.maze)? else {
        bail!("{}: expected a maze", input::name(&args.maze));
    };
    let MazePos { level, row, col } = args.at;
    let (levels, last) = (maze.levels.len(), maze.size() - 1);
    if maze.level(level).is_none() || row > last || col > last {
        bail!(
            "--at {level},{row},{col} is outside: expected level 1 to {levels}, row and column 0 to {last}"
        );
    }
    if !maze.is_open(args.at) {
        bail!("--at {level},{row},{col} is solid rock: expected an open cell");
    }
    let segments = view::first_person(&maze, args.at, args.facing, args.light);
    let scene = || Ok(view::first_person_scene(&segments));
    let pictures = args.picture.prepare_if_wanted(scene)?;
    if pictures.is_empty() {
        output::print(|out| out.write_all(view::first_person_text(&segments).as_bytes()))?;
    }
    pictures.into_iter().try_for_each(output::Pending::commit)?;
    Ok(Outcome::Done)
}
