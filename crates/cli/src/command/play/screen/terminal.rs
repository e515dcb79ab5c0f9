//! The terminal: taken over for the game, and given back as it was, whatever happens.

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use std::io::{self, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The terminal while the game is on it.
pub(super) struct Screen {
    /// It is never dropped: it would complain to a terminal that may be gone, and all that it
    /// would do is done here.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    area: Rect,
    /// The signal that asks the program to end; 0 if none does.
    ended: Arc<AtomicUsize>,
    /// Whether somebody wants the program to stop for a while.
    stopped: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Self> {
        let ended = Arc::new(AtomicUsize::new(0));
        for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            signal_hook::flag::register_usize(signal, Arc::clone(&ended), signal as usize)?;
        }
        let [stopped, continued] = [SIGTSTP, SIGCONT].map(|signal| {
            let flag = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(signal, Arc::clone(&flag)).map(|_| flag)
        });
        // A panic is told on the terminal as it was.
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            told(panic);
        }));
        take_over()?;
        Ok(Self {
            terminal: terminal(area()?)?,
            area: area()?,
            ended,
            stopped: stopped?,
            continued: continued?,
        })
    }

    /// Draws a frame.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        let area = area()?;
        if area != self.area {
            self.area = area;
            self.terminal.resize(area)?;
        }
        self.terminal.draw(draw).map(drop)
    }

    /// The signal that asks the program to end.
    pub(super) fn end(&self) -> Option<i32> {
        match self.ended.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(signal as i32),
        }
    }

    /// Stops for a while, if that is asked for from outside; whether the screen must be drawn
    /// anew.
    pub(super) fn rest(&mut self) -> io::Result<bool> {
        if self.stopped.swap(false, Ordering::Relaxed) {
            self.suspend()?;
            return Ok(true);
        }
        if self.continued.swap(false, Ordering::Relaxed) {
            self.come_back()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Gives the terminal to the shell until the program is continued.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        // Here again.
        self.continued.store(false, Ordering::Relaxed);
        self.come_back()
    }

    /// Takes the terminal over again; nothing on it is as it was.
    fn come_back(&mut self) -> io::Result<()> {
        take_over()?;
        execute!(stdout(), Clear(ClearType::All))?;
        self.area = area()?;
        self.terminal = terminal(self.area)?;
        Ok(())
    }
}

/// The part of the terminal that is drawn on: no more than anybody sees, whatever it claims.
fn area() -> io::Result<Rect> {
    let (width, height) = crossterm::terminal::size()?;
    Ok(Rect::new(0, 0, width.min(MOST[0]), height.min(MOST[1])))
}

/// The most columns and rows that are drawn on.
const MOST: [u16; 2] = [1000, 500];

fn terminal(area: Rect) -> io::Result<ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>> {
    let viewport = Viewport::Fixed(area);
    let options = TerminalOptions { viewport };
    let terminal = Terminal::with_options(CrosstermBackend::new(stdout()), options)?;
    Ok(ManuallyDrop::new(terminal))
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        cursor::Hide
    )
}

/// Everything as it was. What fails here fails because there is no terminal any more.
fn give_back() {
    let _ = execute!(
        stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}
