//! Implements `salticid-lab seeds`: the search for seeds of a start, natively and in virtual time, with the simulated
//! services.

use super::print;
use super::serve::simulated;
use crate::services::FailingService;
use crate::web::{RecordedResponse, Web};
use crate::{LabError, file, topics};
use clap::Args;
use engine::frontier::politeness::HostDelay;
use engine::html::EncodingRs;
use engine::robots::RobotsPolicy;
use engine::seeds::{self, Search, SearchStep, SeedInputs, StartPages, StartSearch};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use types::limits::{SEED_START_MS, SEED_START_S, SEED_STARTS};
use types::seeds::{Findings, FoundSeed, LearnedRanks, Need, ProviderInfo, Web as SeedWeb};
use types::url::CanonicalUrl;

/// The goal of a query beside [`SEED_STARTS`] readable seeds: their hosts, and the time of the first in milliseconds.
const HOSTS: usize = 4;
const FIRST_MS: u64 = 1_500;
/// The head of the table.
const HEAD: &str = "\
| query | found | start, ms | readable of ten | readable | hosts | first, ms |
| --- | --- | --- | --- | --- | --- | --- |
";

/// Flags of a table of seeds.
#[derive(Debug, Args)]
pub(super) struct SeedsArgs {
    /// The web that the services search: a recording or a demo web. For a demo web and `--topics`, the search of the
    /// demo web is used instead, as in the app.
    #[arg(id = "web", long = "web", value_name = "FILE", default_value = "demo")]
    web: String,
    /// A file with a query in the last of the columns of each line, which `|` separates, and the language of the
    /// browser in the first.
    #[arg(long, value_name = "FILE", required_unless_present = "topics")]
    queries: Option<PathBuf>,
    /// Topics whose queries are used: a file, or `demo` for those of the demo web.
    #[arg(long, value_name = "FILE|demo", conflicts_with = "queries")]
    topics: Option<PathBuf>,
    /// Write the topics with the seeds found, for `topics --topics`.
    #[arg(long, value_name = "FILE", requires = "topics")]
    out: Option<PathBuf>,
    /// The language of the browser; by default the first column of a query with several, else English.
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// A service that fails, as SERVICE=FAILURE (repeatable).
    #[arg(long = "fail", value_name = "SERVICE=FAILURE")]
    failing: Vec<FailingService>,
}

/// A topic of the output: the parts of a file of topics that a crawl needs.
#[derive(serde::Serialize)]
struct WrittenTopic {
    query: String,
    seeds: Vec<String>,
    known_relevant: Vec<String>,
    targets: Vec<String>,
}

/// The seeds of one query.
struct FoundSeeds {
    /// The seeds and the spare seeds of the crawl, also those found after it had begun.
    pages: Vec<FoundSeed>,
    /// The time at which the crawl begins in milliseconds.
    start_ms: u64,
    /// The pages that can be read among the first ten.
    of_ten: usize,
    /// The first ten pages that can be read.
    readable: Vec<CanonicalUrl>,
    /// The time at which the crawl has read its first page in milliseconds.
    first_ms: Option<u64>,
    /// The providers that found nothing, with the reason.
    failed: Vec<String>,
}

