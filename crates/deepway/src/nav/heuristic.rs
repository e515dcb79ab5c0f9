//! How far it is at least.

use super::graph::Graph;
use crate::cell::LinkKind;
use crate::rules::{Gravity, Moves};
use crate::space::Pos;

/// A lower bound of the cost between two cells, never larger than one move's
/// cost plus the bound from where the move leads (so it is consistent).
#[derive(Clone, Copy, Debug)]
pub(super) struct Heuristic {
    straight: u64,
    diagonal: u64,
    up: u64,
    down: u64,
}

impl Heuristic {
    pub(super) fn new(graph: &Graph) -> Self {
        let rules = graph.rules();
        let costs = &rules.costs;
        let has = |kind| graph.links().iter().any(|link| link.kind == kind);
        // A ramp goes a step sideways as well, so no bound may count on more.
        let ramp = has(LinkKind::Ramp).then(|| costs.link(LinkKind::Ramp));
        let straight = costs.straight.min(ramp.unwrap_or(u32::MAX));
        let diagonal = match rules.moves {
            Moves::Eight => costs.diagonal.clamp(straight, 2 * straight),
            Moves::Four => 2 * straight,
        };
        let level = |upward: bool| {
            let of_kind = |kind| match kind {
                LinkKind::Ramp => costs.link(kind) - straight,
                // A fall takes any number of levels at once.
                LinkKind::Shaft if rules.gravity == Gravity::On => 0,
                kind => costs.link(kind),
            };
            let links = graph.links().iter();
            let ways = links.filter(|link| if upward { link.up } else { link.down });
            ways.map(|link| of_kind(link.kind)).min().unwrap_or(0)
        };
        Self {
            straight: straight.into(),
            diagonal: diagonal.into(),
            up: level(true).into(),
            down: level(false).into(),
        }
    }

    pub(super) fn between(&self, from: Pos, to: Pos) -> u64 {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let (less, more) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
        let levels = u64::from(from.z.abs_diff(to.z));
        let vertical = if from.z < to.z { self.up } else { self.down };
        less * self.diagonal + (more - less) * self.straight + levels * vertical
    }
}
