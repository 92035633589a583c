//! What a screen reader says while a crawl runs: where it stands, now and then, and how it ended, at once.

use crate::page::live::Live;
use engine::report::Phase;
use yew::prelude::*;

/// Least time between two announcements of where a crawl stands, in milliseconds.
const PAUSE_MS: f64 = 5_000.0;

/// The sentence for a live region: a new one when the crawl enters another phase or links are scored again, and every [`PAUSE_MS`].
#[hook]
pub(super) fn use_announcement(live: &Live) -> String {
    let said = use_mut_ref(|| (0.0_f64, (Phase::New, false), String::new()));
    let mut said = said.borrow_mut();
    let now = js_sys::Date::now();
    let phase = (live.progress.phase, live.progress.reranking.is_some());
    if phase != said.1 || now - said.0 >= PAUSE_MS {
        *said = (now, phase, sentence(live));
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
