//! Great shafts: open air through many levels, with ledges around it.

use super::super::board::Board;
use super::super::plan::Plan;
use super::{Canvas, Landmark, liquids};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;

/// The middle of every great shaft.
pub(in super::super) const MIDDLE: [i32; 2] = [40, 12];

/// Lets ways lead through open air: bridges of wood from whatever was dug there to the ledges.
pub(super) fn bridge(canvas: &mut Canvas) {
    let air = std::mem::take(&mut canvas.outside);
    canvas.spans = air;
    canvas.dress(&air, Material::NONE, Material::WOOD);
}

/// Opens the shaft of a level, with a ledge around it; at its bottom there is a floor.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let Some(feature) = plan.feature_of(zone) else {
        return;
    };
    // As wide on every level, more or less: 11 to 26 cells.
    let key = plan.mingle().child("great shaft");
    let key = key.child(feature.column[0] * 100 + feature.column[1]);
    let across = 6 + (key.number() % 5) as i32 + random.between(-1, 1);
    let down = (across * 2 / 3).min(9);
    let shaft = Board::disc(MIDDLE, [across, down]);
    let frayed = shaft
        .or(&shaft.grown().and(&Board::random(random, 12)))
        .majority();
    let shaft = frayed.or(&shaft).and(&canvas.may).and(&Board::INSIDE);
    let ledge = Board::disc(MIDDLE, [across + 3, down + 2]);
    canvas.paint_in(&ledge, &ledge);
    let name = plan.level_title(zone).unwrap_or_default();
    let mut landmark = Landmark::new("great shaft", name).with("width", 2 * across + 1);
    if zone.z() < feature.bottom {
        canvas.open = canvas.open.without(&shaft);
        canvas.outside = shaft;
        landmark = landmark.with("falls_to", feature.bottom);
    } else {
        // What falls ends up here.
        let heap = shaft.and(&Board::random(random, 5));
        for at in heap.cells() {
            canvas.put_solid(at, Cell::Rubble, Material::NONE);
        }
        let pool = Board::disc(MIDDLE, [across * 2 / 3, down * 2 / 3]);
        let is_wet = plan.has_falls(feature) || random.chance(1, 2);
        if is_wet {
            liquids::fill(canvas, &pool, Material::WATER);
        }
        canvas.dress(&ledge, Material::NONE, Material::BONE);
    }
    canvas.boxes = canvas.boxes.or(&ledge);
    canvas.landmarks.push(landmark);
}
