//! Checks worlds: a file for each rule, and no code shared with the generators.
//!
//! ```
//! use deepway::{Seed, sector, validate};
//!
//! let sector = sector::generate(&sector::Blueprint::default(), Seed::new(7))?;
//! assert_eq!(validate::sector(&sector), []);
//! # Ok::<(), sector::SectorError>(())
//! ```

mod biome;
mod cells;
mod claims;
mod column;
mod connection;
mod corridor;
mod direction;
mod edge;
mod exit;
mod layer_bounds;
mod lock;
mod map;
mod maze;
mod origin;
mod overlap;
mod stacked;
mod strata;
mod structure;
mod target;
mod unreachable;
mod way_back;
mod world;
mod zone;

pub use cells::{agreement, agreement_with, carved};
pub use lock::opening_order;
pub use map::{PAIRING, main_part, map, pairing_helps};
pub use maze::{contradictions, maze, maze_parts, maze_reach};
pub use strata::{Reach, reach};
pub use world::{Inspection, check, check_from, contradiction, joined_levels};
pub use zone::{joint, zone};

use crate::report::Finding;
use crate::sector::Sector;
use claims::Claims;

/// Everything that is wrong with a sector, by rule.
///
/// Takes O(*n* log *n*) time for *n* units.
pub fn sector(sector: &Sector) -> Vec<Finding> {
    let claims = Claims::new(sector);
    let mut findings = Vec::new();
    overlap::check(sector, &claims, &mut findings);
    layer_bounds::check(sector, &mut findings);
    origin::check(sector, &mut findings);
    target::check(sector, &mut findings);
    structure::check(sector, &mut findings);
    lock::check(sector, &mut findings);
    unreachable::check(sector, &mut findings);
    way_back::check(sector, &mut findings);
    edge::check(sector, &mut findings);
    stacked::check(sector, &claims, &mut findings);
    exit::check(sector, &mut findings);
    corridor::check(sector, &mut findings);
    direction::check(sector, &mut findings);
    column::check(sector, &claims, &mut findings);
    connection::check(sector, &mut findings);
    biome::check(sector, &claims, &mut findings);
    findings
}

#[cfg(test)]
mod tests;
