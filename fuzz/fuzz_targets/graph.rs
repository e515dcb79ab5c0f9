//! Any text is a room graph or an error, as JSON and as a list of edges.
#![no_main]

use deepway::json::read_graph;
use deepway::sector::read_edge_lists;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match read_graph("graph", text) {
        Ok(graph) => graph.check().expect("what is read can be laid out"),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    for graph in read_edge_lists("graph", text) {
        match graph {
            Ok(graph) => graph.check().expect("what is read can be laid out"),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
});
