//! Compares means, errors, paired t-tests and areas with `SciPy` and `NumPy`, Holm's correction with statsmodels, and
//! the similarity of pages to known ones with scikit-learn's cosine, each to 1e-9. `fixtures/reference.py` computed the
//! numbers.

use engine::fetch::FetchResponse;
use engine::html::EncodingRs;
use evaluation::measures::{CountedPage, Grid, Judge, JudgingDataBuilder, JudgingSources, RelevanceJudgments};
use evaluation::stats::{holm, paired_t_test, standard_error};
use serde::Deserialize;
use std::sync::Arc;
use types::measures::{Axis, Curve, Measure};
use types::url::CanonicalUrl;

#[derive(Deserialize)]
struct Reference {
    corrections: Vec<CorrectionNumbers>,
    tests: Vec<TestNumbers>,
    curves: Vec<CurveNumbers>,
    known: Vec<String>,
    crawled: Vec<String>,
    nearest: Vec<f64>,
    query: String,
    keywords: Vec<f64>,
    query_likeness: Vec<f64>,
    seed_likeness: Vec<f64>,
}

#[derive(Deserialize)]
struct TestNumbers {
    pairs: Vec<(f64, f64)>,
    difference: f64,
    t: f64,
    p: f64,
    error: f64,
}

#[derive(Deserialize)]
struct CurveNumbers {
    at: Vec<u32>,
    values: Vec<f64>,
    area: f64,
}

#[derive(Deserialize)]
struct CorrectionNumbers {
    chances: Vec<f64>,
    corrected: Vec<f64>,
}

fn reference() -> Reference {
    let text = include_str!("fixtures/reference.json");
    serde_json::from_str(text).expect("the fixture is as the script wrote it")
}

fn close(ours: f64, theirs: f64, what: &str) {
    let allowed = 1e-9 * theirs.abs().min(1.0);
    assert!((ours - theirs).abs() <= allowed, "{what}: {ours} {theirs}");
}

#[test]
fn the_paired_t_test_and_the_standard_error_are_scipys() {
    for numbers in reference().tests {
        let test = paired_t_test(&numbers.pairs).expect("the pairs differ");
        close(test.difference, numbers.difference, "difference");
        close(test.t, numbers.t, "t");
        close(test.p, numbers.p, "p");
        let firsts: Vec<f64> = numbers.pairs.iter().map(|(first, _)| *first).collect();
        close(standard_error(&firsts), numbers.error, "error");
    }
}

#[test]
fn the_correction_for_many_tests_is_statsmodels() {
    for numbers in reference().corrections {
        for (ours, theirs) in holm(&numbers.chances).iter().zip(&numbers.corrected) {
            close(*ours, *theirs, "corrected");
        }
    }
}

#[test]
fn the_area_is_numpys_over_the_width() {
    for CurveNumbers { at, values, area } in reference().curves {
        close(Curve { at, values }.area(), area, "area");
    }
}

fn url(kind: &str, at: usize) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://{kind}.test/{at}")).expect("a URL")
}

fn page(url: &CanonicalUrl, text: &str) -> FetchResponse {
    let body = format!("<p>{text}</p>");
    FetchResponse::page(url, &[], body.as_bytes(), &EncodingRs)
}

/// Returns a judge of the reference's pages by these measures: the known ones are relevant, and the first three are the
/// seeds.
fn judge(reference: &Reference, measures: &[Measure]) -> Judge {
    let known = reference.known.iter().enumerate();
    let known: Vec<_> = known.map(|(at, text)| (url("known", at), text)).collect();
    let sources = JudgingSources {
        judgments: RelevanceJudgments {
            relevant: known.iter().map(|(url, _)| url.clone()).collect(),
            ..RelevanceJudgments::default()
        },
        query: reference.query.clone(),
        seeds: known.iter().take(3).map(|(url, _)| url.clone()).collect(),
        ..JudgingSources::default()
    };
    let grid = Grid::new(40, &[]);
    let mut gathering = JudgingDataBuilder::new(sources, measures, &grid);
    for (url, text) in &known {
        gathering.read(url, Some(&page(url, text)));
    }
    Judge::new(Arc::new(gathering.known()), &grid)
}

#[test]
fn likeness_to_known_pages_query_and_seeds_is_scikit_learns_cosine() {
    let reference = reference();
    let over = |nearest: &f64| f64::from(u8::from(*nearest > 0.75));
    let over: Vec<f64> = reference.nearest.iter().map(over).collect();
    assert!(over.contains(&1.0) && over.contains(&0.0));
    let measured = [
        (Measure::AverageSimilarity, &reference.nearest),
        (Measure::HarvestRatio, &over),
        (Measure::Keywords, &reference.keywords),
        (Measure::QueryLikeness, &reference.query_likeness),
        (Measure::SeedLikeness, &reference.seed_likeness),
    ];
    let mut judge = judge(&reference, &measured.map(|(measure, _)| measure));
    let mut sums = [0.0; 5];
    for (at, text) in reference.crawled.iter().enumerate() {
        let url = url("crawled", at);
        let assessed = judge.assess(&page(&url, text));
        let counted = CountedPage { url: &url, relevance: 0.0, living: 0 };
        judge.count(Some(counted), &assessed);
        let curves = judge.partial_curves(Axis::Pages);
        for ((measure, values), sum) in measured.iter().zip(&mut sums) {
            *sum += values[at];
            let now = curves[measure].last().expect("a page was counted");
            close(now, *sum / (at + 1) as f64, measure.id());
        }
    }
    assert!(sums.iter().all(|sum| *sum > 0.0));
}
