//! The frontier of one spider: its links, and the choice of the next one.
//!
//! The crawl's frontier remains the store: it is bounded, knows which sites are ready, and may drop a link, which the
//! spider notices when it picks the link. A spider picks at random, with probability `e^(β σ(l)) / Σ e^(β σ(l'))` over
//! its links, or the best. Two details differ from the papers: links of sites that are not ready are left out of the
//! sum, and trap rules reduce σ first.
//!
//! Picking is fast for any number of links. No σ exceeds 1, so `e^(β (σ − 1))` does not overflow and is computed once
//! for each link. Sums are stored by site, and only sites with changed links are summed again.
//!
//! Source: Pant §3.5 eq. 7, Evolving §4.1 eq. 4-3; the best: Pant §5.1.

use super::net::Inputs;
use crate::frontier::Frontier;
use crate::graph::SiteId;
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The rule by which a spider picks among its links.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LinkChoice {
    /// At random with greediness β, from 0 (uniform) to [`BETA_MAX`].
    Chance(f64),
    /// The best; of equal links the one found first.
    Best,
}

/// Maximum β: `e^(−2 β)`, the smallest weight of a link, is still above 0.
pub(super) const BETA_MAX: f64 = 300.0;

/// Returns true for sites that a spider may pick from: [`Frontier::is_site_ready`] or [`Frontier::is_site_due`].
pub(super) type Open = fn(&Frontier, SiteId) -> bool;

/// The score of a link with its components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct LinkEstimate {
    /// The score.
    pub(super) sigma: f64,
    /// The net's estimate.
    pub(super) lambda: f64,
    /// The similarity of the linking page to the words of the spider that read it.
    pub(super) similarity: f64,
}

/// A link in a spider's frontier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Link {
    /// The page on which it was found first, which determines its score; `None` for a seed.
    pub(super) page: Option<UrlId>,
    /// Its score, the same as in the crawl's frontier.
    pub(super) estimate: LinkEstimate,
    /// Its site; `None` until it is looked up in the crawl's frontier.
    site: Option<SiteId>,
    /// σ, reduced by trap rules once it was looked up in the crawl's frontier.
    priority: f64,
    /// Its position in the order of discovery over all spiders.
    arrival: u64,
    /// The net's inputs, for learning from the outcome.
    pub(super) inputs: Inputs,
}

impl Link {
    pub(super) fn new(page: Option<UrlId>, estimate: LinkEstimate, arrival: u64, inputs: Inputs) -> Self {
        Self { page, estimate, site: None, priority: estimate.sigma, arrival, inputs }
    }
}

/// The links of a spider.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(UrlId, Link)>", into = "Vec<(UrlId, Link)>")]
pub(super) struct AgentFrontier {
    links: BTreeMap<UrlId, Link>,
    /// Links not yet looked up in the crawl's frontier.
    fresh: BTreeSet<UrlId>,
    sites: BTreeMap<SiteId, Group>,
}

/// The links of one site.
#[derive(Clone, Debug, Default)]
struct Group {
    links: BTreeMap<UrlId, WeightedLink>,
    /// The sum of their weights; `None` after a change.
    weight: Cell<Option<f64>>,
    /// The best of them; `None` after a change.
    best: Cell<Option<Best>>,
}

/// A link in the group of its site.
#[derive(Clone, Copy, Debug)]
struct WeightedLink {
    /// Its weight in random picks.
    weight: f64,
    priority: f64,
    arrival: u64,
}

/// The best link of a site.
#[derive(Clone, Copy, Debug)]
struct Best {
    id: UrlId,
    priority: f64,
    arrival: u64,
}

impl Best {
    /// Returns the better of two; of equal links the one found first.
    fn or(self, other: Self) -> Self {
        let by_worth = other.priority.total_cmp(&self.priority);
        if by_worth.then(self.arrival.cmp(&other.arrival)).is_gt() { other } else { self }
    }
}

