//! Tests saved models with modified bytes: each is rejected or works.

use crate::bench::{Bench, url};
use engine::strategy::{Entry, LIST, TrainingStep};
use types::plan::Plan;
use types::trails::{Trail, TrailPage, Trails};

/// Trails to pages about spiders: paths and texts of their pages. Paths that begin with `s` are relevant.
const WAYS: [&[(&str, &str)]; 3] = [
    &[
        ("a", "<p>boat <a href=b>rope</a> <a href=x>sail</a>"),
        ("b", "<p>garden <a href=s1>thread</a>"),
        ("s1", "<title>Spiders</title><p>spider silk"),
    ],
    &[("c", "<p>boat sail <a href=s2>line</a>"), ("s2", "<p>spider silk web")],
    &[("b", "<p>garden <a href=s1>thread</a>"), ("d", "<p>moss <a href=s3>thread</a>"), ("s3", "<p>spider moss")],
];

/// The maximum number of modified bytes per saved state.
const MOST: usize = 250;

fn fresh(entry: &Entry) -> Bench {
    let page = |(path, _): &(&str, &str)| TrailPage {
        url: url(path).to_string(),
        relevant: path.starts_with('s'),
        ..TrailPage::default()
    };
    let trail = |way: &&[(&str, &str)]| Trail { pages: way.iter().map(page).collect(), ..Trail::default() };
    Bench::planned(Plan {
        strategy: entry.id.into(),
        trails: Trails { trails: WAYS.iter().map(trail).collect() },
        ..Plan::default()
    })
}

/// Returns the texts of the training pages, each once.
fn texts() -> Vec<&'static str> {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for page in WAYS.iter().copied().flatten() {
        if !seen.contains(page) {
            seen.push(*page);
        }
    }
    seen.into_iter().map(|(_, text)| text).collect()
}

/// Returns the saved state after the pages, in the middle of training, and in the middle of the crawl.
fn saves(entry: &Entry) -> [Vec<u8>; 3] {
    let mut bench = fresh(entry);
    bench.show(&texts());
    let shown = bench.strategy.save();
    for _ in 0..2 {
        let step = bench.strategy.training().expect("it learns").train();
        assert!(matches!(step, TrainingStep::Going { .. }), "{}", entry.id);
    }
    let learning = bench.strategy.save();
    assert_eq!(bench.conclude().trouble, None, "{}", entry.id);
    crawl(&mut bench);
    [shown, learning, bench.strategy.save()]
}

fn crawl(bench: &mut Bench) {
    bench.read("1", "<p>garden <a href=2>thread</a> <a href=3>spider</a>");
    bench.read("2", "<p>spider silk <a href=4>line</a>");
    bench.read("3", "<p>unheard of");
}

#[test]
fn a_saved_model_with_any_byte_changed_is_rejected_or_works() {
    for entry in LIST.iter().filter(|entry| entry.needs.trails) {
        let (mut refused, mut worked) = (0, 0);
        for saved in saves(entry) {
            // Not all bytes of large states, which consist of similar numbers.
            for at in (0..saved.len()).step_by(1 + saved.len() / MOST) {
                for byte in [saved[at] ^ 0x80, 0xff] {
                    let mut changed = saved.clone();
                    changed[at] = byte;
                    let mut bench = fresh(entry);
                    if bench.strategy.restore(&changed) {
                        worked += 1;
                        bench.conclude();
                        crawl(&mut bench);
                        bench.told();
                        let again = bench.strategy.save();
                        let id = entry.id;
                        assert!(bench.strategy.restore(&again), "{id}: byte {at} as {byte}");
                    } else {
                        refused += 1;
                    }
                }
            }
        }
        let id = entry.id;
        assert!(refused > 100 && worked > 100, "{id}: {refused}, {worked}");
    }
}
