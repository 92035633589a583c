//! A spider's own frontier: the links that are its alone, and which of them is next.
//!
//! The frontier of the crawl stays the store: it is bounded, knows which hosts are ready, and may drop a link, which is noticed here when
//! the link's turn comes. A spider picks by chance, with probability `e^(β σ(l)) / Σ e^(β σ(l'))` over its links, or the best. Two things are
//! other than in the papers: links of hosts that politeness or the rule of host diversity keeps closed at the moment are left out of the sum,
//! and σ is first lessened by what trap rules take off.
//!
//! Picking costs little however many links there are: no σ is above 1, so that `e^(β (σ − 1))` neither overflows nor needs the largest σ
//! of the moment, and each link's exponential is computed once; sums are kept by host, and only hosts whose links changed are summed again,
//! each from what its own group holds.
//!
//! Source: Pant §3.5 eq. 7, Evolving §4.1 eq. 4-3; the best: Pant §5.1.

use super::net::Inputs;
use crate::frontier::Frontier;
use crate::graph::HostId;
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The choice of a spider among its links.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pick {
    /// By chance, the better the likelier: the greediness β, from 0 (all alike) to [`BETA_MAX`].
    Chance(f64),
    /// The best; of equal ones the first that was found.
    Best,
}

/// Greatest β: `e^(−2 β)` is the least weight of a link, and still a number.
pub(super) const BETA_MAX: f64 = 300.0;

/// Says of which hosts the frontier lets a spider pick: [`Frontier::is_host_ready`], or [`Frontier::is_host_due`].
pub(super) type Open = fn(&Frontier, HostId) -> bool;

/// The judgment of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Judged {
    /// The score.
    pub(super) sigma: f64,
    /// The net's estimate.
    pub(super) lambda: f64,
    /// The similarity of its page to the words of the spider that read it.
    pub(super) likeness: f64,
}

/// A link that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Link {
    /// The page on which it was found first, which alone says what it is worth; none for a seed.
    pub(super) page: Option<UrlId>,
    /// As the frontier has it, too.
    pub(super) judged: Judged,
    /// Its host; none until it was seen in the frontier, or seen there again.
    host: Option<HostId>,
    /// σ, less what trap rules take off once it was seen in the frontier.
    worth: f64,
    /// Its place in the order in which the spiders found their links.
    arrival: u64,
    /// The net's inputs, for learning from the outcome.
    pub(super) inputs: Inputs,
}

impl Link {
    pub(super) fn new(page: Option<UrlId>, judged: Judged, arrival: u64, inputs: Inputs) -> Self {
        Self {
            page,
            judged,
            host: None,
            worth: judged.sigma,
            arrival,
            inputs,
        }
    }
}

/// The links of a spider.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(UrlId, Link)>", into = "Vec<(UrlId, Link)>")]
pub(super) struct AgentFrontier {
    links: BTreeMap<UrlId, Link>,
    /// Those that are to be looked up in the frontier.
    fresh: BTreeSet<UrlId>,
    hosts: BTreeMap<HostId, Group>,
}

/// The links of one host.
#[derive(Clone, Debug, Default)]
struct Group {
    links: BTreeMap<UrlId, Place>,
    /// The sum of their weights; none if they changed since.
    weight: Cell<Option<f64>>,
    /// The best of them; none if they changed since.
    best: Cell<Option<Best>>,
}

/// A link among those of its host.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its weight where picks are by chance.
    weight: f64,
    worth: f64,
    arrival: u64,
}

/// The best link of a host.
#[derive(Clone, Copy, Debug)]
struct Best {
    id: UrlId,
    worth: f64,
    arrival: u64,
}

impl Best {
    /// Returns the better of two, of equals the one that was found first.
    fn or(self, other: Self) -> Self {
        let by_worth = other.worth.total_cmp(&self.worth);
        if by_worth.then(self.arrival.cmp(&other.arrival)).is_gt() {
            other
        } else {
            self
        }
    }
}

impl Group {
    fn put(&mut self, id: UrlId, link: &Link, pick: Pick) {
        let place = Place {
            weight: pick.weight(link.worth),
            worth: link.worth,
            arrival: link.arrival,
        };
        self.links.insert(id, place);
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
            let weights = self.links.values().map(|place| place.weight);
            let sum = weights.fold(0.0, |sum, weight| sum + weight);
            self.weight.set(Some(sum));
            sum
        })
    }

    fn best(&self) -> Option<Best> {
        if self.best.get().is_none() {
            let all = self.links.iter().map(|(id, place)| Best {
                id: *id,
                worth: place.worth,
                arrival: place.arrival,
            });
            self.best.set(all.reduce(Best::or));
        }
        self.best.get()
    }
}

impl From<Vec<(UrlId, Link)>> for AgentFrontier {
    fn from(links: Vec<(UrlId, Link)>) -> Self {
        let mut own = Self::default();
        for (id, link) in links {
            if link.host.is_none() {
                own.fresh.insert(id);
            }
            own.links.insert(id, link);
        }
        own
    }
}

impl From<AgentFrontier> for Vec<(UrlId, Link)> {
    fn from(own: AgentFrontier) -> Self {
        own.links.into_iter().collect()
    }
}

