//! A maze in first person: lines, dotted where the light is weak.
//!
//! The picture has 256 × 152 points and its centre at (128, 76). A cell at range r is drawn
//! at the scale of its range about the centre; range 1 has scale 1. One list of segments
//! serves all outputs.

use super::palette::{BACKGROUND, INK};
use super::scene::{Point, Scene};
use crate::maze::{Maze, Side};
use crate::space::{Direction, MazePos};

/// Points from left to right and from top to bottom.
const WIDTH: u32 = 256;
/// Points from top to bottom.
const HEIGHT: u32 = 152;
const CENTRE: [f32; 2] = [128.0, 76.0];
/// The scale of each range, in parts of 128.
const SCALES: [u32; 10] = [200, 128, 80, 50, 31, 20, 12, 8, 4, 2];
/// What is nearer than the own cell's far wall: past the edge of the picture.
const NEAREST: u32 = 312;

/// How bright somebody's light is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light {
    /// For walls, doors, ladders and holes, 0 to 40.
    pub regular: i32,
    /// For secret doors, 0 to 40.
    pub magic: i32,
}

impl Default for Light {
    fn default() -> Self {
        Self {
            regular: 13,
            magic: 0,
        }
    }
}

/// A line of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where it begins: to the right, and down.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
    /// 0 and more is solid, −1 to −6 dotted.
    pub brightness: i32,
}

impl Segment {
    /// How many points are left out after each that is drawn.
    pub fn gap(&self) -> u32 {
        match self.brightness {
            0.. => 0,
            dim => 1 << (-dim - 1).min(5),
        }
    }
}

type Line = [[f32; 2]; 2];

/// A line list: from point to point, and a gap where another begins.
fn joined(points: &[&[[f32; 2]]]) -> Vec<Line> {
    let lines = points.iter().flat_map(|run| run.windows(2));
    lines.map(|pair| [pair[0], pair[1]]).collect()
}

fn ladder() -> Vec<Line> {
    let mut lines = vec![
        [[116.0, 24.0], [116.0, 128.0]],
        [[140.0, 24.0], [140.0, 128.0]],
    ];
    let rungs = [28.0, 40.0, 52.0, 64.0, 76.0, 88.0, 100.0, 112.0, 123.0];
    lines.extend(rungs.map(|y| [[116.0, y], [140.0, y]]));
    lines
}

fn ceiling_hole() -> Vec<Line> {
    joined(&[
        &[
            [100.0, 34.0],
            [92.0, 24.0],
            [164.0, 24.0],
            [156.0, 34.0],
            [100.0, 34.0],
            [100.0, 24.0],
        ],
        &[[156.0, 34.0], [156.0, 24.0]],
        &[[47.0, 28.0], [96.0, 28.0]],
        &[[161.0, 28.0], [210.0, 28.0]],
    ])
}

fn floor_hole() -> Vec<Line> {
    joined(&[
        &[
            [100.0, 118.0],
            [92.0, 128.0],
            [164.0, 128.0],
            [156.0, 118.0],
            [100.0, 118.0],
            [100.0, 128.0],
        ],
        &[[156.0, 118.0], [156.0, 128.0]],
    ])
}

fn ceiling_line() -> Vec<Line> {
    vec![[[47.0, 28.0], [210.0, 28.0]]]
}

/// The lines of a cell's ladders and holes at scale 1.
fn vertical(maze: &Maze, at: MazePos) -> Vec<Line> {
    let cell = maze.cell(at);
    let (mut lines, mut has_ceiling) = (Vec::new(), true);
    if cell.has_ladder_up || cell.has_ladder_down {
        lines.extend(ladder());
    }
    if cell.has_ladder_up || cell.has_hole_ceiling {
        lines.extend(ceiling_hole());
        has_ceiling = false;
    }
    if cell.has_ladder_down || cell.has_hole_floor {
        lines.extend(floor_hole());
    }
    if has_ceiling {
        lines.extend(ceiling_line());
    }
    lines
}

/// The edges of a cell's far wall at scale 1.
const LEFT: f32 = 46.0;
const RIGHT: f32 = 210.0;
const TOP: f32 = 28.0;
const BOTTOM: f32 = 124.0;

fn scaled([x, y]: [f32; 2], scale: u32) -> [f32; 2] {
    let by = scale as f32 / 128.0;
    [
        CENTRE[0] + (x - CENTRE[0]) * by,
        CENTRE[1] + (y - CENTRE[1]) * by,
    ]
}

