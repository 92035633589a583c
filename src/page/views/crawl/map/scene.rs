//! The nodes and links that are drawn: pages, or hosts of which some are expanded into pages.

use super::color::OFF_TOPIC;
use super::web::{DRAWN, Web};
use std::collections::BTreeSet;
use types::text::clean;

/// Pages above which a map of pages shows little: then their hosts are drawn, unless the person wants the pages.
pub const GROUPED_ABOVE: usize = 2_000;

/// Pages above which only the link by which each was found is drawn.
pub const SPARSE_ABOVE: usize = 5_000;

/// Something on the map, known by its place in the [`Web`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// A page.
    Page(usize),
    /// A host.
    Host(usize),
}

/// The choices that determine a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneOptions {
    /// Hosts or pages; none for whichever shows more.
    pub hosts: Option<bool>,
    /// Hosts that are opened into their pages.
    pub opened: BTreeSet<usize>,
    /// The number of the last page that is drawn, in a replay.
    pub until: Option<u32>,
    /// Nodes stay where they are, also while pages are added.
    pub is_frozen: bool,
    /// The relevance from which a page is on the topic.
    pub good: f64,
}

impl SceneOptions {
    /// Returns whether hosts are to be drawn.
    pub fn is_hosts(&self, web: &Web) -> bool {
        self.hosts.unwrap_or(web.pages().len() > GROUPED_ABOVE)
    }
}

/// The nodes and links that are drawn.
#[derive(Debug, Default)]
pub struct Scene {
    /// Its number: no two scenes of a map have the same.
    pub number: u32,
    /// The nodes: in a map of pages, those that came later come later.
    pub nodes: Vec<Node>,
    /// Links as places in the list of nodes, from and to in turn.
    pub links: Vec<u32>,
    /// The relevance from which nodes are on the topic.
    pub good: f64,
    /// The relevance at which the scale of colors ends: the most that there is, rounded up to a tenth.
    pub top: f64,
    /// Its nodes are hosts.
    pub is_hosts: bool,
    /// Links that are drawn with each page at most, where its nodes are pages.
    pub each: usize,
    /// It shows a past moment.
    pub is_past: bool,
    /// The person froze the layout.
    pub is_frozen: bool,
    /// The index of each node; none if it is not drawn.
    places: (Vec<u32>, Vec<u32>),
}

impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// In [`Scene::places`]: not drawn.
const NOWHERE: u32 = u32::MAX;

impl Scene {
    /// Returns what is drawn by this wish.
    pub fn of(web: &Web, options: &SceneOptions, number: u32) -> Self {
        let mut scene = Self {
            number,
            places: (
                vec![NOWHERE; web.pages().len()],
                vec![NOWHERE; web.hosts().len()],
            ),
            is_hosts: options.is_hosts(web),
            each: each(web.pages().len()),
            good: options.good,
            is_past: options.until.is_some(),
            is_frozen: options.is_frozen,
            ..Self::default()
        };
        let last = options.until.unwrap_or(u32::MAX);
        let is_there = |page: usize| web.pages()[page].record.n <= last;
        if scene.is_hosts {
            scene.draw_hosts(web, &options.opened, is_there);
        } else {
            let pages = (0..web.pages().len()).filter(|page| is_there(*page));
            pages.for_each(|page| scene.add(Node::Page(page)));
            let links = web.links(scene.each);
            scene.link_all(links.map(|(from, to)| (Node::Page(from), Node::Page(to))));
        }
        let most = scene
            .nodes
            .iter()
            .map(|node| web.relevance(*node))
            .fold(0.0, f64::max);
        let top = ((most * 10.0 - 1e-9).ceil() / 10.0).clamp(0.1, 1.0);
        scene.top = top.max(scene.good + 0.1).min(1.0);
        scene
    }

    /// Returns the place of a relevance on the scale of colors, in 0..=1; below [`OFF_TOPIC`] it is off the topic.
    pub fn share(&self, relevance: f64) -> f64 {
        let (good, top) = (self.good, self.top);
        if relevance < good {
            OFF_TOPIC * relevance / good
        } else {
            OFF_TOPIC + (1.0 - OFF_TOPIC) * (relevance - good) / (top - good).max(f64::EPSILON)
        }
    }

    /// Returns where a node stands in the list of nodes.
    pub fn index_of(&self, node: Node) -> Option<usize> {
        let place = match node {
            Node::Page(page) => self.places.0.get(page),
            Node::Host(host) => self.places.1.get(host),
        };
        place
            .filter(|place| **place != NOWHERE)
            .map(|place| *place as usize)
    }

