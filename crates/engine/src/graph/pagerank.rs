//! Computes PageRank of the crawled graph by power iteration. It starts from the last result, so that a growing graph
//! needs few rounds.
//!
//! `PR(u) = (1 − d) / N + d · (Σ PR(v) / out(v) over v that link to u, + the ranks of dead ends, spread over all)`.
//! This is our own code because petgraph's `page_rank` is quadratic in the number of pages and drops the random jump on
//! linked pairs.
//!
//! Source: Batsakis §2.2 b; Evolving §2.2.1.2 (d = 0.85).

use super::LinkGraph;
use types::limits;

/// Returns the ranks by URL number, which sum to 1, of `nodes` known URLs, crawled or not. `start` has the ranks of an
/// earlier, smaller graph.
pub fn pagerank(graph: &LinkGraph, nodes: usize, damping: f64, start: &[f64]) -> Vec<f64> {
    if nodes == 0 {
        return Vec::new();
    }
    let mut ranks = warm_start(nodes, start);
    for _ in 0..limits::PAGERANK_ROUNDS {
        let next = round(graph, &ranks, damping);
        let change: f64 = ranks.iter().zip(&next).fold(0.0, |sum, (a, b)| sum + (a - b).abs());
        ranks = next;
        if change < limits::PAGERANK_CHANGE {
            break;
        }
    }
    ranks
}

/// Returns the earlier ranks and an equal share for each new URL, scaled to sum to 1.
fn warm_start(nodes: usize, start: &[f64]) -> Vec<f64> {
    let even = 1.0 / nodes as f64;
    let mut ranks: Vec<f64> = start.iter().copied().take(nodes).collect();
    ranks.resize(nodes, even);
    super::share_out(&mut ranks);
    ranks
}

fn round(graph: &LinkGraph, ranks: &[f64], damping: f64) -> Vec<f64> {
    let nodes = ranks.len() as f64;
    let mut given = vec![0.0; ranks.len()];
    let mut linked = 0.0;
    for (page, targets) in graph.pages().filter(|(_, targets)| !targets.is_empty()) {
        let rank = ranks.get(page.0 as usize).copied().unwrap_or(0.0);
        linked += rank;
        for target in targets {
            if let Some(place) = given.get_mut(target.0 as usize) {
                *place += rank / targets.len() as f64;
            }
        }
    }
    let dead_ends = (1.0 - linked).max(0.0) / nodes;
    given.into_iter().map(|rank| (1.0 - damping) / nodes + damping * (rank + dead_ends)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::UrlId;

    fn graph(links: &[(u32, &[u32])]) -> LinkGraph {
        let mut graph = LinkGraph::default();
        for (page, targets) in links {
            graph.record(UrlId(*page), targets.iter().map(|target| UrlId(*target)));
        }
        graph
    }

    /// By hand, d = 0.85, three pages 0 ⇄ 1, 0 → 2, 2 a dead end: with a, b, c the ranks and t = 0.05 + 0.85 · c / 3,
    /// a = t + 0.85 b, b = c = t + 0.425 a; so b = c = (t · 1.425) / (1 − 0.36125), a = t + 0.85 b, and a + b + c = 1.
    #[test]
    fn three_pages_have_ranks_computed_by_hand() {
        let ranks = pagerank(&graph(&[(0, &[1, 2]), (1, &[0])]), 3, 0.85, &[]);
        let b_of_t = 1.425 / (1.0 - 0.36125);
        let t = 1.0 / (1.0 + 0.85 * b_of_t + 2.0 * b_of_t);
        let (a, b) = (t * (1.0 + 0.85 * b_of_t), t * b_of_t);
        for (rank, expected) in ranks.iter().zip([a, b, b]) {
            assert!((rank - expected).abs() < 1e-9, "{ranks:?} {a} {b}");
        }
    }

    #[test]
    fn a_warm_start_gives_the_result_of_a_cold_start() {
        let graph = graph(&[(0, &[1, 2, 3]), (1, &[0, 4]), (2, &[4]), (3, &[0]), (4, &[1])]);
        let cold = pagerank(&graph, 5, 0.85, &[]);
        let warm = pagerank(&graph, 5, 0.85, &[0.9, 0.1]);
        assert!(cold.iter().zip(&warm).all(|(a, b)| (a - b).abs() < 1e-9), "{cold:?} {warm:?}");
        assert!((cold.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
