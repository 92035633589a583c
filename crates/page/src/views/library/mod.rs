//! Renders the Library screen: topics, saved crawls, search over their pages, import, export, storage.
//!
//! The worker stores and searches; this screen renders results.

mod crawl;
mod revisit;
mod search;
mod subject;
mod subjects;
mod update;

use crate::views::parts::import::import_progress;
use crate::views::parts::{export, saved};
use crate::views::prelude::*;
use page_state::file_content::FileContent;
use page_state::library::subjects::{crawls_of, subject};
use protocol::library::LibraryContents;
use protocol::subjects::SubjectSummary;

/// The files that the Library imports.
const FILES: &str = "Choose or drop a saved crawl (.salticid), a recording (.wacz, .warc, .warc.gz) or a list of seeds \
    (text, or bookmarks as HTML, JSON, CSV, OPML or XBEL).";

/// The element that gets the focus when something was deleted or restored: a list.
const RESTORED: &str = "#topics, #crawls";

/// Renders the Library.
pub(crate) fn library_page(state: &State, dispatch: &Dispatch, query: &str) -> Html {
    let State { library, catalog, .. } = state;
    if let Some(id) = param(query, "topic") {
        return topic_page(&id, state, dispatch);
    }
    let undo = saved::removing(dispatch, || Action::Library(LibraryAction::Undo), RESTORED);
    html! {
        <DropArea class="library" take={dispatch.on_drop(FileContent::Pages)}>
            <link rel="stylesheet" href={style_sheet("library")} />
            <h1>{ "Library" }</h1>
            <p class="lede">{ "Crawls are saved in this browser. Open, resume, repeat or export them here." }</p>
            if let Some(Ok(_)) = &library.contents {
                <search::Search library={library.clone()} good={state.train.good.clone()} dispatch={dispatch.clone()} />
            }
            { saved::feedback(&library.feedback, None, undo) }
            { import_progress(library, dispatch) }
            {
                match &library.contents {
                    Some(Ok(contents)) => content(contents, state, dispatch),
                    other => {
                        let error = other.as_ref().and_then(|one| one.as_ref().err());
                        saved::not_listed("crawls", error, &catalog.worker)
                    }
                }
            }
        </DropArea>
    }
}

/// Renders the topic with an id.
fn topic_page(id: &str, state: &State, dispatch: &Dispatch) -> Html {
    let State { library, catalog, .. } = state;
    let contents = library.contents.as_ref();
    let summary = contents.and_then(|contents| subject(contents.as_ref().ok()?, id));
    let undo = saved::removing(dispatch, || Action::Library(LibraryAction::Undo), RESTORED);
    html! {
        <div class="library">
            <link rel="stylesheet" href={style_sheet("library")} />
            <p class="back"><a href="#/library">{ "← Library" }</a></p>
            <h1>{ summary.map_or_else(|| "Topic".to_owned(), |summary| shown(&summary.subject.name)) }</h1>
            { saved::feedback(&library.feedback, None, undo) }
            {
                match contents {
                    Some(Ok(contents)) => subject::subject_page(id, contents, state, dispatch),
                    other => {
                        let error = other.and_then(|one| one.as_ref().err());
                        saved::not_listed("crawls", error, &catalog.worker)
                    }
                }
            }
        </div>
    }
}

