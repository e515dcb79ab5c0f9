//! Pulling a way tight: a way from entrance to entrance turns where they are,
//! not where it needs to.

use super::super::graph::Graph;
use super::super::jps::Jps;
use crate::rules::{MoveRules, Moves};
use crate::space::Pos;

/// How many turns ahead are tried for a shorter way.
const AHEAD: usize = 48;

/// A way between two cells of a level with at most one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) turn: Pos,
    pub(super) cost: u64,
}

/// Shortens the parts of a way on each level; returns it and what was saved.
///
/// For graphs without weights. Of all ways that go from turn to turn of the given
/// one, or straight past some of them, the cheapest.
pub(super) fn tighten(graph: &Graph, jps: &Jps, turns: Vec<Pos>) -> (Vec<Pos>, u64) {
    let rules = graph.rules();
    let (mut tight, mut saved) = (Vec::with_capacity(turns.len()), 0);
    for part in turns.chunk_by(|a, b| a.z == b.z) {
        // The cheapest way to each turn: the cost, and the turns before.
        let mut best = vec![(0, 0, part[0])];
        let mut length = 0;
        for to in 1..part.len() {
            let step = walk(rules, part[to - 1], part[to]);
            length += step;
            let mut known = (best[to - 1].0 + step, to - 1, part[to]);
            for from in to.saturating_sub(AHEAD)..to - 1 {
                let bound = best[from].0 + walk(rules, part[from], part[to]);
                if bound < known.0
                    && let Some(line) = line(graph, jps, part[from], part[to])
                {
                    known = (bound, from, line.turn);
                }
            }
            best.push(known);
        }
        saved += length - best[part.len() - 1].0;
        let (mut at, first) = (part.len() - 1, tight.len());
        tight.push(part[at]);
        while at > 0 {
            let (_, before, turn) = best[at];
            for pos in [turn, part[before]] {
                if tight.last() != Some(&pos) {
                    tight.push(pos);
                }
            }
            at = before;
        }
        tight[first..].reverse();
    }
    (tight, saved)
}

/// The cost between two cells of a level if nothing is in the way.
fn walk(rules: &MoveRules, from: Pos, to: Pos) -> u64 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let (less, more) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
    let straight = u64::from(rules.costs.straight);
    match rules.moves {
        Moves::Four => (less + more) * straight,
        Moves::Eight => less * u64::from(rules.costs.diagonal) + (more - less) * straight,
    }
}

/// A way between two cells that costs no more than if nothing were in the way,
/// and turns once at most.
pub(super) fn line(graph: &Graph, jps: &Jps, from: Pos, to: Pos) -> Option<Line> {
    let turns = match graph.rules().moves {
        Moves::Four => [
            Pos::new(to.x, from.y, from.z),
            Pos::new(from.x, to.y, from.z),
        ],
        Moves::Eight => {
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let less = dx.abs().min(dy.abs());
            let (dx, dy) = (dx.signum() * less, dy.signum() * less);
            [
                Pos::new(from.x + dx, from.y + dy, from.z),
                Pos::new(to.x - dx, to.y - dy, from.z),
            ]
        }
    };
    let mut open = turns
        .into_iter()
        .filter(|&turn| jps.is_line_open(from, turn) && jps.is_line_open(turn, to));
    open.next().map(|turn| Line {
        turn,
        cost: walk(graph.rules(), from, to),
    })
}
