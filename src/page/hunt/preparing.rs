//! While the examples are read: how many of them, from where, and which could not be.

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
            { from(live) }
            { unread(&live.unread, false) }
        </section>
    }
}

/// The hosts that are being asked.
fn from(live: &Live) -> Html {
    let mut hosts: Vec<&str> = live
        .progress
        .under_way
        .iter()
        .map(|(host, _)| {
            host.split_once("://")
                .map_or(host.as_str(), |(_, name)| name)
        })
        .collect();
    hosts.dedup();
    let text = match hosts.as_slice() {
        [] => String::new(),
        hosts => format!("Asking {} now.", hosts.join(", ")),
    };
    html! { <p class="fine from">{ text }</p> }
}
