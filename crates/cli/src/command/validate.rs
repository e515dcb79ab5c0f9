//! `deepway validate`.

use super::describe::list_issues;
use crate::message::count;
use crate::{Outcome, input, output};
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Checks everything that a sector promises: nothing overlaps, everything is in the seven
layers, every exit leaves by the wall it names, corridors are whole, ways up and down
stand in columns that both rooms have, every room is reached without passing what is
blocked, and wherever one can fall a way leads back.

Exit code: 0 sound, 1 something is wrong, 2 the file cannot be read.

Examples:
  deepway generate sector --seed 7 --json > sector.json
  deepway validate sector.json")]
pub(crate) struct ValidateArgs {
    /// The sector, as JSON; - is standard input
    sector: PathBuf,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    ok: bool,
    issues: Vec<IssueJson>,
}

#[derive(Serialize)]
struct IssueJson {
    #[serde(rename = "type")]
    rule: &'static str,
    severity: &'static str,
    description: String,
    rooms: Vec<String>,
}

pub(crate) fn run(args: &ValidateArgs) -> Result<Outcome> {
    let world = input::read_world(&args.sector)?;
    let sector = super::sector::of(&world)?;
    let issues = match sector.given_cells() {
        Some(carved) => deepway::validate::carved(carved),
        None => deepway::validate::sector(sector.sector()),
    };
    let sector = sector.sector();
    let report = Report {
        ok: issues.is_empty(),
        issues: issues
            .iter()
            .map(|issue| IssueJson {
                rule: issue.rule.id(),
                severity: issue.severity().id(),
                description: issue.description.clone(),
                rooms: issue
                    .rooms
                    .iter()
                    .map(|&room| sector.rooms[room as usize].id.clone())
                    .collect(),
            })
            .collect(),
    };
    output::print(|out| {
        if args.json {
            return writeln!(out, "{}", serde_json::to_string(&report)?);
        }
        write!(out, "{}", list_issues(&issues))?;
        let rooms = count(sector.rooms.len() as u64, "room", "rooms");
        match issues.len() {
            0 => writeln!(out, "Sound: {rooms}, nothing wrong."),
            found => writeln!(out, "{rooms}, {}.", count(found as u64, "issue", "issues")),
        }
    })?;
    Ok(if issues.is_empty() {
        Outcome::Done
    } else {
        Outcome::No
    })
}
