//! All levels at once: an exploded isometric drawing.

use super::layers::{ByColour, Look, grid_lines, looks, runs, signs};
use super::palette::{self, BACKGROUND, FAINT, INK, stone};
use super::scene::{Anchor, Item, Point, Scene};
use super::{PictureOptions, icon, layer_of, legend};
use crate::cell::Cell;
use crate::link::Link;
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;
use thiserror::Error;

/// A volume with more cells than one drawing can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a drawing of all levels has room for {max} cells, the map has {cells}: draw one level instead"
)]
pub struct TooManyCells {
    /// How many there are.
    pub cells: u64,
    /// How many a drawing can have.
    pub max: u64,
}

/// The most cells that [`stack`] draws.
const MAX_CELLS: u64 = 1 << 25;

/// Where cells are in the drawing.
struct Projection {
    /// Half the width of a cell; its height is half of that.
    half: f32,
    /// Where the names of levels end, and how far down each level's is.
    names: f32,
    middles: Vec<f32>,
    /// Where the northernmost corner of the lowest level is.
    left: f32,
    bottom: f32,
    /// From one level to the next.
    spacing: f32,
}

impl Projection {
    /// A point on a level, `lift` pixels above its floor.
    fn at(&self, x: f32, y: f32, z: u32, lift: f32) -> Point {
        Point::new(
            self.left + (x - y) * self.half,
            self.bottom + (x + y) * self.half / 2.0 - z as f32 * self.spacing - lift,
        )
    }

    fn centre(&self, pos: Pos) -> Point {
        self.at(pos.x as f32 + 0.5, pos.y as f32 + 0.5, pos.z as u32, 0.0)
    }
}

/// Draws all levels above each other, seen from the south-east, pulled apart
/// so that each can be seen, with the links as lines between them.
///
/// North points to the upper right. One-way links carry an arrow.
pub fn stack(
    volume: &Volume,
    links: &[Link],
    options: &PictureOptions,
) -> Result<Scene, TooManyCells> {
    let size = volume.size();
    if size.cells() > MAX_CELLS {
        return Err(TooManyCells {
            cells: size.cells(),
            max: MAX_CELLS,
        });
    }
    let (mut scene, projection) = arrange(volume, links, options);
    legend::title(&mut scene, &options.title);
    let linked = icon::linked_cells(links);
    for z in 0..size.levels() {
        let from_here = links.iter().filter(|link| link.low.z == z as i32);
        draw_level(&mut scene, volume, z, &linked, &projection);
        for link in from_here {
            draw_link(&mut scene, link, &projection, 255);
        }
        label_level(&mut scene, z, &projection, options);
    }
    // Once more, faintly, over the levels that hide them.
    for link in links {
        draw_link(&mut scene, link, &projection, 110);
    }
    legend::key(&mut scene, links);
    Ok(scene)
}

/// Chooses a scale and makes an empty scene of the right size.
fn arrange(volume: &Volume, links: &[Link], options: &PictureOptions) -> (Scene, Projection) {
    let levels: Vec<Extent> = (0..volume.size().levels())
        .map(|z| Extent::of(volume, z))
        .collect();
    let west = levels.iter().map(|level| level.west).min().unwrap_or(0) as f32;
    let east = levels.iter().map(|level| level.east).max().unwrap_or(0) as f32;
    let half = (1150.0 / (east - west)).clamp(0.5, 14.0);
    let deepest = levels
        .iter()
        .map(|level| level.south - level.north)
        .max()
        .unwrap_or(0);
    let spacing = deepest as f32 * half / 2.0 * 0.56 + 24.0;

    // Where the drawing would begin and end if the lowest level began at zero.
    let heights = || {
        (0..)
            .zip(&levels)
            .map(|(z, level)| (z as f32 * spacing, level))
    };
    let top = heights().map(|(up, level)| level.north as f32 * half / 2.0 - up);
    let top = top.fold(f32::MAX, f32::min) - wall_height(half);
    let end = heights().map(|(up, level)| level.south as f32 * half / 2.0 - up);
    let end = end.fold(f32::MIN, f32::max);

    let names = 128.0;
    let above = legend::MARGIN + legend::title_height(&options.title);
    let scene = Scene {
        width: ((east - west) * half + 2.0 * legend::MARGIN + names)
            .max(legend::key_width(links))
            .max(legend::title_width(&options.title))
            .ceil(),
        height: (above + end - top + 2.0 * legend::MARGIN + legend::key_height(links)).ceil(),
        background: BACKGROUND,
        items: Vec::new(),
    };
    let left = legend::MARGIN + names;
    let projection = Projection {
        half,
        names: left - 16.0,
        middles: heights()
            .map(|(up, level)| above - top + (level.north + level.south) as f32 * half / 4.0 - up)
            .collect(),
        left: left - west * half,
        bottom: above - top,
        spacing,
    };
    (scene, projection)
}

