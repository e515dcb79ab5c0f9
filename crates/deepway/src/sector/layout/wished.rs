//! Layouts that meet wishes for layers and for rooms above each other.
//!
//! Rooms that must share columns become blocks, whose layers and offsets are found by trying;
//! everything else is left to the lattice.

use super::super::blueprint::Trend;
use super::super::graph::{RoomGraph, Wish, spans};
use super::lattice::{self, Block, Member};
use super::tree::Tree;
use super::{Layout, LayoutError, squeeze};
use crate::ids::RoomId;
use crate::seed::Seed;
use crate::space::RoomPos;
use std::collections::BTreeMap;

/// How many places are tried for the rooms of all blocks.
const TRIES: u32 = 200_000;

/// A room's place in its block: units east, units north, and the layer.
type Place = [i32; 3];

/// The rooms that wishes are about, and their places so far.
struct Tower<'a> {
    graph: &'a RoomGraph,
    /// The lowest and the highest layer of each room.
    spans: Vec<[i32; 2]>,
    /// For each room, the lower rooms of its wishes, and whether they must share a column.
    below: BTreeMap<RoomId, Vec<(RoomId, bool)>>,
    places: BTreeMap<RoomId, Place>,
    /// The block of each room: the lowest id in it.
    blocks: BTreeMap<RoomId, RoomId>,
    tries: u32,
    /// The rooms that were placed when most were.
    deepest: usize,
}

/// Lays out a graph with wishes.
pub(super) fn lay_out(
    graph: &RoomGraph,
    tree: &Tree,
    trend: Trend,
    seed: Seed,
) -> Result<Layout, LayoutError> {
    let mut tower = Tower::new(graph, tree);
    let order = tower.order();
    // Rooms that are joined have nothing between them, if that is possible.
    let is_placed = [true, false].into_iter().any(|is_strict| {
        tower.tries = TRIES;
        tower.places.clear();
        tower.place(&order, 0, is_strict)
    });
    if !is_placed {
        let room = order.get(tower.deepest).copied().unwrap_or(RoomId::ENTRY);
        return Err(LayoutError::Wish {
            wish: tied_wish(graph, tree, room),
        });
    }
    let blocks = tower.blocks();
    let mut layers = lattice::layers(graph.rooms.len(), trend);
    for &[_, _, z] in tower.places.values() {
        layers = [layers[0].min(z), layers[1].max(z)];
    }
    let wider = [layers[0].max(-2) - 1, layers[1].min(2) + 1];
    let tries = [
        (layers, true),
        (wider, true),
        (layers, false),
        (wider, false),
    ];
    let found = tries
        .into_iter()
        .zip(0_u32..)
        .find_map(|((layers, is_deep), number)| {
            let seed = seed.child("wished").child(number);
            lattice::lay_out_with(graph, tree, &blocks, layers, is_deep, seed)
        });
    let Some(mut layout) = found else {
        let wish = tied_wish(graph, tree, order.first().copied().unwrap_or(RoomId::ENTRY));
        return Err(LayoutError::Wish { wish });
    };
    squeeze::squeeze(graph, &mut layout);
    match graph
        .wishes
        .iter()
        .find(|wish| !is_met(graph, tree, &layout, **wish))
    {
        Some(&wish) => Err(LayoutError::Wish { wish }),
        None => Ok(layout),
    }
}

/// A wish that ties a room to another, or any wish about it.
fn tied_wish(graph: &RoomGraph, tree: &Tree, room: RoomId) -> Wish {
    let is_about = |wish: &&Wish| wish.rooms().any(|other| other == room);
    let is_tied = |wish: &&Wish| {
        let pair = wish.low_and_high();
        pair.is_some_and(|[low, high]| is_joined(tree, low, high))
    };
    let mut tied = graph.wishes.iter().filter(is_about).filter(is_tied);
    let found = tied.next().or_else(|| graph.wishes.iter().find(is_about));
    found.copied().unwrap_or(Wish::Above {
        room,
        other: RoomId::ENTRY,
    })
}

fn is_joined(tree: &Tree, a: RoomId, b: RoomId) -> bool {
    let edges = tree.neighbours.get(a.index()).into_iter().flatten();
    edges.into_iter().any(|&(_, other)| other == b)
}

