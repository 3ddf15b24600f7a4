//! Sweeping and counting a sorted run of boxes against itself, per level.
//!
//! Each result is compared with a scalar loop over the same candidates before anything is timed.
//! The lines named `scalar` time that loop. An element is a candidate: a box behind the query
//! that begins, on the axis of the sweep, before the query ends.

#[path = "common/sorted_run.rs"]
mod sorted_run;

use std::{hint::black_box, time::Duration};

use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use jostle_kernels::{
    Pair, SimdLevel,
    sweep::{Cursor, PADDING, count, sweep},
};
use sorted_run::{BOXES, Scene};

fn group<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    scene: &Scene,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("sweep/{name}"));
    group.sample_size(30).warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_millis(600));
    group.throughput(Throughput::Elements(scene.candidates()));
    group
}

fn pairs(criterion: &mut Criterion) {
    let scene = Scene::new();
    let mut expected = Vec::new();
    scene.scalar(|pair| expected.push(pair));
    let rate = expected.len() as f64 / scene.candidates() as f64;
    assert!((0.04..0.06).contains(&rate), "the hit rate is {rate} instead of 5 %");
    let mut found = Vec::with_capacity(expected.len());
    let mut bench = group(criterion, "pairs", &scene);
    bench.bench_function(BenchmarkId::new("scalar", BOXES), |bencher| {
        bencher.iter(|| {
            found.clear();
            black_box(&scene).scalar(|pair| found.push(pair));
        });
    });
    // A sweep stops when fewer slots than a group are left.
    let mut out = vec![Pair::default(); expected.len() + 2 * PADDING];
    for level in SimdLevel::available() {
        let run = scene.run();
        let work = |out: &mut [Pair]| {
            let (run, mut cursor) = (black_box(&run), Cursor::default());
            let written = sweep(*level, run, run, scene.ranges(), BOXES, &mut cursor, out);
            assert_eq!(cursor.query, BOXES, "the buffer is large enough");
            written
        };
        out.fill(Pair::default());
        let written = work(&mut out);
        assert!(out[..written] == expected, "the sweep at {level} differs from the reference");
        bench.bench_function(BenchmarkId::new(level.name(), BOXES), |bencher| {
            bencher.iter(|| work(black_box(&mut out)));
        });
    }
    bench.finish();
}

fn counts(criterion: &mut Criterion) {
    let scene = Scene::new();
    let scalar = |scene: &Scene| {
        let mut total = 0_u64;
        scene.scalar(|_| total += 1);
        total
    };
    let expected = scalar(&scene);
    let mut bench = group(criterion, "count", &scene);
    bench.bench_function(BenchmarkId::new("scalar", BOXES), |bencher| {
        bencher.iter(|| scalar(black_box(&scene)));
    });
    for level in SimdLevel::available() {
        let run = scene.run();
        let work = || {
            let run = black_box(&run);
            count(*level, run, run, scene.ranges(), 0, BOXES).0
        };
        assert_eq!(work(), expected, "the count at {level} differs from the reference");
        bench.bench_function(BenchmarkId::new(level.name(), BOXES), |bencher| {
            bencher.iter(work);
        });
    }
    bench.finish();
}

criterion_group!(benches, pairs, counts);
criterion_main!(benches);
