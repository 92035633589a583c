//! Holds the map's graph: pages that were read, their hosts, and links. Its figures describe the latest moment or a
//! past one.
//!
//! Pages that could not be read and pages that ask not to be shown are omitted.

use crate::views::prelude::*;
use types::report::FetchOutcome;

/// The most links of a page that are drawn, including the one by which it was found. More would make the map
/// unreadable; all links are counted.
pub const DRAWN: usize = 3;
/// The number of records that are added at a time, which takes about ten milliseconds.
pub const AT_ONCE: usize = 1_000;

/// The crawled graph. Indices of pages and hosts are in the order of discovery.
#[derive(Debug, Default)]
pub struct Web {
    pages: Vec<Page>,
    hosts: Vec<Host>,
    host_of: BTreeMap<String, usize>,
    /// The links between pages that can be drawn: source, target and rank among the links of the later page.
    links: Vec<(usize, usize, usize)>,
    /// The links between hosts, each with the page that added it.
    between: BTreeMap<(usize, usize), usize>,
    /// The pages that each spider fetched, in order.
    by_spider: BTreeMap<u32, Vec<usize>>,
    /// The number of records processed.
    seen: usize,
    /// The latest record processed.
    latest: Option<Rc<PageRecord>>,
    /// The number of pages that the figures cover; none for all.
    until: Option<usize>,
}

/// A page on the map.
#[derive(Debug)]
pub struct Page {
    /// The record of the page.
    pub record: Rc<PageRecord>,
    /// The index of its host.
    pub host: usize,
    /// The page that linked here first, if it is on the map.
    pub parent: Option<usize>,
    /// The number of pages that were found through its links.
    children: usize,
    /// The index among the pages that were found through the same page, from 0.
    pub sibling: usize,
    linked: InLinks,
}

/// The links to a page or a host.
#[derive(Debug, Default)]
struct InLinks {
    /// The pages that added the links, in order.
    since: Vec<usize>,
    /// The number of links that count.
    count: u32,
}

impl InLinks {
    fn add(&mut self, page: usize) {
        self.since.push(page);
        self.count += 1;
    }

    /// Counts the links that the first `pages` pages added.
    fn count_until(&mut self, pages: usize) {
        self.count = count(self.since.partition_point(|page| *page < pages));
    }
}

/// A host on the map.
#[derive(Debug)]
pub struct Host {
    /// Its name, with scheme and port.
    pub name: String,
    /// Its pages.
    pub pages: Vec<usize>,
    /// The number of pages that count, and the sum of their relevance.
    counted: (usize, f64),
    /// Links from pages of other hosts.
    linked: InLinks,
    /// The host on which the first link to this host was found.
    pub parent: Option<usize>,
}

impl Host {
    /// Returns the mean relevance of its pages, in 0..=1.
    pub fn relevance(&self) -> f64 {
        let (pages, relevance) = self.counted;
        relevance / pages.max(1) as f64
    }

    /// Returns the number of its pages.
    pub fn size(&self) -> usize {
        self.counted.0
    }

    /// Returns the number of links from pages of other hosts.
    pub fn linked(&self) -> u32 {
        self.linked.count
    }
}

impl Page {
    /// Returns the number of crawled pages that link to the page.
    pub fn linked(&self) -> u32 {
        self.linked.count
    }
}

