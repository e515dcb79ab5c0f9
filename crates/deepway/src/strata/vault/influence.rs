//! What the parts of a level are good for, from how they hang together.
//!
//! # Regions
//! An open cell is *roomy* if it is one of four open cells in a square, none of them a door, and
//! lies in a segment. Roomy cells that touch are a *room*; the other open cells that touch are a
//! *passage*: doors, corridors of one cell's width, and whatever was dug between segments,
//! however wide. A passage that touches one region only belongs to it, unless it leads away
//! into a dead end of more than [`STUB`] cells: niches, gaps behind pillars and doors that lead
//! nowhere make no regions of their own. An *entrance* of a region is an open cell outside it
//! that touches it.
//!
//! # Influence
//! The influence of a room is the number of its cells, and half of those of every room that is
//! one passage away: large and central rooms have much, small and remote ones little. Where
//! somebody arrives (a point) the influence is halved, so that nobody steps out of a stairway
//! into the midst of enemies. The distance of a region is the number of steps from the nearest
//! point to it; without points all distances are 0.
//!
//! # Kinds
//! 1. A *dead end* has exactly one entrance and holds no point. Dead ends of [`CHAMBER`] cells
//!    or more that lie at least half as far away as the farthest of them are **vaults**, at most
//!    [`VAULTS`] of them, the farthest first; if no dead end is large enough, the farthest is
//!    one.
//! 2. A passage with two or more entrances is a **connection**.
//! 3. A room with at least the mean influence of all rooms, by cells, is a **cult**'s.
//! 4. Everything else is **abandoned**.
//!
//! All is linear in the number of cells.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::sample::bits;
use std::cmp::Reverse;

/// Dead ends of so few cells belong to what they leave from.
const STUB: u32 = 3;
/// The cells of a treasure chamber.
const CHAMBER: u32 = 6;
/// The most vaults of a level.
const VAULTS: usize = 6;

/// What a region is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::strata) enum RegionKind {
    /// A treasure chamber.
    Vault,
    /// A place for encounters.
    Cult,
    /// A place with little in it.
    Abandoned,
    /// A way between others.
    Connection,
}

/// A region of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::strata) struct Region {
    pub(in crate::strata) cells: Board,
    pub(in crate::strata) kind: RegionKind,
}

/// What is known of a region.
#[derive(Clone)]
struct Part {
    is_room: bool,
    has_point: bool,
    size: u32,
    entrances: u32,
    distance: u32,
    influence: u32,
    /// The one part that a passage touches, [`NOWHERE`] if none, [`SEVERAL`] if more than one.
    only: u16,
    /// How many of its cells touch other parts.
    touching: u32,
}

/// Cells are numbered with a border around the zone, so that each has four neighbours.
const STRIDE: usize = WIDTH + 2;
const CELLS: usize = STRIDE * (HEIGHT + 2);
const NOWHERE: u16 = u16::MAX;
const SEVERAL: u16 = u16::MAX - 1;

/// The number of the part of each cell.
type Labels = [u16; CELLS];

/// The four cells beside one.
fn beside(cell: usize) -> [usize; 4] {
    [cell + 1, cell - 1, cell + STRIDE, cell - STRIDE]
}

/// The numbers of the cells of a board, row by row.
fn numbers(board: &Board) -> impl Iterator<Item = usize> {
    let rows = board.0.into_iter().enumerate();
    rows.flat_map(|(y, row)| bits(row).map(move |x| (y + 1) * STRIDE + x + 1))
}

/// The cells that are in some square of 2 × 2.
fn in_squares(board: &Board) -> Board {
    let mut squares = *board;
    for y in 0..HEIGHT {
        let south = board.0.get(y + 1).copied().unwrap_or(0);
        let both = board.0[y] & south;
        squares.0[y] = both & both >> 1;
    }
    let mut cells = Board::EMPTY;
    for y in 0..HEIGHT {
        let rows = squares.0[y] | if y > 0 { squares.0[y - 1] } else { 0 };
        cells.0[y] = rows | rows << 1;
    }
    cells
}

