//! Computes ceilings: the values that an omniscient crawl could reach on a known web.
//!
//! The best crawl of a web is a Steiner tree, which is infeasible to compute. Two figures bound it:
//!
//! - **bound**: no crawl finds more. To find k relevant pages, a crawl must fetch at least one page more than to find k
//!   − 1, and at least all pages of a shortest path to the k-th nearest one: `need(k) = max(need(k − 1) + 1,
//!   distance(k))`.
//! - **greedy**: a possible crawl. An oracle always takes the shortest path to the nearest relevant page that it has
//!   not fetched, from any fetched page.
//!
//! Each seed costs a page, but an omniscient crawl need not fetch all of them. Robots.txt, redirects and failures are
//! ignored, because they cost requests but no pages. So there is no ceiling over requests.
//!
//! Source: Pant §4.2 (recall against known pages); the bound and the oracle are ours.

use super::curve::RunningCurve;
use super::{Grid, RelevanceJudgments, WebMap};
use engine::graph::UrlId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use types::measures::{Curve, Measure};
use types::url::{CanonicalUrl, Scope};

/// Measures that have a ceiling.
pub const MEASURES_WITH_CEILING: [Measure; 4] =
    [Measure::Harvest, Measure::Recall, Measure::TargetRecall, Measure::SearchLength];

/// The maximum of a measure that a crawl could have reached, over pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ceiling {
    /// An upper bound for every crawl.
    pub bound: Curve,
    /// The curve of a greedy, omniscient crawl.
    pub greedy: Curve,
}

/// Returns the ceilings of crawls from these seeds within a scope, for each measure that has one.
pub(super) fn ceilings(
    map: &WebMap,
    judgments: &RelevanceJudgments,
    seeds: &[CanonicalUrl],
    scope: &Scope,
    measures: &[Measure],
    grid: &Grid,
) -> BTreeMap<Measure, Ceiling> {
    let reach = Reach { map, seeds, scope };
    let [of_targets, of_others]: [Vec<Measure>; 2] = [true, false].map(|targets| {
        let measures = measures.iter().copied();
        let measures = measures.filter(|measure| MEASURES_WITH_CEILING.contains(measure));
        measures.filter(|measure| (*measure == Measure::TargetRecall) == targets).collect()
    });
    let mut found = BTreeMap::new();
    for (measures, wanted) in [
        (of_targets, judgments.targets.iter().collect()),
        (of_others, judgments.relevant.union(&judgments.targets).collect()),
    ] {
        let wanted: Vec<&CanonicalUrl> = wanted;
        if measures.is_empty() || wanted.is_empty() {
            continue;
        }
        let (bound, greedy) = reach.finds(&wanted, grid.budget());
        found.extend(measures.into_iter().map(|measure| {
            let tally = RunningCurve::new(measure, grid, wanted.len());
            let ceiling = Ceiling { bound: counted(tally.clone(), &bound), greedy: counted(tally, &greedy) };
            (measure, ceiling)
        }));
    }
    found
}

/// Returns the curve of a crawl that finds the k-th wanted page at the k-th of these ascending page numbers.
fn counted(mut tally: RunningCurve, finds: &[u32]) -> Curve {
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

/// The pages reachable from seeds within a scope.
struct Reach<'a> {
    map: &'a WebMap,
    seeds: &'a [CanonicalUrl],
    scope: &'a Scope,
}

impl Reach<'_> {
    /// Returns the page numbers at which the k-th wanted page is found: the earliest ones, and those of the greedy
    /// oracle, up to the budget.
    fn finds(&self, wanted: &[&CanonicalUrl], budget: u32) -> (Vec<u32>, Vec<u32>) {
        let wanted: BTreeSet<UrlId> = wanted.iter().filter_map(|url| self.map.find(url)).collect();
        let paths = Paths::from_seeds(self);
        (bound(&paths, &wanted), self.greedy(paths, wanted, budget))
    }

    /// Returns the page numbers at which the oracle finds a wanted page; of equally near pages, it takes the one that
    /// was added to the map first.
    fn greedy(&self, mut paths: Paths, mut wanted: BTreeSet<UrlId>, budget: u32) -> Vec<u32> {
        let (mut pages, mut finds) = (0, Vec::new());
        while pages < budget {
            let reachable = wanted.iter().filter_map(|page| Some((paths.distance(*page)?, *page)));
            let Some((distance, nearest)) = reachable.min() else {
                break;
            };
            pages += distance;
            finds.push(pages);
            wanted.remove(&nearest);
            paths.go_to(nearest, self);
        }
        finds
    }

    fn admits(&self, page: UrlId) -> bool {
        self.scope.admits(self.map.url(page)).is_ok()
    }
}

/// Returns the earliest page numbers at which the k-th wanted page can be found.
fn bound(paths: &Paths, wanted: &BTreeSet<UrlId>) -> Vec<u32> {
    let distances = wanted.iter().filter_map(|page| paths.distance(*page));
    let mut distances: Vec<u32> = distances.collect();
    distances.sort_unstable();
    let need = distances.iter().scan(0, |need, distance| {
        *need = u32::max(*need + 1, *distance);
        Some(*need)
    });
    need.collect()
}

