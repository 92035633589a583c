//! A result: rank, relevance, title, address, snippet.

use super::keys::{button_id, details_id};
use super::origin::OriginTag;
use crate::page::dom::digits::{fixed, grouped};
use crate::page::state::Action;
use crate::page::state::crawl::ranking::ResultsAction;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::screen::ScreenAction;
use crate::page::state::train::GoodPage;
use crate::page::views::crawl::steering::Thumbs;
use crate::page::views::parts::good_pages::selector;
use crate::page::widgets::marks::pieces;
use crate::page::widgets::page_link::PageLink;
use crate::page::widgets::tables::portion;
use std::cmp::Ordering;
use std::rc::Rc;
use types::report::PageRecord;
use types::text::{clean, cut, sentence};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Most characters of a title that are shown.
const TITLE_CHARS: usize = 140;
/// Most characters of an address that are shown.
pub(crate) const URL_CHARS: usize = 200;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The page.
    pub(crate) record: Rc<PageRecord>,
    /// Its place, from 0.
    pub(crate) place: usize,
    /// The number of results.
    pub(crate) of: usize,
    /// The spider that fetched it, or the seed from which it was reached; where there are several.
    pub(crate) origin: Option<OriginTag>,
    /// The number of its copies, and whether they are shown; `None` if it is shown below the page that it repeats.
    #[prop_or_default]
    pub(crate) copies: Option<(u32, bool)>,
    /// Its reasons, where it is unfolded.
    pub(crate) why: Option<Html>,
    /// The spellings of excluded words, which are not marked.
    pub(crate) excluded: Rc<Vec<String>>,
    /// It can be judged.
    pub(crate) is_judgeable: bool,
    /// The person's judgment of it.
    pub(crate) judged: Option<bool>,
    /// The id of its crawl, if that is saved.
    pub(crate) crawl: Option<String>,
    /// It is selected to train from.
    pub(crate) is_selected: bool,
    /// It is the one that the tab key reaches.
    pub(crate) active: bool,
    pub(crate) dispatch: Dispatch,
}

/// Draws a row of the list.
#[component]
pub(crate) fn Row(props: &Props) -> Html {
    let record = &props.record;
    let title = title(record);
    let n = record.n;
    let open = props.why.is_some();
    let next = (!open).then_some(n);
    let onclick = props
        .dispatch
        .on(move || vec![Action::Screen(ScreenAction::Details(next))]);
    html! {
        <li class={classes!(open.then_some("open"), props.copies.is_none().then_some("copy"))} aria-posinset={(props.place + 1).to_string()} aria-setsize={props.of.to_string()}>
            <div class="row" onclick={on_row(&onclick)}>
                { if record.outcome.is_read() { gauge(record.relevance) } else { unjudged() } }
                <div class="row-text">
                    <h3>{ link(record, &title, props.active) }</h3>
                    <p class="url">{ badge(record) }if let Some(origin) = &props.origin { { origin.draw("tag origin", props.active, &props.dispatch) } }{ copies(props) }if record.repeats.is_some() { <span class="tag">{ "Near-duplicate" }</span> }<b>{ cut(record.url.authority(), URL_CHARS).to_owned() }</b>{ cut(record.url.path_and_query(), URL_CHARS).to_owned() }</p>
                    <p class="snippet">
                        if let Some(reason) = record.outcome.reason() { { sentence(cut(&clean(&reason), URL_CHARS)) } }
                        for piece in pieces(&record.text.snippet, &record.text.marks) {
                            if piece.marked && !props.excluded.contains(&piece.text.to_lowercase()) { <mark>{ piece.text }</mark> } else { { piece.text } }
                        }
                    </p>
                </div>
                <div class="row-ways">
                if let Some(crawl) = props.crawl.as_ref().filter(|_| record.outcome.is_read()) { { select(props, crawl, &title) } }
                if props.is_judgeable && record.outcome.is_read() {
                    <Thumbs record={record.clone()} title={title.clone()} judged={props.judged} is_reachable={props.active} dispatch={props.dispatch.clone()} />
                }
                <button id={button_id(n)} type="button" class="quiet why-button" {onclick} tabindex={(!props.active).then_some("-1")}
                    aria-expanded={open.to_string()} aria-controls={open.then(|| details_id(n))}
                    aria-label={format!("Why: {title}")}>{ "Why" }<svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true"><path d="M1 1l4 4 4-4" /></svg></button>
                </div>
            </div>
            { props.why.clone().unwrap_or_default() }
        </li>
    }
}

