//! The plan: a level from above, with what shines through from others.

use super::app::App;
use super::colour::{DOWN, FAIR, ROUTE, UP};
use super::draw::put;
use super::mode::Mode;
use deepway::play::Game;
use deepway::view::{self, Seen, What};
use deepway::{Cell, Direction, Pos};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::BTreeSet;

/// The place that is drawn at a column and row of the plan.
pub(super) fn place_at(centre: Pos, area: Rect, [column, row]: [u16; 2]) -> Option<Pos> {
    let is_inside = area.contains((column, row).into());
    let [x, y] = [
        column as i32 - i32::from(area.x),
        row as i32 - i32::from(area.y),
    ];
    let [wide, high] = [area.width, area.height].map(i32::from);
    is_inside.then(|| Pos::new(centre.x - wide / 2 + x, centre.y - high / 2 + y, centre.z))
}

/// Where a place is drawn.
fn spot(centre: Pos, area: Rect, pos: Pos) -> Option<[u16; 2]> {
    let [wide, high] = [area.width, area.height].map(i32::from);
    let x = pos.x - centre.x + wide / 2;
    let y = pos.y - centre.y + high / 2;
    let is_inside = (0..wide).contains(&x) && (0..high).contains(&y) && pos.z == centre.z;
    is_inside.then(|| [area.x + x as u16, area.y + y as u16])
}

/// Draws what is known of a level around a place.
pub(super) fn draw(app: &App, centre: Pos, area: Rect, buffer: &mut Buffer) {
    let game = app.game();
    let route: BTreeSet<Pos> = app
        .preview
        .iter()
        .flat_map(|preview| preview.cells.iter().copied())
        .collect();
    for row in area.y..area.bottom() {
        for column in area.x..area.right() {
            let Some(pos) = place_at(centre, area, [column, row]) else {
                continue;
            };
            let Some((glyph, mut style)) = look(app, game, pos) else {
                continue;
            };
            if route.contains(&pos) {
                style = match app.depth {
                    super::colour::Depth::None | super::colour::Depth::Sixteen => {
                        style.add_modifier(Modifier::REVERSED)
                    }
                    depth => depth.on(style, ROUTE),
                };
            }
            buffer[(column, row)].set_char(glyph).set_style(style);
        }
    }
    draw_row_marks(app, area, buffer);
    draw_leads(app, game, centre, area, buffer);
    if let Mode::Point(pointing) = &app.mode
        && let Some([x, y]) = spot(centre, area, pointing.at)
    {
        let cell = &mut buffer[(x, y)];
        if cell.symbol() == " " {
            cell.set_symbol("_");
        }
        cell.set_style(app.depth.ink(FAIR).add_modifier(Modifier::REVERSED));
    }
}

/// What is drawn at a place.
fn look(app: &App, game: &Game, pos: Pos) -> Option<(char, Style)> {
    let here = game.player().place;
    let far = pos.x.abs_diff(here.x).max(pos.y.abs_diff(here.y));
    let below = |from: Pos| {
        let mut at = from;
        for _ in 0..4 {
            at = at.step(Direction::Down);
            match view::seen_at(game, at) {
                Some(Seen {
                    what: What::Cell(Cell::Air),
                    ..
                }) => {}
                Some(seen) => return Some((seen.glyph, app.depth.ghost(seen.what))),
                None => return None,
            }
        }
        None
    };
    match view::seen_at(game, pos) {
        // The floor far down shows through open air.
        Some(seen) if seen.what == What::Cell(Cell::Air) => {
            below(pos).or_else(|| Some((seen.glyph, app.depth.of(&seen, far))))
        }
        Some(seen) => Some((seen.glyph, app.depth.of(&seen, far))),
        None => app.ghost.levels().iter().find_map(|up| {
            let seen = view::seen_at(
                game,
                Pos {
                    z: pos.z + up,
                    ..pos
                },
            )?;
            let is_rock = matches!(seen.what, What::Cell(Cell::Wall | Cell::Air));
            (!is_rock).then(|| (seen.glyph, app.depth.ghost(seen.what)))
        }),
    }
}

/// Marks the row that the cut from the side goes through, at both edges.
fn draw_row_marks(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 || matches!(app.mode, Mode::Map(_)) {
        return;
    }
    let row = area.y + area.height / 2;
    let [left, right] = if app.is_ascii {
        ["-", "-"]
    } else {
        ["╶", "╴"]
    };
    for (x, mark) in [(area.x, left), (area.right() - 1, right)] {
        if buffer[(x, row)].symbol() == " " {
            put(buffer, [x, row], mark, app.depth.faint(), 1);
        }
    }
}

/// Writes the letters of ways beside them, where nothing but rock or the unknown is covered:
/// `b▼1` leads a level down, and its other end has a b as well.
fn draw_leads(app: &App, game: &Game, centre: Pos, area: Rect, buffer: &mut Buffer) {
    for lead in view::leads(game) {
        let Some([x, y]) = spot(centre, area, lead.way.from) else {
            continue;
        };
        let is_up = lead.way.towards == Direction::Up;
        let arrow = match (app.is_ascii, is_up) {
            (true, true) => '^',
            (true, false) => 'v',
            (false, true) => '▲',
            (false, false) => '▼',
        };
        let style = app
            .depth
            .ink(if is_up { UP } else { DOWN })
            .add_modifier(Modifier::BOLD);
        let whole = format!("{}{arrow}{}", lead.letter, lead.way.levels);
        let short = lead.letter.to_string();
        // First to the right and to the left, then above and below.
        let labels = [whole.as_str(), short.as_str()];
        'labels: for label in labels {
            let wide = label.chars().count() as i32;
            for [dx, dy] in [
                [1, 0],
                [-wide, 0],
                [0, -1],
                [0, 1],
                [1, -1],
                [1, 1],
                [-wide, -1],
                [-wide, 1],
            ] {
                let [left, top] = [i32::from(x) + dx, i32::from(y) + dy];
                let covers = if wide == 1 { " #." } else { " #" };
                let mut all = left..left + wide;
                let is_free = all.all(|at| is_free(area, buffer, [at, top], covers));
                if is_free {
                    put(buffer, [left as u16, top as u16], label, style, wide as u16);
                    break 'labels;
                }
            }
        }
    }
}

/// Whether a label may cover a spot: rock, or what is not known, and a letter by itself also plain
/// floor.
fn is_free(area: Rect, buffer: &Buffer, [x, y]: [i32; 2], covers: &str) -> bool {
    let inside = u16::try_from(x).ok().zip(u16::try_from(y).ok());
    let inside = inside.filter(|spot| area.contains((*spot).into()));
    inside.is_some_and(|spot| covers.contains(buffer[spot].symbol()))
}
