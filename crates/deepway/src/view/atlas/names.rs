//! Names on a map, each where it hides least.

use super::{Sheet, ZONE, tier_of};
use crate::space::ZonePos;
use crate::strata::{Blueprint, Feature, Plan};
use crate::view::font;
use crate::view::scene::{Anchor, Colour, Point, Scene};

/// How high the names of regions, of towns and of other places are.
const REGION: f32 = 14.0;
const TOWN: f32 = 11.5;
const PLACE: f32 = 8.5;
const TIER: f32 = 9.0;

/// A part of the picture that is taken.
#[derive(Clone, Copy)]
struct Area {
    from: Point,
    to: Point,
}

impl Area {
    fn around(middle: Point, width: f32, height: f32) -> Self {
        Self {
            from: Point::new(middle.x - width / 2.0, middle.y - height / 2.0),
            to: Point::new(middle.x + width / 2.0, middle.y + height / 2.0),
        }
    }

    fn hides(&self, other: &Self) -> bool {
        self.from.x < other.to.x
            && other.from.x < self.to.x
            && self.from.y < other.to.y
            && other.from.y < self.to.y
    }
}

/// Writes the names of regions, and of the features that are drawn.
pub(super) fn draw(
    scene: &mut Scene,
    plan: &Plan,
    sheet: &Sheet,
    features: &[&Feature],
    depth: u32,
) {
    let signs = features.iter().map(|feature| {
        let size = if feature.blueprint == Blueprint::Town {
            17.0
        } else {
            12.0
        };
        Area::around(sheet.middle(feature.column), size, size)
    });
    let mut taken: Vec<Area> = signs.collect();
    let towns = |feature: &&&Feature| feature.blueprint == Blueprint::Town;
    for town in features.iter().filter(towns) {
        let name = plan.feature_name(town);
        let colour = sheet
            .theme
            .choose(Colour::rgb(0xFF_F1_C0), Colour::rgb(0x3A_2A_10));
        place_name(scene, sheet, &mut taken, town, &name, TOWN, colour);
    }
    regions(scene, plan, sheet, &mut taken, depth);
    for feature in features {
        let is_great = matches!(feature.blueprint, Blueprint::Chute | Blueprint::GreatShaft)
            || (feature.blueprint == Blueprint::Lair && feature.levels() > 10);
        if is_great {
            let name = plan.feature_name(feature);
            let name = name.strip_prefix("the ").unwrap_or(&name).to_owned();
            let colour = sheet.theme.ink().towards(sheet.theme.background(), 50);
            place_name(scene, sheet, &mut taken, feature, &name, PLACE, colour);
        }
    }
}

/// The name of a feature beside it, if there is room for it.
fn place_name(
    scene: &mut Scene,
    sheet: &Sheet,
    taken: &mut Vec<Area>,
    feature: &Feature,
    name: &str,
    size: f32,
    colour: Colour,
) {
    let middle = sheet.middle(feature.column);
    let width = font::width(name, size) + 4.0;
    let (aside, above) = (width / 2.0 + 8.0, size / 2.0 + 9.0);
    let spots = [
        (aside, 0.0),
        (-aside, 0.0),
        (0.0, above),
        (0.0, -above),
        (aside, above),
        (aside, -above),
        (-aside, above),
        (-aside, -above),
    ];
    let areas = spots.map(|(x, y)| {
        let middle = Point::new(middle.x + x, middle.y + y);
        (middle, Area::around(middle, width, size * 1.15))
    });
    let is_inside = |area: &Area| {
        let [from, to] = [
            sheet.at(0.0, 0.0),
            sheet.at(sheet.size()[0], sheet.size()[1]),
        ];
        area.from.x > from.x && area.to.x < to.x && area.from.y > from.y && area.to.y < to.y
    };
    let hidden = |area: &Area| taken.iter().filter(|other| area.hides(other)).count();
    let inside = areas.into_iter().filter(|(_, area)| is_inside(area));
    let best = inside.min_by_key(|(_, area)| hidden(area));
    if let Some((middle, area)) = best
        && (feature.blueprint == Blueprint::Town || hidden(&area) == 0)
    {
        taken.push(area);
        write(scene, sheet, middle, name, size, colour);
    }
}

