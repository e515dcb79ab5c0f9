//! Things in pictures and in text.

use super::font;
use super::icon::{diamond, octagon, placed, rect};
use super::palette::{DARK, INK, LIGHT};
use super::scene::{Anchor, Colour, Point, Scene};
use crate::cell::Cell;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;
use crate::words::legible;

/// Letters on smaller cells could not be read.
const READABLE: f32 = 9.0;

/// The shape under the sign of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Badge {
    /// A creature.
    Disc,
    /// The boss: a disc with a second ring around it.
    Ringed,
    /// What can be taken.
    Square,
    /// Everything else.
    Diamond,
}

impl Badge {
    /// The badge of a thing.
    pub(super) fn of(thing: &Thing) -> Self {
        match thing.kind {
            ThingKind::Creature if is_boss(thing) => Self::Ringed,
            ThingKind::Creature => Self::Disc,
            ThingKind::Item | ThingKind::Key => Self::Square,
            _ => Self::Diamond,
        }
    }

    /// Its outline around a point, about as large as an octagon of a radius.
    fn corners(self, radius: f32) -> Vec<[f32; 2]> {
        match self {
            Self::Disc | Self::Ringed => octagon(0.0, 0.0, radius),
            Self::Square => {
                let half = radius * 0.92;
                rect(-half, -half, half, half)
            }
            Self::Diamond => diamond(0.0, 0.0, radius * 1.25, radius * 1.25),
        }
    }
}

/// Whether a thing is the creature that everything leads to.
pub(super) fn is_boss(thing: &Thing) -> bool {
    thing.kind == ThingKind::Creature && thing.properties.contains_key("boss")
}

/// The letter of a kind in a drawing, never a glyph of a cell; none if it is not drawn.
pub(super) fn letter(kind: &ThingKind) -> Option<char> {
    Some(match kind {
        ThingKind::Label => 'n',
        ThingKind::Creature => 'c',
        ThingKind::Item => 'i',
        ThingKind::Key => 'k',
        ThingKind::Lock => 'l',
        ThingKind::Light => '\'',
        ThingKind::Trap => 't',
        ThingKind::Marker => 'm',
        ThingKind::Sign => 's',
        ThingKind::Spawn => '@',
        ThingKind::Tag => return None,
        ThingKind::Other(_) => '?',
    })
}

/// The character of a thing in a picture: its own, or the letter of its kind.
pub(super) fn sign(thing: &Thing) -> Option<char> {
    let own = thing.properties.get("glyph");
    let mut own = own.into_iter().flat_map(|glyph| glyph.chars());
    let own = match (own.next(), own.next()) {
        (Some(glyph), None) if glyph.is_ascii_graphic() => Some(glyph),
        _ => None,
    };
    letter(&thing.kind).map(|letter| own.unwrap_or(letter))
}

/// The character of a creature or an item in text: its own unless a cell has it, else the
/// letter of its kind, as for all other things; a thing of one's own kind may have its own too.
pub(super) fn text_sign(thing: &Thing) -> Option<char> {
    let has_own = matches!(
        thing.kind,
        ThingKind::Creature | ThingKind::Item | ThingKind::Other(_)
    );
    let own = sign(thing).filter(|&own| has_own && Cell::from_glyph(own).is_none());
    own.or(letter(&thing.kind))
}

/// The name of the room that a label is for, which is short enough to stand in a drawing.
pub(super) fn room(thing: &Thing) -> Option<&str> {
    let room = thing.properties.get("room")?;
    let is_short = (1..=5).contains(&room.len()) && room.bytes().all(|c| c.is_ascii_alphanumeric());
    (thing.kind == ThingKind::Label && is_short).then_some(room)
}

/// What is written for a thing in a drawing of a level, and where: the name of a room as far
/// as the floor is free, else the letter of the kind.
pub(super) fn signs<'a>(
    thing: &'a Thing,
    volume: &'a Volume,
) -> impl Iterator<Item = (Pos, char)> + 'a {
    let Pos { x, y, z } = thing.place;
    let word = room(thing).unwrap_or_default();
    let is_free = |x: i32| {
        let cell = volume.get(Pos::new(x, y, z));
        cell.is_walkable() && !cell.is_vertical() && cell != Cell::Door
    };
    let length = word.len() as i32;
    let mut starts = (0..length).map(|back| x.saturating_sub(back));
    let start = starts.find(|&start| (start..start.saturating_add(length)).all(is_free));
    let letter = text_sign(thing).filter(|_| start.is_none());
    let word = start
        .into_iter()
        .flat_map(move |start| (start..).zip(word.chars()));
    let word = word.map(move |(x, letter)| (Pos::new(x, y, z), letter));
    word.chain(letter.map(|letter| (thing.place, letter)))
}

/// The colour of a thing: that of its property `colour` if it is a known colour.
pub(super) fn colour(thing: &Thing) -> Colour {
    let own = ["colour", "color"].into_iter();
    let own = own.filter_map(|key| thing.properties.get(key));
    let mut own = own.filter_map(|name| named(name));
    own.next().unwrap_or_else(|| kind_colour(&thing.kind))
}

/// The usual colour of a kind.
pub(super) fn kind_colour(kind: &ThingKind) -> Colour {
    Colour::rgb(match kind {
        ThingKind::Label => return INK,
        ThingKind::Creature => 0xFF_8A_80,
        ThingKind::Item => 0x80_D8_FF,
        ThingKind::Key => 0xFF_D7_40,
        ThingKind::Lock => 0xC8_9B_3C,
        ThingKind::Light => 0xFF_F5_9D,
        ThingKind::Trap => 0xFF_5C_8A,
        ThingKind::Marker => 0xCE_93_D8,
        ThingKind::Sign => 0xE6_CC_A8,
        ThingKind::Spawn => 0x7C_FF_B2,
        ThingKind::Tag | ThingKind::Other(_) => 0xB0_B6_C4,
    })
}

