//! Regions: where one changes level, and floors with holes at openings.

use super::{Floor, SQUARE};
use crate::cell::{Cell, LinkKind};
use crate::export::Source;
use crate::export::hash::letters;
use crate::export::outline::open_cells;
use crate::export::rect::rectangles;
use crate::link::Link;
use crate::space::Pos;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How high a band above a floor reaches that is on this floor only.
const BAND: i32 = 1;

/// All regions of a scene.
pub(super) fn regions(source: &Source<'_>, floors: &[Floor]) -> Vec<Value> {
    let mut regions: Vec<Value> = (0..)
        .zip(floors)
        .map(|(z, floor)| surface(source, z, floor))
        .collect();
    // A wide staircase is one region.
    let mut groups: BTreeMap<u32, Vec<Link>> = BTreeMap::new();
    for link in &source.links {
        groups.entry(link.group).or_default().push(*link);
    }
    for (group, links) in groups {
        let Some(first) = links.first() else {
            continue;
        };
        let ends = [first.low.z, first.high.z].map(|z| floors.get(z as usize));
        if let [Some(low), Some(high)] = ends {
            regions.push(change(group, &links, low, high));
        }
    }
    regions
}

fn rectangle(x: u32, y: u32, width: u32, height: u32, is_hole: bool) -> Value {
    let [x, y, width, height] = [x, y, width, height].map(|side| side as i32 * SQUARE);
    json!({
        "type": "rectangle", "x": x, "y": y, "width": width, "height": height, "rotation": 0,
        "hole": is_hole,
    })
}

/// Where the links of a group change level.
fn change(group: u32, links: &[Link], low: &Floor, high: &Floor) -> Value {
    let Link { kind, up, down, .. } = links[0];
    // Up and down: from the lower floor to just above the upper one. One way only: the floor
    // that one leaves.
    let (bottom, top) = match (up, down) {
        (true, false) => (low.bottom, low.bottom + BAND),
        (false, true) => (high.bottom, high.bottom + BAND),
        _ => (low.bottom, high.bottom + BAND),
    };
    // A ramp is climbed where it stands, below the cell that it leads to.
    let shapes = links.iter().map(|link| {
        let Pos { x, y, .. } = link.high;
        rectangle(x as u32, y as u32, 1, 1, false)
    });
    let fall = match kind {
        LinkKind::Shaft | LinkKind::Hole => "Keeper: whoever steps in here may fall.",
        _ => "",
    };
    let cells: Vec<Value> = links
        .iter()
        .map(|link| {
            json!([
                [link.low.x, link.low.y, link.low.z],
                [link.high.x, link.high.y, link.high.z]
            ])
        })
        .collect();
    json!({
        "_id": letters(&format!("link {group}")), "name": format!("{kind} {group}"),
        "color": "#ffd166", "shapes": shapes.collect::<Vec<_>>(),
        "elevation": { "bottom": bottom, "top": top, "topInclusive": false },
        "levels": [low.id, high.id], "visibility": 0, "locked": false,
        "behaviors": [{
            "_id": letters(&format!("change {group}")), "name": "", "type": "changeLevel",
            "system": { "movementActions": [] }, "disabled": false, "flags": {},
        }],
        "flags": { "deepway": { "kind": kind.name(), "up": up, "down": down, "cells": cells, "note": fall } },
    })
}

/// The floor of a level: all of it, but for the openings.
fn surface(source: &Source<'_>, z: u32, floor: &Floor) -> Value {
    let size = source.cells.size();
    let open = open_cells(source.cells, z);
    let is_opening = |x: u32, y: u32| {
        let cell = source.cells.get(Pos::new(x as i32, y as i32, z as i32));
        let is_open = open[y as usize * size.width() as usize + x as usize];
        let is_hole = matches!(cell, Cell::Hole | Cell::Shaft) || (cell == Cell::Air && is_open);
        (is_hole && z > 0).then_some(())
    };
    let mut shapes = vec![rectangle(0, 0, size.width(), size.height(), false)];
    for (rect, ()) in rectangles(size.width(), size.height(), is_opening) {
        shapes.push(rectangle(rect.x, rect.y, rect.width, rect.height, true));
    }
    json!({
        "_id": letters(&format!("floor {z}")), "name": format!("floor {z}"), "color": "#8d99ae",
        "shapes": shapes,
        "elevation": { "bottom": floor.bottom, "top": floor.top, "topInclusive": false },
        "levels": [floor.id], "visibility": 0, "locked": true,
        "behaviors": [{
            "_id": letters(&format!("surface {z}")), "name": "", "type": "defineSurface",
            "system": {
                "placement": "bottom", "light": true, "move": true, "sight": true, "sound": true,
                "occlusion": false, "exposure": true, "culling": false,
            },
            "disabled": false, "flags": {},
        }],
        "flags": { "deepway": { "surface": z } },
    })
}
