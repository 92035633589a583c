//! Lists the best frontier entries with the reasons for their ranks, and previews other parameters.

use super::Crawl;
use super::links::{CandidateLink, best_mentions};
use super::rerank::EvictedLinks;
use super::steer::SteeringEffect;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::strategy::{RediscoveryDecision, RediscoveryRule};
use crate::topic::Vectorizer;
use std::collections::BTreeMap;
use std::mem::replace;
use types::limits;
use types::report::Candidate;
use types::sorting;
use types::steering::{Steering, SteeringError};

/// The URLs of a preview in the frontier's current order, each with its new entry and the number of pages that scored
/// it.
type PreviewedEntries = BTreeMap<UrlId, (FrontierEntry, u32)>;

/// The limits of a preview.
struct PreviewLimits {
    /// The number of URLs.
    urls: usize,
    /// The number of linking pages that score each URL.
    mentions: u32,
}

impl PreviewLimits {
    /// Creates the limits for a crawl of `pages` pages.
    fn new(pages: usize) -> Self {
        if pages <= limits::PREVIEW_PAGES {
            Self { urls: limits::PREVIEW_URLS, mentions: u32::MAX }
        } else {
            Self { urls: limits::PREVIEW_URLS_LONG, mentions: limits::PREVIEW_MENTIONS }
        }
    }
}

impl Crawl {
    /// Returns the best `n` URLs of the frontier, best first, whether or not their hosts are ready.
    pub fn next_up(&self, n: usize) -> Vec<Candidate> {
        let top = self.state.frontier.top(n);
        top.map(|(id, entry)| self.candidate(id, entry)).collect()
    }

    /// Returns the best `n` URLs as they would be after a change of the strategy or its parameters, of the
    /// [`limits::PREVIEW_URLS`] best as they are now. For a crawl of more than [`limits::PREVIEW_PAGES`] pages the
    /// preview is limited: to fewer URLs ([`limits::PREVIEW_URLS_LONG`]), each scored by the first pages that carry it
    /// ([`limits::PREVIEW_MENTIONS`]); a strategy that uses all pages sees only the latest. The crawl is the same
    /// afterward.
    pub fn preview(&mut self, steering: &Steering, n: usize) -> Result<Vec<Candidate>, SteeringError> {
        let SteeringEffect { plan, replaced, .. } = self.effect(steering)?;
        let Some(is_new) = replaced.rescores else {
            return Ok(self.next_up(n));
        };
        let pages = self.state.rerankable();
        let reach = PreviewLimits::new(pages.len());
        let top = self.state.frontier.top(reach.urls);
        let order: Vec<UrlId> = top.map(|(id, _)| id).collect();
        // A separate vectorizer, since the preview must not add words to that of the crawl.
        let vectorizer = Vectorizer::with_state(plan.plan.stemming, self.vectorizer.state().clone());
        let current = (
            replace(&mut self.plan, plan),
            replace(&mut self.strategy, replaced.strategy),
            replace(&mut self.vectorizer, vectorizer),
        );
        let previewed = self.preview_entries(&order, pages, &reach, is_new);
        (self.plan, self.strategy, self.vectorizer) = current;
        let best = sorted(&order, &previewed).into_iter().take(n);
        Ok(best.map(|(id, entry)| self.candidate(id, entry)).collect())
    }

    /// Scores these URLs by the pages that link to them. A new strategy also sees the latest other pages.
    fn preview_entries(
        &mut self,
        order: &[UrlId],
        pages: Vec<UrlId>,
        reach: &PreviewLimits,
        is_new: bool,
    ) -> PreviewedEntries {
        let entry = |id: &UrlId| Some((*id, (self.state.frontier.get(*id)?.clone(), 0)));
        let mut previewed: PreviewedEntries = order.iter().filter_map(entry).collect();
        let evicted_links = self.state.evicted_links();
        let old = pages.len().saturating_sub(limits::PREVIEW_PAGES);
        for (at, page) in pages.into_iter().enumerate() {
            if (is_new && at >= old) || self.carries(page, &previewed, reach, &evicted_links) {
                self.preview_page(page, is_new, &evicted_links, &mut previewed);
            }
        }
        previewed
    }

    /// Returns true if the page links to a URL that too few pages have scored yet.
    fn carries(
        &self,
        page: UrlId,
        previewed: &PreviewedEntries,
        reach: &PreviewLimits,
        evicted_links: &EvictedLinks,
    ) -> bool {
        let is_open = |(entry, pages): &(FrontierEntry, u32)| entry.is_scored() && *pages < reach.mentions;
        let is_one = |id: &UrlId| previewed.get(id).is_some_and(is_open);
        match self.state.page_cache.page(page) {
            Some(page) => page.links.iter().any(|link| is_one(&link.id)),
            None => evicted_links.get(&page).is_some_and(|links| links.iter().any(is_one)),
        }
    }

    /// Scores those of the URLs that a page links to.
    fn preview_page(
        &mut self,
        id: UrlId,
        is_new: bool,
        evicted_links: &EvictedLinks,
        previewed: &mut PreviewedEntries,
    ) {
        let Some(page) = self.cached_page(id, evicted_links) else {
            return;
        };
        let document = page.document(&self.state.urls);
        let found: Vec<CandidateLink<'_>> = self.state.links_of(&page, &document).collect();
        let scores = self.rescore(id, &page, &document, &found, is_new);
        for (link, score) in best_mentions(&found, scores) {
            let Some((entry, pages)) = previewed.get_mut(&link.id) else {
                continue;
            };
            if entry.is_scored() {
                let rule = RediscoveryRule { settings: &self.plan.settings, strategy: self.strategy.as_ref() };
                let again = rule.decide_after(*pages, entry, &score);
                // The preview keeps the linking page and the anchor text by which a URL was found.
                let again = match again {
                    RediscoveryDecision::Replace => RediscoveryDecision::Rescore(score.clone()),
                    other => other,
                };
                link.update(entry, again, score, (id, page.depth));
                *pages += 1;
            }
        }
    }

    fn candidate(&self, id: UrlId, entry: &FrontierEntry) -> Candidate {
        let state = &self.state;
        Candidate {
            url: state.urls.url(id).clone(),
            host: state.urls.url(id).host_key().to_owned(),
            priority: entry.priority(),
            factor: entry.factor,
            priority_reason: entry.priority_reason(),
            parts: entry.score.parts.clone(),
            parent: entry.parent.and_then(|parent| state.record_of(parent)),
            anchor: entry.anchor.to_string(),
            pages: entry.pages,
            depth: entry.depth,
            since: entry.since,
            spider: self.agent_of(id),
            state: state.frontier.site_state(entry.site),
        }
    }
}

/// Sorts previewed entries: those ahead of all links first, then by score, then by the current order.
fn sorted<'a>(order: &[UrlId], previewed: &'a PreviewedEntries) -> Vec<(UrlId, &'a FrontierEntry)> {
    let known = |id: &UrlId| Some((*id, &previewed.get(id)?.0));
    let mut best: Vec<(UrlId, &FrontierEntry)> = order.iter().filter_map(known).collect();
    sorting::sort_by(&mut best, |(_, one), (_, two)| {
        let tier = one.priority_reason().is_none().cmp(&two.priority_reason().is_none());
        let worth = two.priority().total_cmp(&one.priority());
        let second = two.score.second.total_cmp(&one.score.second);
        tier.then(worth).then(second)
    });
    best
}
