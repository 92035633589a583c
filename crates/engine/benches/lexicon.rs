//! Measures loading the lexicon and the word vectors, looking up a word, and comparing two terms or texts:
//! `cargo bench -p engine --bench lexicon`.
//!
//! It compares all pairs of nouns with many senses, without a cache between comparisons.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::lexicon::{ExcludedWords, Lexicon, Measure, Mentions, Probe, Term};
use engine::text::{Analyzer, TermCounts, Terms, TextOptions};
use engine::vectors::{TermVectors, WordVectors};
use std::hint::black_box;

#[path = "../tests/english/mod.rs"]
mod english;
#[path = "../tests/wordnet/mod.rs"]
mod wordnet;

/// Common nouns with 18 senses on average, including verbs.
const COMMON: [&str; 20] = [
    "head", "line", "point", "case", "field", "place", "light", "form", "body", "house", "man", "time", "water", "car",
    "dog", "string", "bird", "food", "tool", "program",
];

const FORMS: [&str; 8] =
    ["asthma", "diseases", "Dengue_fever", "wolves", "crawling", "qwertz", "text editors", "took off"];

fn load(criterion: &mut Criterion) {
    let bytes = wordnet::bytes();
    let lexicon = wordnet::lexicon();
    println!("{}: {} bytes plain, {} synsets", lexicon.title(), bytes.len(), lexicon.synsets_len());
    let mut group = criterion.benchmark_group("lexicon");
    group.sample_size(10);
    group.bench_function("load", |bench| {
        bench.iter(|| black_box(Lexicon::read(&bytes)));
    });
    group.finish();
}

fn look_up(criterion: &mut Criterion) {
    let lexicon = wordnet::lexicon();
    let mut group = criterion.benchmark_group("lexicon/look-up");
    group.throughput(Throughput::Elements(1));
    for form in FORMS {
        group.bench_function(form, |bench| bench.iter(|| lexicon.term(black_box(form))));
    }
    group.finish();
}

fn similarity(criterion: &mut Criterion) {
    let lexicon = wordnet::lexicon();
    let terms: Vec<Term> = COMMON.iter().filter_map(|word| lexicon.term(word)).collect();
    let senses: usize = terms.iter().map(|&term| lexicon.senses_of(term).count()).sum();
    println!("{} terms with {senses} senses", terms.len());
    let probes: Vec<Probe> = terms.iter().map(|&term| Probe::new(lexicon, term, &ExcludedWords::default())).collect();
    let mut group = criterion.benchmark_group("lexicon/similarity");
    group.throughput(Throughput::Elements((terms.len() * terms.len()) as u64));
    for (name, measure) in [("path", Measure::Path), ("li", Measure::LI)] {
        group.bench_function(format!("{name}, words in"), |bench| {
            bench.iter(|| {
                for a in COMMON {
                    for b in COMMON {
                        let pair = lexicon.term(a).zip(lexicon.term(b));
                        black_box(pair.map(|(a, b)| lexicon.similarity(a, b, measure)));
                    }
                }
            });
        });
        group.bench_function(format!("{name}, probe ready"), |bench| {
            bench.iter(|| {
                for probe in &probes {
                    for &term in &terms {
                        black_box(probe.similarity(lexicon, term, measure));
                    }
                }
            });
        });
    }
    group.finish();
}

fn related(criterion: &mut Criterion) {
    let lexicon = wordnet::lexicon();
    let mut group = criterion.benchmark_group("lexicon/related");
    for word in ["asthma", "python", "person", "head"] {
        let term = lexicon.term(word).expect("WordNet has it");
        group.bench_function(format!("{word}, li"), |bench| {
            bench.iter(|| black_box(lexicon.related(term, Measure::LI, 0.3, 50)));
        });
    }
    group.finish();
}

fn mentions(criterion: &mut Criterion) {
    let lexicon = wordnet::lexicon();
    // A fixed text, so that runs can be compared.
    let text = include_str!("../../../LICENSE-APACHE");
    let mut analyzer = Analyzer::new(TextOptions::default());
    let mut mentions = Mentions::new();
    let mut group = criterion.benchmark_group("lexicon/mentions");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("prose", |bench| {
        bench.iter(|| {
            mentions.find(lexicon, &mut analyzer, text, None, |mention| {
                black_box(mention);
            });
        });
    });
    group.finish();
}

fn vectors(criterion: &mut Criterion) {
    let (bytes, vectors) = (english::bytes(), english::vectors());
    println!(
        "{}: {} bytes plain; {} stems, {} dimensions",
        vectors.title(),
        bytes.len(),
        vectors.len(),
        vectors.dimensions()
    );
    let mut group = criterion.benchmark_group("vectors");
    group.sample_size(10);
    group.bench_function("load", |bench| {
        bench.iter(|| black_box(WordVectors::read(&bytes)));
    });
    group.finish();
    let mut group = criterion.benchmark_group("vectors/look-up");
    for stem in ["asthma", "qwertz"] {
        group.bench_function(stem, |bench| bench.iter(|| vectors.find(black_box(stem))));
    }
    group.finish();
    let (mut analyzer, mut terms) = (Analyzer::new(TextOptions::default()), Terms::new());
    let mut known = TermVectors::new(vectors);
    let mut group = criterion.benchmark_group("vectors/text");
    for text in ["jazz guitar music", include_str!("../../../LICENSE-APACHE")] {
        let counts = TermCounts::count(text, None, &mut analyzer, &mut terms);
        known.update(&terms);
        let query = known.text(&counts);
        let name = format!("sum and cosine, {} terms", counts.len());
        group.bench_function(name, |bench| {
            bench.iter(|| black_box(known.text(&counts).cosine(&query)));
        });
    }
    group.finish();
}

criterion_group!(benches, load, look_up, similarity, related, mentions, vectors);
criterion_main!(benches);
