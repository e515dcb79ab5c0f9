//! The biome of each room, and where biomes blend.
//!
//! A biome takes two to four consecutive layers; the ground level has the blueprint's biome.
//! Layers only tend towards their typical biomes. Hot and cold never touch, neither where
//! layers meet nor through a passage that skips layers.

use super::Sector;
use super::room::Blend;
use crate::ids::RoomId;
use crate::seed::{Seed, Stream};
use crate::space::{Biome, Layer};

/// How the seven layers are divided, from the lowest up.
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
        if own != other && !blend.iter().any(|part| part.biome == other) {
            // There are at most two others, which take at most 45 percent.
            let percent = random.between(3, 6) as u32 * 5 / (blend.len() as u32 + 1);
            blend.push(Blend {
                biome: other,
                percent,
            });
        }
    }
    for room in &mut sector.rooms {
        room.blend.sort_by_key(|part| part.biome);
    }
}

/// The pairs of rooms that a passage joins, each pair once.
fn joined_rooms(sector: &Sector) -> Vec<[RoomId; 2]> {
    let doorways = sector.doorways().map(|exit| [exit.from, exit.to]);
    let connections = sector.connections().map(|connection| connection.ends());
    doorways.chain(connections).collect()
}

/// The biome of each layer, from the lowest up.
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
    // Bands touch where they are above each other, and where a passage joins them.
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
        // All pairs except hot and cold occur, including each biome with itself.
        assert_eq!(met.len(), 6 * 7 / 2 - 1);
    }

    fn large(seed: u64) -> Sector {
        let blueprint = Blueprint {
            biome: Biome::ALL[seed as usize % 6],
            target_rooms: 80,
            trend: Trend::Mixed,
            ..Blueprint::default()
        };
        generate(&blueprint, Seed::new(seed)).unwrap()
    }

    /// The biome of each layer, from the lowest up; none where there is no room.
    fn biomes(sector: &Sector) -> [Option<Biome>; 7] {
        Layer::ALL.map(|layer| {
            let found: BTreeSet<Biome> = sector.at_layer(layer).map(|room| room.biome).collect();
            assert!(found.len() < 2, "two biomes on {layer}");
            found.into_iter().next()
        })
    }

    #[test]
    fn a_biome_takes_two_to_four_layers_one_after_the_other() {
        let mut whole = 0;
        for seed in 0..400 {
            let layers = biomes(&large(seed));
            if layers.contains(&None) {
                continue;
            }
            whole += 1;
            let bands: Vec<&[Option<Biome>]> = layers.chunk_by(|a, b| a == b).collect();
            let sizes: Vec<usize> = bands.iter().map(|band| band.len()).collect();
            assert!(
                sizes.iter().all(|size| (2..=4).contains(size)),
                "{layers:?}"
            );
            let different: BTreeSet<_> = bands.iter().map(|band| band[0]).collect();
            assert_eq!(different.len(), bands.len(), "{layers:?}");
        }
        assert!(whole > 60, "only {whole} sectors have rooms on all layers");
    }

    /// The table of S0 II: a biome that is typical of a layer is found there more often than
    /// others, relative to how often each is the biome of the ground.
    #[test]
    fn layers_tend_towards_their_typical_biomes() {
        use Biome::{Alfheim, Jotunheim, Muspelheim, Neutral, Niflheim, TheRoots};
        let typical: [&[Biome]; 7] = [
            &[TheRoots, Jotunheim],
            &[TheRoots, Muspelheim],
            &[TheRoots, Niflheim],
            &[TheRoots, Muspelheim, Niflheim, Jotunheim, Alfheim, Neutral],
            &[Jotunheim, Alfheim],
            &[Alfheim],
            &[Alfheim],
        ];
        for (layer, typical) in Layer::ALL.into_iter().zip(typical) {
            assert_eq!(layer.typical_biomes(), typical);
        }
        // How often a biome lies on a layer while the ground has another.
        let mut counts = [[0u32; 6]; 7];
        for seed in 0..700 {
            let sector = large(seed);
            for (layer, biome) in biomes(&sector).into_iter().enumerate() {
                let biome = biome.filter(|&biome| biome != sector.blueprint.biome);
                if let Some(biome) = biome {
                    counts[layer][biome as usize] += 1;
                }
            }
        }
        for (layer, (counts, typical)) in counts.iter().zip(typical).enumerate() {
            let of = |biome: &Biome| counts[*biome as usize];
            let least = typical.iter().map(of).min().unwrap();
            // Muspelheim is typical of a layer that it shares with the Roots, and so on: biomes
            // that are typical of no layer near by are the measure.
            assert!(
                layer == 3 || least > 3 * of(&Neutral) / 2,
                "layer {layer}: {counts:?}"
            );
        }
    }
}
