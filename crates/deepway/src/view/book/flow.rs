//! Text that flows over columns and pages.

use super::Paper;
use super::font::Font;
use super::sheet::{Drawn, Sheet};
use crate::view::scene::Scene;

/// The margins, and the space between two columns.
pub(super) const MARGIN: f32 = 54.0;
const GUTTER: f32 = 20.0;
/// Where text begins below the head of a page, and where it ends above the foot.
const TOP: f32 = 74.0;
const BOTTOM: f32 = 62.0;
/// What the heading of a section takes.
pub(super) const HEAD: f32 = 44.0;
/// How much higher a line is than its letters.
const LEADING: f32 = 1.28;

/// A part of a text in one font.
pub(super) type Run<'a> = (Font, &'a str);

/// A book that is being set.
pub(super) struct Flow {
    paper: Paper,
    /// What stands at the head of every page.
    title: String,
    section: String,
    pub(super) sheets: Vec<Sheet>,
    columns: usize,
    column: usize,
    y: f32,
    /// Where columns begin on the sheet.
    top: f32,
    /// Headings with their levels and the numbers of their sheets.
    pub(super) headings: Vec<(u32, String, usize)>,
}

impl Flow {
    pub(super) fn new(paper: Paper, title: &str) -> Self {
        Self {
            paper,
            title: title.to_owned(),
            section: String::new(),
            sheets: Vec::new(),
            columns: 1,
            column: 0,
            y: TOP,
            top: TOP,
            headings: Vec::new(),
        }
    }

    /// The width of a column.
    pub(super) fn width(&self) -> f32 {
        let all = self.paper.size()[0] - 2.0 * MARGIN;
        (all - GUTTER * (self.columns - 1) as f32) / self.columns as f32
    }

    fn left(&self) -> f32 {
        MARGIN + self.column as f32 * (self.width() + GUTTER)
    }

    /// How much room is left in the column.
    pub(super) fn room(&self) -> f32 {
        self.paper.size()[1] - BOTTOM - self.y
    }

    pub(super) fn sheet(&mut self) -> &mut Sheet {
        if self.sheets.is_empty() {
            self.sheets.push(Sheet::default());
        }
        let last = self.sheets.len() - 1;
        &mut self.sheets[last]
    }

    /// Begins a section on a new page.
    pub(super) fn section(&mut self, name: &str, columns: usize) {
        self.section = name.to_owned();
        self.columns = columns;
        self.new_page();
        self.headings
            .push((1, name.to_owned(), self.sheets.len() - 1));
        let y = self.y + 10.0;
        let (at, wide) = ([MARGIN, y], self.paper.size()[0] - MARGIN);
        self.sheet().text(at, Font::Head, 20.0, name);
        self.sheet()
            .line([[MARGIN, y + 8.0], [wide, y + 8.0]], 1.2, 0.0);
        self.y = y + 28.0;
        self.top = self.y;
    }

    /// Begins a section on this page if there is room, else on a new one.
    pub(super) fn part(&mut self, name: &str) {
        if self.columns != 1 || self.room() < 200.0 {
            self.section(name, 1);
            return;
        }
        self.headings
            .push((1, name.to_owned(), self.sheets.len() - 1));
        self.y += 16.0;
        self.lines(&[(Font::Head, name)], 16.0, 0.0, self.width());
        self.y += 6.0;
    }

    pub(super) fn new_page(&mut self) {
        self.sheets.push(Sheet::default());
        (self.column, self.y, self.top) = (0, TOP, TOP);
        let [width, height] = self.paper.size();
        let (title, section) = (self.title.clone(), self.section.clone());
        let number = (self.sheets.len()).to_string();
        let sheet = self.sheet();
        sheet.text([MARGIN, 44.0], Font::Sans, 8.5, title);
        let right = width - MARGIN - Font::Sans.width(&section, 8.5);
        sheet.text([right, 44.0], Font::Sans, 8.5, section);
        sheet.line([[MARGIN, 50.0], [width - MARGIN, 50.0]], 0.4, 0.4);
        let middle = (width - Font::Sans.width(&number, 9.0)) / 2.0;
        sheet.text([middle, height - 34.0], Font::Sans, 9.0, number);
    }

    /// Goes on in the next column, or on the next page.
    pub(super) fn turn(&mut self) {
        match self.column + 1 < self.columns {
            true => {
                self.column += 1;
                self.y = self.top;
            }
            false => self.new_page(),
        }
    }

    /// Makes sure that there is so much room, if a column has it at all.
    pub(super) fn need(&mut self, height: f32) {
        let most = self.paper.size()[1] - TOP - BOTTOM;
        if self.room() < height.min(most) {
            self.turn();
        }
    }

