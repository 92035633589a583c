//! GraphML, which most programs for graphs read.
//!
//! Source: U. Brandes et al., "GraphML Progress Report"; graphml.graphdrawing.org, the schema with attributes.

use super::{ATTRIBUTES, Kind, LinkGraph, Node};
use crate::xml::escaped;
use std::fmt::Write as _;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"#;

/// Returns the file of a graph.
pub fn graphml(graph: &LinkGraph<'_>) -> String {
    let mut out = HEAD.to_owned();
    for (name, kind) in ATTRIBUTES {
        let kind = match kind {
            Kind::Text => "string",
            Kind::Whole => "int",
            Kind::Number => "double",
            Kind::Truth => "boolean",
        };
        let key = format!(r#"<key id="{name}" for="node" attr.name="{name}" attr.type="{kind}"/>"#);
        out = out + &key + "\n";
    }
    out += "<graph edgedefault=\"directed\">\n";
    for (at, known) in graph.nodes.iter().enumerate() {
        node(&mut out, at, known);
    }
    for (from, to) in &graph.edges {
        let _ = writeln!(out, r#"<edge source="n{from}" target="n{to}"/>"#);
    }
    out + "</graph>\n</graphml>\n"
}

fn node(out: &mut String, at: usize, node: &Node<'_>) {
    let _ = write!(out, r#"<node id="n{at}">"#);
    for ((name, _), value) in ATTRIBUTES.iter().zip(node.values()) {
        if let Some(value) = value {
            let _ = write!(out, r#"<data key="{name}">{}</data>"#, escaped(&value));
        }
    }
    *out += "</node>\n";
}
