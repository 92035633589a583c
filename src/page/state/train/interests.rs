//! The pages that tell a person's interests, each with a weight, from what the reader knows of the browsing.
//!
//! The reader knows three signs of interest in a page: it was **read** (opened in the reader), **dwelt on** (the time until the next page was
//! opened), and **followed** (the person went on from it by one of its links; a step back is none). Each sign is a third of the weight of a
//! page without a mark, so that the weight is in 0..=1, and it is never negative. The page being read has all of it. A mark has twice the
//! weight of the strongest reading: for the page if it is marked as relevant, against it if it is rated as not relevant. Weights fade as other
//! pages are read.
//!
//! Source: Pant §5.4, "understand user interests based on the pages being browsed". Lieberman 1995 names these signs: following links speaks
//! for a page, saving it speaks most, returning at once says that it was of no interest, and interests ought to decay. The threshold of 30
//! seconds is that of satisfied clicks (Kim et al. 2014, "Modeling dwell time to predict click-level satisfaction"). The other numbers are our
//! choice: neither source has any. Not covered: how pages become interests (`engine::topic::Interests`).

use super::trail_editor::TrailList;
use crate::protocol::ahead::{BROWSED_PAGES, BrowsedPage, PASSING_MS};
use std::cmp::Reverse;
use std::collections::HashMap;
use types::trails::{TrailKind, TrailPage};

/// Milliseconds from which a page counts as dwelt on entirely.
const DWELT_MS: u64 = 30_000;
/// Milliseconds after which the person counts as away: the reading time is then unknown.
const AWAY_MS: u64 = 30 * 60 * 1_000;
/// The weight of a mark; the page being read has 1.
const MARKED: f64 = 2.0;
/// Pages read since after which a page counts half.
const HALF_LIFE: f64 = 20.0;

/// The signs of interest in a page.
#[derive(Default)]
struct Signs {
    relevant: bool,
    /// The latest visit, in milliseconds since 1970; `None` for a page that was never visited.
    visited_at: Option<u64>,
    /// Milliseconds over all visits; `None` if unknown.
    dwell: Option<u64>,
    followed: bool,
}

/// Returns the pages that say something of the interests, the latest first. `rejected` says which pages a person rated as not relevant;
/// `shown` is the address of the page being read.
pub(super) fn browsed(
    trails: &TrailList,
    rejected: impl Fn(&str) -> bool,
    shown: &str,
) -> Vec<BrowsedPage> {
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
    let known = weighted
        .filter(|(_, weight)| *weight != 0.0)
        .take(BROWSED_PAGES);
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
    // Stable: visits of one moment stay in the order of the trail.
    visits.sort_by_key(|(time, _)| *time);
    for pair in visits.windows(2) {
        let dwell = pair[1].0 - pair[0].0;
        if let Some(signs) = pages.get_mut(pair[0].1).filter(|_| dwell < AWAY_MS) {
            signs.dwell = Some(signs.dwell.unwrap_or_default() + dwell);
        }
    }
    pages
}

/// Returns whether the person went on from a page by a link: the next page of the trail is not the one before it, to which a step back leads.
fn leads_on(pages: &[TrailPage], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| pages.get(at));
    let next = pages.get(at + 1);
    next.is_some_and(|next| before.is_none_or(|before| before.url != next.url))
}

/// Returns the weight of a page without a mark, in 0..=1; 0 for one that was passed through and led nowhere, which says nothing.
fn unmarked(signs: &Signs) -> f64 {
    let passed = signs
        .dwell
        .is_some_and(|dwell| dwell < u64::from(PASSING_MS))
        && !signs.followed;
    if signs.visited_at.is_none() || passed {
        return 0.0;
    }
    let dwelt = signs.dwell.unwrap_or_default().min(DWELT_MS) as f64 / DWELT_MS as f64;
    (1.0 + dwelt + f64::from(signs.followed)) / 3.0
}
