//! Implements `salticid-lab score`, which scores the pages of WARC files and their links, each page apart from others.

use super::args::ThreadsArg;
use super::crawl::{open, strategy_of};
use super::settings::{Scoring, SettingFlags, strategy_ids};
use crate::scorer::{PLACEHOLDER, ScoredPage, Scorer};
use crate::{LabError, assets, experiment, model};
use archive::limits::WarcLimits;
use archive::warc::{PageStream, StreamedPage};
use clap::Args;
use engine::crawl::{CheckedPlan, Model};
use engine::fetch::Purpose;
use engine::html::EncodingRs;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use types::plan::{IdfSource, Plan};
use types::report::Millis;
use types::settings::uses;
use types::text::{clean, cut};
use types::url::CanonicalUrl;

/// The most pages that are read before they are scored.
const BATCH: usize = 256;
/// The number of bytes of pages from which on they are scored.
const BATCH_BYTES: usize = 16 << 20;
/// The most characters of a URL in a message.
const URL_CHARS: usize = 200;
/// The number of bytes that are read at once.
const READ_BYTES: usize = 1 << 20;

/// Flags of scoring.
#[derive(Debug, Args)]
pub(super) struct ScoreArgs {
    /// WARC files (.warc, .warc.gz or .warc.zst), which are read from front to back: their size does not matter. If one
    /// cannot be read, the others are scored all the same, and the exit code is 1.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The strategy; by default that of the model.
    #[arg(long, value_name = "ID", value_parser = strategy_ids(), required_unless_present = "model")]
    strategy: Option<String>,
    /// A model written by `train`.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Query: words that describe the topic.
    #[arg(long, value_name = "WORDS")]
    query: Option<String>,
    /// Output file; `-` is the standard output. A line has the page's `file`, `url`, `at` (milliseconds since 1970),
    /// `title`, `language`, `relevance` (0 to 1), `label`, `probability` and `links`, the best first: `to`, `anchor`,
    /// `score`.
    #[arg(long, value_name = "OUT.jsonl", default_value = "-")]
    out: PathBuf,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    flags: SettingFlags<{ uses::SCORE }>,
    #[command(flatten)]
    scoring: Scoring,
}

/// The line of a page.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a Path,
    at: Option<Millis>,
    #[serde(flatten)]
    page: ScoredPage,
}

/// Counts of a run.
#[derive(Default)]
struct Counts {
    pages: usize,
    skipped: usize,
    failures: usize,
    unreadable: usize,
}

impl ScoreArgs {
    /// Writes the scores, and prints damaged places, counts and duration to the standard error.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let scorer = self.scorer()?;
        let mut out = open(&self.out)?;
        let (start, mut counts) = (Instant::now(), Counts::default());
        for file in &self.files {
            match self.score(file, &scorer, &mut out, &mut counts) {
                Err(error @ LabError::Read { .. }) => {
                    report(&error.to_string());
                    counts.failures += 1;
                    counts.unreadable += 1;
                }
                done => done?,
            }
        }
        out.finish().map_err(LabError::write(&self.out))?;
        let seconds = start.elapsed().as_secs_f64();
        let Counts { pages, skipped, failures, unreadable } = counts;
        eprintln!(
            "{pages} pages in {seconds:.2} s, {:.0} pages a second; {skipped} other responses, {failures} failures",
            pages as f64 / seconds
        );
        match unreadable {
            0 => Ok(()),
            some => Err(LabError::Unreadable(some, self.files.len())),
        }
    }

    fn scorer(&self) -> Result<Scorer, LabError> {
        let model = self.model.as_deref().map(model::read).transpose()?;
        let strategy = strategy_of(self.strategy.as_ref(), model.as_ref())?;
        Model::require(&strategy, model.as_ref()).map_err(|error| LabError::flag("model", error.to_string()))?;
        let plan = self.plan(&strategy, model.as_ref())?;
        if plan.plan.idf == IdfSource::Crawl {
            return Err(LabError::flag("idf", "word weights from the crawl need a crawl: choose none or general"));
        }
        Scorer::new(plan, model).map_err(|error| LabError::flag("model", error.to_string()))
    }

    fn plan(&self, strategy: &str, model: Option<&Model>) -> Result<CheckedPlan, LabError> {
        let mut plan = Plan {
            query: self.query.clone().unwrap_or_default(),
            seeds: vec![PLACEHOLDER.to_owned()],
            ..self.scoring.plan(strategy)
        };
        self.flags.apply(&mut plan);
        if let Some(model) = model {
            plan = model.spec.apply(plan);
        }
        let assets = assets::load_for_plan(&plan);
        CheckedPlan::new(plan, &assets).map_err(LabError::Plan)
    }

    fn score(&self, path: &Path, scorer: &Scorer, out: &mut impl Write, counts: &mut Counts) -> Result<(), LabError> {
        let file = File::open(path).map_err(LabError::read(path))?;
        let input = BufReader::with_capacity(READ_BYTES, file);
        let mut records = PageStream::new(input, WarcLimits::NATIVE.record_bytes).map_err(LabError::read(path))?;
        loop {
            let (batch, is_read) = read(path, &mut records, counts);
            let is_end = batch.is_empty();
            self.write(path, scorer, &batch, out, counts)?;
            is_read.map_err(LabError::read(path))?;
            if is_end {
                return Ok(());
            }
        }
    }

    /// Scores pages of a file, and writes their lines.
    fn write(
        &self,
        path: &Path,
        scorer: &Scorer,
        batch: &[StreamedPage],
        out: &mut impl Write,
        counts: &mut Counts,
    ) -> Result<(), LabError> {
        let one = |at: usize| Ok(line(path, scorer, &batch[at]));
        let lines = experiment::on_threads(self.threads.n(), batch.len(), one, |_| Ok(()))?;
        for (page, line) in batch.iter().zip(lines) {
            match line {
                Ok(line) => {
                    let written = out.write_all(&line);
                    written.map_err(LabError::write(&self.out))?;
                    counts.pages += 1;
                }
                Err(reason) => {
                    let url = cut(&page.url, URL_CHARS);
                    report(&format!("{}, {url}: {reason}", path.display()));
                    counts.failures += 1;
                }
            }
        }
        Ok(())
    }
}

