//! What a search knows of the cells it has met.

use super::graph::CellId;

/// How a cell was reached, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) cost: u64,
    pub(super) parent: CellId,
    /// What the search wants to remember, for example the direction of arrival.
    pub(super) note: u8,
    pub(super) closed: bool,
}

#[derive(Clone, Copy)]
struct Slot {
    cell: CellId,
    /// The search that filled the slot; another number means empty.
    search: u32,
    known: Known,
}

/// A hash table from cells to what is known of them.
///
/// It holds only cells that a search has met, so its size follows the search
/// and not the world, and beginning a new search clears it in no time.
pub(super) struct Table {
    slots: Vec<Slot>,
    used: usize,
    search: u32,
}

const EMPTY: Slot = Slot {
    cell: 0,
    search: 0,
    known: Known {
        cost: u64::MAX,
        parent: 0,
        note: 0,
        closed: false,
    },
};

impl Default for Table {
    fn default() -> Self {
        Self {
            slots: vec![EMPTY; 1024],
            used: 0,
            search: 1,
        }
    }
}

impl Table {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill(EMPTY);
            self.search = 1;
        }
    }

    /// Where a cell is, or where it would be.
    fn slot(&self, cell: CellId) -> usize {
        let mask = self.slots.len() - 1;
        // Multiplicative hashing: neighbours in the world are apart in the table.
        let hash = u64::from(cell).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let mut at = hash as usize & mask;
        while self.slots[at].search == self.search && self.slots[at].cell != cell {
            at = (at + 1) & mask;
        }
        at
    }

    pub(super) fn get(&self, cell: CellId) -> Option<&Known> {
        let slot = &self.slots[self.slot(cell)];
        (slot.search == self.search).then_some(&slot.known)
    }

    /// What is known of a cell, to be changed; at first a cost beyond all costs.
    pub(super) fn entry(&mut self, cell: CellId) -> &mut Known {
        let mut at = self.slot(cell);
        if self.slots[at].search != self.search {
            if self.used * 2 >= self.slots.len() {
                self.grow();
                at = self.slot(cell);
            }
            self.used += 1;
            self.slots[at] = Slot {
                cell,
                search: self.search,
                ..EMPTY
            };
        }
        &mut self.slots[at].known
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![EMPTY; old.len() * 2];
        for slot in old.into_iter().filter(|slot| slot.search == self.search) {
            let at = self.slot(slot.cell);
            self.slots[at] = slot;
        }
    }

    /// Bytes that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn the_table_is_a_map(searches in proptest::collection::vec(
            proptest::collection::vec((0..5000u32, any::<u64>()), 0..2500), 1..4)
        ) {
            let mut table = Table::default();
            for search in searches {
                table.clear();
                let mut model = HashMap::new();
                for (cell, cost) in search {
                    prop_assert_eq!(table.entry(cell).cost, model.get(&cell).copied().unwrap_or(u64::MAX));
                    table.entry(cell).cost = cost;
                    model.insert(cell, cost);
                }
                for cell in 0..5000 {
                    prop_assert_eq!(table.get(cell).map(|known| known.cost), model.get(&cell).copied());
                }
            }
        }
    }
}
