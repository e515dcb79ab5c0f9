//! The search itself: A* over the cells of zones that are built when it first gets there.

mod moves;

use super::super::Strata;
use super::super::board::Board;
use super::super::zone::Zone;
use super::WorldRoute;
use super::flood::Flood;
use super::gauge::Gauge;
use super::numbers::Numbers;
use super::patch::{self, CELLS, Cell, Ground, Weights};
use super::portal::Way;
use super::queue::Queue;
use super::sketch::{FAR, Sketch};
use crate::space::{Direction, Pos, ZonePos};
use std::sync::Arc;

/// How a cell was reached: in one of the ten directions, or by a fall of so many levels more
/// than this.
const FALL: u8 = 16;
const NOT_YET: u32 = u32::MAX;

/// A zone that the search has come to.
struct Patch {
    pos: ZonePos,
    /// Its place in the sketch.
    leaf: u32,
    weights: Weights,
    /// What is there, once somebody has gone in.
    inside: Option<Box<Inside>>,
    /// For each cell what it cost to come there, what is left to the goal, or less, and how one
    /// came.
    costs: Box<[u32]>,
    left: Box<[u32]>,
    from: Box<[u8]>,
    done: Board,
    /// The patches beside it, once they are known: north, east, south, west.
    next: [u32; 4],
}

struct Inside {
    zone: Arc<Zone>,
    ground: Ground,
    /// The cells that something vertical stands on.
    stops: Board,
}

/// A cell of a patch: the number of the patch, eleven bits for the cell.
type Node = u32;

const fn node(patch: u32, cell: Cell) -> Node {
    patch << 11 | cell as u32
}

pub(super) struct Search<'a> {
    strata: &'a Strata,
    gauge: Gauge,
    sketch: Sketch<'a>,
    patches: Vec<Patch>,
    by_number: Numbers,
    queue: Queue,
    flood: Flood,
    goal: (ZonePos, Cell),
    built: u32,
    /// How many zones it may go into, and did.
    most: u32,
    entered: u32,
    expanded: u64,
}

impl<'a> Search<'a> {
    /// A search between two cells where one can stand; the first does not pull. So many zones
    /// were built for it already, and so many it may go into.
    pub(super) fn new(
        strata: &'a Strata,
        gauge: Gauge,
        [from, to]: [Pos; 2],
        [built, most]: [u32; 2],
    ) -> Option<Self> {
        let (zone, [x, y]) = ZonePos::from_world(to)?;
        Some(Self {
            strata,
            gauge,
            sketch: Sketch::new(strata, gauge, from, to),
            patches: Vec::with_capacity(64),
            by_number: Numbers::default(),
            queue: Queue::default(),
            flood: Flood::new(),
            goal: (zone, patch::cell_at(x as usize, y as usize)),
            built,
            most,
            entered: 0,
            expanded: 0,
        })
    }

    /// How many zones were built for it.
    pub(super) fn built(&self) -> u32 {
        self.built
    }

    /// Whether there is no way if it found none.
    pub(super) fn is_certain(&self) -> bool {
        self.gauge.is_exact && !self.is_cut_off()
    }

    /// Whether it ended because it may go into no more zones.
    pub(super) fn is_cut_off(&self) -> bool {
        self.entered > self.most || !self.sketch.is_whole(self.most)
    }

