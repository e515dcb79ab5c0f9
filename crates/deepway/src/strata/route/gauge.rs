//! How far it is to somewhere that nobody has looked at yet.

use super::super::Strata;
use crate::cell::LinkKind;
use crate::rules::{MoveRules, Moves};
use crate::space::ZonePos;

/// Costs of moves, and guesses about ways through zones that are not built.
///
/// With [`Gauge::exact`] no guess is more than the truth, so that a search that trusts it finds
/// a cheapest way. With [`Gauge::rough`] guesses are what zones cost as a rule: a search that
/// trusts it looks at few zones besides those it goes through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gauge {
    pub(super) moves: Moves,
    pub(super) straight: u32,
    pub(super) diagonal: u32,
    /// A link up or down.
    pub(super) stairs: u32,
    pub(super) hole: u32,
    pub(super) fall: u32,
    pub(super) elevator: u32,
    /// Stepping onto a cell that pulls, and beside one.
    pub(super) on: u32,
    pub(super) beside: u32,
    /// Ways through a zone of the surface and of the depths, in 256ths of the way without
    /// walls.
    scales: [u32; 2],
    /// What comes to that.
    more: [u32; 2],
    /// What a level costs on a long way, at least.
    level: u32,
    /// The weight of guesses in the sketch and in the search, in 256ths.
    pub(super) sketch_haste: u32,
    pub(super) haste: u32,
    /// After how many portals the sketch trusts its guesses more.
    pub(super) patience: u32,
    /// How much farther than to the start the sketch goes, in 256ths.
    pub(super) margin: u32,
    /// The longest piece of an edge that is one portal, in cells.
    pub(super) piece: u32,
    /// Whether pieces of an edge count as wide as they are, or are points.
    pub(super) is_exact: bool,
}

/// How many columns nearer whoever goes up or down a level comes for little more.
const DRIFT: u32 = 40;
/// What that costs, and what a way below ground costs, in 256ths of a way without walls.
const DRIFT_COST: u32 = 115;
const BELOW: u32 = 333;

/// So many straight steps around are better than a fall or a ride.
const ANY_DETOUR: u32 = 5_000;

impl Gauge {
    /// Guesses that are never too high.
    pub(super) fn exact(moves: Moves) -> Self {
        let MoveRules { costs, weights, .. } = Strata::rules();
        let link = |kind| costs.link(kind);
        Self {
            moves,
            straight: costs.straight,
            diagonal: costs.diagonal,
            stairs: link(LinkKind::Stairs),
            hole: link(LinkKind::Hole),
            fall: link(LinkKind::Shaft),
            elevator: link(LinkKind::Elevator),
            on: weights.on * costs.straight,
            beside: weights.beside * costs.straight,
            scales: [256; 2],
            more: [0; 2],
            level: 0,
            sketch_haste: 256,
            haste: 256,
            patience: u32::MAX,
            margin: 32,
            piece: 8,
            is_exact: true,
        }
    }

    /// Guesses that are right as a rule.
    pub(super) fn rough(moves: Moves) -> Self {
        let exact = Self::exact(moves);
        Self {
            scales: [268, 290],
            more: [0, 12 * exact.straight],
            level: 40 * exact.straight,
            sketch_haste: 270,
            haste: 340,
            patience: 1500,
            margin: 4,
            piece: 27,
            is_exact: false,
            ..exact
        }
    }

    /// The same, for who has more time.
    pub(super) fn careful(moves: Moves) -> Self {
        Self {
            sketch_haste: 256,
            haste: 270,
            patience: 16_000,
            margin: 16,
            ..Self::rough(moves)
        }
    }

    /// The same for somebody who neither falls nor rides if there is a way around.
    pub(super) fn on_foot(self) -> Self {
        Self {
            on: ANY_DETOUR * self.straight,
            elevator: ANY_DETOUR * self.straight,
            ..self
        }
    }

    /// What a way costs as a whole if so much is paid and so much is left.
    #[inline]
    pub(super) fn total(&self, paid: u32, left: u32) -> u32 {
        paid + ((u64::from(left) * u64::from(self.haste)) >> 8) as u32
    }

    /// What a way of so many columns and rows costs without walls.
    #[inline]
    pub(super) fn open(&self, columns: u32, rows: u32) -> u32 {
        match self.moves {
            Moves::Four => (columns + rows) * self.straight,
            Moves::Eight => {
                let both = columns.min(rows);
                columns.max(rows) * self.straight + both * (self.diagonal - self.straight)
            }
        }
    }

    /// A guess of the cost between two boxes of cells in one zone.
    #[inline]
    pub(super) fn inside(&self, z: u32, a: [u8; 4], b: [u8; 4]) -> u32 {
        let between = |a: [u8; 2], b: [u8; 2]| match self.is_exact {
            true => u32::from(a[0].saturating_sub(b[1]).max(b[0].saturating_sub(a[1]))),
            // From middle to middle.
            false => {
                let twice = |at: [u8; 2]| u32::from(at[0]) + u32::from(at[1]);
                twice(a).abs_diff(twice(b)) / 2
            }
        };
        let columns = between([a[0], a[1]], [b[0], b[1]]);
        let rows = between([a[2], a[3]], [b[2], b[3]]);
        let is_below = usize::from(z > ZonePos::SURFACE);
        let open = (self.open(columns, rows) * self.scales[is_below]) >> 8;
        match open {
            0 => 0,
            _ => open + self.more[is_below],
        }
    }

    /// What is added to a guess inside a zone of this depth.
    pub(super) fn more(&self, z: u32) -> u32 {
        self.more[usize::from(z > ZonePos::SURFACE)]
    }

    /// A guess of the cost of a way over so many columns and rows between two depths.
    #[inline]
    pub(super) fn far(&self, columns: u32, rows: u32, depths: [u32; 2]) -> u32 {
        let open = self.open(columns, rows);
        let levels = depths[0].abs_diff(depths[1]);
        if self.is_exact {
            // A fall, which passes several levels at once, weighs more than links would.
            return open + levels * self.straight.min(self.stairs);
        }
        // Below ground all the way, or over the surface. Whoever climbs goes to and fro between
        // flights, and comes forward with it for little more.
        let climb = |levels: u32, along: u32| {
            let drift = open.min(levels * DRIFT * self.straight);
            let rest = (u64::from(open - drift) * u64::from(along)) >> 8;
            levels * self.level + ((drift * DRIFT_COST) >> 8) + rest as u32
        };
        let below = climb(levels, BELOW);
        if depths[0] < ZonePos::SURFACE || depths[1] < ZonePos::SURFACE {
            return below;
        }
        let up = depths[0] + depths[1] - 2 * ZonePos::SURFACE;
        below.min(climb(up, self.scales[0]))
    }
}
