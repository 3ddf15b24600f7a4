//! Colorings of the pairs of a crowd of a million, and a solver's pass over them, on one thread and
//! on all.
//!
//! Each pass is compared with one over the pairs in the order of their colors before anything is
//! timed.

mod common;

use std::hint::black_box;

use common::{SEED, group, pools, time};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jostle::{
    Bounds, BroadPhase, Join, Pair, Pairs, Sap,
    coloring::{Coloring, Side},
};
use jostle_bench::{
    boxes::Shapes,
    scene::{self, SceneShapes},
};

const SHAPES: u32 = 1_000_000;

/// What a solver keeps of a shape.
type Velocity = [f32; 2];

/// The pairs of the scene `crowd`, in canonical order.
fn pairs() -> Pairs {
    let crowd = scene::by_name("crowd").expect("there is one");
    let SceneShapes::Two(scene) = crowd.build(SHAPES, SEED).expect("it needs no file") else {
        unreachable!("a crowd is in 2D")
    };
    let Shapes::Balls(balls) = &scene.shapes else { unreachable!("a crowd is of discs") };
    let discs = Bounds::from_balls(balls.center.each_ref().map(Vec::as_slice), &balls.radius);
    let (mut sap, mut pairs) = (Sap::<2>::new(), Pairs::new());
    let join = Join::within(discs.expect("the columns are of one length"));
    sap.pairs(&join, &mut pairs).expect("the call is valid");
    pairs.sort_canonical().expect("there is memory");
    pairs
}

/// Two that exchange some of their momentum.
fn meet(a: &mut Velocity, b: &mut Velocity) {
    for axis in 0..2 {
        let step = 0.25 * (b[axis] - a[axis]);
        (a[axis], b[axis]) = (a[axis] + step, b[axis] - step);
    }
}

fn pass(coloring: &Coloring, velocities: &mut [Velocity]) {
    let work = |_, a: Side<'_, Velocity>, b: Side<'_, Velocity>| {
        if let (Side::Free(a), Side::Free(b)) = (a, b) {
            meet(a, b);
        }
    };
    coloring.for_each(velocities, work).expect("there are as many as shapes");
}

fn check(coloring: &Coloring, pairs: &[Pair], start: &[Velocity]) {
    let (mut expected, mut found) = (start.to_vec(), start.to_vec());
    for place in (0..coloring.colors()).flat_map(|color| coloring.places(color)) {
        let [a, b] = [pairs[place].a, pairs[place].b].map(|shape| shape as usize);
        let [a, b] = expected.get_disjoint_mut([a, b]).expect("they are two");
        meet(a, b);
    }
    pass(coloring, &mut found);
    assert_eq!(coloring.uncolored(), 0);
    assert!(found == expected, "a pass differs from that of one thread");
}

fn crowd(criterion: &mut Criterion) {
    let pairs = pairs();
    let start: Vec<Velocity> = (0..SHAPES).map(|shape| [shape as f32, 1.0]).collect();
    let mut bench = group(criterion, "coloring/crowd");
    bench.throughput(Throughput::Elements(pairs.len() as u64));
    let mut coloring = Coloring::new();
    bench.bench_function(BenchmarkId::new("color", SHAPES), |bencher| {
        bencher.iter(|| coloring.color(black_box(&pairs), SHAPES as usize));
    });
    coloring.color(&pairs, SHAPES as usize).expect("the pairs are of shapes");
    for pool in pools() {
        pool.install(|| check(&coloring, &pairs, &start));
        let mut velocities = start.clone();
        time(&mut bench, &pool, "pass", SHAPES as usize, || {
            pass(&coloring, black_box(&mut velocities));
        });
    }
}

criterion_group!(benches, crowd);
criterion_main!(benches);