impl SeedsArgs {
    /// Searches for every query and prints the table.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let services = simulated(&self.web, &self.failing)?;
        if let Some(path) = &self.queries {
            let queries: Vec<SeedInputs> =
                file::read(path, |text| Ok(text.lines().filter_map(|line| self.inputs(line)).collect()))?;
            return self.table(&services, &queries);
        }
        let path = self.topics.as_deref().filter(|path| path.as_os_str() != "demo");
        let topics = topics::of_comparison(&self.web, path)?;
        let queries: Vec<SeedInputs> = topics.iter().filter_map(|topic| self.inputs(&topic.query)).collect();
        self.table(&services, &queries)?;
        let Some(out) = &self.out else { return Ok(()) };
        let urls = |urls: &BTreeSet<CanonicalUrl>| urls.iter().map(|url| url.as_str().to_owned()).collect();
        let written = topics.iter().zip(&queries).map(|(topic, inputs)| {
            let found = self.find(&services, inputs);
            let of_web = found.pages.iter().filter(|found| is_readable(&found.seed.url, &services));
            let of_web = of_web.filter_map(|found| services.own_address(&found.seed.url));
            let seeds = of_web.take(SEED_STARTS).collect();
            let (relevant, targets) = (urls(&topic.relevant), urls(&topic.targets));
            (topic.name.clone(), WrittenTopic { query: topic.query.clone(), seeds, known_relevant: relevant, targets })
        });
        let topics: BTreeMap<String, WrittenTopic> = written.collect();
        let text = serde_json::to_string_pretty(&serde_json::json!({"topics": topics}));
        file::write(out, text.expect("topics are texts") + "\n")
    }

    /// Returns the query of a line; `None` for a comment and an empty line.
    fn inputs(&self, line: &str) -> Option<SeedInputs> {
        let line = Some(line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#'))?;
        let (query, language) = match line.rsplit_once('|') {
            Some((before, query)) => (query, before.split('|').next()?.trim()),
            None => (line, "en"),
        };
        let language = self.language.as_deref().unwrap_or(language).to_owned();
        Some(SeedInputs { query: query.trim().to_owned(), language, ..SeedInputs::default() })
    }

    fn table(&self, web: &dyn Web, queries: &[SeedInputs]) -> Result<(), LabError> {
        let mut text = HEAD.to_owned();
        let mut reached = 0;
        let mut failed = BTreeSet::new();
        for inputs in queries {
            let found = self.find(web, inputs);
            let query = &inputs.query;
            let hosts = found.readable.iter().map(CanonicalUrl::host).collect::<BTreeSet<_>>().len();
            let is_reached = found.readable.len() >= SEED_STARTS
                && hosts >= HOSTS
                && found.first_ms.is_some_and(|first| first <= FIRST_MS);
            reached += usize::from(is_reached);
            let first = found.first_ms.map_or("–".to_owned(), |first| first.to_string());
            let (all, readable) = (found.pages.len(), found.readable.len());
            let (start, of_ten) = (found.start_ms, found.of_ten);
            let _ = writeln!(text, "| {query} | {all} | {start} | {of_ten} | {readable} | {hosts} | {first} |");
            failed.extend(found.failed);
        }
        let _ = writeln!(
            text,
            "\n{reached} of {} queries have {SEED_STARTS} readable seeds on {HOSTS} hosts, the first within {FIRST_MS} ms.",
            queries.len()
        );
        for failed in failed {
            let _ = writeln!(text, "- {failed}");
        }
        print(&text)
    }

    /// Searches with the providers that a start asks, as the app does: all at the same time, for at most five seconds,
    /// and begins as soon as they have found enough.
    fn find(&self, web: &dyn Web, inputs: &SeedInputs) -> FoundSeeds {
        let kind =
            if self.topics.is_some() && crate::web::is_made_up(&self.web) { SeedWeb::Demo } else { SeedWeb::Live };
        let asked = seeds::LIST.iter().filter(|entry| {
            let info = ProviderInfo::from(**entry);
            info.is_ready_for(kind, false)
                && info.asked_by_default
                && info.needs == [Need::Query]
                && info.id != "library"
        });
        let searches: Vec<ProviderSearch> = asked.map(|entry| ProviderSearch::run(entry, inputs, web)).collect();
        let failed = searches.iter().filter_map(|search| search.failure.clone()).collect();
        let early: Vec<CanonicalUrl> = searches.iter().flat_map(|search| search.early_robots.clone()).collect();
        let (start_ms, seeds, pages) = start(&searches, inputs, &early);
        let read_ms = |found: &FoundSeed| read_ms(&found.seed.url, web, start_ms, &early);
        let first_ms = pages[..seeds].iter().filter_map(read_ms).min();
        let is_readable = |found: &&FoundSeed| is_readable(&found.seed.url, web);
        let of_ten = pages.iter().take(SEED_STARTS).filter(is_readable).count();
        let readable = pages.iter().filter(is_readable).take(SEED_STARTS).map(|found| found.seed.url.clone()).collect();
        FoundSeeds { pages, start_ms, of_ten, readable, first_ms, failed }
    }
}

/// Returns the time at which a crawl begins in milliseconds, the number of its seeds then, and all pages that it gets,
/// those first. `early_robots` were requested in advance.
fn start(
    searches: &[ProviderSearch],
    inputs: &SeedInputs,
    early_robots: &[CanonicalUrl],
) -> (u64, usize, Vec<FoundSeed>) {
    let kind = seeds::kind_of(&inputs.query, &inputs.language);
    let mut start = StartSearch::new(kind.clone(), LearnedRanks::default());
    let mut times: BTreeSet<u64> = searches.iter().flat_map(|search| search.found.keys().copied()).collect();
    times.extend([SEED_START_MS, 2 * SEED_START_MS]);
    let mut begun = None;
    let mut pages = Vec::new();
    for now in times {
        let latest = searches.iter().filter_map(|search| Some((search.id, search.found.range(..=now).next_back()?.1)));
        let lists: Vec<(&str, &Findings)> = latest.collect();
        let left = searches.iter().filter(|search| search.end_ms() > now).count();
        let merged = seeds::merge(&inputs.query, &lists, &kind, &LearnedRanks::default());
        if let Some(StartPages { pages: all, seeds }) = start.update(&merged, now, left, early_robots) {
            begun.get_or_insert((now, seeds));
            pages = all;
        }
    }
    let (start_ms, seeds) = begun.unwrap_or_default();
    (start_ms, seeds, pages)
}

