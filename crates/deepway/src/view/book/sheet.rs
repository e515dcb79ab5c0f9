//! A page of a book: texts, lines, boxes and drawings, in points from its upper left corner.

use super::font::Font;
use crate::view::scene::Scene;

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Drawn {
    /// A text on its baseline.
    Text {
        /// Where it begins.
        at: [f32; 2],
        /// Its font and size.
        font: Font,
        /// The size.
        size: f32,
        /// 0 is black, 1 is white.
        grey: f32,
        /// What it says.
        text: String,
    },
    /// A filled rectangle.
    Fill {
        /// Left, top, width and height.
        area: [f32; 4],
        /// 0 is black, 1 is white.
        grey: f32,
    },
    /// A line.
    Line {
        /// Its ends.
        ends: [[f32; 2]; 2],
        /// Its width.
        width: f32,
        /// 0 is black, 1 is white.
        grey: f32,
        /// The lengths of dash and gap; solid if none.
        dash: Option<[f32; 2]>,
    },
    /// A drawing.
    Picture {
        /// Its upper left corner.
        at: [f32; 2],
        /// Points for each of its units.
        scale: f32,
        /// What is drawn.
        scene: Scene,
    },
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sheet {
    /// What is on it, back to front.
    pub(crate) drawn: Vec<Drawn>,
}

impl Sheet {
    pub(super) fn text(&mut self, at: [f32; 2], font: Font, size: f32, text: impl Into<String>) {
        self.drawn.push(Drawn::Text {
            at,
            font,
            size,
            grey: 0.0,
            text: text.into(),
        });
    }

    pub(super) fn line(&mut self, ends: [[f32; 2]; 2], width: f32, grey: f32) {
        self.drawn.push(Drawn::Line {
            ends,
            width,
            grey,
            dash: None,
        });
    }

    pub(super) fn frame(&mut self, [x, y, width, height]: [f32; 4], line: f32) {
        let (right, bottom) = (x + width, y + height);
        for ends in [
            [[x, y], [right, y]],
            [[right, y], [right, bottom]],
            [[right, bottom], [x, bottom]],
            [[x, bottom], [x, y]],
        ] {
            self.line(ends, line, 0.0);
        }
    }
}
