//! Many small pictures on one sheet.

use super::font;
use super::legend::{LEGEND, frame};
use super::scene::{Anchor, Colour, Item, Point, Scene};
use super::theme::Theme;

/// A picture for a sheet, and what stands under it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The picture, of any size.
    pub picture: Scene,
    /// What it is called.
    pub name: String,
    /// What else there is to say, as many in a line as fit.
    pub facts: Vec<String>,
}

/// How wide and high a small picture may be, and the space between two.
const WIDTH: f32 = 280.0;
const HEIGHT: f32 = 230.0;
const GAP: f32 = 20.0;
/// The size of names and facts, and from one line to the next.
const TEXT: f32 = 13.0;
const LINE: f32 = 17.0;
/// Words that would be smaller than this are left out.
const READABLE: f32 = 5.5;

/// Draws small pictures in rows of so many, each with its name and facts under it.
pub fn contact_sheet(tiles: &[Tile], columns: u32, title: &str, theme: Theme) -> Scene {
    let columns = (columns.max(1) as usize).min(tiles.len().max(1));
    let facts: Vec<Vec<String>> = tiles.iter().map(|tile| lines(&tile.facts)).collect();
    let most = facts.iter().map(Vec::len).max().unwrap_or(0);
    let down = HEIGHT + LINE * (most + 1) as f32 + GAP;
    let rows = tiles.len().div_ceil(columns);
    let width = columns as f32 * (WIDTH + GAP) - GAP;
    let (mut scene, corner) = frame(width, rows as f32 * down, title, &[], theme);
    for (number, (tile, facts)) in tiles.iter().zip(&facts).enumerate() {
        let left = corner.x + (number % columns) as f32 * (WIDTH + GAP);
        let top = corner.y + (number / columns) as f32 * down;
        let under = Point::new(left, top + HEIGHT + LINE);
        place(&mut scene, &tile.picture, Point::new(left, top));
        scene.label(under, &tile.name, TEXT, theme.ink(), Anchor::Start);
        for (line, fact) in (1..).zip(facts) {
            let at = Point::new(under.x, under.y + line as f32 * LINE);
            scene.label(at, fact, TEXT, theme.faint(), Anchor::Start);
        }
    }
    scene
}

/// Facts in lines, as many in each as fit.
fn lines(facts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line}, {fact}");
            if font::width(&longer, TEXT) <= WIDTH {
                *line = longer;
                continue;
            }
        }
        lines.push(fact.clone());
    }
    lines
}

/// Draws a picture into a scene, as large as it may be, in the middle of its place.
fn place(scene: &mut Scene, picture: &Scene, corner: Point) {
    let scale = (WIDTH / picture.width.max(1.0)).min(HEIGHT / picture.height.max(1.0));
    let (width, height) = (picture.width * scale, picture.height * scale);
    let left = corner.x + (WIDTH - width) / 2.0;
    let top = corner.y + (HEIGHT - height) / 2.0;
    let at = |point: &Point| Point::new(left + point.x * scale, top + point.y * scale);
    let all = |lines: &[Vec<Point>]| -> Vec<Vec<Point>> {
        let lines = lines.iter();
        lines.map(|line| line.iter().map(at).collect()).collect()
    };
    let paper = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
    let paper = paper.map(|[x, y]| Point::new(left + x, top + y)).to_vec();
    let background: Colour = picture.background;
    scene.shape(vec![paper], background);
    for item in without_legend(&picture.items) {
        match item {
            Item::Shape { polygons, fill } => scene.shape(all(polygons), *fill),
            Item::Lines {
                lines,
                colour,
                width,
                dash,
            } => {
                let dash = dash.map(|lengths| lengths.map(|length| length * scale));
                // Lines stay visible however small the picture is.
                let width = (width * scale).max(0.4);
                scene.strokes(all(lines), *colour, width, dash);
            }
            Item::Label {
                at: place,
                text,
                size,
                colour,
                anchor,
            } => {
                if size * scale >= READABLE {
                    scene.label(at(place), text, size * scale, *colour, *anchor);
                }
            }
            // The groups of a small picture would have the names of those of the next.
            Item::Begin(_) | Item::End => {}
        }
    }
}

/// What is drawn of a small picture: all but its key, whose words could not be read.
fn without_legend(items: &[Item]) -> impl Iterator<Item = &Item> {
    // How many groups of the key are open.
    let mut open = 0_u32;
    items.iter().filter(move |item| {
        let was_open = open > 0;
        match item {
            Item::Begin(group) if was_open || group.id == LEGEND => open += 1,
            Item::End => open = open.saturating_sub(1),
            _ => {}
        }
        !was_open && open == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pictures_have_no_key() {
        use crate::view::legend;
        let (picture, _) = frame(80.0, 80.0, "One", &[legend::path()], Theme::Dark);
        let kept: Vec<&Item> = without_legend(&picture.items).collect();
        assert!(picture.items.len() > kept.len());
        assert!(matches!(kept[..], [Item::Label { .. }]), "{kept:?}");
    }

    #[test]
    fn every_picture_stays_in_its_place() {
        let square = |side: f32| {
            let corners = [
                [0.0, 0.0],
                [side, 0.0],
                [side, side * 3.0],
                [0.0, side * 3.0],
            ];
            let corners = corners.map(|[x, y]| Point::new(x, y)).to_vec();
            Scene {
                width: side,
                height: side * 3.0,
                background: Colour::rgb(0),
                items: vec![Item::Shape {
                    polygons: vec![corners],
                    fill: Colour::rgb(0xFF_FF_FF),
                }],
            }
        };
        let tile = |number: usize| Tile {
            picture: square(10f32.powi(number as i32 % 4)),
            name: format!("picture {number}"),
            facts: vec!["a fact that takes some space".to_owned(); number % 5],
        };
        let tiles: Vec<Tile> = (0..11).map(tile).collect();
        let sheet = contact_sheet(&tiles, 4, "Eleven", Theme::Dark);
        let mut boxes: Vec<[f32; 4]> = Vec::new();
        for item in &sheet.items {
            if let Item::Shape { polygons, .. } = item {
                let points = polygons.iter().flatten();
                let mut edges = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
                for point in points {
                    edges[0] = edges[0].min(point.x);
                    edges[1] = edges[1].min(point.y);
                    edges[2] = edges[2].max(point.x);
                    edges[3] = edges[3].max(point.y);
                }
                assert!(edges[0] >= 0.0 && edges[2] <= sheet.width);
                assert!(edges[1] >= 0.0 && edges[3] <= sheet.height);
                boxes.push(edges);
            }
        }
        assert_eq!(boxes.len(), 22, "paper and square of each");
        for pair in boxes.chunks(2) {
            for other in boxes.chunks(2).filter(|other| *other != pair) {
                let ([a, ..], [b, ..]) = (pair, other) else {
                    continue;
                };
                let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                assert!(apart, "{a:?} {b:?}");
            }
        }
        let words = sheet.items.iter().filter_map(|item| match item {
            Item::Label { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let names = words.filter(|text| text.starts_with("picture")).count();
        assert_eq!(names, 11);
    }
}
