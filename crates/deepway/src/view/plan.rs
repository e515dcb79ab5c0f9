//! A level from above.

use super::layers::{ByColour, Look, grid_lines, looks, made_row, patterns, runs, signs, textures};
use super::notes::Shown;
use super::palette::{self, BACKGROUND, Stone, picture_stone};
use super::scene::{Anchor, Colour, Point, Scene, is_buried};
use super::setting::Grain;
use super::theme::Theme;
use super::{
    PictureOptions, TooDetailed, detail, hatch, icon, labels, legend, route, things, zone_key,
};
use crate::cell::Cell;
use crate::link::{self, Link};
use crate::space::{Direction, Pos};
use crate::volume::Volume;
use std::collections::HashSet;

/// Room for the numbers of rows and columns.
const RULER: f32 = 26.0;

/// Draws one level from above, north at the top.
///
/// A level that the volume does not have is drawn empty. Stairs, ladders and
/// the like are grey where `links` has no link.
pub fn plan(
    volume: &Volume,
    links: &[Link],
    z: u32,
    options: &PictureOptions,
) -> Result<Scene, TooDetailed> {
    let size = volume.size();
    let touching = |link: &&Link| link.low.z == z as i32 || link.high.z == z as i32;
    let links: Vec<Link> = links.iter().filter(touching).copied().collect();
    detail::check(volume, z..z + 1, links.len(), true)?;
    let longest = size.width().max(size.height()) as f32;
    let cell = (1400.0 / longest).floor().clamp(1.0, 36.0);
    let (width, height) = (size.width() as f32 * cell, size.height() as f32 * cell);
    let materials = Shown::Levels(z..z + 1).materials(volume);
    let key = match options.settings.is_empty() && !options.without_rulers {
        true => {
            let drawn = things::on_level(volume, z);
            let mut key = legend::key(volume, &links, materials, drawn, options.theme);
            key.extend(labels::tag_entries(volume, z, cell));
            key
        }
        false => zone_key::key(
            volume,
            z,
            &grain_of(volume, z, cell, options),
            cell,
            options,
        ),
    };
    let ruler = if options.without_rulers { 0.0 } else { RULER };
    let (mut scene, corner) = legend::frame(
        ruler + width,
        ruler + height,
        &options.title,
        &key,
        options.theme,
    );
    let spot = Spot {
        corner: Point::new(corner.x + ruler, corner.y + ruler),
        cell,
    };
    if let Some(setting) = options.settings.get(z as usize) {
        scene.background = setting.background(options.theme);
    }
    draw(&mut scene, volume, &links, z, options, spot);
    if !options.settings.is_empty() {
        borders(&mut scene, volume, options, spot);
    }
    if !options.without_rulers {
        let faint = options.theme.faint();
        rulers(
            &mut scene,
            [0, size.width()],
            [0, size.height()],
            faint,
            spot,
        );
    }
    Ok(options.theme.applied(scene))
}

/// Where a level is drawn, and how large its cells are.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) corner: Point,
    pub(super) cell: f32,
}

impl Spot {
    pub(super) fn at(self, x: f32, y: f32) -> Point {
        Point::new(self.corner.x + x * self.cell, self.corner.y + y * self.cell)
    }
}

/// Draws a level into a picture; `links` are those that touch it.
pub(super) fn draw(
    scene: &mut Scene,
    volume: &Volume,
    links: &[Link],
    z: u32,
    options: &PictureOptions,
    spot: Spot,
) {
    draw_cells(scene, volume, links, z, options, spot, |_| true);
    let cell = spot.cell;
    let centre = |pos: Pos| spot.at(pos.x as f32 + 0.5, pos.y as f32 + 0.5);
    route::draw(scene, route::legs(&options.route, z), centre, cell);
    things::draw_signs(scene, things::on_level(volume, z), centre, cell);
    let tags = labels::tags(volume, z, cell);
    labels::draw_labels(scene, things::on_level(volume, z), &tags, centre, cell);
}

