//! Holds the state of the visible crawl: what the worker reports (counts, pages, failures, agents, changes), and what
//! the person sees of it (the list of results, the moment of a replay, the steering panel).

pub mod changes;
mod copies;
pub mod crawled_pages;
pub mod curves;
pub mod failures;
pub mod judgments;
pub mod live;
pub mod page_reader;
pub mod ranking;
mod ranking_key;
pub mod replay;
pub mod result_filter;
pub mod results_layout;
pub mod score_parts;
pub mod steer;
pub mod throughput;
pub mod training_report;
pub mod watched;

use super::Shared;
use judgments::Judgments;
use live::Live;
use protocol::Batch;
use ranking::Ranking;
use replay::Replay;
use std::rc::Rc;
use steer::Steer;
use types::steering::Steering;
use watched::Watched;

/// Holds the crawl, at its latest and at the shown moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrawlState {
    /// The counts.
    pub live: Shared<Live>,
    /// The pages.
    pub ranking: Shared<Ranking>,
    /// The judgments of the pages.
    pub judgments: Shared<Judgments>,
    /// The agents and the frontier.
    pub watched: Shared<Watched>,
    /// The past moment that is shown instead of the latest.
    pub replay: Option<Replay>,
    /// The steering panel.
    pub steer: Shared<Steer>,
}

impl CrawlState {
    /// Creates the state of a new or reopened crawl without pages.
    pub(super) fn new(live: Live) -> Self {
        Self { steer: Rc::new(Steer::new(&live)).into(), live: Rc::new(live).into(), ..Self::default() }
    }

    /// Applies a batch of the worker's events; returns whether one of them is a change by the person.
    pub(super) fn apply(&mut self, batch: Batch) -> bool {
        let known = self.live.steered.list().len();
        let (mut pages, mut effect) = (Vec::new(), None);
        self.live.change(|live| (pages, effect) = live.apply(batch));
        let (live, steer) = (&self.live, &mut self.steer);
        let changes = live.steered.list();
        let new = changes.get(known..).unwrap_or_default();
        if !new.is_empty() {
            steer.change(|steer| {
                for (_, steering) in new {
                    steer.made(steering, live);
                }
            });
        }
        if let Some(effect) = effect {
            let latest = changes.last().map(|(_, steering)| steering);
            // Nobody asked for these, and they tell nothing to act on.
            let is_silent = matches!(latest, Some(Steering::FoundSeeds { .. } | Steering::SpareSeed(_)));
            let latest = changes.len().checked_sub(1).filter(|_| !is_silent);
            steer.change(|steer| steer.effect = latest.map(|at| (at, effect)));
        }
        if !pages.is_empty() {
            self.ranking.change(|ranking| pages.into_iter().for_each(|page| ranking.push(page)));
        }
        !new.is_empty()
    }

    /// Returns the crawl at the visible moment: the past one of a replay, or the latest.
    #[must_use]
    pub fn shown(&self) -> Self {
        let Some(replay) = &self.replay else {
            return self.clone();
        };
        Self {
            live: replay.live.clone(),
            ranking: replay.ranking.clone(),
            watched: replay.watched.clone(),
            ..self.clone()
        }
    }

    /// Returns the number of pages at the past moment of a replay.
    pub fn moment(&self) -> Option<u32> {
        self.replay.as_ref().map(|replay| replay.at)
    }
}
