//! Carrying out what a person changes while the crawl runs. A change that cannot be made changes nothing, so that a journal with one in
//! it can still be replayed.

use super::Crawl;
use super::checked_plan::CheckedPlan;
use super::rerank::Orphans;
use super::state::UrlState;
use crate::count;
use crate::event::Step;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::strategy::{self, StartOver, Strategy, UrlChange};
use crate::text::{Analyzer, TextOptions};
use types::limits;
use types::report::{Millis, Note, Phase};
use types::steering::{Steering, SteeringError};
use types::url::{CanonicalUrl, ScopeRule};

/// The effect of a change.
pub(super) struct Effect {
    /// The change, its word in the spelling in which the crawl knows it.
    pub(super) steering: Steering,
    /// The plan after it.
    pub(super) plan: CheckedPlan,
    /// The strategy of that plan.
    pub(super) remade: Remade,
}

/// A strategy that takes the place of the one before it: the one that a crawl has that is taken up with this plan.
pub(super) struct Remade {
    pub(super) strategy: Box<dyn Strategy>,
    /// Whether it has seen nothing of the crawl, where what waits is to be scored again.
    pub(super) rescores: Option<bool>,
}

impl Crawl {
    /// Changes the crawl as [`crate::event::EventKind::Steered`] does, at a time in milliseconds since 1970.
    ///
    /// # Errors
    /// Why the change is impossible. The crawl is then as it was.
    pub fn steer(&mut self, now: Millis, steering: &Steering) -> Result<Step, SteeringError> {
        let effect = self.effect(steering)?;
        self.set_time(now);
        self.carry_out(effect);
        Ok(self.finish_step())
    }

    /// Returns the effect of a change, or why it is impossible. The crawl is not modified.
    pub(super) fn effect(&self, steering: &Steering) -> Result<Effect, SteeringError> {
        if !self.can_be_steered() {
            return Err(SteeringError::NotRunning);
        }
        let steering = self.spelled(steering);
        match &steering {
            Steering::Judged { url, .. } => self.consider_page(url)?,
            Steering::Word { word, weight } => consider_word(word, *weight)?,
            Steering::Seeds(seeds) if seeds.is_empty() => return Err(SteeringError::NoSeeds),
            Steering::Drop(rule) => self.consider_rule(rule, false)?,
            Steering::Admit(rule) => self.consider_rule(rule, true)?,
            Steering::Strategy(spec) => self.consider_strategy(&spec.id)?,
            Steering::Budget(pages) => self.consider_budget(*pages)?,
            Steering::Seeds(_) => {}
        }
        let plan = self.changed(&steering)?;
        let remade = match steering {
            Steering::Seeds(_) | Steering::Budget(_) | Steering::Drop(_) => Remade {
                strategy: self.knowing(plan.strategy(), &plan)?,
                rescores: None,
            },
            _ => self.remade(&plan)?,
        };
        Ok(Effect {
            steering,
            plan,
            remade,
        })
    }

    /// Applies a change to the known form of a word: if the query has it, or it was boosted or excluded before, in another spelling or form. People
    /// find it again where they left it, and nothing counts twice.
    fn spelled(&self, steering: &Steering) -> Steering {
        let Steering::Word { word, weight } = steering else {
            return steering.clone();
        };
        let mut analyzer = Analyzer::new(TextOptions {
            stemming: self.plan.plan.stemming,
            ..TextOptions::default()
        });
        let mut terms = |text: &str| {
            let mut terms: Vec<String> = Vec::new();
            analyzer.tokens(text, None, |token| terms.push(token.term.to_owned()));
            terms
        };
        let new = terms(word);
        let excluded = self.plan.plan.excluded.iter().map(String::as_str);
        let mut known = self.topic.words().chain(excluded);
        let known = known.find(|known| terms(known) == new);
        Steering::Word {
            word: known.unwrap_or(word).to_owned(),
            weight: *weight,
        }
    }

    /// Returns all changes so far, each with the pages that were done by then.
    pub fn steered(&self) -> &[(u32, Steering)] {
        &self.state.changes.steered
    }

    /// While the crawl runs or pauses, and after an end that a change may undo.
    fn can_be_steered(&self) -> bool {
        match self.state.phase {
            Phase::Running => true,
            Phase::Paused => !self.is_preparing(),
            Phase::Ended(reason) => reason.can_go_on(),
            Phase::New | Phase::Preparing | Phase::Prepared => false,
        }
    }

