//! Many queries from a file, with edits of the map between them.

use super::write_json;
use crate::{Outcome, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::nav::{Algorithm, Finder, Navigator};
use deepway::{Cell, Pos};
use std::path::Path;
use std::time::Instant;
use tracing::info;

/// A line of the file.
enum Order {
    Find(Pos, Pos),
    Set(Pos, Cell),
}

/// Answers all queries of a file, one JSON object a line.
pub(super) fn run(mut navigator: Navigator, file: &Path, algorithm: Algorithm) -> Result<Outcome> {
    let text = input::read_text(file)?;
    let name = input::name(file);
    let mut orders = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let order = read(text, &navigator).with_context(|| format!("{name}:{line}"))?;
        orders.extend(order);
    }
    navigator.prepare(algorithm);
    let mut finder = Finder::default();
    let start = Instant::now();
    let queries = orders
        .iter()
        .filter(|order| matches!(order, Order::Find(..)))
        .count();
    output::print(|out| {
        for order in orders {
            match order {
                Order::Set(pos, cell) => navigator
                    .set(&[(pos, cell)])
                    .map_err(std::io::Error::other)?,
                Order::Find(from, to) => {
                    let answer = finder.find(&navigator, from, to, algorithm);
                    write_json(out, from, to, &answer)?;
                }
            }
        }
        Ok(())
    })?;
    info!(
        queries,
        micros = start.elapsed().as_micros() as u64,
        "answered queries"
    );
    Ok(Outcome::Done)
}

/// Reads a line; nothing for comments and blank lines.
fn read(line: &str, navigator: &Navigator) -> Result<Option<Order>> {
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() || line.starts_with(';') {
        return Ok(None);
    }
    if let Some(edit) = line.strip_prefix("set ") {
        let mut rest = edit;
        let mut number = || -> Result<i32> {
            rest = rest.trim_start();
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            word.parse()
                .map_err(|_| anyhow!("expected 'set x y z GLYPH', found '{}'", shorten(line)))
        };
        let pos = Pos::new(number()?, number()?, number()?);
        // One space, and then the glyph, which may be a space itself.
        let glyph = rest
            .strip_prefix([' ', '\t'])
            .and_then(|rest| rest.chars().next())
            .unwrap_or(' ');
        let cell = Cell::from_glyph(glyph)
            .ok_or_else(|| anyhow!("unknown glyph '{}'", glyph.escape_debug()))?;
        if !navigator.volume().size().contains(pos) {
            bail!(
                "{pos} is outside the map, which is {}",
                navigator.volume().size()
            );
        }
        return Ok(Some(Order::Set(pos, cell)));
    }
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
