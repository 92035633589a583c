//! Creates trails to pages on a topic, as a person might have recorded them while browsing.
//!
//! Four trails lead from portals and general sites along shortest paths. Two lead into a university, whose pages do not name the topics of
//! its papers; one of them goes back from a person without papers on the topic. Every page on the topic is marked as relevant. No trail
//! uses hosts that fail, redirect or trap.

use std::collections::{BTreeMap, VecDeque};

use crate::DemoWeb;
use crate::plan::{HOSTS, LinkTarget, Page, PageKind, Plan, SiteType, page_links};
use crate::topics::{examples, university};

/// A path that a person took through the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// Display name.
    pub name: String,
    /// The pages in the order of the visits. A page occurs twice after going back.
    pub pages: Vec<TrailPage>,
}

/// A page of a trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrailPage {
    /// Absolute URL.
    pub url: String,
    /// Title.
    pub title: String,
    /// True for a page that the person was looking for.
    pub relevant: bool,
}

impl DemoWeb {
    /// Returns six trails to pages on the topic with this id, or none if the topic does not exist. Takes some milliseconds.
    #[must_use]
    pub fn trails(&self, topic: &str) -> Vec<Trail> {
        let topic = self.topics().iter().position(|known| known.id == topic);
        let plan = self.plan();
        topic.map_or_else(Vec::new, |topic| TrailFinder { plan, topic }.all())
    }
}

/// Finds the trails of one topic. A path is a list of page indices.
struct TrailFinder<'a> {
    plan: &'a Plan,
    topic: usize,
}

impl TrailFinder<'_> {
    fn all(&self) -> Vec<Trail> {
        let examples = examples(self.plan, self.topic);
        let starts = self.starts().into_iter();
        let paths = starts.zip(examples.iter().step_by(2)).filter_map(|(from, &to)| self.shortest_path(from, to));
        let trails = paths.map(|path| self.trail(&path));
        trails.chain(self.university_trails()).collect()
    }

    /// Returns the home pages of two portals and of two general sites.
    fn starts(&self) -> Vec<usize> {
        let two = |site_type: SiteType| {
            let of_type = |host: &usize| HOSTS[*host].site_type == site_type;
            let hosts = (0..HOSTS.len()).filter(of_type);
            let homes: Vec<usize> =
                hosts.filter(|&host| HOSTS[host].is_readable()).map(|host| self.plan.homes[host]).collect();
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
                    let mut path = path_to(page, from, &previous);
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

    /// Returns the pages that a page links to directly, in document order. Links inside the text are omitted, because a short text does not
    /// contain all of them.
    fn linked_pages(&self, index: usize) -> Vec<usize> {
        let links = page_links(self.plan, index);
        let links = [links.navigation, links.listed, links.footer].into_iter().flatten();
        let pages = links.filter_map(|link| match link.target {
            LinkTarget::Page(to) => Some(to),
            LinkTarget::Redirect(_) | LinkTarget::Path(_) => None,
        });
        pages.collect()
    }

    /// Returns a trail from a university's home page to a paper, and one that goes back from a person without papers on the topic.
    fn university_trails(&self) -> Vec<Trail> {
        let Some(host) = university(self.topic) else {
            return Vec::new();
        };
        let home = self.plan.homes[host];
        let mut departments = self.plan.children[home].iter();
        let trails = departments.find_map(|&department| self.department_trails(home, department));
        trails.map_or_else(Vec::new, Vec::from)
    }

    fn department_trails(&self, home: usize, department: usize) -> Option<[Trail; 2]> {
        let people = &self.plan.children[department];
        let has_papers = |&&person: &&usize| self.papers(person).next().is_some();
        let mut authors = people.iter().filter(has_papers);
        let (&first, &second) = (authors.next()?, authors.next()?);
        let &other = people.iter().find(|person| !has_papers(person))?;
        let direct = [home, department, first, self.papers(first).next()?];
        let paper = self.papers(second).next()?;
        let with_return = [home, department, other, department, second, paper];
        Some([self.trail(&direct), self.trail(&with_return)])
    }

    /// Returns the papers of a person that are about the topic.
    fn papers(&self, person: usize) -> impl Iterator<Item = usize> {
        let papers = self.plan.children[person].iter().copied();
        papers.filter(|&paper| {
            let paper = &self.plan.pages[paper];
            paper.kind == PageKind::Paper && paper.topic() == Some(self.topic)
        })
    }

    fn trail(&self, path: &[usize]) -> Trail {
        let trail_page = |&index: &usize| {
            let page = &self.plan.pages[index];
            TrailPage { url: page.url(), title: page.title.clone(), relevant: page.topic() == Some(self.topic) }
        };
        let pages: Vec<TrailPage> = path.iter().map(trail_page).collect();
        let first = path.first().map(|&index| self.plan.pages[index].site());
        let start = first.map_or("", |site| site.title);
        let end = pages.last().map_or("", |page| &page.title);
        Trail { name: format!("{start}: {end}"), pages }
    }
}

/// Follows the previous pages back to the start and returns the path from there.
fn path_to(last: usize, start: usize, previous: &BTreeMap<usize, usize>) -> Vec<usize> {
    let step = |page: &usize| previous.get(page).copied().filter(|_| *page != start);
    let mut path: Vec<usize> = std::iter::successors(Some(last), step).collect();
    path.reverse();
    path
}

/// Returns true for pages that a person would click through.
fn is_passable(page: &Page) -> bool {
    page.kind != PageKind::About && page.site().is_readable()
}
