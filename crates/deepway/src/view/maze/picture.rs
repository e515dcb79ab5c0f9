//! Levels as a picture, side by side.

use super::{Mark, Player, border_above, border_left};
use crate::cell::LinkKind;
use crate::maze::{Maze, MazeLevel, Side};
use crate::space::MazePos;
use crate::view::TooDetailed;
use crate::view::font;
use crate::view::legend::{frame, ruler_step};
use crate::view::palette::{self, BACKGROUND, FAINT, INK, stone};
use crate::view::scene::{Anchor, Point, Scene};
use crate::view::theme::Theme;

/// The most levels side by side.
const COLUMNS: usize = 5;
/// Room for the rulers and the name of a level, and between levels.
const RULER: f32 = 24.0;
const NAME: f32 = 26.0;
const GAP: f32 = 26.0;
/// Room for the key, and the size of its signs.
const KEY: f32 = 44.0;
const SIGN: f32 = 16.0;
/// The most cells that a picture can show.
const MAX_CELLS: u64 = 4_000_000;

/// All levels of a maze from above, side by side, or one of them: walls as lines, doors,
/// secret doors, ladders and holes marked, and the player if given.
///
/// A level that does not exist is left out.
pub fn maze_map(
    maze: &Maze,
    only: Option<u32>,
    player: Option<Player>,
) -> Result<Scene, TooDetailed> {
    let levels = (1..).zip(&maze.levels);
    let levels: Vec<(u32, &MazeLevel)> = levels
        .filter(|(number, _)| only.is_none_or(|only| only == *number))
        .collect();
    let size = maze.size();
    let found = levels.len() as u64 * u64::from(size) * u64::from(size);
    if found > MAX_CELLS {
        return Err(TooDetailed {
            what: "cells",
            found,
            max: MAX_CELLS,
        });
    }
    let columns = levels.len().clamp(1, COLUMNS);
    let rows = levels.len().div_ceil(columns).max(1);
    let side = match columns {
        1 => 1000.0,
        2 => 640.0,
        _ => 400.0,
    };
    let cell = (side / size as f32).floor().clamp(6.0, 40.0);
    let side = size as f32 * cell;
    let (pitch_x, pitch_y) = (RULER + side + GAP, NAME + RULER + side + GAP);
    let width = columns as f32 * pitch_x - GAP;
    let height = rows as f32 * pitch_y - GAP;
    let title = format!("Maze {}", maze.seed);
    let key = key(maze, &levels, player);
    let key_width: f32 = key.iter().map(Entry::width).sum();
    let (mut scene, corner) = frame(width.max(key_width), height + KEY, &title, &[], Theme::Dark);
    for (place, &(number, level)) in levels.iter().enumerate() {
        let (column, row) = (place % columns, place / columns);
        let panel = Panel {
            left: corner.x + RULER + column as f32 * pitch_x,
            top: corner.y + NAME + RULER + row as f32 * pitch_y,
            cell,
        };
        panel.draw(&mut scene, maze, number, level, player);
    }
    draw_key(
        &mut scene,
        &key,
        Point::new(corner.x, corner.y + height + 34.0),
    );
    Ok(scene)
}

/// Where a level is in the picture.
struct Panel {
    left: f32,
    top: f32,
    cell: f32,
}

impl Panel {
    /// A place in cells, to the east and to the south.
    fn at(&self, east: f32, south: f32) -> Point {
        Point::new(self.left + east * self.cell, self.top + south * self.cell)
    }

    fn draw(
        &self,
        scene: &mut Scene,
        maze: &Maze,
        number: u32,
        level: &MazeLevel,
        player: Option<Player>,
    ) {
        let size = level.size();
        let levels = maze.levels.len() as u32;
        let stone = stone(levels - number, levels, &[]);
        let Point { x, y } = self.at(0.0, 0.0);
        let name = Point::new(x, y - RULER - 4.0);
        scene.label(name, format!("Level {number}"), 15.0, INK, Anchor::Start);
        self.rulers(scene, size);
        scene.shape(self.ground(level), stone.floor.towards(BACKGROUND, 150));
        let (mut walls, mut doors, mut secret) = (Vec::new(), Vec::new(), Vec::new());
        for (line, side) in self.borders(level) {
            match side {
                Side::Open => {}
                Side::Wall => walls.push(line),
                Side::Door => doors.push(line),
                Side::SecretDoor => secret.push(line),
            }
        }
        let width = (self.cell / 7.0).clamp(1.0, 2.5);
        scene.lines(walls, stone.floor, width);
        scene.lines(doors, palette::DOOR, 2.0 * width);
        scene.lines(secret, palette::SECRET_DOOR, 2.0 * width);
        for (row, col) in level.cells() {
            let at = MazePos {
                level: number,
                row,
                col,
            };
            if let Some(mark) = Mark::at(maze, at, player) {
                // Marks are large enough to be seen, even where cells are small.
                let side = self.cell.max(14.0);
                let Point { x, y } = self.at(col as f32 + 0.5, row as f32 + 0.5);
                let corner = Point::new(x - side / 2.0, y - side / 2.0);
                draw_mark(scene, mark, corner, side);
            }
        }
    }

