//! Progressive caves: more chambers and more to fight on every level, a fortress on the fourth
//! and a river on the last.

use super::super::board::Board;
use super::super::plan::Plan;
use super::canvas::Wish;
use super::houses::House;
use super::{Canvas, Landmark, course};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;
use crate::thing::ThingKind;

/// Sectors from west to east and from north to south.
const SECTORS: [i32; 2] = [4, 2];

/// How many chambers begin in each sector of a level, at least and at most.
pub(super) const fn seeds(z: u32) -> [i32; 2] {
    match z {
        0..=11 => [1, 3],
        12 => [0, 5],
        13 => [0, 6],
        _ => [0, 7],
    }
}

/// How many groups live on a level, at least and at most.
pub(super) const fn encounters(z: u32) -> [i32; 2] {
    match z {
        0..=10 => [0, 0],
        11 => [0, 1],
        12 => [1, 2],
        13 => [2, 3],
        _ => [3, 4],
    }
}

/// The level on which one more group comes in three of four cases.
pub(super) const BOOSTED: u32 = 12;

/// Builds a level of a progressive cave.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let title = plan.level_title(zone).unwrap_or_default();
    let z = zone.z();
    if z == ZonePos::SURFACE {
        let hollow = Board::disc([40, 12], [10, 4]);
        canvas.paint_in(&hollow, &hollow);
        canvas.dress(&hollow, Material::NONE, Material::SAND);
        for at in hollow.without(&hollow.shrunk()).cells() {
            if random.chance(1, 3) {
                canvas.put_solid(at, Cell::Rubble, Material::SANDSTONE);
            }
        }
        canvas.wish_thing([40, 12], ThingKind::Sign, title.clone(), &[]);
        canvas
            .landmarks
            .push(Landmark::new("progressive cave", title));
        return;
    }
    let mut total = 0;
    let mut board = Board::EMPTY;
    for sector in 0..SECTORS[0] * SECTORS[1] {
        let west = sector % SECTORS[0] * 20;
        let north = sector / SECTORS[0] * 12;
        let [least, most] = seeds(z);
        let count = random.between(least, most);
        total += count;
        for _ in 0..count {
            let middle = [west + random.between(2, 17), north + random.between(2, 10)];
            let mut chamber = Board::disc(middle, [2, 1]);
            for _ in 0..5 {
                let some = Board::random(random, 13);
                chamber = chamber.or(&chamber.grown().and(&some));
            }
            board = board.or(&chamber);
        }
    }
    canvas.paint_to_the_border(&board, false, random);
    let mut landmark = Landmark::new("progressive cave", title)
        .with("level", (z + 1).saturating_sub(ZonePos::SURFACE))
        .with("levels", 5)
        .with("chambers", total);
    if z == 13 {
        let fortress = fortress(canvas, random);
        landmark = landmark.with("fortress", fortress);
    }
    if z == 14 {
        course::spring(canvas, plan, zone);
        landmark = landmark.with("river", "yes");
    }
    canvas.landmarks.push(landmark);
}

/// Builds a stockade, a city or a fort in the middle; its name.
fn fortress(canvas: &mut Canvas, random: &mut Stream) -> &'static str {
    let (west, north) = (22_usize, 5_usize);
    let (east, south) = (57_usize, 19_usize);
    let kind = ["stockade", "city", "fort"][random.below(3) as usize];
    let (walls, floor) = match kind {
        "stockade" => (Material::WOOD, Material::SOIL),
        "city" => (Material::DRESSED_STONE_4, Material::DRESSED_STONE_4),
        _ => (Material::DRESSED_STONE_2, Material::DRESSED_STONE_3),
    };
    let outer = House {
        west,
        north,
        east,
        south,
        walls,
        floor,
    };
    outer.draw_walls(canvas);
    if kind == "fort" {
        // Walls two cells thick, a tower at each corner, a keep in the middle.
        for y in north + 1..south {
            for x in [west + 1, east - 1] {
                canvas.put([x, y], Cell::Wall, walls);
            }
        }
        for (x, y) in [
            (west, north),
            (east - 4, north),
            (west, south - 3),
            (east - 4, south - 3),
        ] {
            for (dx, dy) in (0..5).flat_map(|dx| (0..4).map(move |dy| (dx, dy))) {
                canvas.put([x + dx, y + dy], Cell::Wall, walls);
            }
        }
    }
    let (columns, rows) = match kind {
        "city" => (4, 2),
        "stockade" => (3, 2),
        _ => (1, 1),
    };
    let step = [(east - west - 2) / columns, (south - north - 1) / rows];
    for number in 0..columns * rows {
        let (x, y) = (
            west + 2 + number % columns * step[0],
            north + 2 + number / columns * step[1],
        );
        let (width, height) = match kind {
            "fort" => (step[0] - 8, step[1] - 4),
            _ => (step[0] - 3, step[1] - 3),
        };
        let inset = if kind == "fort" { [3, 1] } else { [0, 0] };
        let house = House {
            west: x + inset[0],
            north: y + inset[1],
            east: x + inset[0] + width,
            south: y + inset[1] + height,
            walls,
            floor,
        };
        house.draw(canvas, random);
        canvas.wish(house.middle(), Wish::Somebody);
    }
    // Gates on two sides.
    let middle = (north + south) / 2;
    for x in [west - 1, west, west + 1, east - 1, east, east + 1] {
        for y in [middle, middle + 1] {
            let gate = if x == west || x == east {
                Cell::Door
            } else {
                Cell::Floor
            };
            canvas.put([x, y], gate, walls);
        }
    }
    let area = Board::rect([west as i32, north as i32], [east as i32, south as i32]);
    canvas.boxes = canvas.boxes.or(&area);
    canvas.wish([40, 12], Wish::Item(&["treasure"]));
    kind
}
