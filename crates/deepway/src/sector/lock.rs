//! Locks of a sector, and the names of their keys.

use super::Sector;
use crate::ids::RoomId;
use crate::seed::Seed;

/// A lock: the passages that have it are shut for whoever does not hold its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The room where the key lies.
    pub key: RoomId,
    /// What the key is called.
    pub name: String,
}

/// What keys are made of, and what they look like.
const STUFFS: [&str; 12] = [
    "iron", "brass", "bone", "copper", "silver", "bronze", "glass", "lead", "horn", "steel",
    "stone", "amber",
];
const LOOKS: [&str; 10] = [
    "",
    "twisted",
    "toothless",
    "blackened",
    "heavy",
    "slender",
    "notched",
    "bent",
    "engraved",
    "hollow",
];

/// Names the keys that have no name yet; no two are called the same.
pub(super) fn name_keys(sector: &mut Sector, seed: Seed) {
    if sector.locks.iter().all(|lock| !lock.name.is_empty()) {
        return;
    }
    let mut random = seed.child("keys").stream();
    let mut names: Vec<String> = Vec::new();
    for look in LOOKS {
        let mut stuffs = STUFFS;
        random.shuffle(&mut stuffs);
        let named = stuffs.map(|stuff| format!("{look} {stuff} key").trim_start().to_owned());
        names.extend(named);
    }
    let brought: Vec<String> = sector.locks.iter().map(|lock| lock.name.clone()).collect();
    names.retain(|name| !brought.contains(name));
    let rounds = (2u32..).flat_map(|number| {
        let again = names.iter().map(move |name| format!("{name} {number}"));
        again.collect::<Vec<_>>()
    });
    let mut free = names.clone().into_iter().chain(rounds);
    for lock in sector.locks.iter_mut().filter(|lock| lock.name.is_empty()) {
        lock.name = free.next().unwrap_or_default();
    }
}
