//! Shares by depth as a picture: a bar for each depth, cut into its parts.

use super::palette::{BACKGROUND, FAINT, INK};
use super::scene::{Anchor, Colour, Point, Scene};

/// Bars, one for each depth: a title, the parts that bars are cut into, and how large each
/// part is at each depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacks {
    /// What is counted.
    pub title: String,
    /// The name and the colour, as `0xRRGGBB`, of each part.
    pub parts: Vec<(String, u32)>,
    /// Depths, and the sizes of the parts at each.
    pub rows: Vec<(u32, Vec<f32>)>,
    /// The size of a bar that fills the width; each fills it by itself if there is none.
    pub most: Option<f32>,
}

const WIDTH: f32 = 380.0;
const ROW: f32 = 9.0;
const MARGIN: f32 = 36.0;
const COLUMNS: usize = 3;

/// Draws several of them under a title, three side by side.
pub fn stacks(title: &str, groups: &[Stacks]) -> Scene {
    let keys = |group: &Stacks| group.parts.len().div_ceil(3) as f32 * 16.0;
    let height = |group: &Stacks| 60.0 + group.rows.len() as f32 * ROW + keys(group);
    let lines: Vec<&[Stacks]> = groups.chunks(COLUMNS).collect();
    let line_height = |line: &[Stacks]| line.iter().map(height).fold(0.0, f32::max);
    let columns = groups.len().clamp(1, COLUMNS) as f32;
    let mut scene = Scene {
        width: columns * (WIDTH + MARGIN) + MARGIN,
        height: 80.0
            + lines
                .iter()
                .map(|line| line_height(line) + 12.0)
                .sum::<f32>(),
        background: BACKGROUND,
        items: Vec::new(),
    };
    scene.label(Point::new(MARGIN, 48.0), title, 24.0, INK, Anchor::Start);
    let mut top = 80.0;
    for line in lines {
        for (column, group) in line.iter().enumerate() {
            let left = MARGIN + column as f32 * (WIDTH + MARGIN);
            draw(&mut scene, group, Point::new(left, top));
        }
        top += line_height(line) + 12.0;
    }
    scene
}

fn draw(scene: &mut Scene, group: &Stacks, corner: Point) {
    let title = Point::new(corner.x, corner.y + 14.0);
    scene.label(title, &group.title, 15.0, INK, Anchor::Start);
    let (left, wide) = (corner.x + 26.0, WIDTH - 30.0);
    for (number, (depth, sizes)) in group.rows.iter().enumerate() {
        let y = corner.y + 28.0 + number as f32 * ROW;
        if depth % 5 == 0 {
            let at = Point::new(left - 6.0, y + 8.0);
            scene.label(at, depth.to_string(), 10.0, FAINT, Anchor::End);
        }
        let sum: f32 = sizes.iter().sum();
        let most = group.most.unwrap_or(sum).max(1e-9);
        let mut x = left;
        for (size, (_, colour)) in sizes.iter().zip(&group.parts) {
            let long = (wide * size / most).min(left + wide - x).max(0.0);
            if long > 0.0 {
                let corners = [
                    Point::new(x, y),
                    Point::new(x + long, y),
                    Point::new(x + long, y + ROW - 1.0),
                    Point::new(x, y + ROW - 1.0),
                ];
                scene.shape(vec![corners.to_vec()], Colour::rgb(*colour));
            }
            x += long;
        }
    }
    let below = corner.y + 40.0 + group.rows.len() as f32 * ROW;
    for (number, (name, colour)) in group.parts.iter().enumerate() {
        let x = corner.x + (number % 3) as f32 * WIDTH / 3.0;
        let y = below + (number / 3) as f32 * 16.0;
        let corners = [
            Point::new(x, y),
            Point::new(x + 9.0, y),
            Point::new(x + 9.0, y + 9.0),
            Point::new(x, y + 9.0),
        ];
        scene.shape(vec![corners.to_vec()], Colour::rgb(*colour));
        scene.label(
            Point::new(x + 14.0, y + 8.0),
            name,
            11.0,
            FAINT,
            Anchor::Start,
        );
    }
}
