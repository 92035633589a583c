//! Holds an open comparison: its card, its outcomes, its progress, and the requested run state.

use crate::browser::clock::{self, Yielder};
use crate::storage::database::CompareCard;
use crate::storage::lock::Lock;
use evaluation::compare::{CheckedComparison, TrialKey, TrialOutcome, fingerprint};
use gloo_timers::future::TimeoutFuture;
use protocol::compare::{ComparisonStatus, ComparisonView, TrialProgress};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The milliseconds between two checks whether a paused comparison continues.
const PAUSE_MS: u32 = 100;

/// The requested run state of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunState {
    /// Its crawls are run.
    Running,
    /// It waits until it is resumed.
    Paused,
    /// It ends after the current step.
    Ended,
}

/// The reason that a crawl has no outcome.
pub(super) enum Interruption {
    /// The comparison ends.
    Ended,
    /// The crawl is impossible or invalid; the remedy, in a sentence.
    Failed(String),
}

/// An open comparison.
pub(super) struct ComparisonRun {
    pub(super) card: RefCell<CompareCard>,
    pub(super) checked: CheckedComparison,
    /// The outcomes so far, in the order of the plan, so that exported files are the same after a reload.
    pub(super) outcomes: RefCell<Vec<TrialOutcome>>,
    /// The position of each trial in the plan.
    places: BTreeMap<TrialKey, usize>,
    pub(super) look: Cell<ComparisonView>,
    /// The lock that allows running it; `None` if another tab has it.
    pub(super) lock: Option<Lock>,
    pub(super) state: Cell<RunState>,
    /// This worker runs its loop.
    pub(super) is_going: Cell<bool>,
    /// The reason that it does not continue, in a sentence.
    pub(super) standstill: RefCell<Option<String>>,
    pub(super) now: RefCell<TrialProgress>,
    pub(super) reported_at: Cell<f64>,
    /// The earliest time at which all data is sent again.
    pub(super) show_from: Cell<f64>,
    yielder: Yielder,
    pub(super) estimate: TimeEstimate,
}

impl ComparisonRun {
    pub(super) fn new(
        card: CompareCard,
        checked: CheckedComparison,
        outcomes: Vec<TrialOutcome>,
        lock: Option<Lock>,
    ) -> Rc<Self> {
        let places = (0..checked.len()).filter_map(|at| Some((checked.trial(at)?.key, at)));
        Rc::new(Self {
            card: RefCell::new(card),
            places: places.collect(),
            checked,
            outcomes: RefCell::new(outcomes),
            look: Cell::default(),
            lock,
            state: Cell::new(RunState::Paused),
            is_going: Cell::new(false),
            standstill: RefCell::default(),
            now: RefCell::default(),
            reported_at: Cell::new(0.0),
            show_from: Cell::new(0.0),
            yielder: Yielder::new(),
            estimate: TimeEstimate::default(),
        })
    }

    /// Returns the fingerprint of all results, once all crawls have run.
    pub(super) fn fingerprint(&self) -> Option<String> {
        let is_done = self.card.borrow().standing == ComparisonStatus::Done;
        is_done.then(|| fingerprint(&*self.outcomes.borrow()))
    }

    /// Returns the trials ordered by topic, seeds and strategy, as indices in the plan, which is ordered by strategy
    /// first.
    pub(super) fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let repeats = self.checked.comparison.repeats.max(1) as usize;
        let strategies = self.checked.contenders.len();
        let of_one = self.checked.len() / strategies.max(1);
        let begins = (0..of_one).step_by(repeats);
        let places = begins.flat_map(move |begin| (0..strategies).map(move |of| of * of_one + begin));
        places.flat_map(move |place| place..place + repeats)
    }

    /// Returns the name of its web. Equal names mean equal webs.
    pub(super) fn web_name(&self) -> String {
        let card = self.card.borrow();
        format!("{:?} {}", card.source.kind(), card.web.as_ref().unwrap_or(&card.plan.web))
    }

    /// Returns the keys of all trials.
    pub(super) fn keys(&self) -> impl Iterator<Item = &TrialKey> {
        self.places.keys()
    }

    /// Returns the index of a trial in the plan.
    pub(super) fn index_of(&self, key: &TrialKey) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// Inserts an outcome in the order of the plan.
    pub(super) fn put(&self, outcome: TrialOutcome) {
        let mut outcomes = self.outcomes.borrow_mut();
        let place = self.places.get(&outcome.key);
        let at = outcomes.partition_point(|before| self.places.get(&before.key) < place);
        outcomes.insert(at, outcome);
    }

    pub(super) fn done(&self) -> BTreeSet<TrialKey> {
        self.outcomes.borrow().iter().map(|outcome| outcome.key.clone()).collect()
    }

    /// Estimates the seconds until all trials are done; `pages` of the current one are done.
    pub(super) fn left(&self, pages: u32) -> Option<u32> {
        let card = self.card.borrow();
        let trials = f64::from(card.trials.saturating_sub(card.done));
        let left = trials.mul_add(f64::from(card.plan.pages), -f64::from(pages));
        self.estimate.left(pages, left)
    }

    /// Yields to other tasks when it is due, and waits while paused. Fails with [`Interruption::Ended`] if the
    /// comparison must end.
    pub(super) async fn yield_now(&self) -> Result<(), Interruption> {
        self.yielder.yield_if_due().await;
        while self.state.get() == RunState::Paused {
            let began = clock::precise();
            TimeoutFuture::new(PAUSE_MS).await;
            self.estimate.rest(clock::precise() - began);
        }
        match self.state.get() {
            RunState::Ended => Err(Interruption::Ended),
            RunState::Running | RunState::Paused => Ok(()),
        }
    }
}

/// Milliseconds of work before the first estimate.
const SOONEST_MS: f64 = 3_000.0;

/// Pages and time of the crawls that this worker ran.
#[derive(Default)]
pub(super) struct TimeEstimate {
    began: Cell<f64>,
    pages: Cell<f64>,
}

impl TimeEstimate {
    /// Starts the measurement, at the first crawl.
    pub(super) fn begin(&self) {
        self.began.set(clock::precise());
        self.pages.set(0.0);
    }

    /// Excludes a pause.
    pub(super) fn rest(&self, ms: f64) {
        self.began.set(self.began.get() + ms);
    }

    /// Runs `work` without counting its time or pauses within it.
    pub(super) async fn beside<T>(&self, work: impl Future<Output = T>) -> T {
        let (began, from) = (self.began.get(), clock::precise());
        let done = work.await;
        self.began.set(began + clock::precise() - from);
        done
    }

    /// Counts a crawl by its budget, even if it ended early, as later crawls are.
    pub(super) fn ran(&self, budget: u32) {
        self.pages.set(self.pages.get() + f64::from(budget));
    }

    /// Returns the remaining seconds when `here` pages of the current crawl are done and `left` pages remain. `None` at
    /// first.
    pub(super) fn left(&self, here: u32, left: f64) -> Option<u32> {
        let (ms, pages) = (clock::precise() - self.began.get(), self.pages.get() + f64::from(here));
        if ms < SOONEST_MS || pages <= 0.0 {
            return None;
        }
        let seconds = left.max(0.0) * ms / pages / 1_000.0;
        Some(types::to_u32(seconds.ceil()))
    }
}
