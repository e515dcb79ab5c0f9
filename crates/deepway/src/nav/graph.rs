//! The one graph of moves: steps on a level, and the links of the one scan.

use crate::cell::{Cell, LinkKind};
use crate::link::{self, Link};
use crate::rules::{Gravity, MoveRules, Moves};
use crate::space::{Direction, Pos};
use crate::volume::{OutsideError, Size, Volume};
use std::collections::HashMap;

/// A cell's number: eight bits of z, twelve of y, twelve of x.
///
/// A volume's limits fit, and coordinates come out by shifting alone.
pub(super) type CellId = u32;

/// A move from a cell over a link, or down a shaft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) to: CellId,
    pub(super) cost: u32,
}

/// What the change of a cell may have changed besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    /// Steps on its level.
    Steps,
    /// Links as well.
    Links,
}

/// Cells and all moves between them.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    volume: Volume,
    rules: MoveRules,
    links: Vec<Link>,
    /// The hops that leave and that reach each cell.
    out: HashMap<CellId, Vec<Hop>>,
    into: HashMap<CellId, Vec<Hop>>,
    /// A bit for each cell that hops leave.
    leaving: Vec<u64>,
    /// Extra straight steps that entering a cell costs.
    weights: HashMap<CellId, u32>,
}

impl Graph {
    pub(super) fn new(volume: Volume, rules: MoveRules, weights: &[(Pos, u32)]) -> Self {
        let mut graph = Self {
            volume,
            rules,
            links: Vec::new(),
            out: HashMap::new(),
            into: HashMap::new(),
            leaving: Vec::new(),
            weights: HashMap::new(),
        };
        graph.find_links(weights);
        graph
    }

    /// Finds all links, and what follows from them.
    pub(super) fn find_links(&mut self, weights: &[(Pos, u32)]) {
        self.links = link::scan(&self.volume, &self.rules);
        self.out.clear();
        self.into.clear();
        for i in 0..self.links.len() {
            self.add_link(self.links[i]);
        }
        self.leaving.clear();
        self.leaving
            .resize(self.size().cells().div_ceil(64) as usize, 0);
        for &cell in self.out.keys() {
            let index = self.volume.size().index(pos_of(cell)).unwrap_or(0);
            self.leaving[index / 64] |= 1 << (index % 64);
        }
        self.weights.clear();
        self.weigh_shafts();
        for &(pos, weight) in weights {
            if let Some(cell) = self.id(pos) {
                *self.weights.entry(cell).or_default() += weight;
            }
        }
        self.weights.retain(|_, weight| *weight > 0);
    }

    /// Changes a cell and says what that may have changed.
    pub(super) fn set(&mut self, pos: Pos, new: Cell) -> Result<Effect, OutsideError> {
        let old = self.volume.set(pos, new)?;
        // A link begins, ends or passes here, and a shaft is near enough to matter,
        // only if one of the cells around makes links.
        let near = Direction::ALL
            .into_iter()
            .map(|side| self.volume.get(pos.step(side)));
        if old == new {
            Ok(Effect::Nothing)
        } else if near.chain([old, new]).any(Cell::is_vertical) {
            Ok(Effect::Links)
        } else if old.is_walkable() != new.is_walkable() {
            Ok(Effect::Steps)
        } else {
            Ok(Effect::Nothing)
        }
    }

    fn add_link(&mut self, link: Link) {
        let cost = self.rules.costs.link(link.kind);
        let (Some(low), Some(high)) = (self.id(link.low), self.id(link.high)) else {
            return;
        };
        if link.kind == LinkKind::Shaft && self.rules.gravity == Gravity::On {
            // Whoever steps in ends at the bottom of the chain.
            if let Some(landing) = self.id(self.landing(link.low)) {
                self.add_hop(high, landing, cost);
            }
            return;
        }
        // Whoever is pulled down takes no other way on the fall.
        if link.up && !self.pulls(link.low) {
            self.add_hop(low, high, cost);
        }
        if link.down && !self.pulls(link.high) {
            self.add_hop(high, low, cost);
        }
    }

    fn add_hop(&mut self, from: CellId, to: CellId, cost: u32) {
        self.out.entry(from).or_default().push(Hop { to, cost });
        self.into
            .entry(to)
            .or_default()
            .push(Hop { to: from, cost });
    }

    /// Where a fall that reaches this cell ends.
    fn landing(&self, mut pos: Pos) -> Pos {
        while self.pulls(pos) {
            pos = pos.step(Direction::Down);
        }
        pos
    }

    fn weigh_shafts(&mut self) {
        let weights = self.rules.weights;
        if self.rules.gravity == Gravity::Off || (weights.on == 0 && weights.beside == 0) {
            return;
        }
        let pulling: Vec<Pos> = self
            .links
            .iter()
            .filter(|link| link.kind == LinkKind::Shaft)
            .map(|link| link.high)
            .collect();
        for &pos in &pulling {
            for direction in Direction::STRAIGHT.into_iter().chain(Direction::DIAGONAL) {
                let beside = pos.step(direction);
                if let Some(id) = self.id(beside)
                    && self.volume.is_walkable(beside)
                {
                    self.weights.insert(id, weights.beside);
                }
            }
        }
        for &pos in &pulling {
            if let Some(id) = self.id(pos) {
                self.weights.insert(id, weights.on);
            }
        }
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
        &self.links
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

    /// Whether gravity takes whoever steps here.
    pub(super) fn pulls(&self, pos: Pos) -> bool {
        self.rules.gravity == Gravity::On
            && self.volume.get(pos) == Cell::Shaft
            && self.volume.is_walkable(pos.step(Direction::Down))
    }

    /// Whether links may leave a cell: most can be told apart by a bit.
    fn may_hop(&self, pos: Pos) -> bool {
        let index = self.size().index(pos).unwrap_or(0);
        self.leaving
            .get(index / 64)
            .is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The links that leave a cell.
    pub(super) fn hops(&self, cell: CellId) -> &[Hop] {
        self.out.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// The cells that links leave.
    pub(super) fn cells_with_hops(&self) -> impl Iterator<Item = CellId> + '_ {
        self.out.keys().copied()
    }

    /// What entering a cell costs besides the move.
    fn weight(&self, cell: CellId) -> u64 {
        match self.weights.is_empty() {
            true => 0,
            false => self.weights.get(&cell).map_or(0, |&weight| {
                u64::from(weight) * u64::from(self.rules.costs.straight)
            }),
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
        for hop in self.into.get(&to).map_or(&[][..], Vec::as_slice) {
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
