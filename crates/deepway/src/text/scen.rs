//! MovingAI scenarios: queries on a map with their optimal lengths.

use super::error::{MapError, Problem};
use super::lines::Lines;
use crate::space::Pos;

/// A query of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The bucket of the query; queries of similar length share one.
    pub bucket: u32,
    /// The map's file name, as the scenario gives it.
    pub map: String,
    /// The width that the map should have.
    pub width: u32,
    /// The height that the map should have.
    pub height: u32,
    /// Where to start, on level 0.
    pub start: Pos,
    /// Where to go, on level 0.
    pub goal: Pos,
    /// The length of the best path; a diagonal step counts √2.
    pub optimal: f64,
}

/// Reads a MovingAI `.scen` file; `name` is what errors call it.
///
/// Fields are separated by tabs or spaces. Time and space are linear.
pub fn read_scenario(name: &str, bytes: &[u8]) -> Result<Vec<Scenario>, MapError> {
    let mut lines = Lines::default();
    let mut versioned = false;
    let mut queries = Vec::new();
    let mut read = |_, line: &[u8]| {
        if !line.trim_ascii().is_empty() {
            if versioned {
                queries.push(query(line)?);
            } else {
                version(line)?;
                versioned = true;
            }
        }
        Ok(())
    };
    let read = lines
        .feed(bytes, &mut read)
        .and_then(|()| lines.finish(read));
    read.map_err(|error| error.named(name))?;
    if !versioned {
        let problem = Problem::Expected {
            expected: "'version 1'".to_owned(),
            found: "the end of the file".to_owned(),
            before: 0,
        };
        return Err(lines.at_end(problem).named(name));
    }
    Ok(queries)
}

fn version(line: &[u8]) -> Result<(), Problem> {
    let mut fields = Fields { line, at: 0 };
    let known = fields.next() == Some("version") && matches!(fields.next(), Some("1" | "1.0"));
    if known && fields.next().is_none() && fields.rest_is_blank() {
        return Ok(());
    }
    Err(Problem::expected("'version 1'", line, 0))
}

fn query(line: &[u8]) -> Result<Scenario, Problem> {
    let mut fields = Fields { line, at: 0 };
    let bucket = fields.number("a bucket number", u32::MAX)?;
    let map = fields.word("the name of a map")?.to_owned();
    let width = fields.number("the map's width", u32::MAX)?;
    let height = fields.number("the map's height", u32::MAX)?;
    let mut cell = |which: &str| -> Result<Pos, Problem> {
        let x = fields.number(&format!("x of the {which}"), i32::MAX as u32)?;
        let y = fields.number(&format!("y of the {which}"), i32::MAX as u32)?;
        Ok(Pos::new(x as i32, y as i32, 0))
    };
    let (start, goal) = (cell("start")?, cell("goal")?);
    let before = fields.start();
    let optimal = fields.word("the optimal length")?.parse().ok();
    let optimal = optimal.filter(|length: &f64| length.is_finite() && *length >= 0.0);
    let wrong = || Problem::expected("the optimal length", line, before);
    let optimal = optimal.ok_or_else(wrong)?;
    if !fields.rest_is_blank() {
        return Err(Problem::expected(
            "the end of the line",
            line,
            fields.start(),
        ));
    }
    Ok(Scenario {
        bucket,
        map,
        width,
        height,
        start,
        goal,
        optimal,
    })
}

/// The words of a line.
struct Fields<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    /// Where the next word begins.
    fn start(&self) -> usize {
        let blank = self.line[self.at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        self.at + blank.count()
    }

    fn rest_is_blank(&self) -> bool {
        self.start() == self.line.len()
    }

    /// The next word, if there is one and it is text.
    fn next(&mut self) -> Option<&'a str> {
        let start = self.start();
        let word = self.line[start..]
            .iter()
            .take_while(|byte| !byte.is_ascii_whitespace());
        let end = start + word.count();
        let word = std::str::from_utf8(&self.line[start..end]).ok()?;
        self.at = end;
        (!word.is_empty()).then_some(word)
    }

    fn word(&mut self, what: &str) -> Result<&'a str, Problem> {
        let start = self.start();
        self.next()
            .ok_or_else(|| Problem::expected(what, self.line, start))
    }

    fn number(&mut self, what: &str, max: u32) -> Result<u32, Problem> {
        let start = self.start();
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|&number: &u32| number <= max);
        number.ok_or_else(|| Problem::expected(what, self.line, start))
    }
}
