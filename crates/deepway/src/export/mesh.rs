//! Cells as surfaces: floors, walls and what stands on the floor, a mesh for each colour.

use super::Source;
use super::outline::is_rock;
use super::rect::rectangles;
use crate::cell::Cell;
use crate::space::Pos;
use crate::view::{self, Colour};
use std::collections::BTreeMap;

/// How long a cell is, how high a wall, how far apart levels are drawn: in metres.
pub(super) const CELL: f32 = 1.25;
const WALL: f32 = 2.5;
pub(super) const LEVEL: f32 = 5.0;

/// Flat faces of one colour.
#[derive(Default)]
pub(super) struct Faces {
    /// Four corners a face, each a place and where it faces.
    pub(super) corners: Vec<[[f32; 3]; 2]>,
}

/// A shape in several colours, by `0xRRGGBB`.
#[derive(Default)]
pub(super) struct Mesh {
    pub(super) faces: BTreeMap<u32, Faces>,
}

fn number(Colour { r, g, b, .. }: Colour) -> u32 {
    u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b)
}

impl Mesh {
    /// Adds a face, its corners counterclockwise as seen from outside.
    fn add(&mut self, colour: Colour, corners: [[f32; 3]; 4], normal: [f32; 3]) {
        let faces = self.faces.entry(number(colour)).or_default();
        faces.corners.extend(corners.map(|corner| [corner, normal]));
    }

    /// Adds a box without a bottom between two corners: x east, y up, z south.
    pub(super) fn add_box(&mut self, colour: Colour, low: [f32; 3], high: [f32; 3]) {
        let ([x0, y0, z0], [x1, y1, z1]) = (low, high);
        let top = [[x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0]];
        let south = [[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]];
        let north = [[x1, y0, z0], [x0, y0, z0], [x0, y1, z0], [x1, y1, z0]];
        let east = [[x1, y0, z1], [x1, y0, z0], [x1, y1, z0], [x1, y1, z1]];
        let west = [[x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]];
        self.add(colour, top, [0.0, 1.0, 0.0]);
        self.add(colour, south, [0.0, 0.0, 1.0]);
        self.add(colour, north, [0.0, 0.0, -1.0]);
        self.add(colour, east, [1.0, 0.0, 0.0]);
        self.add(colour, west, [-1.0, 0.0, 0.0]);
    }
}

/// How high something is that stands on its cell.
fn height(cell: Cell) -> f32 {
    match cell {
        Cell::Door | Cell::SecretDoor | Cell::Pillar | Cell::Statue => 2.2,
        Cell::Shelf | Cell::Machine | Cell::Fungus | Cell::Rack | Cell::Bars => 1.8,
        Cell::Rubble => 1.2,
        Cell::Ladder | Cell::Elevator => LEVEL,
        Cell::Dais => 0.2,
        _ => 0.8,
    }
}

/// The cells of a level in a part of it; the origin is the level's north-west corner.
pub(super) fn level(source: &Source<'_>, z: u32, is_in: impl Fn(i32, i32) -> bool) -> Mesh {
    let size = source.cells.size();
    let biomes = source.biomes();
    let at = |x: u32, y: u32| Pos::new(x as i32, y as i32, z as i32);
    let is_part = |x: u32, y: u32| is_in(x as i32, y as i32);
    let colour = |x: u32, y: u32| {
        let cell = source.cells.get(at(x, y));
        let material = source.cells.material(at(x, y));
        view::surface(cell, material, z, size.levels(), &biomes)
    };
    let is_hole = |cell: Cell| matches!(cell, Cell::Air | Cell::Hole | Cell::Shaft);
    let mut mesh = Mesh::default();
    let floor = |x: u32, y: u32| {
        let cell = source.cells.get(at(x, y));
        (is_part(x, y) && cell != Cell::Wall && !is_hole(cell)).then(|| number(colour(x, y)))
    };
    let flat = |mesh: &mut Mesh, rect: super::rect::Rect, rgb: u32, up: f32| {
        let [x0, z0] = [rect.x, rect.y].map(|at| at as f32 * CELL);
        let [x1, z1] = [rect.x + rect.width, rect.y + rect.height].map(|at| at as f32 * CELL);
        let corners = [[x0, up, z0], [x0, up, z1], [x1, up, z1], [x1, up, z0]];
        mesh.add(Colour::rgb(rgb), corners, [0.0, 1.0, 0.0]);
    };
    for (rect, rgb) in rectangles(size.width(), size.height(), floor) {
        flat(&mut mesh, rect, rgb, 0.0);
    }
    // Rock that touches nothing open is never seen.
    let is_seen = |x: u32, y: u32| {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy]));
        let mut around = around.map(|[dx, dy]| Pos::new(x as i32 + dx, y as i32 + dy, z as i32));
        around.any(|pos| !matches!(source.cells.get(pos), Cell::Wall | Cell::Air))
    };
    let top = |x: u32, y: u32| {
        let is_wall = source.cells.get(at(x, y)) == Cell::Wall;
        (is_part(x, y) && is_wall && is_seen(x, y)).then(|| number(colour(x, y)))
    };
    for (rect, rgb) in rectangles(size.width(), size.height(), top) {
        flat(&mut mesh, rect, rgb, WALL);
    }
    for y in 0..size.height() {
        for x in 0..size.width() {
            if is_part(x, y) {
                stand(source, &mut mesh, at(x, y), &colour);
            }
        }
    }
    mesh
}

