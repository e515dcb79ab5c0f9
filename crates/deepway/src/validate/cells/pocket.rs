//! From the entry hall every cell is reached that can be walked on, and from each of them
//! a way leads back, unless a connection leads one way only.

use super::super::{Issue, Rule};
use super::issue;
use crate::nav::Ground;
use crate::sector::CarvedSector;
use crate::space::Pos;
use std::collections::HashMap;

pub(super) fn check(carved: &CarvedSector, ground: &Ground, issues: &mut Vec<Issue>) {
    let Some(entry) = carved.middle_of(0) else {
        issues.push(issue(
            Rule::Pocket,
            [0],
            "the entry hall has no cell to stand on".to_owned(),
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
                // The same for all cells of an island.
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
    let is_one_way = carved.sector().connections.iter().any(|one| !one.two_way);
    for (cells, what) in [
        (far, "cannot be reached from the entry hall"),
        (lost, "can be entered and not left"),
    ] {
        if let Some(first) = cells.first().filter(|_| !is_one_way) {
            let room = carved.room_at(*first);
            issues.push(issue(
                Rule::Pocket,
                room.map_or(Vec::new(), |room| vec![room]),
                format!("{} cells {what}, for example {first}", cells.len()),
            ));
        }
    }
}
