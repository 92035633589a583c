//! Decides how a crawl or a revisit continues after its worker crashed.
//!
//! A new worker is started and reopens the crawl; the person restarts a revisit. The page that was being parsed at the crash is remembered.
//! After two crashes on the same page, crawls and revisits skip it. A worker that is silent for ten seconds while the page is visible
//! counts as crashed.

use super::State;
use super::catalog::Worker;
use super::compare::CompareState;
use super::crawl::live::ReadOnly;
use super::crawl::page_reader::PageReader;
use super::models::Models;
use super::related::Related;
use super::screen::Start;
use super::seeds::SeedsAction;
use super::train::Train;
use crate::protocol::Suspect;
use std::collections::BTreeMap;
use types::report::{EndReason, Phase};

/// The most successive crashes before the person is asked.
const DEATHS: u32 = 5;
/// The number of crashes on a page after which it is skipped.
const DEATHS_OF_ONE: u32 = 2;

/// Tracks the crawl to reopen, and the pages on which workers crashed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// The crawl to open as soon as a worker is ready.
    pub wanted: Option<String>,
    /// The worker was asked to open it.
    pub asked: bool,
    /// A worker crashed, and a new one is to be started.
    pub restart: bool,
    /// If the crawl is not saved in this browser, it starts from its address.
    pub or_start: bool,
    /// The response that is being parsed.
    reading: Option<String>,
    /// The number of crashes while parsing a page, by address.
    deaths: BTreeMap<String, u32>,
    /// The number of crashes since the crawl last progressed, and its number of pages then.
    in_a_row: u32,
    pages: u32,
}

impl Recovery {
    /// Records the response that the worker parses next.
    pub fn reads(&mut self, url: String) {
        self.reading = Some(url);
    }

    /// Counts a crash after this number of pages. Returns whether a new worker is started. The new worker resumes the crawl if it has an
    /// id; otherwise nothing was saved.
    pub fn on_worker_crash(&mut self, id: Option<&str>, pages: u32) -> bool {
        if pages > self.pages {
            (self.in_a_row, self.pages) = (0, pages);
        }
        self.in_a_row += 1;
        if let Some(url) = self.reading.take() {
            *self.deaths.entry(url).or_default() += 1;
        }
        if let Some(id) = id {
            self.want(id);
        }
        self.restart = self.in_a_row <= DEATHS;
        self.restart
    }

    /// Records the crawl to open.
    pub fn want(&mut self, id: &str) {
        self.wanted = Some(id.to_owned());
        self.asked = false;
    }

    /// Records that the crawl was opened, or could not be.
    pub fn done(&mut self) {
        (self.wanted, self.or_start) = (None, false);
    }

    pub(crate) fn suspects(&self) -> Vec<Suspect> {
        let often = self
            .deaths
            .iter()
            .filter(|(_, deaths)| **deaths >= DEATHS_OF_ONE);
        let suspect = |(url, deaths): (&String, &u32)| Suspect {
            url: url.clone(),
            reason: format!("skipped: the crawler crashed {deaths} times on this page"),
        };
        often.map(suspect).collect()
    }
}

impl State {
    /// Handles a crash during a crawl: a new worker resumes the crawl, or restarts it if nothing was saved.
    fn replace_worker(&mut self, message: String) {
        let id = self.crawl.live.saved.id.as_deref();
        let worker = if self
            .recovery
            .on_worker_crash(id, self.crawl.live.progress.pages)
        {
            // Later messages belong to the next worker.
            Worker::Loading
        } else {
            Worker::Broken(message)
        };
        if worker == Worker::Loading && id.is_none() {
            self.screen.start = Start::Wanted;
        }
        self.catalog.change(|catalog| catalog.worker = worker);
    }

    /// Ends all activities of the crashed worker.
    pub(crate) fn break_down(&mut self, message: String) {
        self.train.change(Train::on_worker_crash);
        self.page_reader.change(PageReader::on_worker_crash);
        self.models.change(Models::on_worker_crash);
        self.compare.change(CompareState::on_worker_crash);
        self.setup
            .seeds
            .change(|search| search.apply(SeedsAction::Stop));
        if self.crawl.live.is_going() && self.crawl.live.saved.error.is_none() {
            return self.replace_worker(message);
        }
        self.screen.start = Start::No;
        let pages = self.crawl.live.progress.pages;
        // A new worker is also started after a crash during a revisit, which the person can restart.
        let is_replaced =
            self.library.is_revisiting() && self.recovery.on_worker_crash(None, pages);
        let worker = if is_replaced {
            Worker::Loading
        } else {
            Worker::Broken(message)
        };
        self.catalog
            .change(|catalog| (catalog.worker, catalog.loading) = (worker, None));
        self.setup
            .related
            .change(|related| *related = Related::default());
        if self.crawl.live.is_going() {
            self.crawl.live.change(|live| {
                live.progress.phase = Phase::Ended(EndReason::Stopped);
                live.read_only = Some(ReadOnly::Crashed);
            });
        }
    }
}
