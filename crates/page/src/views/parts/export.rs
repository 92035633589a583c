//! Renders the export formats of a crawl.

use crate::views::prelude::*;
use crate::widgets::buttons::{ButtonEntry, button_list, drawer, drawer_button};
use page_state::feedback::Feedback;
use page_state::library::LibraryUndo;
use protocol::library::{CrawlFile, CrawlFormat, SparkFiles};
use types::site_map::Arrangement;

/// The formats with their names and purposes, in the order of the menu.
const FORMATS: [(CrawlFormat, &str, &str); 13] = [
    (CrawlFormat::Csv, "Pages, CSV", "for spreadsheets"),
    (CrawlFormat::Jsonl, "Pages, JSONL", "one line per page, for programs"),
    (CrawlFormat::Bookmarks, "Relevant pages", "browser bookmarks"),
    (CrawlFormat::Urls, "URLs", "list of fetched pages"),
    (CrawlFormat::Gexf, "Links, GEXF", "for Gephi"),
    (CrawlFormat::GraphMl, "Links, GraphML", "for Cytoscape, networkx, igraph"),
    (CrawlFormat::SiteMapHtml, "Site map, HTML", "an interactive page, by path and by links"),
    (CrawlFormat::SiteMapSvg(Arrangement::Path), "Site map by path, SVG", "an image"),
    (CrawlFormat::SiteMapSvg(Arrangement::Links), "Site map by links, SVG", "an image"),
    (CrawlFormat::SiteMapGraphMl, "Site map, GraphML", "links, with how each page was found"),
    (CrawlFormat::Warc, "Recording, WARC", "pages as they were fetched"),
    (CrawlFormat::Wacz, "Recording, WACZ", "for players of web archives, such as ReplayWeb.page"),
    (CrawlFormat::Crawl, "Whole crawl", "to resume or replay in another browser"),
];

/// The reason that a crawl has no recording.
const NO_BODIES: &str = "Unavailable: the page bodies were deleted or not stored.";

/// The id of the drawer in the document.
const DRAWER: &str = "export";

/// Renders the button that opens the drawer of the open crawl.
pub(crate) fn button() -> Html {
    drawer_button(DRAWER, html! { { "Export" } }, None)
}

/// Renders the drawer with the export formats of an open crawl.
pub(crate) fn files(id: &str, library: &Library, dispatch: &Dispatch) -> Html {
    let busy = library.exports.making.as_deref() == Some(id);
    // Unless the crawl has ended, the list may lack its latest pages.
    let has_ended = |crawl: &&CrawlSummary| crawl.id == id && matches!(crawl.phase, Phase::Ended(_));
    let contents = library.contents.as_ref().and_then(|contents| contents.as_ref().ok());
    let crawl = contents.and_then(|contents| contents.crawls.iter().find(has_ended));
    let lacks_bodies = crawl.is_some_and(CrawlSummary::lacks_bodies);
    let menu = menu(id, busy, lacks_bodies, dispatch);
    let more = spark(id, library, dispatch);
    drawer(DRAWER, "Export", content(menu, more, &library.feedback))
}

/// Renders the content of a drawer: the formats, further sections, and the feedback on the latest export.
fn content(menu: Html, more: Html, feedback: &Feedback<LibraryUndo>) -> Html {
    html! {
        <>
            { menu }
            { more }
            <p class="fine" role="status">{ feedback.notice.clone() }</p>
            if let Some(wrong) = &feedback.error { <p class="problem">{ wrong }</p> }
        </>
    }
}

/// Renders the reason that a file could not be exported. It stays after the drawer is closed.
pub(crate) fn problem(library: &Library) -> Html {
    let wrong = library.feedback.error.as_ref();
    wrong.map_or_else(Html::default, |wrong| html! { <p class="problem" role="alert">{ wrong }</p> })
}

/// Renders the drawer of a row of the Library; `feedback` is that on the latest export of its crawl.
pub(crate) fn row_drawer(
    name: &str,
    crawl: &CrawlSummary,
    busy: bool,
    feedback: &Feedback<LibraryUndo>,
    dispatch: &Dispatch,
) -> Html {
    let menu = menu(&crawl.id, busy, crawl.lacks_bodies(), dispatch);
    let content = content(menu, Html::default(), feedback);
    drawer(row_drawer_id(&crawl.id), format!("Export: {name}"), content)
}

