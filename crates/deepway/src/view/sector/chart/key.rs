//! The key beside a map: every room with its ways out and what is in it.

use super::plate::{DARK, draw_number, kind_colour, pictogram};
use super::{ARRIVAL, Chart, RoomNote};
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::material::{Fills, Material};
use crate::sector::ConnectionKind;
use crate::space::Pos;
use crate::thing::ThingKind;
use crate::view::icon::{self, rect, stroke};
use crate::view::legend::{Entry, Sample};
use crate::view::notes::Shown;
use crate::view::palette::{self, Stone, picture_stone};
use crate::view::scene::{Anchor, Colour, Point, Scene};
use crate::view::theme::Theme;
use crate::view::things::{self, Badge};
use crate::view::{PictureOptions, font, hatch};
use crate::volume::Volume;
use crate::words::legible;
use std::collections::BTreeMap;

/// The width of a column of the key, and the space between two.
pub(super) const COLUMN: f32 = 330.0;
pub(super) const GAP: f32 = 24.0;
const NAME: f32 = 14.0;
const TEXT: f32 = 12.0;
const LINE: f32 = 17.0;
/// The space after a room.
const AFTER: f32 = 9.0;
/// How far the words under a name are moved in.
const INDENT: f32 = 14.0;
/// The rim of a sample on paper.
pub(super) const PRINTED_RIM: Colour = Colour::rgb(0x90_90_90);
/// The most columns of a key.
const MOST: usize = 40;

/// A room in the key: its heading, and lines under it.
pub(super) struct Block {
    id: String,
    name: Vec<String>,
    lines: Vec<(String, bool)>,
}

impl Block {
    fn height(&self) -> f32 {
        (self.name.len() + self.lines.len()) as f32 * LINE + AFTER
    }
}

/// The rooms of some levels, in the order of their numbers.
pub(super) fn blocks(chart: &Chart<'_>, levels: &[u32]) -> Vec<Block> {
    let rooms = chart.rooms.iter().filter(|room| levels.contains(&room.z));
    rooms.map(block).collect()
}

fn block(room: &RoomNote) -> Block {
    let id = room.id.to_string();
    let wide = COLUMN - font::width(&id, NAME) - 22.0;
    let arrival = (room.id == RoomId::ENTRY).then_some(ARRIVAL);
    let ways = room.ways.iter().map(String::as_str);
    let ways: Vec<&str> = arrival.into_iter().chain(ways).collect();
    let ways = ways.join(", ");
    let ways = wrapped(&ways, TEXT, COLUMN - INDENT).into_iter();
    let contents = room.contents.join("; ");
    let contents = wrapped(&contents, TEXT, COLUMN - INDENT).into_iter();
    Block {
        id,
        name: wrapped(&room.name, NAME, wide),
        lines: ways
            .map(|line| (line, false))
            .chain(contents.map(|line| (line, true)))
            .collect(),
    }
}

/// A text in lines of a width, broken between words, and in a word that is too long.
fn wrapped(text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if font::width(&longer, size) <= width => *line = longer,
            _ => {
                let mut line = String::new();
                for letter in word.chars() {
                    if font::width(&line, size) > width - size {
                        lines.push(std::mem::take(&mut line));
                    }
                    line.push(letter);
                }
                lines.push(line);
            }
        }
    }
    lines
}

/// The columns of a key that is about so high: how many blocks each has.
pub(super) fn columns(blocks: &[Block], height: f32) -> Vec<usize> {
    let all: f32 = blocks.iter().map(Block::height).sum();
    let wanted = (all / height.max(1.0)).round().clamp(1.0, MOST as f32) as usize;
    // The least height at which they fit into so many columns.
    let (mut low, mut high) = (all / wanted as f32, all);
    for _ in 0..12 {
        let middle = (low + high) / 2.0;
        match filled(blocks, middle).len() <= wanted {
            true => high = middle,
            false => low = middle,
        }
    }
    filled(blocks, high)
}

