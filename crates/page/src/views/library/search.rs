//! Renders the search over the pages of all saved crawls.

use crate::views::parts::training::{selected, selector};
use crate::views::prelude::*;
use crate::widgets::marks::{marked, pieces};
use page_state::library::status::address;
use protocol::library::{HitTopic, Search as Request, SearchHit, SearchResults};
use protocol::why::WhyRequest;
use web_sys::HtmlInputElement;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) library: Shared<Library>,
    /// The pages that are selected to train from.
    pub(crate) good: GoodPages,
    pub(crate) dispatch: Dispatch,
}

/// Renders the box and the pages below it.
#[component]
pub(crate) fn Search(props: &Props) -> Html {
    let Props { library, good, dispatch } = props;
    let field = use_node_ref();
    let (typed, sender) = (field.clone(), dispatch.clone());
    let is_exact = latest(library).is_some_and(|search| search.is_exact);
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let words = typed.cast::<HtmlInputElement>().map(|field| field.value()).unwrap_or_default();
        let words = words.trim().to_owned();
        start(words, is_exact, &sender);
    });
    let words = library.search.results.as_ref().map(|found| found.search.words.clone());
    html! {
        <section class="search" aria-labelledby="search">
            <h2 id="search" class="unseen">{ "Search" }</h2>
            <form class="query-box" role="search" {onsubmit}>
                <input type="search" ref={field} aria-label="Search pages of all crawls" placeholder="Search all pages"
                    value={words} maxlength="400" />
                <button type="submit" class="main">{ "Search" }</button>
            </form>
            <div class="search-status">
                <p class="fine" role="status">{ status(library) }</p>
                if let Some(found) = &library.search.results {
                    { similar_switch(found, dispatch) }
                    { clear(dispatch) }
                }
            </div>
            if let Some(found) = &library.search.results { { hits(found, library, good, dispatch) } }
        </section>
    }
}

fn status(library: &Library) -> String {
    match (&library.search.pending, &library.search.results) {
        (Some(_), _) => "Searching…".to_owned(),
        (None, Some(found)) => {
            let pages = counted(found.all, "page");
            let more = match found.hits.len() {
                shown if (shown as f64) < f64::from(found.all) => {
                    format!(", showing the best {}", grouped(shown as f64))
                }
                _ => String::new(),
            };
            let records = counted(found.records, "saved page");
            let similar = similar_words(found);
            format!("Found {pages} in {records}{more}.{similar}")
        }
        (None, None) => String::new(),
    }
}

/// Returns a sentence on the similar words that were found, or the reason that none were searched.
fn similar_words(found: &SearchResults) -> String {
    match &found.similar {
        Ok(words) if words.is_empty() => String::new(),
        Ok(words) => {
            let words: Vec<String> = words.iter().map(|word| shown(word)).collect();
            format!(" Also found: {}.", words.join(", "))
        }
        Err(sentence) => format!(" {}", shown(sentence)),
    }
}

/// Returns the current search, or else the one with results.
fn latest(library: &Library) -> Option<&Request> {
    let found = library.search.results.as_ref().map(|found| &found.search);
    library.search.pending.as_ref().or(found)
}

/// Starts a search; without words, ends it.
fn start(words: String, is_exact: bool, dispatch: &Dispatch) {
    let search = Request { words, is_exact };
    dispatch.dispatch(Action::Library(LibraryAction::Search(search)));
}

/// Renders a button that repeats the search without similar words, if some were found, or with them.
fn similar_switch(found: &SearchResults, dispatch: &Dispatch) -> Html {
    let text = match (found.search.is_exact, &found.similar) {
        (true, _) => "Include similar words",
        (false, Ok(words)) if !words.is_empty() => "Exact words only",
        (false, _) => return Html::default(),
    };
    let (words, is_exact) = (found.search.words.clone(), !found.search.is_exact);
    let sender = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| start(words.clone(), is_exact, &sender));
    html! { <button type="button" class="quiet" {onclick}>{ text }</button> }
}

fn clear(dispatch: &Dispatch) -> Html {
    let onclick = dispatch.on(|| vec![Action::Library(LibraryAction::Search(Request::default()))]);
    html! { <button type="button" class="quiet" {onclick}>{ "Clear search" }</button> }
}

fn hits(found: &SearchResults, library: &Library, good: &GoodPages, dispatch: &Dispatch) -> Html {
    html! {
        <>
            <details class="how fine">
                <summary>{ "How scores are computed" }</summary>
                { "A word counts 1 in the title, 0.7 in the URL or link text, and 0.5 in the body. The mean over your \
                    words is multiplied by (1 + relevance) / 2, with the page’s best relevance in any crawl. A similar \
                    word counts a quarter of its similarity times that, so it counts less than the word itself \
                    anywhere." }
            </details>
            { selected(good, dispatch) }
            <ol class="hits">{ for found.hits.iter().map(|one| hit(one, library, good, dispatch)) }</ol>
        </>
    }
}

fn hit(hit: &SearchHit, library: &Library, good: &GoodPages, dispatch: &Dispatch) -> Html {
    let title = page_name(&hit.title, hit.url.as_str());
    let context = opens(hit, library, dispatch);
    let crawls = hit.topics.iter().flat_map(|topic| &topic.crawls);
    let page = GoodPage {
        url: hit.url.to_string(),
        title: hit.title.clone(),
        crawls: crawls.map(|(id, _)| id.clone()).collect(),
    };
    let is_selected = good.has(&page.url);
    html! {
        <li class="hit">
            <span class="hit-score"><span class="unseen">{ "score " }</span>{ short(hit.score) }</span>
            { selector(page, &title, is_selected, true, dispatch) }
            <div>
                <h3>
                    <ContextProvider<OpenInReader> {context}>
                        <PageLink url={hit.url.clone()} text={title.clone()} marks={hit.title_marks.clone()} />
                    </ContextProvider<OpenInReader>>
                </h3>
                <p class="url">
                    if hit.is_gone { <span class="tag">{ "Gone" }</span> }{ shown(hit.url.as_str()) }
                </p>
                <p class="snippet">{ marked(&pieces(&hit.snippet, &hit.snippet_marks), |_| true) }</p>
                <p class="fine">{ for hit.topics.iter().map(topic) }</p>
            </div>
        </li>
    }
}

/// Returns the callback that opens a page in the reader, if its best crawl has a source whose pages browsers cannot
/// open.
fn opens(hit: &SearchHit, library: &Library, dispatch: &Dispatch) -> OpenInReader {
    let source = source_of(hit, library).filter(|source| !source.is_live());
    OpenInReader(source.cloned().map(|source| {
        dispatch.actions.reform(move |url| {
            let request = WhyRequest::new(url, source.clone());
            Action::PageReader(PageReaderAction::Read(Rc::new(request)))
        })
    }))
}

fn source_of<'a>(hit: &SearchHit, library: &'a Library) -> Option<&'a Source> {
    let (id, _) = hit.topics.first()?.crawls.first()?;
    let mut crawls = library.contents.as_ref()?.as_ref().ok()?.crawls.iter();
    let crawl = crawls.find(|crawl| crawl.id == *id)?;
    Some(&crawl.source)
}

/// Renders a topic with the page's best relevance to it, and the crawls on that topic.
fn topic(topic: &HitTopic) -> Html {
    html! {
        <span class="hit-topic">
            { format!("Relevance {} to “{}” in ", fixed(topic.relevance, 2), shown(&topic.query)) }
            for (at, (id, name)) in topic.crawls.iter().enumerate() {
                if at > 0 { { ", " } }
                <a href={address(id)}>{ shown(name) }</a>
            }
        </span>
    }
}
