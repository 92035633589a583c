//! Renders words as chips that can be boosted or excluded, and the steering controls of a page.

use crate::views::prelude::*;
use protocol::steer::Change;

/// The weight of a boosted word.
pub(crate) const BOOST: f64 = 2.0;
/// The most words of a page that are offered.
const WORDS: usize = 8;
/// The most characters of a word that are shown.
const CHARS: usize = 40;

/// Renders words, each with a toggle to boost and one to exclude it.
pub(crate) fn chips<'a>(
    words: impl Iterator<Item = &'a str>,
    label: &'static str,
    live: &Live,
    dispatch: &Dispatch,
) -> Html {
    html! {
        <ul class="steer-words" aria-label={label}>
            for word in words { { chip(word, live.steered.weight(word), dispatch) } }
        </ul>
    }
}

fn chip(word: &str, weight: f64, dispatch: &Dispatch) -> Html {
    let shown = cut(&clean(word), CHARS).to_owned();
    let (boosted, excluded) = (weight > 1.0, weight <= 0.0);
    let toggle = |to: f64, is_on: bool| {
        let (word, weight) = (word.to_owned(), if is_on { 1.0 } else { to });
        on_change(Change::Word { word, weight }, dispatch)
    };
    html! {
        <li class={classes!("steer-word", excluded.then_some("excluded"), boosted.then_some("boosted"))}>
            <span>{ &shown }if boosted { <small>{ format!("×{weight}") }</small> }</span>
            <button type="button" onclick={toggle(BOOST, boosted)} aria-pressed={boosted.to_string()}
                aria-label={format!("Boost: {shown}")} title="Boost">{ "+" }</button>
            <button type="button" onclick={toggle(0.0, excluded)} aria-pressed={excluded.to_string()}
                aria-label={format!("Exclude: {shown}")} title="Exclude">{ "−" }</button>
        </li>
    }
}

/// Renders the controls of a page: exclude its host, weight its matched words. Renders nothing if the crawl cannot be
/// changed.
pub(crate) fn of_page(record: &PageRecord, live: &Live, dispatch: &Dispatch) -> Html {
    if !live.can_be_steered() {
        return Html::default();
    }
    let words = record.words.iter().take(WORDS);
    html! {
        <div class="steer-page">
            { leave_out(record.url.authority(), live, dispatch) }
            { chips(words.map(|(word, _)| word.as_str()), "Matching words", live, dispatch) }
        </div>
    }
}

/// Renders a toggle that excludes a host.
pub(crate) fn leave_out(host: &str, live: &Live, dispatch: &Dispatch) -> Html {
    let is_out = live.steered.is_left_out(host);
    let (rule, shown) = (host.to_owned(), cut(host, CHARS));
    let (change, text) = if is_out {
        (Change::Admit(rule), format!("Include {shown} again"))
    } else {
        (Change::Drop(rule), format!("Exclude {shown}"))
    };
    html! { <button type="button" class="small" onclick={on_change(change, dispatch)}>{ text }</button> }
}

/// Returns a callback that changes the crawl.
pub(crate) fn on_change(change: Change, dispatch: &Dispatch) -> Callback<MouseEvent> {
    dispatch.on(move || vec![Action::Steer(SteerAction::Change(Box::new(change.clone())))])
}
