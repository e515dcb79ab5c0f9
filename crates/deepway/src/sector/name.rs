//! Names and descriptions of rooms and connections.

use super::Sector;
use super::connection::ConnectionKind;
use super::graph::{NodeKind, RoomGraph};
use super::passage::{Column, State};
use super::room::Room;
use crate::ids::ConnectionId;
use crate::seed::{Seed, Stream};
use crate::space::Biome;
use crate::words::{RoomWords, Templates};
use std::collections::HashSet;

/// The weight of templates for a biome, relative to those for all biomes.
const FITTING: u32 = 4;

/// Names the rooms that have no name yet, and describes everything.
///
/// Each room and each connection draws from its own stream. No two rooms share a name.
pub(super) fn describe(sector: &mut Sector, graph: &RoomGraph, templates: &Templates, seed: Seed) {
    let seed = seed.child("words");
    let brought = graph.rooms.iter().filter_map(|plan| plan.name.clone());
    let mut taken: HashSet<String> = brought.collect();
    for ((room, plan), number) in sector.rooms.iter_mut().zip(&graph.rooms).zip(0u32..) {
        let mut random = seed.child("room").child(number).stream();
        let Some(kind) = kind_of(room, templates, &mut random) else {
            continue;
        };
        if plan.name.is_none() {
            room.name = name(room, kind, templates, &taken, &mut random);
            taken.insert(room.name.clone());
        }
        room.description = description(room, kind, templates, &mut random);
    }
    for id in ConnectionId::all(sector.connections().count()) {
        let mut random = seed.child("connection").child(id.number()).stream();
        if let Some(column) = sector.column_mut(id) {
            describe_column(column, templates, &mut random);
        }
    }
}

/// A template that fits the archetype, biome and layer of a room.
fn kind_of<'a>(
    room: &Room,
    templates: &'a Templates,
    random: &mut Stream,
) -> Option<&'a RoomWords> {
    let archetype = room.archetype.id();
    let layer = room.layer();
    let fits = |kind: &&RoomWords| {
        kind.archetype == archetype
            && (kind.biomes.is_empty() || kind.biomes.contains(&room.biome))
            && (kind.layers.is_empty() || layer.is_some_and(|layer| kind.layers.contains(&layer)))
    };
    let weighted: Vec<(&RoomWords, u32)> = templates
        .rooms()
        .iter()
        .filter(fits)
        .map(|kind| (kind, if kind.biomes.is_empty() { 1 } else { FITTING }))
        .collect();
    random.weighted(&weighted).copied()
}

/// The biome for a detail: the room's own, or a biome that it blends with.
fn flavour(room: &Room, random: &mut Stream) -> Biome {
    let mut roll = random.below(100) as u32;
    for blend in &room.blend {
        if roll < blend.percent {
            return blend.biome;
        }
        roll -= blend.percent;
    }
    room.biome
}

fn name(
    room: &Room,
    kind: &RoomWords,
    templates: &Templates,
    taken: &HashSet<String>,
    random: &mut Stream,
) -> String {
    let mut draw = || {
        let words = templates.biome(flavour(room, random));
        let adjective = random.pick(&words.adjectives).map_or("", String::as_str);
        let noun = random.pick(&kind.nouns).map_or("", String::as_str);
        format!("{adjective} {noun}")
    };
    let mut name = draw();
    for _ in 0..8 {
        if !taken.contains(&name) {
            return name;
        }
        name = draw();
    }
    // If all names are taken, they are numbered.
    let numbered = (2u32..).map(|number| format!("{name} {number}"));
    let mut free = std::iter::once(name.clone()).chain(numbered);
    free.find(|name| !taken.contains(name)).unwrap_or(name)
}

fn description(
    room: &Room,
    kind: &RoomWords,
    templates: &Templates,
    random: &mut Stream,
) -> String {
    let mut text = random.pick(&kind.descriptions).cloned().unwrap_or_default();
    let details = &templates.biome(flavour(room, random)).details;
    let layer = room.layer().map_or(&[][..], |layer| templates.layer(layer));
    for sentence in [random.pick(details), random.pick(layer)]
        .into_iter()
        .flatten()
    {
        text.push(' ');
        text += sentence;
    }
    if room.node == NodeKind::Boss {
        text += " Whatever rules here is at home.";
    }
    text
}

fn describe_column(column: &mut Column, templates: &Templates, random: &mut Stream) {
    let Some(words) = templates.connection(column.climb.kind().id()) else {
        return;
    };
    let fallen = templates.connection(ConnectionKind::Collapsed.id());
    let mut pick = |texts: &[String]| random.pick(texts).cloned().unwrap_or_default();
    column.description = pick(&words.descriptions);
    match (&mut column.state, fallen) {
        (State::Collapsed { blockage }, Some(fallen)) => {
            let (heap, hold) = (pick(&fallen.descriptions), pick(&fallen.blockages));
            *blockage = format!("{heap} {hold}");
        }
        (State::Blocked { blockage } | State::Collapsed { blockage }, _) => {
            *blockage = pick(&words.blockages);
        }
        (State::Open, _) => {}
    }
    // One in five has a hazard; half of the collapsed connections have one of rubble.
    column.hazards.clear();
    if random.chance(1, 5) {
        column.hazards.extend(random.pick(&words.hazards).cloned());
    }
    if matches!(column.state, State::Collapsed { .. })
        && random.chance(1, 2)
        && let Some(fallen) = fallen
    {
        column.hazards.extend(random.pick(&fallen.hazards).cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Blueprint, generate};
    use super::*;
    use crate::words::{ARCHETYPES, CONNECTIONS};

    #[test]
    fn templates_are_for_what_there_is() {
        use super::super::Archetype;
        let archetypes: Vec<&str> = Archetype::ALL.iter().map(|kind| kind.id()).collect();
        assert_eq!(archetypes, ARCHETYPES);
        assert_eq!(ConnectionKind::ALL.map(ConnectionKind::id), CONNECTIONS);
    }

    #[test]
    fn no_two_rooms_share_a_name_and_everything_is_described() {
        for (seeds, rooms) in [(0..500, 7), (0..40, 60), (0..2, 4000)] {
            for seed in seeds {
                let blueprint = Blueprint {
                    target_rooms: rooms,
                    ..Blueprint::default()
                };
                let sector = generate(&blueprint, Seed::new(seed)).unwrap();
                let names: HashSet<&str> =
                    sector.rooms.iter().map(|room| room.name.as_str()).collect();
                assert_eq!(names.len(), sector.rooms.len());
                assert!(sector.rooms.iter().all(|room| !room.description.is_empty()));
                for connection in sector.connections() {
                    assert!(!connection.description().is_empty());
                    assert!(connection.blockage().is_none_or(|text| !text.is_empty()));
                }
            }
        }
    }
}
