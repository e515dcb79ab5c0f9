use super::*;
use crate::maze::MazePlan;
use crate::sector::{Blueprint, generate};
use crate::{maze, text};

fn worlds() -> Vec<World> {
    let plan = MazePlan {
        size: 9,
        levels: 3,
        ..MazePlan::default()
    };
    let blueprint = Blueprint {
        target_rooms: 12,
        ..Blueprint::default()
    };
    vec![
        World::from(text::read("map", b"floor:0\n#.X\nfloor:1\n..X\n").unwrap()),
        World::from(generate(&blueprint, Seed::new(5)).unwrap()),
        World::from(maze::generate(&plan, Seed::new(5)).unwrap()),
    ]
}

#[test]
fn what_is_printed_can_be_typed_back() {
    for world in worlds() {
        let size = world.cells().unwrap().size();
        for z in 0..size.levels() {
            assert_eq!(world.level(&world.level_name(z)), Ok(z));
            // A maze has no name for its outer wall.
            for y in 1..size.height() as i32 {
                for x in 1..size.width() as i32 {
                    let pos = Pos::new(x, y, z as i32);
                    let name = world.place_name(pos);
                    assert_eq!(world.place(&name), Ok(pos), "{name}");
                }
            }
        }
    }
}

#[test]
fn the_first_level_of_a_maze_is_on_top() {
    let maze = &worlds()[2];
    assert_eq!(maze.place("1:0:0"), Ok(Pos::new(1, 1, 2)));
    assert_eq!(maze.place("3:2:4"), Ok(Pos::new(9, 5, 0)));
    assert_eq!(maze.place("3:2:4e"), Ok(Pos::new(10, 5, 0)));
    assert_eq!(maze.level("1"), Ok(2));
}

#[test]
fn a_room_is_its_middle_and_a_level_has_its_layers_names() {
    let world = &worlds()[1];
    let Body::Sector(sector) = world.body() else {
        panic!("a sector");
    };
    let carved = sector.carved().unwrap();
    for room in sector.sector().rooms() {
        let pos = world.place(&room.id.to_string()).unwrap();
        assert_eq!(carved.room_at(pos), Some(room.id));
        let layer = room.layer().unwrap();
        let z = u32::try_from(pos.z).unwrap();
        for text in [layer.id(), &layer.to_string(), &layer.z().to_string()] {
            assert_eq!(world.level(text), Ok(z), "{text}");
        }
    }
    assert_eq!(world.level("ground"), Ok(world.ground().unwrap()));
}

#[test]
fn a_wrong_place_is_told_what_this_world_takes() {
    let worlds = worlds();
    for (world, text, message) in [
        (
            0,
            "1:2:3",
            "1:2:3: not a place in this map: expected x,y,z, such as 12,7,0, or the name of a label, a spawn or a marker",
        ),
        (
            0,
            "",
            "\"\": not a place in this map: expected x,y,z, such as 12,7,0, or the name of a label, a spawn or a marker",
        ),
        (
            2,
            "1,2,3",
            "1,2,3: a comma means x,y,z: expected level:row:column, such as 1:5:10 in a maze",
        ),
        (
            2,
            "0:1:1",
            "0:1:1: outside: expected level 1 to 3, row and column 0 to 8",
        ),
        (
            2,
            "1:9:1",
            "1:9:1: outside: expected level 1 to 3, row and column 0 to 8",
        ),
        (
            2,
            "r4",
            "r4: not a place in this maze: expected level:row:column, such as 1:5:10",
        ),
    ] {
        assert_eq!(worlds[world].place(text).unwrap_err().to_string(), message);
    }
    assert_eq!(worlds[0].place("3,0,-1"), Ok(Pos::new(3, 0, -1)));
    let wrong = worlds[1].place("r99").unwrap_err().to_string();
    assert!(
        wrong.starts_with("r99: not a place in this sector: expected a room, r0 to r"),
        "{wrong}"
    );
    assert_eq!(
        worlds[0].level("2").unwrap_err().to_string(),
        "2: not a level of this map: expected 0 to 1"
    );
    let wrong = worlds[1].level("moon").unwrap_err().to_string();
    assert!(wrong.contains("Ground Level (0)"), "{wrong}");
}

#[test]
fn a_header_says_where_a_world_comes_from() {
    let worlds = worlds();
    let headers: Vec<Header> = worlds.iter().map(World::header).collect();
    let kinds: Vec<Kind> = headers.iter().map(|header| header.kind).collect();
    assert_eq!(kinds, Kind::ALL[..3]);
    let open = World::from(Strata::new(Seed::new(5))).header();
    assert_eq!((open.kind, open.seed), (Kind::Strata, Some(Seed::new(5))));
    assert_eq!((headers[0].seed, headers[0].generation), (None, None));
    assert_eq!(headers[1].seed, Some(Seed::new(5)));
    assert!(
        headers[1]
            .parameters
            .contains(&("target_rooms", "12".to_owned()))
    );
    assert!(headers[2].parameters.contains(&("size", "9".to_owned())));
}

#[test]
fn places_of_an_open_world_are_cells_of_zones() {
    let world = World::from(Strata::new(Seed::new(7)));
    let place = "World.11.22.1.1.12:3,4";
    let pos = world.place(place).unwrap();
    assert_eq!(pos, Pos::new(34 * 80 + 3, 67 * 25 + 4, 37));
    assert_eq!(world.place_name(pos), place);
    assert_eq!(world.place("11.22.1.1.12:3,4"), Ok(pos));
    assert_eq!(
        world.level("12").map(|z| world.level_name(z)),
        Ok("12".to_owned())
    );
    assert_eq!(world.level("12"), Ok(37));
    for (text, message) in [
        (
            "3,4,0",
            "3,4,0: not a place in this world: expected the address of a zone, with or without World, and a cell in it, such as World.11.22.1.1.10:3,4, or the name of a town or another feature",
        ),
        (
            "World.11.22.1.1.12:80,4",
            "World.11.22.1.1.12:80,4: no such cell: expected x from 0 to 79 and y from 0 to 24",
        ),
        (
            "Moon.11.22.1.1.12:8,4",
            "Moon.11.22.1.1.12:8,4: the world is \"Moon\": expected \"World\"",
        ),
        (
            "World@Lair.11.22.1.1.12:8,4",
            "World@Lair.11.22.1.1.12:8,4: the blueprint is Lair: expected Cave, which that zone is",
        ),
    ] {
        assert_eq!(world.place(text).unwrap_err().to_string(), message);
    }
    assert!(world.cells().is_err());
}
