//! Building, refitting and joining trees on scenes that stand still, on one thread and on all.
//!
//! Every tree is validated before it is timed, and its pairs are those of brute force.

mod common;

use std::{hint::black_box, ops::ControlFlow};

use common::{SEED, group, pools, time, tree};
use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use jostle::{
    BroadPhase, Join, Pair, Pairs,
    broad::{BruteForce, Output},
    bvh::{BuildQuality, Bvh},
    digest::Digest,
};
use jostle_bench::{
    boxes::Shapes,
    queries::BUILDS,
    runner::bounds_of,
    scene::{self, Scene, SceneShapes},
};
use rayon::ThreadPool;

const SHAPES: u32 = 30_000;

/// The pairs of a tree, as they are.
fn pairs_of<const D: usize>(bvh: &mut Bvh<D>) -> Digest {
    let mut digest = Digest::default();
    let mut add = |pairs: &[Pair]| {
        digest.add(pairs);
        ControlFlow::Continue(())
    };
    bvh.self_pairs(Output::Stream(&mut add)).expect("the tree is built");
    digest
}

fn brute<const D: usize>(shapes: &Shapes<D>) -> Digest {
    let mut pairs = Pairs::new();
    let join = Join::within(bounds_of(shapes).expect("columns have one length"));
    BruteForce::new().pairs(&join, &mut pairs).expect("the call is valid");
    Digest::of(&pairs)
}

fn builds<const D: usize>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    shapes: &Shapes<D>,
) {
    let expected = brute(shapes);
    for (name, build) in BUILDS {
        let mut bvh = pool.install(|| tree(shapes, build));
        let found = pool.install(|| pairs_of(&mut bvh));
        assert_eq!(found, expected, "{name}: other pairs than brute force");
        time(bench, pool, &format!("build {name}"), shapes.len(), || {
            let bounds = bounds_of(black_box(shapes)).expect("as before");
            bvh.build(bounds).expect("as before")
        });
    }
}

/// Refits to where the shapes are five frames later.
fn refits<const D: usize>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    scene: &Scene<D>,
) {
    let mut moved = scene.clone();
    (0..5).for_each(|_| moved.step());
    let shapes = &moved.shapes;
    let mut bvh = pool.install(|| tree(&scene.shapes, BuildQuality::Balanced));
    let nodes = bvh.stats().nodes;
    let found = pool.install(|| {
        bvh.refit(bounds_of(shapes).expect("as before")).expect("the tree is built");
        pairs_of(&mut bvh)
    });
    bvh.validate().expect("the tree is sound");
    assert_eq!(bvh.stats().nodes, nodes, "the tree was built anew");
    assert_eq!(found, brute(shapes), "refitted: other pairs than brute force");
    time(bench, pool, "refit", shapes.len(), || {
        let bounds = bounds_of(black_box(shapes)).expect("as before");
        bvh.refit(bounds).expect("as before")
    });
}

fn joins<const D: usize>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    shapes: &Shapes<D>,
) {
    let mut bvh = pool.install(|| tree(shapes, BuildQuality::Balanced));
    let mut pairs = Pairs::new();
    pool.install(|| bvh.self_pairs(Output::Collect(&mut pairs))).expect("the tree is built");
    assert_eq!(Digest::of(&pairs), brute(shapes), "joined: other pairs than brute force");
    time(bench, pool, "self pairs", shapes.len(), || {
        bvh.self_pairs(Output::Collect(&mut pairs)).expect("as before").pairs
    });
}

fn all<const D: usize>(criterion: &mut Criterion, scene: &Scene<D>) {
    let shapes = &scene.shapes;
    let mut bench = group(criterion, &format!("tree/{}", scene.name));
    bench.throughput(Throughput::Elements(shapes.len() as u64));
    for pool in pools() {
        builds(&mut bench, &pool, shapes);
        refits(&mut bench, &pool, scene);
        joins(&mut bench, &pool, shapes);
    }
    bench.finish();
}

fn trees(criterion: &mut Criterion) {
    for name in ["uniform", "crowd"] {
        match scene::by_name(name)
            .expect("the scene exists")
            .build(SHAPES, SEED)
            .expect("it needs no file")
        {
            SceneShapes::Two(scene) => all(criterion, &scene),
            SceneShapes::Three(scene) => all(criterion, &scene),
        }
    }
}

criterion_group!(benches, trees);
criterion_main!(benches);
