//! The population: who lives, on what, and whose a URL is.
//!
//! Every URL that waits or is under way belongs to one living spider. Energy comes in with a spider that is not cloned and with pages that are like the
//! spider's words, and goes out with the cost of pages and with the dead; cloning only shares it. The [`Ledger`] has the sums, so that at any
//! time what the living have is what came in less what went out.
//!
//! Source: Evolving §4.1 and Fig. 4.1, Pant §3.5.

use super::net::{Inputs, Net};
use super::own::{AgentFrontier, Judged, Link};
use super::rules::{Life, Mind, Price, Rules};
use super::words::Words;
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A time: the page that was read last, none before the first.
pub(super) type Moment = Option<UrlId>;

/// A spider. It is known by its index; people know it by the number one above.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Spider {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) born: Moment,
    pub(super) died: Option<(Moment, Death)>,
    pub(super) energy: f64,
    pub(super) words: Words,
    pub(super) net: Net,
    pub(super) own: AgentFrontier,
    pub(super) pending: Option<PendingFetch>,
    pub(super) visited: Vec<UrlId>,
    /// Its energy at its birth, after each of its pages, and at its death; empty if it lives on nothing.
    pub(super) course: Vec<(Moment, f64)>,
    /// The best of its pages, and that page's relevance.
    pub(super) best: Option<(UrlId, f64)>,
}

/// Returns the number by which people know a spider.
pub(super) fn number(at: usize) -> u32 {
    crate::count(at + 1)
}

/// Why a spider died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Death {
    /// Its energy was spent.
    Starved,
    /// It had no link left to follow.
    Stranded,
}

/// The URL that a spider chose and has not read yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PendingFetch {
    pub(super) id: UrlId,
    /// The link by which it goes there; none if it founds a family there.
    pub(super) link: Option<Link>,
    pub(super) stage: Stage,
}

/// The stage of an pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    /// It waits in the frontier.
    Waits,
    /// It was given to the crawl, which may have taken it or not.
    Offered,
    /// It is being fetched.
    Taken,
}

/// The sources and uses of energy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Ledger {
    /// Given to spiders that found families.
    pub(super) endowed: f64,
    pub(super) gained: f64,
    pub(super) paid: f64,
    /// The debt of the last spider that was forgiven.
    pub(super) spared: f64,
    /// The energy of the dead, negative for debts.
    pub(super) buried: f64,
    /// Pages that gave something or might have.
    pub(super) pages: u32,
}

/// All spiders of a crawl.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Agents {
    pub(super) draw: Draw,
    pub(super) spiders: Vec<Spider>,
    pub(super) living: BTreeSet<usize>,
    /// Whose a URL is that waits or is under way.
    pub(super) owners: BTreeMap<UrlId, usize>,
    /// The reader of each page.
    pub(super) readers: BTreeMap<UrlId, usize>,
    pub(super) ledger: Ledger,
    /// URLs of the dead that are to leave the frontier.
    pub(super) released: Vec<UrlId>,
    pub(super) now: Moment,
    /// Links found so far.
    arrivals: u64,
}

impl Spider {
    /// Returns a link of its own, or that by which it goes where it was sent.
    pub(super) fn link(&self, id: UrlId) -> Option<&Link> {
        let pending = self.pending.as_ref().filter(|pending| pending.id == id);
        let sent_by = pending.and_then(|pending| pending.link.as_ref());
        self.own.get(id).or(sent_by)
    }

    /// Judges such a link anew.
    pub(super) fn rejudge(&mut self, id: UrlId, judged: Judged) {
        self.own.change(id, judged);
        let pending = self.pending.as_mut().filter(|pending| pending.id == id);
        if let Some(link) = pending.and_then(|pending| pending.link.as_mut()) {
            link.judged = judged;
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
            ledger: Ledger::default(),
            released: Vec::new(),
            now: None,
            arrivals: 0,
        }
    }

