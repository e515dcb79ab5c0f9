//! A graph for Graphviz: a cluster a level, arrows where a passage leads one way.

use super::Source;
use super::graph::{Edge, graph};
use crate::cell::LinkKind;
use std::fmt::Write;

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// What an edge is, in words.
fn label(edge: &Edge) -> String {
    let mut words = vec![edge.kind.clone()];
    if edge.count > 1 {
        words.push(format!("{} times", edge.count));
    }
    if edge.dc > 0 {
        words.push(format!("DC {}", edge.dc));
    }
    if edge.is_secret {
        words.push("secret".to_owned());
    }
    if edge.is_blocked {
        words.push("blocked".to_owned());
    }
    words.extend(edge.lock.clone());
    words.join(", ")
}

pub(super) fn write(source: &Source<'_>) -> String {
    let graph = graph(source);
    let mut out = format!("digraph {} {{\n", quoted(&source.title));
    out += "  node [shape=box, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", fontsize=10];\n";
    // Writing to a string cannot fail.
    for z in source.z().rev() {
        let name = source
            .levels
            .get(z as usize)
            .map_or("", |level| &level.name);
        let _ = writeln!(
            out,
            "  subgraph cluster_{z} {{\n    label={};",
            quoted(name)
        );
        for node in graph.nodes.iter().filter(|node| node.z == z) {
            let label = format!("{}\n{}", node.id, node.label);
            let _ = writeln!(out, "    {} [label={}];", quoted(&node.id), quoted(&label));
        }
        out += "  }\n";
    }
    for edge in &graph.edges {
        let [a, b] = edge.ends.map(|end| graph.nodes.get(end));
        let (Some(a), Some(b)) = (a, b) else {
            continue;
        };
        let way = match edge.leads {
            [true, true] => "both",
            [true, false] => "forward",
            [false, true] => "back",
            [false, false] => "none",
        };
        let is_link = LinkKind::ALL.iter().any(|kind| kind.name() == edge.kind);
        let style = match (edge.is_secret, edge.is_blocked, is_link) {
            (true, ..) => "dashed",
            (_, true, _) => "dotted",
            (_, _, true) => "bold",
            _ => "solid",
        };
        let _ = writeln!(
            out,
            "  {} -> {} [dir={way}, style={style}, label={}];",
            quoted(&a.id),
            quoted(&b.id),
            quoted(&label(edge))
        );
    }
    out + "}\n"
}
