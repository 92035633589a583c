//! The spiders, their energy, and the owner of each URL.
//!
//! Every URL in the frontier or in flight belongs to one living spider. Founders and pages similar to a spider's words
//! add energy; the cost of pages and deaths remove it; cloning divides it. The [`EnergyAccount`] holds the sums: the
//! energy of the living is always income minus expenses.
//!
//! Source: Evolving §4.1 and Fig. 4.1, Pant §3.5.

use super::agent_frontier::{AgentFrontier, Link, LinkEstimate};
use super::net::{Inputs, Net};
use super::rules::{CostRule, EnergyRules, EstimationRules, Rules};
use super::words::Words;
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A time in a crawl: the last page read; `None` before the first page.
pub(super) type PageTime = Option<UrlId>;

/// A spider, identified by its index. Its displayed number is the index plus 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Spider {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) born: PageTime,
    pub(super) died: Option<(PageTime, Death)>,
    pub(super) energy: f64,
    pub(super) words: Words,
    pub(super) net: Net,
    pub(super) links: AgentFrontier,
    pub(super) pending: Option<PendingFetch>,
    pub(super) visited: Vec<UrlId>,
    /// Its energy at birth, after each of its pages, and at death; empty without energy rules.
    pub(super) energy_history: Vec<(PageTime, f64)>,
    /// Its most relevant page, with the relevance.
    pub(super) best: Option<(UrlId, f64)>,
}

/// Returns the displayed number of a spider.
pub(super) fn number(at: usize) -> u32 {
    crate::count(at + 1)
}

/// The cause of a spider's death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Death {
    /// Its energy was spent.
    Starved,
    /// It had no link left.
    Stranded,
}

/// The URL that a spider chose and has not read yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PendingFetch {
    pub(super) id: UrlId,
    /// The link that it follows; `None` for the first page of a family.
    pub(super) link: Option<Link>,
    pub(super) stage: FetchStage,
}

/// The stage of a pending fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum FetchStage {
    /// It is in the frontier.
    Waits,
    /// It was handed to the crawl, which may not have sent the request yet.
    Offered,
    /// It is being fetched.
    Taken,
}

/// The sources and uses of energy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct EnergyAccount {
    /// Energy given to founders.
    pub(super) endowed: f64,
    pub(super) gained: f64,
    pub(super) paid: f64,
    /// The forgiven debt of the last spider.
    pub(super) forgiven: f64,
    /// The energy of dead spiders, negative for debts.
    pub(super) buried: f64,
    /// Number of pages with a gain, including a gain of 0.
    pub(super) pages: u32,
}

/// All spiders of a crawl.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Agents {
    pub(super) draw: Draw,
    pub(super) spiders: Vec<Spider>,
    pub(super) living: BTreeSet<usize>,
    /// The owner of each URL in the frontier or in flight.
    pub(super) owners: BTreeMap<UrlId, usize>,
    /// The spider that read each page.
    pub(super) readers: BTreeMap<UrlId, usize>,
    pub(super) account: EnergyAccount,
    /// URLs of spiders that leave the frontier.
    pub(super) released: Vec<UrlId>,
    pub(super) now: PageTime,
    /// Number of links found so far.
    arrivals: u64,
}

impl Spider {
    /// Returns the spider's link to `id`: from its frontier, or that of its pending fetch.
    pub(super) fn link(&self, id: UrlId) -> Option<&Link> {
        let pending = self.pending.as_ref().filter(|pending| pending.id == id);
        let sent_by = pending.and_then(|pending| pending.link.as_ref());
        self.links.get(id).or(sent_by)
    }

    /// Replaces the score of such a link.
    pub(super) fn update_estimate(&mut self, id: UrlId, estimate: LinkEstimate) {
        self.links.change(id, estimate);
        let pending = self.pending.as_mut().filter(|pending| pending.id == id);
        if let Some(link) = pending.and_then(|pending| pending.link.as_mut()) {
            link.estimate = estimate;
        }
    }
}

