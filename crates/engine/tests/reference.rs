//! PageRank and DBSCAN beside networkx and scikit-learn, on a graph and on points of a thousand. `fixtures/reference.py` wrote their
//! numbers and makes the same graph and points.

use engine::graph::{LinkGraph, UrlId, pagerank};
use engine::learn::dbscan;
use engine::text::SparseVector;

const RANKS: &str = include_str!("fixtures/pagerank-1000.txt");
const CLUSTERS: &str = include_str!("fixtures/dbscan-1000.txt");

/// The generator of the script: a linear congruential one.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(n)).expect("it is below a u32")
    }
}

fn graph() -> LinkGraph {
    let (mut draw, mut graph) = (Draw(7), LinkGraph::default());
    for node in 0..1_000 {
        let links = if node % 10 == 9 { 0 } else { 1 + draw.below(8) };
        let targets: Vec<UrlId> = (0..links)
            .map(|_| {
                let most = 1 + draw.below(1_000);
                UrlId(draw.below(most))
            })
            .collect();
        graph.record(UrlId(node), targets);
    }
    graph
}

fn points() -> Vec<SparseVector> {
    let mut draw = Draw(11);
    let mut point = |at: u32| {
        let mut terms = vec![draw.below(8), 10 + draw.below(12)];
        if draw.below(2) == 0 {
            terms.push(30 + draw.below(12));
        }
        terms.push(if draw.below(3) == 0 {
            50 + draw.below(30)
        } else {
            100 + at
        });
        terms.into_iter().map(|term| (term, 1.0)).collect()
    };
    (0..1_000).map(&mut point).collect()
}

#[test]
fn pagerank_is_that_of_networkx() {
    let ranks = pagerank(&graph(), 1_000, 0.85, &[]);
    let theirs = RANKS
        .lines()
        .map(|line| line.parse::<f64>().expect("a number"));
    let furthest = ranks
        .iter()
        .zip(theirs)
        .map(|(ours, theirs)| (ours - theirs).abs())
        .fold(0.0, f64::max);
    assert!(furthest < 1e-9, "{furthest}");
}

#[test]
fn dbscan_finds_the_clusters_of_scikit_learn() {
    for (line, eps) in CLUSTERS.lines().zip([0.33, 0.4]) {
        let theirs: Vec<Option<u32>> = line.split(' ').map(|label| label.parse().ok()).collect();
        let ours = dbscan(&points(), eps, 3);
        assert_eq!(
            ours.iter().flatten().max(),
            theirs.iter().flatten().max(),
            "clusters at eps {eps}"
        );
        let different = ours
            .iter()
            .zip(&theirs)
            .filter(|(ours, theirs)| ours != theirs)
            .count();
        assert_eq!(different, 0, "eps {eps}");
    }
}
