//! Writes GEXF 1.3, the format of Gephi.
//!
//! Source: gexf.net, "GEXF 1.3 Schema".

use super::{ATTRIBUTES, Kind, LinkGraph, Node};
use crate::xml::escaped;
use std::fmt::Write as _;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<meta><creator>Salticid</creator></meta>
<graph defaultedgetype="directed" mode="static">
"#;

/// Returns the file of a graph.
pub fn gexf(graph: &LinkGraph<'_>) -> String {
    let mut out = HEAD.to_owned();
    attributes(&mut out);
    out += "<nodes>\n";
    for (at, known) in graph.nodes.iter().enumerate() {
        node(&mut out, at, known);
    }
    out += "</nodes>\n<edges>\n";
    for (at, (from, to)) in graph.edges.iter().enumerate() {
        let _ = writeln!(out, r#"<edge id="{at}" source="{from}" target="{to}"/>"#);
    }
    out + "</edges>\n</graph>\n</gexf>\n"
}

fn attributes(out: &mut String) {
    *out += "<attributes class=\"node\" mode=\"static\">\n";
    for (at, (name, kind)) in ATTRIBUTES.iter().enumerate() {
        let kind = match kind {
            Kind::Text => "string",
            Kind::Whole => "integer",
            Kind::Number => "double",
            Kind::Truth => "boolean",
        };
        let _ = writeln!(out, r#"<attribute id="{at}" title="{name}" type="{kind}"/>"#);
    }
    *out += "</attributes>\n";
}

fn node(out: &mut String, at: usize, node: &Node<'_>) {
    let label = escaped(node.label());
    let _ = write!(out, r#"<node id="{at}" label="{label}"><attvalues>"#);
    for (key, value) in node.values().iter().enumerate() {
        if let Some(value) = value {
            let value = escaped(value);
            let _ = write!(out, r#"<attvalue for="{key}" value="{value}"/>"#);
        }
    }
    *out += "</attvalues></node>\n";
}
