//! Writes the log of a crawl: one JSON object per page in the order of the crawl, then a summary.
//!
//! A page is the same line as in every export ([`PageLine`]), with a mark for known relevant pages. The log does not
//! depend on the machine or the time: the same flags give the same bytes. The duration is printed to the standard error
//! instead.

use crate::experiment;
use crate::web::Web;
use archive::page::PageLine;
use engine::count;
use engine::crawl::Crawl;
use evaluation::measures::{Grid, Judge, JudgedResponse, JudgingData, JudgingDataBuilder, JudgingSources};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use types::measures::{Axis, Curve, Measure};
use types::report::{PageRecord, Phase};

/// The numbers of pages at which the summary gives the precision, besides the end.
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
    judgments: Option<JudgedLine>,
}

/// The summary's figures for given sets of known pages.
#[derive(Serialize)]
struct JudgedLine {
    relevant_found: u32,
    /// By the number of pages.
    precision: BTreeMap<u32, f64>,
    recall: Option<f64>,
    target_recall: Option<f64>,
}

/// Gathers the data for judging a crawl, with the redirect targets of known pages.
pub fn known(sources: JudgingSources, web: &dyn Web) -> JudgingData {
    let measures = [Measure::Harvest, Measure::Recall, Measure::TargetRecall];
    let mut gathering = JudgingDataBuilder::new(sources, &measures, &Grid::default());
    experiment::bring(&mut gathering, web);
    gathering.known()
}

/// Writes the log of a finished crawl, judged if sets of known pages were given.
pub fn write(out: &mut dyn Write, crawl: &Crawl, known: Option<JudgingData>) -> io::Result<()> {
    let known = known.map(Arc::new);
    for page in crawl.pages() {
        let line = PageLine {
            relevant: known.as_ref().map(|known| known.is_relevant(&page.url)),
            ..PageLine::among(page, crawl.pages())
        };
        out.write_all(line.to_json().as_bytes())?;
    }
    serde_json::to_writer(&mut *out, &summary(crawl, known))?;
    out.write_all(b"\n")?;
    out.flush()
}

fn summary(crawl: &Crawl, known: Option<Arc<JudgingData>>) -> SummaryLine<'_> {
    let progress = crawl.progress();
    SummaryLine {
        summary: true,
        strategy: &crawl.plan().strategy.id,
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
        judgments: known.map(|known| judge(crawl.pages(), known)),
    }
}

fn judge(pages: &[PageRecord], known: Arc<JudgingData>) -> JudgedLine {
    let relevant = pages.iter().filter(|page| known.is_relevant(&page.url));
    let relevant_found = count(relevant.count());
    let last = count(pages.len());
    let mut judge = Judge::new(known, &Grid::new(last, &MARKS));
    for page in pages {
        judge.count(Some(page.into()), &JudgedResponse::default());
    }
    let curves = judge.partial_curves(Axis::Pages);
    let marks = MARKS.into_iter().filter(|mark| *mark < last).chain([last]);
    let precision = curves
        .get(&Measure::Harvest)
        .map(|harvest| marks.filter_map(|mark| Some((mark, harvest.value(mark)?))).collect());
    let last_of = |measure| curves.get(&measure).and_then(Curve::last);
    JudgedLine {
        relevant_found,
        precision: precision.unwrap_or_default(),
        recall: last_of(Measure::Recall),
        target_recall: last_of(Measure::TargetRecall),
    }
}
