//! What a screen reader says while a crawl runs: where it stands, now and then, and how it ended, at once.

use crate::page::catalog::Catalog;
use crate::page::live::Live;
use crate::page::steer::told;
use engine::report::Phase;
use yew::prelude::*;

/// Least time between two announcements of where a crawl stands, in milliseconds.
const PAUSE_MS: f64 = 5_000.0;

/// The sentence for a live region: a new one when the crawl enters another phase, the person changes it or links are scored again, and every [`PAUSE_MS`].
#[hook]
pub(super) fn use_announcement(live: &Live, catalog: &Catalog) -> String {
    let said = use_mut_ref(|| (0.0_f64, (Phase::New, false, 0), String::new()));
    let mut said = said.borrow_mut();
    let now = js_sys::Date::now();
    let changes = live.steered.list();
    let stand = (
        live.progress.phase,
        live.progress.reranking.is_some(),
        changes.len(),
    );
    if stand != said.1 || now - said.0 >= PAUSE_MS {
        // What is told of a crawl that is taken up was changed before.
        let is_new = changes.len() == said.1.2 + 1;
        let change = changes.last().filter(|_| is_new);
        let mut text = change.map_or_else(String::new, |(_, one)| told(one, catalog) + ". ");
        text.push_str(&sentence(live));
        *said = (now, stand, text);
    }
    said.2.clone()
}

fn sentence(live: &Live) -> String {
    let progress = &live.progress;
    let found = format!(
        "{} of {} pages, {} relevant",
        progress.pages, progress.budget, progress.measures.good
    );
    if progress.reranking.is_some() {
        return "The links that wait are being scored again.".to_owned();
    }
    match progress.phase {
        Phase::New => "The crawl starts.".to_owned(),
        Phase::Preparing => format!(
            "Reading examples: {} of {}.",
            live.examples_done(),
            progress.examples_given
        ),
        Phase::Prepared => "The examples were read. The crawl waits for you.".to_owned(),
        Phase::Paused if live.is_before_crawl() => "Paused while reading examples.".to_owned(),
        Phase::Running => format!("{found}."),
        Phase::Paused => format!("Paused. {found}."),
        Phase::Ended(reason) => format!("The crawl ended. {} {found}.", reason.sentence()),
    }
}
