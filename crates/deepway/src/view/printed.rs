//! A level on paper: its drawing, the key to it, and how it is divided over pages.

use super::legend::{self, Entry};
use super::plan::{self, Spot};
use super::scene::{Item, Point, Scene};
use super::theme::Theme;

/// How wide the lines of a key are, in units of the key.
const KEY: f32 = 720.0;
/// Room for the numbers of rows and columns.
const RULER: f32 = 24.0;

/// A level for a page that has its own text. The key is apart, so that its letters do not get
/// smaller with a larger level.
pub(super) struct Printed {
    /// The drawing, without the numbers of rows and columns.
    pub(super) scene: Scene,
    /// What its signs mean; none if it has none.
    pub(super) key: Option<Scene>,
    /// How wide a cell is, in units of the drawing.
    pub(super) cell: f32,
    /// The first and the last column and row of the level.
    extent: [u32; 4],
    /// Where its first cell begins.
    corner: Point,
    theme: Theme,
}

impl Printed {
    /// Trims a drawing in which cells are so wide and the first one begins at this point.
    pub(super) fn new(
        scene: &Scene,
        corner: Point,
        cell: f32,
        extent: [u32; 4],
        key: &[Entry],
        theme: Theme,
    ) -> Self {
        // The sides stay on lines between cells, so that parts can end there.
        let [left, top, right, bottom] = scene.bounds().unwrap_or([0.0, 0.0, cell, cell]);
        let before = |at: f32, low: f32| at - ((at - low) / cell).ceil() * cell;
        let [west, north] = [before(corner.x, left - 2.0), before(corner.y, top - 2.0)];
        let key = (!key.is_empty()).then(|| theme.grey(legend::alone(key, KEY, theme)));
        Self {
            scene: theme.grey(scene.cut([west, north, right + 2.0, bottom + 2.0])),
            key,
            cell,
            extent,
            corner: Point::new(corner.x - west, corner.y - north),
            theme,
        }
    }

    /// Whether anything but the compass and the scale has letters, which have to be legible.
    pub(super) fn has_words(&self) -> bool {
        let items = self.scene.items.iter();
        items
            .filter(|item| matches!(item, Item::Label { .. }))
            .count()
            > 2
    }

    /// All of it, with the numbers of rows and columns.
    pub(super) fn whole(&self) -> Scene {
        self.part([0.0, 0.0, self.scene.width, self.scene.height])
    }

    /// A part with the numbers of its rows and columns, and no space around it.
    pub(super) fn part(&self, area: [f32; 4]) -> Scene {
        let mut part = self.scene.cut(area);
        let [x0, y0, x1, y1] = self.extent;
        let [left, top, right, bottom] = part.drawn().unwrap_or([0.0; 4]);
        let first = |at: f32, corner: f32, from: f32| {
            (((at + from - corner) / self.cell + 0.5).floor().max(0.0)) as u32
        };
        let columns = [
            (x0 + first(left, self.corner.x, area[0])).min(x1),
            (x0 + first(right, self.corner.x, area[0])).min(x1 + 1),
        ];
        let rows = [
            (y0 + first(top, self.corner.y, area[1])).min(y1),
            (y0 + first(bottom, self.corner.y, area[1])).min(y1 + 1),
        ];
        let spot = Spot {
            corner: Point::new(
                self.corner.x - area[0] - x0 as f32 * self.cell,
                self.corner.y - area[1] - y0 as f32 * self.cell,
            ),
            cell: self.cell,
        };
        plan::rulers(&mut part, columns, rows, self.theme.faint(), spot);
        self.theme.grey(part.trimmed(3.0))
    }

    /// The drawing in parts that fit into a box of so many of its units, each a box of its own;
    /// they end where least is drawn. What has nothing in it is left out.
    pub(super) fn parts(&self, most: [f32; 2]) -> Vec<[f32; 4]> {
        let most = most.map(|side| (side - RULER).max(self.cell * 4.0));
        let all = [0.0, 0.0, self.scene.width, self.scene.height];
        // Strips along the shorter side first, and then pieces of what is in each of them.
        let axis = usize::from(self.scene.width < self.scene.height);
        let mut parts = Vec::new();
        for strip in self.split(all, axis, most[axis]) {
            for piece in self.split(strip, 1 - axis, most[1 - axis]) {
                // The outer edges of walls alone are no part.
                let [left, top, right, bottom] = self.scene.cut(piece).drawn().unwrap_or([0.0; 4]);
                if (right - left).min(bottom - top) > self.cell * 1.5 {
                    parts.push(piece);
                }
            }
        }
        parts
    }

