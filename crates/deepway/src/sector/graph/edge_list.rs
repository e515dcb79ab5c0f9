//! Graphs as plain lists of edges.

use super::{GraphError, MAX_EDGES, RoomGraph};
use std::iter::Peekable;
use thiserror::Error;

/// What is wrong with a list of edges.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}, line {line}: {problem}")]
pub struct EdgeListError {
    /// The name of the list.
    pub name: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: EdgeListProblem,
}

/// What is wrong with a line, or with the graph that begins there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdgeListProblem {
    /// A line is not what was expected.
    #[error("{found:?}: expected {expected}")]
    Line {
        /// The line.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The graph cannot be laid out.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// Reads graphs one after the other: each is a line with the number of rooms, then a line for
/// each edge with the numbers of its rooms, counted from 0. Blank lines separate graphs. A
/// malformed graph does not affect the others.
///
/// Only the graph that is being read is kept, and its edges are limited.
pub fn read_edge_lists<'a>(
    name: &'a str,
    text: &'a str,
) -> impl Iterator<Item = Result<RoomGraph, EdgeListError>> {
    let mut lines = text.lines().map(str::trim).zip(1..).peekable();
    std::iter::from_fn(move || {
        while lines.next_if(|(line, _)| line.is_empty()).is_some() {}
        let first = lines.next()?;
        let graph = read_one(first, &mut lines);
        // Skip the rest of a malformed graph.
        while lines.next_if(|(line, _)| !line.is_empty()).is_some() {}
        Some(graph.map_err(|(line, problem)| EdgeListError {
            name: name.to_owned(),
            line,
            problem,
        }))
    })
}

/// A line and its number.
type Line<'a> = (&'a str, usize);

/// Reads a graph from its lines, or returns the malformed line and what is wrong with it.
fn read_one<'a>(
    (first, start): Line<'a>,
    lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
) -> Result<RoomGraph, (usize, EdgeListProblem)> {
    let expected = "a number of rooms";
    let rooms = numbers(first).map(|[rooms]| rooms);
    let rooms = rooms.ok_or_else(|| (start, unexpected(first, expected)))?;
    let mut edges = Vec::new();
    while let Some((line, number)) = lines.next_if(|(line, _)| !line.is_empty()) {
        let expected = "an edge, the numbers of two rooms";
        let edge = numbers(line).map(|[a, b]| (a, b));
        edges.push(edge.ok_or_else(|| (number, unexpected(line, expected)))?);
        if edges.len() > MAX_EDGES {
            return Err((start, GraphError::TooManyEdges.into()));
        }
    }
    RoomGraph::from_edges(rooms, &edges).map_err(|problem| {
        let is_wrong = |&edge: &(u32, u32)| problem.edge() == Some(edge);
        let before = edges.iter().rposition(is_wrong);
        let line = before.map_or(start, |before| start + 1 + before);
        (line, problem.into())
    })
}

/// The numbers of a line, if there are exactly `N`.
fn numbers<const N: usize>(line: &str) -> Option<[u32; N]> {
    let mut words = line.split_whitespace();
    let mut found = [0; N];
    for number in &mut found {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(found)
}

fn unexpected(line: &str, expected: &'static str) -> EdgeListProblem {
    let found = line.chars().take(40).collect();
    EdgeListProblem::Line { found, expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_graphs_are_read() {
        let graphs = read_edge_lists("two", "3\n0 1\n1 2\n\n2\n0 1\n\n\nx\n");
        let sizes: Vec<_> = graphs
            .map(|graph| {
                let graph = graph.ok()?;
                Some((graph.rooms.len(), graph.edges.len()))
            })
            .collect();
        assert_eq!(sizes, [Some((3, 2)), Some((2, 1)), None]);
    }

    #[test]
    fn bad_lists_say_where_and_what_would_be_right() {
        for (text, message) in [
            ("x\n", "g, line 1: \"x\": expected a number of rooms"),
            (
                "2\n0 1 2\n",
                "g, line 2: \"0 1 2\": expected an edge, the numbers of two rooms",
            ),
            (
                "0\n",
                "g, line 1: a graph without rooms: expected 1 to 10000",
            ),
            (
                "2\n0 0\n0 1\n",
                "g, line 2: edge 0 0: a room cannot be joined to itself",
            ),
            ("2\n0 1\n1 0\n", "g, line 3: edge 1 0 appears twice"),
            (
                "3\n0 1\n",
                "g, line 1: room 2 is not connected with room 0: expected one connected graph",
            ),
            (
                "2\n0 5\n",
                "g, line 2: edge 0 5: there is no room 5, the last is 1",
            ),
            (
                "10001\n0 1\n",
                "g, line 1: a graph of 10001 rooms: expected 1 to 10000",
            ),
        ] {
            let error = read_edge_lists("g", text).next().unwrap().unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
