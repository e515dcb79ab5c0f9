//! Questions about rooms, answered by the indexes.

use super::{Engine, Value};
use crate::world::in_table;
use crate::{Question, StoreError};

/// A room may begin so many units before a place and still reach it: the largest is 16 wide.
const REACH: i64 = 15;

/// The statement and the values that answer a question about a sector.
pub(super) fn statement(id: i64, question: &Question) -> (&'static str, Vec<Value<'_>>) {
    match question {
        Question::AtLayer(layer) => (
            "SELECT room_id FROM Rooms WHERE sector_id = $1 AND vertical_layer = $2
             ORDER BY number",
            vec![id.into(), in_table(layer.id()).into()],
        ),
        Question::InRange { centre, radius } => {
            let radius = i64::from(*radius);
            let [x, y, z] = centre.map(i64::from);
            let bounds = [
                x - radius,
                x + radius,
                y - radius,
                y + radius,
                z - radius,
                z + radius,
            ];
            let bounds = bounds.map(|bound| bound.clamp(i32::MIN.into(), i32::MAX.into()));
            let first = (bounds[0] - REACH).max(i32::MIN.into());
            let mut values = vec![id.into(), first.into()];
            values.extend(bounds.map(Value::from));
            (
                "SELECT room_id FROM Rooms WHERE sector_id = $1
                     AND coord_x BETWEEN $2 AND $4 AND coord_x + extent_x > $3
                     AND coord_y <= $6 AND coord_y + extent_y > $5
                     AND coord_z <= $8 AND coord_z + extent_z > $7
                 ORDER BY number",
                values,
            )
        }
        Question::Above(room) => (
            "SELECT other.room_id FROM Rooms room JOIN Rooms other
                 ON other.sector_id = room.sector_id
                 AND other.coord_x BETWEEN room.coord_x - 15 AND room.coord_x + room.extent_x - 1
                 AND other.coord_x + other.extent_x > room.coord_x
                 AND other.coord_y < room.coord_y + room.extent_y
                 AND other.coord_y + other.extent_y > room.coord_y
                 AND other.coord_z >= room.coord_z + room.extent_z
             WHERE room.sector_id = $1 AND room.room_id = $2 ORDER BY other.number",
            vec![id.into(), room.as_str().into()],
        ),
        Question::Below(room) => (
            "SELECT other.room_id FROM Rooms room JOIN Rooms other
                 ON other.sector_id = room.sector_id
                 AND other.coord_x BETWEEN room.coord_x - 15 AND room.coord_x + room.extent_x - 1
                 AND other.coord_x + other.extent_x > room.coord_x
                 AND other.coord_y < room.coord_y + room.extent_y
                 AND other.coord_y + other.extent_y > room.coord_y
                 AND other.coord_z + other.extent_z <= room.coord_z
             WHERE room.sector_id = $1 AND room.room_id = $2 ORDER BY other.number",
            vec![id.into(), room.as_str().into()],
        ),
    }
}

/// Answers a question about a sector.
pub(super) fn answer(
    engine: &mut impl Engine,
    id: i64,
    question: &Question,
) -> Result<Vec<String>, StoreError> {
    let (sql, values) = statement(id, question);
    let rows = engine.query(sql, &values)?;
    Ok(rows.into_iter().map(|mut row| row.text(0)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Sqlite, migrate};
    use super::*;
    use deepway::Layer;

    /// The statements themselves, as the database plans them.
    #[test]
    fn every_question_uses_an_index() {
        let name = format!("deepway-plans-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let mut engine = Sqlite::open(&folder.join("worlds.db"), "plans".to_owned()).unwrap();
        migrate(&mut engine).unwrap();
        for (question, index) in [
            (Question::AtLayer(Layer::ALL[3]), "idx_rooms_layer"),
            (
                Question::InRange {
                    centre: [1, 2, 3],
                    radius: 4,
                },
                "idx_rooms_position",
            ),
            (Question::Above("r4".to_owned()), "idx_rooms_position"),
            (Question::Below("r4".to_owned()), "idx_rooms_position"),
        ] {
            let (sql, values) = statement(1, &question);
            let rows = engine.query(&format!("EXPLAIN QUERY PLAN {sql}"), &values);
            let lines = rows.unwrap().into_iter().map(|mut row| row.text(3));
            let plan: Vec<String> = lines.collect();
            assert!(plan.iter().any(|line| line.contains(index)), "{plan:?}");
            assert!(
                !plan.iter().any(|line| line.starts_with("SCAN")),
                "{plan:?}"
            );
        }
        drop(engine);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
