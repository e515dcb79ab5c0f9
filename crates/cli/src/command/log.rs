//! `deepway log`.

use crate::message::one_line;
use crate::{Status, output, store};
use anyhow::Result;
use deepway_store::{Happening, HappeningKind};
use serde::Serialize;
use std::fmt::Write;

#[derive(clap::Args)]
#[command(after_help = "\
Times are in UTC. What was found wrong with a sector is listed each time that it was saved.

Examples:
  deepway log mill
  deepway log mill --limit 0 --json")]
pub(crate) struct LogArgs {
    /// The name of a world that was saved
    name: String,
    /// How many of the latest lines; 0 means all
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

/// The log of a world, for programs.
#[derive(Serialize)]
struct LogAnswer {
    world: String,
    lines: Vec<LineAnswer>,
}

#[derive(Serialize)]
struct LineAnswer {
    at: String,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rooms: Vec<String>,
    detail: String,
}

impl From<Happening> for LineAnswer {
    fn from(line: Happening) -> Self {
        let empty = Self {
            at: line.at,
            kind: String::new(),
            zone: None,
            revision: None,
            rule: None,
            severity: None,
            rooms: Vec::new(),
            detail: line.detail,
        };
        match line.kind {
            HappeningKind::Event(kind) => Self { kind, ..empty },
            HappeningKind::Zone(zone, revision) => Self {
                kind: "zone".to_owned(),
                zone: Some(zone),
                revision: Some(revision),
                ..empty
            },
            HappeningKind::Finding {
                rule,
                severity,
                rooms,
            } => Self {
                kind: "finding".to_owned(),
                rule: Some(rule),
                severity: Some(severity),
                rooms,
                ..empty
            },
        }
    }
}

pub(crate) fn run(args: &LogArgs) -> Result<Status> {
    let mut lines = store::existing()?.log(&args.name)?;
    let left_out = match args.limit {
        0 => 0,
        limit => lines.len().saturating_sub(limit),
    };
    lines.drain(..left_out);
    if args.json {
        output::print_json(&LogAnswer {
            world: args.name.clone(),
            lines: lines.into_iter().map(LineAnswer::from).collect(),
        })?;
        return Ok(Status::Done);
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    if left_out > 0 {
        let _ = writeln!(text, "({left_out} earlier lines: --limit 0 shows them)");
    }
    for line in lines {
        let (at, detail) = (line.at, one_line(&line.detail));
        let _ = match line.kind {
            HappeningKind::Event(kind) => writeln!(text, "{at}  {kind:8}  {detail}"),
            HappeningKind::Zone(zone, _) => writeln!(text, "{at}  {zone}: {detail}"),
            HappeningKind::Finding { rule, severity, .. } => {
                writeln!(text, "{at}  {severity} {rule}: {detail}")
            }
        };
    }
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}
