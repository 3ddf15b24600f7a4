//! On every scene, trees answer as testing every box does: at sizes around the widths of groups, at
//! every SIMD level, on several numbers of threads, at rest and in motion; and as ever.

mod golden;
mod present;

use std::fmt::Write;

use jostle::{Aabb, SimdLevel, bvh::Bvh};
use jostle_bench::{
    boxes::{Balls, Boxes, Shapes},
    queries::{self, Answers, Asked, BUILDS, Batch, Kind, Wanted, brute, digest, make, mean_size},
    runner::{bounds_of, box_columns},
    scene::{self, SceneKind, SceneShapes},
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
                    assert_eq!(found, *expected, "{what}: {kind:?} {query}, {name}, {level}");
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

fn golden_line<const D: usize>(name: &str, shapes: &Shapes<D>, level: SimdLevel) -> String {
    let mut bvh = Bvh::new().with_level(level);
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

/// The queries and their answers are what they were when the file was written, on every machine:
/// `.ci/targets` asks for them on other processors.
#[test]
fn answers_are_the_same_as_ever() {
    let line =
        |kind: &SceneKind, level| match kind.build(GOLDEN.0, 1).expect("the recording is good") {
            SceneShapes::Two(scene) => golden_line(kind.name, &scene.shapes, level),
            SceneShapes::Three(scene) => golden_line(kind.name, &scene.shapes, level),
        };
    golden::assert_as_ever(
        "queries.txt",
        include_str!("golden/queries.txt"),
        line,
        "If answers_are_right_on_every_scene passes, a scene, the way queries are made or the \
         digest has changed",
    );
}

fn small(kind: Kind, seed: u64) -> Asked {
    Asked { kind, count: 50, k: 3, radius: 0.5, seed }
}

fn crowd(shapes: u32) -> Shapes<2> {
    match scene::by_name("crowd").unwrap().build(shapes, 1).unwrap() {
        SceneShapes::Two(scene) => scene.shapes,
        SceneShapes::Three(_) => unreachable!("crowds are flat"),
    }
}

#[test]
fn the_seed_decides() {
    let shapes = crowd(30);
    for kind in Kind::ALL {
        let text = |seed| format!("{:?}", make(&shapes, &small(kind, seed)));
        assert_eq!(text(1), text(1));
        assert_eq!(text(1) == text(2), kind == Kind::Knn, "{kind:?}");
    }
}

#[test]
fn points_are_centers_in_the_order_of_the_shapes() {
    let mut balls = Balls::<3>::with_capacity(0);
    balls.push([1.0, 2.0, 3.0], 1.0);
    balls.push([4.0, 5.0, 6.0], 2.0);
    let shapes = Shapes::Balls(balls);
    assert_eq!(mean_size(&shapes), 3.0);
    let Batch::Points { points, .. } = make(&shapes, &Asked { count: 3, ..small(Kind::Knn, 1) })
    else {
        panic!("neighbors are those of points");
    };
    assert_eq!(points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]);
}

#[test]
fn rays_begin_within_the_bounds() {
    let shapes = crowd(30);
    let boxes = box_columns(&shapes);
    let least = |axis: usize| boxes.min[axis].iter().copied().fold(f32::INFINITY, f32::min);
    let most = |axis: usize| boxes.max[axis].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all = Aabb { min: [least(0), least(1)], max: [most(0), most(1)] };
    let Batch::Rays(rays) = make(&shapes, &small(Kind::Ray, 1)) else { panic!("no rays") };
    assert_eq!(rays.len(), 50);
    for ray in rays {
        assert!(all.overlaps(&Aabb::point(ray.origin)));
        let length = ray.direction.iter().map(|d| d * d).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-6);
    }
}

#[test]
fn nothing_can_be_asked_about_too() {
    for kind in Kind::ALL {
        assert_eq!(make(&crowd(0), &small(kind, 1)).len(), 50);
    }
}

#[test]
fn wrong_answers_are_faults() {
    let coincident = |count: usize| {
        let mut boxes = Boxes::<2>::new();
        (0..count).for_each(|_| boxes.push([0.0; 2], [1.0; 2]));
        Shapes::Boxes(boxes)
    };
    let (shapes, others) = (coincident(3), coincident(4));
    let asked = Asked { kind: Kind::Overlap, count: 300, k: 8, radius: 1.0, seed: 1 };
    let batch = make(&shapes, &asked);
    let mut bvh = Bvh::<2>::new();
    bvh.build(bounds_of(&shapes).unwrap()).unwrap();
    let mut answers = Answers::default();
    batch.ask(&bvh, &mut answers).unwrap();
    assert_eq!(queries::check(&shapes, &batch, &answers).unwrap(), (200, None));
    let (_, wrong) = queries::check(&others, &batch, &answers).unwrap();
    let wrong = wrong.expect("there is one box more");
    assert!(wrong.starts_with("query 0 has other answers"), "{wrong}");
    assert!(wrong.contains("(3 and 4 of them)"), "{wrong}");
}