/// The shortest paths to all pages, from fetched pages and seeds. They are updated, since each fetched page only makes
/// them shorter.
struct Paths {
    /// For each page, the number of pages to fetch including itself; 0 for fetched pages, [`FAR`] for unreachable ones.
    distances: Vec<u32>,
    /// The previous page on each path; `None` for seeds and fetched pages.
    before: Vec<Option<UrlId>>,
}

/// The distance of an unreachable page.
const FAR: u32 = u32::MAX;

impl Paths {
    fn from_seeds(reach: &Reach<'_>) -> Self {
        let mut paths = Self { distances: vec![FAR; reach.map.len()], before: vec![None; reach.map.len()] };
        let mut queue = VecDeque::new();
        for seed in reach.seeds.iter().filter_map(|seed| reach.map.find(seed)) {
            paths.shorten(seed, 1, None, &mut queue);
        }
        paths.spread(reach, queue);
        paths
    }

    /// Returns how many pages must be fetched to reach this one; `None` if no path leads there.
    fn distance(&self, page: UrlId) -> Option<u32> {
        let distance = self.distances.get(page.0 as usize);
        distance.copied().filter(|distance| *distance != FAR)
    }

    /// Fetches all pages on the path to one.
    fn go_to(&mut self, page: UrlId, reach: &Reach<'_>) {
        let before = |page: &UrlId| self.before[page.0 as usize];
        let way: Vec<UrlId> = std::iter::successors(Some(page), before).collect();
        let mut queue = VecDeque::new();
        for page in way.into_iter().rev() {
            self.shorten(page, 0, None, &mut queue);
        }
        self.spread(reach, queue);
    }

    /// Follows the links of the pages whose paths became shorter.
    fn spread(&mut self, reach: &Reach<'_>, mut queue: VecDeque<UrlId>) {
        while let Some(page) = queue.pop_front() {
            let distance = self.distances[page.0 as usize].saturating_add(1);
            for target in reach.map.links_of(page) {
                if reach.admits(*target) {
                    self.shorten(*target, distance, Some(page), &mut queue);
                }
            }
        }
    }

    fn shorten(&mut self, page: UrlId, distance: u32, before: Option<UrlId>, queue: &mut VecDeque<UrlId>) {
        let at = page.0 as usize;
        if distance < self.distances[at] {
            self.distances[at] = distance;
            self.before[at] = before.filter(|_| distance > 1);
            queue.push_back(page);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::web_map::tests::{map, url};
    use super::*;

    /// Two branches: s → a → R1 → R2 and s → b → c → R3; R4 cannot be reached.
    fn web() -> (WebMap, RelevanceJudgments) {
        let pages = [("s", "ab"), ("a", "1"), ("1", "2"), ("2", ""), ("b", "c"), ("c", "3"), ("3", ""), ("4", "s")];
        let judgments = RelevanceJudgments {
            relevant: ["1", "2", "3", "4"].map(url).into_iter().collect(),
            targets: [url("3")].into_iter().collect(),
        };
        (map(&pages, &[]), judgments)
    }

    fn finds(seeds: &[&str], scope: &Scope, budget: u32) -> (Vec<u32>, Vec<u32>) {
        let (map, judgments) = web();
        let seeds: Vec<CanonicalUrl> = seeds.iter().map(|seed| url(seed)).collect();
        let (map, seeds) = (&map, &*seeds);
        let reach = Reach { map, seeds, scope };
        let wanted: Vec<&CanonicalUrl> = judgments.relevant.iter().collect();
        reach.finds(&wanted, budget)
    }

    /// By hand: distances 3, 4, 4, so no crawl finds more than one in 3, two in 4, three in 5 pages. The oracle fetches
    /// s, a, 1; 2; b, c, 3.
    #[test]
    fn bound_and_oracle_match_values_computed_by_hand() {
        assert_eq!(finds(&["s"], &Scope::default(), 100), (vec![3, 4, 5], vec![3, 4, 7]));
    }

    #[test]
    fn a_seed_that_is_not_needed_is_not_fetched_and_a_relevant_one_is_found_at_once() {
        let (bound, greedy) = finds(&["s", "2", "4"], &Scope::default(), 100);
        assert_eq!(greedy[..2], [1, 2]);
        assert_eq!(bound[..2], [1, 2]);
    }

    #[test]
    fn nothing_is_found_beyond_the_scope_or_the_budget() {
        let scope = Scope { deny: vec!["http://web.test/b".parse().unwrap()], ..Scope::default() };
        assert_eq!(finds(&["s"], &scope, 100), (vec![3, 4], vec![3, 4]));
        assert_eq!(finds(&["s"], &Scope::default(), 3).1, [3]);
    }

    #[test]
    fn a_ceiling_is_a_curve_of_its_measure() {
        let (map, judgments) = web();
        let (seeds, scope) = ([url("s")], Scope::default());
        let found = ceilings(&map, &judgments, &seeds, &scope, &MEASURES_WITH_CEILING, &Grid::new(8, &[]));
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