    /// Rejects strategies that train on examples first, since that happens before a crawl.
    fn consider_strategy(&self, id: &str) -> Result<(), SteeringError> {
        let other = strategy::find(id).filter(|entry| entry.id != self.plan.entry.id);
        let learns = |entry: &&strategy::Entry| entry.needs.trails || entry.needs.taxonomy;
        match other.filter(learns) {
            Some(entry) => Err(SteeringError::NeedsExamples(entry.title.to_owned())),
            None => Ok(()),
        }
    }

    fn consider_budget(&self, pages: u32) -> Result<(), SteeringError> {
        let done = self.state.results.pages.len();
        let is_over = matches!(self.state.phase, Phase::Ended(_));
        if is_over && pages as usize <= done {
            return Err(SteeringError::Spent(done));
        }
        Ok(())
    }

    /// A rule can be added once, and taken back while it is there.
    fn consider_rule(&self, rule: &ScopeRule, wanted: bool) -> Result<(), SteeringError> {
        let is_there = self.plan.plan.scope.deny.contains(rule);
        let rule = rule.to_string();
        (is_there == wanted)
            .then_some(())
            .ok_or(SteeringError::Rule { rule, is_there })
    }

    fn consider_page(&self, url: &CanonicalUrl) -> Result<(), SteeringError> {
        let id = self.state.urls.find(url);
        let record = id.and_then(|id| self.state.record_at(id));
        let was_read = record.is_some_and(|record| record.outcome.is_read());
        was_read
            .then_some(())
            .ok_or_else(|| SteeringError::NotRead(url.clone()))
    }

    /// Returns the plan after a change.
    fn changed(&self, steering: &Steering) -> Result<CheckedPlan, SteeringError> {
        let mut plan = self.plan.plan.clone();
        // Strategies that take words from a lexicon take them from the plan.
        steering.apply(&mut plan, self.plan.entry.needs.lexicon);
        CheckedPlan::new(plan, &self.plan.assets).map_err(SteeringError::Plan)
    }

    /// Returns the strategy of a changed plan: with what the one before it learned, where it is the same.
    fn remade(&self, plan: &CheckedPlan) -> Result<Remade, SteeringError> {
        let needs = plan.entry.needs;
        let has_learned = needs.trails || needs.taxonomy;
        let mut strategy = plan.strategy();
        let is_another = plan.entry.id != self.plan.entry.id;
        if is_another || strategy.start_over() == StartOver::Anew {
            return Ok(Remade {
                strategy,
                rescores: Some(true),
            });
        }
        if let Some(param) = self.learned_param(plan).filter(|_| has_learned) {
            return Err(SteeringError::Learned(param));
        }
        let mut strategy = self.knowing(strategy, plan)?;
        let is_new = strategy.start_over() == StartOver::Forgot;
        Ok(Remade {
            strategy,
            rescores: Some(is_new),
        })
    }

    /// Returns the strategy of a changed plan, with all that the one before it knew, as where a crawl is taken up.
    fn knowing(
        &self,
        mut strategy: Box<dyn Strategy>,
        plan: &CheckedPlan,
    ) -> Result<Box<dyn Strategy>, SteeringError> {
        // Its saved state fits itself under other settings, unless these say otherwise.
        if strategy.restore(&self.strategy.save()) {
            Ok(strategy)
        } else {
            Err(SteeringError::NeedsExamples(plan.entry.title.to_owned()))
        }
    }

    /// Returns a parameter that is another one than before and counts when examples are learned from.
    fn learned_param(&self, plan: &CheckedPlan) -> Option<String> {
        let mut differ = plan.settings.differ(&self.plan.settings);
        let changed = differ.find(|param| !param.is_live);
        changed.map(|param| param.name.to_owned())
    }

    /// Makes a change whose effect is known.
    pub(super) fn carry_out(&mut self, effect: Effect) {
        let Effect {
            steering,
            plan,
            remade,
        } = effect;
        self.plan = plan;
        self.strategy = remade.strategy;
        match &steering {
            Steering::Judged { url, good } => self.take_judgment(url, *good),
            Steering::Word { word, weight } => self.topic.weigh(word, *weight),
            Steering::Drop(rule) => self.leave_out(rule),
            Steering::Admit(rule) => self.admit(rule),
            Steering::Seeds(seeds) => seeds.iter().for_each(|seed| self.queue_seed(seed)),
            Steering::Strategy(_) | Steering::Budget(_) => {}
        }
        if let Some(is_new) = remade.rescores {
            self.rerank(is_new);
        }
        self.revive();
        let done = count(self.state.results.pages.len());
        self.state.changes.steered.push((done, steering.clone()));
        self.step
            .notes
            .push(Note::Steered(done, Box::new(steering)));
    }