    /// Founds a family: a spider with half of the energy that breeding takes.
    pub(super) fn found(&mut self, rules: &Rules) -> usize {
        let given = rules.life.map(|life| life.theta / 2.0);
        let energy = given.unwrap_or_default();
        self.ledger.endowed += energy;
        let net = rules.mind.map(|mind| {
            let (unit, hidden) = (mind.unit, mind.hidden);
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
            own: AgentFrontier::default(),
            pending: None,
            visited: Vec::new(),
            course: given.map(|energy| (self.now, energy)).into_iter().collect(),
            best: None,
        })
    }

    fn add(&mut self, spider: Spider) -> usize {
        let at = self.spiders.len();
        self.spiders.push(spider);
        self.living.insert(at);
        at
    }

    /// Clones a spider: the child has half of its energy and half of its links. What else differs is the caller's.
    pub(super) fn clone_spider(&mut self, parent: usize) -> usize {
        let at = self.spiders.len();
        let of = &mut self.spiders[parent];
        of.energy /= 2.0;
        of.children.push(at);
        let mut own = AgentFrontier::default();
        for (id, link) in of.own.split() {
            self.owners.insert(id, at);
            own.add(id, link);
        }
        let child = Spider {
            parent: Some(parent),
            children: Vec::new(),
            born: self.now,
            died: None,
            energy: of.energy,
            words: of.words.clone(),
            net: of.net.clone(),
            own,
            pending: None,
            visited: Vec::new(),
            course: vec![(self.now, of.energy)],
            best: None,
        };
        self.add(child)
    }

    /// Sends a spider to a URL, by a link or to found a family there.
    pub(super) fn send(&mut self, at: usize, id: UrlId, link: Option<Link>, stage: Stage) {
        self.owners.insert(id, at);
        self.spiders[at].pending = Some(PendingFetch { id, link, stage });
    }

    /// Gives an unassigned link to a spider.
    pub(super) fn give(
        &mut self,
        at: usize,
        (id, page): (UrlId, Option<UrlId>),
        judged: Judged,
        inputs: Inputs,
    ) {
        self.arrivals += 1;
        self.owners.insert(id, at);
        let link = Link::new(page, judged, self.arrivals, inputs);
        self.spiders[at].own.add(id, link);
    }

    /// Returns a link that waits, whosever it is.
    pub(super) fn link(&self, id: UrlId) -> Option<&Link> {
        let at = self.owners.get(&id)?;
        self.spiders.get(*at)?.link(id)
    }

    /// Gives those that live and have none a net: they were born under other rules.
    pub(super) fn equip(&mut self, mind: Mind) {
        for at in &self.living {
            let spider = &mut self.spiders[*at];
            if spider.net.is_none() {
                spider.net = Net::new(mind.unit, mind.hidden, &mut self.draw);
            }
        }
    }

    /// Returns the living spider with the fewest links, the oldest of several.
    pub(super) fn poorest(&self) -> Option<usize> {
        let links = |at: &usize| (self.spiders[*at].own.len(), *at);
        self.living.iter().copied().min_by_key(links)
    }

    /// Ends the pending to this URL; gives whose it was, and the link by which it went there.
    pub(super) fn arrive(&mut self, id: UrlId) -> Option<(usize, Option<Link>)> {
        let at = *self.owners.get(&id)?;
        let pending = self.spiders[at]
            .pending
            .take_if(|pending| pending.id == id)?;
        self.owners.remove(&id);
        Some((at, pending.link))
    }

    /// Removes a URL that left the frontier from its spider.
    pub(super) fn forget(&mut self, id: UrlId) {
        if let Some(at) = self.owners.remove(&id) {
            self.spiders[at].own.remove(id);
            self.spiders[at].pending.take_if(|pending| pending.id == id);
        }
    }

