//! Notices above the screen: a worker of another build, and a worker that crashed.

use crate::page::state::catalog::{Catalog, Worker};
use crate::page::state::dispatch::Dispatch;
use crate::protocol::BUILD;
use types::text::{clean, cut};
use yew::prelude::*;

/// Most characters of a message that are shown.
const CHARS: usize = 400;

/// Draws the notices.
pub(crate) fn notices(catalog: &Catalog, dispatch: &Dispatch) -> Html {
    match &catalog.worker {
        Worker::Loading | Worker::Ready => lost(catalog),
        Worker::VersionMismatch(hello) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "This page and its crawler are different builds." }</strong>
                { format!(" The page is {BUILD}, the crawler {}. Reload to update both.", cut(&clean(&hello.build), 80)) }</p>
                <button type="button" onclick={|_| reload()}>{ "Reload" }</button>
            </section>
        },
        Worker::Broken(message) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "The crawler is not running." }</strong>
                { " Results stay on the page; a saved crawl resumes after the restart. " }
                <span class="fine">{ cut(&clean(message), CHARS).to_owned() }</span></p>
                <button type="button" onclick={dispatch.restart.reform(|_: MouseEvent| ())}>{ "Restart crawler" }</button>
            </section>
        },
    }
}

/// Draws a crawl that cannot be opened.
fn lost(catalog: &Catalog) -> Html {
    match &catalog.lost {
        Some(sentence) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "Could not open the linked crawl." }</strong>{ " " }{ cut(&clean(sentence), CHARS).to_owned() }</p>
            </section>
        },
        None => Html::default(),
    }
}

fn reload() {
    if let Some(window) = web_sys::window() {
        // A browser that refuses has its own button.
        let _ = window.location().reload();
    }
}
