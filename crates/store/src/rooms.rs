//! Questions about the rooms of a sector.

use crate::StoreError;
use crate::world::Document;
use deepway::Layer;
use serde::Deserialize;

/// A question about the rooms of a sector. Answers are in the order of the rooms' numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The rooms whose lowest level is on a layer.
    AtLayer(Layer),
    /// The rooms with a unit at most so far away along each axis.
    InRange {
        /// From where: x to the east, y to the north, z up.
        centre: [i32; 3],
        /// How far.
        radius: u32,
    },
    /// The rooms above a room that share a column with it.
    Above(String),
    /// The rooms below a room that share a column with it.
    Below(String),
}

#[derive(Deserialize)]
struct Sector {
    rooms: Vec<Room>,
}

#[derive(Deserialize)]
struct Room {
    id: String,
    position: Triple,
    extent: Triple,
}

#[derive(Clone, Copy, Deserialize)]
struct Triple {
    x: i32,
    y: i32,
    z: i32,
}

impl Triple {
    fn array(self) -> [i64; 3] {
        [self.x, self.y, self.z].map(i64::from)
    }
}

impl Room {
    /// The first and the last unit along each axis.
    fn spans(&self) -> [[i64; 2]; 3] {
        let (at, extent) = (self.position.array(), self.extent.array());
        [0, 1, 2].map(|axis| [at[axis], at[axis] + extent[axis] - 1])
    }

    fn is_above(&self, other: &Self) -> bool {
        let (own, its) = (self.spans(), other.spans());
        let meet = |axis: usize| own[axis][0] <= its[axis][1] && its[axis][0] <= own[axis][1];
        meet(0) && meet(1) && own[2][0] > its[2][1]
    }
}

/// Answers a question by the JSON of a sector.
pub(crate) fn answer(world: &Document, question: &Question) -> Result<Vec<String>, StoreError> {
    let sector: Sector = serde_json::from_str(&world.json)
        .map_err(|error| StoreError::Unwritable(format!("not a sector: {error}")))?;
    let rooms = sector.rooms.iter();
    let find = |id: &str| sector.rooms.iter().find(|room| room.id == *id);
    let ids = |rooms: Vec<&Room>| rooms.into_iter().map(|room| room.id.clone()).collect();
    Ok(match question {
        Question::AtLayer(layer) => {
            ids(rooms.filter(|room| room.position.z == layer.z()).collect())
        }
        Question::InRange { centre, radius } => ids(rooms
            .filter(|room| {
                let spans = room.spans().into_iter().zip(centre.map(i64::from));
                spans.into_iter().all(|([first, last], at)| {
                    let radius = i64::from(*radius);
                    first <= at + radius && last >= at - radius
                })
            })
            .collect()),
        Question::Above(id) => {
            let here = find(id);
            ids(rooms
                .filter(|room| here.is_some_and(|here| room.is_above(here)))
                .collect())
        }
        Question::Below(id) => {
            let here = find(id);
            ids(rooms
                .filter(|room| here.is_some_and(|here| here.is_above(room)))
                .collect())
        }
    })
}
