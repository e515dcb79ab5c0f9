//! All levels at once: an exploded isometric drawing.

mod charted;

pub(super) use charted::charted_stack;

use super::block::block;
use super::layers::{ByColour, Look, grid_lines, looks, made_row, runs, signs, textures};
use super::link_line::{self, Weight};
use super::notes::Shown;
use super::palette::{BACKGROUND, picture_stone};
use super::placing::Board;
use super::scene::{Anchor, Point, Scene};
use super::setting::Grain;
use super::{PictureOptions, TooDetailed, detail, icon, labels, layer_of, legend, route, things};
use crate::cell::Cell;
use crate::link::{self, Link};
use crate::material::Material;
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;

/// Room for the names of levels.
const NAMES: f32 = 116.0;

/// Where cells are in the drawing.
struct Projection {
    /// Half the width of a cell; its height is half of that.
    half: f32,
    /// The right end of the names of levels, and the y of each.
    names: f32,
    middles: Vec<f32>,
    /// The position of the northernmost corner of the lowest level.
    left: f32,
    bottom: f32,
    /// How far each level is above the lowest.
    ups: Vec<f32>,
}

impl Projection {
    /// A point on a level, `lift` pixels above its floor.
    fn at(&self, x: f32, y: f32, z: u32, lift: f32) -> Point {
        Point::new(
            self.left + (x - y) * self.half,
            self.bottom + (x + y) * self.half / 2.0 - self.up(z) - lift,
        )
    }

