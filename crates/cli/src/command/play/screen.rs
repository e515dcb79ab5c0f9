//! The game on the whole screen of a terminal.

mod app;
mod colour;
mod draw;
mod film;
mod help;
mod keys;
mod layout;
mod lesson;
mod log;
mod mode;
mod plan;
mod side;
mod terminal;

pub(super) use colour::Depth;
pub(super) use lesson::{Lessons, lesson};

use super::session::Session;
use anyhow::{Context, Result};
use app::App;
use crossterm::event::{
    self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use deepway::play::History;
use keys::{Key, Keys};
use mode::{Mode, Watching};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::path::Path;
use std::time::{Duration, Instant};
use terminal::Screen;
use tracing::info;

/// How the screen is to look.
pub(super) struct Look<'a> {
    pub(super) depth: Depth,
    pub(super) is_ascii: bool,
    /// A file that binds keys.
    pub(super) keys: Option<&'a Path>,
}

/// How playing ended.
pub(super) enum Left {
    /// By the player.
    Quit,
    /// By a signal.
    Signal(i32),
}

/// Plays until the player quits.
pub(super) fn play(
    session: Session,
    greeting: Option<String>,
    lessons: Option<Lessons>,
    look: &Look<'_>,
) -> Result<(Session, Left)> {
    let mut app = App::new(session, look.read_keys()?, look.depth, look.is_ascii);
    app.tell(greeting);
    app.lessons = lessons;
    run(app)
}

/// Plays a recording back.
pub(super) fn watch(
    session: Session,
    history: History,
    speed: u32,
    look: &Look<'_>,
) -> Result<Left> {
    let mut app = App::new(session, look.read_keys()?, look.depth, look.is_ascii);
    app.mode = Mode::Watch(Box::new(Watching::recording(history, speed)));
    run(app).map(|(_, left)| left)
}

/// A recording as an animated picture.
pub(super) fn film(session: Session, history: History, shots: &Shots) -> String {
    let mut app = App::new(session, Keys::default(), Depth::True, false);
    let (mut frames, mut times) = (Vec::new(), Vec::new());
    let area = Rect::new(0, 0, shots.size[0], shots.size[1]);
    let count = history.len();
    let mut watching = Watching::recording(history, count.div_ceil(shots.seconds.max(1)));
    let every = count.div_ceil(shots.frames.max(1)).max(1);
    for position in 0..=count {
        if position > 0 {
            watching.step();
        }
        if position % every == 0 || position == count {
            app.mode = Mode::Watch(Box::new(watching));
            let mut buffer = Buffer::empty(area);
            let start = Instant::now();
            draw::draw(&mut app, area, &mut buffer);
            times.push(start.elapsed().as_micros() as u64);
            frames.push(buffer);
            match std::mem::replace(&mut app.mode, Mode::Play) {
                Mode::Watch(back) => watching = *back,
                _ => break,
            }
        }
    }
    times.sort_unstable();
    info!(
        frames = frames.len(),
        median_micros = times.get(times.len() / 2),
        most_micros = times.last(),
        "drew frames"
    );
    film::film(&frames, shots.seconds)
}

/// How a recording is to be filmed.
pub(super) struct Shots {
    /// Columns and rows.
    pub(super) size: [u16; 2],
    /// About so many pictures.
    pub(super) frames: u32,
    /// How long it takes.
    pub(super) seconds: u32,
}

impl Look<'_> {
    fn read_keys(&self) -> Result<Keys> {
        self.keys.map_or_else(|| Ok(Keys::default()), Keys::read)
    }
}

/// What goes on by itself is drawn no more often than this.
const FRAME: Duration = Duration::from_millis(16);
/// How long to wait for a key before looking for signals.
const WAIT: Duration = Duration::from_millis(100);

fn run(mut app: App) -> Result<(Session, Left)> {
    let mut screen = Screen::open().context("the terminal cannot be used")?;
    let left = match play_on(&mut app, &mut screen) {
        Ok(left) => left,
        // A terminal that is gone is told by a signal as well.
        Err(error) => match screen.end() {
            Some(signal) => Left::Signal(signal),
            None => return Err(error),
        },
    };
    drop(screen);
    Ok((app.session, left))
}

fn play_on(app: &mut App, screen: &mut Screen) -> Result<Left> {
    let mut drawn: Option<Instant> = None;
    let mut is_new = true;
    loop {
        // Keys that wait already, and steps that follow at once, need no picture in between.
        let is_due = drawn.is_none_or(|at| at.elapsed() >= FRAME);
        if is_new && (is_due || (app.auto.is_none() && !event::poll(Duration::ZERO)?)) {
            screen.draw(|frame| draw::draw(app, frame.area(), frame.buffer_mut()))?;
            drawn = Some(Instant::now());
            is_new = false;
        }
        if let Some(signal) = screen.end() {
            return Ok(Left::Signal(signal));
        }
        is_new |= screen.rest()?;
        let is_busy = app.tick();
        is_new |= is_busy;
        let wait = match (&app.mode, is_busy) {
            (_, true) => Duration::ZERO,
            (Mode::Watch(_), _) => FRAME,
            _ if is_new => Duration::ZERO,
            _ => WAIT,
        };
        if !event::poll(wait)? {
            continue;
        }
        is_new = true;
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('z') if is_control => screen.suspend()?,
                    // As everywhere, whatever the keys are.
                    KeyCode::Char('c') if is_control => return Ok(Left::Signal(2)),
                    _ => app.key(Key::of(key)),
                }
            }
            Event::Mouse(mouse) => {
                let spot = [mouse.column, mouse.row];
                if let Some(place) = plan::place_at(app.centre(), app.areas.plan, spot) {
                    match mouse.kind {
                        MouseEventKind::Moved => app.hover(place),
                        MouseEventKind::Down(MouseButton::Left) => app.click(place),
                        MouseEventKind::Down(MouseButton::Right) => app.describe(place),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        if app.is_done {
            return Ok(Left::Quit);
        }
    }
}
