//! Steers the crawl and continues it: parses typed text, loads the assets of a change, and reports what is impossible.
//!
//! The change itself is an event of the crawl ([`Driver::steer`]).

use super::start::LateStrategy;
use super::{CrawlService, foreign_seeds, problem};
use crate::crawl::driver::Driver;
use engine::strategy;
use protocol::steer::{CONTINUE, Change, SteeringRejected, StrategyPreview};
use protocol::{Problem, ToPage};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::limits::PREVIEW_URLS;
use types::plan::PlanError;
use types::report::Candidate;
use types::spec::StrategySpec;
use types::steering::{Steering, SteeringError};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// The number of URLs in a preview.
const PREVIEWED: usize = 10;

/// The problems of a change, by field.
type Refusal = Vec<Problem>;

impl CrawlService {
    /// Changes the crawl, or reports the reason that it cannot be changed.
    pub(crate) fn steer(self: &Rc<Self>, change: Change) {
        if matches!(change, Change::Strategy(_)) {
            self.late_strategy.take();
        }
        let service = Rc::clone(self);
        self.when_equipped(change, move |driver, change| service.apply(driver, change));
    }

    /// Makes a change whose assets are loaded.
    fn apply(&self, driver: &Rc<Driver>, change: &Change) -> Result<(), Refusal> {
        let steering = self.read_for(driver, change)?;
        if driver.crawl_has_ended() && may_continue(&steering) {
            self.check_source_of(driver)?;
        }
        if matches!(change, Change::Strategy(_)) {
            driver.set_lacking(None);
        }
        driver.steer(steering, || self.context.fetcher(&self.source.borrow())).map_err(|error| refusal(change, &error))
    }

    /// Resumes the crawl after a pause, or continues one that the person stopped, unless its source is gone.
    pub(crate) fn resume(&self) {
        let Some(driver) = self.context.driver() else {
            return;
        };
        if !driver.is_stopped() {
            return driver.resume();
        }
        match self.check_source_of(&driver) {
            Ok(()) => driver.continue_stopped(self.context.fetcher(&self.source.borrow())),
            Err(problems) => {
                let pages = driver.with_plan(|plan| plan.pages);
                self.send_refusal(Change::Budget(pages), problems);
            }
        }
    }

    /// Tells the page which strategy the crawl lacks, if it lacks one.
    pub(super) fn send_late_strategy(&self, driver: &Driver) {
        if let Some(late) = &*self.late_strategy.borrow() {
            self.context.send(&ToPage::StrategyLate {
                now: driver.with_plan(|plan| plan.strategy.clone()),
                late: late.spec.clone(),
                problem: late.problem.clone(),
            });
        }
    }

    /// Switches to the strategy that the crawl lacks as soon as it is loaded. A crawl that has ended until then keeps
    /// its strategy, unless the person stopped it and may continue it.
    pub(super) fn switch_when_loaded(self: &Rc<Self>, driver: &Rc<Driver>) {
        let spec = match &*self.late_strategy.borrow() {
            Some(late) if late.problem.is_none() => late.spec.clone(),
            _ => return,
        };
        let (service, driver) = (Rc::clone(self), Rc::clone(driver));
        spawn_local(async move {
            let loaded = service.context.load_available(&spec).await;
            // The person may have chosen another strategy or another crawl in the meantime.
            let is_wanted = service.late_strategy.borrow().is_some() && service.is_here(&driver);
            if !is_wanted || driver.has_finished() {
                return;
            }
            let problem = match loaded {
                Ok(loaded) => {
                    if driver.with_plan(|plan| plan.strategy != loaded.spec) {
                        service.steer(Change::Strategy(loaded.spec.clone()));
                    }
                    loaded.problem()
                }
                Err(reason) => Some(reason),
            };
            if problem.is_some() {
                driver.set_lacking(Some(&spec));
                let late = LateStrategy { spec, problem };
                service.late_strategy.replace(Some(late));
                service.send_late_strategy(&driver);
            }
        });
    }

    /// Sends the URLs that another strategy would fetch next, or the reason that they cannot be determined.
    pub(crate) fn preview(self: &Rc<Self>, spec: StrategySpec) {
        let service = Rc::clone(self);
        let change = Change::Strategy(spec.clone());
        self.when_equipped(change, move |driver, change| {
            let steering = service.read_for(driver, change)?;
            let (now, then) = driver.preview(&steering, PREVIEW_URLS).map_err(|error| refusal(change, &error))?;
            service.context.send(&ToPage::StrategyPreview(Box::new(StrategyPreview {
                spec,
                now: ranked(&now, &then),
                then: ranked(&then, &now),
            })));
            Ok(())
        });
    }

    /// Calls a function with the crawl as soon as the required assets are loaded. A refusal is reported.
    fn when_equipped(
        self: &Rc<Self>,
        change: Change,
        then: impl FnOnce(&Rc<Driver>, &Change) -> Result<(), Refusal> + 'static,
    ) {
        let Some(driver) = self.context.driver() else {
            let refusal = refusal(&change, &SteeringError::NotRunning);
            return self.send_refusal(change, refusal);
        };
        let spec = match &change {
            Change::Strategy(spec) if !self.context.has_assets(spec) => spec.clone(),
            _ => {
                driver.set_assets(self.context.assets());
                return then(&driver, &change).unwrap_or_else(|refusal| self.send_refusal(change, refusal));
            }
        };
        let service = Rc::clone(self);
        spawn_local(async move {
            match service.context.load_assets([&spec]).await {
                // Another crawl may have replaced this one in the meantime, to which the change does not apply.
                Ok(_) if !service.is_here(&driver) => {}
                Ok(_) => service.when_equipped(change, then),
                Err(sentence) => service.send_refusal(change, vec![problem("strategy", sentence)]),
            }
        });
    }

