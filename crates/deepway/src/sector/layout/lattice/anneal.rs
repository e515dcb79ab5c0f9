//! Gives blocks places on a lattice so that joined rooms are near each other.
//!
//! Annealing: blocks are moved or swapped at random; what makes the corridors longer is accepted
//! less and less often. Only integers are used: a threshold is drawn from the bits of a random
//! number, of which half have no trailing zero, a quarter have one, and so on.

use super::super::super::graph::RoomGraph;
use super::Lots;
use super::block::Block;
use crate::ids::RoomId;
use crate::seed::Stream;
use crate::space::RoomPos;

/// Nothing is on a lot.
const EMPTY: u32 = u32::MAX;
/// The cost of a layer between two rooms, in units.
const LAYER: i32 = 3;

/// Blocks on a lattice of lots.
pub(super) struct Anneal<'a> {
    graph: &'a RoomGraph,
    neighbours: &'a [Vec<RoomId>],
    blocks: &'a [Block],
    lots: Lots,
    /// The block of each room, and its place in the block.
    block_of: Vec<(u32, [i32; 3])>,
    /// The lot and the layer of each block.
    places: Vec<[i32; 3]>,
    /// The block on each lot.
    taken: Vec<u32>,
}

impl<'a> Anneal<'a> {
    /// Puts all blocks on lots, in an order that keeps joined rooms near each other; none if
    /// they do not fit.
    pub(super) fn new(
        graph: &'a RoomGraph,
        neighbours: &'a [Vec<RoomId>],
        blocks: &'a [Block],
        lots: Lots,
        order: &[u32],
    ) -> Option<Self> {
        let mut block_of = vec![(0, [0; 3]); graph.rooms.len()];
        for (number, block) in (0..).zip(blocks) {
            for member in &block.members {
                block_of[member.room.index()] = (number, member.offset);
            }
        }
        let mut made = Self {
            graph,
            neighbours,
            blocks,
            lots,
            block_of,
            places: vec![[0; 3]; blocks.len()],
            taken: vec![EMPTY; (lots.side * lots.side * lots.layers()) as usize],
        };
        made.fill(order).then_some(made)
    }

    /// First the blocks whose layer is settled and the large ones, then the others.
    fn fill(&mut self, order: &[u32]) -> bool {
        let mut order = order.to_vec();
        order.sort_by_key(|&block| {
            let block = &self.blocks[block as usize];
            let size = self.lots.across(block.side) * block.height;
            (block.floor.is_none(), std::cmp::Reverse(size))
        });
        let mut from = 0;
        for block in order {
            let spots = self.taken.len();
            let (floor, height) = {
                let block = &self.blocks[block as usize];
                (block.floor, block.height)
            };
            let is_plain = floor.is_none() && height == 1;
            let start = if is_plain { from } else { 0 };
            let mut found = None;
            for number in (start..spots).chain(0..start) {
                let place = self.spot(number as i32);
                let is_level = floor.is_none_or(|floor| floor == place[2]);
                if is_level && self.is_free(block, place) {
                    found = Some((number, place));
                    break;
                }
            }
            let Some((number, place)) = found else {
                return false;
            };
            if is_plain {
                from = number;
            }
            self.put(block, place);
        }
        true
    }

    /// The lots in an order in which each is next to the one before: to and fro along y, and
    /// down and up through the layers.
    fn spot(&self, number: i32) -> [i32; 3] {
        let (side, layers) = (self.lots.side, self.lots.layers());
        let fold = |at: i32, turn: i32, length: i32| match turn % 2 {
            0 => at,
            _ => length - 1 - at,
        };
        let column = number / layers;
        let z = fold(number % layers, column, layers);
        let x = column / side;
        let y = fold(column % side, x, side);
        [x, y, self.lots.low + z]
    }

    fn index(&self, [x, y, z]: [i32; 3]) -> usize {
        (((z - self.lots.low) * self.lots.side + y) * self.lots.side + x) as usize
    }

    /// The lots that a block would take, if they are all on the lattice.
    fn lots_of(
        &self,
        block: u32,
        [x, y, z]: [i32; 3],
    ) -> Option<impl Iterator<Item = usize> + use<>> {
        let block = &self.blocks[block as usize];
        let (across, height) = (self.lots.across(block.side), block.height);
        let side = self.lots.side;
        let is_inside = x >= 0
            && y >= 0
            && x + across <= side
            && y + across <= side
            && z >= self.lots.low
            && z + height - 1 <= self.lots.high;
        let first = is_inside.then(|| self.index([x, y, z]))?;
        let row = move |z: i32, y: i32| first + ((z * side + y) * side) as usize;
        Some((0..height).flat_map(move |z| {
            (0..across).flat_map(move |y| (0..across).map(move |x| row(z, y) + x as usize))
        }))
    }

    fn is_free(&self, block: u32, place: [i32; 3]) -> bool {
        let lots = self.lots_of(block, place);
        lots.is_some_and(|mut lots| {
            lots.all(|lot| self.taken[lot] == EMPTY || self.taken[lot] == block)
        })
    }

    fn put(&mut self, block: u32, place: [i32; 3]) {
        self.places[block as usize] = place;
        for lot in self.lots_of(block, place).into_iter().flatten() {
            self.taken[lot] = block;
        }
    }

