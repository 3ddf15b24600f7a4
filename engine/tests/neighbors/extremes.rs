//! Points that no grid would be made for.

use std::time::Instant;

use jostle::{
    Error,
    neighbors::{ListKind, Neighbors},
    validate::{InvalidReason, InvalidShape, JoinSide},
};

use crate::{
    common::{Random, pool, watched},
    oracle::{OPEN2, OPEN3, assert_lists, check, naive},
};

#[test]
fn coincident_points() {
    let mut points = vec![[3.0, -7.0, 1e10]; 300];
    points.extend([[0.0; 3], [-0.0; 3], [0.0, -0.0, 0.0]]);
    for radius in [0.0, 1.0, 1e-40] {
        let pairs = check(&points, radius, &OPEN3, "coincident points");
        assert_eq!(pairs, 300 * 299 / 2 + 3);
    }
}

#[test]
fn far_outliers() {
    let random = &mut Random::seeded(1);
    let mut points: Vec<[f32; 3]> = (0..500).map(|_| random.point(-3.0, 3.0)).collect();
    let far = [1e30, -1e30, f32::MAX, -f32::MAX, 1e8, 3e38];
    points.extend(far.map(|x| [x, 0.0, 0.0]));
    points.extend(far.map(|x| [1.0, x, x]));
    points.extend(far.map(|x| [x.next_up().min(f32::MAX), 0.0, 0.0]));
    let pairs = check(&points, 1.0, &OPEN3, "outliers");
    assert!(pairs > 1000, "{pairs}");
    // So far that differences are infinite in f32, and squares in f64 are not.
    for radius in [1e19, 1.5e30, 3.2e38] {
        let pairs = check(&points[450..], radius, &OPEN3, &format!("outliers, {radius:e}"));
        assert!(pairs > 1000, "{pairs}");
    }
}

/// Denormal coordinates, radii and differences.
#[test]
fn denormals() {
    let tiny = |i: u64| f32::from_bits((i % 40) as u32) * if i % 80 < 40 { 1.0 } else { -1.0 };
    let random = &mut Random::seeded(2);
    let points: Vec<[f32; 2]> =
        (0..200).map(|_| [tiny(random.bits()), tiny(random.bits())]).collect();
    let mut pairs = 0;
    for radius in [0.0, f32::from_bits(1), f32::from_bits(7), f32::MIN_POSITIVE, 1e-20] {
        pairs += check(&points, radius, &OPEN2, &format!("denormals, {radius:e}"));
    }
    assert!(pairs > 10_000, "{pairs}");
}

/// Coordinates of every size on each axis, also with nothing but a radius of 0 in common.
#[test]
fn all_sizes_at_a_time() {
    let random = &mut Random::seeded(3);
    for (round, radius) in [0.0, 1e-30, 1e-3, 1.0, 1e10, 1e25].into_iter().enumerate() {
        let mut points = Vec::new();
        for _ in 0..100 {
            let size = 2.0_f32.powi(random.below(240) as i32 - 120);
            let at: [f32; 3] = random.point(-size, size);
            points.push(at);
            // Close to it, whatever that is there.
            points.push(at.map(|x| f32::from_bits(x.to_bits() ^ random.below(8) as u32)));
        }
        check(&points, radius, &OPEN3, &format!("sizes, round {round}"));
    }
}

#[test]
fn what_is_not_finite_is_invalid_and_changes_nothing() {
    let random = &mut Random::seeded(4);
    let clean: Vec<[f32; 3]> = (0..400).map(|_| random.point(0.0, 4.0)).collect();
    let mut points = clean.clone();
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::NAN];
    let mut expected = Vec::new();
    for (number, index) in (3..400).step_by(37).enumerate() {
        points[index][number % 3] = bad[number % 4];
        let is_nan = bad[number % 4].is_nan();
        let reason = if is_nan { InvalidReason::NotANumber } else { InvalidReason::InfiniteCenter };
        expected.push(InvalidShape { side: JoinSide::First, index: index as u32, reason });
    }
    check(&points, 1.0, &OPEN3, "not finite");
    let mut lists = Neighbors::new(1.0);
    lists.update(&points).expect("the call is valid");
    assert_eq!(lists.invalid(), expected);
    lists.update(&[[f32::NAN, 0.0, 0.0]; 20]).expect("the call is valid");
    assert_eq!((lists.len(), lists.indices().len(), lists.invalid().len()), (20, 0, 20));
    lists.update(&clean).expect("the call is valid");
    assert_lists(&lists, &naive(&clean, 1.0, ListKind::Full, &OPEN3), "after points were invalid");
    assert!(lists.invalid().is_empty());
}

/// A point by its number.
type Scene = fn(usize, &mut Random) -> [f32; 3];

/// However points are spread, time is in proportion to points and candidates.
#[test]
fn no_spread_is_slow() {
    const COUNT: usize = 100_000;
    let scenes: [(&str, Scene); 6] = [
        ("a line", |i, _| [i as f32, 0.0, 0.0]),
        ("a diagonal", |i, _| [10.0 * i as f32; 3]),
        ("a line across", |i, _| [0.0, 0.0, i as f32]),
        ("clusters far apart", |i, random| {
            random.point(0.0, 8.0).map(|x: f32| x + (i % 50) as f32 * 1e5)
        }),
        (
            "a cluster and an outlier",
            |i, random| {
                if i == 0 { [1e30; 3] } else { random.point(0.0, 40.0) }
            },
        ),
        ("all sizes", |_, random| {
            let size = 2.0_f32.powi(random.below(120) as i32 - 5);
            [size, -2.0 * size, random.between(0.0, size)]
        }),
    ];
    watched(move || {
        for (name, scene) in scenes {
            let random = &mut Random::seeded(5);
            let points: Vec<[f32; 3]> = (0..COUNT).map(|i| scene(i, random)).collect();
            let mut lists = Neighbors::new(1.0).with_kind(ListKind::Half);
            let clock = Instant::now();
            pool(2).install(|| lists.update(&points)).expect("the call is valid");
            let (took, memory) = (clock.elapsed(), lists.memory_bytes());
            let bound = COUNT * 400 + lists.indices().len() * 32;
            assert!(memory < bound, "{name}: {memory} bytes, {} pairs", lists.indices().len());
            assert!(took.as_secs() < 5, "{name}: {took:?}");
        }
    });
}

/// A quadratic number of neighbors is told without taking the memory for it.
#[test]
fn too_many_neighbors_are_counted() {
    let points = vec![[1.0, 2.0]; 20_000];
    for (kind, total) in [(ListKind::Full, 20_000 * 19_999), (ListKind::Half, 10_000 * 19_999)] {
        let mut lists = Neighbors::new(0.5).with_kind(kind).with_limit(1_000_000);
        let error = pool(2).install(|| lists.update(&points)).expect_err("they are too many");
        assert_eq!(error, Error::TooManyNeighbors { neighbors: total, limit: 1_000_000 });
        assert!(error.to_string().contains(&total.to_string()), "{error}");
        assert!(lists.is_empty() && lists.validity().is_none() && lists.indices().is_empty());
        assert!(lists.memory_bytes() < 20_000_000, "{}", lists.memory_bytes());
        lists.update(&points[..1000]).expect("these are not");
        let each = if kind == ListKind::Full { 1000 * 999 } else { 500 * 999 };
        assert_eq!(lists.indices().len(), each);
    }
}
