//! What benches share.

#![allow(dead_code, reason = "each bench uses a part of it")]

use std::{thread::available_parallelism, time::Duration};

use criterion::{BenchmarkGroup, BenchmarkId, Criterion, measurement::WallTime};
use jostle::bvh::{BuildQuality, Bvh};
use jostle_bench::{boxes::Shapes, runner::bounds_of};
use rayon::{ThreadPool, ThreadPoolBuilder};

pub(crate) const SEED: u64 = 1;

/// One thread, and all of the machine.
pub(crate) fn pools() -> Vec<ThreadPool> {
    let mut counts = vec![1, available_parallelism().map_or(1, usize::from)];
    counts.dedup();
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    counts.into_iter().map(|threads| pool(threads).expect("threads can be started")).collect()
}

pub(crate) fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(15).warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(1));
    group
}

/// Times some work on a pool, for this many shapes.
pub(crate) fn time<R>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    name: &str,
    shapes: usize,
    mut work: impl FnMut() -> R + Send,
) {
    let id = BenchmarkId::new(format!("{name} on {}", pool.current_num_threads()), shapes);
    bench.bench_function(id, |bencher| pool.install(|| bencher.iter(&mut work)));
}

/// A tree over shapes, which is sound.
pub(crate) fn tree<const D: usize>(shapes: &Shapes<D>, build: BuildQuality) -> Bvh<D> {
    let mut bvh = Bvh::new().with_build(build);
    let bounds = bounds_of(shapes).expect("the columns of a scene are of one length");
    bvh.build(bounds).expect("the tree can be built");
    bvh.validate().expect("the tree is sound");
    bvh
}
