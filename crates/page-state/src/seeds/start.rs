//! Starts a crawl without seeds: waits until the search has found enough, then continues or reports the reason that it
//! cannot. What the search finds afterwards, the crawl gets while it runs.

use super::{PendingSeeds, SeedFinder, SeedsAction};
use crate::State;
use crate::catalog::Catalog;
use crate::crawl_address::CrawlAddress;
use crate::form::{Form, StartRequest, problem};
use crate::starting::{Start, with_source};
use protocol::seeds::{SeedSearch, SeedsEvent, SeedsRequest};
use protocol::steer::Change;
use protocol::{SourceKind, ToWorker};
use types::count;
use types::limits::{SEED_EARLY_BUDGET, SEED_SPARES};
use types::report::{EndReason, Phase};
use types::seeds::{FoundSeed, Pauses};
use web_sys::Blob;

/// The message if no seed was found.
const NOTHING: &str = "No seeds found. Enter URLs here, or find seeds another way.";

impl Form {
    /// Returns whether the form has a query but no seeds, so that a start searches for them. Demo examples have their
    /// own.
    pub fn needs_seed_search(&self, catalog: &Catalog) -> bool {
        let source = self.source(catalog);
        let has_own = source == SourceKind::Demo && self.example(catalog).is_some();
        let asks = !self.query.text.trim().is_empty() && self.scope.typed_seeds().is_empty();
        asks && !self.scope.site_map && !has_own && !catalog.asked_providers(source).is_empty()
    }
}

impl Catalog {
    /// Returns the search for the seeds of a start. Only crawls of live sites begin early: elsewhere the same start
    /// gives the same crawl.
    pub(crate) fn search_of_start(&self, request: StartRequest) -> SeedSearch {
        let asked = self.asked_providers(request.source.kind());
        SeedSearch {
            providers: asked.iter().map(|info| info.id.clone()).collect(),
            may_begin_early: request.source.is_live() && request.plan.pages >= SEED_EARLY_BUDGET,
            query: request.plan.query,
            addresses: self.addresses.clone(),
            ranks: self.ranks.clone(),
            source: request.source,
            for_start: true,
            ..SeedSearch::default()
        }
    }
}

impl State {
    /// Applies an action on seeds.
    pub fn apply_seeds(&mut self, action: SeedsAction) {
        match action {
            SeedsAction::Ask(id, on) => {
                self.switch_provider(id, on);
                self.leave_seeking("providers");
            }
            SeedsAction::Address(id, text) => {
                self.name_address(id.clone(), text);
                if self.catalog.is_named_for_start(&id) {
                    self.leave_seeking("providers");
                }
            }
            SeedsAction::Find(id, file) => self.find_seeds(id, file),
            SeedsAction::Use => {
                self.stop_search();
                self.setup.use_seeds();
            }
            SeedsAction::Stop => {
                if self.start == Start::Seeking {
                    self.start = Start::No;
                }
                self.stop_search();
                self.setup.seeds.change(SeedFinder::cancel);
            }
            action => {
                if matches!(action, SeedsAction::ReportError(..)) {
                    self.stop_search();
                }
                self.setup.seeds.change(|search| search.apply(action));
            }
        }
    }

    /// Searches with a provider, or reports why its source cannot be used.
    fn find_seeds(&mut self, id: String, file: Option<Blob>) {
        let form = &self.setup.form;
        let source = match form.full_source(&self.catalog) {
            Ok(source) => source,
            Err(sentence) => return self.apply_seeds(SeedsAction::ReportError(id, sentence)),
        };
        let search = SeedSearch {
            providers: vec![id],
            query: form.query.text.trim().to_owned(),
            addresses: self.catalog.addresses.clone(),
            text: self.setup.seeds.text.clone(),
            source,
            ..SeedSearch::default()
        };
        self.search_seeds(search, file);
    }

    /// Announces the search of the next start once its query is being typed, if it needs one on the web.
    pub(crate) fn expect_search(&mut self) {
        let (form, catalog) = (&self.setup.form, &self.catalog);
        let number = self.setup.seeds.number + 1;
        if self.setup.seeds.expected == number || self.is_framed || !form.needs_seed_search(catalog) {
            return;
        }
        let Ok(Some(request)) = form.start_request(catalog).and_then(|request| with_source(request, catalog.proxy))
        else {
            return;
        };
        if request.source.is_live() && !catalog.lacks_access(&request.source) {
            let search = Box::new(catalog.search_of_start(request));
            self.setup.seeds.change(|search| search.expected = number);
            self.send(ToWorker::Seeds(SeedsRequest::Expect(search)));
        }
    }

    /// Starts a search, in a file if the provider needs one.
    pub(crate) fn search_seeds(&mut self, search: SeedSearch, file: Option<Blob>) {
        self.stop_search();
        let for_start = search.for_start;
        let number = self.setup.seeds.number + 1;
        self.update_pauses(&Pauses::default());
        let pauses = self.catalog.pauses.clone();
        let seed_search = Box::new(SeedSearch { number, pauses, ..search });
        let providers = seed_search.providers.clone();
        self.setup.seeds.change(|search| {
            search.clear();
            search.number = number;
            search.waits = Some(PendingSeeds { left: count(providers.len()), providers, for_start });
        });
        self.send(ToWorker::Seeds(match file {
            Some(file) => SeedsRequest::FindInFile { seed_search, file },
            None => SeedsRequest::Find(seed_search),
        }));
    }

    /// Tells the worker that a search is over or canceled.
    fn stop_search(&mut self) {
        if self.setup.seeds.waits.is_some() {
            self.send(ToWorker::Seeds(SeedsRequest::Stop));
        }
    }

