//! Computes hubs and authorities of the crawled graph by power iteration, with page weights: the focused crawler's
//! distiller.
//!
//! `a(v) = w(v) · Σ h(u)` and `h(u) = w(u) · Σ a(v)` over the links u → v between crawled pages; with all weights 1 it
//! is Kleinberg's HITS. It equals HITS with the weight `√(w(u) · w(v))` on each link and each score multiplied by the
//! `√w` of its page. Not covered: the selection of links and the page weights, which the caller passes (Chakrabarti
//! drops links within a host and weights pages by relevance); scores of uncrawled pages.
//!
//! Source: Kleinberg 1999; Pant §3.3; Evolving §2.2.1.1; Chakrabarti, van den Berg and Dom 1999.

use super::{LinkGraph, UrlId};
use serde::{Deserialize, Serialize};
use types::limits;

/// Scores by URL number. Each list sums to 1, or is all zeros if no link between weighted pages is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hits {
    /// The hub score of each page.
    pub hubs: Vec<f64>,
    /// The authority score of each page.
    pub authorities: Vec<f64>,
}

/// Returns hubs and authorities of `nodes` known URLs, crawled or not. Page weights are at least 0; negative values and
/// NaN count as 0. `weight_of` and `keep_edge` are called once for each page and link. `start` has the hubs of an
/// earlier, smaller graph.
pub fn hits(
    graph: &LinkGraph,
    nodes: usize,
    weight_of: impl Fn(UrlId) -> f64,
    keep_edge: impl Fn(UrlId, UrlId) -> bool,
    start: &[f64],
) -> Hits {
    let weights = weights(graph, nodes, weight_of);
    let edges = edges(graph, &weights, keep_edge);
    let mut hubs = warm_start(nodes, start);
    let mut authorities = vec![0.0; nodes];
    for _ in 0..limits::HITS_ROUNDS {
        authorities = passed_on(&hubs, edges.iter().copied(), &weights);
        let back = edges.iter().map(|(from, to)| (*to, *from));
        let next = passed_on(&authorities, back, &weights);
        let pairs = hubs.iter().zip(&next);
        let change = pairs.fold(0.0, |sum, (a, b)| sum + (a - b).abs());
        hubs = next;
        if change < limits::HITS_CHANGE {
            break;
        }
    }
    Hits { hubs, authorities }
}

/// Returns the weights of the crawled pages, scaled so that the largest is 1; 0 for all other URLs.
fn weights(graph: &LinkGraph, nodes: usize, weight_of: impl Fn(UrlId) -> f64) -> Vec<f64> {
    let mut weights = vec![0.0; nodes];
    for (page, _) in graph.pages() {
        if let Some(place) = weights.get_mut(page.0 as usize) {
            *place = Some(weight_of(page)).filter(|weight| weight.is_finite()).unwrap_or(0.0).max(0.0);
        }
    }
    let largest = weights.iter().copied().fold(0.0, f64::max);
    if largest > 0.0 {
        for weight in &mut weights {
            *weight /= largest;
        }
    }
    weights
}

/// Returns the links to keep, in the order of the pages, without those that have a weight of 0 at either end: they add
/// nothing.
fn edges(graph: &LinkGraph, weights: &[f64], keep_edge: impl Fn(UrlId, UrlId) -> bool) -> Vec<(usize, usize)> {
    let has_weight = |url: &UrlId| weights.get(url.0 as usize).is_some_and(|weight| *weight > 0.0);
    let mut edges = Vec::new();
    for (page, targets) in graph.pages().filter(|(page, _)| has_weight(page)) {
        let kept = targets.iter().filter(|target| has_weight(target));
        let kept = kept.filter(|target| keep_edge(page, **target));
        edges.extend(kept.map(|target| (page.0 as usize, target.0 as usize)));
    }
    edges
}

/// Returns the earlier hubs plus a millionth of an equal share each, so that no part of the graph keeps a score of
/// zero.
fn warm_start(nodes: usize, start: &[f64]) -> Vec<f64> {
    let little = 1e-6 / nodes as f64;
    let earlier = start.iter().copied().chain(std::iter::repeat(0.0));
    earlier.take(nodes).map(|hub| hub + little).collect()
}

