use super::*;
use crate::seed::{Seed, Stream};
use crate::text;
use crate::volume::Size;

/// How many pairs are tried; `scripts/prove-sight` tries many more.
fn cases() -> u64 {
    let asked = std::env::var("DEEPWAY_SIGHT_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(40_000)
}

/// A line by its definition: every border that it crosses, in the order of where it does.
fn sees_plainly(volume: &Volume, a: Pos, b: Pos) -> bool {
    let [far_x, far_y, far_z] = [b.x - a.x, b.y - a.y, b.z - a.z];
    // Where along the line, and which axis; as a fraction of the least common denominator.
    let whole: i64 = [far_x, far_y, far_z]
        .iter()
        .map(|far| i64::from(far.abs()).max(1) * 2)
        .product();
    let mut borders: Vec<(i64, usize)> = Vec::new();
    for (axis, far) in [far_x, far_y, far_z].into_iter().enumerate() {
        let count = i64::from(far.abs());
        borders.extend((0..count).map(|i| ((2 * i + 1) * (whole / (2 * count)), axis)));
    }
    borders.sort_unstable();
    let step = |at: Pos, axis: usize| match axis {
        0 => Pos::new(at.x + far_x.signum(), at.y, at.z),
        1 => Pos::new(at.x, at.y + far_y.signum(), at.z),
        _ => Pos::new(at.x, at.y, at.z + far_z.signum()),
    };
    let is_open = |from: Pos, to: Pos| {
        let is_clear = to == b || volume.get(to).is_clear();
        let [low, high] = if from.z < to.z {
            [from, to]
        } else {
            [to, from]
        };
        let [lower, upper] = [low, high].map(|pos| volume.get(pos));
        let is_slab_open = match upper {
            Cell::Air | Cell::Hole | Cell::Shaft => true,
            Cell::StairsDown | Cell::StairsBoth | Cell::Ladder => matches!(
                lower,
                Cell::StairsUp | Cell::StairsDown | Cell::StairsBoth | Cell::Ladder
            ),
            Cell::Elevator => lower == Cell::Elevator,
            _ => matches!(
                lower,
                Cell::RampNorth | Cell::RampSouth | Cell::RampWest | Cell::RampEast
            ),
        };
        is_clear && (from.z == to.z || is_slab_open)
    };
    let mut at = a;
    for group in borders.chunk_by(|a, b| a.0 == b.0) {
        let axes: Vec<usize> = group.iter().map(|(_, axis)| *axis).collect();
        let orders: &[&[usize]] = match axes.len() {
            1 => &[&[0]],
            2 => &[&[0, 1], &[1, 0]],
            _ => &[
                &[0, 1, 2],
                &[0, 2, 1],
                &[1, 0, 2],
                &[1, 2, 0],
                &[2, 0, 1],
                &[2, 1, 0],
            ],
        };
        let mut ends = orders.iter().filter_map(|order| {
            let mut here = at;
            for &number in *order {
                let next = step(here, axes[number]);
                if !is_open(here, next) {
                    return None;
                }
                here = next;
            }
            Some(here)
        });
        match ends.next() {
            Some(end) => at = end,
            None => return false,
        }
    }
    at == b
}

/// A volume of any cells, more or less full.
fn any_volume(random: &mut Stream) -> Volume {
    let size = Size::new(
        2 + random.below(40) as u32,
        2 + random.below(30) as u32,
        1 + random.below(6) as u32,
    );
    let mut volume = Volume::new(size.unwrap());
    let all: Vec<Cell> = Cell::all().collect();
    let [walls, odd] = [random.below(60), random.below(30)];
    let openings = random.below(40);
    for z in 0..volume.size().levels() {
        for y in 0..volume.size().height() {
            for x in 0..volume.size().width() {
                let cell = match random.below(100) {
                    roll if roll < walls => Cell::Wall,
                    _ if random.below(100) < odd => *random.pick(&all).unwrap(),
                    _ if random.below(100) < openings => Cell::Air,
                    _ => Cell::Floor,
                };
                let pos = Pos::new(x as i32, y as i32, z as i32);
                volume.set(pos, cell).unwrap();
            }
        }
    }
    volume
}

fn any_place(volume: &Volume, random: &mut Stream) -> Pos {
    let size = volume.size();
    let [x, y, z] =
        [size.width(), size.height(), size.levels()].map(|most| random.below(most.into()) as i32);
    Pos::new(x, y, z)
}

#[test]
fn lines_are_symmetric_and_as_they_are_defined() {
    let mut random = Seed::new(11).stream();
    let mut counts = [[0u64; 2]; 2];
    while counts[0].iter().sum::<u64>() < cases() || counts[1].iter().sum::<u64>() < cases() {
        let volume = any_volume(&mut random);
        for _ in 0..2000 {
            let [a, b] = [(); 2].map(|()| any_place(&volume, &mut random));
            let seen = sees(&volume, a, b);
            assert_eq!(
                seen,
                sees(&volume, b, a),
                "{a} {b}\n{}",
                text::to_text(&volume)
            );
            assert_eq!(
                seen,
                sees_plainly(&volume, a, b),
                "{a} {b}\n{}",
                text::to_text(&volume)
            );
            counts[usize::from(a.z != b.z)][usize::from(seen)] += 1;
        }
    }
    for [hidden, seen] in counts {
        assert!(hidden > cases() / 100 && seen > cases() / 100, "{counts:?}");
    }
}

#[test]
fn a_field_is_every_line_by_itself() {
    let mut random = Seed::new(12).stream();
    let mut tried = 0;
    while tried < 10 * cases() {
        let volume = any_volume(&mut random);
        for _ in 0..4 {
            let from = any_place(&volume, &mut random);
            let sight = Sight {
                radius: random.below(24) as u8,
                levels: random.below(5) as u8,
            };
            let field = field(&volume, from, &sight);
            let size = volume.size();
            for z in 0..size.levels() as i32 {
                for y in 0..size.height() as i32 {
                    for x in 0..size.width() as i32 {
                        let to = Pos::new(x, y, z);
                        let [right, down] = [x - from.x, y - from.y];
                        let radius = i32::from(sight.radius);
                        let is_near = right * right + down * down <= radius * radius
                            && (z - from.z).abs() <= i32::from(sight.levels);
                        let is_seen = is_near && sees_plainly(&volume, from, to);
                        assert_eq!(
                            field.sees(to),
                            is_seen,
                            "{from} to {to}, {sight:?}\n{}",
                            text::to_text(&volume)
                        );
                        assert!(field.shows(to) || !is_seen);
                        // Only what hides something is shown without being seen.
                        assert!(!field.shows(to) || is_seen || !volume.get(to).is_clear());
                        tried += 1;
                    }
                }
            }
            assert!(field.seen().all(|pos| field.sees(pos)));
            assert_eq!(
                field.shown().count(),
                field.shown().filter(|pos| field.shows(*pos)).count()
            );
        }
    }
}

#[test]
fn a_room_shows_all_its_walls() {
    let map = b"floor:0\n########\n#......#\n#......#\n#......#\n########\n";
    let volume = text::read("map", map).unwrap();
    for y in 1..4 {
        for x in 1..7 {
            let field = field(&volume, Pos::new(x, y, 0), &Sight::default());
            assert_eq!(field.shown().count(), 40);
        }
    }
}

#[test]
fn one_sees_down_a_shaft_but_not_through_a_floor() {
    let floor = "#######\n#.....#\n#..O..#\n#.....#\n#######\n";
    let bottom = floor.replace('O', ".");
    let map = format!("floor:0\n{bottom}floor:1\n{floor}floor:2\n{floor}");
    let volume = text::read("map", map.as_bytes()).unwrap();
    let top = Pos::new(3, 2, 2);
    assert!(sees(&volume, top, Pos::new(3, 2, 0)));
    assert!(!sees(&volume, Pos::new(1, 2, 2), Pos::new(3, 2, 0)));
    assert!(sees(&volume, Pos::new(2, 2, 2), Pos::new(4, 2, 1)));
    assert!(!sees(&volume, Pos::new(2, 2, 2), Pos::new(2, 2, 1)));
    assert!(!sees(&volume, top, Pos::new(9, 9, 9)));
}

#[test]
fn memories_keep_what_was_last_seen() {
    let map = b"floor:0\n.....\n..#..\n.....\n";
    let mut volume = text::read("map", map).unwrap();
    let mut memory = Memory::default();
    let corner = Pos::new(-100, 30, 7);
    let look = |volume: &Volume| field(volume, Pos::new(0, 1, 0), &Sight::default());
    let news = memory.see(&volume, &look(&volume), corner);
    assert_eq!(u64::from(news), memory.len());
    assert!(memory.knows(Pos::new(-98, 31, 7)) && !memory.knows(Pos::new(-97, 31, 7)));
    assert_eq!(memory.get(Pos::new(-98, 31, 7)), Some(Cell::Wall));
    volume.set(Pos::new(2, 1, 0), Cell::Door).unwrap();
    assert_eq!(memory.get(Pos::new(-98, 31, 7)), Some(Cell::Wall));
    assert_eq!(memory.see(&volume, &look(&volume), corner), 0);
    assert_eq!(memory.get(Pos::new(-98, 31, 7)), Some(Cell::Door));
    assert_eq!(memory.iter().count() as u64, memory.len());
    memory.forget(Pos::new(-98, 31, 7));
    assert!(!memory.knows(Pos::new(-98, 31, 7)));
    assert!(Memory::default().is_empty());
}
