//! Histograms as a picture.

use super::palette::{BACKGROUND, FAINT, INK};
use super::scene::{Anchor, Colour, Point, Scene};

/// A histogram: a title, and the name and share of each value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What is counted.
    pub title: String,
    /// The values and their shares of all, from 0 to 1.
    pub bars: Vec<(String, f32)>,
}

const WIDTH: f32 = 420.0;
const ROW: f32 = 18.0;
const MARGIN: f32 = 36.0;

/// Histograms in two columns under a title.
pub fn histograms(title: &str, groups: &[Bars]) -> Scene {
    let height = |group: &Bars| 44.0 + group.bars.len() as f32 * ROW;
    // Each goes into the column that is shorter so far.
    let mut ends = [MARGIN + 56.0; 2];
    let mut places = Vec::new();
    for group in groups {
        let column = usize::from(ends[1] < ends[0]);
        places.push((column, ends[column]));
        ends[column] += height(group);
    }
    let mut scene = Scene {
        width: 2.0 * WIDTH + 3.0 * MARGIN,
        height: ends[0].max(ends[1]) + MARGIN / 2.0,
        background: BACKGROUND,
        items: Vec::new(),
    };
    scene.label(Point::new(MARGIN, 48.0), title, 24.0, INK, Anchor::Start);
    for (group, (column, top)) in groups.iter().zip(places) {
        let left = MARGIN + column as f32 * (WIDTH + MARGIN);
        scene.label(
            Point::new(left, top + 16.0),
            &group.title,
            15.0,
            INK,
            Anchor::Start,
        );
        let most = group
            .bars
            .iter()
            .map(|(_, share)| *share)
            .fold(1e-9, f32::max);
        for (row, (name, share)) in group.bars.iter().enumerate() {
            let y = top + 28.0 + row as f32 * ROW;
            let (from, long) = (left + 118.0, (WIDTH - 190.0) * share / most);
            scene.label(
                Point::new(from - 8.0, y + 11.0),
                name,
                12.0,
                FAINT,
                Anchor::End,
            );
            let bar = [(0.0, 0.0), (long, 0.0), (long, 13.0), (0.0, 13.0)];
            let bar = bar.map(|(dx, dy)| Point::new(from + dx, y + dy));
            scene.shape(vec![bar.to_vec()], Colour::rgb(0x62_B8_8E));
            let text = format!("{:.2} %", share * 100.0);
            scene.label(
                Point::new(from + long + 7.0, y + 11.0),
                text,
                12.0,
                INK,
                Anchor::Start,
            );
        }
    }
    scene
}
