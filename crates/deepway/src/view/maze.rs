//! A level of a maze from above, as text: walls as lines, doors and features marked.

use crate::maze::{Maze, Side};
use crate::space::{Direction, MazePos};

/// A level from above: each cell three characters wide, walls between them as lines.
///
/// `│` and `─` are walls, `▯` and `▭` doors, `?` secret doors, `H` a ladder down, `h` one
/// up, `O` a hole in the floor, `o` one in the ceiling; solid rock is filled. None if there
/// is no such level. The player, if any, is an arrow that shows the facing.
pub fn maze_level(
    maze: &Maze,
    number: u32,
    player: Option<(MazePos, Direction)>,
) -> Option<String> {
    let level = maze.level(number)?;
    let size = level.size();
    let mut lines: Vec<String> = Vec::new();
    for row in 0..size {
        let (mut top, mut middle) = (String::new(), String::new());
        for col in 0..size {
            let at = MazePos {
                level: number,
                row,
                col,
            };
            let is_open = level.is_open(row, col);
            let north = level.side(row, col, Direction::North);
            let west = level.side(row, col, Direction::West);
            // A corner is drawn if any of the four sides that meet there is no opening.
            let is_rock = |row: Option<u32>, col: Option<u32>| {
                let cell = row.zip(col);
                !cell.is_some_and(|(row, col)| level.is_open(row, col))
            };
            let (up, left) = (row.checked_sub(1), col.checked_sub(1));
            let around = [
                is_rock(up, left),
                is_rock(up, Some(col)),
                is_rock(Some(row), left),
                !is_open,
            ];
            let is_solid = around.iter().all(|&rock| rock);
            top += if is_solid { "█" } else { "+" };
            let above_is_open = up.is_some_and(|up| level.is_open(up, col));
            top += match north {
                Side::Open => "   ",
                Side::Door => " ▭ ",
                Side::SecretDoor => " ? ",
                Side::Wall if !is_open && !above_is_open => "███",
                Side::Wall => "───",
            };
            let west_is_open = left.is_some_and(|left| level.is_open(row, left));
            middle += match west {
                Side::Open => " ",
                Side::Door => "▯",
                Side::SecretDoor => "?",
                Side::Wall if !is_open && !west_is_open => "█",
                Side::Wall => "│",
            };
            middle += &mark(maze, at, player, is_open);
        }
        let east = level.is_open(row, size - 1);
        let corner = row
            .checked_sub(1)
            .is_some_and(|up| level.is_open(up, size - 1));
        top += if east || corner { "+" } else { "█" };
        middle += if east { "│" } else { "█" };
        lines.push(top);
        lines.push(middle);
    }
    let mut bottom = String::new();
    for col in 0..size {
        let is_open = level.is_open(size - 1, col);
        let left = col
            .checked_sub(1)
            .is_some_and(|left| level.is_open(size - 1, left));
        bottom += if is_open || left { "+" } else { "█" };
        bottom += if is_open { "───" } else { "███" };
    }
    bottom += if level.is_open(size - 1, size - 1) {
        "+"
    } else {
        "█"
    };
    lines.push(bottom);
    Some(lines.join("\n") + "\n")
}

/// What a cell shows: the player, a feature, or nothing.
fn mark(maze: &Maze, at: MazePos, player: Option<(MazePos, Direction)>, is_open: bool) -> String {
    let arrow = player
        .filter(|(place, _)| *place == at)
        .map(|(_, facing)| match facing {
            Direction::North => '▲',
            Direction::East => '▶',
            Direction::South => '▼',
            _ => '◀',
        });
    let cell = maze.cell(at);
    let sign = match arrow {
        Some(arrow) => arrow,
        None if !is_open => return "███".to_owned(),
        None if cell.has_ladder_down => 'H',
        None if cell.has_ladder_up => 'h',
        None if cell.has_hole_floor => 'O',
        None if cell.has_hole_ceiling => 'o',
        None => ' ',
    };
    format!(" {sign} ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::{Feature, FeatureKind, MazeLevel, MazePlan, generate};
    use crate::seed::Seed;

    #[test]
    fn a_level_shows_walls_doors_features_and_the_player() {
        let mut level = MazeLevel::new(4);
        for (row, col) in [(1, 1), (1, 2), (2, 1), (3, 1)] {
            level.set_open(row, col, true);
        }
        level.set_side(1, 1, Direction::East, Side::Door);
        level.set_side(1, 1, Direction::South, Side::SecretDoor);
        let maze = Maze {
            seed: Seed::new(0),
            plan: MazePlan {
                size: 4,
                levels: 2,
                ..MazePlan::default()
            },
            levels: vec![level.clone(), level],
            features: vec![Feature {
                upper_level: 1,
                row: 1,
                col: 2,
                kind: FeatureKind::Ladder,
            }],
        };
        let at = MazePos {
            level: 1,
            row: 3,
            col: 1,
        };
        let map = maze_level(&maze, 1, Some((at, Direction::North))).unwrap();
        let expected = "
█████████████████
█████████████████
████+───+───+████
████│   ▯ H │████
████+ ? +───+████
████│   │████████
████+   +████████
████│ ▲ │████████
████+───+████████
";
        assert_eq!(map, expected[1..]);
        assert!(maze_level(&maze, 2, None).unwrap().contains(" h "));
        assert_eq!(maze_level(&maze, 3, None), None);
    }

    #[test]
    fn every_level_has_a_map() {
        let maze = generate(&MazePlan::default(), Seed::new(1)).unwrap();
        for number in 1..=5 {
            let map = maze_level(&maze, number, None).unwrap();
            assert_eq!(map.lines().count(), 65);
            assert!(map.lines().all(|line| line.chars().count() == 129));
        }
    }
}
