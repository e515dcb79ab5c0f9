//! REXPaint files: a layer a level, columns first.

use super::bytes::gunzip;
use super::mapping::Tile;
use super::sketch::{Sketch, size};
use super::{ImportError, Imported, Mapping, origin};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::text;

/// The most bytes that a file unpacks to: ten for each cell of the largest world that is sensible
/// to paint.
const MOST: usize = 160 << 20;
/// A background that is transparent.
const NOTHING: [u8; 3] = [255, 0, 255];

/// Glyphs of code page 437 that drawings use.
const DRAWN: [(i32, Cell); 14] = [
    (219, Cell::Wall),
    (178, Cell::Wall),
    (177, Cell::Wall),
    (176, Cell::Rubble),
    (249, Cell::Floor),
    (250, Cell::Floor),
    (247, Cell::ShallowLiquid),
    (240, Cell::Ladder),
    (197, Cell::Door),
    (239, Cell::Altar),
    (9, Cell::Pillar),
    (7, Cell::Shaft),
    (24, Cell::StairsUp),
    (25, Cell::StairsDown),
];

pub(super) fn read(
    name: &str,
    bytes: &[u8],
    mapping: Option<&Mapping>,
) -> Result<Imported, ImportError> {
    let (data, comment) = gunzip(name, bytes, MOST)?;
    let mut mapping = mapping.cloned().unwrap_or_default();
    let mut at = 0;
    let mut next = || {
        let four = data.get(at..at + 4).and_then(|four| four.try_into().ok());
        at += 4;
        let number = four.map(i32::from_le_bytes);
        number.ok_or_else(|| ImportError::new(name, "cut off: expected more layers of cells"))
    };
    let mut layers = next()?;
    if layers < 0 {
        // Files say their version first, as a negative number.
        layers = next()?;
    }
    let (width, height) = (next()?, next()?);
    let positive = |number: i32| u64::try_from(number).unwrap_or(0);
    let [wide, high, deep] = [width, height, layers].map(positive);
    let volume = size(name, wide, high, deep)?;
    let layer = wide * high * 10 + 8;
    let start = (data.len() as u64).saturating_sub(layer * deep);
    if data.len() as u64 != start + layer * deep || start > 8 {
        let problem =
            format!("{deep} layers of {wide} × {high} cells: expected exactly their bytes");
        return Err(ImportError::new(name, problem));
    }
    let mut sketch = Sketch::new(name, wide, high, deep)?;
    for (z, layer) in (0..).zip(data[start as usize..].chunks_exact(layer as usize)) {
        let (sides, cells) = layer.split_at(8);
        let same = [width, height].map(i32::to_le_bytes);
        if *sides != *same.as_flattened() {
            let problem = format!("layer {z}: expected {wide} × {high} cells, as the first has");
            return Err(ImportError::new(name, problem));
        }
        for (number, cell) in (0..).zip(cells.chunks_exact(10)) {
            let [a, b, c, d, _, _, _, red, green, blue] = *cell else {
                continue;
            };
            let glyph = i32::from_le_bytes([a, b, c, d]);
            let back = [red, green, blue];
            let pos = Pos::new(
                number / volume.height() as i32,
                number % volume.height() as i32,
                z,
            );
            let Tile::Cell(kind) = tile(glyph, back, &mut mapping) else {
                continue;
            };
            sketch.set(pos, kind);
            let material = Material::all().find(|material| {
                let is_same = material.info().is_some_and(|info| rgb(info.dark) == back);
                is_same && material.may_fill(kind)
            });
            if let Some(info) = material.and_then(Material::info) {
                sketch.set_material(pos, info.name)?;
            }
        }
    }
    let (mut cells, left) = sketch.finish()?;
    if !comment.is_empty() {
        // Things are the lines of a text map.
        let mut map = text::to_text(&cells).into_bytes();
        map.extend(comment);
        cells = text::read(name, &map)
            .map_err(|error| ImportError::new(name, format!("its comment is not ours: {error}")))?;
    }
    let (world, _) = origin::world(cells, None);
    Ok(Imported {
        world,
        mapping,
        left,
    })
}

fn rgb(colour: u32) -> [u8; 3] {
    [(colour >> 16) as u8, (colour >> 8) as u8, colour as u8]
}

/// What a glyph on a background becomes.
fn tile(glyph: i32, back: [u8; 3], mapping: &mut Mapping) -> Tile {
    let is_blank = glyph == 0 || glyph == 32;
    if is_blank && back == NOTHING {
        return Tile::Nothing;
    }
    let key = format!("glyph:{glyph}");
    mapping.tile(&key, || {
        let own = u8::try_from(glyph)
            .ok()
            .map(char::from)
            .filter(char::is_ascii);
        let own = own.and_then(Cell::from_glyph).filter(|_| !is_blank);
        let drawn = DRAWN.iter().find(|(known, _)| *known == glyph);
        match (own, drawn) {
            (Some(cell), _) => (Tile::Cell(cell), true),
            (None, Some((_, cell))) => (Tile::Cell(*cell), false),
            // A blank on black is nothing; on a colour it is ground.
            (None, None) if is_blank && back == [0; 3] => (Tile::Nothing, true),
            (None, None) if is_blank => (Tile::Cell(Cell::Floor), true),
            (None, None) => (Tile::Cell(Cell::Wall), false),
        }
    })
}
