//! The ground floor: link scan and text reading against plain passes over the
//! same bytes, in one run.

use deepway::{Cell, Draft, MoveRules, Pos, Seed, Size, Volume, link, text};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZE: [u32; 3] = [512, 512, 16];
const LINKS: usize = 5_000;
const ROUNDS: usize = 20;
const PASSES: usize = 5;

/// The best of many passes: a few at a time, so that each finds its data near,
/// and in turn, so that all see the same machine.
fn race<const N: usize>(runs: &mut [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (run, best) in runs.iter_mut().zip(&mut best) {
            for _ in 0..PASSES {
                let start = Instant::now();
                run();
                *best = start.elapsed().min(*best);
            }
        }
    }
    best
}

/// Rooms and rock with links of every kind, all of them two-cell and apart.
fn world() -> Volume {
    let size = Size::new(SIZE[0], SIZE[1], SIZE[2]).expect("within the limits");
    let mut draft = Draft::new(size);
    let mut random = Seed::new(1).child("bench").stream();
    let corner = Pos::new(511, 511, 15);
    draft.fill(Pos::new(0, 0, 0), corner, Cell::Wall);
    for _ in 0..6_000 {
        let z = random.between(0, 15);
        let (x, y) = (random.between(1, 490), random.between(1, 490));
        let (w, h) = (random.between(3, 20), random.between(3, 20));
        draft.fill(Pos::new(x, y, z), Pos::new(x + w, y + h, z), Cell::Floor);
    }
    let pairs = [
        (Cell::Ladder, Cell::Ladder),
        (Cell::StairsBoth, Cell::StairsBoth),
        (Cell::StairsUp, Cell::StairsDown),
        (Cell::Floor, Cell::Hole),
        (Cell::Shaft, Cell::Shaft),
        (Cell::Elevator, Cell::Elevator),
        (Cell::RampSouth, Cell::Floor),
    ];
    let mut placed = 0;
    while placed < LINKS {
        let low = Pos::new(
            random.between(1, 510),
            random.between(1, 510),
            random.between(0, 14),
        );
        let high = low.step(deepway::Direction::Up);
        let entry = low.step(deepway::Direction::South);
        let around = (-1..=2)
            .map(|dz| Pos::new(low.x, low.y, low.z + dz))
            .chain([entry]);
        if around.map(|pos| draft.get(pos)).any(Cell::is_vertical) {
            continue;
        }
        let &(below, above) = random.pick(&pairs).expect("there are pairs");
        for (pos, cell) in [(low, below), (high, above), (entry, Cell::Floor)] {
            draft.set(pos, cell).expect("inside");
        }
        placed += 1;
    }
    draft.finish()
}

fn main() {
    let volume = world();
    let rules = MoveRules::default();
    let links = link::scan(&volume, &rules).len();
    let map = text::to_text(&volume);
    let bytes = map.len() as f64;
    let cells: Vec<u8> = (0..SIZE[2])
        .flat_map(|z| (0..SIZE[1]).map(move |y| (y, z)))
        .flat_map(|(y, z)| volume.row(y, z).map(|cell| cell as u8).collect::<Vec<_>>())
        .collect();

    // The plain pass over cells is the fastest there is: the union of all bytes.
    // The one over text asks of every byte which class it has, by a table.
    let mut class = [0u8; 256];
    for cell in Cell::all() {
        class[cell.glyph() as usize] = 1 + u8::from(cell.is_walkable());
    }
    class[b'\n' as usize] = 3;
    let [sum, scan, classify, read] = race(&mut [
        &mut || {
            black_box(
                black_box(&cells)
                    .iter()
                    .map(|&byte| u64::from(byte))
                    .sum::<u64>(),
            );
        },
        &mut || {
            black_box(link::scan(black_box(&volume), &rules));
        },
        &mut || {
            let text = black_box(map.as_bytes());
            let sum: u32 = text
                .iter()
                .map(|&byte| u32::from(class[usize::from(byte)]))
                .sum();
            black_box(sum);
        },
        &mut || {
            black_box(text::read("map", black_box(map.as_bytes())).expect("a map"));
        },
    ]);

    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let rate = |bytes: f64, time: Duration| bytes / time.as_secs_f64() / 1e6;
    let cell_bytes = cells.len() as f64;
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    if let Some(model) = about
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
    {
        println!("{}", model.trim_start_matches([' ', '\t', ':']));
    }
    println!(
        "deepway ground floor, {} × {} × {}, {links} links, best of {} passes\n",
        SIZE[0],
        SIZE[1],
        SIZE[2],
        ROUNDS * PASSES
    );
    println!("{:<50} {:>10} {:>10} {:>8}", "", "µs", "MB/s", "ratio");
    let row = |name: &str, bytes: f64, time: Duration, base: Duration| {
        println!(
            "{name:<50} {:>10.0} {:>10.0} {:>8.2}",
            micros(time),
            rate(bytes, time),
            micros(time) / micros(base)
        );
    };
    row(
        "plain pass over the cells (union of bytes)",
        cell_bytes,
        sum,
        sum,
    );
    row("link scan (goal: ratio at most 6)", cell_bytes, scan, sum);
    row(
        "plain pass over the text (class of every byte)",
        bytes,
        classify,
        classify,
    );
    row(
        "text read (goal: 800 MB/s, or ratio at most 5)",
        bytes,
        read,
        classify,
    );
}
