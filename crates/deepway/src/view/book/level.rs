//! A level in a book: its map, the key to it, and what is said below; over several pages if it
//! is large.

use super::flow::{Flow, Run};
use super::font::Font;
use crate::view::printed::Printed;
use crate::view::scene::{Anchor, Colour, Item, Point, Scene};

/// The least side of a square on paper, in points, where nothing is written and where numbers of
/// rooms are to be as large as small print.
const LEAST: [f32; 2] = [5.6, 8.0];
/// The greatest: a closet does not fill a page.
const MOST: f32 = 20.0;
/// Points for each unit of a key: its letters are small print.
const KEY: f32 = 0.6;
/// The size of what is said below.
const SAID: f32 = 10.0;

impl Flow {
    /// A map on a section's page: the drawing, its key, and what there is to say about it, a
    /// paragraph each after a heading. A level whose squares would be too small has an overview,
    /// and then its parts.
    pub(super) fn level(&mut self, printed: Printed, told: &str, heading: &str, said: &[String]) {
        let size = if said.len() > 8 { 9.0 } else { SAID };
        let lines = said.iter().map(|text| {
            let runs: [Run<'_>; 1] = [(Font::Text, text)];
            self.height_of(&runs, size, 11.0) + size * 0.25
        });
        let below = match lines.sum::<f32>() {
            0.0 => 24.0,
            lines => 24.0 + 28.0 + lines.max(24.0),
        };
        let (width, all) = (self.width(), self.room());
        let high = printed
            .key
            .as_ref()
            .map_or(0.0, |key| key.height * KEY.min(width / key.width) + 10.0);
        let most = (all - high - below.min(all * 0.45) - 8.0).max(all * 0.2);
        let (scene, whole) = (&printed.scene, printed.whole());
        let least = LEAST[usize::from(printed.has_words())] / printed.cell;
        let fitting = (width / whole.width).min(most / whole.height);
        let scale = fitting.min(MOST / printed.cell);
        let metres = |scale: f32| {
            let square = printed.cell * scale / 72.0 * 25.4;
            format!(
                "North is up. {}",
                told.replace("{}", &format!("{square:.1} mm"))
            )
        };
        let is_whole = scale >= least;
        let page = self.page_height();
        let parts = match is_whole {
            true => Vec::new(),
            false => printed.parts([width / least, (page - 20.0) / least]),
        };
        let trimmed: Vec<Scene> = parts.iter().map(|area| printed.part(*area)).collect();
        let ends = trimmed.iter().map(|part| {
            let fitting = (width / part.width).min((page - 20.0) / part.height);
            fitting.min(MOST / printed.cell * 0.7)
        });
        let part_scale = ends.fold(f32::MAX, f32::min);
        match is_whole {
            true => self.placed(whole, scale),
            false => {
                let fitting = (width / scene.width).min(most / scene.height);
                self.placed(overview(scene, &parts, fitting), fitting);
            }
        }
        if let Some(key) = printed.key.clone() {
            let scale = KEY.min(width / key.width);
            self.placed(key, scale);
        }
        let count = trimmed.len();
        let text = match is_whole {
            true => metres(scale),
            false => format!(
                "The level is too large for a page; its {count} parts follow. {}",
                metres(part_scale)
            ),
        };
        self.paragraph(&[(Font::Italic, &text)], 9.5);
        if !said.is_empty() {
            self.heading(heading);
        }
        for text in said {
            self.bullet(&[(Font::Text, text)], size);
        }
        let name = self.section_name().to_owned();
        for (number, part) in (1..).zip(trimmed) {
            let title = format!("{name}, part {number} of {count}");
            match number > 1 && self.room() > part.height * part_scale + 60.0 {
                true => self.part(&title),
                false => self.section(&title, 1),
            }
            self.placed(part, part_scale);
        }
    }
}

/// All of a level without its words, with its parts and their numbers.
fn overview(scene: &Scene, parts: &[[f32; 4]], scale: f32) -> Scene {
    let mut overview = scene.clone();
    overview
        .items
        .retain(|item| !matches!(item, Item::Label { .. }));
    let (ink, paper) = (Colour::rgb(0), Colour::rgb(0xFF_FF_FF));
    let [size, line] = [11.0, 0.9].map(|points| points / scale);
    for (number, [left, top, right, bottom]) in (1..).zip(parts) {
        let frame = |left: f32, top: f32, right: f32, bottom: f32| {
            let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
            corners.map(|[x, y]| Point::new(x, y)).to_vec()
        };
        let closed = |mut corners: Vec<Point>| {
            corners.extend(corners.first().copied());
            corners
        };
        overview.lines(vec![closed(frame(*left, *top, *right, *bottom))], ink, line);
        let plate = frame(*left, *top, left + size * 1.5, top + size * 1.4);
        overview.shape(vec![plate.clone()], paper);
        overview.lines(vec![closed(plate)], ink, line);
        let middle = Point::new(left + size * 0.75, top + size * 1.05);
        overview.label(middle, number.to_string(), size, ink, Anchor::Middle);
    }
    overview
}
