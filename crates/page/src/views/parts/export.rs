//! Renders the export formats of a crawl.

use crate::views::prelude::*;
use crate::widgets::buttons::{ButtonEntry, button_list, drawer, drawer_button, switch};
use page_state::feedback::Feedback;
use page_state::library::{ExportPages, Exports, LibraryUndo};
use protocol::library::{CrawlFile, ExportRequest, ExportScope, PageCopy, SparkFiles};
use protocol::subjects::Subject;
use types::export::{ExportFormat, ExportPurpose};

/// The reason that a crawl has no recording.
const NO_BODIES: &str = "Unavailable: the page bodies were deleted or not stored.";
/// The smallest and the largest limit in tokens.
const TOKENS: (f64, f64) = (100.0, 100_000_000.0);

/// The id of the drawer in the document.
const DRAWER: &str = "export";

/// Renders the button that opens the drawer of the open crawl.
pub(crate) fn button() -> Html {
    drawer_button(DRAWER, html! { { "Export" } }, None)
}

/// Renders the drawer with the export formats of an open crawl, of which so many results are listed and selected.
pub(crate) fn files(id: &str, library: &Library, counts: [usize; 2], dispatch: &Dispatch) -> Html {
    let busy = library.exports.making.as_deref() == Some(id);
    // Unless the crawl has ended, the list may lack its latest pages.
    let has_ended = |crawl: &&CrawlSummary| crawl.id == id && matches!(crawl.phase, Phase::Ended(_));
    let contents = library.contents.as_ref().and_then(|contents| contents.as_ref().ok());
    let crawl = contents.and_then(|contents| contents.crawls.iter().find(has_ended));
    let lacks_bodies = crawl.is_some_and(CrawlSummary::lacks_bodies);
    let chosen = id.to_owned();
    let onclick = move |format| Action::Export(chosen.clone(), format);
    let is_choice = library.exports.pages != ExportPages::Crawl;
    let offered: fn(ExportFormat) -> bool =
        if is_choice { |format| is_offered(format) && format.is_of_pages() } else { is_offered };
    let menu = html! {
        <>
            { choices(&library.exports, counts, dispatch) }
            { menu(busy, lacks_bodies, offered, dispatch, onclick) }
            if is_choice {
                <p class="fine">{ "Documents, site maps, link graphs and the whole crawl are under “All pages”." }</p>
            }
        </>
    };
    let more = spark(id, library, dispatch);
    drawer(DRAWER, "Export", content(menu, more, &library.feedback))
}

/// Renders the choice of the pages, and the limit of texts.
fn choices(exports: &Exports, [listed, selected]: [usize; 2], dispatch: &Dispatch) -> Html {
    let choice = |title, pages| {
        let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Library(LibraryAction::ChooseExportPages(pages))]);
        (title, exports.pages == pages, onclick)
    };
    let (listed, selected) =
        (format!("Listed ({})", grouped(listed as f64)), format!("Selected ({})", grouped(selected as f64)));
    let pages = [
        choice("All pages", ExportPages::Crawl),
        choice(&listed, ExportPages::Listed),
        choice(&selected, ExportPages::Selected),
    ];
    html! { <>{ switch("Pages to export", pages) }{ token_limit(exports, dispatch) }</> }
}

/// Renders the limit of texts.
fn token_limit(exports: &Exports, dispatch: &Dispatch) -> Html {
    let tokens = Field {
        id: "export-tokens",
        label: "Token limit for texts",
        help: "Best pages first, at about four letters per token; empty for no limit.",
        problem: None,
    };
    let oninput = dispatch.on_text(|text| Action::Library(LibraryAction::LimitTokens(text)));
    tokens.number(TOKENS, true, exports.tokens.clone(), oninput)
}

/// Renders the drawer with the formats in which the pages of a topic are exported, each once: those that its filter
/// lists, or all.
pub(crate) fn topic_drawer(
    subject: &Subject,
    crawls: &[&CrawlSummary],
    library: &Library,
    dispatch: &Dispatch,
) -> Html {
    let lacks_bodies = crawls.iter().all(|crawl| crawl.lacks_bodies());
    let busy = library.exports.making.as_ref() == Some(&subject.id);
    let is_filtered = library.subject.as_ref().is_some_and(|open| !open.filter.is_empty());
    let offered: fn(ExportFormat) -> bool = if is_filtered {
        |format| is_offered(format) && format.is_of_pages()
    } else {
        |format| is_offered(format) && format.takes_topic()
    };
    let menu = menu(busy, lacks_bodies, offered, dispatch, Action::ExportSubject);
    let menu = html! {
        <>
            if is_filtered {
                <p class="fine">
                    { format!("Exports the {} that the filter lists. ", counted(library.listed_pages().len(), "page")) }
                    { "Clear the filter to export all pages and documents." }
                </p>
            }
            { token_limit(&library.exports, dispatch) }
            { menu }
        </>
    };
    let content = content(menu, Html::default(), &library.export_feedback(&subject.id));
    drawer(row_drawer_id(&subject.id), format!("Export: {}", shown(&subject.name)), content)
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
    let id = crawl.id.clone();
    let menu = menu(busy, crawl.lacks_bodies(), is_offered, dispatch, move |format| whole(&id, format));
    let content = content(menu, Html::default(), feedback);
    drawer(row_drawer_id(&crawl.id), format!("Export: {name}"), content)
}