    fn lift(&mut self, block: u32) {
        let place = self.places[block as usize];
        for lot in self.lots_of(block, place).into_iter().flatten() {
            self.taken[lot] = EMPTY;
        }
    }

    pub(super) fn lots(&self) -> Lots {
        self.lots
    }

    /// Where a room's corner is, in units.
    pub(super) fn anchor(&self, room: RoomId) -> RoomPos {
        let (block, [east, north, up]) = self.block_of[room.index()];
        let [x, y, z] = self.places[block as usize];
        let pitch = self.lots.pitch;
        RoomPos::new(x * pitch + east, y * pitch + north, z + up)
    }

    /// About how many units a corridor between two rooms would take.
    fn length(&self, a: RoomId, b: RoomId) -> i32 {
        let side = |room: RoomId| self.graph.rooms[room.index()].size.side();
        let (from, to) = (self.anchor(a), self.anchor(b));
        let between = |from: i32, to: i32| (to - from - side(a)).max(from - to - side(b));
        let (x, y) = (between(from.x, to.x), between(from.y, to.y));
        let layers = (from.z - to.z).abs();
        match (x < 0 && y < 0, layers) {
            (true, 0 | 1) => 0,
            (true, _) => 2 * layers,
            _ => x.max(0) + y.max(0) + LAYER * layers + i32::from(x >= 0 && y >= 0),
        }
    }

    /// The units of all corridors of a block.
    fn cost(&self, block: u32) -> i32 {
        let members = self.blocks[block as usize].members.iter();
        let rooms = members.map(|member| member.room);
        rooms
            .flat_map(|room| {
                let others = self.neighbours[room.index()].iter();
                others.map(move |&other| self.length(room, other))
            })
            .sum()
    }

    /// The units of all corridors.
    pub(super) fn total(&self) -> i64 {
        let edges = self.graph.edges.iter();
        edges
            .map(|edge| i64::from(self.length(edge.a, edge.b)))
            .sum()
    }

    /// Moves blocks at random, `moves` times.
    pub(super) fn run(&mut self, random: &mut Stream, moves: u32) {
        let hottest = i64::from(self.lots.side * self.lots.pitch);
        for step in 0..moves {
            let rest = i64::from(moves - step);
            // Cooling as the square of what is left, a little faster than linear.
            let heat = hottest * rest / i64::from(moves) * rest / i64::from(moves) / 2;
            let bits = random.below(1 << 32);
            let block = (random.below(self.blocks.len() as u64)) as u32;
            let zeros = i64::from((bits | 1 << 20).trailing_zeros());
            let threshold = (heat * zeros + heat * (bits >> 24) as i64 / 256) as i32;
            if let Some(target) = self.target(block, random) {
                self.try_move(block, target, threshold);
            }
        }
    }

    /// Where to move a block: next to a neighbour, or anywhere near.
    fn target(&self, block: u32, random: &mut Stream) -> Option<[i32; 3]> {
        let members = &self.blocks[block as usize].members;
        let member = members[random.below(members.len() as u64) as usize];
        let others = &self.neighbours[member.room.index()];
        let bits = random.below(1 << 32);
        let part = |from: u32, count: u64| ((((bits >> from) & 0xFF) * count) >> 8) as i32;
        let is_near = bits & 3 != 0 && !others.is_empty();
        let (centre, reach) = match is_near {
            true => {
                let other = others[random.below(others.len() as u64) as usize];
                (self.places[self.block_of[other.index()].0 as usize], 1)
            }
            false => (self.places[block as usize], 2),
        };
        let off = |from: u32| part(from, 2 * reach + 1) - reach as i32;
        let mut place = [centre[0] + off(2), centre[1] + off(10), centre[2] + off(18)];
        if let Some(floor) = self.blocks[block as usize].floor {
            place[2] = floor;
        }
        (place != self.places[block as usize]).then_some(place)
    }

    /// Moves a block, or swaps it with the block that is there, if that costs at most so much
    /// more.
    fn try_move(&mut self, block: u32, target: [i32; 3], threshold: i32) {
        let Some(lots) = self.lots_of(block, target) else {
            return;
        };
        let here = self.places[block as usize];
        let other = lots
            .map(|lot| self.taken[lot])
            .find(|&other| other != EMPTY && other != block);
        let before = self.cost(block);
        match other {
            None => {
                self.lift(block);
                self.put(block, target);
                if self.cost(block) - before > threshold {
                    self.lift(block);
                    self.put(block, here);
                }
            }
            Some(other) => {
                let [a, b] = [block, other].map(|block| &self.blocks[block as usize]);
                let is_alike = a.height == b.height
                    && self.lots.across(a.side) == self.lots.across(b.side)
                    && self.places[other as usize] == target
                    && (here[2] == target[2] || (a.floor.is_none() && b.floor.is_none()));
                if !is_alike {
                    return;
                }
                let before = before + self.cost(other);
                self.put(block, target);
                self.put(other, here);
                if self.cost(block) + self.cost(other) - before > threshold {
                    self.put(block, here);
                    self.put(other, target);
                }
            }
        }
    }
}
