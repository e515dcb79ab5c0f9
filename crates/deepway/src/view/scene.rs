//! A picture as a list of things to draw, back to front.

#[cfg(feature = "exchange")]
mod cut;

use crate::cell::Cell;
use crate::space::Pos;
use crate::volume::Volume;

/// A place in a picture: to the right and down, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Colour {
    /// An opaque colour from `0xRRGGBB`.
    pub const fn rgb(rgb: u32) -> Self {
        Self {
            r: (rgb >> 16) as u8,
            g: (rgb >> 8) as u8,
            b: rgb as u8,
            a: 255,
        }
    }

    /// The colour with another opacity.
    #[must_use]
    pub const fn opacity(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// A mix of the colour with another, which has `share` of 256 parts.
    #[must_use]
    pub const fn towards(self, other: Self, share: u32) -> Self {
        const fn mix(a: u8, b: u8, share: u32) -> u8 {
            ((a as u32 * (256 - share) + b as u32 * share) / 256) as u8
        }
        Self {
            r: mix(self.r, other.r, share),
            g: mix(self.g, other.g, share),
            b: mix(self.b, other.b, share),
            a: self.a,
        }
    }
}

/// How a label is aligned to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The label begins there.
    Start,
    /// The label is centred there.
    Middle,
    /// The label ends there.
    End,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Filled polygons of one colour.
    Shape {
        /// The corners of each polygon.
        polygons: Vec<Vec<Point>>,
        /// The colour inside.
        fill: Colour,
    },
    /// Lines of one colour and width.
    Lines {
        /// The corners of each line.
        lines: Vec<Vec<Point>>,
        /// The colour.
        colour: Colour,
        /// The width.
        width: f32,
        /// The lengths of dash and gap; solid if none.
        dash: Option<[f32; 2]>,
    },
    /// A label on its baseline.
    Label {
        /// Where.
        at: Point,
        /// What it says.
        text: String,
        /// The height of a line of text.
        size: f32,
        /// The colour.
        colour: Colour,
        /// How it is aligned to the point.
        anchor: Anchor,
    },
    /// What follows belongs together, up to the end of the group; only files that have groups
    /// show it.
    Begin(Group),
    /// The end of the group that began last.
    End,
}

/// What some items of a picture show together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// A name without blanks; where a picture has it again, files add a number to it.
    pub id: String,
    /// What it shows, in words.
    pub title: String,
    /// The corners of the place that it takes, if nothing else in it covers that.
    pub area: Vec<Point>,
}

/// A picture: a size, a background, and what is drawn on it, back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Pixels from left to right.
    pub width: f32,
    /// Pixels from top to bottom.
    pub height: f32,
    /// The colour behind everything.
    pub background: Colour,
    /// What is drawn, back to front.
    pub items: Vec<Item>,
}

impl Scene {
    /// Begins a group.
    pub(super) fn begin(
        &mut self,
        id: impl Into<String>,
        title: impl Into<String>,
        area: Vec<Point>,
    ) {
        self.items.push(Item::Begin(Group {
            id: id.into(),
            title: title.into(),
            area,
        }));
    }

    /// Ends the group that began last.
    pub(super) fn end(&mut self) {
        self.items.push(Item::End);
    }

    pub(super) fn shape(&mut self, polygons: Vec<Vec<Point>>, fill: Colour) {
        if !polygons.is_empty() {
            self.items.push(Item::Shape { polygons, fill });
        }
    }

    pub(super) fn lines(&mut self, lines: Vec<Vec<Point>>, colour: Colour, width: f32) {
        self.strokes(lines, colour, width, None);
    }

    /// Lines, dashed if lengths of dash and gap are given.
    pub(super) fn strokes(
        &mut self,
        lines: Vec<Vec<Point>>,
        colour: Colour,
        width: f32,
        dash: Option<[f32; 2]>,
    ) {
        if !lines.is_empty() {
            self.items.push(Item::Lines {
                lines,
                colour,
                width,
                dash,
            });
        }
    }

    pub(super) fn label(
        &mut self,
        at: Point,
        text: impl Into<String>,
        size: f32,
        colour: Colour,
        anchor: Anchor,
    ) {
        let text = text.into();
        self.items.push(Item::Label {
            at,
            text,
            size,
            colour,
            anchor,
        });
    }
}

/// Whether nothing but rock and air touches this cell; such rock is left out of pictures.
pub(super) fn is_buried(volume: &Volume, x: u32, y: u32, z: u32) -> bool {
    // Most visible walls are beside something walkable, which is quick to find out.
    let pos = Pos::new(x as i32, y as i32, z as i32);
    if volume.walkable().around(pos) != [0; 3] {
        return false;
    }
    let (first, end) = (x.saturating_sub(1) as usize, x as usize + 2);
    (y.saturating_sub(1)..=y + 1).all(|row| {
        let row = volume.row_bytes(row, z);
        let beside = &row[first.min(row.len())..end.min(row.len())];
        let is_rock = |&byte: &u8| byte == Cell::Wall as u8 || byte == Cell::Air as u8;
        beside.iter().all(is_rock)
    })
}
