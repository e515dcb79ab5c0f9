//! Cells as players may see them: no secret doors, and nothing that only those lead to.

use crate::cell::Cell;
use crate::space::{Direction, Pos};
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;

/// Whether players who look at a place see a thing there: not what is hidden, and not who or what
/// they have yet to meet.
pub(super) fn is_plain_to_see(thing: &Thing) -> bool {
    let is_hidden = thing
        .properties
        .get("hidden")
        .is_some_and(|hidden| hidden != "false");
    !is_hidden
        && matches!(
            thing.kind,
            ThingKind::Label
                | ThingKind::Lock
                | ThingKind::Light
                | ThingKind::Sign
                | ThingKind::Spawn
        )
}

/// Gives walls that were something else the material of a wall beside them: another stone would
/// show where a door is.
pub(super) fn match_walls(cells: &mut Volume, walls: impl Iterator<Item = Pos>) {
    for at in walls {
        let mut beside = Direction::STRAIGHT.iter().map(|side| at.step(*side));
        let wall = beside.find(|&pos| cells.get(pos) == Cell::Wall);
        let material = wall.map(|wall| cells.material(wall));
        let _ = material.map(|material| cells.set_material(at, material));
    }
}

#[cfg(feature = "exchange")]
pub(crate) use map::{Veil, has_sight, veiled};

#[cfg(feature = "exchange")]
mod map {
    use super::{is_plain_to_see, match_walls};
    use crate::cell::Cell;
    use crate::link::Link;
    use crate::space::{Direction, Pos};
    use crate::thing::ThingKind;
    use crate::volume::Volume;
    use std::collections::{BTreeMap, BTreeSet};

