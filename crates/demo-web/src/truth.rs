//! Ground truth for tests and experiments: what each page is about, and how far it is from the pages worth finding.
//!
//! No strategy may see this: it is a type of its own, built explicitly from a web, that no crawl is handed.
//! The link graph is the true one: it knows nothing of robots.txt, of failing hosts, or of `nofollow`. Redirects
//! count as the page that they lead to. Traps and other unplanned pages are not in it.

use std::collections::{BTreeMap, VecDeque};

use crate::DemoWeb;
use crate::address::Address;
use crate::hosts::{self, HOSTS, Site};
use crate::links::{self, To};
use crate::plan::{Page, Plan};
use crate::topics::{SUBJECTS, TOPICS, position};

/// What is true of a web's pages.
pub struct Truth {
    records: Vec<Record>,
    by_url: BTreeMap<String, usize>,
    /// For each topic, for each page: links to the nearest target.
    distances: Vec<Vec<Option<u32>>>,
}

/// What is true of one page.
struct Record {
    url: String,
    topic: Option<usize>,
    part: usize,
    language: &'static str,
}

impl Truth {
    /// Works out the truth of a web from its plan and its true link graph. Takes some tens of milliseconds.
    #[must_use]
    pub fn of(web: &DemoWeb) -> Self {
        let plan = web.plan();
        let sources = reversed(plan);
        let distances = (0..TOPICS)
            .map(|topic| distances(plan, &sources, topic))
            .collect();
        let records: Vec<Record> = plan.pages.iter().map(record).collect();
        let by_url = records
            .iter()
            .enumerate()
            .map(|(at, record)| (record.url.clone(), at))
            .collect();
        Self {
            records,
            by_url,
            distances,
        }
    }

    /// The id of the topic that the page is mainly about; `None` for general pages, lists of links and unknown URLs.
    pub fn topic_of(&self, url: &str) -> Option<&'static str> {
        self.records[self.find(url)?]
            .topic
            .map(|topic| SUBJECTS[topic].id)
    }

    /// The subtopic of a page that is about a topic, as in its site's paths: `inhaler-technique`.
    pub fn subtopic_of(&self, url: &str) -> Option<&'static str> {
        let record = &self.records[self.find(url)?];
        let parts = SUBJECTS[record.topic?].parts;
        parts.get(record.part).map(|part| part.slug)
    }

    /// The language of a page: `en`, `es` or `zh`.
    pub fn language_of(&self, url: &str) -> Option<&'static str> {
        Some(self.records[self.find(url)?].language)
    }

    /// True when the page is mainly about the topic, in whatever language.
    pub fn is_target(&self, topic: &str, url: &str) -> bool {
        self.topic_of(url) == Some(topic)
    }

    /// URLs of all targets of the topic, in a fixed order. Mirrored and print versions are among them.
    pub fn targets(&self, topic: &str) -> Vec<String> {
        let topic = position(topic).filter(|&topic| topic < TOPICS);
        let records = self
            .records
            .iter()
            .filter(|record| topic.is_some() && record.topic == topic);
        records.map(|record| record.url.clone()).collect()
    }

    /// URLs of the targets at universities, in a fixed order: neither the home page nor the way down from it names the topic, and no other site
    /// links to them, so that a crawler that goes by words has no reason to look for them there.
    pub fn hidden_targets(&self, topic: &str) -> Vec<String> {
        let is_hidden = |url: &String| {
            let host = Address::parse(url).and_then(|address| hosts::find(&address.host));
            host.is_some_and(|host| HOSTS[host].site == Site::University)
        };
        self.targets(topic).into_iter().filter(is_hidden).collect()
    }

    /// Links to follow from the page to the nearest target of the topic: 0 for a target, `None` where no path leads to one.
    pub fn distance(&self, topic: &str, url: &str) -> Option<u32> {
        let page = self.find(url)?;
        *self.distances.get(position(topic)?)?.get(page)?
    }

    /// URLs of all planned pages, in a fixed order.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        self.records.iter().map(|record| record.url.as_str())
    }

    fn find(&self, url: &str) -> Option<usize> {
        let Address { host, path } = Address::parse(url)?;
        self.by_url.get(&format!("http://{host}{path}")).copied()
    }
}

fn record(page: &Page) -> Record {
    Record {
        url: page.url(),
        topic: page.topic(),
        part: page.part,
        language: page.site().tongue.grammar().code,
    }
}

/// The pages that link to each page.
fn reversed(plan: &Plan) -> Vec<Vec<usize>> {
    let mut sources = vec![Vec::new(); plan.pages.len()];
    for from in 0..plan.pages.len() {
        for link in links::of(plan, from).all() {
            if let To::Page(to) | To::Moved(to) = link.to {
                sources[to].push(from);
            }
        }
    }
    sources
}

/// Breadth-first search from all targets against the links.
fn distances(plan: &Plan, sources: &[Vec<usize>], topic: usize) -> Vec<Option<u32>> {
    let mut found: Vec<Option<u32>> = plan
        .pages
        .iter()
        .map(|page| (page.topic() == Some(topic)).then_some(0))
        .collect();
    let mut queue: VecDeque<(usize, u32)> = (0..found.len())
        .filter(|&at| found[at].is_some())
        .map(|at| (at, 0))
        .collect();
    while let Some((at, distance)) = queue.pop_front() {
        for &from in &sources[at] {
            if found[from].is_none() {
                found[from] = Some(distance + 1);
                queue.push_back((from, distance + 1));
            }
        }
    }
    found
}
