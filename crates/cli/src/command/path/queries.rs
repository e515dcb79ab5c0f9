//! Many queries from a file, with edits of the map between them.

use super::write_json;
use crate::{Outcome, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::nav::{Algorithm, Finder, Navigator};
use deepway::{Cell, Pos};
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
pub(super) fn run(mut navigator: Navigator, file: &Path, algorithm: Algorithm) -> Result<Outcome> {
    let text = input::read_text(file)?;
    let name = input::name(file);
    let mut orders = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let order = read(text, &navigator).with_context(|| format!("{name}:{line}"))?;
        orders.extend(order);
    }
    let start = Instant::now();
    let is_query = |order: &&Order| matches!(order, Order::Find(..));
    let queries = orders.iter().filter(is_query).count();
    output::print(|out| {
        let mut open = Vec::new();
        for order in orders {
            match order {
                Order::Find(from, to) => open.push((from, to)),
                Order::Set(pos, cell) => {
                    answer(&navigator, &mut open, algorithm, out)?;
                    navigator.set(&[(pos, cell)]).map_err(io::Error::other)?;
                }
            }
            if open.len() == AT_ONCE {
                answer(&navigator, &mut open, algorithm, out)?;
            }
        }
        answer(&navigator, &mut open, algorithm, out)
    })?;
    info!(
        queries,
        micros = start.elapsed().as_micros() as u64,
        "answered queries"
    );
    Ok(Outcome::Done)
}

/// How many queries are answered before their answers are written.
const AT_ONCE: usize = 1024;

/// Answers queries on all cores and writes the answers in their order.
fn answer(
    navigator: &Navigator,
    queries: &mut Vec<(Pos, Pos)>,
    algorithm: Algorithm,
    out: &mut dyn Write,
) -> io::Result<()> {
    let answers = Finder::find_all(navigator, queries, algorithm);
    for ((from, to), answer) in queries.drain(..).zip(answers) {
        write_json(out, from, to, &answer)?;
    }
    Ok(())
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
