//! What is in rooms keeps to rules.

use super::super::graph::NodeKind;
use super::super::{Blueprint, Trend, carve, generate};
use super::*;
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::population::Nook;
use crate::seed::Seed;
use crate::space::Biome;
use std::collections::{HashMap, HashSet};

fn blueprint(seed: u64, rooms: u32) -> Blueprint {
    Blueprint {
        target_rooms: rooms,
        biome: Biome::ALL[seed as usize % 6],
        trend: Trend::ALL[seed as usize % 3],
        difficulty: Difficulty::ALL[(seed / 3) as usize % 3],
        ..Blueprint::default()
    }
}

fn sectors() -> impl Iterator<Item = Sector> {
    let sizes = [(150, 7), (60, 12), (40, 30), (4, 200)];
    sizes.into_iter().flat_map(|(seeds, rooms)| {
        (0..seeds).map(move |seed| generate(&blueprint(seed, rooms), Seed::new(seed)).unwrap())
    })
}

fn creatures(room: &Room) -> Vec<&Content> {
    let contents = room.contents.iter();
    contents
        .filter(|content| content.kind == ThingKind::Creature)
        .collect()
}

fn has(room: &Room, kind: &ThingKind) -> bool {
    room.contents.iter().any(|content| content.kind == *kind)
}

#[test]
fn everything_stands_on_a_place_of_its_own_in_its_room() {
    let mut seen = 0;
    for sector in sectors() {
        let carved = carve(sector).unwrap();
        let volume = carved.volume();
        let mut places = HashSet::new();
        for (_, thing) in volume.things() {
            assert!(
                thing.kind == ThingKind::Lock || places.insert(thing.place),
                "{thing:?}"
            );
            let Some(room) = thing.properties.get("room") else {
                continue;
            };
            let room: RoomId = room.parse().unwrap();
            assert_eq!(carved.room_at(thing.place), Some(room), "{thing:?}");
            let cell = volume.get(thing.place);
            assert!(cell.is_walkable() && !cell.is_vertical(), "{thing:?}");
            seen += 1;
        }
        let contents = carved.sector().rooms().iter();
        let contents: usize = contents.map(|room| room.contents.len()).sum();
        let rooms = carved.sector().rooms().len();
        let locks = carved.sector().locks().len();
        let others = volume.things().map(|(_, thing)| &thing.kind);
        let others = others.filter(|kind| **kind != ThingKind::Lock);
        assert_eq!(others.count(), contents + rooms + locks);
    }
    assert!(seen > 3000);
}

#[test]
fn a_boss_has_its_arena_and_nobody_waits_at_the_entrance() {
    for sector in sectors() {
        let difficulty = sector.blueprint().difficulty;
        for room in sector.rooms() {
            let tier = tier(room, difficulty);
            let creatures = creatures(room);
            let bosses = creatures
                .iter()
                .filter(|it| it.properties.contains_key("boss"));
            let is_arena = room.node == NodeKind::Boss;
            assert_eq!(bosses.count(), usize::from(is_arena), "{}", sector.seed());
            let threat: u32 = creatures.iter().map(|it| it.threat()).sum();
            let boss: u32 = creatures
                .iter()
                .filter(|it| it.properties.contains_key("boss"))
                .map(|it| it.threat())
                .sum();
            assert!(threat - boss <= budget(tier, difficulty), "{}", room.id);
            if is_arena {
                assert!(boss > u32::from(tier - 1) * 5, "{}: {boss}", sector.seed());
                let contents = room.contents.iter();
                let mut kinds = contents.filter_map(|it| it.properties.get("item"));
                assert!(kinds.any(|kind| kind == "relic"), "{}", sector.seed());
            }
            if room.id == RoomId::ENTRY {
                assert!(creatures.is_empty() && !has(room, &ThingKind::Trap));
            }
            for content in &room.contents {
                if content.properties.contains_key("rest") {
                    assert!(creatures.is_empty() && !has(room, &ThingKind::Trap));
                }
            }
        }
    }
}

#[test]
fn what_is_precious_is_guarded_or_hidden() {
    let mut seen = 0;
    for sector in sectors() {
        for room in sector.rooms() {
            let contents = room.contents.iter();
            let kinds = contents.filter_map(|content| content.properties.get("item"));
            let mut kinds = kinds.map(String::as_str);
            if !kinds.any(|kind| matches!(kind, "treasure" | "weapon" | "armour" | "relic")) {
                continue;
            }
            let ends = |passage: &&crate::sector::Passage| passage.ends().contains(&room.id);
            let mut ways = sector.passages().iter().filter(ends);
            let is_locked = ways.all(|passage| passage.lock.is_some());
            assert!(
                room.node == NodeKind::Secret
                    || is_locked
                    || has(room, &ThingKind::Creature)
                    || has(room, &ThingKind::Trap),
                "{} of {}",
                room.id,
                sector.seed()
            );
            seen += 1;
        }
    }
    assert!(seen > 300);
}

