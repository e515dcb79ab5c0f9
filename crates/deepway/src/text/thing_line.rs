//! Things in a text map: `@ 3,4,0 label "Guard room" colour=red`.

use super::error::Problem;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use std::fmt::Write;

/// The first character of a thing's line.
pub(super) const MARK: u8 = b'@';

/// Writes a thing as a line.
pub(super) fn write(thing: &Thing, out: &mut String) {
    let Pos { x, y, z } = thing.place;
    // Writing to a string cannot fail.
    let _ = write!(out, "@ {x},{y},{z} ");
    write_word(thing.kind.name(), out);
    if !thing.name.is_empty() {
        out.push(' ');
        write_quoted(&thing.name, out);
    }
    for (key, value) in &thing.properties {
        out.push(' ');
        write_word(key, out);
        out.push('=');
        write_word(value, out);
    }
    out.push('\n');
}

/// Writes a word as it is if it reads back, otherwise in quotation marks.
fn write_word(word: &str, out: &mut String) {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-+.,:/#%".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => out.push_str(word),
        false => write_quoted(word, out),
    }
}

fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        let _ = match character {
            '"' => out.write_str("\\\""),
            '\\' => out.write_str("\\\\"),
            '\n' => out.write_str("\\n"),
            '\r' => out.write_str("\\r"),
            '\t' => out.write_str("\\t"),
            control if control.is_control() => write!(out, "\\u{{{:x}}}", u32::from(control)),
            other => out.write_char(other),
        };
    }
    out.push('"');
}

/// Reads a line that begins with the mark.
pub(super) fn read(line: &[u8]) -> Result<Thing, Problem> {
    let text = std::str::from_utf8(line)
        .map_err(|error| Problem::expected("text", line, error.valid_up_to()))?;
    let mut cursor = Cursor { text, at: 1 };
    cursor.skip_blanks();
    let place = cursor.place()?;
    cursor.skip_blanks();
    let kind = cursor.word("a kind of thing, such as label", " \t=\"")?;
    if kind.is_empty() {
        return Err(cursor.expected("a kind of thing, such as label"));
    }
    let mut thing = Thing::new(place, ThingKind::from(kind.as_str()), "");
    let mut may_be_name = true;
    loop {
        if !cursor.skip_blanks() && !cursor.rest().is_empty() {
            return Err(cursor.expected("a space"));
        }
        if cursor.rest().is_empty() {
            return Ok(thing);
        }
        let start = cursor.at;
        let expected = "a property, such as colour=red";
        let word = cursor.word(expected, " \t=\"")?;
        if cursor.rest().starts_with('=') {
            cursor.at += 1;
            let value = cursor.word(expected, " \t")?;
            if thing.properties.insert(word, value).is_some() {
                let expected = "each property once";
                return Err(Problem::expected(expected, line, start));
            }
        } else if may_be_name && cursor.at > start {
            thing.name = word;
        } else {
            return Err(Problem::expected(expected, line, start));
        }
        may_be_name = false;
    }
}

/// A position in a line.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn expected(&self, expected: &str) -> Problem {
        Problem::expected(expected, self.text.as_bytes(), self.at)
    }

    /// Skips blanks; true if there were any.
    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.at += blanks;
        blanks > 0
    }

    fn place(&mut self) -> Result<Pos, Problem> {
        let rest = self.rest();
        let end = rest.find([' ', '\t']).unwrap_or(rest.len());
        let mut numbers = rest[..end].split(',').map(str::parse);
        let place = match [(); 4].map(|()| numbers.next()) {
            [Some(Ok(x)), Some(Ok(y)), Some(Ok(z)), None] => Pos::new(x, y, z),
            _ => return Err(self.expected("a place x,y,z, such as 3,4,0")),
        };
        self.at += end;
        Ok(place)
    }

    /// Text in quotation marks, or everything before the next of the `ends`.
    fn word(&mut self, expected: &str, ends: &str) -> Result<String, Problem> {
        let rest = self.rest();
        if rest.starts_with('"') {
            return self.quoted();
        }
        let end = rest.find(|letter| ends.contains(letter));
        let word = &rest[..end.unwrap_or(rest.len())];
        if let Some(before) = word.find(char::is_control) {
            self.at += before;
            return Err(self.expected(expected));
        }
        self.at += word.len();
        Ok(word.to_owned())
    }

    fn quoted(&mut self) -> Result<String, Problem> {
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        let start = self.at;
        while let Some((before, character)) = characters.next() {
            self.at = start + before;
            match character {
                '"' => {
                    self.at += 1;
                    return Ok(text);
                }
                '\\' => text.push(self.escape(&mut characters)?),
                control if control.is_control() && control != '\t' => {
                    return Err(self.expected("text, with \\n and the like for control characters"));
                }
                other => text.push(other),
            }
        }
        self.at = self.text.len();
        Err(self.expected("a closing quotation mark"))
    }

    /// The character that an escape sequence stands for, after its backslash.
    fn escape(
        &self,
        characters: &mut impl Iterator<Item = (usize, char)>,
    ) -> Result<char, Problem> {
        let wrong = || self.expected("one of \\\" \\\\ \\n \\r \\t \\u{…}");
        let mut next = || characters.next().map(|(_, character)| character);
        match next() {
            Some(same @ ('"' | '\\')) => Ok(same),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') if next() == Some('{') => {
                let mut digits = String::new();
                loop {
                    match next() {
                        Some('}') => break,
                        // No character has a longer number.
                        Some(digit) if digit.is_ascii_hexdigit() && digits.len() < 6 => {
                            digits.push(digit);
                        }
                        _ => return Err(wrong()),
                    }
                }
                let number = u32::from_str_radix(&digits, 16).ok();
                number.and_then(char::from_u32).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}
