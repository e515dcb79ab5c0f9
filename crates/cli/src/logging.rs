//! What the program logs on standard error.

use clap::{Args, ValueEnum};
use std::io;
use tracing::level_filters::LevelFilter;

#[derive(Args)]
#[command(next_help_heading = "General")]
pub(crate) struct LogArgs {
    /// Log more on standard error: -v steps, -vv details, -vvv everything
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    /// The format of the log
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "text",
        value_name = "FORMAT"
    )]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

pub(crate) fn start(args: &LogArgs) {
    let level = match args.verbose {
        0 => LevelFilter::OFF,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let logs = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(|| Unheard(io::stderr()))
        .with_target(false);
    match args.log_format {
        LogFormat::Text => logs
            .with_ansi(crate::output::may_colour(&io::stderr()))
            .init(),
        LogFormat::Json => logs.json().flatten_event(true).init(),
    }
}

/// Standard error; lines that cannot be written are dropped.
struct Unheard(io::Stderr);

impl io::Write for Unheard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.0.write(bytes).unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}
