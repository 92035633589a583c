//! Writes the links between the pages of a crawl as GEXF and GraphML, which Gephi, Cytoscape, networkx and igraph open.
//!
//! Nodes are pages with their attributes, edges are the links between them, each pair once. Link targets that were not
//! crawled are only included on request, because there are about ten of them for every page and only their URL is
//! known. As a site map, the `GraphML` marks the pages on the topic and on a path to it, and the links in the discovery
//! tree. A link to a redirected URL is a link to a target that was not crawled. Link texts are omitted. Layouts and
//! colors are left to the program that draws the graph.

use crate::xml::escaped;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use types::report::PageRecord;
use types::site_map::{Arrangement, SiteMap};
use types::url::CanonicalUrl;

/// Nodes and edges.
#[derive(Clone, Debug)]
pub struct LinkGraph<'a> {
    nodes: Vec<Node<'a>>,
    /// The indices of source and target among the nodes.
    edges: Vec<(usize, usize)>,
    site_map: Option<Tree>,
}

/// The site map of a graph.
#[derive(Clone, Debug)]
struct Tree {
    /// For each page: whether it is on the topic, and whether a page on the topic is below it.
    pages: Vec<(bool, bool)>,
    /// The edges by which pages were discovered.
    edges: BTreeSet<(usize, usize)>,
}

/// A URL with its page, if it was crawled.
#[derive(Clone, Copy, Debug)]
struct Node<'a> {
    url: &'a CanonicalUrl,
    page: Option<&'a PageRecord>,
}

impl<'a> LinkGraph<'a> {
    /// Returns the graph of a crawl's pages and links (source and target), with uncrawled targets on request.
    pub fn new(
        pages: &'a [PageRecord],
        links: impl IntoIterator<Item = (&'a CanonicalUrl, &'a CanonicalUrl)>,
        with_uncrawled: bool,
    ) -> Self {
        let mut graph = Self { nodes: Vec::new(), edges: Vec::new(), site_map: None };
        let mut places = BTreeMap::new();
        for page in pages {
            graph.place(&page.url, Some(page), &mut places);
        }
        for (from, to) in links {
            let Some(from) = places.get(from).copied().filter(|at| *at < pages.len()) else {
                continue;
            };
            if with_uncrawled || places.contains_key(to) {
                let to = graph.place(to, None, &mut places);
                graph.edges.push((from, to));
            }
        }
        graph.sort();
        graph
    }

    /// Returns the site map of a crawl's pages: their graph with the discovery tree. Pages with at least the relevance
    /// `good` are on the topic.
    pub fn site_map(
        pages: &'a [PageRecord],
        links: impl IntoIterator<Item = (&'a CanonicalUrl, &'a CanonicalUrl)>,
        good: f64,
    ) -> Self {
        let mut graph = Self::new(pages, links, false);
        let map = SiteMap::new(pages, Arrangement::Links, good);
        let mut tree = Tree { pages: vec![(false, false); pages.len()], edges: BTreeSet::new() };
        for (at, node) in map.nodes().iter().enumerate() {
            let Some(page) = node.page else { continue };
            tree.pages[page] = (node.is_on_topic, map.is_way(at));
            let parent = node.parent.and_then(|parent| map.nodes()[parent].page);
            tree.edges.extend(parent.map(|parent| (parent, page)));
        }
        // A redirected link is not an edge of the graph.
        graph.edges.extend(&tree.edges);
        graph.sort();
        graph.site_map = Some(tree);
        graph
    }

    fn sort(&mut self) {
        self.edges.sort_unstable();
        self.edges.dedup();
    }

    /// Returns the index of a URL among the nodes, adding it if it is new.
    fn place(
        &mut self,
        url: &'a CanonicalUrl,
        page: Option<&'a PageRecord>,
        places: &mut BTreeMap<&'a CanonicalUrl, usize>,
    ) -> usize {
        let nodes = &mut self.nodes;
        *places.entry(url).or_insert_with(|| {
            nodes.push(Node { url, page });
            nodes.len() - 1
        })
    }
}

/// The type of a node attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Whole,
    Number,
    Truth,
}

impl Kind {
    /// Returns its name in a file of a format, which has its own name for whole numbers.
    fn word(self, whole: &'static str) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Whole => whole,
            Self::Number => "double",
            Self::Truth => "boolean",
        }
    }
}

/// The attributes of a node, in the order of [`Node::values`].
const ATTRIBUTES: [(&str, Kind); 9] = [
    ("url", Kind::Text),
    ("title", Kind::Text),
    ("host", Kind::Text),
    ("crawled", Kind::Truth),
    ("order", Kind::Whole),
    ("depth", Kind::Whole),
    ("status", Kind::Whole),
    ("relevance", Kind::Number),
    ("language", Kind::Text),
];