    /// Finds a way.
    pub(super) fn run(&mut self, from: Pos) -> Option<WorldRoute> {
        let (start_zone, [x, y]) = ZonePos::from_world(from)?;
        let start = patch::cell_at(x as usize, y as usize);
        let (goal_zone, goal_cell) = self.goal;
        if !self.draw(start_zone, start) {
            return None;
        }
        let goal = self.patch(goal_zone);
        let patch = self.patch(start_zone);
        self.enter(patch, start);
        self.offer(patch, start, 0, u8::MAX);
        // Whoever is there already does not step onto it.
        self.patches[patch as usize].costs[usize::from(start)] = 0;
        let goal_node = node(goal, goal_cell);
        while let Some((bucket, found)) = self.queue.pop() {
            let reached = self.patches[goal as usize].costs[usize::from(goal_cell)];
            // Whatever is left now leads to no cheaper way.
            if reached < FAR && Queue::bucket(reached) < bucket {
                break;
            }
            if self.entered > self.most {
                return None;
            }
            let (patch, cell) = (found >> 11, (found & 0x7FF) as Cell);
            if self.patches[patch as usize].inside.is_none() {
                self.enter(patch, cell);
            }
            let here = &mut self.patches[patch as usize];
            let [x, y] = patch::place(cell);
            if here.done.get(x, y) {
                continue;
            }
            let left = here.left[usize::from(cell)];
            let total = self.gauge.total(here.costs[usize::from(cell)], left);
            let now = Queue::bucket(total);
            if now > bucket {
                // It is farther than it seemed from outside.
                if left < FAR {
                    self.queue.push(now, found);
                }
                continue;
            }
            here.done.set(x, y);
            if found != goal_node {
                self.expanded += 1;
                self.expand(patch, cell);
            }
        }
        self.trace(goal, goal_cell)
    }

    /// Sketches the ways to the goal; whether there may be one from the start.
    fn draw(&mut self, start_zone: ZonePos, start: Cell) -> bool {
        let (zone, goal) = self.goal;
        let patch = self.patch(zone);
        let built = self.fetch(patch);
        let ground = Ground::new(&built, self.gauge.moves);
        let here = &mut self.patches[patch as usize];
        self.flood.add(goal, 0);
        self.flood
            .run(&ground, &here.weights, &self.gauge, None, &mut here.left);
        let to = |cell: Cell| Some(here.left[usize::from(cell)]).filter(|&cost| cost < FAR);
        let direct = match start_zone == zone {
            true => to(start).unwrap_or(FAR),
            false => FAR,
        };
        let mut joined = direct < FAR;
        let is_joined = std::cell::Cell::new(false);
        let to_goal = |portal: &super::portal::Portal| {
            let [west, east, north, south] = portal.cells.map(usize::from);
            let rows = (north..=south).flat_map(|y| (west..=east).map(move |x| [x, y]));
            let costs = rows.filter_map(|[x, y]| to(patch::cell_at(x, y)));
            let least = costs.min();
            is_joined.set(is_joined.get() || least.is_some());
            least
        };
        self.sketch.draw(to_goal, direct, self.most);
        joined |= is_joined.get() && self.sketch.is_whole(self.most);
        here.left.fill(FAR);
        self.enter_with(patch, built, ground, None);
        joined
    }

    /// The patch of a zone.
    fn patch(&mut self, pos: ZonePos) -> u32 {
        if let Some(&patch) = self.by_number.get(&pos.number()) {
            return patch;
        }
        let patch = self.patches.len() as u32;
        self.patches.push(Patch {
            pos,
            leaf: self.sketch.leaf(pos),
            weights: Weights::new(self.strata, pos),
            inside: None,
            costs: vec![FAR; CELLS].into_boxed_slice(),
            left: vec![FAR; CELLS].into_boxed_slice(),
            from: vec![0; CELLS].into_boxed_slice(),
            done: Board::EMPTY,
            next: [NOT_YET; 4],
        });
        self.by_number.insert(pos.number(), patch);
        patch
    }

    fn fetch(&mut self, patch: u32) -> Arc<Zone> {
        let (zone, is_new) = self.strata.fetch(self.patches[patch as usize].pos);
        self.built += u32::from(is_new);
        zone
    }

    /// Looks at the cells of a zone for the first time.
    fn enter(&mut self, patch: u32, come_to: Cell) {
        if self.patches[patch as usize].inside.is_none() {
            let zone = self.fetch(patch);
            let ground = Ground::new(&zone, self.gauge.moves);
            self.enter_with(patch, zone, ground, Some(come_to));
        }
    }

