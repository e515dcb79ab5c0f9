//! Hops and weights: what a graph knows besides the cells themselves.

mod hops;

pub(super) use hops::Hop;

use super::graph::{CellId, around, id_of, pos_of};
use crate::cell::{Cell, LinkKind};
use crate::link::{self, Link};
use crate::material::Material;
use crate::rules::{Avoided, AvoidedHere, Gravity, MoveRules, PullDownWeights};
use crate::space::{Direction, Pos};
use crate::volume::{BitPlane, Change, Volume};
use hops::HopMap;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// What has changed in a graph: where everyone who keeps something has to look again.
#[derive(Clone, Debug, Default)]
pub(super) struct Repair {
    /// Cells that may be open now and were not, or the other way round, or whose
    /// hops or neighbours with gravity are not what they were; in order.
    pub(super) cells: Vec<Pos>,
    /// Links that came or went, in order, and whether they came.
    pub(super) links: Vec<(Link, bool)>,
}

/// Cells to be read: a volume as it is, or as it was.
pub(super) trait Cells {
    /// The cell at a place; open air outside.
    fn cell(&self, pos: Pos) -> Cell;

    /// Whether the rules let anybody stand there.
    fn is_walkable(&self, pos: Pos) -> bool {
        self.cell(pos).is_walkable()
    }
}

/// A volume as those see it who move in it: cells of a closed material are walls.
pub(super) struct Seen<'a> {
    volume: &'a Volume,
    /// The cells that are open, if they are fewer than the walkable ones.
    open: Option<&'a BitPlane>,
}

impl Cells for Seen<'_> {
    #[inline]
    fn cell(&self, pos: Pos) -> Cell {
        let cell = self.volume.get(pos);
        match self.open {
            Some(_) if cell.is_walkable() && !self.is_walkable(pos) => Cell::Wall,
            _ => cell,
        }
    }

    #[inline]
    fn is_walkable(&self, pos: Pos) -> bool {
        match self.open {
            Some(open) => {
                self.volume.size().contains(pos)
                    && open.get(pos.x as u32, pos.y as u32, pos.z as u32)
            }
            None => self.volume.is_walkable(pos),
        }
    }
}

/// A volume between two of its changes.
struct Past<'a> {
    now: Seen<'a>,
    /// What was there, at every place that has changed since.
    cells: HashMap<Pos, Cell>,
}

impl Cells for Past<'_> {
    fn cell(&self, pos: Pos) -> Cell {
        let known = self.cells.get(&pos).copied();
        known.unwrap_or_else(|| self.now.cell(pos))
    }
}

/// The walkable cells without those of closed materials; `None` if nothing is closed.
fn closing(volume: &Volume, avoided: Option<&AvoidedHere>) -> Option<Arc<BitPlane>> {
    let avoided = avoided.filter(|avoided| avoided.closes_any())?;
    let mut open = volume.walkable().clone();
    for_each_material(volume, |pos, material| {
        if avoided.get(material) == Some(Avoided::Closed) {
            open.set(pos, false);
        }
    });
    Some(Arc::new(open))
}

/// Calls `visit` with every cell that has a material, row by row.
fn for_each_material(volume: &Volume, mut visit: impl FnMut(Pos, Material)) {
    let size = volume.size();
    for z in 0..size.levels() {
        for y in 0..size.height() {
            for (x, material) in (0..).zip(volume.material_row(y, z)) {
                if material != Material::NONE {
                    visit(Pos::new(x, y as i32, z as i32), material);
                }
            }
        }
    }
}

/// The hops that links make, and what cells weigh.
#[derive(Clone, Debug)]
pub(super) struct Roads {
    rules: MoveRules,
    /// All links in their order; found again when asked for after a change.
    links: OnceLock<Vec<Link>>,
    /// The hops that leave and that reach each cell, in order.
    out: HopMap,
    into: HopMap,
    /// Extra straight steps that entering a cell costs: as given, and in all.
    given: HashMap<CellId, u64>,
    weights: HashMap<CellId, u64>,
    /// What is avoided of the volume's materials.
    avoided: Option<AvoidedHere>,
    /// The walkable cells without those of closed materials, if any is closed.
    open: Option<Arc<BitPlane>>,
}