/// How far what is drawn of a level reaches, in steps of the projection.
struct Extent {
    /// Least and greatest x − y.
    west: i32,
    east: i32,
    /// Least and greatest x + y.
    north: i32,
    south: i32,
}

impl Extent {
    fn of(volume: &Volume, z: u32) -> Self {
        let size = volume.size();
        let (width, height) = (size.width() as i32, size.height() as i32);
        let mut seen: Option<Self> = None;
        for y in 0..size.height() {
            let row = || {
                volume
                    .row(y, z)
                    .map(|cell| !matches!(cell, Cell::Air | Cell::Wall))
            };
            let Some(first) = row().position(|drawn| drawn) else {
                continue;
            };
            let last = row().rposition(|drawn| drawn).unwrap_or(first);
            // The walls around it are drawn too.
            let (first, last, y) = (first as i32 - 1, last as i32 + 2, y as i32);
            let extent = seen.get_or_insert(Self {
                west: first - y,
                east: last - y,
                north: first + y,
                south: last + y,
            });
            extent.west = extent.west.min(first - y - 2);
            extent.east = extent.east.max(last - y + 1);
            extent.north = extent.north.min(first + y - 1);
            extent.south = extent.south.max(last + y + 2);
        }
        seen.unwrap_or(Self {
            west: -height,
            east: width,
            north: 0,
            south: width + height,
        })
    }
}

fn wall_height(half: f32) -> f32 {
    half * 0.9
}

/// Draws the floor, its edge, its signs and the walls of a level.
///
/// All walls are equally high, so sides can be drawn before tops, and each
/// colour of a level is one shape.
fn draw_level(
    scene: &mut Scene,
    volume: &Volume,
    z: u32,
    linked: &HashSet<Pos>,
    projection: &Projection,
) {
    let size = volume.size();
    let stone = stone(z, size.levels());
    let rows: Vec<Vec<Look>> = (0..size.height())
        .map(|y| looks(volume, y, z, &stone))
        .collect();
    let look = |x: usize, y: usize| {
        rows.get(y)
            .and_then(|row| row.get(x))
            .copied()
            .unwrap_or(Look::Nothing)
    };
    let (wall, edge) = (wall_height(projection.half), projection.half * 0.35);
    let at = |x: u32, y: u32, lift: f32| projection.at(x as f32, y as f32, z, lift);

    let (mut ground, mut tops) = (ByColour::default(), Vec::new());
    let [
        mut edges_left,
        mut edges_right,
        mut walls_left,
        mut walls_right,
    ] = [const { Vec::new() }; 4];
    for (y, row) in (0..).zip(&rows) {
        let flat = |x0, x1, lift| {
            vec![
                at(x0, y, lift),
                at(x1, y, lift),
                at(x1, y + 1, lift),
                at(x0, y + 1, lift),
            ]
        };
        for (x0, x1, seen) in runs(row) {
            match seen {
                Look::Nothing => {}
                Look::Wall => tops.push(flat(x0, x1, wall)),
                Look::Ground(colour) => ground.add(colour, flat(x0, x1, 0.0)),
            }
        }
        // What the south side of each cell shows: a wall, the edge, or nothing.
        let faces: Vec<[bool; 2]> = (0..row.len())
            .map(|x| side_shown(row[x], look(x, y as usize + 1)))
            .collect();
        for (x0, x1, [wall_shown, edge_shown]) in runs(&faces) {
            let face = |from, to| {
                vec![
                    at(x0, y + 1, from),
                    at(x1, y + 1, from),
                    at(x1, y + 1, to),
                    at(x0, y + 1, to),
                ]
            };
            if wall_shown {
                walls_left.push(face(wall, 0.0));
            }
            if edge_shown {
                edges_left.push(face(0.0, -edge));
            }
        }
    }
    for x in 0..size.width() {
        let column = x as usize;
        let faces: Vec<[bool; 2]> = (0..rows.len())
            .map(|y| side_shown(look(column, y), look(column + 1, y)))
            .collect();
        for (y0, y1, [wall_shown, edge_shown]) in runs(&faces) {
            let face = |from, to| {
                vec![
                    at(x + 1, y0, from),
                    at(x + 1, y1, from),
                    at(x + 1, y1, to),
                    at(x + 1, y0, to),
                ]
            };
            if wall_shown {
                walls_right.push(face(wall, 0.0));
            }
            if edge_shown {
                edges_right.push(face(0.0, -edge));
            }
        }
    }
    scene.shape(edges_left, stone.edge_left);
    scene.shape(edges_right, stone.edge_right);
    ground.draw(scene);
    if projection.half >= 6.0 {
        tile_lines(scene, volume, z, projection);
    }
    let mut marks = ByColour::default();
    for stroke in signs(volume, z, linked, projection.half >= 4.0) {
        let corners = icon::placed(&stroke.corners, |x, y| projection.at(x, y, z, 0.0));
        marks.add(stroke.colour, corners);
    }
    marks.draw(scene);
    scene.shape(walls_left, stone.wall_left);
    scene.shape(walls_right, stone.wall_right);
    scene.shape(tops, stone.wall_top);
}

