//! The ceiling: what a crawl that knows everything could have found, where the web and the truth are known.
//!
//! The best crawl of a web is a Steiner tree, which nobody computes; so there are two figures, between which it lies:
//!
//! - **bound**: no crawl finds more. To have found k relevant pages, a crawl must have fetched at least one page more than to have found k − 1, and
//!   at least all pages of a shortest way to the k-th nearest one: `need(k) = max(need(k − 1) + 1, distance(k))`.
//! - **greedy**: an oracle that does it. It always takes the shortest way to the nearest relevant page that it has not fetched, from any page that
//!   it has; of several, the way that its links give first.
//!
//! Seeds cost a page each as others do, but a crawl that knows everything need not fetch them all. Left out on purpose: robots.txt, redirects and failures, which
//! cost requests and no pages: there is no ceiling over requests.
//!
//! Source: Pant §4.2 (recall against what is known); the bound and the oracle are ours.

use super::curve::Tally;
use super::{Curve, Grid, Judged, Measure, WebMap};
use crate::graph::UrlId;
use crate::url::{CanonicalUrl, Scope};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Measures that have a ceiling.
pub const CEILED: [Measure; 4] = [
    Measure::Harvest,
    Measure::Recall,
    Measure::TargetRecall,
    Measure::SearchLength,
];

/// What a crawl could have reached by a measure, over pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ceiling {
    /// No crawl is better.
    pub bound: Curve,
    /// A crawl that knows everything, and is greedy, is as good.
    pub greedy: Curve,
}

/// The ceilings of crawls from these seeds within a scope, for each measure that has one.
pub(super) fn ceilings(
    map: &WebMap,
    judged: &Judged,
    seeds: &[CanonicalUrl],
    scope: &Scope,
    measures: &[Measure],
    grid: &Grid,
) -> BTreeMap<Measure, Ceiling> {
    let reach = Reach { map, seeds, scope };
    let mut found = BTreeMap::new();
    for measure in measures.iter().filter(|measure| CEILED.contains(measure)) {
        let of_targets = *measure == Measure::TargetRecall;
        let in_all = if of_targets {
            judged.targets.len()
        } else {
            judged.len()
        };
        if in_all == 0 {
            continue;
        }
        let is_wanted = |url: &CanonicalUrl| {
            judged.targets.contains(url) || (!of_targets && judged.is_relevant(url))
        };
        let tally = Tally::new(*measure, grid, in_all);
        found.insert(
            *measure,
            Ceiling {
                bound: counted(tally.clone(), &reach.bound(&is_wanted)),
                greedy: counted(tally, &reach.greedy(&is_wanted, grid.budget())),
            },
        );
    }
    found
}

/// The curve of a crawl whose k-th find is the page of this number, counted from 1; ascending.
fn counted(mut tally: Tally, finds: &[u32]) -> Curve {
    let mut page = 0;
    for find in finds {
        while page + 1 < *find {
            tally.count(0.0);
            page += 1;
        }
        tally.count(1.0);
        page += 1;
    }
    tally.whole()
}

/// What can be reached from seeds within a scope.
struct Reach<'a> {
    map: &'a WebMap,
    seeds: &'a [CanonicalUrl],
    scope: &'a Scope,
}

impl Reach<'_> {
    /// The page numbers at which the k-th relevant page is found at the earliest.
    fn bound(&self, is_wanted: &dyn Fn(&CanonicalUrl) -> bool) -> Vec<u32> {
        let mut need = 0;
        let mut finds = Vec::new();
        let mut search = Search::new(self, &BTreeSet::new());
        while let Some((page, distance)) = search.next(self) {
            if is_wanted(self.map.url(page)) {
                need = distance.max(need + 1);
                finds.push(need);
            }
        }
        finds
    }

    /// The page numbers at which the greedy oracle finds a relevant page.
    fn greedy(&self, is_wanted: &dyn Fn(&CanonicalUrl) -> bool, budget: u32) -> Vec<u32> {
        let mut fetched = BTreeSet::new();
        let (mut pages, mut finds) = (0, Vec::new());
        while pages < budget {
            let mut search = Search::new(self, &fetched);
            let nearest = std::iter::from_fn(|| search.next(self));
            let nearest = nearest.map(|(page, _)| page);
            let Some(found) = { nearest }.find(|page| is_wanted(self.map.url(*page))) else {
                break;
            };
            let way = search.way_to(found);
            pages += u32::try_from(way.len()).unwrap_or(u32::MAX);
            finds.push(pages);
            fetched.extend(way);
        }
        finds
    }

    fn admits(&self, page: UrlId) -> bool {
        self.scope.admits(self.map.url(page)).is_ok()
    }
}

/// A breadth-first search from what was fetched, and from the seeds.
struct Search {
    queue: VecDeque<(UrlId, u32)>,
    /// Where each page was met; none for a seed, and for what was fetched.
    from: BTreeMap<UrlId, Option<UrlId>>,
}

