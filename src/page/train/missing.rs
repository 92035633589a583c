//! What is missing before something can be learned, in sentences.
//!
//! The papers do not say how many pages their training sets had. The numbers here are the least with which each step of the learning can
//! be done at all, each with its reason; more of everything is better.

use super::book::Shelf;
use crate::page::digits::{counted, grouped};
use engine::trails::TrailPage;
use std::collections::{BTreeMap, BTreeSet};

/// Trails that lead from another page to a relevant one: a model is tested on a trail that it has not seen, so one is held out.
pub const TRAILS: u32 = 2;
/// Relevant pages: what several pages have in common is the topic, what one has is the page.
pub const RELEVANT: u32 = 3;
/// Other pages: the thesis sorts them into four clusters beside the one of the relevant pages (Batsakis §3.4.1, K = 5), and four
/// pages would be four clusters of one page.
pub const OTHERS: u32 = 5;

/// What there is to learn from; each page counts once, however often it was visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Trails with at least one page.
    pub trails: u32,
    /// Trails in which a relevant page was reached from another page.
    pub leading: u32,
    /// Relevant pages.
    pub relevant: u32,
    /// Other pages.
    pub others: u32,
    /// Hosts.
    pub hosts: u32,
    /// Hosts of relevant pages.
    pub relevant_hosts: u32,
}

impl Counts {
    /// Counts trails.
    pub fn of(shelf: &Shelf) -> Self {
        let mut pages: BTreeMap<&str, bool> = BTreeMap::new();
        let mut counts = Self::default();
        for kept in shelf {
            let all = &kept.trail.pages;
            counts.trails += u32::from(!all.is_empty());
            counts.leading += u32::from(leads(all));
            for page in all {
                *pages.entry(&page.url).or_default() |= page.relevant;
            }
        }
        let relevant = pages.iter().filter(|(_, relevant)| **relevant);
        let hosts = |urls: &mut dyn Iterator<Item = &str>| {
            small(urls.map(host).collect::<BTreeSet<&str>>().len())
        };
        counts.relevant = small(relevant.clone().count());
        counts.others = small(pages.len()) - counts.relevant;
        counts.hosts = hosts(&mut pages.keys().copied());
        counts.relevant_hosts = hosts(&mut relevant.map(|(url, _)| *url));
        counts
    }

    /// What there is, in a sentence.
    pub fn sum(&self) -> String {
        if self.trails == 0 {
            return "Nothing is recorded yet.".to_owned();
        }
        format!(
            "{} and {}: {} relevant, {} not, on {}.",
            counted(self.trails, "trail"),
            counted(self.relevant + self.others, "page"),
            grouped(self.relevant),
            grouped(self.others),
            counted(self.hosts, "host"),
        )
    }

    /// What is missing, each in a sentence; none where there is enough.
    pub fn missing(&self) -> Vec<String> {
        let lacking = |there: u32, least: u32| least.checked_sub(there).filter(|more| *more > 0);
        let trails = lacking(self.leading, TRAILS).map(|more| {
            let trails = more_of(more, "trail");
            format!("{trails} leading to a relevant page: {TRAILS} are the least, since a model is tested on a trail that it has not seen.")
        });
        let relevant = lacking(self.relevant, RELEVANT).map(|more| {
            let pages = more_of(more, "relevant page");
            format!("{pages}: what {RELEVANT} or more have in common is the topic.")
        });
        let others = lacking(self.others, OTHERS).map(|more| {
            let pages = more_of(more, "other page");
            format!(
                "{pages}: {OTHERS} are the least, to sort what lies on the way into kinds of pages."
            )
        });
        [trails, relevant, others].into_iter().flatten().collect()
    }

    /// What would make a model better, in a sentence.
    pub fn advice(&self) -> Option<&'static str> {
        (self.relevant >= RELEVANT && self.relevant_hosts == 1).then_some(
            "All relevant pages are on one host: a model could learn the host in place of the topic. Show it some elsewhere.",
        )
    }
}

/// True where a relevant page was reached from another page.
fn leads(pages: &[TrailPage]) -> bool {
    let mut pairs = pages.windows(2);
    pairs.any(|pair| matches!(pair, [from, to] if to.relevant && from.url != to.url))
}

fn more_of(more: u32, what: &str) -> String {
    match counted(more, what).split_once(' ') {
        Some((number, what)) => format!("{number} more {what}"),
        None => String::new(),
    }
}

/// The part of an address that names the host.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or_default()
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
