//! Creates trails to pages on a topic, as a person might have recorded them while browsing.
//!
//! Four trails lead from portals and general sites along shortest paths. Two lead into a university, whose pages do not
//! name the topics of its papers; one of them goes back from a person without papers on the topic. Every page on the
//! topic is marked as relevant. No trail uses hosts that fail, redirect or trap.

use std::collections::{BTreeMap, VecDeque};

use crate::DemoWeb;
use crate::plan::{HOSTS, LinkTarget, Page, PageKind, Plan, SiteType, page_links};
use crate::topics::{examples, university};
use types::trails::{Trail, TrailPage, Trails};

impl DemoWeb {
    /// Returns six trails to pages on the topic with this id, or none if the topic does not exist. Takes some
    /// milliseconds.
    #[must_use]
    pub fn trails(&self, topic: &str) -> Trails {
        let topic = self.topics().iter().position(|known| known.id == topic);
        let plan = self.plan();
        Trails { trails: topic.map_or_else(Vec::new, |topic| TrailFinder { plan, topic }.all()) }
    }
}

/// Finds the trails of one topic. A path is a list of page indices.
struct TrailFinder<'a> {
    plan: &'a Plan,
    topic: usize,
}

impl TrailFinder<'_> {
    fn all(&self) -> Vec<Trail> {
        let targets = examples(self.plan, self.topic).into_iter().step_by(2);
        let paths = self.starts().into_iter().zip(targets).filter_map(|(from, to)| self.shortest_path(from, to));
        paths.chain(self.university_paths().into_iter().flatten()).map(|path| self.trail(&path)).collect()
    }

    /// Returns the home pages of two portals and of two general sites.
    fn starts(&self) -> Vec<usize> {
        let two = |site_type: SiteType| {
            let homes = HOSTS.iter().zip(&self.plan.homes);
            let homes: Vec<usize> = homes
                .filter(|(host, _)| host.site_type == site_type && host.is_readable())
                .map(|(_, home)| *home)
                .collect();
            [0, 1].map(|next| homes[(self.topic + next) % homes.len()])
        };
        [two(SiteType::Portal), two(SiteType::General)].concat()
    }

    /// Returns the shortest path. Among several, links higher on their pages are preferred.
    fn shortest_path(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut previous: BTreeMap<usize, usize> = BTreeMap::from([(from, from)]);
        let mut queue = VecDeque::from([from]);
        while let Some(page) = queue.pop_front() {
            for next in self.linked_pages(page) {
                if next == to {
                    let step = |page: &usize| previous.get(page).copied().filter(|_| *page != from);
                    let mut path: Vec<usize> = std::iter::successors(Some(page), step).collect();
                    path.reverse();
                    path.push(to);
                    return Some(path);
                }
                if is_passable(&self.plan.pages[next]) && !previous.contains_key(&next) {
                    previous.insert(next, page);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the pages that a page links to directly, in document order. Links inside the text are omitted, because a
    /// short text does not contain all of them.
    fn linked_pages(&self, index: usize) -> impl Iterator<Item = usize> {
        let links = page_links(self.plan, index);
        let links = [links.navigation, links.listed, links.footer].into_iter().flatten();
        links.filter_map(|link| match link.target {
            LinkTarget::Page(to) => Some(to),
            LinkTarget::Redirect(_) | LinkTarget::Path(_) => None,
        })
    }

    /// Returns a path from a university's home page to a paper, and one that goes back from a person without papers on
    /// the topic.
    fn university_paths(&self) -> Option<[Vec<usize>; 2]> {
        let home = self.plan.homes[university(self.topic)?];
        self.plan.children[home].iter().find_map(|&department| {
            let people = &self.plan.children[department];
            let (authors, others): (Vec<usize>, Vec<usize>) =
                people.iter().partition(|person| self.first_paper(**person).is_some());
            let (first, second) = (*authors.first()?, *authors.get(1)?);
            let direct = vec![home, department, first, self.first_paper(first)?];
            let second_paper = self.first_paper(second)?;
            Some([direct, vec![home, department, *others.first()?, department, second, second_paper]])
        })
    }

    /// Returns the first paper of a person that is about the topic.
    fn first_paper(&self, person: usize) -> Option<usize> {
        let is_on_topic = |page: &Page| page.kind == PageKind::Paper && page.topic() == Some(self.topic);
        self.plan.children[person].iter().copied().find(|&paper| is_on_topic(&self.plan.pages[paper]))
    }

    fn trail(&self, path: &[usize]) -> Trail {
        let trail_page = |&index: &usize| {
            let page = &self.plan.pages[index];
            let (title, relevant) = (page.title.clone(), page.topic() == Some(self.topic));
            TrailPage { url: page.url(), title, relevant, visited_at: None }
        };
        let pages: Vec<TrailPage> = path.iter().map(trail_page).collect();
        let start = path.first().map_or("", |&index| self.plan.pages[index].site().title);
        let end = pages.last().map_or("", |page| &page.title);
        Trail { name: format!("{start}: {end}"), pages, ..Trail::default() }
    }
}

/// Returns true for pages that a person would click through.
fn is_passable(page: &Page) -> bool {
    page.kind != PageKind::About && page.site().is_readable()
}
