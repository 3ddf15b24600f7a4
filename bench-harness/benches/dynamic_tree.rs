//! Putting boxes into a dynamic tree one by one and at once, and moving them, on one thread and on
//! all.
//!
//! Every tree is validated, and its pairs are those of the sweep and prune.

mod common;

use std::hint::black_box;

use common::{SEED, group, pools, time};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use jostle::{
    Aabb, BroadPhase, Handle, Join, Pairs, Sap,
    broad::{DynamicTree, Output},
    digest::Digest,
};
use jostle_bench::{
    boxes::Shapes,
    runner::bounds_of,
    scene::{self, Scene, SceneShapes},
};
use rayon::ThreadPool;

const SHAPES: u32 = 1_000_000;

/// The boxes of shapes, all of which are valid.
fn boxes<const D: usize>(shapes: &Shapes<D>) -> Vec<Aabb<D>> {
    let bounds = bounds_of(shapes).expect("the columns of a scene are of one length");
    (0..bounds.len()).map(|index| bounds.get(index).expect("the box is valid")).collect()
}

fn inserted<const D: usize>(boxes: &[Aabb<D>]) -> (DynamicTree<D>, Vec<Handle>) {
    let mut tree = DynamicTree::new();
    let handles = boxes.iter().map(|aabb| tree.insert(*aabb).expect("the box is valid")).collect();
    (tree, handles)
}

/// Holds a tree against the sweep and prune.
fn check<const D: usize>(tree: &mut DynamicTree<D>, shapes: &Shapes<D>) {
    tree.validate().expect("the tree is sound");
    let (mut pairs, mut expected) = (Pairs::new(), Pairs::new());
    tree.pairs(Output::Collect(&mut pairs)).expect("there is memory");
    let bounds = bounds_of(shapes).expect("as before");
    Sap::new().pairs(&Join::within(bounds), &mut expected).expect("the call is valid");
    assert_eq!(Digest::of(&pairs), Digest::of(&expected), "other pairs");
}

fn on_a_pool<const D: usize>(
    bench: &mut BenchmarkGroup<'_, WallTime>,
    pool: &ThreadPool,
    scene: &Scene<D>,
) {
    let (shapes, before) = (&scene.shapes, boxes(&scene.shapes));
    let (mut tree, handles) = pool.install(|| inserted(&before));
    check(&mut tree, shapes);
    time(bench, pool, "one by one", before.len(), || inserted(black_box(&before)).0.len());
    let mut moved = scene.clone();
    moved.step();
    let after = boxes(&moved.shapes);
    let mut turn = false;
    time(bench, pool, "move all one by one", before.len(), || {
        turn = !turn;
        let to = if turn { &after } else { &before };
        let moves = handles.iter().zip(to);
        moves.filter(|(handle, to)| tree.set(**handle, **to).expect("it is there")).count()
    });
    let bounds = bounds_of(shapes).expect("as before");
    let mut loaded = Vec::new();
    pool.install(|| tree.load(bounds, &mut loaded)).expect("the boxes are valid");
    check(&mut tree, shapes);
    time(bench, pool, "at once", before.len(), || {
        loaded.clear();
        tree.load(black_box(bounds), &mut loaded).expect("as before");
    });
}

fn dynamic_tree(criterion: &mut Criterion) {
    for name in ["uniform", "crowd"] {
        let mut bench = group(criterion, &format!("dynamic-tree/{name}"));
        bench.throughput(Throughput::Elements(u64::from(SHAPES)));
        for pool in pools() {
            match scene::by_name(name)
                .expect("the scene exists")
                .build(SHAPES, SEED)
                .expect("it needs no file")
            {
                SceneShapes::Two(scene) => on_a_pool(&mut bench, &pool, &scene),
                SceneShapes::Three(scene) => on_a_pool(&mut bench, &pool, &scene),
            }
        }
        bench.finish();
    }
}

criterion_group!(benches, dynamic_tree);
criterion_main!(benches);
