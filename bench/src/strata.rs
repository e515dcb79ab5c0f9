//! Zones of an open world, against the plain cave that tutorials teach.

use deepway::strata::{Plan, Strata};
use deepway::{Moves, Pos, Seed, Stream, ZonePos};
use std::hint::black_box;
use std::time::Instant;

const WIDTH: usize = 80;
const HEIGHT: usize = 25;
/// Every zone and every cave is measured so often, and the best counts.
const PASSES: usize = 3;

/// A cave of random cells, smoothed four times cell by cell, and its largest part kept.
#[expect(clippy::needless_range_loop, reason = "as tutorials write it")]
fn tutorial_cave(seed: u64) -> Vec<Vec<bool>> {
    let mut random = Seed::new(seed).stream();
    let mut cells: Vec<Vec<bool>> = (0..HEIGHT)
        .map(|_| (0..WIDTH).map(|_| random.chance(55, 100)).collect())
        .collect();
    for _ in 0..4 {
        let mut next = cells.clone();
        for y in 0..HEIGHT {
            for x in 0..WIDTH {
                let mut open = 0;
                for dy in -1..=1_i32 {
                    for dx in -1..=1_i32 {
                        let (x, y) = (x as i32 + dx, y as i32 + dy);
                        let is_inside =
                            (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
                        if is_inside && cells[y as usize][x as usize] {
                            open += 1;
                        }
                    }
                }
                next[y][x] = open >= 5;
            }
        }
        cells = next;
    }
    let mut part = vec![vec![0; WIDTH]; HEIGHT];
    let mut sizes = vec![0];
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            if !cells[y][x] || part[y][x] != 0 {
                continue;
            }
            let number = sizes.len();
            sizes.push(0);
            let mut open = vec![(x, y)];
            part[y][x] = number;
            while let Some((x, y)) = open.pop() {
                sizes[number] += 1;
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (x, y) = (x as i32 + dx, y as i32 + dy);
                    let is_inside =
                        (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
                    if is_inside
                        && cells[y as usize][x as usize]
                        && part[y as usize][x as usize] == 0
                    {
                        part[y as usize][x as usize] = number;
                        open.push((x as usize, y as usize));
                    }
                }
            }
        }
    }
    let largest = (1..sizes.len())
        .max_by_key(|&number| sizes[number])
        .unwrap_or(0);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            cells[y][x] &= part[y][x] == largest;
        }
    }
    cells
}

/// Microseconds of each, the best of some passes, in order of size.
fn measure<T>(count: u64, mut work: impl FnMut(u64) -> T) -> Vec<f64> {
    let mut best = vec![f64::MAX; count as usize];
    for _ in 0..PASSES {
        for (number, best) in (0..).zip(&mut best) {
            let start = Instant::now();
            black_box(work(number));
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.sort_by(f64::total_cmp);
    best
}

fn print(what: &str, times: &[f64], against: Option<&[f64]>) {
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    print!(
        "{what:<34} {:>9.2} {:>9.2} {:>9.2}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    match against {
        Some(other) => {
            let middle = other[other.len() / 2];
            println!(
                "   {:>5.2} × {:>5.2} ×",
                at(0.5) / middle,
                at(0.99) / middle
            );
        }
        None => println!(),
    }
}

fn main() {
    println!("scripts/bench strata, one pinned core of a shared machine");
    println!(
        "goals: a zone with everything at most 5 times the tutorial cave in the median; a boundary in 2 µs;"
    );
    println!(
        "a path from the surface to z = 49 in 10,000 µs with its zones kept, 50,000 µs without"
    );
    println!();
    println!(
        "µs, the best of {PASSES} passes             median      99 %   slowest   against the cave"
    );
    let cave = measure(3000, tutorial_cave);
    print("tutorial cave of 80 × 25", &cave, None);
    let plan = Plan::new(Seed::new(7));
    print(
        "the plan of a world",
        &measure(50, |seed| Plan::new(Seed::new(seed))),
        None,
    );
    let zones: Vec<ZonePos> = ZonePos::all()
        .filter(|zone| zone.z() >= 10)
        .step_by(241)
        .collect();
    let pick = |number: u64| zones[number as usize % zones.len()];
    print(
        "a boundary",
        &measure(3000, |number| plan.boundary(pick(number))),
        None,
    );
    let mut strata = Strata::new(Seed::new(7));
    // Nothing is kept, so every zone is built.
    strata.set_budget(0);
    print(
        "a zone",
        &measure(3000, |number| strata.zone(pick(number))),
        Some(&cave),
    );
    for (name, depths) in [
        ("a zone of the surface", 10..=10),
        ("a zone below", 11..=49),
    ] {
        let here: Vec<ZonePos> = ZonePos::all()
            .filter(|zone| depths.contains(&zone.z()))
            .step_by(17)
            .collect();
        let times = measure(2000.min(here.len() as u64), |number| {
            strata.zone(here[number as usize])
        });
        print(name, &times, Some(&cave));
    }
    let kept = Strata::new(Seed::new(7));
    print(
        "a zone that is kept",
        &measure(3000, |number| kept.zone(pick(number))),
        None,
    );
    println!(
        "bytes of a zone that is kept: {}",
        deepway::strata::Zone::BYTES
    );
    for (name, reach) in [("nearby", Some(1)), ("anywhere", None)] {
        paths(name, reach);
    }
}

const PATHS: u64 = 200;

/// Paths from the surface to the bottom, to at most so many zones to the side.
fn paths(name: &str, reach: Option<i32>) {
    let mut known = Strata::new(Seed::new(7));
    // The zones of all paths together are more than a world keeps by default.
    known.set_budget(1 << 30);
    let mut random = Seed::new(49).stream();
    let pairs: Vec<[Pos; 2]> = (0..PATHS)
        .map(|_| {
            let [x, y] = [1 + random.below(238), 1 + random.below(73)].map(|at| at as i32);
            let from = stand(&known, [x, y], 10, &mut random);
            let [x, y] = match reach {
                Some(reach) => [x, y].map(|at| at + random.between(-reach, reach)),
                None => [random.below(240), random.below(75)].map(|at| at as i32),
            };
            [from, stand(&known, [x, y], 49, &mut random)]
        })
        .collect();
    let find = |strata: &Strata, number: u64| {
        let [from, to] = pairs[number as usize];
        strata.find(from, to, Moves::Eight)
    };
    for number in 0..PATHS {
        let _ = find(&known, number);
    }
    let kept = measure(PATHS, |number| find(&known, number));
    print(&format!("surface to bottom {name}, kept"), &kept, None);
    let mut fresh: Vec<Strata> = Vec::new();
    fresh.resize_with(PATHS as usize * PASSES, || Strata::new(Seed::new(7)));
    // A world that has built nothing for each.
    let cold = measure(PATHS, |number| {
        find(&fresh.pop().expect("one for each"), number)
    });
    print(&format!("surface to bottom {name}, cold"), &cold, None);
}

/// A cell of a zone where one can stand.
fn stand(strata: &Strata, column: [i32; 2], z: u32, random: &mut Stream) -> Pos {
    let zone = ZonePos::at(column.map(|at| at as u32), z).expect("a zone of the world");
    loop {
        let [x, y] = [random.below(80), random.below(25)].map(|at| at as u32);
        if strata.zone(zone).cell(x, y).is_walkable() {
            return zone.to_world(x, y).expect("it is inside");
        }
    }
}
