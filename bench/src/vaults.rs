//! Levels of vault dungeons, and the same samples drawn by the crate `wfc`.

use cpu_time::ThreadTime;
use deepway::strata::{Samples, Theme, VaultLevel, VaultPlan};
use deepway::{Pos, Seed};
use grid_2d::{Grid, Size};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::num::NonZeroU32;
use wfc::overlapping::OverlappingPatterns;
use wfc::wrap::WrapNone;
use wfc::{Context, ForbidNothing, RunBorrow, Wave};

/// The notations that are measured.
const CUTS: [&str; 6] = [
    "Full",
    "Zone",
    "BSP:6",
    "Ring:3",
    "Blocks:2d6,24,12",
    "Tower:40,12,11,8",
];
const LEVELS: u64 = 300;
/// Every level is made so often, and the least time counts.
const PASSES: usize = 3;
/// What is inside the border of a level: what `Zone` fills, and what the peer fills.
const WIDTH: usize = 78;
const HEIGHT: usize = 23;
/// How often the peer may begin afresh. What is not done then is given up, as ours gives up.
const ATTEMPTS: u32 = 1000;

/// What is said before the comparison.
const TERMS: &str = "\
one sample for both, patterns of 3 × 3, not turned: ours is Zone, 78 × 23 cells inside the
border; wfc draws a map of 78 × 23 without wrapping it. Tables of patterns are made before, in
both. Contradictions are included in both: ours mends them, and in the end would give plain
rooms to a segment that no wave fills; wfc begins afresh, up to 1000 times a level. Ours takes
its memory anew for each level; wfc is measured so, on equal terms, and with memory that is
kept from level to level, its best.

Ours does more: it walls the map in, draws it again if it is nearly all rock, joins its parts,
says what each part is good for, and writes cells with materials; wfc does nothing of this. The
time of our waves alone cannot be had from outside. On the other hand wfc also takes the windows
that wrap around the edges of a sample, and has more patterns in some; ours counts no pattern
more than 24 times.

below a row of wfc: how many times the time of ours it takes
afresh: contradictions after which wfc began again, in all levels together
failed: levels with a segment that no wave filled, of ours; levels given up, of wfc
gaps: levels in which wfc left cells undecided and said that it was done; they count as rock";

/// Where one can stand, row by row.
type Open = Vec<Vec<bool>>;

/// What is to be known about many levels.
struct Figures {
    /// Milliseconds of each, in order of size.
    times: Vec<f64>,
    in_one_piece: u64,
    /// Levels that no wave could fill: a segment of ours, or all of the peer's.
    failed: u64,
    /// Waves that met a contradiction and began afresh.
    afresh: u64,
    /// Levels with cells that are left undecided.
    gaps: u64,
    /// Cells that one can stand on, in all levels.
    open: usize,
}

impl Figures {
    fn at(&self, share: f64) -> f64 {
        self.times[((self.times.len() - 1) as f64 * share) as usize]
    }

    fn median(&self) -> f64 {
        self.at(0.5)
    }

    fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }

    fn print(&self, what: &str) {
        print!(
            "{what:<30} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>10}",
            self.median(),
            self.mean(),
            self.at(0.99),
            self.at(1.0),
            format!("{}/{}", self.in_one_piece, self.times.len()),
        );
    }

    /// The share of cells inside the border that one can stand on, in hundredths.
    fn percent_open(&self) -> f64 {
        self.open as f64 * 100.0 / (self.times.len() * WIDTH * HEIGHT) as f64
    }
}

/// A map as it was made, before anybody asks about it.
trait Made {
    fn open(&self) -> Open;
    fn is_failed(&self) -> bool;
    fn afresh(&self) -> u64;
    fn undecided(&self) -> u64;
}

/// Makes levels and measures the time that the processor worked on each.
fn measure<T: Made>(levels: u64, mut make: impl FnMut(u64) -> T) -> Figures {
    let mut times = vec![f64::MAX; levels as usize];
    let [mut in_one_piece, mut failed, mut afresh, mut gaps] = [0; 4];
    let mut open = 0;
    for pass in 0..PASSES {
        for (number, best) in (0..).zip(&mut times) {
            let start = ThreadTime::now();
            let made = black_box(make(number));
            *best = best.min(start.elapsed().as_secs_f64() * 1e3);
            if pass == 0 {
                let map = made.open();
                in_one_piece += u64::from(pieces(&map) == 1);
                failed += u64::from(made.is_failed());
                afresh += made.afresh();
                gaps += u64::from(made.undecided() > 0);
                open += map.iter().flatten().filter(|&&is_open| is_open).count();
            }
        }
    }
    times.sort_by(f64::total_cmp);
    Figures {
        times,
        in_one_piece,
        failed,
        afresh,
        gaps,
        open,
    }
}

