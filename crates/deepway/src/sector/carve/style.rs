//! The furniture of a room, by its archetype, biome and layer.

use super::super::graph::Archetype;
use super::super::room::Room;
use super::interior::Interior;
use super::{MIDDLE, UNIT};
use crate::cell::Cell;
use crate::seed::Stream;
use crate::space::Biome;

/// Furnishes a room.
pub(super) fn furnish(inside: &mut Interior, room: &Room, random: &mut Stream) {
    match room.archetype {
        Archetype::EntryHall => entry_hall(inside),
        Archetype::BossArena => boss_arena(inside, room.biome),
        Archetype::Junction => junction(inside, random),
        Archetype::Corridor => passage(inside, random),
        Archetype::SecretRoom => vault(inside, random),
        Archetype::Chamber => chamber(inside, room, random),
    }
    scatter(inside, room.biome, random);
}

/// The four cells that mirror each other.
fn mirrored(inside: &Interior, [x, y]: [i32; 2]) -> [[i32; 2]; 4] {
    let far = inside.width() - 1;
    [[x, y], [far - x, y], [x, far - y], [far - x, far - y]]
}

/// Cuts the corners off, `size` cells along the walls.
fn cut_corners(inside: &mut Interior, size: i32) {
    for from_corner in 0..size {
        for x in 0..size - from_corner {
            let cells = mirrored(inside, [x, from_corner]);
            cells.into_iter().for_each(|at| {
                inside.put(at, Cell::Wall);
            });
        }
    }
}

/// A colonnade on both sides of an aisle.
fn entry_hall(inside: &mut Interior) {
    let far = inside.width() - 1;
    for x in (1..=far / 2).step_by(3) {
        for at in mirrored(inside, [x, 1]) {
            inside.put(at, Cell::Pillar);
        }
    }
    let middle = far / 2;
    for along in 0..=far {
        for at in [[along, middle], [middle, along]] {
            if inside.is_free(at) {
                inside.put(at, Cell::Dais);
            }
        }
    }
}

/// Eight-sided, with a ring of pillars around a stage with a seat.
fn boss_arena(inside: &mut Interior, biome: Biome) {
    let far = inside.width() - 1;
    let middle = far / 2;
    cut_corners(inside, far / 4);
    let reach = (far / 5).max(1);
    for y in -reach..=reach {
        for x in -reach..=reach {
            let at = [middle + x, middle + y];
            if inside.is_free(at) {
                inside.put(at, Cell::Dais);
            }
        }
    }
    inside.put([middle, middle], Cell::Statue);
    let ring = far / 2 - far / 8 - 1;
    let pillar = match biome {
        Biome::Niflheim | Biome::Alfheim => Cell::Crystal,
        Biome::Jotunheim => Cell::Machine,
        _ => Cell::Pillar,
    };
    let half = ring / 2;
    for (x, y) in [(ring, 0), (0, ring), (ring, half), (half, ring)] {
        for [x, y] in [[x, y], [-x, y], [x, -y], [-x, -y]] {
            inside.put([middle + x, middle + y], pillar);
        }
    }
}

/// Round, with something in the middle.
fn junction(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    cut_corners(inside, far / 3);
    let middle = far / 2;
    let centre = *random
        .pick(&[Cell::Statue, Cell::Pillar, Cell::ShallowLiquid])
        .unwrap_or(&Cell::Pillar);
    let reach = far / 10;
    for y in -reach..=reach {
        for x in -reach..=reach {
            inside.put([middle + x, middle + y], centre);
        }
    }
    if far > 8 {
        for at in mirrored(inside, [far / 4, far / 4]) {
            inside.put(at, Cell::Pillar);
        }
    }
}

