//! What each room of a sector is for, as far as its contents go.

use super::super::Sector;
use super::super::blueprint::Difficulty;
use super::super::graph::NodeKind;
use crate::ids::RoomId;
use crate::seed::Stream;

/// What a room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sector) enum Purpose {
    /// One comes in here: nobody and nothing does harm.
    Entrance,
    /// The boss, its guard and its hoard.
    Boss,
    /// Treasure behind a secret or a locked door.
    Hoard {
        /// Whether the door is secret.
        is_secret: bool,
    },
    /// Somebody lives here.
    Fight,
    /// Nobody does harm here.
    Rest,
    /// Something does harm here, but nobody.
    Trapped,
    /// Nobody is here.
    Quiet,
}

/// Of a hundred rooms that may have somebody in them, so many do.
const fn fights(difficulty: Difficulty) -> u32 {
    match difficulty {
        Difficulty::Easy => 35,
        Difficulty::Normal => 45,
        Difficulty::Hard => 55,
    }
}
/// Of a hundred of the others, so many are trapped.
const TRAPPED: u32 = 25;

/// Decides what the rooms are for. No room where somebody lives lies between two others, so that
/// there is always a quiet room near; one room of eight is for resting.
pub(super) fn assign(sector: &Sector, random: &mut Stream) -> Vec<Purpose> {
    let count = sector.rooms.len();
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut locked = vec![0; count];
    for passage in &sector.passages {
        let [a, b] = passage.ends().map(RoomId::index);
        neighbours[a].push(b);
        neighbours[b].push(a);
        for end in [a, b] {
            locked[end] += u32::from(passage.lock.is_some());
        }
    }
    let mut purposes = vec![Purpose::Quiet; count];
    let mut open = Vec::new();
    for (room, purpose) in sector.rooms.iter().zip(&mut purposes) {
        let number = room.id.index();
        let has_key = sector.keys_in(room.id).next().is_some();
        let ways = neighbours[number].len();
        *purpose = match room.node {
            _ if number == 0 => Purpose::Entrance,
            NodeKind::Start => Purpose::Entrance,
            NodeKind::Boss => Purpose::Boss,
            NodeKind::Secret => Purpose::Hoard { is_secret: true },
            _ if ways > 0 && locked[number] as usize == ways => Purpose::Hoard { is_secret: false },
            _ => {
                open.push((number, has_key));
                Purpose::Quiet
            }
        };
    }
    random.shuffle(&mut open);
    // The ends of branches are the best places to rest.
    let rests = (count + 2) / 8;
    let mut ends: Vec<usize> = open
        .iter()
        .filter(|(_, has_key)| !has_key)
        .map(|(room, _)| *room)
        .collect();
    ends.sort_by_key(|&room| neighbours[room].len());
    // A room or two must stay for somebody to live in.
    for &room in ends.iter().take(rests.min(ends.len().saturating_sub(1))) {
        purposes[room] = Purpose::Rest;
    }
    open.retain(|&(room, _)| purposes[room] == Purpose::Quiet);
    // Keys are guarded first.
    open.sort_by_key(|(_, has_key)| !has_key);
    let hundredths = open.len() as u32 * fights(sector.blueprint.difficulty);
    let wanted = (hundredths / 100 + u32::from(random.chance(hundredths % 100, 100))).max(1);
    let mut made = 0;
    for &(room, _) in &open {
        if made == wanted {
            break;
        }
        let is_fight = |room: usize| purposes[room] == Purpose::Fight;
        let near = neighbours[room].iter().filter(|&&next| is_fight(next));
        let is_crowded = near.clone().count() > 1
            || near.into_iter().any(|&next| {
                let mut others = neighbours[next].iter();
                others.any(|&other| other != room && is_fight(other))
            });
        if !is_crowded {
            purposes[room] = Purpose::Fight;
            made += 1;
        }
    }
    for &(room, _) in &open {
        if purposes[room] == Purpose::Quiet && random.chance(TRAPPED, 100) {
            purposes[room] = Purpose::Trapped;
        }
    }
    purposes
}
