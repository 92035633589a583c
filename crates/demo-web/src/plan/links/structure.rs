//! Creates links that follow the structure of the sites: navigation, lists, neighbors and directories.

use super::{LIST_LIMIT, Link, LinkBuilder, LinkTarget, SECTION_LIST_LIMIT};
use crate::plan::{Behavior, HOSTS, Host, PageKind, SPECIAL_PAGES, SiteType};
use crate::text::{Language, related_subjects};

/// Sections in a navigation bar.
const NAVIGATION_SECTIONS: usize = 7;
/// Articles of its own site that a home page links to.
const HOME_ARTICLES: usize = 8;
/// Other home pages that a home page draws.
const HOME_NEIGHBORS: usize = 6;
/// Pages that a directory draws besides home pages and related directories.
const DIRECTORY_PAGES: usize = 14;
/// Share of the eligible hosts that a portal lists, in percent.
const PORTAL_HOSTS_PERCENT: usize = 60;

impl LinkBuilder<'_> {
    /// Returns the links to the home page and to the sections of the site. Papers and authors link to the pages above
    /// them instead, the home page last.
    pub(super) fn navigation(&self) -> Vec<Link> {
        let home = self.plan.homes[self.page.host];
        if matches!(self.page.kind, PageKind::Paper | PageKind::Person) {
            let parent = self.page.parent;
            let above = [self.plan.pages[parent].parent, parent].into_iter().filter(|&page| page != home);
            return above.chain([home]).filter_map(|page| self.titled(page)).collect();
        }
        let sections = self.plan.children[home].iter();
        let sections = sections.filter(|&&page| self.plan.pages[page].kind != PageKind::About);
        let sections = sections.take(NAVIGATION_SECTIONS).filter_map(|&section| self.titled(section));
        std::iter::once(self.labeled(home, "home")).chain(sections).collect()
    }

    /// Returns the links to the page about the site and, on most sites, to another home page.
    pub(super) fn footer(&mut self) -> Vec<Link> {
        let home = self.plan.homes[self.page.host];
        let about = self.plan.children[home].iter().find(|&&page| self.plan.pages[page].kind == PageKind::About);
        let about = about.map(|&about| self.labeled(about, "about"));
        let mut footer = Vec::from_iter(about);
        if !self.links_to_own_children_only() {
            footer.extend(self.other_homes(1));
        }
        footer
    }

    fn links_to_own_children_only(&self) -> bool {
        let site_type = self.page.site().site_type;
        matches!(site_type, SiteType::University | SiteType::Portal)
    }

    /// Draws home pages of other hosts in the same language.
    pub(super) fn other_homes(&mut self, count: usize) -> Vec<Link> {
        let drawn: Vec<usize> = (0..count).map(|_| self.rng.below(HOSTS.len())).collect();
        let eligible = drawn.into_iter().filter(|&host| self.may_link_to(host));
        let mut hosts: Vec<usize> = eligible.collect();
        hosts.dedup();
        hosts.iter().filter_map(|&host| self.titled(self.plan.homes[host])).collect()
    }

    /// Returns true for hosts in the same language that have no topic, or that of this page.
    fn may_link_to(&self, host: usize) -> bool {
        let home = &self.plan.pages[self.plan.homes[host]];
        let is_close = home.topic().is_none() || home.topic() == self.page.subject;
        host != self.page.host && is_close && home.site().language == self.page.site().language
    }

    /// Returns the links of a home page.
    pub(super) fn home(&mut self) -> Vec<Link> {
        let mut listed = self.children(LIST_LIMIT);
        if !self.links_to_own_children_only() {
            listed.extend(self.articles_of_sections());
            listed.extend(self.other_homes(HOME_NEIGHBORS));
        }
        if self.page.site().site_type == SiteType::Portal {
            listed.extend(self.hosts_of_portal());
        }
        let special =
            SPECIAL_PAGES.iter().filter(|page| page.behavior == self.page.site().behavior && !page.anchor.is_empty());
        listed.extend(
            special.map(|page| Link { target: LinkTarget::Path(page.path.to_owned()), anchor: page.anchor.to_owned() }),
        );
        listed
    }

    /// Draws articles from the sections of a home page.
    fn articles_of_sections(&mut self) -> Vec<Link> {
        let plan = self.plan;
        let sections = &plan.children[self.index];
        let mut articles = Vec::new();
        for _ in 0..HOME_ARTICLES {
            let section = self.rng.pick(sections).copied().unwrap_or(self.index);
            let article = self.rng.pick(&plan.children[section]).copied();
            articles.extend(article.and_then(|page| self.titled(page)));
        }
        articles
    }

    /// Returns the home pages that a portal lists: universities, general sites, unusual hosts and other languages.
    fn hosts_of_portal(&mut self) -> Vec<Link> {
        let is_eligible = |host: &Host| {
            matches!(host.site_type, SiteType::University | SiteType::General)
                || host.behavior != Behavior::Normal
                || host.language != Language::English
        };
        let eligible = (0..HOSTS.len()).filter(|&host| is_eligible(&HOSTS[host]));
        let drawn: Vec<usize> = eligible.filter(|_| self.rng.chance(PORTAL_HOSTS_PERCENT)).collect();
        let homes = drawn.into_iter().map(|host| self.plan.homes[host]);
        homes.filter(|&home| self.plan.pages[home].topic().is_none()).filter_map(|home| self.titled(home)).collect()
    }

    /// Returns the links to the first pages below this one.
    pub(super) fn children(&self, limit: usize) -> Vec<Link> {
        let children = self.plan.children[self.index].iter().take(limit);
        children.filter_map(|&page| self.titled(page)).collect()
    }

    /// Returns the link to the first article that a section does not list; each article links to the next.
    pub(super) fn next_in_section(&self) -> Option<Link> {
        let next = self.plan.children[self.index].get(SECTION_LIST_LIMIT);
        next.map(|&page| self.labeled(page, "next"))
    }

    /// Returns the links of an author to the papers, with anchor texts that do not reveal the subject.
    pub(super) fn papers(&self) -> Vec<Link> {
        let paper = |(position, &paper): (usize, &usize)| {
            let word =
                ["Working paper", "Lecture notes", "Draft", "Handout", "Talk"][self.plan.pages[paper].number % 5];
            Link { target: LinkTarget::Page(paper), anchor: format!("{word} {}", position + 1) }
        };
        self.plan.children[self.index].iter().enumerate().map(paper).collect()
    }

    /// Returns the links to the next page, to a random sibling, and to the print version.
    pub(super) fn neighbors(&mut self) -> Vec<Link> {
        let siblings = &self.plan.children[self.page.parent];
        let position = siblings.iter().position(|&page| page == self.index);
        let next = siblings.get(position.unwrap_or(0) + 1);
        let mut links = Vec::from_iter(next.map(|&page| self.labeled(page, "next")));
        let sibling = self.rng.pick(siblings).copied();
        links.extend(sibling.and_then(|page| self.titled(page)));
        let print = self.plan.children[self.index].first();
        links.extend(print.map(|&page| self.labeled(page, "print version")));
        links
    }

    /// Returns the links of a directory: home pages and drawn pages of its subject, then directories of related
    /// subjects.
    pub(super) fn directory(&mut self) -> Vec<Link> {
        let Some(subject) = self.page.subject else {
            return Vec::new();
        };
        let homes = self.plan.homes.iter();
        let homes = homes.filter(|&&home| self.plan.pages[home].subject == Some(subject));
        let mut links: Vec<Link> = homes.filter_map(|&home| self.titled(home)).collect();
        for _ in 0..DIRECTORY_PAGES {
            let drawn = self.plan.draw_target(&mut self.rng, Language::English, subject, None);
            links.extend(drawn.and_then(|page| self.titled(page)));
        }
        links.extend(related_subjects(Some(subject)).into_iter().filter_map(|subject| {
            let mut pages = self.plan.pages.iter();
            self.titled(pages.position(|page| {
                page.host == self.page.host && page.kind == PageKind::Directory && page.subject == Some(subject)
            })?)
        }));
        links
    }
}