/// Lanes from door to door through rock, some of them two cells wide.
fn passage(inside: &mut Interior, random: &mut Stream) {
    inside.close();
    let far = inside.width() - 1;
    // The middle of the central unit, where lanes never meet a link.
    let middle = (far + 1) / UNIT / 2 * UNIT + MIDDLE - 1;
    let fronts = inside.fronts().to_vec();
    let wide = random.chance(1, 3);
    for [x, y] in fronts {
        // First away from the wall, then across.
        let is_north_south = y == 0 || y == far;
        let corner = if is_north_south {
            [x, middle]
        } else {
            [middle, y]
        };
        inside.lane([x, y], corner);
        inside.lane(corner, [middle, middle]);
        if wide {
            let aside = |[x, y]: [i32; 2]| [x + 1, y + 1];
            inside.lane(
                aside([x.clamp(1, far - 2), y.clamp(0, far - 1)]),
                aside(corner),
            );
        }
    }
    inside.lane([middle, middle], [middle, middle]);
    if wide {
        inside.lane([middle - 1, middle - 1], [middle + 1, middle + 1]);
    }
}

/// Thick walls around shelves.
fn vault(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    for along in 0..=far {
        for at in [[along, 0], [along, far], [0, along], [far, along]] {
            inside.put(at, Cell::Wall);
        }
    }
    for along in 1..far {
        for at in [[along, 1], [along, far - 1], [1, along], [far - 1, along]] {
            if random.chance(1, 3) {
                inside.put(at, Cell::Furniture);
            }
        }
    }
    inside.put([far / 2, far / 2], Cell::Statue);
}

fn chamber(inside: &mut Interior, room: &Room, random: &mut Stream) {
    let is_high = room.position.z > 0;
    let looks: &[(Look, u32)] = match room.biome {
        Biome::TheRoots if is_high => &[
            (Look::Cave, 2),
            (Look::Machines, 3),
            (Look::Pillars, 2),
            (Look::Pool, 1),
        ],
        Biome::TheRoots => &[
            (Look::Cave, 5),
            (Look::Pool, 2),
            (Look::Alcoves, 1),
            (Look::Shelves, 1),
        ],
        Biome::Muspelheim => &[
            (Look::Pool, 4),
            (Look::Cave, 2),
            (Look::Machines, 2),
            (Look::Pillars, 1),
        ],
        Biome::Niflheim => &[
            (Look::Crystals, 4),
            (Look::Cave, 2),
            (Look::Pool, 2),
            (Look::Alcoves, 1),
        ],
        Biome::Jotunheim => &[(Look::Machines, 4), (Look::Pillars, 3), (Look::Shelves, 1)],
        Biome::Alfheim => &[
            (Look::Crystals, 3),
            (Look::Pillars, 3),
            (Look::Pool, 1),
            (Look::Alcoves, 1),
        ],
        Biome::Neutral => &[
            (Look::Pillars, 2),
            (Look::Alcoves, 2),
            (Look::Shelves, 2),
            (Look::Pool, 1),
        ],
    };
    match random.weighted(looks).copied().unwrap_or(Look::Pillars) {
        Look::Cave => cave(inside, random),
        Look::Pool => pool(inside, random),
        Look::Alcoves => alcoves(inside),
        Look::Shelves => shelves(inside, random),
        Look::Machines => machines(inside, random),
        Look::Pillars => pillars(inside, random),
        Look::Crystals => crystals(inside, random),
    }
}

/// What a chamber looks like.
#[derive(Clone, Copy)]
enum Look {
    Cave,
    Pool,
    Alcoves,
    Shelves,
    Machines,
    Pillars,
    Crystals,
}

/// Rock grows in from the walls, deepest in the corners.
fn cave(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    let depth = (far / 5).max(2);
    cut_corners(inside, depth);
    let mut rim: Vec<[i32; 2]> = Vec::new();
    for y in 0..=far {
        for x in 0..=far {
            if x.min(y).min(far - x).min(far - y) < depth {
                rim.push([x, y]);
            }
        }
    }
    for layer in 0..depth {
        random.shuffle(&mut rim);
        for &[x, y] in &rim {
            let from_wall = x.min(y).min(far - x).min(far - y);
            if from_wall <= layer && random.chance((depth - from_wall) as u32, depth as u32 * 2) {
                inside.put([x, y], Cell::Wall);
            }
        }
    }
}

