//! Lists the best of the frontier with the reasons for their ranks, and previews other parameters.

use super::Crawl;
use super::links::{Candidate as Found, best_mentions};
use super::rerank::Orphans;
use super::rerank_pass::on_rediscovery;
use super::steer::Effect;
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::strategy::Rediscovered;
use crate::topic::Vectorizer;
use std::collections::BTreeMap;
use std::mem::replace;
use types::limits;
use types::report::Candidate;
use types::steering::{Steering, SteeringError};

/// URLs of a look ahead, with what they would be and how many pages have said so; in the order of the frontier as it is.
type Ahead = BTreeMap<UrlId, (FrontierEntry, u32)>;

/// The extent of a look-ahead.
struct Reach {
    /// URLs that are looked at.
    urls: usize,
    /// Pages that say what one of them is worth.
    mentions: u32,
}

impl Reach {
    /// Returns the extent for a crawl of so many pages.
    fn of(pages: usize) -> Self {
        if pages <= limits::PREVIEW_PAGES {
            Self {
                urls: limits::PREVIEW_URLS,
                mentions: u32::MAX,
            }
        } else {
            Self {
                urls: limits::PREVIEW_URLS_LONG,
                mentions: limits::PREVIEW_MENTIONS,
            }
        }
    }
}

impl Crawl {
    /// Returns the best `n` URLs that wait, whether their hosts may be asked now or not, best first.
    pub fn next_up(&self, n: usize) -> Vec<Candidate> {
        let top = self.state.frontier.top(n);
        top.map(|(id, waiting)| self.candidate(id, waiting))
            .collect()
    }

    /// Returns the best `n` URLs as they would be after a change of the strategy or its parameters, of the [`limits::PREVIEW_URLS`] best as they
    /// are now. A crawl of more than [`limits::PREVIEW_PAGES`] pages is not looked through: of fewer URLs ([`limits::PREVIEW_URLS_LONG`]) each is
    /// scored by the first pages that carry it ([`limits::PREVIEW_MENTIONS`]), and a strategy that lives on all pages is shown as it would be after
    /// the latest. The crawl is the same afterward.
    pub fn preview(
        &mut self,
        steering: &Steering,
        n: usize,
    ) -> Result<Vec<Candidate>, SteeringError> {
        let Effect { plan, remade, .. } = self.effect(steering)?;
        let Some(is_new) = remade.rescores else {
            return Ok(self.next_up(n));
        };
        let pages = self.rerankable();
        let reach = Reach::of(pages.len());
        let top = self.state.frontier.top(reach.urls);
        let order: Vec<UrlId> = top.map(|(id, _)| id).collect();
        // A vectorizer of its own, since words that are met in a look ahead were not met by the crawl.
        let vectorizer = Vectorizer::with(plan.plan.stemming, self.vectorizer.memory().clone());
        let own = (
            replace(&mut self.plan, plan),
            replace(&mut self.strategy, remade.strategy),
            replace(&mut self.vectorizer, vectorizer),
        );
        let ahead = self.look_ahead(&order, pages, &reach, is_new);
        (self.plan, self.strategy, self.vectorizer) = own;
        let best = sorted(&order, &ahead).into_iter().take(n);
        Ok(best
            .map(|(id, waiting)| self.candidate(id, waiting))
            .collect())
    }

    /// Scores these URLs by the pages that carry them; a strategy that is new sees the latest of the others as well.
    fn look_ahead(
        &mut self,
        order: &[UrlId],
        pages: Vec<UrlId>,
        reach: &Reach,
        is_new: bool,
    ) -> Ahead {
        let waiting = |id: &UrlId| Some((*id, (self.state.frontier.get(*id)?.clone(), 0)));
        let mut ahead: Ahead = order.iter().filter_map(waiting).collect();
        let orphans = self.orphans();
        let old = pages.len().saturating_sub(limits::PREVIEW_PAGES);
        for (at, page) in pages.into_iter().enumerate() {
            if (is_new && at >= old) || self.carries(page, &ahead, reach, &orphans) {
                self.look_behind(page, is_new, &orphans, &mut ahead);
            }
        }
        ahead
    }

    /// Returns true if any of the URLs stands on a page of which not enough pages have said what it is worth.
    fn carries(&self, page: UrlId, ahead: &Ahead, reach: &Reach, orphans: &Orphans) -> bool {
        let is_open = |(waiting, pages): &(FrontierEntry, u32)| {
            waiting.is_scored() && *pages < reach.mentions
        };
        let is_one = |id: &UrlId| ahead.get(id).is_some_and(is_open);
        match self.state.recall.page(page) {
            Some(page) => page.links.iter().any(|link| is_one(&link.id)),
            None => orphans
                .get(&page)
                .is_some_and(|links| links.iter().any(is_one)),
        }
    }

    /// Scores those of the URLs that stand on a page.
    fn look_behind(&mut self, id: UrlId, is_new: bool, orphans: &Orphans, ahead: &mut Ahead) {
        let Some(page) = self.remembered(id, orphans) else {
            return;
        };
        let document = page.document(&self.state.urls);
        let found: Vec<Found<'_>> = self.links_of(&page, &document).collect();
        let scores = self.scores_again(id, &page, &document, &found, is_new);
        for (link, score) in best_mentions(&found, scores) {
            let Some((waiting, pages)) = ahead.get_mut(&link.id) else {
                continue;
            };
            if waiting.is_scored() {
                let again = on_rediscovery(self.strategy.as_ref(), waiting, *pages, &score);
                // The page and the text by which it was found are not to change in what is shown.
                let again = match again {
                    Rediscovered::Replace => Rediscovered::Rescore(score.clone()),
                    other => other,
                };
                link.settle(waiting, again, score, (id, page.depth));
                *pages += 1;
            }
        }
    }

    fn candidate(&self, id: UrlId, waiting: &FrontierEntry) -> Candidate {
        let state = &self.state;
        Candidate {
            url: state.urls.url(id).clone(),
            host: state.urls.host_key(waiting.host).to_owned(),
            priority: waiting.priority(),
            factor: waiting.factor,
            ahead: waiting.ahead(),
            parts: waiting.score.parts.clone(),
            parent: waiting.parent.and_then(|parent| state.record_of(parent)),
            anchor: waiting.anchor.to_string(),
            pages: waiting.pages,
            depth: waiting.depth,
            since: waiting.since,
            spider: self.agent_of(id),
            state: state.frontier.host_state(waiting.host),
        }
    }
}

/// Sorts previewed entries: those ahead of all links first, then by score, then by the current order.
fn sorted<'a>(order: &[UrlId], ahead: &'a Ahead) -> Vec<(UrlId, &'a FrontierEntry)> {
    let known = |id: &UrlId| Some((*id, &ahead.get(id)?.0));
    let mut best: Vec<(UrlId, &FrontierEntry)> = order.iter().filter_map(known).collect();
    best.sort_by(|(_, one), (_, two)| {
        let tier = one.ahead().is_none().cmp(&two.ahead().is_none());
        let worth = two.priority().total_cmp(&one.priority());
        let second = two.score.second.total_cmp(&one.score.second);
        tier.then(worth).then(second)
    });
    best
}
