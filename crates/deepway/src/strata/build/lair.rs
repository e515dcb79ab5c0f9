//! Lairs: chambers dug by whatever lives there; at the bottom it waits, with what it took.

use super::super::board::Board;
use super::super::plan::{LevelName, Plan};
use super::canvas::Wish;
use super::{Canvas, Landmark, ruin, shape};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;
use crate::thing::ThingKind;

/// Builds a level of a lair.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let Some(feature) = plan.feature_of(zone) else {
        return;
    };
    let level = feature.level_name(zone.z());
    let name = plan.feature_name(feature);
    let title = plan.level_title(zone).unwrap_or_default();
    match level {
        LevelName::Entrance => {
            ruin::scatter(canvas, plan, zone, random, 2);
            mouth(canvas, random);
            canvas.wish_thing([40, 16], ThingKind::Sign, name.clone(), &[]);
            canvas.wish([36, 13], Wish::Somebody);
        }
        LevelName::Middle => {
            let board = match zone.z() % 3 {
                0 => shape::walks(random, 620),
                1 => shape::reefs(random, 640),
                _ => shape::bubbles(random, 640, [3, 5]),
            };
            canvas.paint_to_the_border(&board, false, random);
            litter(canvas, random, 10);
        }
        LevelName::Final => {
            let board = shape::bubbles(random, 420, [2, 4]);
            canvas.paint_to_the_border(&board, false, random);
            heart(canvas, random);
        }
    }
    let landmark = Landmark::new("lair", title)
        .with("lair", name)
        .with("level", zone.z() - feature.top + 1)
        .with("levels", feature.levels())
        .with("part", level.name());
    canvas.landmarks.push(landmark);
}

/// The hill with the way in.
fn mouth(canvas: &mut Canvas, random: &mut Stream) {
    let hill = Board::disc([40, 12], [12, 5]);
    let rough = hill.or(&hill.grown().and(&Board::random(random, 14)));
    let hollow = Board::disc([40, 13], [7, 3]).or(&Board::rect([39, 15], [41, 19]));
    canvas.paint_in(&rough.or(&hollow), &hollow);
    canvas.dress(&hollow, Material::NONE, Material::BONE);
    canvas.boxes = canvas.boxes.or(&rough);
}

/// Bones and heaps on the floor.
fn litter(canvas: &mut Canvas, random: &mut Stream, of_32: u32) {
    let bones = Board::random(random, of_32).majority();
    canvas.dress(&bones, Material::NONE, Material::BONE);
    for at in Board::random(random, 1).cells() {
        canvas.put_solid(at, Cell::Rubble, Material::BONE);
    }
}

/// The chamber of whoever rules here: a ring of pillars, a dais, the hoard.
fn heart(canvas: &mut Canvas, random: &mut Stream) {
    let middle = [random.between(34, 46), random.between(11, 13)];
    let chamber = Board::disc(middle, [17, 7]);
    canvas.paint_in(&chamber, &chamber);
    litter(canvas, random, 16);
    let ring = Board::disc(middle, [11, 5]).without(&Board::disc(middle, [10, 4]));
    for at in ring.cells().filter(|[x, y]| (x + y) % 4 == 0) {
        canvas.put_solid(at, Cell::Pillar, Material::BONE);
    }
    for at in Board::disc(middle, [3, 1]).cells() {
        canvas.put(at, Cell::Dais, Material::DRESSED_STONE_1);
    }
    let [x, y] = middle.map(|at| at as usize);
    canvas.wish([x, y], Wish::Boss);
    canvas.wish([x, y - 1], Wish::Item(&["relic"]));
    for place in [[x - 3, y], [x + 3, y], [x, y + 2]] {
        canvas.wish(place, Wish::Item(&["treasure"]));
    }
}
