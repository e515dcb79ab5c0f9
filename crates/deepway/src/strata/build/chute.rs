//! Chutes: the building with the elevator, and the tunnels of the belts.

use super::super::board::Board;
use super::super::plan::{BUILDING, HUB, Plan};
use super::houses::House;
use super::{Canvas, Landmark, shape};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::{Direction, Pos, ZonePos};
use crate::thing::{Thing, ThingKind};

/// What is in the walls beside the belts: a name, what it does, and how many turns apart.
pub(super) const TRAPS: [(&str, &str, &str); 4] = [
    ("fire jet", "fire", "4-8"),
    ("acid spray", "acid", "12-16"),
    ("spark gap", "shock", "4-8"),
    ("crab hatch", "crabs", "4-16"),
];

/// Builds a level of a chute.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let z = zone.z();
    let title = plan.level_title(zone).unwrap_or_default();
    let tunnels = plan.tunnels(zone);
    let mut landmark = Landmark::new("chute", title.clone())
        .with("level", (z + 1).saturating_sub(ZonePos::SURFACE))
        .with("levels", HUB - ZonePos::SURFACE + 1);
    if z > ZonePos::SURFACE {
        let mut walkway = Board::EMPTY;
        for tunnel in &tunnels {
            let mut belt = Board::EMPTY;
            for ([x, y], _) in &tunnel.belt {
                belt.set(*x, *y);
            }
            walkway = walkway.or(&belt.around());
        }
        let rooms = match z {
            HUB => shape::boxes(random, 800),
            _ => shape::boxes(random, 260),
        };
        let inside = Board::rect([2, 2], [77, 22]);
        canvas.paint(&rooms.and(&inside).or(&walkway));
        canvas.dress(&walkway.around(), Material::IRON, Material::IRON);
        canvas.dress(
            &Board::FULL.without(&walkway),
            Material::NONE,
            Material::ASH,
        );
    }
    for (tunnel, (name, harm, turns)) in tunnels.iter().zip(TRAPS) {
        for (place, _) in tunnel.belt.iter().skip(4).step_by(9) {
            let properties = [("harm", harm.to_owned()), ("turns", turns.to_owned())];
            canvas.wish_thing(*place, ThingKind::Trap, name, &properties);
        }
    }
    building(canvas, random);
    if z == HUB {
        canvas.wish_thing(
            [36, 4],
            ThingKind::Other("switch".to_owned()),
            "elevator switch",
            &[("works", "elevator".to_owned())],
        );
        landmark = landmark.with("part", "hub");
    } else if z == ZonePos::SURFACE {
        canvas.wish_thing([40, 8], ThingKind::Sign, title, &[]);
        landmark = landmark.with("part", "entrance");
    } else {
        landmark = landmark.with("part", "tunnels");
    }
    canvas.landmarks.push(landmark);
}

/// The belts of a zone that are left, each with the direction in which it carries.
pub(super) fn belts(plan: &Plan, zone: ZonePos, left: &Board) -> impl Iterator<Item = Thing> {
    let belts = plan
        .tunnels(zone)
        .into_iter()
        .flat_map(|tunnel| tunnel.belt);
    let belts = belts.filter(|([x, y], _)| left.get(*x, *y));
    belts.map(|([x, y], direction)| {
        let place = Pos::new(x as i32, y as i32, 0);
        let kind = ThingKind::Other("conveyor".to_owned());
        let glyph = match direction {
            Direction::North => "^",
            Direction::South => "v",
            Direction::East => ">",
            _ => "<",
        };
        Thing::new(place, kind, "conveyor")
            .with("direction", direction.to_string())
            .with("glyph", glyph)
    })
}

/// The building with the elevator.
fn building(canvas: &mut Canvas, random: &mut Stream) {
    let [[west, north], [east, south]] = BUILDING;
    let area = Board::rect([west, north], [east, south]);
    let house = House {
        west: west as usize,
        north: north as usize,
        east: east as usize,
        south: south as usize,
        walls: Material::DRESSED_STONE_5,
        floor: Material::IRON,
    };
    house.draw_walls(canvas);
    for x in [random.between(31, 35), random.between(41, 45)] {
        let x = x as usize;
        canvas.put([x, house.south], Cell::Door, Material::IRON);
        canvas.put([x, house.south + 1], Cell::Floor, Material::IRON);
    }
    for at in [[31, 2], [32, 2], [44, 2], [45, 2]] {
        canvas.put(at, Cell::Machine, Material::BRASS);
    }
    canvas.boxes = canvas.boxes.or(&area);
}