    fn up(&self, z: u32) -> f32 {
        self.ups.get(z as usize).copied().unwrap_or_default()
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
) -> Result<Scene, TooDetailed> {
    let size = volume.size();
    detail::check(volume, 0..size.levels(), links.len(), true)?;
    let levels: Vec<Option<Extent>> = (0..size.levels())
        .map(|z| (!options.left_out.contains(&z)).then(|| Extent::of(volume, z)))
        .collect();
    let (mut scene, projection) = arrange(volume, links, &levels, options);
    draw_levels(&mut scene, volume, links, &projection, options, false);
    let all = shown(volume, options).flat_map(|z| things::on_level(volume, z));
    let (centre, half) = (|pos| projection.centre(pos), projection.half);
    labels::draw_labels(&mut scene, all, &[], centre, half * 1.4);
    if !options.route.is_empty() {
        let mut board = Board::new([0.0, 0.0, scene.width, scene.height]);
        route::reserve(&mut board, &options.route, None, centre, half);
        route::draw_marks(&mut scene, &mut board, &options.route, None, centre, half);
    }
    Ok(options.theme.applied(scene))
}

/// The levels that are drawn, from the lowest up.
fn shown(volume: &Volume, options: &PictureOptions) -> impl Iterator<Item = u32> {
    (0..volume.size().levels()).filter(|z| !options.left_out.contains(z))
}

/// Draws the levels from the lowest up, with links, the route, and signs of things, which a
/// map of a sector draws itself.
fn draw_levels(
    scene: &mut Scene,
    volume: &Volume,
    links: &[Link],
    projection: &Projection,
    options: &PictureOptions,
    is_charted: bool,
) {
    // In an open world everything leads somewhere, though not always to what is drawn.
    let dead: HashSet<Pos> = match options.settings.is_empty() {
        true => link::dead_ends(volume, links).into_iter().collect(),
        false => HashSet::new(),
    };
    let ends = |link: &Link| {
        // Links in the same line of sight would overlap, so they are drawn a little
        // off the middle of their cells, to one side or the other.
        let aside = (link.high.y.rem_euclid(3) - 1) as f32 * projection.half * 0.26;
        [link.low, link.high].map(|pos| {
            let centre = projection.centre(pos);
            Point::new(centre.x + aside, centre.y)
        })
    };
    let width = (projection.half * 0.2).clamp(1.0, 3.0);
    let mut by_level = vec![Vec::new(); volume.size().levels() as usize];
    for link in links {
        by_level[link.low.z as usize].push(*link);
    }
    for z in shown(volume, options) {
        let from_here = &by_level[z as usize];
        let first = scene.items.len();
        let name = options.names.get(z as usize).cloned();
        let name = name.unwrap_or_else(|| z.to_string());
        let title = layer_of(z, options.ground);
        let title = title.map_or_else(|| format!("level {name}"), |layer| layer.to_string());
        scene.begin(format!("level-{name}"), title, Vec::new());
        draw_level(scene, volume, z, &dead, projection, options);
        link_line::draw(scene, from_here.iter(), ends, width, Weight::Full);
        if !options.route.is_empty() && route::legs(&options.route, z).next().is_none() {
            route::dim(scene, first);
        }
        let legs = route::legs(&options.route, z);
        route::draw(scene, legs, |pos| projection.centre(pos), projection.half);
        let (centre, half) = (|pos| projection.centre(pos), projection.half);
        if !is_charted {
            things::draw_signs(scene, things::on_level(volume, z), centre, half * 1.4);
        }
        label_level(scene, z, projection, options);
        scene.end();
    }
    // Again, faintly, over the levels that hide them.
    link_line::draw(scene, links.iter(), ends, width, Weight::Hidden);
    route::draw_through(
        scene,
        &options.route,
        |pos| projection.centre(pos),
        projection.half,
    );
}

/// Chooses a scale and makes an empty scene of the right size.
fn arrange(
    volume: &Volume,
    links: &[Link],
    levels: &[Option<Extent>],
    options: &PictureOptions,
) -> (Scene, Projection) {
    let drawn = || levels.iter().flatten();
    let west = drawn().map(|level| level.west).min().unwrap_or(0) as f32;
    let east = drawn().map(|level| level.east).max().unwrap_or(0) as f32;
    let half = (960.0 / (east - west).max(1.0)).clamp(0.5, 20.0);
    let deepest = drawn().map(|level| level.south - level.north).max();
    let spacing = deepest.unwrap_or(0) as f32 * half / 2.0 * 0.56 + 24.0;

    // A level that is left out takes no room.
    let mut count = 0.0;
    let ups: Vec<f32> = levels
        .iter()
        .map(|level| {
            let up = count * spacing;
            count += f32::from(u8::from(level.is_some()));
            up
        })
        .collect();
    // The extent of the drawing if the lowest level began at zero.
    let heights = || {
        let pairs = ups.iter().zip(levels);
        pairs.filter_map(|(&up, level)| Some((up, level.as_ref()?)))
    };
    let top = heights().map(|(up, level)| level.north as f32 * half / 2.0 - up);
    let top = top.fold(f32::MAX, f32::min) - wall_height(half);
    let end = heights().map(|(up, level)| level.south as f32 * half / 2.0 - up);
    let end = end.fold(f32::MIN, f32::max);

    let (width, height) = ((east - west) * half, end - top);
    let materials = Shown::Levels(0..volume.size().levels()).materials(volume);
    let things = shown(volume, options).flat_map(|z| things::on_level(volume, z));
    let mut key = legend::key(volume, links, materials, things, options.theme);
    if !options.route.is_empty() {
        key.insert(0, legend::path());
    }
    let (scene, corner) = legend::frame(NAMES + width, height, &options.title, &key, options.theme);
    let (left, above) = (corner.x + NAMES, corner.y);
    let projection = Projection {
        half,
        names: left - 16.0,
        middles: ups
            .iter()
            .zip(levels)
            .map(|(up, level)| {
                let middle = level.as_ref().map_or(0, |level| level.north + level.south);
                above - top + middle as f32 * half / 4.0 - up
            })
            .collect(),
        left: left - west * half,
        bottom: above - top,
        ups,
    };
    (scene, projection)
}

/// The extent of the drawing of a level, in steps of the projection.
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
    dead: &HashSet<Pos>,
    projection: &Projection,
    options: &PictureOptions,
) {
    let size = volume.size();
    let stone = picture_stone(z, size.levels(), options);
    let setting = options.settings.get(z as usize).copied();
    let grain = Grain::new(volume, z, setting.filter(|_| projection.half >= 3.0));
    let rows: Vec<Vec<Look>> = (0..size.height())
        .map(|y| looks(volume, y, z, stone, &grain))
        .collect();
    let look = |x: usize, y: usize| {
        rows.get(y)
            .and_then(|row| row.get(x))
            .copied()
            .unwrap_or(Look::Nothing)
    };
    let (wall, edge) = (wall_height(projection.half), projection.half * 0.35);
    let at = |x: u32, y: u32, lift: f32| projection.at(x as f32, y as f32, z, lift);

    let [mut ground, mut tops, mut walls_left, mut walls_right] =
        [(); 4].map(|()| ByColour::default());
    let [mut edges_left, mut edges_right] = [const { Vec::new() }; 2];
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
                Look::Wall(material) => {
                    tops.add(stone.of(material).wall_top, flat(x0, x1, wall));
                }
                Look::Ground(colour) => ground.add(colour, flat(x0, x1, 0.0)),
            }
        }
        // What the south side of each cell shows: a wall, the floor's edge, or nothing.
        let faces: Vec<(Option<Material>, bool)> = (0..row.len())
            .map(|x| side_shown(row[x], look(x, y as usize + 1)))
            .collect();
        for (x0, x1, (wall_shown, edge_shown)) in runs(&faces) {
            let face = |from, to| {
                vec![
                    at(x0, y + 1, from),
                    at(x1, y + 1, from),
                    at(x1, y + 1, to),
                    at(x0, y + 1, to),
                ]
            };
            if let Some(material) = wall_shown {
                walls_left.add(stone.of(material).wall_left, face(wall, 0.0));
            }
            if edge_shown {
                edges_left.push(face(0.0, -edge));
            }
        }
    }
    for x in 0..size.width() {
        let column = x as usize;
        let faces: Vec<(Option<Material>, bool)> = (0..rows.len())
            .map(|y| side_shown(look(column, y), look(column + 1, y)))
            .collect();
        for (y0, y1, (wall_shown, edge_shown)) in runs(&faces) {
            let face = |from, to| {
                vec![
                    at(x + 1, y0, from),
                    at(x + 1, y1, from),
                    at(x + 1, y1, to),
                    at(x + 1, y0, to),
                ]
            };
            if let Some(material) = wall_shown {
                walls_right.add(stone.of(material).wall_right, face(wall, 0.0));
            }
            if edge_shown {
                edges_right.push(face(0.0, -edge));
            }
        }
    }
    scene.shape(edges_left, stone.edge_left);
    scene.shape(edges_right, stone.edge_right);
    ground.draw(scene);
    if projection.half >= 5.0 {
        let mut marks = ByColour::default();
        for stroke in textures(volume, z) {
            let corners = icon::placed(&stroke.corners, |x, y| projection.at(x, y, z, 0.0));
            marks.add(stroke.colour, corners);
        }
        marks.draw(scene);
    }
    if projection.half >= 6.0 {
        tile_lines(scene, volume, z, projection);
    }
    let draw_signs = |scene: &mut Scene, opacity: u8| {
        let is_flat = |cell: Cell| block(cell, Material::NONE).is_none();
        for strokes in signs(volume, z, dead, options, projection.half >= 4.0, is_flat) {
            let mut marks = ByColour::default();
            for stroke in strokes {
                let corners = icon::placed(&stroke.corners, |x, y| projection.at(x, y, z, 0.0));
                marks.add(stroke.colour.opacity(opacity), corners);
            }
            marks.draw(scene);
        }
    };
    draw_signs(scene, 255);
    draw_blocks(scene, volume, z, projection);
    for walls in [walls_left, walls_right, tops] {
        walls.draw(scene);
    }
    // Again, faintly, over the walls that hide them.
    draw_signs(scene, 120);
}

