//! Holds the search for seeds: the selected provider, the pages that were found, and a start that waits for them.
//!
//! A start without seeds asks every provider that needs nothing but the query and what the person named, and that is
//! not switched off. It uses the best pages. They are put into the form, so that the address, the plan and the saved
//! crawl contain them. The worker merges the results.

mod asked;
mod learned;
mod start;

pub use asked::{ADDRESSES, CHOICES, PAUSES, RANKS, UNLEARNED};
pub use learned::UnlearnedCrawl;
pub(crate) use learned::tells_outcome;

use super::catalog::Catalog;
use protocol::SourceKind;
use protocol::seeds::{ProviderAnswer, SeedsEvent};
use std::collections::BTreeSet;
use types::limits::{SEED_SPARES, SEED_STARTS};
use types::seeds::{FoundSeed, ProviderInfo, Seed, Web};
use web_sys::Blob;

/// Holds the search for seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeedFinder {
    /// The panel is open.
    pub is_open: bool,
    /// The panel was opened by its button, and gets the focus.
    pub by_hand: bool,
    /// The id of the selected provider.
    pub chosen: Option<String>,
    /// The pasted text.
    pub text: String,
    /// The number of the latest search.
    pub number: u32,
    /// The search in progress.
    pub waits: Option<PendingSeeds>,
    /// The answers of providers, in order of arrival.
    pub answers: Vec<ProviderAnswer>,
    /// The pages found so far, the best first.
    pub found: Vec<FoundSeed>,
    /// The addresses of the found pages that are checked.
    pub checked: BTreeSet<String>,
    /// The latest notice.
    pub notice: String,
    /// The seeds that were found automatically for a crawl: those of its beginning, then those found later, then the
    /// spare ones.
    pub started: Vec<FoundSeed>,
    /// The number of its seeds at its beginning.
    pub(crate) begun: usize,
    /// The addresses of seeds and of spare seeds that were found after that, until the crawl gets them.
    pub late: Option<(Vec<String>, Vec<String>)>,
    /// The number of the search that was announced to the worker.
    pub expected: u32,
    /// The kind of the query of the last crawl with automatic seeds, for the ranks of providers.
    pub kind: String,
    /// The crawl's yield was learned.
    pub is_learned: bool,
    /// The providers whose search for that crawl failed or is incomplete, each with the reason.
    pub incomplete: Vec<String>,
}

/// A search in progress, after the beginning of its crawl too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingSeeds {
    /// The ids of the requested providers.
    pub providers: Vec<String>,
    /// The number of providers that have not answered.
    pub left: u32,
    /// A crawl starts with the results.
    pub for_start: bool,
}

/// An action on the search for seeds.
#[derive(Clone, Debug, PartialEq)]
pub enum SeedsAction {
    /// Opens or closes the panel.
    Toggle,
    /// Selects a provider.
    Choose(String),
    /// Names the address for the provider with this id.
    Address(String, String),
    /// Sets the pasted text.
    Text(String),
    /// Searches with the provider of this id, in a file if it needs one. The texts are those of the state: the last
    /// drawing may be older than the last key.
    Find(String, Option<Blob>),
    /// A search cannot be sent to this provider; the reason, in a sentence.
    ReportError(String, String),
    /// Selects whether a start asks the provider with this id.
    Ask(String, bool),
    /// Checks or unchecks a found page.
    Check(String, bool),
    /// Puts the checked pages into the form.
    Use,
    /// Cancels the search.
    Stop,
}

impl SeedFinder {
    /// Applies an action that only concerns the search.
    pub fn apply(&mut self, action: SeedsAction) {
        match action {
            SeedsAction::Toggle => {
                self.is_open = !self.is_open;
                self.by_hand = self.is_open;
            }
            SeedsAction::Choose(provider) => self.chosen = Some(provider),
            SeedsAction::Text(text) => self.text = text,
            SeedsAction::ReportError(provider, message) => {
                self.clear();
                self.answers.push(ProviderAnswer { provider, found: Err(message) });
            }
            SeedsAction::Check(url, true) => {
                self.checked.insert(url);
            }
            SeedsAction::Check(url, false) => {
                self.checked.remove(&url);
            }
            // `apply_seeds` handles these actions, which concern more than the panel.
            SeedsAction::Ask(..)
            | SeedsAction::Address(..)
            | SeedsAction::Find(..)
            | SeedsAction::Use
            | SeedsAction::Stop => {}
        }
    }

    /// Cancels the search.
    pub(super) fn cancel(&mut self) {
        self.number += 1;
        self.waits = None;
    }

    /// Removes the results.
    pub(super) fn clear(&mut self) {
        self.answers.clear();
        self.found.clear();
        self.checked.clear();
        self.notice.clear();
        self.waits = None;
    }

    /// Adds an answer; returns false for one to an earlier search.
    pub fn on_message(&mut self, event: SeedsEvent) -> bool {
        let Some(waits) = self.waits.as_mut().filter(|_| event.number == self.number) else {
            return false;
        };
        waits.left = event.left;
        let known: BTreeSet<&str> = self.found.iter().map(address).collect();
        let new = event.seeds.iter().take(SEED_STARTS).map(address).filter(|url| !known.contains(url));
        self.checked.extend(new.map(str::to_owned));
        self.found = event.seeds;
        self.answers.extend(event.answer);
        if event.left == 0 {
            self.waits = None;
        }
        true
    }