impl Agents {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            draw: Draw::new(seed),
            spiders: Vec::new(),
            living: BTreeSet::new(),
            owners: BTreeMap::new(),
            readers: BTreeMap::new(),
            account: EnergyAccount::default(),
            released: Vec::new(),
            now: None,
            arrivals: 0,
        }
    }

    /// Creates a founder with half of the energy needed for breeding.
    pub(super) fn found_family(&mut self, rules: &Rules) -> usize {
        let given = rules.energy.map(|energy_rules| energy_rules.theta / 2.0);
        let energy = given.unwrap_or_default();
        self.account.endowed += energy;
        let net = rules.estimation.map(|estimation| {
            let (unit, hidden) = (estimation.unit, estimation.hidden);
            Net::new(unit, hidden, &mut self.draw)
        });
        self.add(Spider {
            parent: None,
            children: Vec::new(),
            born: self.now,
            died: None,
            energy,
            words: Words::default(),
            net: net.unwrap_or_default(),
            links: AgentFrontier::default(),
            pending: None,
            visited: Vec::new(),
            energy_history: given.map(|energy| (self.now, energy)).into_iter().collect(),
            best: None,
        })
    }

    fn add(&mut self, spider: Spider) -> usize {
        let at = self.spiders.len();
        self.spiders.push(spider);
        self.living.insert(at);
        at
    }

    /// Clones a spider: the child gets half of its energy and half of its links.
    pub(super) fn clone_spider(&mut self, parent: usize) -> usize {
        let at = self.spiders.len();
        let of = &mut self.spiders[parent];
        of.energy /= 2.0;
        of.children.push(at);
        let mut links = AgentFrontier::default();
        for (id, link) in of.links.split() {
            self.owners.insert(id, at);
            links.add(id, link);
        }
        let child = Spider {
            parent: Some(parent),
            children: Vec::new(),
            born: self.now,
            died: None,
            energy: of.energy,
            words: of.words.clone(),
            net: of.net.clone(),
            links,
            pending: None,
            visited: Vec::new(),
            energy_history: vec![(self.now, of.energy)],
            best: None,
        };
        self.add(child)
    }

    /// Sets a spider's pending fetch, through a link or as a founder.
    pub(super) fn send(&mut self, at: usize, id: UrlId, link: Option<Link>, stage: FetchStage) {
        self.owners.insert(id, at);
        self.spiders[at].pending = Some(PendingFetch { id, link, stage });
    }

    /// Gives an unassigned link to a spider.
    pub(super) fn give(
        &mut self,
        at: usize,
        (id, page): (UrlId, Option<UrlId>),
        estimate: LinkEstimate,
        inputs: Inputs,
    ) {
        self.arrivals += 1;
        self.owners.insert(id, at);
        let link = Link::new(page, estimate, self.arrivals, inputs);
        self.spiders[at].links.add(id, link);
    }

    /// Drops the links of a spider that are not among the kept ones.
    pub(super) fn keep_only(&mut self, at: usize, kept: &BTreeSet<UrlId>) {
        for (id, link) in self.spiders[at].links.drain() {
            if kept.contains(&id) {
                self.spiders[at].links.add(id, link);
            } else {
                self.release(id, Some(&link));
            }
        }
    }

    /// Returns the link of any spider to `id`.
    pub(super) fn link(&self, id: UrlId) -> Option<&Link> {
        let at = self.owners.get(&id)?;
        self.spiders.get(*at)?.link(id)
    }

    /// Gives a net to living spiders without one, which were born under other rules.
    pub(super) fn add_missing_nets(&mut self, estimation: EstimationRules) {
        for at in &self.living {
            let spider = &mut self.spiders[*at];
            if spider.net.is_none() {
                spider.net = Net::new(estimation.unit, estimation.hidden, &mut self.draw);
            }
        }
    }

    /// Returns the living spider with the fewest links; of equal ones the oldest.
    pub(super) fn fewest_links(&self) -> Option<usize> {
        let links = |at: &usize| (self.spiders[*at].links.len(), *at);
        self.living.iter().copied().min_by_key(links)
    }

    /// Ends the pending fetch of this URL. Returns its spider and the link that led there.
    pub(super) fn take_pending(&mut self, id: UrlId) -> Option<(usize, Option<Link>)> {
        let at = *self.owners.get(&id)?;
        let pending = self.spiders[at].pending.take_if(|pending| pending.id == id)?;
        self.owners.remove(&id);
        Some((at, pending.link))
    }

    /// Removes a URL that left the frontier from its owner.
    pub(super) fn forget(&mut self, id: UrlId) {
        if let Some(at) = self.owners.remove(&id) {
            self.spiders[at].links.remove(id);
            self.spiders[at].pending.take_if(|pending| pending.id == id);
        }
    }

    /// Adds a page's gain to a spider's energy and subtracts its cost.
    pub(super) fn update_energy(&mut self, at: usize, gain: f64, price: CostRule) {
        self.account.gained += gain;
        self.account.pages += 1;
        let cost = match price {
            CostRule::Fixed(cost) => cost,
            CostRule::Average => self.account.gained / f64::from(self.account.pages),
        };
        self.account.paid += cost;
        self.spiders[at].energy += gain - cost;
    }

    /// Records a spider's current energy in its history, if it has energy rules.
    pub(super) fn record_energy(&mut self, at: usize) {
        let spider = &mut self.spiders[at];
        if !spider.energy_history.is_empty() && spider.died.is_none() {
            spider.energy_history.push((self.now, spider.energy));
        }
    }

    /// Removes a spider without energy or links. The last living spider of a family does not starve unless the rules
    /// allow extinction.
    pub(super) fn remove_if_dead(&mut self, at: usize, energy_rules: Option<EnergyRules>) {
        let spider = &self.spiders[at];
        let stranded = spider.links.is_empty() && spider.pending.is_none();
        if let Some(energy_rules) = energy_rules.filter(|_| spider.energy <= 0.0) {
            if energy_rules.extinction || stranded || self.has_living_relative(at) {
                return self.bury(at, Death::Starved, energy_rules.inherit);
            }
            let debt = std::mem::take(&mut self.spiders[at].energy);
            self.account.forgiven -= debt;
        }
        if stranded {
            self.bury(at, Death::Stranded, false);
        }
    }

    /// Returns whether another spider of the same family lives.
    fn has_living_relative(&self, at: usize) -> bool {
        let founder = self.founder(at);
        self.living.iter().any(|other| *other != at && self.founder(*other) == founder)
    }

    /// Returns the first spider of a family.
    fn founder(&self, at: usize) -> usize {
        let parents = std::iter::successors(Some(at), |at| self.spiders[*at].parent);
        parents.last().unwrap_or(at)
    }

    fn bury(&mut self, at: usize, death: Death, inherit: bool) {
        self.account.buried += std::mem::take(&mut self.spiders[at].energy);
        self.record_energy(at);
        self.living.remove(&at);
        let spider = &mut self.spiders[at];
        spider.died = Some((self.now, death));
        let (pending, links) = (spider.pending.take(), spider.links.drain());
        let heir = spider.parent.filter(|parent| self.living.contains(parent));
        match heir.filter(|_| inherit) {
            Some(heir) => {
                for (id, link) in links {
                    self.owners.insert(id, heir);
                    self.spiders[heir].links.add(id, link);
                }
            }
            None => links.into_iter().for_each(|(id, link)| self.release(id, Some(&link))),
        }
        if let Some(pending) = pending {
            self.release(pending.id, pending.link.as_ref());
        }
    }

    /// Drops the link of a spider. Seeds become unowned, since every seed must be read.
    fn release(&mut self, id: UrlId, link: Option<&Link>) {
        self.owners.remove(&id);
        if link.is_some_and(|link| link.page.is_some()) {
            self.released.push(id);
        }
    }

    /// Returns true if the URL is a spider's link that was found on a page.
    pub(super) fn is_agent_link(&self, id: UrlId) -> bool {
        let at = self.owners.get(&id);
        let link = at.and_then(|at| self.spiders.get(*at)?.links.get(id));
        link.is_some_and(|link| link.page.is_some())
    }

    /// Returns true if a restored state is consistent: every index refers to a spider, and every URL to its owner.
    pub(super) fn is_valid(&self) -> bool {
        let n = self.spiders.len();
        let has = |(id, at): (&UrlId, &usize)| {
            self.living.contains(at)
                && self.spiders.get(*at).is_some_and(|spider| {
                    let pending = spider.pending.as_ref();
                    spider.links.get(*id).is_some() || pending.is_some_and(|pending| pending.id == *id)
                })
        };
        let held = |at: &usize| {
            self.spiders.get(*at).map_or(0, |spider| spider.links.len() + usize::from(spider.pending.is_some()))
        };
        self.spiders.iter().enumerate().all(|(at, spider)| {
            spider.parent.is_none_or(|parent| parent < at)
                && spider.children.iter().all(|child| (at + 1..n).contains(child))
                && spider.words.learned.iter().all(|word| word.by < n)
                && spider.died.is_none() == self.living.contains(&at)
        }) && self.living.last().is_none_or(|last| *last < n)
            && self.readers.values().all(|at| *at < n)
            && self.owners.iter().all(has)
            && self.living.iter().map(held).sum::<usize>() == self.owners.len()
    }
}
