//! Text for overviews: counts, wrapped lines, colour, lists of findings.

use super::text::{Ink, Pen, TextBlock};
use crate::report::Finding;

/// A number with commas between thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun.
pub fn count(number: u64, singular: &str, plural: &str) -> String {
    match number {
        1 => format!("1 {singular}"),
        _ => format!("{} {plural}", thousands(number)),
    }
}

/// A line wrapped between words; further lines are indented by two more than the first.
pub fn wrapped(line: &str, columns: u32) -> String {
    let width = (columns as usize).max(40);
    let indent = line.len() - line.trim_start().len();
    let mut text = String::new();
    let mut used = 0;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            text.push('\n');
            used = 0;
        }
        if used == 0 {
            used = if text.is_empty() { indent } else { indent + 2 };
            text += &" ".repeat(used);
        } else {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += length;
    }
    text
}

/// A key to signs, wrapped between its entries, which have two spaces between them.
pub(super) fn wrapped_key(key: &str, columns: u32) -> String {
    let mut lines: Vec<String> = Vec::new();
    for entry in key.split("  ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + entry.chars().count() <= columns as usize => {
                *line += &format!("  {entry}");
            }
            _ => lines.push(entry.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// The most findings that are listed for people.
const LISTED: usize = 100;

/// A line for each finding; if there are very many, only the first, and how many more.
pub fn list_findings(findings: &[Finding]) -> String {
    let lines = findings.iter().take(LISTED);
    let mut text: String = lines.map(|finding| format!("{finding}\n")).collect();
    if findings.len() > LISTED {
        let more = count((findings.len() - LISTED) as u64, "finding", "findings");
        text += &format!("and {more} more; --json lists all\n");
    }
    text
}

/// The text with its signs coloured for a terminal: boxes faint, doors and connections as on
/// maps, ids and the two ends of the main path bright.
pub(super) fn tinted(text: &str, ink: Ink) -> String {
    use super::palette::{
        TERMINAL_DOOR, TERMINAL_FAINT, TERMINAL_LADDER, TERMINAL_LINE, TERMINAL_MARK,
        TERMINAL_PLAYER, TERMINAL_SECRET_DOOR,
    };
    if ink == Ink::Plain {
        return text.to_owned();
    }
    let mut block = TextBlock::default();
    for line in text.lines() {
        let mut pen = Pen::new(ink);
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let end = match first.is_ascii_alphanumeric() {
                true => rest.find(|letter: char| !letter.is_ascii_alphanumeric()),
                false => Some(first.len_utf8()),
            };
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            let is_id = |prefix| {
                let number = word.strip_prefix(prefix);
                number.is_some_and(|number: &str| number.parse::<u32>().is_ok())
            };
            let colour = match (word, first) {
                (_, '\u{2500}'..='\u{257F}') => Some(TERMINAL_FAINT),
                ("░", _) => Some(TERMINAL_DOOR),
                ("?", _) => Some(TERMINAL_SECRET_DOOR),
                ("▲" | "▼" | "◆", _) => Some(TERMINAL_LADDER),
                ("START" | "Sound", _) => Some(TERMINAL_PLAYER),
                ("BOSS" | "error" | "critical" | "blocked", _) => Some(TERMINAL_MARK),
                _ if is_id('r') || is_id('c') => Some(TERMINAL_LINE),
                _ => None,
            };
            pen.write(word, colour);
            rest = after;
        }
        block.push(pen);
    }
    block.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!(count(1, "link", "links"), "1 link");
        assert_eq!(count(0, "link", "links"), "0 links");
    }

    #[test]
    fn a_long_line_is_broken_between_words() {
        let line = format!("  {}", "word ".repeat(20));
        let text = wrapped(&line, 40);
        assert!(
            text.lines().all(|line| line.chars().count() <= 40),
            "{text}"
        );
        assert!(
            text.lines()
                .skip(1)
                .all(|line| line.starts_with("    word"))
        );
        assert_eq!(text.split_whitespace().count(), 20);
        assert_eq!(wrapped("short", 80), "short");
    }

    #[test]
    fn a_key_is_broken_between_its_entries() {
        let key = "+ door  ? secret door  o hole";
        assert_eq!(wrapped_key(key, 100), format!("{key}\n"));
        assert_eq!(wrapped_key(key, 20), "+ door\n? secret door\no hole\n");
    }

    #[test]
    fn colour_changes_no_letter() {
        let text = "┌──┐\n│r0│ START ░ ?\n";
        assert_eq!(tinted(text, Ink::Plain), text);
        let coloured = tinted(text, Ink::Coloured);
        let mut plain = String::new();
        let mut letters = coloured.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\x1b' => _ = letters.by_ref().find(|&letter| letter == 'm'),
                _ => plain.push(letter),
            }
        }
        assert_eq!(plain, text);
        assert!(coloured.contains("\x1b["));
    }
}
