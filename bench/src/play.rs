//! Sight beside its peers, and what a game takes: decisions, seeking, the first frame.
//!
//! Every peer looks from the same cells over the same maps with the same radius, and every cell
//! that it finds is counted, so that nothing is left out as unused.

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, FieldOfViewAlg, Point};
use deepway::play::{Bot, BotKind, Explorer, Game, History, Setup};
use deepway::sight::{Sight, field};
use deepway::world::World;
use deepway::{Cell, Pos, Seed, Size, Volume, maze, sector};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIDE: u32 = 128;

/// A level: how much of it is rock, in percent; holes at these places.
fn level(rock: u64, levels: u32, openings: u32) -> Volume {
    let mut random = Seed::new(rock).stream();
    let mut volume = Volume::new(Size::new(SIDE, SIDE, levels).expect("a size"));
    for z in 0..levels as i32 {
        for y in 0..SIDE as i32 {
            for x in 0..SIDE as i32 {
                let is_rock = random.below(100) < rock;
                let cell = if is_rock { Cell::Wall } else { Cell::Floor };
                volume.set(Pos::new(x, y, z), cell).expect("inside");
            }
        }
    }
    // Openings between all levels, near each other, as in a hall around a well.
    for z in 1..levels as i32 {
        for number in 0..openings as i32 {
            let place = Pos::new(60 + number % 3 * 4, 62 + number / 3 * 4, z);
            volume.set(place, Cell::Air).expect("inside");
        }
    }
    volume
}

/// A map as the peers want it.
struct Grid {
    clear: Vec<bool>,
}

impl Grid {
    fn of(volume: &Volume, z: i32) -> Self {
        let places =
            (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| Pos::new(x, y, z)));
        Self {
            clear: places.map(|pos| volume.get(pos).is_clear()).collect(),
        }
    }

    fn is_clear(&self, x: i64, y: i64) -> bool {
        let side = i64::from(SIDE);
        (0..side).contains(&x) && (0..side).contains(&y) && self.clear[(y * side + x) as usize]
    }
}

impl BaseMap for Grid {
    fn is_opaque(&self, index: usize) -> bool {
        !self.clear[index]
    }
}

impl Algorithm2D for Grid {
    fn dimensions(&self) -> Point {
        Point::new(SIDE, SIDE)
    }
}