impl Roads {
    pub(super) fn new(volume: &Volume, rules: MoveRules, weights: &[(Pos, u32)]) -> Self {
        let links = link::scan(volume, &rules);
        let avoided = rules.avoid.of(volume);
        let mut roads = Self {
            rules,
            open: closing(volume, avoided.as_ref()),
            links: OnceLock::new(),
            out: HopMap::default(),
            into: HopMap::default(),
            given: HashMap::new(),
            weights: HashMap::new(),
            avoided,
        };
        roads.weigh_materials(volume);
        for &(pos, weight) in weights {
            if volume.size().contains(pos) {
                *roads.given.entry(id_of(pos)).or_default() += u64::from(weight);
            }
        }
        for &cell in roads.given.clone().keys() {
            roads.weigh(volume, pos_of(cell));
        }
        let open = roads.open.clone();
        let seen = Seen {
            volume,
            open: open.as_deref(),
        };
        for link in &links {
            roads.add_hops(&seen, link, &mut Vec::new());
            if roads.pulls(&seen, link.high) {
                around(link.high).for_each(|pos| roads.weigh(volume, pos));
            }
        }
        roads.links = links.into();
        roads
    }

    /// Follows changes of the volume, one after the other.
    pub(super) fn follow(&mut self, volume: &Volume, changes: &[Change]) -> Repair {
        let mut repair = Repair::default();
        self.follow_materials(volume, changes, &mut repair);
        let (open, avoided) = (self.open.clone(), self.avoided.clone());
        let seen = |cell, material| match &avoided {
            Some(avoided) => avoided.seen(cell, material),
            None => cell,
        };
        // The first change of a place tells what was there before all of them.
        let first = changes.iter().rev();
        let first = first.map(|change| (change.pos, seen(change.old, change.old_material)));
        let mut past = Past {
            now: Seen {
                volume,
                open: open.as_deref(),
            },
            cells: first.collect(),
        };
        for change in changes {
            let old = seen(change.old, change.old_material);
            let new = seen(change.new, change.new_material);
            if old != new {
                self.follow_one(&mut past, change.pos, [old, new], &mut repair);
            }
        }
        let cells = &mut repair.cells;
        cells.retain(|&pos| volume.size().contains(pos));
        cells.sort_unstable_by_key(|&pos| id_of(pos));
        cells.dedup();
        if self.has_gravity() || avoided.is_some() {
            cells.iter().for_each(|&pos| self.weigh(volume, pos));
        }
        repair
    }

    /// Follows what is avoided: the cells that are closed, and those that weigh otherwise.
    fn follow_materials(&mut self, volume: &Volume, changes: &[Change], repair: &mut Repair) {
        // A material that a user has just named may be one to avoid.
        self.avoided = self.rules.avoid.of(volume);
        let Some(avoided) = &self.avoided else {
            return;
        };
        match &mut self.open {
            Some(open) => {
                let open = Arc::make_mut(open);
                for &Change { pos, .. } in changes {
                    let cell = avoided.seen(volume.get(pos), volume.material(pos));
                    open.set(pos, cell.is_walkable());
                }
            }
            None => self.open = closing(volume, self.avoided.as_ref()),
        }
        let changed = changes
            .iter()
            .filter(|change| avoided.get(change.old_material) != avoided.get(change.new_material));
        repair.cells.extend(changed.map(|change| change.pos));
    }

    fn follow_one(
        &mut self,
        past: &mut Past,
        pos: Pos,
        [old, new]: [Cell; 2],
        repair: &mut Repair,
    ) {
        // A link begins, ends or passes here, and a shaft is near enough to matter,
        // only if one of the cells around makes links.
        let near = Direction::ALL.map(|side| past.cell(pos.step(side)));
        if !near.into_iter().chain([old, new]).any(Cell::is_vertical) {
            if old.is_walkable() != new.is_walkable() {
                repair.cells.push(pos);
            }
            past.cells.insert(pos, new);
            return;
        }
        let makers = self.makers_near(past, pos);
        let before = self.links_made_by(past, &makers);
        for link in &before {
            self.remove_hops(past, link, &mut repair.cells);
        }
        past.cells.insert(pos, new);
        let after = self.links_made_by(past, &makers);
        for link in &after {
            self.add_hops(past, link, &mut repair.cells);
        }
        let near = around(pos).chain(around(pos.step(Direction::Up)));
        repair.cells.extend(near);
        // Stairs side by side are one group only if they are of the same cells.
        if before != after || before.iter().any(|link| link.kind == LinkKind::Stairs) {
            self.links.take();
        }
        if before != after {
            let gone = before.iter().filter(|link| !after.contains(link));
            let new = after.iter().filter(|link| !before.contains(link));
            repair.links.extend(gone.map(|&link| (link, false)));
            repair.links.extend(new.map(|&link| (link, true)));
        }
    }

