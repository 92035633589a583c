//! Compares PageRank, HITS, DBSCAN and naive Bayes with networkx and scikit-learn, on a graph and points of size 1,000
//! and on sixty texts. `fixtures/reference.py` computed their results from the same data.

use engine::graph::{LinkGraph, UrlId, hits, pagerank};
use engine::learning::{NaiveBayes, Priors, dbscan};
use engine::text::{SparseVector, TermCounts};

const RANKS: &str = include_str!("fixtures/pagerank-1000.txt");
const HITS: &str = include_str!("fixtures/hits-1000.txt");
const BAYES: &str = include_str!("fixtures/naive-bayes-60.txt");
const CLUSTERS: &str = include_str!("fixtures/dbscan-1000.txt");

/// The linear congruential generator of the script.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
        terms.push(if draw.below(3) == 0 { 50 + draw.below(30) } else { 100 + at });
        terms.into_iter().map(|term| (term, 1.0)).collect()
    };
    (0..1_000).map(&mut point).collect()
}

#[test]
fn pagerank_equals_that_of_networkx() {
    let ranks = pagerank(&graph(), 1_000, 0.85, &[]);
    let theirs = RANKS.lines().map(|line| line.parse::<f64>().expect("a number"));
    let furthest = ranks.iter().zip(theirs).map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f64::max);
    assert!(furthest < 1e-9, "{furthest}");
}

/// Parses the numbers of a line.
fn numbers(line: &str) -> Vec<f64> {
    let numbers = line.split(' ').map(str::parse);
    numbers.collect::<Result<_, _>>().expect("numbers")
}

fn check(ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert!((ours - theirs).abs() < 1e-9, "{ours} is not {theirs}");
    }
}

#[test]
fn hits_equals_that_of_networkx_with_and_without_weights() {
    let rows: Vec<Vec<f64>> = HITS.lines().map(numbers).collect();
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
    let plain = hits(&graph(), 1_000, |_| 1.0, |_, _| true, &[]);
    check(&plain.hubs, &column(0));
    check(&plain.authorities, &column(1));
    let weight = |page: UrlId| f64::from(page.0 * 7 % 11) / 10.0;
    let weighted = hits(&graph(), 1_000, weight, |_, _| true, &[]);
    check(&weighted.hubs, &column(2));
    check(&weighted.authorities, &column(3));
}

/// Generates texts of 40 words, in which the words of the text's class (its number mod 3) are more frequent.
fn texts(seed: u64, count: u32) -> Vec<TermCounts> {
    let mut draw = Draw(seed);
    let mut text = |at: u32| {
        let words: Vec<u32> = (0..5 + draw.below(25))
            .map(|_| {
                let most = if draw.below(3) == 0 { 14 } else { 40 };
                (draw.below(most) + 13 * (at % 3)) % 40
            })
            .collect();
        words.into_iter().collect()
    };
    (0..count).map(&mut text).collect()
}

#[test]
fn naive_bayes_equals_that_of_scikit_learn() {
    let rows: Vec<Vec<f64>> = BAYES.lines().map(numbers).collect();
    let (train, new) = (texts(13, 60), texts(17, 20));
    for (block, priors) in rows.chunks(23).zip([Priors::Estimated, Priors::Uniform]) {
        let classes = (0..60).map(|at| if at < 50 { at % 3 } else { 0 });
        let bayes = NaiveBayes::train(3, classes.zip(&train), 0.5, priors).expect("trained");
        for (class, theirs) in block[..3].iter().enumerate() {
            let words = (0..40).map(|word| bayes.log_word(class, word));
            check(&words.collect::<Option<Vec<f64>>>().expect("all seen"), theirs);
        }
        for (text, theirs) in new.iter().zip(&block[3..]) {
            check(&bayes.probabilities(text), theirs);
            // Unknown words must be ignored; scikit-learn has no column for them.
            let mut longer = text.clone();
            longer.merge(&[40, 41].into_iter().collect(), 3);
            check(&bayes.probabilities(&longer), theirs);
        }
    }
    assert_eq!(rows.len(), 46);
}

#[test]
fn dbscan_equals_that_of_scikit_learn() {
    for (line, eps) in CLUSTERS.lines().zip([0.33, 0.4]) {
        let theirs: Vec<Option<u32>> = line.split(' ').map(|label| label.parse().ok()).collect();
        let ours = dbscan(&points(), eps, 3);
        assert_eq!(ours.iter().flatten().max(), theirs.iter().flatten().max(), "clusters at eps {eps}");
        let different = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs).count();
        assert_eq!(different, 0, "eps {eps}");
    }
}
