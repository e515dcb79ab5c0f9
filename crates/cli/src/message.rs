//! Messages for the person at the terminal.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

/// A text as one line, without characters that move the cursor.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    for character in text.trim().chars() {
        if is_disturbing(character) {
            // Writing to a string cannot fail.
            let _ = write!(line, "{}", character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

/// A line, shortened if it is too long to read.
pub(crate) fn shortened(line: &str) -> String {
    const MOST: usize = 600;
    let letters = line.chars().count();
    if letters <= MOST {
        return line.to_owned();
    }
    let start: String = line.chars().take(MOST / 2).collect();
    let end: String = line.chars().skip(letters - MOST / 2).collect();
    format!("{start} … {end}")
}

/// Whether a character would break the line or change its writing direction.
fn is_disturbing(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Prints a line on standard error, if it can.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", shortened(line));
}

/// A file's name for a message.
pub(crate) fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

/// The argument parser's message as one line: what is wrong, and a hint.
pub(crate) fn bad_use(message: &str) -> String {
    let lines = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:"));
    // A tip on how to pass an option as a value is no help here.
    let useless = ["For more information", "tip: to pass"];
    let lines = lines
        .filter(|line| !line.is_empty() && !useless.iter().any(|start| line.starts_with(start)));
    let mut joined = String::new();
    for line in lines {
        let separator = match joined.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        joined.push_str(separator);
        joined.push_str(line);
    }
    let joined = joined.strip_prefix("error: ").unwrap_or(&joined);
    let joined = &plain(joined);
    format!("{} (--help shows all options)", one_line(joined))
}

/// The argument parser's words for numbers and options in plain English.
fn plain(message: &str) -> String {
    if let Some((before, range)) = message.rsplit_once(" is not in ")
        && let Some(((what, _), (first, last))) =
            before.rsplit_once(' ').zip(range.split_once("..="))
    {
        return format!("{what} expected {first} to {last}");
    }
    if std::env::args_os().any(|word| word == "--gravity")
        && (message.starts_with("unexpected argument 'on'")
            || message.starts_with("unexpected argument 'off'"))
    {
        return format!("{message}: expected --gravity=on or --gravity=off");
    }
    let message = message.replace("invalid digit found in string", "expected a whole number");
    let message = message.replace(
        "cannot parse integer from empty string",
        "expected a whole number",
    );
    message.replace("number too large to fit in target type", "it is too large")
}

/// What went wrong with a file, without the system's error number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => {
            let text = error.to_string();
            let end = text.find(" (os error").unwrap_or(text.len());
            text[..end].to_lowercase()
        }
    }
}

/// How many columns the terminal has; COLUMNS overrides it.
pub(crate) fn columns() -> u32 {
    let asked = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| u32::from(width.0));
    asked.or_else(terminal).unwrap_or(100)
}

/// How many lines the terminal has; none without a terminal.
pub(crate) fn rows() -> Option<u32> {
    terminal_size::terminal_size().map(|(_, height)| u32::from(height.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line(" a\nb\t\u{1b}[31m "), "a\\nb\\t\\u{1b}[31m");
        assert_eq!(
            bad_use("error: missing:\n  <MAP>\n\nUsage: deepway show <MAP>\n\nFor more"),
            "missing: <MAP> (--help shows all options)"
        );
        assert_eq!(
            bad_use("error: unexpected '--jsn'\n\n  tip: use '--json'\n\nUsage: x"),
            "unexpected '--jsn'; tip: use '--json' (--help shows all options)"
        );
    }
}
