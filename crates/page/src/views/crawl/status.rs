//! Renders the status bar of a crawl: query, controls, progress, figures.

use super::ending::continue_button;
use super::pace::{slider, step_button};
use super::shortcuts::Shortcuts;
use super::steering;
use super::steering::describe;
use crate::views::parts::export;
use crate::views::prelude::*;
use crate::widgets;
use page_state::crawl::live::ReadOnly;
use page_state::digits::rate;
use page_state::library::status::source;
use protocol::pace::Paces;

/// Renders the bar, with the figures of the moment `shown`.
pub(crate) fn status(
    live: &Live,
    shown: &Live,
    paces: Paces,
    has_shortcuts: bool,
    dispatch: &Dispatch,
) -> Option<Html> {
    let request = live.request.as_ref()?;
    let query = request.title();
    let state = facts(live, shown, request).join(" · ");
    Some(html! {
        <section class={classes!("status", is_busy(live).then_some("busy"))} aria-label="Crawl">
            <div class="status-top">
                <div class="status-what">
                    <h1 id="crawl" tabindex="-1" title={query.clone()}>{ query }</h1>
                    <p class="fine" title={state.clone()}>{ state }</p>
                </div>
                <div class="controls">
                    { controls(dispatch, live, shown, paces, has_shortcuts) }
                    <span class="drawers">{ drawers(live, shown) }</span>
                </div>
                { progress_bar(live) }
            </div>
            if !live.is_before_crawl() { { figures(shown, request) } }
        </section>
    })
}

/// Returns the phase, the replayed moment, the source, the model, the number of excluded related words, and the
/// progress of loading. The words themselves are listed beside the results.
fn facts(live: &Live, visible: &Live, request: &StartRequest) -> Vec<String> {
    let is_past = visible.read_only == Some(ReadOnly::Past);
    let moment = is_past.then(|| format!("replay, {}", counted(visible.progress.pages, "page")));
    let model = match &request.model {
        Some(card) => Some(format!("model “{}”", shown(&card.name))),
        None => request.is_trained().then(|| "trained model".to_owned()),
    };
    let excluded = request.plan.excluded.len();
    let excluded = (excluded > 0).then(|| format!("{excluded} excluded"));
    let is_loading = live.late_strategy.as_ref().is_some_and(|late| late.problem.is_none());
    let loading = is_loading.then(|| "loading language data".to_owned());
    let facts = [Some(phase_words(live)), moment, Some(source(&request.source)), model, excluded, loading];
    facts.into_iter().flatten().collect()
}

fn is_busy(live: &Live) -> bool {
    live.progress.phase == Phase::New || live.progress.phase.is_fetching()
}

fn phase_words(live: &Live) -> String {
    if live.is_elsewhere() {
        return "In another tab".to_owned();
    }
    if let Some((done, of)) = live.progress.reranking {
        return format!("Rescoring links, {} of {}", grouped(done), counted(of, "page"));
    }
    state(live).to_owned()
}

fn state(live: &Live) -> &'static str {
    match live.progress.phase {
        Phase::New => "Starting",
        Phase::Preparing => "Training",
        Phase::Prepared => "Ready to start",
        Phase::Running => "Crawling",
        Phase::Paused if live.is_before_crawl() => "Paused during training",
        Phase::Paused => "Paused",
        Phase::Ended(_) => "Ended",
    }
}

fn controls(dispatch: &Dispatch, live: &Live, shown: &Live, paces: Paces, has_shortcuts: bool) -> Html {
    if live.is_elsewhere() {
        // Only the tab that runs the crawl has its controls.
        return Html::default();
    }
    let stop = dispatch.on(|| vec![Action::Steer(SteerAction::Stop)]);
    let stop = html! { <button key="stop" type="button" onclick={stop}>{ "Stop" }</button> };
    let pace = || {
        html! {
            <key="pace">
                if !live.is_before_crawl() {
                    { step_button(dispatch) }
                    { slider(live, paces, dispatch) }
                }
            </>
        }
    };
    let keys = || {
        html! {
            <Shortcuts is_on={has_shortcuts} phase={live.progress.phase} can_step={!live.is_before_crawl()}
                is_past={shown.read_only.is_some()} dispatch={dispatch.clone()} />
        }
    };
    match live.progress.phase {
        // The only speed after the end is that of the replay.
        Phase::Ended(_) => html! {
            <>
                if let Some(continuation) = live.continuation() {
                    { continue_button(continuation, live, None, dispatch) }
                }
                <button key="settings" type="button" class="settings"
                    onclick={dispatch.on(|| vec![Action::Screen(ScreenAction::ShowForm)])}>
                    { "Edit settings" }
                </button>
            </>
        },
        // The training report has its own start button.
        Phase::Prepared => stop,
        phase => html! {
            <>
                { pause_button(phase == Phase::Paused, dispatch) }
                { pace() }
                { stop }
                { keys() }
            </>
        },
    }
}

