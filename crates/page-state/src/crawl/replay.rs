//! Holds the replay of a crawl, which shows a past moment instead of the latest.
//!
//! Results, figures and charts follow from the records of the pages so far. The worker sends the spiders, the frontier
//! and the progress.

use super::CrawlState;
use crate::Shared;
use crate::crawl::crawled_pages::most_relevant;
use crate::crawl::live::Live;
use crate::crawl::ranking::Ranking;
use crate::crawl::watched::Watched;
use protocol::watch::ViewsUpdate;
use std::rc::Rc;
use types::report::{PageRecord, PopulationStats, Progress};

/// A past moment of the crawl.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The number of pages at this moment, from 1.
    pub at: u32,
    /// The crawl's counts.
    pub live: Shared<Live>,
    /// Its pages until then.
    pub ranking: Shared<Ranking>,
    /// The spiders and the frontier; those of the previous moment until the worker has sent new ones.
    pub watched: Shared<Watched>,
    /// False if spiders and frontier of this moment were not recorded.
    pub is_recorded: bool,
}

/// An action on the replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayAction {
    /// Shows the moment after this number of pages; the latest moment ends the replay.
    To(u32),
    /// Shows the moment this number of pages later.
    Forward(u32),
    /// Shows the latest moment.
    End,
}

/// A kind of event in a crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A spider was born.
    Birth,
    /// A spider died.
    Death,
    /// The person changed the crawl.
    Change,
    /// One of the ten most relevant pages was found.
    Find,
}

impl EventKind {
    /// All kinds, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Find, Self::Birth, Self::Death, Self::Change];

    /// Returns the label.
    pub fn title(self) -> &'static str {
        match self {
            Self::Birth => "Births",
            Self::Death => "Deaths",
            Self::Change => "Changes",
            Self::Find => "Best pages",
        }
    }

    /// Returns the name in classes and values.
    pub fn name(self) -> &'static str {
        match self {
            Self::Birth => "birth",
            Self::Death => "death",
            Self::Change => "change",
            Self::Find => "find",
        }
    }
}

/// Returns the events of a crawl in crawl order, each with the number of pages at that time.
pub fn events(live: &Live, pages: &[Rc<PageRecord>]) -> Vec<(u32, EventKind)> {
    let mut events: Vec<(u32, EventKind)> = Vec::new();
    for pair in pages.windows(2) {
        let [before, after] = pair else { continue };
        let Some((before, now)) = before.population.zip(after.population) else {
            continue;
        };
        let died = |stats: PopulationStats| stats.born.saturating_sub(stats.living);
        if now.born > before.born {
            events.push((after.n, EventKind::Birth));
        }
        if died(now) > died(before) {
            events.push((after.n, EventKind::Death));
        }
    }
    let best = most_relevant(pages).into_iter();
    events.extend(best.filter(|page| page.relevance > 0.0).map(|page| (page.n, EventKind::Find)));
    events.extend(live.steered.list().iter().map(|(done, _)| (*done, EventKind::Change)));
    events.sort_by_key(|(n, _)| *n);
    events
}

impl CrawlState {
    pub(crate) fn apply_replay(&mut self, action: ReplayAction) {
        let at = self.replay.as_ref().map_or(0, |replay| replay.at);
        match action {
            ReplayAction::To(pages) => self.replay_at(pages),
            ReplayAction::Forward(pages) if at > 0 => self.replay_at(at.saturating_add(pages)),
            // Without a replay there is nothing to advance.
            ReplayAction::Forward(_) => {}
            ReplayAction::End => self.replay = None,
        }
    }

    /// Shows the moment after a number of pages.
    pub(crate) fn replay_at(&mut self, pages: u32) {
        let at = pages.max(1);
        if at as usize >= self.ranking.pages.records().len() {
            self.replay = None;
            return;
        }
        // Until the worker sends the spiders and the frontier of this moment, the views keep the previous ones, so that
        // nothing flickers.
        let mut replay = self.replay.take().unwrap_or_else(|| Replay {
            at: u32::MAX,
            live: self.live.clone(),
            ranking: self.ranking.clone(),
            watched: self.watched.clone(),
            is_recorded: true,
        });
        if replay.at <= at {
            let all = &self.ranking;
            replay.ranking.change(|past| past.go_on(all, at as usize));
        } else {
            replay.ranking = Rc::new(self.ranking.until(at as usize)).into();
        }
        let records = replay.ranking.pages.records();
        let live = self.live.until(records, &replay.live.progress);
        replay.live = Rc::new(live).into();
        self.replay = Some(Replay { at, ..replay });
    }

    /// Applies the views of a past moment; ignores those of a moment that is no longer shown.
    pub(crate) fn update_past_views(&mut self, at: u32, mut update: ViewsUpdate) {
        let Some(replay) = self.replay.as_mut().filter(|replay| replay.at == at) else {
            return;
        };
        let progress = update.progress.take();
        replay.is_recorded = progress.is_some();
        let records = replay.ranking.pages.records();
        replay.live.change(|live| match progress {
            Some(progress) => live.progress = progress,
            None => *live = live.until(records, &Progress::default()),
        });
        replay.watched.change(|watched| watched.apply(update));
    }
}
