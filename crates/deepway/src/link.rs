//! Links: everything that changes level.
//!
//! [`scan`] is the only place where links are found; pathfinders, validators
//! and views take them from there.
//!
//! Which two cells are joined, and which way, depends on their kinds alone:
//!
//! | low \ high | `>` | `X` | `L` | `<` | `o` | `O` | `E` | other |
//! |---|---|---|---|---|---|---|---|---|
//! | `<` | up | up | up | – | down | down | – | – |
//! | `X` `L` | both | both | both | – | down | down | – | – |
//! | `>` | down | down | down | – | down | down | – | – |
//! | `O` | – | – | – | – | down | both | – | – |
//! | `E` | – | – | – | – | down | down | both | – |
//! | other walkable | – | – | – | – | down | down | – | – |
//! | not walkable | – | – | – | – | – | – | – | – |
//!
//! A ramp joins the neighbour that it is entered from with the cell above the
//! ramp. [`MoveRules`] change four things: ramps may lead down as well, `<`
//! below `>` may be a staircase both ways, under gravity nobody climbs a
//! shaft, and a cell of a closed material counts as a wall.

mod group;

use crate::cell::{Cell, Leads, LinkKind, VERTICAL};
use crate::rules::{Gravity, MoveRules, Ramps, Stairs};
use crate::space::{Direction, Pos};
use crate::volume::Volume;
use group::Groups;
use std::collections::HashSet;

/// A connection between two cells one level apart, leading up, down or both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Link {
    /// What it is made of.
    pub kind: LinkKind,
    /// The lower cell; for a ramp, the cell that it is entered from.
    pub low: Pos,
    /// The higher cell; for a ramp, the cell that it leads to.
    pub high: Pos,
    /// Whether it leads from low to high.
    pub up: bool,
    /// Whether it leads from high to low.
    pub down: bool,
    /// The wide staircase that the link is part of.
    ///
    /// Equal stair cells side by side with equal partners share a group; every
    /// other link has its own. Groups are numbered in the order of links.
    pub group: u32,
}

/// Finds all links of a volume, ordered by low cell, then high cell.
///
/// Takes one pass over the cells, plus O(*n* log *n*) for *n* links.
///
/// ```
/// use deepway::{MoveRules, link, text};
///
/// let volume = text::read("tower", b"floor:0\n.L.\nfloor:1\n.L.\n")?;
/// let links = link::scan(&volume, &MoveRules::default());
/// assert_eq!(links.len(), 1);
/// assert!(links[0].up && links[0].down);
/// # Ok::<(), deepway::text::MapError>(())
/// ```
pub fn scan(volume: &Volume, rules: &MoveRules) -> Vec<Link> {
    match rules.avoid.of(volume) {
        None => scan_seen(volume, rules, |_, cell| cell),
        Some(avoided) => scan_seen(volume, rules, |pos, cell| {
            avoided.seen(cell, volume.material(pos))
        }),
    }
}

/// The links between cells as they are `seen`.
#[inline(always)]
fn scan_seen(volume: &Volume, rules: &MoveRules, seen: impl Fn(Pos, Cell) -> Cell) -> Vec<Link> {
    let mut found = Vec::new();
    let mut groups = Groups::default();
    let get = |pos| seen(pos, volume.get(pos));
    volume.for_each_with(VERTICAL, |pos, cell| {
        let cell = seen(pos, cell);
        find_at(get, rules, pos, cell, |link| {
            match link.kind {
                LinkKind::Stairs => groups.add_stair(link.low, [get(link.low), cell]),
                _ => groups.add_single(),
            }
            found.push(link);
        });
    });
    in_order(&found, groups)
}

/// Calls `visit` with the links that a cell makes: down from it, and over it if it
/// is a ramp. Every link is made by exactly one cell; its group is not known here.
#[inline(always)]
pub(crate) fn find_at(
    get: impl Fn(Pos) -> Cell,
    rules: &MoveRules,
    pos: Pos,
    cell: Cell,
    mut visit: impl FnMut(Link),
) {
    let below = pos.step(Direction::Down);
    if let Some(join) = pair(get(below), cell, rules) {
        visit(join.link(below, pos));
    }
    if let Some(link) = ramp(get, rules, pos, cell) {
        visit(link);
    }
}

