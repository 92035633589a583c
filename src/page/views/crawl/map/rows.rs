//! Selects and orders the rows of the map's table.

use super::scene::{Node, Scene};
use super::web::Web;
use std::cmp::Ordering;

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// The title or name.
    Name,
    /// The relevance.
    #[default]
    Relevance,
    /// The number of incoming links.
    Linked,
    /// The number of pages of a host.
    Pages,
    /// The spider that fetched the page.
    Spider,
}

impl Column {
    /// Returns whether the column sorts in descending order by default.
    pub fn is_number(self) -> bool {
        !matches!(self, Self::Name | Self::Spider)
    }
}

/// Returns the indices of the listed nodes in order: with a search, only those that match. The sort is stable.
pub fn rows(web: &Web, scene: &Scene, found: Option<&[bool]>, by: Column, down: bool) -> Vec<usize> {
    let listed = |at: &usize| found.is_none_or(|found| found.get(*at).copied().unwrap_or_default());
    let mut rows: Vec<usize> = (0..scene.nodes.len()).filter(listed).collect();
    let node = |at: usize| scene.nodes[at];
    let turned = |order: Ordering| if down { order.reverse() } else { order };
    match by {
        Column::Name => {
            let mut named: Vec<(String, usize)> =
                rows.iter().map(|at| (web.name(node(*at)).to_lowercase(), *at)).collect();
            named.sort_by(|one, other| turned(one.0.cmp(&other.0)));
            rows = named.into_iter().map(|(_, at)| at).collect();
        }
        Column::Relevance => {
            rows.sort_by(|one, other| turned(web.relevance(node(*one)).total_cmp(&web.relevance(node(*other)))));
        }
        Column::Linked => {
            rows.sort_by(|one, other| turned(web.linked(node(*one)).cmp(&web.linked(node(*other)))));
        }
        Column::Pages => {
            rows.sort_by(|one, other| turned(web.size(node(*one)).cmp(&web.size(node(*other)))));
        }
        Column::Spider => rows.sort_by(|one, other| turned(spider(web, node(*one)).cmp(&spider(web, node(*other))))),
    }
    rows
}

/// Returns the spider that fetched a page.
pub fn spider(web: &Web, node: Node) -> Option<u32> {
    match node {
        Node::Page(page) => web.pages()[page].record.spider,
        Node::Host(_) => None,
    }
}
