//! The search page of the web, `http://search.test/`: pages whose titles, names of sites or paths have the words that are asked for.
//!
//! It knows what any visitor of the pages can read, and nothing of what they are about: titles decide, rare words more than common ones,
//! and no host has more than two of ten places. The host that asks not to be listed, copies and printed versions are left out, as search engines
//! do. It is a host of its own beside the planned ones, and no page links to it. Left out: spelling, phrases, languages.

use crate::answer::Answer;
use crate::article;
use crate::hosts::{Quirk, Site};
use crate::plan::{Kind, Page, Plan};
use crate::render::{escape, tag};
use std::collections::{BTreeMap, BTreeSet};

/// The host's name.
pub(crate) const NAME: &str = "search.test";

/// Results on a page.
const RESULTS: usize = 10;
/// Pages of results.
const PAGES: usize = 3;
/// Results of one host on all pages together, for each page of results.
const OF_HOST: usize = 2;
/// Words of a query that count.
const WORDS: usize = 12;
/// Characters of a page's text that are shown.
const SNIPPET: usize = 160;

/// The host's answer.
pub(crate) fn answer(plan: &Plan, path: &str) -> Answer {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    match path {
        "/robots.txt" => Answer::file("text/plain; charset=utf-8", b"User-agent: *\nDisallow:\n"),
        "/" => Answer::html(200, page(plan, &parameter(query, "q"), number(query))),
        _ => Answer::html(
            404,
            document("Page not found", "", "<p>Nothing is here.</p>\n"),
        ),
    }
}

/// Which page of results is asked for, from 1.
fn number(query: &str) -> usize {
    let number = parameter(query, "page").parse().unwrap_or(1);
    number.clamp(1, PAGES)
}

/// A parameter of a query, its escapes decoded.
fn parameter(query: &str, name: &str) -> String {
    let value = query.split('&').find_map(|pair| {
        let (given, value) = pair.split_once('=')?;
        (given == name).then_some(value)
    });
    decoded(value.unwrap_or_default())
}

/// Decodes `+` and `%20`; bytes that are not UTF-8 become question marks of Unicode.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let escaped = (*first == b'%').then(|| tail.get(..2)).flatten();
        let escaped = escaped.and_then(|two| std::str::from_utf8(two).ok());
        match escaped.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None if *first == b'+' => bytes.push(b' '),
            None => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A page of results, or the page that asks for words.
fn page(plan: &Plan, query: &str, number: usize) -> String {
    let words = words(query);
    if words.is_empty() {
        return document(
            "Search",
            query,
            "<p>Say what to look for: every page of this web with such a title is found.</p>\n",
        );
    }
    let ranked = ranked(plan, &words);
    let begin = (number - 1) * RESULTS;
    let shown = ranked.iter().skip(begin).take(RESULTS);
    let items: Vec<String> = shown.map(|&at| item(plan, at)).collect();
    if items.is_empty() {
        return document("Search", query, "<p>No page has these words.</p>\n");
    }
    let mut body = format!("<ol start=\"{}\">\n{}</ol>\n", begin + 1, items.concat());
    if number < PAGES && ranked.len() > begin + RESULTS {
        let next = number + 1;
        let query: Vec<&str> = words.iter().map(String::as_str).collect();
        body = format!(
            "{body}<p><a href=\"/?q={}&amp;page={next}\">More results</a></p>\n",
            escape(&query.join("+"))
        );
    }
    document(&format!("{query} – Search"), query, &body)
}

/// The words of a text, in lower case; of English plurals the singular, roughly.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| word.chars().count() > 2 || !word.is_ascii());
    words
        .filter(|word| !word.is_empty())
        .map(stem)
        .take(WORDS)
        .collect()
}

fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    match word.strip_suffix('s') {
        Some(one) if one.len() > 3 && !one.ends_with('s') => one.to_owned(),
        _ => word,
    }
}

/// Positions of the pages that have any of the words, the best first.
fn ranked(plan: &Plan, wanted: &BTreeSet<String>) -> Vec<usize> {
    let mut carriers: BTreeMap<&String, u64> = BTreeMap::new();
    let mut met: Vec<(usize, Vec<&String>)> = Vec::new();
    for (at, page) in plan
        .pages
        .iter()
        .enumerate()
        .filter(|(_, page)| is_listed(page))
    {
        let own = words_of(page);
        let common: Vec<&String> = wanted.iter().filter(|word| own.contains(*word)).collect();
        for word in &common {
            *carriers.entry(*word).or_default() += 1;
        }
        if !common.is_empty() {
            met.push((at, common));
        }
    }
    let weight = |words: &[&String]| -> u64 {
        let rarity = words.iter().filter_map(|word| carriers.get(*word));
        rarity.map(|carriers| 1_000_000 / carriers).sum()
    };
    met.sort_by_cached_key(|(at, words)| (std::cmp::Reverse((words.len(), weight(words))), *at));
    let mut of_host: BTreeMap<usize, usize> = BTreeMap::new();
    let best = met.into_iter().map(|(at, _)| at);
    let few = best.filter(|&at| {
        let count = of_host.entry(plan.pages[at].host).or_default();
        *count += 1;
        *count <= OF_HOST * PAGES
    });
    spread(plan, few.collect())
}

/// Puts the pages so that no host has more than its places on one page of results, and else leaves their order.
fn spread(plan: &Plan, mut waiting: Vec<usize>) -> Vec<usize> {
    let mut all = Vec::new();
    for _ in 0..PAGES {
        let mut of_host: BTreeMap<usize, usize> = BTreeMap::new();
        let mut taken = 0;
        waiting.retain(|&at| {
            let count = of_host.entry(plan.pages[at].host).or_default();
            let fits = taken < RESULTS && *count < OF_HOST;
            if fits {
                *count += 1;
                taken += 1;
                all.push(at);
            }
            !fits
        });
    }
    all
}

/// What a visitor reads before the text: title, name of the site, path.
fn words_of(page: &Page) -> BTreeSet<String> {
    let text = format!("{} {} {}", page.title, page.site().title, page.path);
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(stem)
        .collect()
}

fn is_listed(page: &Page) -> bool {
    let is_own = page.original.is_none() && page.kind != Kind::Print;
    let site = page.site();
    is_own && site.quirk != Quirk::RobotTags && site.site != Site::Mirror
}

/// A result: title, and the beginning of the text.
fn item(plan: &Plan, at: usize) -> String {
    let page = &plan.pages[at];
    let text = text(&article::body(plan, at, &[]));
    let snippet: String = text.chars().take(SNIPPET).collect();
    format!(
        "<li><a href=\"{}\">{}</a>\n{}</li>\n",
        escape(&page.url()),
        escape(&page.title),
        tag("p", snippet.trim())
    )
}

/// The text of a piece of our own markup, whose escapes are those of [`escape`].
fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        let after = piece.split_once('>').map_or(piece, |(_, after)| after);
        text.push_str(after.trim());
        text.push(' ');
    }
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    pairs
        .iter()
        .fold(text, |text, (escape, sign)| text.replace(escape, sign))
}

fn document(title: &str, query: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n</head>\n<body>\n<h1>Search</h1>\n<form action=\"/\"><input name=\"q\" value=\"{}\" aria-label=\"Words\"> <button>Search</button></form>\n{body}</body>\n</html>\n",
        escape(title),
        escape(query)
    )
}
