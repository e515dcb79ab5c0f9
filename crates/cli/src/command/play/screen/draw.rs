//! Draws the screen.

use super::app::{App, Profile};
use super::colour::{BAD, FAINT, FAIR, GOOD, Rgb, TEXT, TITLE};
use super::layout::{self, SMALLEST};
use super::mode::{Choosing, Mode};
use super::{plan, side};
use crate::command::play::ascii;
use deepway::play::{Ending, Game, Prompt, Side};
use deepway::view::{self, count};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Draws everything.
pub(super) fn draw(app: &mut App, screen: Rect, buffer: &mut Buffer) {
    draw_panels(app, screen, buffer);
    if app.is_ascii {
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let letter = cell.symbol().chars().next().map_or(' ', ascii::sign);
                cell.set_char(letter);
            }
        }
    }
}

fn draw_panels(app: &mut App, screen: Rect, buffer: &mut Buffer) {
    let has_side = app.profile == Profile::Under && has_levels(app.game());
    let Some(areas) = layout::areas(screen, has_side) else {
        draw_too_small(app, screen, buffer);
        return;
    };
    app.areas = areas;
    if let Mode::Map(at) = app.mode {
        app.areas.plan = Rect::new(screen.x, screen.y + 1, screen.width, screen.height - 2);
        draw_title(app, Rect::new(0, 0, screen.width, 1), buffer);
        plan::draw(app, at, app.areas.plan, buffer);
        draw_hint(app, areas.hint, buffer);
        return;
    }
    draw_title(app, areas.title, buffer);
    match app.profile {
        Profile::Large => side::draw(app, areas.plan, buffer),
        Profile::Under | Profile::Off => plan::draw(app, app.centre(), areas.plan, buffer),
    }
    if has_side {
        side::draw(app, areas.side, buffer);
    }
    draw_log(app, areas.log, buffer);
    draw_status(app, areas.status, buffer);
    for y in areas.status.y..areas.status.bottom() {
        put(
            buffer,
            [areas.status.x - 1, y],
            "│",
            app.depth.ink(FAINT),
            1,
        );
    }
    draw_hint(app, areas.hint, buffer);
    let over = Rect {
        height: areas.log.bottom() - areas.plan.y,
        ..areas.plan
    };
    match &app.mode {
        Mode::Choose(choosing) => draw_choices(app, choosing, over, buffer),
        Mode::Text { lines, from } => draw_text(app, lines, *from, over, buffer),
        Mode::Play if app.game().ending().is_some() => {
            let lines = ending(app);
            draw_text(app, &lines, 0, areas.plan, buffer);
        }
        _ => {}
    }
}

/// Whether there is anything above or below.
fn has_levels(game: &Game) -> bool {
    game.cells().0.size().levels() > 1
}

/// Writes a text, and where the next one would begin.
pub(super) fn put(
    buffer: &mut Buffer,
    [x, y]: [u16; 2],
    text: &str,
    style: Style,
    most: u16,
) -> u16 {
    if !buffer.area.contains((x, y).into()) {
        return x;
    }
    buffer.set_stringn(x, y, text, usize::from(most), style).0
}

