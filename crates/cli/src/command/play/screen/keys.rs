//! Which key does what.

use anyhow::{Context, Result, anyhow, bail};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use deepway::Direction;
use std::path::Path;

/// What a key can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Action {
    Move(Direction),
    Run(Direction),
    Explore,
    Up,
    Down,
    Travel,
    Look,
    Next,
    Map,
    Profile,
    Ghost,
    Act,
    Take,
    Items,
    Shove,
    Throw,
    Wait,
    Rest,
    Search,
    Log,
    Party,
    Aim,
    Rewind,
    Replay,
    Seed,
    Palette,
    Help,
    LevelDown,
    LevelUp,
    Cancel,
    Quit,
}

/// The actions without directions: what files call them, what they do, and their keys.
pub(super) const ACTIONS: [(Action, &str, &str, &[&str]); 29] = [
    (
        Action::Explore,
        "explore",
        "explore all levels until there is news",
        &["o"],
    ),
    (
        Action::Up,
        "up",
        "up by what is here, or travel to the nearest way up",
        &["<"],
    ),
    (
        Action::Down,
        "down",
        "down by what is here, or travel to the nearest way down",
        &[">"],
    ),
    (
        Action::Travel,
        "travel",
        "travel to a room, a place or a way by its letter",
        &["_"],
    ),
    (
        Action::Act,
        "act",
        "what can be done here, with the odds",
        &["enter"],
    ),
    (Action::Take, "take", "take what lies here", &["g", ","]),
    (
        Action::Items,
        "items",
        "what you carry: use, put down, throw",
        &["i"],
    ),
    (
        Action::Shove,
        "shove",
        "push somebody, over an edge if there is one",
        &["f"],
    ),
    (Action::Throw, "throw", "throw something", &["F"]),
    (
        Action::Search,
        "search",
        "search for what is hidden",
        &["s"],
    ),
    (Action::Wait, "wait", "wait a turn", &["z", "5", "."]),
    (Action::Rest, "rest", "rest until something happens", &["Z"]),
    (Action::Look, "look", "look at places, on any level", &["x"]),
    (
        Action::Next,
        "next",
        "look at what is in sight, one after another",
        &["tab"],
    ),
    (
        Action::LevelDown,
        "level-down",
        "look a level further down",
        &["["],
    ),
    (
        Action::LevelUp,
        "level-up",
        "look a level further up",
        &["]"],
    ),
    (Action::Map, "map", "the whole map of what you know", &["X"]),
    (
        Action::Profile,
        "profile",
        "the cut from the side: below the plan, large, off",
        &["v"],
    ),
    (
        Action::Ghost,
        "ghost",
        "the level below as a ghost, that above, both, none",
        &[";"],
    ),
    (Action::Party, "party", "who goes with you", &["P"]),
    (Action::Aim, "aim", "what you are here for", &["A"]),
    (Action::Log, "log", "all that was told", &["M"]),
    (Action::Rewind, "rewind", "take back a turn", &["backspace"]),
    (
        Action::Replay,
        "replay",
        "the game so far, played back",
        &["R"],
    ),
    (
        Action::Seed,
        "seed",
        "the seed, and how to share this game",
        &["~"],
    ),
    (Action::Palette, "palette", "all commands by name", &[":"]),
    (Action::Help, "help", "this help", &["?", "f1"]),
    (Action::Cancel, "cancel", "back to the game", &["esc"]),
    (
        Action::Quit,
        "quit",
        "stop here; the game is kept",
        &["q", "Q", "ctrl-c"],
    ),
];

/// Keys for moving, in the order of [`Direction::ALL`]: of a terminal's arrows, of the number pad,
/// and letters.
const ARROWS: [&str; 8] = [
    "up", "pageup", "right", "pagedown", "down", "end", "left", "home",
];
const NUMBERS: [&str; 8] = ["8", "9", "6", "3", "2", "1", "4", "7"];
const LETTERS: [&str; 8] = ["k", "u", "l", "n", "j", "b", "h", "y"];

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

