//! Implements the web's search engine, `http://search.test/`, which finds pages by words in their title, site name or path.
//!
//! It uses what any visitor can read, not the topics of pages. It omits copies, print versions and the host that asks not to be indexed.
//! Its host is not among the planned ones, and no page links to it. It has no spelling correction, phrases or languages.

mod query;
mod ranking;

use crate::page::{content, element, escape};
use crate::plan::Plan;
use crate::response::Response;
use query::{SearchRequest, words};
use std::collections::BTreeSet;

/// Name of the search engine's host.
pub(crate) const HOST: &str = "search.test";

/// The number of results on a page.
const RESULTS_PER_PAGE: usize = 10;
/// The most pages of results.
const MAX_PAGES: usize = 3;
/// The most characters of a page's text below its result.
const SNIPPET_CHARS: usize = 160;

/// Returns the response for a path.
pub(crate) fn respond(plan: &Plan, path: &str) -> Response {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    match path {
        "/robots.txt" => Response::file("text/plain; charset=utf-8", "User-agent: *\nDisallow:\n"),
        "/" => Response::html(200, result_page(plan, &SearchRequest::parse(query))),
        _ => Response::html(404, document("Page not found", "", "<p>Nothing is here.</p>\n")),
    }
}

/// Renders a page of results, or a prompt if the query has no words.
fn result_page(plan: &Plan, request: &SearchRequest) -> String {
    let query = &*request.query;
    let words = words(query);
    if words.is_empty() {
        return document(
            "Search",
            query,
            "<p>Say what to look for: every page of this web with such a title is found.</p>\n",
        );
    }
    let results = ranking::rank(plan, &words);
    let first = (request.page - 1) * RESULTS_PER_PAGE;
    let shown = results.iter().skip(first).take(RESULTS_PER_PAGE);
    let items: String = shown.map(|&page| result(plan, page)).collect();
    if items.is_empty() {
        return document("Search", query, "<p>No page has these words.</p>\n");
    }
    let has_more = request.page < MAX_PAGES && results.len() > first + RESULTS_PER_PAGE;
    let more = has_more.then(|| link_to_page(&words, request.page + 1));
    let (start, more) = (first + 1, more.unwrap_or_default());
    let body = format!("<ol start=\"{start}\">\n{items}</ol>\n{more}");
    document(&format!("{query} – Search"), query, &body)
}

fn link_to_page(words: &BTreeSet<String>, page: usize) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words = escape(&words.join("+"));
    format!("<p><a href=\"/?q={words}&amp;page={page}\">More results</a></p>\n")
}

/// Renders a result: title, and the beginning of the text.
fn result(plan: &Plan, index: usize) -> String {
    let page = &plan.pages[index];
    let text = text(&content(plan, index, &[]));
    let snippet: String = text.chars().take(SNIPPET_CHARS).collect();
    format!(
        "<li><a href=\"{}\">{}</a>\n{}</li>\n",
        escape(&page.url()),
        escape(&page.title),
        element("p", snippet.trim())
    )
}

/// Returns the text of this crate's own markup, whose only entities are those of [`escape`].
fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        let after = piece.split_once('>').map_or(piece, |(_, after)| after);
        text.push_str(after.trim());
        text.push(' ');
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

fn document(title: &str, query: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n</head>\n<body>\n<h1>Search</h1>\n<form action=\"/\"><input name=\"q\" value=\"{}\" aria-label=\"Words\"> <button>Search</button></form>\n{body}</body>\n</html>\n",
        escape(title),
        escape(query)
    )
}
