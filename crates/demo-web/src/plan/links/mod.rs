//! Creates the links of each page: the link graph of the web.
//!
//! A page on a topic links most often to its own subtopic, then to its topic, to related topics, and to any page.
//! Similarity therefore decreases with link distance (topical locality: Davison 2000, as in Pant §5.2 and §5.4). Papers
//! of universities are an exception: only their authors' pages and their sibling papers link to them.

mod related;
mod structure;

use super::{Page, PageKind, Plan};
use crate::rng::{Purpose, Rng};

/// Articles that a section lists before its link to the next page.
const SECTION_LIST_LIMIT: usize = 14;

/// Pages that a home page, category or department lists.
const LIST_LIMIT: usize = 20;

/// Target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    /// A page of the plan.
    Page(usize),
    /// A page of the plan, behind a redirect.
    Redirect(usize),
    /// A path on the same host that the plan does not contain.
    Path(String),
}

/// A link.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// Target of the link.
    pub(crate) target: LinkTarget,
    /// Anchor text.
    pub(crate) anchor: String,
}

/// Links of a page by their position.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// In the navigation bar.
    pub(crate) navigation: Vec<Link>,
    /// Inside the text.
    pub(crate) inline: Vec<Link>,
    /// In the list after the text.
    pub(crate) listed: Vec<Link>,
    /// In the footer.
    pub(crate) footer: Vec<Link>,
}

impl Links {
    /// Returns all links in document order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Link> {
        [&self.navigation, &self.inline, &self.listed, &self.footer].into_iter().flatten()
    }
}

/// Returns the links of a page.
pub(crate) fn page_links(plan: &Plan, index: usize) -> Links {
    let mut builder = LinkBuilder::new(plan, index);
    let mut links = Links { navigation: builder.navigation(), footer: builder.footer(), ..Links::default() };
    match builder.page.kind {
        PageKind::Home => links.listed = builder.home(),
        PageKind::Section => {
            links.inline = builder.related(2);
            links.listed = builder.children(SECTION_LIST_LIMIT);
            links.listed.extend(builder.next_in_section());
            links.listed.extend(builder.related(5));
        }
        PageKind::Article => {
            let (inline, listed) = (builder.rng.between(3, 6), builder.rng.between(7, 15));
            links.inline = builder.related(inline);
            links.listed = builder.related(listed);
            links.listed.extend(builder.neighbors());
        }
        PageKind::Paper => {
            links.inline = builder.related(4);
            links.listed = builder.neighbors();
            links.listed.extend(builder.related(3));
        }
        PageKind::Print => links.listed = Vec::from_iter(builder.titled(builder.page.parent)),
        PageKind::About => links.listed = builder.other_homes(6),
        PageKind::Category | PageKind::Department => links.listed = builder.children(LIST_LIMIT),
        PageKind::Person => links.listed = builder.papers(),
        PageKind::Directory => links.listed = builder.directory(),
    }
    links
}

/// Builds the links of one page.
struct LinkBuilder<'a> {
    plan: &'a Plan,
    index: usize,
    page: &'a Page,
    rng: Rng,
}

impl<'a> LinkBuilder<'a> {
    /// Creates the builder. A copy draws the links of its original.
    fn new(plan: &'a Plan, index: usize) -> Self {
        let page = &plan.pages[index];
        let rng = plan.rng(page.original.unwrap_or(index), Purpose::Links);
        Self { plan, index, page, rng }
    }

    /// Returns a link to a page with its title as anchor text; `None` for the page itself.
    fn titled(&self, target: usize) -> Option<Link> {
        let anchor = self.plan.pages[target].title.clone();
        (target != self.index).then_some(Link { target: LinkTarget::Page(target), anchor })
    }

    /// Returns a link to a page with a label as anchor text, by its key in the data file.
    fn labeled(&self, target: usize, label: &str) -> Link {
        Link { target: LinkTarget::Page(target), anchor: self.page.site().language.text(label).to_owned() }
    }
}