    fn enter_with(&mut self, patch: u32, zone: Arc<Zone>, ground: Ground, come_to: Option<Cell>) {
        self.entered += 1;
        let here = &mut self.patches[patch as usize];
        for (portal, cost) in self.sketch.ways_out(here.leaf) {
            let [west, east, north, south] = portal.cells.map(usize::from);
            for y in north..=south {
                for x in west..=east {
                    self.flood.add(patch::cell_at(x, y), cost);
                }
            }
        }
        if here.pos == self.goal.0 {
            self.flood.add(self.goal.1, 0);
        }
        let come_to = come_to.filter(|_| !self.gauge.is_exact);
        if come_to.is_some() && here.pos.z() == ZonePos::SURFACE {
            // There is little in the way there.
            self.flood.fly(&self.gauge, &mut here.left);
        } else {
            self.flood
                .run(&ground, &here.weights, &self.gauge, come_to, &mut here.left);
        }
        let mut stops = here.weights.pulls;
        for vertical in zone.boundary().vertical() {
            stops.set(vertical.x.into(), vertical.y.into());
        }
        here.inside = Some(Box::new(Inside {
            zone,
            ground,
            stops,
        }));
    }

    /// What is left from a cell of a zone that nobody has been in.
    fn guess(&self, patch: u32, cell: Cell) -> u32 {
        let here = &self.patches[patch as usize];
        let [x, y] = patch::place(cell).map(|at| at as u8);
        let ways = self.sketch.ways_out(here.leaf).map(|(portal, cost)| {
            let inside = self.gauge.inside(here.pos.z(), [x, x, y, y], portal.cells);
            let weight = match portal.way {
                Way::Pull(_) => self.gauge.on,
                _ => 0,
            };
            cost + inside + weight
        });
        ways.min().unwrap_or(FAR)
    }

    /// A way to a cell that costs so much, before the weight of the cell.
    #[inline]
    fn offer(&mut self, patch: u32, cell: Cell, cost: u32, from: u8) {
        let here = &mut self.patches[patch as usize];
        let cost = cost + here.weights.of(cell, &self.gauge);
        let at = usize::from(cell);
        if cost >= here.costs[at] {
            return;
        }
        let [x, y] = patch::place(cell);
        if !self.gauge.is_exact && here.done.get(x, y) {
            return;
        }
        here.costs[at] = cost;
        here.from[at] = from;
        here.done.0[y] &= !(1 << x);
        let mut left = here.left[at];
        if left == FAR {
            if here.inside.is_some() {
                return;
            }
            left = self.guess(patch, cell);
            if left >= FAR {
                return;
            }
            self.patches[patch as usize].left[at] = left;
        }
        let bucket = Queue::bucket(self.gauge.total(cost, left));
        self.queue.push(bucket, node(patch, cell));
    }

    /// The way back from the goal.
    fn trace(&self, patch: u32, cell: Cell) -> Option<WorldRoute> {
        let goal = &self.patches[patch as usize];
        let cost = goal.costs[usize::from(cell)];
        if cost >= FAR {
            return None;
        }
        let [x, y] = patch::place(cell).map(|at| at as u32);
        let mut pos = goal.pos.to_world(x, y)?;
        let mut cells = vec![pos];
        let (mut here, mut cell) = (goal, cell);
        loop {
            let before = match here.from[usize::from(cell)] {
                u8::MAX => break,
                fall @ FALL.. => Pos {
                    z: pos.z + i32::from(fall - FALL),
                    ..pos
                },
                direction => pos.step(Direction::ALL[usize::from(direction)].opposite()),
            };
            pos = before;
            cells.push(pos);
            let (zone, [x, y]) = ZonePos::from_world(pos)?;
            cell = patch::cell_at(x as usize, y as usize);
            if zone != here.pos {
                here = &self.patches[*self.by_number.get(&zone.number())? as usize];
            }
        }
        cells.reverse();
        Some(WorldRoute {
            cost: cost.into(),
            is_exact: self.gauge.is_exact,
            cells,
            zones: self.sketch.zones() as u32,
            entered: self.entered,
            built: self.built,
            expanded: self.expanded,
        })
    }
}
