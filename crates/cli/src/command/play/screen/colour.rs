//! Colours of the screen, as many as the terminal has.

use deepway::Cell;
use deepway::view::{Seen, What};
use ratatui::style::{Color, Modifier, Style};

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Depth {
    /// None: bold, dim and reverse alone
    #[value(name = "0")]
    None,
    /// The sixteen that every terminal has
    #[value(name = "16")]
    Sixteen,
    /// The 256 of xterm
    #[value(name = "256")]
    Many,
    /// True colour
    #[value(name = "true")]
    True,
}

impl Depth {
    /// As many as the environment says.
    pub(in super::super) fn of_terminal() -> Self {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let term = variable("TERM");
        match variable("COLORTERM").as_str() {
            _ if !variable("NO_COLOR").is_empty() || term == "dumb" => Self::None,
            "truecolor" | "24bit" => Self::True,
            _ if term.contains("256color") => Self::Many,
            _ => Self::Sixteen,
        }
    }

    /// A colour as the terminal can show it.
    fn shown(self, Rgb(red, green, blue): Rgb) -> Option<Color> {
        match self {
            Self::None => None,
            Self::True => Some(Color::Rgb(red, green, blue)),
            Self::Many => Some(Color::Indexed(nearest_of_256([red, green, blue]))),
            Self::Sixteen => Some(Color::Indexed(nearest_of_16([red, green, blue]))),
        }
    }

    /// A style with a colour; dim and bold stand in for shades where there are none.
    pub(super) fn ink(self, colour: Rgb) -> Style {
        match self.shown(colour) {
            Some(colour) => Style::new().fg(colour),
            None => Style::new(),
        }
    }

    /// The same with a ground, if there are enough colours for it.
    pub(super) fn on(self, style: Style, ground: Rgb) -> Style {
        match self {
            Self::Many | Self::True => self.shown(ground).map_or(style, |ground| style.bg(ground)),
            Self::None | Self::Sixteen => style,
        }
    }

    /// What should catch the eye least.
    pub(super) fn faint(self) -> Style {
        match self {
            Self::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.ink(FAINT),
        }
    }

    /// What something on the plan looks like: its colour by what it is, brighter where it is
    /// seen, and brightest near the player.
    pub(super) fn of(self, seen: &Seen, far: u32) -> Style {
        let (ink, ground) = colours(seen.what);
        let share = match seen.is_lit {
            true => 100 - far.min(20) / 4 * 8,
            false => 58,
        };
        let mut style = match self {
            // Shades of sixteen colours are other colours: say it with dim.
            Self::Sixteen | Self::None => self.ink(ink),
            _ => self.ink(ink.dimmed(share)),
        };
        if let Some(ground) = ground {
            style = self.on(style, ground.dimmed(share));
        }
        let is_shaded = self >= Self::Many;
        if !seen.is_lit && !is_shaded {
            style = style.add_modifier(Modifier::DIM);
        }
        match seen.what {
            What::Player => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
            What::Foe | What::Friend => style.add_modifier(Modifier::BOLD),
            _ => style,
        }
    }

