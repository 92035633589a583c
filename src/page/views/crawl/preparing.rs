//! Renders the progress of reading the examples before a crawl.

use crate::page::views::parts::learned::unread;
use crate::page::views::prelude::*;

/// Renders the progress.
pub(crate) fn preparing(live: &Live) -> Html {
    let (done, given) = (live.examples_done(), live.progress.examples_given);
    let head = match live.progress.phase {
        Phase::Paused => "Training paused",
        Phase::Ended(_) => "Training was not completed",
        _ => "Training",
    };
    html! {
        <section class="results lesson" aria-labelledby="preparing">
            <h2 id="preparing">{ head }</h2>
            <p class="lede">{ format!("{} of {} read. The crawl starts after training.", grouped(done), counted(given, "example")) }</p>
            { unread(&live.learned.unread.first, live.learned.unread.count, false) }
        </section>
    }
}
