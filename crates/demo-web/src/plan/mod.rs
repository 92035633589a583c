//! Plans the web: address, title, subject and position of every page, and the links between pages.
//!
//! The plan has no page bodies, which are generated on request.

mod builder;
mod hosts;
mod links;
mod sites;

use std::collections::BTreeMap;

use crate::DemoWebSpec;
use crate::rng::{Purpose, Rng};
use crate::text::{Language, is_topic, subjects};
pub(crate) use hosts::{Behavior, Charset, HOSTS, Host, SPECIAL_PAGES, SiteType, UrlStyle, find_host};
pub(crate) use links::{Link, LinkTarget, page_links};

/// Kind of a page within its site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageKind {
    /// The page at `/`.
    Home,
    /// A list of articles with an introduction.
    Section,
    /// A text.
    Article,
    /// A text about the site.
    About,
    /// A portal's list of directories.
    Category,
    /// A portal's list of links on one subject.
    Directory,
    /// A university's department.
    Department,
    /// A member of a department.
    Person,
    /// A text that only its author's page and its sibling papers link to.
    Paper,
    /// Print version of an article.
    Print,
}

/// A planned page. Pages, hosts, subjects and subtopics are referred to by index.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// Its host in [`HOSTS`].
    pub(crate) host: usize,
    /// Path and query.
    pub(crate) path: String,
    /// Title without the site's name.
    pub(crate) title: String,
    /// Kind of the page.
    pub(crate) kind: PageKind,
    /// Its subject in [`subjects`]; `None` for pages on no particular subject.
    pub(crate) subject: Option<usize>,
    /// Its subtopic within the subject.
    pub(crate) subtopic: usize,
    /// The page above it; a home page is its own parent.
    pub(crate) parent: usize,
    /// The page that it is a copy of.
    pub(crate) original: Option<usize>,
    /// Its position within the host, 0 for the home page.
    pub(crate) number: usize,
}

impl Page {
    /// Returns the topic that the page is mainly about. Lists of links to other sites have none.
    pub(crate) fn topic(&self) -> Option<usize> {
        let has_text = matches!(
            self.kind,
            PageKind::Home | PageKind::Section | PageKind::Article | PageKind::Paper | PageKind::Print
        );
        self.subject.filter(|&subject| has_text && is_topic(subject))
    }

    /// Returns the entry of the page's host.
    pub(crate) fn site(&self) -> &'static Host {
        &HOSTS[self.host]
    }

    /// Returns the absolute URL.
    pub(crate) fn url(&self) -> String {
        format!("{}{}", self.site().origin(), self.path)
    }

    fn is_link_target(&self) -> bool {
        matches!(self.kind, PageKind::Home | PageKind::Section | PageKind::Article)
    }
}

/// The planned web.
pub(crate) struct Plan {
    /// Seed of all random numbers.
    pub(crate) seed: u64,
    /// All pages, host by host; a host's home page comes first.
    pub(crate) pages: Vec<Page>,
    /// Home page of each host.
    pub(crate) homes: Vec<usize>,
    /// Pages directly below each page.
    pub(crate) children: Vec<Vec<usize>>,
    by_address: BTreeMap<String, usize>,
    /// Pages that other pages link to, by language, subject and subtopic.
    link_targets: Vec<Vec<Vec<Vec<usize>>>>,
}

impl Plan {
    /// Plans all sites.
    pub(crate) fn generate(spec: DemoWebSpec) -> Self {
        sites::plan_sites(spec)
    }

    /// Returns a plan without pages.
    fn empty(seed: u64) -> Self {
        Self {
            seed,
            pages: Vec::new(),
            homes: Vec::new(),
            children: Vec::new(),
            by_address: BTreeMap::new(),
            link_targets: vec![vec![Vec::new(); subjects().len()]; 3],
        }
    }

    /// Adds a page, with a number added to its path where the host already has it, and returns its index.
    fn add(&mut self, mut page: Page) -> usize {
        let index = self.pages.len();
        let unused = |path: &String| self.find(page.host, path).is_none();
        let mut paths = std::iter::once(page.path.clone()).chain((2..).map(|number| numbered(&page.path, number)));
        page.path = paths.find(unused).unwrap_or_default();
        self.by_address.insert(address_key(page.host, &page.path), index);
        self.children.push(Vec::new());
        if page.kind == PageKind::Home {
            self.homes.push(index);
        } else {
            self.children[page.parent].push(index);
        }
        if let (true, Some(subject)) = (page.is_link_target(), page.subject) {
            let subtopics = &mut self.link_targets[page.site().language as usize][subject];
            subtopics.resize(subtopics.len().max(page.subtopic + 1), Vec::new());
            subtopics[page.subtopic].push(index);
        }
        self.pages.push(page);
        index
    }

    /// Finds the page at a path of a host.
    pub(crate) fn find(&self, host: usize, path: &str) -> Option<usize> {
        self.by_address.get(&address_key(host, path)).copied()
    }

    /// Draws a link target of this subject and language, of the given subtopic or of any. Earlier pages are more
    /// likely, like older pages on the real web.
    fn draw_target(&self, rng: &mut Rng, language: Language, subject: usize, subtopic: Option<usize>) -> Option<usize> {
        let subtopics = self.link_targets.get(language as usize)?.get(subject)?;
        let subtopic = subtopic.unwrap_or_else(|| rng.below(subtopics.len()));
        let pages = subtopics.get(subtopic).filter(|pages| !pages.is_empty())?;
        let (one, other) = (rng.below(pages.len()), rng.below(pages.len()));
        pages.get(if rng.chance(40) { one.min(other) } else { one }).copied()
    }

    /// Returns the random numbers for one purpose of one page.
    pub(crate) fn rng(&self, page: usize, purpose: Purpose) -> Rng {
        Rng::for_page(self.seed, page, purpose)
    }
}

/// Returns the key of a page in [`Plan::by_address`].
fn address_key(host: usize, path: &str) -> String {
    format!("{host}{path}")
}

/// Inserts a number before the ending of a path.
fn numbered(path: &str, number: usize) -> String {
    let ending = [".html", "/"].into_iter().find(|ending| path.ends_with(ending)).unwrap_or_default();
    let stem = &path[..path.len() - ending.len()];
    format!("{stem}-{number}{ending}")
}
