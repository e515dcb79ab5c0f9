//! Collects polygons by colour, so that a picture has few, large shapes.

use super::icon::{self, Stroke};
use super::palette::{self, Stone};
use super::scene::{Colour, Point, Scene, is_buried};
use super::setting::{Grain, can_be_known};
use super::theme::Theme;
use super::{PictureOptions, hatch, texture};
use crate::cell::Cell;
use crate::material::{Fills, Material};
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;

/// Polygons by colour, in the order in which the colours first occur.
#[derive(Default)]
pub(super) struct ByColour(Vec<(Colour, Vec<Vec<Point>>)>);

impl ByColour {
    pub(super) fn add(&mut self, colour: Colour, polygon: Vec<Point>) {
        match self.0.iter_mut().find(|(known, _)| *known == colour) {
            Some((_, polygons)) => polygons.push(polygon),
            None => self.0.push((colour, vec![polygon])),
        }
    }

    pub(super) fn draw(self, scene: &mut Scene) {
        for (colour, polygons) in self.0 {
            scene.shape(polygons, colour);
        }
    }
}

/// How a cell looks in a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing is drawn: open air, or rock deep inside rock.
    Nothing,
    Wall(Material),
    Ground(Colour),
}

/// The looks of a row of cells.
pub(super) fn looks(volume: &Volume, y: u32, z: u32, stone: Stone, grain: &Grain) -> Vec<Look> {
    (0..)
        .zip(made_row(volume, y, z))
        .map(|(x, (cell, material))| match cell {
            Cell::Air => Look::Nothing,
            Cell::Wall if is_buried(volume, x, y, z) => Look::Nothing,
            Cell::Wall => Look::Wall(material),
            cell => {
                let is_own = Fills::of(cell).has(Fills::GROUND)
                    || matches!(
                        cell,
                        Cell::ShallowLiquid | Cell::DeepLiquid | Cell::Rubble | Cell::Bridge
                    );
                let colour = match is_own {
                    true => palette::ground(cell, material, stone),
                    false => {
                        let pos = Pos::new(x as i32, y as i32, z as i32);
                        palette::ground(Cell::Floor, ground_beside(volume, pos), stone)
                    }
                };
                Look::Ground(grain.colour([x, y], cell, material, colour))
            }
        })
        .collect()
}

/// The material of the ground around something that fills its cell.
fn ground_beside(volume: &Volume, at: Pos) -> Material {
    if !volume.has_materials() {
        return Material::NONE;
    }
    let beside =
        [[-1, 0], [1, 0], [0, -1], [0, 1]].map(|[x, y]| Pos::new(at.x + x, at.y + y, at.z));
    let ground = beside
        .into_iter()
        .filter(|&pos| volume.get(pos) == Cell::Floor);
    let made = ground.map(|pos| volume.material(pos));
    made.into_iter()
        .find(|&material| material != Material::NONE)
        .unwrap_or(Material::NONE)
}

impl Look {
    pub(super) fn is_wall(self) -> bool {
        matches!(self, Self::Wall(_))
    }
}

/// The cells of a row, each with its material.
pub(super) fn made_row(
    volume: &Volume,
    y: u32,
    z: u32,
) -> impl Iterator<Item = (Cell, Material)> + '_ {
    let materials = volume.material_bytes(y, z);
    volume.row(y, z).enumerate().map(|(x, cell)| {
        let byte = materials.get(x).copied();
        (cell, byte.map_or(Material::NONE, Material::from_byte))
    })
}

/// The runs of equal things in a row, as `(start, end, thing)`.
pub(super) fn runs<T: PartialEq + Copy>(row: &[T]) -> impl Iterator<Item = (u32, u32, T)> + '_ {
    let mut start = 0;
    row.chunk_by(|a, b| a == b).map(move |run| {
        let from = start;
        start += run.len() as u32;
        (from, start, run[0])
    })
}

