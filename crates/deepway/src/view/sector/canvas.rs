//! A sheet of characters to draw on.

/// A sheet of characters.
pub(super) struct Canvas {
    rows: Vec<Vec<char>>,
    /// The directions in which lines leave each place: north, east, south and west. Frames
    /// that touch join.
    lines: Vec<Vec<u8>>,
}

/// The character for each set of directions.
const JOINTS: [char; 16] = [
    ' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];
const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            rows: vec![vec![' '; width]; height],
            lines: vec![vec![0; width]; height],
        }
    }

    /// Puts a character somewhere; nothing happens outside the sheet.
    pub(super) fn put(&mut self, x: usize, y: usize, glyph: char) {
        if let Some(place) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *place = glyph;
        }
    }

    pub(super) fn get(&self, x: usize, y: usize) -> char {
        let row = self.rows.get(y);
        row.and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }

    pub(super) fn write(&mut self, x: usize, y: usize, text: &str) {
        for (glyph, x) in text.chars().zip(x..) {
            self.put(x, y, glyph);
        }
    }

    /// Writes a text centred in a width, cut to fit.
    pub(super) fn centre(&mut self, x: usize, y: usize, width: usize, text: &str) {
        let text = cut(text, width);
        let free = width - text.chars().count();
        self.write(x + free / 2, y, &text);
    }

    /// Draws a box; what is inside stays.
    pub(super) fn frame(&mut self, x: usize, y: usize, width: usize, height: usize) {
        let (right, bottom) = (x + width - 1, y + height - 1);
        for x in x..right {
            for y in [y, bottom] {
                self.line(x, y, EAST);
                self.line(x + 1, y, WEST);
            }
        }
        for y in y..bottom {
            for x in [x, right] {
                self.line(x, y, SOUTH);
                self.line(x, y + 1, NORTH);
            }
        }
    }

    fn line(&mut self, x: usize, y: usize, way: u8) {
        if let Some(ways) = self.lines.get_mut(y).and_then(|row| row.get_mut(x)) {
            *ways |= way;
        }
        let ways = self.lines.get(y).and_then(|row| row.get(x)).copied();
        self.put(x, y, JOINTS[usize::from(ways.unwrap_or(0))]);
    }

    /// The sheet as lines without trailing blanks.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let row: String = row.iter().collect();
            text += row.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A text, cut to at most `width` characters.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}