    fn is_here(&self, driver: &Rc<Driver>) -> bool {
        let here = self.context.driver();
        here.as_ref().is_some_and(|here| Rc::ptr_eq(here, driver))
    }

    fn send_refusal(&self, change: Change, problems: Refusal) {
        self.context.send(&ToPage::SteeringRejected(Box::new(SteeringRejected { change, problems })));
    }

    /// Parses a change, and checks whether the crawl has the pages of earlier crawls that a strategy needs. Only the
    /// worker knows these.
    fn read_for(&self, driver: &Driver, change: &Change) -> Result<Steering, Refusal> {
        if let Some(title) = lacking_past(driver, change) {
            let sentence = format!(
                "“{title}” needs pages of earlier crawls, loaded at the start of a crawl: start a new crawl with it"
            );
            return Err(vec![problem(change.field(), sentence)]);
        }
        Ok(match change.clone() {
            Change::Judged { url, good } => Steering::Judged { url, good },
            Change::Word { word, weight } => Steering::Word { word, weight },
            Change::Seeds(seeds) => Steering::Seeds(self.read_seeds(&seeds)?),
            Change::FoundSeeds { seeds, spares } => {
                Steering::FoundSeeds { seeds: self.read_seeds(&seeds)?, spares: self.read_seeds(&spares)? }
            }
            Change::Drop(rule) => Steering::Drop(scope_rule(&rule)?),
            Change::SpareSeed(_) => return Err(vec![problem(change.field(), SteeringError::Automatic.to_string())]),
            Change::Unreadable(rule, class) => Steering::Unreadable(scope_rule(&rule)?, class),
            Change::Admit(rule) => Steering::Admit(scope_rule(&rule)?),
            Change::Budget(pages) => Steering::Budget(pages),
            Change::Speed(speed) => Steering::Speed(speed),
            Change::Strategy(spec) => Steering::Strategy(spec),
        })
    }

    fn read_seeds(&self, seeds: &[String]) -> Result<Vec<CanonicalUrl>, Refusal> {
        let (mut read, mut problems) = (Vec::new(), Vec::new());
        for (at, seed) in seeds.iter().enumerate() {
            match CanonicalUrl::whole_from_person(seed) {
                Ok(url) if read.contains(&url) => {}
                Ok(url) => read.push(url),
                Err(wrong) => {
                    let error = PlanError::Seed { number: at + 1, problem: wrong };
                    problems.push(problem("seeds", error.to_string()));
                }
            }
        }
        let source = self.source.borrow();
        let foreign = foreign_seeds(&read, &source).into_iter();
        problems.extend(foreign.map(|sentence| problem("seeds", sentence)));
        if problems.is_empty() { Ok(read) } else { Err(problems) }
    }

    /// Checks the source of a crawl that has ended, because its recording may have been closed since.
    fn check_source_of(&self, driver: &Driver) -> Result<(), Refusal> {
        let source = self.source.borrow();
        let there = driver.with_plan(|plan| self.context.recording.check(plan, &source));
        there.map_err(|sentence| vec![problem(CONTINUE, sentence)])
    }
}

/// Returns true if a change may give work to a crawl that has ended. Other changes need no source.
fn may_continue(steering: &Steering) -> bool {
    !matches!(steering, Steering::Judged { .. } | Steering::Word { .. } | Steering::Drop(_))
}

/// Returns the title of a strategy to which the crawl cannot switch because it lacks pages of earlier crawls.
///
/// Those pages are only collected at the start of a crawl.
fn lacking_past(driver: &Driver, change: &Change) -> Option<&'static str> {
    let Change::Strategy(StrategySpec { id, .. }) = change else {
        return None;
    };
    let entry = strategy::find(id).filter(|entry| entry.needs.past)?;
    driver.with_plan(|plan| plan.strategy.id != entry.id && plan.past.is_empty()).then_some(entry.title)
}

fn scope_rule(text: &str) -> Result<types::url::ScopeRule, Refusal> {
    let text = text.trim();
    text.parse().map_err(|_| {
        let sentence = format!(
            "“{text}” is not a host or path: write example.org, *.example.org (with subdomains), \
            example.org/docs, or /login (on every host)"
        );
        vec![problem("rule", sentence)]
    })
}

/// Returns the problems of a change, each with its field.
fn refusal(change: &Change, error: &SteeringError) -> Refusal {
    match error {
        SteeringError::Plan(errors) => {
            let problems = errors.iter().map(|error| {
                let field = error.field();
                let is_param = field.starts_with("params.");
                problem(if is_param { &field } else { change.field() }, error.to_string())
            });
            problems.collect()
        }
        SteeringError::TrainingOnly(param) => vec![problem(&format!("params.{param}"), error.to_string())],
        _ => vec![problem(change.field(), error.to_string())],
    }
}

/// Returns the best URLs, each with its rank in another order.
fn ranked(best: &[Candidate], others: &[Candidate]) -> Vec<(Candidate, Option<u32>)> {
    let places = others.iter().zip(1..).map(|(other, place)| (&other.url, place));
    let places: BTreeMap<&CanonicalUrl, u32> = places.collect();
    best.iter().take(PREVIEWED).map(|one| (one.clone(), places.get(&one.url).copied())).collect()
}
