//! Renders the path from a seed to a page as a line of pages joined by link texts.
//!
//! It is an ordered list; the line itself is drawn by the style sheet and hidden from screen readers.

use super::super::row::{link, title};
use crate::page::views::prelude::*;

/// The most characters of an anchor text that are shown.
const ANCHOR_CHARS: usize = 120;
/// The radius of a station's ring, in units of its drawing.
const RING: f64 = 9.0;

/// Renders the path.
pub(crate) fn line(pages: &[Rc<PageRecord>]) -> Html {
    let station = |(at, page): (usize, &Rc<PageRecord>)| {
        let is_last = at + 1 == pages.len();
        html! {
            <li class={is_last.then_some("terminus")}>
                <span class="segment">{ link_label(at, page) }</span>
                <span class="track">{ dot(page.relevance) }</span>
                <span class="stop">
                    if is_last { <b>{ "this page" }</b> } else { { link(page, &title(page), true) } }
                    <span class="fine">{ format!("relevance {}", fixed(page.relevance, 2)) }</span>
                </span>
            </li>
        }
    };
    html! { <ol class="line" aria-label="Path from its seed">{ for pages.iter().enumerate().map(station) }</ol> }
}

/// Renders the text of the link that led to a page.
fn link_label(at: usize, page: &PageRecord) -> Html {
    let anchor = clean(&page.discovery.anchor);
    match (at, anchor.is_empty()) {
        (0, _) => html! { { "seed" } },
        (_, true) => html! { { "via a link without text" } },
        (_, false) => {
            html! { <>{ "via “" }<q>{ cut(&anchor, ANCHOR_CHARS).to_owned() }</q>{ "”" }</> }
        }
    }
}

/// Renders a station, whose ring is filled by area in proportion to the relevance.
fn dot(relevance: f64) -> Html {
    let radius = RING * relevance.clamp(0.0, 1.0).sqrt();
    html! {
        <svg viewBox="-11 -11 22 22" width="22" height="22" aria-hidden="true">
            <circle class="ring" r={fixed(RING, 1)} /><circle class="full" r={fixed(radius, 2)} />
        </svg>
    }
}
