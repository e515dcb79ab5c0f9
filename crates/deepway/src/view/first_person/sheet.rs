//! A sheet of sample views of a maze.

use super::picture::draw;
use super::{HEIGHT, Light, SCALES, WIDTH, first_person};
use crate::maze::{Maze, MazeCell, Side};
use crate::space::{Direction, MazePos};
use crate::view::legend::frame;
use crate::view::palette::{FAINT, INK};
use crate::view::scene::{Anchor, Point, Scene};
use crate::view::theme::Theme;

/// The number of views in a row, and the space below each for its caption.
const COLUMNS: usize = 3;
const GAP: f32 = 20.0;
const CAPTION: f32 = 42.0;

/// A viewer in a maze, and what is ahead: the cells in view, their sides to the left and to
/// the right, and what ends the view.
#[derive(Clone)]
struct Prospect {
    at: MazePos,
    facing: Direction,
    cells: Vec<MazeCell>,
    sides: Vec<[Side; 2]>,
    end: Side,
}

impl Prospect {
    fn new(maze: &Maze, at: MazePos, facing: Direction) -> Self {
        let mut prospect = Self {
            at,
            facing,
            cells: Vec::new(),
            sides: Vec::new(),
            end: Side::Open,
        };
        let mut here = at;
        for _ in SCALES {
            prospect.cells.push(maze.cell(here));
            let sides = [facing.left(), facing.right()].map(|to| maze.side(here, to));
            prospect.sides.push(sides);
            prospect.end = maze.side(here, facing);
            match maze.beside(here, facing) {
                Some(next) if prospect.end == Side::Open => here = next,
                _ => break,
            }
        }
        prospect
    }

    fn has(&self, range: usize, what: fn(&MazeCell) -> bool) -> bool {
        self.cells.get(range).is_some_and(what)
    }

    fn count(&self, side: Side) -> usize {
        let near = self.sides.iter().take(5).flatten();
        near.filter(|&&found| found == side).count()
    }

    fn is_long(&self) -> bool {
        self.cells.len() >= 7 && self.count(Side::Open) > 2
    }

    fn hides_doors(&self) -> bool {
        self.end == Side::SecretDoor && self.cells.len() == 2 && self.count(Side::SecretDoor) > 0
    }

    /// How interesting the view is: depth, and openings and doors at the sides.
    fn charm(&self) -> usize {
        self.cells.len() + 3 * self.count(Side::Open) + 2 * self.count(Side::Door)
    }
}

/// A caption, the light, and which views fit; the most charming of them is taken.
type Wish = (&'static str, Light, fn(&Prospect) -> bool);

const BRIGHT: Light = Light {
    regular: 16,
    magic: 0,
};

const WISHES: [Wish; 12] = [
    ("a ladder leads down", BRIGHT, |seen| {
        seen.has(1, |cell| cell.has_ladder_down)
    }),
    ("a ladder leads up", BRIGHT, |seen| {
        seen.has(1, |cell| cell.has_ladder_up)
    }),
    ("a hole in the floor", BRIGHT, |seen| {
        seen.has(1, |cell| cell.has_hole_floor)
    }),
    ("a hole in the ceiling", BRIGHT, |seen| {
        seen.has(1, |cell| cell.has_hole_ceiling)
    }),
    ("at the foot of a ladder", BRIGHT, |seen| {
        seen.has(0, |cell| cell.has_ladder_up)
    }),
    ("at the edge of a hole", BRIGHT, |seen| {
        seen.has(0, |cell| cell.has_hole_floor)
    }),
    ("a long corridor", BRIGHT, Prospect::is_long),
    ("doors", BRIGHT, |seen| {
        seen.end == Side::Door && seen.cells.len() <= 4 && seen.count(Side::Door) > 0
    }),
    ("a wall", BRIGHT, Prospect::hides_doors),
    (
        "the same wall in magic light",
        Light {
            magic: 16,
            ..BRIGHT
        },
        Prospect::hides_doors,
    ),
    (
        "light 8",
        Light {
            regular: 8,
            magic: 0,
        },
        Prospect::is_long,
    ),
    (
        "light 5: the torch burns low",
        Light {
            regular: 5,
            magic: 0,
        },
        Prospect::is_long,
    ),
];

/// A sheet of up to twelve views: each kind of ladder and hole, corridors, doors, a secret
/// door with and without magic light, and fading light. None if the maze has none of these.
pub fn first_person_sheet(maze: &Maze) -> Option<Scene> {
    let best = best(maze);
    let views = WISHES.iter().zip(&best);
    let views = views.filter_map(|(&(caption, light, _), best)| {
        let best = best.as_ref()?;
        Some((caption, light, best))
    });
    let views: Vec<(&str, Light, &Prospect)> = views.collect();
    if views.is_empty() {
        return None;
    }
    let rows = views.len().div_ceil(COLUMNS) as f32;
    let columns = views.len().min(COLUMNS) as f32;
    let title = format!("Maze {}", maze.seed);
    let (mut scene, corner) = frame(
        columns * (WIDTH + GAP) - GAP,
        rows * (HEIGHT + CAPTION) - 10.0,
        &title,
        &[],
        Theme::Dark,
    );
    for (number, (caption, light, seen)) in views.into_iter().enumerate() {
        let (column, row) = (number % COLUMNS, number / COLUMNS);
        let at = Point::new(
            corner.x + column as f32 * (WIDTH + GAP),
            corner.y + row as f32 * (HEIGHT + CAPTION),
        );
        let corners = [
            (0.0, 0.0),
            (WIDTH, 0.0),
            (WIDTH, HEIGHT),
            (0.0, HEIGHT),
            (0.0, 0.0),
        ];
        let border = corners.map(|(x, y)| Point::new(at.x + x, at.y + y));
        draw(
            &mut scene,
            at,
            &first_person(maze, seen.at, seen.facing, light),
        );
        scene.lines(vec![border.to_vec()], FAINT.opacity(90), 1.0);
        let base = at.y + HEIGHT + 17.0;
        scene.label(Point::new(at.x, base), caption, 12.0, INK, Anchor::Start);
        let MazePos { level, row, col } = seen.at;
        let place = format!("{level}:{row}:{col} {}", seen.facing.short().to_lowercase());
        let end = Point::new(at.x + WIDTH, base);
        scene.label(end, place, 12.0, FAINT, Anchor::End);
    }
    Some(scene)
}

/// The most charming prospect for each wish, of all open cells and all directions.
fn best(maze: &Maze) -> [Option<Prospect>; WISHES.len()] {
    let mut best: [Option<Prospect>; WISHES.len()] = Default::default();
    let mut charms = [0; WISHES.len()];
    for (number, level) in (1..).zip(&maze.levels) {
        let open = level.cells().filter(|&(row, col)| level.is_open(row, col));
        for (row, col) in open {
            let at = MazePos {
                level: number,
                row,
                col,
            };
            for facing in Direction::STRAIGHT {
                let prospect = Prospect::new(maze, at, facing);
                let charm = prospect.charm();
                for (wish, (best, most)) in WISHES.iter().zip(best.iter_mut().zip(&mut charms)) {
                    if charm > *most && wish.2(&prospect) {
                        (*best, *most) = (Some(prospect.clone()), charm);
                    }
                }
            }
        }
    }
    best
}
