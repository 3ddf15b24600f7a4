//! Sweeping and counting a sorted run of boxes against itself, per level.
//!
//! Each result is compared with a scalar loop over the same candidates before anything is timed.
//! The lines named `scalar` time that loop. An element is a candidate: a box behind the query
//! that begins, on the axis of the sweep, before the query ends.

use std::{hint::black_box, time::Duration};

use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use jostle_kernels::{
    Level, Pair,
    sweep::{Cursor, PADDING, Ranges, Run, count, sweep},
};

/// Boxes in the run, about what a cell of the sweep and prune holds.
const BOXES: usize = 2_500;

/// Mean size of a box per axis as a part of the space. On the axis of the sweep it makes a hundred
/// candidates per query; on the others one candidate in twenty touches.
const SIZE: [f32; 3] = [0.04, 0.12, 0.12];

/// A sorted run, owned, and the end of the candidates of each box.
struct Scene {
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
    ids: Vec<u32>,
    lacks: Vec<u32>,
    ends: Vec<u32>,
}

impl Scene {
    fn new() -> Self {
        let spread = |index: usize, factor: f32| (index as f32 * factor).fract();
        let corner = |index: usize| [0.618_034, 0.754_878, 0.569_84].map(|f| spread(index, f));
        let mut corners: Vec<[f32; 3]> = (0..BOXES).map(corner).collect();
        corners.sort_by(|a, b| a[0].total_cmp(&b[0]));
        // The padding touches nothing: its minimum on axis 0 is NaN.
        corners.extend([[f32::NAN; 3]; PADDING]);
        let size = |index, axis: usize| SIZE[axis] * (0.5 + spread(index, 0.819_173));
        let min: [Vec<f32>; 3] =
            std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).collect());
        let max: [Vec<f32>; 3] = std::array::from_fn(|axis| {
            corners.iter().enumerate().map(|(index, c)| c[axis] + size(index, axis)).collect()
        });
        let first = &min[0][..BOXES];
        let end = |max: &f32| first.partition_point(|min| min <= max) as u32;
        let ends = max[0][..BOXES].iter().map(end).collect();
        let ids = (0..).take(BOXES + PADDING).collect();
        Self { min, max, ids, lacks: vec![0; BOXES + PADDING], ends }
    }

    fn run(&self) -> Run<'_, 3> {
        let min = self.min.each_ref().map(Vec::as_slice);
        let max = self.max.each_ref().map(Vec::as_slice);
        Run::new(min, max, &self.ids, &self.lacks, BOXES).expect("the columns are padded")
    }

    fn ranges(&self) -> Ranges<'_> {
        Ranges::Behind { ends: &self.ends }
    }

    fn candidates(&self) -> u64 {
        self.ends.iter().zip(1..).map(|(end, behind): (_, u64)| u64::from(*end) - behind).sum()
    }

    /// Hands every touching pair to `take`.
    #[inline(always)]
    fn scalar(&self, mut take: impl FnMut(Pair)) {
        for query in 0..BOXES {
            for target in query + 1..self.ends[query] as usize {
                let touch = (0..3).all(|axis| {
                    self.min[axis][target] <= self.max[axis][query]
                        && self.min[axis][query] <= self.max[axis][target]
                });
                if touch && self.lacks[query] & self.lacks[target] == 0 {
                    take(Pair::ordered(self.ids[query], self.ids[target]));
                }
            }
        }
    }
}

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
    for level in Level::available() {
        let run = scene.run();
        let work = |out: &mut [Pair]| {
            let (run, mut cursor) = (black_box(&run), Cursor::default());
            let written = sweep(*level, run, run, scene.ranges(), BOXES, &mut cursor, out);
            assert_eq!(cursor, Cursor::at(BOXES), "the buffer is large enough");
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
    for level in Level::available() {
        let run = scene.run();
        let work = || {
            let run = black_box(&run);
            count(*level, run, run, scene.ranges(), 0, BOXES)
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
