//! Liquids: pools with a shallow rim, lava with a rim of crust.
//!
//! Deep liquid cannot be walked through. Where it would part a zone, *connect* finds a ford
//! through it: shallow liquid, or crust across lava, which is never walkable itself.

use super::super::board::Board;
use super::super::plan::Pool;
use super::Canvas;
use crate::material::Material;
use crate::seed::Stream;

/// Draws the pools of a zone, into rock as well as onto floor.
pub(super) fn build(canvas: &mut Canvas, pools: &[Pool], random: &mut Stream) {
    for pool in pools {
        let middle = pool.middle.map(i32::from);
        let [across, down] = pool.reach.map(i32::from);
        // A rough ellipse: what is beyond its core is there or not.
        let rim = Board::disc(middle, [across, down]).and(&Board::random(random, 18));
        let core = Board::disc(middle, [across * 3 / 4, down * 3 / 4]);
        let all = core.or(&rim).majority().or(&core.shrunk());
        fill(canvas, &all, pool.liquid);
    }
}

/// Fills cells with a liquid, deep but for the shore.
pub(super) fn fill(canvas: &mut Canvas, all: &Board, liquid: Material) {
    let inside = canvas.may.and(&Board::INSIDE);
    let all = all.and(&inside).without(&canvas.boxes);
    let all = all.without(&canvas.deep).without(&canvas.shallow);
    let dry = canvas.open.without(&all);
    let shore = all.and(&dry.grown());
    let deep = all.without(&shore);
    canvas.pour(&deep, &shore, liquid);
}
