//! The browser's tab: its title says how far the crawl is, and while one runs that is not kept it is not closed without a question.

use super::live::Live;
use gloo_events::{EventListener, EventListenerOptions};
use yew::prelude::*;

/// The title of a page without a crawl.
const NAME: &str = "Salticid";

/// Keeps title and question as the crawl goes.
#[hook]
pub(crate) fn use_tab(live: &Live) {
    use_effect_with(title(live), |title| {
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            document.set_title(title);
        }
    });
    use_question(live.is_going() && live.id.is_none());
}

/// Asks before the tab is closed, as long as something would be lost with it.
#[hook]
pub(crate) fn use_question(lost: bool) {
    use_effect_with(lost, |lost| {
        let window = web_sys::window().filter(|_| *lost);
        let ear = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            // The browser asks in its own words.
            EventListener::new_with_options(&window, "beforeunload", options, |event| {
                event.prevent_default();
            })
        });
        move || drop(ear)
    });
}

/// “37% · red fox – Salticid” while a crawl runs, without the share once it ended.
fn title(live: &Live) -> String {
    let Some(order) = &live.order else {
        return NAME.to_owned();
    };
    let query = order.title();
    if live.is_going() {
        let (pages, budget) = (live.progress.pages, live.progress.budget.max(1));
        let share = u64::from(pages) * 100 / u64::from(budget);
        format!("{share}% · {query} – {NAME}")
    } else {
        format!("{query} – {NAME}")
    }
}
