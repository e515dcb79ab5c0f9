//! The view for a terminal, in braille.

use super::{HEIGHT, Segment, Sight, WIDTH};
use crate::view::palette;
use crate::view::text::{Ink, Pen, TextBlock};

/// The dots of a braille character, by row and column.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The view for a terminal, `columns` characters wide, with two by four dots in each. At 128
/// characters a dot is a point of the picture.
pub fn first_person_text(segments: &[Segment], columns: u32, ink: Ink) -> String {
    let columns = columns.clamp(16, 512) as usize;
    let scale = columns as f32 * 2.0 / WIDTH;
    let rows = (HEIGHT * scale / 4.0).ceil() as usize;
    // The dots of each character, and what is drawn on top.
    let mut cells = vec![(0u8, Sight::Stone); columns * rows];
    for segment in segments {
        let [[x0, y0], [x1, y1]] = [segment.from, segment.to].map(|at| at.map(|at| at * scale));
        // Half steps miss no dot of a solid line.
        let length = (x1 - x0).abs().max((y1 - y0).abs()).max(1.0);
        let pace = match segment.gap() {
            0 => 0.5,
            gap => (gap + 1) as f32,
        };
        for step in 0..=(length / pace) as u32 {
            let share = step as f32 * pace / length;
            let (x, y) = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
            if x >= 0.0 && y >= 0.0 {
                let (x, y) = (x as usize, y as usize);
                if x < columns * 2 && y < rows * 4 {
                    let (dots, sight) = &mut cells[y / 4 * columns + x / 2];
                    *dots |= DOTS[y % 4][x % 2];
                    *sight = segment.sight.max(*sight);
                }
            }
        }
    }
    let mut block = TextBlock::default();
    for row in cells.chunks(columns) {
        let mut pen = Pen::new(ink);
        for &(dots, sight) in row {
            let character = char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ');
            pen.put(character, Some(colour(sight)));
        }
        block.push(pen);
    }
    block.into_text()
}

fn colour(sight: Sight) -> u8 {
    match sight {
        Sight::Stone => palette::TERMINAL_LINE,
        Sight::Door => palette::TERMINAL_DOOR,
        Sight::SecretDoor => palette::TERMINAL_SECRET_DOOR,
        Sight::Hole => palette::TERMINAL_HOLE,
        Sight::Ladder => palette::TERMINAL_LADDER,
    }
}