/// Prints a message without control characters, which may come from a file.
fn report(message: &str) {
    eprintln!("{}", clean(message));
}

/// Reads the next pages, until there are enough for a batch; none at the end. An error ends the reading after them.
fn read(
    path: &Path,
    records: &mut PageStream<impl BufRead>,
    counts: &mut Counts,
) -> (Vec<StreamedPage>, io::Result<()>) {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        match records.next() {
            None => break,
            Some(Err(error)) => return (batch, Err(error)),
            Some(Ok(Ok(page))) if page.response.is_page() => {
                let page = shortened(page);
                bytes += size(&page);
                batch.push(page);
            }
            Some(Ok(Ok(_))) => counts.skipped += 1,
            Some(Ok(Err(damage))) => {
                report(&format!("{}, {damage}", path.display()));
                counts.failures += 1;
            }
        }
    }
    (batch, Ok(()))
}

/// Returns a page without the part of its body that is not read.
fn shortened(mut page: StreamedPage) -> StreamedPage {
    // One more byte reveals that the page was cut.
    let most = Purpose::Page.most_bytes_of(page.response.header("content-type"));
    page.response.body.truncate(most.saturating_add(1));
    page.response.body.shrink_to_fit();
    page
}

/// Returns the number of bytes of a page with its URL and headers.
fn size(page: &StreamedPage) -> usize {
    let headers = page.response.headers.iter();
    let headers: usize = headers.map(|(name, value)| name.len() + value.len()).sum();
    page.url.len() + headers + page.response.body.len()
}

/// Returns the line of a page; the error is a sentence.
fn line(path: &Path, scorer: &Scorer, page: &StreamedPage) -> Result<Vec<u8>, String> {
    let url = CanonicalUrl::parse(&page.url).map_err(|problem| problem.to_string())?;
    let result = scorer.score(&url, page.response.as_page(&url, &EncodingRs));
    let line = Line { file: path, at: page.at, page: result.ok_or("the page cannot be read")? };
    let mut bytes = serde_json::to_vec(&line).map_err(|error| error.to_string())?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_of_large_pages_is_bounded_by_their_bytes() {
        let body = "x".repeat(3 << 20);
        let header = "y".repeat(200 << 10);
        let block = format!("HTTP/1.1 200 OK\r\nX: {header}\r\n\r\n{body}");
        let length = block.len();
        let record = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: {length}\r\n\r\n\
            {block}\r\n\r\n"
        );
        let file = record.repeat(20);
        let mut records = PageStream::new(file.as_bytes(), 1 << 30).expect("memory");
        let mut pages = 0;
        loop {
            let (batch, is_read) = read(Path::new("a.warc"), &mut records, &mut Counts::default());
            is_read.expect("memory");
            pages += batch.len();
            let Some(first) = batch.first() else {
                break;
            };
            let cut = Purpose::Page.most_bytes() + 1;
            assert_eq!(first.response.body.len(), cut);
            assert!(first.response.body.capacity() < 2 * cut);
            let bytes: usize = batch.iter().map(size).sum();
            assert!(bytes < BATCH_BYTES + size(first), "{bytes}");
        }
        assert_eq!(pages, 20);
    }
}