    /// The cells whose links depend on a cell: on being walkable, or on pulling.
    fn makers_near(&self, cells: &impl Cells, pos: Pos) -> Vec<Pos> {
        let above = pos.step(Direction::Up);
        let mut makers = vec![pos.step(Direction::Down)];
        for middle in [pos, above] {
            makers.push(middle);
            makers.extend(Direction::STRAIGHT.map(|side| middle.step(side)));
        }
        // A fall from any shaft above may end elsewhere.
        let mut higher = above.step(Direction::Up);
        makers.push(higher);
        while self.has_gravity() && cells.cell(higher) == Cell::Shaft {
            higher = higher.step(Direction::Up);
            makers.push(higher);
        }
        makers
    }

    fn links_made_by(&self, cells: &impl Cells, makers: &[Pos]) -> Vec<Link> {
        let mut links = Vec::new();
        for &maker in makers {
            let get = |pos| cells.cell(pos);
            link::find_at(get, &self.rules, maker, cells.cell(maker), |link| {
                links.push(link);
            });
        }
        links
    }

    /// The hops over a link: from, to, and the cost.
    fn hops_over(&self, cells: &impl Cells, link: &Link) -> [Option<(CellId, CellId, u32)>; 2] {
        let cost = self.rules.costs.link(link.kind);
        let (low, high) = (id_of(link.low), id_of(link.high));
        let pulls = |pos| self.pulls(cells, pos);
        if link.kind == LinkKind::Shaft && self.has_gravity() {
            // Whoever steps in ends at the bottom of the chain.
            let mut landing = link.low;
            while pulls(landing) {
                landing = landing.step(Direction::Down);
            }
            [None, Some((high, id_of(landing), cost))]
        } else {
            // Whoever is pulled down takes no other way on the fall.
            [
                (link.up && !pulls(link.low)).then_some((low, high, cost)),
                (link.down && !pulls(link.high)).then_some((high, low, cost)),
            ]
        }
    }

    fn add_hops(&mut self, cells: &impl Cells, link: &Link, ends: &mut Vec<Pos>) {
        for (from, to, cost) in self.hops_over(cells, link).into_iter().flatten() {
            self.out.insert(from, Hop { to, cost });
            self.into.insert(to, Hop { to: from, cost });
            ends.extend([from, to].map(pos_of));
        }
    }

    fn remove_hops(&mut self, cells: &impl Cells, link: &Link, ends: &mut Vec<Pos>) {
        for (from, to, cost) in self.hops_over(cells, link).into_iter().flatten() {
            self.out.remove(from, Hop { to, cost });
            self.into.remove(to, Hop { to: from, cost });
            ends.extend([from, to].map(pos_of));
        }
    }

    /// Weighs the cells of materials that are avoided.
    fn weigh_materials(&mut self, volume: &Volume) {
        let Some(avoided) = self.avoided.clone() else {
            return;
        };
        for_each_material(volume, |pos, material| {
            if matches!(avoided.get(material), Some(Avoided::Weight(_))) {
                self.weigh(volume, pos);
            }
        });
    }

    /// Adds up what a cell weighs: as given, for the shafts near it, and for its material.
    ///
    /// This is the one place where weights come from.
    fn weigh(&mut self, volume: &Volume, pos: Pos) {
        if !volume.size().contains(pos) {
            return;
        }
        let PullDownWeights { on, beside } = self.rules.weights;
        let seen = self.seen(volume);
        let is_walkable = seen.is_walkable(pos);
        let by_shafts = if !is_walkable {
            0
        } else if self.pulls(&seen, pos) {
            on
        } else if beside > 0 && self.is_beside_shaft(&seen, pos) {
            beside
        } else {
            0
        };
        let avoided = self.avoided.as_ref();
        let by_material = match avoided.and_then(|avoided| avoided.get(volume.material(pos))) {
            Some(Avoided::Weight(weight)) if is_walkable => weight,
            _ => 0,
        };
        let cell = id_of(pos);
        let given = self.given.get(&cell).copied().unwrap_or(0);
        match given + u64::from(by_shafts) + u64::from(by_material) {
            0 => self.weights.remove(&cell),
            weight => self.weights.insert(cell, weight),
        };
    }

