//! The one graph of moves: steps on a level, and the links of the one scan.

use crate::cell::{Cell, LinkKind};
use crate::link::{self, Link};
use crate::rules::{Gravity, MoveRules, Moves, PullDownWeights};
use crate::space::{Direction, Pos};
use crate::volume::{OutsideError, Size, Volume};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A cell's number: eight bits of z, twelve of y, twelve of x.
///
/// A volume's limits fit, and coordinates come out by shifting alone.
pub(super) type CellId = u32;

/// A move from a cell over a link, or down a shaft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hop {
    pub(super) to: CellId,
    pub(super) cost: u32,
}

/// What has changed in a graph: where everyone who keeps something has to look again.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// Cells that may be open now and were not, or the other way round, or whose
    /// hops or neighbours with gravity are not what they were.
    pub(super) cells: Vec<Pos>,
    /// Links that came or went, in order, and whether they came.
    pub(super) links: Vec<(Link, bool)>,
}

/// Cells and all moves between them.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    volume: Volume,
    rules: MoveRules,
    /// All links in their order; found again when asked for after a change.
    links: OnceLock<Vec<Link>>,
    /// The hops that leave and that reach each cell, in order.
    out: HashMap<CellId, Vec<Hop>>,
    into: HashMap<CellId, Vec<Hop>>,
    /// A bit for each cell that hops leave, and for each that hops leave or reach.
    leaving: Vec<u64>,
    ends: Vec<u64>,
    /// Extra straight steps that entering a cell costs: as given, and in all.
    given: HashMap<CellId, u64>,
    weights: HashMap<CellId, u64>,
}

impl Graph {
    pub(super) fn new(volume: Volume, rules: MoveRules, weights: &[(Pos, u32)]) -> Self {
        let size = volume.size();
        let links = link::scan(&volume, &rules);
        let mut graph = Self {
            volume,
            rules,
            links: OnceLock::new(),
            out: HashMap::new(),
            into: HashMap::new(),
            leaving: vec![0; size.cells().div_ceil(64) as usize],
            ends: vec![0; size.cells().div_ceil(64) as usize],
            given: HashMap::new(),
            weights: HashMap::new(),
        };
        for &(pos, weight) in weights {
            if let Some(cell) = graph.id(pos) {
                let given = graph.given.entry(cell).or_default();
                *given += u64::from(weight);
            }
        }
        for &cell in graph.given.clone().keys() {
            graph.weigh(pos_of(cell));
        }
        for link in &links {
            graph.add_hops(link, &mut Vec::new());
            if graph.pulls(link.high) {
                around(link.high).for_each(|pos| graph.weigh(pos));
            }
        }
        graph.links = links.into();
        graph
    }

    /// Changes a cell, and the moves that depend on it.
    pub(super) fn set(
        &mut self,
        pos: Pos,
        new: Cell,
        change: &mut Change,
    ) -> Result<(), OutsideError> {
        let old = self.volume.get(pos);
        // A link begins, ends or passes here, and a shaft is near enough to matter,
        // only if one of the cells around makes links.
        let near = Direction::ALL
            .into_iter()
            .map(|side| self.volume.get(pos.step(side)));
        if !near.chain([old, new]).any(Cell::is_vertical) {
            self.volume.set(pos, new)?;
            if old.is_walkable() != new.is_walkable() {
                change.cells.push(pos);
            }
            return Ok(());
        }
        let makers = self.makers_near(pos);
        let before = self.links_made_by(&makers);
        for link in &before {
            self.remove_hops(link, &mut change.cells);
        }
        self.volume.set(pos, new)?;
        let after = self.links_made_by(&makers);
        for link in &after {
            self.add_hops(link, &mut change.cells);
        }
        for pos in around(pos).chain(around(pos.step(Direction::Up))) {
            self.weigh(pos);
            change.cells.push(pos);
        }
        if before != after {
            self.links.take();
            let gone = before.iter().filter(|link| !after.contains(link));
            let new = after.iter().filter(|link| !before.contains(link));
            change.links.extend(gone.map(|&link| (link, false)));
            change.links.extend(new.map(|&link| (link, true)));
        }
        Ok(())
    }

    /// The cells whose links depend on a cell: on being walkable, or on pulling.
    fn makers_near(&self, pos: Pos) -> Vec<Pos> {
        let above = pos.step(Direction::Up);
        let mut makers = vec![pos.step(Direction::Down)];
        for middle in [pos, above] {
            makers.push(middle);
            makers.extend(Direction::STRAIGHT.map(|side| middle.step(side)));
        }
        // A fall from any shaft above may end elsewhere.
        let mut higher = above.step(Direction::Up);
        makers.push(higher);
        while self.has_gravity() && self.volume.get(higher) == Cell::Shaft {
            higher = higher.step(Direction::Up);
            makers.push(higher);
        }
        makers
    }

    fn links_made_by(&self, makers: &[Pos]) -> Vec<Link> {
        let mut links = Vec::new();
        for &maker in makers {
            let cell = self.volume.get(maker);
            link::find_at(&self.volume, &self.rules, maker, cell, |link| {
                links.push(link)
            });
        }
        links
    }

