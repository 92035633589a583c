//! Renders the revisit of a saved crawl: its settings, its progress, and the new, changed, gone and unchanged pages.

use crate::views::prelude::*;
use page_state::digits::{countdown, read};
use page_state::library::revisits::{RevisitProgress, Revisits, every};
use protocol::revisit::{DAYS, NewPage, PieceKind, REQUESTS, Revisit, RevisitedPage, TextPiece, WaitingHost};
use types::limits;
use types::revisit::VisitOutcome;
use web_sys::HtmlInputElement;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) crawl: CrawlSummary,
    /// Its revisit, as far as it is loaded.
    pub(crate) revisits: Revisits,
    pub(crate) dispatch: Dispatch,
}

/// Renders the revisit of a crawl.
#[component]
pub(crate) fn RevisitPanel(props: &Props) -> Html {
    let Props { crawl, revisits, dispatch } = props;
    let (requests, days) = (use_node_ref(), use_node_ref());
    let onsubmit = start((requests.clone(), days.clone()), dispatch);
    let stop = dispatch.on::<MouseEvent>(|| vec![Action::Library(LibraryAction::StopRevisit)]);
    let is_running = revisits.progress.is_some();
    html! {
        <section class="revisit" aria-label={format!("Revisit {}", shown(&crawl.name))}>
            <form {onsubmit}>
                <label>
                    { "Requests" }
                    <input ref={requests} type="number" min="1" max={limits::REVISIT_REQUESTS.to_string()}
                        value={REQUESTS.to_string()} />
                </label>
                if crawl.source == Source::Demo {
                    <label>
                        { "Advance by (days)" }
                        <input ref={days} type="number" min="1" max={limits::REVISIT_DAYS.to_string()}
                            value={DAYS.to_string()} />
                    </label>
                }
                if is_running {
                    <button type="button" onclick={stop}>{ "Stop" }</button>
                } else {
                    <button type="submit" class="main">{ "Start revisit" }</button>
                }
            </form>
            <p class="fine">{ "Starts with relevant pages that have probably changed. " }
                if crawl.source == Source::Demo { { "The demo web advances by this many days." } }
            </p>
            <p class="fine" role="status">{ status(revisits) }</p>
            if let Some(problem) = &revisits.problem {
                <p class="problem" role="alert">{ format!("Could not revisit: {}.", shown(problem)) }</p>
            }
            if let Some(result) = revisits.result.as_ref().filter(|result| result.at.is_some()) {
                { lists(result, revisits, dispatch) }
            }
        </section>
    }
}

fn start((requests, days): (NodeRef, NodeRef), dispatch: &Dispatch) -> Callback<SubmitEvent> {
    let dispatch = dispatch.clone();
    let number = |field: &NodeRef, default: u32| {
        let field = field.cast::<HtmlInputElement>();
        let typed = field.and_then(|field| read(&field.value()));
        typed.map_or(default, |typed| types::to_u32(typed).max(1))
    };
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let (requests, days) = (number(&requests, REQUESTS), number(&days, DAYS));
        dispatch.dispatch(Action::Library(LibraryAction::StartRevisit(requests, days)));
    })
}

fn status(revisits: &Revisits) -> String {
    match (&revisits.progress, &revisits.result) {
        (Some(RevisitProgress { of: 0, .. }), _) => "Choosing pages…".to_owned(),
        (Some(RevisitProgress { done, of, standstill, waiting }), _) => {
            let standstill = standstill.as_ref().map(|standstill| format!(" {}", shown(standstill)));
            let standstill = standstill.unwrap_or_else(|| waiting_text(waiting));
            format!("Visited {} of {}.{standstill}", grouped(*done), counted(*of, "page"))
        }
        (None, Some(result)) => result.at.map_or_else(
            || "Not revisited yet.".to_owned(),
            |at| format!("Revisited {}: {}.", date(at), summary(result, revisits)),
        ),
        (None, None) => String::new(),
    }
}

/// Returns the hosts whose pages are visited next, with the reasons of delays, in a sentence.
fn waiting_text(waiting: &[WaitingHost]) -> String {
    let host = |WaitingHost { host, pages, retry }: &WaitingHost| {
        let pages = counted(*pages, "page");
        let rest = retry.as_ref().map(|(until, reason)| (*until as f64 - js_sys::Date::now(), reason));
        match rest.filter(|(rest, _)| *rest > 0.0) {
            Some((rest, reason)) => {
                let reason = shown(reason);
                let reason = reason.trim_end_matches('.');
                format!("{} ({pages}; {reason}; retrying in {})", shown(host), countdown(rest))
            }
            None => format!("{} ({pages})", shown(host)),
        }
    };
    let hosts: Vec<String> = waiting.iter().map(host).collect();
    if hosts.is_empty() { String::new() } else { format!(" Waiting for {}.", hosts.join(", ")) }
}

