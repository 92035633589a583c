//! Computes ground truth for tests and experiments: the topic of each page, and its link distance to the pages on a
//! topic.
//!
//! A strategy must not see it, so it is built separately from the web and never passed to a crawl. Distances ignore
//! robots.txt, failing hosts and `nofollow`. Redirects count as the page that they lead to. Traps and other unplanned
//! pages are not included.

use std::collections::VecDeque;
use std::sync::OnceLock;

use crate::DemoWeb;
use crate::changes::{self, Life};
use crate::http::RequestUrl;
use crate::plan::{LinkTarget, Page, Plan, SiteType, find_host, page_links};
use crate::text::{TOPIC_COUNT, subject_index, subjects};

/// Knows topics, languages and link distances of a web's pages.
pub struct GroundTruth<'a> {
    plan: &'a Plan,
    urls: Vec<String>,
    /// The link distance to the nearest page on the topic, by topic and page; computed on demand, because that reads
    /// all links of the web.
    distances: OnceLock<Vec<Vec<Option<u32>>>>,
}

impl<'a> GroundTruth<'a> {
    /// Computes the ground truth of a web from its plan.
    #[must_use]
    pub fn new(web: &'a DemoWeb) -> Self {
        let plan = web.plan();
        Self { plan, urls: plan.pages.iter().map(Page::url).collect(), distances: OnceLock::new() }
    }

    /// Returns the id of the topic that the page is mainly about; `None` for general pages, lists of links and unknown
    /// URLs.
    pub fn topic_of(&self, url: &str) -> Option<&'static str> {
        Some(subjects()[self.find(url)?.topic()?].id)
    }

    /// Returns the subtopic of a page on a topic, as in its site's paths: `inhaler-technique`.
    pub fn subtopic_of(&self, url: &str) -> Option<&'static str> {
        let page = self.find(url)?;
        Some(subjects()[page.topic()?].subtopics.get(page.subtopic)?.slug)
    }

    /// Returns the language of a page: `en`, `es` or `zh`.
    pub fn language_of(&self, url: &str) -> Option<&'static str> {
        Some(self.find(url)?.site().language.locale().code)
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
        self.relevant_pages(topic).map(Page::url).collect()
    }

    /// Returns the URLs of the university papers on the topic in a fixed order. Neither the pages above them nor links
    /// from other sites name the topic, so text similarity does not lead a crawler to them.
    pub fn hidden_relevant_urls(&self, topic: &str) -> Vec<String> {
        let pages = self.relevant_pages(topic);
        pages.filter(|page| page.site().site_type == SiteType::University).map(Page::url).collect()
    }

    fn relevant_pages(&self, topic: &str) -> impl Iterator<Item = &'a Page> {
        let topic = subject_index(topic);
        self.plan.pages.iter().filter(move |page| topic.is_some() && page.topic() == topic)
    }

    /// Returns the number of links from the page to the nearest page on the topic: 0 for a page on the topic, `None`
    /// without a path.
    pub fn distance(&self, topic: &str, url: &str) -> Option<u32> {
        let page = self.index(url)?;
        let distances = self.distances.get_or_init(|| all_distances(self.plan));
        *distances.get(subject_index(topic)?)?.get(page)?
    }

    /// Returns the URLs of all planned pages in a fixed order.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        self.urls.iter().map(String::as_str)
    }

    fn find(&self, url: &str) -> Option<&'a Page> {
        self.index(url).map(|index| &self.plan.pages[index])
    }

    fn index(&self, url: &str) -> Option<usize> {
        let url = RequestUrl::parse(url)?;
        self.plan.find(find_host(&url.host)?, &url.path)
    }
}

/// Computes the distances to every topic.
fn all_distances(plan: &Plan) -> Vec<Vec<Option<u32>>> {
    // The pages that link to each page.
    let mut sources = vec![Vec::new(); plan.pages.len()];
    for from in 0..plan.pages.len() {
        for link in page_links(plan, from).all() {
            if let LinkTarget::Page(to) | LinkTarget::Redirect(to) = link.target {
                sources[to].push(from);
            }
        }
    }
    (0..TOPIC_COUNT).map(|topic| distances(plan, &sources, topic)).collect()
}

/// Computes the distances to a topic with a breadth-first search against the direction of the links.
fn distances(plan: &Plan, sources: &[Vec<usize>], topic: usize) -> Vec<Option<u32>> {
    let distance = |page: &Page| (page.topic() == Some(topic)).then_some(0);
    let mut distances: Vec<Option<u32>> = plan.pages.iter().map(distance).collect();
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
