//! Measures training each learner on 1,000 pages: `cargo bench -p engine --bench learn`.
//!
//! The pages are generated: some 200 different words each, drawn by Zipf's law from 30,000, a third of them from one of
//! eight topics; 167 trails of six pages, the last one relevant. This is a large training set, since people record
//! dozens of pages.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use engine::learning::{
    Hmm, KMeansOptions, LinkValues, NaiveBayes, Neighbors, Priors, Svm, SvmOptions, ValueOptions, k_means, top_terms,
    x_means,
};
use engine::text::{Idf, SparseVector, TermCounts};
use std::hint::black_box;

const PAGES: u32 = 1_000;
const TOPICS: u32 = 8;
const ALL_WORDS: usize = 30_000;
const TOPIC_WORDS: usize = 3_000;

struct Training {
    counts: Vec<TermCounts>,
    vectors: Vec<SparseVector>,
    /// The distance of each page from the last one of its trail, at most 3.
    layers: Vec<usize>,
}

fn training() -> Training {
    // The cumulative sums of 1 / r, the relative probability of the word of rank r.
    let mut sums = vec![0.0];
    for rank in 1..=ALL_WORDS {
        sums.push(sums[rank - 1] + 1.0 / rank as f64);
    }
    let mut state = 5_u64;
    let mut word = |from: u32, of: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = (state >> 33) as f64 / f64::from(1_u32 << 31);
        let rank = sums.partition_point(|sum| *sum <= share * sums[of]);
        from + u32::try_from(rank).expect("there are few words")
    };
    let mut page = |at: u32| -> TermCounts {
        let own = 40_000 + 4_000 * (at % TOPICS);
        let mut words: Vec<u32> = (0..220).map(|_| word(0, ALL_WORDS)).collect();
        words.extend((0..120).map(|_| word(own, TOPIC_WORDS)));
        words.into_iter().collect()
    };
    let counts: Vec<TermCounts> = (0..PAGES).map(&mut page).collect();
    Training { vectors: vectors(&counts), layers: (0..PAGES as usize).map(|at| (5 - at % 6).min(3)).collect(), counts }
}

fn vectors(counts: &[TermCounts]) -> Vec<SparseVector> {
    let idf = Idf::of(counts);
    let vectors = counts.iter().map(|counts| SparseVector::weighted(counts, &idf));
    vectors.map(|vector| vector.unit()).collect()
}

fn learn(criterion: &mut Criterion) {
    let training = training();
    let words: usize = training.counts.iter().map(TermCounts::len).sum();
    println!("{} different words a page", words / PAGES as usize);
    let mut group = criterion.benchmark_group("learn");
    group.sample_size(10);
    group.bench_function("idf-and-vectors", |bench| {
        bench.iter(|| black_box(vectors(&training.counts)));
    });
    clusters(&mut group, &training);
    classifiers(&mut group, &training);
    paths(&mut group, &training);
    group.finish();
}

fn clusters(group: &mut BenchmarkGroup<'_, WallTime>, training: &Training) {
    let vectors = &training.vectors;
    let options = KMeansOptions::default();
    group.bench_function("k-means-5-of-10-restarts", |bench| {
        bench.iter(|| black_box(k_means(vectors, 5, options)));
    });
    let few = KMeansOptions { restarts: 3, ..options };
    println!("{} clusters by X-means", x_means(vectors, 2, 20, few).centers.len());
    group.bench_function("x-means-2-to-20-of-3-restarts", |bench| {
        bench.iter(|| black_box(x_means(vectors, 2, 20, few)));
    });
    let neighbors = || -> Neighbors {
        let layers = training.layers.iter().copied();
        layers.zip(vectors.iter().cloned()).collect()
    };
    group.bench_function("neighbors-train", |bench| {
        bench.iter(|| black_box(neighbors()));
    });
    let trained = neighbors();
    group.bench_function("neighbors-ask-once", |bench| {
        bench.iter(|| black_box(trained.class(&vectors[7], 5)));
    });
}

fn classifiers(group: &mut BenchmarkGroup<'_, WallTime>, training: &Training) {
    let Training { counts, vectors, layers } = training;
    group.bench_function("chi-square-2000-and-naive-bayes", |bench| {
        bench.iter(|| {
            let labeled: Vec<_> = layers.iter().copied().zip(counts).collect();
            let chosen = top_terms(4, &labeled, 2_000);
            let only: Vec<TermCounts> = counts.iter().map(|counts| counts.only(&chosen)).collect();
            let examples = layers.iter().copied().zip(&only);
            black_box(NaiveBayes::train(4, examples, 1.0, Priors::Uniform).expect("examples"))
        });
    });
    let examples = || layers.iter().map(|layer| *layer == 0).zip(vectors);
    group.bench_function("svm", |bench| {
        bench.iter(|| black_box(Svm::train(examples(), SvmOptions::default()).expect("two classes")));
    });
}

fn paths(group: &mut BenchmarkGroup<'_, WallTime>, training: &Training) {
    let Training { counts, layers, .. } = training;
    group.bench_function("link-values", |bench| {
        let value = |layer: &usize| [1.0, 0.5, 0.25, 0.125][*layer];
        let links: Vec<(f64, &TermCounts)> = layers.iter().map(value).zip(counts).collect();
        let options = ValueOptions::default();
        bench.iter(|| black_box(LinkValues::train(links.iter().copied(), options).expect("links")));
    });
    group.bench_function("hidden-markov-model", |bench| {
        let pages = layers.iter().enumerate();
        let pages: Vec<(usize, usize)> = pages.map(|(at, layer)| (*layer, at % 5)).collect();
        let estimate = || Hmm::estimate(&pages, layers.chunks(6), (4, 5), 1.0).expect("pages");
        bench.iter(|| black_box(estimate()));
    });
}

criterion_group!(benches, learn);
criterion_main!(benches);
