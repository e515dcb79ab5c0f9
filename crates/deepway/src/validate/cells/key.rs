//! The key of every lock lies in the room that the sector names.

use crate::ids::LockId;
use crate::report::{Finding, Rule};
use crate::sector::CarvedSector;
use crate::thing::ThingKind;

pub(super) fn check(carved: &CarvedSector, findings: &mut Vec<Finding>) {
    let (sector, volume) = (carved.sector(), carved.volume());
    for (id, lock) in LockId::all(sector.locks().len()).zip(sector.locks()) {
        let (name, room) = (id.to_string(), lock.key);
        let mut keys = volume
            .things()
            .map(|(_, thing)| thing)
            .filter(|thing| thing.kind == ThingKind::Key)
            .filter(|thing| thing.properties.get("lock") == Some(&name));
        let is_there = keys.any(|key| {
            carved.room_at(key.place) == Some(room) && volume.get(key.place).is_walkable()
        });
        if !is_there {
            findings.push(Finding::of_rooms(
                Rule::KeyMissing,
                [room],
                format!(
                    "key {id} ({}) does not lie in {room}: expected it on a cell that can be walked on",
                    lock.name
                ),
            ));
        }
    }
}
