//! Scores the links of a page for spiders: how each is judged, and by whom.
//!
//! A link is judged by the spider that reads the page on which it was found first, and again from that page alone where the topic has changed,
//! so that the frontier of the crawl and the spider's own say the same of it. Links of a page that nobody was sent to are judged by the page
//! alone, and are nobody's until they are shared out.
//!
//! Source: Pant §3.5, Evolving §4.1 eq. 4-1 to 4-3.

use super::colony::Colony;
use super::inputs::{inputs, place_of};
use super::net::Inputs;
use super::own::Judged;
use super::rules::Mind;
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::strategy::{Context, LinkView, PageView};
use crate::text::{TermId, cosine};
use std::collections::BTreeMap;

/// A link that was judged, and what its judge sensed of it.
pub(super) type Sensed = (Judged, Inputs);

impl Colony {
    /// Computes the net's inputs for each link: the spider's words around it.
    fn sense(
        &mut self,
        at: usize,
        mind: Mind,
        (page, links): (&PageView<'_>, &[LinkView<'_>]),
        context: &mut Context<'_>,
    ) -> Vec<Inputs> {
        let agents = &mut self.memory.agents;
        let spider = &mut agents.spiders[at];
        let terms = spider.words.terms();
        for term in &terms {
            spider.net.meet(*term, &mut agents.draw);
        }
        self.spell(&terms, page, context);
        let text = &page.document.body;
        let places = context.vectorizer.stands(text, context.language, &terms);
        let all = inputs(page.document, places, mind.rho);
        let of = |view: &LinkView<'_>| all.get(place_of(page.document, view.link)).cloned();
        links
            .iter()
            .map(|view| of(view).unwrap_or_default())
            .collect()
    }

    /// Remembers how words are written.
    pub(super) fn spell(
        &mut self,
        terms: &[TermId],
        page: &PageView<'_>,
        context: &mut Context<'_>,
    ) {
        for term in terms {
            if self.memory.spelled.contains_key(term) {
                continue;
            }
            let texts = [&self.query, &page.document.title, &page.document.body];
            let mut written = texts
                .into_iter()
                .filter_map(|text| context.vectorizer.spelling(text, context.language, *term));
            if let Some(word) = written.next() {
                self.memory.spelled.insert(*term, word);
            }
        }
    }

    /// Judges the links of a page, and first learns from the link that led there where there is one.
    pub(super) fn judge(
        &mut self,
        at: usize,
        came_by: Option<&Inputs>,
        likeness: f64,
        (page, links): (&PageView<'_>, &[LinkView<'_>]),
        context: &mut Context<'_>,
    ) -> Vec<Sensed> {
        let Some(mind) = self.rules.mind else {
            let plain = (self.rules.judged(0.0, likeness), Inputs::default());
            return vec![plain; links.len()];
        };
        let sensed = self.sense(at, mind, (page, links), context);
        let net = &mut self.memory.agents.spiders[at].net;
        if let Some(came_by) = came_by.filter(|_| mind.rate > 0.0) {
            let ahead = sensed.iter().map(|inputs| net.judge(inputs));
            let target = likeness + mind.mu * ahead.reduce(f64::max).unwrap_or_default();
            net.learn(came_by, target, mind.rate);
        }
        let judged = sensed.into_iter().map(|inputs| {
            let lambda = net.judge(&inputs);
            (self.rules.judged(lambda, likeness), inputs)
        });
        judged.collect()
    }

    /// Returns the scores of links: what was made of them now, and of those that wait for a spider what was made of them then. None for a link at which
    /// a family is to be founded.
    pub(super) fn scores(&self, links: &[LinkView<'_>], sensed: &[Sensed]) -> Vec<Option<Score>> {
        let agents = &self.memory.agents;
        let score = |(view, (new, _)): (&LinkView<'_>, &Sensed)| {
            let judged = if agents.owners.contains_key(&view.id) {
                agents.link(view.id)?.judged
            } else {
                *new
            };
            Some(self.rules.score(judged))
        };
        links.iter().zip(sensed).map(score).collect()
    }

    /// Updates rediscovered links, whose scores trap rules may have changed.
    pub(super) fn look_again(&mut self, links: &[LinkView<'_>]) {
        let agents = &mut self.memory.agents;
        for view in links {
            if let Some(at) = agents.owners.get(&view.id) {
                agents.spiders[*at].own.look_again(view.id);
            }
        }
    }

    /// Assigns unassigned links to the spider; of several to one URL the best, the first of equals.
    pub(super) fn keep(
        &mut self,
        at: usize,
        page: UrlId,
        links: &[LinkView<'_>],
        sensed: Vec<Sensed>,
    ) {
        let mut new: BTreeMap<UrlId, (usize, Sensed)> = BTreeMap::new();
        for (place, (view, sensed)) in links.iter().zip(sensed).enumerate() {
            if self.memory.agents.owners.contains_key(&view.id) {
                continue;
            }
            match new.get_mut(&view.id) {
                Some((_, best)) if sensed.0.sigma <= best.0.sigma => {}
                Some((_, best)) => *best = sensed,
                None => {
                    new.insert(view.id, (place, sensed));
                }
            }
        }
        let mut new: Vec<_> = new.into_iter().collect();
        new.sort_unstable_by_key(|(_, (place, _))| *place);
        for (id, (_, (judged, inputs))) in new {
            let agents = &mut self.memory.agents;
            agents.give(at, (id, Some(page)), judged, inputs);
        }
    }

    /// Scores the links of a page that no spider fetched, if they belong to no spider. Links of spiders keep their
    /// score.
    pub(super) fn judge_strays(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &Context<'_>,
    ) -> Vec<Option<Score>> {
        let judged = self.rules.judged(0.0, cosine(context.query, page.vector));
        let sensed = vec![(judged, Inputs::default()); links.len()];
        let scores = self.scores(links, &sensed);
        let mine = links.iter().zip(scores).map(|(view, score)| {
            let is_owned = self.memory.agents.owners.contains_key(&view.id);
            score.filter(|_| is_owned || self.is_first(page.id, view.id))
        });
        mine.collect()
    }

    /// Returns true if an unassigned link was found on this page first.
    fn is_first(&mut self, page: UrlId, link: UrlId) -> bool {
        *self.memory.strays.entry(link).or_insert(page) == page
    }

    /// Rescores the links first found on this page, by their inputs and the page's similarity to the reader's words.
    /// It ignores other links.
    pub(super) fn judge_again(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &Context<'_>,
    ) -> Vec<Option<Score>> {
        let agents = &mut self.memory.agents;
        let likeness = match agents.readers.get(&page.id) {
            Some(at) => {
                let words = &mut agents.spiders[*at].words;
                cosine(&words.ask(context.query), page.vector)
            }
            None => cosine(context.query, page.vector),
        };
        let again = |view: &LinkView<'_>| self.judge_one_again(page.id, view.id, likeness);
        links.iter().map(again).collect()
    }

    fn judge_one_again(&mut self, page: UrlId, link: UrlId, likeness: f64) -> Option<Score> {
        let Some(at) = self.memory.agents.owners.get(&link).copied() else {
            let judged = self.rules.judged(0.0, likeness);
            return self.is_first(page, link).then(|| self.rules.score(judged));
        };
        let owner = &mut self.memory.agents.spiders[at];
        let found = owner.link(link).filter(|link| link.page == Some(page))?;
        let lambda = match self.rules.mind {
            Some(_) => owner.net.judge(&found.inputs),
            None => 0.0,
        };
        let judged = self.rules.judged(lambda, likeness);
        owner.rejudge(link, judged);
        Some(self.rules.score(judged))
    }
}
