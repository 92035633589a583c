//! Compares the engine's reader with the tree that html5ever builds: pages whose words and links are equal, and the tokens of all pages in
//! megabytes a second.
//!
//! `SALTICID_WEB=FILE cargo bench -p salticid-lab --bench html` needs a WARC file of pages. It prints each page that differs with its first
//! difference.

#[path = "../../engine/tests/support/tree.rs"]
mod tree;

use engine::fetch::Content;
use engine::html::EncodingRs;
use engine::html::tokenizer::{Token, Tokenizer};
use salticid_lab::web::open_recording;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use tree::read_tree;

/// The least share of pages that must be equal.
const EQUAL: f64 = 0.995;
const RUNS: usize = 3;

fn main() {
    let Ok(file) = std::env::var("SALTICID_WEB") else {
        println!("name a WARC file in SALTICID_WEB to compare the reader on its pages");
        return;
    };
    let web = open_recording(Path::new(&file)).unwrap_or_else(|error| panic!("{error}"));
    let (mut pages, mut equal) = (Vec::new(), 0);
    for url in web.urls() {
        let Some(Ok(response)) = web.answer(url.as_str()) else {
            continue;
        };
        let Content::Page(document) = response.as_page(url, &EncodingRs).content else {
            continue;
        };
        let html = String::from_utf8_lossy(&response.body).into_owned();
        match read_tree(&html, url).difference(&document) {
            Some(difference) => println!("{url}: {difference}"),
            None => equal += 1,
        }
        pages.push(html);
    }
    let share = f64::from(equal) / pages.len() as f64;
    println!("{equal} of {} pages are equal ({:.2} %)", pages.len(), 100.0 * share);
    assert!(share >= EQUAL, "fewer than {EQUAL} are equal");
    measure(&pages);
}

fn measure(pages: &[String]) {
    let bytes: usize = pages.iter().map(String::len).sum();
    let run = |_| {
        let start = Instant::now();
        let tokens: usize = pages.iter().map(|html| tokens(html)).sum();
        (start.elapsed().as_secs_f64(), tokens)
    };
    let best = (0..RUNS).map(run).min_by(|one, other| one.0.total_cmp(&other.0));
    let (seconds, tokens) = best.unwrap_or_default();
    println!("tokens: {:.0} MB/s ({tokens} tokens)", bytes as f64 / 1e6 / seconds);
}

/// Returns the number of tokens of a page.
fn tokens(html: &str) -> usize {
    let mut tokenizer = Tokenizer::new(html);
    let mut count = 0;
    while let Some(token) = tokenizer.next() {
        count += 1;
        if let Token::StartTag(tag) = black_box(token) {
            tokenizer.switch(tag.content());
        }
    }
    count
}
