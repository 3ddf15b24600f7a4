//! Boxes of very unlike sizes in one scene, and scenes in which a sample of the boxes says
//! something else than the boxes do. How they are spread over grids must not show in the pairs.

use jostle::{
    BroadPhase, Filter, Join, Pair, Sap, SimdLevel,
    broad::{BoxSet, BruteForce, StaticCacheSap},
};

use crate::common::{
    Boxes, Engines, Random, assert_same, at_all_scales, best, broad_phases, canonical,
    naive_within, pool, uniform,
};

/// Asserts that every other broad phase finds what all against all finds, on one and three threads,
/// and at the slowest level too. Returns the number of pairs.
fn assert_brute<const D: usize>(boxes: &Boxes<D>, what: &str) -> usize {
    let join = Join::within(boxes.bounds());
    let expected: Vec<Pair> = canonical(&mut BruteForce::new(), &join).to_vec();
    for (level, threads) in
        [(SimdLevel::detect(), 1), (SimdLevel::detect(), 3), (SimdLevel::PORTABLE, 2)]
    {
        for make in broad_phases::<D>() {
            let mut phase = make(level);
            if phase.name() == "brute-force" {
                continue;
            }
            let found = pool(threads).install(|| canonical(&mut *phase, &join));
            assert_same(&found, &expected, &format!("{}, {threads}: {what}", phase.name()));
        }
    }
    expected.len()
}

/// Brute force is what the large scenes are held against; here is what it is held against.
#[test]
fn brute_force_is_right_about_unlike_sizes() {
    let mut random = Random::seeded(20);
    let boxes = unlike_sizes::<3>(&mut random, 2000, &[1.0, 20.0, 400.0, 8000.0]);
    let expected = naive_within(&boxes);
    assert!(expected.len() > 2000);
    Engines::new().check(&Join::within(boxes.bounds()), &expected, &|| "unlike sizes".into());
}

/// Boxes of the given sizes, each ten times rarer than the one before.
fn unlike_sizes<const D: usize>(random: &mut Random, count: usize, sizes: &[f32]) -> Boxes<D> {
    let side = (2.0 * count as f32).powf(1.0 / D as f32);
    let mut corners = || {
        let mut class = 0;
        while class + 1 < sizes.len() && random.percent(10.0) {
            class += 1;
        }
        let min: [f32; D] = random.point(0.0, side).map(|x| x - 0.5 * sizes[class]);
        (min, min.map(|x| x + sizes[class] * random.between(0.5, 1.0)))
    };
    (0..count).map(|_| corners()).collect()
}

#[test]
fn sizes_over_orders_of_magnitude() {
    let mut random = Random::seeded(21);
    for sizes in [&[1.0, 20.0, 400.0, 8000.0][..], &[1.0, 6.0, 36.0], &[1e-3, 1.0, 1e3, 1e6, 1e9]] {
        let what = format!("sizes {sizes:?}");
        assert!(assert_brute(&unlike_sizes::<3>(&mut random, 12_000, sizes), &what) > 20_000);
        assert!(assert_brute(&unlike_sizes::<2>(&mut random, 12_000, sizes), &what) > 20_000);
    }
}

/// How much wider the widest bin of a sweep is than the narrowest, of those on one axis.
fn gradation<const D: usize>(boxes: &Boxes<D>) -> f32 {
    let mut sap = Sap::new();
    sap.count(&Join::within(boxes.bounds())).expect("the call is valid");
    let of_axis = |axis: usize| {
        let cuts: Vec<f32> = sap.cuts().filter(|cut| cut.axis == axis).map(|cut| cut.at).collect();
        let widths = || cuts.windows(2).map(|two| two[1] - two[0]).filter(|width| *width > 0.0);
        widths().fold(0.0, f32::max) / widths().fold(f32::MAX, f32::min)
    };
    (0..D).map(of_axis).fold(1.0, f32::max)
}

/// Boxes at all scales about a point, in bins that are graded.
fn all_scales<const D: usize>(count: usize) {
    let random = &mut Random::seeded(28);
    for (point, octaves) in [(0.0, 40.0), (0.25, 24.0)] {
        let mut boxes = at_all_scales::<D>(random, count, ([point; D], octaves), 0.02);
        assert!(gradation(&boxes) > 100.0, "{D} {point}: {}", gradation(&boxes));
        // Those that no bin fits: without an end, of one point, in the very middle.
        let middle = [point; D];
        boxes.push(middle.map(|x| x - 2.0), middle.map(|x| x + 2.0));
        boxes.push(middle, middle);
        boxes.push([f32::NEG_INFINITY; D], middle);
        boxes.push(middle, [f32::INFINITY; D]);
        boxes.push([-0.0; D], [0.0; D]);
        let statics: Vec<bool> = (0..boxes.len()).map(|_| random.percent(60.0)).collect();
        let filter = Filter::default().with_statics(&statics);
        let other = uniform::<D>(random, 500, 0.1, 0.01);
        let set = BoxSet { bounds: boxes.bounds(), filter };
        let within = [Join::within(boxes.bounds()), Join::within(set)];
        for join in within.into_iter().chain([Join::between(boxes.bounds(), other.bounds())]) {
            let expected = canonical(&mut BruteForce::new(), &join).to_vec();
            assert!(expected.len() > 1000, "{D} {point}: {}", expected.len());
            for (level, threads) in [(SimdLevel::detect(), 1), (SimdLevel::PORTABLE, 3)] {
                let (sap, kept) = (Sap::new(), StaticCacheSap::new());
                let phases: [Box<dyn BroadPhase<D>>; 2] = [Box::new(sap), Box::new(kept)];
                for mut phase in phases {
                    phase.set_level(level);
                    let found = pool(threads).install(|| canonical(&mut *phase, &join));
                    assert_same(&found, &expected, phase.name());
                }
            }
        }
    }
}

