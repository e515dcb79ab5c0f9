//! A map of a whole world, of its surface or of a depth.

mod border;
mod contour;
mod names;
mod sign;

use super::legend::{Entry, Sample, frame};
use super::palette::{self, DARK};
use super::scene::{Anchor, Colour, Point, Scene};
use super::strata::{COUNTRY, country, feature_colour, rock_colour, rock_name, rocks_at, words};
use super::theme::Theme;
use super::{Tint, icon};
use crate::material::Material;
use crate::space::{Direction, ZonePos};
use crate::strata::{Band, Blueprint, Crossing, Feature, Plan, is_cavern};
use contour::Field;
use std::collections::BTreeMap;

/// Pixels along a side of a column.
const ZONE: f32 = 10.0;

const WATER: Colour = Colour::rgb(0x4A_94_C8);
const ROAD: Colour = Colour::rgb(0xD8_B4_7A);
/// The sides of a column that rivers and roads cross.
const SIDES: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];

/// Where columns are on the map.
struct Sheet {
    corner: Point,
    theme: Theme,
}

impl Sheet {
    fn at(&self, x: f32, y: f32) -> Point {
        Point::new(self.corner.x + x * ZONE, self.corner.y + y * ZONE)
    }

    fn middle(&self, [x, y]: [u32; 2]) -> Point {
        self.at(x as f32 + 0.5, y as f32 + 0.5)
    }

    /// Columns from west to east and from north to south.
    fn size(&self) -> [f32; 2] {
        [ZonePos::COLUMNS as f32, ZonePos::ROWS as f32]
    }

    fn placed(&self, shapes: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
        let shapes = shapes.into_iter();
        shapes
            .map(|shape| shape.into_iter().map(|at| self.at(at.x, at.y)).collect())
            .collect()
    }
}

/// Draws the map of a depth.
pub(super) fn map(plan: &Plan, depth: u32, title: &str, tint: Tint, theme: Theme) -> Scene {
    let mut title = format!("{title}: {}, depth {depth}", Band::of(depth).name());
    if is_cavern(depth) {
        title += ", great caverns";
    }
    if let Some(tier) = tier_of(plan, depth) {
        title += &format!(", tier {tier}");
    }
    let is_here = |feature: &&Feature| feature.contains(depth);
    let mut features: Vec<&Feature> = plan.features().iter().filter(is_here).collect();
    // What is further south stands in front, and towns before all.
    features.sort_by_key(|feature| (feature.blueprint == Blueprint::Town, feature.column[1]));
    let [width, height] = [ZonePos::COLUMNS, ZonePos::ROWS].map(|count| count as f32 * ZONE);
    let key = key(plan, depth, &features, tint, theme);
    let (mut scene, corner) = frame(width, height, &title, &key, theme);
    let sheet = Sheet { corner, theme };
    let outlines = border::outlines(plan);
    if tint == Tint::Tier {
        for (region, outline) in plan.regions().iter().zip(&outlines) {
            let tier = tier_of(plan, depth).unwrap_or(region.tier);
            scene.shape(sheet.placed(outline.clone()), tier_colour(tier, theme));
        }
        shade(&mut scene, plan, &sheet, [14, 20]);
    } else {
        let tint = match depth > ZonePos::SURFACE {
            true => {
                draw_rock(&mut scene, plan, &sheet, depth);
                24
            }
            false => {
                draw_land(&mut scene, plan, &sheet);
                shade(&mut scene, plan, &sheet, [18, 34]);
                26
            }
        };
        for (region, outline) in plan.regions().iter().zip(&outlines) {
            let tint = Colour::rgb(region.palette.tint()).opacity(tint);
            scene.shape(sheet.placed(outline.clone()), tint);
        }
        if depth > ZonePos::SURFACE {
            draw_pools(&mut scene, plan, &sheet, depth);
        }
    }
    if depth == ZonePos::SURFACE {
        draw_water(&mut scene, plan, &sheet);
        draw_roads(&mut scene, plan, &sheet);
    } else if depth < ZonePos::SURFACE {
        // The land is far below.
        let whole = rectangle(
            sheet.at(0.0, 0.0),
            sheet.at(sheet.size()[0], sheet.size()[1]),
        );
        scene.shape(vec![whole], theme.background().opacity(150));
    }
    for (width, colour) in [
        (3.0, theme.background().opacity(60)),
        (1.0, theme.ink().opacity(130)),
    ] {
        for outline in &outlines {
            let mut lines = sheet.placed(outline.clone());
            for line in &mut lines {
                line.extend(line.first().copied());
            }
            scene.lines(lines, colour, width);
        }
    }
    draw_features(&mut scene, &sheet, &features);
    names::draw(&mut scene, plan, &sheet, &features, depth);
    draw_frame(&mut scene, &sheet);
    scene
}

