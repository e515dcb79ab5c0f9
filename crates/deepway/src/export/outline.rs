//! Walls as lines: where what is open meets what is not, and doors across their openings.
//!
//! Points are in half cells, so that a door's middle is a whole number. Lines end wherever they
//! meet another line or a door, so that end points are shared.

use crate::cell::Cell;
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::BTreeSet;

/// A point, in half cells from the north-west corner.
pub(super) type Half = [i32; 2];

/// A door as a line across its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Portal {
    pub(super) cell: Pos,
    pub(super) ends: [Half; 2],
    pub(super) is_secret: bool,
    /// Whether a wall is at both its ends.
    pub(super) is_hung: bool,
}

/// The lines of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outline {
    pub(super) walls: Vec<[Half; 2]>,
    pub(super) portals: Vec<Portal>,
    /// Around what stands in rooms and hides what is behind it.
    pub(super) objects: Vec<[Half; 2]>,
}

/// Whether a cell is solid up to the ceiling.
pub(super) fn is_rock(cell: Cell) -> bool {
    matches!(cell, Cell::Wall | Cell::Rubble)
}

/// Whether a cell is no rock but hides what is behind it.
fn is_object(cell: Cell) -> bool {
    !is_rock(cell) && !cell.is_clear() && !is_door(cell)
}

fn is_door(cell: Cell) -> bool {
    matches!(cell, Cell::Door | Cell::SecretDoor)
}

/// Which cells of a level are open and joined, through air as well, to something that is not air.
pub(super) fn open_cells(volume: &Volume, z: u32) -> Vec<bool> {
    let (width, height) = (volume.size().width() as i32, volume.size().height() as i32);
    let get = |x: i32, y: i32| volume.get(Pos::new(x, y, z as i32));
    let at = |x: i32, y: i32| y as usize * width as usize + x as usize;
    let mut open = vec![false; width as usize * height as usize];
    let mut todo = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let cell = get(x, y);
            if !is_rock(cell) && cell != Cell::Air {
                open[at(x, y)] = true;
                todo.push([x, y]);
            }
        }
    }
    while let Some([x, y]) = todo.pop() {
        for [x, y] in [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] {
            let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
            if is_inside && !open[at(x, y)] && !is_rock(get(x, y)) {
                open[at(x, y)] = true;
                todo.push([x, y]);
            }
        }
    }
    open
}

/// The lines of a level.
pub(super) fn outline(volume: &Volume, z: u32) -> Outline {
    let (width, height) = (volume.size().width() as i32, volume.size().height() as i32);
    let open = open_cells(volume, z);
    let is_open = |x: i32, y: i32| {
        (0..width).contains(&x)
            && (0..height).contains(&y)
            && open[y as usize * width as usize + x as usize]
    };
    let get = |x: i32, y: i32| volume.get(Pos::new(x, y, z as i32));
    let mut portals = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let cell = get(x, y);
            if !is_door(cell) {
                continue;
            }
            let across = !is_open(x - 1, y) && !is_open(x + 1, y);
            let along = !is_open(x, y - 1) && !is_open(x, y + 1);
            let (x2, y2) = (2 * x, 2 * y);
            let ends = match across || !along {
                true => [[x2, y2 + 1], [x2 + 2, y2 + 1]],
                false => [[x2 + 1, y2], [x2 + 1, y2 + 2]],
            };
            portals.push(Portal {
                cell: Pos::new(x, y, z as i32),
                ends,
                is_secret: cell == Cell::SecretDoor,
                is_hung: across || along,
            });
        }
    }
    let cuts: BTreeSet<Half> = portals.iter().flat_map(|portal| portal.ends).collect();
    let is_thing = |x: i32, y: i32| is_object(get(x, y));
    Outline {
        walls: borders(width, height, is_open, &cuts),
        objects: borders(width, height, is_thing, &BTreeSet::new()),
        portals,
    }
}

/// The lines around the cells that are in a set, cut where lines meet and at some points.
fn borders(
    width: i32,
    height: i32,
    is_in: impl Fn(i32, i32) -> bool,
    cuts: &BTreeSet<Half>,
) -> Vec<[Half; 2]> {
    // Whether there is a line north of a cell, and west of it.
    let north = |x: i32, y: i32| is_in(x, y) != is_in(x, y - 1);
    let west = |x: i32, y: i32| is_in(x, y) != is_in(x - 1, y);
    let mut lines = Vec::new();
    for y in 0..=height {
        let corner = |x: i32| west(x, y) || west(x, y - 1) || cuts.contains(&[2 * x, 2 * y]);
        let point = |half: i32| [half, 2 * y];
        run(
            width,
            |x| north(x, y),
            corner,
            |half| cuts.contains(&point(half)),
            |a, b| {
                lines.push([point(a), point(b)]);
            },
        );
    }
    for x in 0..=width {
        let corner = |y: i32| north(x, y) || north(x - 1, y) || cuts.contains(&[2 * x, 2 * y]);
        let point = |half: i32| [2 * x, half];
        run(
            height,
            |y| west(x, y),
            corner,
            |half| cuts.contains(&point(half)),
            |a, b| {
                lines.push([point(a), point(b)]);
            },
        );
    }
    lines
}

/// Puts the sides of cells along one line together.
fn run(
    count: i32,
    is_side: impl Fn(i32) -> bool,
    is_corner: impl Fn(i32) -> bool,
    is_cut: impl Fn(i32) -> bool,
    mut add: impl FnMut(i32, i32),
) {
    let mut start: Option<i32> = None;
    for at in 0..=count {
        if let Some(from) = start.filter(|_| at == count || !is_side(at) || is_corner(at)) {
            add(from, 2 * at);
            start = None;
        }
        if at == count || !is_side(at) {
            continue;
        }
        let from = *start.get_or_insert(2 * at);
        if is_cut(2 * at + 1) {
            add(from, 2 * at + 1);
            start = Some(2 * at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn a_door_shares_its_ends_with_its_walls() {
        let map = text::read("map", b"#####\n#.+.#\n#####\n").unwrap();
        let Outline { walls, portals, .. } = outline(&map, 0);
        assert_eq!(portals.len(), 1);
        assert_eq!(portals[0].ends, [[5, 2], [5, 4]]);
        for end in portals[0].ends {
            let touching = walls.iter().filter(|wall| wall.contains(&end)).count();
            assert_eq!(touching, 2, "{walls:?}");
        }
        let length: i32 = walls.iter().map(|[a, b]| b[0] - a[0] + b[1] - a[1]).sum();
        assert_eq!(length, 2 * 8);
    }

    #[test]
    fn rock_in_rock_and_far_air_have_no_lines() {
        let map = text::read("map", b"floor:0\n   ####\n   #..#\n   ####\n").unwrap();
        let lines = outline(&map, 0).walls;
        assert_eq!(lines.len(), 4, "{lines:?}");
    }
}
