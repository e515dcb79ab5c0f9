//! Labels in pictures: words on plates that step aside, or numbers with a key.

use super::font;
use super::legend::{Entry, Sample};
use super::palette::BACKGROUND;
use super::scene::{Anchor, Colour, Point, Scene};
use super::things::{Badge, colour, draw_disc, on_level, short_name};
use crate::cell::Cell;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;

/// The colour of a number that stands for a label.
pub(super) const TAG: Colour = Colour::rgb(0xFF_F1_C0);
/// A text that so many labels have is numbered.
const REPEATED: u32 = 3;
/// Where cells are smaller, words would hide what they are about.
const SMALL: f32 = 6.0;

/// A text of labels that is written as a number, or a letter after the ninth.
pub(super) struct Tag {
    number: usize,
    pub(super) text: String,
    pub(super) count: u32,
}

impl Tag {
    /// What stands in its place.
    pub(super) fn sign(&self) -> char {
        let signs = ('1'..='9').chain('A'..='Z').chain('a'..='z');
        signs.into_iter().nth(self.number).unwrap_or('*')
    }
}

/// The texts of a level that are numbered: those of many labels, and where cells are small all
/// that are on ground; a label beside the ground is a heading.
pub(super) fn tags(volume: &Volume, z: u32, cell: f32) -> Vec<Tag> {
    let mut tags: Vec<(Tag, bool)> = Vec::new();
    for label in on_level(volume, z).filter(|thing| thing.kind == ThingKind::Label) {
        let text = short_name(label, 40);
        let is_small = cell < SMALL && volume.get(label.place) != Cell::Air;
        match tags.iter_mut().find(|(tag, _)| tag.text == text) {
            Some((tag, small)) => {
                tag.count += 1;
                *small |= is_small;
            }
            None => {
                let tag = Tag {
                    number: 0,
                    text,
                    count: 1,
                };
                tags.push((tag, is_small));
            }
        }
    }
    let tags = tags
        .into_iter()
        .filter(|(tag, is_small)| !tag.text.is_empty() && (*is_small || tag.count >= REPEATED));
    (0..)
        .zip(tags)
        .map(|(number, (tag, _))| Tag { number, ..tag })
        .collect()
}

/// The entries of numbers in the key.
pub(super) fn tag_entries(volume: &Volume, z: u32, cell: f32) -> impl Iterator<Item = Entry> {
    tags(volume, z, cell).into_iter().map(|tag| Entry {
        sample: Sample::Letter(tag.sign(), Badge::Disc),
        colour: TAG,
        text: format!("{} {}", tag.text, tag.count),
    })
}

/// A part of a picture: its middle, and how far it reaches to each side.
#[derive(Clone, Copy)]
struct Area {
    x: f32,
    y: f32,
    half: [f32; 2],
}

impl Area {
    fn hides(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < self.half[0] + other.half[0]
            && (self.y - other.y).abs() < self.half[1] + other.half[1]
    }
}

/// Draws labels as words on a dark plate, inside the picture, where they hide no sign and no
/// other label if there is such a place nearby; those with a tag as its number.
pub(super) fn draw_labels<'a>(
    scene: &mut Scene,
    things: impl Iterator<Item = &'a Thing>,
    tags: &[Tag],
    place: impl Fn(Pos) -> Point,
    cell: f32,
) {
    let size = (cell * 0.62).clamp(10.0, 16.0);
    let (labels, others): (Vec<&Thing>, Vec<&Thing>) =
        things.partition(|thing| thing.kind == ThingKind::Label);
    // Signs of small cells cannot be read anyway.
    let signs = others.iter().filter(|_| cell >= SMALL).map(|thing| {
        let Point { x, y } = place(thing.place);
        let half = [cell * 0.3; 2];
        Area { x, y, half }
    });
    let mut taken: Vec<Area> = signs.collect();
    for thing in labels {
        let text = short_name(thing, 40);
        if text.is_empty() {
            continue;
        }
        let Point { x, y } = place(thing.place);
        if let Some(tag) = tags.iter().find(|tag| tag.text == text) {
            let wide = cell.max(14.0);
            draw_disc(scene, Point::new(x, y), wide, tag.sign(), TAG);
            let half = [wide * 0.42; 2];
            taken.push(Area { x, y, half });
            continue;
        }
        let half = [font::width(&text, size) / 2.0 + 4.0, size * 0.58];
        let x = x.min(scene.width - half[0] - 2.0).max(half[0] + 2.0);
        let step = size * 1.2 + cell * 0.2;
        let asides = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0].map(|by| by * step);
        let mut places = asides.iter().map(|by| Area { x, y: y + by, half });
        let is_free = |area: &Area| !taken.iter().any(|other| area.hides(other));
        let area = places.find(is_free).unwrap_or(Area { x, y, half });
        taken.push(area);
        let (top, bottom) = (area.y - size * 0.66, area.y + size * 0.5);
        let plate = [
            (x - half[0], top),
            (x + half[0], top),
            (x + half[0], bottom),
            (x - half[0], bottom),
        ];
        let plate = plate.map(|(x, y)| Point::new(x.clamp(0.0, scene.width), y));
        scene.shape(vec![plate.to_vec()], BACKGROUND.opacity(190));
        let at = Point::new(x.clamp(0.0, scene.width), area.y + size * 0.3);
        scene.label(at, text, size, colour(thing), Anchor::Middle);
    }
}
