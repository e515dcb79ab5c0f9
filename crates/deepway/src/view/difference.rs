//! A picture of what differs between two worlds: added green, removed red, moved and changed
//! yellow, over a dim plan of the rest.

use super::detail::TooDetailed;
use super::legend::{Entry, Sample, frame};
use super::scene::{Anchor, Colour, Point, Scene};
use super::theme::Theme;
use super::world::ShowError;
use crate::space::{Layer, RoomPos};
use crate::volume::{Size, Volume};
use crate::world::{Difference, How, LevelDifference, Mark, World};

/// How wide a unit of a sector is, and how high the name above a level.
const UNIT: f32 = 20.0;
const CAPTION: f32 = 22.0;
const GAP: f32 = 28.0;
/// How wide a row of levels may become, and how wide a level of cells is drawn.
const ROW: f32 = 1500.0;
const LEVEL: f32 = 460.0;
/// The most cells in one picture.
const MOST_CELLS: u64 = 4_000_000;

fn colour(how: How, theme: Theme) -> Colour {
    match how {
        How::Added => theme.choose(Colour::rgb(0x4F_C4_6E), Colour::rgb(0x2C_96_48)),
        How::Removed => theme.choose(Colour::rgb(0xE0_5A_4E), Colour::rgb(0xC4_38_2C)),
        How::Moved | How::Renamed | How::Changed => {
            theme.choose(Colour::rgb(0xF0_C8_3C), Colour::rgb(0xB8_8A_10))
        }
    }
}

/// What is the same in both worlds.
fn dim(theme: Theme) -> Colour {
    theme.choose(Colour::rgb(0x36_3B_4C), Colour::rgb(0xD2_CC_BE))
}

/// One level of the picture: its name, its size, and shapes in it.
struct Panel {
    name: String,
    width: f32,
    height: f32,
    shapes: Vec<(Vec<Vec<Point>>, Colour)>,
    lines: Vec<(Vec<Vec<Point>>, Colour)>,
    labels: Vec<(Point, String, Colour)>,
}

impl Panel {
    fn new(name: String, width: f32, height: f32) -> Self {
        let (shapes, lines, labels) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            name,
            width,
            height,
            shapes,
            lines,
            labels,
        }
    }
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Vec<Point> {
    let corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
    corners.map(|[dx, dy]| Point::new(x + dx, y + dy)).to_vec()
}

/// Draws what differs between two worlds: the rooms of sectors, the cells of all others.
pub fn difference(
    worlds: [&World; 2],
    difference: &Difference,
    title: &str,
    theme: Theme,
) -> Result<Scene, ShowError> {
    let panels = match difference.marks.is_empty() {
        false => rooms(&difference.marks, theme),
        true => {
            let volumes = [worlds[0].cells()?, worlds[1].cells()?];
            cells(difference, volumes, theme)?
        }
    };
    Ok(arrange(panels, title, theme))
}

/// Puts levels beside each other, as many in a row as fit.
fn arrange(panels: Vec<Panel>, title: &str, theme: Theme) -> Scene {
    let mut places = Vec::new();
    let (mut x, mut y, mut high, mut wide) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for panel in &panels {
        if x > 0.0 && x + panel.width > ROW {
            (x, y, high) = (0.0, y + high + GAP, 0.0);
        }
        places.push(Point::new(x, y));
        wide = wide.max(x + panel.width);
        high = high.max(panel.height + CAPTION);
        x += panel.width + GAP;
    }
    let names = [
        ("added", colour(How::Added, theme)),
        ("removed", colour(How::Removed, theme)),
        ("moved or changed", colour(How::Changed, theme)),
        ("the same", dim(theme)),
    ];
    let key = names.map(|(text, colour)| Entry {
        sample: Sample::Square,
        colour,
        text: text.to_owned(),
    });
    let (mut scene, corner) = frame(wide, y + high, title, &key, theme);
    for (panel, place) in panels.into_iter().zip(places) {
        let (left, top) = (corner.x + place.x, corner.y + place.y);
        let name_at = Point::new(left, top + 14.0);
        scene.label(name_at, panel.name, 14.0, theme.ink(), Anchor::Start);
        let at = |point: Point| Point::new(left + point.x, top + CAPTION + point.y);
        let all = |lines: Vec<Vec<Point>>| -> Vec<Vec<Point>> {
            let lines = lines.into_iter();
            lines
                .map(|line| line.into_iter().map(at).collect())
                .collect()
        };
        for (polygons, colour) in panel.shapes {
            scene.shape(all(polygons), colour);
        }
        for (lines, colour) in panel.lines {
            scene.strokes(all(lines), colour, 2.0, Some([5.0, 4.0]));
        }
        for (point, text, ink) in panel.labels {
            scene.label(at(point), text, 11.0, ink, Anchor::Middle);
        }
    }
    scene
}

