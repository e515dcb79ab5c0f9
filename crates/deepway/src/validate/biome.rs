//! Hot and cold biomes never touch, a biome spans four layers at most, and a room blends
//! with the biomes of the rooms that it is joined to, and no others.

use super::claims::{Claim, Claims, name};
use super::{Issue, Rule};
use crate::sector::Sector;
use crate::space::{Biome, Direction};
use std::collections::BTreeSet;

pub(super) fn check(sector: &Sector, claims: &Claims, issues: &mut Vec<Issue>) {
    let mut beside: Vec<BTreeSet<Biome>> = vec![BTreeSet::new(); sector.rooms.len()];
    let exits = sector.exits.iter().map(|exit| [exit.from, exit.to]);
    let connections = sector.connections.iter().map(|one| [one.from, one.to]);
    let mut clashing: BTreeSet<[u32; 2]> = BTreeSet::new();
    for [a, b] in exits.chain(connections) {
        let [one, other] = [a, b].map(|room| sector.rooms[room as usize].biome);
        if one != other {
            beside[a as usize].insert(other);
            beside[b as usize].insert(one);
        }
        if !one.may_touch(other) {
            clashing.insert([a.min(b), a.max(b)]);
        }
    }
    let has = |biome: Biome| sector.rooms.iter().any(|room| room.biome == biome);
    if Biome::ALL.iter().any(|&one| {
        has(one)
            && Biome::ALL
                .iter()
                .any(|&other| has(other) && !one.may_touch(other))
    }) {
        clashing.extend(touching(sector, claims));
    }
    for [a, b] in clashing {
        let [one, other] = [a, b].map(|room| &sector.rooms[room as usize]);
        issues.push(Issue::new(
            Rule::BiomeClash,
            [a, b],
            format!(
                "room {} in {} touches {} in {}",
                name(one),
                one.biome.id(),
                name(other),
                other.biome.id()
            ),
        ));
    }
    for biome in Biome::ALL {
        let rooms = (0u32..).zip(&sector.rooms);
        let rooms = rooms.filter(|(_, room)| room.biome == biome);
        let low = rooms.clone().min_by_key(|(_, room)| room.position.z);
        let high = rooms.max_by_key(|(_, room)| room.position.z);
        if let (Some((a, low)), Some((b, high))) = (low, high)
            && high.position.z.abs_diff(low.position.z) > 3
        {
            let id = biome.id();
            issues.push(Issue::new(
                Rule::BiomeClash,
                [a, b],
                format!(
                    "{id} reaches from room {} to {}: expected four layers at most",
                    name(low),
                    name(high)
                ),
            ));
        }
    }
    for ((number, room), beside) in (0..).zip(&sector.rooms).zip(beside) {
        let blend: BTreeSet<Biome> = room.blend.iter().map(|one| one.biome).collect();
        let shares = room.blend.iter().map(|one| u64::from(one.percent));
        let is_fair = shares.clone().all(|share| share > 0) && shares.sum::<u64>() <= 50;
        if blend != beside || blend.len() != room.blend.len() || !is_fair {
            let ids: Vec<&str> = beside.iter().map(|biome| biome.id()).collect();
            issues.push(Issue::new(
                Rule::FalseBlend,
                [number],
                format!(
                    "room {} blends with the wrong biomes: expected {}, together 50 percent at most",
                    name(room),
                    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
                ),
            ));
        }
    }
}

/// Rooms that share a face and must not.
fn touching(sector: &Sector, claims: &Claims) -> BTreeSet<[u32; 2]> {
    let sides = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
        Direction::Up,
        Direction::Down,
    ];
    let mut found = BTreeSet::new();
    for (number, room) in (0..).zip(&sector.rooms) {
        for unit in room.units() {
            for claim in sides.iter().flat_map(|&side| claims.at(unit.step(side))) {
                if let Claim::Room(other) = claim
                    && !room.biome.may_touch(sector.rooms[other as usize].biome)
                {
                    found.insert([other.min(number), other.max(number)]);
                }
            }
        }
    }
    found
}
