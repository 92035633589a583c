//! Renders the Library screen: saved crawls, search over their pages, import, export, storage.
//!
//! The worker stores and searches; this screen renders results.

mod crawl;
mod import;
mod revisit;
mod search;
mod storage;
mod unreadable;

use crate::page::state::library::{Library, LibraryAction};
use crate::page::views::parts::import::import_progress;
use crate::page::widgets::counts::count_badge;
use crate::page::widgets::notice_line::notice_line;

use crate::page::dom::files::DropArea;
use crate::page::dom::focus::focus;
use crate::page::state::catalog::{Catalog, Worker};
use crate::page::state::dispatch::Dispatch;
use crate::page::state::file_content::FileContent;
use crate::page::state::train::GoodPages;
use crate::page::state::{Action, Shared};
use crate::protocol::library::LibraryContents;
use crawl::Crawl;
use types::report::Phase;
use unreadable::unreadable_list;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawls and the search results.
    pub(crate) library: Shared<Library>,
    /// The strategies' titles.
    pub(crate) catalog: Shared<Catalog>,
    /// The id of the crawl that is open here.
    pub(crate) live: Option<String>,
    /// The pages that are selected to train from.
    pub(crate) good: GoodPages,
    pub(crate) dispatch: Dispatch,
}

/// Renders the Library.
#[component]
pub(crate) fn LibraryPage(props: &Props) -> Html {
    html! {
        <DropArea class="library" take={props.dispatch.on_drop(FileContent::Pages)}>
            <h1>{ "Library" }</h1>
            <p class="lede">{ "Crawls are saved in this browser. Open, resume, repeat or export them here." }</p>
            if let Some(Ok(_)) = &props.library.contents { <search::Search library={props.library.clone()} good={props.good.clone()} dispatch={props.dispatch.clone()} /> }
            { news(&props.library, &props.dispatch) }
            { crawls(props) }
            if let Some(Ok(contents)) = &props.library.contents {
                { import::import_section(&props.dispatch) }
                { storage::storage(contents, &props.dispatch) }
            }
        </DropArea>
    }
}

/// Renders the result of the last action.
fn news(library: &Library, dispatch: &Dispatch) -> Html {
    html! {
        <>
            { notice_line(&library.feedback.notice, library.feedback.undo.is_some().then(|| undo(dispatch))) }
            { import_progress(library, dispatch) }
            if let Some(wrong) = &library.feedback.error { <p class="problem" role="alert">{ wrong }</p> }
        </>
    }
}

fn undo(dispatch: &Dispatch) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| {
        dispatch.dispatch(Action::Library(LibraryAction::Undo));
        focus("#crawls");
    })
}

fn crawls(props: &Props) -> Html {
    match &props.library.contents {
        None if props.catalog.worker == Worker::Loading => {
            html! { <p class="fine">{ "Loading the crawler…" }</p> }
        }
        None => html! { <p class="fine">{ "Loading crawls…" }</p> },
        Some(Err(sentence)) => {
            html! { <p class="problem" role="alert">{ format!("Could not load the crawls: {sentence}.") }</p> }
        }
        Some(Ok(contents)) => crawl_list(contents, props),
    }
}

fn crawl_list(contents: &LibraryContents, props: &Props) -> Html {
    let there = |deleted| {
        let crawls = contents.crawls.iter();
        crawls.filter(move |crawl| crawl.is_deleted == deleted)
    };
    let row = |crawl: &crate::protocol::library::CrawlSummary| {
        html! {
            <Crawl key={crawl.id.clone()} crawl={crawl.clone()} catalog={props.catalog.clone()}
                open_error={props.library.unopenable.get(&crawl.id).cloned()}
                revisits={props.library.revisits.clone().filter(|shown| shown.id == crawl.id)}
                busy={props.library.exports.making.as_ref() == Some(&crawl.id)}
                feedback={props.library.export_feedback(&crawl.id)}
                is_here={props.live.as_ref() == Some(&crawl.id)} dispatch={props.dispatch.clone()} />
        }
    };
    html! {
        <>
            <section aria-labelledby="crawls">
                <h2 id="crawls" tabindex="-1">{ "Crawls" }{ count_badge(there(false).count()) }</h2>
                if contents.crawls.iter().any(|crawl| props.live.as_ref() == Some(&crawl.id) && !matches!(crawl.phase, Phase::Ended(_))) {
                    <p class="fine">{ "Opening another crawl pauses the current one." }</p>
                }
                if there(false).count() == 0 {
                    <p class="nothing">{ "No saved crawls yet. " }<a href="#/crawl">{ "Start a crawl" }</a>{ "; it will appear here." }</p>
                }
                <ul class="crawls">{ for there(false).map(row) }</ul>
            </section>
            { unreadable_list(&contents.unreadable, &props.dispatch) }
            if there(true).count() > 0 {
                <section aria-labelledby="deleted">
                    <h2 id="deleted">{ "Deleted" }{ count_badge(there(true).count()) }</h2>
                    <p class="fine">{ "You can undo this for a minute; crawls are erased when the app next loads." }</p>
                    <ul class="crawls">{ for there(true).map(|crawl| crawl::deleted(crawl, &props.dispatch)) }</ul>
                </section>
            }
        </>
    }
}
