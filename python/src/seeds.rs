//! Seeds of a crawl: by the search providers of the app for a query, or from the sitemaps and feeds of sites.

use crate::convert::to_python;
use crate::driver::{SIGNALS, Source, WebInput};
use crate::errors::CrawlError;
use crate::live::LiveOptions;
use engine::fetch::FetchRequest;
use engine::html::EncodingRs;
use engine::seeds::{self, Asker, Entry, Search, SearchStep, SeedInputs, SeedsError, damaged_list};
use flate2::bufread::GzDecoder;
use http::HeaderMap;
use pyo3::prelude::*;
use salticid_lab::web::{RecordedResponse, Response};
use std::io::Read as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use types::failure::Failure;
use types::limits::{SEED_ANSWER_BYTES, SEED_STARTS};
use types::seeds::{Findings, LearnedRanks, Need, Pauses, ProviderInfo, Seed, Web};

/// The most seconds of a search by one provider. A person who starts a program waits longer than one in the app.
const SECONDS: u32 = 20;
/// The most seconds of reading the sitemaps of a site, with a second between two requests.
const SITE_SECONDS: u32 = 120;

/// The first bytes of a gzip member (RFC 1952 §2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The pauses that limiters of services demanded.
static PAUSES: LazyLock<Mutex<Pauses>> = LazyLock::new(Mutex::default);

