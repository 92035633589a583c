//! Renders a row of the tree of agents: mark, number, activity, energy, pages, best page.

use super::families::{is_dead, mark};
use super::navigation::{Line, unseen};
use super::tree::TreeRow;
use crate::views::prelude::*;
use types::report::{Energy, Spider, SpiderState};

/// The most bytes of a host's name.
const HOST_CHARS: usize = 60;

/// Renders the row of a spider with this number of descendants; `best_title` is the title of its best page.
pub(super) fn row(
    spider: &Spider,
    below: u32,
    best_title: Option<String>,
    is_still: bool,
    line: &TreeRow,
    frame: Line<'_>,
) -> Html {
    let name = html! {
        <>
            { mark(line.root, is_dead(spider)) }{ unseen("Spider ") }<b>{ grouped(spider.id) }</b>
            if line.unfolded == Some(false) {
                <span class="fine">{ format!("+{}", grouped(below)) }{ unseen(" below") }</span>
            }
        </>
    };
    let cells = html! {
        <>
            <span class="spider-state">{ doing(spider, is_still) }{ unseen(", ") }</span>
            { energy_bar(spider.energy) }
            <span class="spider-pages">
                { grouped(spider.pages) }{ unseen(if spider.pages == 1 { " page" } else { " pages" }) }
            </span>
            <span class="spider-best">{ best(spider.best, best_title) }</span>
        </>
    };
    frame.draw(name, cells)
}

/// Returns the activity of a spider in a word or two; idle while the crawl is paused or over.
pub(crate) fn doing(spider: &Spider, is_still: bool) -> String {
    match &spider.state {
        SpiderState::Idle | SpiderState::Fetching(_) if is_still => "alive".to_owned(),
        SpiderState::Idle => "thinking".to_owned(),
        SpiderState::Fetching(url) => format!("fetching {}", cut(url.host(), HOST_CHARS)),
        SpiderState::Dead(_) => match spider.died {
            Some(0) => "dead from the start".to_owned(),
            Some(page) => format!("dead since page {}", grouped(page)),
            None => "dead".to_owned(),
        },
    }
}

/// Returns the energy as a share of the energy needed for cloning, in 0..=1.
fn share(energy: Energy) -> f64 {
    if energy.cloning_threshold > 0.0 { (energy.current / energy.cloning_threshold).clamp(0.0, 1.0) } else { 0.0 }
}

/// Renders the energy as a bar.
pub(crate) fn energy_bar(energy: Option<Energy>) -> Html {
    let Some(energy) = energy else {
        return html! { <span class="spider-energy" /> };
    };
    let title = format!("Energy {} of {}", fixed(energy.current, 2), fixed(energy.cloning_threshold, 2));
    bar("energy", share(energy), title)
}

/// Renders a share in 0..=1 as a bar.
pub(super) fn bar(name: &str, share: f64, title: String) -> Html {
    html! {
        <span class="spider-energy" {title}>
            { share_bar(share, 6) }
            <span class="unseen">{ format!("{name} {}, ", percent(share)) }</span>
        </span>
    }
}

/// Renders the best page and its relevance.
pub(super) fn best(best: Option<(u32, f64)>, title: Option<String>) -> Html {
    let Some((_, relevance)) = best else {
        return html! { <span aria-hidden="true">{ "–" }</span> };
    };
    html! {
        <>
            <span class="unseen">{ ", best page " }</span>
            <b>{ short(relevance) }</b>
            { " " }
            { title.unwrap_or_default() }
        </>
    }
}
