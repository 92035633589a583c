//! The log of a crawl: one JSON object a page in the order of the crawl, a summary last.
//!
//! The first eight fields of a page are a contract that other programs read; more may follow them. Nothing in the log depends on
//! the machine or the hour: the same flags give the same bytes. Left out on purpose: seconds, which go to the standard error.

use engine::crawl::Crawl;
use engine::eval::{Found, Judged};
use engine::report::{PageRecord, Phase};
use engine::url::CanonicalUrl;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Pages after which the summary gives the precision, beside the whole crawl's.
pub const MARKS: [u32; 3] = [100, 200, 500];

/// A page as one line of the log.
#[derive(Serialize)]
struct PageLine<'a> {
    n: u32,
    url: &'a CanonicalUrl,
    status: u16,
    parent: Option<&'a CanonicalUrl>,
    depth: u32,
    priority: f64,
    relevance: f64,
    host: &'a str,
    outcome: String,
    title: &'a str,
    anchor: &'a str,
    parts: &'a [f64],
    ms: u32,
    /// An earlier page of which it nearly repeats the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<&'a CanonicalUrl>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relevant: Option<bool>,
}

/// The last line of the log.
#[derive(Serialize)]
struct SummaryLine<'a> {
    summary: bool,
    strategy: &'a str,
    query: &'a str,
    end: &'a str,
    pages: u32,
    requests: u32,
    failures: BTreeMap<String, u32>,
    refusals: BTreeMap<String, u32>,
    queue: u32,
    harvest: f64,
    average_relevance: f64,
    virtual_ms: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    judged: Option<JudgedLine>,
}

/// What the summary says where sets of known pages were given.
#[derive(Serialize)]
struct JudgedLine {
    relevant_found: u32,
    /// By the number of pages after which it was taken.
    precision: BTreeMap<u32, f64>,
    recall: Option<f64>,
    target_recall: Option<f64>,
}

/// Writes a finished crawl down, judged where sets of known pages were given.
pub fn write(out: &mut dyn Write, crawl: &Crawl, judged: Option<&Judged>) -> io::Result<()> {
    for page in crawl.pages() {
        write_line(out, &page_line(page, crawl.pages(), judged))?;
    }
    write_line(out, &summary(crawl, judged))?;
    out.flush()
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

fn page_line<'a>(
    page: &'a PageRecord,
    pages: &'a [PageRecord],
    judged: Option<&Judged>,
) -> PageLine<'a> {
    let at = |n: u32| Some(&pages.get(n.checked_sub(1)? as usize)?.url);
    PageLine {
        n: page.n,
        url: &page.url,
        status: page.status,
        parent: page.parent.and_then(at),
        depth: page.depth,
        priority: page.priority,
        relevance: page.relevance,
        host: &page.host,
        outcome: page.outcome.code(),
        title: &page.title,
        anchor: &page.anchor,
        parts: &page.parts,
        ms: page.elapsed_ms,
        repeats: page.repeats.and_then(at),
        relevant: judged.map(|judged| judged.is_relevant(&page.url)),
    }
}

fn summary<'a>(crawl: &'a Crawl, judged: Option<&Judged>) -> SummaryLine<'a> {
    let progress = crawl.progress();
    SummaryLine {
        summary: true,
        strategy: &crawl.plan().strategy,
        query: &crawl.plan().query,
        end: match progress.phase {
            Phase::Ended(reason) => reason.code(),
            _ => "unfinished",
        },
        pages: progress.pages,
        requests: progress.requests,
        failures: progress.failures,
        refusals: progress.refusals,
        queue: progress.queue,
        harvest: progress.measures.harvest,
        average_relevance: progress.measures.average,
        virtual_ms: crawl.now(),
        judged: judged.map(|judged| judge(crawl.pages(), judged)),
    }
}

fn judge(pages: &[PageRecord], judged: &Judged) -> JudgedLine {
    let mut found = Found::default();
    let mut precision = BTreeMap::new();
    for page in pages {
        found.count(judged, &page.url);
        if MARKS.contains(&page.n) || page.n as usize == pages.len() {
            precision.extend(found.precision().map(|share| (page.n, share)));
        }
    }
    JudgedLine {
        relevant_found: found.relevant(),
        precision,
        recall: found.recall(judged),
        target_recall: found.target_recall(judged),
    }
}
