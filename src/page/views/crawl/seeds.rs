//! Renders the seeds that were found automatically, and their providers.

use crate::page::state::seeds::SeedFinder;
use crate::page::views::prelude::*;
use types::seeds::Seed;

/// Renders the seeds of the current crawl; nothing if a person typed or selected them.
pub(crate) fn started(live: &Live, search: &SeedFinder) -> Html {
    let plan = live.request.as_ref().map(|request| &request.plan);
    let seeds = plan.map(|plan| plan.seeds.as_slice()).unwrap_or_default();
    let found = search.started.iter().map(|(_, seed)| seed.url.as_str());
    if search.started.is_empty() || !found.eq(seeds.iter().map(String::as_str)) {
        return Html::default();
    }
    let first = search.started.first().map(|(provider, _)| provider);
    let is_one = search.started.iter().all(|(own, _)| Some(own) == first);
    let by = match first {
        Some(provider) if is_one => format!(" Source: {provider}."),
        _ => String::new(),
    };
    html! {
        <section class="panel started">
            <h2 id="started">{ "Seeds" }{ count_badge(seeds.len()) }</h2>
            <p class="fine">{ format!("Found for your query.{by}") }</p>
            <ul aria-labelledby="started">{ for search.started.iter().map(|found| one(found, !is_one)) }</ul>
            if !search.incomplete.is_empty() {
                <details class="how fine">
                    <summary>{ "Failed or incomplete searches" }</summary>
                    { for search.incomplete.iter().map(|sentence| html! { <p>{ sentence }</p> }) }
                </details>
            }
        </section>
    }
}

fn one((provider, seed): &(String, Seed), with_provider: bool) -> Html {
    let title = title_or(&seed.title, seed.url.as_str());
    html! {
        <li>
            <PageLink url={seed.url.clone()} text={title.to_owned()} />
            if with_provider { <span class="fine">{ provider }</span> }
        </li>
    }
}
