//! Renders the update of a topic: its budget, its progress, and the digests of its updates.

use super::subject::FIRST;
use crate::views::prelude::*;
use page_state::library::status::address;
use page_state::library::subjects::{Digest, OpenSubject, digests};
use page_state::library::update::{BUDGETS, Update, UpdateAction, UpdateStage};
use protocol::subjects::{Subject, SubjectPage, SubjectUpdate, UPDATE_PAGES};

/// The number of pages of each list of a digest that are not folded.
const UNFOLDED: usize = 10;

/// Renders the button that updates a topic, the budget of pages, and the progress.
pub(super) fn update(subject: &Subject, state: &State, dispatch: &Dispatch) -> Html {
    let library = &state.library;
    let own = library.update.as_ref().filter(|update| update.subject == subject.id);
    let is_running = own.is_some_and(Update::is_running);
    let is_busy = library.update.as_ref().is_some_and(Update::is_running);
    let id = subject.id.clone();
    let onclick = dispatch.on::<MouseEvent>(move || {
        let action = if is_running { UpdateAction::Stop } else { UpdateAction::Begin(id.clone()) };
        vec![Action::Library(LibraryAction::Update(action))]
    });
    let label = match (is_running, subject.is_updating()) {
        (true, _) => "Stop update",
        (false, true) => "Continue update",
        (false, false) => "Update this topic",
    };
    let limit = dispatch.on_text::<Event>(|pages| Action::Library(LibraryAction::Update(UpdateAction::Limit(pages))));
    // With nothing but judgments, there is nothing to go on from.
    let is_empty = subject.crawls.is_empty();
    let crawl = match own.map(|update| &update.stage) {
        Some(UpdateStage::Crawling { crawl, .. }) => crawl.as_ref(),
        _ => None,
    };
    html! {
        <section class="topic-update" aria-labelledby="topic-update">
            <h2 id="topic-update">{ "Update" }</h2>
            <div class="crawl-ways">
                <label for="update-pages">{ "Pages at most" }</label>
                <input id="update-pages" type="number" min={BUDGETS.0.to_string()} max={BUDGETS.1.to_string()}
                    placeholder={UPDATE_PAGES.to_string()} value={library.budget.clone()} disabled={is_running}
                    onchange={limit} aria-describedby="update-help" />
                // It is one button, so that it keeps the focus.
                <button type="button" class={(!is_running).then_some("main")}
                    disabled={(is_busy || is_empty) && !is_running} {onclick}>
                    { label }
                </button>
                if let Some(crawl) = crawl { <a href={address(crawl)}>{ "Show the crawl" }</a> }
            </div>
            <p id="update-help" class="fine">
                { "Revisits pages that may have changed, then resumes the unfinished crawl or crawls on from kept and \
                    the most relevant pages." }
            </p>
            <p class="fine" role="status">
                if is_empty {
                    { "All crawls of this topic were deleted. Start a crawl with its query to update it." }
                } else {
                    { own.map_or_else(|| latest(subject), |update| status(update, state)) }
                }
            </p>
            if let Some(own) = own {
                for problem in problems(own) { <p class="problem" role="alert">{ shown(&problem) }</p> }
            }
        </section>
    }
}

/// Returns the time of the latest update, in a sentence; empty if there is none.
fn latest(subject: &Subject) -> String {
    match subject.updates.last() {
        Some(SubjectUpdate { ended: Some(ended), .. }) => format!("Last updated {}.", date(*ended)),
        Some(_) => "The latest update was interrupted.".to_owned(),
        None => String::new(),
    }
}

