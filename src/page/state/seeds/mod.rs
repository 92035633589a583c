//! The search for seeds: the chosen provider, the pages that were found, and a start that waits for them.
//!
//! A start without seeds takes the first results of every provider that needs only the query. They are put into the
//! form, so that the address, the plan and the saved crawl contain them. Not here: sending the request to the worker,
//! which the view does.

mod start;

pub use start::AUTO_SEEDS;

use super::catalog::Catalog;
use crate::protocol::SourceKind;
use crate::protocol::seeds::SeedsEvent;
use std::collections::{BTreeMap, BTreeSet};
use types::seeds::{Findings, ProviderInfo, Seed, Web};

/// Pages of one provider that are checked when they come.
const CHECKED: usize = 10;

/// The search for seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeedFinder {
    /// The panel is open.
    pub is_open: bool,
    /// It was opened by its button, and gets the focus.
    pub by_hand: bool,
    /// The id of the provider that was chosen.
    pub chosen: Option<String>,
    /// Addresses that were typed, by the provider that needs them.
    pub addresses: BTreeMap<String, String>,
    /// The text that was pasted.
    pub text: String,
    /// The number of the quest that was sent last.
    pub number: u32,
    /// The search that is under way.
    pub waits: Option<PendingSeeds>,
    /// The answers of providers, in order of arrival.
    pub answers: Vec<ProviderAnswer>,
    /// Addresses of found pages that are checked.
    pub checked: BTreeSet<String>,
    /// The latest notice.
    pub notice: String,
    /// With what a crawl was started without a word where: the titles of the providers, and the pages.
    pub started: Vec<(String, Seed)>,
}

/// A quest that is under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingSeeds {
    /// The ids of the requested providers.
    pub providers: Vec<String>,
    /// The providers that have not answered.
    pub left: u32,
    /// A crawl starts at the results.
    pub for_start: bool,
}

/// The answer of one provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderAnswer {
    /// The provider's id.
    pub provider: String,
    /// Its findings, or the reason why there are none.
    pub found: Result<Findings, String>,
}

/// An action on the search for seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedsAction {
    /// Opens or closes the panel.
    Toggle,
    /// Chooses a provider.
    Choose(String),
    /// Enters an address for the provider of this id.
    Address(String, String),
    /// Enters a text.
    Text(String),
    /// A search was sent, under this number.
    Asked(u32, PendingSeeds),
    /// A search cannot be sent to this provider; why, in a sentence.
    Unasked(String, String),
    /// Checks or unchecks a found page.
    Check(String, bool),
    /// Puts the checked pages into the form.
    Use,
    /// Cancels the search.
    Stop,
}

impl SeedFinder {
    /// Carries out what concerns the search alone.
    pub(crate) fn apply(&mut self, action: SeedsAction) {
        match action {
            SeedsAction::Toggle => {
                self.is_open = !self.is_open;
                self.by_hand = self.is_open;
            }
            SeedsAction::Choose(provider) => self.chosen = Some(provider),
            SeedsAction::Address(provider, text) => {
                self.addresses.insert(provider, text);
            }
            SeedsAction::Text(text) => self.text = text,
            SeedsAction::Asked(number, waits) => {
                self.number = number;
                self.clear();
                self.waits = Some(waits);
            }
            SeedsAction::Unasked(provider, message) => {
                self.clear();
                self.answers.push(ProviderAnswer {
                    provider,
                    found: Err(message),
                });
            }
            SeedsAction::Check(url, true) => {
                self.checked.insert(url);
            }
            SeedsAction::Check(url, false) => {
                self.checked.remove(&url);
            }
            SeedsAction::Use => self.clear(),
            SeedsAction::Stop => {
                self.number += 1;
                self.waits = None;
            }
        }
    }

    fn clear(&mut self) {
        self.answers.clear();
        self.checked.clear();
        self.notice.clear();
        self.waits = None;
    }

    /// Takes an answer in; one to an earlier quest is dropped. Gives what was waited for, as soon as the last answer is there.
    pub(crate) fn on_message(&mut self, news: SeedsEvent) -> Option<PendingSeeds> {
        if news.number != self.number {
            return None;
        }
        let waits = self.waits.as_mut()?;
        waits.left = news.left;
        if let Ok(findings) = &news.found {
            let first = findings.seeds.iter().take(CHECKED);
            self.checked.extend(first.map(|seed| seed.url.to_string()));
        }
        self.answers.push(ProviderAnswer {
            provider: news.provider,
            found: news.found,
        });
        if news.left == 0 {
            self.waits.take()
        } else {
            None
        }
    }

    /// Returns all pages that were found, with the ids of who found them; each once.
    pub fn seeds(&self) -> Vec<(&str, &Seed)> {
        let mut known = BTreeSet::new();
        let all = self.answers.iter().flat_map(|answer| {
            let findings = answer.found.as_ref().ok();
            let seeds = findings.map(|findings| findings.seeds.as_slice());
            let of = |seed| (answer.provider.as_str(), seed);
            seeds.unwrap_or_default().iter().map(of)
        });
        all.filter(|(_, seed)| known.insert(seed.url.as_str()))
            .collect()
    }

    /// Returns those that are checked.
    pub fn checked_seeds(&self) -> Vec<&Seed> {
        let all = self.seeds().into_iter().map(|(_, seed)| seed);
        all.filter(|seed| self.checked.contains(seed.url.as_str()))
            .collect()
    }

    /// Returns the first of every provider, then the second, until there are as many as are wanted.
    fn best(&self, most: usize) -> Vec<(String, Seed)> {
        let lists: Vec<(&str, &[Seed])> = self.answers.iter().filter_map(listed).collect();
        let longest = lists.iter().map(|(_, seeds)| seeds.len()).max();
        let (mut best, mut known) = (Vec::new(), BTreeSet::new());
        for place in 0..longest.unwrap_or_default() {
            for (provider, seeds) in &lists {
                let Some(seed) = seeds.get(place) else {
                    continue;
                };
                if best.len() < most && known.insert(seed.url.clone()) {
                    best.push(((*provider).to_owned(), seed.clone()));
                }
            }
        }
        best
    }

    /// Returns the provider that is chosen among those that fit.
    pub fn chosen<'a>(&self, fitting: &[&'a ProviderInfo]) -> Option<&'a ProviderInfo> {
        let chosen = self.chosen.as_deref();
        let mut all = fitting.iter().copied();
        let own = all.find(|info| Some(info.id.as_str()) == chosen);
        own.or_else(|| fitting.first().copied())
    }
}

fn listed(answer: &ProviderAnswer) -> Option<(&str, &[Seed])> {
    let findings = answer.found.as_ref().ok()?;
    Some((answer.provider.as_str(), findings.seeds.as_slice()))
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
    /// Returns the providers that find seeds for crawls by this source.
    pub fn providers_for(&self, source: SourceKind) -> Vec<&ProviderInfo> {
        let web = web_of(source);
        let all = self.providers.iter();
        all.filter(|info| info.webs.contains(&web)).collect()
    }

    /// Returns those of them that need nothing but the words.
    pub fn ready_providers(&self, source: SourceKind) -> Vec<&ProviderInfo> {
        let web = web_of(source);
        let all = self.providers.iter();
        all.filter(|info| info.is_ready_for(web)).collect()
    }

    /// Returns the name of a provider for people.
    pub fn provider_title(&self, id: &str) -> String {
        let found = self.providers.iter().find(|info| info.id == id);
        found.map_or_else(|| id.to_owned(), |info| info.title.clone())
    }
}
