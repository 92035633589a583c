//! Decides how a crawl or a revisit continues after its worker crashed.
//!
//! A new worker is started and reopens the crawl; the person restarts a revisit. The page that was being parsed at the
//! crash is remembered. After two crashes on the same page, crawls and revisits skip it. After many crashes in a short
//! time, a crawl is reopened paused, with a notice that names the hosts of these pages. A worker that is silent for ten
//! seconds while the page is visible counts as crashed.

use super::State;
use super::catalog::Worker;
use super::compare::CompareState;
use super::crawl::live::ReadOnly;
use super::crawl::page_reader::PageReader;
use super::effect::Effect;
use super::models::Models;
use super::related::Related;
use super::seeds::SeedFinder;
use super::starting::Start;
use super::train::Train;
use crate::digits::counted;
use protocol::Suspect;
use std::collections::{BTreeMap, BTreeSet};
use types::report::{EndReason, Phase};
use types::text::cut;

/// The number of crashes within [`WINDOW_MS`] after which a crawl pauses. Two bad pages, which are skipped after
/// [`DEATHS_OF_ONE`] crashes each, do not reach it.
const DEATHS: usize = 5;
/// The time in milliseconds within which crashes are counted: ten minutes. A worker that hangs is replaced after ten
/// seconds, so a host on whose pages workers hang pauses the crawl after a minute. A crawl of days may meet a bad page
/// now and then.
const WINDOW_MS: f64 = 600_000.0;
/// The most hosts that a message names, and the most bytes of each.
const NAMED: (usize, usize) = (2, 60);
/// The number of crashes on a page after which it is skipped.
const DEATHS_OF_ONE: u32 = 2;

/// Tracks the pages on which workers crashed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// The response that is being parsed.
    reading: Option<String>,
    /// The number of crashes while parsing a page, by address.
    deaths: BTreeMap<String, u32>,
    /// The crashes of the last [`WINDOW_MS`], since the crawl last paused: their times and the pages that were being
    /// parsed.
    latest: Vec<(f64, Option<String>)>,
    /// The reason that the crawl is reopened paused, in a sentence; none once it runs again.
    pub pause: Option<String>,
}

impl Recovery {
    /// Records the response that the worker parses next.
    pub fn reads(&mut self, url: String) {
        self.reading = Some(url);
    }

    /// Counts a crash at a time in milliseconds. A new worker is started, which resumes the crawl if it `is_saved`.
    /// After too many crashes it reopens the crawl paused, and later crashes are counted anew.
    ///
    /// # Errors
    /// Returns the reason, in a sentence, if the person must ask for a new worker: there is no crawl to reopen, or it
    /// was paused already.
    pub fn on_worker_crash(&mut self, is_saved: bool, now: f64) -> Result<(), String> {
        // The clock may have been set back.
        self.latest.retain(|(at, _)| (now - at).abs() < WINDOW_MS);
        let url = self.reading.take();
        if let Some(url) = &url {
            *self.deaths.entry(url.clone()).or_default() += 1;
        }
        self.latest.push((now, url));
        let before = self.pause.take();
        let was_paused = before.is_some();
        let reason = before.or_else(|| self.reason());
        if reason.is_some() {
            self.latest.clear();
        }
        self.pause = reason.clone().filter(|_| is_saved);
        reason.filter(|_| !is_saved || was_paused).map_or(Ok(()), Err)
    }

    /// Returns the reason to pause after too many crashes, in a sentence.
    fn reason(&self) -> Option<String> {
        if self.latest.len() < DEATHS {
            return None;
        }
        let urls = self.latest.iter().filter_map(|(_, url)| url.as_deref());
        // They are canonical. Parsing them would load the rules of international names with the page.
        let hosts: BTreeSet<&str> = urls.filter_map(|url| url.split('/').nth(2)).collect();
        let named = hosts.iter().take(NAMED.0).map(|host| cut(host, NAMED.1));
        let mut named: Vec<String> = named.map(str::to_owned).collect();
        if hosts.len() > NAMED.0 {
            named.push(counted(hosts.len() - NAMED.0, "other host"));
        }
        let minutes = WINDOW_MS / 60_000.0;
        let crashes = format!("The crawler crashed {DEATHS} times within {minutes} minutes");
        Some(match &named[..] {
            [] => format!("{crashes}."),
            named => format!("{crashes}, while it read pages of {}.", named.join(" and ")),
        })
    }

    /// Records that the crawl fetches pages again.
    pub fn on_fetching(&mut self) {
        self.pause = None;
    }

    /// Returns the pages during whose processing the worker has crashed often.
    pub fn suspects(&self) -> Vec<Suspect> {
        let often = self.deaths.iter().filter(|(_, deaths)| **deaths >= DEATHS_OF_ONE);
        let suspect = |(url, deaths): (&String, &u32)| Suspect {
            url: url.clone(),
            reason: format!("skipped: the crawler crashed {deaths} times on this page"),
        };
        often.map(suspect).collect()
    }
}

impl State {
    /// Starts a new worker after a crash during a crawl, which resumes the crawl, or restarts it if nothing was saved.
    ///
    /// # Errors
    /// Returns the reason if the person must ask for a new worker.
    fn replace_worker(&mut self) -> Result<(), String> {
        let id = self.crawl.live.saved.id.clone();
        let is_saved = id.is_some();
        if let Some(id) = id {
            self.start = Start::Open { id, is_sent: false, or_start: false };
        }
        self.recovery.on_worker_crash(is_saved, self.now)?;
        if !is_saved {
            self.start = Start::Wanted;
        }
        self.restart_worker();
        Ok(())
    }

    /// Starts a new worker. Later messages belong to it.
    pub(super) fn restart_worker(&mut self) {
        self.catalog.change(|catalog| catalog.worker = Worker::Loading);
        self.effects.push(Effect::RestartWorker);
    }

    /// Ends all activities of the crashed worker.
    pub fn break_down(&mut self, message: &str) {
        self.train.change(Train::on_worker_crash);
        self.page_reader.change(PageReader::on_worker_crash);
        self.models.change(Models::on_worker_crash);
        self.compare.change(CompareState::on_worker_crash);
        self.setup.seeds.change(SeedFinder::cancel);
        let mut worker = Worker::Broken(message.to_owned());
        let is_kept = self.crawl.live.saved.error.is_none();
        if self.crawl.live.is_going() && is_kept {
            match self.replace_worker() {
                Ok(()) => return,
                Err(reason) => worker = Worker::Broken(format!("{reason} {message}")),
            }
        }
        if !matches!(self.start, Start::Open { .. }) {
            self.start = Start::No;
        }
        // A new worker is also started after a crash during a revisit, which the person can restart.
        if self.library.is_revisiting() {
            worker = match self.recovery.on_worker_crash(false, self.now) {
                Ok(()) => {
                    self.restart_worker();
                    Worker::Loading
                }
                Err(reason) => Worker::Broken(format!("{reason} {message}")),
            };
        }
        self.catalog.change(|catalog| (catalog.worker, catalog.loading) = (worker, None));
        self.setup.related.change(|related| *related = Related::default());
        // A saved crawl is opened again by the next worker.
        if self.crawl.live.is_going() && !(is_kept && self.crawl.live.saved.id.is_some()) {
            self.crawl.live.change(|live| {
                live.progress.phase = Phase::Ended(EndReason::Stopped);
                live.read_only = Some(ReadOnly::Crashed);
            });
        }
    }
}
