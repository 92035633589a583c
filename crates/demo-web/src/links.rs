//! Which page links to which, under what anchor: the true link graph.
//!
//! A page on a topic links to its own subtopic most, then to its topic, to topics near by, and to anything; so likeness
//! falls with distance (topical locality: Davison 2000, as in Pant §5.2 and §5.4). Papers of universities are left out: only their
//! authors' pages and their sister papers link to them.

use crate::hosts::{HOSTS, Quirk, Site};
use crate::plan::{Kind, Page, Plan};
use crate::rng::Rng;
use crate::specials;
use crate::tongues::{Label, Tongue};
use crate::topics::{SUBJECTS, TOPICS, is_topic, position};
use crate::universities::paper_anchor;

/// Articles that a section lists before it says "next page".
const SHELF: usize = 14;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum To {
    /// To a page.
    Page(usize),
    /// To a page, by way of a redirect.
    Moved(usize),
    /// To an unplanned place on the same host.
    Path(String),
}

/// A link.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// Where it leads.
    pub(crate) to: To,
    /// Its text.
    pub(crate) anchor: String,
}

/// A page's links by where they stand.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// In the bar on top.
    pub(crate) bar: Vec<Link>,
    /// Inside the text.
    pub(crate) inline: Vec<Link>,
    /// In the list after the text.
    pub(crate) listed: Vec<Link>,
    /// At the foot.
    pub(crate) foot: Vec<Link>,
}

impl Links {
    /// All links, in the order of the page.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Link> {
        [&self.bar, &self.inline, &self.listed, &self.foot]
            .into_iter()
            .flatten()
    }
}

/// The links of a page.
pub(crate) fn of(plan: &Plan, at: usize) -> Links {
    let page = &plan.pages[at];
    let mut writer = Writer {
        plan,
        at,
        page,
        rng: plan.rng(page.original.unwrap_or(at), 3),
    };
    let mut links = Links {
        bar: writer.bar(),
        foot: writer.foot(),
        ..Links::default()
    };
    match page.kind {
        Kind::Home => links.listed = writer.home(),
        Kind::Section => {
            links.inline = writer.related(2);
            links.listed = writer.below(SHELF);
            links.listed.extend(writer.rest());
            links.listed.extend(writer.related(5));
        }
        Kind::Article => {
            let (inline, listed) = (writer.rng.between(3, 6), writer.rng.between(7, 15));
            links.inline = writer.related(inline);
            links.listed = writer.related(listed);
            links.listed.extend(writer.neighbors());
        }
        Kind::Paper => {
            links.inline = writer.related(4);
            links.listed = writer.neighbors();
            links.listed.extend(writer.related(3));
        }
        Kind::Print => links.listed = writer.page(page.parent).into_iter().collect(),
        Kind::About => links.listed = writer.homes(6),
        Kind::Category | Kind::Department => links.listed = writer.below(20),
        Kind::Person => links.listed = writer.papers(),
        Kind::Directory => links.listed = writer.directory(),
    }
    links
}

struct Writer<'a> {
    plan: &'a Plan,
    at: usize,
    page: &'a Page,
    rng: Rng,
}

