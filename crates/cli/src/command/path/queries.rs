//! Many queries from a file, with edits of the map between them.

use super::index;
use crate::{Status, input, output};
use anyhow::{Context, Result, anyhow, bail};
use deepway::answer::RouteAnswer;
use deepway::nav::{Algorithm, Finder, Ground, Navigator, NoRoute, Refusal};
use deepway::world::{Kind, World};
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

/// Answers all queries of a file, one JSON object per line.
pub(super) fn run(
    world: World,
    mut navigator: Navigator,
    file: &Path,
    algorithm: Algorithm,
    is_explained: bool,
) -> Result<Status> {
    let text = input::read_text(file)?;
    let name = input::name(file);
    let mut orders = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let order = read(text, &world).with_context(|| format!("{name}:{line}"))?;
        orders.extend(order);
    }
    let start = Instant::now();
    let is_query = |order: &&Order| matches!(order, Order::Find(..));
    let queries = orders.iter().filter(is_query).count();
    let mut refusal = None;
    let mut cells = world.into_cells()?;
    let counts = [queries, orders.len() - queries];
    index::prepare(&navigator, &cells, algorithm, counts, is_explained)?;
    output::print(|out| {
        let mut open = Vec::new();
        let answer = |navigator: &Navigator, cells: &Volume, open: &mut _, out: &mut dyn Write| {
            let ground = navigator.on(cells).map_err(io::Error::other)?;
            answer(&ground, open, algorithm, out)
        };
        for order in orders {
            match order {
                Order::Find(from, to) => open.push((from, to)),
                Order::Set(pos, cell) => {
                    refusal = answer(&navigator, &cells, &mut open, out)?;
                    cells.set(pos, cell).map_err(io::Error::other)?;
                    navigator.follow(&cells);
                }
            }
            if open.len() == AT_ONCE {
                refusal = answer(&navigator, &cells, &mut open, out)?;
            }
            if refusal.is_some() {
                return Ok(());
            }
        }
        refusal = answer(&navigator, &cells, &mut open, out)?;
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
    Ok(Status::Done)
}

/// How many queries are answered before their answers are written.
const AT_ONCE: usize = 1024;

/// Answers queries on all cores and writes the answers in order, up to the first query that
/// the algorithm refuses.
fn answer(
    ground: &Ground,
    queries: &mut Vec<(Pos, Pos)>,
    algorithm: Algorithm,
    out: &mut dyn Write,
) -> io::Result<Option<Refusal>> {
    let answers = Finder::find_all(ground, queries, algorithm);
    for ((from, to), answer) in queries.drain(..).zip(answers) {
        // That is not an answer but a bad query.
        if let Err(NoRoute::Refused(refusal)) = answer {
            return Ok(Some(refusal));
        }
        let line = RouteAnswer::new(ground, [from, to], &answer);
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    }
    Ok(None)
}

/// Reads a line; nothing for comments and blank lines.
fn read(line: &str, world: &World) -> Result<Option<Order>> {
    let line = line.trim_end_matches('\r').trim_start();
    if line.is_empty() || line.starts_with(';') {
        return Ok(None);
    }
    let [query, set] = match world.kind() {
        Kind::Maze => [
            "two places, such as '1:15:16 3:18:9',",
            "'set 1:15:16 GLYPH'",
        ],
        _ => ["two places, 'x y z x y z'", "'set x y z GLYPH'"],
    };
    let edit = line.strip_prefix("set");
    if let Some(edit) = edit.filter(|edit| edit.starts_with(char::is_whitespace)) {
        let bad = || anyhow!("expected {set}, found '{}'", shorten(line));
        let mut rest = edit;
        let mut words = Vec::new();
        // A place is a word, or three numbers.
        while words.len() < 3 {
            rest = rest.trim_start();
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            words.push(word);
            if words.len() == 1 && word.parse::<i32>().is_err() {
                break;
            }
        }
        let pos = match words.as_slice() {
            [place] => world.place(place)?,
            numbers
                if world.kind() != Kind::Maze
                    && numbers.iter().all(|number| number.parse::<i32>().is_ok()) =>
            {
                world.place(&numbers.join(","))?
            }
            _ => return Err(bad()),
        };
        // A space, and then the glyph, which may be a space itself.
        let mut after = rest.chars().skip(1);
        let glyph = after.next().unwrap_or(' ');
        let comment: String = after.collect();
        if !comment.trim_start().is_empty() && !comment.trim_start().starts_with(';') {
            return Err(bad());
        }
        let size = world.cells()?.size();
        if !size.contains(pos) {
            bail!(
                "{} is outside the map, which is {size}",
                world.place_name(pos)
            );
        }
        let cell = Cell::from_glyph(glyph).ok_or_else(|| {
            let glyphs: String = Cell::all().map(Cell::glyph).collect();
            anyhow!(
                "unknown glyph '{}': expected one of {glyphs}",
                glyph.escape_debug()
            )
        })?;
        return Ok(Some(Order::Set(pos, cell)));
    }
    let line = line.split(';').next().unwrap_or(line);
    let words: Vec<&str> = line.split_whitespace().take(6).collect();
    let are_numbers = |words: &[&str]| words.iter().all(|word| word.parse::<i32>().is_ok());
    let [from, to] = match words.as_slice() {
        all if all.len() == 6 && are_numbers(all) && world.kind() != Kind::Maze => {
            [all[..3].join(","), all[3..].join(",")]
        }
        [from, to, ..] if !are_numbers(&[from, to]) => [(*from).to_owned(), (*to).to_owned()],
        _ => bail!("expected {query} or {set}, found '{}'", shorten(line)),
    };
    Ok(Some(Order::Find(world.place(&from)?, world.place(&to)?)))
}

fn shorten(line: &str) -> String {
    line.chars().take(40).collect()
}