    /// The hops over a link: from, to, and the cost.
    fn hops_over(&self, link: &Link) -> impl Iterator<Item = (CellId, CellId, u32)> + use<> {
        let cost = self.rules.costs.link(link.kind);
        let (low, high) = (id_of(link.low), id_of(link.high));
        let hops = if link.kind == LinkKind::Shaft && self.has_gravity() {
            // Whoever steps in ends at the bottom of the chain.
            [None, Some((high, id_of(self.landing(link.low)), cost))]
        } else {
            // Whoever is pulled down takes no other way on the fall.
            [
                (link.up && !self.pulls(link.low)).then_some((low, high, cost)),
                (link.down && !self.pulls(link.high)).then_some((high, low, cost)),
            ]
        };
        hops.into_iter().flatten()
    }

    fn add_hops(&mut self, link: &Link, ends: &mut Vec<Pos>) {
        for (from, to, cost) in self.hops_over(link) {
            insert(&mut self.out, from, Hop { to, cost });
            insert(&mut self.into, to, Hop { to: from, cost });
            for cell in [from, to] {
                self.mark_end(cell);
                ends.push(pos_of(cell));
            }
        }
    }

    fn remove_hops(&mut self, link: &Link, ends: &mut Vec<Pos>) {
        for (from, to, cost) in self.hops_over(link) {
            remove(&mut self.out, from, Hop { to, cost });
            remove(&mut self.into, to, Hop { to: from, cost });
            for cell in [from, to] {
                self.mark_end(cell);
                ends.push(pos_of(cell));
            }
        }
    }

    /// Keeps the bits of a cell true.
    fn mark_end(&mut self, cell: CellId) {
        let index = self.size().index(pos_of(cell)).unwrap_or(0);
        let leaves = self.out.contains_key(&cell);
        let is_end = leaves || self.into.contains_key(&cell);
        for (bits, value) in [(&mut self.leaving, leaves), (&mut self.ends, is_end)] {
            let word = &mut bits[index / 64];
            *word = *word & !(1 << (index % 64)) | u64::from(value) << (index % 64);
        }
    }

    /// Where a fall that reaches this cell ends.
    fn landing(&self, mut pos: Pos) -> Pos {
        while self.pulls(pos) {
            pos = pos.step(Direction::Down);
        }
        pos
    }

    /// Adds up what a cell weighs: as given, and for the shafts near it.
    fn weigh(&mut self, pos: Pos) {
        let Some(cell) = self.id(pos) else { return };
        let PullDownWeights { on, beside } = self.rules.weights;
        let by_shafts = if !self.volume.is_walkable(pos) {
            0
        } else if self.pulls(pos) {
            on
        } else if beside > 0 && self.is_beside_shaft(pos) {
            beside
        } else {
            0
        };
        let given = self.given.get(&cell).copied().unwrap_or(0);
        match given + u64::from(by_shafts) {
            0 => self.weights.remove(&cell),
            weight => self.weights.insert(cell, weight),
        };
    }

    /// Whether one of the eight cells around pulls down.
    pub(super) fn is_beside_shaft(&self, pos: Pos) -> bool {
        self.has_gravity() && around(pos).any(|beside| beside != pos && self.pulls(beside))
    }

    pub(super) fn volume(&self) -> &Volume {
        &self.volume
    }

    pub(super) fn into_volume(self) -> Volume {
        self.volume
    }

    pub(super) fn rules(&self) -> &MoveRules {
        &self.rules
    }

    pub(super) fn links(&self) -> &[Link] {
        self.links
            .get_or_init(|| link::scan(&self.volume, &self.rules))
    }

    pub(super) fn has_weights(&self) -> bool {
        !self.weights.is_empty()
    }

    pub(super) fn size(&self) -> Size {
        self.volume.size()
    }

    /// The number of a cell that is inside.
    pub(super) fn id(&self, pos: Pos) -> Option<CellId> {
        self.size().contains(pos).then(|| id_of(pos))
    }

    pub(super) fn pos(&self, id: CellId) -> Pos {
        pos_of(id)
    }

    pub(super) fn has_gravity(&self) -> bool {
        self.rules.gravity == Gravity::On
    }

