//! Updates the browser tab: its title, the warning before closing one with an unsaved crawl, and the return to a page that was left.

use crate::page::dom::document::document;
use crate::page::dom::tab::{use_question, use_return};
use crate::page::state::crawl::live::Live;
use yew::prelude::*;

/// The title of a page without a crawl.
const NAME: &str = "Salticid";

/// Updates the tab's title and the warning before closing, and reloads the page when the person returns to it.
#[hook]
pub(crate) fn use_tab(live: &Live) {
    use_effect_with(title(live), |title| {
        if let Some(document) = document() {
            document.set_title(title);
        }
    });
    use_question(live.is_going() && live.saved.id.is_none());
    use_return();
}

/// Returns the tab's title: “37% · red fox – Salticid” during a crawl, and without the share afterwards.
fn title(live: &Live) -> String {
    let Some(request) = &live.request else {
        return NAME.to_owned();
    };
    let query = request.title();
    if live.is_going() {
        let (pages, budget) = (live.progress.pages, live.progress.budget.max(1));
        let share = u64::from(pages) * 100 / u64::from(budget);
        format!("{share}% · {query} – {NAME}")
    } else {
        format!("{query} – {NAME}")
    }
}
