//! What was added to an open world, as JSON: an object a line.

use super::{JsonError, Problem, is_disturbing, word};
use crate::cell::Cell;
use crate::seed::Dice;
use crate::space::ZonePos;
use crate::strata::{Address, Entry, EntryKind, Plan, Registry, Request};
use crate::words::plain_words;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;

/// The most lines that a file may have.
const MAX_LINES: usize = 1_000_000;
/// The most bytes that a line may have.
const MAX_LINE: usize = 10_000;
/// The most characters that the name of an object may have.
const MAX_OBJECT: usize = 100;
/// The most characters that a message quotes or says.
const MAX_MESSAGE: usize = 500;
/// The most places that one line may ask for.
const MAX_NUMBER: u64 = 100;
/// The most places that all lines together may have.
const MAX_PLACES: usize = 1_000_000;

/// A line: whatever stands at the known keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Line {
    zone: Option<Value>,
    from: Option<Value>,
    x: Option<Value>,
    y: Option<Value>,
    #[serde(rename = "type")]
    kind: Option<Value>,
    object: Option<Value>,
    number: Option<Value>,
    reachable: Option<Value>,
    empty_only: Option<Value>,
    avoid: Option<Value>,
}

/// Reads what was added to the world of a plan. Lines that ask for places get those that
/// [`Request::resolve`] finds; empty lines mean nothing.
pub fn read_registry(name: &str, text: &str, plan: &Plan) -> Result<Registry, JsonError> {
    let mut registry = Registry::default();
    for (number, line) in (1..).zip(text.lines()) {
        let entries = match number > MAX_LINES {
            true => Err(Problem(format!("expected at most {MAX_LINES} lines"))),
            false => read_line(line, plan),
        };
        let added = entries.and_then(|entries| {
            if registry.len() + entries.len() > MAX_PLACES {
                let what = format!("too many places: expected at most {MAX_PLACES} of all lines");
                return Err(Problem(what));
            }
            for entry in entries {
                let added = registry.add(plan, entry);
                added.map_err(|error| Problem(error.to_string()))?;
            }
            Ok(())
        });
        added.map_err(|Problem(what)| {
            let what = what.chars().filter(|&letter| !is_disturbing(letter));
            let what: String = what.take(MAX_MESSAGE).collect();
            Problem::new(format_args!("line {number}"), what).of(name)
        })?;
    }
    Ok(registry)
}

/// Writes what was added, an entry a line, zone by zone.
pub fn write_registry(registry: &Registry) -> String {
    let mut text = String::new();
    for entry in registry.iter() {
        let zone = Address::of(entry.zone).to_string();
        let Entry { x, y, kind, .. } = entry;
        let line = format!(
            r#"{{"zone":"{zone}","from":"{}","x":{x},"y":{y},"type":"{}","object":{}}}"#,
            kind.from(),
            kind.name(),
            json!(entry.object)
        );
        text += &line;
        text.push('\n');
    }
    text
}

/// The entries that a line asks for.
fn read_line(line: &str, plan: &Plan) -> Result<Vec<Entry>, Problem> {
    if line.len() > MAX_LINE {
        let what = format!("{} bytes: expected at most {MAX_LINE}", line.len());
        return Err(Problem(what));
    }
    if line.trim().is_empty() {
        return Ok(Vec::new());
    }
    if !line.trim_start().starts_with('{') {
        return Err(Problem(
            "no object: expected braces around the keys".to_owned(),
        ));
    }
    let line: Line = serde_json::from_str(line).map_err(|error| {
        // There is but one line, so only the column matters.
        let what = plain_words(&error.to_string());
        let what = what.replace("the file ends", "the line ends");
        Problem(what.replace("line 1, column ", "column "))
    })?;
    let kind = text("type", line.kind.as_ref(), "a type, as StairsUp")?;
    let kind = word(EntryKind::ALL, EntryKind::name, "type", kind)?;
    let from = text("from", line.from.as_ref(), kind.from())?;
    if from != kind.from() {
        let what = format_args!(
            "{}: expected {:?} for {}",
            shown(from),
            kind.from(),
            kind.name()
        );
        return Err(Problem::new("from", what));
    }
    let zone = text(
        "zone",
        line.zone.as_ref(),
        "an address, as in World.11.22.1.1.12",
    )?;
    let zone = read_zone(zone, plan)?;
    let object = read_object(line.object.as_ref())?;
    let wishes = [&line.number, &line.reachable, &line.empty_only, &line.avoid];
    // Dice ask for a place as well as any other wish does.
    let has_dice = [&line.x, &line.y]
        .iter()
        .any(|at| matches!(at, Some(Value::String(_))));
    let is_wish = has_dice || wishes.iter().any(|value| value.is_some());
    if let (Some(x), Some(y), false) = (plain(&line.x), plain(&line.y), is_wish) {
        let (x, y) = (read_cell("x", x)?, read_cell("y", y)?);
        return Ok(vec![Entry {
            zone,
            y,
            x,
            kind,
            object,
        }]);
    }
    let number = match &line.number {
        None => 1,
        Some(value) => {
            let number = value
                .as_u64()
                .filter(|number| (1..=MAX_NUMBER).contains(number));
            number.ok_or_else(|| expected("number", value, format_args!("1 to {MAX_NUMBER}")))?
        }
    };
    let request = Request {
        zone,
        kind,
        object,
        number: number as u32,
        x: read_dice("x", line.x.as_ref(), is_wish)?,
        y: read_dice("y", line.y.as_ref(), is_wish)?,
        reachable: read_bool("reachable", line.reachable.as_ref())?,
        empty_only: read_bool("empty_only", line.empty_only.as_ref())?,
        avoid: read_cells(line.avoid.as_ref())?,
    };
    let entries = request.resolve(plan);
    entries.map_err(|error| Problem(error.to_string()))
}

