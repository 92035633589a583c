//! What is being fetched on each host right now.

use crate::page::live::Live;
use engine::text::{clean, cut};
use yew::prelude::*;

/// Hosts that are named; of more only the number is told.
const NAMED: usize = 8;
/// Most characters of an address that are shown.
const CHARS: usize = 160;

/// The fetches under way.
pub(super) fn fetching(live: &Live) -> Html {
    let under_way = &live.progress.under_way;
    if !live.is_going() {
        return Html::default();
    }
    html! {
        <section class="panel fetching">
            <h2>{ "Being fetched" }<span class="count">{ under_way.len() }</span></h2>
            <ul>
                for (host, url) in under_way.iter().take(NAMED) {
                    <li key={url.clone()}>
                        <b>{ cut(bare(host), CHARS).to_owned() }</b>
                        <span>{ cut(&clean(url.strip_prefix(host.as_str()).unwrap_or(url)), CHARS).to_owned() }</span>
                    </li>
                }
            </ul>
            if under_way.len() > NAMED {
                <p class="fine">{ format!("and {} more", under_way.len() - NAMED) }</p>
            }
            if let Some((host, _)) = &live.delayed {
                <p class="fine">{ format!("{host} asked to be left alone for a while.") }</p>
            }
        </section>
    }
}

/// A host key without its scheme.
fn bare(host: &str) -> &str {
    host.split_once("://").map_or(host, |(_, name)| name)
}