/// Whether a layout meets a wish.
fn is_met(graph: &RoomGraph, tree: &Tree, layout: &Layout, wish: Wish) -> bool {
    let at = |room: RoomId| layout.anchors[room.index()];
    match wish {
        Wish::Layer { room, layer } => at(room).z == layer.z(),
        Wish::Above { room, other }
        | Wish::Below {
            room: other,
            other: room,
        } => {
            let side = |room: RoomId| graph.rooms[room.index()].size.side();
            let (high, low) = (at(room), at(other));
            let is_shared = overlaps(high, side(room), low, side(other));
            high.z > low.z && (is_shared || !is_joined(tree, room, other))
        }
    }
}

/// Whether two rooms share a column.
fn overlaps(a: RoomPos, a_side: i32, b: RoomPos, b_side: i32) -> bool {
    let meet = |a: i32, b: i32| a < b + b_side && b < a + a_side;
    meet(a.x, b.x) && meet(a.y, b.y)
}

impl<'a> Tower<'a> {
    fn new(graph: &'a RoomGraph, tree: &Tree) -> Self {
        let mut below: BTreeMap<RoomId, Vec<(RoomId, bool)>> = BTreeMap::new();
        let mut blocks: BTreeMap<RoomId, RoomId> = BTreeMap::new();
        for room in graph.wishes.iter().flat_map(|wish| wish.rooms()) {
            below.entry(room).or_default();
            blocks.insert(room, room);
        }
        for [low, high] in graph.wishes.iter().filter_map(|wish| wish.low_and_high()) {
            let is_tied = is_joined(tree, low, high);
            below.entry(high).or_default().push((low, is_tied));
            if is_tied {
                let [a, b] = [low, high].map(|room| blocks[&room]);
                let (first, second) = (a.min(b), a.max(b));
                blocks
                    .values_mut()
                    .filter(|block| **block == second)
                    .for_each(|block| *block = first);
            }
        }
        Self {
            graph,
            spans: spans(&graph.wishes, graph.rooms.len()),
            below,
            places: BTreeMap::new(),
            blocks,
            tries: TRIES,
            deepest: 0,
        }
    }

    fn side(&self, room: RoomId) -> i32 {
        self.graph.rooms[room.index()].size.side()
    }

    /// The rooms, each after those below it, and block by block where that is possible.
    fn order(&self) -> Vec<RoomId> {
        let mut order: Vec<RoomId> = self.below.keys().copied().collect();
        // A room's lowest layer is above the lowest layers of those below it.
        order.sort_by_key(|room| (self.spans[room.index()][0], self.blocks[room], *room));
        order
    }

    /// Places the rest of the rooms; takes a place back if there is none for a later room.
    fn place(&mut self, order: &[RoomId], number: usize, is_strict: bool) -> bool {
        let Some(&room) = order.get(number) else {
            return true;
        };
        self.deepest = self.deepest.max(number);
        for place in self.candidates(room) {
            let Some(left) = self.tries.checked_sub(1) else {
                return false;
            };
            self.tries = left;
            if !self.fits(room, place) {
                continue;
            }
            self.places.insert(room, place);
            let is_open = !is_strict || self.are_open(self.blocks[&room]);
            if is_open && self.place(order, number + 1, is_strict) {
                return true;
            }
            self.places.remove(&room);
        }
        false
    }

    /// The places to try for a room: on each layer, where it meets the first room that it is
    /// tied to.
    fn candidates(&self, room: RoomId) -> Vec<Place> {
        let [lowest, highest] = self.spans[room.index()];
        let below = self.below.get(&room).into_iter().flatten();
        let floor = below
            .clone()
            .filter_map(|(low, _)| Some(self.places.get(low)?[2] + 1));
        let lowest = floor.fold(lowest, i32::max);
        let mut layers: Vec<i32> = (lowest..=highest).collect();
        layers.sort_by_key(|&z| (z.abs(), z));
        let tied = below.filter(|(_, is_tied)| *is_tied);
        let mut tied = tied.filter_map(|(low, _)| Some((*low, *self.places.get(low)?)));
        let side = self.side(room);
        let spots: Vec<[i32; 2]> = match tied.next() {
            Some((other, at)) => {
                let reach = self.side(other);
                let offsets = move || (0..reach).chain((1..side).map(|back| -back));
                let all = offsets().flat_map(|y| offsets().map(move |x| [at[0] + x, at[1] + y]));
                all.collect()
            }
            None => self.fresh_spots(room),
        };
        let layers = layers.iter();
        layers
            .flat_map(|&z| spots.iter().map(move |&[x, y]| [x, y, z]))
            .collect()
    }

