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

/// Renders the controls of a page: rate it, exclude its host, weight its matched words. Renders nothing if the crawl
/// cannot be changed.
pub(crate) fn of_page(record: &Rc<PageRecord>, title: &str, live: &Live, dispatch: &Dispatch) -> Html {
    if !live.can_be_steered() {
        return Html::default();
    }
    let judged = live.steered.judgment(&record.url);
    let words = record.words.iter().take(WORDS);
    html! {
        <div class="steer-page">
            if record.outcome.is_read() {
                { thumbs(record, title, judged, true, dispatch) }
            }
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

/// Renders the two buttons that rate a page; they are tab stops if `is_reachable`.
pub(crate) fn thumbs(
    record: &PageRecord,
    title: &str,
    judged: Option<bool>,
    is_reachable: bool,
    dispatch: &Dispatch,
) -> Html {
    let thumb = |good: bool| {
        let (class, name) = if good { ("thumb up", "More like") } else { ("thumb down", "Less like") };
        html! {
            <button type="button" {class} onclick={on_change(judge(record, judged, good), dispatch)}
                aria-pressed={(judged == Some(good)).to_string()} tabindex={(!is_reachable).then_some("-1")}
                aria-label={format!("{name}: {title}")} title={format!("{name} this")}>
                <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d={HAND} /></svg>
            </button>
        }
    };
    html! { <span class="thumbs">{ thumb(true) }{ thumb(false) }</span> }
}

/// The icon of a thumb up; the style sheet flips it for the thumb down.
const HAND: &str =
    "M2.5 9h3v8h-3zM5.5 9l3-6.5c1.4 0 2.2.9 2 2.2L10 8h5.2c1.2 0 2 1 1.7 2.2l-1.3 5.2c-.2.9-1 1.6-1.9 1.6H8l-2.5-1";

/// Returns the change of a click on a thumb.
fn judge(record: &PageRecord, judged: Option<bool>, good: bool) -> Change {
    Change::Judged { url: record.url.clone(), good: (judged != Some(good)).then_some(good) }
}

/// Returns a callback that changes the crawl.
pub(crate) fn on_change(change: Change, dispatch: &Dispatch) -> Callback<MouseEvent> {
    dispatch.on(move || vec![Action::Steer(SteerAction::Change(Box::new(change.clone())))])
}

/// Handles the rating keys for the focused row, and passes other keys to `keys`.
pub(crate) fn thumb_keys(
    dispatch: &Dispatch,
    row: Option<(Rc<PageRecord>, Option<bool>)>,
    keys: Callback<KeyboardEvent>,
) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: KeyboardEvent| {
        let good = match event.key().as_str() {
            "+" => true,
            "-" => false,
            _ => return keys.emit(event),
        };
        if !is_plain(&event) {
            return;
        }
        if let Some((record, judged)) = &row {
            event.prevent_default();
            let change = Box::new(judge(record, *judged, good));
            dispatch.dispatch(Action::Steer(SteerAction::Change(change)));
        }
    })
}
