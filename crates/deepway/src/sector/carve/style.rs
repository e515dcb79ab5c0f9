//! The looks of rooms: one table of styles, chosen by archetype, size, biome and layer.

mod arena;
mod dress;
mod guarded;
mod hall;
mod living;
mod natural;
mod outline;
mod passage;
mod plot;
mod sacred;
mod square;
mod table;
mod work;

use super::super::graph::{Archetype, NodeKind, RoomSize};
use super::super::room::Room;
use super::interior::Interior;
use crate::ids::RoomId;
use crate::seed::{Seed, Stream};
use crate::space::{Biome, RoomPos};
use plot::Plot;
use table::{STYLES, Style};

/// From this attempt on, things are scattered until a room differs from all others.
const SCATTER: u32 = 3;

/// So many styles are tried until one leaves enough of a room to walk on.
const STYLES_TRIED: u32 = 8;

/// Furnishes a room. If no style leaves enough of it to walk on, it stays bare.
pub(super) fn furnish(inside: &mut Interior, room: &Room, attempt: u32, random: &mut Stream) {
    let weighted: Vec<(&Style, u32)> = STYLES
        .iter()
        .map(|style| (style, style.weight(room)))
        .collect();
    let bare = inside.clone();
    for _ in 0..STYLES_TRIED {
        let style = random.weighted(&weighted).copied();
        let mut plot = Plot::new(inside, room, random);
        if let Some(style) = style {
            build(&mut plot, style);
        }
        if inside.is_roomy() {
            break;
        }
        *inside = bare.clone();
    }
    for _ in SCATTER..attempt {
        dress::drop_something(&mut Plot::new(inside, room, random));
    }
}

/// Draws a style, with litter and materials.
fn build(plot: &mut Plot<'_>, style: &Style) {
    (style.build)(plot);
    dress::litter(plot, style.is_tidy);
    dress::dress(plot, style.floor);
}

/// The names of the styles that serve an archetype.
pub(in crate::sector) fn names(archetype: Archetype) -> impl Iterator<Item = &'static str> {
    let styles = STYLES.iter();
    styles
        .filter(move |style| style.serves(archetype))
        .map(|style| style.name)
}

/// How large samples are, in units along a side, and how many there are of each.
const SAMPLES: [(i32, u32); 5] = [(1, 8), (2, 5), (3, 5), (5, 1), (16, 1)];

/// Rooms of every style, for every archetype and biome that it serves.
pub(in crate::sector) fn samples() -> impl Iterator<Item = (Room, Interior)> {
    let served = Archetype::ALL.iter().flat_map(|&archetype| {
        let styles = STYLES.iter().filter(move |style| style.serves(archetype));
        styles.map(move |style| (archetype, style))
    });
    let places = served.flat_map(|(archetype, style)| {
        let sizes = SAMPLES.into_iter();
        sizes.flat_map(move |(side, count)| {
            (0..count).map(move |number| (archetype, style, side, number))
        })
    });
    let rooms = places.flat_map(|(archetype, style, side, number)| {
        let biomes = Biome::ALL.into_iter();
        biomes.filter_map(move |biome| {
            let room = bare_room(archetype, side, biome)?;
            (style.weight(&room) > 0).then_some((room, style, number))
        })
    });
    rooms.map(|(room, style, number)| {
        let seed = Seed::new(0)
            .child(style.name)
            .child(number)
            .child(room.biome.id());
        let mut inside = Interior::new(room.size.side());
        let mut random = seed.stream();
        build(&mut Plot::new(&mut inside, &room, &mut random), style);
        inside.finish(room.biome);
        (room, inside)
    })
}

/// A room without a place or a name.
fn bare_room(archetype: Archetype, side: i32, biome: Biome) -> Option<Room> {
    Some(Room {
        id: RoomId::ENTRY,
        name: String::new(),
        archetype,
        node: NodeKind::Main,
        size: RoomSize::from_side(side)?,
        position: RoomPos::new(0, 0, 0),
        biome,
        blend: Vec::new(),
        description: String::new(),
        contents: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
