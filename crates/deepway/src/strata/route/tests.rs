//! Ways through the world against the plain definition of its moves.

mod book;

use super::*;
use crate::seed::{Seed, Stream};
use book::Book;

/// A random cell of a zone where one can stand.
fn somewhere(strata: &Strata, zone: ZonePos, random: &mut Stream) -> Pos {
    let zone = strata.zone(zone);
    loop {
        let x = random.below(ZonePos::WIDTH.into()) as u32;
        let y = random.below(ZonePos::HEIGHT.into()) as u32;
        if zone.cell(x, y).is_walkable() {
            return zone.pos().to_world(x, y).expect("it is inside");
        }
    }
}

/// A random zone of a box of zones.
fn within(corner: [u32; 3], sides: [u32; 3], random: &mut Stream) -> ZonePos {
    let [x, y, z] = [0, 1, 2].map(|axis| corner[axis] + random.below(sides[axis].into()) as u32);
    ZonePos::at([x, y], z).expect("the box is inside the world")
}

/// The north-west corner of a box of 3 × 3 × 5 zones.
fn corner(random: &mut Stream) -> [u32; 3] {
    let [x, y] = [ZonePos::COLUMNS - 3, ZonePos::ROWS - 3];
    [
        random.below(u64::from(x) + 1) as u32,
        random.below(u64::from(y) + 1) as u32,
        10 + random.below(36) as u32,
    ]
}

/// Finds ways from some starts to some goals each, within 3 × 3 × 5 zones, and compares each
/// with the cheapest that there is.
fn compare(seed: u64, starts: u32, goals: u32, moves: Moves) -> f64 {
    let strata = Strata::new(Seed::new(seed));
    let mut random = Seed::new(seed).child("pairs").stream();
    let mut worst = 1.0_f64;
    for _ in 0..starts {
        let book = Book::new(&strata, moves);
        let corner = corner(&mut random);
        let mut one = || {
            let zone = within(corner, [3, 3, 5], &mut random);
            somewhere(&strata, zone, &mut random)
        };
        let from = one();
        let goals: Vec<Pos> = (0..goals).map(|_| one()).collect();
        let exact = book.costs(from, &goals, u64::MAX);
        for (&to, exact) in goals.iter().zip(exact) {
            let exact = exact.expect("everything is reached");
            let route = strata.find(from, to, moves).expect("and found");
            assert_eq!((route.cells[0], route.cells.last()), (from, Some(&to)));
            assert_eq!(book.cost_of(&route.cells), route.cost, "{from} to {to}");
            assert!(exact <= route.cost, "{from} to {to}");
            assert!(
                route.cost * 10 <= exact * 11,
                "{from} to {to}: {} instead of {exact}",
                route.cost
            );
            if exact > 0 {
                worst = worst.max(route.cost as f64 / exact as f64);
            }
        }
    }
    worst
}

#[test]
fn ways_within_a_few_zones_are_the_cheapest() {
    for (seed, moves) in [(1, Moves::Eight), (2, Moves::Eight), (3, Moves::Four)] {
        compare(seed, 3, 5, moves);
    }
}

#[test]
#[ignore = "a thousand pairs take minutes"]
fn a_thousand_ways_within_a_few_zones_are_the_cheapest() {
    let worst = (0..20).map(|seed| compare(seed, 5, 10, Moves::Eight));
    let worst = worst.fold(1.0, f64::max);
    assert!(worst <= 1.1, "{worst}");
}