/// Renders the button that pauses the crawl, or resumes it.
fn pause_button(is_paused: bool, dispatch: &Dispatch) -> Html {
    let class = is_paused.then_some("main");
    let action = move || if is_paused { SteerAction::Continue(None) } else { SteerAction::Pause };
    let onclick = dispatch.on(move || vec![Action::Steer(action())]);
    html! {
        <button key="pause" type="button" {class} {onclick}>{ toggle_label(["Pause", "Resume"], is_paused) }</button>
    }
}

/// Renders the buttons that open drawers. A past moment cannot be steered.
fn drawers(live: &Live, shown: &Live) -> Html {
    html! {
        <>
            if shown.read_only != Some(ReadOnly::Past) { { steering::button(live) } }
            if live.saved.id.is_some() { { export::button() } }
        </>
    }
}

fn progress_bar(live: &Live) -> Html {
    let progress = &live.progress;
    let (name, done, budget, things) = if live.is_before_crawl() {
        let (done, given) = (live.examples_done(), progress.examples_given);
        ("Examples read", done, given.max(1), "examples")
    } else {
        ("Pages fetched", progress.pages, progress.budget.max(1), "pages")
    };
    let text = format!("{done} of {budget} {things}");
    widgets::progress_bar(name, f64::from(done) / f64::from(budget), done, budget, Some(text))
}

fn figures(live: &Live, request: &StartRequest) -> Html {
    let progress = &live.progress;
    let failures: u32 = progress.failures.values().sum();
    let figure = |name: String, value: String, class: &'static str, title: String| {
        html! { <div {class} {title}><dt>{ name }</dt><dd>{ value }</dd></div> }
    };
    let plain = |name: &str, value: u32, title: &str| figure(name.to_owned(), grouped(value), "", title.to_owned());
    let pages = format!("{} / {}", grouped(progress.pages), grouped(progress.budget));
    let least = fixed(request.plan.good, 2);
    let meaning = if request.is_by_examples() {
        format!("Pages with a similarity to the target examples of at least {least}")
    } else {
        format!("Pages with a relevance of at least {least}")
    };
    let (a_second, speed) = speed(live);
    html! {
        <dl class="figures">
            { figure("Pages".to_owned(), pages, "", "Crawled pages of the page limit".to_owned()) }
            { figure(format!("Relevant (≥ {})", least.trim_start_matches('0')), grouped(progress.measures.good),
                "accent", meaning) }
            { figure(a_second.to_owned(), speed, "", "Pages per second".to_owned()) }
            { plain("Requests", progress.requests, "Pages, robots.txt files, redirects and retries") }
            { plain("Failed", failures, "Pages that could not be fetched") }
            { plain("Frontier", progress.queue, "Links in the frontier") }
            { plain("Hosts in the frontier", progress.hosts, "Hosts with links in the frontier") }
        </dl>
    }
}

/// Returns the label and the speed: over the last seconds of a running crawl, over the whole of an ended one.
fn speed(live: &Live) -> (&'static str, String) {
    let none = || "–".to_owned();
    match live.progress.phase {
        Phase::Paused | Phase::Prepared => ("Pages/s", none()),
        Phase::Ended(_) => ("Pages/s (mean)", live.average().map_or_else(none, rate)),
        Phase::New | Phase::Preparing | Phase::Running => ("Pages/s", rate(live.throughput.rate)),
    }
}

/// The least time between two announcements of the progress, in milliseconds.
const PAUSE_MS: f64 = 5_000.0;

/// Returns the sentence for a live region. It changes every [`PAUSE_MS`], and at once when the phase changes, the
/// person steers the crawl or links are scored again.
#[hook]
pub(crate) fn use_announcement(live: &Live, catalog: &Catalog) -> String {
    let announcement = use_mut_ref(|| (0.0_f64, (Phase::New, false, 0), String::new()));
    let mut announcement = announcement.borrow_mut();
    let now = js_sys::Date::now();
    let changes = live.steered.list();
    let stand = (live.progress.phase, live.progress.reranking.is_some(), changes.len());
    if stand != announcement.1 || now - announcement.0 >= PAUSE_MS {
        // Changes of a resumed crawl are not announced.
        let is_new = changes.len() == announcement.1.2 + 1;
        let change = changes.last().filter(|_| is_new);
        let mut text = change.map_or_else(String::new, |(_, one)| describe(one, catalog) + ". ");
        text.push_str(&sentence(live));
        *announcement = (now, stand, text);
    }
    announcement.2.clone()
}

fn sentence(live: &Live) -> String {
    let progress = &live.progress;
    let found = format!("{} of {} pages, {} relevant", progress.pages, progress.budget, progress.measures.good);
    if progress.reranking.is_some() {
        return "Rescoring links.".to_owned();
    }
    match progress.phase {
        Phase::New => "The crawl starts.".to_owned(),
        Phase::Preparing => format!("Reading examples: {} of {}.", live.examples_done(), progress.examples_given),
        Phase::Prepared => "Training finished. The crawl is ready to start.".to_owned(),
        Phase::Paused if live.is_before_crawl() => "Paused during training.".to_owned(),
        Phase::Running => format!("{found}."),
        Phase::Paused => format!("Paused. {found}."),
        Phase::Ended(reason) => format!("The crawl ended. {} {found}.", reason.sentence()),
    }
}
