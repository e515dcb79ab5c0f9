//! REXPaint: a layer a level, the lowest first; glyphs are ours, and the background is the
//! material. Things travel in the comment of the gzip header, which REXPaint does not keep.

use super::bytes::{gzip, put_i32};
use super::{ExportError, Exported, Source};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::text;
use crate::view::{self, Colour};

/// How many layers REXPaint has.
const MAX_LAYERS: u64 = 9;
/// The background of what is transparent.
const NOTHING: Colour = Colour::rgb(0xFF_00_FF);

pub(super) fn write(source: &Source<'_>, name: String) -> Result<Exported, ExportError> {
    let size = source.cells.size();
    if u64::from(size.levels()) > MAX_LAYERS {
        return Err(ExportError::Limit {
            what: format!("REXPaint has no {} layers", size.levels()),
            most: MAX_LAYERS,
            of: "levels (choose one with --level)",
        });
    }
    let mut bytes = Vec::new();
    put_i32(&mut bytes, -1);
    put_i32(&mut bytes, size.levels() as i32);
    let mut has_own = false;
    for z in source.z() {
        put_i32(&mut bytes, size.width() as i32);
        put_i32(&mut bytes, size.height() as i32);
        for x in 0..size.width() as i32 {
            for y in 0..size.height() as i32 {
                let pos = Pos::new(x, y, z as i32);
                let (cell, material) = (source.cells.get(pos), source.cells.material(pos));
                has_own |= material.is_custom();
                let back = match (cell, material.info()) {
                    (Cell::Air, _) => NOTHING,
                    (_, Some(info)) => Colour::rgb(info.dark),
                    (_, None) => Colour::rgb(0),
                };
                let front = view::fitting(cell, Material::NONE)
                    .unwrap_or_else(|| view::surface(cell, Material::NONE, z, size.levels(), &[]));
                put_i32(&mut bytes, cell.glyph() as i32);
                bytes.extend([front.r, front.g, front.b, back.r, back.g, back.b]);
            }
        }
    }
    // All that is not in the picture, as lines of a text map.
    let comment = text::thing_lines(source.cells);
    let mut exported = Exported::one(name, gzip(&bytes, &comment));
    if has_own {
        let lost = "materials of your own: REXPaint has only colours, and these have none";
        exported.lost.push(lost.to_owned());
    }
    if !comment.is_empty() {
        let lost = "things once REXPaint saves the file: they are in its gzip comment";
        exported.lost.push(lost.to_owned());
    }
    Ok(exported)
}
