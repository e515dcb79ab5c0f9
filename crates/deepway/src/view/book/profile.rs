//! The side of a sector: rooms as boxes on their layers, and what joins the layers.

use super::Paper;
use super::flow::MARGIN;
use super::font::Font;
use super::sheet::{Drawn, Sheet};
use crate::ids::RoomId;
use crate::sector::Sector;
use crate::space::Layer;
use std::collections::BTreeMap;

/// How high a box is, and a layer at most.
const BOX: f32 = 26.0;
const LAYER: f32 = 96.0;

/// Draws the rooms that are `known` and the connections between them that are not hidden.
pub(super) fn draw(
    sheet: &mut Sheet,
    sector: &Sector,
    known: &[RoomId],
    is_hidden: impl Fn([RoomId; 2]) -> bool,
    top: f32,
    paper: Paper,
) {
    let [width, height] = paper.size();
    let mut layers: BTreeMap<i32, Vec<RoomId>> = BTreeMap::new();
    for &room in known {
        layers
            .entry(sector[room].position.z)
            .or_default()
            .push(room);
    }
    let step = ((height - top - 70.0) / layers.len().max(1) as f32).min(LAYER);
    let (left, right) = (MARGIN + 86.0, width - MARGIN);
    let all = known
        .iter()
        .map(|&room| sector[room].position.x * 2 + sector[room].size.side());
    let (low, high) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(1));
    let mut places: BTreeMap<RoomId, [f32; 2]> = BTreeMap::new();
    let mut wide = f32::MAX;
    for rooms in layers.values() {
        wide = wide.min((right - left) / rooms.len().max(1) as f32 - 4.0);
    }
    let wide = wide.clamp(14.0, 84.0);
    for (row, (z, rooms)) in layers.iter_mut().rev().enumerate() {
        let y = top + row as f32 * step;
        let centre = |room: &RoomId| sector[*room].position.x * 2 + sector[*room].size.side();
        rooms.sort_by_key(|room| (centre(room), sector[*room].position.y, *room));
        let count = rooms.len() as f32;
        let span = (right - left - wide).max(1.0);
        let wanted =
            |room: &RoomId| left + (centre(room) - low) as f32 / (high - low).max(1) as f32 * span;
        let mut xs: Vec<f32> = rooms.iter().map(wanted).collect();
        // Boxes that would touch move to the right, and back if there is no room.
        for i in 1..xs.len() {
            xs[i] = xs[i].max(xs[i - 1] + wide + 4.0);
        }
        let mut limit = right - wide;
        for x in xs.iter_mut().rev() {
            *x = x.min(limit);
            limit = *x - ((right - left) / count).min(wide + 4.0);
        }
        for (room, x) in rooms.iter().zip(xs) {
            places.insert(*room, [x, y]);
        }
        let name =
            Layer::from_z(*z).map_or_else(|| format!("level {z}"), |layer| layer.to_string());
        sheet.text([MARGIN, y + 12.0], Font::Head, 9.0, name);
        let metres = Layer::from_z(*z).map_or(0, Layer::metres);
        sheet.text([MARGIN, y + 23.0], Font::Sans, 8.0, format!("{metres} m"));
        sheet.line([[MARGIN, y + BOX + 6.0], [right, y + BOX + 6.0]], 0.3, 0.7);
    }
    let mut taken: Vec<[f32; 4]> = Vec::new();
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        let (Some(a), Some(b)) = (places.get(&low), places.get(&high)) else {
            continue;
        };
        if is_hidden(connection.ends()) {
            continue;
        }
        let from = [b[0] + wide / 2.0, b[1] + BOX];
        let to = [a[0] + wide / 2.0, a[1]];
        sheet.drawn.push(Drawn::Line {
            ends: [from, to],
            width: 1.2,
            grey: 0.1,
            dash: connection.is_blocked().then_some([3.0, 2.5]),
        });
        let text = connection.kind().id();
        // Near the lower end, where lines to different rooms are apart, and on no other word.
        let area_at = |share: f32| {
            let x = to[0] + (from[0] - to[0]) * share + 3.0;
            let y = to[1] + (from[1] - to[1]) * share;
            let wide = Font::Sans.width(text, 7.0) + 2.0;
            [x - 1.0, y - 6.5, wide, 8.5]
        };
        let is_free = |area: &[f32; 4]| {
            let apart = |i: usize, other: &[f32; 4]| {
                area[i] >= other[i] + other[i + 2] || other[i] >= area[i] + area[i + 2]
            };
            taken.iter().all(|other| apart(0, other) || apart(1, other))
        };
        let mut areas = [0.3, 0.45, 0.6, 0.18, 0.75].map(area_at).into_iter();
        let area = areas.find(is_free).unwrap_or(area_at(0.3));
        taken.push(area);
        sheet.drawn.push(Drawn::Fill { area, grey: 1.0 });
        let at = [area[0] + 1.0, area[1] + 6.5];
        sheet.text(at, Font::Sans, 7.0, text);
    }
    for exit in sector.doorways().filter(|exit| !exit.is_secret) {
        let (Some(a), Some(b)) = (places.get(&exit.from), places.get(&exit.to)) else {
            continue;
        };
        let (a, b) = if a[0] < b[0] { (a, b) } else { (b, a) };
        if a[1] == b[1] && b[0] - a[0] < wide * 1.6 + 8.0 {
            let y = a[1] + BOX / 2.0;
            sheet.line([[a[0] + wide, y], [b[0], y]], 0.9, 0.1);
        }
    }
    for (room, [x, y]) in places {
        sheet.drawn.push(Drawn::Fill {
            area: [x, y, wide, BOX],
            grey: 0.94,
        });
        sheet.frame([x, y, wide, BOX], 0.8);
        let id = room.to_string();
        let mut size = 9.0;
        while Font::Head.width(&id, size) > wide - 2.0 && size > 4.0 {
            size -= 0.5;
        }
        sheet.text([x + 3.0, y + 10.0], Font::Head, size, id);
        if wide >= 50.0 {
            let name = &sector[room].name;
            let mut short = String::new();
            for letter in name.chars() {
                short.push(letter);
                if Font::Sans.width(&short, 6.5) > wide - 8.0 {
                    short.pop();
                    short.push('…');
                    break;
                }
            }
            sheet.text([x + 3.0, y + 20.0], Font::Sans, 6.5, short);
        }
    }
}
