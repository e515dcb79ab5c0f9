//! `deepway diff`.

pub(super) mod source;

use super::picture::{PictureArgs, ThemeArgs};
use crate::output::Named;
use crate::{Status, message, output};
use anyhow::{Context, Result, bail};
use deepway::answer::DifferenceAnswer;
use deepway::view::{self, count, thousands};
use deepway::world::{Difference, How, LevelDifference, Matter};
use source::Source;
use std::fmt::Write as _;

#[derive(clap::Args)]
#[command(after_help = "\
A and B are files, or worlds by their seeds: sector:7, maze:7, world:7 (its plan) and
world:7/World.11.22.1.1.12 (a zone). Options of generate follow a colon, without dashes:
sector:7:rooms=12,trend=mixed and maze:7:size=16,levels=3. Rooms are the same if they have the
same id and the same name or place, else the same name, else the same place. A file whose name
looks like a seed is ./sector:7.

Exit code: 0 nothing differs, 1 something does, 2 bad input.

Examples:
  deepway diff before.json after.json
  deepway diff sector:7 sector:7:trend=mixed
  deepway diff maze:7 maze:7:doors=60 --json
  deepway diff world:7/World.11.22.1.1.12 world:8/World.11.22.1.1.12 --png changes.png")]
pub(crate) struct DiffArgs {
    /// The first world: a file, - for standard input, or a seed such as sector:7
    a: String,
    /// The second world
    b: String,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

pub(crate) fn run(args: &DiffArgs) -> Result<Status> {
    let sources = [&args.a, &args.b].map(|text| Source::new(text));
    let [a, b] = &sources;
    let files = [("A", a), ("B", b)];
    let files = files.into_iter().filter_map(|(argument, source)| {
        let path = source.file()?;
        Some(Named::new(argument, path))
    });
    let files: Vec<Named> = files.collect();
    if files
        .iter()
        .filter(|file| file.path.as_os_str() == "-")
        .count()
        == 2
    {
        bail!("A and B are both standard input: expected a file for one of them");
    }
    args.pictures.check(&files, args.json)?;
    args.theme.check(&args.pictures)?;
    let (before, after) = (a.read()?, b.read()?);
    let names = format!("{} and {}", a.name(), b.name());
    let difference = Difference::between(&before, &after).with_context(|| names.clone())?;
    let pictures = args.pictures.prepare_if_wanted(|| {
        let worlds = [&before, &after];
        let theme = args.theme.theme();
        Ok(view::difference(worlds, &difference, &names, theme)?)
    })?;
    if args.json {
        output::print_json(&DifferenceAnswer::from(&difference))?;
    } else if pictures.is_empty() {
        let text = report(&names, &difference);
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    let is_free = !args.json && !args.pictures.takes_stdout();
    output::commit(pictures, "", is_free)?;
    Ok(match difference.is_empty() {
        true => Status::Done,
        false => Status::No,
    })
}

/// A summary, then everything that differs.
fn report(names: &str, difference: &Difference) -> String {
    if difference.is_empty() {
        return format!("{names}: nothing differs\n");
    }
    let mut parts = Vec::new();
    for matter in Matter::ALL {
        let counts = How::ALL.map(|how| (difference.count(matter, how), how));
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, how)| format!("{} {}", thousands(count as u64), how.id()));
        let counts: Vec<String> = counts.collect();
        if !counts.is_empty() {
            parts.push(format!("{}: {}", matter.id(), counts.join(", ")));
        }
    }
    let cells: u64 = difference
        .levels
        .iter()
        .flat_map(LevelDifference::counts)
        .sum();
    if cells > 0 {
        parts.push(count(cells, "cell differs", "cells differ"));
    }
    let mut text = format!("{names}\n");
    for part in parts {
        let _ = writeln!(text, "  {part}");
    }
    text.push('\n');
    for change in &difference.changes {
        let _ = writeln!(text, "{}", message::one_line(&change.to_string()));
    }
    for level in &difference.levels {
        let [added, removed, changed] = level.counts();
        if added + removed + changed == 0 {
            continue;
        }
        let _ = writeln!(
            text,
            "level {}: {} opened, {} closed, {} changed",
            level.name,
            thousands(added),
            thousands(removed),
            thousands(changed)
        );
        for ([before, after], count) in &level.cells {
            let _ = writeln!(text, "  {} × {before} → {after}", thousands(*count));
        }
    }
    text
}