impl Key {
    pub(super) fn of(event: KeyEvent) -> Self {
        let mut modifiers =
            event.modifiers & (KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT);
        let code = match event.code {
            KeyCode::BackTab => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Tab
            }
            code => code,
        };
        // A capital letter says it already.
        if matches!(code, KeyCode::Char(_)) {
            modifiers -= KeyModifiers::SHIFT;
        }
        Self { code, modifiers }
    }

    /// The character that it types, if it types one.
    pub(super) fn letter(self) -> Option<char> {
        match self.code {
            KeyCode::Char(letter) if self.modifiers.is_empty() => Some(letter),
            _ => None,
        }
    }

    pub(super) fn is_backspace(self) -> bool {
        self.code == KeyCode::Backspace
    }

    /// The key that a text names: `o`, `ctrl-c`, `shift-up`, `f5`, `tab`.
    fn from_text(text: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        for (name, modifier) in [
            ("ctrl-", KeyModifiers::CONTROL),
            ("alt-", KeyModifiers::ALT),
            ("shift-", KeyModifiers::SHIFT),
        ] {
            if let Some(after) = rest.strip_prefix(name).filter(|after| !after.is_empty()) {
                (modifiers, rest) = (modifiers | modifier, after);
            }
        }
        let mut letters = rest.chars();
        let code = match (letters.next()?, letters.next()) {
            (letter, None) => KeyCode::Char(letter),
            ('f', Some('1'..='9')) => KeyCode::F(rest[1..].parse().ok().filter(|f| *f <= 12)?),
            _ => NAMES.iter().find(|(name, _)| *name == rest)?.1,
        };
        Some(Self { code, modifiers })
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, modifier) in [
            ("Ctrl-", KeyModifiers::CONTROL),
            ("Alt-", KeyModifiers::ALT),
            ("Shift-", KeyModifiers::SHIFT),
        ] {
            if self.modifiers.contains(modifier) {
                f.write_str(name)?;
            }
        }
        match self.code {
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(letter) => write!(f, "{letter}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            code => {
                let name = NAMES.iter().find(|(_, own)| *own == code);
                let name = name.map_or("?", |(name, _)| name);
                let mut letters = name.chars();
                let first = letters.next().map(|first| first.to_ascii_uppercase());
                write!(f, "{}{}", first.unwrap_or('?'), letters.as_str())
            }
        }
    }
}

const NAMES: [(&str, KeyCode); 15] = [
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("space", KeyCode::Char(' ')),
];

/// The keys of a game.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// In the order in which they were bound.
    bound: Vec<(Key, Action)>,
}

/// Sets of keys to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Preset {
    /// hjklyubn move, as well as arrows and number pad.
    Letters,
    /// Letters do not move, so that `u` takes back a turn.
    Arrows,
}

impl Default for Keys {
    fn default() -> Self {
        Self::preset(Preset::Letters)
    }
}

impl Keys {
    fn preset(preset: Preset) -> Self {
        let mut keys = Self { bound: Vec::new() };
        for (number, towards) in Direction::ALL[..8].iter().enumerate() {
            let letter = LETTERS[number];
            if preset == Preset::Letters {
                keys.bind(letter, Action::Move(*towards));
                keys.bind(&letter.to_uppercase(), Action::Run(*towards));
            }
            keys.bind(ARROWS[number], Action::Move(*towards));
            keys.bind(NUMBERS[number], Action::Move(*towards));
            keys.bind(&format!("shift-{}", ARROWS[number]), Action::Run(*towards));
        }
        for (action, _, _, own) in ACTIONS {
            for key in own {
                keys.bind(key, action);
            }
        }
        if preset == Preset::Arrows {
            keys.bind("u", Action::Rewind);
        }
        keys
    }

    fn bind(&mut self, key: &str, action: Action) {
        if let Some(key) = Key::from_text(key) {
            self.bind_key(key, action);
        }
    }

    fn bind_key(&mut self, key: Key, action: Action) {
        self.bound.retain(|(own, _)| *own != key);
        self.bound.push((key, action));
    }

    /// What a key does.
    pub(super) fn action(&self, key: Key) -> Option<Action> {
        let found = self.bound.iter().find(|(own, _)| *own == key);
        found.map(|(_, action)| *action)
    }

    /// The keys that do something, as people read them.
    pub(super) fn keys_of(&self, action: Action) -> Vec<String> {
        let own = self.bound.iter().filter(|(_, own)| *own == action);
        own.map(|(key, _)| key.to_string()).collect()
    }

