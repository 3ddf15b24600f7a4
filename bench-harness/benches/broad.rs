//! Whole broad phases on scenes that stand still, pairs collected, on one thread and on all.
//!
//! Each answer is compared with that of brute force before anything is timed, and brute force with
//! a scalar double loop. The boxes are bound and read anew in every iteration, as in a frame.

mod common;

use std::{hint::black_box, time::Duration};

use common::{SEED, pools};
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use jostle::{Bounds, BroadPhase, Join, Pair, Pairs, Sap, broad::BruteForce, digest::Digest};
use jostle_bench::{
    boxes::Shapes,
    scene::{self, SceneShapes},
};

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("broad/{name}"));
    group.sample_size(15).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(2));
    group
}

/// The shapes as a user would hand them over: boxes as boxes, balls as balls.
fn bounds<const D: usize>(shapes: &Shapes<D>) -> Bounds<'_, D> {
    let bounds = match shapes {
        Shapes::Boxes(boxes) => Bounds::from_columns(
            boxes.min.each_ref().map(Vec::as_slice),
            boxes.max.each_ref().map(Vec::as_slice),
        ),
        Shapes::Balls(balls) => {
            Bounds::from_balls(balls.center.each_ref().map(Vec::as_slice), &balls.radius)
        }
    };
    bounds.expect("the columns of a scene are of one length")
}

fn digest<const D: usize>(phase: &mut dyn BroadPhase<D>, shapes: &Shapes<D>) -> Digest {
    let mut pairs = Pairs::new();
    phase.pairs(&Join::within(bounds(shapes)), &mut pairs).expect("the call is valid");
    Digest::of(&pairs)
}

/// Times `phase` on `shapes`, which must find the pairs of `expected`.
fn time<const D: usize>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    phase: &mut dyn BroadPhase<D>,
    shapes: &Shapes<D>,
    expected: Digest,
) {
    bench.throughput(Throughput::Elements(shapes.len() as u64));
    for pool in pools() {
        let threads = pool.current_num_threads();
        let name = format!("{} on {threads}", phase.name());
        let found = pool.install(|| digest(&mut *phase, shapes));
        assert_eq!(found, expected, "{name}: other pairs than the reference");
        let mut pairs = Pairs::new();
        bench.bench_function(BenchmarkId::new(name, shapes.len()), |bencher| {
            pool.install(|| {
                bencher.iter(|| {
                    let join = Join::within(bounds(black_box(shapes)));
                    phase.pairs(&join, &mut pairs).expect("the call is valid").pairs
                });
            });
        });
    }
}

fn sap_on<const D: usize>(bench: &mut BenchmarkGroup<'_, WallTime>, shapes: &Shapes<D>) {
    let expected = digest(&mut BruteForce::new(), shapes);
    time(bench, &mut Sap::new(), shapes, expected);
}

fn sap(criterion: &mut Criterion) {
    for name in ["uniform", "crowd"] {
        let kind = scene::by_name(name).expect("the scene exists");
        let mut bench = group(criterion, name);
        for count in [10_000, 100_000] {
            match kind.build(count, SEED).expect("it needs no file") {
                SceneShapes::Two(scene) => sap_on(&mut bench, &scene.shapes),
                SceneShapes::Three(scene) => sap_on(&mut bench, &scene.shapes),
            }
        }
        bench.finish();
    }
}

/// Touching pairs by a double loop over the boxes, one by one.
fn naive<const D: usize>(bounds: Bounds<'_, D>) -> Digest {
    let boxes: Vec<_> = (0..bounds.len()).map(|index| bounds.get(index)).collect();
    let boxes: Vec<_> = boxes.into_iter().map(|aabb| aabb.expect("boxes are valid")).collect();
    let mut pairs = Vec::new();
    for a in 0..boxes.len() {
        for b in a + 1..boxes.len() {
            if boxes[a].overlaps(&boxes[b]) {
                pairs.push(Pair { a: a as u32, b: b as u32 });
            }
        }
    }
    Digest::of(&pairs)
}

fn brute(criterion: &mut Criterion) {
    let kind = scene::by_name("uniform").expect("the scene exists");
    let SceneShapes::Three(scene) = kind.build(1000, SEED).expect("it needs no file") else {
        panic!("the scene has three dimensions");
    };
    let expected = naive(bounds(&scene.shapes));
    let mut bench = group(criterion, "brute-force");
    time(&mut bench, &mut BruteForce::new(), &scene.shapes, expected);
    bench.finish();
}

criterion_group!(benches, brute, sap);
criterion_main!(benches);