    /// Places for a room that nothing below is tied to: around the others of its block.
    fn fresh_spots(&self, room: RoomId) -> Vec<[i32; 2]> {
        let block = self.blocks[&room];
        let others = self
            .places
            .iter()
            .filter(|(other, _)| self.blocks[other] == block);
        let mut spots = vec![[0, 0]];
        for (other, at) in others {
            let reach = self.side(*other).max(self.side(room));
            for (x, y) in [(0, 0), (reach, 0), (0, reach), (-reach, 0), (0, -reach)] {
                spots.push([at[0] + x, at[1] + y]);
            }
        }
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// Whether a room meets all rooms below that it is tied to and overlaps none of its block.
    fn fits(&self, room: RoomId, place: Place) -> bool {
        let shares = |other: RoomId, at: Place| {
            let unit = |[x, y, z]: Place| RoomPos::new(x, y, z);
            overlaps(unit(place), self.side(room), unit(at), self.side(other))
        };
        let below = self.below.get(&room).into_iter().flatten();
        let mut tied = below.filter(|(_, is_tied)| *is_tied);
        let meets = tied.all(|(low, _)| self.places.get(low).is_none_or(|&at| shares(*low, at)));
        let block = self.blocks[&room];
        let mut others = self.places.iter();
        meets
            && !others.any(|(other, &at)| {
                self.blocks[other] == block && at[2] == place[2] && shares(*other, at)
            })
    }

    /// Whether all tied rooms of a block share a column with nothing of the block between.
    fn are_open(&self, block: RoomId) -> bool {
        let own: Vec<(RoomId, Place)> = self
            .places
            .iter()
            .filter(|(room, _)| self.blocks[room] == block)
            .map(|(&room, &place)| (room, place))
            .collect();
        let covers = |room: RoomId, at: Place, x: i32, y: i32| {
            let side = self.side(room);
            (at[0]..at[0] + side).contains(&x) && (at[1]..at[1] + side).contains(&y)
        };
        own.iter().all(|&(room, at)| {
            let side = self.side(room);
            let mut tied = self
                .below
                .get(&room)
                .into_iter()
                .flatten()
                .filter(|(_, is_tied)| *is_tied);
            tied.all(|(low, _)| {
                let Some(&under) = self.places.get(low) else {
                    return true;
                };
                let mut units =
                    (0..side).flat_map(|y| (0..side).map(move |x| (at[0] + x, at[1] + y)));
                units.any(|(x, y)| {
                    let is_between = |z: i32| under[2] < z && z < at[2];
                    covers(*low, under, x, y)
                        && !own.iter().any(|&(other, between)| {
                            is_between(between[2]) && covers(other, between, x, y)
                        })
                })
            })
        })
    }

    /// The blocks of the rooms with wishes, and one of each other room.
    fn blocks(&self) -> Vec<Block> {
        let mut together: BTreeMap<RoomId, Vec<(RoomId, Place)>> = BTreeMap::new();
        for (&room, &place) in &self.places {
            together
                .entry(self.blocks[&room])
                .or_default()
                .push((room, place));
        }
        let mut blocks: Vec<Block> = Vec::new();
        for rooms in together.values() {
            let low = |axis: usize| {
                rooms
                    .iter()
                    .map(|(_, place)| place[axis])
                    .min()
                    .unwrap_or(0)
            };
            let (west, south, floor) = (low(0), low(1), low(2));
            let ends = rooms.iter().flat_map(|&(room, [x, y, _])| {
                let side = self.side(room);
                [x + side - west, y + side - south]
            });
            let top = rooms.iter().map(|(_, place)| place[2]).max();
            blocks.push(Block {
                side: ends.max().unwrap_or(1),
                height: top.unwrap_or(floor) - floor + 1,
                floor: Some(floor),
                members: rooms
                    .iter()
                    .map(|&(room, [x, y, z])| Member {
                        room,
                        offset: [x - west, y - south, z - floor],
                    })
                    .collect(),
            });
        }
        let others = RoomId::all(self.graph.rooms.len());
        let others = others.filter(|room| !self.places.contains_key(room));
        blocks.extend(others.map(|room| {
            let floor = (room == RoomId::ENTRY).then_some(0);
            Block::single(self.graph, room, floor)
        }));
        blocks
    }
}
