//! MagicaVoxel, version 150: a model a level, in parts of at most 256 × 256, and nodes that put
//! them above each other; a voxel a cell, walls three high.

use super::bytes::put_i32;
use super::{ExportError, Exported, Source};
use crate::cell::Cell;
use crate::space::Pos;
use crate::view::{self, Colour};
use std::collections::BTreeMap;

/// The longest side of a model.
const MAX_SIDE: u32 = 256;
/// How far apart levels are, and how high a wall is.
const LEVEL: i32 = 8;
const WALL: u32 = 3;
/// The most cells along a side: MagicaVoxel's world is 2000 long.
const MAX_WORLD: u32 = 2000;
/// The most levels that fit.
const MAX_LEVELS: u32 = MAX_WORLD / LEVEL as u32;

fn chunk(out: &mut Vec<u8>, id: &[u8; 4], content: &[u8]) {
    out.extend(id);
    put_i32(out, content.len() as i32);
    put_i32(out, 0);
    out.extend(content);
}

/// A text as the format has it: its length, then its bytes.
fn put_text(out: &mut Vec<u8>, text: &str) {
    put_i32(out, text.len() as i32);
    out.extend(text.bytes());
}

fn put_pairs(out: &mut Vec<u8>, pairs: &[(&str, &str)]) {
    put_i32(out, pairs.len() as i32);
    for (key, value) in pairs {
        put_text(out, key);
        put_text(out, value);
    }
}

/// The colours in use; once there are 255, the nearest of them.
#[derive(Default)]
struct Palette {
    numbers: BTreeMap<[u8; 3], u8>,
    colours: Vec<[u8; 3]>,
}

impl Palette {
    fn number(&mut self, Colour { r, g, b, .. }: Colour) -> u8 {
        let own = [r, g, b];
        if let Some(number) = self.numbers.get(&own) {
            return *number;
        }
        let number = match self.colours.len() < 255 {
            true => {
                self.colours.push(own);
                self.colours.len() as u8
            }
            false => {
                let far = |other: &[u8; 3]| -> u32 {
                    let parts = own.iter().zip(other);
                    parts.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
                };
                let near = (1..=255)
                    .zip(&self.colours)
                    .min_by_key(|(_, other)| far(other));
                near.map_or(1, |(number, _)| number)
            }
        };
        self.numbers.insert(own, number);
        number
    }
}

/// Where a model is: the level, and its corner among the cells.
struct Place {
    z: u32,
    corner: [u32; 2],
    size: [u32; 3],
}

pub(super) fn write(source: &Source<'_>, name: String) -> Result<Exported, ExportError> {
    let size = source.cells.size();
    let longest = size.width().max(size.height());
    if longest > MAX_WORLD || size.levels() > MAX_LEVELS {
        return Err(ExportError::Limit {
            what: format!("MagicaVoxel has no room for {size} cells"),
            most: u64::from(MAX_WORLD),
            of: "cells along a side and 250 levels",
        });
    }
    let mut palette = Palette::default();
    let (mut body, mut places) = (Vec::new(), Vec::new());
    for z in source.z() {
        for y in (0..size.height()).step_by(MAX_SIDE as usize) {
            for x in (0..size.width()).step_by(MAX_SIDE as usize) {
                let wide = MAX_SIDE.min(size.width() - x);
                let deep = MAX_SIDE.min(size.height() - y);
                let place = Place {
                    z,
                    corner: [x, y],
                    size: [wide, deep, WALL + 1],
                };
                let voxels = voxels(source, &place, &mut palette);
                if voxels.is_empty() {
                    continue;
                }
                let mut content = Vec::new();
                place
                    .size
                    .iter()
                    .for_each(|&side| put_i32(&mut content, side as i32));
                chunk(&mut body, b"SIZE", &content);
                content.clear();
                put_i32(&mut content, voxels.len() as i32);
                content.extend(voxels.iter().flatten());
                chunk(&mut body, b"XYZI", &content);
                places.push(place);
            }
        }
    }
    nodes(source, &places, &mut body);
    let mut colours = Vec::new();
    for number in 0..256 {
        let [r, g, b] = palette.colours.get(number).copied().unwrap_or_default();
        colours.extend([r, g, b, 255]);
    }
    chunk(&mut body, b"RGBA", &colours);
    let mut file = b"VOX ".to_vec();
    put_i32(&mut file, 150);
    file.extend(b"MAIN");
    put_i32(&mut file, 0);
    put_i32(&mut file, body.len() as i32);
    file.extend(body);
    let mut exported = Exported::one(name, file);
    let lost = "texts, links as such and things: MagicaVoxel has colours and names of levels only";
    exported.lost.push(lost.to_owned());
    Ok(exported)
}

