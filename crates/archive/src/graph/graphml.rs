//! Writes GraphML, which most graph programs read.
//!
//! Source: U. Brandes et al., "GraphML Progress Report"; graphml.graphdrawing.org, the schema with attributes.

use super::{ATTRIBUTES, Kind, LinkGraph, Node};
use crate::xml::escaped;
use std::fmt::Write as _;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"#;

/// The additional attributes of a site map, of nodes and edges.
const SITE_MAP: [(&str, &str); 3] = [("on_topic", "node"), ("way", "node"), ("tree", "edge")];

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
    let tree = graph.site_map.as_ref();
    for (name, of) in SITE_MAP.into_iter().filter(|_| tree.is_some()) {
        let _ = writeln!(out, r#"<key id="{name}" for="{of}" attr.name="{name}" attr.type="boolean"/>"#);
    }
    out += "<graph edgedefault=\"directed\">\n";
    for (at, known) in graph.nodes.iter().enumerate() {
        let relation = tree.and_then(|tree| tree.pages.get(at));
        node(&mut out, at, known, relation);
    }
    for edge in &graph.edges {
        let (from, to) = edge;
        let _ = write!(out, r#"<edge source="n{from}" target="n{to}""#);
        let _ = match tree {
            Some(tree) => {
                let is_in_tree = tree.edges.contains(edge);
                writeln!(out, r#"><data key="tree">{is_in_tree}</data></edge>"#)
            }
            None => writeln!(out, "/>"),
        };
    }
    out + "</graph>\n</graphml>\n"
}

/// Writes a node; `relation` is its relation to the topic and to the paths there.
fn node(out: &mut String, at: usize, node: &Node<'_>, relation: Option<&(bool, bool)>) {
    let _ = write!(out, r#"<node id="n{at}">"#);
    for ((name, _), value) in ATTRIBUTES.iter().zip(node.values()) {
        if let Some(value) = value {
            let _ = write!(out, r#"<data key="{name}">{}</data>"#, escaped(&value));
        }
    }
    if let Some((on_topic, way)) = relation {
        let _ = write!(out, r#"<data key="on_topic">{on_topic}</data><data key="way">{way}</data>"#);
    }
    *out += "</node>\n";
}