/// Returns the id of the drawer of a row of the Library.
pub(crate) fn row_drawer_id(id: &str) -> String {
    format!("{DRAWER}-{id}")
}

/// Renders the formats that are offered by their purposes.
fn menu(
    busy: bool,
    lacks_bodies: bool,
    is_offered: fn(ExportFormat) -> bool,
    dispatch: &Dispatch,
    action: impl Fn(ExportFormat) -> Action + Clone + 'static,
) -> Html {
    let entry = |format: ExportFormat| {
        let is_lacking = lacks_bodies && format.is_recording();
        let help = if is_lacking { NO_BODIES } else { format.help() };
        let action = action.clone();
        let onclick = dispatch.on(move || vec![action(format)]);
        ButtonEntry { is_disabled: is_lacking, is_busy: busy, ..ButtonEntry::new(format.title(), help, onclick) }
    };
    let section = |purpose: ExportPurpose| {
        let formats = ExportFormat::ALL.into_iter().filter(|format| format.purpose() == purpose && is_offered(*format));
        let mut entries = formats.map(&entry).peekable();
        if entries.peek().is_none() {
            return Html::default();
        }
        html! { <><h3>{ purpose.title() }</h3>{ button_list(entries) }</> }
    };
    html! { <>{ for ExportPurpose::ALL.into_iter().map(section) }</> }
}

/// Returns true for the formats of the menu; programs of the command line compress recordings themselves.
fn is_offered(format: ExportFormat) -> bool {
    format != ExportFormat::Warc
}

/// Renders the raw export of a crawl that cannot be read.
pub(crate) fn raw(id: &str, dispatch: &Dispatch) -> Html {
    let crawl = id.to_owned();
    let onclick = dispatch.on::<MouseEvent>(move || vec![whole(&crawl, ExportFormat::Crawl)]);
    html! {
        <button type="button" {onclick} aria-label={format!("Export raw file: {id}")}>{ "Export raw file" }</button>
    }
}

/// Returns the action that exports a whole crawl.
fn whole(id: &str, format: ExportFormat) -> Action {
    Action::Library(LibraryAction::Export(ExportRequest::whole(id, format)))
}

/// Renders the buttons that copy a page of a crawl or a topic.
pub(crate) fn copies(id: &str, scope: ExportScope, url: &CanonicalUrl, dispatch: &Dispatch) -> Html {
    let button = |title: &'static str, text: PageCopy| {
        let request = LibraryRequest::Copy { id: id.to_owned(), scope, url: url.clone(), text };
        let copy = move || vec![Action::Library(LibraryAction::Request(request.clone()))];
        html! { <button type="button" class="quiet" onclick={dispatch.on::<MouseEvent>(copy)}>{ title }</button> }
    };
    html! {
        <>
            { button("Copy as Markdown", PageCopy::Markdown) }
            { button("Copy citation", PageCopy::Citation) }
        </>
    }
}

/// Renders the section for an open crawl.
pub(crate) fn spark(id: &str, library: &Library, dispatch: &Dispatch) -> Html {
    let ready = library.exports.spark.as_ref().filter(|(crawl, _)| crawl == id);
    let title = if ready.is_none() { "Show commands" } else { "Update commands" };
    let id = id.to_owned();
    let onclick = dispatch
        .on::<MouseEvent>(move || vec![Action::Library(LibraryAction::Request(LibraryRequest::Spark(id.clone())))]);
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
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::perform(effect.clone())]);
    html! { <button type="button" {onclick} title={file.name.clone()}>{ title }</button> }
}

fn command(name: &'static str, text: &str, dispatch: &Dispatch) -> Html {
    let copy = Effect::Copy(text.to_owned());
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::perform(copy.clone())]);
    html! {
        <>
            <code class="command">{ for text.split_inclusive(' ').map(|word| html! { <span>{ word }</span> }) }</code>
            <button type="button" class="quiet" {onclick} aria-label={format!("Copy {name}")}>{ "Copy" }</button>
        </>
    }
}
