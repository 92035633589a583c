//! Runs a comparison: its crawls one after the other, in slices. Each outcome is saved before it is sent.
//!
//! All strategies run from one set of seeds of a topic before the next set, so that curves can be compared long before
//! the end. An interrupted crawl runs again with the same result, because it does not depend on time.

use super::run::{ComparisonRun, Interruption};
use super::view::axis_of;
use super::web::Web;
use super::{CompareService, LIVE_MS, view};
use crate::browser::clock;
use crate::storage::database::{Database, repeat_until_saved};
use demo_web::GroundTruth;
use engine::count;
use engine::fetch::FetchRequest;
use engine::strategy::Assets;
use evaluation::compare::{Replay, Trial, TrialOutcome};
use evaluation::measures::{JudgingData, WebMap, WebMapBuilder};
use gloo_timers::future::TimeoutFuture;
use protocol::compare::{CompareEvent, ComparisonStatus, TrialProgress};
use std::rc::Rc;
use std::sync::Arc;
use types::text::joined;
use types::url::CanonicalUrl;

/// The milliseconds between two reports of the current crawl.
const NOW_MS: f64 = 250.0;
/// The least milliseconds between two updates of all data; a multiple of the time of the last update is added.
const SHOW_MS: f64 = 250.0;
const SHOW_SHARE: f64 = 8.0;

/// Fails if no site responds.
fn check_silence(web: &Web) -> Result<(), Interruption> {
    web.outage().map(Interruption::Failed).map_or(Ok(()), Err)
}

/// The inputs that all crawls of a run share.
pub(super) struct RunInputs {
    pub(super) web: Web,
    pub(super) store: Rc<Database>,
    pub(super) assets: Assets,
    /// The current topic with its data, which are dropped with the topic.
    pub(super) known: Option<(usize, Arc<JudgingData>)>,
}

impl CompareService {
    /// Runs the rest of a comparison.
    pub(super) async fn run(self: Rc<Self>, run: Rc<ComparisonRun>, mut inputs: RunInputs) {
        let done = run.done();
        run.estimate.begin();
        let mut ended = Ok(());
        for at in run.order() {
            ended = match run.checked.trial(at) {
                Some(trial) if !done.contains(&trial.key) => self.run_trial(&run, at, &trial, &mut inputs).await,
                _ => run.yield_now().await,
            };
            if ended.is_err() {
                break;
            }
        }
        if let Web::Live(live) = &inputs.web {
            live.cut();
        }
        run.is_going.set(false);
        match ended {
            Ok(()) => self.set_status(&run, &inputs.store, ComparisonStatus::Done).await,
            Err(Interruption::Ended) => {}
            Err(Interruption::Failed(sentence)) => {
                *run.standstill.borrow_mut() = Some(sentence);
                self.set_status(&run, &inputs.store, ComparisonStatus::Paused).await;
            }
        }
        self.show(&run);
    }

    async fn run_trial(
        &self,
        run: &Rc<ComparisonRun>,
        at: usize,
        trial: &Trial,
        inputs: &mut RunInputs,
    ) -> Result<(), Interruption> {
        let topic = match &inputs.known {
            Some((topic, known)) if *topic == trial.topic => Arc::clone(known),
            _ => {
                // The web is read once for all crawls, so this time is not part of the estimate.
                let gathering = self.gather(run, trial.topic, &inputs.web);
                let gathered = Arc::new(run.estimate.beside(gathering).await?);
                inputs.known = Some((trial.topic, Arc::clone(&gathered)));
                gathered
            }
        };
        let outcome = self.crawl(run, trial, topic, &inputs.web, &inputs.assets).await?;
        run.estimate.ran(run.checked.comparison.pages);
        self.keep(run, at, outcome, &inputs.store).await?;
        // Computing the data takes a small share of the time.
        if clock::precise() >= run.show_from.get() {
            self.show(run);
        }
        run.yield_now().await
    }

    /// Collects the data of a topic. For a local web, the pages that its measures need are read in advance.
    async fn gather(&self, run: &ComparisonRun, topic: usize, web: &Web) -> Result<JudgingData, Interruption> {
        let mut gathering = run.checked.gather(topic);
        if !web.is_local() {
            return Ok(gathering.known());
        }
        while let Some(url) = gathering.next_url().cloned() {
            let request = FetchRequest::page(url.clone());
            let came = web.reply(&request, 0).map(|reply| reply.outcome);
            gathering.read(&url, came.and_then(Result::ok).as_ref());
            run.yield_now().await?;
        }
        if run.checked.needs_map()
            && let Some(map) = self.map(run, web).await?
        {
            gathering.map(&map);
        }
        Ok(gathering.known())
    }

