//! Beside a crawl that found its own seeds: where it started, and who said so.

use super::Finder;
use crate::page::href::{SafeHref, outer_link};
use crate::page::live::Live;
use engine::seeds::Seed;
use yew::prelude::*;

/// The seeds of the crawl that runs; nothing where a person typed or chose them.
pub(in crate::page) fn started(live: &Live, finder: &Finder) -> Html {
    let plan = live.order.as_ref().map(|order| &order.plan);
    let seeds = plan.map(|plan| plan.seeds.as_slice()).unwrap_or_default();
    let found = finder.started.iter().map(|(_, seed)| seed.url.as_str());
    if finder.started.is_empty() || !found.eq(seeds.iter().map(String::as_str)) {
        return Html::default();
    }
    let first = finder.started.first().map(|(provider, _)| provider);
    let is_one = finder.started.iter().all(|(own, _)| Some(own) == first);
    let by = match first {
        Some(provider) if is_one => format!(" Asked: {provider}."),
        _ => String::new(),
    };
    html! {
        <section class="panel started">
            <h2 id="started">{ "Where it started" }<span class="count">{ seeds.len() }</span></h2>
            <p class="fine">{ format!("You said no place, so these were found for your words.{by}") }</p>
            <ul aria-labelledby="started">{ for finder.started.iter().map(|found| one(found, !is_one)) }</ul>
        </section>
    }
}

fn one((provider, seed): &(String, Seed), with_provider: bool) -> Html {
    let title = match seed.title.as_str() {
        "" => seed.url.as_str(),
        title => title,
    };
    html! {
        <li>
            if let Some(href) = SafeHref::of(&seed.url) { { outer_link(&href, title, true) } }
            if with_provider { <span class="fine">{ provider }</span> }
        </li>
    }
}
