//! Which cells a search has met.

use super::graph::CellId;

#[derive(Clone, Copy)]
struct Slot {
    cell: CellId,
    /// The search that filled the slot; another number means empty.
    search: u32,
    node: u32,
}

const EMPTY: Slot = Slot {
    cell: 0,
    search: 0,
    node: 0,
};

/// A hash table from cells to the numbers of a search's nodes.
///
/// It holds only cells that a search has met, so its size follows the search
/// and not the world, and beginning a new search clears it in no time.
pub(super) struct Table {
    slots: Vec<Slot>,
    used: u32,
    search: u32,
}

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
    #[inline(always)]
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

    /// The node of a cell; a cell that is new gets the next number, which is
    /// how many cells there were before.
    #[inline(always)]
    pub(super) fn node(&mut self, cell: CellId) -> u32 {
        let at = self.slot(cell);
        if self.slots[at].search == self.search {
            return self.slots[at].node;
        }
        self.insert(cell, at)
    }

    /// Whether a cell has a node.
    pub(super) fn has(&self, cell: CellId) -> bool {
        self.slots[self.slot(cell)].search == self.search
    }

    fn insert(&mut self, cell: CellId, mut at: usize) -> u32 {
        if self.used as usize * 2 >= self.slots.len() {
            self.grow();
            at = self.slot(cell);
        }
        let node = self.used;
        self.slots[at] = Slot {
            cell,
            search: self.search,
            node,
        };
        self.used += 1;
        node
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
        fn the_table_numbers_cells_in_the_order_they_come(
            searches in proptest::collection::vec(proptest::collection::vec(0..5000u32, 0..2500), 1..4),
        ) {
            let mut table = Table::default();
            for search in searches {
                table.clear();
                let mut model = HashMap::new();
                for cell in search {
                    let next = model.len() as u32;
                    prop_assert_eq!(table.node(cell), *model.entry(cell).or_insert(next));
                }
            }
        }
    }
}
