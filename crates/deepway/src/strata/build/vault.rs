//! Vault dungeons: levels that somebody built, in dressed stone, from samples of a theme.

use super::super::board::Board;
use super::super::plan::Plan;
use super::super::vault::{self, Glyph, RegionKind, Segmentation, Theme};
use super::canvas::Wish;
use super::{Canvas, Fixed, Landmark, Workshop, doors};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Seed;
use crate::space::ZonePos;
use crate::thing::ThingKind;

/// The dressed stone of the period in which places of a tier were built: the more dangerous,
/// the older.
pub(in super::super) const fn stone(tier: u8) -> Material {
    match period(tier) {
        1 => Material::DRESSED_STONE_1,
        2 => Material::DRESSED_STONE_2,
        3 => Material::DRESSED_STONE_3,
        4 => Material::DRESSED_STONE_4,
        _ => Material::DRESSED_STONE_5,
    }
}

/// The period in which places of a tier were built, from 1, long ago, to 5.
pub(in super::super) const fn period(tier: u8) -> u8 {
    match tier {
        0..=2 => 5,
        3 | 4 => 4,
        5 | 6 => 3,
        7 => 2,
        _ => 1,
    }
}

/// How levels are cut into segments.
const CUTS: [&str; 9] = [
    "Full",
    "BSP:4",
    "BSP:6",
    "BSP:9",
    "Ring:2",
    "Ring:3",
    "Blocks:10-16,24,11",
    "Tower:40,12,11,8",
    "Zone",
];
/// The hall above ground by which one enters.
const HALL: &str = "Circle:40,12,9";

/// The theme of a vault, the same on all its levels, and how a level is cut.
fn style(plan: &Plan, zone: ZonePos) -> (Theme, Segmentation) {
    let [x, y] = zone.column();
    let key = plan.mingle().child("vault");
    let key = key.child(y * ZonePos::COLUMNS + x);
    let theme = Theme::ALL[(key.number() % 3) as usize];
    let cut = match zone.z() {
        ZonePos::SURFACE => HALL,
        z => CUTS[(key.child(z).number() % CUTS.len() as u64) as usize],
    };
    // A test reads them all.
    (theme, cut.parse().unwrap_or(Segmentation::Full))
}

/// Builds a level of a vault.
pub(super) fn build(
    canvas: &mut Canvas,
    plan: &Plan,
    zone: ZonePos,
    seed: Seed,
    workshop: &mut Workshop,
) {
    let (theme, cut) = style(plan, zone);
    let drawing = vault::draw(theme.samples(), &cut, seed, &mut workshop.wave);
    let tier = plan.tier(zone);
    let stone = stone(tier);
    let built = drawing.segments.iter();
    let built = built.fold(Board::EMPTY, |all, segment| all.or(segment));
    let area = built.around();
    canvas.paint_in(&area, &drawing.open);
    canvas.dress(&area, stone, stone);
    for [x, y] in built.cells() {
        let look = &mut canvas.looks[y][x];
        match drawing.glyphs[y][x] {
            Glyph::Wall | Glyph::Floor => {}
            Glyph::Door => look.floor = Cell::Door,
            Glyph::Dais => look.floor = Cell::Dais,
            Glyph::Pillar => look.solid = Cell::Pillar,
            Glyph::Statue => look.solid = Cell::Statue,
            Glyph::Furniture => (look.solid, look.wall) = (Cell::Furniture, Material::WOOD),
            Glyph::Crystal => (look.solid, look.wall) = (Cell::Crystal, Material::CRYSTAL),
            Glyph::Machinery => (look.solid, look.wall) = (Cell::Machine, Material::IRON),
        }
    }
    canvas.boxes = canvas.boxes.or(&area);
    canvas.segments = drawing.segments;
    let title = plan.level_title(zone).unwrap_or_default();
    canvas.landmarks.push(
        Landmark::new("vault", title)
            .with("theme", theme.name())
            .with("period", period(tier))
            .with("segmentation", cut)
            .with("segments", canvas.segments.len())
            .with("fallbacks", drawing.fallbacks),
    );
}

/// Puts into each part of a joined level what it is for.
pub(super) fn furnish(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, fixed: &Fixed, seed: Seed) {
    let doors = doors::doors(canvas);
    let regions = vault::regions(&canvas.open, &doors, &fixed.points, &canvas.segments);
    let is_last = plan
        .feature_of(zone)
        .is_some_and(|vault| vault.bottom == zone.z());
    let mut random = seed.stream();
    let mut counts = [0_u32; 4];
    let mut has_relic = !is_last;
    for region in &regions {
        counts[region.kind as usize] += 1;
        let Some(at) = region.cells.draw(&mut random) else {
            continue;
        };
        match region.kind {
            RegionKind::Vault if !has_relic => {
                has_relic = true;
                canvas.wish(at, Wish::Item(&["relic"]));
                canvas.wish(at, Wish::Boss);
            }
            RegionKind::Vault => canvas.wish(at, Wish::Item(&["treasure", "book", "weapon"])),
            RegionKind::Cult if region.cells.count() > 8 => canvas.wish(at, Wish::Somebody),
            RegionKind::Abandoned if random.chance(1, 4) => canvas.wish(at, Wish::Item(&[])),
            RegionKind::Connection if random.chance(1, 12) => {
                let light = [("radius", "4".to_owned())];
                canvas.wish_thing(at, ThingKind::Light, "sconce", &light);
            }
            _ => {}
        }
    }
    if let Some(vault) = canvas
        .landmarks
        .iter_mut()
        .find(|mark| mark.kind == "vault")
    {
        let kinds = ["vaults", "cults", "abandoned", "connections"];
        for (kind, count) in kinds.into_iter().zip(counts) {
            vault.details.insert(kind, count.to_string());
        }
    }
}
