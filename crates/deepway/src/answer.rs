//! Answers for programs: a documented type for each, written by serde.
//!
//! The command line prints these with `--json`; a server that serializes the same types sends
//! the same bytes. `docs/answers/` has a schema for each.

mod address;
mod difference;
mod find;
mod games;
mod links;
mod look;
mod map;
mod play;
mod query;
mod report;
mod route;
mod scenario;
mod survey;
mod table;
mod tier;
mod traverse;
mod vault;
mod walk;
mod world_route;
mod world_step;
mod zone;
mod zones;

pub use address::AddressAnswer;
pub use difference::{CellsAnswer, ChangeAnswer, DifferenceAnswer, LevelAnswer};
pub use find::{FindAnswer, FoundAnswer, ValueAnswer};
pub use games::{ExamplesAnswer, GamesAnswer};
pub use links::{LinkAnswer, LinksAnswer};
pub use look::{LightAnswer, LookAnswer, SegmentAnswer};
pub use map::MapAnswer;
pub use play::PlayAnswer;
pub use query::{ConnectionAnswer, Query, QueryAnswer, QueryError};
pub use report::{FindingAnswer, IssueAnswer, ReportAnswer, SubjectAnswer};
pub use route::{RouteAnswer, rooms_passed};
pub use scenario::ScenarioAnswer;
pub use survey::{
    ClimbAnswer, ClimbsAnswer, ConnectionsAnswer, EdgesAnswer, GraphsAnswer, KindAnswer,
    MazesAnswer, SectorsAnswer, SeenAnswer, WalksAnswer,
};
pub use table::TableAnswer;
pub use tier::{CreatureShare, TierAnswer};
pub use traverse::MoveAnswer;
pub use vault::VaultAnswer;
pub use walk::{CrossingAnswer, SidesAnswer, StepAnswer};
pub use world_route::WorldRouteAnswer;
pub use world_step::WorldStepAnswer;
pub use zone::{
    BiomeAnswer, JointAnswer, LandmarkAnswer, LiquidAnswer, MaterialsAnswer, RegionAnswer,
    RiverAnswer, ZoneAnswer, ZoneThingAnswer,
};
pub use zones::{BiomeCountAnswer, ContentsAnswer, DepthAnswer, ZonesAnswer};
