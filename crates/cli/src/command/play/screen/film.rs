//! A game as an animated SVG: its screens one below the other on a strip that jumps.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The width and the height of a character, and the size of the letters.
const WIDE: f32 = 8.4;
const HIGH: f32 = 17.0;
const LETTERS: u32 = 14;

/// Frames as an animated picture that takes so many seconds, again and again.
pub(super) fn film(frames: &[Buffer], seconds: u32) -> String {
    let Some(first) = frames.first() else {
        return String::new();
    };
    let [columns, rows] = [first.area.width, first.area.height];
    let [wide, high] = [
        f32::from(columns) * WIDE + 16.0,
        f32::from(rows) * HIGH + 16.0,
    ];
    // A row that is in several frames is written once.
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut definitions = String::new();
    let mut strip = String::new();
    for (number, frame) in frames.iter().enumerate() {
        let _ = writeln!(
            strip,
            "<g transform=\"translate(0 {})\">",
            number as f32 * high
        );
        for row in 0..rows {
            let drawn = draw_row(frame, row, columns);
            if drawn.is_empty() {
                continue;
            }
            let next = known.len();
            let id = *known.entry(drawn).or_insert_with_key(|drawn| {
                let _ = writeln!(definitions, "<g id=\"r{next}\">{drawn}</g>");
                next
            });
            let y = f32::from(row) * HIGH;
            let _ = write!(strip, "<use href=\"#r{id}\" y=\"{y}\"/>");
        }
        strip += "</g>\n";
    }
    let places: Vec<String> = (0..frames.len())
        .map(|number| format!("0 {}", 0.0 - number as f32 * high))
        .collect();
    let moves = match frames.len() {
        0 | 1 => String::new(),
        _ => format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" calcMode=\"discrete\" dur=\"{seconds}s\" repeatCount=\"indefinite\" values=\"{}\"/>",
            places.join(";")
        ),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.1} {high}\" width=\"{wide:.1}\" height=\"{high}\">\n\
<title>A game of Deepway</title>\n\
<style>text{{font:{LETTERS}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}</style>\n\
<rect width=\"{wide:.1}\" height=\"{high}\" rx=\"8\" fill=\"#0b0d14\"/>\n\
<defs>\n{definitions}</defs>\n\
<svg x=\"8\" y=\"8\" width=\"{:.1}\" height=\"{}\"><g>{moves}\n{strip}</g></svg>\n</svg>\n",
        wide - 16.0,
        high - 16.0
    )
}

/// A row: grounds, and letters in runs of the same look.
fn draw_row(frame: &Buffer, row: u16, columns: u16) -> String {
    let look = |cell: &Cell| {
        let (mut ink, mut ground) = (hex(cell.fg, "#d6d2c8"), hex(cell.bg, ""));
        if cell.modifier.contains(Modifier::REVERSED) {
            let behind = match ground.is_empty() {
                true => "#0b0d14".to_owned(),
                false => ground,
            };
            (ink, ground) = (behind, ink);
        }
        (ink, ground, cell.modifier.contains(Modifier::BOLD))
    };
    let mut text = String::new();
    let mut column = 0;
    while column < columns {
        let cell = &frame[(column, row)];
        let own = look(cell);
        let mut run = String::new();
        let first = column;
        while column < columns && look(&frame[(column, row)]) == own {
            run += frame[(column, row)].symbol();
            column += 1;
        }
        let (ink, ground, is_bold) = own;
        let [x, wide] = [first, column - first].map(|count| f32::from(count) * WIDE);
        if !ground.is_empty() {
            let _ = write!(
                text,
                "<rect x=\"{x:.1}\" width=\"{wide:.1}\" height=\"{HIGH}\" fill=\"{ground}\"/>"
            );
        }
        if !run.trim().is_empty() {
            // Spaces at the end need no letters.
            let shown = run.trim_end();
            let wide = shown.chars().count() as f32 * WIDE;
            let bold = if is_bold { " font-weight=\"bold\"" } else { "" };
            let shown = shown
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                // Several spaces would be drawn as one.
                .replace(' ', "\u{a0}");
            let _ = write!(
                text,
                "<text x=\"{x:.1}\" y=\"13\" textLength=\"{wide:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{ink}\"{bold}>{shown}</text>"
            );
        }
    }
    text
}

fn hex(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn frames_become_a_strip_that_jumps() {
        let area = Rect::new(0, 0, 12, 2);
        let mut one = Buffer::empty(area);
        one.set_string(0, 0, "a <b> & c", Style::new().fg(Color::Rgb(1, 2, 3)));
        let mut two = one.clone();
        two.set_string(0, 1, "@", Style::new().add_modifier(Modifier::REVERSED));
        let text = film(&[one, two], 4);
        assert!(
            text.contains("a\u{a0}&lt;b&gt;\u{a0}&amp;\u{a0}c</text>"),
            "{text}"
        );
        assert!(text.contains("fill=\"#010203\""), "{text}");
        assert!(text.contains("values=\"0 0;0 -50\""), "{text}");
        // The first row is written once, and used twice.
        assert_eq!(text.matches("a\u{a0}&lt;b").count(), 1);
        assert_eq!(text.matches("href=\"#r0\"").count(), 2);
        assert_eq!(text.matches('<').count(), text.matches('>').count());
    }
}
