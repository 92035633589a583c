//! Schedules revisits of a crawl's pages under a budget of requests: how often each page changes, and which to request
//! next.
//!
//! The value of a visit is the freshness that it adds ([`RefreshPolicy::Optimal`]): the derivative of a page's mean
//! freshness by its visits per day, at the time since its last visit, times its relevance. Requesting the most valuable
//! page first visits every page when its value reaches the same threshold, which is the condition for the best
//! allocation of a constant budget. The value of a page that changes much faster than the budget allows visits never
//! reaches the threshold.
//!
//! Source: Batsakis §2.1 b for the idea; Cho, Garcia-Molina, "Effective page refresh policies for Web crawlers" (2003),
//! §3 (freshness), §5 (policies). Not covered: requests and storage.

mod rate;

pub use rate::{Interval, rate};

use libm::{exp, expm1};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use types::report::Millis;
use types::revisit::{ChangePeriod, Visit, VisitOutcome};
use types::sorting;

/// The expected changes per day of a page if nothing is known: one in four months, the mean of Cho and Garcia-Molina,
/// "The evolution of the Web and implications for an incremental crawler" (2000), §3.
pub const TYPICAL_RATE: f64 = 1.0 / 120.0;
/// The number of readings from which a page's period is told.
const READINGS: usize = 3;
const DAY_MS: f64 = 86_400_000.0;

/// A rule for the order of visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshPolicy {
    /// Prefers the visits that add the most freshness of relevant pages.
    Optimal,
    /// Visits all pages equally often.
    Uniform,
    /// Visits pages in proportion to how often they change.
    Proportional,
}

impl RefreshPolicy {
    /// All policies.
    pub const ALL: [Self; 3] = [Self::Optimal, Self::Uniform, Self::Proportional];

    /// Returns the priority of a page, at least 0. The page with the highest priority is visited next.
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
    // The difference loses precision if few changes are expected. The first terms of the series are exact to 1e-13
    // there.
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
    /// Its visits in order.
    pub visits: &'a [Visit],
}

impl VisitedPage<'_> {
    /// Returns the time of the last visit; `None` if there is none, or if the page is gone. A failed visit counts,
    /// since otherwise a page that never responds would be visited every time.
    fn last_visit(&self) -> Option<Millis> {
        let is_answered = |visit: &&Visit| visit.outcome != VisitOutcome::Failed;
        let answered = self.visits.iter().rev().find(is_answered)?;
        let last = self.visits.last()?;
        (answered.outcome != VisitOutcome::Gone).then_some(last.at)
    }
}

/// Estimates the changes per day of each page, in the order of `pages`. With few visits, a page's rate is close to its
/// host's, and a host's to the crawl's.
pub fn change_rates(pages: &[VisitedPage]) -> Vec<f64> {
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
    pairs.map(|(page, intervals)| rate(intervals, host(page))).collect()
}

/// Returns the time between two changes of a page, given its visits and its changes per day; `None` if it was read
/// fewer than three times.
pub fn change_period(visits: &[Visit], rate: f64) -> Option<ChangePeriod> {
    let has_text = |visit: &&Visit| !matches!(visit.outcome, VisitOutcome::Gone | VisitOutcome::Failed);
    if visits.iter().filter(has_text).count() < READINGS {
        return None;
    }
    let changed = |interval: Interval| if let Interval::Changed(days) = interval { Some(days) } else { None };
    let all_changed: Option<Vec<f64>> = intervals(visits).into_iter().map(changed).collect();
    Some(match all_changed {
        Some(days) => ChangePeriod::AtMost(days.iter().sum::<f64>() / f64::from(crate::count(days.len()))),
        None => ChangePeriod::About(1.0 / rate),
    })
}

/// Returns the indices of the pages to visit now, most urgent first, at most `budget`. `rates` has the changes per day
/// of each page.
///
/// Gone pages are left out. Ties are in ascending order of the index.
pub fn order(policy: RefreshPolicy, pages: &[VisitedPage], rates: &[f64], now: Millis, budget: usize) -> Vec<usize> {
    let urgent = pages.iter().zip(rates).enumerate();
    let mut urgent: Vec<(f64, usize)> = urgent
        .filter_map(|(at, (page, rate))| {
            let days = days(page.last_visit()?, now);
            Some((policy.priority(*rate, page.relevance, days), at))
        })
        .collect();
    sorting::sort_by(&mut urgent, |(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
    urgent.truncate(budget);
    urgent.into_iter().map(|(_, at)| at).collect()
}

/// Returns whether two texts are equal apart from white space. Numbers count, because prices, dates and scores are
/// content. A page with a counter therefore changes at every visit, so that its estimated rate is high and its visits
/// have less value.
pub fn is_same_text(one: &str, other: &str) -> bool {
    let visible = |c: &char| !c.is_whitespace();
    one.chars().filter(visible).eq(other.chars().filter(visible))
}

/// Returns the main texts of two visits without the lines that the other visit has outside its main text only: such a
/// line has moved, because the rest of the page changed, and the page still has it. Each visit has its main text and
/// the text outside it.
pub fn without_moved_lines(visits: [(&str, &str); 2]) -> [String; 2] {
    fn lines(text: &str) -> BTreeSet<&str> {
        text.lines().map(str::trim).collect()
    }
    let sets = visits.map(|(main, other)| (lines(main), lines(other)));
    let kept = |at: usize| {
        let (main, other) = &sets[1 - at];
        let has_moved = |line: &str| other.contains(line.trim()) && !main.contains(line.trim());
        visits[at].0.lines().filter(|line| !has_moved(line)).collect::<Vec<_>>().join("\n")
    };
    [kept(0), kept(1)]
}

/// Returns the observations from a page's visits, including the age of the text at the first visit.
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