/// The fastest of some runs, for each of the places: whatever else the machine does only adds.
fn fastest_run(places: usize, mut run: impl FnMut() -> u64) -> (f64, u64) {
    let mut times = Vec::new();
    let mut found = 0;
    for _ in 0..21 {
        let start = Instant::now();
        found = black_box(run());
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let micros = times[0].as_secs_f64() * 1e6;
    (micros / places as f64, found)
}

/// Places on a level from which somebody can look.
fn places(grid: &Grid) -> Vec<[i32; 2]> {
    let mut random = Seed::new(7).stream();
    let mut places = Vec::new();
    while places.len() < 400 {
        let [x, y] = [
            random.below(u64::from(SIDE)) as i32,
            random.below(u64::from(SIDE)) as i32,
        ];
        if grid.is_clear(x.into(), y.into()) {
            places.push([x, y]);
        }
    }
    places
}

/// What the peers take for a field of this radius, in microseconds, and what they find.
fn peers(grid: &Grid, places: &[[i32; 2]], radius: u8) -> [(&'static str, (f64, u64)); 5] {
    let count = places.len();
    let far = i64::from(radius) * i64::from(radius);
    let symmetric = fastest_run(count, || {
        let mut found = 0;
        for &[x, y] in places {
            let [x, y] = [x as isize, y as isize];
            let within = |pos: (isize, isize)| {
                let [dx, dy] = [(pos.0 - x) as i64, (pos.1 - y) as i64];
                dx * dx + dy * dy <= far
            };
            symmetric_shadowcasting::compute_fov(
                (x, y),
                &mut |pos| !within(pos) || !grid.is_clear(pos.0 as i64, pos.1 as i64),
                &mut |pos| found += u64::from(within(pos)),
            );
        }
        found
    });
    let bracket = |how: FieldOfViewAlg| {
        fastest_run(count, || {
            let fields = places.iter().map(|[x, y]| {
                how.field_of_view(Point::new(*x, *y), radius.into(), grid)
                    .len() as u64
            });
            fields.sum()
        })
    };
    let doryen = |how: &mut dyn FovAlgorithm| {
        let mut map = MapData::new(SIDE as usize, SIDE as usize);
        for (number, is_clear) in grid.clear.iter().enumerate() {
            map.set_transparent(number % SIDE as usize, number / SIDE as usize, *is_clear);
        }
        fastest_run(count, || {
            let mut found = 0;
            for [x, y] in places {
                map.clear_fov();
                how.compute_fov(&mut map, *x as usize, *y as usize, radius.into(), true);
                found += map.fov.iter().filter(|is_seen| **is_seen).count() as u64;
            }
            found
        })
    };
    [
        ("symmetric-shadowcasting", symmetric),
        (
            "bracket-pathfinding, symmetric",
            bracket(FieldOfViewAlg::SymmetricShadowcasting),
        ),
        (
            "bracket-pathfinding, recursive",
            bracket(FieldOfViewAlg::RecursiveShadowcasting),
        ),
        (
            "doryen-fov, recursive",
            doryen(&mut FovRecursiveShadowCasting::new()),
        ),
        (
            "doryen-fov, restrictive",
            doryen(&mut FovRestrictive::new()),
        ),
    ]
}

fn fastest(peers: &[(&str, (f64, u64))]) -> f64 {
    let times = peers.iter().map(|(_, (time, _))| *time);
    times.fold(f64::MAX, f64::min)
}

fn sight() {
    println!(
        "Sight on a level of {SIDE} × {SIDE} cells, microseconds a field, and cells found in all"
    );
    for (rock, radius) in [(0, 16), (10, 16), (35, 16), (0, 40), (10, 40), (35, 40)] {
        let volume = level(rock, 1, 0);
        let grid = Grid::of(&volume, 0);
        let places = places(&grid);
        let look = Sight { radius, levels: 0 };
        let own = fastest_run(places.len(), || {
            places
                .iter()
                .map(|[x, y]| field(&volume, Pos::new(*x, *y, 0), &look).shown_count())
                .sum()
        });
        let peers = peers(&grid, &places, radius);
        println!("  {rock} % rock, radius {radius}");
        println!(
            "    {:<32} {:>9.2}  {:>10}   {:.2} times as fast as the fastest peer",
            "deepway",
            own.0,
            own.1,
            fastest(&peers) / own.0
        );
        for (name, (time, found)) in peers {
            println!("    {name:<32} {time:>9.2}  {found:>10}");
        }
    }
}

fn openings() {
    println!("Six openings and three levels up and down, beside the same place without");
    for (rock, radius) in [(0, 16), (10, 16), (35, 16), (0, 40), (10, 40)] {
        let volumes = [(0, 0), (6, 3)].map(|(openings, levels)| {
            let look = Sight { radius, levels };
            (level(rock, 7, openings), look)
        });
        let around = (58..72).flat_map(|x| (60..70).map(move |y| [x, y]));
        let is_floor = |[x, y]: &[i32; 2]| {
            let pos = Pos::new(*x, *y, 3);
            let mut both = volumes.iter();
            both.all(|(volume, _)| volume.get(pos) == Cell::Floor)
        };
        let places: Vec<[i32; 2]> = around.filter(is_floor).collect();
        let [flat, deep] = volumes.each_ref().map(|(volume, look)| {
            fastest_run(places.len(), || {
                let places = places.iter().map(|[x, y]| Pos::new(*x, *y, 3));
                let fields = places.map(|place| field(volume, place, look));
                fields.map(|field| field.shown_count()).sum()
            })
        });
        let peer = fastest(&peers(&Grid::of(&volumes[0].0, 3), &places, radius));
        println!(
            "  {rock} % rock, radius {radius}: {:.2} µs, {:.2} µs without: {:.2} times; {:.2} times the fastest peer's without",
            deep.0,
            flat.0,
            deep.0 / flat.0,
            deep.0 / peer
        );
    }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000].as_secs_f64() * 1e3;
    println!(
        "  {what}: {} times, {:.3} ms in the median, {:.3} ms at p99, {:.3} ms at most",
        times.len(),
        at(500),
        at(990),
        at(1000)
    );
}

fn worlds() -> Vec<(&'static str, World, Setup)> {
    let blueprint = |rooms| sector::Blueprint {
        target_rooms: rooms,
        ..sector::Blueprint::default()
    };
    let seed = Seed::new(7);
    let setup = Setup {
        seed,
        hp: Some(1_000_000),
        level: Some(60),
        ..Setup::default()
    };
    let sector = |rooms| World::from(sector::generate(&blueprint(rooms), seed).expect("a sector"));
    let maze = World::from(maze::generate(&maze::MazePlan::default(), seed).expect("a maze"));
    vec![
        ("sector of 12 rooms", sector(12), setup.clone()),
        ("sector of 100 rooms", sector(100), setup.clone()),
        ("maze", maze, setup),
    ]
}

fn decisions() {
    println!("Deciding what to explore next, and acting");
    for (name, world, setup) in worlds() {
        let mut game = Game::new(&world, &setup).expect("a game");
        let mut explorer = Explorer::new(&game);
        let (mut decisions, mut acts) = (Vec::new(), Vec::new());
        while decisions.len() < 3000 {
            let start = Instant::now();
            let Ok(command) = explorer.explore_on(&game) else {
                break;
            };
            decisions.push(start.elapsed());
            let start = Instant::now();
            game.act(&command);
            acts.push(start.elapsed());
        }
        report(&format!("{name}, decision"), decisions);
        report(&format!("{name}, turn"), acts);
    }
}

fn seeking() {
    println!("Going to any of 10,000 turns, and taking back one");
    for (name, world, setup) in worlds() {
        let setup = Setup {
            is_endless: true,
            ..setup
        };
        let mut history = History::begin(&world, &setup).expect("a game");
        let mut bot = Bot::new(BotKind::Random, history.game());
        while history.len() < 10_000 {
            match bot.next(history.game()) {
                Some(command) => drop(history.act(&command)),
                None => break,
            }
        }
        let mut random = Seed::new(3).stream();
        let mut times = Vec::new();
        for _ in 0..300 {
            let to = random.below(u64::from(history.len()) + 1) as u32;
            let start = Instant::now();
            history.seek(to).expect("as recorded");
            times.push(start.elapsed());
        }
        report(&format!("{name}, {} turns, seek", history.len()), times);
        history.seek(u32::MAX).expect("as recorded");
        let mut times = Vec::new();
        for _ in 0..100 {
            let start = Instant::now();
            history.rewind(1).expect("as recorded");
            times.push(start.elapsed());
        }
        report(&format!("{name}, rewind"), times);
    }
}

fn main() {
    let wanted = std::env::args().nth(1);
    let parts: [(&str, fn()); 4] = [
        ("sight", sight),
        ("openings", openings),
        ("decisions", decisions),
        ("seeking", seeking),
    ];
    for (name, run) in parts {
        if wanted.as_ref().is_none_or(|wanted| wanted == name) {
            run();
        }
    }
}
