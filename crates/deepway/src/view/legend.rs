//! Titles, and the key to the colours of links.

use super::palette::{self, FAINT, INK};
use super::scene::{Anchor, Point, Scene};
use crate::cell::LinkKind;
use crate::link::Link;

/// Space around a picture.
pub(super) const MARGIN: f32 = 28.0;
/// Height of the line that the title takes; none without a title.
pub(super) fn title_height(title: &str) -> f32 {
    if title.is_empty() { 0.0 } else { 44.0 }
}
/// Height of the key; none without links.
pub(super) fn key_height(links: &[Link]) -> f32 {
    if links.is_empty() { 0.0 } else { 34.0 }
}

/// Draws the title at the top.
pub(super) fn title(scene: &mut Scene, title: &str) {
    if !title.is_empty() {
        scene.label(
            Point::new(MARGIN, MARGIN + 18.0),
            title,
            20.0,
            INK,
            Anchor::Start,
        );
    }
}

/// Draws the key at the bottom: each kind of link, its colour and its count.
pub(super) fn key(scene: &mut Scene, links: &[Link]) {
    let y = scene.height - MARGIN + 6.0;
    let mut x = MARGIN;
    for kind in LinkKind::ALL {
        let count = links.iter().filter(|link| link.kind == kind).count();
        if count == 0 {
            continue;
        }
        let (left, right) = (Point::new(x, y - 4.0), Point::new(x + 18.0, y - 4.0));
        scene.lines(vec![vec![left, right]], palette::link(kind), 3.0);
        let text = format!("{kind} {count}");
        let width = text.chars().count() as f32 * 7.4;
        scene.label(Point::new(x + 25.0, y), text, 13.0, FAINT, Anchor::Start);
        x += 25.0 + width + 16.0;
    }
}

/// How wide a key is, so that a narrow picture can make room for it.
pub(super) fn key_width(links: &[Link]) -> f32 {
    let kinds = LinkKind::ALL
        .iter()
        .filter(|kind| links.iter().any(|link| link.kind == **kind));
    kinds
        .map(|kind| 41.0 + (kind.name().len() as f32 + 5.0) * 7.4)
        .sum::<f32>()
        + 2.0 * MARGIN
}

/// How wide a title is.
pub(super) fn title_width(title: &str) -> f32 {
    title.chars().count() as f32 * 11.4 + 2.0 * MARGIN
}
