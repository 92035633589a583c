//! Measures clustering addresses with DBSCAN, for different numbers of addresses: `cargo bench -p engine --bench
//! clusters`.
//!
//! The addresses are generated: twenty hosts, thirty folders, some with a second folder, and a unique last part. The
//! plain algorithm compares all pairs: 400 million for 20,000 addresses.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use engine::learning::dbscan;
use engine::text::SparseVector;
use std::hint::black_box;

fn addresses(n: u32) -> Vec<SparseVector> {
    let mut state = 5_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((state >> 33) % below).expect("it is below a small number")
    };
    let mut address = |at: u32| {
        let mut parts = vec![draw(20), 20 + draw(30), 200 + at];
        if draw(2) == 0 {
            parts.push(60 + draw(60));
        }
        parts.into_iter().map(|part| (part, 1.0)).collect()
    };
    (0..n).map(&mut address).collect()
}

fn clusters(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dbscan");
    group.sample_size(10);
    for n in [500, 5_000, 20_000] {
        let points = addresses(n);
        group.bench_with_input(BenchmarkId::from_parameter(n), &points, |bench, points| {
            bench.iter(|| black_box(dbscan(points, 0.5, 3)));
        });
    }
    group.finish();
}

criterion_group!(benches, clusters);
criterion_main!(benches);
