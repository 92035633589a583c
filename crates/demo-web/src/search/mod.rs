//! Implements the web's search engine, `http://search.test/`, which finds pages by words in their title, site name or
//! path.
//!
//! It uses what any visitor can read, not the topics of pages. It omits copies, print versions and the host that asks
//! not to be indexed. Its host is not among the planned ones, and no page links to it. It has no spelling correction,
//! phrases or languages.

mod ranking;

use crate::data::fill;
use crate::http::Response;
use crate::page::{content, element, escape};
use crate::plan::Plan;
use percent_encoding::percent_decode_str;
use ranking::{query_words, rank};
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
        "/" => {
            let page = parameter(query, "page").parse().unwrap_or(1);
            Response::html(200, result_page(plan, &parameter(query, "q"), page.clamp(1, MAX_PAGES)))
        }
        _ => Response::html(404, document("Page not found", "", "<p>Nothing is here.</p>\n")),
    }
}

/// Returns a decoded parameter of a URL's query; empty if it is missing.
fn parameter(url_query: &str, name: &str) -> String {
    let mut pairs = url_query.split('&').filter_map(|pair| pair.split_once('='));
    let value = pairs.find(|(given, _)| *given == name).map_or("", |(_, value)| value).replace('+', " ");
    percent_decode_str(&value).decode_utf8_lossy().into_owned()
}

/// Renders a page of results, or a prompt if the query has no words. `page` is in 1..=[`MAX_PAGES`].
fn result_page(plan: &Plan, query: &str, page: usize) -> String {
    let words = query_words(query);
    if words.is_empty() {
        let prompt = "<p>Say what to look for: every page of this web with such a title is found.</p>\n";
        return document("Search", query, prompt);
    }
    let results = rank(plan, &words);
    let first = (page - 1) * RESULTS_PER_PAGE;
    let items: String = results.iter().skip(first).take(RESULTS_PER_PAGE).map(|&page| result(plan, page)).collect();
    if items.is_empty() {
        return document("Search", query, "<p>No page has these words.</p>\n");
    }
    let has_more = page < MAX_PAGES && results.len() > first + RESULTS_PER_PAGE;
    let more = if has_more { link_to_page(&words, page + 1) } else { String::new() };
    let body = format!("<ol start=\"{}\">\n{items}</ol>\n{more}", first + 1);
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
    fill(include_str!("../../data/search.html"), |slot, html| match slot {
        "title" => *html += &escape(title),
        "query" => *html += &escape(query),
        _ => *html += body,
    })
}
