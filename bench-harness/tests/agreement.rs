//! On every scene, every broad phase finds the pairs that brute force finds: at sizes around the
//! widths of groups, at every SIMD level, on several numbers of threads, at rest and in motion; as
//! many as the closed forms say, and the same ones as ever.

mod golden;
mod present;

use std::sync::OnceLock;

use jostle::{Bounds, BroadPhase, Join, Pairs, Sap, SimdLevel, broad::BruteForce, digest::Digest};
use jostle_bench::{
    boxes::Shapes,
    runner::broad_phases::{self, BroadPhaseKind, Makes},
    scene::{self, Scene, SceneKind, SceneShapes},
};
use rayon::{ThreadPool, ThreadPoolBuilder};

const SIZES: [u32; 14] = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1000];
const SEEDS: [u64; 2] = [1, 2];
const THREADS: [usize; 4] = [1, 2, 3, 8];
/// Frames between the first look at a scene and the second.
const FRAMES: usize = 5;

fn pool(threads: usize) -> &'static ThreadPool {
    static POOLS: [OnceLock<ThreadPool>; 9] = [const { OnceLock::new() }; 9];
    POOLS[threads].get_or_init(|| {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
    })
}

fn bounds<const D: usize>(scene: &Scene<D>) -> Bounds<'_, D> {
    let bounds = match &scene.shapes {
        Shapes::Boxes(boxes) => Bounds::from_columns(
            boxes.min.each_ref().map(|c| &**c),
            boxes.max.each_ref().map(|c| &**c),
        ),
        Shapes::Balls(balls) => {
            Bounds::from_balls(balls.center.each_ref().map(|c| &**c), &balls.radius)
        }
    };
    bounds.expect("the columns of a scene have one length")
}

fn canonical<const D: usize>(phase: &mut dyn BroadPhase<D>, join: &Join<'_, D>) -> Pairs {
    let mut pairs = Pairs::new();
    let summary = phase.pairs(join, &mut pairs).expect("the call is valid");
    assert_eq!(summary.pairs, pairs.len() as u64);
    assert_eq!(phase.invalid(), [], "all shapes of the scenes are valid");
    pairs.sort_canonical().expect("there is memory");
    pairs
}

/// Holds every broad phase against brute force on one thread and at the plainest level. Returns
/// the number of pairs.
fn check<const D: usize>(scene: &Scene<D>, what: &str) -> u64
where
    BroadPhaseKind: Makes<D>,
{
    let join = Join::within(bounds(scene));
    let mut brute = BruteForce::new().with_level(SimdLevel::PORTABLE);
    let expected = pool(1).install(|| canonical(&mut brute, &join));
    for level in SimdLevel::available() {
        for kind in broad_phases::all() {
            let mut phase = kind.make(*level);
            for threads in THREADS {
                let place = format!("{what}: {}, {level}, {threads} threads", phase.name());
                pool(threads).install(|| {
                    let found = canonical(&mut *phase, &join);
                    assert!(*found == *expected, "{place}: other pairs");
                    let count = phase.count(&join).expect("the call is valid").pairs;
                    assert_eq!(count, expected.len() as u64, "{place}: another count");
                });
            }
        }
    }
    expected.len() as u64
}

fn check_either(shapes: &SceneShapes, what: &str) -> u64 {
    match shapes {
        SceneShapes::Two(scene) => check(scene, what),
        SceneShapes::Three(scene) => check(scene, what),
    }
}

fn check_kind(kind: &SceneKind) {
    let (mut closed_forms, mut pairs) = (0, 0);
    for (n, seed) in SIZES.into_iter().flat_map(|n| SEEDS.map(|seed| (n, seed))) {
        let mut shapes = kind.build(n, seed).expect("the recording is good");
        let found = check_either(&shapes, &format!("{}, n = {n}, seed {seed}", kind.name));
        if let Some(exact) = kind.exact_pairs(n) {
            assert_eq!(found, exact, "{}, n = {n}, seed {seed}: closed form", kind.name);
            closed_forms += 1;
        }
        pairs += found;
        let before = shapes.clone();
        (0..FRAMES).for_each(|_| shapes.step());
        if shapes != before {
            let what = format!("{}, n = {n}, seed {seed}, frame {FRAMES}", kind.name);
            pairs += check_either(&shapes, &what);
        }
    }
    let has_none = kind.exact_pairs(1000) == Some(0);
    assert!(pairs > 0 || has_none, "{}: no pairs at any size", kind.name);
    assert!(closed_forms > 0 || kind.exact_pairs(2).is_none(), "{}: no closed form", kind.name);
}

#[test]
fn broad_phases_agree_on_every_scene() {
    assert!(scene::all().len() >= 19, "scenes are missing");
    assert!(broad_phases::all().len() >= 2, "there is nothing to agree");
    assert_eq!(scene::all().iter().filter(|kind| kind.exact_pairs(64).is_some()).count(), 10);
    present::scenes().for_each(check_kind);
}

/// `n` for which the pairs of every scene were written down, and the seed.
const GOLDEN: (u32, u64) = (1000, 1);

fn golden_line(kind: &SceneKind, level: SimdLevel) -> String {
    fn pairs_of<const D: usize>(scene: &Scene<D>, level: SimdLevel) -> Pairs {
        canonical(&mut Sap::new().with_level(level), &Join::within(bounds(scene)))
    }
    let pairs = match kind.build(GOLDEN.0, GOLDEN.1).expect("the recording is good") {
        SceneShapes::Two(scene) => pairs_of(&scene, level),
        SceneShapes::Three(scene) => pairs_of(&scene, level),
    };
    format!("{:<16} {:>6} {}", kind.name, pairs.len(), Digest::of(&pairs))
}

/// The scenes and their pairs are what they were when the file was written, on every machine:
/// `.ci/targets` asks for them on other processors.
#[test]
fn pairs_are_the_same_as_ever() {
    golden::assert_as_ever(
        "pairs.txt",
        include_str!("golden/pairs.txt"),
        golden_line,
        "If broad_phases_agree_on_every_scene passes, the scene or the digest has changed (see \
         `jostle-bench verify --shapes 1000 --seed 1 --scene NAME`)",
    );
}