/// The tier of a depth where it does not depend on the region.
fn tier_of(plan: &Plan, depth: u32) -> Option<u8> {
    let zone = ZonePos::at([0, 0], depth).filter(|zone| zone.z() > 15);
    zone.map(|zone| plan.tier(zone))
}

fn rectangle(from: Point, to: Point) -> Vec<Point> {
    vec![from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)]
}

/// The colour of land, by its height.
fn land_colour(height: f32, theme: Theme) -> Colour {
    const STEPS: [(f32, u32); 8] = [
        (30.0, 0x1F_46_4C),
        (75.0, 0x2C_5A_4C),
        (97.0, 0x3E_6C_44),
        (125.0, 0x66_82_4A),
        (150.0, 0x94_86_56),
        (178.0, 0x88_72_60),
        (205.0, 0xA8_9E_98),
        (250.0, 0xF0_EE_EC),
    ];
    let next = STEPS.iter().position(|step| height < step.0);
    let next = next.unwrap_or(STEPS.len() - 1).max(1);
    let [(low, from), (high, to)] = [STEPS[next - 1], STEPS[next]];
    let share = ((height - low) / (high - low)).clamp(0.0, 1.0) * 256.0;
    let colour = Colour::rgb(from).towards(Colour::rgb(to), share as u32);
    let paper = theme.choose(DARK, Colour::rgb(0xFF_FC_F4));
    colour.towards(paper, theme_share(theme, 8, 110))
}

const fn theme_share(theme: Theme, dark: u32, light: u32) -> u32 {
    match theme {
        Theme::Dark => dark,
        Theme::Light | Theme::Print => light,
    }
}

/// The colour of a tier, from calm to dangerous.
fn tier_colour(tier: u8, theme: Theme) -> Colour {
    const TIERS: [u32; 8] = [
        0x3E_7C_5A, 0x5E_92_50, 0x8E_A0_4A, 0xB8_A0_44, 0xC0_84_40, 0xB8_60_44, 0xA0_44_56,
        0x7A_38_78,
    ];
    let colour = Colour::rgb(TIERS[usize::from(tier.clamp(1, 8)) - 1]);
    let paper = theme.choose(DARK, Colour::rgb(0xFF_FC_F4));
    colour.towards(paper, theme_share(theme, 50, 110))
}

fn heights(plan: &Plan) -> Field {
    Field::new(|column| f32::from(plan.height(column))).smooth()
}

/// The land in steps of height, the lowest first.
fn draw_land(scene: &mut Scene, plan: &Plan, sheet: &Sheet) {
    let field = heights(plan);
    for step in 2..25u8 {
        let height = f32::from(step) * 10.0;
        let least = if step == 2 { -1.0 } else { height };
        let shapes = sheet.placed(field.above(least));
        scene.shape(shapes, land_colour(height + 5.0, sheet.theme));
    }
}

/// Light and shade on slopes, this much of each.
fn shade(scene: &mut Scene, plan: &Plan, sheet: &Sheet, [lit, dark]: [u8; 2]) {
    let light = heights(plan).light();
    for least in [5.0, 12.0, 20.0] {
        let shapes = sheet.placed(light.above(least));
        scene.shape(shapes, Colour::rgb(0xFF_FA_E8).opacity(lit));
    }
    let shadow = Field::new(|[x, y]| -light.get(x as i32, y as i32));
    for least in [5.0, 12.0, 20.0] {
        let shapes = sheet.placed(shadow.above(least));
        scene.shape(shapes, Colour::rgb(0x06_08_14).opacity(dark));
    }
}

