//! Zones by number, found fast.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// For zones that a search has come to, by number, where in a list they are.
pub(super) type Numbers = HashMap<u32, u32, BuildHasherDefault<Mixer>>;

/// Spreads numbers by one multiplication; nobody chooses them to collide.
#[derive(Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        let mixed = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