/// Draws the cells of a level, without what is on them; some have no sign.
pub(super) fn draw_cells(
    scene: &mut Scene,
    volume: &Volume,
    links: &[Link],
    z: u32,
    options: &PictureOptions,
    spot: Spot,
    has_sign: impl Fn(Cell) -> bool,
) {
    let (size, cell) = (volume.size(), spot.cell);
    let at = |x: f32, y: f32| spot.at(x, y);
    let rect = |x0: u32, x1: u32, y0: f32, y1: f32| {
        let (x0, x1) = (x0 as f32, x1 as f32);
        vec![at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)]
    };

    let stone = picture_stone(z, size.levels(), options);
    let setting = options.settings.get(z as usize).copied();
    let grain = grain_of(volume, z, cell, options);
    let is_print = options.theme == Theme::Print && setting.is_none();
    if setting.is_some() {
        behind(scene, volume, z, stone, rect);
    }
    let [mut ground, mut walls, mut fronts] = [(); 3].map(|()| ByColour::default());
    for y in 0..size.height() {
        let row = looks(volume, y, z, stone, &grain);
        let (north, south) = (y as f32, y as f32 + 1.0);
        for (x0, x1, look) in runs(&row) {
            match look {
                Look::Nothing => {}
                Look::Wall(material) => {
                    walls.add(stone.of(material).wall_top, rect(x0, x1, north, south));
                }
                Look::Ground(colour) => ground.add(colour, rect(x0, x1, north, south)),
            }
        }
        // A wall shows its southern face if nothing hides it.
        let next = if y + 1 < size.height() {
            looks(volume, y + 1, z, stone, &grain)
        } else {
            Vec::new()
        };
        let is_hidden = |x: usize| next.get(x).is_some_and(|look| look.is_wall());
        let front = |x: usize| if is_hidden(x) { Look::Nothing } else { row[x] };
        let shown: Vec<Look> = (0..row.len()).map(front).collect();
        for (x0, x1, look) in runs(&shown) {
            if let Look::Wall(material) = look {
                let front = rect(x0, x1, south - 0.38, south);
                fronts.add(stone.of(material).wall_right, front);
            }
        }
    }
    ground.draw(scene);
    if cell >= 8.0 {
        let mut marks = ByColour::default();
        let strokes = match is_print {
            true => patterns(volume, z),
            false => textures(volume, z),
        };
        for stroke in strokes {
            marks.add(stroke.colour, icon::placed(&stroke.corners, at));
        }
        marks.draw(scene);
        let grid = match is_print {
            true => Colour::rgb(0xD4_D4_D4),
            false => BACKGROUND.opacity(34),
        };
        scene.lines(
            grid_lines(volume, z, at),
            grid,
            if is_print { 0.5 } else { 1.0 },
        );
    }
    if is_print {
        draw_rock(scene, volume, z, spot);
    } else {
        walls.draw(scene);
        if cell >= 4.0 {
            fronts.draw(scene);
        }
    }
    if setting.is_some() && cell >= 6.0 {
        let (rims, shadows) = edges(volume, z, at);
        scene.shape(shadows, BACKGROUND.opacity(58));
        let light = Colour::rgb(0xFF_F8_E8).opacity(46);
        scene.lines(rims, light, (cell * 0.08).max(1.0));
    }
    // In an open world everything leads somewhere, though not always to what is drawn.
    let dead: HashSet<Pos> = match setting {
        Some(_) => HashSet::new(),
        None => link::dead_ends(volume, links).into_iter().collect(),
    };
    for strokes in signs(volume, z, &dead, options, cell >= 6.0, has_sign) {
        let mut marks = ByColour::default();
        for stroke in strokes {
            marks.add(stroke.colour, icon::placed(&stroke.corners, at));
        }
        marks.draw(scene);
    }
    let mut marks = ByColour::default();
    // Where a hole, a shaft or a ramp ends on plain ground, a dot says so.
    for link in links {
        for end in [link.low, link.high] {
            let plain = end.z == z as i32 && !volume.get(end).is_vertical();
            if plain && cell >= 6.0 {
                let dot = icon::dot(end.x as f32 + 0.5, end.y as f32 + 0.5);
                marks.add(
                    palette::link(link.kind).towards(BACKGROUND, 90),
                    icon::placed(&dot, at),
                );
            }
        }
    }
    marks.draw(scene);
}

/// Draws the rock of a level to be printed: hatched, with a line around everything open.
fn draw_rock(scene: &mut Scene, volume: &Volume, z: u32, spot: Spot) {
    let at = |x: f32, y: f32| spot.at(x, y);
    // Small cells get fewer lines, which would be black else.
    let step = (12.0 / spot.cell).ceil().clamp(1.0, 8.0);
    scene.lines(
        hatch::rock(volume, z, at, step),
        Colour::rgb(0x90_90_90),
        0.6,
    );
    let width = (spot.cell * 0.07).clamp(1.0, 2.0);
    scene.lines(
        hatch::outlines(volume, z, at),
        Colour::rgb(0x18_18_18),
        width,
    );
}

/// The grain of a level; too small cells would only look noisy.
fn grain_of(volume: &Volume, z: u32, cell: f32, options: &PictureOptions) -> Grain {
    let setting = options.settings.get(z as usize).copied();
    Grain::new(volume, z, setting.filter(|_| cell >= 3.0))
}

/// What is behind everything in a picture of zones: open air, and rock inside rock.
fn behind(
    scene: &mut Scene,
    volume: &Volume,
    z: u32,
    stone: Stone,
    rect: impl Fn(u32, u32, f32, f32) -> Vec<Point>,
) {
    let mut areas = ByColour::default();
    for y in 0..volume.size().height() {
        let row = (0..).zip(made_row(volume, y, z));
        let row = row.map(|(x, (cell, material))| match cell {
            Cell::Air => Some(stone.air()),
            Cell::Wall if is_buried(volume, x, y, z) => Some(stone.of(material).buried()),
            _ => None,
        });
        let row: Vec<Option<Colour>> = row.collect();
        for (x0, x1, colour) in runs(&row) {
            if let Some(colour) = colour {
                areas.add(colour, rect(x0, x1, y as f32, y as f32 + 1.0));
            }
        }
    }
    areas.draw(scene);
}

