//! A level of a vault dungeon.

use crate::space::Pos;
use crate::strata::{Segmentation, Theme, VaultLevel};
use serde::Serialize;

/// A level of a vault dungeon: what `deepway vault --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VaultAnswer {
    /// Always `vault`.
    pub kind: &'static str,
    /// The seed.
    pub seed: String,
    /// What its builders cared for.
    pub theme: &'static str,
    /// How it is cut.
    pub segmentation: String,
    /// When it was built, from 1, long ago, to 5.
    pub period: u8,
    /// How many segments it has.
    pub segments: u32,
    /// How many of them no wave could fill.
    pub fallbacks: u32,
    /// How many treasure chambers there are.
    pub vaults: u32,
    /// How many dens of a cult.
    pub cults: u32,
    /// How many abandoned rooms.
    pub abandoned: u32,
    /// How many passages.
    pub connections: u32,
    /// 25 rows of 80 glyphs.
    pub rows: Vec<String>,
}

impl VaultAnswer {
    /// What there is to say about a level.
    pub fn new(seed: u64, theme: Theme, cut: &Segmentation, level: &VaultLevel) -> Self {
        let size = level.volume.size();
        let row = |y: u32| {
            let cells = (0..size.width()).map(|x| Pos::new(x as i32, y as i32, 0));
            cells.map(|pos| level.volume.get(pos).glyph()).collect()
        };
        let [vaults, cults, abandoned, connections] = level.regions;
        Self {
            kind: "vault",
            seed: seed.to_string(),
            theme: theme.name(),
            segmentation: cut.to_string(),
            period: level.period,
            segments: level.segments,
            fallbacks: level.fallbacks,
            vaults,
            cults,
            abandoned,
            connections,
            rows: (0..size.height()).map(row).collect(),
        }
    }
}