    /// The open cells, as runs from west to east.
    fn ground(&self, level: &MazeLevel) -> Vec<Vec<Point>> {
        let mut runs = Vec::new();
        for row in 0..level.size() {
            let mut begin = None;
            for col in 0..=level.size() {
                match (begin, level.is_open(row, col)) {
                    (None, true) => begin = Some(col),
                    (Some(west), false) => {
                        let (x0, x1, y) = (west as f32, col as f32, row as f32);
                        runs.push(vec![
                            self.at(x0, y),
                            self.at(x1, y),
                            self.at(x1, y + 1.0),
                            self.at(x0, y + 1.0),
                        ]);
                        begin = None;
                    }
                    _ => {}
                }
            }
        }
        runs
    }

    /// The sides between cells, each wall as one line as far as it goes.
    fn borders(&self, level: &MazeLevel) -> Vec<(Vec<Point>, Side)> {
        let size = level.size();
        let mut lines = Vec::new();
        for along in 0..=size {
            for is_level in [true, false] {
                // The sides along the line between two rows, or two columns.
                let side = |across: u32| match is_level {
                    true => border_above(level, along, across),
                    false => border_left(level, across, along),
                };
                let point = |across: f32| match is_level {
                    true => self.at(across, along as f32),
                    false => self.at(along as f32, across),
                };
                let mut wall = None;
                for across in 0..=size {
                    let found = side(across).filter(|_| across < size);
                    let place = across as f32;
                    match (wall, found == Some(Side::Wall)) {
                        (None, true) => wall = Some(place),
                        (Some(begin), false) => {
                            lines.push((vec![point(begin), point(place)], Side::Wall));
                            wall = None;
                        }
                        _ => {}
                    }
                    if let Some(door @ (Side::Door | Side::SecretDoor)) = found {
                        lines.push((vec![point(place + 0.12), point(place + 0.88)], door));
                    }
                }
            }
        }
        lines
    }

    fn rulers(&self, scene: &mut Scene, size: u32) {
        for number in (0..size).step_by(ruler_step(self.cell)) {
            let middle = number as f32 + 0.5;
            let (above, left) = (self.at(middle, 0.0), self.at(0.0, middle));
            let column = Point::new(above.x, above.y - 7.0);
            let row = Point::new(left.x - 7.0, left.y + 4.0);
            let text = number.to_string();
            scene.label(column, text.clone(), 10.0, FAINT, Anchor::Middle);
            scene.label(row, text, 10.0, FAINT, Anchor::End);
        }
    }
}