/// What somebody sees: the cell they stand in and up to nine ahead.
pub fn first_person(maze: &Maze, at: MazePos, facing: Direction, light: Light) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut here = at;
    for range in 0..SCALES.len() {
        let regular = light.regular - 7 - range as i32;
        let magic = light.magic - 7 - range as i32;
        let far = SCALES[range];
        let near = match range {
            0 => NEAREST,
            _ => SCALES[range - 1],
        };
        let mut add = |lines: Vec<Line>, brightness: i32| {
            if brightness >= -6 {
                segments.extend(lines.into_iter().map(|[from, to]| Segment {
                    from,
                    to,
                    brightness,
                }));
            }
        };
        let to_scale = |lines: Vec<Line>| -> Vec<Line> {
            let lines = lines.into_iter();
            lines
                .map(|line| line.map(|point| scaled(point, far)))
                .collect()
        };
        add(to_scale(vertical(maze, here)), regular);
        for (direction, is_left) in [(left_of(facing), true), (left_of(facing).opposite(), false)] {
            let side = maze.side(here, direction);
            add(beside(side, near, far, is_left), regular);
            if side == Side::SecretDoor {
                add(side_door(near, far, is_left), magic);
            }
        }
        let ahead = maze.side(here, facing);
        add(to_scale(front(ahead)), regular);
        if ahead == Side::SecretDoor {
            add(to_scale(front_door()), magic);
        }
        let level = maze.level(here.level);
        let next = level.and_then(|level| level.beside(here.row, here.col, facing));
        match next {
            Some([row, col]) if ahead == Side::Open => here = MazePos { row, col, ..here },
            _ => break,
        }
    }
    segments
}

fn left_of(facing: Direction) -> Direction {
    match facing {
        Direction::North => Direction::West,
        Direction::West => Direction::South,
        Direction::South => Direction::East,
        _ => Direction::North,
    }
}

/// The far side of a cell at scale 1: a wall, a door in it, or nothing.
fn front(side: Side) -> Vec<Line> {
    if side == Side::Open {
        return Vec::new();
    }
    let mut lines = joined(&[&[
        [LEFT, TOP],
        [RIGHT, TOP],
        [RIGHT, BOTTOM],
        [LEFT, BOTTOM],
        [LEFT, TOP],
    ]]);
    if side == Side::Door {
        lines.extend(front_door());
    }
    lines
}

fn front_door() -> Vec<Line> {
    joined(&[
        &[
            [100.0, BOTTOM],
            [100.0, 56.0],
            [156.0, 56.0],
            [156.0, BOTTOM],
        ],
        &[[146.0, 92.0], [150.0, 92.0]],
    ])
}

/// A side of a cell between its near and its far edge.
fn beside(side: Side, near: u32, far: u32, is_left: bool) -> Vec<Line> {
    let x = if is_left { LEFT } else { RIGHT };
    let [near_top, near_bottom] = [TOP, BOTTOM].map(|y| scaled([x, y], near));
    let [far_top, far_bottom] = [TOP, BOTTOM].map(|y| scaled([x, y], far));
    if side == Side::Open {
        // A passage: one sees a strip of its far wall.
        let (top, bottom) = ([near_top[0], far_top[1]], [near_bottom[0], far_bottom[1]]);
        return vec![
            [top, far_top],
            [bottom, far_bottom],
            [near_top, near_bottom],
            [far_top, far_bottom],
        ];
    }
    let mut lines = vec![[near_top, far_top], [near_bottom, far_bottom]];
    if side == Side::Door {
        lines.extend(side_door(near, far, is_left));
    }
    lines
}

