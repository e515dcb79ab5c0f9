//! The cut from the side, right below the plan: its columns are those of the plan.

use super::app::App;
use super::colour::{DOWN, FAINT, FALL, STONE, TITLE, UP};
use super::draw::put;
use deepway::view::{self, What};
use deepway::{Cell, Direction, Pos};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// Draws the cut through the row in the middle of the plan.
pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.height < 2 {
        return;
    }
    let game = app.game();
    let centre = app.centre();
    let [line, wall, slab, shaft, landing] = match app.is_ascii {
        true => ["-", "#", "=", ":", "*"],
        false => ["─", "█", "▔", "┊", "▾"],
    };
    let head = format!("{line}{line} from the side, row {} ", centre.y);
    let rest = usize::from(area.width).saturating_sub(head.chars().count());
    let style = app.depth.ink(FAINT);
    put(
        buffer,
        [area.x, area.y],
        &(head + &line.repeat(rest)),
        style,
        area.width,
    );
    let rows = area.height - 1;
    // Two rows a level, a cell and the floor below it, if all known levels fit; else one.
    let all = view::game_side(game, centre, u32::from(area.width), u32::from(rows));
    let is_tall = all.levels.len() * 2 <= usize::from(rows);
    let side = all;
    let depth = app.depth;
    let leads = view::leads(game);
    for (number, z) in side.levels.iter().enumerate() {
        let y = area.y + 1 + number as u16 * if is_tall { 2 } else { 1 };
        for (column, cut) in side.columns[number].iter().enumerate() {
            let x = area.x + column as u16;
            let pos = Pos::new(side.west + column as i32, side.row, *z);
            let (symbol, style) = match cut.seen {
                None if cut.is_landing => (landing.to_owned(), depth.ink(FALL)),
                None if cut.is_fall => (shaft.to_owned(), depth.ink(FALL)),
                None => continue,
                Some(seen) => match seen.what {
                    What::Cell(Cell::Wall) => (wall.to_owned(), depth.ink(STONE)),
                    What::Cell(Cell::Floor | Cell::Air) if cut.is_landing => (
                        landing.to_owned(),
                        depth.ink(FALL).add_modifier(Modifier::BOLD),
                    ),
                    What::Cell(Cell::Floor | Cell::Air) if cut.is_fall => {
                        (shaft.to_owned(), depth.ink(FALL))
                    }
                    What::Cell(Cell::Air) => (" ".to_owned(), depth.ink(STONE)),
                    What::Cell(Cell::Floor) if is_tall => (" ".to_owned(), depth.ink(STONE)),
                    What::Cell(cell) if cell.is_vertical() => {
                        let lead = leads.iter().find(|lead| lead.way.from == pos);
                        let is_up = lead.is_some_and(|lead| lead.way.towards == Direction::Up);
                        let glyph = lead.map_or(seen.glyph, |lead| lead.letter);
                        let colour = if is_up { UP } else { DOWN };
                        (
                            glyph.to_string(),
                            depth.ink(colour).add_modifier(Modifier::BOLD),
                        )
                    }
                    _ => (seen.glyph.to_string(), depth.of(&seen, 0)),
                },
            };
            put(buffer, [x, y], &symbol, style, 1);
            let is_rock = cut
                .seen
                .is_some_and(|seen| seen.what == What::Cell(Cell::Wall));
            if is_tall && cut.seen.is_some() && y + 1 < area.bottom() {
                let symbol = match (is_rock, cut.is_open_below) {
                    (true, _) => wall,
                    (false, false) => slab,
                    (false, true) if cut.is_fall => shaft,
                    (false, true) => " ",
                };
                let colour = if symbol == shaft { FALL } else { STONE };
                put(buffer, [x, y + 1], symbol, depth.ink(colour), 1);
            }
        }
        let name = match z - centre.z {
            0 => " 0".to_owned(),
            up => format!("{up:+}"),
        };
        let style = match *z == game.player().place.z {
            true => depth.ink(TITLE).add_modifier(Modifier::BOLD),
            false => depth.faint(),
        };
        put(buffer, [area.x, y], &name, style, area.width);
    }
}

/// A route as a strip of heights, so many columns wide, and a line that says which they are.
pub(super) fn strip(heights: &[i32], columns: u16, is_ascii: bool) -> Vec<String> {
    let Some((low, high)) = heights.iter().min().zip(heights.iter().max()) else {
        return Vec::new();
    };
    if low == high {
        return Vec::new();
    }
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let columns = usize::from(columns).min(heights.len()).max(1);
    let strip = (0..columns).map(|column| {
        let z = heights[column * heights.len() / columns];
        match is_ascii {
            true => char::from_digit((z - low).unsigned_abs() % 10, 10).unwrap_or('?'),
            false => BARS[((z - low) * 7 / (high - low)) as usize],
        }
    });
    let mut turns = vec![heights[0]];
    for z in heights {
        if turns.last() != Some(z) {
            turns.push(*z);
        }
    }
    // Only where the way turns from up to down, or down to up.
    let mut kept: Vec<i32> = Vec::new();
    for (number, z) in turns.iter().enumerate() {
        let before = number.checked_sub(1).map(|at| turns[at]);
        let after = turns.get(number + 1).copied();
        let is_between = before.zip(after).is_some_and(|(before, after)| {
            (before < *z && *z < after) || (before > *z && *z > after)
        });
        if !is_between {
            kept.push(*z);
        }
    }
    let from = heights[0];
    let words: Vec<String> = kept
        .iter()
        .map(|z| match z - from {
            0 => "0".to_owned(),
            up => format!("{up:+}"),
        })
        .collect();
    vec![strip.collect(), format!("levels {}", words.join(" → "))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_shows_how_a_route_goes_up_and_down() {
        assert_eq!(strip(&[2, 2, 2], 10, false), [""; 0]);
        assert_eq!(
            strip(&[0, 0, 1, 2, 2, 1, 0, 0], 8, false),
            ["▁▁▄██▄▁▁", "levels 0 → +2 → 0"]
        );
        assert_eq!(strip(&[5, 4, 3], 2, true), ["21", "levels 0 → -2"]);
    }
}