/// How many blocks columns of a height take one after the other.
fn filled(blocks: &[Block], high: f32) -> Vec<usize> {
    let (mut columns, mut used) = (Vec::new(), f32::MAX);
    for block in blocks {
        if used + block.height() > high + 0.5 {
            columns.push(0);
            used = 0.0;
        }
        if let Some(count) = columns.last_mut() {
            *count += 1;
        }
        used += block.height();
    }
    columns
}

/// How high columns of a key are.
pub(super) fn height(blocks: &[Block], columns: &[usize]) -> f32 {
    let mut rest = blocks;
    let heights = columns.iter().map(|&count| {
        let (column, after) = rest.split_at(count.min(rest.len()));
        rest = after;
        column.iter().map(Block::height).sum()
    });
    heights.fold(0.0, f32::max)
}

/// Draws the columns of a key.
pub(super) fn draw(
    scene: &mut Scene,
    blocks: &[Block],
    columns: &[usize],
    corner: Point,
    theme: Theme,
) {
    let mut rest = blocks;
    for (number, &count) in columns.iter().enumerate() {
        let left = corner.x + number as f32 * (COLUMN + GAP);
        let mut y = corner.y + LINE * 0.8;
        let (column, after) = rest.split_at(count.min(rest.len()));
        rest = after;
        for block in column {
            let width = draw_number(scene, left, y, &block.id, NAME, theme);
            for line in &block.name {
                let at = Point::new(left + width + 8.0, y);
                scene.label(at, line, NAME, theme.ink(), Anchor::Start);
                y += LINE;
            }
            for (line, is_content) in &block.lines {
                let colour = if *is_content {
                    theme.ink()
                } else {
                    theme.faint()
                };
                scene.label(
                    Point::new(left + INDENT, y),
                    line,
                    TEXT,
                    colour,
                    Anchor::Start,
                );
                y += LINE;
            }
            y += AFTER;
        }
    }
}

/// What the signs on some levels mean.
pub(super) fn legend(chart: &Chart<'_>, levels: &[u32], options: &PictureOptions) -> Vec<Entry> {
    let theme = options.theme;
    let mut entries = Vec::new();
    let sign = |strokes: Vec<icon::Stroke>, text: String| Entry {
        sample: Sample::Sign(strokes),
        colour: theme.ink(),
        text,
    };
    let ways = || chart.ways.iter().filter(|way| levels.contains(&way.z()));
    for kind in ConnectionKind::ALL {
        if ways().any(|way| way.kind == kind) {
            let (fill, ink) = match theme {
                Theme::Print => (Colour::rgb(0xFF_FF_FF), Colour::rgb(0x10_10_10)),
                Theme::Dark | Theme::Light => (Colour::rgb(0x1C_1F_2E), kind_colour(kind)),
            };
            let mut strokes = vec![stroke(rect(0.0, 0.0, 1.0, 1.0), ink)];
            strokes.push(stroke(rect(0.06, 0.06, 0.94, 0.94), fill));
            let shapes = pictogram(kind, 1.0, 1.0).into_iter();
            strokes.extend(shapes.map(|corners| stroke(corners, ink)));
            entries.push(sign(strokes, kind.id().to_owned()));
        }
    }
    let words = |mark: &str, text: &str| Entry {
        sample: Sample::Nothing,
        colour: theme.ink(),
        text: format!("{mark} {text}"),
    };
    if ways().next().is_some() {
        entries.push(words("▲ ▼ r1", "way up, down to r1"));
    }
    if ways().any(|way| way.arrow == super::Arrow::Passing) {
        entries.push(words("◆ r1–r2", "passes this level"));
    }
    if ways().any(super::Way::is_blocked) {
        entries.push(words("×", "blocked, crossed out"));
    }
    if ways().any(super::Way::is_locked) {
        entries.push(words("k0", "locked, and what opens it"));
    }
    entries.extend(cell_entries(&chart.cells, levels, options, false));
    let has_drop = chart.rooms.iter().any(|room| {
        let [low, high] = room.inside;
        let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
        let mut cells = cells.map(|(x, y)| chart.cells.get(Pos::new(x, y, low.z)));
        levels.contains(&room.z) && cells.any(|cell| cell == Cell::Air)
    });
    if has_drop {
        let mut strokes = framed(theme.ink(), theme.background());
        if theme == Theme::Print {
            strokes.extend(hatch::air().into_iter().map(|dot| stroke(dot, PRINTED_RIM)));
        }
        entries.push(sign(strokes, "open air".to_owned()));
    }
    let mut doors = chart.doors.iter();
    let is_locked =
        doors.any(|door| door.lock.is_some() && levels.contains(&(door.place.z as u32)));
    if is_locked {
        let mut strokes = door(theme);
        strokes.push(stroke(icon::octagon(0.5, 0.5, 0.17), DARK));
        entries.push(sign(strokes, "locked door, and what opens it".to_owned()));
    }
    entries.extend(thing_entries(&chart.cells, levels));
    if theme != Theme::Print {
        let kinds = kinds_of(&chart.cells, levels);
        let grounds = kinds
            .keys()
            .filter(|(cell, _)| Fills::of(*cell).has(Fills::GROUND));
        let mut grounds: Vec<Material> = grounds.map(|&(_, material)| material).collect();
        grounds.sort();
        grounds.dedup();
        for material in grounds {
            let name = chart.cells.material_name(material);
            if let (Some(colour), Some(name)) = (palette::material_in(material, theme), name) {
                entries.push(Entry {
                    sample: Sample::Square,
                    colour,
                    text: legible(name),
                });
            }
        }
    }
    entries
}

