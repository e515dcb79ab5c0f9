//! The side profile as a picture.

use super::layers::ByColour;
use super::link_line::{self, Weight};
use super::notes::Shown;
use super::palette::{self, Stone, picture_stone};
use super::profile::Slice;
use super::scene::{Anchor, Colour, Point, Scene};
use super::{PictureOptions, TooDetailed, detail, icon, labels, layer_of, legend, things};
use crate::cell::Cell;
use crate::link::Link;
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;

/// The height of a level, in widths of a cell.
const STOREY: f32 = 2.4;
/// Room for the names of levels, and for the numbers of columns.
const NAMES: f32 = 130.0;
const RULER: f32 = 18.0;

/// Where cells are in the drawing.
struct Section {
    left: f32,
    top: f32,
    levels: u32,
    cell: f32,
    storey: f32,
}

impl Section {
    /// The y of the floor of a level.
    fn floor(&self, z: u32) -> f32 {
        self.top + (self.levels - z) as f32 * self.storey
    }

    fn slab(&self) -> f32 {
        (self.storey * 0.12).max(2.0)
    }

    /// The part of a cell between two shares of its height.
    fn part(&self, column: u32, z: u32, low: f32, high: f32) -> Vec<Point> {
        let (x0, x1) = (
            self.left + column as f32 * self.cell,
            self.left + (column + 1) as f32 * self.cell,
        );
        let (y0, y1) = (self.floor(z) - high, self.floor(z) - low);
        vec![
            Point::new(x0, y0),
            Point::new(x1, y0),
            Point::new(x1, y1),
            Point::new(x0, y1),
        ]
    }
}

/// Draws a slice through all levels from the side, highest level at the top.
///
/// Links whose higher cell lies in the slice are drawn as lines from floor to
/// floor, with an arrow if they lead one way.
pub fn side(
    volume: &Volume,
    links: &[Link],
    slice: Slice,
    options: &PictureOptions,
) -> Result<Scene, TooDetailed> {
    let size = volume.size();
    let columns = slice.width(size);
    let in_slice = |link: &&Link| slice.column(link.high, size).is_some();
    let links: Vec<Link> = links.iter().filter(in_slice).copied().collect();
    detail::check(volume, 0..0, links.len(), false)?;
    let openings: HashSet<Pos> = links
        .iter()
        .filter(|link| link.down)
        .map(|link| link.high)
        .collect();
    let cell = (1300.0 / columns as f32).floor().clamp(1.0, 26.0);
    let storey = (cell * STOREY).max(12.0);
    let title = match options.title.as_str() {
        "" => slice.describe(),
        title => format!("{title}: {}", slice.describe()),
    };
    let (width, height) = (columns as f32 * cell, size.levels() as f32 * storey);
    let materials = Shown::Slice(slice).materials(volume);
    let all = volume.things().map(|(_, thing)| thing);
    let drawn = all.filter(|thing| slice.column(thing.place, size).is_some());
    let drawn = drawn.filter(|thing| things::letter(&thing.kind).is_some());
    let key = legend::key(volume, &links, materials, drawn.clone(), options.theme);
    let (mut scene, corner) =
        legend::frame(NAMES + width, RULER + height, &title, &key, options.theme);
    let section = Section {
        left: corner.x + NAMES,
        top: corner.y + RULER,
        levels: size.levels(),
        cell,
        storey,
    };

    let (mut air, mut solid) = (ByColour::default(), ByColour::default());
    for z in 0..size.levels() {
        let stone = picture_stone(z, size.levels(), options);
        for column in 0..columns {
            let pos = slice.pos(column, z, size);
            let (kind, material) = (volume.get(pos), volume.material(pos));
            if !matches!(kind, Cell::Air | Cell::Wall) {
                // Draw the air, so that rooms stand out from the rock around them.
                air.add(
                    stone.wall_right.opacity(90),
                    section.part(column, z, 0.0, storey),
                );
            }
            let colours = Colours {
                ground: palette::ground(kind, material, stone),
                door: palette::material(material),
                stone: stone.of(material),
            };
            let leads_down = openings.contains(&pos);
            for (colour, low, high) in parts(kind, leads_down, &colours, section.slab(), storey) {
                solid.add(colour, section.part(column, z, low, high));
            }
        }
    }
    air.draw(&mut scene);
    solid.draw(&mut scene);
    let ends = |link: &Link| {
        [link.low, link.high].map(|pos| {
            // A ramp's lower end may lie in front of or behind the slice.
            let column = slice.column(pos, size).or(slice.column(link.high, size));
            let x = section.left + (column.unwrap_or(0) as f32 + 0.5) * cell;
            Point::new(x, section.floor(pos.z as u32) - section.slab())
        })
    };
    link_line::draw(
        &mut scene,
        links.iter(),
        ends,
        (cell * 0.18).clamp(1.0, 4.0),
        Weight::Full,
    );
    let middle = |pos: Pos| {
        let column = slice.column(pos, size).unwrap_or(0);
        let x = section.left + (column as f32 + 0.5) * cell;
        Point::new(x, section.floor(pos.z as u32) - storey / 2.0)
    };
    things::draw_signs(&mut scene, drawn.clone(), middle, cell);
    labels::draw_labels(&mut scene, drawn, &[], middle, cell);
    label(&mut scene, slice, columns, &section, options);
    Ok(options.theme.applied(scene))
}

