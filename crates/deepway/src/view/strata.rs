//! An open world from above and from the side.

use super::legend::{Entry, Sample, frame};
use super::palette::{self, INK, nearest};
use super::scene::{Anchor, Colour, Point, Scene};
use super::text::{Ink, Pen, TextBlock};
use super::theme::Theme;
use super::words::{count, wrapped, wrapped_key};
use super::{Part, Slice, Tint, atlas};
use crate::material::Material;
use crate::space::ZonePos;
use crate::strata::{Band, Blueprint, Plan};
use std::collections::BTreeSet;

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

/// The letters of rocks.
const ROCKS: [(Material, char); 13] = [
    (Material::SHALE, 's'),
    (Material::SANDSTONE, 'n'),
    (Material::LIMESTONE, 'l'),
    (Material::MARL, 'm'),
    (Material::HALITE, 'h'),
    (Material::GYPSUM, 'g'),
    (Material::OOLITE, 'o'),
    (Material::SLATE, 't'),
    (Material::CORAL_RAG, 'c'),
    (Material::SERPENTINITE, 'p'),
    (Material::QUARTZITE, 'q'),
    (Material::BLACK_SHALE, 'b'),
    (Material::BLACK_MARBLE, 'k'),
];

/// The country of the surface, by how high it lies: up to where, glyph, colour, name.
pub(super) const COUNTRY: [(u8, char, u32, &str); 5] = [
    (83, '~', 0x2E_6E_9E, "lakeland"),
    (111, ',', 0x4E_7A_3C, "lowland"),
    (139, '.', 0x6E_8E_4A, "plain"),
    (167, ':', 0x9A_8E_5E, "hills"),
    (255, '^', 0x9C_94_90, "mountains"),
];

/// Up to where a kind of country lies, and its name.
pub(super) const fn country(row: (u8, char, u32, &'static str)) -> (u8, &'static str) {
    (row.0, row.3)
}

/// The colour of the sign of a feature.
pub(super) fn feature_colour(blueprint: Blueprint) -> Option<Colour> {
    sign(blueprint).map(|(_, colour)| colour)
}

pub(super) fn rock_name(rock: Material) -> &'static str {
    rock.info().map_or("rock", |info| info.name)
}

pub(super) fn rock_colour(rock: Material, theme: Theme) -> Colour {
    let colour = palette::material_in(rock, theme).unwrap_or(INK);
    match theme {
        Theme::Dark => colour.towards(palette::DARK, 60),
        Theme::Light | Theme::Print => colour.towards(theme.background(), 90),
    }
}

/// The land of a column at a depth: a glyph and a colour.
fn land(plan: &Plan, column: [u32; 2], depth: u32) -> (char, Colour) {
    if depth < ZonePos::SURFACE {
        return (' ', INK);
    }
    if depth > ZonePos::SURFACE {
        let zone = ZonePos::at(column, depth);
        let rock = zone.map(|zone| plan.rock(zone)).unwrap_or_default();
        let letter = ROCKS.iter().find(|known| known.0 == rock);
        return (
            letter.map_or('.', |known| known.1),
            rock_colour(rock, Theme::Dark),
        );
    }
    let height = plan.height(column);
    let known = COUNTRY.into_iter().find(|known| height <= known.0);
    let (_, glyph, rgb, _) = known.unwrap_or(COUNTRY[4]);
    (
        glyph,
        Colour::rgb(rgb).towards(palette::DARK, (height % 28).into()),
    )
}

/// The rocks of a depth.
pub(super) fn rocks_at(plan: &Plan, depth: u32) -> Vec<Material> {
    let columns = ZonePos::all().filter(|zone| zone.z() == depth);
    let met: BTreeSet<Material> = columns.step_by(7).map(|zone| plan.rock(zone)).collect();
    met.into_iter().collect()
}

