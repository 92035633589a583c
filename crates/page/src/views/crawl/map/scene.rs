//! Selects the nodes and links to draw: pages, or hosts of which some are expanded into pages.

use super::color::OFF_TOPIC;
use super::web::{DRAWN, Web};
use crate::views::prelude::*;

/// The number of pages above which hosts are shown by default: a map of more pages is hard to read.
pub const GROUPED_ABOVE: usize = 2_000;

/// The number of pages above which only the link by which each was found is drawn.
pub const SPARSE_ABOVE: usize = 5_000;

/// A node of the map, by its index in the [`Web`].
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
    /// Shows hosts or pages; none chooses by the number of pages.
    pub hosts: Option<bool>,
    /// The hosts that are expanded into their pages.
    pub opened: BTreeSet<usize>,
    /// The number of the last page to draw, in a replay.
    pub until: Option<u32>,
    /// Nodes keep their positions, also when pages are added.
    pub is_frozen: bool,
    /// The relevance from which a page is on the topic.
    pub good: f64,
}

impl SceneOptions {
    /// Returns whether hosts are shown.
    pub fn is_hosts(&self, web: &Web) -> bool {
        self.hosts.unwrap_or(web.pages().len() > GROUPED_ABOVE)
    }
}

/// The nodes and links to draw.
#[derive(Debug, Default)]
pub struct Scene {
    /// The number of the scene, unique within a map.
    pub number: u32,
    /// The nodes. In a map of pages they are in crawl order.
    pub nodes: Vec<Node>,
    /// The links as indices of nodes; source and target alternate.
    pub links: Vec<u32>,
    /// The relevance from which nodes are on the topic.
    pub good: f64,
    /// The relevance at the end of the color scale: the highest one, rounded up to a tenth.
    pub top: f64,
    /// The nodes are hosts.
    pub is_hosts: bool,
    /// The most links that are drawn with each page, in a map of pages.
    pub each: usize,
    /// The scene shows a past moment.
    pub is_past: bool,
    /// The person froze the layout.
    pub is_frozen: bool,
    /// The index of each page and of each host in `nodes`.
    places: (Vec<u32>, Vec<u32>),
}

impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// Marks a node in [`Scene::places`] as not drawn.
const NOWHERE: u32 = u32::MAX;

impl Scene {
    /// Returns the scene for the given options.
    pub fn new(web: &Web, options: &SceneOptions, number: u32) -> Self {
        let mut scene = Self {
            number,
            places: (vec![NOWHERE; web.pages().len()], vec![NOWHERE; web.hosts().len()]),
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
        let most = scene.nodes.iter().map(|node| web.relevance(*node)).fold(0.0, f64::max);
        let top = ((most * 10.0 - 1e-9).ceil() / 10.0).clamp(0.1, 1.0);
        scene.top = top.max(scene.good + 0.1).min(1.0);
        scene
    }

    /// Returns the position of a relevance on the color scale, in 0..=1; below [`OFF_TOPIC`] it is off the topic.
    pub fn share(&self, relevance: f64) -> f64 {
        let (good, top) = (self.good, self.top);
        if relevance < good {
            OFF_TOPIC * relevance / good
        } else {
            OFF_TOPIC + (1.0 - OFF_TOPIC) * (relevance - good) / (top - good).max(f64::EPSILON)
        }
    }

    /// Returns the index of a node in `nodes`.
    pub fn index_of(&self, node: Node) -> Option<usize> {
        let place = match node {
            Node::Page(page) => self.places.0.get(page),
            Node::Host(host) => self.places.1.get(host),
        };
        place.filter(|place| **place != NOWHERE).map(|place| *place as usize)
    }

    /// Returns the node that represents a page: itself, or its host.
    pub fn representative(&self, web: &Web, page: usize) -> Option<usize> {
        let host = || self.index_of(Node::Host(web.pages().get(page)?.host));
        self.index_of(Node::Page(page)).or_else(host)
    }

    fn draw_hosts(&mut self, web: &Web, opened: &BTreeSet<usize>, is_there: impl Fn(usize) -> bool) {
        let first = |host: usize| web.hosts()[host].pages.first().copied();
        for host in (0..web.hosts().len()).filter(|host| first(*host).is_some_and(&is_there)) {
            self.add(Node::Host(host));
        }
        self.link_all(web.host_links().map(|(from, to)| (Node::Host(from), Node::Host(to))));
        for host in opened.iter().copied().filter(|host| *host < web.hosts().len()) {
            let pages = web.hosts()[host].pages.iter().copied();
            for page in pages.filter(|page| is_there(*page)) {
                self.add(Node::Page(page));
                self.link_all([(Node::Host(host), Node::Page(page))]);
            }
        }
        let within = |page: usize| opened.contains(&web.pages()[page].host);
        let links = web.links(DRAWN).filter(|(from, to)| within(*from) && within(*to));
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
                self.links.extend([from, to].map(|place| u32::try_from(place).unwrap_or(NOWHERE)));
            }
        }
    }
}

/// Returns the number of links to draw with each page: fewer on larger maps. Lines take most of a frame's time without
/// a graphics card, and a dense graph is unreadable.
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

    /// Returns the number of links to a page, or to a host from other hosts.
    pub fn linked(&self, node: Node) -> u32 {
        match node {
            Node::Page(page) => self.pages()[page].linked(),
            Node::Host(host) => self.hosts()[host].linked(),
        }
    }

    /// Returns the number of pages of a host; 1 for a page.
    pub fn size(&self, node: Node) -> usize {
        match node {
            Node::Page(_) => 1,
            Node::Host(host) => self.hosts()[host].size(),
        }
    }

    /// Returns the label of a node: a page's title, or its address if it has none; a host's name.
    pub fn name(&self, node: Node) -> String {
        match node {
            Node::Page(page) => {
                let record = &self.pages()[page].record;
                let title = clean(&record.text.title);
                title_or(&title, record.url.as_str()).to_owned()
            }
            Node::Host(host) => bare(&self.hosts()[host].name).to_owned(),
        }
    }

    /// Returns the host of a page or the number of a host's pages, and the relevance with the number of incoming links.
    pub fn summary(&self, node: Node) -> [String; 2] {
        let place = match node {
            Node::Page(page) => bare(&self.pages()[page].record.host).to_owned(),
            Node::Host(_) => counted(self.size(node), "page"),
        };
        let figures =
            format!("relevance {}, {}", fixed(self.relevance(node), 2), counted(self.linked(node), "in-link"));
        [place, figures]
    }

    /// Returns the radius of a node's disc in units of the map. Its area grows with the number of incoming links.
    pub fn radius(&self, node: Node) -> f32 {
        // A host collects the links to all its pages, some hundred times as many.
        let (least, each, most) = match node {
            Node::Page(_) => (3.0, 1.1, 13.0),
            Node::Host(_) => (5.0, 0.6, 38.0),
        };
        let links = f64::from(self.linked(node));
        #[expect(clippy::cast_possible_truncation, reason = "between 3 and 38")]
        let radius = (least + each * links.sqrt()).min(most) as f32;
        radius
    }

    /// Returns whether all words, in lower case, occur in a node's name or address.
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
