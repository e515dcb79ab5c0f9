//! The commands for a walker in a maze.

use std::str::FromStr;
use thiserror::Error;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    /// Climb up a ladder.
    ClimbUp,
    /// Climb down a ladder or through a hole.
    ClimbDown,
    /// Turn to the left.
    TurnLeft,
    /// Turn to the right.
    TurnRight,
    /// Turn around.
    TurnAround,
    /// Step forward.
    MoveForward,
    /// Step back, without turning.
    MoveBack,
    /// Step to the left, without turning.
    MoveLeft,
    /// Step to the right, without turning.
    MoveRight,
    /// Look again.
    Look,
    /// See the level from above.
    Plan,
    /// List the commands.
    Help,
    /// Stop.
    Quit,
}

/// A text that is not a command: an unknown, surplus or ambiguous word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("???")]
pub struct UnknownCommand;

impl Command {
    /// The commands in full. `MOVE` alone means to step forward.
    pub const ALL: [(&'static str, Self); 14] = [
        ("CLIMB UP", Self::ClimbUp),
        ("CLIMB DOWN", Self::ClimbDown),
        ("TURN LEFT", Self::TurnLeft),
        ("TURN RIGHT", Self::TurnRight),
        ("TURN AROUND", Self::TurnAround),
        ("MOVE", Self::MoveForward),
        ("MOVE FORWARD", Self::MoveForward),
        ("MOVE BACK", Self::MoveBack),
        ("MOVE LEFT", Self::MoveLeft),
        ("MOVE RIGHT", Self::MoveRight),
        ("LOOK", Self::Look),
        ("PLAN", Self::Plan),
        ("HELP", Self::Help),
        ("QUIT", Self::Quit),
    ];
}

impl FromStr for Command {
    type Err = UnknownCommand;

    /// Reads a command in upper or lower case; any unambiguous prefix of each word works.
    fn from_str(text: &str) -> Result<Self, UnknownCommand> {
        let is_meant = |full: &str| {
            let (mut full, mut said) = (full.split(' '), text.split_whitespace());
            loop {
                match (full.next(), said.next()) {
                    (None, None) => return true,
                    (Some(word), Some(said)) if begins(word, said) => {}
                    _ => return false,
                }
            }
        };
        let mut meant = Self::ALL.iter().filter(|(full, _)| is_meant(full));
        match (meant.next(), meant.next()) {
            (Some(&(_, command)), None) => Ok(command),
            _ => Err(UnknownCommand),
        }
    }
}

fn begins(word: &str, said: &str) -> bool {
    let beginning = word.get(..said.len());
    beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(said))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_stated_words_are_understood() {
        for (text, command) in [
            ("CLIMB UP", Command::ClimbUp),
            ("C U", Command::ClimbUp),
            ("climb down", Command::ClimbDown),
            ("c d", Command::ClimbDown),
            ("  Clim \t dOw ", Command::ClimbDown),
            ("t l", Command::TurnLeft),
            ("TURN RIGHT", Command::TurnRight),
            ("m", Command::MoveForward),
            ("mov b", Command::MoveBack),
        ] {
            assert_eq!(text.parse(), Ok(command), "{text}");
        }
        for text in [
            "",
            " ",
            "C",
            "CLIMB",
            "CU",
            "CLIMBS UP",
            "CLIMB UP UP",
            "UP",
            "TURN",
            "MOVE UP",
            "X",
            "ＭＯＶＥ",
            "mové",
            "MOVE\u{0}",
            "\u{1F600}",
        ] {
            assert_eq!(text.parse::<Command>(), Err(UnknownCommand), "{text}");
        }
    }

    proptest! {
        /// Every unambiguous prefix of every word is understood.
        #[test]
        fn unambiguous_prefixes_are_understood(
            which in 0..Command::ALL.len(),
            cuts in prop::collection::vec(1usize..9, 2),
            upper in any::<bool>(),
        ) {
            let (full, _) = Command::ALL[which];
            let words = full.split(' ').zip(&cuts);
            let words: Vec<&str> = words.map(|(word, &cut)| &word[..cut.min(word.len())]).collect();
            let said = words.join(" ");
            let said = if upper { said } else { said.to_lowercase() };
            let meant: Vec<Command> = Command::ALL
                .into_iter()
                .filter(|(full, _)| {
                    let full: Vec<&str> = full.split(' ').collect();
                    full.len() == words.len()
                        && full.iter().zip(&words).all(|(full, word)| full.starts_with(word))
                })
                .map(|(_, command)| command)
                .collect();
            prop_assert_eq!(said.parse().ok(), (meant.len() == 1).then(|| meant[0]));
        }

        #[test]
        fn no_text_is_too_strange(text in any::<String>()) {
            let _ = text.parse::<Command>();
        }
    }
}