/// Draws what stands on the floor, from the back to the front.
fn draw_blocks(scene: &mut Scene, volume: &Volume, z: u32, projection: &Projection) {
    let wall = wall_height(projection.half);
    for y in 0..volume.size().height() {
        let mut row = ByColour::default();
        for (x, (cell, material)) in (0..).zip(made_row(volume, y, z)) {
            let Some(block) = block(cell, material) else {
                continue;
            };
            let (west, north) = (x as f32 + block.inset, y as f32 + block.inset);
            let size = 1.0 - 2.0 * block.inset;
            let (east, south) = (west + size, north + size);
            let high = wall * block.height;
            let at = |x: f32, y: f32, lift: f32| projection.at(x, y, z, lift);
            let face = |[x0, y0]: [f32; 2], [x1, y1]: [f32; 2]| {
                vec![
                    at(x0, y0, 0.0),
                    at(x1, y1, 0.0),
                    at(x1, y1, high),
                    at(x0, y0, high),
                ]
            };
            let [top, left, right] = block.colours();
            row.add(left, face([west, south], [east, south]));
            row.add(right, face([east, south], [east, north]));
            let lid = [(west, north), (east, north), (east, south), (west, south)];
            row.add(top, lid.map(|(x, y)| at(x, y, high)).to_vec());
        }
        row.draw(scene);
    }
}

/// Thin lines between the walkable cells of a level.
fn tile_lines(scene: &mut Scene, volume: &Volume, z: u32, projection: &Projection) {
    let lines = grid_lines(volume, z, |x, y| projection.at(x, y, z, 0.0));
    scene.lines(lines, BACKGROUND.opacity(26), 0.8);
}

/// The material of the wall that a cell's side towards `next` shows, if any, and whether it
/// shows the floor's edge.
fn side_shown(cell: Look, next: Look) -> (Option<Material>, bool) {
    let face = match cell {
        Look::Wall(material) if !next.is_wall() => Some(material),
        _ => None,
    };
    (face, cell != Look::Nothing && next == Look::Nothing)
}

fn label_level(scene: &mut Scene, z: u32, projection: &Projection, options: &PictureOptions) {
    let y = projection
        .middles
        .get(z as usize)
        .copied()
        .unwrap_or_default();
    let at = |dy: f32| Point::new(projection.names, y + dy);
    let name = options.names.get(z as usize).cloned();
    let name = name.unwrap_or_else(|| z.to_string());
    scene.label(at(0.0), name, 24.0, options.theme.ink(), Anchor::End);
    if let Some(layer) = layer_of(z, options.ground) {
        scene.label(
            at(17.0),
            layer.to_string(),
            12.0,
            options.theme.faint(),
            Anchor::End,
        );
    }
}