/// The search of a provider in virtual time.
struct ProviderSearch {
    id: &'static str,
    /// The robots.txt files that it requests for the crawl when it begins.
    early_robots: Vec<CanonicalUrl>,
    /// The pages found by each time in milliseconds; the last one is the end of the search.
    found: BTreeMap<u64, Findings>,
    /// The provider with the reason that it found nothing.
    failure: Option<String>,
}

impl ProviderSearch {
    /// Runs the search of a provider.
    fn run(entry: &seeds::Entry, inputs: &SeedInputs, web: &dyn Web) -> Self {
        let (mut elapsed_ms, mut found, mut early_robots) = (0, BTreeMap::new(), Vec::new());
        let result = match Search::new(entry, inputs, &EncodingRs) {
            Ok(mut search) => {
                early_robots = search.early_robots().map(|request| request.url).collect();
                while elapsed_ms < limit_ms() && advance(&mut search, web, &mut elapsed_ms) {
                    found.insert(elapsed_ms, search.so_far());
                }
                search.finish()
            }
            Err(error) => Err(error),
        };
        let failure = result.as_ref().err().map(|why| format!("{}: {why}", entry.title));
        found.insert(elapsed_ms, result.unwrap_or_default());
        Self { id: entry.id, early_robots, found, failure }
    }

    /// Returns the time at which the search ends in milliseconds.
    fn end_ms(&self) -> u64 {
        self.found.last_key_value().map_or(0, |(at, _)| *at)
    }
}

fn limit_ms() -> u64 {
    u64::from(SEED_START_S) * 1_000
}

/// Takes a step of a search, and adds the time of its request; returns false at the end.
fn advance(search: &mut Search, web: &dyn Web, elapsed_ms: &mut u64) -> bool {
    match search.next_step() {
        SearchStep::Done => return false,
        SearchStep::LookUp(_) => search.looked_up(Vec::new()),
        SearchStep::Fetch(request, pause_ms) => {
            let reply = web.response(request.address()).unwrap_or_else(RecordedResponse::missing);
            *elapsed_ms += u64::from(reply.delay_ms) + pause_ms;
            if *elapsed_ms > limit_ms() {
                *elapsed_ms = limit_ms();
                search.timed_out(SEED_START_S);
                return false;
            }
            match reply.outcome {
                Ok(response) => search.answer(response.raw(reply.delay_ms), &EncodingRs),
                Err(failure) => search.failed(failure),
            }
        }
    }
    true
}

/// Returns whether a crawler can read a page.
fn is_readable(url: &CanonicalUrl, web: &dyn Web) -> bool {
    read_ms(url, web, 0, &[]).is_some()
}

/// Returns the time in milliseconds at which a crawl that begins at `start_ms` has read a page, after robots.txt,
/// redirects and the pause that a host gets after each response; `None` for a page that it cannot read. The robots.txt
/// files of `early` were requested at 0.
fn read_ms(url: &CanonicalUrl, web: &dyn Web, start_ms: u64, early: &[CanonicalUrl]) -> Option<u64> {
    let mut url = url.clone();
    let (mut now, mut delay) = (start_ms, HostDelay::default());
    let mut pause = |delay_ms: u32| u64::from(delay_ms) + delay.after(delay_ms.into(), false, None, None);
    for _ in 0..=types::limits::PAGE_REDIRECTS {
        let (robots, _) = url.resolve("/robots.txt").ok()?;
        let reply = web.response(robots.as_str()).unwrap_or_else(RecordedResponse::missing);
        let requested_at = if early.contains(&robots) { 0 } else { now };
        now = now.max(requested_at + pause(reply.delay_ms));
        let rules = reply.outcome.ok()?;
        if !RobotsPolicy::from_status(rules.status, &rules.body).allows_request(&url, url.as_str()) {
            return None;
        }
        let reply = web.response(url.as_str())?;
        let response = reply.outcome.ok()?;
        if response.is_page() {
            return Some(now + u64::from(reply.delay_ms));
        }
        now += pause(reply.delay_ms);
        let location = response.header("location").filter(|_| (300..400).contains(&response.status))?;
        url = url.resolve(location).ok()?.0;
    }
    None
}
