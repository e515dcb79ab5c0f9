//! Dark and light pictures.

use super::palette;
use super::scene::{Colour, Item, Scene};

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

    /// A picture that was drawn dark, in this theme: paper, ink and what is faint change.
    pub(super) fn applied(self, mut scene: Scene) -> Scene {
        let changed = |colour: &mut Colour| {
            let own = Self::Dark;
            let pairs = [
                (own.background(), self.background()),
                (own.ink(), self.ink()),
                (own.faint(), self.faint()),
            ];
            let is_same = |known: &Colour| known.opacity(colour.a) == *colour;
            if let Some((_, new)) = pairs.iter().find(|(old, _)| is_same(old)) {
                *colour = new.opacity(colour.a);
            }
        };
        changed(&mut scene.background);
        for item in &mut scene.items {
            match item {
                Item::Shape { fill: colour, .. }
                | Item::Lines { colour, .. }
                | Item::Label { colour, .. } => changed(colour),
            }
        }
        scene
    }
}