fn content(contents: &LibraryContents, state: &State, dispatch: &Dispatch) -> Html {
    let library = &state.library;
    let here = state.crawl.live.saved.id.as_ref();
    let gone: Vec<_> = contents.subjects.iter().filter(|summary| summary.subject.deleted.is_some()).collect();
    // Crawls that were deleted with their topic are restored with it.
    let is_with_topic = |crawl: &&CrawlSummary| gone.iter().any(|summary| summary.subject.crawls.contains(&crawl.id));
    let (deleted, crawls): (Vec<_>, Vec<_>) = contents.crawls.iter().partition(|crawl| crawl.is_deleted);
    let deleted = gone
        .iter()
        .map(|summary| subjects::deleted(summary, dispatch))
        .chain(deleted.into_iter().filter(|crawl| !is_with_topic(crawl)).map(|crawl| crawl::deleted(crawl, dispatch)));
    let deleted: Vec<Html> = deleted.collect();
    let row = |crawl: &CrawlSummary| crawl::row(crawl, state, dispatch);
    let topic =
        |summary: &SubjectSummary| subjects::topic(summary, crawls_of(&summary.subject, contents).map(row).collect());
    let has_topic = |crawl: &&CrawlSummary| library.topics().any(|summary| summary.subject.crawls.contains(&crawl.id));
    let others: Vec<Html> = crawls.iter().filter(|crawl| !has_topic(crawl)).map(|crawl| row(crawl)).collect();
    let is_busy = |crawl: &&CrawlSummary| here == Some(&crawl.id) && !matches!(crawl.phase, Phase::Ended(_));
    let intro = html! {
        <>
            <p class="fine">{ "Crawls with the same query belong to one topic, with its judgments and notes." }</p>
            if crawls.iter().any(is_busy) { <p class="fine">{ "Opening another crawl pauses the current one." }</p> }
            if crawls.is_empty() {
                <p class="nothing">
                    { "No saved crawls yet. " }<a href="#/crawl">{ "Start a crawl" }</a>{ "; it will appear here." }
                </p>
            }
        </>
    };
    let fine = |text: &'static str| html! { <p class="fine">{ text }</p> };
    let undoable = "You can undo this for a minute; crawls are erased when the app next loads.";
    let damaged =
        "Export the raw files of these crawls for another version of this app or a bug report, or delete them.";
    let choice = files::choice("bring-file", "Choose file", "", dispatch.on_file(FileContent::Pages));
    html! {
        <>
            { saved::list("topics", "Topics", intro, library.topics().map(topic).collect()) }
            if !others.is_empty() {
                { saved::list("crawls", "Crawls without a topic", Html::default(), others) }
            }
            if !contents.unreadable.is_empty() {
                { saved::list("unreadable", "Damaged crawls", fine(damaged),
                    contents.unreadable.iter().map(|(id, reason)| unreadable(id, reason, dispatch)).collect()) }
            }
            if !deleted.is_empty() {
                { saved::list("deleted", "Deleted", fine(undoable), deleted) }
            }
            { saved::import_section(FILES, choice) }
            { storage(contents, dispatch) }
        </>
    }
}

/// Renders a crawl whose card cannot be read. Its data can be exported, or deleted after a confirmation: a deleted
/// crawl is restored through its card, so that this deletion cannot be undone.
fn unreadable(id: &String, reason: &str, dispatch: &Dispatch) -> Html {
    let erased = id.clone();
    let erase = saved::removing(dispatch, move || Action::Library(LibraryAction::Erase(erased.clone())), RESTORED);
    html! {
        <li class="crawl" key={id.clone()}>
            <p><code>{ id }</code>{ ": " }{ shown(reason) }</p>
            <div class="crawl-ways">
                { export::raw(id, dispatch) }
                <ConfirmButton name={id.to_owned()} {erase} back="#unreadable" />
            </div>
        </li>
    }
}

/// Renders the browser's storage estimate.
pub(crate) fn storage(contents: &LibraryContents, dispatch: &Dispatch) -> Html {
    let used = match (contents.used, contents.quota) {
        (Some(used), Some(quota)) => format!("This site uses {} of {}.", bytes(used), bytes(quota)),
        (Some(used), None) => format!("This site uses {}.", bytes(used)),
        (None, _) => "This browser does not report storage use.".to_owned(),
    };
    html! {
        <section class="storage" aria-labelledby="storage">
            <h2 id="storage" tabindex="-1">{ "Storage" }</h2>
            <p>{ used }</p>
            if contents.readings.0 > 0 { { readings(contents.readings, dispatch) } }
            if contents.is_persistent {
                <p class="fine">{ "Storage is persistent: the browser will not clear it automatically." }</p>
            } else {
                <p class="fine">{ "The browser may clear this site’s data when the device runs out of space." }</p>
                <button type="button" onclick={dispatch.on(|| vec![Action::Library(LibraryAction::Persist)])}>
                    { "Request persistent storage" }
                </button>
            }
        </section>
    }
}

/// Renders the pages stored by the reader, which training uses instead of fetching them again.
fn readings((pages, weight): (u32, u64), dispatch: &Dispatch) -> Html {
    let erase = saved::removing(dispatch, || Action::Library(LibraryAction::DeleteReaderPages), "#storage");
    html! {
        <p class="readings">
            { format!("Pages read under Train take {} ({}); training does not fetch them again. ",
                bytes(weight as f64), counted(pages, "page")) }
            <ConfirmButton text="Free space…" name="pages of the reader"
                consequence="Training fetches these pages again. Trails are kept." {erase} back="#storage" />
        </p>
    }
}
