//! Many queries from a file, with edits of the map between them.

use super::write_json;
use crate::{Outcome, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::nav::{Algorithm, Finder, Ground, Navigator, NoRoute, Refusal};
use deepway::{Cell, Pos, Volume};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;
use tracing::info;

/// A line of the file.
enum Order {
    Find(Pos, Pos),
    Set(Pos, Cell),
}

/// Answers all queries of a file, one JSON object a line.
pub(super) fn run(
    mut volume: Volume,
    mut navigator: Navigator,
    file: &Path,
    algorithm: Algorithm,
) -> Result<Outcome> {
    let text = input::read_text(file)?;
    let name = input::name(file);
    let mut orders = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let order = read(text, &volume).with_context(|| format!("{name}:{line}"))?;
        orders.extend(order);
    }
    let start = Instant::now();
    let is_query = |order: &&Order| matches!(order, Order::Find(..));
    let queries = orders.iter().filter(is_query).count();
    let mut refusal = None;
    output::print(|out| {
        let mut open = Vec::new();
        let answer = |navigator: &Navigator, volume: &Volume, open: &mut _, out: &mut dyn Write| {
            let ground = navigator.on(volume).map_err(io::Error::other)?;
            answer(&ground, open, algorithm, out)
        };
        for order in orders {
            match order {
                Order::Find(from, to) => open.push((from, to)),
                Order::Set(pos, cell) => {
                    refusal = answer(&navigator, &volume, &mut open, out)?;
                    volume.set(pos, cell).map_err(io::Error::other)?;
                    navigator.follow(&volume);
                }
            }
            if open.len() == AT_ONCE {
                refusal = answer(&navigator, &volume, &mut open, out)?;
            }
            if refusal.is_some() {
                return Ok(());
            }
        }
        refusal = answer(&navigator, &volume, &mut open, out)?;
        Ok(())
    })?;
    if let Some(refusal) = refusal {
        bail!("{refusal}");
    }
    info!(
        queries,
        micros = start.elapsed().as_micros() as u64,
        "answered queries"
    );
    Ok(Outcome::Done)
}

/// How many queries are answered before their answers are written.
const AT_ONCE: usize = 1024;

/// Answers queries on all cores and writes the answers in their order, up to one that the
/// algorithm refuses.
fn answer(
    ground: &Ground,
    queries: &mut Vec<(Pos, Pos)>,
    algorithm: Algorithm,
    out: &mut dyn Write,
) -> io::Result<Option<Refusal>> {
    let answers = Finder::find_all(ground, queries, algorithm);
    for ((from, to), answer) in queries.drain(..).zip(answers) {
        // That is no answer, but a wrong question.
        if let Err(NoRoute::Refused(refusal)) = answer {
            return Ok(Some(refusal));
        }
        write_json(out, ground, from, to, &answer)?;
    }
    Ok(None)
}

/// Reads a line; nothing for comments and blank lines.
fn read(line: &str, volume: &Volume) -> Result<Option<Order>> {
    let line = line.trim_end_matches('\r').trim_start();
    if line.is_empty() || line.starts_with(';') {
        return Ok(None);
    }
    let edit = line.strip_prefix("set");
    if let Some(edit) = edit.filter(|edit| edit.starts_with(char::is_whitespace)) {
        let bad = || anyhow!("expected 'set x y z GLYPH', found '{}'", shorten(line));
        let mut rest = edit;
        let mut number = || -> Result<i32> {
            rest = rest.trim_start();
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            word.parse().map_err(|_| bad())
        };
        let pos = Pos::new(number()?, number()?, number()?);
        // One space, and then the glyph, which may be a space itself.
        let mut after = rest.chars().skip(1);
        let glyph = after.next().unwrap_or(' ');
        let comment: String = after.collect();
        if !comment.trim_start().is_empty() && !comment.trim_start().starts_with(';') {
            return Err(bad());
        }
        let cell = Cell::from_glyph(glyph).ok_or_else(|| {
            let glyphs: String = Cell::all().map(Cell::glyph).collect();
            anyhow!(
                "unknown glyph '{}': expected one of {glyphs}",
                glyph.escape_debug()
            )
        })?;
        let size = volume.size();
        if !size.contains(pos) {
            bail!("{pos} is outside the map, which is {size}");
        }
        return Ok(Some(Order::Set(pos, cell)));
    }
    let line = line.split(';').next().unwrap_or(line);
    let numbers: Option<Vec<i32>> = line
        .split_whitespace()
        .take(6)
        .map(|word| word.parse().ok())
        .collect();
    match numbers.as_deref() {
        Some(&[a, b, c, d, e, f]) => Ok(Some(Order::Find(Pos::new(a, b, c), Pos::new(d, e, f)))),
        _ => bail!(
            "expected 'x y z x y z' or 'set x y z GLYPH', found '{}'",
            shorten(line)
        ),
    }
}

fn shorten(line: &str) -> String {
    line.chars().take(40).collect()
}