/// A text in lines of at most so many columns, further lines indented.
fn folded(text: &str, columns: u16) -> Vec<String> {
    let wide = usize::from(columns).max(4);
    if text.chars().count() <= wide {
        return vec![text.to_owned()];
    }
    let indent = (text.len() - text.trim_start().len()).min(wide / 2);
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent);
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        let used = line.chars().count();
        if !is_empty && used + 1 + word.len() > wide {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + 1)));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        // A word that is longer than a line is cut.
        while line.chars().count() + word.len() > wide {
            let fits = wide.saturating_sub(line.chars().count()).max(1);
            line.extend(word.drain(..fits.min(word.len())));
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + 1)));
        }
        line.extend(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

fn draw_too_small(app: &App, screen: Rect, buffer: &mut Buffer) {
    let [wide, high] = SMALLEST;
    let text = format!(
        "The screen is {} × {}: expected at least {wide} × {high}. The game waits; q stops it.",
        screen.width, screen.height
    );
    let lines = folded(&text, screen.width);
    for (line, y) in lines.iter().zip(screen.y..screen.bottom()) {
        put(
            buffer,
            [screen.x, y],
            line,
            app.depth.ink(TEXT),
            screen.width,
        );
    }
}

fn draw_title(app: &App, area: Rect, buffer: &mut Buffer) {
    let game = app.game();
    let place = app.centre();
    let level = u32::try_from(place.z).map_or(String::new(), |z| game.world().level_name(z));
    let level = match level
        .chars()
        .all(|letter| letter.is_ascii_digit() || letter == '-')
    {
        true => format!("level {level}"),
        false => level,
    };
    let title = game.title();
    let style = app.depth.ink(TITLE).add_modifier(Modifier::BOLD);
    let mut x = put(buffer, [area.x, area.y], &title, style, area.width);
    let left = |x: u16| area.right().saturating_sub(x);
    x = put(buffer, [x, area.y], "  ", style, left(x));
    x = put(buffer, [x, area.y], &level, app.depth.ink(TEXT), left(x));
    if let Some([room, _]) = game
        .room_words(place)
        .filter(|_| game.memory().knows(place))
    {
        let room = format!(" · {room}");
        put(buffer, [x, area.y], &room, app.depth.ink(TEXT), left(x));
    } else if let Some(zone) = game.zone_title(place) {
        let zone = format!(" · {zone}");
        put(buffer, [x, area.y], &zone, app.depth.ink(TEXT), left(x));
    }
}

fn draw_log(app: &App, area: Rect, buffer: &mut Buffer) {
    let mut lines: Vec<(String, bool)> = Vec::new();
    // From the newest back, until the panel is full.
    for (text, is_fresh) in app.log().shown().rev() {
        let block = folded(&text, area.width).into_iter();
        lines.extend(block.rev().map(|line| (line, is_fresh)));
        if lines.len() >= usize::from(area.height) {
            break;
        }
    }
    lines.truncate(usize::from(area.height));
    for ((line, is_fresh), y) in lines.iter().rev().zip(area.y..area.bottom()) {
        let style = match is_fresh {
            true => app.depth.ink(TEXT),
            false => app.depth.faint(),
        };
        put(buffer, [area.x, y], line, style, area.width);
    }
}

/// Fills the status panel from the top, a line at a time.
struct Lines<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    y: u16,
}

impl Lines<'_> {
    fn line(&mut self, text: &str, style: Style) {
        if self.y < self.area.bottom() {
            put(
                self.buffer,
                [self.area.x, self.y],
                text,
                style,
                self.area.width,
            );
        }
        self.y += 1;
    }

    /// A text over as many lines as it takes, but at most so many.
    fn text(&mut self, text: &str, style: Style, most: usize) {
        let block = folded(text, self.area.width);
        for (number, line) in block.iter().take(most).enumerate() {
            match number + 1 == most && block.len() > most {
                true => {
                    let wide = usize::from(self.area.width).saturating_sub(1);
                    let cut: String = line.chars().take(wide).collect();
                    self.line(&format!("{cut}…"), style);
                }
                false => self.line(line, style),
            }
        }
    }

    fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }
}

/// The colour of how well somebody is.
fn health(hp: u32, most: u32) -> Rgb {
    match u64::from(hp) * 100 / u64::from(most.max(1)) {
        67.. => GOOD,
        34..=66 => FAIR,
        _ => BAD,
    }
}

/// A bar of hit points.
fn bar(app: &App, hp: u32, most: u32, wide: u16) -> String {
    let wide = u64::from(wide);
    let full = (u64::from(hp) * wide)
        .div_ceil(u64::from(most.max(1)))
        .min(wide);
    let [on, off] = match app.is_ascii {
        true => ["=", "-"],
        false => ["█", "░"],
    };
    on.repeat(full as usize) + &off.repeat((wide - full) as usize)
}

