//! Wishes for the layers of rooms, and the smallest set of them that cannot be met together.

use super::{GraphError, MAX_WISHES};
use crate::ids::RoomId;
use crate::space::Layer;
use std::collections::BTreeMap;
use std::fmt;

/// Something that a user wishes for a room's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wish {
    /// The room is on this layer.
    Layer {
        /// The room.
        room: RoomId,
        /// The layer.
        layer: Layer,
    },
    /// The room is on a higher layer than another; if they are joined, they share a column.
    Above {
        /// The room.
        room: RoomId,
        /// The lower room.
        other: RoomId,
    },
    /// The room is on a lower layer than another; if they are joined, they share a column.
    Below {
        /// The room.
        room: RoomId,
        /// The higher room.
        other: RoomId,
    },
}

impl Wish {
    /// The lower and the higher room, if the wish is about two rooms.
    pub fn low_and_high(self) -> Option<[RoomId; 2]> {
        match self {
            Self::Layer { .. } => None,
            Self::Above { room, other } => Some([other, room]),
            Self::Below { room, other } => Some([room, other]),
        }
    }

    /// The rooms that it is about.
    pub fn rooms(self) -> impl Iterator<Item = RoomId> {
        let (Self::Layer { room, .. } | Self::Above { room, .. } | Self::Below { room, .. }) = self;
        let other = match self {
            Self::Layer { .. } => None,
            Self::Above { other, .. } | Self::Below { other, .. } => Some(other),
        };
        [room].into_iter().chain(other)
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layer { room, layer } => write!(f, "{room} on layer {}", layer.z()),
            Self::Above { room, other } => write!(f, "{room} above {other}"),
            Self::Below { room, other } => write!(f, "{room} below {other}"),
        }
    }
}

/// How many layers there are.
const LAYERS: usize = Layer::ALL.len();
const LOWEST: i32 = Layer::DeepRoots.z();
const HIGHEST: i32 = LOWEST + LAYERS as i32 - 1;

/// A layer that a room cannot lie under, or over, and the wish that says so; none if it is so
/// for every room, or because the room is the entry hall.
type Bound = (i32, Option<usize>);

/// Rooms above each other: the layer that the lowest cannot lie under, and the wishes.
type Chain = (i32, Vec<usize>);

/// What is known about the layers of rooms that wishes are about.
struct Order<'a> {
    wishes: &'a [Wish],
    /// For each room, the layers that are wished for it.
    layers: BTreeMap<RoomId, Vec<usize>>,
    /// For each room, the wishes that put another above it.
    higher: BTreeMap<RoomId, Vec<(RoomId, usize)>>,
}

impl<'a> Order<'a> {
    fn new(wishes: &'a [Wish]) -> Self {
        let mut layers: BTreeMap<RoomId, Vec<usize>> = BTreeMap::new();
        let mut higher: BTreeMap<RoomId, Vec<(RoomId, usize)>> = BTreeMap::new();
        for (number, wish) in wishes.iter().enumerate() {
            match (wish.low_and_high(), wish) {
                (Some([low, high]), _) => higher.entry(low).or_default().push((high, number)),
                (None, Wish::Layer { room, .. }) => layers.entry(*room).or_default().push(number),
                _ => {}
            }
        }
        Self {
            wishes,
            layers,
            higher,
        }
    }

    /// All that is known about the layer of one room.
    fn bounds(&self, room: RoomId, free: i32) -> impl Iterator<Item = Bound> + use<'_, 'a> {
        let fixed = if room == RoomId::ENTRY { 0 } else { free };
        let wished = self.layers.get(&room).into_iter().flatten();
        let wished = wished.filter_map(|&number| match self.wishes[number] {
            Wish::Layer { layer, .. } => Some((layer.z(), Some(number))),
            _ => None,
        });
        [(fixed, None)].into_iter().chain(wished)
    }

    /// The smallest set of wishes that contradict each other, by their numbers.
    ///
    /// Every contradiction contains a circle of rooms above each other, or a chain of them that
    /// is longer than the layers between its ends allow; no chain needs more than seven wishes.
    fn contradiction(&self) -> Option<Vec<usize>> {
        let chain = self.chain();
        let circle = self.circle();
        let mut found = [circle, chain].into_iter().flatten().min_by_key(Vec::len)?;
        found.sort_unstable();
        Some(found)
    }

