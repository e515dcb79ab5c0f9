//! Mazes: how long one takes, how it grows with size and levels, and how long a view takes
//! to become a picture.

use deepway::maze::{Maze, MazePlan, generate};
use deepway::view::{
    Ink, Light, first_person, first_person_scene, first_person_text, maze_map, png, svg,
};
use deepway::{Direction, MazePos, Seed, json, validate};
use std::hint::black_box;
use std::time::Instant;

/// The best of three passes for each, in microseconds: median, 99 % and the slowest.
fn time(count: u64, mut run: impl FnMut(u64)) -> [f64; 3] {
    let mut best = vec![f64::MAX; count as usize];
    for _ in 0..3 {
        for (number, best) in (0..).zip(&mut best) {
            let start = Instant::now();
            run(number);
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.sort_by(f64::total_cmp);
    [
        best[best.len() / 2],
        best[best.len() * 99 / 100],
        best[best.len() - 1],
    ]
}

fn line(what: &str, [median, most, slowest]: [f64; 3]) {
    println!("{what:<44} {median:>10.1} {most:>10.1} {slowest:>10.1}");
}

fn make(plan: &MazePlan, seed: u64) -> Maze {
    generate(plan, Seed::new(seed)).expect("every seed gives a maze")
}

fn main() {
    println!("µs, the best of three passes a seed          median       99 %    slowest");
    let default = MazePlan::default();
    line(
        "five levels of 32 × 32",
        time(3000, |seed| {
            black_box(make(&default, seed));
        }),
    );
    // What a plain pass over the same cells takes, with a bit of work a cell.
    let maze = make(&default, 7);
    line(
        "  a pass over their cells and sides",
        time(3000, |_| {
            let closed = maze.levels.iter().flat_map(|level| {
                let cells = level.cells();
                cells.flat_map(move |(row, col)| {
                    Direction::STRAIGHT.map(|to| level.side(row, col, to) as u64)
                })
            });
            black_box(closed.sum::<u64>());
        }),
    );
    line(
        "  validated",
        time(1000, |_| {
            black_box(validate::maze(&maze));
        }),
    );
    line(
        "  as cells and links",
        time(1000, |_| {
            black_box(maze.to_volume().expect("small"));
        }),
    );
    let text = json::write_maze(&maze);
    line(
        "  written as JSON",
        time(1000, |_| {
            black_box(json::write_maze(&maze));
        }),
    );
    line(
        "  read from JSON",
        time(1000, |_| {
            black_box(json::read_maze("maze", &text).expect("good"));
        }),
    );
    for (size, levels) in [
        (8, 5),
        (16, 5),
        (64, 5),
        (128, 5),
        (256, 5),
        (32, 12),
        (32, 99),
    ] {
        let plan = MazePlan {
            size,
            levels,
            ..MazePlan::default()
        };
        let seeds = (2_000_000 / (size * size * levels)).clamp(5, 500);
        line(
            &format!("{levels} levels of {size} × {size}"),
            time(u64::from(seeds), |seed| {
                black_box(make(&plan, seed));
            }),
        );
    }
    println!();
    println!("µs, all open cells of level 1, all facings    median       99 %    slowest");
    let views: Vec<(MazePos, Direction)> = maze.levels[0]
        .cells()
        .filter(|&(row, col)| maze.levels[0].is_open(row, col))
        .flat_map(|(row, col)| {
            let at = MazePos { level: 1, row, col };
            Direction::STRAIGHT.map(|facing| (at, facing))
        })
        .collect();
    let light = Light {
        regular: 20,
        magic: 20,
    };
    let seen = |number: u64| {
        let (at, facing) = views[number as usize];
        first_person(&maze, at, facing, light)
    };
    let count = views.len() as u64;
    line(
        "a view as segments",
        time(count, |number| {
            black_box(seen(number));
        }),
    );
    line(
        "as text, 128 characters wide",
        time(count, |number| {
            black_box(first_person_text(&seen(number), 128, Ink::Plain));
        }),
    );
    line(
        "as SVG",
        time(count, |number| {
            black_box(svg(&first_person_scene(&seen(number))));
        }),
    );
    for scale in [1, 2, 4] {
        line(
            &format!("as PNG of {} × {} pixels", 256 * scale, 152 * scale),
            time(count, |number| {
                let scene = first_person_scene(&seen(number));
                black_box(png(&scene, scale as f32).expect("small"));
            }),
        );
    }
    line(
        "all five levels from above as SVG",
        time(20, |_| {
            black_box(svg(&maze_map(&maze, None, None).expect("small")));
        }),
    );
}
