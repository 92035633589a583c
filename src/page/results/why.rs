//! Why a page is among the results: the path from its seed, the parts of its score, the words that matched, the plain facts.

use super::row::{link, title};
use crate::page::catalog::Catalog;
use crate::page::live::Live;
use crate::page::numbers::grouped;
use crate::page::ranking::Ranking;
use crate::page::state::Part;
use engine::report::PageRecord;
use engine::text::{clean, cut};
use std::rc::Rc;
use yew::prelude::*;

/// Words that are shown.
const WORDS: usize = 12;
/// Most characters of an anchor text that are shown.
const ANCHOR_CHARS: usize = 120;

/// Which page.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The id of the block, which the row's button controls.
    pub(super) id: String,
    /// The page.
    pub(super) record: Rc<PageRecord>,
}

/// The reasons.
#[component]
pub(super) fn Why(props: &Props) -> Html {
    let ranking = use_context::<Part<Ranking>>().unwrap_or_default();
    let record = &props.record;
    html! {
        <div class="why" id={props.id.clone()}>
            <section><h4>{ "Path from its seed" }</h4>{ path(&ranking.path(record.n)) }</section>
            <section><h4>{ "Why it was picked" }</h4><Score record={record.clone()} /></section>
            <section><h4>{ "Words that matched" }</h4>{ words(&record.words) }</section>
            <section><h4>{ "Facts" }</h4><Facts record={record.clone()} /></section>
        </div>
    }
}

fn path(pages: &[Rc<PageRecord>]) -> Html {
    let step = |(at, page): (usize, &Rc<PageRecord>)| {
        let anchor = clean(&page.anchor);
        let by = match (at, anchor.is_empty()) {
            (0, _) => html! { <span class="by">{ "seed" }</span> },
            (_, true) => html! { <span class="by">{ "by a link without text" }</span> },
            (_, false) => {
                html! { <span class="by">{ "by “" }<q>{ cut(&anchor, ANCHOR_CHARS).to_owned() }</q>{ "”" }</span> }
            }
        };
        let last = at + 1 == pages.len();
        html! {
            <li>
                { by }
                if last { <b>{ "this page" }</b> } else { { link(page, &title(page), true) } }
                <span class="fine">{ format!("relevance {:.2}", page.relevance) }</span>
            </li>
        }
    };
    html! { <ol class="path">{ for pages.iter().enumerate().map(step) }</ol> }
}

/// The score with which the page was picked, and its parts, named by the strategy that ran.
#[component]
fn Score(props: &ScoreProps) -> Html {
    let catalog = use_context::<Part<Catalog>>().unwrap_or_default();
    let live = use_context::<Part<Live>>().unwrap_or_default();
    let record = &props.record;
    if record.parent.is_none() {
        return html! { <p>{ "You named it as a seed: seeds are fetched first." }</p> };
    }
    let strategy = live
        .order
        .as_ref()
        .and_then(|order| catalog.strategy(&order.plan.strategy));
    let named = strategy
        .map(|info| info.parts.as_slice())
        .unwrap_or_default();
    let most = record.parts.iter().copied().fold(1.0, f64::max);
    let part = |(value, (title, help)): (&f64, &(String, String))| {
        html! {
            <li title={help.clone()}><span>{ title }</span>{ bar(value / most) }<b>{ format!("{value:.3}") }</b>
                <span class="fine">{ help }</span></li>
        }
    };
    html! {
        <>
            <p>{ format!("Score {:.3}", record.priority) }
                if let Some(info) = strategy { { format!(", by {}", info.title) } }
            </p>
            <ul class="bars">{ for record.parts.iter().zip(named).map(part) }</ul>
        </>
    }
}

/// A page that has a score.
#[derive(Clone, PartialEq, Properties)]
struct ScoreProps {
    record: Rc<PageRecord>,
}

fn words(words: &[(String, f64)]) -> Html {
    let total: f64 = words.iter().map(|(_, share)| share).sum();
    if words.is_empty() || total <= 0.0 {
        return html! { <p>{ "None of your words stands on this page." }</p> };
    }
    let one = |(word, share): &(String, f64)| {
        html! {
            <li><span>{ clean(word) }</span>{ bar(share / total) }<b>{ format!("{:.0}%", share / total * 100.0) }</b></li>
        }
    };
    html! { <ul class="bars">{ for words.iter().take(WORDS).map(one) }</ul> }
}

#[component]
fn Facts(props: &ScoreProps) -> Html {
    let live = use_context::<Part<Live>>().unwrap_or_default();
    let record = &props.record;
    let since = record.at.saturating_sub(live.began.unwrap_or(record.at));
    let fact = |name: &'static str, value: String| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> };
    html! {
        <dl class="facts">
            { fact("Fetched as", format!("page {}", grouped(f64::from(record.n)))) }
            { fact("Clicks from seed", record.depth.to_string()) }
            { fact("Status", record.status.to_string()) }
            { fact("Language", record.language.clone().unwrap_or_else(|| "unknown".to_owned())) }
            { fact("Links", grouped(f64::from(record.links))) }
            { fact("Size", format!("{:.1} KB", f64::from(record.bytes) / 1000.0)) }
            { fact("Fetch", format!("{} ms", grouped(f64::from(record.elapsed_ms)))) }
            { fact("After", format!("{:.1} s", since as f64 / 1000.0)) }
        </dl>
    }
}

/// A share as a bar, in 0..=1.
fn bar(share: f64) -> Html {
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 100.0);
    html! {
        <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="gauge-all" width="100" height="8" /><rect class="gauge-part" {width} height="8" />
        </svg>
    }
}