/// Sums the scores at the other ends of each page's links, multiplies by the page's weight, and scales to sum to 1 if
/// any is above 0.
fn passed_on(scores: &[f64], edges: impl Iterator<Item = (usize, usize)>, weights: &[f64]) -> Vec<f64> {
    let mut got = vec![0.0; scores.len()];
    for (from, to) in edges {
        got[to] += scores[from];
    }
    for (score, weight) in got.iter_mut().zip(weights) {
        *score *= weight;
    }
    super::share_out(&mut got);
    got
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(links: &[(u32, &[u32])]) -> LinkGraph {
        let mut graph = LinkGraph::default();
        for (page, targets) in links {
            graph.record(UrlId(*page), targets.iter().map(|target| UrlId(*target)));
        }
        graph
    }

    fn check(ours: &[f64], expected: &[f64]) {
        assert_eq!(ours.len(), expected.len());
        let close = ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close, "{ours:?} {expected:?}");
    }

    /// By hand: 0 → 2, 0 → 3, 1 → 2, and 2 → 4, which is not crawled. With h = (x, y): a(2) = x + y, a(3) = x, so x' =
    /// 2x + y and y' = x + y; at rest x / y = φ, the golden ratio. Hubs φ : 1, authorities φ + 1 : φ, which is φ : 1 as
    /// well.
    #[test]
    fn four_pages_have_scores_computed_by_hand() {
        let graph = graph(&[(0, &[2, 3]), (1, &[2]), (2, &[4]), (3, &[])]);
        let found = hits(&graph, 5, |_| 1.0, |_, _| true, &[]);
        let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
        let (much, little) = (golden / (golden + 1.0), 1.0 / (golden + 1.0));
        check(&found.hubs, &[much, little, 0.0, 0.0, 0.0]);
        check(&found.authorities, &[0.0, 0.0, much, little, 0.0]);
    }

    /// By hand: 0 → 1 and 0 → 2 with weights 2, 3, 1: a(1) : a(2) = 3 : 1, and 0 is the only hub. Without 0 → 2, 1 is
    /// the only authority.
    #[test]
    fn weights_and_dropped_links_give_scores_computed_by_hand() {
        let graph = graph(&[(0, &[1, 2]), (1, &[]), (2, &[])]);
        let weight = |page: UrlId| [2.0, 3.0, 1.0][page.0 as usize];
        let found = hits(&graph, 3, weight, |_, _| true, &[]);
        check(&found.hubs, &[1.0, 0.0, 0.0]);
        check(&found.authorities, &[0.0, 0.75, 0.25]);
        let found = hits(&graph, 3, weight, |_, to| to != UrlId(2), &[]);
        check(&found.authorities, &[0.0, 1.0, 0.0]);
    }

    #[test]
    fn all_scores_are_zero_if_no_link_has_weight() {
        let linked = graph(&[(0, &[1]), (1, &[0])]);
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let found = hits(&linked, 2, |_| weight, |_, _| true, &[]);
            check(&found.hubs, &[0.0, 0.0]);
            check(&found.authorities, &[0.0, 0.0]);
        }
        let none = hits(&linked, 2, |_| 1.0, |_, _| false, &[]);
        check(&none.authorities, &[0.0, 0.0]);
        assert_eq!(hits(&linked, 0, |_| 1.0, |_, _| true, &[]), Hits::default());
    }

    #[test]
    fn the_smallest_weights_do_not_vanish() {
        let graph = graph(&[(0, &[1]), (1, &[])]);
        let found = hits(&graph, 2, |_| 5e-324, |_, _| true, &[]);
        check(&found.hubs, &[1.0, 0.0]);
        check(&found.authorities, &[0.0, 1.0]);
    }

    #[test]
    fn a_warm_start_gives_the_result_of_a_cold_start() {
        let graph = graph(&[(0, &[1, 2, 3]), (1, &[0, 4]), (2, &[4]), (3, &[0]), (4, &[1])]);
        let cold = hits(&graph, 5, |_| 1.0, |_, _| true, &[]);
        let warm = hits(&graph, 5, |_| 1.0, |_, _| true, &[0.0, 0.9, 0.1]);
        check(&warm.hubs, &cold.hubs);
        check(&warm.authorities, &cold.authorities);
    }
}