impl Group {
    fn put(&mut self, id: UrlId, link: &Link, pick: LinkChoice) {
        let link = WeightedLink { weight: pick.weight(link.priority), priority: link.priority, arrival: link.arrival };
        self.links.insert(id, link);
        self.changed();
    }

    fn remove(&mut self, id: UrlId) {
        self.links.remove(&id);
        self.changed();
    }

    fn changed(&self) {
        self.weight.set(None);
        self.best.set(None);
    }

    fn weight(&self) -> f64 {
        self.weight.get().unwrap_or_else(|| {
            let weights = self.links.values().map(|link| link.weight);
            let sum = weights.fold(0.0, |sum, weight| sum + weight);
            self.weight.set(Some(sum));
            sum
        })
    }

    fn best(&self) -> Option<Best> {
        if self.best.get().is_none() {
            let all =
                self.links.iter().map(|(id, link)| Best { id: *id, priority: link.priority, arrival: link.arrival });
            self.best.set(all.reduce(Best::or));
        }
        self.best.get()
    }
}

impl From<Vec<(UrlId, Link)>> for AgentFrontier {
    fn from(links: Vec<(UrlId, Link)>) -> Self {
        let mut frontier = Self::default();
        for (id, link) in links {
            if link.site.is_none() {
                frontier.fresh.insert(id);
            }
            frontier.links.insert(id, link);
        }
        frontier
    }
}

impl From<AgentFrontier> for Vec<(UrlId, Link)> {
    fn from(frontier: AgentFrontier) -> Self {
        frontier.links.into_iter().collect()
    }
}

impl LinkChoice {
    fn weight(self, priority: f64) -> f64 {
        match self {
            Self::Chance(beta) => libm::exp(beta * (priority.clamp(-1.0, 1.0) - 1.0)),
            Self::Best => 0.0,
        }
    }
}