/// The voxels of a part of a level: x, y to the north, up, colour.
fn voxels(source: &Source<'_>, place: &Place, palette: &mut Palette) -> Vec<[u8; 4]> {
    let (size, biomes) = (source.cells.size(), source.biomes());
    let [wide, deep, _] = place.size;
    let mut voxels = Vec::new();
    for y in 0..deep {
        for x in 0..wide {
            let pos = Pos::new(
                (place.corner[0] + x) as i32,
                (place.corner[1] + y) as i32,
                place.z as i32,
            );
            let cell = source.cells.get(pos);
            let material = source.cells.material(pos);
            let is_hole = matches!(cell, Cell::Air | Cell::Hole | Cell::Shaft);
            if is_hole || (cell == Cell::Wall && !is_seen(source, pos)) {
                continue;
            }
            let at = [x as u8, (deep - 1 - y) as u8];
            let ground = view::surface(cell, material, place.z, size.levels(), &biomes);
            let number = palette.number(ground);
            voxels.push([at[0], at[1], 0, number]);
            if cell == Cell::Wall {
                voxels.extend((1..=WALL).map(|up| [at[0], at[1], up as u8, number]));
            } else if let Some(own) = view::fitting(cell, material) {
                let number = palette.number(own);
                let high = match cell {
                    Cell::Door | Cell::SecretDoor | Cell::Pillar | Cell::Statue | Cell::Ladder => 2,
                    Cell::Dais => 0,
                    _ => 1,
                };
                voxels.extend((1..=high).map(|up| [at[0], at[1], up, number]));
            }
        }
    }
    voxels
}

/// Whether anything but rock and air is beside a cell.
fn is_seen(source: &Source<'_>, pos: Pos) -> bool {
    let mut around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy]));
    around.any(|[dx, dy]| {
        let cell = source.cells.get(Pos::new(pos.x + dx, pos.y + dy, pos.z));
        !matches!(cell, Cell::Wall | Cell::Air)
    })
}

/// The nodes that put the models in place: a transform and a group above all, and a transform
/// and a shape for each; a layer for each level, as far as there are any.
fn nodes(source: &Source<'_>, places: &[Place], out: &mut Vec<u8>) {
    let size = source.cells.size();
    let transform = |id: i32, child: i32, layer: i32, name: &str, moved: &str| {
        let mut content = Vec::new();
        put_i32(&mut content, id);
        let named = [("_name", name)];
        put_pairs(&mut content, if name.is_empty() { &[] } else { &named });
        put_i32(&mut content, child);
        put_i32(&mut content, -1);
        put_i32(&mut content, layer);
        put_i32(&mut content, 1);
        let moved = [("_t", moved)];
        put_pairs(
            &mut content,
            if moved[0].1.is_empty() { &[] } else { &moved },
        );
        content
    };
    chunk(out, b"nTRN", &transform(0, 1, -1, "", ""));
    let mut group = Vec::new();
    put_i32(&mut group, 1);
    put_pairs(&mut group, &[]);
    put_i32(&mut group, places.len() as i32);
    (0..places.len() as i32).for_each(|number| put_i32(&mut group, 2 + 2 * number));
    chunk(out, b"nGRP", &group);
    for (number, place) in (0..).zip(places) {
        let (id, shape) = (2 + 2 * number, 3 + 2 * number);
        // A model is placed by its middle, rounded down; the world's middle is the origin.
        let [wide, deep, high] = place.size.map(|side| side as i32);
        let x = place.corner[0] as i32 + wide / 2 - size.width() as i32 / 2;
        let south = place.corner[1] as i32 + deep;
        let y = size.height() as i32 - south + deep / 2 - size.height() as i32 / 2;
        let z = place.z as i32 * LEVEL + high / 2;
        let name = source
            .levels
            .get(place.z as usize)
            .map_or("", |level| &level.name);
        let layer = (place.z % 16) as i32;
        let moved = format!("{x} {y} {z}");
        chunk(out, b"nTRN", &transform(id, shape, layer, name, &moved));
        let mut content = Vec::new();
        put_i32(&mut content, shape);
        put_pairs(&mut content, &[]);
        put_i32(&mut content, 1);
        put_i32(&mut content, number);
        put_pairs(&mut content, &[]);
        chunk(out, b"nSHP", &content);
    }
}
