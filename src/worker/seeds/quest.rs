//! One search: from step to step until it is over, its time is up, or nobody wants it any more.

use super::Seeker;
use crate::protocol::seeds::Quest;
use crate::worker::charset::BrowserDecoder;
use crate::worker::fetch::{Fetcher, Reply};
use crate::worker::pack;
use engine::fetch::{Failure, FailureKind, Order, RawAnswer};
use engine::limits::SEED_ANSWER_BYTES;
use engine::seeds::{Entry, Findings, Search, SeedsError, Step, Wanted};
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use std::cell::Cell;
use std::rc::Rc;

/// Milliseconds that a person waits for one provider, pauses between requests included.
const PATIENCE_MS: u32 = 45_000;

impl Seeker {
    pub(super) async fn search(
        &self,
        entry: &Entry,
        wanted: &Wanted,
        quest: &Quest,
        fetcher: &Rc<Fetcher>,
    ) -> Result<Findings, SeedsError> {
        let mut search = Search::new(entry, wanted)?;
        let late = Rc::new(Cell::new(false));
        let (mark, held) = (Rc::clone(&late), Rc::clone(fetcher));
        let alarm = Timeout::new(PATIENCE_MS, move || {
            mark.set(true);
            held.abort();
        });
        let is_going = || !late.get() && self.is_wanted(quest.number);
        let mut asked = false;
        while is_going() {
            match search.next_step() {
                Step::Done => break,
                Step::LookUp(words) => search.looked_up(self.kept(words, quest).await),
                Step::Fetch(order, pause) => {
                    if let (false, Fetcher::Proxy(proxy)) = (asked, &**fetcher) {
                        proxy.check().await.map_err(no_proxy)?;
                    }
                    asked = true;
                    rest(pause, quest).await;
                    if is_going() {
                        answer(&mut search, &order, fetcher).await;
                    }
                }
            }
        }
        drop(alarm);
        match search.finish() {
            Err(_) if late.get() => Err(too_late()),
            found => found,
        }
    }
}

/// Waits between two requests, where there is someone to be polite to.
async fn rest(pause: u64, quest: &Quest) {
    let is_live = quest.source.is_live();
    if is_live && pause > 0 {
        TimeoutFuture::new(u32::try_from(pause).unwrap_or(u32::MAX)).await;
    }
}

async fn answer(search: &mut Search, order: &Order, fetcher: &Fetcher) {
    match plain(fetcher.fetch(order).await).await {
        Ok(reply) => {
            let raw = RawAnswer {
                status: reply.status,
                headers: &reply.headers,
                body: &reply.body,
                elapsed_ms: reply.elapsed_ms,
            };
            search.answer(raw, &BrowserDecoder);
        }
        Err(failure) => search.failed(failure),
    }
}

/// An answer, unpacked where it is a packed file, as sitemaps often are.
async fn plain(reply: Result<Reply, Failure>) -> Result<Reply, Failure> {
    let reply = reply?;
    if !reply.body.starts_with(pack::GZIP) {
        return Ok(reply);
    }
    let body = pack::gunzip(reply.body, SEED_ANSWER_BYTES).await;
    let body = body.map_err(|_| Failure {
        code: "packed".to_owned(),
        message: "A packed list of this site is damaged, or too long to be read for seeds. Type the address of a page there as a seed, or of another list here.".to_owned(),
        kind: FailureKind::Lasting,
    })?;
    Ok(Reply { body, ..reply })
}

fn no_proxy(message: String) -> SeedsError {
    SeedsError::Unreached {
        code: "no-proxy".to_owned(),
        message,
    }
}

fn too_late() -> SeedsError {
    let seconds = PATIENCE_MS / 1_000;
    SeedsError::Unreached {
        code: "timed-out".to_owned(),
        message: format!(
            "There was no answer within {seconds} seconds. Try again in a while, or find seeds another way."
        ),
    }
}
