//! The address of a zone, taken apart.

use crate::strata::{Address, Band, Blueprint};
use serde::Serialize;

/// An address: what `deepway address --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AddressAnswer {
    /// The address.
    pub id: String,
    /// The name of the world.
    pub world: String,
    /// What the zone is said to be.
    pub blueprint: Option<&'static str>,
    /// Which one it is said to be.
    pub instance: Option<String>,
    /// The parasang, from the west and from the north.
    pub parasang: [u32; 2],
    /// The zone in its parasang, from the west and from the north.
    pub zone: [u32; 2],
    /// The column of zones, from the west and from the north.
    pub column: [u32; 2],
    /// The depth.
    pub z: u32,
    /// The band of depths.
    pub band: &'static str,
    /// How far it agrees with another address.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_level: Option<i32>,
}

impl AddressAnswer {
    /// What there is to say about an address, and how far it agrees with another.
    pub fn new(address: &Address, match_level: Option<i32>) -> Self {
        let zone = address.zone();
        Self {
            id: address.to_string(),
            world: address.world().to_owned(),
            blueprint: address.blueprint().map(Blueprint::name),
            instance: address.instance().map(str::to_owned),
            parasang: zone.parasang(),
            zone: zone.zone(),
            column: zone.column(),
            z: zone.z(),
            band: Band::of(zone.z()).name(),
            match_level,
        }
    }
}
