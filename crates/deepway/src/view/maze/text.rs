//! A level as text.

use super::{Mark, Player, border_above, border_left};
use crate::maze::{Maze, MazeLevel, Side};
use crate::space::{Direction, MazePos};
use crate::view::palette;
use crate::view::text::{Ink, Pen, TextBlock};

/// Lines that meet at a corner: to the north 1, to the east 2, to the south 4, to the west 8.
const CORNERS: [char; 16] = [
    ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];
const ROCK: char = '░';

/// A level from above with the numbers of rows and columns; each cell is one to three
/// characters wide, as fits into `columns`, plus one for the wall beside it.
///
/// Lines are walls, dashed lines doors, `?` is a secret door, `H` a ladder down, `h` a ladder
/// up, `O` a hole in the floor, `o` a hole in the ceiling, an arrow the player. None if there
/// is no such level.
pub fn maze_level(
    maze: &Maze,
    number: u32,
    player: Option<Player>,
    columns: u32,
    ink: Ink,
) -> Option<String> {
    let level = maze.level(number)?;
    let size = level.size();
    let margin = size.saturating_sub(1).to_string().len();
    let room = columns.saturating_sub(margin as u32 + 2);
    let width = (room / size.max(1)).saturating_sub(1);
    let width = width.clamp(1, 3) as usize;
    let mut block = TextBlock::default();
    block.push(ruler(size, margin, width, ink));
    for row in 0..=size {
        let (mut between, mut cells) = (Pen::new(ink), Pen::new(ink));
        between.write(&format!("{:margin$} ", ""), None);
        cells.write(&format!("{row:margin$} "), Some(palette::TERMINAL_FAINT));
        for col in 0..=size {
            put(&mut between, corner(level, row, col));
            put(&mut cells, upright(border_left(level, row, col)));
            if col == size {
                break;
            }
            let line = level_line(border_above(level, row, col), width);
            line.for_each(|character| put(&mut between, character));
            let at = MazePos {
                level: number,
                row,
                col,
            };
            let (sign, around) = match Mark::at(maze, at, player) {
                Some(mark) => (sign(mark), ' '),
                None if level.is_open(row, col) => (' ', ' '),
                None => (ROCK, ROCK),
            };
            padded(sign, around, width).for_each(|character| put(&mut cells, character));
        }
        block.push(between);
        if row < size {
            block.push(cells);
        }
    }
    Some(block.into_text())
}

/// The numbers of every fifth column.
fn ruler(size: u32, margin: usize, width: usize, ink: Ink) -> Pen {
    let mut text = " ".repeat(margin + 2 + (width - 1) / 2);
    for col in (0..size).step_by(5) {
        text += &format!("{col:<pitch$}", pitch = 5 * (width + 1));
    }
    let mut pen = Pen::new(ink);
    pen.write(text.trim_end(), Some(palette::TERMINAL_FAINT));
    pen
}

/// Writes a character of the map in its colour.
fn put(pen: &mut Pen, character: char) {
    let colour = match character {
        ROCK => palette::TERMINAL_BURIED,
        '╌' | '╎' => palette::TERMINAL_DOOR,
        '?' => palette::TERMINAL_SECRET_DOOR,
        'H' | 'h' => palette::TERMINAL_LADDER,
        'O' | 'o' => palette::TERMINAL_HOLE,
        '▲' | '▶' | '▼' | '◀' => palette::TERMINAL_PLAYER,
        _ => palette::TERMINAL_LINE,
    };
    pen.put(character, Some(colour));
}

/// The lines that meet north-west of a cell.
fn corner(level: &MazeLevel, row: u32, col: u32) -> char {
    let is_line = |side: Option<Side>| side.is_some_and(|side| side != Side::Open);
    let size = level.size();
    let above = row
        .checked_sub(1)
        .and_then(|row| border_left(level, row, col));
    let left = col
        .checked_sub(1)
        .and_then(|col| border_above(level, row, col));
    let right = border_above(level, row, col).filter(|_| col < size);
    let below = border_left(level, row, col).filter(|_| row < size);
    let lines = [above, right, below, left];
    let lines = (0..)
        .zip(lines)
        .map(|(bit, side)| usize::from(is_line(side)) << bit);
    let is_open = |row: Option<u32>, col: Option<u32>| {
        row.zip(col)
            .is_some_and(|(row, col)| level.is_open(row, col))
    };
    let (rows, cols) = (
        [row.checked_sub(1), Some(row)],
        [col.checked_sub(1), Some(col)],
    );
    let has_open = rows
        .iter()
        .any(|&row| cols.iter().any(|&col| is_open(row, col)));
    match has_open {
        true => CORNERS[lines.sum::<usize>()],
        false => ROCK,
    }
}

fn level_line(side: Option<Side>, width: usize) -> impl Iterator<Item = char> {
    let (sign, around) = match side {
        None => (ROCK, ROCK),
        Some(Side::Open) => (' ', ' '),
        Some(Side::Door) => ('╌', '╌'),
        Some(Side::SecretDoor) => ('?', '─'),
        Some(Side::Wall) => ('─', '─'),
    };
    padded(sign, around, width)
}

fn upright(side: Option<Side>) -> char {
    match side {
        None => ROCK,
        Some(Side::Open) => ' ',
        Some(Side::Door) => '╎',
        Some(Side::SecretDoor) => '?',
        Some(Side::Wall) => '│',
    }
}

/// A sign in the middle of `width` characters.
fn padded(sign: char, around: char, width: usize) -> impl Iterator<Item = char> {
    let middle = (width - 1) / 2;
    (0..width).map(move |place| if place == middle { sign } else { around })
}

fn sign(mark: Mark) -> char {
    match mark {
        Mark::Player(Direction::North) => '▲',
        Mark::Player(Direction::East) => '▶',
        Mark::Player(Direction::South) => '▼',
        Mark::Player(_) => '◀',
        Mark::LadderDown => 'H',
        Mark::LadderUp => 'h',
        Mark::HoleInFloor => 'O',
        Mark::HoleInCeiling => 'o',
    }
}
