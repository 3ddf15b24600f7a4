//! On every scene, trees answer as testing every box does: at sizes around the widths of groups, at
//! every SIMD level, on several numbers of threads, at rest and in motion; and as ever.

mod golden;
mod present;

use std::fmt::Write;

use jostle::{SimdLevel, bvh::Bvh};
use jostle_bench::{
    boxes::Shapes,
    queries::{Answers, Asked, BUILDS, Kind, Wanted, brute, digest, make, mean_size},
    runner::bounds_of,
    scene::{SceneKind, SceneShapes},
};
use rayon::ThreadPoolBuilder;

const SIZES: [u32; 9] = [0, 1, 2, 8, 9, 63, 65, 513, 1500];
const FRAMES: usize = 3;

fn asked<const D: usize>(shapes: &Shapes<D>, kind: Kind, count: usize) -> Asked {
    let radius = match kind {
        Kind::Ray | Kind::Knn => f32::INFINITY,
        Kind::Overlap => mean_size(shapes),
        Kind::Cast => 0.125 * mean_size(shapes),
    };
    Asked { kind, count, k: 5, radius, seed: 1 }
}

/// Holds batches against testing every box, on the pool of the caller.
fn check<const D: usize>(shapes: &Shapes<D>, what: &str) {
    let bounds = bounds_of(shapes).expect("columns have one length");
    for kind in Kind::ALL {
        let batch = make(shapes, &asked(shapes, kind, 32));
        let queries: Vec<usize> = (0..batch.len()).collect();
        let expected = brute(bounds, &batch, &queries, Wanted::First);
        for level in SimdLevel::available() {
            for (name, build) in BUILDS {
                let mut bvh = Bvh::new().with_level(*level).with_build(build);
                bvh.build(bounds).expect("the tree can be built");
                let mut answers = Answers::default();
                batch.ask(&bvh, &mut answers).expect("the queries are valid");
                for (query, expected) in expected.iter().enumerate() {
                    let found = answers.of(&batch, query);
                    let kind = kind.name();
                    assert_eq!(found, *expected, "{what}: {kind} {query}, {name}, {level}");
                }
            }
        }
    }
}

fn check_either(shapes: &SceneShapes, what: &str) {
    match shapes {
        SceneShapes::Two(scene) => check(&scene.shapes, what),
        SceneShapes::Three(scene) => check(&scene.shapes, what),
    }
}

#[test]
fn answers_are_right_on_every_scene() {
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        pool.install(|| {
            for (kind, n) in present::scenes().flat_map(|kind| SIZES.map(|n| (kind, n))) {
                let mut shapes = kind.build(n, 1).expect("the recording is good");
                check_either(&shapes, &format!("{}, n = {n}, {threads} threads", kind.name));
                (0..FRAMES).for_each(|_| shapes.step());
                check_either(&shapes, &format!("{}, n = {n}, moved", kind.name));
            }
        });
    }
}

/// `n` for which the answers on every scene were written down, and the number of queries.
const GOLDEN: (u32, usize) = (1000, 500);

fn golden_line<const D: usize>(name: &str, shapes: &Shapes<D>) -> String {
    let mut bvh = Bvh::new();
    bvh.build(bounds_of(shapes).expect("columns have one length")).expect("the tree can be built");
    let mut line = format!("{name:<16}");
    for kind in Kind::ALL {
        let batch = make(shapes, &asked(shapes, kind, GOLDEN.1));
        let mut answers = Answers::default();
        batch.ask(&bvh, &mut answers).expect("the queries are valid");
        write!(line, " {:016x}", digest(&batch, &answers)).expect("strings take all text");
    }
    line
}

/// The queries and their answers are what they were when the file was written, on every machine.
#[test]
fn answers_are_the_same_as_ever() {
    let line = |kind: &SceneKind| match kind.build(GOLDEN.0, 1).expect("the recording is good") {
        SceneShapes::Two(scene) => golden_line(kind.name, &scene.shapes),
        SceneShapes::Three(scene) => golden_line(kind.name, &scene.shapes),
    };
    golden::assert_as_ever(
        "queries.txt",
        include_str!("golden/queries.txt"),
        line,
        "If answers_are_right_on_every_scene passes, a scene, the way queries are made or the \
         digest has changed",
    );
}
