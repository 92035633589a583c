//! The log of a crawl: one JSON object a page in the order of the crawl, a summary last.
//!
//! A page is the line that every export has ([`PageLine`]), with a word on whether it is known to be relevant. Nothing in the log depends on
//! the machine or the hour: the same flags give the same bytes. Left out on purpose: seconds, which go to the standard error.

use archive::page::PageLine;
use engine::crawl::Crawl;
use engine::eval::{Found, Judged};
use engine::report::{PageRecord, Phase};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Pages after which the summary gives the precision, beside the whole crawl's.
pub const MARKS: [u32; 3] = [100, 200, 500];

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
        let line = PageLine {
            relevant: judged.map(|judged| judged.is_relevant(&page.url)),
            ..PageLine::of(page, crawl.pages())
        };
        out.write_all(line.to_json().as_bytes())?;
    }
    serde_json::to_writer(&mut *out, &summary(crawl, judged))?;
    out.write_all(b"\n")?;
    out.flush()
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
