//! Scenes made to break broad phases, most of them with a number of pairs that is known without
//! counting: see `size_classes.rs` for those about sizes.

use jostle::Join;

use crate::common::{
    Boxes, Engines, Random, assert_same, best, canonical, naive_within, pool, scale,
};

/// Asserts the number of pairs for every broad phase at the best level, on one and two threads.
fn assert_count<const D: usize>(boxes: &Boxes<D>, expected: u64) {
    let join = Join::within(boxes.bounds());
    for threads in [1, 2] {
        for mut phase in best::<D>() {
            // All against all takes seconds from here on; more than 2^31 pairs are worth them once.
            if phase.name() == "brute-force" && boxes.len() > 30_000 && !is_worth(threads, expected)
            {
                continue;
            }
            let found = pool(threads).install(|| phase.count(&join)).unwrap().pairs;
            assert_eq!(found, expected, "{}, {threads} threads", phase.name());
        }
    }
}

fn is_worth(threads: usize, pairs: u64) -> bool {
    threads == 2 && pairs > 1 << 31
}

/// Asserts the pairs themselves at every level and on every number of threads.
fn assert_naive<const D: usize>(boxes: &Boxes<D>, what: &str) -> usize {
    let expected = naive_within(boxes);
    Engines::new().check(&Join::within(boxes.bounds()), &expected, &|| what.into());
    expected.len()
}

fn all_pairs(count: usize) -> u64 {
    let count = count as u64;
    count * (count - 1) / 2
}

fn cubes<const D: usize>(per_axis: usize) -> Boxes<D> {
    let corners = |index: usize| {
        let min: [f32; D] =
            std::array::from_fn(|axis| (index / per_axis.pow(axis as u32) % per_axis) as f32);
        (min, min.map(|x| x + 1.0))
    };
    (0..per_axis.pow(D as u32)).map(corners).collect()
}

/// ADV1: more pairs than `i32` and, in the last case, than `u32` can number.
#[test]
fn identical_boxes() {
    let mut counts = vec![65_537];
    // Where each assertion within takes its time, once is enough.
    if cfg!(not(debug_assertions)) {
        counts.push(65_536);
    }
    if scale() > 1 {
        counts.push(92_683);
    }
    for count in counts {
        let boxes = (0..count).map(|_| ([0.0; 3], [1.0; 3])).collect();
        assert_count::<3>(&boxes, all_pairs(count));
    }
}

/// ADV3
#[test]
fn points_at_one_place() {
    assert_count(&(0..20_000).map(|_| ([7.0; 3], [7.0; 3])).collect(), all_pairs(20_000));
    assert_count(&(0..20_000).map(|_| ([-0.0; 2], [0.0; 2])).collect(), all_pairs(20_000));
}

/// ADV4: the touching cells of a lattice, closed-form.
#[test]
fn lattice_of_cubes() {
    assert_count(&cubes::<3>(40), (118_u64.pow(3) - 40_u64.pow(3)) / 2);
}

/// ADV5
#[test]
fn lattice_of_squares() {
    assert_count(&cubes::<2>(300), (898_u64.pow(2) - 300_u64.pow(2)) / 2);
}

/// ADV7 and ADV8: powers of two over the whole range of `f32`.
#[test]
fn powers_of_two() {
    let power = |exponent: u32| f32::from_bits((exponent + 1) << 23);
    let nested = (0..254).map(|i| ([-power(i); 3], [power(i); 3])).collect();
    assert_eq!(assert_naive::<3>(&nested, "nested"), 32_131);
    let row = (0..253).map(|i| ([power(i); 3], [power(i + 1); 3])).collect();
    assert_eq!(assert_naive::<3>(&row, "exponential"), 252);
    assert_count::<3>(&nested, 32_131);
    assert_count::<3>(&row, 252);
}

/// ADV9
#[test]
fn one_giant_over_disjoint_boxes() {
    let mut boxes: Boxes<3> = (0..100_000)
        .map(|i| {
            let min = [(i % 50 * 2) as f32, (i / 50 % 50 * 2) as f32, (i / 2500 * 2) as f32];
            (min, min.map(|x| x + 1.0))
        })
        .collect();
    boxes.push([-1e30; 3], [1e30; 3]);
    assert_count(&boxes, 100_000);
    let mut first: Boxes<3> = [([-1e30; 3], [1e30; 3])].into_iter().collect();
    boxes.iter().take(50_000).for_each(|(min, max)| first.push(min, max));
    assert_count(&first, 50_000);
}

/// ADV10
#[test]
fn combs() {
    let tooth = |i: usize| (2.0 * i as f32, 2.0 * i as f32 + 1.0);
    let across = (0..1000).map(|i| ([-1.0, tooth(i).0], [2001.0, tooth(i).1]));
    let along = (0..1000).map(|i| ([tooth(i).0, -1.0], [tooth(i).1, 2001.0]));
    assert_count::<2>(&across.chain(along).collect(), 1_000_000);
}

