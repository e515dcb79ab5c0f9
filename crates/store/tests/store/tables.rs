//! The tables themselves, with plain SQL.

use super::Folder;
use deepway::sector::Blueprint;
use deepway::world::World;
use deepway::{Seed, generate};
use deepway_store::{Over, StoreError, open, save};
use rusqlite::Connection;

fn filled(folder: &Folder, rooms: u32) -> (Connection, deepway::sector::Sector) {
    let blueprint = Blueprint {
        target_rooms: rooms,
        ..Blueprint::default()
    };
    let sector = generate::sector(&blueprint, Seed::new(3)).unwrap().sector;
    let mut store = open(&folder.location()).unwrap();
    save(
        store.as_mut(),
        "a",
        &World::from(sector.clone()),
        Over::Nothing,
    )
    .unwrap();
    let path = folder.location().replacen("sqlite:", "", 1);
    (Connection::open(path).unwrap(), sector)
}

fn column(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn plain_sql_answers_where_rooms_are() {
    let folder = Folder::new();
    let (connection, sector) = filled(&folder, 30);
    let at_layer = "SELECT room_id FROM Rooms WHERE sector_id = 1 AND vertical_layer = 'GroundLevel' ORDER BY number";
    let expected = sector.rooms().iter().filter(|room| room.position.z == 0);
    let expected: Vec<String> = expected.map(|room| room.id.to_string()).collect();
    assert_eq!(column(&connection, at_layer), expected);
    let connections = "SELECT connection_type FROM Vertical_Connections ORDER BY connection_id";
    let kinds = sector.connections().map(|connection| {
        let id = connection.kind().id();
        id[..1].to_uppercase() + &id[1..]
    });
    assert_eq!(column(&connection, connections), kinds.collect::<Vec<_>>());
}

/// Questions such as docs/store.md has, in the plans of both databases.
#[test]
fn questions_about_rooms_use_the_indexes() {
    let above =
        "SELECT other.room_id FROM Rooms room JOIN Rooms other ON other.sector_id = room.sector_id
        AND other.coord_x BETWEEN room.coord_x - 15 AND room.coord_x + room.extent_x - 1
        AND other.coord_z >= room.coord_z + room.extent_z
        WHERE room.sector_id = 1 AND room.room_id = 'r4'";
    let questions = [
        (
            "SELECT room_id FROM Rooms WHERE sector_id = 1 AND vertical_layer = 'GroundLevel' ORDER BY number",
            "idx_rooms_layer",
        ),
        (
            "SELECT room_id FROM Rooms WHERE sector_id = 1 AND coord_x BETWEEN 0 AND 4 AND coord_y = 0",
            "idx_rooms_position",
        ),
        (above, "idx_rooms_position"),
        (
            "SELECT connection_id FROM Vertical_Connections WHERE sector_id = 1 AND from_room_id = 'r4'",
            "idx_vertical_from",
        ),
    ];
    let folder = Folder::new();
    let (connection, sector) = filled(&folder, 400);
    for (sql, index) in questions {
        let mut statement = connection
            .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
            .unwrap();
        let rows = statement
            .query_map([], |row| row.get::<_, String>(3))
            .unwrap();
        let plan: Vec<String> = rows.map(Result::unwrap).collect();
        assert!(plan.iter().any(|line| line.contains(index)), "{plan:?}");
        assert!(
            !plan.iter().any(|line| line.starts_with("SCAN")),
            "{plan:?}"
        );
    }
    let Some(location) = super::postgres() else {
        return;
    };
    let mut store = open(&location).unwrap();
    save(store.as_mut(), "a", &World::from(sector), Over::Nothing).unwrap();
    let mut client = postgres::Client::connect(&location, postgres::NoTls).unwrap();
    client
        .batch_execute("ANALYZE; SET enable_seqscan = off")
        .unwrap();
    for (sql, index) in questions {
        let rows = client.query(&format!("EXPLAIN {sql}"), &[]).unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        let plan = plan.join("\n");
        assert!(
            plan.contains(index) || plan.contains("rooms_pkey"),
            "{plan}"
        );
    }
}

#[test]
fn a_world_takes_its_rows_along() {
    let folder = Folder::new();
    let (connection, _) = filled(&folder, 30);
    open(&folder.location()).unwrap().delete("a").unwrap();
    for table in [
        "Worlds",
        "Sectors",
        "Rooms",
        "Room_Contents",
        "Locks",
        "Edges",
        "Exits",
        "Vertical_Connections",
        "Spatial_Validation_Log",
    ] {
        let count: i64 = connection
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(count, 0, "{table}");
    }
}

#[test]
fn a_later_schema_is_refused_and_left_alone() {
    let folder = Folder::new();
    let (connection, _) = filled(&folder, 7);
    connection
        .execute("INSERT INTO deepway_schema (version) VALUES (99)", [])
        .unwrap();
    let error = open(&folder.location()).err().expect("refused");
    assert!(
        matches!(error, StoreError::Newer { found: 99, .. }),
        "{error}"
    );
    assert!(
        error.to_string().contains("expected a newer deepway"),
        "{error}"
    );
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = Folder::new();
    let path = folder.location().replacen("sqlite:", "", 1);
    std::fs::write(
        &path,
        "this is a shopping list, and a long one at that".repeat(40),
    )
    .unwrap();
    let error = open(&folder.location()).err().expect("refused").to_string();
    assert!(
        error.contains("not a store of worlds: expected an SQLite file"),
        "{error}"
    );
    let error = open("sqlite:/nowhere/at/all/worlds.db")
        .err()
        .expect("refused")
        .to_string();
    assert!(
        error.contains("expected a file in a folder that exists"),
        "{error}"
    );
    let error = open("postgres://ann:secret@127.0.0.1:1/db")
        .err()
        .expect("refused")
        .to_string();
    assert!(
        error.contains("postgres://ann@127.0.0.1:1/db cannot be reached: "),
        "{error}"
    );
    assert!(!error.contains("secret"), "{error}");
}