#[test]
fn sizes_at_all_scales() {
    all_scales::<2>(15_000);
    all_scales::<3>(30_000);
}

#[test]
fn thin_plates() {
    for axis in 0..3 {
        let mut random = Random::seeded(22);
        let mut boxes = uniform(&mut random, 10_000, 30.0, 1.0);
        for _ in 0..500 {
            let (mut min, mut max) = ([-1.0; 3], [32.0; 3]);
            min[axis] = random.between(0.0, 30.0);
            max[axis] = min[axis] + random.pick(&[0.0, 1e-3]);
            boxes.push(min, max);
        }
        assert!(assert_brute(&boxes, &format!("plates across axis {axis}")) > 10_000);
    }
    let mut random = Random::seeded(23);
    let needles = (0..6000).map(|i| {
        let min: [f32; 3] = random.point(0.0, 60.0);
        let mut max = min.map(|x| x + 0.2);
        max[i % 3] += 40.0;
        (min, max)
    });
    assert!(assert_brute(&needles.collect::<Boxes<3>>(), "needles along every axis") > 6000);
}

#[test]
fn only_large_boxes() {
    let mut random = Random::seeded(24);
    assert!(assert_brute(&uniform::<3>(&mut random, 3000, 10.0, 100.0), "large") > 1_000_000);
    assert!(assert_brute(&uniform::<2>(&mut random, 3000, 1000.0, 500.0), "large") > 100_000);
}

#[test]
fn a_cluster_far_away() {
    for far in [1e4, 1e7, 1e30] {
        let mut random = Random::seeded(25);
        let mut boxes = uniform::<3>(&mut random, 10_000, 20.0, 1.0);
        let cluster = uniform::<3>(&mut random, 200, 1.0, 1.0);
        cluster
            .iter()
            .for_each(|(min, max)| boxes.push(min.map(|x| x + far), max.map(|x| x + far)));
        assert!(assert_brute(&boxes, &format!("cluster at {far}")) > 10_000);
        // All but a few are far away, and where they are a step of `f32` is wider than they.
        let away = boxes.iter().map(|(min, max)| (min.map(|x| x + far), max.map(|x| x + far)));
        let mut away: Boxes<3> = away.take(3000).collect();
        away.push([0.0; 3], [1.0; 3]);
        assert!(assert_brute(&away, &format!("all at {far}")) > 500);
    }
}

/// A broad phase may look at every k-th box to choose its grid. Here those, and only those, are
/// unlike the rest, for every k that a sample of some hundred boxes may have.
#[test]
fn a_sample_of_other_sizes() {
    let mut random = Random::seeded(26);
    for stride in [2, 7, 8, 16, 19, 20, 31, 32, 64, 78, 100, 141, 142] {
        for offset in [0, stride / 2] {
            for (special, common) in [(0.01, 4.0), (40.0, 0.2), (0.0, 1.0), (1.0, 1e5)] {
                let boxes: Boxes<3> = (0..5000)
                    .map(|i| {
                        let size = if i % stride == offset { special } else { common };
                        let min: [f32; 3] = random.point(0.0, 40.0);
                        (min, min.map(|x| x + size * random.unit()))
                    })
                    .collect();
                let join = Join::within(boxes.bounds());
                let expected = best::<3>()[0].count(&join).unwrap().pairs;
                for mut phase in best::<3>() {
                    let found = phase.count(&join).unwrap().pairs;
                    let what = format!("{} of {stride}: {special} {common}", phase.name());
                    assert_eq!(found, expected, "{what}");
                }
            }
        }
    }
}

/// The same with places: the sampled boxes are in another part of space, or are not valid at all.
#[test]
fn a_sample_from_elsewhere() {
    let mut random = Random::seeded(27);
    for stride in [20, 63, 64, 78] {
        for place in [1e3, 1e9, f32::NAN, f32::INFINITY, -0.0] {
            let boxes: Boxes<2> = (0..8000)
                .map(|i| {
                    let min: [f32; 2] = random.point(0.0, 60.0);
                    let max = min.map(|x| x + random.unit());
                    if i % stride == stride / 2 { ([place; 2], [place; 2]) } else { (min, max) }
                })
                .collect();
            assert!(assert_brute(&boxes, &format!("one of {stride} at {place}")) > 2000);
        }
    }
}
