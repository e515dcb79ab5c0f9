//! One Page Dungeon JSON: a file a level. What its words cannot say is listed under `deepway`.

use super::outline::is_rock;
use super::rect::rectangles;
use super::{Exported, File, Source};
use crate::cell::{Cell, Leads};
use crate::space::Pos;
use crate::thing::ThingKind;
use serde_json::{Value, json};

/// The types of doors that we use, by their numbers.
const DOOR: u32 = 1;
const OUT: u32 = 3;
const SECRET: u32 = 6;
const STEEL: u32 = 7;
const DOWN: u32 = 8;
const STAIRWELL: u32 = 9;

/// The door that stands for a cell, if one does.
fn door_type(cell: Cell, is_locked: bool) -> Option<u32> {
    match cell {
        Cell::Door if is_locked => Some(STEEL),
        Cell::Door => Some(DOOR),
        Cell::SecretDoor => Some(SECRET),
        Cell::StairsUp => Some(OUT),
        Cell::StairsDown | Cell::Hole | Cell::Shaft => Some(DOWN),
        cell if !matches!(cell.info().leads, Leads::Nowhere) => Some(STAIRWELL),
        _ => None,
    }
}

/// What a reader makes of a cell that is written so.
fn understood(cell: Cell) -> Cell {
    match cell {
        Cell::Pillar | Cell::Door | Cell::SecretDoor => cell,
        Cell::ShallowLiquid | Cell::DeepLiquid => Cell::ShallowLiquid,
        Cell::Air | Cell::Wall | Cell::Rubble => Cell::Wall,
        cell => match door_type(cell, false) {
            Some(OUT) => Cell::StairsUp,
            Some(DOWN) => Cell::StairsDown,
            Some(_) => Cell::StairsBoth,
            None => Cell::Floor,
        },
    }
}

pub(super) fn write(source: &Source<'_>) -> Exported {
    let files = source.z().map(|z| {
        let level = level(source, z);
        File::new(format!("level-{z:03}.json"), format!("{level}\n"))
    });
    Exported {
        files: files.collect(),
        lost: Vec::new(),
    }
}

