//! A layer of a sector from above.

use super::canvas::Canvas;
use crate::sector::Sector;
use crate::space::{Direction, Layer, RoomPos};

/// Characters from one unit to the next, to the east and to the south.
const WIDE: usize = 6;
const HIGH: usize = 2;

/// A layer from above, north at the top: rooms with their ids, corridors, doors, secret doors
/// (`?`), connections up (`▲`), down (`▼`) or both (`◆`), and where a corridor climbs (`+`).
/// None if nothing is there.
pub fn layer_plan(sector: &Sector, layer: Layer) -> Option<String> {
    let z = layer.z();
    let rooms: Vec<_> = sector
        .rooms()
        .iter()
        .filter(|room| room.position.z == z)
        .collect();
    let vias = sector.doorways().map(|exit| exit.via().collect());
    let vias: Vec<Vec<RoomPos>> = vias.collect();
    let corridors = vias
        .iter()
        .flat_map(|via| via.iter())
        .filter(|unit| unit.z == z);
    let units: Vec<RoomPos> = rooms
        .iter()
        .flat_map(|room| room.units())
        .chain(corridors.copied())
        .collect();
    let west = units.iter().map(|unit| unit.x).min()?;
    let north = units.iter().map(|unit| unit.y).max()?;
    let east = units.iter().map(|unit| unit.x).max()?;
    let south = units.iter().map(|unit| unit.y).min()?;
    let (wide, high) = (
        east.abs_diff(west) as usize + 1,
        north.abs_diff(south) as usize + 1,
    );
    if wide.saturating_mul(high) > 1 << 20 {
        return None;
    }
    let mut canvas = Canvas::new(wide * WIDE + 1, high * HIGH + 1);
    // The top left corner of a unit.
    let place = |unit: RoomPos| {
        let x = unit.x.abs_diff(west) as usize * WIDE;
        let y = unit.y.abs_diff(north) as usize * HIGH;
        (x, y)
    };
    for via in &vias {
        draw_corridor(&mut canvas, via, z, place);
    }
    for room in &rooms {
        let side = room.size.side();
        let corner = RoomPos::new(room.position.x, room.position.y.saturating_add(side - 1), z);
        let (x, y) = place(corner);
        let (width, height) = (side as usize * WIDE + 1, side as usize * HIGH + 1);
        canvas.frame(x, y, width, height);
        for row in y + 1..y + height - 1 {
            canvas.write(x + 1, row, &" ".repeat(width - 2));
        }
        // In larger rooms between two rows of units, where there are no signs.
        match side {
            1 => canvas.write(x + 1, y + 1, &room.id.to_string()),
            _ => canvas.centre(x + 1, y + 2, width - 2, &room.id.to_string()),
        }
    }
    for exit in sector.exits().filter(|exit| exit.unit.z == z) {
        let (x, y) = place(exit.unit);
        let door = if exit.is_secret { '?' } else { '░' };
        let middle = x + WIDE / 2;
        match exit.direction {
            Direction::North => canvas.put(middle, y, door),
            Direction::South => canvas.put(middle, y + HIGH, door),
            Direction::East => canvas.put(x + WIDE, y + 1, door),
            _ => canvas.put(x, y + 1, door),
        }
    }
    for room in &rooms {
        for unit in room.units() {
            let leads = |up: bool| {
                sector.connections().any(|connection| {
                    let [low, high] = connection.low_and_high();
                    let from = if up { low } else { high };
                    from == room.id && connection.column() == [unit.x, unit.y]
                })
            };
            let sign = match (leads(true), leads(false)) {
                (true, true) => '◆',
                (true, false) => '▲',
                (false, true) => '▼',
                (false, false) => continue,
            };
            let (x, y) = place(unit);
            canvas.put(x + WIDE - 1, y + 1, sign);
        }
    }
    Some(canvas.text())
}

/// Draws the units of a corridor on a layer, and the joints between them.
fn draw_corridor(
    canvas: &mut Canvas,
    via: &[RoomPos],
    z: i32,
    place: impl Fn(RoomPos) -> (usize, usize),
) {
    for (i, &unit) in via.iter().enumerate().filter(|(_, unit)| unit.z == z) {
        let (x, y) = place(unit);
        let around = [i.checked_sub(1), Some(i + 1)];
        let around = around.into_iter().flatten().filter_map(|i| via.get(i));
        let climbs = around.clone().any(|other| other.z != z);
        canvas.write(
            x + 1,
            y + 1,
            if climbs {
                "░░+░░"
            } else {
                "░░░░░"
            },
        );
        for other in around {
            match (other.x.wrapping_sub(unit.x), other.y.wrapping_sub(unit.y)) {
                (1, 0) => canvas.put(x + WIDE, y + 1, '░'),
                (-1, 0) => canvas.put(x, y + 1, '░'),
                (0, 1) => canvas.put(x + WIDE / 2, y, '░'),
                (0, -1) => canvas.put(x + WIDE / 2, y + HIGH, '░'),
                _ => {}
            }
        }
    }
}
