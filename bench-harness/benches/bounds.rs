//! The box operations in 3D, per operation and level, in the first-level cache and out of it.
//!
//! Each result is compared with the scalar reference before anything is timed. The lines named
//! `scalar` time that reference on boxes laid out one by one.

mod bounds_operations;

use std::{hint::black_box, time::Duration};

use bounds_operations::*;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use jostle_kernels::{
    Aabb, Lanes, Pass, SimdLevel,
    bounds::{AabbLanes, Affine, overlap_mask, transform_all, union_all},
    lane::LANES,
};

/// Numbers of boxes: 24 KiB of columns, and 384 KiB.
const SIZES: [usize; 2] = [1024, 16384];

/// A map without a zero, the slowest there is.
const DENSE: Affine<3> = Affine {
    linear: [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.1], [0.48, 0.64, 0.6]],
    translation: [1.0, -2.0, 3.0],
};

fn slices(columns: &Columns) -> ([&[f32]; 3], [&[f32]; 3]) {
    let [a, b, c, d, e, f] = columns;
    ([a, b, c], [d, e, f])
}

/// An operation on all groups of two sets.
struct Groups<'a, O: Operation> {
    a: &'a Columns,
    b: &'a Columns,
    out: &'a mut [O::Out],
}

impl<O: Operation> Pass for Groups<'_, O> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        for (group, out) in self.out.iter_mut().enumerate() {
            let a = load(lanes, self.a, group);
            *out = O::wide(lanes, &a, &load(lanes, self.b, group));
        }
    }
}

#[inline(always)]
fn load<L: Lanes>(lanes: L, columns: &Columns, group: usize) -> AabbLanes<L, 3> {
    let of = |column: usize| &columns[column].as_chunks::<LANES>().0[group];
    AabbLanes::load(lanes, [of(0), of(1), of(2)], [of(3), of(4), of(5)])
}

fn scalar<O: Operation>(a: &[Aabb<3>], b: &[Aabb<3>], out: &mut [O::Out]) {
    let groups = a.as_chunks().0.iter().zip(b.as_chunks().0);
    for ((a, b), out) in groups.zip(out) {
        *out = O::scalar(a, b);
    }
}

fn operation<O: Operation>(criterion: &mut Criterion) {
    let mut bench = group(criterion, O::NAME);
    for count in SIZES {
        let (a, b) = (boxes(count, 0.0), boxes(count, 0.5));
        let (wide_a, wide_b) = (columns(&a), columns(&b));
        let mut expected = vec![O::Out::default(); count / LANES];
        scalar::<O>(&a, &b, &mut expected);
        let mut out = expected.clone();
        bench.throughput(Throughput::Elements(count as u64));
        bench.bench_function(BenchmarkId::new("scalar", count), |bencher| {
            bencher.iter(|| scalar::<O>(black_box(&a), black_box(&b), black_box(&mut out)));
        });
        for level in SimdLevel::available() {
            let run = |out: &mut [O::Out]| {
                let (a, b) = (black_box(&wide_a), black_box(&wide_b));
                level.run(Groups::<O> { a, b, out });
            };
            out.fill(O::Out::default());
            run(&mut out);
            assert!(out == expected, "{} at {level} differs from the reference", O::NAME);
            bench.bench_function(BenchmarkId::new(level.name(), count), |bencher| {
                bencher.iter(|| run(black_box(&mut out)));
            });
        }
    }
    bench.finish();
}

/// A pass over columns: `run` leaves at a level what `scalar` makes of the boxes.
fn pass<T: PartialEq>(
    criterion: &mut Criterion,
    name: &str,
    scalar: impl Fn(&[Aabb<3>]) -> T,
    run: impl Fn(SimdLevel, &Columns, &mut T),
) {
    let mut bench = group(criterion, name);
    for count in SIZES {
        let boxes = boxes(count, 0.0);
        let columns = columns(&boxes);
        let expected = scalar(&boxes);
        bench.throughput(Throughput::Elements(count as u64));
        bench.bench_function(BenchmarkId::new("scalar", count), |bencher| {
            bencher.iter(|| scalar(black_box(&boxes)));
        });
        for level in SimdLevel::available() {
            let mut out = scalar(&[]);
            run(*level, &columns, &mut out);
            assert!(out == expected, "{name} at {level} differs from the reference");
            bench.bench_function(BenchmarkId::new(level.name(), count), |bencher| {
                bencher.iter(|| run(*level, black_box(&columns), black_box(&mut out)));
            });
        }
    }
    bench.finish();
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("bounds/{name}"));
    group.sample_size(30).warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_millis(600));
    group
}

fn operations(criterion: &mut Criterion) {
    operation::<OverlapPairs>(criterion);
    operation::<OverlapOne>(criterion);
    operation::<OverlapAll>(criterion);
    operation::<Contain>(criterion);
    operation::<Union>(criterion);
    operation::<Intersection>(criterion);
    operation::<HalfArea>(criterion);
    operation::<Volume>(criterion);
    operation::<Including>(criterion);
    operation::<Enlarged>(criterion);
    operation::<Swept>(criterion);
}

fn passes(criterion: &mut Criterion) {
    let query = Aabb::new([10.0; 3], [20.0; 3]);
    let bits = |boxes: &[Aabb<3>; LANES]| {
        (0..LANES).map(|lane| u8::from(query.overlaps(&boxes[lane])) << lane).sum()
    };
    pass(
        criterion,
        "overlap_mask",
        |boxes| boxes.as_chunks().0.iter().map(bits).collect::<Vec<u8>>(),
        |level, columns, out| {
            out.resize(columns[0].len() / LANES, 0);
            let (min, max) = slices(columns);
            overlap_mask(level, &query, min, max, out);
        },
    );
    pass(
        criterion,
        "union_all",
        |boxes| boxes.iter().fold(Aabb::EMPTY, |all, aabb| all.union(aabb)),
        |level, columns, out| {
            let (min, max) = slices(columns);
            *out = union_all(level, min, max);
        },
    );
    let map = DENSE;
    pass(
        criterion,
        "transform_all",
        |boxes| columns(&boxes.iter().map(|aabb| aabb.transformed(&map)).collect::<Vec<_>>()),
        |level, from, out| {
            let (min, max) = slices(from);
            for (column, from) in out.iter_mut().zip(from) {
                column.resize(from.len(), 0.0);
            }
            let [a, b, c, d, e, f] = out;
            transform_all(level, &map, min, max, [a, b, c], [d, e, f]);
        },
    );
}

criterion_group!(benches, operations, passes);
criterion_main!(benches);