impl Pick {
    fn weight(self, worth: f64) -> f64 {
        match self {
            Self::Chance(beta) => libm::exp(beta * (worth.clamp(-1.0, 1.0) - 1.0)),
            Self::Best => 0.0,
        }
    }
}

impl AgentFrontier {
    /// Links that wait, those among them that the frontier dropped and nobody missed yet.
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

    /// Adds a link, in place of one with the same number. It will be looked up in the frontier.
    pub(super) fn add(&mut self, id: UrlId, link: Link) {
        self.remove(id);
        self.fresh.insert(id);
        let link = Link {
            host: None,
            worth: link.judged.sigma,
            ..link
        };
        self.links.insert(id, link);
    }

    /// Judges a link anew.
    pub(super) fn change(&mut self, id: UrlId, judged: Judged) {
        if let Some(link) = self.remove(id) {
            self.add(id, Link { judged, ..link });
        }
    }

    /// Looks a link up in the frontier again: trap rules may take off something else by now.
    pub(super) fn look_again(&mut self, id: UrlId) {
        let Some(link) = self.remove(id) else {
            return;
        };
        self.fresh.insert(id);
        self.links.insert(id, Link { host: None, ..link });
    }

    /// Takes a link out.
    pub(super) fn remove(&mut self, id: UrlId) -> Option<Link> {
        let link = self.links.remove(&id)?;
        match link.host {
            None => {
                self.fresh.remove(&id);
            }
            Some(host) => self.ungroup(host, id),
        }
        Some(link)
    }

    fn ungroup(&mut self, host: HostId, id: UrlId) {
        let Some(group) = self.hosts.get_mut(&host) else {
            return;
        };
        group.remove(id);
        if group.links.is_empty() {
            self.hosts.remove(&host);
        }
    }

    /// Takes all links out.
    pub(super) fn drain(&mut self) -> Vec<(UrlId, Link)> {
        std::mem::take(self).into()
    }

    /// Takes half of the links out: the second best, the fourth best and so on, so that both halves are as good.
    pub(super) fn split(&mut self) -> Vec<(UrlId, Link)> {
        let mut all = self.drain();
        all.sort_by(|(_, a), (_, b)| b.worth.total_cmp(&a.worth).then(a.arrival.cmp(&b.arrival)));
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

    /// Returns the link to follow next, one whose host is open; none if there is none. The link stays. Links that the frontier no longer
    /// holds are taken out when they come up, and told.
    pub(super) fn pick(
        &mut self,
        pick: Pick,
        frontier: &Frontier,
        open: Open,
        draw: &mut Draw,
        gone: &mut Vec<UrlId>,
    ) -> Option<UrlId> {
        self.settle(pick, frontier, gone);
        loop {
            let id = match pick {
                Pick::Chance(_) => self.by_chance(frontier, open, draw),
                Pick::Best => self.best(frontier, open),
            }?;
            if frontier.get(id).is_some() {
                return Some(id);
            }
            self.remove(id);
            gone.push(id);
        }
    }

    /// Looks the new links up in the frontier: their hosts, and what they are worth there, less what trap rules take off. What is restored is grouped again.
    fn settle(&mut self, pick: Pick, frontier: &Frontier, gone: &mut Vec<UrlId>) {
        if self.hosts.is_empty() {
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
            link.host = Some(waiting.host);
            link.worth = waiting.priority();
            let group = self.hosts.entry(waiting.host).or_default();
            group.put(id, link, pick);
        }
    }

    fn regroup(&mut self, pick: Pick) {
        for (id, link) in &self.links {
            if let Some(host) = link.host {
                self.hosts.entry(host).or_default().put(*id, link, pick);
            }
        }
    }

    fn open<'a>(&'a self, frontier: &'a Frontier, open: Open) -> impl Iterator<Item = &'a Group> {
        let is_open = move |(host, _): &(&HostId, &Group)| open(frontier, **host);
        self.hosts.iter().filter(is_open).map(|(_, group)| group)
    }

    fn by_chance(&self, frontier: &Frontier, open: Open, draw: &mut Draw) -> Option<UrlId> {
        let groups: Vec<&Group> = self.open(frontier, open).collect();
        let weights = groups.iter().map(|group| group.weight());
        let all = weights.fold(0.0, |all, one| all + one);
        let mut left = draw_unless_empty(&groups, draw)? * all;
        // Rounding may leave a crumb at the end: the last group then has it, and in it the last link.
        let (last, others) = groups.split_last()?;
        let group = others.iter().find(|group| {
            let weight = group.weight();
            let here = left < weight;
            left -= if here { 0.0 } else { weight };
            here
        });
        let links = &group.unwrap_or(last).links;
        let found = links.iter().find(|(_, place)| {
            let here = left < place.weight;
            left -= place.weight;
            here
        });
        found.or_else(|| links.last_key_value()).map(|(id, _)| *id)
    }

    fn best(&self, frontier: &Frontier, open: Open) -> Option<UrlId> {
        let best = self.open(frontier, open).filter_map(Group::best);
        best.reduce(Best::or).map(|best| best.id)
    }
}

/// Returns a number in 0..1, drawn only where there is something to draw for, so that a spider that has to wait draws nothing.
fn draw_unless_empty(groups: &[&Group], draw: &mut Draw) -> Option<f64> {
    (!groups.is_empty()).then(|| draw.share())
}

#[cfg(test)]
#[path = "own_tests.rs"]
mod tests;
