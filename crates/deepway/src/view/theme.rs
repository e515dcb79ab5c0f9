//! Dark and light pictures, and pictures to print.

use super::palette;
use super::scene::{Colour, Item, Scene};
use crate::cell::LinkKind;

/// Stairs on paper.
const STAIRS: Colour = Colour::rgb(0xB0_86_1E);
/// Lines and words whose parts add up to more are too pale for paper.
const PALE: u32 = 440;

/// Whether a picture is light on dark, as on a screen, or dark on light, as on paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// Dark lines on white, in greys only: rock is hatched, and nothing is told by colour.
    Print,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::Print];

    /// Behind everything.
    pub(super) const fn background(self) -> Colour {
        match self {
            Self::Dark => palette::BACKGROUND,
            Self::Light => Colour::rgb(0xF6_F2_E8),
            Self::Print => Colour::rgb(0xFF_FF_FF),
        }
    }

    /// Titles and numbers.
    pub(super) const fn ink(self) -> Colour {
        match self {
            Self::Dark => palette::INK,
            Self::Light => Colour::rgb(0x22_24_2C),
            Self::Print => Colour::rgb(0x10_10_10),
        }
    }

    /// What should not catch the eye.
    pub(super) const fn faint(self) -> Colour {
        match self {
            Self::Dark => palette::FAINT,
            Self::Light => Colour::rgb(0x6A_6C_78),
            Self::Print => Colour::rgb(0x58_58_58),
        }
    }

    /// One of two colours.
    pub(super) const fn choose(self, dark: Colour, light: Colour) -> Colour {
        match self {
            Self::Dark => dark,
            Self::Light | Self::Print => light,
        }
    }

    /// A colour, but white to be printed.
    pub(super) const fn paper_or(self, colour: Colour) -> Colour {
        match self {
            Self::Print => self.background(),
            Self::Dark | Self::Light => colour,
        }
    }

    /// A picture that was drawn for the dark, in this theme: paper, ink, and what is faint
    /// change, and pale lines and words get darker; to print, all becomes grey.
    pub(super) fn applied(self, mut scene: Scene) -> Scene {
        if self == Self::Dark {
            return scene;
        }
        let pairs = [
            (Self::Dark.background(), self.background()),
            (Self::Dark.ink(), self.ink()),
            (Self::Dark.faint(), self.faint()),
            (palette::link(LinkKind::Stairs), STAIRS),
        ];
        let changed = |colour: &mut Colour| {
            let is_same = |known: &Colour| known.opacity(colour.a) == *colour;
            if let Some((_, new)) = pairs.iter().find(|(old, _)| is_same(old)) {
                *colour = new.opacity(colour.a);
            }
        };
        let darker = |colour: &mut Colour| {
            changed(colour);
            let sum: u32 = [colour.r, colour.g, colour.b].map(u32::from).iter().sum();
            if colour.a == 255 && sum > PALE {
                *colour = colour.towards(self.ink(), (sum - PALE).min(120));
            }
        };
        changed(&mut scene.background);
        for item in &mut scene.items {
            match item {
                Item::Shape { fill, .. } => changed(fill),
                Item::Lines { colour, .. } | Item::Label { colour, .. }
                    if *colour != self.background() =>
                {
                    darker(colour);
                }
                _ => {}
            }
        }
        self.grey(scene)
    }

    /// A picture to print in greys only; others stay as they are.
    pub(super) fn grey(self, mut scene: Scene) -> Scene {
        if self != Self::Print {
            return scene;
        }
        scene.background = grey_fill(scene.background);
        for item in &mut scene.items {
            match item {
                Item::Shape { fill, .. } => *fill = grey_fill(*fill),
                Item::Lines { colour, .. } | Item::Label { colour, .. } => {
                    *colour = grey_line(*colour);
                }
                Item::Begin(_) | Item::End => {}
            }
        }
        scene
    }
}

/// How bright a colour looks, 0 to 255.
fn brightness(Colour { r, g, b, .. }: Colour) -> u32 {
    (u32::from(r) * 54 + u32::from(g) * 183 + u32::from(b) * 19) / 256
}

fn grey(value: u32, a: u8) -> Colour {
    let value = value.min(255) as u8;
    Colour {
        r: value,
        g: value,
        b: value,
        a,
    }
}

/// An area in grey: what is dark stays a dark rim, all else gets pale, to save ink.
fn grey_fill(colour: Colour) -> Colour {
    let is_grey = colour.r == colour.g && colour.g == colour.b;
    match brightness(colour) {
        value if is_grey => grey(value, colour.a),
        0..40 => grey(40, colour.a),
        40..80 => grey(110, colour.a),
        value => grey(170 + (value - 80) * 85 / 175, colour.a),
    }
}

/// A line or a word in grey, dark enough to be seen on white.
fn grey_line(colour: Colour) -> Colour {
    let is_grey = colour.r == colour.g && colour.g == colour.b;
    match brightness(colour) {
        value if is_grey => grey(value, colour.a),
        value => grey(value.min(96), colour.a),
    }
}
