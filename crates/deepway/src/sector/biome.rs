//! Which biome each room lies in, and where biomes blend.
//!
//! A biome takes two to four layers, one after the other; the ground level has the
//! blueprint's. The layers only tend towards theirs. Hot and cold never touch: not where
//! layers meet, and not by a way that leaps over what is between.

use super::Sector;
use super::room::Blend;
use crate::ids::RoomId;
use crate::seed::{Seed, Stream};
use crate::space::{Biome, Layer};

/// How the seven layers are divided, from the lowest on.
const DIVISIONS: [&[u32]; 5] = [&[2, 2, 3], &[2, 3, 2], &[3, 2, 2], &[3, 4], &[4, 3]];
/// How much likelier a biome is for each layer that tends towards it.
const TENDENCY: u32 = 3;

/// Gives every room its biome, and what it blends with.
pub(super) fn assign(sector: &mut Sector, seed: Seed) {
    let mut random = seed.child("biomes").stream();
    let joined = joined_rooms(sector);
    let layers = choose(sector, &joined, &mut random);
    let biome_at = |z: i32| layers[(z.clamp(-3, 3) + 3) as usize];
    for room in &mut sector.rooms {
        room.biome = biome_at(room.position.z);
        room.blend.clear();
    }
    for [a, b] in joined.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]) {
        let (own, other) = (sector.rooms[a.index()].biome, sector.rooms[b.index()].biome);
        let blend = &mut sector.rooms[a.index()].blend;
        if own != other && !blend.iter().any(|one| one.biome == other) {
            // Two others take 45 percent at most, and there are never more.
            let percent = random.between(3, 6) as u32 * 5 / (blend.len() as u32 + 1);
            blend.push(Blend {
                biome: other,
                percent,
            });
        }
    }
    for room in &mut sector.rooms {
        room.blend.sort_by_key(|one| one.biome);
    }
}

/// The rooms that a passage joins, each pair once.
fn joined_rooms(sector: &Sector) -> Vec<[RoomId; 2]> {
    let doorways = sector.doorways().map(|exit| [exit.from, exit.to]);
    let connections = sector.connections().map(|connection| connection.ends());
    doorways.chain(connections).collect()
}

/// The biome of each layer, from the lowest on.
fn choose(sector: &Sector, joined: &[[RoomId; 2]], random: &mut Stream) -> [Biome; 7] {
    let division = random.pick(&DIVISIONS).copied().unwrap_or(DIVISIONS[0]);
    let bands: Vec<usize> = (0..)
        .zip(division)
        .flat_map(|(band, &size)| std::iter::repeat_n(band, size as usize))
        .collect();
    let band_of = |room: RoomId| {
        let z = sector.rooms[room.index()].position.z.clamp(-3, 3);
        bands[(z + 3) as usize]
    };
    // Bands touch where one is above the other, and where a passage joins them.
    let mut touches = vec![vec![false; division.len()]; division.len()];
    for (band, touches) in touches.iter_mut().enumerate() {
        for (other, touches) in touches.iter_mut().enumerate() {
            *touches = band.abs_diff(other) == 1;
        }
    }
    for &[a, b] in joined {
        let (a, b) = (band_of(a), band_of(b));
        touches[a][b] = true;
        touches[b][a] = true;
    }
    let ground = bands[3];
    let mut chosen: Vec<Option<Biome>> = vec![None; division.len()];
    chosen[ground] = Some(sector.blueprint.biome);
    let mut order: Vec<usize> = (0..division.len()).filter(|&band| band != ground).collect();
    order.sort_by_key(|&band| (band.abs_diff(ground), band));
    for band in order {
        let may_be = |biome: Biome| {
            (0..).zip(&chosen).all(|(other, chosen): (usize, _)| {
                chosen.is_none_or(|other_biome| {
                    other_biome != biome && (!touches[band][other] || biome.may_touch(other_biome))
                })
            })
        };
        let layers = Layer::ALL.into_iter().zip(&bands);
        let layers: Vec<Layer> = layers
            .filter(|&(_, &of)| of == band)
            .map(|(layer, _)| layer)
            .collect();
        let weights: Vec<(Biome, u32)> = Biome::ALL
            .into_iter()
            .filter(|&biome| may_be(biome))
            .map(|biome| {
                let tending = layers.iter().filter(|layer| {
                    **layer != Layer::GroundLevel && layer.typical_biomes().contains(&biome)
                });
                (biome, 1 + TENDENCY * tending.count() as u32)
            })
            .collect();
        chosen[band] = random.weighted(&weights).copied();
    }
    let neutral = Biome::Neutral;
    std::array::from_fn(|layer| chosen[bands[layer]].unwrap_or(neutral))
}

#[cfg(test)]
mod tests {
    use super::super::{Blueprint, Trend, generate};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn biomes_span_few_layers_and_hot_and_cold_stay_apart() {
        let mut met = BTreeSet::new();
        for number in 0..600 {
            let blueprint = Blueprint {
                biome: Biome::ALL[number as usize % 6],
                target_rooms: 30,
                trend: Trend::Mixed,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(number)).unwrap();
            assert_eq!(sector.rooms[0].biome, blueprint.biome);
            for biome in Biome::ALL {
                let rooms = sector.rooms.iter().filter(|room| room.biome == biome);
                let heights: Vec<i32> = rooms.map(|room| room.position.z).collect();
                let span = heights.iter().max().zip(heights.iter().min());
                assert!(span.is_none_or(|(high, low)| high - low < 4));
            }
            for [a, b] in joined_rooms(&sector) {
                let [a, b] = [a, b].map(|room| sector.rooms[room.index()].biome);
                assert!(a.may_touch(b));
                met.insert([a.min(b), a.max(b)]);
            }
        }
        // All pairs but hot and cold occur, and each biome beside itself.
        assert_eq!(met.len(), 6 * 7 / 2 - 1);
    }
}
