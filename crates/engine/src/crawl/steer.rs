//! Applies the changes that a person makes while the crawl runs or after its end. An impossible change has no effect,
//! so that a journal with one in it can still be replayed.

use super::Crawl;
use super::changes::FrontierBefore;
use super::checked_plan::CheckedPlan;
use super::page_cache::CachedPage;
use super::relevance::MeaningSimilarity;
use super::rerank::{EvictedLinks, RerankPass};
use super::state::UrlState;
use crate::count;
use crate::event::Step;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::strategy::{self, RestartMode, Strategy, UrlChange};
use crate::text::{Analyzer, TextOptions};
use types::limits;
use types::report::{EndReason, Millis, Notification, PageClass, Phase};
use types::steering::{Steering, SteeringError};
use types::url::{CanonicalUrl, ScopeRule};

/// The effect of a change.
pub(super) struct SteeringEffect {
    /// The change; a word in it has the spelling that the crawl already uses.
    pub(super) steering: Steering,
    /// The plan after the change.
    pub(super) plan: CheckedPlan,
    /// The strategy of that plan.
    pub(super) replaced: ReplacedStrategy,
}

/// A strategy that replaces the previous one. A crawl that is resumed with the changed plan has the same.
pub(super) struct ReplacedStrategy {
    pub(super) strategy: Box<dyn Strategy>,
    /// `None` if the scores stay valid; otherwise whether the strategy has seen none of the crawl's pages.
    pub(super) rescores: Option<bool>,
}

impl Crawl {
    /// Changes the crawl as [`crate::event::EventKind::Steered`] does, at a time in milliseconds since 1970.
    ///
    /// # Errors
    /// Returns the reason if the change is impossible. The crawl is then unchanged.
    pub fn steer(&mut self, now: Millis, steering: &Steering) -> Result<Step, SteeringError> {
        let effect = self.effect(steering)?;
        self.set_time(now);
        self.apply_effect(effect);
        Ok(self.finish_step())
    }

    /// Returns the effect of a change, or why it is impossible. Does not modify the crawl.
    pub(super) fn effect(&self, steering: &Steering) -> Result<SteeringEffect, SteeringError> {
        if !self.can_be_steered() {
            return Err(SteeringError::NotRunning);
        }
        let steering = self.spelled(steering);
        match &steering {
            Steering::Judged { url, .. } => self.check_page(url)?,
            Steering::Word { word, weight } => check_word(word, *weight)?,
            Steering::Seeds(seeds) if seeds.is_empty() => return Err(SteeringError::NoSeeds),
            Steering::Drop(rule) => self.check_rule(rule, false)?,
            Steering::Unreadable(..) | Steering::SpareSeed(_) => return Err(SteeringError::Automatic),
            Steering::Admit(rule) => self.check_rule(rule, true)?,
            Steering::Strategy(spec) => self.check_strategy(&spec.id)?,
            Steering::Budget(pages) => self.check_budget(*pages)?,
            Steering::Seeds(_) | Steering::FoundSeeds { .. } | Steering::Speed(_) => {}
        }
        let plan = self.changed(&steering)?;
        let replaced = match steering {
            Steering::Seeds(_)
            | Steering::FoundSeeds { .. }
            | Steering::Budget(_)
            | Steering::Speed(_)
            | Steering::Drop(_) => {
                ReplacedStrategy { strategy: self.with_learned_state(plan.strategy(), &plan)?, rescores: None }
            }
            _ => self.replaced(&plan)?,
        };
        Ok(SteeringEffect { steering, plan, replaced })
    }

    /// Returns the change with its word as the query or an earlier change spells it, so that no word counts twice.
    fn spelled(&self, steering: &Steering) -> Steering {
        let Steering::Word { word, weight } = steering else {
            return steering.clone();
        };
        let mut analyzer = Analyzer::new(TextOptions { stemming: self.plan.plan.stemming, ..TextOptions::default() });
        let mut terms = |text: &str| {
            let mut terms: Vec<String> = Vec::new();
            analyzer.tokens(text, None, |token| terms.push(token.term.to_owned()));
            terms
        };
        let new = terms(word);
        let excluded = self.plan.plan.excluded.iter().map(String::as_str);
        let mut known = self.topic.words().chain(excluded);
        let known = known.find(|known| terms(known) == new);
        Steering::Word { word: known.unwrap_or(word).to_owned(), weight: *weight }
    }