    /// Splits what is drawn in a box along an axis, into pieces of at most this length.
    fn split(&self, area: [f32; 4], axis: usize, most: f32) -> Vec<[f32; 4]> {
        let part = self.scene.cut(area);
        let Some(drawn) = part.drawn() else {
            return Vec::new();
        };
        let down = |at: f32| (at / self.cell).floor() * self.cell;
        let low = (area[axis] + down(drawn[axis])).max(area[axis]);
        let high = (area[axis] + drawn[axis + 2] + 2.0).min(area[axis + 2]);
        let count = ((high - low) / most).ceil().max(1.0) as u32;
        let mut cuts = vec![low];
        for number in 1..count {
            let last = cuts.last().copied().unwrap_or(low);
            let left = (count - number) as f32;
            let even = last + (high - last) / (left + 1.0);
            let first = (high - left * most).max(last + most * 0.2);
            let cells = (first / self.cell).ceil() as u32..=((last + most) / self.cell) as u32;
            let places = cells.map(|cell| cell as f32 * self.cell);
            let cost = |at: &f32| {
                let across = part.across(axis, *at - area[axis]);
                (across, (at - even).abs())
            };
            let best = places.min_by(|a, b| {
                let (a, b) = (cost(a), cost(b));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            });
            cuts.push(best.unwrap_or(even));
        }
        cuts.push(high);
        let pieces = cuts.windows(2).map(|ends| {
            let mut piece = area;
            (piece[axis], piece[axis + 2]) = (ends[0], ends[1]);
            piece
        });
        pieces.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::{Anchor, Colour};

    /// Three rooms of 4, 10 and 4 cells with space between; a part takes 12 cells.
    #[test]
    fn parts_end_between_rooms_and_have_every_label_once() {
        let ink = Colour::rgb(0);
        let mut scene = Scene {
            width: 1000.0,
            height: 60.0,
            background: ink,
            items: Vec::new(),
        };
        for (name, from, wide) in [("a", 5, 4), ("b", 12, 10), ("c", 30, 4)] {
            let [left, right] = [from, from + wide].map(|cell| cell as f32 * 10.0);
            for row in [10.0, 20.0] {
                let corners = [
                    (left, row),
                    (right, row),
                    (right, row + 10.0),
                    (left, row + 10.0),
                ];
                scene.shape(vec![corners.map(|(x, y)| Point::new(x, y)).to_vec()], ink);
            }
            let at = Point::new((left + right) / 2.0, 20.0);
            scene.label(at, name, 8.0, ink, Anchor::Middle);
        }
        let printed = Printed::new(
            &scene,
            Point::new(50.0, 10.0),
            10.0,
            [5, 1, 33, 2],
            &[],
            Theme::Print,
        );
        assert!(printed.key.is_none());
        let parts = printed.parts([144.0, 500.0]);
        let found: Vec<(u32, Vec<String>)> = parts
            .iter()
            .map(|area| {
                assert!(area[2] - area[0] <= 120.0, "{area:?}");
                let labels = printed.scene.cut(*area).items.into_iter();
                let labels = labels.filter_map(|item| match item {
                    Item::Label { text, .. } => Some(text),
                    _ => None,
                });
                let inside = printed.scene.width.min(area[2]);
                let cost = printed.scene.across(0, inside);
                (cost, labels.collect())
            })
            .collect();
        let labels: Vec<String> = found
            .iter()
            .flat_map(|(_, labels)| labels.clone())
            .collect();
        assert_eq!(labels, ["a", "b", "c"]);
        assert!(found.iter().all(|(cost, _)| *cost == 0), "{found:?}");
        assert_eq!(printed.parts([1000.0, 500.0]).len(), 1);
        // Each part has the numbers of its own columns.
        let numbers = |scene: Scene| {
            let labels = scene.items.into_iter().filter_map(|item| match item {
                Item::Label { text, .. } => text.parse::<u32>().ok(),
                _ => None,
            });
            labels.collect::<Vec<_>>()
        };
        let last = numbers(printed.part(parts[2]));
        assert!(last.contains(&30) && !last.contains(&20), "{last:?}");
    }
}
