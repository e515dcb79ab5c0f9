//! Doors and corridors.

use super::{INSET, View, WALL, role_colour};
use crate::sector::{NodeKind, Sector};
use crate::space::{Direction, RoomPos};
use crate::view::scene::{Colour, Scene};
use std::collections::BTreeMap;

/// The doors of each room, and the corridors by layer.
pub(super) struct WaysOut {
    pub(super) doors: Vec<Vec<Door>>,
    /// Pieces of corridors, each with the lower of its layers.
    corridors: BTreeMap<i32, Vec<[RoomPos; 2]>>,
}

/// The offset from a unit to another.
fn step(from: RoomPos, to: RoomPos) -> [i64; 3] {
    let far = |from: i32, to: i32| i64::from(to) - i64::from(from);
    [far(from.x, to.x), far(from.y, to.y), far(from.z, to.z)]
}

pub(super) struct Door {
    unit: RoomPos,
    direction: Direction,
    is_secret: bool,
}

impl WaysOut {
    pub(super) fn new(sector: &Sector) -> Self {
        let mut doors: Vec<Vec<Door>> = sector.rooms().iter().map(|_| Vec::new()).collect();
        for exit in sector.exits() {
            doors[exit.from.index()].push(Door {
                unit: exit.unit,
                direction: exit.direction,
                is_secret: exit.is_secret,
            });
        }
        let mut corridors: BTreeMap<i32, Vec<[RoomPos; 2]>> = BTreeMap::new();
        for exit in sector.doorways().filter(|exit| exit.via().len() > 0) {
            // Each straight run is one piece.
            let way: Vec<RoomPos> = exit.via().chain([exit.far_door().unit]).collect();
            let (mut start, mut before) = (exit.unit, exit.unit);
            for (i, &unit) in way.iter().enumerate() {
                let goes_on = way.get(i + 1).is_some_and(|&next| {
                    unit.z == before.z && step(before, unit) == step(unit, next)
                });
                if !goes_on {
                    let pieces = corridors.entry(start.z.min(unit.z)).or_default();
                    pieces.push([start, unit]);
                    start = unit;
                }
                before = unit;
            }
        }
        Self { doors, corridors }
    }
}

/// Draws doors as bright thresholds.
pub(super) fn draw_doors(scene: &mut Scene, view: &View, doors: &[Door]) {
    for door in doors {
        let (x, y, z) = (door.unit.x as f32, door.unit.y as f32, door.unit.z);
        let (near, far) = (1.0 - INSET, 1.0 + INSET);
        let threshold = match door.direction {
            Direction::North => [(0.35, near), (0.65, near), (0.65, far), (0.35, far)],
            Direction::South => [(0.35, INSET), (0.65, INSET), (0.65, -INSET), (0.35, -INSET)],
            Direction::East => [(near, 0.35), (near, 0.65), (far, 0.65), (far, 0.35)],
            _ => [(INSET, 0.35), (INSET, 0.65), (-INSET, 0.65), (-INSET, 0.35)],
        };
        let threshold = threshold.map(|(dx, dy)| view.point(x + dx, y + dy, z, WALL * 0.5));
        let colour = match door.is_secret {
            true => role_colour(NodeKind::Secret),
            false => Colour::rgb(0xF6_EE_D6),
        };
        scene.shape(vec![threshold.to_vec()], colour);
    }
}

pub(super) const CORRIDOR: Colour = Colour::rgb(0xC9_C2_AE);

pub(super) fn draw_corridors(scene: &mut Scene, view: &View, ways_out: &WaysOut, z: i32) {
    let centre = |unit: RoomPos| view.point(unit.x as f32 + 0.5, unit.y as f32 + 0.5, unit.z, 3.0);
    let pieces = ways_out.corridors.get(&z).into_iter().flatten();
    let (climbs, level): (Vec<_>, Vec<_>) = pieces.partition(|[a, b]| a.z != b.z);
    let lines = |pieces: Vec<&[RoomPos; 2]>| {
        let lines = pieces.into_iter().map(|piece| piece.map(centre).to_vec());
        lines.collect()
    };
    scene.lines(lines(climbs), CORRIDOR.opacity(170), 4.0);
    scene.lines(lines(level), CORRIDOR, 7.0);
}
