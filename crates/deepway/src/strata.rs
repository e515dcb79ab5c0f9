//! The open world: 900,000 zones of 80 × 25 cells, fifty levels deep, each built when it is
//! first asked for, in any order, always the same and always joined to its neighbours.
//!
//! A [`Plan`], made in a moment from the seed, places what spans zones. What two zones share is
//! a property of the face between them and is answered by the plan alone ([`Boundary`]), so both
//! sides agree though neither exists. docs/strata.md proves that every zone is reached from the
//! surface and left again.

mod address;
mod blueprint;
mod board;
mod boundary;
mod build;
mod changes;
mod ground;
mod land;
mod plan;
mod registry;
mod request;
mod route;
mod step;
mod vault;
mod world;
mod zone;

pub use address::{Address, AddressError, Band};
pub use blueprint::Blueprint;
pub use boundary::{Boundary, Connection, ConnectionKind, Vertical};
pub use build::{Landmark, VaultLevel, VaultPlan};
pub use changes::{ChangeError, ZoneChanges};
pub use land::RiverCell;
pub use plan::{
    Crossing, Culture, Feature, GrowthHere, LevelName, Palette, Plan, Pool, Region, growth_chance,
    is_cavern, liquids, rocks,
};
pub use registry::{Entry, EntryError, EntryKind, Registry};
pub use request::Request;
pub use route::{NoWorldRoute, WorldRoute};
pub use step::{Moved, Refused};
pub use vault::{SampleError, Samples, Segmentation, SegmentationError, Theme};
pub use world::{EditError, SheetLabels, Strata};
pub use zone::Zone;

/// The generation of worlds: a number that changes whenever a seed gives other zones.
pub const GENERATION: u32 = 2;
