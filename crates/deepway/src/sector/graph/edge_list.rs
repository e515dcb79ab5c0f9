//! Graphs as plain lists of edges.

use super::{GraphError, RoomGraph};
use thiserror::Error;

/// What is wrong with a list of edges.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}, line {line}: {problem}")]
pub struct EdgeListError {
    /// The name of the list.
    pub name: String,
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub problem: EdgeListProblem,
}

/// What is wrong with a line, or with the graph that begins there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EdgeListProblem {
    /// A line is not what is expected there.
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

/// Reads graphs: for each a line with the number of rooms, then a line for each edge with
/// the numbers of its rooms, from 0 on. Blank lines stand between graphs.
pub fn read_edge_lists(name: &str, text: &str) -> Result<Vec<RoomGraph>, EdgeListError> {
    let error = |line: usize, problem: EdgeListProblem| EdgeListError {
        name: name.to_owned(),
        line,
        problem,
    };
    let expected = |line: usize, found: &str, expected| {
        let found = found.chars().take(40).collect();
        error(line, EdgeListProblem::Line { found, expected })
    };
    let mut graphs = Vec::new();
    // The line where a graph begins, its rooms, and its edges, a line each.
    struct Begun {
        line: usize,
        rooms: u32,
        edges: Vec<(u32, u32)>,
    }
    let mut begun: Option<Begun> = None;
    let lines = text.lines().map(str::trim).chain([""]);
    for (line, number) in lines.zip(1..) {
        if line.is_empty() {
            if let Some(Begun { line, rooms, edges }) = begun.take() {
                let graph = RoomGraph::from_edges(rooms, &edges);
                graphs.push(graph.map_err(|problem| {
                    let is_wrong = |&edge: &(u32, u32)| problem.edge() == Some(edge);
                    let before = edges.iter().rposition(is_wrong);
                    error(
                        before.map_or(line, |before| line + 1 + before),
                        problem.into(),
                    )
                })?);
            }
            continue;
        }
        let numbers: Result<Vec<u32>, _> = line.split_whitespace().map(str::parse).collect();
        match (&mut begun, numbers.as_deref()) {
            (None, Ok(&[rooms])) => {
                let (line, edges) = (number, Vec::new());
                begun = Some(Begun { line, rooms, edges });
            }
            (None, _) => return Err(expected(number, line, "a number of rooms")),
            (Some(begun), Ok(&[a, b])) => begun.edges.push((a, b)),
            (Some(_), _) => {
                return Err(expected(number, line, "an edge, the numbers of two rooms"));
            }
        }
    }
    Ok(graphs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_graphs_are_read() {
        let graphs = read_edge_lists("two", "3\n0 1\n1 2\n\n2\n0 1\n").unwrap();
        let sizes: Vec<_> = graphs
            .iter()
            .map(|graph| (graph.rooms.len(), graph.edges.len()))
            .collect();
        assert_eq!(sizes, [(3, 2), (2, 1)]);
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
            ("2\n0 1\n1 0\n", "g, line 3: edge 1 0 is there twice"),
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
            let error = read_edge_lists("g", text).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
