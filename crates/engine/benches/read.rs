//! Measures the parsing of bytes to documents, and the counting of their terms, over 200 pages of the demo web.
//!
//! `cargo bench -p engine --bench read`. Not covered: recorded webs, which the lab measures.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::html::{Document, EncodingRs, read};
use engine::text::{Analyzer, Language, TermCounts, Terms, TextOptions};
use std::collections::{BTreeSet, VecDeque};
use std::hint::black_box;
use types::url::CanonicalUrl;

const PAGES: usize = 200;

struct Page {
    url: CanonicalUrl,
    bytes: Vec<u8>,
}

impl Page {
    fn read(&self) -> Document {
        read(&self.bytes, Some("text/html"), &self.url, &EncodingRs)
    }
}

/// Returns the first pages that are reachable from the seeds of the first topic.
fn pages() -> Vec<Page> {
    let web = DemoWeb::new(DEFAULT_SEED);
    let seeds = web.topics().first().map(|topic| topic.seeds.clone());
    let parsed = seeds.unwrap_or_default().into_iter();
    let mut queue: VecDeque<_> = parsed.filter_map(|seed| CanonicalUrl::parse(&seed).ok()).collect();
    let mut seen: BTreeSet<_> = queue.iter().cloned().collect();
    let mut pages = Vec::new();
    while let Some(url) = queue.pop_front().filter(|_| pages.len() < PAGES) {
        let Some(bytes) = body(&web, &url) else {
            continue;
        };
        let page = Page { url, bytes };
        let links = page.read().links.into_iter().map(|link| link.url);
        queue.extend(links.filter(|url| seen.insert(url.clone())));
        pages.push(page);
    }
    pages
}

fn body(web: &DemoWeb, url: &CanonicalUrl) -> Option<Vec<u8>> {
    match web.fetch(url.as_str())?.result {
        Ok(response) if response.status == 200 => Some(response.body),
        _ => None,
    }
}

fn bench(c: &mut Criterion) {
    let pages = pages();
    let documents: Vec<Document> = pages.iter().map(Page::read).collect();
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Elements(pages.len() as u64));
    group.bench_function("bytes to documents", |b| {
        b.iter(|| pages.iter().map(|page| black_box(page.read()).links.len()).sum::<usize>());
    });
    group.bench_function("documents to term counts", |b| {
        let fresh = || (Analyzer::new(TextOptions::default()), Terms::new());
        b.iter_batched_ref(fresh, |(analyzer, terms)| count(&documents, analyzer, terms), BatchSize::LargeInput);
    });
    group.finish();
}

fn count(documents: &[Document], analyzer: &mut Analyzer, terms: &mut Terms) -> usize {
    let counts = documents.iter().map(|document| {
        let language = document.language.as_deref().and_then(Language::from_code);
        TermCounts::count(&document.body, language, analyzer, terms).len()
    });
    counts.sum()
}

criterion_group!(benches, bench);
criterion_main!(benches);
