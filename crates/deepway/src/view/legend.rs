//! The frame of a picture: its title, and the key to its colours.

use super::icon::{self, Stroke};
use super::palette;
use super::scene::{Anchor, Colour, Point, Scene};
use super::theme::Theme;
use super::things::Badge;
use super::{font, things};
use crate::cell::LinkKind;
use crate::link::Link;
use crate::material::Material;
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;
use crate::words::legible;
use std::collections::BTreeMap;

/// The name of the group of a picture that is its key.
pub(super) const LEGEND: &str = "legend";
/// Space around a picture.
const MARGIN: f32 = 28.0;
const TITLE: f32 = 20.0;
const KEY: f32 = 13.0;
/// The length of a sample before its name, and the space after each entry.
const SAMPLE: f32 = 25.0;
const GAP: f32 = 22.0;
/// The height of a line of the key, and how wide the key may make a picture.
const LINE: f32 = 22.0;
const WIDE_KEY: f32 = 560.0;
/// The most kinds of thing in the key.
const MOST_KINDS: usize = 24;

/// An entry of the key: a sample of a colour, and what it stands for.
pub(super) struct Entry {
    pub(super) sample: Sample,
    pub(super) colour: Colour,
    pub(super) text: String,
}

#[derive(Clone)]
pub(super) enum Sample {
    Line,
    Square,
    /// A sign, drawn in a unit square.
    Sign(Vec<Stroke>),
    /// Two squares, the second of this colour.
    Pair(Colour),
    /// A badge with a letter.
    Letter(char, Badge),
    /// Nothing but words.
    Nothing,
}

impl Entry {
    fn width(&self) -> f32 {
        SAMPLE + font::width(&self.text, KEY) + GAP
    }
}

/// The key to a picture: each kind of link with its count, each material of the cells, and
/// each kind of thing with its count.
pub(super) fn key<'a>(
    volume: &Volume,
    links: &[Link],
    materials: impl IntoIterator<Item = Material>,
    drawn: impl IntoIterator<Item = &'a Thing>,
    theme: Theme,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for kind in LinkKind::ALL {
        let count = links.iter().filter(|link| link.kind == kind).count();
        if count > 0 {
            entries.push(Entry {
                sample: Sample::Line,
                colour: palette::link(kind),
                text: format!("{kind} {count}"),
            });
        }
    }
    for material in materials {
        if let (Some(colour), Some(name)) = (
            palette::material_in(material, theme),
            volume.material_name(material),
        ) {
            entries.push(Entry {
                sample: Sample::Square,
                colour,
                text: legible(name),
            });
        }
    }
    let mut counts: BTreeMap<&ThingKind, u32> = BTreeMap::new();
    for thing in drawn {
        *counts.entry(&thing.kind).or_default() += 1;
    }
    let counts = counts.into_iter();
    let counts = counts.filter(|(kind, _)| **kind != ThingKind::Label);
    entries.extend(counts.take(MOST_KINDS).map(|(kind, count)| {
        let name: String = legible(kind.name()).chars().take(24).collect();
        Entry {
            sample: Sample::Square,
            colour: things::kind_colour(kind),
            text: format!("{name} {count}"),
        }
    }));
    entries
}

/// The entry for a route.
pub(super) fn path() -> Entry {
    Entry {
        sample: Sample::Line,
        colour: palette::ROUTE,
        text: "path".to_owned(),
    }
}

