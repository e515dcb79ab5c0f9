//! A generated sector is composed as its size demands: a main path that leads away from the
//! entry hall, layers, loops that lead over other layers, locks, and no waste of space.

use super::claims::name;
use crate::report::{Finding, Rule};
use crate::sector::{NodeKind, Room, Sector, Trend, Way};
use crate::space::RoomPos;
use std::collections::BTreeSet;

/// The generation from which on sectors are composed of patterns.
const SINCE: u32 = 4;

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    if sector.is_brought() || sector.generation() < SINCE {
        return;
    }
    let mut say = |text: String| findings.push(Finding::of_rooms(Rule::Structure, [], text));
    let rooms = sector.rooms();
    let count = rooms.len();
    let is_path =
        |room: &&Room| matches!(room.node, NodeKind::Start | NodeKind::Main | NodeKind::Boss);
    let path: Vec<&Room> = rooms.iter().filter(is_path).collect();
    let mut bosses = rooms.iter().filter(|room| room.node == NodeKind::Boss);
    // Without a boss arena, or with two, there is no main path.
    if let (Some(boss), None) = (bosses.next(), bosses.next()) {
        let fewest = match count {
            0..=6 => 3,
            _ => (count * 4).div_ceil(10).max(4),
        };
        if path.len() < fewest {
            say(format!(
                "the main path has {} rooms: expected at least {fewest} of {count}",
                path.len()
            ));
        }
        check_boss(sector, boss, &path, &mut say);
    }
    let layers: BTreeSet<i32> = rooms.iter().map(|room| room.position.z).collect();
    let fewest = match count {
        0..=6 => 1,
        7..=11 => 2,
        12..=19 => 3,
        _ => 4,
    };
    if layers.len() < fewest {
        say(format!(
            "{count} rooms use {} layers: expected at least {fewest}",
            layers.len()
        ));
    }
    if count >= 20 {
        check_loops(sector, &mut say);
    }
    check_locks(sector, &mut say);
    check_box(sector, &mut say);
}

/// The box around all rooms and corridors has at most twelve times the units of the rooms.
fn check_box(sector: &Sector, say: &mut impl FnMut(String)) {
    let rooms: Vec<RoomPos> = sector.rooms().iter().flat_map(Room::units).collect();
    let vias = sector.doorways().flat_map(|exit| exit.via());
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for unit in rooms.iter().copied().chain(vias) {
        for (axis, at) in [unit.x, unit.y, unit.z].into_iter().enumerate() {
            low[axis] = low[axis].min(at);
            high[axis] = high[axis].max(at);
        }
    }
    let lengths = (0..3).map(|axis| i64::from(high[axis]) - i64::from(low[axis]) + 1);
    let volume = lengths.fold(1, i64::saturating_mul);
    let units = rooms.len() as i64;
    if volume > 12 * units {
        say(format!(
            "the box around the sector has {volume} units, its rooms {units}: expected at most twelve times as many"
        ));
    }
}

/// The boss arena lies where the trend leads, and no room of the main path farther.
fn check_boss(sector: &Sector, boss: &Room, path: &[&Room], say: &mut impl FnMut(String)) {
    let z = boss.position.z;
    let (is_right, word) = match sector.blueprint().trend {
        Trend::Descend => (z < 0, "below"),
        Trend::Climb => (z > 0, "above"),
        Trend::Mixed => (z != 0, "above or below"),
    };
    if !is_right {
        say(format!("the boss arena is not {word} the entry hall"));
    }
    let farther = path.iter().find(|room| match sector.blueprint().trend {
        Trend::Descend => room.position.z < z,
        Trend::Climb => room.position.z > z,
        Trend::Mixed => false,
    });
    if let Some(room) = farther {
        say(format!(
            "room {} of the main path lies farther {word} than the boss arena",
            name(room)
        ));
    }
}

/// There is a loop, and a third of all loops disappear if each layer is looked at by itself.
fn check_loops(sector: &Sector, say: &mut impl FnMut(String)) {
    let (rooms, passages) = (sector.rooms().len(), sector.passages().len());
    let loops = (passages + 1).saturating_sub(rooms);
    // On each layer passages − rooms + parts.
    let mut part: Vec<usize> = (0..rooms).collect();
    let mut flat = 0;
    for passage in sector.passages() {
        if matches!(passage.way(), Way::Doors(_)) {
            let [a, b] = passage.ends().map(|room| {
                let mut at = room.index();
                while part[at] != at {
                    at = part[at];
                }
                at
            });
            match a == b {
                true => flat += 1,
                false => part[a.max(b)] = a.min(b),
            }
        }
    }
    if loops == 0 {
        say(format!(
            "{rooms} rooms without a loop: expected at least one"
        ));
    } else if 3 * (loops - flat) < loops {
        say(format!(
            "{flat} of {loops} loops lie on one layer each: expected at most two thirds"
        ));
    }
}

/// There are about as many locks as were asked for, or as suit the rooms.
fn check_locks(sector: &Sector, say: &mut impl FnMut(String)) {
    let count = sector.rooms().len() as u32;
    let wanted = sector.blueprint().locks.unwrap_or(match count {
        0..=8 => 0,
        _ => (count + 5) / 10,
    });
    let locks = sector.locks().len() as u32;
    if locks.abs_diff(wanted) > 1 || (count < 9 && locks > wanted) {
        say(format!(
            "{locks} locks in {count} rooms: expected about {wanted}"
        ));
    }
}
