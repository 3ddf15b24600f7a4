//! The sequence of pairs, and not their set alone, is the same for every number of threads, at
//! every SIMD level and in every run.

use jostle::{Join, Pair, Pairs, SimdLevel, digest::Digest};

use crate::common::{Boxes, Make, Random, broad_phases, pool, uniform};

/// Numbers of threads.
const THREADS: [usize; 5] = [1, 2, 3, 5, 8];

/// Runs per number of threads and level: all but the first find its buffers.
const RUNS: usize = if cfg!(debug_assertions) { 2 } else { 3 };

/// Asserts one sequence for all. Brute force, of which one run takes longer than all of the others,
/// is left out of the larger scenes.
fn check<const D: usize>(what: &str, boxes: &Boxes<D>, fewest_pairs: usize) {
    let join = Join::within(boxes.bounds());
    let phases = broad_phases::<D>();
    let kept =
        |make: &Make<D>| boxes.len() < 20_000 || make(SimdLevel::PORTABLE).name() != "brute-force";
    let mut checked = 0;
    for make in phases.into_iter().filter(kept) {
        let mut first: Option<(Vec<Pair>, Digest)> = None;
        for level in SimdLevel::available() {
            for threads in THREADS {
                let mut phase = make(*level);
                for run in 0..RUNS {
                    let mut pairs = Pairs::new();
                    pool(threads).install(|| phase.pairs(&join, &mut pairs)).unwrap();
                    let digest = Digest::of(&pairs);
                    let place = || {
                        format!("{what}, {}, {level}, {threads} threads, run {run}", phase.name())
                    };
                    let (sequence, known) = first.get_or_insert_with(|| (pairs.to_vec(), digest));
                    assert_eq!(digest, *known, "another set of pairs: {}", place());
                    assert!(*sequence == *pairs, "another sequence of pairs: {}", place());
                    checked += 1;
                }
            }
        }
        let pairs = first.map_or(0, |(pairs, _)| pairs.len());
        assert!(pairs >= fewest_pairs, "{what}: only {pairs} pairs");
    }
    assert!(checked >= RUNS * THREADS.len() * SimdLevel::available().len());
}

#[test]
fn spread_evenly() {
    check("3D", &uniform::<3>(&mut Random::seeded(1), 60_000, 34.0, 1.0), 30_000);
    check("2D", &uniform::<2>(&mut Random::seeded(2), 60_000, 230.0, 1.0), 30_000);
    check("small", &uniform::<3>(&mut Random::seeded(3), 15_000, 20.0, 1.0), 10_000);
}

/// So many boxes in one place that their cell is cut into parts for several threads.
#[test]
fn one_heavy_cell() {
    let mut random = Random::seeded(4);
    let mut boxes: Boxes<3> = (0..75_000)
        .map(|_| {
            let (x, size) = (random.between(0.0, 4000.0), random.unit());
            ([x, 0.0, 0.0], [x + size, 1.0, 1.0])
        })
        .collect();
    uniform::<3>(&mut random, 20_000, 100.0, 1.0)
        .iter()
        .for_each(|(min, max)| boxes.push(min, max));
    check("a heavy cell", &boxes, 200_000);
}

#[test]
fn large_boxes_among_small_ones() {
    let mut random = Random::seeded(5);
    let mut boxes = uniform::<3>(&mut random, 40_000, 40.0, 1.0);
    for size in [3.0, 10.0, 40.0] {
        uniform::<3>(&mut random, 60, 40.0, size)
            .iter()
            .for_each(|(min, max)| boxes.push(min, max));
    }
    check("large boxes", &boxes, 50_000);
}

/// Boxes that a sample at regular distances takes for smaller than they are, so that the first
/// grid that comes to mind is too fine. How fine a grid may be must not depend on the threads.
#[test]
fn a_sample_that_misleads() {
    for (count, sizes) in [(20_000_usize, &[36.0, 40.0, 43.0][..]), (40_000, &[40.0])] {
        for &size in sizes {
            let mut random = Random::seeded(6);
            let stride = count.div_ceil(count.isqrt());
            let boxes: Boxes<3> = (0..count)
                .map(|i| {
                    let mut min: [f32; 3] = random.point(0.0, 100.0);
                    min[0] *= 0.2;
                    let sampled = i % stride == stride / 2;
                    let extent = if sampled { [1.0; 3] } else { [0.05, 1.0, size] };
                    (min, std::array::from_fn(|axis| min[axis] + extent[axis]))
                })
                .collect();
            check(&format!("{count} boxes of size {size}"), &boxes, 100);
        }
    }
}