/// The key to the signs of features, and of the land that is shown.
fn key(plan: &Plan, part: Part) -> String {
    let signs = Blueprint::ALL
        .into_iter()
        .filter_map(|blueprint| Some((sign(blueprint)?.0, blueprint)));
    let signs = signs.map(|(letter, blueprint)| format!("{letter} {}", words(blueprint)));
    let mut signs: Vec<String> = signs.collect();
    let (depth, has_section) = match part {
        Part::Whole | Part::Sheet | Part::Side(_) => (ZonePos::SURFACE, true),
        Part::Level(z) => (ZonePos::DEPTHS.saturating_sub(z + 1), false),
    };
    if depth == ZonePos::SURFACE {
        signs.extend(COUNTRY.map(|(_, glyph, _, name)| format!("{glyph} {name}")));
    }
    if has_section {
        signs.extend(ROCKS.map(|(rock, letter)| format!("{letter} {}", rock_name(rock))));
    } else if depth > ZonePos::SURFACE {
        let met = rocks_at(plan, depth);
        let known = ROCKS.iter().filter(|known| met.contains(&known.0));
        signs.extend(known.map(|(rock, letter)| format!("{letter} {}", rock_name(*rock))));
    }
    signs.join("  ")
}

pub(super) fn words(blueprint: Blueprint) -> &'static str {
    match blueprint {
        Blueprint::ProgressiveCave => "progressive cave",
        Blueprint::GreatShaft => "great shaft",
        Blueprint::Town => "town",
        Blueprint::Tower => "tower",
        Blueprint::Lair => "lair",
        Blueprint::Vault => "vault",
        Blueprint::Chute => "chutes",
        Blueprint::Ruin => "ruin",
        Blueprint::Surface => "country",
        Blueprint::Cave => "cave",
        Blueprint::Air => "open air",
    }
}

