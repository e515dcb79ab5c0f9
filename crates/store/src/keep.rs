//! Worlds to documents, and documents to worlds.

use crate::{Document, Over, Revision, Store, StoreError};
use deepway::codec::{self, Format};
use deepway::world::World;

/// Saves a world of any kind under a name; its new revision.
pub fn save(
    store: &mut dyn Store,
    name: &str,
    world: &World,
    over: Over,
) -> Result<Revision, StoreError> {
    let header = world.header();
    let mut json = String::new();
    let written = codec::write(world, Format::Json, &mut json);
    written.map_err(|error| StoreError::Unwritable(error.to_string()))?;
    let document = Document {
        kind: header.kind.id().to_owned(),
        format: header.format,
        generation: header.generation,
        seed: header.seed.map(|seed| seed.to_string()),
        json: json.trim_end().to_owned(),
    };
    store.save(name, &document, over)
}

/// Loads a world, and how often it was saved.
pub fn load(store: &mut dyn Store, name: &str) -> Result<(World, Revision), StoreError> {
    let (document, revision) = store.load(name)?;
    let world = codec::open(name, document.json.as_bytes());
    let world = world.map_err(|error| StoreError::Damaged {
        place: store.place(),
        problem: error.to_string(),
    })?;
    Ok((world, revision))
}
