//! The side profile as a picture.

use super::palette::{self, BACKGROUND, FAINT, INK, stone};
use super::profile::Slice;
use super::scene::{Anchor, Point, Scene};
use super::{PictureOptions, icon, layer_of, layers::ByColour, legend};
use crate::cell::Cell;
use crate::link::Link;
use crate::volume::Volume;

/// How many cells' widths a level is high.
const STOREY: f32 = 2.4;

/// Draws a slice through all levels from the side, highest level at the top.
///
/// Links that lie in the slice are drawn as lines from floor to floor.
pub fn side(volume: &Volume, links: &[Link], slice: Slice, options: &PictureOptions) -> Scene {
    let size = volume.size();
    let columns = slice.width(size);
    let in_slice = |link: &&Link| {
        slice.column(link.low, size).is_some() && slice.column(link.high, size).is_some()
    };
    let links: Vec<Link> = links.iter().filter(in_slice).copied().collect();
    let cell = (1300.0 / columns as f32).floor().clamp(1.0, 22.0);
    let storey = (cell * STOREY).max(12.0);
    let title = if options.title.is_empty() {
        slice.describe()
    } else {
        format!("{}: {}", options.title, slice.describe())
    };
    let (left, top) = (
        legend::MARGIN + 130.0,
        legend::MARGIN + legend::title_height(&title),
    );
    let mut scene = Scene {
        width: (left + columns as f32 * cell + legend::MARGIN)
            .max(legend::key_width(&links))
            .max(legend::title_width(&title)),
        height: top + size.levels() as f32 * storey + legend::MARGIN + legend::key_height(&links),
        background: BACKGROUND,
        items: Vec::new(),
    };
    // The floor of a level, and a point above it.
    let floor = |z: u32| top + (size.levels() - z) as f32 * storey;
    let box_at = |column: u32, low: f32, high: f32| {
        let (x0, x1) = (
            left + column as f32 * cell,
            left + (column + 1) as f32 * cell,
        );
        vec![
            Point::new(x0, high),
            Point::new(x1, high),
            Point::new(x1, low),
            Point::new(x0, low),
        ]
    };
    let slab = (storey * 0.12).max(2.0);
    let (mut inside, mut boxes) = (ByColour::default(), ByColour::default());
    for z in 0..size.levels() {
        let stone = stone(z, size.levels());
        for column in 0..columns {
            let (bottom, ceiling) = (floor(z), floor(z) - storey);
            let kind = volume.get(slice.pos(column, z, size));
            if kind.is_walkable() {
                // The room's own air, so that rooms stand out from the rock around them.
                inside.add(
                    stone.wall_right.opacity(90),
                    box_at(column, bottom, ceiling),
                );
            }
            match kind {
                // A shaft and a hole are where the floor is not.
                Cell::Air | Cell::Shaft | Cell::Hole => {}
                Cell::Wall => boxes.add(stone.wall_top, box_at(column, bottom, ceiling)),
                Cell::Rubble => boxes.add(
                    stone.edge_left,
                    box_at(column, bottom, bottom - storey * 0.5),
                ),
                Cell::ShallowLiquid | Cell::DeepLiquid => {
                    let depth = if kind == Cell::DeepLiquid { 0.34 } else { 0.2 };
                    boxes.add(
                        palette::ground(kind, &stone),
                        box_at(column, bottom, bottom - storey * depth),
                    );
                }
                Cell::Door => {
                    boxes.add(stone.floor, box_at(column, bottom, bottom - slab));
                    boxes.add(icon::WOOD, box_at(column, bottom - slab, ceiling + slab));
                }
                _ => boxes.add(stone.floor, box_at(column, bottom, bottom - slab)),
            }
        }
    }
    inside.draw(&mut scene);
    boxes.draw(&mut scene);
    for link in &links {
        let ends = [link.low, link.high].map(|pos| {
            let column = slice.column(pos, size).unwrap_or(0);
            Point::new(
                left + (column as f32 + 0.5) * cell,
                floor(pos.z as u32) - slab,
            )
        });
        let width = (cell * 0.2).clamp(1.0, 4.0);
        scene.lines(vec![ends.to_vec()], palette::link(link.kind), width);
    }
    for z in 0..size.levels() {
        let y = floor(z) - storey / 2.0 + 5.0;
        scene.label(
            Point::new(left - 14.0, y),
            z.to_string(),
            18.0,
            INK,
            Anchor::End,
        );
        if let Some(layer) = layer_of(z, options.ground) {
            scene.label(
                Point::new(left - 44.0, y),
                layer.to_string(),
                12.0,
                FAINT,
                Anchor::End,
            );
        }
    }
    legend::title(&mut scene, &title);
    legend::key(&mut scene, &links);
    scene
}
