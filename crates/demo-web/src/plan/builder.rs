//! Collects the pages of the plan and gives each a number, a title and a unique path.

use std::collections::BTreeMap;

use super::hosts::{HOSTS, UrlStyle};
use super::{Page, PageKind, Plan, address_key};
use crate::DemoWebSpec;
use crate::rng::{Purpose, Rng};
use crate::text::TextGenerator;

/// Builds the plan page by page.
pub(super) struct PlanBuilder {
    spec: DemoWebSpec,
    /// Random numbers for the layout of sites.
    pub(super) rng: Rng,
    /// The pages so far, in their final order.
    pub(super) pages: Vec<Page>,
    by_address: BTreeMap<String, usize>,
    next_number: usize,
}

/// A page with a fixed title and path, to be added below another.
pub(super) struct NewPage<'a> {
    /// Kind of the page.
    pub(super) kind: PageKind,
    /// Title without the site's name.
    pub(super) title: &'a str,
    /// Path in a descriptive style; opaque styles replace it.
    pub(super) path: String,
    /// Subject, if it has one.
    pub(super) subject: Option<usize>,
    /// Subtopic within the subject.
    pub(super) subtopic: usize,
}

impl PlanBuilder {
    /// Creates a builder without pages.
    pub(super) fn new(spec: DemoWebSpec) -> Self {
        Self {
            spec,
            rng: Rng::new(spec.seed, Purpose::Sites as u64),
            pages: Vec::new(),
            by_address: BTreeMap::new(),
            next_number: 0,
        }
    }

    /// Returns the finished plan.
    pub(super) fn build(self) -> Plan {
        Plan::new(self.spec.seed, self.pages, self.by_address)
    }

    /// Returns the number of articles of a host.
    pub(super) fn articles(&self, host: usize) -> usize {
        HOSTS[host].articles * self.spec.size as usize
    }

    /// Adds a host's home page and returns its index. All further pages of the host must follow before the next home page.
    pub(super) fn add_home(&mut self, host: usize, subject: Option<usize>) -> usize {
        self.next_number = 0;
        let parent = self.pages.len();
        let title = HOSTS[host].title.to_owned();
        let home = new_page(host, parent, PageKind::Home, title, (subject, 0));
        self.push(home, "/")
    }

    /// Adds the page about the site below its home page.
    pub(super) fn add_about(&mut self, home: usize, title: &str) {
        let about =
            NewPage { kind: PageKind::About, title, path: "/about.html".to_owned(), subject: None, subtopic: 0 };
        self.add_page(home, about);
    }

    /// Adds a page below another and returns its index.
    pub(super) fn add_page(&mut self, parent: usize, new: NewPage<'_>) -> usize {
        let host = self.pages[parent].host;
        let about = (new.subject, new.subtopic);
        let page = new_page(host, parent, new.kind, new.title.to_owned(), about);
        let path = self.styled_path(host, new.kind, new.path);
        self.push(page, &path)
    }

    /// Adds an article or paper with a generated title below another page and returns its index.
    pub(super) fn add_text(&mut self, parent: usize, kind: PageKind, subject: usize, subtopic: usize) -> usize {
        let host = self.pages[parent].host;
        let rng = Rng::for_page(self.spec.seed, self.pages.len(), Purpose::Title);
        let title = TextGenerator::new(HOSTS[host].language, subject, subtopic, rng).title();
        let path =
            if kind == PageKind::Paper { self.paper_path(parent) } else { self.article_path(host, parent, &title) };
        let path = self.styled_path(host, kind, path);
        let page = new_page(host, parent, kind, title, (Some(subject), subtopic));
        self.push(page, &path)
    }

    /// Adds a copy of a page and returns its index.
    pub(super) fn add_copy(
        &mut self,
        original: usize,
        host: usize,
        parent: usize,
        kind: PageKind,
        path: &str,
    ) -> usize {
        let page = Page {
            host,
            parent,
            kind,
            original: self.pages[original].original.or(Some(original)),
            ..self.pages[original].clone()
        };
        self.push(page, path)
    }

    fn push(&mut self, mut page: Page, path: &str) -> usize {
        let index = self.pages.len();
        page.number = self.next_number;
        page.path = self.unused_path(page.host, path);
        self.next_number += 1;
        let key = address_key(page.host, &page.path);
        self.by_address.insert(key, index);
        self.pages.push(page);
        index
    }

    /// Returns the path, with a number added where the host already has it.
    fn unused_path(&self, host: usize, path: &str) -> String {
        let mut unused = path.to_owned();
        let mut number = 2;
        while self.by_address.contains_key(&address_key(host, &unused)) {
            unused = numbered(path, number);
            number += 1;
        }
        unused
    }

    /// Replaces the path where the host's URL style is opaque.
    fn styled_path(&self, host: usize, kind: PageKind, path: String) -> String {
        match HOSTS[host].url_style {
            _ if kind == PageKind::About => path,
            UrlStyle::Node => format!("/node/{}", 4000 + self.next_number * 3),
            UrlStyle::Query => format!("/p?id={}", 100 + self.next_number),
            _ => path,
        }
    }

    fn article_path(&mut self, host: usize, parent: usize, title: &str) -> String {
        let slug = match slug(title) {
            slug if slug.is_empty() => format!("{}", 100 + self.next_number),
            slug => slug,
        };
        match HOSTS[host].url_style {
            UrlStyle::Html => format!("/articles/{slug}.html"),
            UrlStyle::Dated => {
                let (year, month) = (self.rng.between(1996, 2024), self.rng.between(1, 12));
                format!("/{year}/{month:02}/{slug}")
            }
            _ => format!("{}/{slug}", self.folder(parent)),
        }
    }

    fn paper_path(&self, parent: usize) -> String {
        format!("{}/paper-{}.html", self.folder(parent), self.next_number)
    }

    fn folder(&self, page: usize) -> &str {
        self.pages[page].path.trim_end_matches('/')
    }
}

/// Returns a page without path and number. `about` is its subject and subtopic.
fn new_page(host: usize, parent: usize, kind: PageKind, title: String, about: (Option<usize>, usize)) -> Page {
    Page {
        host,
        path: String::new(),
        title,
        kind,
        subject: about.0,
        subtopic: about.1,
        parent,
        original: None,
        number: 0,
    }
}

/// Inserts a number before the ending of a path.
fn numbered(path: &str, number: usize) -> String {
    for ending in [".html", "/"] {
        if let Some(stem) = path.strip_suffix(ending) {
            return format!("{stem}-{number}{ending}");
        }
    }
    format!("{path}-{number}")
}

/// Returns a title as a path segment of about sixty bytes at most. It is empty where the title has no ASCII letters or digits.
pub(super) fn slug(title: &str) -> String {
    let mut slug = String::new();
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        if slug.len() + word.len() > 60 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    slug
}