fn draw_status(app: &App, area: Rect, buffer: &mut Buffer) {
    let depth = app.depth;
    let (text, faint) = (depth.ink(TEXT), depth.faint());
    let title = depth.ink(TITLE);
    let game = app.game();
    let player = game.player();
    let mut lines = Lines {
        buffer,
        area,
        y: area.y,
    };
    lines.line(&format!("{}, level {}", player.name, player.level), title);
    let colour = depth.ink(health(player.hp, player.max_hp));
    lines.line(
        &bar(app, player.hp, player.max_hp, area.width.min(24)),
        colour,
    );
    lines.line(
        &format!("{}/{} hit points", player.hp, player.max_hp),
        colour,
    );
    lines.line(&format!("turn {}", game.turn()), faint);
    lines.text(&game.tell_aim(), text, 3);
    if let Some(place) = game.aim_place() {
        lines.text(&view::bearing(player.place, place), faint, 2);
    }
    if let Some(lesson) = app.lessons.as_ref().map(|lessons| lessons.text(&app.keys)) {
        lines.line("", text);
        lines.text(&lesson, depth.ink(FAIR).add_modifier(Modifier::BOLD), 14);
    }
    for friend in game
        .actors()
        .filter(|actor| actor.leader == Some(player.id))
    {
        let lost = if friend.is_out_of_touch {
            " (lost)"
        } else {
            ""
        };
        let line = format!("{} {}/{}{lost}", friend.name, friend.hp, friend.max_hp);
        lines.line(&line, depth.ink(health(friend.hp, friend.max_hp)));
    }
    lines.line("", text);
    if let Mode::Point(pointing) = &app.mode {
        lines.line(
            match pointing.throws {
                Some(_) => "Throw it there?",
                None => "You look at",
            },
            title,
        );
        for line in view::described(game, pointing.at) {
            lines.text(&line, text, 12);
        }
        draw_preview(app, &mut lines);
        return;
    }
    if app.preview.is_some() {
        draw_preview(app, &mut lines);
        lines.line("", text);
    }
    if let Some(segments) = view::through_the_eyes(game).filter(|_| !app.is_ascii) {
        let columns = area.width.max(16);
        let picture = view::first_person_text(&segments, u32::from(columns), view::Ink::Plain);
        if picture.lines().count() < usize::from(lines.left()) {
            for line in picture.lines() {
                lines.line(line, depth.ink(super::colour::STONE));
            }
        }
    }
    let mut around = view::surroundings(game);
    if game.room_words(player.place).is_some() && !around.is_empty() {
        let room = around.remove(0);
        let most = if area.height > 30 { 8 } else { 3 };
        lines.text(&room, text, most);
        lines.line("", text);
    }
    let foes = game.actors().filter(|actor| actor.side == Side::Foes);
    let foes = foes.filter(|actor| game.sees(actor.place)).count();
    for (number, line) in around.iter().enumerate() {
        let style = match number < foes {
            true => depth.ink(BAD),
            false => text,
        };
        lines.text(line, style, 2);
        if lines.left() <= 1 && number + 1 < around.len() {
            lines.y = area.bottom() - 1;
            lines.line(&format!("… {} more", around.len() - number - 1), faint);
            break;
        }
    }
}

/// The way to a place: how long, what it asks, and how it goes up and down.
fn draw_preview(app: &App, lines: &mut Lines<'_>) {
    let Some(preview) = &app.preview else {
        return;
    };
    let style = app.depth.ink(FAIR);
    lines.text(&preview.about, style, 6);
    let from = app.game().player().place;
    let heights: Vec<i32> = std::iter::once(&from)
        .chain(&preview.cells)
        .map(|pos| pos.z)
        .collect();
    let strip = side::strip(&heights, lines.area.width, app.is_ascii);
    for line in strip {
        lines.line(&line, style);
    }
}

