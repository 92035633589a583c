//! Announces the progress of a crawl to screen readers at intervals, and its end at once.

use super::steering::describe;
use crate::page::views::prelude::*;

/// The least time between two announcements of the progress, in milliseconds.
const PAUSE_MS: f64 = 5_000.0;

/// Returns the sentence for a live region. It changes every [`PAUSE_MS`], and at once when the phase changes, the person steers the crawl
/// or links are scored again.
#[hook]
pub(crate) fn use_announcement(live: &Live, catalog: &Catalog) -> String {
    let announcement = use_mut_ref(|| (0.0_f64, (Phase::New, false, 0), String::new()));
    let mut announcement = announcement.borrow_mut();
    let now = js_sys::Date::now();
    let changes = live.steered.list();
    let stand = (live.progress.phase, live.progress.reranking.is_some(), changes.len());
    if stand != announcement.1 || now - announcement.0 >= PAUSE_MS {
        // Changes of a resumed crawl are not announced.
        let is_new = changes.len() == announcement.1.2 + 1;
        let change = changes.last().filter(|_| is_new);
        let mut text = change.map_or_else(String::new, |(_, one)| describe(one, catalog) + ". ");
        text.push_str(&sentence(live));
        *announcement = (now, stand, text);
    }
    announcement.2.clone()
}

fn sentence(live: &Live) -> String {
    let progress = &live.progress;
    let found = format!("{} of {} pages, {} relevant", progress.pages, progress.budget, progress.measures.good);
    if progress.reranking.is_some() {
        return "Rescoring links.".to_owned();
    }
    match progress.phase {
        Phase::New => "The crawl starts.".to_owned(),
        Phase::Preparing => format!("Reading examples: {} of {}.", live.examples_done(), progress.examples_given),
        Phase::Prepared => "Training finished. The crawl is ready to start.".to_owned(),
        Phase::Paused if live.is_before_crawl() => "Paused during training.".to_owned(),
        Phase::Running => format!("{found}."),
        Phase::Paused => format!("Paused. {found}."),
        Phase::Ended(reason) => format!("The crawl ended. {} {found}.", reason.sentence()),
    }
}
