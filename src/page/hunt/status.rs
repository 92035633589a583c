//! The bar above a crawl: the query, the controls, the progress and its figures.

use crate::page::app::Hands;
use crate::page::live::Live;
use crate::page::numbers::grouped;
use crate::page::state::{Action, Part};
use crate::protocol::{Source, ToWorker};
use engine::report::Phase;
use yew::prelude::*;

/// The bar.
#[component]
pub(super) fn Status() -> Html {
    let (Some(hands), Some(live)) = (use_context::<Hands>(), use_context::<Part<Live>>()) else {
        return Html::default();
    };
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
        <section class={classes!("status", is_busy(&live).then_some("busy"))} aria-label="Crawl">
            <div class="status-top">
                <div class="status-what">
                    <h1>{ if query.is_empty() { "Crawl without words" } else { query.as_str() } }</h1>
                    <p class="fine">{ format!("{} · {source}", phase_words(&live)) }</p>
                </div>
                <div class="controls">{ controls(&hands, &live) }</div>
            </div>
            { progress_bar(&live) }
            { figures(&live) }
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
            <button type="button" onclick={hands.on(|| Action::Ask)}>{ "Change settings" }</button>
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
                <rect width={format!("{width:.2}")} height="1" />
            </svg>
        </div>
    }
}

fn figures(live: &Live) -> Html {
    let progress = &live.progress;
    let count = |value: u32| grouped(f64::from(value));
    let failures: u32 = progress.failures.values().sum();
    let figure = |name: &'static str, value: String, class: &'static str| {
        html! { <div class={class}><dt>{ name }</dt><dd>{ value }</dd></div> }
    };
    html! {
        <dl class="figures">
            { figure("pages", format!("{} / {}", count(progress.pages), count(progress.budget)), "") }
            { figure("relevant", count(progress.measures.good), "accent") }
            { figure("a second", format!("{:.1}", live.rate), "") }
            { figure("requests", count(progress.requests), "") }
            { figure("failed", count(failures), "") }
            { figure("waiting", count(progress.queue), "") }
            { figure("hosts", count(progress.hosts), "") }
        </dl>
    }
}