/// A door on a side, drawn between a third and two thirds of it.
fn side_door(near: u32, far: u32, is_left: bool) -> Vec<Line> {
    let x = if is_left { LEFT } else { RIGHT };
    let at = |y: f32, share: f32| {
        let (a, b) = (scaled([x, y], near), scaled([x, y], far));
        [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
    };
    let (third, two) = (1.0 / 3.0, 2.0 / 3.0);
    joined(&[&[
        at(BOTTOM, third),
        at(56.0, third),
        at(56.0, two),
        at(BOTTOM, two),
    ]])
}

/// The view as a picture of 256 × 152 points.
pub fn first_person_scene(segments: &[Segment]) -> Scene {
    let mut scene = Scene {
        width: WIDTH as f32,
        height: HEIGHT as f32,
        background: BACKGROUND,
        items: Vec::new(),
    };
    let point = |[x, y]: [f32; 2]| Point::new(x, y);
    for gap in [0, 1, 2, 4, 8, 16, 32] {
        let lines = segments.iter().filter(|segment| segment.gap() == gap);
        let lines = lines.map(|segment| vec![point(segment.from), point(segment.to)]);
        let dash = (gap > 0).then_some([1.0, gap as f32]);
        scene.strokes(lines.collect(), INK, 1.0, dash);
    }
    scene
}

/// The view for a terminal: two by four points to a character of braille.
pub fn first_person_text(segments: &[Segment]) -> String {
    let (columns, rows) = (WIDTH as usize / 2, HEIGHT as usize / 4);
    let mut dots = vec![0u8; columns * rows];
    for segment in segments {
        let ([x0, y0], [x1, y1]) = (segment.from, segment.to);
        let steps = (x1 - x0).abs().max((y1 - y0).abs()).round().max(1.0) as u32;
        for step in (0..=steps).step_by(segment.gap() as usize + 1) {
            let share = step as f32 / steps as f32;
            let (x, y) = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
            if (0.0..WIDTH as f32).contains(&x) && (0.0..HEIGHT as f32).contains(&y) {
                let (x, y) = (x as usize, y as usize);
                const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
                dots[y / 4 * columns + x / 2] |= BITS[y % 4][x % 2];
            }
        }
    }
    let mut text = String::new();
    for row in dots.chunks(columns) {
        let line: String = row
            .iter()
            .map(|&bits| char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' '))
            .collect();
        text += line.trim_end_matches('\u{2800}');
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::{Feature, FeatureKind, MazeLevel, MazePlan, generate};
    use crate::seed::Seed;

    /// A corridor of four cells to the east, with a feature one cell ahead.
    fn corridor(upper_level: u32, kind: FeatureKind) -> Maze {
        let mut level = MazeLevel::new(6);
        (0..4).for_each(|col| level.set_open(2, col, true));
        Maze {
            seed: Seed::new(0),
            plan: MazePlan {
                size: 6,
                levels: 3,
                ..MazePlan::default()
            },
            levels: vec![level.clone(), level.clone(), level],
            features: vec![Feature {
                upper_level,
                row: 2,
                col: 1,
                kind,
            }],
        }
    }

    const AT: MazePos = MazePos {
        level: 2,
        row: 2,
        col: 0,
    };

    fn seen(maze: &Maze, light: i32) -> Vec<Segment> {
        let light = Light {
            regular: light,
            magic: 0,
        };
        first_person(maze, AT, Direction::East, light)
    }

    fn has(segments: &[Segment], line: Line) -> bool {
        segments.iter().any(|one| [one.from, one.to] == line)
    }

    #[test]
    fn a_ladder_one_cell_ahead_has_the_stated_ends() {
        let segments = seen(&corridor(2, FeatureKind::Ladder), 20);
        for line in ladder()
            .into_iter()
            .chain(floor_hole())
            .chain(ceiling_line())
        {
            assert!(has(&segments, line), "{line:?}");
        }
        assert!(has(&segments, [[116.0, 24.0], [116.0, 128.0]]));
        assert!(has(&segments, [[116.0, 123.0], [140.0, 123.0]]));
        assert!(!has(&segments, [[92.0, 24.0], [164.0, 24.0]]));
    }

    #[test]
    fn each_feature_is_composed_as_stated() {
        // The upper level of the feature, its kind; ladder, ceiling hole, floor hole, line.
        for (upper, kind, expected) in [
            (1, FeatureKind::Hole, [false, true, false, false]),
            (1, FeatureKind::Ladder, [true, true, false, false]),
            (2, FeatureKind::Hole, [false, false, true, true]),
            (2, FeatureKind::Ladder, [true, false, true, true]),
        ] {
            let segments = seen(&corridor(upper, kind), 20);
            let parts = [ladder(), ceiling_hole(), floor_hole(), ceiling_line()];
            let found = parts.map(|lines| lines.into_iter().all(|line| has(&segments, line)));
            assert_eq!(found, expected, "{upper} {kind:?}");
        }
    }

    #[test]
    fn light_fades_with_the_range() {
        let maze = corridor(2, FeatureKind::Ladder);
        let rung = [[116.0, 64.0], [140.0, 64.0]];
        for (light, gap) in [
            (8, Some(0)),
            (7, Some(1)),
            (6, Some(2)),
            (5, Some(4)),
            (4, Some(8)),
            (3, Some(16)),
            (2, Some(32)),
            (1, None),
        ] {
            let segments = seen(&maze, light);
            let found = segments.iter().find(|one| [one.from, one.to] == rung);
            assert_eq!(found.map(Segment::gap), gap, "light {light}");
        }
    }

    #[test]
    fn every_view_of_a_maze_can_be_drawn() {
        let maze = generate(&MazePlan::default(), Seed::new(1)).unwrap();
        for number in 0..1024 {
            let at = MazePos {
                level: 1 + number % 5,
                row: number / 32,
                col: number % 32,
            };
            for facing in Direction::STRAIGHT {
                let segments = first_person(&maze, at, facing, Light::default());
                assert_eq!(first_person_text(&segments).lines().count(), 38);
                first_person_scene(&segments);
            }
        }
    }
}