    /// What is seen through a hole in the floor, or shown as a ghost.
    pub(super) fn ghost(self, what: What) -> Style {
        let (ink, _) = colours(what);
        match self {
            Self::None | Self::Sixteen => self.ink(GHOST).add_modifier(Modifier::DIM),
            _ => self.ink(ink.towards(GHOST, 60).dimmed(45)),
        }
    }
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl Rgb {
    /// So many percent of it.
    fn dimmed(self, percent: u32) -> Self {
        self.towards(Rgb(6, 8, 14), 100 - percent.min(100))
    }

    /// So many percent on the way to another colour.
    fn towards(self, other: Self, percent: u32) -> Self {
        let mix = |a: u8, b: u8| {
            let mixed = u32::from(a) * (100 - percent) + u32::from(b) * percent;
            (mixed / 100) as u8
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }
}

pub(super) const TEXT: Rgb = Rgb(214, 210, 200);
pub(super) const TITLE: Rgb = Rgb(240, 200, 120);
pub(super) const FAINT: Rgb = Rgb(112, 118, 136);
pub(super) const GOOD: Rgb = Rgb(120, 210, 140);
pub(super) const FAIR: Rgb = Rgb(230, 190, 90);
pub(super) const BAD: Rgb = Rgb(235, 95, 85);
pub(super) const UP: Rgb = Rgb(130, 190, 255);
pub(super) const DOWN: Rgb = Rgb(255, 160, 90);
pub(super) const ROUTE: Rgb = Rgb(60, 74, 112);
pub(super) const STONE: Rgb = Rgb(118, 112, 108);
pub(super) const FALL: Rgb = Rgb(255, 120, 160);
const GHOST: Rgb = Rgb(90, 110, 150);

/// The colour of what is on the plan, and of the ground behind it.
fn colours(what: What) -> (Rgb, Option<Rgb>) {
    let wood = Rgb(196, 150, 96);
    let stone = Rgb(60, 56, 58);
    match what {
        What::Player => (Rgb(124, 255, 178), None),
        What::Friend => (Rgb(124, 220, 255), None),
        What::Foe => (Rgb(255, 96, 88), None),
        What::Somebody => (Rgb(230, 210, 150), None),
        What::Item => (Rgb(255, 215, 64), None),
        What::Trap => (Rgb(255, 122, 198), None),
        What::Mark => (Rgb(190, 160, 255), None),
        What::Cell(cell) => match cell {
            Cell::Wall => (Rgb(150, 144, 138), Some(stone)),
            Cell::Floor => (Rgb(120, 116, 108), None),
            Cell::Door => (Rgb(232, 184, 92), Some(Rgb(70, 48, 24))),
            Cell::SecretDoor => (Rgb(255, 122, 198), Some(stone)),
            Cell::ShallowLiquid => (Rgb(110, 180, 220), Some(Rgb(20, 52, 82))),
            Cell::DeepLiquid => (Rgb(90, 140, 220), Some(Rgb(14, 34, 88))),
            Cell::Air => (Rgb(70, 84, 110), None),
            Cell::Bridge => (wood, None),
            Cell::Hole | Cell::Shaft => (Rgb(255, 150, 110), None),
            cell if cell.is_vertical() => (Rgb(255, 255, 255), None),
            cell if !cell.is_walkable() => (wood, Some(Rgb(36, 30, 26))),
            _ => (Rgb(176, 164, 148), None),
        },
    }
}

/// The nearest of the colours 16 to 255 of a terminal.
fn nearest_of_256(rgb: [u8; 3]) -> u8 {
    let level = |value: u8| match value {
        0..=47 => 0u8,
        48..=114 => 1,
        _ => (value - 35) / 40,
    };
    let [red, green, blue] = rgb.map(level);
    let is_grey = red == green && green == blue;
    let mean = rgb.iter().map(|value| u32::from(*value)).sum::<u32>() / 3;
    match is_grey && (8..=238).contains(&mean) {
        true => 232 + ((mean - 8) / 10).min(23) as u8,
        false => 16 + 36 * red + 6 * green + blue,
    }
}

/// The nearest of the sixteen colours of a terminal, by hue and then by brightness.
fn nearest_of_16(rgb: [u8; 3]) -> u8 {
    let most = rgb.into_iter().max().unwrap_or(0);
    let least = rgb.into_iter().min().unwrap_or(0);
    if most - least < 40 {
        return match most {
            0..=40 => 0,
            41..=130 => 8,
            131..=200 => 7,
            _ => 15,
        };
    }
    let middle = (u16::from(most) + u16::from(least)) / 2;
    let bits = [0, 1, 2].map(|index| u8::from(u16::from(rgb[index]) > middle) << index);
    let bright = if most > 150 { 8 } else { 0 };
    bits.into_iter().sum::<u8>() + bright
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_their_nearest_neighbours() {
        assert_eq!(nearest_of_256([255, 255, 255]), 231);
        assert_eq!(nearest_of_256([0, 0, 0]), 16);
        assert_eq!(nearest_of_256([255, 0, 0]), 196);
        assert_eq!(nearest_of_256([128, 128, 128]), 244);
        assert_eq!(nearest_of_16([255, 96, 88]), 9);
        assert_eq!(nearest_of_16([20, 20, 24]), 0);
        assert_eq!(nearest_of_16([124, 255, 178]), 10);
        assert_eq!(nearest_of_16([255, 255, 255]), 15);
    }
}
