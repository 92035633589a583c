//! Starts a crawl without seeds: waits for the search, then continues or reports the reason that it cannot.

use super::{PendingSeeds, SeedFinder, SeedsAction};
use crate::State;
use crate::catalog::Catalog;
use crate::form::{Form, problem};
use crate::starting::Start;
use protocol::seeds::{SeedSearch, SeedsEvent, SeedsRequest};
use protocol::{SourceKind, ToWorker};
use types::count;
use types::limits::{SEED_SPARES, SEED_STARTS};
use types::seeds::FoundSeed;
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
            SeedsAction::Find(search, file) => self.search_seeds(*search, file, false),
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

    /// Starts a search, in a file if the provider needs one. A crawl starts with its results if it is `for_start`.
    pub(crate) fn search_seeds(&mut self, search: SeedSearch, file: Option<Blob>, for_start: bool) {
        self.stop_search();
        let number = self.setup.seeds.number + 1;
        let seed_search = Box::new(SeedSearch { number, ..search });
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

    /// Handles the results of a provider; the last one continues a pending start.
    pub fn on_seeds_message(&mut self, event: SeedsEvent) {
        let over = self.setup.seeds.change(|search| search.on_message(event));
        if let Some(waits) = over {
            self.send(ToWorker::Seeds(SeedsRequest::Stop));
            if waits.for_start && self.start == Start::Seeking {
                self.start_at_found();
            }
        }
    }

    fn start_at_found(&mut self) {
        let incomplete = self.incomplete();
        let best = self.setup.seeds.found.iter().take(SEED_STARTS + SEED_SPARES);
        let started: Vec<FoundSeed> = best.cloned().collect();
        if started.is_empty() {
            let sentences = [NOTHING.to_owned()].into_iter().chain(incomplete);
            let problems = sentences.map(|sentence| problem("seeds", sentence));
            let problems = problems.collect();
            // The field shows the problem, and the panel offers the other providers.
            self.setup.seeds.change(|search| {
                search.answers.clear();
                search.is_open = true;
            });
            return self.refuse(problems);
        }
        let lines: Vec<&str> = started.iter().take(SEED_STARTS).map(|found| found.seed.url.as_str()).collect();
        let text = lines.join("\n");
        self.setup.form.change(|form| form.scope.seeds = text);
        self.setup.seeds.change(|search| {
            search.started = started;
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
