//! Runs the search of one provider until it is done, out of time or canceled.

use super::SeedService;
use crate::protocol::seeds::SeedSearch;
use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::browser::gzip;
use crate::worker::sources::{Fetcher, SourceResponse};
use engine::fetch::{FetchRequest, Purpose};
use engine::seeds::{Entry, Search, SearchStep, SeedInputs, SeedsError};
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use std::pin::pin;
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
        let own = entry.time_limit_s;
        let limit = seed_search.time_limit_s.map_or(own, |limit| limit.min(own));
        let is_late = {
            let run = pin!(self.run(&mut search, seed_search, fetcher));
            match select(run, TimeoutFuture::new(limit * 1_000)).await {
                Either::Left((done, _)) => {
                    done?;
                    false
                }
                Either::Right(_) => true,
            }
        };
        if is_late {
            fetcher.abort();
            search.timed_out(limit);
        }
        search.finish()
    }

    /// Takes the steps of a search until it is done or canceled.
    async fn run(&self, search: &mut Search, seed_search: &SeedSearch, fetcher: &Fetcher) -> Result<(), SeedsError> {
        let is_going = || self.is_wanted(seed_search.number);
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
                        answer(search, &request, fetcher).await;
                    }
                }
            }
        }
        Ok(())
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
        message: "A compressed list of this site is damaged. Enter one of its pages as a seed, or another list here."
            .to_owned(),
        kind: FailureKind::Permanent,
    }
}
