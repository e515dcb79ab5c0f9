//! A maze through the player's eyes.

use crate::play::Game;
use crate::space::{Direction, MazePos};
use crate::view::first_person::{Light, Segment, first_person};
use crate::world::Body;

/// What the player of a maze sees ahead; none in other worlds.
///
/// A maze has a cell for each of its places and one for each gap between two: in a gap the view
/// is that from the place behind.
pub fn through_the_eyes(game: &Game) -> Option<Vec<Segment>> {
    let Body::Maze(maze) = game.world().body() else {
        return None;
    };
    let maze = maze.maze();
    let player = game.player();
    let [x, y] = [player.place.x, player.place.y];
    let is_gap = x % 2 == 0 || y % 2 == 0;
    let at = match is_gap {
        true => player.place.step(player.facing.opposite()),
        false => player.place,
    };
    let levels = i32::try_from(maze.levels.len()).ok()?;
    let place = |number: i32| u32::try_from((number - 1) / 2).ok();
    let at = MazePos {
        level: u32::try_from(levels - at.z).ok()?,
        row: place(at.y)?,
        col: place(at.x)?,
    };
    let is_straight = Direction::STRAIGHT.contains(&player.facing);
    is_straight.then(|| first_person(maze, at, player.facing, Light::default()))
}
