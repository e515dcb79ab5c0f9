//! A game from the side: a cut through the player's row, level above level.

use super::{Seen, seen_at};
use crate::cell::Cell;
use crate::play::Game;
use crate::sight::is_open_below;
use crate::space::{Direction, Pos};

/// A cut through what the player knows, along a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSide {
    /// The levels, the highest first.
    pub levels: Vec<i32>,
    /// What is seen at each place of each level, from west to east.
    pub columns: Vec<Vec<Column>>,
    /// Where the cut begins in the west.
    pub west: i32,
    /// The row.
    pub row: i32,
}

/// A place in a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// What is known of it.
    pub seen: Option<Seen>,
    /// Whether one sees, falls or climbs through the floor.
    pub is_open_below: bool,
    /// Whether whoever steps into an opening of the row beside the player falls through here.
    pub is_fall: bool,
    /// Whether that fall ends here.
    pub is_landing: bool,
}

/// Cuts through what the player knows along a row, around a place, so many columns wide and with
/// so many levels. The levels are those around the place of which anything is known in the cut.
pub fn game_side(game: &Game, centre: Pos, columns: u32, levels: u32) -> GameSide {
    let [wide, high] = [columns, levels].map(|count| count as i32);
    let west = centre.x - wide / 2;
    let is_known =
        |z: i32| (west..west + wide).any(|x| game.memory().knows(Pos::new(x, centre.y, z)));
    let mut range = [centre.z, centre.z];
    // The nearest first, above and below in turn, as long as anything is known there.
    for _ in 0..high.max(1) {
        for (end, step) in [(1, 1), (0, -1)] {
            let next = range[end] + step;
            if range[1] - range[0] + 1 < high && is_known(next) {
                range[end] = next;
            }
        }
    }
    let falls: Vec<[Pos; 2]> = (west..west + wide)
        .map(|x| Pos::new(x, centre.y, centre.z))
        .filter(|pos| game.memory().knows(*pos) && !game.is_hidden(*pos))
        .filter_map(|pos| Some([pos, game.drop_from(pos)?.to]))
        .collect();
    let place = |pos: Pos| {
        let [cell, below] = [pos, pos.step(Direction::Down)].map(|pos| game.memory().get(pos));
        Column {
            seen: seen_at(game, pos),
            is_open_below: match (cell, below) {
                (Some(cell), Some(below)) => is_open_below(cell, below),
                (Some(cell), None) => matches!(cell, Cell::Air | Cell::Hole | Cell::Shaft),
                (None, _) => false,
            },
            is_fall: falls
                .iter()
                .any(|[from, to]| from.x == pos.x && (to.z..=from.z).contains(&pos.z)),
            is_landing: falls.iter().any(|[_, to]| *to == pos),
        }
    };
    let levels: Vec<i32> = (range[0]..=range[1]).rev().collect();
    let columns = levels.iter().map(|z| {
        let row = (west..west + wide).map(|x| place(Pos::new(x, centre.y, *z)));
        row.collect()
    });
    GameSide {
        columns: columns.collect(),
        levels,
        west,
        row: centre.y,
    }
}