/// The sides of a wall that are seen, or what stands on a cell.
fn stand(source: &Source<'_>, mesh: &mut Mesh, pos: Pos, colour: &impl Fn(u32, u32) -> Colour) {
    let cell = source.cells.get(pos);
    let [x0, z0] = [pos.x, pos.y].map(|at| at as f32 * CELL);
    let [x1, z1] = [x0 + CELL, z0 + CELL];
    if cell == Cell::Wall {
        let side = colour(pos.x as u32, pos.y as u32).towards(Colour::rgb(0), 60);
        let is_open = |dx: i32, dy: i32| {
            let other = source.cells.get(Pos::new(pos.x + dx, pos.y + dy, pos.z));
            other != Cell::Wall && other != Cell::Air
        };
        let h = WALL;
        if is_open(0, 1) {
            let face = [[x0, 0.0, z1], [x1, 0.0, z1], [x1, h, z1], [x0, h, z1]];
            mesh.add(side, face, [0.0, 0.0, 1.0]);
        }
        if is_open(0, -1) {
            let face = [[x1, 0.0, z0], [x0, 0.0, z0], [x0, h, z0], [x1, h, z0]];
            mesh.add(side, face, [0.0, 0.0, -1.0]);
        }
        if is_open(1, 0) {
            let face = [[x1, 0.0, z1], [x1, 0.0, z0], [x1, h, z0], [x1, h, z1]];
            mesh.add(side, face, [1.0, 0.0, 0.0]);
        }
        if is_open(-1, 0) {
            let face = [[x0, 0.0, z0], [x0, 0.0, z1], [x0, h, z1], [x0, h, z0]];
            mesh.add(side, face, [-1.0, 0.0, 0.0]);
        }
        return;
    }
    let is_flat = matches!(cell, Cell::Hole | Cell::Shaft | Cell::Bridge);
    let Some(own) = view::fitting(cell, source.cells.material(pos)).filter(|_| !is_flat) else {
        return;
    };
    if cell == Cell::Door || cell == Cell::SecretDoor {
        let beside = |dx: i32| is_rock(source.cells.get(Pos::new(pos.x + dx, pos.y, pos.z)));
        let (thin, half) = (CELL * 0.1, CELL * 0.5);
        let (low, high) = match beside(-1) && beside(1) {
            true => (
                [x0, 0.0, z0 + half - thin],
                [x1, height(cell), z0 + half + thin],
            ),
            false => (
                [x0 + half - thin, 0.0, z0],
                [x0 + half + thin, height(cell), z1],
            ),
        };
        mesh.add_box(own, low, high);
        return;
    }
    let inset = match cell {
        Cell::Ladder => 0.4,
        Cell::Dais | Cell::Rubble => 0.0,
        _ => 0.15,
    } * CELL;
    mesh.add_box(
        own,
        [x0 + inset, 0.0, z0 + inset],
        [x1 - inset, height(cell), z1 - inset],
    );
}