/// Lines along the four sides: where one can walk on into the next zone, and where not.
fn borders(scene: &mut Scene, volume: &Volume, options: &PictureOptions, spot: Spot) {
    let (width, height) = (volume.size().width() as f32, volume.size().height() as f32);
    let away = (spot.cell * 0.2).clamp(1.5, 3.5);
    let line = |from: (f32, f32), to: (f32, f32), side: Direction| {
        let (dx, dy) = match side {
            Direction::North => (0.0, -away),
            Direction::South => (0.0, away),
            Direction::West => (-away, 0.0),
            _ => (away, 0.0),
        };
        [from, to]
            .map(|(x, y)| {
                let Point { x, y } = spot.at(x, y);
                Point::new(x + dx, y + dy)
            })
            .to_vec()
    };
    let [open, shut] = zone_key::edge_colours(options);
    let sides = [
        ((0.0, 0.0), (width, 0.0), Direction::North),
        ((0.0, height), (width, height), Direction::South),
        ((0.0, 0.0), (0.0, height), Direction::West),
        ((width, 0.0), (width, height), Direction::East),
    ];
    let shut_lines = sides.map(|(from, to, side)| line(from, to, side)).to_vec();
    scene.lines(shut_lines, shut, away * 0.6);
    let open_lines = options.openings.iter().map(|(pos, side)| {
        let (x, y) = (pos.x as f32, pos.y as f32);
        match side {
            Direction::North => line((x, 0.0), (x + 1.0, 0.0), *side),
            Direction::South => line((x, height), (x + 1.0, height), *side),
            Direction::West => line((0.0, y), (0.0, y + 1.0), *side),
            _ => line((width, y), (width, y + 1.0), *side),
        }
    });
    let open_lines: Vec<Vec<Point>> = open_lines.collect();
    if !open_lines.is_empty() {
        scene.lines(open_lines, open, away * 1.4);
    }
}

/// Where walls end: lines along their rims, and the shadows that they cast to the south.
fn edges(
    volume: &Volume,
    z: u32,
    at: impl Fn(f32, f32) -> Point,
) -> (Vec<Vec<Point>>, Vec<Vec<Point>>) {
    let cell = |x: i32, y: i32| volume.get(Pos::new(x, y, z as i32));
    let size = volume.size();
    let [mut rims, mut shadows] = [const { Vec::new() }; 2];
    for y in 0..size.height() as i32 {
        for x in 0..size.width() as i32 {
            if cell(x, y) != Cell::Wall {
                continue;
            }
            let is_open = |x, y| !matches!(cell(x, y), Cell::Wall | Cell::Air);
            let (west, north) = (x as f32, y as f32);
            let (east, south) = (west + 1.0, north + 1.0);
            let sides = [
                (is_open(x, y - 1), [west, north, east, north]),
                (is_open(x - 1, y), [west, north, west, south]),
                (is_open(x + 1, y), [east, north, east, south]),
                (is_open(x, y + 1), [west, south - 0.38, east, south - 0.38]),
            ];
            for (is_rim, [x0, y0, x1, y1]) in sides {
                if is_rim {
                    rims.push(vec![at(x0, y0), at(x1, y1)]);
                }
            }
            if is_open(x, y + 1) {
                let corners = [
                    (west, south),
                    (east, south),
                    (east, south + 0.22),
                    (west, south + 0.22),
                ];
                shadows.push(corners.map(|(x, y)| at(x, y)).to_vec());
            }
        }
    }
    (rims, shadows)
}

/// The numbers of some columns and rows, as dense as is readable.
pub(super) fn rulers(
    scene: &mut Scene,
    [west, east]: [u32; 2],
    [north, south]: [u32; 2],
    faint: Colour,
    spot: Spot,
) {
    let step = legend::ruler_step(spot.cell);
    // Of a short side without such a number, the first.
    let numbers = |from: u32, to: u32| {
        let first = (from as usize).next_multiple_of(step) as u32;
        let first = if first < to { first } else { from };
        (first..to).step_by(step)
    };
    let Point { x: left, y: top } = spot.at(west as f32, north as f32);
    for number in numbers(west, east) {
        let Point { x, .. } = spot.at(number as f32 + 0.5, 0.0);
        let at = Point::new(x, top - 7.0);
        scene.label(at, number.to_string(), 11.0, faint, Anchor::Middle);
    }
    for number in numbers(north, south) {
        let Point { y, .. } = spot.at(0.0, number as f32 + 0.5);
        let at = Point::new(left - 8.0, y + 4.0);
        scene.label(at, number.to_string(), 11.0, faint, Anchor::End);
    }
}