/// A search by a provider, and its limit in seconds.
type Job = (&'static Entry, SeedInputs, u32);

/// Returns the searches for a query, or else for the lists of sites.
fn jobs(query: &str, sites: &[String], kind: Web) -> Vec<Job> {
    let inputs = |address: &str| SeedInputs {
        query: query.to_owned(),
        address: address.to_owned(),
        asker: Asker::Python,
        ..SeedInputs::default()
    };
    if !sites.is_empty() {
        let entry = seeds::find("site");
        return sites.iter().filter_map(|site| Some((entry?, inputs(site), SITE_SECONDS))).collect();
    }
    let asked = seeds::LIST.iter().filter(|entry| {
        let info = ProviderInfo::from(**entry);
        info.is_ready_for(kind, false) && info.asked_by_default && info.needs == [Need::Query] && info.id != "library"
    });
    asked.map(|entry| (*entry, inputs(""), SECONDS)).collect()
}

/// Runs a search to its end, its limit of time, or until it is stopped.
fn run((entry, inputs, seconds): &Job, source: &Source, is_stopped: &AtomicBool) -> Result<Findings, SeedsError> {
    let limit = Duration::from_secs(u64::from(*seconds));
    let begun = Instant::now();
    let mut search = Search::new(entry, inputs, &EncodingRs)?;
    loop {
        match search.next_step() {
            SearchStep::Done => break,
            SearchStep::LookUp(_) => search.looked_up(Vec::new()),
            SearchStep::Fetch(request, pause_ms) => {
                let is_live = matches!(source, Source::Live(_));
                let is_resting = if is_live { seeds::check_pause(&pauses(), &request.url, now_ms()) } else { Ok(()) };
                if let Err(reason) = is_resting {
                    search.skip(reason);
                    continue;
                }
                let answer = response(source, &request, pause_ms);
                search.set_time(now_ms());
                match answer {
                    Ok((response, false)) => search.answer(response.raw(0), &EncodingRs),
                    Ok((response, true)) => search.answer_cut(response.raw(0), &EncodingRs),
                    Err(failure) => search.failed(failure),
                }
                if is_live {
                    seeds::begin_pauses(&mut pauses(), &mut search, now_ms());
                }
            }
        }
        if begun.elapsed() > limit || is_stopped.load(Ordering::Relaxed) {
            search.timed_out(*seconds);
            break;
        }
    }
    search.finish()
}

fn pauses() -> MutexGuard<'static, Pauses> {
    PAUSES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the time in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the response to a request after a pause, which only the live web needs. A gzip file is decompressed, of a
/// damaged one the part before the damage; then the flag is true.
fn response(source: &Source, request: &FetchRequest, pause_ms: u64) -> Result<(Response, bool), Failure> {
    let mut response = match source {
        Source::Web(web) => web.response(request.address()).unwrap_or_else(RecordedResponse::missing).outcome?,
        Source::Live(live) => live.runtime.block_on(async {
            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
            let page = Arc::clone(&live.fetcher).fetch(request.address().to_owned(), HeaderMap::new()).await?;
            Ok::<_, Failure>(Response { status: page.status, headers: page.headers, body: page.body.to_vec() })
        })?,
    };
    if !response.body.starts_with(&GZIP) {
        return Ok((response, false));
    }
    let (body, is_cut) = unpacked(&response.body);
    response.body = body;
    if is_cut && response.body.is_empty() { Err(damaged_list()) } else { Ok((response, is_cut)) }
}

/// Decompresses the members of a gzip file, one after the other (RFC 1952 §2.2), as far as a list is read; the flag is
/// true if one is damaged or breaks off. What follows the last one is no part of the file.
fn unpacked(packed: &[u8]) -> (Vec<u8>, bool) {
    let (mut rest, mut plain) = (packed, Vec::new());
    while rest.starts_with(&GZIP) && plain.len() <= SEED_ANSWER_BYTES {
        let mut member = GzDecoder::new(rest);
        let room = SEED_ANSWER_BYTES + 1 - plain.len();
        if member.by_ref().take(room as u64).read_to_end(&mut plain).is_err() {
            return (plain, true);
        }
        rest = member.into_inner();
    }
    (plain, false)
}

/// Returns the pages that the searches found, the best first.
fn found(query: &str, results: &[(usize, &'static Entry, Findings)], by_site: bool) -> Vec<Seed> {
    if by_site {
        return results.iter().flat_map(|(.., findings)| findings.seeds.clone()).collect();
    }
    let lists: Vec<(&str, &Findings)> = results.iter().map(|(_, entry, findings)| (entry.id, findings)).collect();
    let merged = seeds::merge(query, &lists, &seeds::kind_of(query, ""), &LearnedRanks::default());
    merged.into_iter().take(SEED_STARTS).map(|found| found.seed).collect()
}

/// Returns pages to start from, the best first, and warnings. They come from the sitemaps and feeds of sites, or
/// without sites from a search for the query.
///
/// Raises `CrawlError` if nothing is found, with the reasons.
#[pyfunction]
pub(crate) fn find_seeds(
    py: Python<'_>,
    query: String,
    sites: Vec<String>,
    web: WebInput,
    live: LiveOptions,
) -> PyResult<(Bound<'_, PyAny>, Vec<String>)> {
    let kind = match &web {
        web if web.is_live() => Web::Live,
        WebInput::Name(name) if name == "demo" => Web::Demo,
        _ => Web::Recorded,
    };
    let jobs = jobs(&query, &sites, kind);
    let source = Arc::new(py.detach(|| Source::open(web, live))?);
    let is_stopped = Arc::new(AtomicBool::new(false));
    let (send, mut ended) = mpsc::channel();
    for (index, job) in jobs.into_iter().enumerate() {
        let (send, source, is_stopped) = (send.clone(), Arc::clone(&source), Arc::clone(&is_stopped));
        thread::spawn(move || {
            let result = run(&job, &source, &is_stopped);
            let _ = send.send((index, job.0, job.1.address, result));
        });
    }
    drop(send);
    let (mut results, mut warnings, mut failed) = (Vec::new(), Vec::new(), Vec::<(String, Vec<String>)>::new());
    loop {
        let messages = &mut ended;
        match py.detach(move || messages.recv_timeout(SIGNALS)) {
            Ok((index, entry, _, Ok(findings))) => {
                warnings.extend(findings.warnings.iter().cloned());
                results.push((index, entry, findings));
            }
            Ok((_, entry, address, Err(error))) => {
                let place = if address.is_empty() { entry.title.to_owned() } else { address };
                let reason = error.to_string();
                match failed.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, places)) => places.push(place),
                    None => failed.push((reason, vec![place])),
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    is_stopped.store(true, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    warnings.extend(failed.into_iter().map(|(reason, places)| format!("{}: {reason}", places.join(", "))));
    // The order of the searches, whatever was quicker.
    results.sort_by_key(|(index, ..)| *index);
    let seeds = found(&query, &results, !sites.is_empty());
    if seeds.is_empty() {
        let reasons =
            if warnings.is_empty() { "no search is possible on this web".to_owned() } else { warnings.join("; ") };
        return Err(CrawlError::new_err(format!("no seeds were found: {reasons}")));
    }
    Ok((to_python(py, &seeds)?, warnings))
}