/// The colour of a rock at a depth: lighter in great caverns.
fn rock_at(rock: Material, depth: u32, theme: Theme) -> Colour {
    let colour = rock_colour(rock, theme);
    // The black rocks of the deep are told apart by a brighter shale.
    let colour = match (rock, theme) {
        (Material::BLACK_SHALE, Theme::Dark) => colour.towards(Colour::rgb(0x7A_8C_B0), 70),
        (Material::BLACK_SHALE, Theme::Light | Theme::Print) => {
            colour.towards(Colour::rgb(0xA0_B0_D0), 90)
        }
        _ => colour,
    };
    match is_cavern(depth) {
        true => colour.towards(Colour::rgb(0xF4_EF_E4), 44),
        false => colour.towards(theme.background(), 24),
    }
}

/// The rock of a depth, lighter in great caverns, with its pools.
fn draw_rock(scene: &mut Scene, plan: &Plan, sheet: &Sheet, depth: u32) {
    let rock = |column| {
        let zone = ZonePos::at(column, depth);
        zone.map(|zone| plan.rock(zone)).unwrap_or_default()
    };
    let colour = |rock: Material| rock_at(rock, depth, sheet.theme);
    // Corners where more than two rocks meet keep the colour of their column.
    let mut squares: BTreeMap<Material, Vec<Vec<Point>>> = BTreeMap::new();
    for y in 0..ZonePos::ROWS {
        for x in 0..ZonePos::COLUMNS {
            let from = [x as f32, y as f32];
            let square = rectangle(
                sheet.at(from[0], from[1]),
                sheet.at(from[0] + 1.0, from[1] + 1.0),
            );
            squares.entry(rock([x, y])).or_default().push(square);
        }
    }
    let met: Vec<Material> = squares.keys().copied().collect();
    for (rock, squares) in squares {
        scene.shape(squares, colour(rock));
    }
    for own in met {
        let field = Field::new(|column| f32::from(rock(column) == own)).smooth();
        scene.shape(sheet.placed(field.above(0.5)), colour(own));
    }
}

/// The pools of a depth.
fn draw_pools(scene: &mut Scene, plan: &Plan, sheet: &Sheet, depth: u32) {
    let mut pools: BTreeMap<Material, Vec<Vec<Point>>> = BTreeMap::new();
    for zone in ZonePos::all().filter(|zone| zone.z() == depth) {
        for pool in plan.pools(zone) {
            let [x, y] = zone.column().map(|at| at as f32);
            let part = |at: u8, count: u32| f32::from(at) / count as f32;
            let middle = [
                x + part(pool.middle[0], ZonePos::WIDTH),
                y + part(pool.middle[1], ZonePos::HEIGHT),
            ];
            let reach = [
                part(pool.reach[0], ZonePos::WIDTH),
                part(pool.reach[1], ZonePos::HEIGHT),
            ];
            let shape = icon::octagon(0.0, 0.0, 1.0);
            let shape = icon::placed(&shape, |x, y| {
                sheet.at(middle[0] + x * reach[0], middle[1] + y * reach[1])
            });
            pools.entry(pool.liquid).or_default().push(shape);
        }
    }
    for (liquid, shapes) in pools {
        let colour = palette::material_in(liquid, sheet.theme).unwrap_or(WATER);
        scene.shape(shapes, colour.opacity(120));
    }
}

/// The point of a column where something crosses a side, and the way into the column there.
fn gate([x, y]: [u32; 2], side: Direction, crossing: Crossing) -> ([f32; 2], [f32; 2]) {
    let (x, y) = (x as f32, y as f32);
    let along = crossing.start as f32 + crossing.width as f32 / 2.0;
    let (east, south) = (
        along / ZonePos::WIDTH as f32,
        along / ZonePos::HEIGHT as f32,
    );
    match side {
        Direction::North => ([x + east, y], [0.0, 1.0]),
        Direction::South => ([x + east, y + 1.0], [0.0, -1.0]),
        Direction::West => ([x, y + south], [1.0, 0.0]),
        _ => ([x + 1.0, y + south], [-1.0, 0.0]),
    }
}

/// A curve from one gate to another.
fn curve(
    sheet: &Sheet,
    (from, out): ([f32; 2], [f32; 2]),
    (to, back): ([f32; 2], [f32; 2]),
) -> Vec<Point> {
    const PULL: f32 = 0.42;
    (0..=8u8)
        .map(|step| {
            let t = f32::from(step) / 8.0;
            let s = 1.0 - t;
            let at = |axis: usize| {
                let a = from[axis];
                let b = a + out[axis] * PULL;
                let d = to[axis];
                let c = d + back[axis] * PULL;
                s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
            };
            sheet.at(at(0), at(1))
        })
        .collect()
}