/// The cells that are made for a link and that no link uses, row by row.
///
/// A stair that a hole merely ends on is not used by the hole.
pub fn dead_ends(volume: &Volume, links: &[Link]) -> Vec<Pos> {
    let mut used = HashSet::new();
    for link in links {
        match link.kind {
            LinkKind::Ramp => used.insert(link.high.step(Direction::Down)),
            LinkKind::Shaft if volume.get(link.low) != Cell::Shaft => used.insert(link.high),
            LinkKind::Hole => used.insert(link.high),
            _ => used.insert(link.low) | used.insert(link.high),
        };
    }
    let mut dead = Vec::new();
    volume.for_each_with(VERTICAL, |pos, _| {
        if !used.contains(&pos) {
            dead.push(pos);
        }
    });
    dead
}

/// How two cells, one above the other, are joined.
struct Join {
    kind: LinkKind,
    up: bool,
    down: bool,
}

impl Join {
    /// The link between two cells; its group is not known yet.
    fn link(self, low: Pos, high: Pos) -> Link {
        Link {
            kind: self.kind,
            low,
            high,
            up: self.up,
            down: self.down,
            group: 0,
        }
    }
}

/// How a cell is joined with the cell above it, if it is.
fn pair(low: Cell, high: Cell, rules: &MoveRules) -> Option<Join> {
    if !low.is_walkable() {
        return None;
    }
    let down_by = |kind| Join {
        kind,
        up: false,
        down: true,
    };
    match (low.info().leads, high.info().leads) {
        (Leads::Steps { up, down }, Leads::Steps { down: meets, .. }) => {
            // A cell that leads down can also be entered, from above and below.
            let paired =
                rules.stairs == Stairs::Paired && (low, high) == (Cell::StairsUp, Cell::StairsDown);
            let join = Join {
                kind: match (low, high) {
                    (Cell::Ladder, Cell::Ladder) => LinkKind::Ladder,
                    _ => LinkKind::Stairs,
                },
                up: up && meets,
                down: (down && meets) || paired,
            };
            (join.up || join.down).then_some(join)
        }
        (_, Leads::Hole) => Some(down_by(LinkKind::Hole)),
        (Leads::Shaft, Leads::Shaft) => Some(Join {
            up: rules.gravity == Gravity::Off,
            ..down_by(LinkKind::Shaft)
        }),
        (_, Leads::Shaft) => Some(down_by(LinkKind::Shaft)),
        (Leads::Elevator, Leads::Elevator) => Some(Join {
            up: true,
            ..down_by(LinkKind::Elevator)
        }),
        _ => None,
    }
}

/// The link over a ramp, if the cell is a ramp and both its ends are walkable.
fn ramp(get: impl Fn(Pos) -> Cell, rules: &MoveRules, pos: Pos, cell: Cell) -> Option<Link> {
    let Leads::Ramp(side) = cell.info().leads else {
        return None;
    };
    let (low, high) = (pos.step(side), pos.step(Direction::Up));
    let join = Join {
        kind: LinkKind::Ramp,
        up: true,
        down: rules.ramps == Ramps::Both,
    };
    let is_walkable = |pos| get(pos).is_walkable();
    (is_walkable(low) && is_walkable(high)).then(|| join.link(low, high))
}

/// Sorts the links and numbers their groups in that order.
fn in_order(found: &[Link], mut groups: Groups) -> Vec<Link> {
    // Twelve bits of x, twelve of y, eight of z: a volume's limits.
    let key = |pos: Pos| (pos.x as u64) << 20 | (pos.y as u64) << 8 | pos.z as u64;
    let mut order: Vec<(u64, u32)> = (0..)
        .zip(found)
        .map(|(i, link)| (key(link.low) << 32 | key(link.high), i))
        .collect();
    order.sort_unstable();
    let mut numbers = vec![u32::MAX; found.len()];
    let mut next = 0;
    order
        .into_iter()
        .map(|(_, i)| {
            let link = found[i as usize];
            let number = &mut numbers[groups.first(i) as usize];
            if *number == u32::MAX {
                *number = next;
                next += 1;
            }
            Link {
                group: *number,
                ..link
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
