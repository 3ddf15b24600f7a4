//! Trees of boxes that were chosen to make bad ones.
//!
//! Promised: whatever the boxes, the threads and the effort, a tree is sound, no deeper than 48
//! nodes, and finds the pairs it should; nothing recurses, so a small stack does for building and
//! asking. Every number of threads builds the same tree.

use jostle::{
    Aabb, Pairs,
    broad::Output,
    bvh::{BuildQuality, Bvh, Lists, NearestHit, TreeStats},
    geometry::Ray,
    validate::InvalidReason,
};

use crate::common::{
    Boxes, Counts, Random, SCENES, THREADS, assert_same, doubling, half_without_end, naive_within,
    one_giant, peeled, pool, sorted, watched,
};

const BUILDS: [BuildQuality; 3] =
    [BuildQuality::Fast, BuildQuality::Balanced, BuildQuality::Quality];

const INF: f32 = f32::INFINITY;

const SIZES: [usize; 15] = [0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 511, 512, 513];
const LARGE: [usize; 4] = [1000, 5000, 70_000, 140_000];

/// Builds and checks everything that can be checked without an oracle.
fn build(tree: &mut Bvh<3>, boxes: &Boxes<3>, what: &str) -> TreeStats {
    tree.build(boxes.bounds()).unwrap();
    tree.validate().unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
    let stats = tree.stats();
    let valid = (0..boxes.len()).filter(|index| boxes.is_valid(*index)).count();
    assert_eq!(stats.boxes, valid, "{what}");
    assert!(stats.depth <= 48, "{what}: {stats:?}");
    assert!(stats.leaves <= stats.boxes && stats.leaves * 8 >= stats.boxes, "{what}: {stats:?}");
    assert!(stats.nodes < 2 * stats.leaves.max(1), "{what}: {stats:?}");
    assert_eq!(stats.depth == 0, valid == 0, "{what}: {stats:?}");
    stats
}

fn pairs(tree: &mut Bvh<3>) -> Pairs {
    let mut pairs = Pairs::new();
    tree.self_pairs(Output::Collect(&mut pairs)).unwrap();
    pairs
}

fn sorted_pairs(tree: &mut Bvh<3>) -> Pairs {
    let mut pairs = pairs(tree);
    pairs.sort_canonical().unwrap();
    pairs
}

#[test]
fn small_trees_are_sound_and_find_all_pairs() {
    let mut trees = BUILDS.map(|build| Bvh::new().with_build(build));
    let mut found = 0;
    for (what, scene) in SCENES {
        for size in SIZES {
            let boxes = scene(size);
            assert_eq!(boxes.len(), size, "{what}");
            let expected = naive_within(&boxes);
            found += expected.len();
            for (tree, effort) in trees.iter_mut().zip(BUILDS) {
                let what = format!("{what}, {size}, {effort:?}");
                build(tree, &boxes, &what);
                assert_same(&sorted_pairs(tree), &expected, &what);
            }
        }
    }
    assert!(found > 1_000_000, "{found}");
}

#[test]
fn large_trees_are_sound_and_not_deep() {
    let deepest = watched(|| {
        let mut trees = BUILDS.map(|build| Bvh::new().with_build(build));
        let mut deepest = [0; 3];
        for (what, scene) in SCENES {
            for size in LARGE {
                let boxes = scene(size);
                for ((tree, effort), deepest) in trees.iter_mut().zip(BUILDS).zip(&mut deepest) {
                    let stats = build(tree, &boxes, &format!("{what}, {size}, {effort:?}"));
                    *deepest = stats.depth.max(*deepest);
                }
            }
        }
        deepest
    });
    // Deeper than splits by heuristic go, so that those in the middle are reached.
    assert!(deepest.iter().all(|depth| *depth > 25), "{deepest:?}");
}

/// Boxes that are not valid are in no tree, whatever they are among.
#[test]
fn boxes_that_are_not_valid_are_left_out() {
    let mut counts = Counts::default();
    for (what, scene) in SCENES {
        for size in [1, 9, 513, 5000] {
            let (mut boxes, mut bad) = (scene(size), Vec::new());
            for index in (0..size).step_by(3) {
                boxes.max[index % 3][index] = if index % 2 == 0 { f32::NAN } else { -INF };
                let inverted = !boxes.is_valid(index) && index % 2 == 1;
                bad.extend((index % 2 == 0).then_some((index as u32, InvalidReason::NotANumber)));
                bad.extend(inverted.then_some((index as u32, InvalidReason::Inverted)));
            }
            let mut tree = Bvh::new();
            build(&mut tree, &boxes, what);
            let listed = jostle::BroadPhase::invalid(&tree);
            let listed: Vec<_> = listed.iter().map(|q| (q.index, q.reason)).collect();
            assert_eq!(listed, bad, "{what}, {size}");
            counts.add("left out", listed.len() > 1);
            if size < 1000 {
                assert_same(&sorted_pairs(&mut tree), &naive_within(&boxes), what);
            }
        }
    }
    let all_bad: Boxes<3> = (0..100).map(|_| ([f32::NAN; 3], [0.0; 3])).collect();
    assert_eq!(build(&mut Bvh::new(), &all_bad, "all"), TreeStats::default());
    counts.assert(&[("left out", 40)]);
}