    /// Returns all changes so far, each with the number of pages done before it.
    pub fn steered(&self) -> &[(u32, Steering)] {
        &self.state.changes.steered
    }

    /// Returns true from the first seed on, except after an end for which no crawl exists to change.
    fn can_be_steered(&self) -> bool {
        match self.state.phase {
            Phase::Running => true,
            Phase::Paused => !self.is_preparing(),
            Phase::Ended(EndReason::Stopped) => self.has_seeds(),
            Phase::Ended(reason) => reason.can_continue(),
            Phase::New | Phase::Preparing | Phase::Prepared => false,
        }
    }

    /// Rejects strategies that train on examples first, since that happens before a crawl.
    fn check_strategy(&self, id: &str) -> Result<(), SteeringError> {
        let other = strategy::find(id).filter(|entry| entry.id != self.plan.entry.id);
        match other.filter(|entry| entry.needs.training()) {
            Some(entry) => Err(SteeringError::NeedsExamples(entry.title.to_owned())),
            None => Ok(()),
        }
    }

    fn check_budget(&self, pages: u32) -> Result<(), SteeringError> {
        let done = self.state.results.counted(&self.plan.plan);
        let is_over = matches!(self.state.phase, Phase::Ended(_));
        if is_over && pages <= done {
            return Err(SteeringError::BudgetTooSmall(done as usize));
        }
        Ok(())
    }

    /// Checks that a rule to add is absent, and that a rule to remove is present.
    fn check_rule(&self, rule: &ScopeRule, wanted: bool) -> Result<(), SteeringError> {
        let is_there = self.plan.plan.scope.deny.contains(rule);
        let rule = rule.to_string();
        (is_there == wanted).then_some(()).ok_or(SteeringError::Rule { rule, is_there })
    }

    fn check_page(&self, url: &CanonicalUrl) -> Result<(), SteeringError> {
        let id = self.state.urls.find(url);
        let record = id.and_then(|id| self.state.record_at(id));
        let was_read = record.is_some_and(|record| record.outcome.is_read());
        was_read.then_some(()).ok_or_else(|| SteeringError::NotRead(url.clone()))
    }

    /// Returns the plan after a change.
    fn changed(&self, steering: &Steering) -> Result<CheckedPlan, SteeringError> {
        let mut plan = self.plan.plan.clone();
        // Strategies that need a lexicon take their words from the plan.
        steering.apply(&mut plan, self.plan.entry.needs.lexicon);
        CheckedPlan::new(plan, &self.plan.assets).map_err(SteeringError::Plan)
    }

    /// Returns the strategy of a changed plan. It keeps the learned state if the strategy is the same.
    fn replaced(&self, plan: &CheckedPlan) -> Result<ReplacedStrategy, SteeringError> {
        let has_learned = plan.entry.needs.training();
        let mut strategy = plan.strategy();
        let is_another = plan.entry.id != self.plan.entry.id;
        if is_another || strategy.restart() == RestartMode::Replay {
            return Ok(ReplacedStrategy { strategy, rescores: Some(true) });
        }
        let mut trained_otherwise = plan.settings.trained_otherwise(&self.plan.settings);
        if let Some(param) = trained_otherwise.next().filter(|_| has_learned) {
            return Err(SteeringError::TrainingOnly(param.name.to_owned()));
        }
        let mut strategy = self.with_learned_state(strategy, plan)?;
        let is_new = strategy.restart() == RestartMode::ReplayTrained;
        Ok(ReplacedStrategy { strategy, rescores: Some(is_new) })
    }

