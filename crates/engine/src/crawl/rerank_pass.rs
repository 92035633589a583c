//! Tracks a pass that scores the frontier again, and decides which score holds when several pages link to a URL.

use super::frontier_change::FrontierBefore;
use crate::frontier::{FrontierEntry, Score};
use crate::graph::UrlId;
use crate::strategy::{RediscoveryDecision, Strategy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The progress of a pass.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RerankPass {
    /// Pages that are not scored yet, the next one last.
    pub(super) pages: Vec<UrlId>,
    /// The number of pages in the pass.
    pub(super) of: u32,
    /// True if the strategy is new and sees these pages for the first time.
    pub(super) is_new: bool,
    /// For each link, the number of pages of this pass that contain it.
    pub(super) renewed: BTreeMap<UrlId, u32>,
    /// The frontier before the change that started this pass.
    pub(super) before: FrontierBefore,
}

impl RerankPass {
    /// Returns the number of scored pages and of all pages.
    pub(super) fn progress(&self) -> (u32, u32) {
        let left = crate::count(self.pages.len());
        (self.of.saturating_sub(left), self.of)
    }

    /// Decides which score holds when another page of the pass scores a queued link.
    pub(super) fn on_rediscovery(
        &mut self,
        link: UrlId,
        old: &FrontierEntry,
        new: &Score,
        strategy: &dyn Strategy,
    ) -> RediscoveryDecision {
        let pages = self.renewed.entry(link).or_default();
        let before = *pages;
        *pages = before.saturating_add(1);
        on_rediscovery(strategy, old, before, new)
    }

    /// Keeps the score of a link that has returned to the frontier, unless a remaining page of the pass contains it.
    pub(super) fn keep_score(&mut self, link: UrlId) {
        self.renewed.entry(link).or_default();
    }

    /// Returns every URL id in the pass.
    pub(super) fn mentioned(&self) -> impl Iterator<Item = UrlId> {
        let before = self.before.top.iter();
        self.pages.iter().chain(self.renewed.keys()).chain(before).copied()
    }
}

/// Decides which score holds for a queued link that `pages` pages have scored, when another one does.
pub(super) fn on_rediscovery(
    strategy: &dyn Strategy,
    old: &FrontierEntry,
    pages: u32,
    new: &Score,
) -> RediscoveryDecision {
    if pages == 0 {
        return RediscoveryDecision::Replace;
    }
    let counted = FrontierEntry { pages, ..old.clone() };
    strategy.on_rediscovery(&counted, new)
}
