//! What a search will look at next: cheapest first, among equals the latest first.

/// Costs that differ by less than two to the power of this, a sixth of a step, count as equal.
const WIDTH: u32 = 6;
const NOBODY: u32 = u32::MAX;

/// Buckets of nodes by cost.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// The first entry of each bucket.
    heads: Vec<u32>,
    /// Nodes, and the next entry of the same bucket.
    entries: Vec<(u32, u32)>,
    lowest: usize,
}

impl Queue {
    /// The bucket of a cost.
    #[inline]
    pub(super) fn bucket(cost: u32) -> u32 {
        cost >> WIDTH
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.entries.clear();
    }

    /// The least cost of a bucket.
    pub(super) fn least(bucket: u32) -> u32 {
        bucket << WIDTH
    }

    #[inline]
    pub(super) fn push(&mut self, bucket: u32, node: u32) {
        let bucket = bucket as usize;
        if bucket >= self.heads.len() {
            self.heads.resize(bucket + bucket / 4 + 64, NOBODY);
        }
        if self.entries.is_empty() || bucket < self.lowest {
            self.lowest = bucket;
        }
        let entry = self.entries.len() as u32;
        self.entries.push((node, self.heads[bucket]));
        self.heads[bucket] = entry;
    }

    /// The next node, and its bucket.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while self.lowest < self.heads.len() {
            let entry = self.heads[self.lowest];
            if entry != NOBODY {
                let (node, next) = self.entries[entry as usize];
                self.heads[self.lowest] = next;
                return Some((self.lowest as u32, node));
            }
            self.lowest += 1;
        }
        None
    }
}