fn summary(result: &Revisit, revisits: &Revisits) -> String {
    let count = |outcome| types::count(revisits.pages(&[outcome]).len());
    let of = |outcome| grouped(count(outcome));
    let others = |outcome, name| match count(outcome) {
        0 => String::new(),
        count => format!(", {} {name}", grouped(count)),
    };
    format!(
        "{} new, {} changed, {} gone, {} unchanged{}{}",
        grouped(types::count(result.new.len())),
        of(VisitOutcome::Changed),
        of(VisitOutcome::Gone),
        of(VisitOutcome::Unchanged),
        others(VisitOutcome::Read, "without an earlier version"),
        others(VisitOutcome::Failed, "not read"),
    )
}

fn lists(result: &Revisit, revisits: &Revisits, dispatch: &Dispatch) -> Html {
    let pages = |outcome| revisits.pages(&[outcome]);
    let changed = pages(VisitOutcome::Changed);
    html! {
        <>
            { list("New", true, result.new.iter().map(new_page).collect()) }
            { list("Changed", true, changed.iter().map(|page| changed_page(page, revisits, dispatch)).collect()) }
            { list("Gone", true, pages(VisitOutcome::Gone).iter().map(|page| visited(page)).collect()) }
            { list("Unchanged", false, pages(VisitOutcome::Unchanged).iter().map(|page| visited(page)).collect()) }
            { list("No earlier version to compare", false,
                pages(VisitOutcome::Read).iter().map(|page| visited(page)).collect()) }
            { list("Not read", false, pages(VisitOutcome::Failed).iter().map(|page| visited(page)).collect()) }
        </>
    }
}

fn list(title: &'static str, open: bool, rows: Vec<Html>) -> Html {
    if rows.is_empty() {
        return Html::default();
    }
    html! {
        <details {open}>
            <summary>{ title }{ count_badge(rows.len()) }</summary>
            <ul>{ for rows }</ul>
        </details>
    }
}

fn new_page(page: &NewPage) -> Html {
    html! { <li>{ link(&page.url, &page.anchor) }</li> }
}

fn visited(page: &RevisitedPage) -> Html {
    let rate = match page.outcome {
        VisitOutcome::Unchanged => period(page),
        _ => String::new(),
    };
    html! { <li>{ link(&page.url, &page.title) }<span class="fine">{ rate }</span></li> }
}

/// Returns the period of a page's changes; empty if it has too few visits to tell.
fn period(page: &RevisitedPage) -> String {
    page.period.map(every).unwrap_or_default()
}

fn changed_page(page: &RevisitedPage, revisits: &Revisits, dispatch: &Dispatch) -> Html {
    let name = page_name(&page.title, page.url.as_str());
    let n = page.n;
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Library(LibraryAction::ShowDifference(n))]);
    html! {
        <li>
            { link(&page.url, &page.title) }<span class="fine">{ period(page) }</span>
            { match revisits.differences.get(&page.n) {
                None => html! {
                    <button type="button" class="quiet" {onclick} aria-label={format!("Show changes: {name}")}>
                        { "Show changes" }
                    </button>
                },
                Some(Ok(pieces)) => html! { <p class="difference">{ for pieces.iter().map(piece) }</p> },
                Some(Err(reason)) => html! { <p class="fine">{ shown(reason) }</p> },
            } }
        </li>
    }
}

fn piece(piece: &TextPiece) -> Html {
    let text = &piece.text;
    match piece.kind {
        PieceKind::Kept => html! { <span>{ text }</span> },
        PieceKind::Deleted => html! { <del>{ text }</del> },
        PieceKind::Inserted => html! { <ins>{ text }</ins> },
        PieceKind::Omitted => html! { <span class="fine">{ " … " }</span> },
    }
}

fn link(url: &CanonicalUrl, title: &str) -> Html {
    let title = page_name(title, url.as_str());
    match SafeHref::of(url) {
        Some(href) => outer_link(&href, &title, true),
        None => html! { { title } },
    }
}
