//! How to search, by name.

use super::index::{Entry, LIST};
use std::fmt;

/// How to search: automatically, or by one of the indexes of [`crate::nav`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Algorithm(
    /// 0, or the place in the list of indexes, counted from 1.
    u8,
);

impl Algorithm {
    /// The quickest that finds cheapest ways and is ready: it makes nothing that takes time.
    ///
    /// JPS, or A* where cells have weights or memory is short; JPS+ and the graph tier once
    /// [`crate::nav::Ground::prepare`] has made them.
    pub const AUTO: Self = Self(0);

    /// All of them, [`Algorithm::AUTO`] first.
    pub const ALL: [Self; LIST.len() + 1] = {
        let mut all = [Self::AUTO; LIST.len() + 1];
        let mut i = 0;
        while i < all.len() {
            all[i].0 = i as u8;
            i += 1;
        }
        all
    };

    /// The name of the algorithm, as the program's arguments have it.
    pub fn name(self) -> &'static str {
        self.entry().map_or("auto", |entry| entry.name)
    }

    /// What the algorithm does, in a few words.
    pub fn summary(self) -> &'static str {
        self.entry()
            .map_or("the quickest exact one that is ready", |entry| {
                entry.summary
            })
    }

    /// The algorithm of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == name)
    }

    /// Whether its ways are always cheapest ones.
    pub fn is_exact(self) -> bool {
        self.entry().is_none_or(|entry| entry.is_exact)
    }

    /// Whether it answers where cells have weights.
    pub fn takes_weights(self) -> bool {
        self.entry().is_none_or(|entry| entry.takes_weights)
    }

    /// The kind of index, and its place in the list; none for [`Algorithm::AUTO`].
    pub(super) fn entry(self) -> Option<&'static Entry> {
        const ENTRIES: &[Entry] = &LIST;
        ENTRIES.get(self.place()?)
    }

    /// The place in the list; none for [`Algorithm::AUTO`].
    pub(super) fn place(self) -> Option<usize> {
        usize::from(self.0).checked_sub(1)
    }

    /// The algorithm with a name from the list, when the program is compiled.
    pub(super) const fn known(name: &str) -> Self {
        let mut i = 0;
        while i < LIST.len() && !is_same(LIST[i].name, name) {
            i += 1;
        }
        Self::ALL[i + 1]
    }
}

/// Whether two texts are the same.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