/// Thin lines between the walkable cells of a level.
fn tile_lines(scene: &mut Scene, volume: &Volume, z: u32, projection: &Projection) {
    let lines = grid_lines(volume, z, |x, y| projection.at(x, y, z, 0.0));
    scene.lines(lines, BACKGROUND.opacity(26), 0.8);
}

/// Whether a cell's side towards `next` shows a wall's face, and the floor's edge.
fn side_shown(cell: Look, next: Look) -> [bool; 2] {
    [
        cell == Look::Wall && next != Look::Wall,
        cell != Look::Nothing && next == Look::Nothing,
    ]
}

fn draw_link(scene: &mut Scene, link: &Link, projection: &Projection, opacity: u8) {
    let colour = palette::link(link.kind).opacity(opacity);
    let (low, high) = (projection.centre(link.low), projection.centre(link.high));
    let width = (projection.half * 0.22).clamp(1.0, 3.0);
    if opacity == 255 {
        scene.lines(vec![vec![low, high]], BACKGROUND.opacity(150), width + 2.5);
    }
    scene.items.push(Item::Lines {
        lines: vec![vec![low, high]],
        colour,
        width,
        dash: (opacity < 255).then_some([width * 2.0, width * 2.0]),
    });
    let arrow = |towards: Point, from: Point| {
        let size = width * 2.6;
        let (dx, dy) = (towards.x - from.x, towards.y - from.y);
        let length = dx.abs().max(dy.abs()).max(1.0);
        let (ux, uy) = (dx / length * size, dy / length * size);
        let tip = Point::new((low.x + high.x) / 2.0 + ux, (low.y + high.y) / 2.0 + uy);
        vec![
            tip,
            Point::new(tip.x - 2.0 * ux - uy, tip.y - 2.0 * uy + ux),
            Point::new(tip.x - 2.0 * ux + uy, tip.y - 2.0 * uy - ux),
        ]
    };
    match (link.up, link.down) {
        (true, false) => scene.shape(vec![arrow(high, low)], colour),
        (false, true) => scene.shape(vec![arrow(low, high)], colour),
        _ => {}
    }
}

fn label_level(scene: &mut Scene, z: u32, projection: &Projection, options: &PictureOptions) {
    let y = projection
        .middles
        .get(z as usize)
        .copied()
        .unwrap_or_default();
    let at = |dy: f32| Point::new(projection.names, y + dy);
    scene.label(at(0.0), z.to_string(), 24.0, INK, Anchor::End);
    if let Some(layer) = layer_of(z, options.ground) {
        scene.label(at(17.0), layer.to_string(), 12.0, FAINT, Anchor::End);
    }
}