/// A zone of the one world, which is what it is said to be.
pub(super) fn read_zone(text: &str, plan: &Plan) -> Result<ZonePos, Problem> {
    let address: Address = text
        .parse()
        .map_err(|error| Problem::new("zone", format_args!("{error}")))?;
    if address.world() != Address::WORLD {
        let what = format_args!(
            "{} is in another world: expected {}",
            shown(text),
            Address::WORLD
        );
        return Err(Problem::new("zone", what));
    }
    let own = plan.blueprint(address.zone());
    match address.blueprint() {
        Some(said) if said != own => {
            let what = format_args!("{} is no {said}: expected {own}", shown(text));
            Err(Problem::new("zone", what))
        }
        _ => Ok(address.zone()),
    }
}

fn read_object(value: Option<&Value>) -> Result<Option<String>, Problem> {
    let Some(value) = value else {
        return Ok(None);
    };
    let is_name =
        |name: &&str| name.chars().count() <= MAX_OBJECT && !name.chars().any(is_disturbing);
    let object = value.as_str().filter(is_name);
    let object = object.ok_or_else(|| {
        let what = format_args!("null or a name of at most {MAX_OBJECT} characters on one line");
        expected("object", value, what)
    })?;
    Ok(Some(object.to_owned()))
}

/// A whole number, if it is one.
fn plain(value: &Option<Value>) -> Option<u64> {
    value.as_ref()?.as_u64()
}

/// A coordinate; the registry knows which of those that fit a byte are inside.
fn read_cell(key: &str, number: u64) -> Result<u8, Problem> {
    let cell = u8::try_from(number);
    cell.map_err(|_| Problem::new(key, format_args!("{number}: expected {}", inside(key))))
}

/// What a coordinate may be.
fn inside(key: &str) -> String {
    let [columns, rows] = Registry::CELLS;
    let range = if key == "x" { columns } else { rows };
    format!("{} to {}", range.start(), range.end())
}

/// Dice, or a number; whoever asks for a place need not say which.
fn read_dice(key: &str, value: Option<&Value>, is_wish: bool) -> Result<Option<Dice>, Problem> {
    const WHAT: &str = "a whole number or dice, as in \"10-30\"";
    let Some(value) = value else {
        return match is_wish {
            true => Ok(None),
            false => Err(Problem::new(key, format_args!("missing: expected {WHAT}"))),
        };
    };
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_u64() => number.to_string(),
        Value::Number(_) => return Err(expected(key, value, inside(key))),
        _ => return Err(expected(key, value, WHAT)),
    };
    let dice = text.parse();
    dice.map(Some).map_err(|error| Problem::new(key, error))
}

fn read_bool(key: &str, value: Option<&Value>) -> Result<bool, Problem> {
    let Some(value) = value else {
        return Ok(false);
    };
    let is = value.as_bool();
    is.ok_or_else(|| expected(key, value, "true or false"))
}

/// Cells by their names.
fn read_cells(value: Option<&Value>) -> Result<Vec<Cell>, Problem> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let names = value.as_array();
    let names = names.ok_or_else(|| expected("avoid", value, "a list of names of cells"))?;
    let cells: Vec<Cell> = Cell::all().collect();
    let name = |cell: Cell| cell.info().name;
    let found = names.iter().zip(0..).map(|(value, number)| {
        let place = format!("avoid[{number}]");
        let found = text(&place, Some(value), "the name of a cell")?;
        word(&cells, name, place, found)
    });
    found.collect()
}

/// A text that must be there.
fn text<'a>(key: &str, value: Option<&'a Value>, what: &str) -> Result<&'a str, Problem> {
    let value = value.ok_or_else(|| Problem::new(key, format_args!("missing: expected {what}")))?;
    let text = value.as_str();
    text.ok_or_else(|| expected(key, value, what))
}

fn expected(key: &str, found: &Value, what: impl fmt::Display) -> Problem {
    let found: String = found.to_string().chars().take(40).collect();
    Problem::new(key, format_args!("{found}: expected {what}"))
}

/// A text in quotes, cut if it is long.
fn shown(text: &str) -> String {
    let text: String = text.chars().take(60).collect();
    format!("{text:?}")
}

#[cfg(test)]
mod tests;
