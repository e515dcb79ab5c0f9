//! Pulling a way tight: a way from entrance to entrance turns where they are,
//! not where it needs to.

use super::super::graph::Graph;
use super::super::planes::Planes;
use super::filling::Trail;
use super::stroll::Stroll;
use crate::rules::{MoveRules, Moves};
use crate::space::Pos;

/// How many turns ahead are tried for a shorter way.
const AHEAD: usize = 48;
/// After so many walks that do not exist, others from further back are not looked for.
const FAILURES: usize = 3;

/// Shortens the parts of a way on each level; returns it and what was saved.
///
/// For graphs without weights. Of all ways that go from turn to turn of the given
/// one, or past some of them without a detour, the cheapest.
pub(super) fn tighten(graph: &Graph, stroll: &mut Stroll, turns: &[Pos]) -> (Vec<Pos>, u64) {
    let (rules, planes) = (graph.rules(), graph.planes);
    let (mut tight, mut saved) = (Vec::with_capacity(turns.len()), 0);
    let points = add_corners(planes, turns);
    for part in points.chunk_by(|a, b| a.z == b.z) {
        // The cheapest way to each turn: the cost, and the turn before.
        let mut best = vec![(0, 0)];
        let mut length = 0;
        for to in 1..part.len() {
            let step = walk(rules, part[to - 1], part[to]);
            length += step;
            let mut known = (best[to - 1].0 + step, to - 1);
            let mut failures = 0;
            for from in (to.saturating_sub(AHEAD)..to - 1).rev() {
                let bound = best[from].0 + walk(rules, part[from], part[to]);
                if bound < known.0 {
                    if stroll.find(planes, rules.moves, part[from], part[to]) {
                        known = (bound, from);
                    } else {
                        failures += 1;
                        if failures == FAILURES {
                            break;
                        }
                    }
                }
            }
            best.push(known);
        }
        saved += length - best[part.len() - 1].0;
        // Back from the end, then turned round.
        let (mut at, mut back) = (part.len() - 1, Trail::default());
        back.push(part[at]);
        while at > 0 {
            let before = best[at].1;
            if before + 1 < at {
                stroll.find(planes, rules.moves, part[before], part[at]);
                stroll.trace(rules.moves, |pos| back.push(pos));
            }
            back.push(part[before]);
            at = before;
        }
        tight.extend(back.turns.into_iter().rev());
    }
    (tight, saved)
}

/// The turns of a way, and the cells between them where a tighter way might turn.
fn add_corners(planes: &Planes, turns: &[Pos]) -> Vec<Pos> {
    let mut points = Vec::with_capacity(2 * turns.len());
    points.extend(turns.first());
    for pair in turns.windows(2) {
        let (mut at, to) = (pair[0], pair[1]);
        let (dx, dy) = ((to.x - at.x).signum(), (to.y - at.y).signum());
        while at.z == to.z && at != to {
            at = Pos::new(at.x + dx, at.y + dy, at.z);
            if at != to && planes.is_at_corner(at) {
                points.push(at);
            }
        }
        points.push(to);
    }
    points
}

/// The cost between two cells of a level if nothing is in the way.
pub(super) fn walk(rules: &MoveRules, from: Pos, to: Pos) -> u64 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let (less, more) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
    let straight = u64::from(rules.costs.straight);
    match rules.moves {
        Moves::Four => (less + more) * straight,
        Moves::Eight => less * u64::from(rules.costs.diagonal) + (more - less) * straight,
    }
}
