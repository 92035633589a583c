//! Collects pages while sites are laid out: gives each its number, its title and an address of its own.

use std::collections::BTreeMap;

use crate::hosts::{HOSTS, Style};
use crate::plan::{Kind, Page, Plan, key};
use crate::prose::Voice;
use crate::rng::Rng;

/// The pages so far.
pub(crate) struct Draft {
    seed: u64,
    /// Chance for the layout.
    pub(crate) rng: Rng,
    /// The pages, in their final order.
    pub(crate) pages: Vec<Page>,
    taken: BTreeMap<String, usize>,
    serial: usize,
}

impl Draft {
    /// An empty draft.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            rng: Rng::of(seed, 1),
            pages: Vec::new(),
            taken: BTreeMap::new(),
            serial: 0,
        }
    }

    /// The finished plan.
    pub(crate) fn finish(self) -> Plan {
        Plan::new(self.seed, self.pages, self.taken)
    }

    /// Adds a host's home page.
    pub(crate) fn home(&mut self, host: usize, subject: Option<usize>) -> usize {
        self.serial = 0;
        let at = self.pages.len();
        let title = HOSTS[host].title.to_owned();
        self.push(
            Page {
                parent: at,
                ..blank(host, Kind::Home, title, subject)
            },
            "/",
        )
    }

    /// Adds a page with a title and path of its own below another.
    pub(crate) fn named(
        &mut self,
        parent: usize,
        kind: Kind,
        title: &str,
        path: String,
        about: (Option<usize>, usize),
    ) -> usize {
        let host = self.pages[parent].host;
        let page = Page {
            part: about.1,
            parent,
            ..blank(host, kind, title.to_owned(), about.0)
        };
        let path = self.styled(host, kind, path);
        self.push(page, &path)
    }

    /// Adds an article with a made-up title below another page.
    pub(crate) fn article(
        &mut self,
        parent: usize,
        kind: Kind,
        subject: usize,
        part: usize,
    ) -> usize {
        let host = self.pages[parent].host;
        let rng = Rng::of(self.seed, (self.pages.len() as u64) << 8 | 2);
        let title = Voice::new(HOSTS[host].tongue, subject, part, rng).title();
        let path = self.article_path(host, parent, &title);
        let page = Page {
            part,
            parent,
            ..blank(host, kind, title, Some(subject))
        };
        let path = if kind == Kind::Paper {
            self.paper_path(parent)
        } else {
            path
        };
        let path = self.styled(host, kind, path);
        self.push(page, &path)
    }

    /// Adds a page that repeats another, at the given place.
    pub(crate) fn copy(
        &mut self,
        of: usize,
        host: usize,
        parent: usize,
        kind: Kind,
        path: &str,
    ) -> usize {
        let page = Page {
            host,
            parent,
            kind,
            original: self.pages[of].original.or(Some(of)),
            ..self.pages[of].clone()
        };
        self.push(page, path)
    }

    fn push(&mut self, mut page: Page, path: &str) -> usize {
        page.serial = self.serial;
        page.path = self.free(page.host, path);
        self.serial += 1;
        self.pages.push(page);
        self.pages.len() - 1
    }

    /// The path, with a number in it where it is taken.
    fn free(&mut self, host: usize, path: &str) -> String {
        let mut free = path.to_owned();
        let mut number = 2;
        while self.taken.contains_key(&key(host, &free)) {
            free = numbered(path, number);
            number += 1;
        }
        self.taken.insert(key(host, &free), self.pages.len());
        free
    }

    /// Opaque styles hide what the path would have said.
    fn styled(&self, host: usize, kind: Kind, path: String) -> String {
        match HOSTS[host].style {
            _ if kind == Kind::About => path,
            Style::Node => format!("/node/{}", 4000 + self.serial * 3),
            Style::Query => format!("/p?id={}", 100 + self.serial),
            _ => path,
        }
    }

    fn article_path(&mut self, host: usize, parent: usize, title: &str) -> String {
        let slug = match slug(title) {
            slug if slug.is_empty() => format!("{}", 100 + self.serial),
            slug => slug,
        };
        match HOSTS[host].style {
            Style::Html => format!("/articles/{slug}.html"),
            Style::Dated => {
                let (year, month) = (self.rng.between(1996, 2024), self.rng.between(1, 12));
                format!("/{year}/{month:02}/{slug}")
            }
            _ => {
                let above = self.pages[parent].path.trim_end_matches('/');
                format!("{above}/{slug}")
            }
        }
    }

    fn paper_path(&self, parent: usize) -> String {
        let above = self.pages[parent].path.trim_end_matches('/');
        format!("{above}/paper-{}.html", self.serial)
    }
}

fn blank(host: usize, kind: Kind, title: String, subject: Option<usize>) -> Page {
    Page {
        host,
        path: String::new(),
        title,
        kind,
        subject,
        part: 0,
        parent: 0,
        original: None,
        serial: 0,
    }
}

/// Puts a number before the ending of a path.
fn numbered(path: &str, number: usize) -> String {
    for ending in [".html", "/"] {
        if let Some(stem) = path.strip_suffix(ending) {
            return format!("{stem}-{number}{ending}");
        }
    }
    format!("{path}-{number}")
}

/// A title as a path segment of at most some sixty bytes; empty where it has no ASCII letters.
pub(crate) fn slug(title: &str) -> String {
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