/// Divides the open cells of a level into regions and says what each is good for.
///
/// `points` are where one arrives: stairs and entrances. If there are no segments, the whole
/// level is one. The regions together are exactly the open cells, and no two have one in
/// common.
pub(in crate::strata) fn regions(
    open: &Board,
    doors: &Board,
    points: &Board,
    segments: &[Board],
) -> Vec<Region> {
    let drawn = match segments {
        [] => Board::FULL,
        _ => segments.iter().fold(Board::EMPTY, |all, one| all.or(one)),
    };
    let open = open.and(&Board::FULL);
    let roomy = in_squares(&open.without(doors)).and(&drawn);
    let mut labels = [NOWHERE; CELLS];
    let mut parts = Vec::new();
    label(&roomy, true, &mut labels, &mut parts);
    label(&open.without(&roomy), false, &mut labels, &mut parts);
    let cells: Vec<usize> = numbers(&open).collect();
    absorb(&cells, &mut labels, &mut parts);
    measure(&cells, &labels, &points.and(&open), &mut parts);
    spread(&cells, &labels, &mut parts);
    let kinds = kinds(&parts);
    // Parts that were given to others are left out.
    let mut regions = Vec::new();
    let mut places = vec![0; parts.len()];
    for ((part, kind), place) in parts.iter().zip(kinds).zip(&mut places) {
        *place = regions.len();
        if part.size > 0 {
            let cells = Board::EMPTY;
            regions.push(Region { cells, kind });
        }
    }
    for cell in cells {
        let region = &mut regions[places[usize::from(labels[cell])]];
        region.cells.set(cell % STRIDE - 1, cell / STRIDE - 1);
    }
    regions
}

/// Gives the cells of a board that touch the same new number.
fn label(board: &Board, is_room: bool, labels: &mut Labels, parts: &mut Vec<Part>) {
    let mut is_one = [false; CELLS];
    for cell in numbers(board) {
        is_one[cell] = true;
    }
    let mut stack = Vec::new();
    for first in numbers(board) {
        if labels[first] != NOWHERE {
            continue;
        }
        let number = parts.len() as u16;
        let mut size = 0;
        labels[first] = number;
        stack.push(first);
        while let Some(cell) = stack.pop() {
            size += 1;
            for near in beside(cell) {
                if is_one[near] && labels[near] == NOWHERE {
                    labels[near] = number;
                    stack.push(near);
                }
            }
        }
        parts.push(Part {
            is_room,
            has_point: false,
            size,
            entrances: 0,
            distance: 0,
            influence: 0,
            only: NOWHERE,
            touching: 0,
        });
    }
}

/// Gives passages that are no regions of their own to the one that they touch.
fn absorb(cells: &[usize], labels: &mut Labels, parts: &mut [Part]) {
    for &cell in cells {
        let here = labels[cell];
        let mut touches = false;
        for near in beside(cell).map(|near| labels[near]) {
            if near != NOWHERE && near != here {
                let only = &mut parts[usize::from(here)].only;
                *only = if [NOWHERE, near].contains(only) {
                    near
                } else {
                    SEVERAL
                };
                touches = true;
            }
        }
        parts[usize::from(here)].touching += u32::from(touches);
    }
    for number in 0..parts.len() {
        let part = &parts[number];
        let is_own = part.only >= SEVERAL || part.size > STUB && part.touching < 2;
        if part.is_room || is_own {
            parts[number].only = number as u16;
            continue;
        }
        // What a passage touches is a room, and stays one.
        let (only, size) = (usize::from(part.only), part.size);
        parts[only].size += size;
        parts[number].size = 0;
    }
    for &cell in cells {
        labels[cell] = parts[usize::from(labels[cell])].only;
    }
}