/// Rivers, as wide as they have water, and lakes.
fn draw_water(scene: &mut Scene, plan: &Plan, sheet: &Sheet) {
    let mut rivers: BTreeMap<u32, Vec<Vec<Point>>> = BTreeMap::new();
    let mut lakes = Vec::new();
    for y in 0..ZonePos::ROWS {
        for x in 0..ZonePos::COLUMNS {
            let column = [x, y];
            let middle = ([x as f32 + 0.5, y as f32 + 0.5], [0.0; 2]);
            let crossings = SIDES.into_iter().filter_map(|side| {
                let crossing = plan.river_across(column, side)?;
                Some((crossing.width, gate(column, side, crossing)))
            });
            let mut crossings: Vec<(u32, _)> = crossings.collect();
            crossings.sort_by_key(|(width, _)| *width);
            let lake = plan.lake(column);
            // Water leaves a column by its widest river, or stays.
            let end = match (lake, crossings.len()) {
                (None, 2..) => crossings.pop().map_or(middle, |(_, gate)| gate),
                _ => middle,
            };
            for (width, gate) in crossings {
                let line = curve(sheet, gate, end);
                rivers.entry(width).or_default().push(line);
            }
            if let Some(water) = lake {
                let reach = (0.35 + (water as f32).sqrt() / 34.0).min(1.3);
                let blob = [1.0, 0.86, 1.08, 0.92, 1.0, 1.12, 0.84, 0.96];
                let corners = icon::octagon(0.0, 0.0, reach).into_iter().zip(blob);
                let corners = corners.map(|([dx, dy], far)| {
                    sheet.at(middle.0[0] + dx * far * 1.35, middle.0[1] + dy * far * 0.9)
                });
                lakes.push(corners.collect::<Vec<Point>>());
            }
        }
    }
    let colour = sheet.theme.choose(WATER, Colour::rgb(0x3A_82_B8));
    let shore = colour.towards(DARK, 110);
    let edges: Vec<Vec<Point>> = lakes
        .iter()
        .map(|lake| lake.iter().chain(lake.first()).copied().collect())
        .collect();
    scene.lines(edges, shore, 2.0);
    for (passes_colour, more) in [(shore, 1.1), (colour, 0.0)] {
        for (width, lines) in &rivers {
            scene.lines(
                lines.clone(),
                passes_colour,
                0.9 + *width as f32 * 0.5 + more,
            );
        }
    }
    scene.shape(lakes, colour);
}

/// Roads, from side to side of columns, or to their middle where they meet or end.
fn draw_roads(scene: &mut Scene, plan: &Plan, sheet: &Sheet) {
    let mut lines = Vec::new();
    for y in 0..ZonePos::ROWS {
        for x in 0..ZonePos::COLUMNS {
            let column = [x, y];
            let middle = ([x as f32 + 0.5, y as f32 + 0.5], [0.0; 2]);
            let gates = SIDES.into_iter().filter_map(|side| {
                let crossing = plan.road_across(column, side)?;
                Some(gate(column, side, crossing))
            });
            match gates.collect::<Vec<_>>()[..] {
                [from, to] if plan.feature(column).is_none() => lines.push(curve(sheet, from, to)),
                ref gates => lines.extend(gates.iter().map(|&from| curve(sheet, from, middle))),
            }
        }
    }
    let road = sheet.theme.choose(ROAD, Colour::rgb(0x8A_5E_2C));
    let edge = sheet.theme.background().opacity(150);
    scene.lines(lines.clone(), edge, 2.8);
    scene.lines(lines, road, 1.3);
}

fn draw_features(scene: &mut Scene, sheet: &Sheet, features: &[&Feature]) {
    for feature in features {
        let Some(colour) = feature_colour(feature.blueprint) else {
            continue;
        };
        let size = match feature.blueprint {
            Blueprint::Town => 17.0,
            Blueprint::GreatShaft | Blueprint::Chute => 14.0,
            Blueprint::Lair if feature.levels() > 10 => 14.0,
            Blueprint::Ruin => 9.0,
            _ => 11.0,
        };
        let middle = sheet.middle(feature.column);
        let strokes = sign::sign(feature.blueprint, colour);
        let place =
            |x: f32, y: f32| Point::new(middle.x + (x - 0.5) * size, middle.y + (y - 0.5) * size);
        // A dark edge sets it off from the land.
        let edges = strokes.iter().map(|stroke| {
            let mut edge = icon::placed(&stroke.corners, place);
            edge.extend(edge.first().copied());
            edge
        });
        scene.lines(edges.collect(), DARK, 2.4);
        for stroke in &strokes {
            scene.shape(vec![icon::placed(&stroke.corners, place)], stroke.colour);
        }
    }
}