impl AgentFrontier {
    /// Returns the number of links, including those that the crawl's frontier dropped since the last pick.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    pub(super) fn get(&self, id: UrlId) -> Option<&Link> {
        self.links.get(&id)
    }

    #[cfg(test)]
    pub(super) fn ids(&self) -> impl Iterator<Item = UrlId> + '_ {
        self.links.keys().copied()
    }

    /// Adds a link, or replaces one with the same id. The next pick looks it up in the crawl's frontier.
    pub(super) fn add(&mut self, id: UrlId, link: Link) {
        self.remove(id);
        self.fresh.insert(id);
        let link = Link { site: None, priority: link.estimate.sigma, ..link };
        self.links.insert(id, link);
    }

    /// Replaces the score of a link.
    pub(super) fn change(&mut self, id: UrlId, estimate: LinkEstimate) {
        if let Some(link) = self.remove(id) {
            self.add(id, Link { estimate, ..link });
        }
    }

    /// Marks a link for another lookup, since trap rules may have changed its priority.
    pub(super) fn refresh(&mut self, id: UrlId) {
        let Some(link) = self.remove(id) else {
            return;
        };
        self.fresh.insert(id);
        self.links.insert(id, Link { site: None, ..link });
    }

    /// Removes a link.
    pub(super) fn remove(&mut self, id: UrlId) -> Option<Link> {
        let link = self.links.remove(&id)?;
        match link.site {
            None => {
                self.fresh.remove(&id);
            }
            Some(site) => self.ungroup(site, id),
        }
        Some(link)
    }

    fn ungroup(&mut self, site: SiteId, id: UrlId) {
        let Some(group) = self.sites.get_mut(&site) else {
            return;
        };
        group.remove(id);
        if group.links.is_empty() {
            self.sites.remove(&site);
        }
    }

    /// Removes all links.
    pub(super) fn drain(&mut self) -> Vec<(UrlId, Link)> {
        std::mem::take(self).into()
    }

    /// Removes half of the links: the second best, the fourth best and so on, so that both halves have similar scores.
    pub(super) fn split(&mut self) -> Vec<(UrlId, Link)> {
        let mut all = self.drain();
        all.sort_by(|(_, a), (_, b)| b.priority.total_cmp(&a.priority).then(a.arrival.cmp(&b.arrival)));
        let mut given = Vec::with_capacity(all.len() / 2);
        for (at, (id, link)) in all.into_iter().enumerate() {
            if at % 2 == 1 {
                given.push((id, link));
            } else {
                self.add(id, link);
            }
        }
        given
    }

    /// Returns the next link whose site is open, if any, without removing it. Links that the crawl's frontier no longer
    /// holds are removed and added to `gone`.
    pub(super) fn pick(
        &mut self,
        pick: LinkChoice,
        frontier: &Frontier,
        open: Open,
        draw: &mut Draw,
        gone: &mut Vec<UrlId>,
    ) -> Option<UrlId> {
        self.update_links(pick, frontier, gone);
        loop {
            let id = match pick {
                LinkChoice::Chance(_) => self.by_chance(frontier, open, draw),
                LinkChoice::Best => self.best(frontier, open),
            }?;
            if frontier.get(id).is_some() {
                return Some(id);
            }
            self.remove(id);
            gone.push(id);
        }
    }

    /// Looks new links up in the crawl's frontier for site and priority, and groups restored links by site.
    fn update_links(&mut self, pick: LinkChoice, frontier: &Frontier, gone: &mut Vec<UrlId>) {
        if self.sites.is_empty() {
            self.regroup(pick);
        }
        for id in std::mem::take(&mut self.fresh) {
            let Some(waiting) = frontier.get(id) else {
                self.links.remove(&id);
                gone.push(id);
                continue;
            };
            let Some(link) = self.links.get_mut(&id) else {
                continue;
            };
            link.site = Some(waiting.site);
            link.priority = waiting.priority();
            let group = self.sites.entry(waiting.site).or_default();
            group.put(id, link, pick);
        }
    }

    fn regroup(&mut self, pick: LinkChoice) {
        for (id, link) in &self.links {
            if let Some(site) = link.site {
                self.sites.entry(site).or_default().put(*id, link, pick);
            }
        }
    }

    /// Returns the groups of open sites, each with the factor of site diversity.
    fn open<'a>(&'a self, frontier: &'a Frontier, open: Open) -> impl Iterator<Item = (&'a Group, f64)> {
        let is_open = move |(site, _): &(&SiteId, &Group)| open(frontier, **site);
        let groups = self.sites.iter().filter(is_open);
        groups.map(|(site, group)| (group, frontier.site_factor(*site)))
    }

    fn by_chance(&self, frontier: &Frontier, open: Open, draw: &mut Draw) -> Option<UrlId> {
        let groups: Vec<(&Group, f64)> = self.open(frontier, open).collect();
        let weights = groups.iter().map(|(group, factor)| group.weight() * factor);
        let all = weights.fold(0.0, |all, one| all + one);
        let mut left = draw_unless_empty(&groups, draw)? * all;
        // If rounding leaves a remainder, the last link of the last group is chosen.
        let (last, others) = groups.split_last()?;
        let group = others.iter().find(|(group, factor)| {
            let weight = group.weight() * factor;
            let here = left < weight;
            left -= if here { 0.0 } else { weight };
            here
        });
        let (Group { links, .. }, factor) = group.unwrap_or(last);
        let found = links.iter().find(|(_, link)| {
            let weight = link.weight * factor;
            let here = left < weight;
            left -= weight;
            here
        });
        found.or_else(|| links.last_key_value()).map(|(id, _)| *id)
    }

    fn best(&self, frontier: &Frontier, open: Open) -> Option<UrlId> {
        let best = self.open(frontier, open).filter_map(|(group, factor)| {
            let best = group.best()?;
            let priority = best.priority * factor;
            Some(Best { priority, ..best })
        });
        best.reduce(Best::or).map(|best| best.id)
    }
}

/// Draws a number in 0..1 if there are groups; a spider that must wait draws none.
fn draw_unless_empty(groups: &[(&Group, f64)], draw: &mut Draw) -> Option<f64> {
    (!groups.is_empty()).then(|| draw.share())
}

#[cfg(test)]
#[path = "agent_frontier_tests.rs"]
mod tests;
