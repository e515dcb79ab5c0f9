//! The moves as the rules say them, and Dijkstra's algorithm over them: slow,
//! plain, and with nothing in common with the searches.

use super::at;
use crate::rules::{Gravity, MoveRules, Moves, Ramps, Stairs};
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::{BTreeMap, BTreeSet};

/// The moves of §1.4 and §1.5, by asking every question at one cell.
pub(super) fn moves_by_the_book(
    volume: &Volume,
    rules: &MoveRules,
    extra: &BTreeMap<[i32; 3], u32>,
    from: Pos,
) -> Vec<(Pos, u64)> {
    let walkable = |pos: Pos| volume.is_walkable(pos);
    let glyph = |pos: Pos| volume.get(pos).glyph();
    let (up, down) = (
        at(from.x, from.y, from.z + 1),
        at(from.x, from.y, from.z - 1),
    );
    let gravity = rules.gravity == Gravity::On;
    let pulls = |pos: Pos| gravity && glyph(pos) == 'O' && walkable(at(pos.x, pos.y, pos.z - 1));
    let mut moves = Vec::new();
    let link = |kind: usize| rules.costs.links[kind];
    if pulls(from) {
        let mut landing = down;
        while pulls(landing) {
            landing.z -= 1;
        }
        moves.push((landing, link(4)));
    } else {
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let to = at(from.x + dx, from.y + dy, from.z);
            if walkable(to) {
                moves.push((to, rules.costs.straight));
                // A ramp entered from here.
                let ramp = match glyph(to) {
                    '^' => Some((0, -1)),
                    'v' => Some((0, 1)),
                    '{' => Some((-1, 0)),
                    '}' => Some((1, 0)),
                    _ => None,
                };
                let above = at(to.x, to.y, to.z + 1);
                if ramp == Some((-dx, -dy)) && walkable(above) {
                    moves.push((above, link(2)));
                }
            }
            if rules.ramps == Ramps::Both && walkable(down) {
                // Standing above a ramp whose entry is over there.
                let entry = at(from.x + dx, from.y + dy, from.z - 1);
                let side = match glyph(down) {
                    '^' => Some((0, -1)),
                    'v' => Some((0, 1)),
                    '{' => Some((-1, 0)),
                    '}' => Some((1, 0)),
                    _ => None,
                };
                if side == Some((dx, dy)) && walkable(entry) {
                    moves.push((entry, link(2)));
                }
            }
        }
        for (dx, dy) in [(1, -1), (1, 1), (-1, 1), (-1, -1)] {
            let (a, b) = (
                at(from.x + dx, from.y, from.z),
                at(from.x, from.y + dy, from.z),
            );
            let to = at(from.x + dx, from.y + dy, from.z);
            if rules.moves == Moves::Eight && walkable(a) && walkable(b) && walkable(to) {
                moves.push((to, rules.costs.diagonal));
            }
        }
        let kind = |a: char, b: char| if (a, b) == ('L', 'L') { 0 } else { 1 };
        if walkable(up) {
            let (low, high) = (glyph(from), glyph(up));
            if "<XL".contains(low) && ">XL".contains(high) {
                moves.push((up, link(kind(low, high))));
            }
            if (low, high) == ('O', 'O') && !gravity {
                moves.push((up, link(4)));
            }
            if (low, high) == ('E', 'E') {
                moves.push((up, link(5)));
            }
        }
        if walkable(down) {
            let (low, high) = (glyph(down), glyph(from));
            let paired = rules.stairs == Stairs::Paired && (low, high) == ('<', '>');
            if (">XL".contains(high) && ">XL".contains(low)) || paired {
                moves.push((down, link(kind(low, high))));
            }
            if high == 'o' {
                moves.push((down, link(3)));
            }
            if high == 'O' && !gravity {
                moves.push((down, link(4)));
            }
            if (low, high) == ('E', 'E') {
                moves.push((down, link(5)));
            }
        }
    }
    let weight = |pos: Pos| {
        let mut weight = extra.get(&pos.to_array()).copied().unwrap_or(0);
        if gravity {
            let beside =
                (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| at(pos.x + dx, pos.y + dy, pos.z)));
            if pulls(pos) {
                weight += rules.weights.on;
            } else if beside.into_iter().any(pulls) {
                weight += rules.weights.beside;
            }
        }
        u64::from(weight) * u64::from(rules.costs.straight)
    };
    moves
        .into_iter()
        .map(|(to, cost)| (to, u64::from(cost) + weight(to)))
        .collect()
}

/// Costs from one cell to all others, by relaxing until nothing changes.
pub(super) fn costs_by_the_book(
    volume: &Volume,
    rules: &MoveRules,
    extra: &BTreeMap<[i32; 3], u32>,
    from: Pos,
) -> BTreeMap<[i32; 3], u64> {
    let mut costs = BTreeMap::from([(from.to_array(), 0)]);
    let mut open = BTreeSet::from([(0, from.to_array())]);
    while let Some((cost, pos)) = open.pop_first() {
        for (to, step) in moves_by_the_book(volume, rules, extra, Pos::from(pos)) {
            let known = costs.entry(to.to_array()).or_insert(u64::MAX);
            if cost + step < *known {
                open.remove(&(*known, to.to_array()));
                *known = cost + step;
                open.insert((*known, to.to_array()));
            }
        }
    }
    costs
}

/// Adds up a way's cost, asking for each step whether it is a move.
pub(super) fn cost_of(
    cells: &[Pos],
    volume: &Volume,
    rules: &MoveRules,
    extra: &BTreeMap<[i32; 3], u32>,
) -> u64 {
    let step = |pair: &[Pos]| {
        let moves = moves_by_the_book(volume, rules, extra, pair[0]);
        let best = moves
            .iter()
            .filter(|(to, _)| *to == pair[1])
            .map(|(_, cost)| *cost)
            .min();
        best.unwrap_or_else(|| panic!("{} to {} is no move", pair[0], pair[1]))
    };
    cells.windows(2).map(step).sum()
}
