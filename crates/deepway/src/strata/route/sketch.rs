//! A sketch of the way: how far it is from the portals of zones to the goal, without building
//! any zone.

use super::super::boundary::Vertical;
use super::super::world::Strata;
use super::gauge::Gauge;
use super::numbers::Numbers;
use super::portal::{self, Portal, Way};
use super::queue::Queue;
use crate::space::{Direction, Pos, ZonePos};
use std::ops::Range;

/// Where whoever starts on a sealed level comes out. Searches whose guesses must never be too
/// high do without: something may have been dug.
fn gate(strata: &Strata, gauge: &Gauge, start: Pos) -> Option<Gate> {
    let (zone, _) = ZonePos::from_world(start)?;
    let plan = strata.plan();
    let feature = plan.feature(zone.column())?;
    if gauge.is_exact || !plan.is_sealed(zone) {
        return None;
    }
    let top = ZonePos::at(feature.column, feature.top)?;
    let mut vertical = Vec::new();
    plan.verticals(top, &mut vertical);
    let mut down = vertical.iter().filter(|known| known.bottom() > top.z());
    let flight = down.find(|known| u32::from(known.top) == top.z() && !known.kind.pulls())?;
    let pos = top.to_world(flight.x.into(), flight.y.into())?;
    let depths = [zone.z(), top.z()];
    let cost = gauge.far(start.x.abs_diff(pos.x), start.y.abs_diff(pos.y), depths);
    Some(Gate {
        zone: top,
        pos,
        cost,
    })
}

/// What is not known, and what is too far.
pub(super) const FAR: u32 = u32::MAX / 4;

/// Portals of zones and what it costs to reach the goal by leaving through each.
///
/// A* from the goal back to the start. Where it has not been, costs are bounded from below by
/// how far it went: nobody farther from the start can have been missed.
pub(super) struct Sketch<'a> {
    strata: &'a Strata,
    gauge: Gauge,
    start: Pos,
    /// Where whoever starts on a sealed level comes out.
    gate: Option<Gate>,
    goal: Pos,
    leaves: Vec<Leaf>,
    by_number: Numbers,
    portals: Vec<Portal>,
    /// For each portal the leaf that it belongs to.
    owners: Vec<u32>,
    /// For each portal what leaving through it costs, and whether that is certain.
    costs: Vec<u32>,
    is_settled: Vec<bool>,
    /// What is vertical in the zone that was looked at last.
    vertical: Vec<Vertical>,
    queue: Queue,
    /// The weight of guesses, in 256ths.
    haste: u32,
    /// How far the sketch went.
    known: u32,
}

/// The only way out of the sealed levels that the start is on.
struct Gate {
    /// The highest zone of the feature, and its stairs.
    zone: ZonePos,
    pos: Pos,
    /// A guess of the cost from the start to there.
    cost: u32,
}

/// A zone of the sketch.
struct Leaf {
    pos: ZonePos,
    /// Its first portal, how many there are, and where in them the edges and the rest begin.
    first: u32,
    count: u32,
    starts: [u8; 5],
    /// The open places of its edges.
    open: [u128; 4],
    /// The leaves beside it, once they are known, in the order of [`Direction::SIX`].
    next: [u32; 6],
}

const NOT_YET: u32 = u32::MAX;

impl<'a> Sketch<'a> {
    pub(super) fn new(strata: &'a Strata, gauge: Gauge, start: Pos, goal: Pos) -> Self {
        Self {
            strata,
            gauge,
            start,
            gate: gate(strata, &gauge, start),
            goal,
            leaves: Vec::with_capacity(256),
            by_number: Numbers::default(),
            portals: Vec::new(),
            owners: Vec::new(),
            costs: Vec::new(),
            is_settled: Vec::new(),
            vertical: Vec::new(),
            queue: Queue::default(),
            haste: gauge.sketch_haste,
            known: 0,
        }
    }

    /// The leaf of a zone.
    pub(super) fn leaf(&mut self, pos: ZonePos) -> u32 {
        if let Some(&leaf) = self.by_number.get(&pos.number()) {
            return leaf;
        }
        let leaf = self.leaves.len() as u32;
        let first = self.portals.len() as u32;
        let open = [0, 1, 2, 3].map(|place| {
            let side = Direction::STRAIGHT[place];
            // The zone beyond has the same edge.
            let beyond = pos.step(side);
            let beyond = beyond.and_then(|zone| self.by_number.get(&zone.number()));
            match beyond {
                Some(&leaf) => self.leaves[leaf as usize].open[(place + 2) % 4],
                None => self.strata.plan().openings(pos, side),
            }
        });
        self.strata.verticals(pos, &mut self.vertical);
        let ways = (open, &self.vertical[..]);
        let starts = portal::append(ways, pos.z(), self.gauge.piece, &mut self.portals);
        self.owners.resize(self.portals.len(), leaf);
        self.costs.resize(self.portals.len(), FAR);
        self.is_settled.resize(self.portals.len(), false);
        self.leaves.push(Leaf {
            pos,
            first,
            count: self.portals.len() as u32 - first,
            starts,
            open,
            next: [NOT_YET; 6],
        });
        self.by_number.insert(pos.number(), leaf);
        leaf
    }

