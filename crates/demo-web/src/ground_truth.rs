//! Computes ground truth for tests and experiments: the topic of each page, and its link distance to the pages on a topic.
//!
//! A strategy must not see it, so it is built separately from the web and never passed to a crawl. Distances ignore robots.txt, failing
//! hosts and `nofollow`. Redirects count as the page that they lead to. Traps and other unplanned pages are not included.

use std::collections::{BTreeMap, VecDeque};
use std::sync::OnceLock;

use crate::DemoWeb;
use crate::changes::{self, Life};
use crate::plan::{HOSTS, LinkTarget, Page, Plan, SiteType, find_host, page_links};
use crate::text::{SUBJECTS, TOPIC_COUNT, subject_index};
use crate::url::RequestUrl;

/// Holds topics, languages and link distances of a web's pages.
pub struct GroundTruth<'a> {
    plan: &'a Plan,
    records: Vec<Record>,
    by_url: BTreeMap<String, usize>,
    /// The link distance to the nearest page on the topic, by topic and page; computed on demand, because that reads all links of the web.
    distances: OnceLock<Vec<Vec<Option<u32>>>>,
}

/// Ground truth of one page.
struct Record {
    url: String,
    topic: Option<usize>,
    subtopic: usize,
    language: &'static str,
}

impl<'a> GroundTruth<'a> {
    /// Computes the ground truth of a web from its plan.
    #[must_use]
    pub fn new(web: &'a DemoWeb) -> Self {
        let plan = web.plan();
        let records: Vec<Record> = plan.pages.iter().map(record).collect();
        let urls = records.iter().map(|record| record.url.clone());
        Self { plan, by_url: urls.zip(0..).collect(), distances: OnceLock::new(), records }
    }

    /// Returns the id of the topic that the page is mainly about; `None` for general pages, lists of links and unknown URLs.
    pub fn topic_of(&self, url: &str) -> Option<&'static str> {
        let topic = self.find(url)?.topic;
        topic.map(|topic| SUBJECTS[topic].id)
    }

    /// Returns the subtopic of a page on a topic, as in its site's paths: `inhaler-technique`.
    pub fn subtopic_of(&self, url: &str) -> Option<&'static str> {
        let record = self.find(url)?;
        let subtopics = SUBJECTS[record.topic?].subtopics;
        subtopics.get(record.subtopic).map(|subtopic| subtopic.slug)
    }

    /// Returns the language of a page: `en`, `es` or `zh`.
    pub fn language_of(&self, url: &str) -> Option<&'static str> {
        Some(self.find(url)?.language)
    }

    /// Returns the mean number of changes of a page per day.
    pub fn changes_per_day(&self, url: &str) -> Option<f64> {
        Some(changes::changes_per_day(self.plan, self.index(url)?))
    }

    /// Returns the changes of a page until an age of the web, in milliseconds.
    pub fn life(&self, url: &str, until: u64) -> Option<Life> {
        Some(changes::life(self.plan, self.index(url)?, until))
    }

    /// Returns true when the page is mainly about the topic, in any language.
    pub fn is_relevant(&self, topic: &str, url: &str) -> bool {
        self.topic_of(url) == Some(topic)
    }

    /// Returns the URLs of all pages on the topic in a fixed order, including mirrored pages and print versions.
    pub fn relevant_urls(&self, topic: &str) -> Vec<String> {
        let topic = subject_index(topic).filter(|&topic| topic < TOPIC_COUNT);
        let records = self.records.iter();
        let relevant = records.filter(|record| topic.is_some() && record.topic == topic);
        relevant.map(|record| record.url.clone()).collect()
    }

    /// Returns the URLs of the university papers on the topic in a fixed order. Neither the pages above them nor links from other
    /// sites name the topic, so text similarity does not lead a crawler to them.
    pub fn hidden_relevant_urls(&self, topic: &str) -> Vec<String> {
        let urls = self.relevant_urls(topic).into_iter();
        urls.filter(|url| is_university(url)).collect()
    }

    /// Returns the number of links from the page to the nearest page on the topic: 0 for a page on the topic, `None` without a path.
    pub fn distance(&self, topic: &str, url: &str) -> Option<u32> {
        let page = self.index(url)?;
        let distances = self.distances.get_or_init(|| all_distances(self.plan));
        *distances.get(subject_index(topic)?)?.get(page)?
    }

    /// Returns the URLs of all planned pages in a fixed order.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        self.records.iter().map(|record| record.url.as_str())
    }

    fn find(&self, url: &str) -> Option<&Record> {
        self.index(url).map(|index| &self.records[index])
    }

    fn index(&self, url: &str) -> Option<usize> {
        let RequestUrl { host, path } = RequestUrl::parse(url)?;
        self.by_url.get(&format!("http://{host}{path}")).copied()
    }
}

fn is_university(url: &str) -> bool {
    let host = RequestUrl::parse(url).and_then(|url| find_host(&url.host));
    host.is_some_and(|host| HOSTS[host].site_type == SiteType::University)
}

fn record(page: &Page) -> Record {
    Record {
        url: page.url(),
        topic: page.topic(),
        subtopic: page.subtopic,
        language: page.site().language.locale().code,
    }
}

/// Returns the pages that link to each page.
fn link_sources(plan: &Plan) -> Vec<Vec<usize>> {
    let mut sources = vec![Vec::new(); plan.pages.len()];
    for from in 0..plan.pages.len() {
        for link in page_links(plan, from).all() {
            if let LinkTarget::Page(to) | LinkTarget::Redirect(to) = link.target {
                sources[to].push(from);
            }
        }
    }
    sources
}

/// Computes the distances to every topic.
fn all_distances(plan: &Plan) -> Vec<Vec<Option<u32>>> {
    let sources = link_sources(plan);
    let topics = 0..TOPIC_COUNT;
    topics.map(|topic| distances(plan, &sources, topic)).collect()
}

/// Computes the distances to a topic with a breadth-first search against the direction of the links.
fn distances(plan: &Plan, sources: &[Vec<usize>], topic: usize) -> Vec<Option<u32>> {
    let is_relevant = |page: &Page| page.topic() == Some(topic);
    let pages = plan.pages.iter();
    let mut distances: Vec<Option<u32>> = pages.map(|page| is_relevant(page).then_some(0)).collect();
    let relevant = (0..distances.len()).filter(|&page| distances[page].is_some());
    let mut queue: VecDeque<(usize, u32)> = relevant.map(|page| (page, 0)).collect();
    while let Some((page, distance)) = queue.pop_front() {
        for &from in &sources[page] {
            if distances[from].is_none() {
                distances[from] = Some(distance + 1);
                queue.push_back((from, distance + 1));
            }
        }
    }
    distances
}