/// The signs of all cells of a level, as corners in the level's own plane: the first stroke of
/// every sign, then the second of every sign, and so on, so that each can be drawn by colour.
///
/// If cells are too small for signs, a sign is a patch of its colour. To be printed, signs have
/// the colours of their kinds, since dark materials would hide them.
pub(super) fn signs(
    volume: &Volume,
    z: u32,
    dead: &HashSet<Pos>,
    options: &PictureOptions,
    detailed: bool,
    is_drawn: impl Fn(Cell) -> bool,
) -> Vec<Vec<Stroke>> {
    let known: HashSet<Pos> = options.known.iter().copied().collect();
    let mut strokes: Vec<Vec<Stroke>> = Vec::new();
    for y in 0..volume.size().height() {
        for (x, (cell, material)) in (0..).zip(made_row(volume, y, z)) {
            if matches!(cell, Cell::Floor | Cell::Wall | Cell::Air) || !is_drawn(cell) {
                continue;
            }
            let material = match options.theme {
                Theme::Print => Material::NONE,
                Theme::Dark | Theme::Light => material,
            };
            let pos = Pos::new(x, y as i32, z as i32);
            let is_linked = !dead.contains(&pos);
            let is_known = known.contains(&pos) && can_be_known(volume, pos);
            let drawn = if is_known && detailed {
                icon::known(cell)
            } else if is_known {
                vec![icon::patch(palette::KNOWN[1])]
            } else if detailed {
                icon::icon(cell, material, is_linked)
            } else {
                icon::colour(cell, is_linked)
                    .map(icon::patch)
                    .into_iter()
                    .collect()
            };
            strokes.resize_with(strokes.len().max(drawn.len()), Vec::new);
            for (layer, stroke) in strokes.iter_mut().zip(drawn) {
                layer.push(stroke.moved(x as f32, y as f32));
            }
        }
    }
    strokes
}

/// The textures on the ground of a level, in the same plane.
pub(super) fn textures(volume: &Volume, z: u32) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    let rows = if volume.has_materials() {
        0..volume.size().height()
    } else {
        0..0
    };
    for y in rows {
        for (x, (cell, material)) in (0..).zip(made_row(volume, y, z)) {
            let drawn = texture::texture(cell, material, [x, y]).into_iter();
            strokes.extend(drawn.map(|stroke| stroke.moved(x as f32, y as f32)));
        }
    }
    strokes
}

/// The patterns of a level to be printed, in the same plane.
pub(super) fn patterns(volume: &Volume, z: u32) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    for y in 0..volume.size().height() {
        for (x, (cell, material)) in (0..).zip(made_row(volume, y, z)) {
            let drawn = hatch::pattern(cell, material).into_iter();
            strokes.extend(drawn.map(|stroke| stroke.moved(x as f32, y as f32)));
        }
    }
    strokes
}

/// The lines between neighbouring walkable cells of a level.
pub(super) fn grid_lines(
    volume: &Volume,
    z: u32,
    at: impl Fn(f32, f32) -> Point,
) -> Vec<Vec<Point>> {
    let walkable = |x: u32, y: u32| volume.walkable().get(x, y, z);
    let mut lines = Vec::new();
    for y in 0..volume.size().height() {
        for x in 0..volume.size().width() {
            let (east, south) = (x as f32 + 1.0, y as f32 + 1.0);
            if walkable(x, y) && walkable(x + 1, y) {
                lines.push(vec![at(east, y as f32), at(east, south)]);
            }
            if walkable(x, y) && walkable(x, y + 1) {
                lines.push(vec![at(x as f32, south), at(east, south)]);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::volume::Size;

    #[test]
    fn no_sign_covers_its_own_strokes_whatever_is_beside_it() {
        let mut volume = Volume::new(Size::new(2, 1, 1).unwrap());
        volume.set(Pos::new(0, 0, 0), Cell::Rack).unwrap();
        volume.set(Pos::new(1, 0, 0), Cell::Machine).unwrap();
        let options = PictureOptions::default();
        let layers = signs(&volume, 0, &HashSet::new(), &options, true, |_| true);
        let machine = icon::icon(Cell::Machine, Material::NONE, true);
        for (layer, stroke) in layers.iter().zip(&machine) {
            assert_eq!(layer[1].colour, stroke.colour);
        }
        assert_eq!(layers.iter().flatten().count(), 5 + machine.len());
    }
}