    /// Reads keys from a TOML file:
    ///
    /// ```toml
    /// preset = "arrows"
    /// [keys]
    /// explore = ["o", "f5"]
    /// move-north = "w"
    /// ```
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text = crate::input::read_limited(path, 1 << 20)?;
        Self::from_toml(&text).with_context(|| crate::message::shown(path))
    }

    fn from_toml(text: &str) -> Result<Self> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error
                .span()
                .map(|span| text[..span.start].matches('\n').count() + 1);
            anyhow!("line {}: {}", line.unwrap_or(1), error.message())
        })?;
        let preset = match table.get("preset").map(|value| value.as_str()) {
            None | Some(Some("letters")) => Preset::Letters,
            Some(Some("arrows")) => Preset::Arrows,
            Some(_) => bail!("preset: expected \"letters\" or \"arrows\""),
        };
        let mut keys = Self::preset(preset);
        if let Some(other) = table
            .keys()
            .find(|key| !["preset", "keys"].contains(&key.as_str()))
        {
            bail!("{other:?} is not known: expected preset or [keys]");
        }
        let own = match table.get("keys") {
            None => return Ok(keys),
            Some(value) => value.as_table().context("keys: expected a table, [keys]")?,
        };
        for (name, value) in own {
            let action = named(name).with_context(|| {
                let names = ACTIONS.map(|(_, name, ..)| name).join(", ");
                format!("keys.{name}: expected move-DIRECTION, run-DIRECTION, {names}")
            })?;
            let wanted: Vec<&str> = match value {
                toml::Value::String(key) => vec![key],
                toml::Value::Array(all) => all.iter().filter_map(toml::Value::as_str).collect(),
                _ => Vec::new(),
            };
            if wanted.is_empty() {
                bail!(
                    "keys.{name}: expected a key or a list of keys, such as \"o\" or [\"o\", \"f5\"]"
                );
            }
            // What is said replaces what was there.
            keys.bound.retain(|(_, old)| *old != action);
            for text in wanted {
                let key = Key::from_text(text).with_context(|| {
                    format!("keys.{name}: {text:?} is no key: expected a character or a name such as ctrl-x, shift-up, f5, tab")
                })?;
                keys.bind_key(key, action);
            }
        }
        if keys.keys_of(Action::Quit).is_empty() {
            bail!("keys: nothing is left for quit: expected a key for it");
        }
        Ok(keys)
    }
}

/// The action of a name.
fn named(name: &str) -> Option<Action> {
    let direction = |text: &str| {
        let towards: Direction = text.parse().ok()?;
        Direction::ALL[..8].contains(&towards).then_some(towards)
    };
    if let Some(towards) = name.strip_prefix("move-") {
        return direction(towards).map(Action::Move);
    }
    if let Some(towards) = name.strip_prefix("run-") {
        return direction(towards).map(Action::Run);
    }
    let found = ACTIONS.iter().find(|(_, own, ..)| *own == name);
    found.map(|(action, ..)| *action)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn does(keys: &Keys, key: &str) -> Option<Action> {
        keys.action(Key::from_text(key).unwrap())
    }

    #[test]
    fn keys_do_what_is_written() {
        let keys = Keys::default();
        assert_eq!(does(&keys, "h"), Some(Action::Move(Direction::West)));
        assert_eq!(does(&keys, "U"), Some(Action::Run(Direction::NorthEast)));
        assert_eq!(does(&keys, "7"), Some(Action::Move(Direction::NorthWest)));
        assert_eq!(
            does(&keys, "shift-down"),
            Some(Action::Run(Direction::South))
        );
        for (action, _, _, own) in ACTIONS {
            for key in own {
                assert_eq!(does(&keys, key), Some(action), "{key}");
            }
        }
    }

    #[test]
    fn keys_are_read_from_a_file() {
        let keys = Keys::from_toml(
            "preset = \"arrows\"\n[keys]\nexplore = [\"e\", \"f5\"]\nmove-north = \"w\"\n",
        );
        let keys = keys.unwrap();
        assert_eq!(does(&keys, "u"), Some(Action::Rewind));
        assert_eq!(does(&keys, "e"), Some(Action::Explore));
        assert_eq!(does(&keys, "f5"), Some(Action::Explore));
        assert_eq!(does(&keys, "o"), None);
        assert_eq!(does(&keys, "w"), Some(Action::Move(Direction::North)));
        assert_eq!(keys.keys_of(Action::Explore), ["e", "F5"]);
        for (text, expected) in [
            ("preset = 3", "expected \"letters\" or \"arrows\""),
            ("[keys]\nfly = \"f\"", "keys.fly: expected move-DIRECTION"),
            ("[keys]\nexplore = \"hyper-x\"", "is no key"),
            ("[keys]\nexplore = []", "expected a key or a list"),
            ("[keys]\nquit = 3", "expected a key or a list"),
            ("[keys\n", "line 1: "),
            ("speed = 3", "\"speed\" is not known"),
        ] {
            let error = Keys::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