/// How many parts the open cells form, by steps in four directions.
fn pieces(open: &Open) -> usize {
    let mut left = open.clone();
    let mut pieces = 0;
    for y in 0..left.len() {
        for x in 0..left[y].len() {
            if !left[y][x] {
                continue;
            }
            pieces += 1;
            left[y][x] = false;
            let mut stack = vec![(x, y)];
            while let Some((x, y)) = stack.pop() {
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                    else {
                        continue;
                    };
                    let row = left.get_mut(y);
                    if let Some(cell) = row.and_then(|row| row.get_mut(x))
                        && *cell
                    {
                        *cell = false;
                        stack.push((x, y));
                    }
                }
            }
        }
    }
    pieces
}

impl Made for VaultLevel {
    fn open(&self) -> Open {
        let size = self.volume.size();
        let row = |y: u32| {
            let cells = (0..size.width()).map(|x| Pos::new(x as i32, y as i32, 0));
            cells.map(|pos| self.volume.is_walkable(pos)).collect()
        };
        (0..size.height()).map(row).collect()
    }

    fn is_failed(&self) -> bool {
        self.fallbacks > 0
    }

    fn afresh(&self) -> u64 {
        0
    }

    fn undecided(&self) -> u64 {
        0
    }
}

fn ours(samples: &Samples, cut: &str) -> Figures {
    let plan = VaultPlan {
        samples,
        segmentation: cut.parse().expect("a notation"),
        tier: 1,
    };
    measure(LEVELS, |number| plan.build(Seed::new(number)))
}

/// What the peer made: the characters of the sample, row by row, if it came to an end.
struct Drawing {
    rows: Option<Vec<Vec<char>>>,
    afresh: u64,
    /// Cells that it left open what they are.
    undecided: u64,
}

impl Drawing {
    /// What a wave says, if it came to an end, after so many that did not.
    fn new(patterns: &OverlappingPatterns<char>, wave: &Wave, tried: Option<u32>) -> Self {
        let mut undecided = 0;
        let rows = tried.map(|_| {
            let mut rows = vec![vec!['#'; WIDTH]; HEIGHT];
            for (at, cell) in wave.grid().enumerate() {
                // It may end with cells that it lost sight of: let them be rock.
                match cell.chosen_pattern_id() {
                    Ok(id) => {
                        rows[at.y as usize][at.x as usize] = *patterns.pattern_top_left_value(id);
                    }
                    Err(_) => undecided += 1,
                }
            }
            rows
        });
        Self {
            rows,
            afresh: u64::from(tried.unwrap_or(ATTEMPTS)),
            undecided,
        }
    }
}

impl Made for Drawing {
    fn open(&self) -> Open {
        let is_open = |row: &Vec<char>| row.iter().map(|cell| ".+_".contains(*cell)).collect();
        let rows = self.rows.iter().flatten();
        rows.map(is_open).collect()
    }

    fn is_failed(&self) -> bool {
        self.rows.is_none()
    }

    fn afresh(&self) -> u64 {
        self.afresh
    }

    fn undecided(&self) -> u64 {
        self.undecided
    }
}

/// The peer's levels, with memory that is taken anew for each or kept from one to the next.
fn peer(sample: &str, keeps_memory: bool) -> Figures {
    let rows: Vec<Vec<char>> = sample.lines().map(|row| row.chars().collect()).collect();
    let size = Size::new(rows[0].len() as u32, rows.len() as u32);
    let bitmap = Grid::new_fn(size, |at| rows[at.y as usize][at.x as usize]);
    let three = NonZeroU32::new(3).expect("not zero");
    let patterns = OverlappingPatterns::new_original_orientation(bitmap, three);
    // As with ours, the tables are made once for all levels.
    let stats = patterns.global_stats();
    let size = Size::new(WIDTH as u32, HEIGHT as u32);
    let (mut context, mut wave) = (Context::new(), Wave::new(size));
    measure(LEVELS, |number| {
        if !keeps_memory {
            (context, wave) = (Context::new(), Wave::new(size));
        }
        let mut random = SmallRng::seed_from_u64(number);
        let mut run = RunBorrow::new_wrap_forbid(
            &mut context,
            &mut wave,
            &stats,
            WrapNone,
            ForbidNothing,
            &mut random,
        );
        let tried = (0..ATTEMPTS).find(|_| run.collapse(&mut random).is_ok());
        Drawing::new(&patterns, &wave, tried)
    })
}

