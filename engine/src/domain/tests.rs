use super::*;
use crate::{Bounds, BroadPhase, Join, Pair, Pairs, SimdLevel, broad::BruteForce, testing::Random};

fn between(random: &mut Random, low: f32, high: f32) -> f32 {
    low + (high - low) * random.next()
}

/// Boxes of many sizes: small ones, giants, some without end, and many with equal coordinates.
fn boxes<const D: usize>(count: usize, seed: u64) -> Vec<Aabb<D>> {
    let mut random = Random::seeded(seed);
    (0..count)
        .map(|number| {
            let min: [f32; D] = std::array::from_fn(|_| match number % 3 {
                0 => between(&mut random, 0.0, 10.0).floor(),
                _ => between(&mut random, 0.0, 10.0),
            });
            let size = *[0.5, 0.0, 1.0, 30.0].get(number % 13).unwrap_or(&0.7);
            let mut aabb = Aabb { min, max: min.map(|x| x + size) };
            if number % 31 == 0 {
                aabb.max[0] = f32::INFINITY;
            }
            if number % 37 == 0 {
                aabb.min[D - 1] = f32::NEG_INFINITY;
            }
            if number % 41 == 0 {
                aabb = Aabb { min: [f32::INFINITY; D], max: [f32::INFINITY; D] };
            }
            aabb
        })
        .collect()
}

fn pairs_of<const D: usize>(boxes: &[Aabb<D>]) -> Vec<Pair> {
    let corners: Vec<_> = boxes.iter().map(|aabb| [aabb.min, aabb.max]).collect();
    let mut pairs = Pairs::new();
    let join = Join::within(Bounds::from_corners(&corners));
    BruteForce::<D>::new().pairs(&join, &mut pairs).expect("there is memory");
    pairs.sort_canonical().expect("there is memory");
    pairs.into_vec()
}

/// The sample that domains are made of.
fn sample<const D: usize>(boxes: &[Aabb<D>]) -> Vec<[f32; D]> {
    boxes.iter().map(|aabb| aabb.min).collect()
}

/// What all domains report together, each of the boxes that touch it.
fn reported<const D: usize>(domains: &Decomposition<D>, boxes: &[Aabb<D>]) -> Vec<Pair> {
    let mut held = vec![Vec::new(); domains.domains()];
    for (number, aabb) in boxes.iter().enumerate() {
        let mut last = None;
        domains.for_each_touched(aabb, |domain| {
            assert!(last < Some(domain), "in order");
            last = Some(domain);
            held[domain].push(number as u32);
        });
        assert!(last.is_some(), "{aabb:?} is nowhere");
    }
    let mut all = Vec::new();
    for (domain, held) in held.iter().enumerate() {
        let copies: Vec<_> = held.iter().map(|number| boxes[*number as usize]).collect();
        let found = pairs_of(&copies).into_iter();
        let found = found.map(|Pair { a, b }| Pair { a: held[a as usize], b: held[b as usize] });
        let owned = |pair: &Pair| {
            let [a, b] = [pair.a, pair.b].map(|number| &boxes[number as usize]);
            domains.owner(a, b) == domain
        };
        all.extend(found.filter(owned));
    }
    all.sort_unstable();
    all
}

fn union_is_the_whole<const D: usize>() {
    for seed in 0..4 {
        let boxes = boxes::<D>(600, seed);
        let whole = pairs_of(&boxes);
        assert!(whole.len() > 1_000);
        let sample = sample(&boxes);
        for count in [1, 2, 3, 4, 7, 16, 33] {
            let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], count);
            let domains = domains.expect("there is memory");
            assert_eq!(domains.domains(), count);
            assert_eq!(reported(&domains, &boxes), whole, "{count} domains");
        }
    }
}

#[test]
fn each_pair_is_reported_by_one_domain_in_2d() {
    union_is_the_whole::<2>();
}

#[test]
fn each_pair_is_reported_by_one_domain_in_3d() {
    union_is_the_whole::<3>();
}

/// So it is where cuts have nothing to do with the boxes, and where all cuts are one.
#[test]
fn cuts_do_not_matter() {
    let boxes = boxes::<2>(300, 9);
    let whole = pairs_of(&boxes);
    for sample in [vec![], vec![[5.0, 5.0]; 9], vec![[f32::NAN, 0.0]; 3], vec![[1e30, -1e30]; 2]] {
        let domains = Decomposition::bisect(&sample, &vec![1.0; sample.len()], 5);
        assert_eq!(reported(&domains.expect("there is memory"), &boxes), whole);
    }
}

#[test]
fn regions_have_the_points_of_their_domains() {
    let boxes = boxes::<3>(500, 3);
    let sample = sample(&boxes);
    let domains = Decomposition::bisect(&sample, &vec![1.0; 500], 7).expect("there is memory");
    let mut counts = [0; 7];
    for point in &sample {
        let domain = domains.domain_of(point);
        counts[domain] += 1;
        let Aabb { min, max } = domains.region(domain);
        for axis in 0..3 {
            let is_below = point[axis] < max[axis] || max[axis] == f32::INFINITY;
            assert!(point[axis] >= min[axis] && is_below, "{point:?} in {domain}");
        }
    }
    // A third of the coordinates are whole numbers, which no cut can part.
    assert!(counts.iter().all(|count| (40..110).contains(count)), "{counts:?}");
}