/// Figures, answers and the sequence of pairs, as one list of numbers.
fn fingerprint(boxes: &Boxes<3>) -> (TreeStats, Pairs, Lists<NearestHit>) {
    let mut tree = Bvh::new();
    let stats = build(&mut tree, boxes, "threads");
    let points: Vec<[f32; 3]> = boxes.iter().step_by(50).map(|(min, _)| min).collect();
    let mut near = Lists::new();
    let points: Vec<_> = points.into_iter().filter(|at| at.iter().all(|x| x.is_finite())).collect();
    tree.nearest_of(&points, 4, INF, |_, _| true, &mut near).unwrap();
    (stats, pairs(&mut tree), near)
}

#[test]
fn threads_build_the_same_tree() {
    for (what, scene, size) in [
        ("uniform", SCENES[14].1, 140_000),
        ("doubling", doubling, 3000),
        ("peeled", peeled, 100_000),
        ("sorted", sorted, 70_000),
        ("half without end", half_without_end, 5000),
        ("one giant", one_giant, 70_000),
    ] {
        let boxes = scene(size);
        let (stats, pairs, near) = pool(1).install(|| fingerprint(&boxes));
        for threads in THREADS {
            let other = pool(threads).install(|| fingerprint(&boxes));
            let cost = (stats.sah_cost.to_bits(), other.0.sah_cost.to_bits());
            assert_eq!(cost.0, cost.1, "{what}, {threads} threads");
            assert_eq!((stats.nodes, stats.depth), (other.0.nodes, other.0.depth), "{what}");
            assert!(*pairs == *other.1, "{what}, {threads} threads: another sequence");
            assert!(near == other.2, "{what}, {threads} threads: other neighbors");
        }
    }
}

const SMALL_STACK: usize = 64 << 10;

/// Builds, joins and asks; returns how much was found.
fn use_all(boxes: &Boxes<3>) -> u64 {
    let mut tree = Bvh::new();
    tree.build(boxes.bounds()).unwrap();
    let mut found = tree.self_pairs(Output::Count).unwrap().pairs;
    let rays = vec![Ray::new([0.1; 3], [1.0, 2.0, 3.0]); 3000];
    let mut lists = Lists::new();
    tree.all_hits_of(&rays, |_, _| true, &mut lists).unwrap();
    found += lists.items().len() as u64;
    let mut ids = Vec::new();
    tree.overlapping(&Aabb { min: [0.0; 3], max: [1.0; 3] }, |_| true, &mut ids).unwrap();
    let mut near = Vec::new();
    tree.nearest([0.0; 3], 20, INF, |_| true, &mut near).unwrap();
    tree.refit(boxes.bounds()).unwrap();
    tree.validate().unwrap();
    found + (ids.len() + near.len()) as u64
}

#[test]
fn small_stacks_do() {
    for (what, scene) in SCENES {
        let size = if what == "peeled" || what == "sorted" { 100_000 } else { 3000 };
        let boxes = scene(size);
        let expected = use_all(&boxes);
        let small = std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(SMALL_STACK);
            let alone = || {
                let one = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
                one.build().unwrap().install(|| use_all(&boxes))
            };
            builder.spawn_scoped(scope, alone).unwrap().join().unwrap()
        });
        assert_eq!(small, expected, "{what}");
        let small = rayon::ThreadPoolBuilder::new().num_threads(3).stack_size(SMALL_STACK);
        assert_eq!(small.build().unwrap().install(|| use_all(&boxes)), expected, "{what}");
    }
}

/// The areas of such boxes, the shortest there are in a row, are nothing, and there is no number
/// for how many of them there are in a unit, but the tree is as good as one of boxes whose sides
/// are one.
#[test]
fn the_smallest_boxes_make_a_good_tree() {
    let order = Random::seeded(7).order(5000);
    let in_a_row = |side: f32| -> Boxes<3> {
        let at = |number: usize| number as f32 * side;
        order.iter().map(|place| ([at(*place), 0.0, 0.0], [at(*place + 1), side, side])).collect()
    };
    for effort in BUILDS {
        let cost = |side: f32| {
            let mut tree = Bvh::new().with_build(effort);
            build(&mut tree, &in_a_row(side), "in a row").sah_cost
        };
        let (smallest, usual) = (cost(f32::from_bits(1)), cost(1.0));
        assert!(smallest < 1.3 * usual, "{effort:?}: {smallest} against {usual}");
    }
}
