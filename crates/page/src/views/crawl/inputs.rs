//! Renders the seeds that were found automatically, and their providers.

use crate::views::parts::learned::unread;
use crate::views::prelude::*;
use page_state::related::excluded_title;
use page_state::seeds::SeedFinder;
use types::seeds::Seed;

/// Renders the seeds of the current crawl; nothing if a person typed or selected them.
pub(crate) fn started(live: &Live, search: &SeedFinder, catalog: &Catalog) -> Html {
    let plan = live.request.as_ref().map(|request| &request.plan);
    let seeds = plan.map(|plan| plan.seeds.as_slice()).unwrap_or_default();
    let started = search.seeds_of_crawl(seeds);
    if started.is_empty() {
        return Html::default();
    }
    let started: Vec<_> =
        started.into_iter().map(|found| (catalog.provider_titles(&found.providers), &found.seed)).collect();
    let first = started.first().map(|(provider, _)| provider);
    let is_one = started.iter().all(|(provider, _)| Some(provider) == first);
    let by = match first {
        Some(provider) if is_one => format!(" Source: {provider}."),
        _ => String::new(),
    };
    html! {
        <section class="panel started">
            <h2 id="started">{ "Seeds" }{ count_badge(seeds.len()) }</h2>
            <p class="fine">{ format!("Found for your query.{by}") }</p>
            <ul aria-labelledby="started">{ for started.iter().map(|found| one(found, !is_one)) }</ul>
            if !search.incomplete.is_empty() {
                <details class="how fine">
                    <summary>{ "Failed or incomplete searches" }</summary>
                    { for search.incomplete.iter().map(|sentence| html! { <p>{ sentence }</p> }) }
                </details>
            }
        </section>
    }
}

fn one((provider, seed): &(String, &Seed), with_provider: bool) -> Html {
    let title = title_or(&seed.title, seed.url.as_str());
    html! {
        <li>
            <PageLink url={seed.url.clone()} text={title.to_owned()} />
            if with_provider { <span class="fine">{ provider }</span> }
        </li>
    }
}

/// Renders the excluded words and senses, if there are any.
pub(crate) fn excluded_words(live: &Live) -> Html {
    let excluded = live.request.as_ref().map(|request| request.plan.excluded.as_slice());
    let excluded = excluded.unwrap_or_default();
    if excluded.is_empty() {
        return Html::default();
    }
    html! {
        <section class="panel excluded-words">
            <h2 id="excluded-words">{ "Excluded words" }{ count_badge(excluded.len()) }</h2>
            <p class="fine">{ "Related words and meanings this crawl ignores." }</p>
            <ul class="terms" aria-labelledby="excluded-words">
                for entry in excluded { <li class="term">{ excluded_title(entry) }</li> }
            </ul>
        </section>
    }
}

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
            <p class="lede">
                { format!("{} of {} read. The crawl starts after training.", grouped(done), counted(given, "example")) }
            </p>
            { unread(&live.learned.unread.first, live.learned.unread.count, false) }
        </section>
    }
}
