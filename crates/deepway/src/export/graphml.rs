//! The graph of a world as GraphML: attributes on nodes and edges, two edges where a passage
//! leads both ways.

use super::Source;
use super::graph::graph;
use super::xml::Escaped;
use std::fmt::Write;

/// The attributes: of what, name, type.
const KEYS: [(&str, &str, &str); 11] = [
    ("node", "label", "string"),
    ("node", "level", "int"),
    ("node", "level_name", "string"),
    ("node", "cells", "long"),
    ("edge", "kind", "string"),
    ("edge", "secret", "boolean"),
    ("edge", "blocked", "boolean"),
    ("edge", "lock", "string"),
    ("edge", "dc", "int"),
    ("edge", "count", "int"),
    ("graph", "title", "string"),
];

pub(super) fn write(source: &Source<'_>) -> String {
    let graph = graph(source);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    );
    // Writing to a string cannot fail.
    for (of, name, kind) in KEYS {
        let _ = writeln!(
            out,
            "<key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        );
    }
    out += "<graph id=\"world\" edgedefault=\"directed\">\n";
    let _ = writeln!(out, "<data key=\"title\">{}</data>", Escaped(&source.title));
    for node in &graph.nodes {
        let name = source
            .levels
            .get(node.z as usize)
            .map_or("", |level| &level.name);
        let (id, label) = (Escaped(&node.id), Escaped(&node.label));
        let (z, cells) = (node.z, node.cells);
        let _ = writeln!(
            out,
            "<node id=\"{id}\"><data key=\"label\">{label}</data><data key=\"level\">{z}</data>\
             <data key=\"level_name\">{}</data><data key=\"cells\">{cells}</data></node>",
            Escaped(name)
        );
    }
    let mut number = 0;
    for edge in &graph.edges {
        let [Some(a), Some(b)] = edge.ends.map(|end| graph.nodes.get(end)) else {
            continue;
        };
        // What leads nowhere now is there all the same, once.
        let ways = match edge.leads {
            [false, false] => vec![(a, b)],
            [up, down] => {
                let ways = [(up, (a, b)), (down, (b, a))];
                let ways = ways.into_iter().filter(|(leads, _)| *leads);
                ways.map(|(_, way)| way).collect()
            }
        };
        for (from, to) in ways {
            let _ = write!(
                out,
                "<edge id=\"e{number}\" source=\"{}\" target=\"{}\"><data key=\"kind\">{}</data>\
                 <data key=\"secret\">{}</data><data key=\"blocked\">{}</data>\
                 <data key=\"dc\">{}</data><data key=\"count\">{}</data>",
                Escaped(&from.id),
                Escaped(&to.id),
                Escaped(&edge.kind),
                edge.is_secret,
                edge.is_blocked,
                edge.dc,
                edge.count
            );
            if let Some(lock) = &edge.lock {
                let _ = write!(out, "<data key=\"lock\">{}</data>", Escaped(lock));
            }
            out += "</edge>\n";
            number += 1;
        }
    }
    out + "</graph>\n</graphml>\n"
}