fn select(props: &Props, crawl: &str, title: &str) -> Html {
    let page = GoodPage {
        url: props.record.url.to_string(),
        title: clean(&props.record.text.title),
        crawls: vec![crawl.to_owned()],
    };
    selector(
        page,
        title,
        props.is_selected,
        props.active,
        &props.dispatch,
    )
}

/// Draws the toggle of the copies that are folded into this page.
fn copies(props: &Props) -> Html {
    let Some((count, is_open)) = props.copies.filter(|(count, _)| *count > 0) else {
        return Html::default();
    };
    let n = props.record.n;
    let onclick = props
        .dispatch
        .on(move || vec![Action::Results(ResultsAction::ToggleCopies(n))]);
    html! {
        <button type="button" class="tag copies" aria-expanded={is_open.to_string()} tabindex={(!props.active).then_some("-1")} {onclick}>
            { counted_copies(count) }
        </button>
    }
}

pub(super) fn counted_copies(count: u32) -> String {
    match count {
        1 => "1 copy".to_owned(),
        many => format!("{} copies", grouped(many)),
    }
}

/// Draws a dash in place of the relevance of a page that was not read.
fn unjudged() -> Html {
    html! { <div class="gauge unjudged"><span><span class="unseen">{ "not judged" }</span><span aria-hidden="true">{ "–" }</span></span></div> }
}

/// Shows what the model takes the page for: the most probable of the first shares that it tells.
fn badge(record: &PageRecord) -> Html {
    let first = record
        .predictions
        .first()
        .filter(|prediction| prediction.is_shares);
    let values = first.map(|prediction| prediction.values.iter());
    let best = values.and_then(|values| {
        values.max_by(|one, other| one.1.total_cmp(&other.1).then(Ordering::Greater))
    });
    match first.zip(best) {
        Some((prediction, (name, share))) => html! {
            <span class="tag layer" title={format!("{}: {name}, {}", prediction.title, portion(*share))}>{ name }</span>
        },
        None => Html::default(),
    }
}

/// Returns what a page is called: its title, or its address where it has none.
pub(crate) fn title(record: &PageRecord) -> String {
    let title = clean(&record.text.title);
    let title = if title.is_empty() {
        record.url.as_str()
    } else {
        &title
    };
    cut(title, TITLE_CHARS).to_owned()
}

/// Draws a link to the page.
pub(crate) fn link(record: &PageRecord, text: &str, reachable: bool) -> Html {
    html! { <PageLink url={record.url.clone()} text={text.to_owned()} {reachable} /> }
}

/// Expands a row on a click outside links, buttons, the check box and selected text.
pub(super) fn on_row(open: &Callback<MouseEvent>) -> Callback<MouseEvent> {
    let open = open.clone();
    Callback::from(move |event: MouseEvent| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let own =
            target.is_none_or(|target| target.closest("a, button, label").ok().flatten().is_some());
        let selection = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
        if !own && selection.is_none_or(|selection| selection.is_collapsed()) {
            open.emit(event);
        }
    })
}

/// Draws the relevance as a bar and a number.
pub(crate) fn gauge(relevance: f64) -> Html {
    let height = relevance.clamp(0.0, 1.0) * 40.0;
    let text = fixed(relevance, 2);
    html! {
        <div class="gauge">
            <svg viewBox="0 0 6 40" width="6" height="40" aria-hidden="true">
                <rect class="gauge-all" width="6" height="40" rx="3" />
                <rect class="gauge-part" width="6" rx="3" y={fixed(40.0 - height, 1)} height={fixed(height, 1)} />
            </svg>
            <span><span class="unseen">{ "relevance " }</span>{ text.trim_start_matches('0').to_owned() }</span>
        </div>
    }
}
