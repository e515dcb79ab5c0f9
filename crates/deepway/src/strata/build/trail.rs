//! Trails: from the gate of what stands on the surface to the stairs under it, which are some way
//! off, and a sign beside them.

use super::super::land::{Course, Obstacles};
use super::super::plan::Plan;
use super::{Canvas, Fixed, town};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Seed;
use crate::space::ZonePos;
use crate::strata::Blueprint;
use crate::thing::ThingKind;

/// Where one comes out of the entrance of a feature.
const fn gate(blueprint: Blueprint) -> Option<[usize; 2]> {
    match blueprint {
        Blueprint::Lair => Some([40, 19]),
        Blueprint::ProgressiveCave | Blueprint::Vault => Some([40, 12]),
        _ => None,
    }
}

/// Draws the trail of the highest level of a feature, if that lies at the surface.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, fixed: &Fixed, seed: Seed) {
    let gate = gate(plan.blueprint(zone));
    let (Some(gate), Some(feature)) = (gate, plan.feature_of(zone)) else {
        return;
    };
    let flight = plan.flight(zone);
    let stairs = [flight.x, flight.y].map(usize::from);
    let obstacles = Obstacles {
        walls: canvas.boxes.without(&canvas.open).without(&fixed.pads),
        ..Obstacles::default()
    };
    let trail = Course::trail(&obstacles, &canvas.deep, [gate, stairs], seed);
    let paving = match town::stuff(plan.region(zone.column()).culture) {
        [_, Material::SOIL | Material::WOOD] => Material::WOOD,
        [_, Material::SAND] => Material::SAND,
        [paving, _] => paving,
    };
    let trail = trail.and(&canvas.may).without(&fixed.river);
    // It leaves what is built by a gate, or breaks one into the wall.
    canvas.paint_in(&trail.and(&canvas.boxes), &trail);
    for [x, y] in trail.without(&canvas.deep).without(&canvas.boxes).cells() {
        canvas.put([x, y], Cell::Floor, paving);
        canvas.shallow.unset(x, y);
    }
    // Over water it is a bridge.
    for [x, y] in trail.and(&canvas.deep).cells() {
        canvas.deep.unset(x, y);
        canvas.put([x, y], Cell::Floor, Material::WOOD);
    }
    // Pools keep off it.
    canvas.boxes = canvas.boxes.or(&trail);
    let text = format!("the way down into {}", plan.feature_name(feature));
    canvas.wish_thing(stairs, ThingKind::Sign, text, &[]);
}
