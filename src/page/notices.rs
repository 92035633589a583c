//! Notices above the page: a worker of another build, a worker that broke down.

use super::catalog::{Catalog, Worker};
use super::hands::Hands;
use crate::protocol::BUILD;
use engine::text::{clean, cut};
use yew::prelude::*;

/// Most characters of a message that are shown.
const CHARS: usize = 400;

/// The notices.
pub(crate) fn notices(catalog: &Catalog, hands: &Hands) -> Html {
    match &catalog.worker {
        Worker::Loading | Worker::Ready => lost(catalog),
        Worker::Stranger(hello) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "This page and its crawler are of different builds." }</strong>
                { format!(" The page is {BUILD}, the crawler {}. Reload to get both anew.", cut(&clean(&hello.build), 80)) }</p>
                <button type="button" onclick={|_| reload()}>{ "Reload" }</button>
            </section>
        },
        Worker::Broken(message) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "The crawler is not running." }</strong>
                { " What was found stays on the page; a crawl that is kept goes on when the crawler is back. " }
                <span class="fine">{ cut(&clean(message), CHARS).to_owned() }</span></p>
                <button type="button" onclick={hands.restart.reform(|_: MouseEvent| ())}>{ "Restart the crawler" }</button>
            </section>
        },
    }
}

/// A crawl that cannot be opened.
fn lost(catalog: &Catalog) -> Html {
    match &catalog.lost {
        Some(sentence) => html! {
            <section class="notice" role="alert">
                <p><strong>{ "The crawl of this address cannot be opened." }</strong>{ " " }{ cut(&clean(sentence), CHARS).to_owned() }</p>
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