/// Returns the present step of an update, in a sentence.
fn status(update: &Update, state: &State) -> String {
    match &update.stage {
        UpdateStage::Choosing => "Choosing pages to revisit…".to_owned(),
        UpdateStage::Revisiting(crawls) => {
            let progress = state.library.revisits.as_ref().and_then(|revisits| revisits.progress.as_ref());
            let (done, of) = progress.map_or((0, 0), |progress| (progress.done, progress.of));
            let more = crawls.len().saturating_sub(1);
            let more = if more > 0 { format!(" {} follow.", counted(more, "more crawl")) } else { String::new() };
            format!("Revisiting a crawl: {} of {}.{more}", grouped(done), counted(of, "page"))
        }
        UpdateStage::ChoosingCrawl => "Choosing where to crawl on…".to_owned(),
        UpdateStage::Starting(_) => "Starting the crawl…".to_owned(),
        UpdateStage::Crawling { .. } => {
            let progress = &state.crawl.live.progress;
            format!("Crawling: {}, {} relevant.", counted(progress.pages, "page"), grouped(progress.measures.good))
        }
        UpdateStage::Stopping(_) => "Stopping…".to_owned(),
        UpdateStage::Stopped(_) => "The update has stopped. What it found is saved; it can be continued.".to_owned(),
    }
}

/// Returns what went wrong, in sentences.
fn problems(update: &Update) -> Vec<String> {
    let mut problems = update.problems.clone();
    if let UpdateStage::Stopped(Some(reason)) = &update.stage {
        problems.push(format!("The update did not end: {reason}."));
    }
    problems
}

/// Renders the digests of a topic's updates, the latest one unfolded; nothing before the first update.
pub(super) fn digest_list(subject: &Subject, open: &OpenSubject) -> Html {
    let Some(Ok(pages)) = &open.pages else {
        return Html::default();
    };
    if subject.updates.is_empty() {
        return Html::default();
    }
    let digests = digests(&subject.updates, pages);
    html! {
        <section class="topic-digests" aria-labelledby="topic-digests">
            <h2 id="topic-digests" tabindex="-1">{ "Digests" }{ count_badge(digests.len()) }</h2>
            { for digests.iter().enumerate().map(|(at, digest)| digest_entry(digest, at == 0)) }
        </section>
    }
}

fn digest_entry(digest: &Digest<'_>, is_open: bool) -> Html {
    let Digest { update, new, changed, gone } = digest;
    let count = |pages: &[&SubjectPage], name| format!("{} {name}", grouped(pages.len() as f64));
    let counts = [count(new, "new"), count(changed, "changed"), count(gone, "gone")].join(", ");
    let interrupted = if update.ended.is_none() { " · not finished" } else { "" };
    html! {
        <details key={update.began.to_string()} class="digest" open={is_open}>
            <summary>{ format!("{}: {counts}{interrupted}", date(update.began)) }</summary>
            { digest_pages("New", new) }
            { digest_pages("Changed", changed) }
            { digest_pages("Gone", gone) }
        </details>
    }
}

/// Renders the pages of a list of a digest, up to a number and folded after the first ones; nothing if there are none.
fn digest_pages(title: &'static str, pages: &[&SubjectPage]) -> Html {
    if pages.is_empty() {
        return Html::default();
    }
    let row = |page: &&SubjectPage| {
        let title = clean(&page.title);
        let title = title_or(&title, page.url.as_str()).to_owned();
        html! {
            <li key={page.url.to_string()}>
                <PageLink url={page.url.clone()} text={title} />
                <span class="fine">{ format!(" · {} · relevance {}", page.url.host(), short(page.relevance)) }</span>
            </li>
        }
    };
    let (listed, hidden) = (&pages[..pages.len().min(FIRST)], pages.len().saturating_sub(FIRST));
    let (first, rest) = listed.split_at(listed.len().min(UNFOLDED));
    let all = grouped(pages.len() as f64);
    html! {
        <>
            <h3>{ title }{ count_badge(pages.len()) }</h3>
            <ul class="digest-pages" aria-label={title}>{ for first.iter().map(row) }</ul>
            if !rest.is_empty() {
                <details>
                    <summary>
                        { if hidden > 0 { format!("Show {FIRST} of {all}") } else { format!("Show all {all}") } }
                    </summary>
                    <ul class="digest-pages" aria-label={format!("{title}, more")}>{ for rest.iter().map(row) }</ul>
                    if hidden > 0 {
                        <p class="fine">{ format!("{} more are below, under Pages.", grouped(hidden as f64)) }</p>
                    }
                </details>
            }
        </>
    }
}