impl Writer<'_> {
    /// A link to a page under its title.
    fn page(&self, to: usize) -> Option<Link> {
        let anchor = self.plan.pages[to].title.clone();
        (to != self.at).then_some(Link {
            to: To::Page(to),
            anchor,
        })
    }

    fn labeled(&self, to: usize, label: Label) -> Link {
        let anchor = self.page.site().tongue.label(label).to_owned();
        Link {
            to: To::Page(to),
            anchor,
        }
    }

    /// Home, then the sections of the site; on the way to papers, the way back instead.
    fn bar(&self) -> Vec<Link> {
        let home = self.plan.homes[self.page.host];
        let mut bar = vec![self.labeled(home, Label::Home)];
        if matches!(self.page.kind, Kind::Paper | Kind::Person) {
            let above = self.page.parent;
            bar.extend(self.page(self.plan.pages[above].parent));
            bar.extend(self.page(above));
            return bar
                .into_iter()
                .filter(|link| link.to != To::Page(home))
                .chain(self.page(home))
                .collect();
        }
        let sections = self.plan.children[home].iter();
        let sections = sections.filter(|&&at| self.plan.pages[at].kind != Kind::About);
        bar.extend(sections.take(7).filter_map(|&to| self.page(to)));
        bar
    }

    fn foot(&mut self) -> Vec<Link> {
        let home = self.plan.homes[self.page.host];
        let about = self.plan.children[home]
            .iter()
            .find(|&&at| self.plan.pages[at].kind == Kind::About);
        let mut foot: Vec<Link> = about
            .map(|&about| self.labeled(about, Label::About))
            .into_iter()
            .collect();
        if !matches!(self.page.site().site, Site::University | Site::Portal) {
            foot.extend(self.homes(1));
        }
        foot
    }

    /// Home pages of other hosts that speak the same language, under their names.
    fn homes(&mut self, count: usize) -> Vec<Link> {
        let drawn: Vec<usize> = (0..count).map(|_| self.rng.below(HOSTS.len())).collect();
        let friendly = drawn.into_iter().filter(|&host| self.may_point_to(host));
        let mut hosts: Vec<usize> = friendly.collect();
        hosts.dedup();
        hosts
            .iter()
            .filter_map(|&host| self.page(self.plan.homes[host]))
            .collect()
    }

    /// Sites on a topic are seldom named by pages that have nothing to do with it.
    fn may_point_to(&self, host: usize) -> bool {
        let home = &self.plan.pages[self.plan.homes[host]];
        let near = home.topic().is_none() || home.topic() == self.page.subject;
        host != self.page.host && near && home.site().tongue == self.page.site().tongue
    }

    fn home(&mut self) -> Vec<Link> {
        let mut listed = self.below(20);
        if !matches!(self.page.site().site, Site::University | Site::Portal) {
            let sections = self.plan.children[self.at].clone();
            for _ in 0..8 {
                let section = self.rng.pick(&sections).copied().unwrap_or(self.at);
                let below = self.rng.pick(&self.plan.children[section]).copied();
                listed.extend(below.and_then(|to| self.page(to)));
            }
            listed.extend(self.homes(6));
        }
        if self.page.site().site == Site::Portal {
            listed.extend(self.directories_of_hosts());
        }
        listed.extend(specials::links(self.page.site().quirk));
        listed
    }

    /// What a portal's home page lists: universities, general sites and the odd corners of the web.
    fn directories_of_hosts(&mut self) -> Vec<Link> {
        let hosts = HOSTS.iter().enumerate().filter(|(_, host)| {
            host.site == Site::University
                || host.site == Site::General
                || host.quirk != Quirk::Plain
                || host.tongue != Tongue::English
        });
        let some: Vec<usize> = hosts
            .map(|(at, _)| at)
            .filter(|_| self.rng.chance(60))
            .collect();
        let listed = some.into_iter().filter(|&host| {
            host != self.page.host && self.plan.pages[self.plan.homes[host]].topic().is_none()
        });
        listed
            .filter_map(|host| self.page(self.plan.homes[host]))
            .collect()
    }

    fn below(&self, limit: usize) -> Vec<Link> {
        let below = self.plan.children[self.at].iter().take(limit);
        below.filter_map(|&to| self.page(to)).collect()
    }

    /// The way to what a section's list leaves out: articles lead from one to the next.
    fn rest(&self) -> Option<Link> {
        let next = self.plan.children[self.at].get(SHELF);
        next.map(|&to| self.labeled(to, Label::Next))
    }

    fn papers(&self) -> Vec<Link> {
        let papers = self.plan.children[self.at].iter().enumerate();
        papers
            .map(|(number, &to)| Link {
                to: To::Page(to),
                anchor: paper_anchor(number, self.plan.pages[to].serial),
            })
            .collect()
    }

    /// The page after this one, another below the same page, and the print version.
    fn neighbors(&mut self) -> Vec<Link> {
        let sisters = &self.plan.children[self.page.parent];
        let own = sisters.iter().position(|&at| at == self.at).unwrap_or(0);
        let mut links = Vec::new();
        if let Some(&next) = sisters.get(own + 1) {
            links.push(self.labeled(next, Label::Next));
        }
        let sister = self.rng.pick(sisters).copied();
        links.extend(sister.and_then(|to| self.page(to)));
        let print = self.plan.children[self.at].first();
        links.extend(print.map(|&to| self.labeled(to, Label::Print)));
        links
    }

    /// A hub: sites, sections and articles of one subject, and the directories near by.
    fn directory(&mut self) -> Vec<Link> {
        let Some(subject) = self.page.subject else {
            return Vec::new();
        };
        let homes = self
            .plan
            .homes
            .iter()
            .filter(|&&home| self.plan.pages[home].subject == Some(subject));
        let mut links: Vec<Link> = homes.filter_map(|&home| self.page(home)).collect();
        for _ in 0..14 {
            let drawn = self
                .plan
                .draw(&mut self.rng, Tongue::English, subject, None);
            links.extend(drawn.and_then(|to| self.page(to)));
        }
        for id in SUBJECTS[subject].near {
            let directories = self.plan.pages.iter().enumerate();
            let mut near = directories
                .filter(|(_, page)| page.host == self.page.host && page.kind == Kind::Directory);
            links.extend(
                near.find(|(_, page)| page.subject == position(id))
                    .and_then(|(at, _)| self.page(at)),
            );
        }
        links
    }

    fn related(&mut self, count: usize) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::with_capacity(count);
        for _ in 0..count {
            let Some(to) = self.draw() else { continue };
            let link = Link {
                to: self.by_way(to),
                anchor: self.anchor(to),
            };
            if to != self.at && !links.iter().any(|other| other.to == link.to) {
                links.push(link);
            }
        }
        if self.rng.chance(8) {
            let gone = format!("/gone/{}", self.rng.between(1, 999));
            links.push(Link {
                to: To::Path(gone),
                anchor: self.useless(),
            });
        }
        links
    }

    /// Draws a page: the same subtopic, the same topic, one near by, or anything.
    fn draw(&mut self) -> Option<usize> {
        let tongue = self.tongue();
        let roll = self.rng.below(100);
        let drawn = match self.page.subject {
            Some(own) if is_topic(own) && roll < 22 => {
                self.plan
                    .draw(&mut self.rng, tongue, own, Some(self.page.part))
            }
            Some(own) if is_topic(own) && roll < 36 => {
                self.plan.draw(&mut self.rng, tongue, own, None)
            }
            Some(own) if !is_topic(own) && roll < 45 => {
                self.plan.draw(&mut self.rng, tongue, own, None)
            }
            subject if roll < 58 => {
                let near = Plan::near(subject);
                let near = self.rng.pick(&near).copied()?;
                self.plan.draw(&mut self.rng, tongue, near, None)
            }
            _ => {
                let anything = if self.rng.chance(12) {
                    self.rng.below(TOPICS)
                } else {
                    self.rng.between(TOPICS, SUBJECTS.len() - 1)
                };
                self.plan.draw(&mut self.rng, tongue, anything, None)
            }
        };
        // In a language with few subjects the draw comes back empty now and then: link to something close instead.
        let drawn = drawn.or_else(|| {
            self.rng
                .pick(&self.plan.children[self.page.parent])
                .copied()
        })?;
        Some(self.raised(drawn))
    }

    /// Links to other sites often point at a section or at the home page instead of the article.
    fn raised(&mut self, to: usize) -> usize {
        match self.rng.below(100) {
            0..10 => self.plan.pages[to].parent,
            10..14 => self.plan.homes[self.plan.pages[to].host],
            _ => to,
        }
    }

    /// The page's language, seldom another.
    fn tongue(&mut self) -> Tongue {
        match (self.page.site().tongue, self.rng.below(100)) {
            (Tongue::English, 0) => Tongue::Chinese,
            (Tongue::English, 1) => Tongue::Spanish,
            (Tongue::Chinese | Tongue::Spanish, 0..6) => Tongue::English,
            (own, _) => own,
        }
    }

    fn by_way(&mut self, to: usize) -> To {
        let elsewhere = self.plan.pages[to].host != self.page.host;
        if elsewhere && self.rng.chance(3) {
            To::Moved(to)
        } else {
            To::Page(to)
        }
    }

    /// The title of the page, a word on its subject, or nothing of use.
    fn anchor(&mut self, to: usize) -> String {
        let target = &self.plan.pages[to];
        match (self.rng.below(100), target.subject) {
            (0..50, _) | (50..75, None) => target.title.clone(),
            (50..63, Some(subject)) => {
                let parts = target.site().tongue.subject(subject).parts;
                parts[target.part % parts.len()].title.to_owned()
            }
            (63..75, Some(subject)) => {
                let parts = target.site().tongue.subject(subject).parts;
                self.rng
                    .phrase(parts[target.part % parts.len()].things)
                    .to_owned()
            }
            _ => self.useless(),
        }
    }

    fn useless(&mut self) -> String {
        self.rng
            .phrase(self.page.site().tongue.grammar().useless)
            .to_owned()
    }
}