/// The colours of a cell.
struct Colours {
    ground: Colour,
    /// The colour of a door with a material of its own.
    door: Option<Colour>,
    stone: Stone,
}

/// The parts of a cell: colours, each between two heights.
fn parts(
    kind: Cell,
    leads_down: bool,
    colours: &Colours,
    slab: f32,
    storey: f32,
) -> Vec<(Colour, f32, f32)> {
    let floor = (colours.ground, 0.0, slab);
    let door = |usual: Colour| (colours.door.unwrap_or(usual), slab, storey - slab);
    match kind {
        Cell::Air => Vec::new(),
        Cell::Wall => vec![(colours.stone.wall_top, 0.0, storey)],
        // A shaft and a hole have no floor.
        Cell::Shaft | Cell::Hole if leads_down => Vec::new(),
        Cell::Shaft => vec![(colours.stone.floor, 0.0, slab)],
        Cell::Rubble => vec![floor, (colours.stone.edge_left, slab, storey * 0.5)],
        Cell::ShallowLiquid | Cell::DeepLiquid => vec![(colours.ground, 0.0, slab * 1.4)],
        Cell::Door => vec![floor, door(icon::WOOD)],
        Cell::SecretDoor => vec![floor, door(icon::SECRET)],
        _ => vec![floor],
    }
}

fn label(
    scene: &mut Scene,
    slice: Slice,
    columns: u32,
    section: &Section,
    options: &PictureOptions,
) {
    for z in 0..section.levels {
        let y = section.floor(z) - section.storey / 2.0 + 5.0;
        let at = |dx: f32| Point::new(section.left - dx, y);
        scene.label(
            at(14.0),
            z.to_string(),
            18.0,
            options.theme.ink(),
            Anchor::End,
        );
        if let Some(layer) = layer_of(z, options.ground) {
            scene.label(
                at(44.0),
                layer.to_string(),
                12.0,
                options.theme.faint(),
                Anchor::End,
            );
        }
    }
    let step = legend::ruler_step(section.cell);
    for number in (0..columns).step_by(step) {
        let column = match slice {
            Slice::X(_) => columns - 1 - number,
            Slice::Y(_) => number,
        };
        let at = Point::new(
            section.left + (column as f32 + 0.5) * section.cell,
            section.top - 6.0,
        );
        scene.label(
            at,
            number.to_string(),
            11.0,
            options.theme.faint(),
            Anchor::Middle,
        );
    }
}
