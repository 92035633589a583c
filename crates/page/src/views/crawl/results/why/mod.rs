//! Explains a result: its path, the parts of its score, the matched words, its text, its metadata.

mod parts;
mod text;

use super::keys::details_id;
use super::row::{link, title};
use crate::views::parts::export::copies;
use crate::views::prelude::*;
use crate::widgets::fact;
use page_state::crawl::page_reader::why_request;
use page_state::digits::duration;
use protocol::library::ExportScope;
use text::InText;
use types::report::{Millis, PagePrediction};

/// The most words that are shown.
const WORDS: usize = 12;
/// The most bytes of the title of a model's prediction.
const PREDICTION_CHARS: usize = 160;

/// Holds the data that explanations are rendered from.
pub(crate) struct WhyContext<'a> {
    /// The crawl's pages.
    pub(crate) ranking: &'a Ranking,
    /// The strategy that selected the page, if the catalog has it.
    pub(crate) strategy: Option<&'a StrategyInfo>,
    /// Sentences about the score that follow from the strategy's parameters.
    pub(crate) notes: Vec<String>,
    /// The formula of the score's parts, if the strategy has one.
    pub(crate) formula: Option<String>,
    /// Relevance is the similarity to good examples.
    pub(crate) by_examples: bool,
    pub(crate) live: &'a Live,
    /// The notice about the latest copy.
    pub(crate) notice: &'a str,
    pub(crate) dispatch: &'a Dispatch,
}

/// Renders the explanation of a page: the answer and excerpts of its text; the rest is folded.
pub(crate) fn why(context: &WhyContext<'_>, record: &PageRecord) -> Html {
    html! {
        <div class="why" id={details_id(record.n)}>
            <p class="whole answer">{ parts::answer(context, record) }</p>
            if let Some(request) = why_request(context.live, record) {
                <section class="whole in-text">
                    <h4>{ "Text excerpts" }</h4>
                    <InText request={request.clone()} text={context.live.text.clone()}
                        dispatch={context.dispatch.clone()} />
                    <p>
                        { text::read(&request, context.dispatch) }
                        if let Some(id) = &context.live.saved.id {
                            { copies(id, ExportScope::Crawl, &record.url, context.dispatch) }
                        }
                    </p>
                    <p class="fine" role="status">{ context.notice.to_owned() }</p>
                </section>
            }
            <details class="whole why-rest">
                <summary>{ "Path, score and facts" }</summary>
                <div>
                    <section class="whole">
                        <h4>{ "Path from its seed" }</h4>{ line(&context.ranking.pages.path(record.n)) }
                    </section>
                    { parts::score(context, record) }
                    { predictions(&record.predictions) }
                    <section><h4>{ "Matching words" }</h4>{ words(context, &record.words) }</section>
                    <section class="whole">
                        <h4>{ "Facts" }</h4>
                        { repeats(context.ranking, record) }{ facts(context.live.throughput.began, record) }
                    </section>
                </div>
            </details>
        </div>
    }
}

/// Renders the predictions for the page: shares as bars, other values as numbers.
fn predictions(predictions: &[PagePrediction]) -> Html {
    if predictions.is_empty() {
        return Html::default();
    }
    let value = |shares: bool, (name, value): &(String, f64)| {
        if shares {
            html! { <li><span>{ name }</span>{ share_bar(*value, 8) }<b>{ percent(*value) }</b></li> }
        } else {
            html! { <li class="plain"><span>{ name }</span><b>{ fixed(*value, 2) }</b></li> }
        }
    };
    let one = |prediction: &PagePrediction| {
        html! {
            <div class="made-of">
                <h5>{ cut(&clean(&prediction.title), PREDICTION_CHARS).to_owned() }</h5>
                <ul class="bars">{ for prediction.values.iter().map(|one| value(prediction.is_shares, one)) }</ul>
            </div>
        }
    };
    html! { <section class="readings-of"><h4>{ "Predictions" }</h4>{ for predictions.iter().map(one) }</section> }
}

fn words(context: &WhyContext<'_>, words: &[(String, f64)]) -> Html {
    let total: f64 = words.iter().map(|(_, share)| share).sum();
    if words.is_empty() || total <= 0.0 {
        let whose = if context.by_examples { "the target examples’" } else { "your" };
        return html! { <p>{ format!("This page contains none of {whose} words.") }</p> };
    }
    let one = |(word, share): &(String, f64)| {
        html! {
            <li><span>{ clean(word) }</span>{ share_bar(share / total, 8) }<b>{ percent(share / total) }</b></li>
        }
    };
    html! { <ul class="bars">{ for words.iter().take(WORDS).map(one) }</ul> }
}

/// Renders the earlier page that this page nearly duplicates.
fn repeats(ranking: &Ranking, record: &PageRecord) -> Html {
    match record.near_duplicate_of.and_then(|n| ranking.pages.get(n)) {
        Some(original) => {
            html! { <p>{ "Near-duplicate of " }{ link(original, &title(original), true) }</p> }
        }
        None => Html::default(),
    }
}

fn facts(began: Option<Millis>, record: &PageRecord) -> Html {
    let since = record.fetch.since(began);
    let validators = &record.fetch.validators;
    html! {
        <dl class="facts">
            { fact("Fetched as", format!("page {}", grouped(record.n))) }
            { fact("Depth", grouped(record.discovery.depth)) }
            { fact("Status", record.status.to_string()) }
            { fact("Language", record.text.language.clone().unwrap_or_else(|| "unknown".to_owned())) }
            { for record.text.document.map(|document| fact("Document", document.to_string())) }
            { fact("Links", grouped(record.fetch.links)) }
            { fact("Size", bytes(f64::from(record.fetch.bytes))) }
            if record.fetch.is_rendered { { fact("Rendered", "in a browser tab".to_owned()) } }
            { fact("Fetch time", duration(record.fetch.elapsed_ms.into())) }
            { fact("Fetched after", duration(since as f64)) }
            { for validators.last_modified.map(|at| fact("Last modified", date(at))) }
            { for validators.etag.as_deref().map(|etag| fact("ETag", shown(etag))) }
        </dl>
    }
}

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