fn level(source: &Source<'_>, z: u32) -> String {
    let size = source.cells.size();
    let at = |x: u32, y: u32| Pos::new(x as i32, y as i32, z as i32);
    let get = |x: u32, y: u32| source.cells.get(at(x, y));
    let is_floor = |x: u32, y: u32| {
        let cell = get(x, y);
        let is_own = matches!(cell, Cell::Door | Cell::SecretDoor);
        (!is_rock(cell) && cell != Cell::Air).then_some(is_own)
    };
    let rects = rectangles(size.width(), size.height(), is_floor);
    let rects = rects
        .into_iter()
        .map(|(rect, _)| json!({ "x": rect.x, "y": rect.y, "w": rect.width, "h": rect.height }));
    let rects: Vec<Value> = rects.collect();
    let is_locked = |pos: Pos| {
        let mut things = source.cells.things_at(pos);
        things.any(|(_, thing)| thing.kind == ThingKind::Lock)
    };
    let (mut doors, mut columns, mut water, mut others) = (vec![], vec![], vec![], vec![]);
    for (y, row) in (0..).zip(source.rows(z)) {
        let mut run: Option<(u32, u32, Cell)> = None;
        for (x, cell) in (0..).zip(row) {
            if let Some(kind) = door_type(cell, is_locked(at(x, y))) {
                let is_across = [x.wrapping_sub(1), x + 1]
                    .iter()
                    .all(|&x| is_floor_at(source, at(x, y)));
                let dir = match is_across {
                    true => json!({ "x": 1, "y": 0 }),
                    false => json!({ "x": 0, "y": 1 }),
                };
                doors.push(json!({ "x": x, "y": y, "dir": dir, "type": kind }));
            }
            match cell {
                Cell::Pillar => columns.push(json!({ "x": x, "y": y })),
                Cell::ShallowLiquid | Cell::DeepLiquid => water.push(json!({ "x": x, "y": y })),
                _ => {}
            }
            let other = (understood(cell) != cell).then_some(cell);
            run = match (run, other) {
                (Some((first, count, kind)), Some(cell)) if kind == cell => {
                    Some((first, count + 1, kind))
                }
                (before, other) => {
                    others.extend(before.map(|(x, count, kind)| other_cells(x, y, count, kind)));
                    other.map(|cell| (x, 1, cell))
                }
            };
        }
        others.extend(run.map(|(x, count, kind)| other_cells(x, y, count, kind)));
    }
    let rooms = source.rooms.iter().filter(|room| room.z == z);
    let rooms = rooms.map(|room| {
        let [low, high] = room.inside.map(|pos| [pos.x, pos.y]);
        let middle = |i: usize| f64::from(low[i] + high[i] + 1) / 2.0;
        let text = match room.notes.is_empty() {
            true => room.name.clone(),
            false => format!("{}. {}", room.name, room.notes.join(" ")),
        };
        json!({ "text": text, "ref": room.id, "pos": { "x": middle(0), "y": middle(1) } })
    });
    let labels = source.cells.things().map(|(_, thing)| thing);
    let labels = labels.filter(|thing| {
        let is_note = [ThingKind::Label, ThingKind::Sign].contains(&thing.kind);
        is_note && thing.place.z == z as i32 && source.rooms.is_empty()
    });
    let labels = (1..).zip(labels).map(|(number, thing): (u32, _)| {
        let [x, y] = [thing.place.x, thing.place.y].map(|at| f64::from(at) + 0.5);
        json!({ "text": thing.name, "ref": number.to_string(), "pos": { "x": x, "y": y } })
    });
    let notes: Vec<Value> = rooms.chain(labels).collect();
    let made = (0..size.height()).flat_map(|y| {
        let row: Vec<_> = (0..).zip(source.cells.material_row(y, z)).collect();
        let named = row.into_iter().filter_map(move |(x, material): (u32, _)| {
            let name = source.cells.material_name(material)?;
            Some(json!([x, y, name]))
        });
        named.collect::<Vec<_>>()
    });
    let things = (0u32..).zip(source.cells.things());
    let things = things.filter(|(_, (_, thing))| thing.place.z == z as i32);
    let things = things.map(|(order, (_, thing))| {
        json!({
            "order": order, "x": thing.place.x, "y": thing.place.y, "kind": thing.kind.name(),
            "name": thing.name, "properties": thing.properties,
        })
    });
    let name = source
        .levels
        .get(z as usize)
        .map_or("", |level| &level.name);
    let own = json!({
        "z": z, "size": [size.width(), size.height()], "cells": others,
        "materials": made.collect::<Vec<_>>(), "things": things.collect::<Vec<_>>(),
        "origin": source.origin.as_ref().filter(|_| z == 0),
    });
    // In the order of the generator, so that the first bytes say what it is.
    let fields = [
        ("version", json!("1.2.7")),
        ("title", json!(format!("{}, {name}", source.title))),
        ("story", json!("")),
        ("rects", json!(rects)),
        ("doors", json!(doors)),
        ("notes", json!(notes)),
        ("columns", json!(columns)),
        ("water", json!(water)),
        ("deepway", own),
    ];
    let fields = fields.map(|(key, value)| format!("\"{key}\":{value}"));
    format!("{{{}}}", fields.join(","))
}

fn is_floor_at(source: &Source<'_>, pos: Pos) -> bool {
    let cell = source.cells.get(pos);
    !is_rock(cell) && cell != Cell::Air
}

/// Cells of one kind in a row that the format has no word for.
fn other_cells(x: u32, y: u32, count: u32, cell: Cell) -> Value {
    json!([x, y, count, cell.info().name])
}
