//! An open world from above and from the side.

use super::legend::{Entry, Sample, frame};
use super::palette::{self, INK, nearest};
use super::scene::{Anchor, Colour, Point, Scene};
use super::text::{Ink, Pen, TextBlock};
use super::words::{count, wrapped, wrapped_key};
use super::{Part, Slice};
use crate::space::{Direction, ZonePos};
use crate::strata::{Band, Blueprint, Plan};

/// The letter and the colour of what is planned in a column.
fn sign(blueprint: Blueprint) -> Option<(char, Colour)> {
    let (letter, rgb) = match blueprint {
        Blueprint::Town => ('T', 0xFF_E0_66),
        Blueprint::Tower => ('I', 0xE8_E6_DF),
        Blueprint::Lair => ('L', 0xFF_5C_5C),
        Blueprint::Vault => ('V', 0xC8_9B_FF),
        Blueprint::Chute => ('C', 0x5C_D6_E0),
        Blueprint::ProgressiveCave => ('P', 0x6F_D3_6F),
        Blueprint::GreatShaft => ('O', 0xFF_9A_3C),
        Blueprint::Ruin => ('R', 0xB0_9A_80),
        Blueprint::Surface | Blueprint::Cave | Blueprint::Air => return None,
    };
    Some((letter, Colour::rgb(rgb)))
}

/// The land of a column at a depth: a glyph and a colour.
fn land(plan: &Plan, column: [u32; 2], depth: u32) -> (char, Colour) {
    if depth > ZonePos::SURFACE {
        let zone = ZonePos::at(column, depth);
        let rock = zone.map(|zone| plan.rock(zone)).unwrap_or_default();
        let colour = palette::material(rock).unwrap_or(INK);
        let name = rock.info().map_or("", |info| info.name);
        let letter = name.chars().next().unwrap_or('.');
        return (letter, colour.towards(palette::DARK, 60));
    }
    let height = plan.height(column);
    let (glyph, rgb) = match height {
        0..84 => ('~', 0x2E_6E_9E),
        84..112 => (',', 0x4E_7A_3C),
        112..140 => ('.', 0x6E_8E_4A),
        140..168 => (':', 0x9A_8E_5E),
        _ => ('^', 0x9C_94_90),
    };
    (
        glyph,
        Colour::rgb(rgb).towards(palette::DARK, (height % 28).into()),
    )
}

/// The key to the signs of features.
fn key() -> String {
    let signs = Blueprint::ALL
        .into_iter()
        .filter_map(|blueprint| Some((sign(blueprint)?.0, blueprint)));
    let signs = signs.map(|(letter, blueprint)| format!("{letter} {}", words(blueprint)));
    signs.collect::<Vec<_>>().join("  ")
}

fn words(blueprint: Blueprint) -> &'static str {
    match blueprint {
        Blueprint::ProgressiveCave => "progressive cave",
        Blueprint::GreatShaft => "great shaft",
        Blueprint::Town => "town",
        Blueprint::Tower => "tower",
        Blueprint::Lair => "lair",
        Blueprint::Vault => "vault",
        Blueprint::Chute => "chutes",
        _ => "ruin",
    }
}

/// Describes a world: its map, or that of a depth, or a section through all depths.
pub(super) fn overview(plan: &Plan, part: Part, columns: u32, ink: Ink) -> String {
    let mut text = match part {
        Part::Whole => {
            let mut text = format!("World {}: 900,000 zones, fifty deep\n\n", plan.seed());
            text += &map(plan, ZonePos::SURFACE, ink);
            text += "\n";
            text += &section(plan, Slice::Y(ZonePos::ROWS / 2), ink);
            text
        }
        Part::Level(z) => map(plan, ZonePos::DEPTHS.saturating_sub(z + 1), ink),
        Part::Side(slice) => section(plan, slice, ink),
    };
    text.push('\n');
    text += &wrapped_key(&key(), columns);
    text.push('\n');
    if part == Part::Whole {
        let features = Blueprint::ALL.into_iter().filter_map(|blueprint| {
            let features = plan.features().iter();
            let here = features
                .filter(|feature| feature.blueprint == blueprint)
                .count() as u64;
            let many = format!("{}s", words(blueprint));
            let many = if blueprint == Blueprint::Chute {
                "sites of chutes"
            } else {
                &many
            };
            (here > 0).then(|| count(here, words(blueprint), many))
        });
        let features = features.collect::<Vec<_>>().join(", ");
        text += &wrapped(
            &format!("{} regions, {features}.", plan.regions().len()),
            columns,
        );
        text.push('\n');
    }
    text
}

/// A letter for each parasang: what is planned in it, or what the land is like.
fn map(plan: &Plan, depth: u32, ink: Ink) -> String {
    let mut block = TextBlock::default();
    let mut heading = Pen::new(ink);
    heading.write(
        &format!(
            "depth {depth}, {}: a letter for each parasang, north is up",
            Band::of(depth).name()
        ),
        None,
    );
    block.push(heading);
    for y in 0..ZonePos::ROWS / 3 {
        let mut pen = Pen::new(ink);
        for x in 0..ZonePos::COLUMNS / 3 {
            let near = (0..9).map(|n| [x * 3 + n % 3, y * 3 + n / 3]);
            let signs = near.filter_map(|column| {
                let feature = plan.feature(column)?;
                feature
                    .contains(depth)
                    .then(|| sign(feature.blueprint))
                    .flatten()
            });
            let (glyph, colour) = signs
                .max_by_key(|(letter, _)| *letter != 'R')
                .unwrap_or_else(|| land(plan, [x * 3 + 1, y * 3 + 1], depth));
            pen.put(glyph, Some(nearest(colour)));
        }
        block.push(pen);
    }
    block.into_text()
}