/// A double line around the map, with the numbers of parasangs, and which way north is.
fn draw_frame(scene: &mut Scene, sheet: &Sheet) {
    let [width, height] = sheet.size();
    let (from, to) = (sheet.at(0.0, 0.0), sheet.at(width, height));
    for (out, thick) in [(0.0, 1.2), (5.0, 2.4)] {
        let mut line = rectangle(
            Point::new(from.x - out, from.y - out),
            Point::new(to.x + out, to.y + out),
        );
        line.extend(line.first().copied());
        // The line begins and ends in the middle of a side, so that no corner is open.
        let middle = Point::new((from.x + to.x) / 2.0, from.y - out);
        line[0] = middle;
        line.insert(4, Point::new(from.x - out, from.y - out));
        line[5] = middle;
        scene.lines(vec![line], sheet.theme.faint(), thick);
    }
    for column in (0..ZonePos::COLUMNS).step_by(15) {
        let at = sheet.at(column as f32 + 1.5, 0.0);
        let text = (column / 3).to_string();
        let at = Point::new(at.x, at.y - 9.0);
        scene.label(at, text, 10.0, sheet.theme.faint(), Anchor::Middle);
    }
    for row in (0..ZonePos::ROWS).step_by(15) {
        let at = sheet.at(0.0, row as f32 + 1.5);
        let text = (row / 3).to_string();
        let at = Point::new(at.x - 9.0, at.y + 3.5);
        scene.label(at, text, 10.0, sheet.theme.faint(), Anchor::End);
    }
    let needle = sheet.at(width - 1.0, -2.4);
    let part = |side: f32| {
        vec![
            Point::new(needle.x, needle.y - 13.0),
            Point::new(needle.x + side, needle.y + 9.0),
            Point::new(needle.x, needle.y + 5.0),
        ]
    };
    scene.shape(vec![part(-7.0)], sheet.theme.faint());
    scene.shape(vec![part(7.0)], sheet.theme.ink());
    let at = Point::new(needle.x - 14.0, needle.y + 5.0);
    scene.label(at, "N", 14.0, sheet.theme.ink(), Anchor::Middle);
}

/// The key to a map.
fn key(plan: &Plan, depth: u32, features: &[&Feature], tint: Tint, theme: Theme) -> Vec<Entry> {
    let entry = |sample: Sample, colour: Colour, text: &str| Entry {
        sample,
        colour,
        text: text.to_owned(),
    };
    let mut key = Vec::new();
    for blueprint in Blueprint::ALL {
        let is_here = features
            .iter()
            .any(|feature| feature.blueprint == blueprint);
        if let (Some(colour), true) = (feature_colour(blueprint), is_here) {
            let sample = Sample::Sign(sign::sign(blueprint, colour));
            key.push(entry(sample, colour, words(blueprint)));
        }
    }
    if depth == ZonePos::SURFACE {
        key.push(entry(Sample::Line, WATER, "river"));
        key.push(entry(Sample::Line, ROAD, "road"));
    }
    if tint == Tint::Tier {
        let tiers = (1..=8).map(|tier| (tier, tier_colour(tier, theme)));
        key.extend(
            tiers.map(|(tier, colour)| entry(Sample::Square, colour, &format!("tier {tier}"))),
        );
    } else if depth > ZonePos::SURFACE {
        let rocks = rocks_at(plan, depth).into_iter();
        key.extend(
            rocks.map(|rock| entry(Sample::Square, rock_at(rock, depth, theme), rock_name(rock))),
        );
    } else {
        let mut low = 40.0;
        for (to, name) in COUNTRY.map(country) {
            let to = f32::from(to).min(225.0);
            let colour = land_colour((low + to) / 2.0, theme);
            key.push(entry(Sample::Square, colour, name));
            low = to;
        }
    }
    key
}
