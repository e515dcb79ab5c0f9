//! Timing the peers, each on the maps that it knows how to walk.

use crate::cases::{Case, Query};
use crate::line::{Line, over};
use crate::measure::{again, build, times};
use crate::peers::{FastPaths, Generic, GridPathfinding, Hierarchical, Northstar};
use deepway::Moves;
use deepway::nav::Ground;
use std::cell::RefCell;
use std::hint::black_box;

/// The line that all others are compared with.
pub const ASTAR: &str = "pathfinding::astar";

/// Times a peer: `find` gives every cell, `length` is how long such a way is.
fn time_one<T>(
    case: &Case,
    name: &str,
    (build, bytes): (f64, usize),
    find: impl FnMut(&Query) -> Option<T>,
    mut length: impl FnMut(&Query, T) -> f64,
) -> Line {
    let mut overs = Vec::with_capacity(case.queries.len());
    let look = |query: &Query, way: Option<T>| {
        overs.push(over(way.map(|way| length(query, way)), query));
    };
    let cells = times(&case.queries, find, look);
    Line {
        name: name.to_owned(),
        build,
        answer: build + cells.very_first / 1e3,
        bytes,
        cells,
        turns: None,
        cost: None,
        over: overs,
    }
}

/// The peers that know the moves and levels of a map. What no goal is about, and takes long,
/// is only in the first run.
pub fn time(case: &Case, ground: &Ground, generic: &Generic, is_first: bool) -> Vec<Line> {
    let (is_flat, is_eight) = (case.is_flat(), case.moves == Moves::Eight);
    let mut lines = Vec::new();
    if is_first || is_eight || !is_flat {
        lines.push(time_one(
            case,
            ASTAR,
            (0.0, 0),
            |query| generic.astar(query.from, query.to),
            |query, (cells, _)| generic.checked_length(query.from, query.to, &cells),
        ));
    }
    if is_flat && is_eight {
        lines.push(time_grid_pathfinding(case));
    }
    if is_flat && !is_eight {
        for chunk in [16, 32] {
            let (peer, build, bytes) = build(|| Hierarchical::new(&case.volume, chunk));
            let length = |query: &Query, cells: Vec<(usize, usize)>| {
                let width = case.volume.size().width() as usize;
                let cells = cells.into_iter().map(|(x, y)| (y * width + x) as u32);
                // Without the start.
                let cells: Vec<u32> = std::iter::once(generic.id(query.from))
                    .chain(cells)
                    .collect();
                generic.checked_length(query.from, query.to, &cells)
            };
            let name = format!("hierarchical_pathf. {chunk}");
            let find = |query: &Query| peer.cells(query.from, query.to);
            lines.push(time_one(case, &name, (build, bytes), find, length));
        }
    }
    if !is_flat && !is_eight {
        for chunk in [8, 16, 32] {
            let links = ground.links();
            let (peer, build, bytes) = build(|| Northstar::new(&case.volume, links, chunk));
            lines.push(time_one(
                case,
                &format!("bevy_northstar {chunk}"),
                (build, bytes),
                |query| peer.find(query.from, query.to),
                |query, path| Northstar::length(query.from, query.to, &path),
            ));
        }
    }
    if !is_flat && (is_first || is_eight) {
        let (peer, build, bytes) = build(|| FastPaths::new(generic));
        let peer = RefCell::new(peer);
        lines.push(time_one(
            case,
            "fast_paths",
            (build, bytes),
            |query| peer.borrow_mut().find(query.from, query.to),
            |query, path| {
                let cells = peer.borrow().cells(&path);
                generic.checked_length(query.from, query.to, &cells)
            },
        ));
    }
    lines
}

/// This peer also squeezes through between two corners, so its ways may be shorter than ours
/// can be.
fn time_grid_pathfinding(case: &Case) -> Line {
    let (peer, build, bytes) = build(|| GridPathfinding::new(&case.volume));
    let find = |query: &Query| peer.cells(query.from, query.to);
    let mut line = time_one(case, "grid_pathfinding", (build, bytes), find, |_, path| {
        let steps = path.windows(2).map(|pair| {
            let (dx, dy) = ((pair[0].x - pair[1].x).abs(), (pair[0].y - pair[1].y).abs());
            match dx.max(dy) {
                1 => f64::from(dx + dy).sqrt(),
                _ => f64::NAN,
            }
        });
        steps.sum()
    });
    line.turns = Some(again(&case.queries, |query| {
        drop(black_box(peer.waypoints(query.from, query.to)));
    }));
    line
}