/// The zones of a section, from the sky down: columns of zones, three to a letter.
fn section(plan: &Plan, slice: Slice, ink: Ink) -> String {
    let (count, what) = match slice {
        Slice::X(x) => (ZonePos::ROWS, format!("x = {x}, seen from the east")),
        Slice::Y(y) => (ZonePos::COLUMNS, format!("y = {y}, seen from the south")),
    };
    let column = |at: u32| match slice {
        Slice::X(x) => [x, at],
        Slice::Y(y) => [at, y],
    };
    let mut block = TextBlock::default();
    let mut heading = Pen::new(ink);
    heading.write(
        &format!("section at {what}: | a way down from there, - none"),
        None,
    );
    block.push(heading);
    for depth in ZonePos::SURFACE - 3..ZonePos::DEPTHS {
        let mut pen = Pen::new(ink);
        pen.write(&format!("{depth:2} "), Some(palette::TERMINAL_FAINT));
        for at in (0..count).step_by(3) {
            let zones = (at..at + 3).filter_map(|at| ZonePos::at(column(at), depth));
            let zones: Vec<ZonePos> = zones.collect();
            let mut signs = zones.iter().filter_map(|&zone| sign(plan.blueprint(zone)));
            let has_way = || {
                zones
                    .iter()
                    .any(|&zone| plan.is_open(zone, Direction::Down))
            };
            let (glyph, colour) = signs.next_back().unwrap_or_else(|| match depth {
                0..ZonePos::SURFACE => (' ', INK),
                _ => (
                    if has_way() { '|' } else { '-' },
                    land(plan, column(at + 1), depth).1,
                ),
            });
            pen.put(glyph, Some(nearest(colour)));
        }
        block.push(pen);
    }
    block.into_text()
}

/// Pixels along a side of a zone.
const ZONE: f32 = 7.0;

/// Draws the map of a world, or of a depth, or a section.
pub(super) fn picture(plan: &Plan, part: Part, title: &str) -> Scene {
    let depth = match part {
        Part::Level(z) => ZonePos::DEPTHS.saturating_sub(z + 1),
        _ => ZonePos::SURFACE,
    };
    let (size, title) = match part {
        Part::Side(Slice::X(x)) => (
            [ZonePos::ROWS, ZonePos::DEPTHS],
            format!("{title}, section at x = {x}"),
        ),
        Part::Side(Slice::Y(y)) => (
            [ZonePos::COLUMNS, ZonePos::DEPTHS],
            format!("{title}, section at y = {y}"),
        ),
        _ => (
            [ZonePos::COLUMNS, ZonePos::ROWS],
            format!("{title}, depth {depth}"),
        ),
    };
    let at = |x: u32, y: u32| match part {
        Part::Side(Slice::X(column)) => ZonePos::at([column, x], y),
        Part::Side(Slice::Y(row)) => ZonePos::at([x, row], y),
        _ => ZonePos::at([x, y], depth),
    };
    let key: Vec<Entry> = Blueprint::ALL
        .into_iter()
        .filter_map(|blueprint| {
            Some(Entry {
                sample: Sample::Square,
                colour: sign(blueprint)?.1,
                text: words(blueprint).to_owned(),
            })
        })
        .collect();
    let (mut scene, corner) = frame(size[0] as f32 * ZONE, size[1] as f32 * ZONE, &title, &key);
    let place = |x: u32, y: u32| Point::new(corner.x + x as f32 * ZONE, corner.y + y as f32 * ZONE);
    let square =
        |from: Point, to: Point| vec![from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)];
    for y in 0..size[1] {
        // Neighbours of one colour are one shape.
        let mut run: Option<(u32, Colour)> = None;
        for x in 0..=size[0] {
            let zone = at(x, y).filter(|&zone| plan.blueprint(zone) != Blueprint::Air);
            let colour = zone.map(|zone| land(plan, zone.column(), zone.z()).1);
            if let Some((start, old)) = run
                && colour != Some(old)
            {
                scene.shape(vec![square(place(start, y), place(x, y + 1))], old);
                run = None;
            }
            run = run.or(colour.map(|colour| (x, colour)));
        }
    }
    for y in 0..size[1] {
        for x in 0..size[0] {
            let Some((_, colour)) = at(x, y).and_then(|zone| sign(plan.blueprint(zone))) else {
                continue;
            };
            let (from, to) = (place(x, y), place(x + 1, y + 1));
            scene.shape(
                vec![square(
                    Point::new(from.x - 1.0, from.y - 1.0),
                    Point::new(to.x + 1.0, to.y + 1.0),
                )],
                palette::DARK,
            );
            scene.shape(
                vec![square(
                    Point::new(from.x + 0.5, from.y + 0.5),
                    Point::new(to.x - 0.5, to.y - 0.5),
                )],
                colour,
            );
        }
    }
    if let Part::Side(_) = part {
        for depth in (0..size[1]).step_by(10) {
            let at = place(0, depth);
            scene.label(
                Point::new(at.x - 6.0, at.y + 7.0),
                depth.to_string(),
                12.0,
                INK,
                Anchor::End,
            );
        }
    }
    scene
}