fn draw_hint(app: &App, area: Rect, buffer: &mut Buffer) {
    let hint = match &app.mode {
        Mode::Play => match app.game().prompt() {
            Some(Prompt::Jump { text, .. }) => {
                let style = app.depth.ink(FAIR).add_modifier(Modifier::BOLD);
                put(
                    buffer,
                    [area.x, area.y],
                    &format!("{text} y/n"),
                    style,
                    area.width,
                );
                return;
            }
            None if app.auto.is_some() => "any key stops".to_owned(),
            None => super::help::hint(app, area.width),
        },
        Mode::Point(pointing) if pointing.throws.is_some() => {
            "move the mark · Tab next · Enter throws · Esc ends".to_owned()
        }
        Mode::Point(_) => {
            "move the mark · [ ] level · Tab next · Enter goes there · Esc ends".to_owned()
        }
        Mode::Choose(choosing) if choosing.is_typed() => {
            "type to narrow · up, down and Enter choose · Esc".to_owned()
        }
        Mode::Choose(_) => "a letter, or up, down and Enter · Esc".to_owned(),
        Mode::Text { .. } => "up and down scroll · Esc ends".to_owned(),
        Mode::Map(_) => "move · [ ] level · Esc ends".to_owned(),
        Mode::Way(_) => "a direction · Esc".to_owned(),
        Mode::Watch(watching) => {
            let state = match (&watching.trouble, watching.speed) {
                (Some(trouble), _) => trouble.clone(),
                (None, 0) => "stands still".to_owned(),
                (None, speed) => format!("{speed} a second"),
            };
            format!(
                "replay: {} of {}, {state} · Space plays · arrows, Home and End move · + - speed · Esc",
                watching.history.position(),
                watching.history.len()
            )
        }
    };
    put(
        buffer,
        [area.x, area.y],
        &hint,
        app.depth.faint(),
        area.width,
    );
}

/// A box over other panels; what is inside.
fn window(app: &App, area: Rect, [wide, high]: [u16; 2], title: &str, buffer: &mut Buffer) -> Rect {
    let wide = (wide + 4).min(area.width);
    let high = (high + 2).min(area.height);
    let area = Rect::new(
        area.x + (area.width - wide) / 2,
        area.y + (area.height - high) / 2,
        wide,
        high,
    );
    let style = app.depth.ink(TITLE);
    let [corner, across, down] = match app.is_ascii {
        true => [["+"; 4], ["-"; 4], ["|"; 4]],
        false => [["╭", "╮", "╰", "╯"], ["─"; 4], ["│"; 4]],
    };
    let inner = usize::from(wide.saturating_sub(2));
    for y in area.y..area.bottom() {
        let (left, fill, right) = match y {
            y if y == area.y => (corner[0], across[0], corner[1]),
            y if y + 1 == area.bottom() => (corner[2], across[0], corner[3]),
            _ => (down[0], " ", down[0]),
        };
        let line = format!("{left}{}{right}", fill.repeat(inner));
        put(buffer, [area.x, y], &line, style, wide);
    }
    if !title.is_empty() {
        put(
            buffer,
            [area.x + 2, area.y],
            &format!(" {title} "),
            style.add_modifier(Modifier::BOLD),
            wide.saturating_sub(4),
        );
    }
    Rect::new(
        area.x + 2,
        area.y + 1,
        wide.saturating_sub(4),
        high.saturating_sub(2),
    )
}