/// ADV11: plates that overlap on all axes but one, for each axis.
#[test]
fn liars_on_all_axes_but_one() {
    for axis in 0..3 {
        let mut random = Random::seeded(11);
        let order = random.order(20_000);
        let plates = order.into_iter().map(|i| {
            let (mut min, mut max) = ([-1.0 - i as f32; 3], [1.0 + i as f32; 3]);
            (min[axis], max[axis]) = (2.0 * i as f32, 2.0 * i as f32 + 1.0);
            (min, max)
        });
        assert_count(&plates.collect::<Boxes<3>>(), 0);
    }
}

/// ADV12: planes and slabs without an end.
#[test]
fn unbounded_boxes() {
    for axis in 0..3 {
        let mut random = Random::seeded(12);
        let boxes: Boxes<3> = (0..3000)
            .map(|i| {
                let mut min: [f32; 3] = random.point(0.0, 15.0);
                let mut max = min.map(|x| x + random.unit());
                if i % 100 == 0 {
                    let ends = [
                        (f32::NEG_INFINITY, f32::INFINITY),
                        (f32::NEG_INFINITY, max[axis]),
                        (min[axis], f32::INFINITY),
                        (f32::INFINITY, f32::INFINITY),
                    ];
                    (min[axis], max[axis]) = random.pick(&ends);
                }
                (min, max)
            })
            .collect();
        assert!(assert_naive(&boxes, "unbounded") > 1000);
    }
    let everywhere = || ([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]);
    assert_count::<3>(&(0..5000).map(|_| everywhere()).collect(), all_pairs(5000));
}

/// ADV13: the ends of the range of `f32`.
#[test]
fn largest_coordinates() {
    let (max, half) = (f32::MAX, f32::MAX / 2.0);
    let ends = [-max, -half.next_up(), -half, -half.next_down(), 0.0];
    let ends: Vec<f32> = ends.iter().flat_map(|x| [*x, -*x]).collect();
    let mut random = Random::seeded(13);
    let mut corners = || {
        let (a, b): ([f32; 3], [f32; 3]) = (
            std::array::from_fn(|_| random.pick(&ends)),
            std::array::from_fn(|_| random.pick(&ends)),
        );
        let end = |f: fn(f32, f32) -> f32| std::array::from_fn(|axis| f(a[axis], b[axis]));
        (end(f32::min), end(f32::max))
    };
    let boxes = (0..600).map(|_| corners()).collect();
    assert!(assert_naive::<3>(&boxes, "largest") > 10_000);
    let points = (0..600).map(|i| [if i % 2 == 0 { max } else { -max }; 3]);
    assert_eq!(assert_naive(&points.map(|x| (x, x)).collect(), "ends"), 2 * 300 * 299 / 2);
}

/// ADV14: where a key made of bits and a comparison of floats may differ.
#[test]
fn zeros_and_denormals() {
    let zeros = (0..2000)
        .map(|i| if i % 2 == 0 { ([-1.0; 3], [-0.0; 3]) } else { ([0.0; 3], [1.0; 3]) })
        .collect();
    assert_count::<3>(&zeros, all_pairs(2000));
    let mut random = Random::seeded(14);
    let tiny = |i: usize| f32::from_bits(i as u32);
    let row = random.order(5000).into_iter().map(|i| ([tiny(i); 2], [tiny(i + 1); 2]));
    assert_count::<2>(&row.collect(), 4999);
    let mut corners = || {
        let min: [f32; 3] = std::array::from_fn(|_| tiny(random.below(300)));
        (min, min.map(|x| x + tiny(random.below(30))))
    };
    let boxes = (0..3000).map(|_| corners()).collect();
    assert!(assert_naive::<3>(&boxes, "denormals") > 1000);
}

/// ADV16: boxes that change places in every frame.
#[test]
fn order_that_swaps_each_frame() {
    let mut phases = best::<2>();
    for frame in 0..6 {
        let direction = if frame % 2 == 0 { 1.0 } else { -1.0 };
        let x = |i: usize| direction * (i as f32 * 0.75);
        let boxes: Boxes<2> = (0..4000)
            .map(|i| ([x(i), (i % 3) as f32], [x(i) + 1.0, (i % 3) as f32 + 1.5]))
            .collect();
        let expected = naive_within(&boxes);
        assert!(expected.len() > 1000);
        for phase in &mut phases {
            let found = canonical(&mut **phase, &Join::within(boxes.bounds()));
            assert_same(&found, &expected, phase.name());
        }
    }
}

/// ADV17: sizes and places without a mean.
#[test]
fn cauchy_distribution() {
    let mut random = Random::seeded(17);
    let mut corners = || {
        let mut cauchy = || (std::f32::consts::PI * (random.unit() - 0.5)).tan();
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..3 {
            let (center, half) = (15.0 * cauchy(), 0.25 * cauchy().abs());
            (min[axis], max[axis]) = (center - half, center + half);
        }
        (min, max)
    };
    let boxes = (0..6000).map(|_| corners()).collect();
    assert!(assert_naive::<3>(&boxes, "cauchy") > 1000);
}