/// Draws a mark into a square.
fn draw_mark(scene: &mut Scene, mark: Mark, corner: Point, side: f32) {
    let at = |x: f32, y: f32| Point::new(corner.x + x * side, corner.y + y * side);
    let path =
        |points: &[(f32, f32)]| -> Vec<Point> { points.iter().map(|&(x, y)| at(x, y)).collect() };
    let width = (side / 9.0).max(0.8);
    let ladder = palette::link(LinkKind::Ladder);
    let hole = palette::link(LinkKind::Hole);
    let ring = |radius: f32| -> Vec<Point> {
        // A quarter of a circle, rotated four times.
        const QUARTER: [(f32, f32); 4] =
            [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)];
        let turns = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
        let points = turns
            .iter()
            .flat_map(|(cos, sin)| QUARTER.map(|(x, y)| (x * cos - y * sin, x * sin + y * cos)));
        let points = points.chain([QUARTER[0]]);
        points
            .map(|(x, y)| at(0.5 + x * radius, 0.5 + y * radius))
            .collect()
    };
    match mark {
        Mark::LadderDown | Mark::LadderUp => {
            let sides = [0.16, 0.56].map(|x| path(&[(x, 0.08), (x, 0.92)]));
            let rungs = [0.26, 0.5, 0.74].map(|y| path(&[(0.16, y), (0.56, y)]));
            let head = match mark {
                Mark::LadderDown => [(0.68, 0.5), (1.0, 0.5), (0.84, 0.82)],
                _ => [(0.68, 0.5), (1.0, 0.5), (0.84, 0.18)],
            };
            let lines: Vec<Vec<Point>> = sides.into_iter().chain(rungs).collect();
            // A dark rim sets it off from the ground.
            scene.lines(lines.clone(), BACKGROUND, 2.6 * width);
            scene.lines(lines, ladder, width);
            scene.shape(vec![path(&head)], ladder);
        }
        Mark::HoleInFloor => {
            scene.shape(vec![ring(0.38)], BACKGROUND);
            scene.lines(vec![ring(0.38)], hole, width);
        }
        Mark::HoleInCeiling => scene.lines(vec![ring(0.3)], hole.opacity(170), width * 0.8),
        Mark::Player(facing) => {
            let (east, north, _) = facing.east_north_up();
            let (dx, dy) = (east as f32, -north as f32);
            let point = |ahead: f32, aside: f32| {
                at(0.5 + dx * ahead - dy * aside, 0.5 + dy * ahead + dx * aside)
            };
            let arrow = vec![
                point(0.42, 0.0),
                point(-0.36, 0.34),
                point(-0.18, 0.0),
                point(-0.36, -0.34),
            ];
            scene.shape(vec![arrow], palette::PLAYER);
        }
    }
}

/// A sign and what it means.
struct Entry {
    sign: KeySign,
    text: &'static str,
}

enum KeySign {
    Side(Side),
    Mark(Mark),
}

impl Entry {
    fn width(&self) -> f32 {
        SIGN + 8.0 + font::width(self.text, 12.0) + 24.0
    }
}

/// The signs that occur.
fn key(maze: &Maze, levels: &[(u32, &MazeLevel)], player: Option<Player>) -> Vec<Entry> {
    let has_side = |wanted: Side| {
        levels.iter().any(|(_, level)| {
            let mut sides = level.inner_sides();
            sides.any(|(row, col, to)| level.side(row, col, to) == wanted)
        })
    };
    let mut entries = Vec::new();
    for (side, text) in [(Side::Door, "door"), (Side::SecretDoor, "secret door")] {
        if has_side(side) {
            let sign = KeySign::Side(side);
            entries.push(Entry { sign, text });
        }
    }
    let marks = |number: u32| {
        let ends = maze.features.iter().flat_map(move |feature| {
            let ends = [feature.upper_level, feature.upper_level.saturating_add(1)];
            ends.into_iter()
                .filter(move |&level| level == number)
                .map(|level| MazePos {
                    level,
                    row: feature.row,
                    col: feature.col,
                })
        });
        ends.filter_map(|at| Mark::of(&maze.cell(at)))
    };
    let found: Vec<Mark> = levels
        .iter()
        .flat_map(|&(number, _)| marks(number))
        .collect();
    for (mark, text) in [
        (Mark::LadderDown, "ladder down"),
        (Mark::LadderUp, "ladder up"),
        (Mark::HoleInFloor, "hole in the floor"),
        (Mark::HoleInCeiling, "hole in the ceiling"),
    ] {
        if found.contains(&mark) {
            let sign = KeySign::Mark(mark);
            entries.push(Entry { sign, text });
        }
    }
    let is_shown = |(at, _): &Player| levels.iter().any(|(number, _)| *number == at.level);
    if let Some((_, facing)) = player.filter(is_shown) {
        let sign = KeySign::Mark(Mark::Player(facing));
        let text = "you are here";
        entries.push(Entry { sign, text });
    }
    entries
}

fn draw_key(scene: &mut Scene, key: &[Entry], mut at: Point) {
    for entry in key {
        let top = Point::new(at.x, at.y - SIGN + 3.0);
        match entry.sign {
            KeySign::Mark(mark) => draw_mark(scene, mark, top, SIGN),
            KeySign::Side(side) => {
                let middle = top.y + SIGN / 2.0;
                let line = [top.x, top.x + SIGN].map(|x| Point::new(x, middle));
                let colour = match side {
                    Side::Door => palette::DOOR,
                    _ => palette::SECRET_DOOR,
                };
                scene.lines(vec![line.to_vec()], colour, 4.0);
            }
        }
        let text = Point::new(at.x + SIGN + 8.0, at.y);
        scene.label(text, entry.text, 12.0, FAINT, Anchor::Start);
        at.x += entry.width();
    }
}
