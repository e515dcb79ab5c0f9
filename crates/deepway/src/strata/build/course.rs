//! Rivers and roads of the surface, and the river at the bottom of progressive caves.

use super::super::board::Board;
use super::super::land::{Course, Obstacles};
use super::super::plan::Plan;
use super::{Canvas, Fixed, Landmark};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::ZonePos;

/// Draws what runs through a zone of the surface. Water stands where it crosses the border too.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, fixed: &Fixed) {
    let obstacles = Obstacles {
        pads: fixed.pads,
        built: canvas.boxes,
        walls: canvas.boxes.without(&canvas.open),
    };
    let course = plan.land().course(zone.column(), &obstacles);
    draw(canvas, &course);
    let roads = course.roads.without(&canvas.boxes);
    if roads.count() > 0 {
        pave(canvas, &course.roads);
        let dry = roads.without(&course.bridges).and(&canvas.may);
        canvas.paint_in(&dry, &dry);
        for [x, y] in dry.cells() {
            canvas.looks[y][x].floor = Cell::Floor;
        }
        for [x, y] in course.bridges.without(&fixed.river).cells() {
            canvas.deep.unset(x, y);
            canvas.open.set(x, y);
            canvas.looks[y][x].ground = Material::WOOD;
        }
        // Nothing floods a road or grows over it.
        canvas.boxes = canvas.boxes.or(&course.roads);
        canvas.landmarks.push(Landmark::new("road", ""));
    }
    if course.bridges.count() > 0 {
        canvas.landmarks.push(Landmark::new("bridge", ""));
    }
    if course.falls {
        canvas.landmarks.push(Landmark::new("waterfall", ""));
    }
}

/// Paves a road where there is nothing but grass, earth or sand.
fn pave(canvas: &mut Canvas, roads: &Board) {
    for [x, y] in roads.cells() {
        let look = &mut canvas.looks[y][x];
        if matches!(
            look.ground,
            Material::SOIL | Material::MOSS | Material::SAND
        ) {
            look.ground = Material::DRESSED_STONE_2;
        }
    }
}

/// Draws a river that springs in a zone and ends in a pool in it.
pub(super) fn spring(canvas: &mut Canvas, plan: &Plan, zone: ZonePos) {
    let pads = Board::INSIDE.without(&canvas.may);
    let obstacles = Obstacles {
        pads,
        built: canvas.boxes,
        ..Obstacles::default()
    };
    let seed = plan.keys.zone.child(zone.number()).child("spring");
    let course = Course::spring(&obstacles, seed);
    if course.water.without(&canvas.may).count() == 0 {
        draw(canvas, &course);
    }
}

/// Draws water, which falls where there is no ground.
fn draw(canvas: &mut Canvas, course: &Course) {
    if course.river.is_empty() {
        return;
    }
    let water = course.water.without(&canvas.outside);
    canvas.pour(&water, &Board::EMPTY, Material::WATER);
    canvas.river = course.river.clone();
    canvas.landmarks.push(Landmark::new("river", ""));
    if course.lake.count() > 0 {
        canvas.landmarks.push(Landmark::new("lake", ""));
    }
}
