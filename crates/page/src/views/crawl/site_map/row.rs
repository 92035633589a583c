//! Renders a row of the site map: symbol, title, name and relevance of a page, a folder, or the branches off the topic.

use crate::views::prelude::*;
use crate::widgets::tree::{TreeFrame, TreeItem};
use std::borrow::Borrow;
use types::site_map::{Branch, Relation, Row, SiteMap};

/// The deepest level that is indented further; deeper rows are aligned with it.
const DEPTH: usize = 16;
/// The most characters of a title or a name.
const TEXT_CHARS: usize = 140;

/// The texts and the relation of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RowText {
    relation: Relation,
    /// The title of a page, possibly empty.
    title: String,
    /// The host, or the last part of the path; by links, path and query.
    name: String,
    /// The relevance of a page.
    relevance: Option<f64>,
    /// The number of pages on the topic below it.
    below: u32,
}

/// Returns the texts of a branch's row.
pub(super) fn text<P: Borrow<PageRecord>>(map: &SiteMap, pages: &[P], branch: Branch) -> RowText {
    let Branch::Node(at) = branch else {
        return RowText {
            relation: map.relation(branch),
            title: counted(map.pages_of(branch), "page") + ", not relevant",
            name: String::new(),
            relevance: None,
            below: 0,
        };
    };
    let node = &map.nodes()[at];
    let page = node.page.map(|page| pages[page].borrow());
    let shown = |text: &str| cut(&clean(text), TEXT_CHARS).to_owned();
    RowText {
        relation: map.relation(branch),
        title: page.map_or_else(String::new, |page| shown(&page.text.title)),
        name: shown(node.name(pages)),
        relevance: page.map(|page| page.relevance),
        below: node.on_topic - u32::from(node.is_on_topic),
    }
}

/// Renders a row with its texts; the details of its page are open if it is `is_shown`.
pub(super) fn draw(
    id: String,
    row: Row,
    text: &RowText,
    is_shown: bool,
    is_active: bool,
    press: Callback<bool>,
) -> Html {
    let Row { level, place, is_open, .. } = row;
    let class = match text.relation {
        Relation::OnTopic => "on-topic",
        Relation::Way => "",
        Relation::OffTopic => "off-topic",
    };
    let frame = TreeFrame {
        tag: "div",
        id,
        class: classes!("site-row", class, is_active.then_some("active")),
        item: TreeItem { level, is_open },
        place,
        is_selected: is_shown,
        is_tab_stop: None,
        press,
    };
    frame.draw(|fold| {
        html! {
            <>
                { guides(level) }{ fold }{ sign(text.relation) }
                <span class="site-text">{ texts(text) }</span>
                { figures(text, is_open == Some(true)) }
            </>
        }
    })
}

/// Returns the id of the row with this number among the rows in the document.
pub(super) fn row_id(number: usize) -> String {
    format!("site-row-{number}")
}

/// Renders a guide line for each level above.
fn guides(level: usize) -> Html {
    let above = level.min(DEPTH) - 1;
    html! {
        <svg class="family" width={format!("{}em", above as f64 * 1.25)} height="100%" aria-hidden="true">
            for at in 0..above {
                <line x1={format!("{}em", at as f64 * 1.25 + 0.625)} x2={format!("{}em", at as f64 * 1.25 + 0.625)}
                    y1="0" y2="100%" />
            }
        </svg>
    }
}

/// Renders the symbol of a relation, which differs by shape as well as color.
pub(super) fn sign(relation: Relation) -> Html {
    let (class, r) = match relation {
        Relation::OnTopic => ("site-sign full", "5"),
        Relation::Way => ("site-sign", "4.25"),
        Relation::OffTopic => ("site-sign off", "1.5"),
    };
    html! { <svg {class} viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true"><circle {r} /></svg> }
}

fn texts(text: &RowText) -> Html {
    html! {
        <>
            if !text.title.is_empty() { <span class="site-title">{ &text.title }</span> }
            if !text.name.is_empty() { { " " }<span class="site-name">{ &text.name }</span> }
        </>
    }
}

/// Renders the number of pages on the topic in a folded row, and the relevance.
fn figures(text: &RowText, is_open: bool) -> Html {
    let unseen = |text: &'static str| html! { <span class="unseen">{ text }</span> };
    html! {
        <>
            if text.relation == Relation::OnTopic { { unseen(", relevant") } }
            if text.below > 0 && !is_open {
                <span class="site-below">{ unseen(", ") }{ format!("{} relevant below", text.below) }</span>
            }
            if let Some(relevance) = text.relevance {
                <span class="site-relevance">{ unseen(", relevance ") }{ short(relevance) }</span>
            }
        </>
    }
}