/// Describes a world: its map, or that of a depth, or a section through all depths.
pub(super) fn overview(plan: &Plan, part: Part, columns: u32, ink: Ink) -> String {
    let mut text = match part {
        Part::Whole | Part::Sheet => {
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
    text += &wrapped_key(&key(plan, part), columns);
    text.push('\n');
    if matches!(part, Part::Whole | Part::Sheet) {
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
            "depth {depth}, {}: a letter for each parasang, which is 3 by 3 zones; north is up",
            Band::of(depth).name()
        ),
        None,
    );
    block.push(heading);
    block.push(ruler(ZonePos::COLUMNS / 3, 1, ink));
    for y in 0..ZonePos::ROWS / 3 {
        let mut pen = Pen::new(ink);
        pen.write(&format!("{y:2} "), Some(palette::TERMINAL_FAINT));
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
        Slice::X(x) => (
            ZonePos::ROWS,
            format!("column x = {x} of zones, seen from the east, south on the left"),
        ),
        Slice::Y(y) => (
            ZonePos::COLUMNS,
            format!("row y = {y} of zones, seen from the south, west on the left"),
        ),
    };
    let mut block = TextBlock::default();
    let mut heading = Pen::new(ink);
    heading.write(
        &format!("section at {what}: three zones a letter, small for rock, a capital for what is planned there"),
        None,
    );
    block.push(heading);
    block.push(match slice {
        Slice::Y(_) => ruler(count / 3, 3, ink),
        // Rows are counted from the north, which is on the right.
        Slice::X(_) => row_ruler(count / 3, ink),
    });
    for depth in ZonePos::SURFACE - 3..ZonePos::DEPTHS {
        let mut pen = Pen::new(ink);
        pen.write(&format!("{depth:2} "), Some(palette::TERMINAL_FAINT));
        for at in (0..count).step_by(3) {
            let zones = (at..at + 3).filter_map(|at| ZonePos::at(column_of(slice, at), depth));
            let zones: Vec<ZonePos> = zones.collect();
            let mut signs = zones.iter().filter_map(|&zone| sign(plan.blueprint(zone)));
            let (glyph, colour) = signs
                .next_back()
                .unwrap_or_else(|| land(plan, column_of(slice, at + 1), depth));
            pen.put(glyph, Some(nearest(colour)));
        }
        block.push(pen);
    }
    block.into_text()
}

/// A column of zones in a section, counted from the left; beyond the last there is none.
fn column_of(slice: Slice, at: u32) -> [u32; 2] {
    match slice {
        // South is on the left for who looks from the east.
        Slice::X(x) => [x, ZonePos::ROWS.checked_sub(at + 1).unwrap_or(u32::MAX)],
        Slice::Y(y) => [at, y],
    }
}

/// Numbers above a drawing, one for every ten letters, each of which counts so much.
fn ruler(letters: u32, each: u32, ink: Ink) -> Pen {
    let mut pen = Pen::new(ink);
    let numbers = (0..letters)
        .step_by(10)
        .map(|at| format!("{:<10}", at * each));
    let numbers: String = numbers.collect();
    pen.write(
        &format!("   {}", numbers.trim_end()),
        Some(palette::TERMINAL_FAINT),
    );
    pen
}

/// Numbers above a section from south to north: the row of zones of every tenth letter.
fn row_ruler(letters: u32, ink: Ink) -> Pen {
    let mut pen = Pen::new(ink);
    let numbers = (0..letters).step_by(10).map(|at| {
        let row = ZonePos::ROWS.saturating_sub(at * 3 + 1);
        format!("{row:<10}")
    });
    let numbers: String = numbers.collect();
    pen.write(
        &format!("   {}", numbers.trim_end()),
        Some(palette::TERMINAL_FAINT),
    );
    pen
}

/// Pixels along a side of a zone.
const ZONE: f32 = 7.0;

/// Draws the map of a world, or of a depth, or a section.
pub(super) fn picture(plan: &Plan, part: Part, title: &str, tint: Tint, theme: Theme) -> Scene {
    match part {
        Part::Whole | Part::Sheet => atlas::map(plan, ZonePos::SURFACE, title, tint, theme),
        Part::Level(z) => {
            let depth = ZonePos::DEPTHS.saturating_sub(z + 1);
            atlas::map(plan, depth, title, tint, theme)
        }
        Part::Side(slice) => section_picture(plan, slice, title, theme),
    }
}

/// Draws a section through all depths.
fn section_picture(plan: &Plan, slice: Slice, title: &str, theme: Theme) -> Scene {
    let (columns, title) = match slice {
        Slice::X(x) => (
            ZonePos::ROWS,
            format!("{title}, section at x = {x}, seen from the east"),
        ),
        Slice::Y(y) => (
            ZonePos::COLUMNS,
            format!("{title}, section at y = {y}, seen from the south"),
        ),
    };
    let at = |x: u32, y: u32| ZonePos::at(column_of(slice, x), y);
    let colour_of = |zone: ZonePos| match zone.z() {
        0..=ZonePos::SURFACE => land(plan, zone.column(), zone.z()).1,
        _ => rock_colour(plan.rock(zone), theme),
    };
    let entry = |colour: Colour, text: &str| Entry {
        sample: Sample::Square,
        colour,
        text: text.to_owned(),
    };
    let signs = Blueprint::ALL
        .into_iter()
        .filter_map(|blueprint| Some(entry(sign(blueprint)?.1, words(blueprint))));
    let mut key: Vec<Entry> = signs.collect();
    key.extend(ROCKS.map(|(rock, _)| entry(rock_colour(rock, theme), rock_name(rock))));
    let size = [columns, ZonePos::DEPTHS];
    let (width, height) = (size[0] as f32 * ZONE, size[1] as f32 * ZONE);
    let (mut scene, corner) = frame(width, height, &title, &key, theme);
    let place = |x: u32, y: u32| Point::new(corner.x + x as f32 * ZONE, corner.y + y as f32 * ZONE);
    let square =
        |from: Point, to: Point| vec![from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)];
    for y in 0..size[1] {
        // Neighbours of one colour are one shape.
        let mut run: Option<(u32, Colour)> = None;
        for x in 0..=size[0] {
            let zone = at(x, y).filter(|&zone| plan.blueprint(zone) != Blueprint::Air);
            let colour = zone.map(colour_of);
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
            let inset = |by: f32| {
                let from = Point::new(from.x + by, from.y + by);
                vec![square(from, Point::new(to.x - by, to.y - by))]
            };
            scene.shape(inset(-1.0), palette::DARK);
            scene.shape(inset(0.5), colour);
        }
    }
    for depth in (0..size[1]).step_by(10) {
        let at = place(0, depth);
        let at = Point::new(at.x - 6.0, at.y + 9.0);
        scene.label(at, depth.to_string(), 12.0, theme.ink(), Anchor::End);
    }
    for column in (0..size[0]).step_by(15) {
        // South is on the left of a section along x, and rows are counted from the north.
        let (number, left) = match slice {
            Slice::Y(_) => (column, column),
            Slice::X(_) => (column, size[0] - column - 1),
        };
        let at = place(left, 0);
        let at = Point::new(at.x, at.y - 6.0);
        scene.label(at, number.to_string(), 12.0, theme.ink(), Anchor::Start);
    }
    scene
}
