//! A comparison under way: its crawls one after the other, in slices, each outcome kept before it is told.
//!
//! All strategies run from some seeds of a topic before the next ones begin, so that curves can be compared long before the end. A crawl that was broken off
//! runs anew, and comes to the same: nothing of it depends on when it runs. Left out on purpose: running several at a time, since a
//! worker is one thread.

use super::Comparer;
use super::pace::Pace;
use super::telling;
use super::web::Web;
use crate::protocol::compare::{CompareNews, Look, Now, Standing};
use crate::worker::clock::{self, Breath};
use crate::worker::lock::Lock;
use crate::worker::store::{CompareCard, Store, StoreError};
use engine::compare::{Checked, Outcome, Replay, Trial, TrialKey, fingerprint};
use engine::eval::Known;
use engine::fetch::{FetchId, Order, Purpose};
use engine::plan::PlanError;
use engine::strategy::Assets;
use gloo_timers::future::TimeoutFuture;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Milliseconds of work after which messages and timers get their turn.
const WORK_MS: f64 = 10.0;
/// Milliseconds between two words about the crawl that runs.
const NOW_MS: f64 = 250.0;
/// Milliseconds between two tellings of all figures, and how many times as long as the last one took.
const SHOW_MS: f64 = 250.0;
const SHOW_SHARE: f64 = 8.0;
/// Milliseconds between two looks at what live sites answered.
const LIVE_MS: u32 = 25;
/// Milliseconds between two looks at whether a halted comparison goes on.
const HALT_MS: u32 = 100;
/// Milliseconds after which a store without room is tried again.
const ROOM_MS: u32 = 5_000;

/// What a comparison is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Run.
    Go,
    /// Wait where it is.
    Halt,
    /// End here.
    End,
}

/// Why a crawl has no outcome.
pub(super) enum Cut {
    /// The comparison is to end.
    Ended,
    /// The crawl is not possible, or counts for nothing: what to do, in a sentence.
    Halted(String),
}

/// A comparison that is open.
pub(super) struct Run {
    pub(super) card: RefCell<CompareCard>,
    pub(super) checked: Checked,
    /// The outcomes so far, in the order of the plan, whichever came first: so its files are the same after a reload.
    pub(super) outcomes: RefCell<Vec<Outcome>>,
    /// The place of each trial in the plan.
    places: BTreeMap<TrialKey, usize>,
    pub(super) look: Cell<Look>,
    /// No other tab can be at it while this lives; none where another one is.
    pub(super) lock: Option<Lock>,
    pub(super) word: Cell<Word>,
    /// A loop of it is under way in this worker.
    pub(super) is_going: Cell<bool>,
    /// What keeps it from going on, in a sentence.
    pub(super) trouble: RefCell<Option<String>>,
    now: RefCell<Now>,
    told_at: Cell<f64>,
    /// When the figures are told again at the earliest.
    show_from: Cell<f64>,
    breath: Breath,
    since: Cell<f64>,
    pace: Pace,
}

impl Run {
    pub(super) fn new(
        card: CompareCard,
        checked: Checked,
        outcomes: Vec<Outcome>,
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
            word: Cell::new(Word::Halt),
            is_going: Cell::new(false),
            trouble: RefCell::default(),
            now: RefCell::default(),
            told_at: Cell::new(0.0),
            show_from: Cell::new(0.0),
            breath: Breath::new(),
            since: Cell::new(0.0),
            pace: Pace::default(),
        })
    }

    /// What all its crawls came to, once all were run.
    pub(super) fn fingerprint(&self) -> Option<String> {
        let is_done = self.card.borrow().standing == Standing::Done;
        is_done.then(|| fingerprint(&*self.outcomes.borrow()))
    }

    /// Its trials by topic and seeds, then by strategy: their places in the order of the plan, which is by strategy first.
    fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let repeats = self.checked.comparison.repeats.max(1) as usize;
        let strategies = self.checked.contenders.len();
        let of_one = self.checked.len() / strategies.max(1);
        let begins = (0..of_one).step_by(repeats);
        let places =
            begins.flat_map(move |begin| (0..strategies).map(move |of| of * of_one + begin));
        places.flat_map(move |place| place..place + repeats)
    }

    /// A name for its web: where two are the same, so are the webs.
    pub(super) fn web_name(&self) -> String {
        let card = self.card.borrow();
        let own = card.web.as_ref().unwrap_or(&card.plan.web);
        format!("{:?} {own}", card.source.kind())
    }

    /// All its trials.
    pub(super) fn keys(&self) -> impl Iterator<Item = &TrialKey> {
        self.places.keys()
    }

    /// Puts an outcome where the plan has its trial.
    fn put(&self, outcome: Outcome) {
        let mut outcomes = self.outcomes.borrow_mut();
        let place = self.places.get(&outcome.key);
        let at = outcomes.partition_point(|before| self.places.get(&before.key) < place);
        outcomes.insert(at, outcome);
    }

    fn done(&self) -> BTreeSet<TrialKey> {
        let outcomes = self.outcomes.borrow();
        outcomes.iter().map(|outcome| outcome.key.clone()).collect()
    }

    /// Seconds until all trials are run, where the one that runs has so many pages.
    fn left(&self, pages: u32) -> Option<u32> {
        let card = self.card.borrow();
        let trials = f64::from(card.trials.saturating_sub(card.done));
        let left = trials.mul_add(f64::from(card.plan.pages), -f64::from(pages));
        self.pace.left(pages, left)
    }

    /// Lets everything else run where that is due, and waits while it is halted; the error says that it is over.
    pub(super) async fn breathe(&self) -> Result<(), Cut> {
        if clock::precise() - self.since.get() > WORK_MS {
            self.breath.take().await;
            self.since.set(clock::precise());
        }
        while self.word.get() == Word::Halt {
            let began = clock::precise();
            TimeoutFuture::new(HALT_MS).await;
            self.pace.rest(clock::precise() - began);
        }
        match self.word.get() {
            Word::End => Err(Cut::Ended),
            Word::Go | Word::Halt => Ok(()),
        }
    }
}