    /// Runs one crawl to its end.
    async fn crawl(
        &self,
        run: &Rc<ComparisonRun>,
        trial: &Trial,
        known: Arc<JudgingData>,
        web: &Web,
        assets: &Assets,
    ) -> Result<TrialOutcome, Interruption> {
        let mut replay = Replay::new(trial, known, assets).map_err(|errors| Interruption::Failed(joined(&errors)))?;
        let mut began = clock::precise();
        while !replay.is_over() {
            if !replay.has_begun() {
                began = clock::precise();
            }
            for request in replay.pending_requests().to_vec() {
                if let Some(came) = web.ask(&request, replay.now()) {
                    replay.take(request.id, came);
                }
                run.yield_now().await?;
            }
            if replay.pending_requests().is_empty() {
                replay.step();
            } else {
                TimeoutFuture::new(LIVE_MS).await;
                check_silence(web)?;
            }
            self.report_progress(run, trial, &replay, web);
            run.yield_now().await?;
        }
        while !web.is_confirmed() {
            TimeoutFuture::new(LIVE_MS).await;
            self.report_progress(run, trial, &replay, web);
            run.yield_now().await?;
        }
        check_silence(web)?;
        let seconds = (clock::precise() - began) / 1_000.0;
        let mut outcome = replay.outcome();
        *outcome.seconds.get_or_insert_default() += seconds;
        outcome.seconds.take_if(|_| !web.is_local());
        Ok(outcome)
    }

    /// Reports the progress of the crawl from time to time.
    fn report_progress(&self, run: &ComparisonRun, trial: &Trial, replay: &Replay, web: &Web) {
        let now = clock::precise();
        if now - run.reported_at.get() < NOW_MS || !self.is_open(run) {
            return;
        }
        run.reported_at.set(now);
        let (pages, of) = replay.pages();
        let (requests, standstill) = match web {
            Web::Live(live) => (Some(live.requests()), live.problem()),
            Web::Demo(_) | Web::Recorded(_) => (None, None),
        };
        let look = run.look.get();
        let measure = look.measure.or_else(|| run.checked.comparison.measures.first().copied());
        let curve = measure.and_then(|measure| replay.partial_curve(measure, axis_of(look, measure)));
        let word = TrialProgress {
            contender: view::title(&trial.key.contender),
            topic: trial.key.topic.clone(),
            pages,
            of,
            requests,
            curve: curve.unwrap_or_default(),
            left: run.left(pages),
            standstill,
        };
        if *run.now.borrow() != word {
            run.now.replace(word.clone());
            self.send(CompareEvent::Progress(word));
        }
    }

    /// Saves an outcome. If the database is full, waits until there is space.
    async fn keep(
        &self,
        run: &ComparisonRun,
        at: usize,
        outcome: TrialOutcome,
        store: &Database,
    ) -> Result<(), Interruption> {
        let mut is_retry = false;
        let save = async || {
            if std::mem::replace(&mut is_retry, true) {
                run.yield_now().await?;
            }
            // It may have been paused in the meantime, so the status is taken from the card.
            let mut card = run.card.borrow().clone();
            card.done += 1;
            Ok(store.save_outcome(&card, count(at), &outcome).await)
        };
        repeat_until_saved(save, |error| {
            run.standstill.replace(Some(error.to_string()));
            self.show(run);
            Ok(())
        })
        .await?;
        run.standstill.take();
        run.card.borrow_mut().done += 1;
        run.put(outcome);
        Ok(())
    }

    /// Saves and sends the status of a comparison.
    pub(super) async fn set_status(&self, run: &ComparisonRun, store: &Database, standing: ComparisonStatus) {
        run.card.borrow_mut().standing = standing;
        let card = run.card.borrow().clone();
        // If this write fails, so does that of the next outcome, which reports it.
        let _ = store.save_comparison(&card).await;
        self.show(run);
    }

    /// Sends the state of the comparison if the page shows it.
    pub(super) fn show(&self, run: &ComparisonRun) {
        if self.is_open(run) {
            let began = clock::precise();
            self.send(CompareEvent::Results(Box::new(view::results(run))));
            let now = clock::precise();
            run.show_from.set(now + (now - began).mul_add(SHOW_SHARE, SHOW_MS));
        }
    }

    /// Returns the link map of a local web, for measures by links and for the best possible result; `None` for live
    /// sites, whose pages are not all known. The whole web is read once per worker, in slices.
    async fn map(&self, run: &ComparisonRun, web: &Web) -> Result<Option<Arc<WebMap>>, Interruption> {
        let urls = match web {
            Web::Live(_) => return Ok(None),
            Web::Demo(demo) => {
                GroundTruth::new(demo).pages().filter_map(|url| CanonicalUrl::parse(url).ok()).collect::<Vec<_>>()
            }
            Web::Recorded(recording) => recording.urls().cloned().collect(),
        };
        let name = run.web_name();
        let known = self.mapped.borrow().clone();
        if let Some((_, map)) = known.filter(|(mapped, _)| *mapped == name) {
            return Ok(Some(map));
        }
        let mut survey = WebMapBuilder::new(urls);
        let mut reported_at = clock::precise();
        while let Some(url) = survey.next_url() {
            let request = FetchRequest::page(url.clone());
            if let Some(Ok(answer)) = web.reply(&request, 0).map(|reply| reply.outcome) {
                survey.add(&url, &answer);
            }
            if clock::precise() - reported_at > NOW_MS && self.is_open(run) {
                reported_at = clock::precise();
                let (pages, of) = survey.progress();
                let progress = TrialProgress { pages: count(pages), of: count(of), ..TrialProgress::default() };
                self.send(CompareEvent::Progress(progress));
            }
            run.yield_now().await?;
        }
        let map = Arc::new(survey.map());
        self.mapped.replace(Some((name, Arc::clone(&map))));
        Ok(Some(map))
    }
}
