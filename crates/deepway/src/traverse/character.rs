//! Characters.

use std::str::FromStr;
use thiserror::Error;

/// Somebody who can climb and be hurt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Character {
    /// Their name in log events.
    pub name: String,
    /// The attribute for climbing and clearing, −10 to 30.
    pub might: i32,
    /// The attribute for repairing, −10 to 30.
    pub wits: i32,
    /// Hit points, 0 to 9999; at 0 they are down.
    pub hp: u32,
    /// Charges for blasting, 0 to 99.
    pub explosives: u32,
}

impl Default for Character {
    fn default() -> Self {
        Self {
            name: "wanderer".to_owned(),
            might: 2,
            wits: 2,
            hp: 20,
            explosives: 1,
        }
    }
}

/// What is wrong with the description of a character.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CharacterError {
    /// Something is not `key=value`.
    #[error("{0:?}: expected might=N,wits=N,hp=N,explosives=N, or any of them")]
    Unknown(String),
    /// A key appears twice.
    #[error("{0} appears twice")]
    Twice(&'static str),
    /// A value is out of range.
    #[error("{key}={value}: expected {low} to {high}")]
    Range {
        /// The key.
        key: &'static str,
        /// The value that was found.
        value: String,
        /// The least valid value.
        low: i32,
        /// The greatest valid value.
        high: i32,
    },
}

/// The keys that can be set, with their ranges.
const KEYS: [(&str, i32, i32); 4] = [
    ("might", -10, 30),
    ("wits", -10, 30),
    ("hp", 1, 9999),
    ("explosives", 0, 99),
];

impl Character {
    /// Whether they can go on.
    pub fn is_up(&self) -> bool {
        self.hp > 0
    }

    /// Takes hit points away, but not below 0; returns how many.
    pub(super) fn hurt(&mut self, damage: i32) -> u32 {
        let damage = damage.max(0) as u32;
        self.hp = self.hp.saturating_sub(damage);
        damage
    }
}

/// Reads `might=3,wits=2,hp=20,explosives=1`; missing keys have their default values.
impl FromStr for Character {
    type Err = CharacterError;

    fn from_str(text: &str) -> Result<Self, CharacterError> {
        let mut character = Self::default();
        character.change(text)?;
        Ok(character)
    }
}

impl Character {
    /// Changes the values that a text such as `hp=20,explosives=1` names; none on an error.
    pub fn change(&mut self, text: &str) -> Result<(), CharacterError> {
        let mut character = self.clone();
        let mut seen = [false; KEYS.len()];
        for part in text.split(',') {
            let unknown = || CharacterError::Unknown(part.chars().take(40).collect());
            let (key, value) = part.split_once('=').ok_or_else(unknown)?;
            let found = KEYS.iter().position(|(known, ..)| *known == key.trim());
            let place = found.ok_or_else(unknown)?;
            let (key, low, high) = KEYS[place];
            if std::mem::replace(&mut seen[place], true) {
                return Err(CharacterError::Twice(key));
            }
            let number: Option<i32> = value.trim().parse().ok();
            let number = number.filter(|number| (low..=high).contains(number));
            let number = number.ok_or_else(|| CharacterError::Range {
                key,
                value: value.chars().take(40).collect(),
                low,
                high,
            })?;
            match place {
                0 => character.might = number,
                1 => character.wits = number,
                2 => character.hp = number as u32,
                _ => character.explosives = number as u32,
            }
        }
        *self = character;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_read_or_refused_with_what_would_be_right() {
        let character: Character = "might=3, wits=-1,hp=20".parse().unwrap();
        assert_eq!((character.might, character.wits, character.hp), (3, -1, 20));
        let mut hurt = Character {
            hp: 3,
            explosives: 0,
            ..character
        };
        hurt.change("might=9").unwrap();
        assert_eq!((hurt.might, hurt.hp, hurt.explosives), (9, 3, 0));
        assert!(hurt.change("might=1,hp=0").is_err());
        assert_eq!(hurt.might, 9);
        for (text, message) in [
            (
                "might",
                "\"might\": expected might=N,wits=N,hp=N,explosives=N, or any of them",
            ),
            (
                "luck=3",
                "\"luck=3\": expected might=N,wits=N,hp=N,explosives=N, or any of them",
            ),
            ("hp=0", "hp=0: expected 1 to 9999"),
            ("might=31", "might=31: expected -10 to 30"),
            ("might=x", "might=x: expected -10 to 30"),
            ("hp=5,hp=6", "hp appears twice"),
            (
                "explosives=99999999999",
                "explosives=99999999999: expected 0 to 99",
            ),
        ] {
            let error = text.parse::<Character>().unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