/// The layers of two sectors, the highest first.
fn rooms(marks: &[Mark], theme: Theme) -> Vec<Panel> {
    let units = || {
        let marks = marks.iter();
        marks.flat_map(|mark| mark.before.iter().chain(&mark.after))
    };
    let ends = |place: fn(&RoomPos) -> i32| {
        let low = units().map(place).min().unwrap_or(0);
        let high = units().map(place).max().unwrap_or(0);
        [low, high]
    };
    let ([west, east], [south, north]) = (ends(|unit| unit.x), ends(|unit| unit.y));
    let [low, high] = ends(|unit| unit.z);
    let width = (east.abs_diff(west) + 1) as f32 * UNIT;
    let height = (north.abs_diff(south) + 1) as f32 * UNIT;
    let corner = |unit: &RoomPos| {
        let x = unit.x.abs_diff(west) as f32 * UNIT;
        Point::new(x, north.abs_diff(unit.y) as f32 * UNIT)
    };
    let layers = (low..=high).rev();
    let layers = layers.filter(|z| units().any(|unit| unit.z == *z));
    layers
        .map(|z| {
            let name = Layer::from_z(z).map_or_else(|| z.to_string(), |layer| layer.to_string());
            let mut panel = Panel::new(name, width, height);
            // What is the same lies under what is not, and rooms over passages.
            let mut order: Vec<&Mark> = marks.iter().collect();
            order.sort_by_key(|mark| (!mark.label.is_empty(), mark.how.is_some()));
            for mark in order {
                let is_here = |unit: &&RoomPos| unit.z == z;
                let [before, after] = [&mark.before, &mark.after].map(|units| {
                    let units = units.iter().filter(is_here);
                    units.copied().collect::<Vec<RoomPos>>()
                });
                let squares = |units: &[RoomPos]| -> Vec<Vec<Point>> {
                    let inset = if mark.label.is_empty() { 6.0 } else { 1.0 };
                    let square = |first: &RoomPos, last: &RoomPos| {
                        let [a, b] = [first, last].map(corner);
                        let (left, right) = (a.x.min(b.x), a.x.max(b.x) + UNIT);
                        let (top, bottom) = (a.y.min(b.y), a.y.max(b.y) + UNIT);
                        let (width, height) = (right - left, bottom - top);
                        let less = 2.0 * inset;
                        rectangle(left + inset, top + inset, width - less, height - less)
                    };
                    match units {
                        // A room is one square, from its first unit to its last.
                        [first, .., last] if !mark.label.is_empty() => vec![square(first, last)],
                        units => units.iter().map(|unit| square(unit, unit)).collect(),
                    }
                };
                let is_moved = mark.before != mark.after && !before.is_empty();
                let (filled, outlined) = match mark.how {
                    Some(How::Removed) => (&before, None),
                    Some(_) if is_moved => (&after, Some(&before)),
                    _ => (&after, None),
                };
                let fill = mark.how.map_or(dim(theme), |how| colour(how, theme));
                panel.shapes.push((squares(filled), fill));
                if let Some(old) = outlined {
                    let closed = squares(old).into_iter().map(|mut line| {
                        line.extend(line.first().copied());
                        line
                    });
                    panel.lines.push((closed.collect(), fill));
                }
                if let (Some(first), Some(last)) = (filled.first(), filled.last()) {
                    let [a, b] = [first, last].map(corner);
                    let x = (a.x + b.x + UNIT) / 2.0;
                    let y = (a.y + b.y + UNIT) / 2.0 + 4.0;
                    let ink = match mark.how {
                        Some(_) => theme.background(),
                        None => theme.ink(),
                    };
                    let label = mark.label.clone();
                    panel.labels.push((Point::new(x, y), label, ink));
                }
            }
            panel.labels.retain(|(_, text, _)| !text.is_empty());
            panel
        })
        .collect()
}

/// The levels of two worlds of cells; levels that are the same are left out, unless all are.
fn cells(
    difference: &Difference,
    volumes: [&Volume; 2],
    theme: Theme,
) -> Result<Vec<Panel>, TooDetailed> {
    let sizes = volumes.map(Volume::size);
    let width = sizes.map(Size::width).into_iter().max().unwrap_or(1);
    let height = sizes.map(Size::height).into_iter().max().unwrap_or(1);
    let differs = |level: &&LevelDifference| level.counts() != [0; 3];
    let mut levels: Vec<&LevelDifference> = difference.levels.iter().filter(differs).collect();
    if levels.is_empty() {
        levels = difference.levels.iter().collect();
    }
    let count = u64::from(width) * u64::from(height) * levels.len() as u64;
    if count > MOST_CELLS {
        let (what, found, max) = ("cells", count, MOST_CELLS);
        return Err(TooDetailed { what, found, max });
    }
    let side = (LEVEL / width as f32).clamp(1.0, 12.0);
    let panels = levels.into_iter().map(|level| {
        let name = format!("level {}", level.name);
        let mut panel = Panel::new(name, width as f32 * side, height as f32 * side);
        let looks = [
            None,
            Some(How::Added),
            Some(How::Removed),
            Some(How::Changed),
        ];
        let mut runs: [Vec<Vec<Point>>; 4] = Default::default();
        for y in 0..height {
            let mut run: Option<(usize, u32)> = None;
            for x in 0..=width {
                let look = (x < width).then(|| look(level, volumes, x, y)).flatten();
                let look = look.and_then(|look| looks.iter().position(|known| *known == look));
                if run.map(|(look, _)| look) == look {
                    continue;
                }
                if let Some((look, start)) = run {
                    let (left, top) = (start as f32 * side, y as f32 * side);
                    runs[look].push(rectangle(left, top, (x - start) as f32 * side, side));
                }
                run = look.map(|look| (look, x));
            }
        }
        for (look, runs) in looks.into_iter().zip(runs) {
            let fill = look.map_or(dim(theme), |how| colour(how, theme));
            panel.shapes.push((runs, fill));
        }
        panel
    });
    Ok(panels.collect())
}

/// How a cell is drawn: not at all if it is rock or air in both worlds.
fn look(level: &LevelDifference, volumes: [&Volume; 2], x: u32, y: u32) -> Option<Option<How>> {
    if let Some(how) = level.at(volumes, x, y) {
        return Some(Some(how));
    }
    let z = level.levels[0]?;
    volumes[0].walkable().get(x, y, z).then_some(None)
}
