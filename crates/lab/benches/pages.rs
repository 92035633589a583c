//! Measures how many pages per second the engine reads and scores natively: HTML bytes in, scored links out, on one
//! thread. Then compares its reader with the tree that html5ever builds.
//!
//! `SALTICID_WEB=FILE cargo bench -p salticid-lab` needs a WARC file of pages. Decompression is done before the clock
//! starts. For comparison, html5ever alone builds the trees of the same pages. Each is run three times and the fastest
//! counts, because disturbances only make a run slower. Each page that differs from its tree in words or links is
//! printed with its first difference.

#[path = "../../engine/tests/support/tree.rs"]
mod tree;

use engine::crawl::CheckedPlan;
use engine::fetch::Content;
use engine::graph::{LinkGraph, Urls};
use engine::html::{Document, EncodingRs};
use engine::strategy::{Assets, Context, LinkView, PageView, Strategy};
use engine::text::Language;
use engine::topic::{Topic, Vectorizer};
use salticid_lab::web::{Response, open_recording};
use std::path::Path;
use std::time::Instant;
use tree::read_tree;
use types::plan::Plan;
use types::url::CanonicalUrl;

const RUNS: usize = 3;
/// The least share of pages that must be equal to their trees, which have neither the text of `noscript` nor refreshes.
const EQUAL: f64 = 0.99;
const QUERY: &str = "database index query";

type Page = (CanonicalUrl, Response);

fn main() {
    let Ok(file) = std::env::var("SALTICID_WEB") else {
        println!("name a WARC file in SALTICID_WEB to measure the engine on its pages");
        return;
    };
    let pages = load(&file);
    let bytes: usize = pages.iter().map(|(_, response)| response.body.len()).sum();
    println!("{} pages, {:.1} MB", pages.len(), mega(bytes));
    report("read and score (best-first)", &pages, bytes, read_and_score);
    report("read", &pages, bytes, |pages| pages.iter().map(|page| read(page).links.len()).sum());
    report("html5ever alone", &pages, bytes, parse_alone);
    compare(&pages);
}

/// Compares the words and links of all pages with those of their trees.
fn compare(pages: &[Page]) {
    let (mut all, mut equal) = (0, 0);
    for (url, response) in pages {
        let Content::Page(document) = response.as_page(url, &EncodingRs).content else {
            continue;
        };
        all += 1;
        match read_tree(&String::from_utf8_lossy(&response.body), url).difference(&document) {
            Some(difference) => println!("{url}: {difference}"),
            None => equal += 1,
        }
    }
    let share = f64::from(equal) / f64::from(all);
    println!("{equal} of {all} pages are equal to their trees ({:.2} %)", 100.0 * share);
    assert!(share >= EQUAL, "fewer than {EQUAL} are equal");
}

fn load(file: &str) -> Vec<Page> {
    let web = open_recording(Path::new(file)).unwrap_or_else(|error| panic!("{error}"));
    let page = |url: &CanonicalUrl| {
        let response = web.answer(url.as_str())?.ok()?;
        Some((url.clone(), response))
    };
    web.urls().filter_map(page).collect()
}

fn report(name: &str, pages: &[Page], bytes: usize, work: impl Fn(&[Page]) -> usize) {
    let run = |_| {
        let start = Instant::now();
        let counted = work(pages);
        (start.elapsed().as_secs_f64(), counted)
    };
    let runs = (0..RUNS).map(run);
    let Some((seconds, counted)) = runs.min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return;
    };
    let (pages_a_second, rate) = (pages.len() as f64 / seconds, mega(bytes) / seconds);
    println!("{name}: {pages_a_second:.0} pages/s, {rate:.1} MB/s ({counted} counted in {seconds:.2} s)");
}

fn mega(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// Processes pages like a crawl without a frontier: read, judge, record and score all links.
fn read_and_score(pages: &[Page]) -> usize {
    let plan = Plan { query: QUERY.to_owned(), seeds: vec!["http://a.test/".to_owned()], ..Plan::default() };
    let plan = CheckedPlan::new(plan, &Assets::default()).expect("the plan is valid");
    let mut strategy = plan.strategy();
    let (topic, mut vectorizer) = (Topic::new(QUERY), Vectorizer::new(true, plan.plan.idf.resolved(plan.entry.needs)));
    let (mut urls, mut graph) = (Urls::default(), LinkGraph::default());
    let score = |page: &Page| score(page, &mut *strategy, &topic, &mut vectorizer, &mut urls, &mut graph);
    pages.iter().map(score).sum()
}

fn score(
    page: &Page,
    strategy: &mut dyn Strategy,
    topic: &Topic,
    vectorizer: &mut Vectorizer,
    urls: &mut Urls,
    graph: &mut LinkGraph,
) -> usize {
    let document = read(page);
    let language = document.language.as_deref().and_then(Language::from_code);
    let (counts, vector) = vectorizer.page(&document, language);
    let query = topic.vector(language, vectorizer);
    let relevance = Topic::relevance(&vector, &query).score;
    let Some(id) = urls.learn(&page.0) else {
        return 0;
    };
    let links = document.links.iter();
    let links: Vec<LinkView<'_>> =
        links.filter_map(|link| Some(LinkView { id: urls.learn(&link.url)?, link })).collect();
    graph.record(id, links.iter().map(|link| link.id));
    let view = PageView {
        id,
        url: &page.0,
        document: &document,
        language,
        counts: &counts,
        vector: &vector,
        relevance,
        meaning: None,
        depth: 0,
        parent: None,
    };
    let mut context = Context { query: &query, language, vectorizer, graph, urls, pages_read: 1 };
    strategy.score(&view, &links, &mut context).len()
}

fn read((url, response): &Page) -> Document {
    match response.as_page(url, &EncodingRs).content {
        Content::Page(document) => *document,
        _ => Document::default(),
    }
}

fn parse_alone(pages: &[Page]) -> usize {
    let parse = |(_, response): &Page| {
        let text = String::from_utf8_lossy(&response.body);
        scraper::Html::parse_document(&text).tree.values().len()
    };
    pages.iter().map(parse).sum()
}
