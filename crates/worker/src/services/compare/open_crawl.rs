//! Saves a trial of a comparison as a crawl, which the person opens like any other.
//!
//! Comparisons keep curves, not pages. The crawl starts over with the same plan, so that on the demo web and on
//! recordings it fetches the same pages in the same order. On live sites it waits until the person resumes it.

use super::CompareService;
use super::run::ComparisonRun;
use super::web::{Web, demo_spec};
use crate::browser::clock::{self, Yielder};
use crate::crawl::journal_writer::JournalWriter;
use crate::storage::database::{CompareCard, Database, StorageError};
use demo_web::DemoWebSpec;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Event, EventKind};
use engine::journal;
use engine::strategy::Assets;
use evaluation::compare::{Replay, Trial};
use protocol::{BUILD, digest};
use std::rc::Rc;
use std::sync::Arc;
use types::plan::Plan;
use types::text::joined;

impl CompareService {
    /// Saves the trial at an index of the plan as a crawl, and returns its id. A crawl that was saved before is not
    /// written again. The error is the problem in one sentence, with its remedy.
    pub(super) async fn save_crawl(&self, run: &ComparisonRun, at: u32) -> Result<String, String> {
        let card = run.card.borrow().clone();
        // The id depends only on the trial and the build.
        let id = digest(&format!("{} {at} {BUILD}", card.id));
        let store = self.context.store().await?;
        match store.card(&id).await {
            Ok(saved) => {
                if saved.deleted.is_some() {
                    store.change(&id, |card| card.deleted = None, false).await?;
                }
                return Ok(id);
            }
            Err(StorageError::NoSuchCrawl) => {}
            Err(error) => return Err(error.to_string()),
        }
        let trial = run.checked.trial(at as usize).ok_or("This crawl is not in the plan. Run the comparison again.")?;
        if !card.source.is_live() && demo_spec(&card.plan).is_some_and(|spec| spec != DemoWebSpec::default()) {
            let web = &card.plan.web;
            return Err(format!("Only crawls of the usual demo web can be opened, and this one ran on “{web}”."));
        }
        let assets = self.assets_of(run).await?;
        let plan = self.plan_of(run, &trial, &store, &assets).await?;
        self.write_crawl(&id, &card, plan, &assets).await?;
        Ok(id)
    }

    /// Returns the plan of a trial. If the trial starts from an earlier crawl, that is run first.
    async fn plan_of(
        &self,
        run: &ComparisonRun,
        trial: &Trial,
        store: &Rc<Database>,
        assets: &Assets,
    ) -> Result<Plan, String> {
        let known = Arc::new(run.checked.gather(trial.topic).known());
        let mut replay = Replay::new(trial, known, assets).map_err(|errors| joined(&errors))?;
        if replay.plan().is_none() {
            let card = run.card.borrow().clone();
            if card.source.is_live() {
                return Err(
                    "This crawl starts from an earlier one, which would be fetched from live sites again. Start \
                    it from the form instead."
                        .to_owned(),
                );
            }
            let web = self.web_of(&card, store).await?;
            let yielder = Yielder::new();
            while replay.plan().is_none() {
                step(&mut replay, &web);
                yielder.yield_now().await;
            }
        }
        Ok(replay.plan().cloned().unwrap_or_default())
    }

    async fn write_crawl(&self, id: &str, card: &CompareCard, mut plan: Plan, assets: &Assets) -> Result<(), String> {
        let (now, is_live) = (clock::now(), card.source.is_live());
        let mut kinds = vec![EventKind::Seeded];
        if is_live {
            let fetcher = self.context.fetcher(&card.source);
            fetcher.check().await?;
            plan.politeness = fetcher.politeness();
            kinds.push(EventKind::Paused);
        }
        let checked = CheckedPlan::new(plan, assets).map_err(|errors| joined(&errors))?;
        let mut crawl = Crawl::new(checked);
        let crawls = &self.context.crawls;
        let lock = crawls.create_as(id.to_owned(), crawl.plan().clone(), card.source.clone()).await?;
        if lock.store.card(id).await.is_ok() {
            // Another request has saved the same crawl.
            return Ok(());
        }
        let writer = JournalWriter::new(lock);
        for kind in kinds {
            let event = Event::at(now, kind);
            let bytes = journal::record(&event, true).map_err(StorageError::from)?;
            journal::replay(&mut crawl, [event]);
            writer.add(bytes, Vec::new(), None, None);
        }
        let mut pending = writer.take().unwrap_or_default();
        pending.add_snapshot(&crawl);
        pending.pack().await;
        writer.write(&pending, &crawl.progress(), now).await?;
        Ok(())
    }
}

/// Advances a crawl of a local web by one step.
fn step(replay: &mut Replay, web: &Web) {
    for request in replay.pending_requests().to_vec() {
        if let Some(came) = web.ask(&request, replay.now()) {
            replay.take(request.id, came);
        }
    }
    if replay.pending_requests().is_empty() {
        replay.step();
    }
}
