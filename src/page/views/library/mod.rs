//! Renders the Library screen: saved crawls, search over their pages, import, export, storage.
//!
//! The worker stores and searches; this screen sends requests, renders results and saves files.

mod crawl;
mod import;
mod revisit;
mod search;
mod storage;
mod unreadable;

use crate::page::state::route::{read, use_fragment};
use crate::page::views::parts::import::{import_progress, on_file};
use crate::page::views::prelude::*;
use crate::protocol::library::LibraryContents;
use crawl::Crawl;
use gloo_timers::callback::Interval;
use unreadable::unreadable_list;

/// The interval in milliseconds at which the list is requested during a crawl.
const LIST_MS: u32 = 2_000;

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
        <DropArea class="library" take={on_file(&props.catalog, &props.dispatch)}>
            <h1>{ "Library" }</h1>
            <p class="lede">{ "Crawls are saved in this browser. Open, resume, repeat or export them here." }</p>
            if let Some(Ok(_)) = &props.library.contents { <search::Search library={props.library.clone()} good={props.good.clone()} dispatch={props.dispatch.clone()} /> }
            { news(&props.library, &props.dispatch) }
            { crawls(props) }
            if let Some(Ok(contents)) = &props.library.contents {
                { import::import_section(&props.catalog, &props.dispatch) }
                { storage::storage(contents, &props.dispatch) }
            }
        </DropArea>
    }
}

/// Renders the result of the last action.
fn news(library: &Library, dispatch: &Dispatch) -> Html {
    html! {
        <>
            { notice_line(&library.feedback.notice, library.feedback.undo.as_ref().map(|id| undo(id, dispatch))) }
            { import_progress(library, dispatch) }
            if let Some(wrong) = &library.feedback.error { <p class="problem" role="alert">{ wrong }</p> }
        </>
    }
}

fn undo(id: &str, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (id, dispatch) = (id.to_owned(), dispatch.clone());
    Callback::from(move |_| {
        let request = LibraryRequest::Restore(id.clone());
        dispatch.send(ToWorker::Library(request));
        let taken_back = LibraryAction::ShowNotice("Undone.".to_owned());
        dispatch.dispatch(Action::Library(taken_back));
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
                suspects={props.library.suspects.clone()} revisits={props.library.revisits.clone().filter(|shown| shown.id == crawl.id)}
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

/// Requests the crawls when the worker is ready, when the Library or the form is opened, and around a revisit. Saves files that were
/// exported.
#[hook]
pub(crate) fn use_library(state: &State, dispatch: &Dispatch) {
    let fragment = use_fragment();
    let (place, _) = read(fragment.as_str());
    let ready = state.catalog.worker == Worker::Ready;
    let wanted = place == Route::Library || state.screen.asking && state.crawl.live.request.is_none();
    // A message is only shown on the page where it appeared.
    let actions = dispatch.actions.clone();
    use_effect_with(place, move |_| {
        actions.emit(Action::Library(LibraryAction::ShowNotice(String::new())));
    });
    let due = (ready && wanted, place, state.library.is_revisiting());
    use_send(dispatch, due, |(wanted, ..)| wanted.then_some(ToWorker::Library(LibraryRequest::List)));
    import::use_taken(&state.library, dispatch);
    // The list is refreshed while a crawl runs.
    let messages = dispatch.messages.clone();
    let going = ready && place == Route::Library && state.crawl.live.is_going();
    use_effect_with(going, move |going| {
        let list = move || messages.emit(ToWorker::Library(LibraryRequest::List));
        let timer = going.then(|| Interval::new(LIST_MS, list));
        move || drop(timer)
    });
    let actions = dispatch.actions.clone();
    use_effect_with(state.library.exports.made.clone(), move |made| {
        if let Some(made) = made {
            // A failed download needs no message, because the missing file is obvious.
            let _ = files::save(&made.name, &made.file);
            actions.emit(Action::Library(LibraryAction::Saved));
        }
    });
}