/// The names of regions, where most of the region is around them, and their tiers.
fn regions(scene: &mut Scene, plan: &Plan, sheet: &Sheet, taken: &mut Vec<Area>, depth: u32) {
    let mut columns: Vec<Vec<[u32; 2]>> = vec![Vec::new(); plan.regions().len()];
    for y in 0..ZonePos::ROWS {
        for x in 0..ZonePos::COLUMNS {
            if let Some(region) = columns.get_mut(usize::from(plan.region_number([x, y]))) {
                region.push([x, y]);
            }
        }
    }
    for (number, (region, columns)) in (0..).zip(plan.regions().iter().zip(&columns)) {
        let count = columns.len().max(1) as f32;
        let sum = |axis: usize| {
            columns
                .iter()
                .map(|column| column[axis] as f32)
                .sum::<f32>()
        };
        let centre = [sum(0) / count, sum(1) / count];
        // The name itself, and under it what kind of country it is, and its tier if it has one.
        let (name, kind) = region.name.split_once(' ').unwrap_or((&region.name, ""));
        let name = name.to_uppercase();
        let mut below = kind.to_lowercase();
        if tier_of(plan, depth).is_none() {
            let gap = if below.is_empty() { "" } else { ", " };
            below += &format!("{gap}tier {}", region.tier);
        }
        let width = font::width(&name, REGION).max(font::width(&below, TIER)) + 6.0;
        let reach = [(width / ZONE / 2.0).ceil() as i32, 2];
        let score = |&[x, y]: &[u32; 2]| {
            let mut own = 0;
            for dy in -reach[1]..=reach[1] {
                for dx in -reach[0]..=reach[0] {
                    let at = [x as i32 + dx, y as i32 + dy];
                    let is_inside = at[0] >= 0
                        && at[1] >= 0
                        && at[0] < ZonePos::COLUMNS as i32
                        && at[1] < ZonePos::ROWS as i32;
                    own += i32::from(
                        is_inside && plan.region_number(at.map(|at| at as u32)) == number,
                    );
                }
            }
            let area = Area::around(sheet.middle([x, y]), width, 30.0);
            let hidden = taken.iter().filter(|other| area.hides(other)).count() as i32;
            let away = (x as f32 - centre[0]).abs() + (y as f32 - centre[1]).abs();
            own * 20 - hidden * 260 - (away * 12.0) as i32
        };
        let Some(&column) = columns.iter().max_by_key(|column| score(column)) else {
            continue;
        };
        let Point { x, y } = sheet.middle(column);
        let [west, east] = [sheet.at(0.0, 0.0).x, sheet.at(sheet.size()[0], 0.0).x];
        let x = x.clamp(west + width / 2.0 + 2.0, east - width / 2.0 - 2.0);
        taken.push(Area::around(Point::new(x, y), width, 28.0));
        let ink = sheet.theme.ink();
        write(scene, sheet, Point::new(x, y - 5.0), &name, REGION, ink);
        let faint = ink.towards(sheet.theme.background(), 40);
        write(scene, sheet, Point::new(x, y + 8.0), &below, TIER, faint);
    }
}

/// Writes a name around a point, with an edge that sets it off from the land.
fn write(scene: &mut Scene, sheet: &Sheet, middle: Point, text: &str, size: f32, colour: Colour) {
    let base = Point::new(middle.x, middle.y + size * 0.35);
    let edge = sheet.theme.background().opacity(170);
    let reach = (size * 0.09).max(0.9);
    for (dx, dy) in [
        (-1.0, 0.0),
        (1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (-0.7, -0.7),
        (0.7, 0.7),
        (-0.7, 0.7),
        (0.7, -0.7),
    ] {
        let at = Point::new(base.x + dx * reach, base.y + dy * reach);
        scene.label(at, text, size, edge, Anchor::Middle);
    }
    scene.label(base, text, size, colour, Anchor::Middle);
}
