//! What other programs draw with: levels without a frame, tiles, colours of single cells.

use super::plan::{self, Spot};
use super::scene::{Colour, Point, Scene};
use super::{PictureOptions, TooDetailed, detail, icon, palette};
use crate::cell::Cell;
use crate::link::Link;
use crate::material::Material;
use crate::space::Biome;
use crate::volume::Volume;

/// A level from above and nothing else: as many pixels as cells times `cell`.
pub(crate) fn bare_level(
    volume: &Volume,
    links: &[Link],
    z: u32,
    biomes: &[Option<Biome>],
    cell: f32,
) -> Result<Scene, TooDetailed> {
    let touching = |link: &&Link| link.low.z == z as i32 || link.high.z == z as i32;
    let links: Vec<Link> = links.iter().filter(touching).copied().collect();
    detail::check(volume, z..z + 1, links.len(), true)?;
    let options = PictureOptions {
        biomes: biomes.to_vec(),
        ..PictureOptions::default()
    };
    let size = volume.size();
    let mut scene = Scene {
        width: size.width() as f32 * cell,
        height: size.height() as f32 * cell,
        background: options.theme.background(),
        items: Vec::new(),
    };
    let spot = Spot {
        corner: Point::new(0.0, 0.0),
        cell,
    };
    plan::draw_cells(&mut scene, volume, &links, z, &options, spot, |_| true);
    Ok(scene)
}

/// Tiles in rows of `columns`, each a cell of a material, `side` pixels wide.
pub(crate) fn tiles(tiles: &[(Cell, Material)], columns: u32, side: f32) -> Scene {
    let rows = (tiles.len() as u32).div_ceil(columns.max(1)).max(1);
    let mut scene = Scene {
        width: columns as f32 * side,
        height: rows as f32 * side,
        background: palette::BACKGROUND,
        items: Vec::new(),
    };
    for (number, &(cell, material)) in (0..).zip(tiles) {
        let (column, row) = (number % columns, number / columns);
        let spot = Spot {
            corner: Point::new(column as f32 * side, row as f32 * side),
            cell: side,
        };
        let at = |x: f32, y: f32| spot.at(x, y);
        if cell == Cell::Air {
            continue;
        }
        let square = vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
        scene.shape(vec![square], surface(cell, material, 3, 7, &[]));
        for stroke in icon::icon(cell, material, true) {
            scene.shape(vec![icon::placed(&stroke.corners, at)], stroke.colour);
        }
    }
    scene
}

/// The colour of a cell from above: of its ground, or of the top of its wall.
pub(crate) fn surface(
    cell: Cell,
    material: Material,
    z: u32,
    levels: u32,
    biomes: &[Option<Biome>],
) -> Colour {
    let stone = palette::stone(z, levels, biomes);
    match cell {
        Cell::Wall => stone.of(material).wall_top,
        Cell::Air => stone.air(),
        _ => palette::ground(cell, material, stone),
    }
}

/// The colour of what stands on a cell: a door, a ladder, a table; none on plain ground.
pub(crate) fn fitting(cell: Cell, material: Material) -> Option<Colour> {
    match (cell.link_kind(), cell) {
        (Some(kind), _) => Some(palette::link(kind)),
        (None, Cell::Door) => Some(palette::material(material).unwrap_or(palette::DOOR)),
        (None, Cell::SecretDoor) => {
            Some(palette::material(material).unwrap_or(palette::SECRET_DOOR))
        }
        (None, _) => {
            let strokes = icon::icon(cell, material, true);
            strokes.last().map(|stroke| stroke.colour)
        }
    }
}