    /// Where the next line would be.
    pub(super) fn y(&self) -> f32 {
        self.y
    }

    /// A heading in a column, as large as that of a part.
    pub(super) fn column_part(&mut self, name: &str) {
        self.need(150.0);
        if self.y > self.top {
            self.y += 14.0;
        }
        self.headings
            .push((1, name.to_owned(), self.sheets.len() - 1));
        self.lines(&[(Font::Head, name)], 14.0, 0.0, self.width());
        let (left, y, width) = (self.left(), self.y + 2.0, self.width());
        self.sheet().line([[left, y], [left + width, y]], 0.8, 0.0);
        self.y += 4.0;
    }

    /// A heading in the text.
    pub(super) fn heading(&mut self, text: &str) {
        self.need(44.0);
        self.headings
            .push((2, text.to_owned(), self.sheets.len() - 1));
        self.y += 6.0;
        self.lines(&[(Font::Head, text)], 12.5, 0.0, self.width());
        self.y += 3.0;
    }

    /// A paragraph.
    pub(super) fn paragraph(&mut self, runs: &[Run<'_>], size: f32) {
        self.lines(runs, size, 0.0, self.width());
        self.y += size * 0.4;
    }

    /// A paragraph with a dot before it.
    pub(super) fn bullet(&mut self, runs: &[Run<'_>], size: f32) {
        self.need(size * LEADING);
        let at = [self.left() + 2.0, self.y + size];
        self.sheet().text(at, Font::Text, size, "•");
        self.lines(runs, size, 11.0, self.width() - 11.0);
        self.y += size * 0.25;
    }

    /// A text in a box, to be read aloud.
    pub(super) fn boxed(&mut self, text: &str, size: f32) {
        let inner = self.width() - 18.0;
        let lines = broken(&[(Font::Italic, text)], size, inner);
        let line = size * LEADING;
        let mut rest = &lines[..];
        while !rest.is_empty() {
            let most = ((self.room() - 12.0) / line).floor().max(0.0) as usize;
            if most < rest.len().min(3) {
                self.turn();
                continue;
            }
            let (now, later) = rest.split_at(rest.len().min(most));
            let height = now.len() as f32 * line + 10.0;
            let (left, top) = (self.left(), self.y + 2.0);
            let width = self.width();
            let sheet = self.sheet();
            sheet.drawn.push(Drawn::Fill {
                area: [left, top, width, height],
                grey: 0.92,
            });
            sheet.drawn.push(Drawn::Fill {
                area: [left, top, 2.5, height],
                grey: 0.25,
            });
            self.y = top + 4.0;
            for words in now {
                self.put(words, size, left + 10.0);
            }
            self.y = top + height + 5.0;
            rest = later;
        }
    }

    /// Lines of text, each at the end of what is above it.
    fn lines(&mut self, runs: &[Run<'_>], size: f32, indent: f32, width: f32) {
        for words in broken(runs, size, width) {
            self.need(size * LEADING);
            let left = self.left() + indent;
            self.put(&words, size, left);
        }
    }

    /// Puts a line of words down.
    fn put(&mut self, words: &[(Font, String)], size: f32, left: f32) {
        let (mut x, y) = (left, self.y + size);
        for (font, text) in words {
            let wide = font.width(text, size);
            self.sheet().text([x, y], *font, size, text.clone());
            x += wide;
        }
        self.y += size * LEADING;
    }

    /// A table: the shares of its columns, a head, and rows; rows are not broken.
    pub(super) fn table(&mut self, shares: &[f32], head: &[&str], rows: &[Vec<String>]) {
        let size = 8.5;
        let all: f32 = shares.iter().sum();
        let widths: Vec<f32> = shares
            .iter()
            .map(|share| share / all * self.width())
            .collect();
        let set = |cells: &[String], font: Font| -> Vec<Vec<Vec<(Font, String)>>> {
            let cells = cells.iter().zip(&widths);
            cells
                .map(|(cell, width)| broken(&[(font, cell)], size, width - 6.0))
                .collect()
        };
        let head: Vec<String> = head.iter().map(|text| (*text).to_owned()).collect();
        let mut is_first = true;
        for (number, row) in rows.iter().enumerate() {
            let cells = set(row, Font::Sans);
            let high = cells.iter().map(Vec::len).max().unwrap_or(1) as f32 * size * 1.25 + 4.0;
            if is_first || self.room() < high {
                if !is_first || self.room() < high + 30.0 {
                    self.turn();
                }
                let head = set(&head, Font::Head);
                let tall = head.iter().map(Vec::len).max().unwrap_or(1) as f32 * size * 1.25 + 4.0;
                self.row(&head, &widths, tall, Some(0.82));
                is_first = false;
            }
            let shade = (number % 2 == 1).then_some(0.95);
            self.row(&cells, &widths, high, shade);
        }
        self.y += 8.0;
    }

    fn row(
        &mut self,
        cells: &[Vec<Vec<(Font, String)>>],
        widths: &[f32],
        high: f32,
        shade: Option<f32>,
    ) {
        let (left, top, width) = (self.left(), self.y, self.width());
        if let Some(grey) = shade {
            let area = [left, top, width, high];
            self.sheet().drawn.push(Drawn::Fill { area, grey });
        }
        let mut x = left + 3.0;
        for (lines, wide) in cells.iter().zip(widths) {
            for (number, words) in lines.iter().enumerate() {
                let y = top + 2.0 + 8.5 + number as f32 * 8.5 * 1.25;
                let mut at = x;
                for (font, text) in words {
                    self.sheet().text([at, y], *font, 8.5, text.clone());
                    at += font.width(text, 8.5);
                }
            }
            x += wide;
        }
        self.y = top + high;
    }

    /// A drawing in the middle of the column, at a scale.
    pub(super) fn placed(&mut self, scene: Scene, scale: f32) {
        let (wide, high) = (scene.width * scale, scene.height * scale);
        self.need(high);
        let at = [self.left() + (self.width() - wide) / 2.0, self.y];
        self.sheet().drawn.push(Drawn::Picture { at, scale, scene });
        self.y += high + 6.0;
    }

    /// How high a column is on a page of a section.
    pub(super) fn page_height(&self) -> f32 {
        self.paper.size()[1] - BOTTOM - TOP - HEAD
    }

    /// How high text is in this column.
    pub(super) fn height_of(&self, runs: &[Run<'_>], size: f32, indent: f32) -> f32 {
        broken(runs, size, self.width() - indent).len() as f32 * size * LEADING
    }

    /// The name of the section.
    pub(super) fn section_name(&self) -> &str {
        &self.section
    }

    /// Lines to write on, to the end of the page.
    pub(super) fn ruled(&mut self, most: usize) {
        for _ in 0..most {
            if self.room() < 22.0 {
                return;
            }
            self.y += 20.0;
            let (left, y, width) = (self.left(), self.y, self.width());
            self.sheet().line([[left, y], [left + width, y]], 0.4, 0.6);
        }
    }

    /// A key in a frame with a name after it.
    pub(super) fn keyed(&mut self, key: &str, name: &str) {
        self.need(90.0);
        self.y += 8.0;
        let size = 12.0;
        let wide = Font::Head.width(key, size) + 8.0;
        let (left, y) = (self.left(), self.y);
        self.sheet().frame([left, y, wide, 17.0], 1.1);
        self.sheet()
            .text([left + 4.0, y + 13.0], Font::Head, size, key);
        let lines = broken(&[(Font::Head, name)], size, self.width() - wide - 6.0);
        for (number, words) in lines.iter().enumerate() {
            let (mut x, y) = (left + wide + 6.0, y + 13.0 + number as f32 * 14.0);
            for (font, text) in words {
                self.sheet().text([x, y], *font, size, text.clone());
                x += font.width(text, size);
            }
        }
        self.y += 21.0 + lines.len().saturating_sub(1) as f32 * 14.0;
    }
}

/// Breaks text into lines that fit a width; a word that does not fit has a line of its own.
fn broken(runs: &[Run<'_>], size: f32, width: f32) -> Vec<Vec<(Font, String)>> {
    let mut lines: Vec<Vec<(Font, String)>> = vec![Vec::new()];
    let mut used = 0.0;
    for (font, text) in runs {
        let words = text.split_inclusive([' ', '\n']);
        for word in words.flat_map(|word| fitting(*font, word, size, width)) {
            let wide = font.width(word.trim_end(), size);
            let is_empty = lines.last().is_none_or(Vec::is_empty);
            if used + wide > width && !is_empty {
                lines.push(Vec::new());
                used = 0.0;
            }
            let Some(line) = lines.last_mut() else {
                continue;
            };
            let shown = word.trim_end_matches('\n');
            match line.last_mut() {
                Some((last, before)) if last == font => before.push_str(shown),
                _ => line.push((*font, shown.to_owned())),
            }
            used += font.width(shown, size);
            if word.ends_with('\n') {
                lines.push(Vec::new());
                used = 0.0;
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// A word, in pieces if it is too long for a line.
fn fitting(font: Font, word: &str, size: f32, width: f32) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while font.width(rest.trim_end(), size) > width {
        let mut ends = rest.char_indices().map(|(at, _)| at).skip(2);
        let too_long = ends.find(|&end| font.width(&rest[..end], size) > width);
        let Some(end) = too_long else {
            break;
        };
        let end = rest[..end]
            .char_indices()
            .next_back()
            .map_or(end, |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}