/// Liquid in the middle, deep where it is wide.
fn pool(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    cut_corners(inside, far / 6);
    let middle = [
        far / 2 + random.between(-1, 1),
        far / 2 + random.between(-1, 1),
    ];
    let radius = far / 3;
    for y in -radius..=radius {
        for x in -radius..=radius {
            let far2 = x * x + y * y;
            let at = [middle[0] + x, middle[1] + y];
            let ragged = random.between(-2, 2);
            if far2 + ragged <= radius * radius {
                inside.put(at, Cell::ShallowLiquid);
            }
        }
    }
    let deep = radius - 1;
    for y in -deep..=deep {
        for x in -deep..=deep {
            if x * x + y * y < deep * deep {
                inside.put([middle[0] + x, middle[1] + y], Cell::DeepLiquid);
            }
        }
    }
}

/// Niches along the walls.
fn alcoves(inside: &mut Interior) {
    let far = inside.width() - 1;
    for along in 0..=far {
        if along % 4 == 3 {
            continue;
        }
        for at in [[along, 0], [along, far], [0, along], [far, along]] {
            inside.put(at, Cell::Wall);
        }
    }
    if far > 8 {
        for at in mirrored(inside, [4, 4]) {
            inside.put(at, Cell::Statue);
        }
    }
}

/// Rows of shelves and tables.
fn shelves(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    for y in (1..far).step_by(3) {
        for x in 1..far {
            if x != far / 2 && x % 5 != 0 && random.chance(4, 5) {
                inside.put([x, y], Cell::Furniture);
            }
        }
    }
}

/// Blocks of machinery with lanes between them.
fn machines(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    for y in (1..far - 1).step_by(4) {
        for x in (1..far - 1).step_by(5) {
            if random.chance(1, 5) {
                continue;
            }
            for (dx, dy) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)] {
                if x + dx < far && y + dy < far {
                    inside.put([x + dx, y + dy], Cell::Machine);
                }
            }
        }
    }
}

/// A regular forest of pillars.
fn pillars(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    let apart = *random.pick(&[3, 4]).unwrap_or(&3);
    for y in (1..=far / 2).step_by(apart) {
        for x in (1..=far / 2).step_by(apart) {
            for at in mirrored(inside, [x, y]) {
                inside.put(at, Cell::Pillar);
            }
        }
    }
}

/// Clumps of crystal or ice, alike in all four corners.
fn crystals(inside: &mut Interior, random: &mut Stream) {
    let far = inside.width() - 1;
    cut_corners(inside, far / 7);
    for _ in 0..far / 2 {
        let (x, y) = (random.between(0, far / 2), random.between(0, far / 2));
        for (dx, dy) in [(0, 0), (1, 0), (0, 1)] {
            if random.chance(2, 3) {
                for at in mirrored(inside, [x + dx, y + dy]) {
                    inside.put(at, Cell::Crystal);
                }
            }
        }
    }
}

/// Scatters a few things, most of them along the walls.
fn scatter(inside: &mut Interior, biome: Biome, random: &mut Stream) {
    let far = inside.width() - 1;
    let thing = match biome {
        Biome::TheRoots | Biome::Muspelheim => Cell::Rubble,
        Biome::Niflheim | Biome::Alfheim => Cell::Crystal,
        Biome::Jotunheim => Cell::Machine,
        Biome::Neutral => Cell::Furniture,
    };
    for _ in 0..far / 4 {
        let along = random.between(0, far);
        let at = match random.below(4) {
            0 => [along, 0],
            1 => [along, far],
            2 => [0, along],
            _ => [far, along],
        };
        inside.put(at, thing);
    }
}
