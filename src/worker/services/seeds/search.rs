//! Runs the search of one provider until it is done, out of time or canceled.

use super::SeedService;
use crate::protocol::seeds::SeedSearch;
use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::browser::gzip;
use crate::worker::sources::{Fetcher, SourceResponse};
use engine::fetch::{FetchRequest, Purpose};
use engine::seeds::{Entry, Search, SearchStep, SeedInputs, SeedsError};
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use std::cell::Cell;
use std::rc::Rc;
use types::failure::{Failure, FailureKind};
use types::limits::SEED_ANSWER_BYTES;
use types::seeds::Findings;

impl SeedService {
    pub(super) async fn search(
        &self,
        entry: &Entry,
        inputs: &SeedInputs,
        seed_search: &SeedSearch,
        fetcher: &Rc<Fetcher>,
    ) -> Result<Findings, SeedsError> {
        let mut search = Search::new(entry, inputs)?;
        let late = Rc::new(Cell::new(false));
        let (mark, held) = (Rc::clone(&late), Rc::clone(fetcher));
        let alarm = Timeout::new(entry.time_limit_s * 1_000, move || {
            mark.set(true);
            held.abort();
        });
        let is_going = || !late.get() && self.is_wanted(seed_search.number);
        let mut asked = false;
        while is_going() {
            match search.next_step() {
                SearchStep::Done => break,
                SearchStep::LookUp(words) => search.looked_up(self.kept(words, seed_search).await),
                SearchStep::Fetch(request, pause) => {
                    if !asked {
                        fetcher.check().await.map_err(SeedsError::NoResponse)?;
                    }
                    asked = true;
                    rest(pause, seed_search).await;
                    if is_going() {
                        answer(&mut search, &request, fetcher).await;
                    }
                }
            }
        }
        drop(alarm);
        match search.finish() {
            Err(_) if late.get() => Err(SeedsError::TimedOut(entry.time_limit_s)),
            found => found,
        }
    }
}

/// Waits between two requests to live sites.
async fn rest(pause: u64, seed_search: &SeedSearch) {
    let is_live = seed_search.source.is_live();
    if is_live && pause > 0 {
        TimeoutFuture::new(u32::try_from(pause).unwrap_or(u32::MAX)).await;
    }
}

async fn answer(search: &mut Search, request: &FetchRequest, fetcher: &Fetcher) {
    match plain(fetcher.fetch(request).await).await {
        Ok((reply, false)) => search.answer(reply.raw(), &BrowserDecoder),
        // Missing rules would be interpreted as permission.
        Ok((_, true)) if request.purpose == Purpose::Robots => search.failed(damaged()),
        Ok((reply, true)) => search.answer_cut(reply.raw(), &BrowserDecoder),
        Err(failure) => search.failed(failure),
    }
}

/// Decompresses a response that is a gzip file, as sitemaps often are. Only the head of a long list is read, and only the part before the
/// damage of a damaged one; then the flag is true.
async fn plain(reply: Result<SourceResponse, Failure>) -> Result<(SourceResponse, bool), Failure> {
    let reply = reply?;
    if !reply.body.starts_with(gzip::MAGIC) {
        return Ok((reply, false));
    }
    let head = gzip::decompress_head(reply.body, SEED_ANSWER_BYTES).await;
    let head = head.map_err(|_| damaged())?;
    let body = head.bytes;
    Ok((SourceResponse { body, ..reply }, head.is_cut))
}

fn damaged() -> Failure {
    Failure {
        code: "packed".to_owned(),
        message: "A compressed list of this site is damaged. Enter one of its pages as a seed, or another list here.".to_owned(),
        kind: FailureKind::Permanent,
    }
}