    /// Handles the results of a provider. Once they suffice, a pending start continues; those that follow are for its
    /// crawl.
    pub fn on_seeds_message(&mut self, event: SeedsEvent) {
        let (starts, kind) = (event.starts.map(|seeds| seeds as usize), event.kind.clone());
        if !self.setup.seeds.change(|search| search.on_message(event)) {
            return;
        }
        if self.setup.seeds.waits.is_none() {
            self.send(ToWorker::Seeds(SeedsRequest::Stop));
        }
        match starts {
            Some(seeds) if self.start == Start::Seeking => self.start_at_found(seeds, kind),
            Some(seeds) => {
                let incomplete = self.incomplete();
                self.setup.seeds.change(|search| {
                    search.add_late(seeds);
                    search.incomplete = incomplete;
                });
                self.send_late_seeds();
                self.learn_ranks();
            }
            None => {}
        }
    }

    /// Sends the crawl the pages that were found after it had begun, once it fetches pages or has no more to fetch.
    pub(crate) fn send_late_seeds(&mut self) {
        let Some((seeds, spares)) = self.setup.seeds.late.clone() else { return };
        let is_of_start = !self.seeds_of_live_crawl().is_empty();
        let phase = self.crawl.live.progress.phase;
        let is_ready =
            matches!(phase, Phase::Running | Phase::Ended(EndReason::FrontierEmpty | EndReason::EverythingBlocked));
        let is_restarting = matches!(self.start, Start::Wanted | Start::Sent(_));
        if is_of_start && is_ready && !is_restarting {
            self.setup.seeds.change(|search| search.late = None);
            self.add_to_address(&seeds);
            if !(seeds.is_empty() && spares.is_empty()) {
                self.send(ToWorker::Steer(Box::new(Change::FoundSeeds { seeds, spares })));
            }
            self.remember_seeds();
        }
    }

    /// Adds seeds to those of the start in the form and in the address, unless the person has edited either.
    fn add_to_address(&mut self, seeds: &[String]) {
        let is_open = CrawlAddress::read(self.location.crawl_query()) == self.setup.form.opened;
        if seeds.is_empty() || !is_open || !self.setup.has_found_seeds() {
            return;
        }
        self.setup.form.change(|form| {
            form.opened.seeds.extend_from_slice(seeds);
            form.scope.seeds = form.opened.seeds.join("\n");
        });
        let address = self.setup.form.opened.write();
        self.replace_address(&address, false);
    }

    /// Returns the seeds of the crawl that were found automatically for it in this session.
    pub(super) fn seeds_of_live_crawl(&self) -> Vec<&FoundSeed> {
        let request = self.crawl.live.request.as_ref();
        request.map(|request| self.setup.seeds.seeds_of_crawl(&request.plan.seeds)).unwrap_or_default()
    }

    /// Starts at the first `seeds` of the pages found for a query of this kind; those that follow are spare.
    fn start_at_found(&mut self, seeds: usize, kind: String) {
        let incomplete = self.incomplete();
        // Half of the places are for spare seeds that are found later.
        let spares = if self.setup.seeds.waits.is_some() { SEED_SPARES / 2 } else { SEED_SPARES };
        let best = self.setup.seeds.found.iter().take(seeds + spares);
        let started: Vec<FoundSeed> = best.cloned().collect();
        if started.is_empty() {
            let lines: Vec<String> = [NOTHING.to_owned()].into_iter().chain(incomplete).collect();
            // The field shows the problem, and the panel offers the other providers.
            self.setup.seeds.change(|search| {
                search.answers.clear();
                search.is_open = true;
            });
            return self.refuse(vec![problem("seeds", lines.join("\n"))]);
        }
        let lines: Vec<&str> = started.iter().take(seeds).map(|found| found.seed.url.as_str()).collect();
        let text = lines.join("\n");
        self.setup.form.change(|form| form.scope.seeds = text);
        self.setup.seeds.change(|search| {
            (search.started, search.begun, search.kind) = (started, seeds, kind);
            search.late = None;
            search.is_learned = false;
            search.incomplete = incomplete;
        });
        self.start = Start::Wanted;
    }

    /// Returns the reasons for failed or incomplete searches, each with all providers that have it.
    fn incomplete(&self) -> Vec<String> {
        let mut by_reason: Vec<(String, Vec<String>)> = Vec::new();
        for answer in &self.setup.seeds.answers {
            let why = match &answer.found {
                Ok(warnings) if warnings.is_empty() => continue,
                Ok(warnings) => warnings.join(" "),
                Err(why) => why.clone(),
            };
            let title = self.catalog.provider_title(&answer.provider);
            match by_reason.iter_mut().find(|(known, _)| *known == why) {
                Some((_, titles)) => titles.push(title),
                None => by_reason.push((why, vec![title])),
            }
        }
        by_reason.into_iter().map(|(why, titles)| format!("{}: {why}", titles.join(", "))).collect()
    }

    /// Cancels a pending start: its query, seeds, source or providers have changed.
    pub fn leave_seeking(&mut self, field: &str) {
        let matters = matches!(field, "query" | "seeds" | "source" | "proxy" | "strategy" | "providers");
        if matters && self.start == Start::Seeking {
            self.apply_seeds(SeedsAction::Stop);
        }
        // The seeds were found automatically for another query, source or set of providers, so they no longer fit.
        if matches!(field, "query" | "source" | "providers") && self.setup.has_found_seeds() {
            self.setup.form.change(|form| form.scope.seeds.clear());
        }
    }
}
