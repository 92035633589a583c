//! While the examples are read: how many of them, and which could not be. From where they come stands beside it.

use super::learned::unread;
use crate::page::digits::{counted, grouped};
use crate::page::live::Live;
use engine::report::Phase;
use yew::prelude::*;

/// How far it is.
pub(super) fn preparing(live: &Live) -> Html {
    let (done, given) = (live.examples_done(), live.progress.examples_given);
    let head = match live.progress.phase {
        Phase::Paused => "Reading the examples: paused",
        Phase::Ended(_) => "The examples were not read to the end",
        _ => "Reading the examples",
    };
    html! {
        <section class="results lesson" aria-labelledby="preparing">
            <h2 id="preparing">{ head }</h2>
            <p class="lede">{ format!("{} of {} done. Before the crawl begins, it learns from them what you look for and what not.", grouped(done), counted(given, "example")) }</p>
            { unread(&live.unread, live.lost, false) }
        </section>
    }
}
