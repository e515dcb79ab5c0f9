//! Locks that differ, and the rooms of their keys.

use super::sector::Both;
use super::{Difference, How, Matter};
use crate::ids::{LockId, RoomId};
use crate::sector::{Lock, Sector};
use std::collections::BTreeSet;

/// What a lock is called: as its key.
fn name(id: LockId, lock: &Lock) -> String {
    match lock.name.is_empty() {
        true => id.to_string(),
        false => lock.name.clone(),
    }
}

fn numbered(sector: &Sector) -> impl Iterator<Item = (LockId, &Lock)> {
    LockId::all(sector.locks().len()).zip(sector.locks())
}

impl Both<'_> {
    /// Finds the locks that are the same, by name, else by what they lock, and keeps what each
    /// is called in the first sector.
    pub(super) fn pair_locks(&mut self) {
        let [a, b] = self.sectors;
        let mut pairs: Vec<Option<LockId>> = vec![None; b.locks().len()];
        let is_named = |[known, other]: [LockId; 2]| {
            let [known, other] = [&a.locks()[known.index()], &b.locks()[other.index()]];
            known.name == other.name && !known.name.is_empty()
        };
        let locked = [0, 1].map(|side| self.locked(side));
        let has_same = |[known, other]: [LockId; 2]| {
            let [known, other] = [&locked[0][known.index()], &locked[1][other.index()]];
            known == other && !known.is_empty()
        };
        let is_same: [&dyn Fn([LockId; 2]) -> bool; 2] = [&is_named, &has_same];
        for is_same in is_same {
            for id in LockId::all(a.locks().len()) {
                let is_free = |other: &LockId| pairs[other.index()].is_none();
                if !pairs.contains(&Some(id))
                    && let Some(found) = LockId::all(pairs.len())
                        .filter(is_free)
                        .find(|other| is_same([id, *other]))
                {
                    pairs[found.index()] = Some(id);
                }
            }
        }
        let before: Vec<String> = numbered(a).map(|(id, lock)| name(id, lock)).collect();
        let after = numbered(b)
            .zip(&pairs)
            .map(|((id, lock), pair)| match pair {
                Some(known) => before[known.index()].clone(),
                None => name(id, lock),
            });
        let after = after.collect();
        self.lock_names = [before, after];
        self.locks = pairs;
    }

    /// For each lock of a sector, the rooms on both sides of what it locks.
    fn locked(&self, side: usize) -> Vec<Vec<[String; 2]>> {
        let sector = self.sectors[side];
        let mut locked = vec![Vec::new(); sector.locks().len()];
        for passage in sector.passages() {
            let place = passage.lock().and_then(|id| locked.get_mut(id.index()));
            if let Some(place) = place {
                let mut ends = passage.ends().map(|room| self.room_name(side, room));
                ends.sort_unstable();
                place.push(ends);
            }
        }
        locked.iter_mut().for_each(|ends| ends.sort_unstable());
        locked
    }
}

impl Difference {
    /// Compares the locks of two sectors, which are paired; a room whose keys differ has changed.
    pub(super) fn compare_locks(&mut self, both: &Both<'_>) {
        let [a, b] = both.sectors;
        let place = |side: usize, room: RoomId| format!("key in {}", both.room_name(side, room));
        let mut rooms: BTreeSet<String> = BTreeSet::new();
        for (id, lock) in numbered(a) {
            let called = name(id, lock);
            let pair = both.locks.iter().position(|pair| *pair == Some(id));
            let room = both.room_name(0, lock.key);
            let Some(other) = pair.and_then(|pair| b.locks().get(pair)) else {
                self.note_removed(Matter::Lock, &called, place(0, lock.key));
                rooms.insert(room);
                continue;
            };
            let places = [place(0, lock.key), place(1, other.key)];
            let names = [lock, other].map(|lock| lock.name.clone());
            let has_moved = self.note_fact(Matter::Lock, &called, "place", places);
            if self.note_fact(Matter::Lock, &called, "name", names) || has_moved {
                rooms.extend([room, both.room_name(1, other.key)]);
            }
        }
        for ((id, lock), pair) in numbered(b).zip(&both.locks) {
            if pair.is_none() {
                self.note_added(Matter::Lock, &name(id, lock), place(1, lock.key));
                rooms.insert(both.room_name(1, lock.key));
            }
        }
        for mark in &mut self.marks {
            if mark.how.is_none() && rooms.contains(&mark.label) {
                mark.how = Some(How::Changed);
            }
        }
    }
}
