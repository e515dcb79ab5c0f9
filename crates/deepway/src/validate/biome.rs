//! Hot and cold biomes never touch, a biome spans at most four layers, and a room blends with
//! exactly the biomes of the rooms that it is joined to.

use super::claims::{Claim, Claims, name};
use crate::ids::RoomId;
use crate::report::{Finding, Rule};
use crate::sector::Sector;
use crate::space::{Biome, Direction};
use std::collections::BTreeSet;

pub(super) fn check(sector: &Sector, claims: &Claims, findings: &mut Vec<Finding>) {
    let mut beside: Vec<BTreeSet<Biome>> = vec![BTreeSet::new(); sector.rooms().len()];
    let exits = sector.exits().map(|exit| [exit.from, exit.to]);
    let connections = sector.connections().map(|connection| connection.ends());
    let mut clashing: BTreeSet<[RoomId; 2]> = BTreeSet::new();
    for [a, b] in exits.chain(connections) {
        let [first, second] = [a, b].map(|room| sector[room].biome);
        if first != second {
            beside[a.index()].insert(second);
            beside[b.index()].insert(first);
        }
        if !first.may_touch(second) {
            clashing.insert([a.min(b), a.max(b)]);
        }
    }
    let has = |biome: Biome| sector.rooms().iter().any(|room| room.biome == biome);
    if Biome::ALL.iter().any(|&biome| {
        has(biome)
            && Biome::ALL
                .iter()
                .any(|&other| has(other) && !biome.may_touch(other))
    }) {
        clashing.extend(touching(sector, claims));
    }
    for [a, b] in clashing {
        let [first, second] = [a, b].map(|room| &sector[room]);
        findings.push(Finding::of_rooms(
            Rule::BiomeClash,
            [a, b],
            format!(
                "room {} in {} touches {} in {}",
                name(first),
                first.biome.id(),
                name(second),
                second.biome.id()
            ),
        ));
    }
    for biome in Biome::ALL {
        let rooms = sector.rooms().iter().filter(|room| room.biome == biome);
        let low = rooms.clone().min_by_key(|room| room.position.z);
        let high = rooms.max_by_key(|room| room.position.z);
        if let (Some(low), Some(high)) = (low, high)
            && high.position.z.abs_diff(low.position.z) > 3
        {
            let id = biome.id();
            findings.push(Finding::of_rooms(
                Rule::BiomeClash,
                [low.id, high.id],
                format!(
                    "{id} reaches from room {} to {}: expected at most four layers",
                    name(low),
                    name(high)
                ),
            ));
        }
    }
    for (room, beside) in sector.rooms().iter().zip(beside) {
        let blend: BTreeSet<Biome> = room.blend.iter().map(|part| part.biome).collect();
        let shares = room.blend.iter().map(|part| u64::from(part.percent));
        let is_fair = shares.clone().all(|share| share > 0) && shares.sum::<u64>() <= 50;
        if blend != beside || blend.len() != room.blend.len() || !is_fair {
            let ids: Vec<&str> = beside.iter().map(|biome| biome.id()).collect();
            findings.push(Finding::of_rooms(
                Rule::BlendMismatch,
                [room.id],
                format!(
                    "room {} blends with the wrong biomes: expected {}, together at most 50 percent",
                    name(room),
                    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
                ),
            ));
        }
    }
}

/// Rooms that share a face but must not.
fn touching(sector: &Sector, claims: &Claims) -> BTreeSet<[RoomId; 2]> {
    let sides = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
        Direction::Up,
        Direction::Down,
    ];
    let mut found = BTreeSet::new();
    for room in sector.rooms() {
        for unit in room.units() {
            for claim in sides.iter().flat_map(|&side| claims.at(unit.step(side))) {
                if let Claim::Room(other) = claim
                    && !room.biome.may_touch(sector[other].biome)
                {
                    found.insert([other.min(room.id), other.max(room.id)]);
                }
            }
        }
    }
    found
}
