//! Neighbor lists, built anew and kept: a fluid in 3D as dense as the atoms of a simulation, with
//! some 40 neighbors each in half lists, and a crowd of a million in 2D with some 6; on one thread
//! and on all.
//!
//! Beside them what the engine did before it had lists: the sweep and prune on boxes of half the
//! radius, and a test of the distance. It gives pairs in no order. The pairs of both are compared
//! before anything is timed.

mod common;

use std::hint::black_box;

use common::{group, pools, time};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use jostle::{
    Bounds, BroadPhase, Join, Pair, Pairs, Sap,
    digest::Digest,
    neighbors::{ListKind, Neighbors, Validity},
};
use rayon::ThreadPool;

/// Numbers that look random: D. E. Knuth's multiplier.
fn next(state: &mut u64) -> f32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*state >> 40) as f32 / (1 << 24) as f32
}

fn uniform<const D: usize>(count: usize, side: f32) -> Vec<[f32; D]> {
    let mut state = 1;
    (0..count).map(|_| [(); D].map(|()| side * next(&mut state))).collect()
}

/// The pairs within 1 by the sweep.
fn sweep<const D: usize>(
    sap: &mut Sap<D>,
    pairs: &mut Pairs,
    near: &mut Vec<Pair>,
    points: &[[f32; D]],
    half: &[f32],
) {
    let bounds = Bounds::from_points(points, half).expect("as many radii as points");
    sap.pairs(&Join::within(bounds), pairs).expect("the call is valid");
    near.clear();
    near.extend(pairs.iter().filter(|pair| {
        let [a, b] = [points[pair.a as usize], points[pair.b as usize]];
        (0..D).map(|axis| (f64::from(a[axis]) - f64::from(b[axis])).powi(2)).sum::<f64>() <= 1.0
    }));
}

fn digest<const D: usize>(lists: &Neighbors<D>) -> Digest {
    let mut digest = Digest::default();
    for (point, list) in lists.iter() {
        let above = list.iter().filter(|other| **other as usize > point);
        let pairs: Vec<_> = above.map(|b| Pair { a: point as u32, b: *b }).collect();
        digest.add(&pairs);
    }
    digest
}

/// Builds lists in every call: the number of points alternates.
fn build<const D: usize>(lists: &mut Neighbors<D>, points: &[[f32; D]]) -> Validity {
    let fewer = points.len() - usize::from(lists.len() == points.len());
    let validity = lists.update(black_box(&points[..fewer])).expect("the points are valid");
    assert!(validity.rebuilt.is_some());
    validity
}

fn compare<const D: usize>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    points: &[[f32; D]],
    side: f32,
) {
    let half = vec![0.500_01; points.len()];
    let (mut sap, mut pairs, mut near) = (Sap::<D>::new(), Pairs::new(), Vec::new());
    pool.install(|| sweep(&mut sap, &mut pairs, &mut near, points, &half));
    let expected = Digest::of(&near);
    time(bench, pool, "sweep and distances", points.len(), || {
        sweep(&mut sap, &mut pairs, &mut near, points, &half);
    });
    let periodic = [Some((0.0, side)); D];
    for (name, kind, periods) in [
        ("half", ListKind::Half, [None; D]),
        ("full", ListKind::Full, [None; D]),
        ("half, periodic", ListKind::Half, periodic),
    ] {
        let mut lists = Neighbors::new(1.0).with_kind(kind).with_periods(periods);
        pool.install(|| lists.update(points)).expect("the points are valid");
        assert!(name == "half, periodic" || digest(&lists) == expected, "{name}");
        time(bench, pool, name, points.len(), || build(&mut lists, points));
    }
    let mut lists = Neighbors::new(1.0).with_kind(ListKind::Half).with_skin(0.1);
    pool.install(|| lists.update(points)).expect("the points are valid");
    time(bench, pool, "half, kept by a skin", points.len(), || {
        lists.update(black_box(points)).map(|validity| assert!(validity.rebuilt.is_none()))
    });
}

fn lists(criterion: &mut Criterion) {
    let (atoms, side) = (132_000, 19.05);
    let fluid = uniform::<3>(atoms, side);
    let mut bench = group(criterion, "neighbors/fluid");
    bench.throughput(Throughput::Elements(atoms as u64));
    pools().iter().for_each(|pool| compare(&mut bench, pool, &fluid, side));
    bench.finish();
    let (people, side) = (1_000_000, 511.0);
    let crowd = uniform::<2>(people, side);
    let mut bench = group(criterion, "neighbors/crowd");
    bench.throughput(Throughput::Elements(people as u64));
    pools().iter().for_each(|pool| compare(&mut bench, pool, &crowd, side));
    bench.finish();
}

criterion_group!(benches, lists);
criterion_main!(benches);