/// A scene with room for a drawing of this width and height, and the drawing's corner.
///
/// The title is above it and the key below; if either is wider, the drawing is
/// centred.
pub(super) fn frame(
    width: f32,
    height: f32,
    title: &str,
    key: &[Entry],
    theme: Theme,
) -> (Scene, Point) {
    let title_width = font::width(title, TITLE);
    let key_width = key.iter().map(Entry::width).sum::<f32>() - GAP;
    let inner = width.max(title_width).max(key_width.min(WIDE_KEY));
    let lines = lines(key, inner);
    let above = if title.is_empty() { 0.0 } else { 44.0 };
    let below = match lines.len() {
        0 => 0.0,
        lines => 36.0 + (lines - 1) as f32 * LINE,
    };
    let mut scene = Scene {
        width: (inner + 2.0 * MARGIN).ceil(),
        height: (above + height + below + 2.0 * MARGIN).ceil(),
        background: theme.background(),
        items: Vec::new(),
    };
    if !title.is_empty() {
        let at = Point::new(MARGIN, MARGIN + 18.0);
        scene.label(at, title, TITLE, theme.ink(), Anchor::Start);
    }
    if !key.is_empty() {
        scene.begin(LEGEND, "what the signs mean", Vec::new());
    }
    let first = scene.height - MARGIN + 4.0 - lines.len().saturating_sub(1) as f32 * LINE;
    for (number, line) in lines.into_iter().enumerate() {
        let (mut x, y) = (MARGIN, first + number as f32 * LINE);
        for entry in line {
            let at = |dx: f32, dy: f32| Point::new(x + dx, y + dy);
            match &entry.sample {
                Sample::Line => {
                    let line = vec![at(0.0, -4.0), at(18.0, -4.0)];
                    scene.lines(vec![line], entry.colour, 3.0);
                }
                Sample::Square => {
                    let square = vec![at(4.0, -10.0), at(16.0, -10.0), at(16.0, 2.0), at(4.0, 2.0)];
                    scene.shape(vec![square], entry.colour);
                }
                Sample::Pair(second) => {
                    let half = |x0: f32, x1: f32| {
                        vec![at(x0, -10.0), at(x1, -10.0), at(x1, 2.0), at(x0, 2.0)]
                    };
                    scene.shape(vec![half(0.0, 10.0)], entry.colour);
                    scene.shape(vec![half(10.0, 20.0)], *second);
                }
                Sample::Letter(letter, badge) => {
                    let middle = at(10.0, -4.0);
                    let sign = letter.to_string();
                    things::draw_badge(&mut scene, middle, 18.0, &sign, entry.colour, *badge);
                }
                Sample::Nothing => {}
                Sample::Sign(strokes) => {
                    for stroke in strokes {
                        let corners = &stroke.corners;
                        let placed =
                            icon::placed(corners, |x, y| at(2.0 + x * 16.0, -12.0 + y * 16.0));
                        scene.shape(vec![placed], stroke.colour);
                    }
                }
            }
            scene.label(
                at(SAMPLE, 0.0),
                &entry.text,
                KEY,
                theme.faint(),
                Anchor::Start,
            );
            x += entry.width();
        }
    }
    if !key.is_empty() {
        scene.end();
    }
    (
        scene,
        Point::new((MARGIN + (inner - width) / 2.0).round(), MARGIN + above),
    )
}

/// A key by itself, in lines of a width.
#[cfg(feature = "exchange")]
pub(super) fn alone(key: &[Entry], width: f32, theme: Theme) -> Scene {
    let (scene, _) = frame(width, 0.0, "", key, theme);
    scene.trimmed(4.0)
}

/// The entries of a key, as many in a line as fit.
fn lines(key: &[Entry], width: f32) -> Vec<Vec<&Entry>> {
    let mut lines: Vec<Vec<&Entry>> = Vec::new();
    let mut used = 0.0;
    for entry in key {
        match lines.last_mut() {
            Some(line) if used + entry.width() - GAP <= width => line.push(entry),
            _ => {
                lines.push(vec![entry]);
                used = 0.0;
            }
        }
        used += entry.width();
    }
    lines
}

/// How many cells lie between numbers on a ruler, so that the numbers do not touch.
pub(super) fn ruler_step(cell: f32) -> usize {
    let steps = [1, 2, 5, 10, 50, 100, 500, 1000];
    steps
        .into_iter()
        .find(|&step| step as f32 * cell >= 40.0)
        .unwrap_or(5000)
}
