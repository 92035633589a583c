//! What a screen reader says while a crawl runs: where it stands, now and then, and how it ended, at once.

use crate::page::live::Live;
use crate::page::state::Part;
use engine::report::Phase;
use yew::prelude::*;

/// Least time between two announcements of the same kind, in milliseconds.
const PAUSE_MS: f64 = 5_000.0;

/// The live region: seen by nobody, read to those who listen.
#[component]
pub(super) fn Announcer() -> Html {
    let live = use_context::<Part<Live>>().unwrap_or_default();
    let said = use_mut_ref(|| (0.0_f64, Phase::New, String::new()));
    let now = js_sys::Date::now();
    let mut said = said.borrow_mut();
    let phase = live.progress.phase;
    if phase != said.1 || now - said.0 >= PAUSE_MS {
        *said = (now, phase, sentence(&live));
    }
    html! { <p class="unseen" role="status" aria-live="polite">{ said.2.clone() }</p> }
}

fn sentence(live: &Live) -> String {
    let progress = &live.progress;
    let found = format!(
        "{} of {} pages, {} relevant",
        progress.pages, progress.budget, progress.measures.good
    );
    match progress.phase {
        Phase::New => "The crawl starts.".to_owned(),
        Phase::Running => format!("{found}."),
        Phase::Paused => format!("Paused. {found}."),
        Phase::Ended(reason) => format!("The crawl ended. {} {found}.", reason.sentence()),
    }
}