    /// Whether one can stand on a cell and walk on from it.
    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.volume.is_walkable(pos) && !self.pulls(pos)
    }

    /// Whether gravity takes whoever steps here.
    pub(super) fn pulls(&self, pos: Pos) -> bool {
        self.rules.gravity == Gravity::On
            && self.volume.get(pos) == Cell::Shaft
            && self.volume.is_walkable(pos.step(Direction::Down))
    }

    /// Whether links may leave a cell: most can be told apart by a bit.
    pub(super) fn may_hop(&self, pos: Pos) -> bool {
        let index = self.size().index(pos).unwrap_or(0);
        self.leaving
            .get(index / 64)
            .is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Calls `visit` with every cell in a square that hops leave or reach.
    pub(super) fn for_each_hop_end(&self, corner: Pos, side: usize, mut visit: impl FnMut(CellId)) {
        let size = self.size();
        let height = (size.height() as usize - corner.y as usize).min(side);
        let width = (size.width() as usize - corner.x as usize).min(side);
        for y in 0..height as i32 {
            let first = Pos::new(corner.x, corner.y + y, corner.z);
            let start = size.index(first).unwrap_or(0);
            let (word, shift) = (start / 64, start % 64);
            // The bits of a row may begin in one word and end in the next.
            let next = self.ends.get(word + 1).copied().unwrap_or(0);
            let mut bits = (u128::from(next) << 64 | u128::from(self.ends[word])) >> shift;
            bits &= (1 << width) - 1;
            while bits != 0 {
                visit(id_of(first) + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    /// The links that leave a cell.
    pub(super) fn hops(&self, cell: CellId) -> &[Hop] {
        self.out.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// The links that reach a cell, with the cells that they come from.
    pub(super) fn hops_into(&self, cell: CellId) -> &[Hop] {
        self.into.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// The cells that links leave.
    pub(super) fn cells_with_hops(&self) -> impl Iterator<Item = CellId> + '_ {
        self.out.keys().copied()
    }

    /// What entering a cell costs besides the move.
    pub(super) fn weight(&self, cell: CellId) -> u64 {
        match self.weights.is_empty() {
            true => 0,
            false => self
                .weights
                .get(&cell)
                .map_or(0, |&weight| weight * u64::from(self.rules.costs.straight)),
        }
    }

    /// Calls `visit` with every cell that a move leads to, and the move's cost.
    pub(super) fn for_each_move(&self, from: CellId, mut visit: impl FnMut(CellId, u64)) {
        let pos = self.pos(from);
        if !self.pulls(pos) {
            self.for_each_step(pos, |to, cost| {
                let to = id_of(to);
                visit(to, u64::from(cost) + self.weight(to));
            });
        }
        if !self.may_hop(pos) {
            return;
        }
        for hop in self.hops(from) {
            visit(hop.to, u64::from(hop.cost) + self.weight(hop.to));
        }
    }

    /// Calls `visit` with every cell that a move comes from, and the move's cost.
    pub(super) fn for_each_move_back(&self, to: CellId, mut visit: impl FnMut(CellId, u64)) {
        let weight = self.weight(to);
        self.for_each_step(self.pos(to), |from, cost| {
            if !self.pulls(from)
                && let Some(from) = self.id(from)
            {
                visit(from, u64::from(cost) + weight);
            }
        });
        for hop in self.hops_into(to) {
            visit(hop.to, u64::from(hop.cost) + weight);
        }
    }

    /// The walkable neighbours on the level; steps lead both ways.
    fn for_each_step(&self, pos: Pos, mut visit: impl FnMut(Pos, u32)) {
        let costs = &self.rules.costs;
        let [north, here, south] = self.volume.walkable().around(pos);
        // Bit 0 is west, bit 1 the middle, bit 2 east.
        let mut straight = |open: u8, dx: i32, dy: i32| {
            if open != 0 {
                visit(Pos::new(pos.x + dx, pos.y + dy, pos.z), costs.straight);
            }
        };
        straight(north & 2, 0, -1);
        straight(here & 4, 1, 0);
        straight(south & 2, 0, 1);
        straight(here & 1, -1, 0);
        if self.rules.moves == Moves::Eight {
            let mut diagonal = |line: u8, side: u8, dx: i32, dy: i32| {
                if line & 2 != 0 && here & side != 0 && line & side != 0 {
                    visit(Pos::new(pos.x + dx, pos.y + dy, pos.z), costs.diagonal);
                }
            };
            diagonal(north, 4, 1, -1);
            diagonal(south, 4, 1, 1);
            diagonal(south, 1, -1, 1);
            diagonal(north, 1, -1, -1);
        }
    }
}

/// A cell and the eight around it.
pub(super) fn around(pos: Pos) -> impl Iterator<Item = Pos> {
    (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Pos::new(pos.x + x, pos.y + y, pos.z)))
}

/// Adds a hop where it belongs in the order.
fn insert(hops: &mut HashMap<CellId, Vec<Hop>>, cell: CellId, hop: Hop) {
    let hops = hops.entry(cell).or_default();
    let at = hops.partition_point(|&other| other < hop);
    hops.insert(at, hop);
}

fn remove(hops: &mut HashMap<CellId, Vec<Hop>>, cell: CellId, hop: Hop) {
    if let Some(list) = hops.get_mut(&cell) {
        if let Ok(at) = list.binary_search(&hop) {
            list.remove(at);
        }
        if list.is_empty() {
            hops.remove(&cell);
        }
    }
}

/// The number of a cell that is known to be inside.
pub(super) const fn id_of(pos: Pos) -> CellId {
    (pos.z as u32) << 24 | (pos.y as u32) << 12 | pos.x as u32
}

/// The place of a cell.
pub(super) const fn pos_of(id: CellId) -> Pos {
    Pos::new(
        (id & 0xFFF) as i32,
        (id >> 12 & 0xFFF) as i32,
        (id >> 24) as i32,
    )
}
