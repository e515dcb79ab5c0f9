//! Every walkable cell can be reached from the entry hall, and has a way back, unless a
//! connection leads only one way.

use crate::ids::RoomId;
use crate::nav::Ground;
use crate::report::{Finding, Rule, Subject};
use crate::sector::CarvedSector;
use crate::space::Pos;
use std::collections::HashMap;

pub(super) fn check(carved: &CarvedSector, ground: &Ground, findings: &mut Vec<Finding>) {
    let Some(entry) = carved.middle_of(RoomId::ENTRY) else {
        findings.push(Finding::of_rooms(
            Rule::Pocket,
            [RoomId::ENTRY],
            "the entry hall has no cell to stand on",
        ));
        return;
    };
    let home = ground.island(entry);
    let mut ways: HashMap<Option<u32>, [bool; 2]> = HashMap::new();
    let (volume, mut far, mut lost) = (carved.volume(), Vec::new(), Vec::new());
    let size = volume.size();
    for z in 0..size.levels() {
        for y in 0..size.height() {
            for (x, cell) in (0..).zip(volume.row(y, z)) {
                let pos = Pos::new(x, y as i32, z as i32);
                let island = ground.island(pos);
                if !cell.is_walkable() || island == home {
                    continue;
                }
                // The answer is the same for all cells of an island.
                let [is_reached, leads_back] = *ways
                    .entry(island)
                    .or_insert_with(|| [ground.reaches(entry, pos), ground.reaches(pos, entry)]);
                if !is_reached {
                    far.push(pos);
                } else if !leads_back {
                    lost.push(pos);
                }
            }
        }
    }
    let is_one_way = carved
        .sector()
        .connections()
        .any(|connection| !connection.is_two_way());
    for (rule, cells, what) in [
        (Rule::Pocket, far, "cannot be reached from the entry hall"),
        (Rule::Trap, lost, "can be entered but never left"),
    ] {
        if let Some(&first) = cells.first().filter(|_| !is_one_way) {
            let room = carved.room_at(first).map(Subject::Room);
            let subjects = [Subject::Cell(first)].into_iter().chain(room);
            let text = format!("{} cells that {what}, for example {first}", cells.len());
            findings.push(Finding::new(rule, subjects, text));
        }
    }
}
