//! Maps and tilesets as XML.

use super::{COLUMNS, FIRST_CELL, Object, Property, TILE, Tiled, map_name};
use crate::cell::Cell;
use crate::export::File;
use crate::export::xml::Escaped;
use std::fmt::Write;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// The maps of all levels, and the tilesets.
pub(super) fn files(tiled: &Tiled<'_, '_>) -> Vec<File> {
    let mut files: Vec<File> = tiled.source.z().map(|z| map(tiled, z)).collect();
    let cells = Cell::all().map(|cell| {
        let info = cell.info();
        let properties = vec![
            Property::text("cell", info.name),
            Property::text("glyph", info.glyph),
            Property::truth("walkable", info.walkable),
        ];
        (info.name.to_owned(), properties)
    });
    files.push(tileset("cells", &cells.collect::<Vec<_>>()));
    if !tiled.materials.is_empty() {
        let made = tiled.materials.iter();
        let made = made.map(|(_, name)| (name.clone(), vec![Property::text("material", name)]));
        files.push(tileset("materials", &made.collect::<Vec<_>>()));
    }
    files
}

fn tileset(name: &str, tiles: &[(String, Vec<Property>)]) -> File {
    let count = tiles.len() as u32;
    let (width, height) = (COLUMNS * TILE, count.div_ceil(COLUMNS) * TILE);
    let mut out = format!(
        "{HEAD}<tileset version=\"1.10\" tiledversion=\"1.10.2\" name=\"{name}\" tilewidth=\"{TILE}\" \
         tileheight=\"{TILE}\" tilecount=\"{count}\" columns=\"{COLUMNS}\">\n\
         <image source=\"{name}.png\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    for (id, (kind, own)) in tiles.iter().enumerate() {
        let _ = writeln!(out, "<tile id=\"{id}\" type=\"{}\">", Escaped(kind));
        properties(&mut out, own);
        out += "</tile>\n";
    }
    out += "</tileset>\n";
    File::new(format!("{name}.tsx"), out)
}

/// Writes properties; writing to a string cannot fail.
fn properties(out: &mut String, all: &[Property]) {
    if all.is_empty() {
        return;
    }
    out.push_str("<properties>\n");
    for Property { name, kind, value } in all {
        let kind = match *kind {
            "string" => String::new(),
            kind => format!(" type=\"{kind}\""),
        };
        let (name, value) = (Escaped(name), Escaped(value));
        let _ = writeln!(out, "<property name=\"{name}\"{kind} value=\"{value}\"/>");
    }
    out.push_str("</properties>\n");
}

fn map(tiled: &Tiled<'_, '_>, z: u32) -> File {
    let size = tiled.source.cells.size();
    let (width, height) = (size.width(), size.height());
    let things = tiled.things(z);
    let rooms = tiled.rooms(z, things.len() as u32 + 1);
    let links = tiled.links(z, (things.len() + rooms.len()) as u32 + 1);
    let next = things.len() + rooms.len() + links.len() + 1;
    let mut out = format!(
        "{HEAD}<map version=\"1.10\" tiledversion=\"1.10.2\" orientation=\"orthogonal\" \
         renderorder=\"right-down\" width=\"{width}\" height=\"{height}\" tilewidth=\"{TILE}\" \
         tileheight=\"{TILE}\" infinite=\"0\" nextlayerid=\"6\" nextobjectid=\"{next}\">\n"
    );
    properties(&mut out, &tiled.map_properties(z));
    let _ = writeln!(
        out,
        "<tileset firstgid=\"{FIRST_CELL}\" source=\"cells.tsx\"/>"
    );
    if !tiled.materials.is_empty() {
        let first = tiled.first_material();
        let _ = writeln!(
            out,
            "<tileset firstgid=\"{first}\" source=\"materials.tsx\"/>"
        );
    }
    layer(
        &mut out,
        [width, height],
        1,
        "cells",
        "",
        tiled.cell_rows(z),
    );
    if !tiled.materials.is_empty() && tiled.source.cells.has_materials() {
        let rows = tiled.material_rows(z);
        layer(
            &mut out,
            [width, height],
            2,
            "materials",
            " visible=\"0\"",
            rows,
        );
    }
    objects(&mut out, 3, "things", &things);
    objects(&mut out, 4, "rooms", &rooms);
    objects(&mut out, 5, "links", &links);
    out += "</map>\n";
    File::new(map_name(z, "tmx"), out)
}

fn layer(
    out: &mut String,
    [width, height]: [u32; 2],
    id: u32,
    name: &str,
    more: &str,
    rows: impl Iterator<Item = Vec<u32>>,
) {
    let _ = write!(
        out,
        "<layer id=\"{id}\" name=\"{name}\" width=\"{width}\" height=\"{height}\"{more}>\n\
         <data encoding=\"csv\">\n"
    );
    for (y, row) in (1..).zip(rows) {
        let numbers: Vec<String> = row.iter().map(u32::to_string).collect();
        let end = if y < height { "," } else { "" };
        let _ = writeln!(out, "{}{end}", numbers.join(","));
    }
    out.push_str("</data>\n</layer>\n");
}

fn objects(out: &mut String, id: u32, name: &str, all: &[Object]) {
    let _ = writeln!(out, "<objectgroup id=\"{id}\" name=\"{name}\">");
    for object in all {
        let [x, y] = object.at.map(|at| at * TILE as i32);
        let (name, kind) = (Escaped(&object.name), Escaped(&object.kind));
        let id = object.id;
        let _ = write!(out, "<object id=\"{id}\" name=\"{name}\" type=\"{kind}\" ");
        let _ = match object.size {
            // A point is in the middle of its cell.
            None => writeln!(
                out,
                "x=\"{}\" y=\"{}\">",
                x + TILE as i32 / 2,
                y + TILE as i32 / 2
            ),
            Some(size) => {
                let [width, height] = size.map(|side| side * TILE as i32);
                writeln!(
                    out,
                    "x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">"
                )
            }
        };
        properties(out, &object.properties);
        if object.size.is_none() {
            out.push_str("<point/>\n");
        }
        out.push_str("</object>\n");
    }
    out.push_str("</objectgroup>\n");
}