#[test]
fn weights_are_shared_out() {
    let mut random = Random::seeded(7);
    let sample: Vec<[f32; 2]> = (0..4000)
        .map(|_| [between(&mut random, 0.0, 1.0), between(&mut random, 0.0, 1.0)])
        .collect();
    // What lies to the right counts three times as much.
    let weights: Vec<f32> = sample.iter().map(|[x, _]| if *x > 0.5 { 3.0 } else { 1.0 }).collect();
    let domains = Decomposition::bisect(&sample, &weights, 6).expect("there is memory");
    let mut sums = [0.0; 6];
    for (point, weight) in sample.iter().zip(&weights) {
        sums[domains.domain_of(point)] += weight;
    }
    let mean = sums.iter().sum::<f32>() / 6.0;
    assert!(sums.iter().all(|sum| (sum / mean - 1.0).abs() < 0.02), "{sums:?}");
}

#[test]
fn what_cannot_be_made_is_refused() {
    let length = Decomposition::bisect(&[[0.0; 2]], &[], 2);
    assert_eq!(length, Err(crate::Error::Length { what: "weights", expected: 1, found: 0 }));
    assert!(Decomposition::<2>::bisect(&[], &[], 0).is_err());
}

/// What is chosen, by the loop over all boxes, at every level, of many and of few, and where some
/// are not valid.
#[test]
fn chosen_boxes_are_those_of_the_loop() {
    for count in [0, 1, 7, 8, 30, 20_000] {
        let mut boxes = boxes::<3>(count, 8);
        for number in (0..count).step_by(9) {
            boxes[number].min[number % 3] = f32::NAN;
        }
        let corners: Vec<_> = boxes.iter().map(|aabb| [aabb.min, aabb.max]).collect();
        let bounds = Bounds::from_corners(&corners);
        let region = Aabb { min: [2.0, f32::NEG_INFINITY, 1.0], max: [8.0, 6.0, f32::INFINITY] };
        let some = [
            Aabb { min: [1.0, 2.0, 3.0], max: [1.0, 5.0, 4.0] },
            Aabb { min: [f32::NEG_INFINITY; 3], max: [0.5, 0.25, 9.0] },
        ];
        let chosen = |wants: &dyn Fn(&Aabb<3>) -> bool| -> Vec<u32> {
            let is_valid = |aabb: &&Aabb<3>| !aabb.min.iter().any(|x| x.is_nan());
            let all = boxes.iter().enumerate().filter(|(_, aabb)| is_valid(aabb) && wants(aabb));
            all.map(|(index, _)| index as u32).collect()
        };
        let leaving = chosen(&|aabb| {
            !(0..3).all(|k| aabb.min[k] >= region.min[k] && aabb.max[k] < region.max[k])
        });
        let touching = chosen(&|aabb| {
            let touch = |one: &Aabb<3>| {
                (0..3).all(|k| aabb.min[k] <= one.max[k] && one.min[k] <= aabb.max[k])
            };
            some.iter().any(touch)
        });
        assert!(count < 100 || leaving.len() > count / 2 && leaving.len() < count);
        assert!(count < 100 || touching.len() > count / 500);
        for level in SimdLevel::available() {
            let mut selection = Selection::new().with_level(*level);
            for (region, some) in [(Some(&region), &some[..]), (Some(&region), &[]), (None, &some)]
            {
                selection.update(bounds, region, some).expect("there is memory");
                let expected = if region.is_some() { &leaving[..] } else { &[] };
                assert_eq!(selection.leaving(), expected, "{level}");
                let expected = if some.is_empty() { &[] } else { &touching[..] };
                assert_eq!(selection.touching(), expected, "{level}");
            }
        }
    }
}

/// Images of a box, by brute force: a point within reach on a torus is in one of the domains.
#[test]
fn boxes_go_on_at_the_other_end() {
    let mut random = Random::seeded(5);
    let periods = [Some((-2.0, 3.0)), None];
    let mut points = Vec::new();
    for _ in 0..400 {
        points.push([between(&mut random, -2.0, 3.0), between(&mut random, 0.0, 4.0)]);
    }
    points.extend([[-2.0, 1.0], [3.0_f32.next_down(), 1.0], [-2.0, 3.0]]);
    let domains = Decomposition::bisect(&points, &vec![1.0; points.len()], 7).expect("memory");
    let (mut scratch, mut wrapped) = (Vec::new(), 0);
    for center in &points {
        for reach in [0.0_f32, 0.3, 1.0, 2.4, 9.0] {
            let aabb = Aabb { min: center.map(|x| x - reach), max: center.map(|x| x + reach) };
            let mut touched = Vec::new();
            let visit = |domain| touched.push(domain);
            domains
                .for_each_touched_periodic(&aabb, &periods, &mut scratch, visit)
                .expect("memory");
            for point in &points {
                let straight = (point[0] - center[0]).abs();
                let distance = [straight.min(5.0 - straight), (point[1] - center[1]).abs()];
                if distance.iter().all(|distance| *distance <= reach) {
                    assert!(touched.contains(&domains.domain_of(point)), "{center:?} {point:?}");
                    wrapped += usize::from(straight > distance[0]);
                }
            }
            if reach == 0.0 {
                assert!(touched.len() < 4);
            }
        }
    }
    assert!(wrapped > 1_000, "{wrapped}");
}
