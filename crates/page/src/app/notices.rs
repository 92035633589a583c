//! Renders notices above the screen: a worker of another build, a worker that crashed or lacks a chunk, and a browser
//! without locks.

use crate::dispatch::Dispatch;
use crate::dom::tab::{has_locks, reload};
use page_state::Action;
use page_state::catalog::{Catalog, Worker};
use page_state::worker::WorkerAction;
use protocol::BUILD;
use types::text::{clean, cut, sentence};
use yew::prelude::*;

/// The most characters of a message that are shown.
const CHARS: usize = 400;

/// Renders the notices.
pub(crate) fn notices(catalog: &Catalog, dispatch: &Dispatch) -> Html {
    html! {
        <>
            { of_worker(catalog, dispatch) }
            { missing_chunk(catalog, dispatch) }
            if !has_locks() { { unlocked() } }
        </>
    }
}

/// Renders the notice about the state of the worker.
fn of_worker(catalog: &Catalog, dispatch: &Dispatch) -> Html {
    match &catalog.worker {
        Worker::Loading | Worker::Ready => lost(catalog),
        Worker::VersionMismatch(hello) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "This page and its crawler are different builds." }</strong>
                { format!(" The page is {BUILD}, the crawler {}.", cut(&clean(&hello.build), 80)) }
                { " Reload to update both." }</p>
                <button type="button" onclick={|_| reload()}>{ "Reload" }</button>
            </section>
        },
        Worker::Broken(message) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "The crawler is not running." }</strong>
                { " Results stay on the page; a saved crawl resumes after the restart. " }
                <span class="fine">{ cut(&clean(message), CHARS).to_owned() }</span></p>
                <button type="button" onclick={dispatch.on(|| vec![Action::Worker(WorkerAction::Restart)])}>
                    { "Restart crawler" }
                </button>
            </section>
        },
    }
}

/// Renders the error that a chunk of the worker could not be loaded.
fn missing_chunk(catalog: &Catalog, dispatch: &Dispatch) -> Option<Html> {
    let sentence = catalog.missing_chunk.as_ref()?;
    Some(html! {
        <section class="notice" role="alert">
            <p><strong>{ "Not everything is loaded." }</strong>{ " " }{ sentence.clone() }
                { " Your request continues after that." }</p>
            <button type="button" onclick={dispatch.on(|| vec![Action::Worker(WorkerAction::LoadChunks)])}>
                { "Try again" }
            </button>
        </section>
    })
}

/// Renders the warning that two tabs could write the same crawl.
fn unlocked() -> Html {
    html! {
        <section class="notice" role="status">
            <p><strong>{ "Use Salticid in one tab only." }</strong>
            { " This browser offers no Web Locks here (they need HTTPS or localhost), " }
            { "so two tabs could overwrite each other’s crawls." }</p>
        </section>
    }
}

/// Renders the notice about a crawl that cannot be opened.
fn lost(catalog: &Catalog) -> Html {
    match &catalog.lost {
        Some(reason) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "Could not open the linked crawl." }</strong>{ " " }
                    { cut(&clean(&sentence(reason)), CHARS).to_owned() }</p>
            </section>
        },
        None => Html::default(),
    }
}
