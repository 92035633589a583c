//! Renders a saved crawl: summary and actions.

use crate::views::library::RESTORED;
use crate::views::library::revisit::RevisitPanel;
use crate::views::library::subject::move_menu;
use crate::views::parts::saved::{SavedRow, resume_opened};
use crate::views::parts::{export, saved};
use crate::views::prelude::*;
use crate::widgets::buttons::{drawer_button, row_button};
use page_state::library::status::{CrawlStatus, address, source};

#[derive(Clone, PartialEq, Properties)]
struct Props {
    crawl: CrawlSummary,
    library: Shared<Library>,
    catalog: Shared<Catalog>,
    /// It is open in this tab.
    is_here: bool,
    dispatch: Dispatch,
}

/// Renders a saved crawl as a row of a list.
pub(super) fn row(crawl: &CrawlSummary, state: &State, dispatch: &Dispatch) -> Html {
    let is_here = state.crawl.live.saved.id.as_ref() == Some(&crawl.id);
    html! {
        <Crawl key={crawl.id.clone()} crawl={crawl.clone()} library={state.library.clone()}
            catalog={state.catalog.clone()} {is_here} dispatch={dispatch.clone()} />
    }
}

/// Renders a row.
#[component]
fn Crawl(props: &Props) -> Html {
    let Props { crawl, library, dispatch, .. } = props;
    let status = CrawlStatus::new(crawl, props.is_here);
    let strategy = props.catalog.title(&crawl.plan.strategy.id);
    let contents = library.contents.as_ref().and_then(|contents| contents.as_ref().ok());
    let about = format!("{}{strategy} · {} · {}", topic(crawl), source(&crawl.source), date(crawl.created));
    let name = shown(&crawl.name);
    let problem = library.unopenable.get(&crawl.id).map(|error| {
        format!("Could not open it: {}. Export the raw file to keep it; nothing was changed.", shown(error))
    });
    let revisits = library.revisits.as_ref().filter(|shown| shown.id == crawl.id);
    let is_busy = library.exports.making.as_ref() == Some(&crawl.id);
    let export =
        drawer_button(export::row_drawer_id(&crawl.id), html! { { "Export" } }, Some(format!("Export: {name}")));
    let ways = html! {
        <>
            { row_button("Run again", &name, run_again(crawl, true, dispatch)) }
            { row_button("Edit settings", &name, run_again(crawl, false, dispatch)) }
            { revisit(crawl, &name, revisits.is_some(), dispatch) }
            { export }
            if let Some(contents) = contents { { move_menu(crawl, contents, dispatch) } }
            if crawl.body_bytes > 0 { { free_space(crawl, &name, dispatch) } }
        </>
    };
    html! {
        <SavedRow id={row_id(&crawl.id)} name={name.clone()} href={address(&crawl.id)} {about} {problem}
            figures={figures(crawl, status)} is_open={!matches!(status, CrawlStatus::Ended(_))} open={status.action()}
            on_open={(status.action() == "Resume").then(|| resume_opened(&crawl.id, dispatch))}
            rename={rename(&crawl.id, dispatch)} delete={removing(crawl, LibraryAction::Delete, RESTORED, dispatch)}
            is_undoable=true {ways}>
            { export::row_drawer(&name, crawl, is_busy, &library.export_feedback(&crawl.id), dispatch) }
            if let Some(revisits) = revisits {
                <RevisitPanel crawl={crawl.clone()} revisits={revisits.clone()} dispatch={dispatch.clone()} />
            }
        </SavedRow>
    }
}

/// Renders the button that deletes the page bodies.
fn free_space(crawl: &CrawlSummary, name: &str, dispatch: &Dispatch) -> Html {
    let size = bytes(crawl.body_bytes as f64);
    let back = format!("#{} .crawl-ways a", row_id(&crawl.id));
    let erase = removing(crawl, LibraryAction::DropBodies, back.clone(), dispatch);
    html! {
        <ConfirmButton text="Free space…" name={format!("page bodies of {name}")} {erase}
            consequence={format!("Deletes the page bodies ({size}). Results are kept; recordings, highlighted texts \
                and differences of revisits need the bodies.")}
            {back} />
    }
}

/// Renders the button that shows or hides the revisit of a crawl.
fn revisit(crawl: &CrawlSummary, name: &str, is_shown: bool, dispatch: &Dispatch) -> Html {
    let id = (!is_shown).then(|| crawl.id.clone());
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Library(LibraryAction::Revisit(id.clone()))]);
    html! {
        <button type="button" class="quiet" {onclick} aria-expanded={is_shown.to_string()}
            aria-label={format!("Revisit: {name}")}>
            { "Revisit…" }
        </button>
    }
}

/// Returns the query, if the name differs from it.
fn topic(crawl: &CrawlSummary) -> String {
    match crawl.plan.query.trim() {
        query if query.is_empty() || query == crawl.name => String::new(),
        query => format!("“{}” · ", shown(query)),
    }
}

fn figures(crawl: &CrawlSummary, status: CrawlStatus) -> Vec<(&'static str, String)> {
    let harvest = f64::from(crawl.good) / f64::from(crawl.pages.max(1));
    let pages = match status {
        CrawlStatus::Ended(_) => grouped(crawl.pages),
        _ => format!("{} of {}", grouped(crawl.pages), grouped(crawl.plan.pages)),
    };
    vec![
        ("State", status.word().to_owned()),
        ("Pages", pages),
        ("Relevant", format!("{} · {}", grouped(crawl.good), percent(harvest))),
        ("Size", bytes(crawl.bytes as f64)),
    ]
}

/// Starts the same crawl again, or fills the form with it.
fn run_again(crawl: &CrawlSummary, start: bool, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (plan, source, stay) = (crawl.plan.clone(), crawl.source.clone(), crawl.stay);
    let actions = dispatch.actions.clone();
    Callback::from(move |_| {
        let form = Form::from_plan(&plan, &source, stay);
        actions.emit(Action::Start(StartAction::RunAgain(Box::new(form), start)));
    })
}

/// Returns a callback that deletes a crawl or a part of it.
fn removing(
    crawl: &CrawlSummary,
    action: fn(String, String) -> LibraryAction,
    to: impl Into<AttrValue>,
    dispatch: &Dispatch,
) -> Callback<()> {
    let (id, name) = (crawl.id.clone(), crawl.name.clone());
    saved::removing(dispatch, move || Action::Library(action(id.clone(), name.clone())), to)
}

/// Renders a deleted crawl with its undo button.
pub(crate) fn deleted(crawl: &CrawlSummary, dispatch: &Dispatch) -> Html {
    let name = shown(&crawl.name);
    let id = crawl.id.clone();
    let onclick: Callback<MouseEvent> =
        saved::removing(dispatch, move || Action::Library(LibraryAction::Restore(id.clone())), RESTORED);
    html! {
        <li class="crawl gone" key={crawl.id.clone()}>
            <p>{ format!("{name}, {}", counted(crawl.pages, "page")) }</p>
            <button type="button" {onclick} aria-label={format!("Undo: {name}")}>{ "Undo" }</button>
        </li>
    }
}

fn rename(id: &str, dispatch: &Dispatch) -> Callback<String> {
    let id = id.to_owned();
    dispatch
        .actions
        .reform(move |name| Action::Library(LibraryAction::Request(LibraryRequest::Rename { id: id.clone(), name })))
}

fn row_id(id: &str) -> String {
    format!("crawl-{id}")
}
