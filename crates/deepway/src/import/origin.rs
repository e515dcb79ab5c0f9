//! The sector or the maze that cells came from, if they still are its cells.

use crate::json;
use crate::sector::CarvedSector;
use crate::validate;
use crate::volume::Volume;
use crate::world::World;

/// The world of some cells: what they were made from if it still fits, else a map; and what is to
/// be said about it.
pub(super) fn world(cells: Volume, origin: Option<&str>) -> (World, Option<String>) {
    let Some(text) = origin else {
        return (World::from(cells), None);
    };
    let changed = "its cells are not those that it was made with, so it is read as a map";
    match json::kind_of(text).as_deref() {
        Some("maze") => {
            let maze = json::read_maze("origin", text).ok();
            let same = maze.filter(|maze| maze.to_volume().is_ok_and(|made| made == cells));
            match same {
                Some(maze) => (World::from(maze), None),
                None => (World::from(cells), Some(changed.to_owned())),
            }
        }
        Some("sector") => {
            let sector = json::read_sector("origin", text).ok();
            let carved = sector.map(|sector| CarvedSector::from_cells(sector, cells.clone()));
            match carved {
                Some(Ok(Some(carved))) if validate::carved(&carved).iter().all(is_small) => {
                    (World::from(carved), None)
                }
                _ => (World::from(cells), Some(changed.to_owned())),
            }
        }
        _ => {
            let damaged = "what says how it was made is damaged, so it is read as a map";
            (World::from(cells), Some(damaged.to_owned()))
        }
    }
}

fn is_small(finding: &crate::report::Finding) -> bool {
    crate::report::is_sound(std::slice::from_ref(finding))
}