impl Web {
    /// Returns whether the graph holds the beginning of these results.
    pub fn is_of(&self, ranking: &Ranking) -> bool {
        let last = self.seen.checked_sub(1).and_then(|at| ranking.pages.records().get(at));
        match (last, &self.latest) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Adds at most [`AT_ONCE`] new records, so that the page's thread is not blocked; returns true if none are left.
    /// Another crawl replaces everything.
    pub fn follow(&mut self, ranking: &Ranking) -> bool {
        if !self.is_of(ranking) {
            *self = Self::default();
        }
        let records = ranking.pages.records();
        let end = records.len().min(self.seen + AT_ONCE);
        let read = records[self.seen..end].iter().filter(|record| record.outcome == FetchOutcome::Read);
        read.for_each(|record| self.add(record));
        self.seen = end;
        self.latest = end.checked_sub(1).and_then(|at| records.get(at)).cloned();
        end == records.len()
    }

    /// Restricts the figures to the pages up to number `last`; none for all.
    pub fn count_until(&mut self, last: Option<u32>) {
        let until = last.map(|last| self.end(last));
        if until.is_none() && self.until.is_none() {
            return;
        }
        self.until = until;
        let end = until.unwrap_or(self.pages.len());
        for page in &mut self.pages {
            page.linked.count_until(end);
        }
        for host in &mut self.hosts {
            host.linked.count_until(end);
            let pages = host.pages.partition_point(|page| *page < end);
            let counted = host.pages[..pages].iter();
            let relevance = counted.map(|page| self.pages[*page].record.relevance);
            host.counted = (pages, relevance.sum());
        }
    }

    /// Returns the number of pages on the map up to page `n` of the crawl.
    fn end(&self, n: u32) -> usize {
        self.pages.partition_point(|page| page.record.n <= n)
    }

    /// Returns the pages, in the order of the crawl.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Returns the hosts, in the order of discovery.
    pub fn hosts(&self) -> &[Host] {
        &self.hosts
    }

    /// Returns the links between drawn pages (source, target): at most `each` with each page, and at most [`DRAWN`].
    pub fn links(&self, each: usize) -> impl Iterator<Item = (usize, usize)> {
        let drawn = self.links.iter().filter(move |(_, _, place)| *place < each);
        drawn.map(|(from, to, _)| (*from, *to))
    }

    /// Returns the links between hosts (source, target) among the pages that count.
    pub fn host_links(&self) -> impl Iterator<Item = (usize, usize)> {
        let end = self.until.unwrap_or(self.pages.len());
        let links = self.between.iter().filter(move |(_, page)| **page < end);
        links.map(|(link, _)| *link)
    }

    /// Returns the index of page `n` of the crawl, if it is on the map.
    pub fn index_of(&self, n: u32) -> Option<usize> {
        self.pages.binary_search_by_key(&n, |page| page.record.n).ok()
    }

    /// Returns the pages with numbers above `above` and up to `last`.
    pub fn found_between(&self, above: u32, last: u32) -> Vec<usize> {
        (self.end(above)..self.end(last)).collect()
    }

    /// Returns the latest pages that a spider fetched up to page `last` of the crawl, at most `most`, the latest first.
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
        self.hosts[host].counted.0 += 1;
        self.hosts[host].counted.1 += record.relevance;
        if let Some(spider) = record.spider {
            self.by_spider.entry(spider).or_default().push(at);
        }
        let sibling = parent.map_or(0, |parent| {
            self.pages[parent].children += 1;
            self.pages[parent].children - 1
        });
        let page = Page { record: Rc::clone(record), host, parent, children: 0, sibling, linked: InLinks::default() };
        self.pages.push(page);
        let indices = |pages: &[u32]| -> Vec<usize> { pages.iter().filter_map(|n| self.index_of(*n)).collect() };
        let from = indices(&record.neighbors.linked_from);
        let to = indices(&record.neighbors.links_to);
        // The list is limited, so the parent may be missing in it.
        let parent = parent.filter(|parent| !from.contains(parent));
        let links = parent.into_iter().chain(from).map(|from| (from, at));
        let links: Vec<_> = links.chain(to.into_iter().map(|to| (at, to))).collect();
        for (from, to) in links.iter().copied() {
            self.link(from, to, at);
        }
        let drawn = drawn(&links, self.pages[at].parent).enumerate();
        self.links.extend(drawn.map(|(place, (from, to))| (from, to, place)));
    }

    /// Returns the host with this name, adding it if it is new.
    fn host(&mut self, name: &str, parent: Option<usize>) -> usize {
        if let Some(host) = self.host_of.get(name) {
            return *host;
        }
        let host = self.hosts.len();
        self.host_of.insert(name.to_owned(), host);
        self.hosts.push(Host {
            name: name.to_owned(),
            pages: Vec::new(),
            counted: (0, 0.0),
            linked: InLinks::default(),
            parent: parent.map(|parent| self.pages[parent].host),
        });
        host
    }

    /// Adds a link that came with page `at`.
    fn link(&mut self, from: usize, to: usize, at: usize) {
        self.pages[to].linked.add(at);
        let (from, to) = (self.pages[from].host, self.pages[to].host);
        if from != to {
            self.hosts[to].linked.add(at);
            self.between.entry((from, to)).or_insert(at);
        }
    }
}

/// Returns the links of a new page that are drawn: the link from its parent, and the first of the others.
fn drawn(links: &[(usize, usize)], parent: Option<usize>) -> impl Iterator<Item = (usize, usize)> {
    let (found, others): (Vec<_>, Vec<_>) = links.iter().partition(|(from, _)| Some(*from) == parent);
    found.into_iter().chain(others).take(DRAWN)
}
