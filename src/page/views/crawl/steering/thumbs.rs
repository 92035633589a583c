//! Renders thumbs up and down: a rating of a page moves the topic toward it or away from it.
//!
//! They are toggles: a second click withdraws the rating. In the list of results, the keys + and − rate the focused row.

use crate::page::views::prelude::*;
use crate::protocol::steer::Change;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The page.
    pub(crate) record: Rc<PageRecord>,
    /// The title.
    pub(crate) title: String,
    /// The person's rating.
    pub(crate) judged: Option<bool>,
    /// The buttons are tab stops.
    pub(crate) is_reachable: bool,
    pub(crate) dispatch: Dispatch,
}

/// Renders the two buttons.
#[component]
pub(crate) fn Thumbs(props: &Props) -> Html {
    let thumb = |good: bool| {
        let pressed = props.judged == Some(good);
        let change = judge(&props.record, props.judged, good);
        let (class, name) = if good { ("thumb up", "More like") } else { ("thumb down", "Less like") };
        html! {
            <button type="button" {class} onclick={props.dispatch.on_send(change)} aria-pressed={pressed.to_string()}
                tabindex={(!props.is_reachable).then_some("-1")} aria-label={format!("{name}: {}", props.title)} title={format!("{name} this")}>
                <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d={HAND} /></svg>
            </button>
        }
    };
    html! { <span class="thumbs">{ thumb(true) }{ thumb(false) }</span> }
}

/// The icon of a thumb up; the style sheet flips it for the thumb down.
const HAND: &str =
    "M2.5 9h3v8h-3zM5.5 9l3-6.5c1.4 0 2.2.9 2 2.2L10 8h5.2c1.2 0 2 1 1.7 2.2l-1.3 5.2c-.2.9-1 1.6-1.9 1.6H8l-2.5-1";

/// Returns the message of a click on a thumb.
fn judge(record: &PageRecord, judged: Option<bool>, good: bool) -> ToWorker {
    ToWorker::Steer(Box::new(Change::Judged { url: record.url.clone(), good: (judged != Some(good)).then_some(good) }))
}

/// Handles the rating keys for the focused row, and passes other keys to `keys`.
pub(crate) fn thumb_keys(
    dispatch: &Dispatch,
    row: Option<(Rc<PageRecord>, Option<bool>)>,
    keys: Callback<KeyboardEvent>,
) -> Callback<KeyboardEvent> {
    let messages = dispatch.messages.clone();
    Callback::from(move |event: KeyboardEvent| {
        let good = match event.key().as_str() {
            "+" => true,
            "-" => false,
            _ => return keys.emit(event),
        };
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if let Some((record, judged)) = &row {
            event.prevent_default();
            messages.emit(judge(record, *judged, good));
        }
    })
}
