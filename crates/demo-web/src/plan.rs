//! The plan of the web: every page's address, title, subject and place in its site's tree, and no bodies.

use std::collections::BTreeMap;

use crate::hosts::{HOSTS, Host};
use crate::rng::Rng;
use crate::tongues::Tongue;
use crate::topics::{SUBJECTS, is_topic};

/// What a page is within its site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The page at `/`.
    Home,
    /// A list of articles with some words before it.
    Section,
    /// A text.
    Article,
    /// Words on the site itself.
    About,
    /// A portal's list of directories.
    Category,
    /// A portal's list of links on one subject.
    Directory,
    /// A university's department.
    Department,
    /// A member of a department.
    Person,
    /// A text that only its author's page links to.
    Paper,
    /// An article again, for printing.
    Print,
}

/// A planned page.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// Position of its host.
    pub(crate) host: usize,
    /// Path and query.
    pub(crate) path: String,
    /// Title, without the host's name.
    pub(crate) title: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// Position of its subject; `None` for pages on everything.
    pub(crate) subject: Option<usize>,
    /// Position of its subtopic within the subject.
    pub(crate) part: usize,
    /// The page above it; a home page is above itself.
    pub(crate) parent: usize,
    /// The page that it repeats.
    pub(crate) original: Option<usize>,
    /// Its number within the host.
    pub(crate) serial: usize,
}

impl Page {
    /// The topic that the page is mainly about. Lists of links to elsewhere are about none, whatever they list.
    pub(crate) fn topic(&self) -> Option<usize> {
        let text = matches!(
            self.kind,
            Kind::Home | Kind::Section | Kind::Article | Kind::Paper | Kind::Print
        );
        self.subject.filter(|&subject| text && is_topic(subject))
    }

    /// The host's row of the table.
    pub(crate) fn site(&self) -> &'static Host {
        &HOSTS[self.host]
    }

    /// Absolute URL.
    pub(crate) fn url(&self) -> String {
        format!("{}{}", self.site().origin(), self.path)
    }
}

/// What a page is looked up by: the position of its host, and its path.
pub(crate) fn key(host: usize, path: &str) -> String {
    format!("{host}{path}")
}

/// The planned web.
pub(crate) struct Plan {
    /// The seed that all chance comes from.
    pub(crate) seed: u64,
    /// All pages, host by host; a host's home page comes first.
    pub(crate) pages: Vec<Page>,
    /// The home page of each host.
    pub(crate) homes: Vec<usize>,
    /// The pages below each page.
    pub(crate) children: Vec<Vec<usize>>,
    by_key: BTreeMap<String, usize>,
    /// For each language, for each subject, for each part: the pages that others link to.
    pools: Vec<Vec<Vec<Vec<usize>>>>,
}

impl Plan {
    /// Completes the pages of a seed, of which each has its [`key`], with what is looked up in them.
    pub(crate) fn new(seed: u64, pages: Vec<Page>, by_key: BTreeMap<String, usize>) -> Self {
        let mut plan = Self {
            seed,
            homes: vec![0; HOSTS.len()],
            children: vec![Vec::new(); pages.len()],
            by_key,
            pools: vec![vec![Vec::new(); SUBJECTS.len()]; 3],
            pages: Vec::new(),
        };
        for (at, page) in pages.iter().enumerate() {
            plan.enter(at, page);
        }
        plan.pages = pages;
        plan
    }

    fn enter(&mut self, at: usize, page: &Page) {
        if page.kind == Kind::Home {
            self.homes[page.host] = at;
        } else {
            self.children[page.parent].push(at);
        }
        let linked = matches!(page.kind, Kind::Home | Kind::Section | Kind::Article);
        if let (true, Some(subject)) = (linked, page.subject) {
            let parts = &mut self.pools[page.site().tongue as usize][subject];
            if parts.len() <= page.part {
                parts.resize(page.part + 1, Vec::new());
            }
            parts[page.part].push(at);
        }
    }

    /// The page at a path of a host.
    pub(crate) fn find(&self, host: usize, path: &str) -> Option<usize> {
        self.by_key.get(&key(host, path)).copied()
    }

    /// A page of this subject and language that others link to, of the given part or of any.
    /// Earlier pages are likelier, as older pages are on the real web.
    pub(crate) fn draw(
        &self,
        rng: &mut Rng,
        tongue: Tongue,
        subject: usize,
        part: Option<usize>,
    ) -> Option<usize> {
        let parts = self.pools.get(tongue as usize)?.get(subject)?;
        let part = part.unwrap_or_else(|| rng.below(parts.len()));
        let pool = parts.get(part).filter(|pool| !pool.is_empty())?;
        let (one, other) = (rng.below(pool.len()), rng.below(pool.len()));
        pool.get(if rng.chance(40) { one.min(other) } else { one })
            .copied()
    }

    /// Positions of the subjects near to this one, or of all themes where it is none.
    pub(crate) fn near(subject: Option<usize>) -> Vec<usize> {
        match subject {
            Some(subject) => {
                let near = SUBJECTS[subject].near.iter();
                near.filter_map(|id| crate::topics::position(id)).collect()
            }
            None => (crate::topics::TOPICS..SUBJECTS.len()).collect(),
        }
    }

    /// The source of chance for one purpose of one page.
    pub(crate) fn rng(&self, page: usize, purpose: u64) -> Rng {
        Rng::of(self.seed, (page as u64) << 8 | purpose)
    }
}
