//! Lists the pages that show a person's interests, each with a weight, from the reader's record of the browsing.
//!
//! The reader knows three signs of interest in a page. The page was **read** (opened in the reader), **dwelt on** (the
//! time until the next page was opened), or **followed** (the person continued from it by one of its links; a step back
//! does not count). Each sign is a third of the weight of a page without a mark, so that the weight is in 0..=1. The
//! page being read has weight 1. A mark has twice that weight: positive if the page is marked as relevant, negative if
//! it is rated as not relevant. Weights decay as other pages are read.
//!
//! Source: Pant §5.4, "understand user interests based on the pages being browsed". Lieberman 1995 names these signs:
//! following links counts for a page, saving it counts most, returning at once means no interest, and interests should
//! decay. The threshold of 30 seconds is that of satisfied clicks (Kim et al. 2014, "Modeling dwell time to predict
//! click-level satisfaction"). The other numbers are our choice, since neither source has any. The interests are
//! computed from these pages in `engine::topic::Interests`.

use super::trail_editor::TrailList;
use protocol::ahead::{BROWSED_PAGES, BrowsedPage, PASSING_MS};
use std::cmp::Reverse;
use std::collections::HashMap;
use types::trails::{TrailKind, TrailPage};

/// The time in milliseconds from which the dwell sign has its full weight.
const DWELT_MS: u64 = 30_000;
/// The time in milliseconds after which the person is assumed to be away, so that the reading time is unknown.
const AWAY_MS: u64 = 30 * 60 * 1_000;
/// The weight of a mark; the page being read has 1.
const MARKED: f64 = 2.0;
/// The number of pages read since after which the weight of a page is halved.
const HALF_LIFE: f64 = 20.0;

/// Holds the signs of interest in a page.
#[derive(Default)]
struct Signs {
    relevant: bool,
    /// The time of the latest visit in milliseconds since 1970; `None` for a page that was never visited.
    visited_at: Option<u64>,
    /// The total time of all visits in milliseconds; `None` if unknown.
    dwell: Option<u64>,
    followed: bool,
}

/// Returns the pages that show the interests, the latest first. `rejected` returns whether a person rated a page as not
/// relevant; `shown` is the address of the page being read. `shown` is the address of the page being read.
pub(super) fn browsed(trails: &TrailList, rejected: impl Fn(&str) -> bool, shown: &str) -> Vec<BrowsedPage> {
    let mut pages = signs(trails);
    pages.entry(shown).or_default().visited_at = Some(u64::MAX);
    let mut pages: Vec<(&str, Signs)> = pages.into_iter().collect();
    pages.sort_unstable_by_key(|(url, signs)| (Reverse(signs.visited_at), *url));
    let weighted = pages.into_iter().map(|(url, signs)| {
        let weight = match () {
            () if rejected(url) => -MARKED,
            () if signs.relevant => MARKED,
            () if url == shown => 1.0,
            () => unmarked(&signs),
        };
        (url, weight)
    });
    let known = weighted.filter(|(_, weight)| *weight != 0.0).take(BROWSED_PAGES);
    known
        .enumerate()
        .map(|(age, (url, weight))| BrowsedPage {
            url: url.to_owned(),
            weight: weight * (-(age as f64) / HALF_LIFE).exp2(),
        })
        .collect()
}

fn signs(trails: &TrailList) -> HashMap<&str, Signs> {
    let mut pages: HashMap<&str, Signs> = HashMap::new();
    let mut visits: Vec<(u64, &str)> = Vec::new();
    for kept in trails {
        let all = &kept.trail.pages;
        for (at, page) in all.iter().enumerate() {
            let signs = pages.entry(&page.url).or_default();
            signs.relevant |= page.relevant;
            signs.visited_at = signs.visited_at.max(page.visited_at);
            signs.followed |= kept.trail.kind == TrailKind::Path && leads_on(all, at);
            visits.extend(page.visited_at.map(|time| (time, page.url.as_str())));
        }
    }
    // The sort is stable: visits at the same time stay in the order of the trail.
    visits.sort_by_key(|(time, _)| *time);
    for pair in visits.windows(2) {
        let dwell = pair[1].0 - pair[0].0;
        if let Some(signs) = pages.get_mut(pair[0].1).filter(|_| dwell < AWAY_MS) {
            signs.dwell = Some(signs.dwell.unwrap_or_default() + dwell);
        }
    }
    pages
}

/// Returns whether the person followed a link from a page: the next page of the trail is not the previous one, to which
/// a step back leads.
fn leads_on(pages: &[TrailPage], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| pages.get(at));
    let next = pages.get(at + 1);
    next.is_some_and(|next| before.is_none_or(|before| before.url != next.url))
}

/// Returns the weight of a page without a mark, in 0..=1. A page that was only passed through has weight 0, because
/// that shows nothing.
fn unmarked(signs: &Signs) -> f64 {
    let passed = signs.dwell.is_some_and(|dwell| dwell < u64::from(PASSING_MS)) && !signs.followed;
    if signs.visited_at.is_none() || passed {
        return 0.0;
    }
    let dwelt = signs.dwell.unwrap_or_default().min(DWELT_MS) as f64 / DWELT_MS as f64;
    (1.0 + dwelt + f64::from(signs.followed)) / 3.0
}
