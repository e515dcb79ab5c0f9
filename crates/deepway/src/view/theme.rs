//! Dark and light pictures.

use super::palette;
use super::scene::Colour;

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
}
