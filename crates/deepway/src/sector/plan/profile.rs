//! How the main path goes up and down.

use super::super::blueprint::{Blueprint, Trend};
use crate::seed::Stream;
use crate::space::Layer;

/// By how many layers each step of the main path changes level, from the entry hall to the boss
/// arena.
///
/// The boss arena is the lowest room of the path where the trend is to descend, the highest
/// where it is to climb; the deltas are those of S1 §6.3 as far as that allows.
pub(super) fn profile(
    blueprint: &Blueprint,
    rooms: u32,
    path: u32,
    random: &mut Stream,
) -> Vec<i32> {
    let steps = path - 1;
    let depth = depth(rooms, steps, random);
    // A boss two layers down saves a step.
    let mut leap = depth >= 2 && random.chance(1, 3);
    let wanted = share(steps * blueprint.verticality.min(100), random);
    let fewest = depth - u32::from(leap);
    // Steps up and down in turn need a level step between.
    let most = match wanted > depth {
        true => fewest.max(steps.div_ceil(2)),
        false => steps,
    };
    let mut changes = wanted.clamp(fewest.min(steps), most);
    if (changes - fewest.min(changes)) % 2 == 1 {
        // As many steps up as are needed to come out right; the leap evens the count.
        match (leap, changes < most) {
            (true, _) if depth <= changes => leap = false,
            (_, true) => changes += 1,
            _ => changes -= 1,
        }
    }
    let fall = depth - u32::from(leap);
    let ups = changes.saturating_sub(fall) / 2;
    let places = places(steps, changes, ups > 0, leap, random);
    let mut deltas = vec![0; steps as usize];
    let (mut downs, mut ups, mut z) = (changes - ups, ups, 0);
    let floor = -(depth as i32);
    let last = places.last().copied();
    for place in places {
        let is_leap = leap && Some(place) == last;
        let goes_down = is_leap
            || ups == 0
            || (z > floor + i32::from(leap)
                && (z >= Layer::UpperTrunk.z() || random.chance(downs, downs + ups)));
        let delta = match (goes_down, is_leap) {
            (_, true) => -2,
            (true, _) => -1,
            (false, _) => 1,
        };
        match goes_down {
            true => downs = downs.saturating_sub(1),
            false => ups -= 1,
        }
        z += delta;
        deltas[place as usize] = delta;
    }
    let is_mirrored = match blueprint.trend {
        Trend::Descend => false,
        Trend::Climb => true,
        Trend::Mixed => random.chance(1, 2),
    };
    if is_mirrored {
        deltas.iter_mut().for_each(|delta| *delta = -*delta);
    }
    deltas
}

/// How far below the entry hall the boss arena lies: so far that a sector uses as many layers
/// as it should.
fn depth(rooms: u32, steps: u32, random: &mut Stream) -> u32 {
    let depths: &[(u32, u32)] = match rooms {
        0..=6 => &[(1, 1)],
        7..=11 => &[(1, 3), (2, 2)],
        12..=19 => &[(2, 3), (3, 2)],
        _ => &[(3, 1)],
    };
    random.weighted(depths).copied().unwrap_or(1).min(steps)
}

/// A number of hundredths rounded up or down, so that it is right in the mean.
pub(super) fn share(hundredths: u32, random: &mut Stream) -> u32 {
    hundredths / 100 + u32::from(random.chance(hundredths % 100, 100))
}

/// Which steps change level; with `apart` no two in a row, with `last` the last among them.
fn places(steps: u32, count: u32, apart: bool, last: bool, random: &mut Stream) -> Vec<u32> {
    let keep = u32::from(last && count > 0);
    let picks = count - keep;
    let free = steps - keep * if apart { 2 } else { 1 };
    // Each place but the last takes the step after it along.
    let slots = match apart {
        true => (free + 1).saturating_sub(picks),
        false => free,
    };
    let mut all: Vec<u32> = (0..slots).collect();
    random.shuffle(&mut all);
    all.truncate(picks as usize);
    all.sort_unstable();
    let mut places: Vec<u32> = match apart {
        true => (0..).zip(all).map(|(number, slot)| slot + number).collect(),
        false => all,
    };
    if keep == 1 {
        places.push(steps - 1);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// The boss arena lies below the entry hall and no room of the path below it, all is
        /// inside the layers, and nobody goes up and down again at once.
        #[test]
        fn the_boss_is_at_the_bottom(rooms in 5..400u32, longer in 0..5u32, verticality in 0..=100u32, seed: u64) {
            let path = (rooms * (4 + longer) / 10).max(if rooms < 7 { 3 } else { 4 });
            let blueprint = Blueprint { target_rooms: rooms, verticality, ..Blueprint::default() };
            let deltas = profile(&blueprint, rooms, path, &mut Seed::new(seed).stream());
            prop_assert_eq!(deltas.len() as u32, path - 1);
            let mut z = 0;
            let mut heights = vec![0];
            for delta in &deltas {
                z += delta;
                heights.push(z);
            }
            prop_assert!((-3..0).contains(&z), "{:?}", deltas);
            prop_assert!(heights.iter().all(|&other| (z..=3).contains(&other)), "{:?}", deltas);
            let layers = -z + 1;
            prop_assert!(rooms < 12 || layers >= 3 && (rooms < 20 || layers >= 4), "{:?}", deltas);
            for pair in deltas.windows(2) {
                prop_assert!(pair[0] * pair[1] >= 0, "{:?}", deltas);
            }
        }
    }
}
