//! Dark and light pictures.

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
}

impl Theme {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Dark, Self::Light];

    /// Behind everything.
    pub(super) const fn background(self) -> Colour {
        match self {
            Self::Dark => palette::BACKGROUND,
            Self::Light => Colour::rgb(0xF6_F2_E8),
        }
    }

    /// Titles and numbers.
    pub(super) const fn ink(self) -> Colour {
        match self {
            Self::Dark => palette::INK,
            Self::Light => Colour::rgb(0x22_24_2C),
        }
    }

    /// What should not catch the eye.
    pub(super) const fn faint(self) -> Colour {
        match self {
            Self::Dark => palette::FAINT,
            Self::Light => Colour::rgb(0x6A_6C_78),
        }
    }

    /// One of two colours.
    pub(super) const fn choose(self, dark: Colour, light: Colour) -> Colour {
        match self {
            Self::Dark => dark,
            Self::Light => light,
        }
    }

    /// A picture that was drawn for the dark, in this theme: paper, ink, and what is faint
    /// change, and pale lines and words get darker.
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
                Item::Lines { colour, .. } | Item::Label { colour, .. } => darker(colour),
            }
        }
        scene
    }
}
