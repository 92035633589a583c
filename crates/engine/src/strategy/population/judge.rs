//! Scores the links of a page for spiders.
//!
//! A link is scored by the spider that reads the page on which it was found first. After a change of the topic it is
//! scored again from that page alone, so that the crawl's frontier and the spider's agree. Links of a page that no
//! spider fetched are scored by the page's similarity, and are unowned until they are assigned.
//!
//! Source: Pant §3.5, Evolving §4.1 eq. 4-1 to 4-3.

use super::agent_frontier::LinkEstimate;
use super::inputs::{index_of, inputs};
use super::net::Inputs;
use super::rules::EstimationRules;
use super::strategy::PopulationStrategy;
use crate::strategy::prelude::*;
use crate::text::{TermId, cosine};
use std::collections::BTreeMap;

/// A link's score with the net inputs that led to it.
pub(super) type EstimatedLink = (LinkEstimate, Inputs);

impl PopulationStrategy {
    /// Computes the net's inputs for each link: the spider's words around it.
    fn net_inputs(
        &mut self,
        at: usize,
        estimation: EstimationRules,
        (page, links): (&PageView<'_>, &[LinkView<'_>]),
        context: &mut Context<'_>,
    ) -> Vec<Inputs> {
        let agents = &mut self.state.agents;
        let spider = &mut agents.spiders[at];
        let terms = spider.words.terms();
        for term in &terms {
            spider.net.add_term(*term, &mut agents.draw);
        }
        let text = &page.document.body;
        let occurrences = context.vectorizer.occurrences(text, context.language, &terms);
        let all = inputs(page.document, occurrences, estimation.rho);
        let of = |view: &LinkView<'_>| all.get(index_of(page.document, view.link)).cloned();
        links.iter().map(|view| of(view).unwrap_or_default()).collect()
    }

    /// Stores the spellings of terms.
    pub(super) fn spell(&mut self, terms: &[TermId], page: &PageView<'_>, context: &mut Context<'_>) {
        let is_new = |term: &TermId| !self.state.spelled.contains_key(term);
        let new = terms.iter().copied().filter(is_new);
        let texts = [self.query.as_str(), &page.document.title, &page.document.body];
        let spellings = context.vectorizer.spell(new, context.language, texts);
        self.state.spelled.extend(spellings);
    }

    /// Trains the net on the link to the page, if any, then scores the page's links.
    pub(super) fn judge(
        &mut self,
        at: usize,
        came_by: Option<&Inputs>,
        similarity: f64,
        (page, links): (&PageView<'_>, &[LinkView<'_>]),
        context: &mut Context<'_>,
    ) -> Vec<EstimatedLink> {
        let Some(estimation) = self.rules.estimation else {
            let plain = (self.rules.estimate(0.0, similarity), Inputs::default());
            return vec![plain; links.len()];
        };
        let estimated = self.net_inputs(at, estimation, (page, links), context);
        let net = &mut self.state.agents.spiders[at].net;
        if let Some(came_by) = came_by.filter(|_| estimation.rate > 0.0) {
            let ahead = estimated.iter().map(|inputs| net.judge(inputs));
            let target = similarity + estimation.mu * ahead.reduce(f64::max).unwrap_or_default();
            net.learn(came_by, target, estimation.rate);
        }
        let estimate = estimated.into_iter().map(|inputs| {
            let lambda = net.judge(&inputs);
            (self.rules.estimate(lambda, similarity), inputs)
        });
        estimate.collect()
    }

    /// Returns the scores of links: new ones, and the earlier ones of links that a spider owns. `None` for a link that
    /// will start a family.
    pub(super) fn scores(&self, links: &[LinkView<'_>], estimated: &[EstimatedLink]) -> Vec<Option<Score>> {
        let agents = &self.state.agents;
        let score = |(view, (new, _)): (&LinkView<'_>, &EstimatedLink)| {
            let estimate = if agents.owners.contains_key(&view.id) { agents.link(view.id)?.estimate } else { *new };
            Some(self.rules.score(estimate))
        };
        links.iter().zip(estimated).map(score).collect()
    }

    /// Refreshes rediscovered links, since trap rules may have changed their priority.
    pub(super) fn refresh(&mut self, links: &[LinkView<'_>]) {
        let agents = &mut self.state.agents;
        for view in links {
            if let Some(at) = agents.owners.get(&view.id) {
                agents.spiders[*at].links.refresh(view.id);
            }
        }
    }

    /// Assigns unowned links to the spider; of several links to one URL the best, of equal ones the first.
    pub(super) fn keep(&mut self, at: usize, page: UrlId, links: &[LinkView<'_>], estimated: Vec<EstimatedLink>) {
        let mut new: BTreeMap<UrlId, (usize, EstimatedLink)> = BTreeMap::new();
        for (place, (view, estimated)) in links.iter().zip(estimated).enumerate() {
            if self.state.agents.owners.contains_key(&view.id) {
                continue;
            }
            match new.get_mut(&view.id) {
                Some((_, best)) if estimated.0.sigma <= best.0.sigma => {}
                Some((_, best)) => *best = estimated,
                None => {
                    new.insert(view.id, (place, estimated));
                }
            }
        }
        let mut new: Vec<_> = new.into_iter().collect();
        new.sort_unstable_by_key(|(_, (place, _))| *place);
        for (id, (_, (estimate, inputs))) in new {
            let agents = &mut self.state.agents;
            agents.give(at, (id, Some(page)), estimate, inputs);
        }
    }

    /// Scores the links of a page that no spider fetched, if they are unowned. Owned links keep their score.
    pub(super) fn score_unassigned(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &Context<'_>,
    ) -> Vec<Option<Score>> {
        let estimate = self.rules.estimate(0.0, cosine(context.query, page.vector));
        let estimated = vec![(estimate, Inputs::default()); links.len()];
        let scores = self.scores(links, &estimated);
        let mine = links.iter().zip(scores).map(|(view, score)| {
            let is_owned = self.state.agents.owners.contains_key(&view.id);
            score.filter(|_| is_owned || self.is_first(page.id, view.id))
        });
        mine.collect()
    }

    /// Returns true if an unowned link was found first on this page.
    fn is_first(&mut self, page: UrlId, link: UrlId) -> bool {
        *self.state.unassigned.entry(link).or_insert(page) == page
    }

    /// Rescores the links that were found first on this page, by their inputs and the page's similarity to the reader's
    /// words.
    pub(super) fn rescore_links(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &Context<'_>,
    ) -> Vec<Option<Score>> {
        let agents = &mut self.state.agents;
        let similarity = match agents.readers.get(&page.id) {
            Some(at) => {
                let words = &mut agents.spiders[*at].words;
                cosine(&words.update_query(context.query), page.vector)
            }
            None => cosine(context.query, page.vector),
        };
        let again = |view: &LinkView<'_>| self.rescore_link(page.id, view.id, similarity);
        links.iter().map(again).collect()
    }

    fn rescore_link(&mut self, page: UrlId, link: UrlId, similarity: f64) -> Option<Score> {
        let Some(at) = self.state.agents.owners.get(&link).copied() else {
            let estimate = self.rules.estimate(0.0, similarity);
            return self.is_first(page, link).then(|| self.rules.score(estimate));
        };
        let owner = &mut self.state.agents.spiders[at];
        let found_family = owner.link(link).filter(|link| link.page == Some(page))?;
        let lambda = match self.rules.estimation {
            Some(_) => owner.net.judge(&found_family.inputs),
            None => 0.0,
        };
        let estimate = self.rules.estimate(lambda, similarity);
        owner.update_estimate(link, estimate);
        Some(self.rules.score(estimate))
    }
}