    /// Changes a spider's energy by what a page gave and what it costs.
    pub(super) fn feed(&mut self, at: usize, gain: f64, price: Price) {
        self.ledger.gained += gain;
        self.ledger.pages += 1;
        let cost = match price {
            Price::Fixed(cost) => cost,
            Price::Average => self.ledger.gained / f64::from(self.ledger.pages),
        };
        self.ledger.paid += cost;
        self.spiders[at].energy += gain - cost;
    }

    /// Notes the energy of a spider that lives on it, after all that came of one of its pages.
    pub(super) fn note(&mut self, at: usize) {
        let spider = &mut self.spiders[at];
        if !spider.course.is_empty() && spider.died.is_none() {
            spider.course.push((self.now, spider.energy));
        }
    }

    /// Lets a spider die that has no energy, or no link left to follow. The last one that lives is spared hunger, unless it may starve.
    pub(super) fn weed(&mut self, at: usize, life: Option<Life>) {
        let spider = &mut self.spiders[at];
        let stranded = spider.own.is_empty() && spider.pending.is_none();
        if let Some(life) = life.filter(|_| spider.energy <= 0.0) {
            if life.extinction || stranded || self.living.len() > 1 {
                return self.bury(at, Death::Starved, life.inherit);
            }
            self.ledger.spared -= spider.energy;
            spider.energy = 0.0;
        }
        if stranded {
            self.bury(at, Death::Stranded, false);
        }
    }

    fn bury(&mut self, at: usize, death: Death, inherit: bool) {
        self.ledger.buried += std::mem::take(&mut self.spiders[at].energy);
        self.note(at);
        self.living.remove(&at);
        let spider = &mut self.spiders[at];
        spider.died = Some((self.now, death));
        let (pending, links) = (spider.pending.take(), spider.own.drain());
        let heir = spider.parent.filter(|parent| self.living.contains(parent));
        match heir.filter(|_| inherit) {
            Some(heir) => {
                for (id, link) in links {
                    self.owners.insert(id, heir);
                    self.spiders[heir].own.add(id, link);
                }
            }
            None => links
                .into_iter()
                .for_each(|(id, link)| self.release(id, Some(&link))),
        }
        if let Some(pending) = pending {
            self.release(pending.id, pending.link.as_ref());
        }
    }

    /// Drops the link of a dead spider. Seeds stay unassigned, since the person gave them.
    fn release(&mut self, id: UrlId, link: Option<&Link>) {
        self.owners.remove(&id);
        if link.is_some_and(|link| link.page.is_some()) {
            self.released.push(id);
        }
    }

    /// Returns true if the URL waits among a spider's links, found on a page.
    pub(super) fn is_found(&self, id: UrlId) -> bool {
        let at = self.owners.get(&id);
        let link = at.and_then(|at| self.spiders.get(*at)?.own.get(id));
        link.is_some_and(|link| link.page.is_some())
    }

    /// Returns true if what was saved fits together: every index is one of a spider, and every URL is its owner's.
    pub(super) fn is_sound(&self) -> bool {
        let n = self.spiders.len();
        let has = |(id, at): (&UrlId, &usize)| {
            self.living.contains(at)
                && self.spiders.get(*at).is_some_and(|spider| {
                    let pending = spider.pending.as_ref();
                    spider.own.get(*id).is_some()
                        || pending.is_some_and(|pending| pending.id == *id)
                })
        };
        let held = |at: &usize| {
            self.spiders.get(*at).map_or(0, |spider| {
                spider.own.len() + usize::from(spider.pending.is_some())
            })
        };
        self.spiders.iter().enumerate().all(|(at, spider)| {
            spider.parent.is_none_or(|parent| parent < at)
                && spider
                    .children
                    .iter()
                    .all(|child| (at + 1..n).contains(child))
                && spider.words.learned.iter().all(|word| word.by < n)
                && spider.died.is_none() == self.living.contains(&at)
        }) && self.living.last().is_none_or(|last| *last < n)
            && self.readers.values().all(|at| *at < n)
            && self.owners.iter().all(has)
            && self.living.iter().map(held).sum::<usize>() == self.owners.len()
    }
}
