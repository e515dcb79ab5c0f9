//! What differs from the seed: zone by zone, what was added, drawn and noted.

use super::registry::{Entry, EntryError, Registry};
use super::world::{EditError, Strata};
use super::zone::Edits;
use crate::cell::Cell;
use crate::space::ZonePos;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// All that differs from the seed in one zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneChanges {
    /// What was added: entries of this zone.
    pub entries: BTreeSet<Entry>,
    /// Cells that were drawn, by row and column.
    pub cells: BTreeMap<[u8; 2], Cell>,
    /// What the running game keeps in mind about the zone.
    pub properties: BTreeMap<String, String>,
}

impl ZoneChanges {
    /// Whether the zone is as its seed says.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.cells.is_empty() && self.properties.is_empty()
    }
}

/// Why changes do not fit a zone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// An entry that cannot be there.
    #[error("{0}")]
    Entry(#[from] EntryError),
    /// A cell that cannot be drawn.
    #[error("{0}")]
    Cell(#[from] EditError),
    /// An entry of another zone.
    #[error("an entry of another zone: expected entries of {}", super::Address::of(*zone))]
    Elsewhere {
        /// The zone.
        zone: ZonePos,
    },
}

/// What was added or changed since the world began.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) registry: Registry,
    pub(super) edits: BTreeMap<ZonePos, Edits>,
    pub(super) properties: BTreeMap<ZonePos, BTreeMap<String, String>>,
}

impl Strata {
    /// The zones that differ from the seed, in order.
    pub fn changed_zones(&self) -> Vec<ZonePos> {
        let changes = self.changes();
        let added = changes.registry.iter().map(|entry| entry.zone);
        let drawn = changes.edits.keys().copied();
        let noted = changes.properties.keys().copied();
        let zones: BTreeSet<ZonePos> = added.chain(drawn).chain(noted).collect();
        zones.into_iter().collect()
    }

    /// What differs from the seed in a zone.
    pub fn zone_changes(&self, zone: ZonePos) -> ZoneChanges {
        let changes = self.changes();
        let entries = changes.registry.in_zone(zone);
        let entries = entries.filter(|entry| entry.zone == zone);
        ZoneChanges {
            entries: entries.cloned().collect(),
            cells: changes.edits.get(&zone).cloned().unwrap_or_default(),
            properties: changes.properties.get(&zone).cloned().unwrap_or_default(),
        }
    }

    /// Puts other changes in place of a zone's own, completely or not at all.
    pub fn set_zone_changes(&self, zone: ZonePos, new: ZoneChanges) -> Result<(), ChangeError> {
        for (&[y, x], &cell) in &new.cells {
            Self::check_cell(zone, [x, y], cell)?;
        }
        for entry in &new.entries {
            if entry.zone != zone {
                return Err(ChangeError::Elsewhere { zone });
            }
            entry.check(self.plan())?;
        }
        let old = self.zone_changes(zone);
        let mut changes = self.changes_mut();
        for gone in old.entries.difference(&new.entries) {
            changes.registry.remove(gone);
        }
        let is_rejoined = old.entries != new.entries;
        for entry in new.entries {
            changes.registry.add(self.plan(), entry)?;
        }
        put(&mut changes.edits, zone, new.cells, BTreeMap::is_empty);
        put(
            &mut changes.properties,
            zone,
            new.properties,
            BTreeMap::is_empty,
        );
        drop(changes);
        match is_rejoined {
            true => self.forget_column(zone.column()),
            false => self.forget_zone(zone),
        }
        Ok(())
    }
}

/// Puts something under a key, or nothing if it is empty.
fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: V, is_empty: impl Fn(&V) -> bool) {
    match is_empty(&value) {
        true => _ = map.remove(&key),
        false => _ = map.insert(key, value),
    }
}

#[cfg(test)]
mod tests {
    use super::super::registry::EntryKind;
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn a_world_with_the_same_changes_is_the_same() {
        let strata = Strata::new(Seed::new(6));
        let zone = ZonePos::at([3, 4], 15).unwrap();
        let entry = Entry {
            zone,
            y: 9,
            x: 9,
            kind: EntryKind::StairsDown,
            object: Some("rope".to_owned()),
        };
        strata.add(entry.clone()).unwrap();
        strata
            .set_cell(zone.to_world(20, 5).unwrap(), Cell::Door)
            .unwrap();
        let mut changes = strata.zone_changes(zone);
        changes.properties.insert("seen".into(), "yes".into());
        strata.set_zone_changes(zone, changes.clone()).unwrap();
        assert_eq!(strata.zone_changes(zone), changes);
        assert_eq!(strata.changed_zones(), [zone]);
        let other = Strata::new(Seed::new(6));
        other.set_zone_changes(zone, changes.clone()).unwrap();
        for z in 14..18 {
            let zone = ZonePos::at([3, 4], z).unwrap();
            assert_eq!(other.zone(zone), strata.zone(zone));
        }
        // Nothing is changed by what does not fit.
        let mut wrong = changes.clone();
        wrong.cells.insert([0, 5], Cell::Door);
        let error = other.set_zone_changes(zone, wrong).unwrap_err();
        assert!(matches!(error, ChangeError::Cell(EditError::Border { .. })));
        let mut wrong = changes.clone();
        let elsewhere = ZonePos::at([3, 4], 16).unwrap();
        let moved = Entry {
            zone: elsewhere,
            ..entry
        };
        wrong.entries.insert(moved);
        let error = other.set_zone_changes(zone, wrong).unwrap_err();
        assert_eq!(error, ChangeError::Elsewhere { zone });
        assert_eq!(other.zone_changes(zone), changes);
        // Without changes the seed alone decides.
        other
            .set_zone_changes(zone, ZoneChanges::default())
            .unwrap();
        assert_eq!(other.changed_zones(), []);
        assert_eq!(other.zone(zone), Strata::new(Seed::new(6)).zone(zone));
    }
}
