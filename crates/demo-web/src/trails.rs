//! Trails to pages on a topic, as a person might have recorded them: from portals and general sites by the shortest way of links, and into a
//! university, whose pages never name what they lead to.
//!
//! Whatever a trail has of the topic is marked as relevant. One trail goes back: to a member of the department who works on something else, and out
//! again. Left out on purpose: ways through sites that fail, move or trap.

use crate::DemoWeb;
use crate::hosts::{HOSTS, Quirk, Site};
use crate::links::{self, To};
use crate::plan::{Kind, Page, Plan};
use crate::seeds;
use std::collections::{BTreeMap, VecDeque};

/// A way that a person took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// What the person called it.
    pub name: String,
    /// The pages in the order of the visit; who goes back visits a page twice.
    pub visits: Vec<Visit>,
}

/// A page on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The person marked it as what was looked for.
    pub relevant: bool,
}

impl DemoWeb {
    /// Recorded trails for a topic, by its id: six of them, none where there is no such topic. Takes some milliseconds.
    #[must_use]
    pub fn trails(&self, topic: &str) -> Vec<Trail> {
        let at = self.topics().iter().position(|known| known.id == topic);
        at.map_or_else(Vec::new, |at| {
            Ways {
                plan: self.plan(),
                topic: at,
            }
            .all()
        })
    }
}

struct Ways<'a> {
    plan: &'a Plan,
    topic: usize,
}

impl Ways<'_> {
    fn all(&self) -> Vec<Trail> {
        let examples = seeds::examples(self.plan, self.topic);
        let homes = self.starts();
        let chosen = examples.iter().step_by(2);
        let read = homes
            .iter()
            .zip(chosen)
            .filter_map(|(&from, &to)| self.way(from, to));
        let found = read.map(|way| self.trail(&way));
        found.chain(self.of_university()).collect()
    }

    /// Home pages of two portals and of two general sites.
    fn starts(&self) -> Vec<usize> {
        let two = |site: Site| {
            let hosts = (0..HOSTS.len()).filter(|&at| HOSTS[at].site == site && is_sound(at));
            let homes: Vec<usize> = hosts.map(|host| self.plan.homes[host]).collect();
            [0, 1].map(|next| homes[(self.topic + next) % homes.len()])
        };
        [two(Site::Portal), two(Site::General)].concat()
    }

    /// The shortest way; of several, the one by the links that stand higher on their pages.
    fn way(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut before: BTreeMap<usize, usize> = BTreeMap::from([(from, from)]);
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for next in self.onward(at) {
                if next == to {
                    return Some(back_to(from, at, &before).chain([to]).collect());
                }
                if is_passable(&self.plan.pages[next]) && !before.contains_key(&next) {
                    before.insert(next, at);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// The pages that a page's links lead to without a detour, in their order. Those inside the text are left out: a short text has no room for all.
    fn onward(&self, at: usize) -> Vec<usize> {
        let links = links::of(self.plan, at);
        let listed = [&links.bar, &links.listed, &links.foot]
            .into_iter()
            .flatten();
        let pages = listed.filter_map(|link| match link.to {
            To::Page(to) => Some(to),
            To::Moved(_) | To::Path(_) => None,
        });
        pages.collect()
    }

    /// Home page, department, a person and a paper; and the same with a look into a room where nothing of this is.
    fn of_university(&self) -> Vec<Trail> {
        let Some(host) = seeds::university(self.topic) else {
            return Vec::new();
        };
        let home = self.plan.homes[host];
        let departments = self.plan.children[home].iter();
        let works = |&&person: &&usize| self.papers(person).next().is_some();
        let mut found = departments.filter_map(|&department| {
            let people = &self.plan.children[department];
            let mut on_topic = people.iter().filter(works);
            let (&first, &second) = (on_topic.next()?, on_topic.next()?);
            let &other = people.iter().find(|person| !works(person))?;
            let straight = [home, department, first, self.papers(first).next()?];
            let back = [
                home,
                department,
                other,
                department,
                second,
                self.papers(second).next()?,
            ];
            Some([self.trail(&straight), self.trail(&back)])
        });
        found.next().map_or_else(Vec::new, Vec::from)
    }

    /// The papers of a person that are about the topic.
    fn papers(&self, person: usize) -> impl Iterator<Item = usize> {
        let papers = self.plan.children[person].iter().copied();
        papers.filter(|&at| {
            self.plan.pages[at].kind == Kind::Paper
                && self.plan.pages[at].topic() == Some(self.topic)
        })
    }

    fn trail(&self, way: &[usize]) -> Trail {
        let visit = |&at: &usize| {
            let page = &self.plan.pages[at];
            Visit {
                url: page.url(),
                title: page.title.clone(),
                relevant: page.topic() == Some(self.topic),
            }
        };
        let visits: Vec<Visit> = way.iter().map(visit).collect();
        let (first, last) = (way.first(), visits.last());
        let start = first.map_or("", |&at| self.plan.pages[at].site().title);
        let end = last.map_or("", |visit| &visit.title);
        Trail {
            name: format!("{start}: {end}"),
            visits,
        }
    }
}

/// The way from the first page to this one.
fn back_to(
    first: usize,
    last: usize,
    before: &BTreeMap<usize, usize>,
) -> std::vec::IntoIter<usize> {
    let step = |at: &usize| before.get(at).copied().filter(|_| *at != first);
    let mut way: Vec<usize> = std::iter::successors(Some(last), step).collect();
    way.reverse();
    way.into_iter()
}

/// A page by which a person would go.
fn is_passable(page: &Page) -> bool {
    page.kind != Kind::About && is_sound(page.host)
}

/// Nothing on the host keeps a person from reading it.
fn is_sound(host: usize) -> bool {
    let host = &HOSTS[host];
    matches!(host.quirk, Quirk::Plain | Quirk::NoRobots) && host.tongue.grammar().code == "en"
}
