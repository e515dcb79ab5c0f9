//! Words that need something to be true, with places for numbers and directions.

use super::need::{Fact, Need, Number, Value, Witness};
use std::borrow::Cow;

/// A word or a sentence, and what it needs to be true.
///
/// `{beds}` stands for the number of beds, in words, `{doors}` for the directions of the doors
/// that anybody can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// What it needs to be true.
    pub needs: Vec<Need>,
}

impl Phrase {
    /// The text for a room, whether it is true there or not.
    pub fn fill(&self, room: &impl Witness) -> Cow<'_, str> {
        let is_ready = !self.has_places() && self.text.starts_with(|c: char| c.is_uppercase());
        match is_ready {
            true => Cow::Borrowed(&self.text),
            false => Cow::Owned(fill(&self.text, room)),
        }
    }

    /// Whether a text may have been made from this phrase: the same but for what is in braces.
    pub fn fits(&self, text: &str) -> bool {
        let end = self.text.rsplit('}').next().unwrap_or("");
        if !text.ends_with(end) {
            return false;
        }
        let mut parts = self.text.split(['{', '}']).step_by(2);
        let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or("")) else {
            return false;
        };
        for part in parts {
            let Some(at) = rest.find(part).filter(|&at| at > 0) else {
                return false;
            };
            rest = &rest[at + part.len()..];
        }
        rest.is_empty()
    }

    /// Whether something in it depends on the room.
    pub fn has_places(&self) -> bool {
        self.text.contains('{')
    }
}

/// The names between braces.
pub(super) fn places(text: &str) -> impl Iterator<Item = &str> {
    text.split(['{', '}']).skip(1).step_by(2)
}

/// A text with its braces filled in.
pub(crate) fn fill(text: &str, room: &impl Witness) -> String {
    let mut filled = String::with_capacity(text.len());
    for (number, part) in (0..).zip(text.split(['{', '}'])) {
        let word = match number % 2 == 1 {
            true if part == "doors" => directions(room),
            true => match Fact::counted(part).map(|fact| room.value(fact)) {
                Some(Value::Number(number)) => in_words(number),
                _ => String::new(),
            },
            false => part.to_owned(),
        };
        match filled.is_empty() {
            true => filled += &capital(&word),
            false => filled += &word,
        }
    }
    filled
}

/// The directions of the visible doors, such as "north, east and south".
fn directions(room: &impl Witness) -> String {
    let sides = [Number::North, Number::East, Number::South, Number::West];
    let is_there = |side: &Number| room.value(Fact::Number(*side)) != Value::Number(0);
    let names: Vec<&str> = sides.into_iter().filter(is_there).map(Number::id).collect();
    match names[..] {
        [.., last] if names.len() > 1 => {
            format!("{} and {last}", names[..names.len() - 1].join(", "))
        }
        _ => names.concat(),
    }
}

/// A number in words, up to a million.
pub(crate) fn in_words(number: u32) -> String {
    const SMALL: [&str; 20] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    let (whole, rest, joint, name) = match number {
        0..20 => return SMALL[number as usize].to_owned(),
        20..100 => {
            let tens = TENS[(number / 10) as usize];
            return match number % 10 {
                0 => tens.to_owned(),
                ones => format!("{tens}-{}", in_words(ones)),
            };
        }
        100..1000 => (number / 100, number % 100, " and ", "hundred"),
        1000..1_000_000 => {
            let rest = number % 1000;
            let joint = if rest < 100 { " and " } else { " " };
            (number / 1000, rest, joint, "thousand")
        }
        _ => return number.to_string(),
    };
    match rest {
        0 => format!("{} {name}", in_words(whole)),
        rest => format!("{} {name}{joint}{}", in_words(whole), in_words(rest)),
    }
}

/// A text with a capital letter first.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bare;

    impl Witness for Bare {
        fn value(&self, fact: Fact) -> Value {
            match fact {
                Fact::Number(Number::North | Number::West) => Value::Number(1),
                Fact::Count(_) => Value::Number(3),
                _ => Value::Number(0),
            }
        }
    }

    fn phrase(text: &str) -> Phrase {
        Phrase {
            text: text.to_owned(),
            needs: Vec::new(),
        }
    }

    #[test]
    fn braces_are_filled_and_recognised() {
        for (text, said) in [
            ("{beds} beds.", "Three beds."),
            ("Doors lead {doors}.", "Doors lead north and west."),
            ("Nothing.", "Nothing."),
        ] {
            assert_eq!(phrase(text).fill(&Bare), said);
            assert!(phrase(text).fits(said));
            assert!(!phrase(text).fits("Nothing at all."));
        }
        assert!(phrase("{beds} beds.").fits("Nine beds."));
        assert!(!phrase("{beds} beds.").fits("Nine tables."));
        for (number, words) in [
            (0, "no"),
            (19, "nineteen"),
            (20, "twenty"),
            (21, "twenty-one"),
            (99, "ninety-nine"),
            (100, "one hundred"),
            (105, "one hundred and five"),
            (1000, "one thousand"),
            (1007, "one thousand and seven"),
            (16_129, "sixteen thousand one hundred and twenty-nine"),
            (1_000_000, "1000000"),
        ] {
            assert_eq!(in_words(number), words);
        }
    }
}