fn draw_choices(app: &App, choosing: &Choosing, over: Rect, buffer: &mut Buffer) {
    let fitting = choosing.fitting();
    let wide = fitting
        .iter()
        .map(|line| line.text.chars().count() + line.about.chars().count() + 6)
        .max()
        .unwrap_or(0);
    let head = u16::from(choosing.is_typed());
    let wide = u16::try_from(wide.max(40)).unwrap_or(u16::MAX - 8);
    let high = u16::try_from(fitting.len()).unwrap_or(u16::MAX - 8) + head;
    let high = match choosing.is_typed() {
        true => over.height.saturating_sub(2),
        false => high,
    };
    let inside = window(
        app,
        over,
        [wide.min(over.width), high],
        choosing.title(),
        buffer,
    );
    let mut y = inside.y;
    if choosing.is_typed() {
        let typed = format!("> {}_", choosing.typed);
        put(
            buffer,
            [inside.x, y],
            &typed,
            app.depth.ink(FAIR),
            inside.width,
        );
        y += 1;
    }
    let rows = usize::from(inside.bottom().saturating_sub(y)).max(1);
    let from = choosing.chosen.saturating_sub(rows - 1);
    for (number, line) in fitting.iter().enumerate().skip(from).take(rows) {
        let letter = match choosing.is_typed() {
            true => ' ',
            false => ('a'..='z').nth(number).unwrap_or(' '),
        };
        let mut style = app.depth.ink(TEXT);
        if number == choosing.chosen {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let x = put(
            buffer,
            [inside.x, y],
            &format!("{letter} {}", line.text),
            style,
            inside.width,
        );
        let left = inside.right().saturating_sub(x + 2);
        put(buffer, [x + 2, y], &line.about, app.depth.faint(), left);
        y += 1;
    }
}

fn draw_text(app: &App, lines: &[String], from: usize, over: Rect, buffer: &mut Buffer) {
    let most = over.width.saturating_sub(4).min(100);
    let wraps: Vec<String> = lines
        .iter()
        .flat_map(|line| match line.is_empty() {
            true => vec![String::new()],
            false => folded(line, most),
        })
        .collect();
    let wide = wraps
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let wide = u16::try_from(wide).unwrap_or(most).min(most);
    let high = u16::try_from(wraps.len()).unwrap_or(u16::MAX - 8);
    let inside = window(app, over, [wide, high], "", buffer);
    let rows = usize::from(inside.height);
    let from = from.min(wraps.len().saturating_sub(rows));
    for (line, y) in wraps.iter().skip(from).zip(inside.y..inside.bottom()) {
        put(
            buffer,
            [inside.x, y],
            line,
            app.depth.ink(TEXT),
            inside.width,
        );
    }
}

/// What is said at the end.
fn ending(app: &App) -> Vec<String> {
    let game = app.game();
    let tally = game.tally();
    let what = match (game.ending(), tally.killed_by) {
        (Some(Ending::Won), _) => "You have done what you came for.".to_owned(),
        (Some(Ending::Left), _) => "You left it at that.".to_owned(),
        (_, Some(cause)) => format!("You died ({}).", cause.id()),
        _ => "You died.".to_owned(),
    };
    let key = |action| {
        let keys = app.keys.keys_of(action);
        keys.first().cloned().unwrap_or_default()
    };
    use super::keys::Action;
    vec![
        what,
        String::new(),
        format!(
            "{}, {}, {} seen",
            count(game.turn(), "turn", "turns"),
            count(tally.steps, "step", "steps"),
            count(tally.levels.len() as u64, "level", "levels")
        ),
        format!(
            "{}, {} through {}",
            count(tally.climbs, "climb", "climbs"),
            count(tally.falls, "fall", "falls"),
            count(tally.levels_fallen, "level", "levels")
        ),
        format!(
            "{}, {} lost",
            count(tally.kills, "kill", "kills"),
            count(tally.hurt, "hit point", "hit points")
        ),
        String::new(),
        format!(
            "{} takes the last turn back, {} plays it again, {} stops",
            key(Action::Rewind),
            key(Action::Replay),
            key(Action::Quit)
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_folded_to_any_width() {
        assert_eq!(folded("a bb ccc", 5), ["a bb", " ccc"]);
        assert_eq!(folded("  two words", 8), ["  two", "   words"]);
        assert_eq!(folded("abcdefghij", 4), ["abcd", " efg", " hij"]);
        assert_eq!(folded("", 4), [""]);
        for wide in 0..40 {
            for line in folded(
                "Nobody squared this unbelievablylongwordedhall: it was found",
                wide,
            ) {
                assert!(
                    line.chars().count() <= usize::from(wide.max(4)),
                    "{line:?} {wide}"
                );
            }
        }
    }
}
