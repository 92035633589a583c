//! The map's graph: pages that were read, their hosts, and links. It only grows.
//!
//! Left out: pages that could not be read, and pages that ask not to be shown.

use crate::page::state::crawl::ranking::Ranking;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::report::{FetchOutcome, PageRecord};

/// Most links of a page that are drawn, the one by which it was found among them: all of them would be a felt in which nothing is seen. All are
/// counted.
pub const DRAWN: usize = 3;
/// Records that are taken in at a time: some ten milliseconds of work.
pub const AT_ONCE: usize = 1_000;

/// The crawled graph. Pages and hosts are known by their places in the order in which they came.
#[derive(Debug, Default)]
pub struct Web {
    pages: Vec<Page>,
    hosts: Vec<Host>,
    host_of: BTreeMap<String, usize>,
    /// Links between pages that may be drawn, each with its place among those of the page with which it came.
    links: Vec<(usize, usize, usize)>,
    /// Links between hosts, with how many links of pages they are.
    between: BTreeMap<(usize, usize), u32>,
    /// The pages that each spider fetched, in order.
    by_spider: BTreeMap<u32, Vec<usize>>,
    /// Records that were looked at.
    seen: usize,
    /// The latest of them.
    latest: Option<Rc<PageRecord>>,
}

/// A page on the map.
#[derive(Debug)]
pub struct Page {
    /// Its record.
    pub record: Rc<PageRecord>,
    /// Its host.
    pub host: usize,
    /// The page whose link led here, where that one is on the map.
    pub parent: Option<usize>,
    /// Pages that were found through its links.
    children: usize,
    /// Its place among the pages that were found through the same page, from 0.
    pub sibling: usize,
    /// Pages of the crawl that link to it.
    pub linked: u32,
}

/// A host on the map.
#[derive(Debug)]
pub struct Host {
    /// Its name, with scheme and port.
    pub name: String,
    /// Its pages.
    pub pages: Vec<usize>,
    /// The sum of their relevances.
    relevance: f64,
    /// Links from pages of other hosts.
    pub linked: u32,
    /// The host on which a link led here first.
    pub parent: Option<usize>,
}

impl Host {
    /// Returns the mean relevance of its pages, in 0..=1.
    pub fn relevance(&self) -> f64 {
        self.relevance / self.pages.len().max(1) as f64
    }
}

impl Web {
    /// Returns whether these are the pages that it has, and perhaps more.
    pub fn is_of(&self, ranking: &Ranking) -> bool {
        let last = self
            .seen
            .checked_sub(1)
            .and_then(|at| ranking.records().get(at));
        match (last, &self.latest) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Takes in what has come since; of another crawl all of it, in place of what there was. At most [`AT_ONCE`] records, so that the page's
    /// thread is never long at it; true where that was all.
    pub fn take(&mut self, ranking: &Ranking) -> bool {
        if !self.is_of(ranking) {
            *self = Self::default();
        }
        let records = ranking.records();
        let end = records.len().min(self.seen + AT_ONCE);
        let read = records[self.seen..end]
            .iter()
            .filter(|record| record.outcome == FetchOutcome::Read);
        read.for_each(|record| self.add(record));
        self.seen = end;
        self.latest = end.checked_sub(1).and_then(|at| records.get(at)).cloned();
        end == records.len()
    }

    /// Returns the pages, in the order of the crawl.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Returns the hosts, in the order in which they were met.
    pub fn hosts(&self) -> &[Host] {
        &self.hosts
    }

    /// Returns links between pages that are drawn, so many with each page and at most [`DRAWN`]: from, to.
    pub fn links(&self, each: usize) -> impl Iterator<Item = (usize, usize)> {
        let drawn = self.links.iter().filter(move |(_, _, place)| *place < each);
        drawn.map(|(from, to, _)| (*from, *to))
    }

    /// Returns links between hosts: from, to.
    pub fn host_links(&self) -> impl Iterator<Item = (usize, usize)> {
        self.between.keys().copied()
    }

    /// Returns the place of page `n` of the crawl, where it is on the map.
    pub fn index_of(&self, n: u32) -> Option<usize> {
        self.pages
            .binary_search_by_key(&n, |page| page.record.n)
            .ok()
    }

    /// Returns the pages with numbers above one and up to another.
    pub fn found_between(&self, above: u32, last: u32) -> Vec<usize> {
        let end = |n: u32| self.pages.partition_point(|page| page.record.n <= n);
        (end(above)..end(last)).collect()
    }

    /// Returns the last pages that a spider fetched up to page `last` of the crawl, `most` at most, the latest first.
    pub fn trail(&self, spider: u32, last: u32, most: usize) -> Vec<usize> {
        let pages = self.by_spider.get(&spider).map_or(&[][..], Vec::as_slice);
        let end = pages.partition_point(|page| self.pages[*page].record.n <= last);
        pages[..end].iter().rev().take(most).copied().collect()
    }

    fn add(&mut self, record: &Rc<PageRecord>) {
        let at = self.pages.len();
        let parent = record.discovery.parent.and_then(|n| self.index_of(n));
        let host = self.host(&record.host, parent);
        self.hosts[host].pages.push(at);
        self.hosts[host].relevance += record.relevance;
        if let Some(spider) = record.spider {
            self.by_spider.entry(spider).or_default().push(at);
        }
        let sibling = parent.map_or(0, |parent| {
            self.pages[parent].children += 1;
            self.pages[parent].children - 1
        });
        let page = Page {
            record: Rc::clone(record),
            host,
            parent,
            children: 0,
            sibling,
            linked: 0,
        };
        self.pages.push(page);
        let from: Vec<usize> = record
            .neighbors
            .linked_from
            .iter()
            .filter_map(|n| self.index_of(*n))
            .collect();
        let to: Vec<usize> = record
            .neighbors
            .links_to
            .iter()
            .filter_map(|n| self.index_of(*n))
            .collect();
        // A record of an older version does not know its neighbors.
        let parent = parent.filter(|parent| !from.contains(parent));
        let links = parent.into_iter().chain(from).map(|from| (from, at));
        let links: Vec<_> = links.chain(to.into_iter().map(|to| (at, to))).collect();
        for (from, to) in links.iter().copied() {
            self.link(from, to);
        }
        let drawn = drawn(&links, self.pages[at].parent).enumerate();
        self.links
            .extend(drawn.map(|(place, (from, to))| (from, to, place)));
    }

    /// Returns the host of this name, which may be new.
    fn host(&mut self, name: &str, parent: Option<usize>) -> usize {
        if let Some(host) = self.host_of.get(name) {
            return *host;
        }
        let host = self.hosts.len();
        self.host_of.insert(name.to_owned(), host);
        self.hosts.push(Host {
            name: name.to_owned(),
            pages: Vec::new(),
            relevance: 0.0,
            linked: 0,
            parent: parent.map(|parent| self.pages[parent].host),
        });
        host
    }

    fn link(&mut self, from: usize, to: usize) {
        self.pages[to].linked += 1;
        let (from, to) = (self.pages[from].host, self.pages[to].host);
        if from != to {
            self.hosts[to].linked += 1;
            *self.between.entry((from, to)).or_default() += 1;
        }
    }
}

/// Returns the links of a new page that are drawn: the one from its parent, and the first of the others.
fn drawn(links: &[(usize, usize)], parent: Option<usize>) -> impl Iterator<Item = (usize, usize)> {
    let (found, others): (Vec<_>, Vec<_>) =
        links.iter().partition(|(from, _)| Some(*from) == parent);
    found.into_iter().chain(others).take(DRAWN)
}