/// Each kind of cell on some levels, with the first level that has it.
fn kinds_of(cells: &Volume, levels: &[u32]) -> BTreeMap<(Cell, Material), u32> {
    let mut kinds = BTreeMap::new();
    for &z in levels {
        for kind in Shown::Levels(z..z + 1).kinds(cells) {
            kinds.entry(kind).or_insert(z);
        }
    }
    kinds
}

/// What the signs of cells on some levels mean. Where `has_all` is set, no other marks stand for
/// what leads up and down and for doors, and cells have their own names.
pub(in crate::view) fn cell_entries(
    cells: &Volume,
    levels: &[u32],
    options: &PictureOptions,
    has_all: bool,
) -> Vec<Entry> {
    let theme = options.theme;
    let mut entries = Vec::new();
    let sign = |strokes: Vec<icon::Stroke>, text: String| Entry {
        sample: Sample::Sign(strokes),
        colour: theme.ink(),
        text,
    };
    let kinds = kinds_of(cells, levels);
    let mut seen: Vec<(Cell, Material)> = Vec::new();
    for (&(cell, material), &z) in &kinds {
        let is_liquid = matches!(cell, Cell::ShallowLiquid | Cell::DeepLiquid);
        let made = if is_liquid { material } else { Material::NONE };
        let is_plain = matches!(cell, Cell::Air | Cell::Wall | Cell::Floor)
            || (cell.is_vertical() && !has_all);
        if is_plain || seen.contains(&(cell, made)) {
            continue;
        }
        seen.push((cell, made));
        let name = match (is_liquid, cells.material_name(material)) {
            (true, Some(name)) if cell == Cell::DeepLiquid => format!("deep {}", legible(name)),
            (true, Some(name)) => format!("shallow {}", legible(name)),
            // As the descriptions of rooms call them.
            _ if cell == Cell::Furniture && !has_all => "crate".to_owned(),
            _ => cell.info().name.to_owned(),
        };
        let stone = picture_stone(z, cells.size().levels(), options);
        let is_door = matches!(cell, Cell::Door | Cell::SecretDoor);
        let strokes = match is_door && has_all {
            true => icon::icon(cell, Material::NONE, true),
            false => sample(cell, material, stone),
        };
        entries.push(sign(strokes, name));
    }
    let is_crust = |(cell, material): &(Cell, Material)| {
        *material == Material::CRUST && Fills::of(*cell).has(Fills::GROUND)
    };
    let crust = cells.material_name(Material::CRUST);
    if let (Theme::Print, true, Some(name)) = (theme, kinds.keys().any(is_crust), crust) {
        let mut strokes = framed(PRINTED_RIM, theme.background());
        strokes.extend(hatch::pattern(Cell::Floor, Material::CRUST));
        entries.push(sign(strokes, legible(name)));
    }
    entries
}