    /// Restores the current strategy's state into the strategy of a changed plan.
    fn with_learned_state(
        &self,
        mut strategy: Box<dyn Strategy>,
        plan: &CheckedPlan,
    ) -> Result<Box<dyn Strategy>, SteeringError> {
        // A strategy's saved state is valid under other settings, unless these forbid it.
        if strategy.restore(&self.strategy.save()) {
            Ok(strategy)
        } else {
            Err(SteeringError::NeedsExamples(plan.entry.title.to_owned()))
        }
    }

    /// Applies a checked change.
    pub(super) fn apply_effect(&mut self, effect: SteeringEffect) {
        let SteeringEffect { steering, plan, replaced } = effect;
        let mut before = FrontierBefore::from(&self.state.frontier);
        let budget = self.plan.plan.pages;
        if self.plan.plan.excluded != plan.plan.excluded {
            self.meaning = MeaningSimilarity::default();
        }
        self.plan = plan;
        self.strategy = replaced.strategy;
        match &steering {
            Steering::Judged { url, good } => self.apply_judgment(url, *good),
            Steering::Word { word, weight } => self.topic.weigh(word, *weight),
            Steering::Drop(rule) | Steering::Unreadable(rule, _) => self.leave_out(rule),
            Steering::Admit(rule) => {
                self.state.hosts.readmit(rule, &self.state.urls);
                self.admit(rule);
            }
            Steering::Seeds(seeds) => {
                for seed in seeds {
                    self.queue_seed(seed);
                }
            }
            Steering::FoundSeeds { seeds, .. } => self.add_found_seeds(seeds),
            Steering::SpareSeed(_) | Steering::Strategy(_) | Steering::Budget(_) | Steering::Speed(_) => {}
        }
        before.count_change(&self.state.frontier);
        let is_word = matches!(steering, Steering::Word { .. });
        self.note_change(steering);
        self.replace_lost_seeds();
        if is_word {
            let spellings = self.excluded_spellings();
            self.step.notifications.push(Notification::Excluded(spellings));
        }
        match replaced.rescores {
            Some(is_new) => {
                self.state.frontier.forget_picks();
                self.state.rerank = Some(RerankPass::new(self.state.rerankable(), is_new, before));
            }
            // A pass under way reports the effect of both changes at its end.
            None if self.state.rerank.is_none() => self.report_change(&before),
            None => {}
        }
        self.reopen(budget);
    }

    /// Records and reports a change.
    pub(super) fn note_change(&mut self, steering: Steering) {
        let done = self.state.results.done();
        self.state.changes.steered.push((done, steering.clone()));
        self.step.notifications.push(Notification::Steered(done, Box::new(steering)));
    }

    /// Reports the effect of a change that leaves all scores.
    pub(super) fn report_change(&mut self, before: &FrontierBefore) {
        let change = before.change(&self.state.frontier, 0);
        self.step.notifications.push(Notification::FrontierChanged(change));
    }

    /// Excludes a host without content, unless the rule would cover pages with content under another scheme or port.
    /// The person can undo it as any other exclusion.
    pub(super) fn exclude_unreadable_host(&mut self, page: UrlId, class: PageClass) {
        let rule = ScopeRule::host_of(self.state.urls.url(page));
        let has_content = self.state.hosts.has_content(&rule, &self.state.urls);
        if has_content || self.plan.plan.scope.deny.contains(&rule) {
            return;
        }
        let mut before = FrontierBefore::from(&self.state.frontier);
        self.plan.plan.scope.deny.push(rule.clone());
        self.leave_out(&rule);
        before.count_change(&self.state.frontier);
        self.note_change(Steering::Unreadable(rule, class));
        self.report_change(&before);
    }

    /// Returns the spellings in which the excluded words are marked in the snippets of all pages so far, in lower case.
    pub fn excluded_spellings(&self) -> Vec<String> {
        self.state.changes.excluded_spellings(self.pages(), self.plan.plan.stemming)
    }

