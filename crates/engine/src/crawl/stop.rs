//! Stops a crawl at the person's request, and continues it.
//!
//! A stopped crawl keeps all of its state: the pages in flight return to the frontier, and a rescoring pass is completed. It accepts changes
//! but sends no request until the person continues it or raises its budget.

use super::Crawl;
use super::state::{State, UrlState};
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use types::report::{EndReason, Phase};
use types::url::ScopeRule;

impl Crawl {
    /// Ends the crawl at the person's request.
    pub(super) fn stop(&mut self) {
        if !matches!(self.state.phase, Phase::Ended(_)) {
            self.return_in_flight();
            self.end(EndReason::Stopped);
        }
    }

    /// Returns the pages in flight to the frontier. Their hosts are delayed as after any fetch, since they may have received the requests.
    /// A robots.txt file in flight is requested again when the crawl continues.
    ///
    /// The strategy gets no notice, as with a retry: it finds the pages in the frontier again.
    fn return_in_flight(&mut self) {
        let mut pages = Vec::new();
        for fetch in std::mem::take(&mut self.state.in_flight).into_values() {
            let elapsed = self.state.now.saturating_sub(fetch.since);
            // As a failure, an interrupted fetch may lengthen the host's delay but not shorten it.
            self.rest(&fetch, elapsed, true, None);
            let Some((id, entry)) = fetch.page else {
                continue;
            };
            match self.rule_against(id) {
                Some(rule) => self.exclude(&rule, id, entry),
                None => pages.push((id, entry)),
            }
        }
        self.queue_first(pages);
        self.apply_strategy_requests();
    }

    /// Returns the rule that has excluded a page since it was requested. Rules do not apply to examples.
    fn rule_against(&self, id: UrlId) -> Option<ScopeRule> {
        let url = self.state.urls.url(id);
        let rules = &self.plan.plan.scope.deny;
        let rule = rules.iter().find(|rule| rule.covers(url));
        rule.filter(|_| !self.is_preparing()).cloned()
    }

    /// Queues pages ahead of the entries with the same priority, which arrived later or whose hosts were not ready.
    fn queue_first(&mut self, pages: Vec<(UrlId, FrontierEntry)>) {
        let equals = |other: &FrontierEntry| pages.iter().any(|(_, page)| is_equal(page, other));
        let all = self.state.frontier.by_arrival().into_iter();
        let later: Vec<UrlId> = all
            .filter(|(_, entry)| equals(entry))
            .map(|(id, _)| id)
            .collect();
        let State {
            frontier, rerank, ..
        } = &mut self.state;
        if let Some(pass) = rerank {
            for (id, _) in &pages {
                pass.keep_score(*id);
            }
        }
        let later: Vec<_> = later
            .into_iter()
            .filter_map(|id| Some((id, frontier.drop(id)?)))
            .collect();
        for (id, entry) in pages.into_iter().chain(later) {
            self.push(id, entry);
        }
    }

    /// Continues a stopped crawl from the phase in which it was stopped, unless its budget is spent.
    pub(super) fn continue_stopped(&mut self) {
        if self.budget_spent() {
            return;
        }
        let training = &self.state.training;
        let has_examples = !training.examples.is_empty() || training.progress.is_some();
        if self.has_seeds() {
            self.state.phase = Phase::Running;
        } else if self.is_preparing() && has_examples {
            self.state.phase = Phase::Preparing;
        } else {
            self.state.phase = Phase::New;
            self.begin();
        }
    }

    /// Returns true once the seeds were queued, which follows the training.
    pub(super) fn has_seeds(&self) -> bool {
        let is_known = |seed| {
            let id = self.state.urls.find(seed);
            id.is_some_and(|id| self.state.url_state(id) != UrlState::Met)
        };
        let has_pages = !self.state.results.pages.is_empty();
        !self.is_preparing() && (has_pages || self.plan.seeds.iter().any(is_known))
    }
}

/// Returns true if only the order of arrival decides between two entries.
fn is_equal(one: &FrontierEntry, two: &FrontierEntry) -> bool {
    one.priority_reason().is_some() == two.priority_reason().is_some()
        && one.priority().total_cmp(&two.priority()).is_eq()
        && one.score.second.total_cmp(&two.score.second).is_eq()
}