/// A square with a rim.
fn framed(rim: Colour, fill: Colour) -> Vec<icon::Stroke> {
    vec![
        stroke(rect(0.0, 0.0, 1.0, 1.0), rim),
        stroke(rect(0.07, 0.07, 0.93, 0.93), fill),
    ]
}

/// What a door looks like.
fn door(theme: Theme) -> Vec<icon::Stroke> {
    vec![
        stroke(rect(0.0, 0.24, 1.0, 0.76), DARK),
        stroke(rect(0.08, 0.32, 0.92, 0.68), theme.paper_or(icon::WOOD)),
    ]
}

/// What a kind of cell looks like on a level of this stone.
fn sample(cell: Cell, material: Material, stone: Stone) -> Vec<icon::Stroke> {
    let theme = stone.theme;
    match cell {
        Cell::Door => door(theme),
        Cell::SecretDoor => {
            let mut strokes = vec![
                stroke(rect(0.04, 0.04, 0.96, 0.96), DARK),
                stroke(rect(0.12, 0.12, 0.88, 0.88), theme.paper_or(icon::SECRET)),
            ];
            // The letter S.
            let bars = [
                [0.3, 0.22, 0.7, 0.32],
                [0.3, 0.22, 0.4, 0.55],
                [0.3, 0.45, 0.7, 0.55],
                [0.6, 0.45, 0.7, 0.78],
                [0.3, 0.68, 0.7, 0.78],
            ];
            strokes.extend(bars.map(|[x0, y0, x1, y1]| stroke(rect(x0, y0, x1, y1), DARK)));
            strokes
        }
        Cell::ShallowLiquid | Cell::DeepLiquid | Cell::Dais => {
            let ground = palette::ground(cell, material, stone);
            let rim = match theme {
                Theme::Print => PRINTED_RIM,
                Theme::Light => theme.faint(),
                Theme::Dark => ground,
            };
            let mut strokes = framed(rim, ground);
            if theme == Theme::Print {
                strokes.extend(hatch::pattern(cell, material));
            }
            strokes
        }
        _ => icon::icon(cell, Material::NONE, true),
    }
}

/// The kinds of things on some levels, each with the sign of one of them: the key says which
/// sign is whose.
pub(in crate::view) fn thing_entries(cells: &Volume, levels: &[u32]) -> Vec<Entry> {
    let drawn = levels.iter().flat_map(|&z| things::on_level(cells, z));
    let mut signs: BTreeMap<(ThingKind, bool), (char, Badge, Colour)> = BTreeMap::new();
    for thing in drawn.filter(|thing| !matches!(thing.kind, ThingKind::Label | ThingKind::Lock)) {
        if let Some(sign) = things::sign(thing) {
            let kind = signs.entry((thing.kind.clone(), things::is_boss(thing)));
            kind.or_insert((sign, Badge::of(thing), things::colour(thing)));
        }
    }
    let signs = signs.into_iter().take(16);
    signs
        .map(|((kind, is_boss), (sign, badge, colour))| Entry {
            sample: Sample::Letter(sign, badge),
            colour,
            text: match is_boss {
                true => "the boss".to_owned(),
                false => legible(kind.name()).chars().take(24).collect(),
            },
        })
        .collect()
}