/// Finds entrances, points and distances.
fn measure(cells: &[usize], labels: &Labels, points: &Board, parts: &mut [Part]) {
    for &cell in cells {
        // Each region that the cell touches has an entrance here, once.
        let mut seen = [labels[cell]; 4];
        for (at, near) in beside(cell)
            .map(|near| labels[near])
            .into_iter()
            .enumerate()
        {
            if near != NOWHERE && !seen.contains(&near) {
                parts[usize::from(near)].entrances += 1;
                seen[at] = near;
            }
        }
    }
    // Breadth first, from all points at once.
    let mut is_seen = [false; CELLS];
    let mut is_reached = vec![false; parts.len()];
    let mut queue: Vec<(usize, u32)> = Vec::with_capacity(cells.len());
    for cell in numbers(points) {
        parts[usize::from(labels[cell])].has_point = true;
        is_seen[cell] = true;
        queue.push((cell, 0));
    }
    let mut next = 0;
    while let Some(&(cell, distance)) = queue.get(next) {
        next += 1;
        let number = usize::from(labels[cell]);
        if !is_reached[number] {
            is_reached[number] = true;
            parts[number].distance = distance;
        }
        for near in beside(cell) {
            if labels[near] != NOWHERE && !is_seen[near] {
                is_seen[near] = true;
                queue.push((near, distance + 1));
            }
        }
    }
}

/// Spreads the influence of rooms through passages.
fn spread(cells: &[usize], labels: &Labels, parts: &mut [Part]) {
    // Which passage touches which room, each pair once.
    let mut pairs: Vec<(u16, u16)> = Vec::new();
    for &cell in cells {
        let passage = labels[cell];
        if parts[usize::from(passage)].is_room {
            continue;
        }
        let near = beside(cell).map(|near| labels[near]);
        let rooms = near
            .into_iter()
            .filter(|&near| near != NOWHERE && near != passage);
        pairs.extend(rooms.map(|room| (passage, room)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    for rooms in pairs.chunk_by(|a, b| a.0 == b.0) {
        let size = |&(_, room): &(u16, u16)| parts[usize::from(room)].size;
        let all: u32 = rooms.iter().map(size).sum();
        for &(_, room) in rooms {
            let part = &mut parts[usize::from(room)];
            part.influence += (all - part.size) / 2;
        }
    }
    for part in parts {
        part.influence += part.size;
        if part.has_point {
            part.influence /= 2;
        }
    }
}

/// Says what each region is good for.
fn kinds(parts: &[Part]) -> Vec<RegionKind> {
    let rooms = || parts.iter().filter(|part| part.is_room);
    let cells: u64 = rooms().map(|part| u64::from(part.size)).sum();
    let all: u64 = rooms()
        .map(|part| u64::from(part.size) * u64::from(part.influence))
        .sum();
    let mut kinds: Vec<RegionKind> = parts
        .iter()
        .map(|part| match part.is_room {
            true if u64::from(part.influence) * cells >= all => RegionKind::Cult,
            false if part.entrances > 1 => RegionKind::Connection,
            _ => RegionKind::Abandoned,
        })
        .collect();
    let mut ends: Vec<usize> = (0..parts.len())
        .filter(|&at| parts[at].size > 0 && parts[at].entrances == 1 && !parts[at].has_point)
        .collect();
    ends.sort_by_key(|&at| {
        let is_small = parts[at].size < CHAMBER;
        (is_small, Reverse(parts[at].distance), at)
    });
    let farthest = ends.first().map_or(0, |&at| parts[at].distance);
    for (rank, at) in ends.into_iter().take(VAULTS).enumerate() {
        let is_large = parts[at].size >= CHAMBER;
        if rank == 0 || (is_large && parts[at].distance * 2 >= farthest) {
            kinds[at] = RegionKind::Vault;
        }
    }
    kinds
}
