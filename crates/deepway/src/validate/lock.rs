//! Every lock has a key that is found before it is needed, and no way leads around it.

use crate::ids::{LockId, RoomId};
use crate::report::{Finding, Rule};
use crate::sector::Sector;

/// The passages of a sector, and where its keys lie.
struct Ways {
    onward: Vec<Vec<(RoomId, Option<LockId>)>>,
    keys: Vec<Vec<LockId>>,
}

impl Ways {
    fn new(sector: &Sector) -> Self {
        let rooms = sector.rooms().len();
        let mut onward = vec![Vec::new(); rooms];
        for passage in sector.passages() {
            let [a, b] = passage.ends();
            for (end, from, to) in [(0, a, b), (1, b, a)] {
                if passage.leads(end) {
                    onward[from.index()].push((to, passage.lock()));
                }
            }
        }
        let mut keys = vec![Vec::new(); rooms];
        for (id, lock) in LockId::all(sector.locks().len()).zip(sector.locks()) {
            keys[lock.key.index()].push(id);
        }
        Self { onward, keys }
    }

    /// The rooms that are reached from the entry hall by whoever picks up all keys but one, and
    /// the keys in the order in which they are found.
    fn walk(&self, locks: usize, without: Option<LockId>) -> (Vec<bool>, Vec<LockId>) {
        let mut reached = vec![false; self.onward.len()];
        let mut held = vec![false; locks];
        let mut found = Vec::new();
        // What is behind each lock that was met without its key.
        let mut shut: Vec<Vec<RoomId>> = vec![Vec::new(); locks];
        let mut open = vec![RoomId::ENTRY];
        while let Some(room) = open.pop() {
            match reached.get_mut(room.index()) {
                Some(reached) if !*reached => *reached = true,
                _ => continue,
            }
            let keys = self.keys[room.index()].iter();
            for &key in keys.filter(|&&key| Some(key) != without) {
                held[key.index()] = true;
                found.push(key);
                open.append(&mut shut[key.index()]);
            }
            for &(next, lock) in &self.onward[room.index()] {
                match lock.filter(|lock| !held[lock.index()]) {
                    Some(lock) => shut[lock.index()].push(next),
                    None => open.push(next),
                }
            }
        }
        (reached, found)
    }
}

/// The rooms that whoever picks up keys on the way reaches from the entry hall.
pub(super) fn with_keys(sector: &Sector) -> Vec<bool> {
    Ways::new(sector).walk(sector.locks().len(), None).0
}

/// An order in which all locks can be opened by whoever starts in the entry hall; locks that
/// cannot be opened are missing.
pub fn opening_order(sector: &Sector) -> Vec<LockId> {
    Ways::new(sector).walk(sector.locks().len(), None).1
}

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    let locks = sector.locks();
    if locks.is_empty() {
        return;
    }
    let mut passages: Vec<Vec<[RoomId; 2]>> = vec![Vec::new(); locks.len()];
    for passage in sector.passages() {
        if let Some(lock) = passage.lock() {
            passages[lock.index()].push(passage.ends());
        }
    }
    let ways = Ways::new(sector);
    let (all, _) = ways.walk(locks.len(), None);
    for (id, lock) in LockId::all(locks.len()).zip(locks) {
        let mut say = |text: String| {
            findings.push(Finding::of_rooms(Rule::LockMismatch, [lock.key], text));
        };
        if passages[id.index()].is_empty() {
            say(format!("key {id} ({}) opens nothing", lock.name));
        }
        if !all[lock.key.index()] {
            let key = lock.key;
            say(format!(
                "key {id} lies in {key}, which is not reached: expected it where one comes without it"
            ));
            continue;
        }
        let (without, _) = ways.walk(locks.len(), Some(id));
        for &[a, b] in &passages[id.index()] {
            if without[a.index()] && without[b.index()] {
                say(format!(
                    "the passage between {a} and {b} is locked by {id}, and one can go around it"
                ));
            }
        }
    }
}