    /// Adds the pages that were found after the crawl had begun, of which the first `seeds` are its seeds and the
    /// others spare ones.
    pub(super) fn add_late(&mut self, seeds: usize) {
        let known: BTreeSet<&str> = self.started.iter().map(address).collect();
        let (begun, spare_before) = self.started.split_at(self.begun.min(self.started.len()));
        let (first, rest) = self.found.split_at(seeds.min(self.found.len()));
        let late: Vec<_> =
            first.iter().filter(|found| begun.iter().all(|page| address(page) != address(found))).collect();
        let spare_before: Vec<_> =
            spare_before.iter().filter(|page| late.iter().all(|found| address(found) != address(page))).collect();
        let room = SEED_SPARES.saturating_sub(spare_before.len());
        let spare: Vec<_> = rest.iter().filter(|found| !known.contains(address(found))).take(room).collect();
        let addresses = |found: &[&FoundSeed]| found.iter().map(|found| address(found).to_owned()).collect();
        self.late = Some((addresses(&late), addresses(&spare)));
        let newest = |page| self.found.iter().find(|found| address(found) == address(page)).unwrap_or(page);
        let started = begun.iter().map(newest).chain(late.iter().copied());
        let started = started.chain(spare_before.into_iter().map(newest)).chain(spare.iter().copied());
        self.started = started.cloned().collect();
    }

    /// Returns whether the search of the last crawl continues, or the crawl does not have all that it found.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.late.is_some() || self.waits.as_ref().is_some_and(|waits| waits.for_start)
    }

    /// Returns the checked pages.
    pub fn checked_seeds(&self) -> Vec<&Seed> {
        let checked = |found: &&FoundSeed| self.checked.contains(address(found));
        self.found.iter().filter(checked).map(|found| &found.seed).collect()
    }

    /// Returns the addresses of the spare seeds of a crawl with these seeds, which were found automatically.
    pub fn spare_addresses(&self, seeds: &[String]) -> Vec<String> {
        let all = self.started.iter().map(address).filter(|url| seeds.iter().all(|seed| seed != url));
        all.map(str::to_owned).collect()
    }

    /// Returns the seeds that were found automatically and that a crawl has, with their providers: those of its
    /// beginning, those found later, and the spare ones that replaced some of them. None if the crawl has other seeds.
    pub fn seeds_of_crawl(&self, seeds: &[String]) -> Vec<&FoundSeed> {
        let begun = self.started.iter().take(self.begun).map(address);
        if !begun.eq(seeds.iter().map(String::as_str).take(self.begun)) {
            return Vec::new();
        }
        self.started.iter().filter(|found| seeds.iter().any(|seed| seed == address(found))).collect()
    }

    /// Returns whether these are the seeds that were found automatically for the last crawl, with or without those
    /// found after its beginning.
    pub(crate) fn has_found(&self, seeds: &[String]) -> bool {
        let found = self.started.iter().map(address).take(seeds.len());
        !seeds.is_empty() && seeds.len() >= self.begun && found.eq(seeds.iter().map(String::as_str))
    }

    /// Returns the selected provider among the fitting ones.
    pub fn chosen<'a>(&self, fitting: &[&'a ProviderInfo]) -> Option<&'a ProviderInfo> {
        let chosen = self.chosen.as_deref();
        fitting.iter().copied().find(|info| Some(info.id.as_str()) == chosen).or_else(|| fitting.first().copied())
    }
}

fn address(found: &FoundSeed) -> &str {
    found.seed.url.as_str()
}

/// Returns the web that a source reaches.
pub fn web_of(source: SourceKind) -> Web {
    match source {
        SourceKind::Demo => Web::Demo,
        SourceKind::Recorded => Web::Recorded,
        SourceKind::Proxy | SourceKind::Direct => Web::Live,
    }
}

impl Catalog {
    /// Returns the providers that find seeds for crawls with this source.
    pub fn providers_for(&self, source: SourceKind) -> Vec<&ProviderInfo> {
        let web = web_of(source);
        self.providers.iter().filter(|info| info.webs.contains(&web)).collect()
    }

    /// Returns the providers for a source that need nothing but the query and what was named.
    pub fn ready_providers(&self, source: SourceKind) -> Vec<&ProviderInfo> {
        let web = web_of(source);
        self.providers.iter().filter(|info| info.is_ready_for(web, self.named_address(&info.id).is_some())).collect()
    }

    /// Returns the providers for a source that a start asks.
    pub fn asked_providers(&self, source: SourceKind) -> Vec<&ProviderInfo> {
        let mut ready = self.ready_providers(source);
        ready.retain(|info| self.is_asked(info));
        ready
    }

    /// Returns the title of a provider.
    pub fn provider_title(&self, id: &str) -> String {
        self.providers.iter().find(|info| info.id == id).map_or_else(|| id.to_owned(), |info| info.title.clone())
    }

    /// Returns the titles of the providers that found a page.
    pub fn provider_titles(&self, ids: &[String]) -> String {
        let titles: Vec<String> = ids.iter().map(|id| self.provider_title(id)).collect();
        titles.join(", ")
    }
}
