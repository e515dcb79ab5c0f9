//! Drawings and pictures of all levels.

use super::{ExportError, Source};
use crate::view::{self, Scene, Showing};
use crate::volume::Volume;

fn scene(source: &Source<'_>) -> Result<Scene, ExportError> {
    let showing = Showing {
        title: source.title.clone(),
        ..Showing::default()
    };
    Ok(view::picture(source.world, &source.links, &showing)?)
}

pub(super) fn svg(source: &Source<'_>) -> Result<String, ExportError> {
    Ok(view::svg(&scene(source)?))
}

pub(super) fn png(source: &Source<'_>) -> Result<Vec<u8>, ExportError> {
    let scene = scene(source)?;
    // Two pixels per unit keep a picture sharp; a large picture gets one.
    let scale = if scene.width * scene.height > 2.5e7 {
        1.0
    } else {
        2.0
    };
    Ok(view::png(&scene, scale)?)
}

/// How many pixels a cell has in the picture of a level, so that no side exceeds 4096.
pub(super) fn pixels(source: &Source<'_>) -> u32 {
    let size = source.cells.size();
    (4096 / size.width().max(size.height())).clamp(1, 64)
}

/// The picture of a level with some of the cells of a world.
pub(super) fn level(
    source: &Source<'_>,
    cells: &Volume,
    z: u32,
    cell: u32,
) -> Result<Vec<u8>, ExportError> {
    let is_seen = |pos| cells.get(pos) == source.cells.get(pos);
    let links = source.links.iter().copied();
    let links: Vec<_> = links
        .filter(|link| is_seen(link.low) && is_seen(link.high))
        .collect();
    let scene = view::bare_level(cells, &links, z, &source.biomes(), cell as f32)?;
    Ok(view::png(&scene, 1.0)?)
}
