//! Means, errors, paired t-tests and areas beside `SciPy` and `NumPy`, and the likeness of pages to known ones beside scikit-learn's cosine, each to
//! 1e-9. `fixtures/eval_reference.py` wrote the numbers.

use engine::eval::stats::{paired_t_test, standard_error};
use engine::eval::{Axis, Curve, Gathering, Grid, Judge, Judged, Measure, Sources};
use engine::fetch::{Answer, FetchId, Order, Purpose, RawAnswer};
use engine::html::EncodingRs;
use engine::url::CanonicalUrl;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
struct Reference {
    tests: Vec<TestNumbers>,
    curves: Vec<CurveNumbers>,
    known: Vec<String>,
    crawled: Vec<String>,
    nearest: Vec<f64>,
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

fn reference() -> Reference {
    let text = include_str!("fixtures/eval-reference.json");
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
fn the_area_is_numpys_over_the_width() {
    for CurveNumbers { at, values, area } in reference().curves {
        close(Curve { at, values }.area(), area, "area");
    }
}

fn url(kind: &str, at: usize) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://{kind}.test/{at}")).expect("a URL")
}

fn page(url: &CanonicalUrl, text: &str) -> Answer {
    let order = Order {
        id: FetchId(0),
        url: url.clone(),
        exact: None,
        purpose: Purpose::Page,
    };
    let body = format!("<p>{text}</p>");
    let raw = RawAnswer {
        status: 200,
        headers: &[],
        body: body.as_bytes(),
        elapsed_ms: 0,
    };
    Answer::read(&order, raw, 0, &EncodingRs)
}

#[test]
fn likeness_to_known_pages_is_the_largest_of_scikit_learns_cosines() {
    let reference = reference();
    let known = reference.known.iter().enumerate();
    let known: Vec<_> = known.map(|(at, text)| (url("known", at), text)).collect();
    let sources = Sources {
        judged: Judged {
            relevant: known.iter().map(|(url, _)| url.clone()).collect(),
            ..Judged::default()
        },
        ..Sources::default()
    };
    let measures = [Measure::AverageSimilarity, Measure::HarvestRatio];
    let grid = Grid::new(40, &[]);
    let mut gathering = Gathering::new(sources, &measures, &grid);
    for (url, text) in &known {
        gathering.read(url, Some(&page(url, text)));
    }
    let mut judge = Judge::new(Arc::new(gathering.known()), &grid);
    let (mut sum, mut over) = (0.0, 0.0);
    let pages = reference.crawled.iter().zip(&reference.nearest);
    for (at, (text, nearest)) in pages.enumerate() {
        let url = url("crawled", at);
        let look = judge.look(&page(&url, text));
        judge.count(Some((&url, 0.0)), &look);
        sum += nearest;
        over += f64::from(u8::from(*nearest > 0.75));
        let curves = judge.so_far(Axis::Pages);
        let now = |measure| curves[&measure].last().expect("a page was counted");
        let n = (at + 1) as f64;
        close(
            now(Measure::AverageSimilarity),
            sum / n,
            "average similarity",
        );
        close(now(Measure::HarvestRatio), over / n, "harvest ratio");
    }
    assert!(over > 0.0, "some page is like a known one");
}
