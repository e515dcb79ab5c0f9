//! Towns: houses around a square with a well, and people.

use super::super::board::Board;
use super::super::plan::{Culture, Plan};
use super::canvas::Wish;
use super::houses::House;
use super::{Canvas, Landmark};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;
use crate::thing::ThingKind;

/// What a culture builds with: walls and floors.
pub(super) fn stuff(culture: Culture) -> [Material; 2] {
    match culture {
        Culture::Delvers => [Material::DRESSED_STONE_4, Material::DRESSED_STONE_4],
        Culture::Salters => [Material::HALITE, Material::SAND],
        Culture::Lanterners => [Material::DRESSED_STONE_5, Material::WOOD],
        Culture::Reeders => [Material::WOOD, Material::SOIL],
        Culture::Wardens => [Material::DRESSED_STONE_3, Material::DRESSED_STONE_3],
    }
}

/// What houses are for: a name, and what stands in them.
const TRADES: [(&str, Cell); 8] = [
    ("inn", Cell::Furniture),
    ("smithy", Cell::Machine),
    ("granary", Cell::Furniture),
    ("shrine", Cell::Statue),
    ("bath house", Cell::Dais),
    ("rope maker", Cell::Furniture),
    ("lamp maker", Cell::Furniture),
    ("map seller", Cell::Furniture),
];

/// Builds a town.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    let culture = plan.region(zone.column()).culture;
    let [walls, floor] = stuff(culture);
    let ground = Board::rect([4, 2], [75, 22]);
    canvas.paint_in(&ground, &ground);
    canvas.boxes = canvas.boxes.or(&ground);
    let square = Board::disc([40, 12], [9, 4]);
    canvas.dress(&square, Material::NONE, Material::DRESSED_STONE_4);
    let mut houses: Vec<House> = Vec::new();
    let mut trades = TRADES;
    random.shuffle(&mut trades);
    for _ in 0..400 {
        let (width, height) = (random.between(5, 10), random.between(3, 5));
        let (x, y) = (
            random.between(5, 74 - width),
            random.between(3, 21 - height),
        );
        let house = House {
            west: x as usize,
            north: y as usize,
            east: (x + width) as usize,
            south: (y + height) as usize,
            walls,
            floor,
        };
        let own = Board::rect([x, y], [x + width, y + height]);
        let is_free = own.around().and(&square).count() == 0
            && own
                .around()
                .without(&canvas.may)
                .and(&Board::INSIDE)
                .count()
                == 0
            && !houses.iter().any(|other| house.is_near(other));
        if !is_free || houses.len() >= 12 {
            continue;
        }
        let door = house.draw(canvas, random);
        let trade = trades.get(houses.len());
        if let Some(&(name, fitting)) = trade {
            house.furnish(canvas, door, fitting);
            canvas.wish_thing(house.middle(), ThingKind::Label, name, &[]);
        }
        canvas.wish(house.middle(), Wish::Citizen(trade.map(|(name, _)| *name)));
        canvas.homes = canvas.homes.or(&own);
        houses.push(house);
    }
    well(canvas);
    // Some are out, one of them on watch.
    for number in 0..5 {
        let at = [
            random.between(33, 47) as usize,
            random.between(9, 15) as usize,
        ];
        canvas.wish(
            at,
            match number {
                0 => Wish::Watch,
                _ => Wish::Citizen(None),
            },
        );
    }
    let name = plan.level_title(zone).unwrap_or_default();
    canvas.wish_thing([40, 9], ThingKind::Sign, name.clone(), &[]);
    canvas.wish_thing(
        [40, 15],
        ThingKind::Light,
        "lamp post",
        &[("radius", "6".into())],
    );
    let houses = houses.len();
    canvas.landmarks.push(
        Landmark::new("town", name)
            .with("culture", culture.name())
            .with("houses", houses),
    );
}

/// A well in the middle of the square.
fn well(canvas: &mut Canvas) {
    let water = Board::rect([39, 12], [40, 12]).and(&canvas.may);
    canvas.pour(&water, &Board::EMPTY, Material::WATER);
    for at in [[38, 11], [41, 11], [38, 13], [41, 13]] {
        canvas.put(at, Cell::Pillar, Material::WOOD);
    }
}