impl Search {
    /// Begins behind the pages that were fetched.
    fn new(reach: &Reach<'_>, fetched: &BTreeSet<UrlId>) -> Self {
        let mut search = Self {
            queue: VecDeque::new(),
            from: fetched.iter().map(|page| (*page, None)).collect(),
        };
        for seed in reach.seeds.iter().filter_map(|seed| reach.map.find(seed)) {
            search.meet(seed, None, 1);
        }
        for page in fetched {
            search.follow(reach, *page, None, 1);
        }
        search
    }

    /// The next page that was not fetched, and how many pages the way to it has.
    fn next(&mut self, reach: &Reach<'_>) -> Option<(UrlId, u32)> {
        let (page, distance) = self.queue.pop_front()?;
        self.follow(reach, page, Some(page), distance + 1);
        Some((page, distance))
    }

    fn follow(&mut self, reach: &Reach<'_>, page: UrlId, from: Option<UrlId>, distance: u32) {
        for target in reach.map.links_of(page) {
            if reach.admits(*target) {
                self.meet(*target, from, distance);
            }
        }
    }

    fn meet(&mut self, page: UrlId, from: Option<UrlId>, distance: u32) {
        if let std::collections::btree_map::Entry::Vacant(place) = self.from.entry(page) {
            place.insert(from);
            self.queue.push_back((page, distance));
        }
    }

    /// The pages on the way to one, itself included; in no order.
    fn way_to(&self, page: UrlId) -> Vec<UrlId> {
        let before = |page: &UrlId| self.from.get(page).copied().flatten();
        std::iter::successors(Some(page), before).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::web_map::tests::{map, url};
    use super::*;

    /// Two branches: s → a → R1 → R2 and s → b → c → R3; R4 cannot be reached.
    fn web() -> (WebMap, Judged) {
        let pages = [
            ("s", "ab"),
            ("a", "1"),
            ("1", "2"),
            ("2", ""),
            ("b", "c"),
            ("c", "3"),
            ("3", ""),
            ("4", "s"),
        ];
        let judged = Judged {
            relevant: ["1", "2", "3", "4"].map(url).into_iter().collect(),
            targets: [url("3")].into_iter().collect(),
        };
        (map(&pages, &[]), judged)
    }

    fn finds(seeds: &[&str], scope: &Scope, budget: u32) -> (Vec<u32>, Vec<u32>) {
        let (map, judged) = web();
        let seeds: Vec<CanonicalUrl> = seeds.iter().map(|seed| url(seed)).collect();
        let (map, seeds) = (&map, &*seeds);
        let reach = Reach { map, seeds, scope };
        let is_wanted = |url: &CanonicalUrl| judged.is_relevant(url);
        (reach.bound(&is_wanted), reach.greedy(&is_wanted, budget))
    }

    /// By hand: distances 3, 4, 4, so no crawl finds more than one in 3, two in 4, three in 5 pages. The oracle fetches s, a, 1; 2; b, c, 3.
    #[test]
    fn bound_and_oracle_are_those_worked_out_by_hand() {
        assert_eq!(
            finds(&["s"], &Scope::default(), 100),
            (vec![3, 4, 5], vec![3, 4, 7])
        );
    }

    #[test]
    fn a_seed_that_is_not_needed_is_not_fetched_and_a_relevant_one_is_found_at_once() {
        let (bound, greedy) = finds(&["s", "2", "4"], &Scope::default(), 100);
        assert_eq!(greedy[..2], [1, 2]);
        assert_eq!(bound[..2], [1, 2]);
    }

    #[test]
    fn nothing_is_found_beyond_the_scope_or_the_budget() {
        let scope = Scope {
            deny: vec!["http://web.test/b".parse().unwrap()],
            ..Scope::default()
        };
        assert_eq!(finds(&["s"], &scope, 100), (vec![3, 4], vec![3, 4]));
        assert_eq!(finds(&["s"], &Scope::default(), 3).1, [3]);
    }

    #[test]
    fn a_ceiling_is_a_curve_of_its_measure() {
        let (map, judged) = web();
        let (seeds, scope) = ([url("s")], Scope::default());
        let found = ceilings(&map, &judged, &seeds, &scope, &CEILED, &Grid::new(8, &[]));
        let harvest = &found[&Measure::Harvest];
        assert_eq!(harvest.greedy.values[2..5], [1.0 / 3.0, 0.5, 0.4]);
        assert_eq!(harvest.bound.values[7..], [3.0 / 8.0]);
        assert_eq!(found[&Measure::Recall].greedy.values[7..], [0.75]);
        assert_eq!(found[&Measure::TargetRecall].bound.values[2..4], [0.0, 1.0]);
        let length = &found[&Measure::SearchLength].greedy;
        // 10 % and 25 % of four are one page, 50 % two, 75 % three; 90 % is never found.
        assert_eq!(length.values, [3.0, 3.0, 4.0, 7.0, 9.0]);
    }
}
