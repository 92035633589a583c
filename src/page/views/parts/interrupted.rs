//! Renders the notice of interrupted crawls on the start screen.

use crate::page::state::library::status::CrawlStatus;
use crate::page::views::prelude::*;

/// Renders the latest interrupted crawl with a link to continue it, if there is one.
pub(crate) fn interrupted(library: &Library) -> Html {
    let Some(Ok(contents)) = &library.contents else {
        return Html::default();
    };
    let is_open =
        |crawl: &&CrawlSummary| !crawl.is_deleted && CrawlStatus::of(crawl, false) == CrawlStatus::Interrupted;
    let mut crawls = contents.crawls.iter().filter(is_open);
    let Some(latest) = crawls.next() else {
        return Html::default();
    };
    let (done, of) = (grouped(latest.pages), grouped(latest.plan.pages));
    html! {
        <section class="interrupted" aria-label="Interrupted crawl">
            <p>{ "A crawl was interrupted: " }<b>{ shown(&latest.name) }</b>{ format!(", {done} of {of} pages.") }
                if crawls.next().is_some() { { " " }<a href="#/library">{ "More are in the Library." }</a> }
            </p>
            <a class="button" href={address(&latest.id)}>{ "Resume" }</a>
        </section>
    }
}

/// Returns the address of a saved crawl.
pub(crate) fn address(id: &str) -> String {
    format!("#/crawl?id={id}")
}