/// A colour by its name, or as `#rrggbb`.
fn named(name: &str) -> Option<Colour> {
    if let Some(digits) = name.strip_prefix('#') {
        let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok();
        return number.filter(|_| is_hex).map(Colour::rgb);
    }
    let names = [
        ("red", 0xF0_52_52),
        ("orange", 0xFF_9A_3C),
        ("yellow", 0xFF_E0_66),
        ("green", 0x6F_D3_6F),
        ("cyan", 0x5C_D6_E0),
        ("blue", 0x5C_9C_FF),
        ("purple", 0xB0_7C_F0),
        ("pink", 0xFF_8C_C8),
        ("brown", 0xA8_74_46),
        ("grey", 0x9A_9A_9A),
        ("gray", 0x9A_9A_9A),
        ("black", 0x20_22_2C),
        ("white", 0xFF_FF_FF),
    ];
    let known = names.iter().find(|(known, _)| *known == name);
    known.map(|&(_, rgb)| Colour::rgb(rgb))
}

/// The name of a thing in one line, cut if it is long.
pub(super) fn short_name(thing: &Thing, most: usize) -> String {
    let name = legible(&thing.name);
    let mut words = name.chars();
    let mut name: String = words.by_ref().take(most).collect();
    if words.next().is_some() {
        name.push('…');
    }
    name.trim().to_owned()
}

/// The things on a level that are drawn, in their order.
pub(super) fn on_level(volume: &Volume, z: u32) -> impl Iterator<Item = &Thing> {
    let here = volume.things().map(|(_, thing)| thing);
    here.filter(move |thing| thing.place.z == z as i32 && letter(&thing.kind).is_some())
}

/// Draws things other than labels: a badge with the letter of the kind.
pub(super) fn draw_signs<'a>(
    scene: &mut Scene,
    things: impl Iterator<Item = &'a Thing>,
    place: impl Fn(Pos) -> Point,
    cell: f32,
) {
    for thing in things {
        let (Some(letter), false) = (sign(thing), thing.kind == ThingKind::Label) else {
            continue;
        };
        draw_sign(scene, thing, &letter.to_string(), place(thing.place), cell);
    }
}

/// Draws a thing: its badge with a sign on it.
pub(super) fn draw_sign(scene: &mut Scene, thing: &Thing, sign: &str, at: Point, cell: f32) {
    draw_badge(scene, at, cell, sign, colour(thing), Badge::of(thing));
}

/// Draws a disc with a letter, which is left out where it could not be read.
pub(super) fn draw_disc(scene: &mut Scene, at: Point, cell: f32, letter: char, colour: Colour) {
    draw_badge(scene, at, cell, &letter.to_string(), colour, Badge::Disc);
}

/// Draws a badge with a sign of a letter or more, which is left out where it could not be read.
pub(super) fn draw_badge(
    scene: &mut Scene,
    at: Point,
    cell: f32,
    sign: &str,
    colour: Colour,
    badge: Badge,
) {
    let mut draw = |share: f32, fill: Colour| {
        let corners = badge.corners((cell * share).max(1.5));
        let corners = placed(&corners, |dx, dy| Point::new(at.x + dx, at.y + dy));
        scene.shape(vec![corners], fill);
    };
    if badge == Badge::Ringed {
        draw(0.58, DARK);
        draw(0.5, LIGHT);
    }
    draw(0.42, DARK);
    draw(0.34, colour);
    if cell >= READABLE {
        let size = (cell * 0.6).clamp(7.0, 16.0);
        // Longer signs fit into the badge as well.
        let fitting = size * cell * 0.62 / font::width(sign, size).max(1.0);
        let size = size.min(fitting.max(5.0));
        let at = Point::new(at.x, at.y + size * 0.32);
        scene.label(at, sign, size, DARK, Anchor::Middle);
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Item;
    use super::*;

    fn drawn(thing: Thing, cell: f32) -> Vec<Item> {
        let mut scene = Scene {
            width: 40.0,
            height: 40.0,
            background: DARK,
            items: Vec::new(),
        };
        let middle = |_| Point::new(20.0, 20.0);
        draw_signs(&mut scene, [thing].iter(), middle, cell);
        scene.items
    }

    fn thing(kind: ThingKind) -> Thing {
        Thing::new(Pos::default(), kind, "it")
    }

    #[test]
    fn letters_are_drawn_from_nine_pixels_on() {
        let has_letter = |cell: f32| {
            let items = drawn(thing(ThingKind::Creature), cell);
            items.iter().any(|item| matches!(item, Item::Label { .. }))
        };
        assert!(has_letter(9.0));
        assert!(!has_letter(8.9));
    }

    #[test]
    fn badges_differ_by_kind_and_bosses_have_a_second_ring() {
        let sides = |thing: Thing| -> Vec<usize> {
            let items = drawn(thing, 16.0).into_iter();
            let shapes = items.filter_map(|item| match item {
                Item::Shape { polygons, .. } => Some(polygons[0].len()),
                _ => None,
            });
            shapes.collect()
        };
        assert_eq!(sides(thing(ThingKind::Creature)), [8, 8]);
        let boss = thing(ThingKind::Creature).with("boss", "yes");
        assert_eq!(sides(boss), [8, 8, 8, 8]);
        assert_eq!(sides(thing(ThingKind::Item)), [4, 4]);
        assert_eq!(Badge::of(&thing(ThingKind::Key)), Badge::Square);
        assert_eq!(Badge::of(&thing(ThingKind::Trap)), Badge::Diamond);
        assert_ne!(Badge::Square.corners(1.0), Badge::Diamond.corners(1.0));
    }
}