#[test]
fn rooms_where_somebody_lives_do_not_crowd() {
    for sector in sectors() {
        let purposes = purpose::assign(
            &sector,
            &mut sector.seed().child("contents").child("purposes").stream(),
        );
        let is_fight = |room: RoomId| purposes[room.index()] == Purpose::Fight;
        for room in sector.rooms().iter().filter(|room| is_fight(room.id)) {
            let ways = sector.passages().iter().map(crate::sector::Passage::ends);
            let beside = ways.filter_map(|[a, b]| match room.id {
                id if id == a => Some(b),
                id if id == b => Some(a),
                _ => None,
            });
            let mut beside: Vec<RoomId> = beside.filter(|&next| is_fight(next)).collect();
            beside.sort_unstable();
            beside.dedup();
            assert!(beside.len() <= 1, "{} of {}", room.id, sector.seed());
        }
        if sector.rooms().len() >= 8 {
            assert!(purposes.contains(&Purpose::Rest), "{}", sector.seed());
        }
        assert!(purposes.contains(&Purpose::Fight), "{}", sector.seed());
    }
}

#[test]
fn harder_sectors_are_harder() {
    let mean = |difficulty| {
        let threats = (0..200).map(|seed| {
            let blueprint = Blueprint {
                difficulty,
                target_rooms: 12,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let contents = sector.rooms().iter().flat_map(|room| &room.contents);
            let threat: u32 = contents.map(Content::threat).sum();
            f64::from(threat) / sector.rooms().len() as f64
        });
        threats.sum::<f64>() / 200.0
    };
    let [easy, normal, hard] = Difficulty::ALL.map(mean);
    assert!((3.0..8.0).contains(&easy), "{easy}");
    assert!((8.0..16.0).contains(&normal), "{normal}");
    assert!((16.0..32.0).contains(&hard), "{hard}");
}

#[test]
fn no_curiosity_is_there_twice_and_all_are_seen() {
    let mut seen = HashSet::new();
    for sector in sectors() {
        let mut here = HashSet::new();
        for content in sector.rooms().iter().flat_map(|room| &room.contents) {
            if content.kind == ThingKind::Other(CURIOSITY.to_owned()) {
                assert!(here.insert(content.properties["id"].clone()));
            }
        }
        seen.extend(here);
    }
    let all = Tables::built_in().curiosities();
    let missing: Vec<&str> = all
        .iter()
        .filter(|it| !seen.contains(&it.id))
        .map(|it| it.id.as_str())
        .collect();
    assert!(missing.len() <= 3, "{missing:?}");
}

#[test]
fn what_belongs_somewhere_in_a_room_is_there() {
    let mut seen = HashMap::new();
    let curiosities = Tables::built_in().curiosities();
    for sector in sectors() {
        let carved = carve(sector).unwrap();
        let volume = carved.volume();
        let kind = ThingKind::Other(CURIOSITY.to_owned());
        let things = volume.things().map(|(_, thing)| thing);
        for thing in things.filter(|thing| thing.kind == kind) {
            let id = thing.properties.get("id");
            let odd = curiosities.iter().find(|it| Some(&it.id) == id);
            let Some(nook) = odd.and_then(|odd| odd.spot) else {
                continue;
            };
            let Pos { x, y, z } = thing.place;
            let beside = [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]];
            let beside = beside.map(|[x, y]| volume.get(Pos::new(x, y, z)));
            let touches = |kinds: &[Cell]| beside.iter().any(|cell| kinds.contains(cell));
            let is_there = match nook {
                Nook::Wall => touches(&[Cell::Wall]),
                Nook::Liquid => touches(&[Cell::ShallowLiquid, Cell::DeepLiquid]),
                Nook::Beside(kind) => {
                    let corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
                    let corners = corners.map(|[right, down]| Pos::new(x + right, y + down, z));
                    touches(&[kind]) || corners.iter().any(|&at| volume.get(at) == kind)
                }
                Nook::Door | Nook::Middle => true,
            };
            assert!(is_there, "{} of {thing:?}", carved.sector().seed());
            *seen.entry(nook).or_insert(0) += 1;
        }
    }
    let used: HashSet<Nook> = curiosities.iter().filter_map(|odd| odd.spot).collect();
    let missing: Vec<_> = used
        .iter()
        .filter(|nook| !seen.contains_key(nook))
        .collect();
    assert!(missing.len() <= 3, "{missing:?}");
}

#[test]
fn an_empty_sector_is_the_same_without_contents() {
    for seed in 0..40 {
        let blueprint = blueprint(seed, 12);
        let full = generate(&blueprint, Seed::new(seed)).unwrap();
        let bare = Blueprint {
            is_empty: true,
            ..blueprint
        };
        let empty = generate(&bare, Seed::new(seed)).unwrap();
        let mut raw = full.to_raw();
        raw.blueprint.is_empty = true;
        raw.rooms.iter_mut().for_each(|room| room.contents.clear());
        assert_eq!(raw, empty.to_raw());
    }
}

/// What is told of a trap or a place to rest is told of one room only.
#[test]
fn no_trap_and_no_place_to_rest_comes_twice_in_a_small_sector() {
    let (mut traps, mut rests) = (0, 0);
    for (seeds, rooms) in [(0..120, 7), (0..60, 20), (0..90, 40)] {
        for seed in seeds {
            let sector = generate(&blueprint(seed, rooms), Seed::new(seed)).unwrap();
            let mut told = HashSet::new();
            for content in sector.rooms().iter().flat_map(|room| &room.contents) {
                let text = match content.kind {
                    ThingKind::Trap => "trigger",
                    ThingKind::Marker => "about",
                    _ => continue,
                };
                let text = &content.properties[text];
                assert!(told.insert(text.clone()), "{rooms} rooms, {seed}: {text}");
                traps += u32::from(content.kind == ThingKind::Trap);
                rests += u32::from(content.kind == ThingKind::Marker);
            }
        }
    }
    assert!(traps > 300 && rests > 100, "{traps} {rests}");
}