    /// What is left out of cells for players.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Veil {
        /// Secret doors, which are walls, and things that are not plain to see: for tables where
        /// the rest comes into sight when a door is opened.
        Doors,
        /// Also whatever only secret doors lead to.
        Rooms,
    }

    /// The cells of a map as players may see them.
    pub(crate) fn veiled(cells: &Volume, links: &[Link], veil: Veil) -> Volume {
        let mut seen = cells.clone();
        let doors: Vec<Pos> = all(cells)
            .filter(|&pos| cells.get(pos) == Cell::SecretDoor)
            .collect();
        // They are inside, and so is everything else here.
        for &door in &doors {
            let _ = seen.set(door, Cell::Wall);
        }
        match_walls(&mut seen, doors.iter().copied());
        if veil == Veil::Rooms && !doors.is_empty() {
            let hidden = behind(cells, links, &doors);
            cover(&mut seen, &hidden);
        }
        let is_changed = |pos: Pos| seen.get(pos) != cells.get(pos);
        let gone: Vec<_> = seen
            .things()
            .filter(|(_, thing)| !is_plain_to_see(thing) || is_changed(thing.place))
            .map(|(id, _)| id)
            .collect();
        for id in gone {
            seen.remove_thing(id);
        }
        seen
    }

    fn all(cells: &Volume) -> impl Iterator<Item = Pos> + use<> {
        let size = cells.size();
        let rows = (0..size.levels()).flat_map(move |z| (0..size.height()).map(move |y| (y, z)));
        rows.flat_map(move |(y, z)| {
            (0..size.width()).map(move |x| Pos::new(x as i32, y as i32, z as i32))
        })
    }

    fn around(pos: Pos) -> impl Iterator<Item = Pos> {
        Direction::ALL[..8].iter().map(move |way| pos.step(*way))
    }

    /// The walkable cells that nobody comes to without a secret door: of the parts that such
    /// doors join, all but the one where the game begins, or the largest.
    fn behind(cells: &Volume, links: &[Link], doors: &[Pos]) -> BTreeSet<Pos> {
        let mut joined: BTreeMap<Pos, Vec<Pos>> = BTreeMap::new();
        for link in links {
            joined.entry(link.low).or_default().push(link.high);
            joined.entry(link.high).or_default().push(link.low);
        }
        let is_free = |pos: Pos| cells.is_walkable(pos) && cells.get(pos) != Cell::SecretDoor;
        let part = |start: Pos| {
            let mut part = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(pos) = open.pop() {
                let beside = Direction::STRAIGHT.iter().map(|side| pos.step(*side));
                let linked = joined.get(&pos).into_iter().flatten().copied();
                for next in beside.chain(linked).filter(|&next| is_free(next)) {
                    if part.insert(next) {
                        open.push(next);
                    }
                }
            }
            part
        };
        let mut parts: Vec<BTreeSet<Pos>> = Vec::new();
        for &door in doors {
            for side in Direction::STRAIGHT.map(|side| door.step(side)) {
                if is_free(side) && !parts.iter().any(|part| part.contains(&side)) {
                    parts.push(part(side));
                }
            }
        }
        let mut things = cells.things().map(|(_, thing)| thing);
        let start = things.find(|thing| thing.kind == ThingKind::Spawn);
        let start = start.map(|start| start.place).filter(|&at| is_free(at));
        let home = match start {
            Some(start) => part(start),
            None => {
                let largest = (0..parts.len())
                    .rev()
                    .max_by_key(|&number| parts[number].len());
                largest.map_or_else(BTreeSet::new, |number| parts[number].clone())
            }
        };
        let others = parts.into_iter();
        let others = others.filter(|part| part.is_disjoint(&home));
        let mut hidden: BTreeSet<Pos> = others.flatten().collect();
        // What furniture, bars or liquids alone keep apart from it is not seen from elsewhere.
        let is_between =
            |pos: Pos| !matches!(cells.get(pos), Cell::Wall | Cell::Air) && !cells.is_walkable(pos);
        let mut between: BTreeSet<Pos> = BTreeSet::new();
        let mut open: Vec<Pos> = hidden.iter().copied().collect();
        while let Some(pos) = open.pop() {
            for next in around(pos) {
                if is_between(next) && between.insert(next) {
                    open.push(next);
                } else if between.contains(&pos)
                    && is_free(next)
                    && !home.contains(&next)
                    && !hidden.contains(&next)
                {
                    let more = part(next);
                    open.extend(&more);
                    hidden.extend(more);
                }
            }
        }
        hidden
    }

    /// Whether a level has anything but rock and air.
    pub(crate) fn has_sight(cells: &Volume, z: u32) -> bool {
        let mut rows = (0..cells.size().height()).flat_map(|y| cells.row(y, z));
        rows.any(|cell| !matches!(cell, Cell::Wall | Cell::Air))
    }

    /// How many walls of a level have nothing but walls and air around them.
    fn buried(cells: &Volume, z: u32) -> usize {
        let size = cells.size();
        let is_plain = |pos: Pos| matches!(cells.get(pos), Cell::Wall | Cell::Air);
        let all = (0..size.height()).flat_map(|y| (0..size.width()).map(move |x| (x, y)));
        let all = all.map(|(x, y)| Pos::new(x as i32, y as i32, z as i32));
        let walls = all.filter(|&pos| cells.get(pos) == Cell::Wall);
        walls.filter(|&pos| around(pos).all(is_plain)).count()
    }

    /// Covers some cells, and what stands between them, as if there had never been anything: with
    /// rock where a level lies in rock, else with open air, and then their walls go as well.
    fn cover(seen: &mut Volume, hidden: &BTreeSet<Pos>) {
        let size = seen.size();
        for z in 0..size.levels() {
            let row = |y: u32| seen.row(y, z);
            let count = |kind: Cell| {
                let rows = (0..size.height()).flat_map(row);
                rows.filter(|cell| *cell == kind).count()
            };
            // Walls beside anything to see are no rock.
            let is_rock = buried(seen, z) >= count(Cell::Air);
            let mut gone: BTreeSet<Pos> = hidden
                .iter()
                .copied()
                .filter(|pos| pos.z == z as i32)
                .collect();
            let mut open: Vec<Pos> = gone.iter().copied().collect();
            // Furniture, pillars and liquids, and in rock also what is open below.
            let is_inside = |pos: Pos| match seen.get(pos) {
                Cell::Wall => false,
                Cell::Air => is_rock && size.contains(pos),
                cell => !cell.is_walkable(),
            };
            while let Some(pos) = open.pop() {
                for next in around(pos).filter(|&next| is_inside(next)) {
                    if gone.insert(next) {
                        open.push(next);
                    }
                }
            }
            if is_rock {
                for &pos in &gone {
                    let _ = seen.set(pos, Cell::Wall);
                }
                match_walls(seen, gone.into_iter());
                continue;
            }
            let is_seen =
                |pos: Pos| !matches!(seen.get(pos), Cell::Wall | Cell::Air) && !gone.contains(&pos);
            let walls = gone.iter().flat_map(|&pos| around(pos));
            let walls: BTreeSet<Pos> = walls
                .filter(|&pos| seen.get(pos) == Cell::Wall && !around(pos).any(is_seen))
                .collect();
            for &pos in gone.iter().chain(&walls) {
                let _ = seen.set(pos, Cell::Air);
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::text;
        use crate::world::World;

        fn check(map: &str, expected: &str) {
            let world = World::from(text::read("map", map.as_bytes()).unwrap());
            let links = world.links(&world.rules()).unwrap();
            let seen = veiled(world.cells().unwrap(), &links, Veil::Rooms);
            let mut drawn = String::new();
            text::write(&seen, &mut drawn).unwrap();
            assert_eq!(drawn.trim_end(), expected.trim_end(), "{drawn}");
        }

        #[test]
        fn what_is_behind_a_secret_door_is_rock() {
            check(
                "floor:0\n##########\n#...S.T~##\n#...#~##d#\n##########\n@ 5,1,0 label \"Vault\"\n@ 1,1,0 label \"Hall\"\n",
                "floor:0\n##########\n#...######\n#...######\n##########\n@ 1,1,0 label \"Hall\"\n",
            );
        }

        #[test]
        fn where_nothing_is_around_its_walls_go_too() {
            check(
                "floor:0\n     #####   \n     #...S.. \n####### #### \n#.....S..#   \n#.....####   \n#######      \n",
                "floor:0\n             \n             \n#######      \n#.....#      \n#.....#      \n#######      \n",
            );
        }

        /// Nobody comes to what is behind the bars and behind the table but through the door.
        #[test]
        fn what_bars_and_furniture_keep_apart_from_it_is_hidden_too() {
            check(
                "floor:0\n#########\n#..|.S.T.\n#########\n@ 1,1,0 spawn \"\"\n",
                "floor:0\n#########\n#..######\n#########\n@ 1,1,0 spawn\n",
            );
        }

        #[test]
        fn stairs_that_only_a_secret_door_leads_to_are_hidden_with_the_level_below() {
            check(
                "floor:0\n######\n#..X.#\n######\nfloor:1\n######\n#.SX.#\n######\n@ 1,1,1 spawn \"\"\n",
                "floor:0\n######\n######\n######\nfloor:1\n######\n#.####\n######\n@ 1,1,1 spawn\n",
            );
        }
    }
}