    /// Returns the node that represents a page: itself, or its host.
    pub fn representative(&self, web: &Web, page: usize) -> Option<usize> {
        let host = || self.index_of(Node::Host(web.pages().get(page)?.host));
        self.index_of(Node::Page(page)).or_else(host)
    }

    fn draw_hosts(
        &mut self,
        web: &Web,
        opened: &BTreeSet<usize>,
        is_there: impl Fn(usize) -> bool,
    ) {
        let first = |host: usize| web.hosts()[host].pages.first().copied();
        for host in (0..web.hosts().len()).filter(|host| first(*host).is_some_and(&is_there)) {
            self.add(Node::Host(host));
        }
        self.link_all(
            web.host_links()
                .map(|(from, to)| (Node::Host(from), Node::Host(to))),
        );
        for host in opened
            .iter()
            .copied()
            .filter(|host| *host < web.hosts().len())
        {
            let pages = web.hosts()[host].pages.iter().copied();
            for page in pages.filter(|page| is_there(*page)) {
                self.add(Node::Page(page));
                self.link_all([(Node::Host(host), Node::Page(page))]);
            }
        }
        let within = |page: usize| opened.contains(&web.pages()[page].host);
        let links = web
            .links(DRAWN)
            .filter(|(from, to)| within(*from) && within(*to));
        self.link_all(links.map(|(from, to)| (Node::Page(from), Node::Page(to))));
    }

    fn add(&mut self, node: Node) {
        let place = u32::try_from(self.nodes.len()).unwrap_or(NOWHERE);
        match node {
            Node::Page(page) => self.places.0[page] = place,
            Node::Host(host) => self.places.1[host] = place,
        }
        self.nodes.push(node);
    }

    fn link_all(&mut self, links: impl IntoIterator<Item = (Node, Node)>) {
        for (from, to) in links {
            if let (Some(from), Some(to)) = (self.index_of(from), self.index_of(to)) {
                self.links
                    .extend([from, to].map(|place| u32::try_from(place).unwrap_or(NOWHERE)));
            }
        }
    }
}

/// Returns links that are drawn with each page: fewer where there are many pages. Lines cost most of a frame where there is no graphics card, and of
/// ten thousand pages the ways by which they were found are all that can be made out.
fn each(pages: usize) -> usize {
    match pages {
        0..=GROUPED_ABOVE => DRAWN,
        _ if pages <= SPARSE_ABOVE => DRAWN - 1,
        _ => 1,
    }
}

impl Web {
    /// Returns the relevance of a page, or the mean relevance of a host, in 0..=1.
    pub fn relevance(&self, node: Node) -> f64 {
        match node {
            Node::Page(page) => self.pages()[page].record.relevance,
            Node::Host(host) => self.hosts()[host].relevance(),
        }
    }

    /// Returns links to a page, or to a host from others.
    pub fn linked(&self, node: Node) -> u32 {
        match node {
            Node::Page(page) => self.pages()[page].linked,
            Node::Host(host) => self.hosts()[host].linked,
        }
    }

    /// Returns pages of a host; 1 for a page.
    pub fn size(&self, node: Node) -> usize {
        match node {
            Node::Page(_) => 1,
            Node::Host(host) => self.hosts()[host].pages.len(),
        }
    }

    /// Returns what a node is called: a page's title, or its address where it has none; a host's name.
    pub fn name(&self, node: Node) -> String {
        match node {
            Node::Page(page) => {
                let record = &self.pages()[page].record;
                let title = clean(&record.text.title);
                if title.is_empty() {
                    record.url.as_str().to_owned()
                } else {
                    title
                }
            }
            Node::Host(host) => bare(&self.hosts()[host].name).to_owned(),
        }
    }

    /// Returns the radius of its disc in units of the map, which at the first zoom are pixels: a disc's area grows with the links to it.
    pub fn radius(&self, node: Node) -> f32 {
        // A host has the links to all its pages: some hundred times as many.
        let (least, each, most) = match node {
            Node::Page(_) => (3.0, 1.1, 13.0),
            Node::Host(_) => (5.0, 0.6, 38.0),
        };
        let links = f64::from(self.linked(node));
        #[expect(clippy::cast_possible_truncation, reason = "between 3 and 38")]
        let radius = (least + each * links.sqrt()).min(most) as f32;
        radius
    }

    /// Returns whether all these words, in lower case, stand in its name or address.
    pub fn matches(&self, node: Node, words: &[String]) -> bool {
        let text = match node {
            Node::Page(page) => {
                let record = &self.pages()[page].record;
                format!("{} {}", record.text.title, record.url)
            }
            Node::Host(host) => self.hosts()[host].name.clone(),
        };
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

/// Returns a host's name without its scheme.
pub fn bare(name: &str) -> &str {
    name.split_once("://").map_or(name, |(_, bare)| bare)
}
