//! What a sector is composed of, as text.

use crate::sector::{Pattern, PatternKind};
use std::fmt::Write;

/// The patterns of a plan: how many of each kind, then each with its rooms and why it is there.
pub fn patterns(patterns: &[Pattern]) -> String {
    let mut text = String::from("\nComposed of");
    let mut separator = " ";
    for kind in PatternKind::ALL {
        let count = patterns
            .iter()
            .filter(|pattern| pattern.kind == kind)
            .count();
        if count > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{separator}{kind} {count}");
            separator = ", ";
        }
    }
    text.push_str(":\n");
    for pattern in patterns {
        let rooms: Vec<String> = pattern.rooms.iter().map(ToString::to_string).collect();
        let rooms = match rooms.len() {
            0..=12 => rooms.join(" "),
            count => format!(
                "{} … {} ({count} rooms)",
                rooms[..6].join(" "),
                rooms[count - 3..].join(" ")
            ),
        };
        let _ = writeln!(text, "  {:<13} {rooms}: {}", pattern.kind, pattern.why);
    }
    text
}