    /// The shortest circle of rooms, each above the one before.
    fn circle(&self) -> Option<Vec<usize>> {
        let mut best: Option<Vec<usize>> = None;
        for &start in self.higher.keys() {
            // Breadth-first: the wish and the room by which each room is met.
            let mut met: BTreeMap<RoomId, (RoomId, usize)> = BTreeMap::new();
            let mut front = vec![start];
            let most = best.as_ref().map_or(LAYERS, |best| best.len() - 1);
            for _ in 0..most {
                let mut next = Vec::new();
                for &low in &front {
                    for &(high, wish) in self.higher.get(&low).into_iter().flatten() {
                        met.entry(high).or_insert_with(|| {
                            next.push(high);
                            (low, wish)
                        });
                    }
                }
                if met.contains_key(&start) {
                    break;
                }
                front = next;
            }
            let mut found = Vec::new();
            let mut at = start;
            while let Some(&(low, wish)) = met.get(&at).filter(|_| met.contains_key(&start)) {
                found.push(wish);
                at = low;
                if at == start {
                    break;
                }
            }
            if !found.is_empty() && best.as_ref().is_none_or(|best| found.len() < best.len()) {
                best = Some(found);
            }
        }
        best
    }

    /// The smallest chain of rooms, each above the one before, that its ends leave no space for.
    fn chain(&self) -> Option<Vec<usize>> {
        let mut rooms: Vec<RoomId> = self.wishes.iter().flat_map(|wish| wish.rooms()).collect();
        rooms.sort_unstable();
        rooms.dedup();
        // For each room, the chains that end there: the highest start of those whose start is
        // known anyway, and of those whose start is wished for.
        let mut ends: BTreeMap<RoomId, [Option<Chain>; 2]> = BTreeMap::new();
        for &room in &rooms {
            let mut start = [None, None];
            for (z, wish) in self.bounds(room, LOWEST) {
                let known: &mut Option<Chain> = &mut start[usize::from(wish.is_some())];
                if known.as_ref().is_none_or(|(highest, _)| z > *highest) {
                    *known = Some((z, wish.into_iter().collect()));
                }
            }
            ends.insert(room, start);
        }
        let mut best: Option<Vec<usize>> = None;
        for length in 0..=LAYERS as i32 {
            for (&room, chains) in &ends {
                for (start, wishes) in chains.iter().flatten() {
                    for (z, wish) in self.bounds(room, HIGHEST) {
                        let mut wishes = wishes.clone();
                        wishes.extend(wish);
                        wishes.sort_unstable();
                        wishes.dedup();
                        let is_worse = best.as_ref().is_some_and(|best| best.len() <= wishes.len());
                        if start + length > z && !is_worse {
                            best = Some(wishes);
                        }
                    }
                }
            }
            let mut longer: BTreeMap<RoomId, [Option<Chain>; 2]> = BTreeMap::new();
            for (low, chains) in &ends {
                for &(high, wish) in self.higher.get(low).into_iter().flatten() {
                    let known = longer.entry(high).or_default();
                    for (known, chain) in known.iter_mut().zip(chains) {
                        let Some((z, wishes)) = chain else {
                            continue;
                        };
                        if known.as_ref().is_none_or(|(highest, _)| z > highest) {
                            let mut wishes = wishes.clone();
                            wishes.push(wish);
                            *known = Some((*z, wishes));
                        }
                    }
                }
            }
            ends = longer;
        }
        best
    }
}

/// Checks that wishes can be met together, as far as layers are concerned.
pub(super) fn check(wishes: &[Wish], last: RoomId) -> Result<(), GraphError> {
    if wishes.len() > MAX_WISHES {
        let wishes = wishes.len();
        return Err(GraphError::TooManyWishes { wishes });
    }
    for &wish in wishes {
        if let Some(room) = wish.rooms().find(|&room| room > last) {
            return Err(GraphError::WishedRoom { wish, room, last });
        }
    }
    match Order::new(wishes).contradiction() {
        Some(numbers) => Err(GraphError::Wishes {
            wishes: numbers.iter().map(|&number| wishes[number]).collect(),
        }),
        None => Ok(()),
    }
}

