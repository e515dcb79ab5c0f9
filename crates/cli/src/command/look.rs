//! `deepway look`.

use super::picture::PictureArgs;
use crate::message::{columns, rows};
use crate::output::{self, Named};
use crate::{Status, input};
use anyhow::{Context, Result, bail};
use deepway::answer::LookAnswer;
use deepway::maze::Maze;
use deepway::view::{self, Ink, Light, Segment};
use deepway::world::World;
use deepway::{Direction, MazePos};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Without --svg or --png the view is printed in braille characters, as wide as the
terminal but 128 characters at most.

A line at range r (0 is the viewer's cell) has the brightness light − 7 − r: from 0 up it
is solid, down to −6 dotted, below that invisible. Regular light shows ladders, holes,
walls and doors; magic light shows secret doors.

Examples:
  deepway generate maze --seed 7 --json > maze.json
  deepway look maze.json
  deepway look maze.json --at 1:5:10 --facing e
  deepway look maze.json --at 1:5:10 --facing n --light 13,10 --png view.png
  deepway look maze.json --at 1:5:10 --map
  deepway look maze.json --sheet --png sheet.png
  deepway look maze.json --png poster.png --scale 12")]
pub(crate) struct LookArgs {
    #[command(flatten)]
    viewer: ViewerArgs,
    /// Draw a sheet of sample views: ladders, holes, doors, fading light
    #[arg(long, conflicts_with_all = ["at", "facing", "light", "text", "json"])]
    sheet: bool,
    /// Show the level from above instead, with the position and facing marked
    #[arg(long, conflicts_with_all = ["sheet", "json", "light"])]
    map: bool,
    /// Print the view as text as well as drawing it
    #[arg(long)]
    text: bool,
    /// Print the lines of the view as one JSON object, for a program
    #[arg(long, conflicts_with = "text")]
    json: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

/// A viewer in a maze, for the commands that look and walk.
#[derive(clap::Args)]
pub(super) struct ViewerArgs {
    /// The maze, as `deepway generate maze --json` writes it
    pub(super) maze: PathBuf,
    /// Where to stand; levels are counted from 1 downward, rows and columns from 0 [default: the middle of level 1]
    #[arg(long, value_name = "LEVEL:ROW:COLUMN", allow_hyphen_values = true)]
    at: Option<String>,
    /// Which way to look: n, e, s or w [default: an open direction]
    #[arg(long, value_name = "WAY", value_parser = facing)]
    facing: Option<Direction>,
    /// Regular and magic light, each 0 to 40; magic light is 0 if left out
    #[arg(long, allow_hyphen_values = true, value_name = "REGULAR,MAGIC", default_value = "13,0", value_parser = light)]
    pub(super) light: Light,
}

impl ViewerArgs {
    pub(super) fn read(&self) -> Result<World> {
        input::read_world(&self.maze)
    }

    /// The maze, and where the viewer stands and looks.
    pub(super) fn stand<'w>(&self, world: &'w World) -> Result<(&'w Maze, MazePos, Direction)> {
        let name = || input::name(&self.maze);
        input::cells(world, &self.maze)?;
        let maze_world = super::maze::of(world, &name())?;
        let maze = maze_world.maze();
        let at = match &self.at {
            Some(at) => {
                let at = maze_world.maze_place(at).context("--at")?;
                maze.check_place(at).map(|()| at).context("--at")?
            }
            None => maze.entrance().with_context(name)?,
        };
        let facing = self.facing.unwrap_or_else(|| maze.way_on(at));
        Ok((maze, at, facing))
    }
}

fn facing(text: &str) -> Result<Direction, String> {
    let direction = text.parse().ok();
    let straight = direction.filter(|direction| Direction::STRAIGHT.contains(direction));
    straight.ok_or_else(|| "expected n, e, s or w".to_owned())
}

fn light(text: &str) -> Result<Light, String> {
    let number = |part: &str| {
        let light = part.trim().parse().ok();
        light.filter(|&light| light <= Light::MAX)
    };
    let parts = text.split_once(',').unwrap_or((text, "0"));
    match (number(parts.0), number(parts.1)) {
        (Some(regular), Some(magic)) => Ok(Light { regular, magic }),
        _ => Err(format!("expected regular,magic, each 0 to {}", Light::MAX)),
    }
}

/// A view in braille that fits the terminal, with some lines to spare.
pub(super) fn view_text(segments: &[Segment], ink: Ink) -> String {
    if segments.is_empty() {
        return "It is too dark to see anything.\n".to_owned();
    }
    let high = rows().map_or(u32::MAX, |rows| {
        rows.saturating_sub(5).saturating_mul(64) / 19
    });
    view::first_person_text(segments, columns().min(high).clamp(32, 128), ink)
}

/// Where the viewer is and looks, and whether there is a ladder or a hole.
pub(super) fn whereabouts(maze: &Maze, at: MazePos, facing: Direction) -> String {
    let MazePos { level, row, col } = at;
    let cell = maze.cell(at);
    let here = match () {
        () if cell.has_ladder_down => " A ladder leads down.",
        () if cell.has_ladder_up => " A ladder leads up.",
        () if cell.has_hole_floor => " There is a hole in the floor.",
        () if cell.has_hole_ceiling => " There is a hole in the ceiling.",
        () => "",
    };
    format!("Level {level}, row {row}, column {col}, facing {facing}.{here}\n")
}

pub(crate) fn run(args: &LookArgs, ink: Ink) -> Result<Status> {
    let maze = Named::new("MAZE", &args.viewer.maze);
    args.picture.check(&[maze], args.text || args.json)?;
    if args.sheet && !args.picture.is_wanted() {
        bail!("--sheet is a picture: expected --svg FILE or --png FILE with it");
    }
    let world = args.viewer.read()?;
    let (maze, at, facing) = args.viewer.stand(&world)?;
    if args.sheet {
        let Some(sheet) = view::first_person_sheet(maze) else {
            let name = input::name(&args.viewer.maze);
            bail!("{name} has nothing to draw: expected ladders, holes, doors or corridors");
        };
        let pictures = args.picture.prepare(&sheet)?;
        output::commit(pictures, "", !args.picture.takes_stdout())?;
        return Ok(Status::Done);
    }
    let player = Some((at, facing));
    let segments = view::first_person(maze, at, facing, args.viewer.light);
    let pictures = args.picture.prepare_if_wanted(|| match args.map {
        true => Ok(view::maze_map(maze, Some(at.level), player)?),
        false => Ok(view::first_person_scene(&segments)),
    })?;
    if args.json {
        let light = args.viewer.light;
        output::print_json(&LookAnswer::new(light, at, facing, &segments))?;
    } else if pictures.is_empty() || args.text {
        let text = match args.map {
            true => view::maze_level_map(maze, at.level, player, columns(), ink),
            false => view_text(&segments, ink),
        };
        let text = text + &whereabouts(maze, at, facing);
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    let is_free = !args.json && !args.text && !args.picture.takes_stdout();
    output::commit(pictures, "", is_free)?;
    Ok(Status::Done)
}
