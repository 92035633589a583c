//! The files that a crawl can be saved as.

use super::Library;
use super::words::bytes;
use crate::page::hands::Hands;
use crate::page::library::Act;
use crate::page::state::Action;
use crate::protocol::library::{Format, LibraryOrder, Shelved};
use crate::protocol::{Source, ToWorker};
use yew::prelude::*;

/// The formats with their names and what they are for, in the order of the menu.
const FORMATS: [(Format, &str, &str); 8] = [
    (Format::Csv, "Pages, CSV", "a table for spreadsheets"),
    (Format::Jsonl, "Pages, JSONL", "a line a page, for programs"),
    (Format::Bookmarks, "Good pages", "bookmarks for a browser"),
    (Format::Urls, "Addresses", "a list of the pages read"),
    (Format::Gexf, "Links, GEXF", "for Gephi"),
    (
        Format::GraphMl,
        "Links, GraphML",
        "for Cytoscape, networkx, igraph",
    ),
    (Format::Warc, "Recording, WARC", "the pages as they came"),
    (
        Format::Crawl,
        "The whole crawl",
        "to go on in another browser",
    ),
];

/// The menu beside a crawl that is open.
pub(crate) fn panel(id: &str, library: &Library, hands: &Hands) -> Html {
    let busy = library.making.as_deref() == Some(id);
    html! {
        <section class="panel save-as">
            <details>
                <summary><h2>{ "Save as a file" }</h2></summary>
                { menu(id, busy, hands) }
            </details>
            <p class="fine" role="status">{ library.said.clone() }</p>
            if let Some(wrong) = &library.wrong { <p class="problem" role="alert">{ wrong }</p> }
        </section>
    }
}

/// The menu of a row of the Library, folded, and what can be dropped.
pub(super) fn folded(id: &str, name: &str, crawl: &Shelved, busy: bool, hands: &Hands) -> Html {
    html! {
        <details class="crawl-files">
            <summary aria-label={format!("Save: {name}")}>{ "Save" }</summary>
            <div class="crawl-menu">
                { menu(id, busy, hands) }
                { bodies(crawl, hands) }
            </div>
        </details>
    }
}

fn menu(id: &str, busy: bool, hands: &Hands) -> Html {
    let entry = |(format, title, help): (Format, &'static str, &'static str)| {
        html! {
            <li><button type="button" class="quiet" disabled={busy} onclick={make(id, format, hands)}>
                <b>{ title }</b><span class="fine">{ help }</span>
            </button></li>
        }
    };
    html! { <ul class="formats">{ for FORMATS.into_iter().map(entry) }</ul> }
}

/// What a WARC file needs and nothing else does.
fn bodies(crawl: &Shelved, hands: &Hands) -> Html {
    if crawl.source == Source::Demo {
        return html! { <p class="fine">{ "Pages of the demo web are not kept: they are made again." }</p> };
    }
    if crawl.body_bytes == 0 {
        return html! { <p class="fine">{ "The pages’ own bytes are not kept (any more): a recording would be empty. All results are there." }</p> };
    }
    let order = LibraryOrder::DropBodies(crawl.id.clone());
    let onclick = hands.on_say(ToWorker::Library(order));
    html! {
        <p class="fine">
            { format!("The pages’ own bytes take {}; only recordings and the marked texts of results need them. ", bytes(crawl.body_bytes as f64)) }
            <button type="button" class="quiet drop" {onclick}>{ "Drop page bodies" }</button>
        </p>
    }
}

/// The bytes of a crawl that cannot be read.
pub(super) fn raw(id: &str, hands: &Hands) -> Html {
    let onclick = make(id, Format::Crawl, hands);
    html! { <button type="button" {onclick} aria-label={format!("Save as it is: {id}")}>{ "Save as it is" }</button> }
}

fn make(id: &str, format: Format, hands: &Hands) -> Callback<MouseEvent> {
    let (id, hands) = (id.to_owned(), hands.clone());
    Callback::from(move |_| {
        hands.act.emit(Action::Library(Act::Make(id.clone())));
        let id = id.clone();
        hands
            .say
            .emit(ToWorker::Library(LibraryOrder::Export { id, format }));
    })
}
