//! What was not fetched or could not be read: by reason, with the latest addresses; and seeds that gave nothing, up front.

use crate::page::catalog::Proxy;
use crate::page::digits::grouped;
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::refusals::{KNOWN, title};
use crate::page::state::Action;
use crate::protocol::Source;
use engine::text::{clean, cut};
use std::collections::BTreeMap;
use yew::prelude::*;

/// Most characters of an address or a reason that are shown.
const CHARS: usize = 200;
/// Seeds that are named.
const NAMED: usize = 5;

/// Seeds that gave nothing.
pub(super) fn lost_seeds(live: &Live) -> Html {
    let lost = &live.lost_seeds;
    if lost.is_empty() {
        return Html::default();
    }
    let all = live
        .order
        .as_ref()
        .map_or(0, |order| order.plan.seeds.len());
    let head = match (lost.len(), all) {
        (1, 1) => "The page to start from could not be read.".to_owned(),
        (lost, all) => format!("{lost} of {all} pages to start from could not be read."),
    };
    html! {
        <section class="notice seeds-lost" role="alert">
            <p><strong>{ head }</strong></p>
            <ul>
                for (url, reason) in lost.iter().take(NAMED) {
                    <li><code>{ shown(url) }</code>{ ": " }{ shown(reason) }</li>
                }
            </ul>
        </section>
    }
}

/// Why the crawl is not kept, and what keeps pages from coming in right now.
pub(super) fn trouble(live: &Live, hands: &Hands) -> Html {
    let now = live.trouble.as_ref().filter(|_| live.is_going());
    let source = live.order.as_ref().map(|order| &order.source);
    let elsewhere = matches!(source, Some(Source::ProxyAt(_)));
    let notice = |sentence: &String, way: Html| {
        html! { <section class="notice" role="alert"><p>{ shown(sentence) }</p>{ way }</section> }
    };
    html! {
        <>
            { for live.unkept.iter().map(|sentence| notice(sentence, Html::default())) }
            if let Some(sentence) = now {
                { notice(sentence, if elsewhere { to_proxy(hands) } else { Html::default() }) }
            }
        </>
    }
}

/// The way to the proxy's address, where this page can be connected to it again.
fn to_proxy(hands: &Hands) -> Html {
    let onclick = hands.on(|| {
        vec![
            Action::Proxy(Proxy::Unasked),
            Action::Ask,
            Action::Point("#proxy"),
        ]
    });
    html! { <button type="button" {onclick}>{ "Look at the proxy" }</button> }
}

/// The log of refusals and failures.
pub(super) fn losses(live: &Live) -> Html {
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
            { group("Failed", "Every page that was asked for came.", &live.progress.failures) }
            { group("Refused", "No link was turned down so far.", &live.progress.refusals) }
        </>
    }
}

fn reason(live: &Live, code: &str, count: u32) -> Html {
    html! {
        <details key={code.to_owned()}>
            <summary><span>{ title(code) }</span><span class="count">{ grouped(count) }</span></summary>
            <ul>
                for entry in live.log.latest(code) {
                    <li><code>{ shown(&entry.url) }</code><span>{ shown(&entry.reason) }</span></li>
                }
            </ul>
        </details>
    }
}

fn shown(text: &str) -> String {
    cut(&clean(text), CHARS).to_owned()
}