    /// Continues an ended crawl if the change left something to fetch. A stopped crawl only continues if its budget
    /// grew; `budget` is the earlier one.
    fn reopen(&mut self, budget: u32) {
        let may_continue = match self.state.phase {
            Phase::Ended(EndReason::Stopped) => self.plan.plan.pages > budget,
            phase => matches!(phase, Phase::Ended(_)),
        };
        if may_continue && !self.budget_spent() && !self.state.frontier.is_empty() {
            self.state.phase = Phase::Running;
        }
    }

    /// Updates the topic and the strategy with a judgment, which learn from the main text of the page.
    fn apply_judgment(&mut self, url: &CanonicalUrl, good: Option<bool>) {
        let Some(id) = self.state.urls.find(url) else {
            return;
        };
        let Some(page) = self.cached_page(id, &EvictedLinks::new()).map(CachedPage::main_text) else {
            return;
        };
        let vector = self.vectorizer.weigh(&page.counts);
        self.topic.judge(url, &vector, good);
        let document = page.document(&self.state.urls);
        self.with_cached_page(id, &page, &document, |strategy, _, page, _| {
            strategy.on_judgment(page, good);
        });
    }

    /// Removes the frontier's URLs that a rule covers. They return when the rule is removed.
    fn leave_out(&mut self, rule: &ScopeRule) {
        let queued = self.state.frontier.all().map(|(id, _)| id);
        let covered: Vec<_> = queued.filter(|id| rule.covers(self.state.urls.url(*id))).collect();
        for id in covered {
            if let Some(entry) = self.state.frontier.drop(id) {
                self.exclude(rule, id, entry);
            }
        }
        self.apply_strategy_requests();
    }

    /// Refuses an entry that has left the frontier, for as long as a rule holds.
    pub(super) fn exclude(&mut self, rule: &ScopeRule, id: UrlId, entry: FrontierEntry) {
        self.set_aside(rule, id, entry);
        self.strategy.on_url_change(UrlChange::Dropped(id));
    }

    fn set_aside(&mut self, rule: &ScopeRule, id: UrlId, entry: FrontierEntry) {
        self.state.changes.left_out.push((rule.clone(), id, entry));
        let reason = format!("excluded by {rule}");
        self.state.refuse(id, LEFT_OUT, reason, &mut self.step);
    }

    /// Resets refused URLs that the rule covers, so that further links to them count.
    fn unrefuse(&mut self, rule: &ScopeRule) {
        for at in 0..count(self.state.url_states.len()) {
            let id = UrlId(at);
            let is_refused = self.state.url_state(id) == UrlState::Refused && !self.state.documents.has(id);
            if is_refused && rule.covers(self.state.urls.url(id)) {
                self.state.set_url_state(id, UrlState::Met);
            }
        }
    }

    /// Returns the entries that a removed rule had excluded to the frontier.
    fn admit(&mut self, rule: &ScopeRule) {
        let back = self.state.changes.take_left_out(rule);
        let refused = self.state.results.refusals.entry(LEFT_OUT.to_owned()).or_default();
        *refused = refused.saturating_sub(count(back.len()));
        self.unrefuse(rule);
        for (id, entry) in back {
            // If another rule excludes it too, it stays excluded by that rule.
            let denied = &self.plan.plan.scope.deny;
            let url = self.state.urls.url(id);
            if let Some(other) = denied.iter().find(|other| other.covers(url)).cloned() {
                self.set_aside(&other, id, entry);
                continue;
            }
            self.state.set_url_state(id, UrlState::Met);
            self.push(id, entry);
        }
    }
}

/// The code of a refusal by a rule that the person added.
pub const LEFT_OUT: &str = "left-out";

fn check_word(word: &str, weight: f64) -> Result<(), SteeringError> {
    if word.chars().count() > limits::WORD_CHARS {
        return Err(SteeringError::WordTooLong);
    }
    if !(0.0..=limits::WORD_WEIGHT_MAX).contains(&weight) {
        return Err(SteeringError::Weight(weight));
    }
    let mut words = 0;
    Analyzer::new(TextOptions::default()).tokens(word, None, |_| words += 1);
    if words == 0 {
        return Err(SteeringError::OnlyCommonWords(word.to_owned()));
    }
    Ok(())
}