/// An error where nothing answers any more.
fn heard(web: &Web) -> Result<(), Cut> {
    web.silence().map(Cut::Halted).map_or(Ok(()), Err)
}

fn impossible(errors: &[PlanError]) -> Cut {
    let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Cut::Halted(sentences.join("; "))
}

impl Comparer {
    /// Runs what is left of a comparison.
    pub(super) async fn run(
        self: Rc<Self>,
        run: Rc<Run>,
        web: Web,
        store: Rc<Store>,
        assets: Assets,
    ) {
        let done = run.done();
        run.pace.begin();
        // Of the topic that runs: it is needed no longer when the next one begins.
        let mut known = None;
        let mut ended = Ok(());
        for at in run.order() {
            ended = match run.checked.trial(at) {
                Some(trial) if !done.contains(&trial.key) => {
                    self.run_one(&run, at, &trial, &web, &store, &assets, &mut known)
                        .await
                }
                _ => run.breathe().await,
            };
            if ended.is_err() {
                break;
            }
        }
        if let Web::Live(live) = &web {
            live.cut();
        }
        run.is_going.set(false);
        match ended {
            Ok(()) => self.stand(&run, &store, Standing::Done).await,
            Err(Cut::Ended) => {}
            Err(Cut::Halted(sentence)) => {
                *run.trouble.borrow_mut() = Some(sentence);
                self.stand(&run, &store, Standing::Paused).await;
            }
        }
        self.show(&run);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "what all crawls of a run share, and what one has of its own"
    )]
    async fn run_one(
        &self,
        run: &Rc<Run>,
        at: usize,
        trial: &Trial,
        web: &Web,
        store: &Store,
        assets: &Assets,
        known: &mut Option<(usize, Arc<Known>)>,
    ) -> Result<(), Cut> {
        let topic = if let Some((_, known)) = known.as_ref().filter(|(own, _)| *own == trial.topic)
        {
            Arc::clone(known)
        } else {
            // The whole web is read once, however many crawls there are: that says nothing of how fast they are.
            let gathered = run.pace.beside(self.gather(run, trial.topic, web)).await?;
            let gathered = Arc::new(gathered);
            *known = Some((trial.topic, Arc::clone(&gathered)));
            gathered
        };
        let outcome = self.crawl(run, trial, topic, web, assets).await?;
        run.pace.ran(run.checked.comparison.pages);
        self.keep(run, at, outcome, store).await?;
        self.show_now_and_then(run);
        run.breathe().await
    }

    /// What is known of a topic: the pages whose words its measures want are read beforehand, where the web is at hand.
    async fn gather(&self, run: &Run, topic: usize, web: &Web) -> Result<Known, Cut> {
        let mut gathering = run.checked.gather(topic);
        if !web.is_at_hand() {
            return Ok(gathering.known());
        }
        while let Some(url) = gathering.wants().cloned() {
            let order = Order {
                id: FetchId(0),
                url: url.clone(),
                exact: None,
                purpose: Purpose::Example,
            };
            let came = web.reply(&order, 0).map(|reply| reply.outcome);
            gathering.read(&url, came.and_then(Result::ok).as_ref());
            run.breathe().await?;
        }
        if run.checked.wants_map()
            && let Some(map) = self.map(run, web).await?
        {
            gathering.map(&map);
        }
        Ok(gathering.known())
    }

    /// Runs one crawl to its end.
    async fn crawl(
        &self,
        run: &Rc<Run>,
        trial: &Trial,
        known: Arc<Known>,
        web: &Web,
        assets: &Assets,
    ) -> Result<Outcome, Cut> {
        let mut replay = Replay::new(trial, known, assets).map_err(|errors| impossible(&errors))?;
        let mut began = clock::precise();
        while !replay.is_over() {
            if !replay.has_begun() {
                began = clock::precise();
            }
            for order in replay.wants().to_vec() {
                if let Some(came) = web.ask(&order, replay.now()) {
                    replay.take(order.id, came);
                }
                run.breathe().await?;
            }
            if replay.wants().is_empty() {
                replay.step();
            } else {
                TimeoutFuture::new(LIVE_MS).await;
                heard(web)?;
            }
            self.tell_now(run, trial, &replay, web);
            run.breathe().await?;
        }
        while !web.is_settled() {
            TimeoutFuture::new(LIVE_MS).await;
            self.tell_now(run, trial, &replay, web);
            run.breathe().await?;
        }
        heard(web)?;
        let seconds = (clock::precise() - began) / 1_000.0;
        Ok(Outcome {
            seconds: web.is_at_hand().then_some(seconds),
            ..replay.outcome()
        })
    }

    /// Says now and then how far the crawl is.
    fn tell_now(&self, run: &Run, trial: &Trial, replay: &Replay, web: &Web) {
        let now = clock::precise();
        if now - run.told_at.get() < NOW_MS || !self.is_open(run) {
            return;
        }
        run.told_at.set(now);
        let (pages, of) = replay.pages();
        let (requests, trouble) = match web {
            Web::Live(live) => (Some(live.requests()), live.trouble()),
            Web::Demo(_) | Web::Recorded(_) => (None, None),
        };
        let look = run.look.get();
        let first = || run.checked.comparison.measures.first().copied();
        let measure = look.measure.or_else(first);
        let curve =
            measure.and_then(|measure| replay.so_far(measure, telling::axis_of(look, measure)));
        let word = Now {
            contender: trial.key.contender.clone(),
            topic: trial.key.topic.clone(),
            pages,
            of,
            requests,
            curve: curve.unwrap_or_default(),
            left: run.left(pages),
            trouble,
        };
        if *run.now.borrow() != word {
            run.now.replace(word.clone());
            self.tell(CompareNews::Now(word));
        }
    }

    /// Keeps an outcome. Where there is no room, the comparison waits until there is.
    async fn keep(&self, run: &Run, at: usize, outcome: Outcome, store: &Store) -> Result<(), Cut> {
        let number = u32::try_from(at).unwrap_or(u32::MAX);
        loop {
            // It may have been halted meanwhile: how it stands is the card's own.
            let mut card = run.card.borrow().clone();
            card.done += 1;
            let Err(error) = store.keep_outcome(&card, number, &outcome).await else {
                break;
            };
            self.trouble(run, &error);
            TimeoutFuture::new(ROOM_MS).await;
            run.breathe().await?;
        }
        *run.trouble.borrow_mut() = None;
        run.card.borrow_mut().done += 1;
        run.put(outcome);
        Ok(())
    }

    fn trouble(&self, run: &Run, error: &StoreError) {
        *run.trouble.borrow_mut() = Some(error.to_string());
        self.show(run);
    }

    /// Writes how a comparison stands, and tells it.
    pub(super) async fn stand(&self, run: &Run, store: &Store, standing: Standing) {
        run.card.borrow_mut().standing = standing;
        let card = run.card.borrow().clone();
        // A store that cannot is told of with the next outcome.
        let _ = store.keep_comparison(&card).await;
        self.show(run);
    }

    /// Tells the page how the comparison stands, where that shows it.
    pub(super) fn show(&self, run: &Run) {
        if self.is_open(run) {
            let began = clock::precise();
            self.tell(CompareNews::Shown(Box::new(telling::shown(run))));
            let now = clock::precise();
            run.show_from
                .set(now + (now - began).mul_add(SHOW_SHARE, SHOW_MS));
        }
    }

    /// The same while outcomes come fast: working the figures out takes a small share of the time, however many there are.
    fn show_now_and_then(&self, run: &Run) {
        if clock::precise() >= run.show_from.get() {
            self.show(run);
        }
    }
}