impl Node<'_> {
    /// Returns the values of its attributes; none if they are unknown.
    fn values(&self) -> [Option<String>; ATTRIBUTES.len()] {
        let page = self.page;
        [
            Some(self.url.to_string()),
            page.map(|page| page.text.title.clone()),
            Some(self.url.host_key().to_owned()),
            Some(page.is_some().to_string()),
            page.map(|page| page.n.to_string()),
            page.map(|page| page.discovery.depth.to_string()),
            page.map(|page| page.status.to_string()),
            page.map(|page| page.relevance.to_string()),
            page.and_then(|page| page.text.language.clone()),
        ]
    }

    /// Returns the title, or the URL if there is no title.
    fn label(&self) -> &str {
        let title = self.page.map_or("", |page| page.text.title.as_str());
        if title.is_empty() { self.url.as_str() } else { title }
    }
}

const GEXF_HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<meta><creator>Salticid</creator></meta>
<graph defaultedgetype="directed" mode="static">
"#;

/// Returns the GEXF file of a graph. Source: gexf.net, "GEXF 1.3 Schema".
pub fn gexf(graph: &LinkGraph<'_>) -> String {
    let mut out = GEXF_HEAD.to_owned();
    out += "<attributes class=\"node\" mode=\"static\">\n";
    for (at, (name, kind)) in ATTRIBUTES.iter().enumerate() {
        let kind = kind.word("integer");
        let _ = writeln!(out, r#"<attribute id="{at}" title="{name}" type="{kind}"/>"#);
    }
    out += "</attributes>\n";
    out += "<nodes>\n";
    for (at, known) in graph.nodes.iter().enumerate() {
        gexf_node(&mut out, at, known);
    }
    out += "</nodes>\n<edges>\n";
    for (at, (from, to)) in graph.edges.iter().enumerate() {
        let _ = writeln!(out, r#"<edge id="{at}" source="{from}" target="{to}"/>"#);
    }
    out + "</edges>\n</graph>\n</gexf>\n"
}

fn gexf_node(out: &mut String, at: usize, node: &Node<'_>) {
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

const GRAPHML_HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"#;

/// The additional attributes of a site map, of nodes and edges.
const SITE_MAP: [(&str, &str); 3] = [("on_topic", "node"), ("way", "node"), ("tree", "edge")];

/// Returns the `GraphML` file of a graph. Source: U. Brandes et al., "GraphML Progress Report";
/// graphml.graphdrawing.org, the schema with attributes.
pub fn graphml(graph: &LinkGraph<'_>) -> String {
    let mut out = GRAPHML_HEAD.to_owned();
    for (name, kind) in ATTRIBUTES {
        let kind = kind.word("int");
        let _ = writeln!(out, r#"<key id="{name}" for="node" attr.name="{name}" attr.type="{kind}"/>"#);
    }
    let tree = graph.site_map.as_ref();
    for (name, of) in SITE_MAP.into_iter().filter(|_| tree.is_some()) {
        let _ = writeln!(out, r#"<key id="{name}" for="{of}" attr.name="{name}" attr.type="boolean"/>"#);
    }
    out += "<graph edgedefault=\"directed\">\n";
    for (at, known) in graph.nodes.iter().enumerate() {
        let relation = tree.and_then(|tree| tree.pages.get(at));
        graphml_node(&mut out, at, known, relation);
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
fn graphml_node(out: &mut String, at: usize, node: &Node<'_>, relation: Option<&(bool, bool)>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden, url};

    /// Two links between pages, one of them twice, one to a page that was not crawled, one from such a page.
    fn links() -> Vec<(CanonicalUrl, CanonicalUrl)> {
        let (start, on, far) = ("http://a.test/", "http://a.test/on?x=1&y=2", "http://c.test/far");
        [(start, on), (start, on), (on, "http://b.test:8080/on"), (on, far), (far, start)]
            .map(|(from, to)| (url(from), url(to)))
            .to_vec()
    }

    #[test]
    fn a_graph_is_written_to_the_byte_in_both_formats() {
        let (pages, links) = (crawl(), links());
        let links = links.iter().map(|(from, to)| (from, to));
        let graph = LinkGraph::new(&pages, links, false);
        golden("graph.gexf", &gexf(&graph));
        golden("graph.graphml", &graphml(&graph));
    }

    #[test]
    fn a_site_map_has_the_discovery_tree_and_the_paths_to_the_topic() {
        let (pages, links) = (crawl(), links());
        let links = links.iter().map(|(from, to)| (from, to));
        let graph = LinkGraph::site_map(&pages, links, 0.5);
        let file = graphml(&graph);
        golden("site-map.graphml", &file);
        // Page 3 was not read; one link of the tree is not among the other edges and would be missing.
        assert_eq!(file.matches("<data key=\"tree\">true<").count(), 2);
        assert_eq!(file.matches("<data key=\"on_topic\">true<").count(), 2);
        assert_eq!(file.matches("<data key=\"way\">true<").count(), 2);
    }

    #[test]
    fn uncrawled_targets_are_nodes_only_on_request() {
        let (pages, links) = (crawl(), links());
        for (asked, nodes, edges) in [(false, 4, 2), (true, 5, 3)] {
            let links = links.iter().map(|(from, to)| (from, to));
            let graph = LinkGraph::new(&pages, links, asked);
            assert_eq!((graph.nodes.len(), graph.edges.len()), (nodes, edges));
            assert_eq!(gexf(&graph).contains("c.test"), asked);
            assert_eq!(graphml(&graph).matches(">false<").count(), nodes - 4);
        }
    }
}
