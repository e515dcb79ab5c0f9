//! The zones that a file lists: their hashes, what programs read, or one sheet.

use super::ZoneArgs;
use crate::command::survey::in_order;
use crate::{Status, input, output};
use anyhow::{Context, Result, bail};
use deepway::ZonePos;
use deepway::answer::ZoneAnswer;
use deepway::strata::{SheetLabels, Strata};
use deepway::view::{self, PictureOptions, count};
use std::path::Path;

/// The most zones on a sheet.
const MOST_ON_A_SHEET: usize = 100;
/// How many zones are in a row of a sheet if nobody says.
const COLUMNS: u32 = 5;

/// Answers for each zone of a file.
pub(super) fn run(args: &ZoneArgs, strata: &Strata, file: &Path) -> Result<Status> {
    let text = input::read_text(file)?;
    let zones = zones(strata, file, &text)?;
    let threads = args.threads.count()?;
    let answer = |zone: ZonePos| ZoneAnswer::of(strata, &strata.zone(zone));
    let picture = match args.pictures.is_wanted() {
        true => args.pictures.prepare(&sheet(args, strata, file, &zones)?)?,
        false => Vec::new(),
    };
    if args.hash {
        let hashes = in_order(&zones, threads, |(_, zone)| answer(*zone).hash());
        output::print(|out| {
            for ((id, _), hash) in zones.iter().zip(&hashes) {
                writeln!(out, "{id} {hash:016x}")?;
            }
            Ok(())
        })?;
    } else if args.json {
        // A few at a time, so that a long list needs little memory and begins at once.
        for some in zones.chunks(256) {
            let line = |(_, zone): &(&str, ZonePos)| serde_json::to_string(&answer(*zone));
            let lines = in_order(some, threads, line);
            output::print(|out| {
                for line in lines {
                    writeln!(out, "{}", line?)?;
                }
                Ok(())
            })?;
        }
    } else if !args.pictures.is_wanted() {
        bail!("--ids: expected --hash or --json, or --svg FILE or --png FILE with it");
    }
    output::commit(picture, "", !args.json && !args.pictures.takes_stdout())?;
    Ok(Status::Done)
}

/// Draws zones on one sheet.
fn sheet(
    args: &ZoneArgs,
    strata: &Strata,
    file: &Path,
    zones: &[(&str, ZonePos)],
) -> Result<view::Scene> {
    let zones: Vec<ZonePos> = zones.iter().map(|(_, zone)| *zone).collect();
    if !(1..=MOST_ON_A_SHEET).contains(&zones.len()) {
        let (name, found) = (input::name(file), zones.len());
        bail!("{name}: {found} zones: expected 1 to {MOST_ON_A_SHEET} for a sheet");
    }
    let labels = match args.no_labels {
        true => SheetLabels::Hidden,
        false => SheetLabels::Shown,
    };
    let volume = strata.sheet(&zones, args.columns.unwrap_or(COLUMNS), labels)?;
    let options = PictureOptions {
        title: format!(
            "{} of world {}",
            count(zones.len() as u64, "zone", "zones"),
            strata.plan().seed()
        ),
        theme: args.theme.theme(),
        without_rulers: true,
        ..PictureOptions::default()
    };
    Ok(view::plan(&volume, &[], 0, &options)?)
}

/// The zones that the lines of a file name.
fn zones<'t>(strata: &Strata, file: &Path, text: &'t str) -> Result<Vec<(&'t str, ZonePos)>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty());
    let zones = lines.map(|(number, line)| {
        let zone = strata.zone_named(line);
        let zone = zone.with_context(|| format!("{}:{number}", input::name(file)))?;
        Ok((line, zone))
    });
    zones.collect()
}
