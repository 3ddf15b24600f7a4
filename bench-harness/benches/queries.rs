//! Batches of queries to trees over scenes that stand still, on one thread and on all.
//!
//! The answers to some of the queries are compared with those of testing every box before anything
//! is timed.

mod common;

use std::hint::black_box;

use common::{SEED, group, pools, time, tree};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jostle::bvh::{BuildQuality, Bvh};
use jostle_bench::{
    boxes::Shapes,
    names::name_of,
    queries::{Answers, Asked, Batch, Kind, Wanted, brute, make, mean_size},
    runner::bounds_of,
    scene::{self, Scene, SceneShapes},
};

const SHAPES: u32 = 30_000;
const QUERIES: usize = 10_000;

/// One query in this many is held against testing every box.
const CHECKED: usize = 200;

fn batch_of<const D: usize>(shapes: &Shapes<D>, kind: Kind) -> Batch<D> {
    let radius = match kind {
        Kind::Ray | Kind::Knn => f32::INFINITY,
        Kind::Overlap => mean_size(shapes),
        Kind::Cast => 0.125 * mean_size(shapes),
    };
    make(shapes, &Asked { kind, count: QUERIES, k: 8, radius, seed: SEED })
}

fn check<const D: usize>(shapes: &Shapes<D>, bvh: &Bvh<D>, batch: &Batch<D>, what: &str) {
    let mut answers = Answers::default();
    batch.ask(bvh, &mut answers).expect("the queries are valid");
    let queries: Vec<usize> = (0..batch.len()).step_by(CHECKED).collect();
    let bounds = bounds_of(shapes).expect("the columns of a scene are of one length");
    let expected = brute(bounds, batch, &queries, Wanted::First);
    for (query, expected) in queries.iter().zip(expected) {
        assert_eq!(answers.of(batch, *query), expected, "{what}: query {query}");
    }
    assert!(answers.count(batch) > 0, "{what}: nothing is found");
}

fn ask<const D: usize>(criterion: &mut Criterion, scene: &Scene<D>) {
    let shapes = &scene.shapes;
    let mut bench = group(criterion, &format!("queries/{}", scene.name));
    bench.throughput(Throughput::Elements(QUERIES as u64));
    for pool in pools() {
        let bvh = pool.install(|| tree(shapes, BuildQuality::Balanced));
        for kind in Kind::ALL {
            let batch = batch_of(shapes, kind);
            pool.install(|| check(shapes, &bvh, &batch, &name_of(&kind)));
            let mut answers = Answers::default();
            time(&mut bench, &pool, &name_of(&kind), shapes.len(), || {
                black_box(&batch).ask(&bvh, &mut answers).expect("as before");
            });
        }
    }
    bench.finish();
}

fn queries(criterion: &mut Criterion) {
    for name in ["uniform", "crowd"] {
        match scene::by_name(name)
            .expect("the scene exists")
            .build(SHAPES, SEED)
            .expect("it needs no file")
        {
            SceneShapes::Two(scene) => ask(criterion, &scene),
            SceneShapes::Three(scene) => ask(criterion, &scene),
        }
    }
}

criterion_group!(benches, queries);
criterion_main!(benches);
