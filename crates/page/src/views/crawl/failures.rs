//! Renders the pages that were not fetched or could not be read, by reason, and the seeds that gave no page.

use crate::views::prelude::*;
use page_state::catalog::{Proxy, ProxyAction};
use page_state::crawl::failures::{KNOWN, title};
use page_state::crawl::live::LateStrategy;
use protocol::DamagedRecords;

/// The most characters of an address or a reason that are shown.
const CHARS: usize = 200;
/// The number of seeds that are listed.
const NAMED: usize = 5;

/// Renders the seeds that gave no page.
pub(crate) fn lost_seeds(live: &Live, dispatch: &Dispatch) -> Html {
    let lost = &live.failures.lost_seeds;
    if lost.is_empty() {
        return Html::default();
    }
    let all = live.request.as_ref().map_or(0, |request| request.plan.seeds.len());
    let head = match (lost.len(), all) {
        (1, 1) => "Could not read the seed.".to_owned(),
        (lost, all) => format!("Could not read {lost} of {all} seeds."),
    };
    html! {
        <section class="notice seeds-lost" role="alert">
            <p><strong>{ head }</strong></p>
            <ul>
                for (url, reason) in lost.iter().take(NAMED) {
                    <li><code>{ shown(url) }</code>{ ": " }{ shown(reason) }</li>
                }
            </ul>
            <p class="fine">{ "Check the URLs and whether the source has them." }</p>
            <p class="buttons">
                <button type="button" onclick={dispatch.on_field::<MouseEvent>("#seeds")}>{ "Edit seeds" }</button>
            </p>
        </section>
    }
}

/// Renders the reason that the crawl was paused after crashes, the reason that it is not saved, its records that cannot
/// be read, the reason that its strategy is not loaded, and the cause of a standstill.
pub(crate) fn problems(live: &Live, dispatch: &Dispatch) -> Html {
    let now = live.failures.standstill.as_ref().filter(|_| live.is_going());
    let source = live.request.as_ref().map(|request| &request.source);
    let elsewhere = matches!(source, Some(Source::ProxyAt(_)));
    let notice = |reason: &String, way: Html| {
        html! { <section class="notice" role="alert"><p>{ sentence(&shown(reason)) }</p>{ way }</section> }
    };
    html! {
        <>
            if let Some(reason) = live.interruption.as_ref().filter(|_| live.is_going()) { { interruption(reason) } }
            { for damage(&live.damaged).iter().map(|sentence| notice(sentence, Html::default())) }
            { for live.saved.error.iter().map(|reason| notice(reason, Html::default())) }
            if let Some((late, reason)) =
                live.late_strategy.as_ref().and_then(|late| Some((late, late.problem.as_ref()?)))
            {
                { notice(reason, if live.is_going() { retry(late, dispatch) } else { Html::default() }) }
            }
            if let Some(reason) = now {
                { notice(reason, if elsewhere { to_proxy(dispatch) } else { Html::default() }) }
            }
        </>
    }
}

/// Renders the reason that the crawl was paused after crashes, and what the person can do.
fn interruption(reason: &str) -> Html {
    html! {
        <section class="notice" role="alert">
            <p><strong>{ "The crawl is paused." }</strong>{ " " }{ shown(reason) }</p>
            <p class="fine">
                { "Resume it to try again. If it crashes again, exclude these hosts under “Steer” before you resume." }
            </p>
        </section>
    }
}

/// Returns what is missing because records cannot be read, in sentences.
fn damage(damaged: &DamagedRecords) -> Vec<String> {
    let sentence = |count: u32, record: &str, consequence: &str| {
        let records = counted(count, record);
        (count > 0).then(|| format!("Could not read {records} of this saved crawl: {consequence}."))
    };
    let pages = sentence(damaged.pages, "page record", "exports and the search of the Library are incomplete");
    let moments = sentence(damaged.moments, "replay record", "the replay lacks spiders and frontier there");
    pages.into_iter().chain(moments).collect()
}

/// Renders a link to the proxy settings if this page can connect to the proxy again.
fn to_proxy(dispatch: &Dispatch) -> Html {
    let onclick = dispatch.on(|| {
        let unchecked = Action::Proxy(ProxyAction::Status(Proxy::Unchecked));
        [unchecked].into_iter().chain(show_field("#proxy")).collect()
    });
    html! { <button type="button" {onclick}>{ "Check proxy" }</button> }
}

/// Renders a button that loads a strategy again and switches to it.
fn retry(late: &LateStrategy, dispatch: &Dispatch) -> Html {
    let spec = late.spec.clone();
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Steer(SteerAction::Switch(Box::new(spec.clone())))]);
    html! { <button type="button" {onclick}>{ "Try again" }</button> }
}

/// Renders the log of refusals and failures.
pub(crate) fn failures(live: &Live) -> Html {
    let group = |name: &'static str, help: &'static str, counts: &BTreeMap<String, u32>| {
        let shown = || counts.iter().filter(|(code, _)| *code != KNOWN);
        let mut sorted: Vec<(&String, &u32)> = shown().collect();
        sorted.sort_unstable_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let total: u32 = shown().map(|(_, count)| count).sum();
        html! {
            <section class="panel losses">
                <h2>{ name }<span class="count">{ grouped(total) }</span></h2>
                if sorted.is_empty() {
                    <p class="fine">{ help }</p>
                }
                for (code, count) in sorted {
                    { reason(live, code, *count) }
                }
            </section>
        }
    };
    html! {
        <>
            { group("Failed", "No failed pages.", &live.progress.failures) }
            { group("Skipped links", "No skipped links.", &live.progress.refusals) }
        </>
    }
}

fn reason(live: &Live, code: &str, count: u32) -> Html {
    html! {
        <details key={code.to_owned()}>
            <summary><span>{ title(code) }</span><span class="count">{ grouped(count) }</span></summary>
            <ul>
                for entry in live.failures.log.latest(code) {
                    <li><code>{ shown(&entry.url) }</code><span>{ shown(&entry.reason) }</span></li>
                }
            </ul>
        </details>
    }
}

fn shown(text: &str) -> String {
    cut(&clean(text), CHARS).to_owned()
}
