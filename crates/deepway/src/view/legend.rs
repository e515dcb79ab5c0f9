//! The frame of a picture: its title, and the key to the colours of links.

use super::font;
use super::palette::{self, BACKGROUND, FAINT, INK};
use super::scene::{Anchor, Point, Scene};
use crate::cell::LinkKind;
use crate::link::Link;

/// Space around a picture.
const MARGIN: f32 = 28.0;
const TITLE: f32 = 20.0;
const KEY: f32 = 13.0;
/// A line of the link's colour before its name, and the space after each entry.
const SAMPLE: f32 = 25.0;
const GAP: f32 = 22.0;

/// A scene with room for something of this width and height, and where that begins.
///
/// The title stands above it, the key below, and it is centred where one of
/// them is wider.
pub(super) fn frame(width: f32, height: f32, title: &str, links: &[Link]) -> (Scene, Point) {
    let entries = entries(links);
    let title_width = font::width(title, TITLE);
    let key_width = entries.iter().map(|entry| entry.width).sum::<f32>() - GAP;
    let inner = width.max(title_width).max(key_width);
    let above = if title.is_empty() { 0.0 } else { 44.0 };
    let below = if entries.is_empty() { 0.0 } else { 36.0 };
    let mut scene = Scene {
        width: (inner + 2.0 * MARGIN).ceil(),
        height: (above + height + below + 2.0 * MARGIN).ceil(),
        background: BACKGROUND,
        items: Vec::new(),
    };
    if !title.is_empty() {
        let at = Point::new(MARGIN, MARGIN + 18.0);
        scene.label(at, title, TITLE, INK, Anchor::Start);
    }
    let (mut x, y) = (MARGIN, scene.height - MARGIN + 4.0);
    for Entry { kind, text, width } in entries {
        let sample = [Point::new(x, y - 4.0), Point::new(x + 18.0, y - 4.0)];
        scene.lines(vec![sample.to_vec()], palette::link(kind), 3.0);
        scene.label(Point::new(x + SAMPLE, y), text, KEY, FAINT, Anchor::Start);
        x += width;
    }
    (
        scene,
        Point::new((MARGIN + (inner - width) / 2.0).round(), MARGIN + above),
    )
}

struct Entry {
    kind: LinkKind,
    text: String,
    width: f32,
}

/// Each kind of link that there is, with its count.
fn entries(links: &[Link]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for kind in LinkKind::ALL {
        let count = links.iter().filter(|link| link.kind == kind).count();
        if count > 0 {
            let text = format!("{kind} {count}");
            let width = SAMPLE + font::width(&text, KEY) + GAP;
            entries.push(Entry { kind, text, width });
        }
    }
    entries
}

/// Every how many cells a ruler has a number, so that numbers stand apart.
pub(super) fn ruler_step(cell: f32) -> usize {
    let steps = [1, 2, 5, 10, 50, 100, 500, 1000];
    steps
        .into_iter()
        .find(|&step| step as f32 * cell >= 40.0)
        .unwrap_or(5000)
}