    /// Whether gravity takes whoever steps here.
    #[inline]
    pub(super) fn pulls(&self, cells: &impl Cells, pos: Pos) -> bool {
        self.has_gravity()
            && cells.cell(pos) == Cell::Shaft
            && cells.is_walkable(pos.step(Direction::Down))
    }

    /// Whether one of the eight cells around pulls down.
    pub(super) fn is_beside_shaft(&self, cells: &impl Cells, pos: Pos) -> bool {
        self.has_gravity() && around(pos).any(|beside| beside != pos && self.pulls(cells, beside))
    }

    /// The volume as those see it who move in it.
    #[inline]
    pub(super) fn seen<'a>(&'a self, volume: &'a Volume) -> Seen<'a> {
        Seen {
            volume,
            open: self.open.as_deref(),
        }
    }

    /// The cells that can be entered, one bit each.
    #[inline]
    pub(super) fn open<'a>(&'a self, volume: &'a Volume) -> &'a BitPlane {
        self.open.as_deref().unwrap_or_else(|| volume.walkable())
    }

    pub(super) fn has_gravity(&self) -> bool {
        self.rules.gravity == Gravity::On
    }

    pub(super) fn rules(&self) -> &MoveRules {
        &self.rules
    }

    pub(super) fn links(&self, volume: &Volume) -> &[Link] {
        self.links.get_or_init(|| link::scan(volume, &self.rules))
    }

    /// The weights as they were given.
    pub(super) fn given(&self) -> Vec<(Pos, u32)> {
        let given = self.given.iter();
        given
            .map(|(&cell, &weight)| (pos_of(cell), weight as u32))
            .collect()
    }

    /// The hops that leave a cell.
    pub(super) fn hops(&self, cell: CellId) -> &[Hop] {
        self.out.of(cell)
    }

    /// The hops that reach a cell, with the cells that they come from.
    pub(super) fn hops_into(&self, cell: CellId) -> &[Hop] {
        self.into.of(cell)
    }

    /// The cells that hops leave.
    pub(super) fn cells_with_hops(&self) -> impl Iterator<Item = CellId> + '_ {
        self.out.cells()
    }

    /// The cells of a level that hops leave.
    pub(super) fn cells_with_hops_on(&self, z: i32) -> impl Iterator<Item = CellId> + '_ {
        self.out.cells_on(z)
    }

    /// Calls `visit` with every cell of a square that hops leave or reach; those with both
    /// come twice.
    pub(super) fn for_each_hop_end(&self, corner: Pos, side: u32, mut visit: impl FnMut(CellId)) {
        for hops in [&self.out, &self.into] {
            hops.for_each_in(corner, side, &mut visit);
        }
    }

    pub(super) fn has_weights(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The cells that weigh anything, in no order.
    pub(super) fn weighted(&self) -> impl Iterator<Item = CellId> + '_ {
        self.weights.keys().copied()
    }

    /// What entering a cell costs besides the move.
    #[inline]
    pub(super) fn weight(&self, cell: CellId) -> u64 {
        match self.weights.is_empty() {
            true => 0,
            false => self
                .weights
                .get(&cell)
                .map_or(0, |&weight| weight * u64::from(self.rules.costs.straight)),
        }
    }

    /// Bytes that hops, links and weights take, about.
    pub(super) fn bytes(&self) -> usize {
        let links = self.links.get().map_or(0, Vec::capacity) * size_of::<Link>();
        let hops = self.out.bytes() + self.into.bytes();
        let weights = self.given.capacity() + self.weights.capacity();
        let open = self.open.as_ref().map_or(0, |open| open.bytes());
        links + hops + open + weights * size_of::<(CellId, u64)>()
    }
}
