//! What the start page says of crawls that were broken off.

use super::Library;
use super::crawl::address;
use super::words::{Standing, shown};
use crate::page::digits::grouped;
use crate::protocol::library::Shelved;
use yew::prelude::*;

/// The latest crawl that was broken off, with the way on; nothing where there is none.
pub(crate) fn interrupted(library: &Library) -> Html {
    let Some(Ok(shelf)) = &library.shelf else {
        return Html::default();
    };
    let is_open =
        |crawl: &&Shelved| !crawl.is_deleted && Standing::of(crawl, false) == Standing::Interrupted;
    let mut crawls = shelf.crawls.iter().filter(is_open);
    let Some(latest) = crawls.next() else {
        return Html::default();
    };
    let (done, of) = (grouped(latest.pages), grouped(latest.plan.pages));
    html! {
        <section class="interrupted" aria-label="Interrupted crawl">
            <p>{ "A crawl was interrupted: " }<b>{ shown(&latest.name) }</b>{ format!(", {done} of {of} pages.") }
                if crawls.next().is_some() { { " " }<a href="#/library">{ "There are more." }</a> }
            </p>
            <a class="button" href={address(&latest.id)}>{ "Go on" }</a>
        </section>
    }
}