/// Returns the id of the drawer of a row of the Library.
pub(crate) fn row_drawer_id(id: &str) -> String {
    format!("{DRAWER}-{id}")
}

fn menu(id: &str, busy: bool, lacks_bodies: bool, dispatch: &Dispatch) -> Html {
    let entry = |(format, title, help): (CrawlFormat, &'static str, &'static str)| {
        let is_lacking = lacks_bodies && matches!(format, CrawlFormat::Warc | CrawlFormat::Wacz);
        let help = if is_lacking { NO_BODIES } else { help };
        ButtonEntry {
            is_disabled: is_lacking,
            is_busy: busy,
            ..ButtonEntry::new(title, help, make(id, format, dispatch))
        }
    };
    button_list(FORMATS.into_iter().map(entry))
}

/// Renders the raw export of a crawl that cannot be read.
pub(crate) fn raw(id: &str, dispatch: &Dispatch) -> Html {
    let onclick = make(id, CrawlFormat::Crawl, dispatch);
    html! {
        <button type="button" {onclick} aria-label={format!("Export raw file: {id}")}>{ "Export raw file" }</button>
    }
}

fn make(id: &str, format: CrawlFormat, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let id = id.to_owned();
    dispatch.on(move || vec![Action::Library(LibraryAction::Export(id.clone(), format))])
}

/// Renders the section for an open crawl.
pub(crate) fn spark(id: &str, library: &Library, dispatch: &Dispatch) -> Html {
    let ready = library.exports.spark.as_ref().filter(|(crawl, _)| crawl == id);
    let title = if ready.is_none() { "Show commands" } else { "Update commands" };
    let id = id.to_owned();
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Library(LibraryAction::Spark(id.clone()))]);
    html! {
        <section class="spark" aria-labelledby="run-on-spark">
            <h3 id="run-on-spark">{ "Run on Spark" }</h3>
            <p class="fine">{ "Crawl more pages with the same plan, on one machine or a cluster, with the Python \
                package." }</p>
            // The button stays, because it has the focus.
            <button type="button" {onclick}>{ title }</button>
            {
                match ready {
                    Some((_, Ok(files))) => steps(files, dispatch),
                    Some((_, Err(reason))) => html! {
                        <p class="problem" role="alert">
                            { format!("This crawl cannot run on Spark: {}", sentence(&clean(reason))) }
                        </p>
                    },
                    None => Html::default(),
                }
            }
        </section>
    }
}

fn steps(files: &SparkFiles, dispatch: &Dispatch) -> Html {
    let [crawl, export] = &files.commands;
    html! {
        <ol class="spark-steps">
            <li>
                { "Save the files." }
                <p class="spark-files">
                    { save("Save plan", &files.plan, dispatch) }
                    if let Some(model) = &files.model { { save("Save model", model, dispatch) } }
                </p>
            </li>
            <li>
                { "Crawl. Add " }
                <code>{ "--pages" }</code>
                { " for more pages." }
                { command("crawl command", crawl, dispatch) }
            </li>
            <li>
                { "Write the results, then import the file in the Library." }
                { command("export command", export, dispatch) }
            </li>
        </ol>
    }
}

fn save(title: &'static str, file: &CrawlFile, dispatch: &Dispatch) -> Html {
    let effect = Effect::save(&file.name, &file.file);
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Perform(Box::new(effect.clone()))]);
    html! { <button type="button" {onclick} title={file.name.clone()}>{ title }</button> }
}

fn command(name: &'static str, text: &str, dispatch: &Dispatch) -> Html {
    let copy = Effect::Copy(text.to_owned());
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Perform(Box::new(copy.clone()))]);
    html! {
        <>
            <code class="command">{ for text.split_inclusive(' ').map(|word| html! { <span>{ word }</span> }) }</code>
            <button type="button" class="quiet" {onclick} aria-label={format!("Copy {name}")}>{ "Copy" }</button>
        </>
    }
}
