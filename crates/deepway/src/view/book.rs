//! A world as a book for the table: cover, contents, story, maps, rooms, tables, index.
//!
//! Everything is set here, in points; `export` writes it as PDF.

mod flow;
mod font;
mod level;
mod plain;
mod profile;
mod sector;
mod sheet;

pub(crate) use font::{Font, byte, pieces};
pub(crate) use sheet::{Drawn, Sheet};

use super::detail;
use super::legend::LEGEND;
use super::{Reader, ShowError};
use crate::link::Link;
use crate::world::{Body, World};
use flow::{Flow, MARGIN};

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

use PaperSize as Paper;

impl PaperSize {
    /// Its width and height, in points.
    pub(crate) const fn size(self) -> [f32; 2] {
        match self {
            Self::A4 => [595.0, 842.0],
            Self::Letter => [612.0, 792.0],
        }
    }
}

/// A book, page by page.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    pub(crate) title: String,
    pub(crate) paper: Paper,
    pub(crate) sheets: Vec<Sheet>,
    /// Headings: how deep, what they say, the number of their page from 0.
    pub(crate) headings: Vec<(u32, String, usize)>,
}

impl Book {
    /// How many pages it has.
    pub fn pages(&self) -> usize {
        self.sheets.len()
    }
}

/// What stands on the cover.
struct Cover {
    title: String,
    /// Below the title.
    about: Vec<String>,
    picture: Option<super::Scene>,
    /// At the foot.
    foot: String,
}

/// What a book is called, and the levels in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookNames {
    /// What the world is called; a sector has a name of its own.
    pub title: String,
    /// The names of the levels, from the lowest up.
    pub levels: Vec<String>,
}

/// A book about a world; `links` are those of its cells.
pub fn book(
    world: &World,
    links: &[Link],
    names: &BookNames,
    reader: Reader,
    paper: PaperSize,
) -> Result<Book, ShowError> {
    if let Ok(cells) = world.cells() {
        detail::check_book(cells)?;
    }
    match world.body() {
        Body::Sector(rooms) => sector::book(rooms, links, reader, paper),
        Body::Map(_) | Body::Maze(_) | Body::Strata(_) => {
            plain::book(world, links, names, reader, paper)
        }
    }
}

/// Puts cover, contents and pages together.
fn bound(cover: Cover, mut flow: Flow, paper: Paper) -> Book {
    let [width, height] = paper.size();
    // The first two sheets were left free.
    let first = cover_sheet(&cover, paper);
    let mut contents = Sheet::default();
    contents.text([MARGIN, 96.0], Font::Head, 20.0, "Contents");
    contents.line([[MARGIN, 104.0], [width - MARGIN, 104.0]], 1.2, 0.0);
    let mut y = 132.0;
    let shown = flow.headings.iter().filter(|(level, ..)| *level == 1);
    let step = ((height - 200.0) / shown.clone().count().max(1) as f32).min(19.0);
    for (_, text, sheet) in shown {
        let number = (sheet + 1).to_string();
        let size = step.min(19.0) * 0.62;
        let right = width - MARGIN - Font::Text.width(&number, size);
        contents.text([MARGIN, y], Font::Text, size, text.clone());
        contents.text([right, y], Font::Text, size, number);
        let from = MARGIN + Font::Text.width(text, size) + 6.0;
        contents.drawn.push(Drawn::Line {
            ends: [[from, y - 2.0], [right - 6.0, y - 2.0]],
            width: 0.5,
            grey: 0.5,
            dash: Some([0.6, 3.0]),
        });
        y += step;
    }
    if let [one, two, ..] = &mut flow.sheets[..] {
        (*one, *two) = (first, contents);
    }
    Book {
        title: cover.title,
        paper,
        sheets: flow.sheets,
        headings: flow.headings,
    }
}

fn cover_sheet(cover: &Cover, paper: Paper) -> Sheet {
    let [width, height] = paper.size();
    let mut sheet = Sheet::default();
    let mut size = 34.0;
    while Font::Head.width(&cover.title, size) > width - 2.0 * MARGIN && size > 12.0 {
        size -= 1.0;
    }
    let centred = |sheet: &mut Sheet, y: f32, font: Font, size: f32, text: &str| {
        let left = (width - font.width(text, size)) / 2.0;
        sheet.text([left.max(20.0), y], font, size, text);
    };
    centred(&mut sheet, 112.0, Font::Head, size, &cover.title);
    sheet.line([[MARGIN, 128.0], [width - MARGIN, 128.0]], 1.6, 0.0);
    let mut y = 152.0;
    for line in &cover.about {
        centred(&mut sheet, y, Font::Text, 13.0, line);
        y += 18.0;
    }
    if let Some(scene) = &cover.picture {
        let (top, bottom) = (y + 8.0, height - 92.0);
        let scale = ((width - 2.0 * MARGIN) / scene.width).min((bottom - top) / scene.height);
        let at = [
            (width - scene.width * scale) / 2.0,
            top + (bottom - top - scene.height * scale) / 2.0,
        ];
        let scene = scene.clone();
        sheet.drawn.push(Drawn::Picture { at, scale, scene });
    }
    sheet.line(
        [[MARGIN, height - 80.0], [width - MARGIN, height - 80.0]],
        0.6,
        0.0,
    );
    centred(&mut sheet, height - 62.0, Font::Sans, 9.0, &cover.foot);
    sheet
}

/// A flow with the cover and the contents left free.
fn begun(paper: Paper, title: &str) -> Flow {
    let mut flow = Flow::new(paper, title);
    flow.sheets = vec![Sheet::default(), Sheet::default()];
    flow
}

/// Cuts the key off a drawing.
fn without_key(scene: &mut super::Scene) {
    use super::scene::Item;
    let start = scene
        .items
        .iter()
        .position(|item| matches!(item, Item::Begin(group) if group.id == LEGEND));
    let Some(start) = start else {
        return;
    };
    let end = scene.items[start..]
        .iter()
        .position(|item| matches!(item, Item::End));
    let Some(end) = end else {
        return;
    };
    scene.items.drain(start..=start + end);
}

#[cfg(test)]
mod tests;
