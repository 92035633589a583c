//! Determines the data that are missing before a model can be trained, which depends on its strategy: some learn from
//! relevant pages alone, such as a folder of bookmarks.
//!
//! The papers do not state the sizes of their training sets. The numbers here are the least with which each step of
//! training is possible, each with its reason.

use super::trail_editor::TrailList;
use crate::digits::{counted, grouped};
use std::collections::HashSet;
use types::count;
use types::strategy::Needs;
use types::trails::{Trail, TrailKind};

/// The number of trails that lead from another page to a relevant one. One of them is held out to test the model.
pub const TRAILS: u32 = 2;
/// The number of relevant pages. Several are needed to separate the topic from the features of a single page.
pub const RELEVANT: u32 = 3;
/// The number of other pages. The thesis groups them into four clusters besides the one of the relevant pages (Batsakis
/// §3.4.1, K = 5), and four pages would give clusters of one page.
pub const OTHERS: u32 = 5;

/// Holds the counts of training data; each page counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Trails with at least one page.
    pub trails: u32,
    /// The number of trails in which a relevant page was reached from another page, plus good pages to which pages of a
    /// context graph link.
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

/// A requirement of training, or a recommendation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The label.
    pub title: &'static str,
    /// The count so far.
    pub have: u32,
    /// The count that is required or recommended.
    pub least: u32,
    /// False if training can start without.
    pub is_required: bool,
}

impl Goal {
    /// Returns the number that is missing.
    pub fn lacking(&self) -> u32 {
        self.least.saturating_sub(self.have)
    }
}

impl Counts {
    /// Counts trails.
    pub fn new(trails: &TrailList) -> Self {
        let visits = trails.iter().map(|kept| kept.trail.pages.len()).sum();
        let (mut pages, mut hosts) = (HashSet::with_capacity(visits), HashSet::new());
        let (mut relevant, mut relevant_hosts) = (HashSet::new(), HashSet::new());
        let mut counts = Self::default();
        for kept in trails {
            let all = &kept.trail.pages;
            counts.trails += u32::from(!all.is_empty());
            counts.leading += u32::from(leads(&kept.trail)) + reached(&kept.trail);
            for url in kept.trail.graphs.iter().flat_map(|graph| &graph.pages).map(|page| page.url.as_str()) {
                pages.insert(url);
                hosts.insert(host(url));
            }
            for page in all {
                let (url, host) = (page.url.as_str(), host(&page.url));
                pages.insert(url);
                hosts.insert(host);
                if page.relevant {
                    relevant.insert(url);
                    relevant_hosts.insert(host);
                }
            }
        }
        counts.relevant = count(relevant.len());
        counts.others = count(pages.len() - relevant.len());
        counts.hosts = count(hosts.len());
        counts.relevant_hosts = count(relevant_hosts.len());
        counts
    }

    /// Returns the counts as a sentence.
    pub fn sum(&self) -> String {
        if self.trails == 0 {
            return "Nothing recorded yet.".to_owned();
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

    /// Returns the requirements of a strategy with their progress: trails, relevant pages, other pages. For a strategy
    /// that learns from relevant pages alone, the others are recommended.
    pub fn goals(&self, needs: Needs) -> [Goal; 3] {
        let goal = |title, have, least, is_required| Goal { title, have, least, is_required };
        [
            goal("Trails to relevant pages", self.leading, TRAILS, needs.contrast),
            goal("Relevant pages", self.relevant, RELEVANT, true),
            goal("Other pages", self.others, OTHERS, needs.contrast),
        ]
    }

    /// Returns the data that are missing for a strategy, each in a sentence; empty if there is enough.
    pub fn missing(&self, needs: Needs) -> Vec<String> {
        let [trails, relevant, others] = self.goals(needs);
        let lacking = |goal: Goal, what: &str| {
            let more = goal.lacking();
            (goal.is_required && more > 0).then(|| more_of(more, what))
        };
        let trails = lacking(trails, "trail").map(|trails| {
            format!(
                "{trails} leading to a relevant page, or relevant pages from a crawl (minimum {TRAILS}, for \
                cross-validation)."
            )
        });
        let relevant = lacking(relevant, "relevant page");
        let relevant = relevant.map(|pages| format!("{pages} (minimum {RELEVANT}, to define the topic)."));
        let others = lacking(others, "other page")
            .map(|pages| format!("{pages} (minimum {OTHERS}, as examples of pages that are not relevant)."));
        [trails, relevant, others].into_iter().flatten().collect()
    }

    /// Returns a suggestion that would improve a model, in a sentence.
    pub fn advice(&self) -> Option<&'static str> {
        (self.relevant >= RELEVANT && self.relevant_hosts == 1).then_some(
            "All relevant pages are on one host. Add some from other hosts, or the model may learn the host instead of \
            the topic.",
        )
    }
}

/// Returns whether a relevant page was reached from another page.
fn leads(trail: &Trail) -> bool {
    let mut pairs = trail.pages.windows(2);
    trail.kind == TrailKind::Path && pairs.any(|pair| matches!(pair, [from, to] if to.relevant && from.url != to.url))
}

/// Returns the number of good pages to which pages of its context graphs link.
fn reached(trail: &Trail) -> u32 {
    let good = trail.pages.iter().filter(|page| page.relevant);
    let good: HashSet<&str> = good.map(|page| page.url.as_str()).collect();
    let mut reached: HashSet<&str> = HashSet::new();
    for graph in &trail.graphs {
        let links = graph.pages.iter().flat_map(|page| &page.links);
        let urls = links.filter_map(|link| graph.pages.get(usize::try_from(*link).ok()?)).map(|page| page.url.as_str());
        reached.extend(urls.filter(|url| good.contains(url)));
    }
    count(reached.len())
}

fn more_of(more: u32, what: &str) -> String {
    match counted(more, what).split_once(' ') {
        Some((number, what)) => format!("{number} more {what}"),
        None => String::new(),
    }
}

/// Returns the host of a canonical address, with its port.
fn host(url: &str) -> &str {
    url.split('/').nth(2).unwrap_or_default()
}
