//! Adds pages to a plan, with a title and a path in the style of their host.

use super::hosts::{HOSTS, UrlStyle};
use super::{Page, PageKind, Plan};
use crate::DemoWebSpec;
use crate::rng::{Purpose, Rng};
use crate::text::TextGenerator;

/// Builds the plan page by page.
pub(super) struct PlanBuilder {
    /// The pages so far.
    pub(super) plan: Plan,
    /// Random numbers for the layout of sites.
    pub(super) rng: Rng,
    size: usize,
    next_number: usize,
}

/// Subject and subtopic of a page.
pub(super) type About = (Option<usize>, usize);

impl PlanBuilder {
    /// Creates a builder without pages.
    pub(super) fn new(spec: DemoWebSpec) -> Self {
        let rng = Rng::new(spec.seed, Purpose::Sites as u64);
        Self { plan: Plan::empty(spec.seed), rng, size: spec.size as usize, next_number: 0 }
    }

    /// Returns the number of articles of a host.
    pub(super) fn articles(&self, host: usize) -> usize {
        HOSTS[host].articles * self.size
    }

    /// Adds a host's home page and returns its index. All further pages of the host must follow before the next home
    /// page.
    pub(super) fn add_home(&mut self, host: usize, subject: Option<usize>) -> usize {
        self.next_number = 0;
        let parent = self.plan.pages.len();
        self.push(host, parent, PageKind::Home, HOSTS[host].title, "/".to_owned(), (subject, 0))
    }

    /// Adds a home page without a subject and the page about the site below it, and returns the index of the home page.
    pub(super) fn add_general_home(&mut self, host: usize) -> usize {
        let home = self.add_home(host, None);
        self.add_about(home);
        home
    }

    /// Adds the page about the site below its home page.
    pub(super) fn add_about(&mut self, home: usize) {
        let title = self.plan.pages[home].site().language.text("about");
        self.add_page(home, PageKind::About, title, "/about.html".to_owned(), (None, 0));
    }

    /// Adds a page below another and returns its index. The path is in a descriptive style; opaque styles replace it.
    pub(super) fn add_page(&mut self, parent: usize, kind: PageKind, title: &str, path: String, about: About) -> usize {
        let host = self.plan.pages[parent].host;
        let path = match HOSTS[host].url_style {
            _ if kind == PageKind::About => path,
            UrlStyle::Node => format!("/node/{}", 4000 + self.next_number * 3),
            UrlStyle::Query => format!("/p?id={}", 100 + self.next_number),
            _ => path,
        };
        self.push(host, parent, kind, title, path, about)
    }

    /// Adds an article or paper with a generated title below another page and returns its index.
    pub(super) fn add_text(&mut self, parent: usize, kind: PageKind, subject: usize, subtopic: usize) -> usize {
        let host = self.plan.pages[parent].host;
        let rng = self.plan.rng(self.plan.pages.len(), Purpose::Title);
        let title = TextGenerator::new(HOSTS[host].language, subject, subtopic, rng).title();
        let path = match kind {
            PageKind::Paper => format!("{}/paper-{}.html", self.folder(parent), self.next_number),
            _ => self.article_path(host, parent, &title),
        };
        self.add_page(parent, kind, &title, path, (Some(subject), subtopic))
    }

    /// Adds a copy of a page and returns its index.
    pub(super) fn add_copy(&mut self, original: usize, host: usize, parent: usize, kind: PageKind, path: String) {
        let page = self.plan.pages[original].clone();
        let original = page.original.or(Some(original));
        self.add(Page { host, path, kind, parent, original, ..page });
    }

    fn push(&mut self, host: usize, parent: usize, kind: PageKind, title: &str, path: String, about: About) -> usize {
        let (title, (subject, subtopic)) = (title.to_owned(), about);
        self.add(Page { host, path, title, kind, subject, subtopic, parent, original: None, number: 0 })
    }

    fn add(&mut self, page: Page) -> usize {
        let number = self.next_number;
        self.next_number += 1;
        self.plan.add(Page { number, ..page })
    }

    fn article_path(&mut self, host: usize, parent: usize, title: &str) -> String {
        let mut slug = slug(title);
        if slug.is_empty() {
            slug = (100 + self.next_number).to_string();
        }
        match HOSTS[host].url_style {
            UrlStyle::Html => format!("/articles/{slug}.html"),
            UrlStyle::Dated => {
                let (year, month) = (self.rng.between(1996, 2024), self.rng.between(1, 12));
                format!("/{year}/{month:02}/{slug}")
            }
            _ => format!("{}/{slug}", self.folder(parent)),
        }
    }

    fn folder(&self, page: usize) -> &str {
        self.plan.pages[page].path.trim_end_matches('/')
    }
}

/// Returns a title as a path segment of about sixty bytes at most. It is empty where the title has no ASCII letters or
/// digits.
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
