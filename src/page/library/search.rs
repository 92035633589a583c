//! The search over the pages of all crawls: a box, and what it found.

use super::crawl::address;
use super::words::shown;
use super::{Act, Library};
use crate::page::digits::{counted, fixed, grouped};
use crate::page::hands::Hands;
use crate::page::href::{SafeHref, outer_link};
use crate::page::state::{Action, Part};
use crate::protocol::ToWorker;
use crate::protocol::library::{Found, Hit, LibraryOrder, Topic};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the search shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// What was found.
    pub(super) library: Part<Library>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The box and the pages below it.
#[component]
pub(super) fn Search(props: &Props) -> Html {
    let Props { library, hands } = props;
    let field = use_node_ref();
    let (typed, own) = (field.clone(), hands.clone());
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let words = typed
            .cast::<HtmlInputElement>()
            .map(|field| field.value())
            .unwrap_or_default();
        let words = words.trim().to_owned();
        own.act.emit(Action::Library(Act::Search(words.clone())));
        if !words.is_empty() {
            own.say.emit(ToWorker::Library(LibraryOrder::Search(words)));
        }
    });
    let words = library.found.as_ref().map(|found| found.words.clone());
    html! {
        <section class="search" aria-labelledby="search">
            <h2 id="search" class="unseen">{ "Search" }</h2>
            <form class="query-box" role="search" {onsubmit}>
                <input type="search" ref={field} aria-label="Search the pages of all crawls" placeholder="Search all pages" value={words} maxlength="400" />
                <button type="submit" class="main">{ "Search" }</button>
            </form>
            <div class="search-status">
                <p class="fine" role="status">{ status(library) }</p>
                if library.found.is_some() { { clear(hands) } }
            </div>
            if let Some(found) = &library.found { { hits(found) } }
        </section>
    }
}

fn status(library: &Library) -> String {
    match (&library.searching, &library.found) {
        (Some(_), _) => "Searching…".to_owned(),
        (None, Some(found)) => {
            let pages = counted(found.all, "page");
            let more = match found.hits.len() {
                shown if (shown as f64) < f64::from(found.all) => {
                    format!(", the best {} shown", grouped(shown as f64))
                }
                _ => String::new(),
            };
            format!(
                "{pages} of {} with these words{more}.",
                counted(found.records, "record")
            )
        }
        (None, None) => String::new(),
    }
}

fn clear(hands: &Hands) -> Html {
    let onclick = hands.on(|| vec![Action::Library(Act::Search(String::new()))]);
    html! { <button type="button" class="quiet" {onclick}>{ "Clear the search" }</button> }
}

fn hits(found: &Found) -> Html {
    html! {
        <>
            <details class="how fine"><summary>{ "How pages are scored" }</summary>
                { "A word counts 1 in a page’s title, 0.7 in its address or in the link that led there, 0.5 in the words of its text that are kept. The mean over your words is multiplied by (1 + relevance) / 2, with the best relevance that any crawl found for the page." }
            </details>
            <ol class="hits">{ for found.hits.iter().map(hit) }</ol>
        </>
    }
}

fn hit(hit: &Hit) -> Html {
    let title = match hit.title.trim() {
        "" => shown(hit.url.as_str()),
        title => shown(title),
    };
    let link = match SafeHref::of(&hit.url) {
        Some(href) => outer_link(&href, &title, true),
        None => html! { { title } },
    };
    let score = fixed(hit.score, 2);
    html! {
        <li class="hit">
            <span class="hit-score"><span class="unseen">{ "score " }</span>{ score.trim_start_matches('0').to_owned() }</span>
            <div>
                <h3>{ link }</h3>
                <p class="url">{ shown(hit.url.as_str()) }</p>
                <p class="snippet">{ shown(&hit.snippet) }</p>
                <p class="fine">{ for hit.topics.iter().map(topic) }</p>
            </div>
        </li>
    }
}

/// A topic with the page's best relevance to it, and the crawls that have it.
fn topic(topic: &Topic) -> Html {
    html! {
        <span class="hit-topic">
            { format!("{} for “{}” in ", fixed(topic.relevance, 2), shown(&topic.query)) }
            for (at, (id, name)) in topic.crawls.iter().enumerate() {
                if at > 0 { { ", " } }
                <a href={address(id)}>{ shown(name) }</a>
            }
        </span>
    }
}