/// For each room, the lowest and the highest layer that the wishes leave; the wishes must not
/// contradict each other.
pub(in crate::sector) fn spans(wishes: &[Wish], rooms: usize) -> Vec<[i32; 2]> {
    let mut spans = vec![[LOWEST, HIGHEST]; rooms];
    if let Some(entry) = spans.first_mut() {
        *entry = [0, 0];
    }
    for wish in wishes {
        if let Wish::Layer { room, layer } = wish {
            spans[room.index()] = [layer.z(); 2];
        }
    }
    let pairs: Vec<[RoomId; 2]> = wishes
        .iter()
        .filter_map(|wish| wish.low_and_high())
        .collect();
    // A chain has at most as many rooms as there are layers.
    for _ in 0..LAYERS {
        for [low, high] in &pairs {
            let [low, high] = [low.index(), high.index()];
            spans[high][0] = spans[high][0].max(spans[low][0] + 1);
            spans[low][1] = spans[low][1].min(spans[high][1] - 1);
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROOMS: u32 = 5;

    fn is_met(wish: &Wish, layers: &[i32]) -> bool {
        match *wish {
            Wish::Layer { room, layer } => layers[room.index()] == layer.z(),
            Wish::Above { room, other } => layers[room.index()] > layers[other.index()],
            Wish::Below { room, other } => layers[room.index()] < layers[other.index()],
        }
    }

    /// Tries every layer for every room; the entry hall is on the ground.
    fn can_be_met(wishes: &[Wish]) -> bool {
        let ways = 7_u32.pow(ROOMS - 1);
        (0..ways).any(|way| {
            let mut layers = vec![0];
            let digits = (0..ROOMS - 1).map(|room| (way / 7_u32.pow(room) % 7) as i32 - 3);
            layers.extend(digits);
            wishes.iter().all(|wish| is_met(wish, &layers))
        })
    }

    fn any_wish() -> impl Strategy<Value = Wish> {
        let room = || (0..ROOMS).prop_map(RoomId::new);
        prop_oneof![
            (room(), 0..7_usize).prop_map(|(room, layer)| Wish::Layer {
                room,
                layer: Layer::ALL[layer]
            }),
            (room(), room()).prop_map(|(room, other)| Wish::Above { room, other }),
            (room(), room()).prop_map(|(room, other)| Wish::Below { room, other }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn contradictions_are_found_and_are_the_smallest(wishes in prop::collection::vec(any_wish(), 0..7)) {
            let said = check(&wishes, RoomId::new(ROOMS - 1));
            let Err(GraphError::Wishes { wishes: named }) = said else {
                prop_assert!(can_be_met(&wishes));
                let spans = spans(&wishes, ROOMS as usize);
                prop_assert!(spans.iter().all(|[low, high]| low <= high));
                let lows: Vec<i32> = spans.iter().map(|span| span[0]).collect();
                prop_assert!(wishes.iter().all(|wish| is_met(wish, &lows)));
                return Ok(());
            };
            prop_assert!(!can_be_met(&named), "{:?}", named);
            // No smaller set of the wishes contradicts itself.
            for set in 0..1_u32 << wishes.len() {
                if (set.count_ones() as usize) < named.len() {
                    let some: Vec<Wish> = (0..wishes.len())
                        .filter(|number| set >> number & 1 == 1)
                        .map(|number| wishes[number])
                        .collect();
                    prop_assert!(can_be_met(&some), "{:?} is smaller than {:?}", some, named);
                }
            }
        }
    }

    #[test]
    fn a_contradiction_names_only_what_is_part_of_it() {
        let [a, b, c] = [1, 2, 3].map(RoomId::new);
        let wishes = [
            Wish::Layer {
                room: c,
                layer: Layer::ALL[0],
            },
            Wish::Above { room: a, other: b },
            Wish::Below { room: c, other: a },
            Wish::Above { room: b, other: a },
        ];
        let said = check(&wishes, c).unwrap_err().to_string();
        assert_eq!(
            said,
            "these wishes contradict each other: r1 above r2, r2 above r1"
        );
        let entry = [
            Wish::Below {
                room: RoomId::ENTRY,
                other: a,
            },
            Wish::Layer {
                room: a,
                layer: Layer::DeepRoots,
            },
        ];
        let said = check(&entry, c).unwrap_err().to_string();
        assert!(
            said.ends_with("r1 on layer -3 (r0 is always on layer 0)"),
            "{said}"
        );
    }
}