    /// A crawl that ended goes on where there is something to do again.
    fn revive(&mut self) {
        let is_over = matches!(self.state.phase, Phase::Ended(_));
        if is_over && !self.budget_spent() && !self.state.frontier.is_empty() {
            self.state.phase = Phase::Running;
        }
    }

    /// Moves the topic, and tells the strategy.
    fn take_judgment(&mut self, url: &CanonicalUrl, good: Option<bool>) {
        let Some(id) = self.state.urls.find(url) else {
            return;
        };
        let Some(page) = self.remembered(id, &Orphans::new()) else {
            return;
        };
        let vector = self.vectorizer.weigh(&page.counts);
        self.topic.judge(url, &vector, good);
        let document = page.document(&self.state.urls);
        self.judge_again(id, &page, &document, |strategy, _, page, _| {
            strategy.on_judgment(page, good);
        });
    }

    /// Takes what a rule covers out of the frontier; it comes back where the rule is taken back.
    fn leave_out(&mut self, rule: &ScopeRule) {
        let waiting = self.state.frontier.all().map(|(id, _)| id);
        let covered: Vec<_> = waiting
            .filter(|id| rule.covers(self.state.urls.url(*id)))
            .collect();
        for id in covered {
            if let Some(waiting) = self.state.frontier.drop(id) {
                self.put_aside(rule, id, waiting);
                self.strategy.on_url_change(UrlChange::Dropped(id));
            }
        }
        self.obey_strategy();
    }

    /// Refuses what waited, for as long as a rule holds.
    fn put_aside(&mut self, rule: &ScopeRule, id: UrlId, waiting: FrontierEntry) {
        self.state
            .changes
            .left_out
            .push((rule.clone(), id, waiting));
        let reason = format!("excluded by {rule}");
        self.state.refuse(id, LEFT_OUT, reason, &mut self.step);
    }

    /// Allows refused URLs that the rule covers to be found again, through links of pages read since the rule came.
    fn pardon(&mut self, rule: &ScopeRule) {
        for at in 0..count(self.state.url_states.len()) {
            let id = UrlId(at);
            if self.state.url_state(id) == UrlState::Refused && rule.covers(self.state.urls.url(id))
            {
                self.state.set_url_state(id, UrlState::Met);
            }
        }
    }

    /// Lets what a rule covered wait again.
    fn admit(&mut self, rule: &ScopeRule) {
        let all = std::mem::take(&mut self.state.changes.left_out);
        let (back, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|(of, ..)| of == rule);
        self.state.changes.left_out = rest;
        let refused = self
            .state
            .results
            .refusals
            .entry(LEFT_OUT.to_owned())
            .or_default();
        *refused = refused.saturating_sub(count(back.len()));
        self.pardon(rule);
        for (_, id, waiting) in back {
            // Another rule may leave it out as well: then it stays out by that one.
            let denied = &self.plan.plan.scope.deny;
            let url = self.state.urls.url(id);
            if let Some(other) = denied.iter().find(|other| other.covers(url)).cloned() {
                self.put_aside(&other, id, waiting);
                continue;
            }
            self.state.set_url_state(id, UrlState::Met);
            self.push(id, waiting);
        }
    }
}

/// The code of a refusal by a rule that the person added.
const LEFT_OUT: &str = "left-out";

fn consider_word(word: &str, weight: f64) -> Result<(), SteeringError> {
    if word.chars().count() > limits::WORD_CHARS {
        return Err(SteeringError::WordTooLong);
    }
    if !(0.0..=limits::WORD_WEIGHT_MAX).contains(&weight) {
        return Err(SteeringError::Weight(weight));
    }
    let mut words = 0;
    Analyzer::new(TextOptions::default()).tokens(word, None, |_| words += 1);
    if words == 0 {
        return Err(SteeringError::NoWord(word.to_owned()));
    }
    Ok(())
}
