//! The bar above a crawl: the query, the controls, the progress and its figures.

use crate::page::digits::{fixed, grouped};
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::state::Action;
use crate::protocol::{Source, ToWorker};
use engine::report::Phase;
use yew::prelude::*;

/// The bar.
pub(super) fn status(live: &Live, hands: &Hands) -> Html {
    let Some(order) = &live.order else {
        return Html::default();
    };
    let query = &order.plan.query;
    let source = match order.source {
        Source::Demo => "in the demo web",
        Source::Proxy => "through the proxy",
        Source::Direct => "directly",
    };
    html! {
        <section class={classes!("status", is_busy(live).then_some("busy"))} aria-label="Crawl">
            <div class="status-top">
                <div class="status-what">
                    <h1 id="crawl" tabindex="-1">{ if query.is_empty() { "Crawl without words" } else { query.as_str() } }</h1>
                    <p class="fine">{ format!("{} · {source}", phase_words(live)) }</p>
                </div>
                <div class="controls">{ controls(hands, live) }</div>
            </div>
            { progress_bar(live) }
            { figures(live) }
        </section>
    }
}

fn is_busy(live: &Live) -> bool {
    matches!(live.progress.phase, Phase::New | Phase::Running)
}

fn phase_words(live: &Live) -> &'static str {
    match live.progress.phase {
        Phase::New => "Starting",
        Phase::Running => "Crawling",
        Phase::Paused => "Paused",
        Phase::Ended(_) => "Ended",
    }
}

fn controls(hands: &Hands, live: &Live) -> Html {
    let stop =
        html! { <button type="button" onclick={hands.on_say(ToWorker::Stop)}>{ "Stop" }</button> };
    match live.progress.phase {
        Phase::Ended(_) => html! {
            <button type="button" onclick={hands.on(|| vec![Action::Ask])}>{ "Change settings" }</button>
        },
        Phase::Paused => html! {
            <>
                <button type="button" class="main" onclick={hands.on_say(ToWorker::Resume)}>{ "Resume" }</button>
                { stop }
            </>
        },
        Phase::New | Phase::Running => html! {
            <>
                <button type="button" onclick={hands.on_say(ToWorker::Pause)}>{ "Pause" }</button>
                { stop }
            </>
        },
    }
}

fn progress_bar(live: &Live) -> Html {
    let (done, budget) = (live.progress.pages, live.progress.budget.max(1));
    let width = (f64::from(done) / f64::from(budget) * 100.0).min(100.0);
    html! {
        <div role="progressbar" class="progress" aria-label="Pages fetched" aria-valuemin="0"
            aria-valuemax={budget.to_string()} aria-valuenow={done.to_string()}
            aria-valuetext={format!("{done} of {budget} pages")}>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={fixed(width, 2)} height="1" />
            </svg>
        </div>
    }
}

fn figures(live: &Live) -> Html {
    let progress = &live.progress;
    let failures: u32 = progress.failures.values().sum();
    let figure = |name: &'static str, value: String, class: &'static str| {
        html! { <div class={class}><dt>{ name }</dt><dd>{ value }</dd></div> }
    };
    html! {
        <dl class="figures">
            { figure("pages", format!("{} / {}", grouped(progress.pages), grouped(progress.budget)), "") }
            { figure("relevant", grouped(progress.measures.good), "accent") }
            { figure("a second", fixed(live.rate, 1), "") }
            { figure("requests", grouped(progress.requests), "") }
            { figure("failed", grouped(failures), "") }
            { figure("waiting", grouped(progress.queue), "") }
            { figure("hosts", grouped(progress.hosts), "") }
        </dl>
    }
}
