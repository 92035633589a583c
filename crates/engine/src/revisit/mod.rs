//! Revisits of a crawl's pages under a budget of requests: how often each page changes, and which to request next.
//!
//! A visit is worth the freshness that it adds ([`RefreshPolicy::Optimal`]): the derivative of a page's mean freshness by its visits per day, at
//! the time since its last visit, times its relevance. To request the most valuable page first is to visit every page when that value
//! reaches the same threshold, which is the condition for the best allocation of a constant budget. A page that changes much faster than the
//! budget can follow never reaches the threshold.
//!
//! Source: Batsakis §2.1 b for the idea; Cho, Garcia-Molina, "Effective page refresh policies for Web crawlers" (2003), §3 (freshness), §5
//! (policies). Not covered: requests, comparison of texts, storage.

mod rate;

pub use rate::{Interval, rate};

use libm::{exp, expm1};
use std::collections::BTreeMap;
use std::fmt;
use types::report::Millis;
use types::revisit::{Visit, VisitOutcome};

/// Changes per day of a page without any data of the page, its host or its crawl: one in four months, the mean of Cho and Garcia-Molina,
/// "The evolution of the Web and implications for an incremental crawler" (2000), §3.
pub const TYPICAL_RATE: f64 = 1.0 / 120.0;
const DAY_MS: f64 = 86_400_000.0;

/// A rule for the order of visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshPolicy {
    /// Adds the most freshness of relevant pages.
    Optimal,
    /// Visits all pages equally often.
    Uniform,
    /// Visits a page as often as it changes.
    Proportional,
}

impl RefreshPolicy {
    /// All policies.
    pub const ALL: [Self; 3] = [Self::Optimal, Self::Uniform, Self::Proportional];

    /// Returns the priority of a page, 0 or more: the page with the highest is visited next.
    ///
    /// `rate` is in changes per day, `relevance` in 0..=1, and `days` since the last visit.
    pub fn priority(self, rate: f64, relevance: f64, days: f64) -> f64 {
        match self {
            Self::Optimal => relevance * gain(rate, days),
            Self::Uniform => days,
            Self::Proportional => rate * days,
        }
    }
}

impl fmt::Display for RefreshPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Uniform => "uniform",
            Self::Proportional => "proportional",
        })
    }
}

/// Returns the derivative of a page's mean freshness by its visits per day, in days, for visits every `days` days:
/// (1 − e^(−λ·days)·(1 + λ·days)) / λ.
fn gain(rate: f64, days: f64) -> f64 {
    let changes = rate * days;
    // The difference cancels if hardly any change is expected: the first terms of the series are exact to 1e-13 there.
    if changes < 1e-4 {
        return days * changes * (0.5 - changes / 3.0);
    }
    (-expm1(-changes) - changes * exp(-changes)) / rate
}

/// A page that was visited at least once.
#[derive(Clone, Copy, Debug)]
pub struct VisitedPage<'a> {
    /// Its host.
    pub host: &'a str,
    /// Its relevance, in 0..=1.
    pub relevance: f64,
    /// Its visits, the first one first.
    pub visits: &'a [Visit],
}

impl VisitedPage<'_> {
    /// Returns the time of the last visit; `None` if there is none, or if the page is gone. A failed visit counts: otherwise a page that never
    /// answers would be visited every time.
    fn last_visit(&self) -> Option<Millis> {
        let is_answered = |visit: &&Visit| visit.outcome != VisitOutcome::Failed;
        let answered = self.visits.iter().rev().find(is_answered)?;
        let last = self.visits.last()?;
        (answered.outcome != VisitOutcome::Gone).then_some(last.at)
    }
}

/// Returns the changes per day of all pages. A page with few visits is close to the others of its host, and these to the crawl's.
pub fn rates(pages: &[VisitedPage]) -> Vec<f64> {
    let of_pages: Vec<Vec<Interval>> = pages.iter().map(|page| intervals(page.visits)).collect();
    let mut hosts: BTreeMap<&str, (Vec<Interval>, f64)> = BTreeMap::new();
    for (page, intervals) in pages.iter().zip(&of_pages) {
        hosts.entry(page.host).or_default().0.extend(intervals);
    }
    let whole = rate(&of_pages.concat(), Some(TYPICAL_RATE));
    for (intervals, host) in hosts.values_mut() {
        *host = rate(intervals, Some(whole));
    }
    let host = |page: &VisitedPage| hosts.get(page.host).map(|(_, rate)| *rate);
    let pairs = pages.iter().zip(&of_pages);
    pairs
        .map(|(page, intervals)| rate(intervals, host(page)))
        .collect()
}

/// Returns the pages to visit now, the most urgent first, at most `budget` of them, as indices. `rates` has the changes of each per day.
///
/// Gone pages are left out. Of equal pages the one with the lower index comes first.
pub fn order(
    policy: RefreshPolicy,
    pages: &[VisitedPage],
    rates: &[f64],
    now: Millis,
    budget: usize,
) -> Vec<usize> {
    let urgent = pages.iter().zip(rates).enumerate();
    let mut urgent: Vec<(f64, usize)> = urgent
        .filter_map(|(at, (page, rate))| {
            let days = days(page.last_visit()?, now);
            Some((policy.priority(*rate, page.relevance, days), at))
        })
        .collect();
    urgent.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
    urgent.truncate(budget);
    urgent.into_iter().map(|(_, at)| at).collect()
}

/// Returns whether two texts are the same but for white space and digits, which counters and dates change on every visit.
pub fn is_same_text(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        let told = |c: &char| !c.is_whitespace() && !c.is_numeric();
        text.chars().filter(told).collect()
    };
    letters(one) == letters(other)
}

/// Returns the observations of a page's visits. The age of the text at the first visit is one of them.
fn intervals(visits: &[Visit]) -> Vec<Interval> {
    let mut before = None;
    let known = visits.iter().filter_map(|visit| {
        let changed = visit.validators.last_modified;
        let changed = changed.filter(|changed| *changed <= visit.at);
        let dated = changed.map(|changed| Interval::LastChange(days(changed, visit.at)));
        let since = match visit.outcome {
            VisitOutcome::Gone | VisitOutcome::Failed => return None,
            _ => before.replace(visit.at),
        };
        let Some(since) = since else {
            return dated;
        };
        let is_new = changed.is_some_and(|changed| changed > since);
        let between = days(since, visit.at);
        match visit.outcome {
            VisitOutcome::Unchanged => Some(Interval::Unchanged(between)),
            _ if is_new => dated,
            VisitOutcome::Changed => Some(Interval::Changed(between)),
            _ => changed.map(|_| Interval::Unchanged(between)),
        }
    });
    known.collect()
}

/// Returns the days between two times; 0 if the clock was set back.
#[expect(clippy::cast_precision_loss, reason = "below 2^53 milliseconds")]
fn days(from: Millis, to: Millis) -> f64 {
    to.saturating_sub(from) as f64 / DAY_MS
}

#[cfg(test)]
mod tests;