    /// Whether the sketch did not end early, for a search that may go into so many zones.
    pub(super) fn is_whole(&self, most: u32) -> bool {
        self.leaves.len() as u64 <= 8 * u64::from(most)
    }

    /// How many zones the sketch looked at.
    pub(super) fn zones(&self) -> usize {
        self.leaves.len()
    }

    fn numbers(&self, leaf: u32) -> Range<usize> {
        let Leaf { first, count, .. } = self.leaves[leaf as usize];
        first as usize..(first + count) as usize
    }

    /// The portals of a leaf, each with what leaving through it costs, or less.
    pub(super) fn ways_out(&self, leaf: u32) -> impl Iterator<Item = (Portal, u32)> + '_ {
        let pos = self.leaves[leaf as usize].pos;
        self.numbers(leaf).filter_map(move |number| {
            let portal = self.portals[number];
            if !self.gauge.is_exact && !self.is_settled[number] {
                return None;
            }
            let cost = match self.is_settled[number] {
                true => self.costs[number],
                false => {
                    let missed = self.known.saturating_sub(self.to_start(pos, portal.cells));
                    missed.max(self.to_goal(pos, portal.cells))
                }
            };
            portal.way.leads_out().then_some((portal, cost))
        })
    }

    /// A guess of the cost between the start and a box of cells in a zone, with the weight that
    /// such guesses have here.
    fn to_start(&self, zone: ZonePos, cells: [u8; 4]) -> u32 {
        let is_inside = |gate: &&Gate| zone.column() == gate.zone.column() && zone != gate.zone;
        let guess = match self.gate.as_ref().filter(|gate| !is_inside(gate)) {
            Some(gate) => gate.cost + self.far(gate.pos, zone, cells),
            None => self.far(self.start, zone, cells),
        };
        ((u64::from(guess) * u64::from(self.haste)) >> 8) as u32
    }

    fn to_goal(&self, zone: ZonePos, cells: [u8; 4]) -> u32 {
        self.far(self.goal, zone, cells)
    }

    fn far(&self, cell: Pos, zone: ZonePos, cells: [u8; 4]) -> u32 {
        let [x, y] = zone.column();
        let gap = |at: i32, from: i32, to: i32| (from - at).max(at - to).max(0) as u32;
        let (x, y) = ((x * ZonePos::WIDTH) as i32, (y * ZonePos::HEIGHT) as i32);
        let [west, east, north, south] = cells.map(i32::from);
        self.gauge.far(
            gap(cell.x, x + west, x + east),
            gap(cell.y, y + north, y + south),
            [
                zone.z(),
                (ZonePos::DEPTHS - 1).saturating_add_signed(-cell.z),
            ],
        )
    }

    /// Sketches ways from everywhere around to the goal, until the start is reached and a little
    /// farther. `to_goal` is what it costs to walk to the goal from the cells of a portal of the
    /// goal's zone.
    pub(super) fn draw(
        &mut self,
        to_goal: impl Fn(&Portal) -> Option<u32>,
        mut best: u32,
        most: u32,
    ) {
        let Some(((start_zone, [x, y]), (goal_zone, _))) =
            ZonePos::from_world(self.start).zip(ZonePos::from_world(self.goal))
        else {
            return;
        };
        let start_box = [x as u8, x as u8, y as u8, y as u8];
        let start = self.leaf(start_zone);
        let goal = self.leaf(goal_zone);
        for number in self.numbers(goal) {
            let portal = self.portals[number];
            if let Some(cost) = to_goal(&portal) {
                self.arrive(goal, number, cost);
            }
        }
        let mut settled = 0;
        while let Some((bucket, number)) = self.queue.pop() {
            let key = Queue::least(bucket);
            let limit = (u64::from(best) * u64::from(256 + self.gauge.margin)) >> 8;
            if u64::from(key) > limit || !self.is_whole(most) {
                self.known = key;
                return;
            }
            let number = number as usize;
            let leaf = self.owners[number];
            if std::mem::replace(&mut self.is_settled[number], true) {
                continue;
            }
            settled += 1;
            if settled % self.gauge.patience == 0 {
                self.hurry();
            }
            let portal = self.portals[number];
            let cost = self.costs[number] + self.weight(portal.way);
            let z = self.leaves[leaf as usize].pos.z();
            if leaf == start {
                best = best.min(cost + self.gauge.inside(z, start_box, portal.cells));
            }
            for other in self.numbers(leaf) {
                if other != number {
                    let inside = self
                        .gauge
                        .inside(z, self.portals[other].cells, portal.cells);
                    self.arrive(leaf, other, cost + inside);
                }
            }
        }
        self.known = FAR;
    }

    /// Trusts guesses more from now on, so that an end is found before long.
    fn hurry(&mut self) {
        self.haste += self.haste / 16;
        self.queue.clear();
        for number in 0..self.portals.len() {
            if !self.is_settled[number] && self.costs[number] < FAR {
                let pos = self.leaves[self.owners[number] as usize].pos;
                let guess = self.to_start(pos, self.portals[number].cells);
                let key = self.costs[number] + guess;
                self.queue.push(Queue::bucket(key), number as u32);
            }
        }
    }

    /// Whoever comes in by a portal has such a way to the goal: what leads there costs so much
    /// more.
    fn arrive(&mut self, leaf: u32, number: usize, cost: u32) {
        let Leaf {
            pos, first, starts, ..
        } = self.leaves[leaf as usize];
        let Portal { cells, way } = self.portals[number];
        let in_list = number as u32 - first;
        match way {
            Way::Edge(face) => {
                let place = face as usize / 2;
                let Some(next) = self.beside(leaf, place, face) else {
                    return;
                };
                let beyond = &self.leaves[next as usize];
                let twin = in_list - u32::from(starts[place]);
                let twin = beyond.first + u32::from(beyond.starts[(place + 2) % 4]) + twin;
                self.offer(next, twin as usize, cost + self.gauge.straight);
            }
            Way::Stairs(face) | Way::Lift(face) => {
                let place = if face == Direction::Up { 4 } else { 5 };
                let Some(next) = self.beside(leaf, place, face) else {
                    return;
                };
                let (twin, link) = match way {
                    Way::Lift(_) => (Way::Lift(face.opposite()), self.gauge.elevator),
                    _ => (Way::Stairs(face.opposite()), self.gauge.stairs),
                };
                self.offer_twin(next, cells, |way| way == twin, cost + link);
            }
            Way::UnderHole => {
                if let Some(next) = self.beside(leaf, 4, Direction::Up) {
                    self.offer_twin(next, cells, |way| way == Way::Hole, cost + self.gauge.hole);
                }
            }
            Way::UnderPull(top) => {
                let mut upper = leaf;
                for _ in u32::from(top)..pos.z() {
                    let Some(next) = self.beside(upper, 4, Direction::Up) else {
                        return;
                    };
                    let is_pull = |way| matches!(way, Way::Pull(_));
                    self.offer_twin(next, cells, is_pull, cost + self.gauge.fall);
                    upper = next;
                }
            }
            Way::Hole | Way::Pull(_) => {}
        }
    }

    /// The leaf beside a leaf.
    fn beside(&mut self, leaf: u32, place: usize, face: Direction) -> Option<u32> {
        let Leaf { pos, next, .. } = self.leaves[leaf as usize];
        if next[place] != NOT_YET {
            return Some(next[place]);
        }
        let next = self.leaf(pos.step(face)?);
        self.leaves[leaf as usize].next[place] = next;
        Some(next)
    }

    /// Offers a cost to the vertical portal of a leaf at a place.
    fn offer_twin(&mut self, leaf: u32, cells: [u8; 4], is_twin: impl Fn(Way) -> bool, cost: u32) {
        let vertical = usize::from(self.leaves[leaf as usize].starts[4]);
        let mut numbers = self.numbers(leaf).skip(vertical);
        let twin = numbers.find(|&number| {
            let portal = self.portals[number];
            portal.cells == cells && is_twin(portal.way)
        });
        if let Some(twin) = twin {
            self.offer(leaf, twin, cost);
        }
    }

    fn offer(&mut self, leaf: u32, number: usize, cost: u32) {
        if cost >= self.costs[number] {
            return;
        }
        self.costs[number] = cost;
        let pos = self.leaves[leaf as usize].pos;
        let portal = self.portals[number];
        // Where guesses are distances between points, a portal is of no use if it is cheaper to
        // walk from there to another.
        if !self.gauge.is_exact {
            let z = pos.z();
            let cost = cost + self.weight(portal.way) + self.gauge.more(z);
            let is_useless = self.numbers(leaf).any(|other| {
                let Portal { cells, way } = self.portals[other];
                let paid = self.costs[other] + self.weight(way);
                self.is_settled[other]
                    && paid < cost
                    && paid + self.gauge.inside(z, portal.cells, cells) <= cost
            });
            if is_useless {
                return;
            }
        }
        let key = cost + self.to_start(pos, portal.cells);
        self.queue.push(Queue::bucket(key), number as u32);
    }

    /// What whoever leaves by a portal pays to step onto it.
    fn weight(&self, way: Way) -> u32 {
        match way {
            Way::Pull(_) => self.gauge.on,
            _ => 0,
        }
    }
}