/// The samples of a theme, each as a text of its own.
fn blocks(theme: Theme) -> Vec<String> {
    let lines = theme.text().lines().filter(|line| !line.starts_with(';'));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let blocks = text.split("\n\n").map(str::trim);
    blocks
        .filter(|block| !block.is_empty())
        .map(|block| format!("{block}\n"))
        .collect()
}

/// How many different windows of 3 × 3 a sample has: inside it, and with those that wrap around.
fn windows(sample: &str) -> [usize; 2] {
    let rows: Vec<Vec<char>> = sample.lines().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len(), rows.len());
    let count = |across: usize, down: usize| {
        let corners = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
        let window = |(x, y): (usize, usize)| -> String {
            let cells = (0..9).map(|at| (x + at % 3, y + at / 3));
            cells.map(|(x, y)| rows[y % height][x % width]).collect()
        };
        corners.map(window).collect::<BTreeSet<_>>().len()
    };
    [count(width - 2, height - 2), count(width, height)]
}

/// The peer against ours in all samples.
struct Sum {
    /// The least ratio of medians, and of means.
    least: [f64; 2],
    /// The sum of means.
    total: f64,
    in_one_piece: u64,
    levels: u64,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            least: [f64::MAX; 2],
            total: 0.0,
            in_one_piece: 0,
            levels: 0,
        }
    }
}

fn main() {
    println!("scripts/bench vaults, one pinned core of a shared machine");
    println!(
        "goals: a level of 80 × 25 in 5 ms, and at least 6 times as fast as the crate wfc 0.10.7;"
    );
    println!("every level of ours in one piece, by steps in four directions");
    println!();
    println!(
        "ms of CPU time for a whole level, the least of {PASSES} passes, {LEVELS} levels each"
    );
    println!();
    println!(
        "ours, all samples of a theme     median     mean     99 %  slowest  one piece   with a segment that no wave filled"
    );
    let mut slowest = 0.0_f64;
    let mut all_joined = true;
    for theme in Theme::ALL {
        for cut in CUTS {
            let figures = ours(theme.samples(), cut);
            figures.print(&format!("{} {cut}", theme.name()));
            println!("   {}", figures.failed);
            slowest = slowest.max(figures.at(1.0));
            all_joined &= figures.in_one_piece == LEVELS;
        }
    }
    println!();
    println!("{TERMS}");
    println!();
    println!(
        "                                 median     mean     99 %  slowest  one piece     open   afresh   failed   gaps"
    );
    let mut total = 0.0;
    let mut sums = [Sum::default(), Sum::default()];
    for theme in Theme::ALL {
        for (number, sample) in (1..).zip(blocks(theme)) {
            let name = format!("{} {number}", theme.name());
            let [inside, wrapped] = windows(&sample);
            println!("{name}: {inside} patterns, {wrapped} for wfc");
            let samples = Samples::read(&name, &sample).expect("a built-in sample");
            let ours = ours(&samples, "Zone");
            ours.print("  ours");
            println!(
                "   {:>4.1} %        -   {:>6}      -",
                ours.percent_open(),
                ours.failed
            );
            slowest = slowest.max(ours.at(1.0));
            all_joined &= ours.in_one_piece == LEVELS;
            total += ours.mean();
            for (keeps_memory, sum) in [false, true].into_iter().zip(&mut sums) {
                let peer = peer(&sample, keeps_memory);
                let memory = if keeps_memory { "kept" } else { "anew" };
                peer.print(&format!("  wfc, memory {memory}"));
                println!(
                    "   {:>4.1} %   {:>6}   {:>6}   {:>4}",
                    peer.percent_open(),
                    peer.afresh,
                    peer.failed,
                    peer.gaps
                );
                let ratios = [peer.median() / ours.median(), peer.mean() / ours.mean()];
                println!("{:<30} {:>6.1} × {:>6.1} ×", "", ratios[0], ratios[1]);
                for (least, ratio) in sum.least.iter_mut().zip(ratios) {
                    *least = least.min(ratio);
                }
                sum.total += peer.mean();
                sum.in_one_piece += peer.in_one_piece;
                sum.levels += LEVELS;
            }
        }
    }
    println!();
    println!(
        "ours: slowest level {slowest:.3} ms; all in one piece: {}",
        if all_joined { "yes" } else { "no" }
    );
    for (memory, sum) in ["anew, as ours", "kept"].into_iter().zip(&sums) {
        println!(
            "wfc, memory {memory}: at least {:.1} times ours in the median, {:.1} in the mean, {:.1} in all; in one piece: {} of {}",
            sum.least[0],
            sum.least[1],
            sum.total / total,
            sum.in_one_piece,
            sum.levels
        );
    }
}
