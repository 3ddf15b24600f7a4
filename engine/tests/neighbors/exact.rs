//! All sizes, and distances of which the last digit decides.

use jostle::neighbors::{ListKind, Neighbors};

use crate::{
    common::{Random, pool},
    oracle::{OPEN2, OPEN3, assert_lists, check, naive, square},
};

/// Points on a fine grid around the origin: their distances are `f64` without rounding.
fn scattered<const D: usize>(random: &mut Random, count: usize, side: f32) -> Vec<[f32; D]> {
    let coordinate = |random: &mut Random| (random.between(0.0, side) * 4096.0).round() / 4096.0;
    (0..count).map(|_| [(); D].map(|()| coordinate(random))).collect()
}

#[test]
fn every_size_has_the_lists_of_a_double_loop() {
    let random = &mut Random::seeded(1);
    let mut pairs = 0;
    for count in [0, 1, 2, 7, 8, 9, 15, 16, 17, 100, 1000] {
        let flat: Vec<[f32; 2]> = scattered(random, count, (count as f32 / 4.0).sqrt());
        pairs += check(&flat, 1.0, &OPEN2, &format!("{count} points in 2D"));
        let solid: Vec<[f32; 3]> = scattered(random, count, (count as f32 / 8.0).cbrt());
        pairs += check(&solid, 1.0, &OPEN3, &format!("{count} points in 3D"));
    }
    assert!(pairs > 10_000, "{pairs}");
}

/// A cube of whole numbers has very many pairs exactly at the radius.
#[test]
fn touching_counts() {
    let at = |i: i32| [(i % 7 - 3) as f32, (i / 7 % 7 - 3) as f32, (i / 49 - 3) as f32];
    let points: Vec<[f32; 3]> = (0..343).map(at).collect();
    for radius in [1.0_f32, 2.0_f32.sqrt(), 2.0, 3.0, 5.0] {
        check(&points, radius, &OPEN3, &format!("whole numbers, {radius}"));
    }
    let mut lists = Neighbors::new(3.0);
    lists.update(&points).expect("the points are valid");
    // The point in the middle: all vectors of whole numbers up to 3 long.
    assert_eq!(lists.of(171).len(), 122);
    lists.set_radius(3.0_f32.next_down());
    lists.update(&points).expect("the points are valid");
    assert_eq!(lists.of(171).len(), 122 - 30);
}

/// Points about on spheres around others: next to the radius, to either side of it, by the last
/// digit.
#[test]
fn the_last_digit_decides() {
    let random = &mut Random::seeded(2);
    let (mut at, mut beyond) = (0, 0);
    for round in 0..60 {
        let radius = random.between(0.5, 2.0);
        let mut points: Vec<[f32; 3]> = Vec::new();
        for _ in 0..12 {
            let center: [f32; 3] = random.point(-2.0, 2.0);
            points.push(center);
            for _ in 0..20 {
                let to: [f64; 3] = random.point(-1.0, 1.0).map(f64::from);
                let size = to.iter().map(|x| x * x).sum::<f64>().sqrt();
                let on =
                    |axis: usize| f64::from(center[axis]) + to[axis] / size * f64::from(radius);
                points.push([0, 1, 2].map(|axis| on(axis) as f32));
            }
        }
        check(&points, radius, &OPEN3, &format!("spheres, round {round}"));
        let limit = f64::from(radius).powi(2);
        for (i, a) in points.iter().enumerate() {
            for b in &points[..i] {
                let off = square(*a, *b, &OPEN3) / limit - 1.0;
                at += usize::from((-2e-7..=0.0).contains(&off));
                beyond += usize::from(off > 0.0 && off < 2e-7);
            }
        }
    }
    assert!(at > 2000 && beyond > 2000, "{at} within, {beyond} beyond by a digit");
}

/// The differences of these need more digits than an `f64` has; the distance is above the radius by
/// less than an `f64` of it can tell.
#[test]
fn not_even_the_last_digit_of_f64_is_needed() {
    let tiny = 2.0_f32.powi(-60);
    for kind in [ListKind::Full, ListKind::Half] {
        let mut lists = Neighbors::new(1.0).with_kind(kind);
        lists.update(&[[0.0, 0.0], [1.0, tiny]]).expect("the points are valid");
        assert!(lists.indices().is_empty());
        lists.update(&[[tiny, 0.0], [1.0, 0.0]]).expect("the points are valid");
        assert_eq!(lists.of(0), [1]);
        lists.update(&[[-tiny, 0.0], [1.0, 0.0]]).expect("the points are valid");
        assert!(lists.indices().is_empty());
    }
}

/// Lists that are longer than what is put away at a time, and such that are not sorted by a
/// network.
#[test]
fn long_lists() {
    let random = &mut Random::seeded(3);
    let points: Vec<[f32; 2]> = scattered(random, 3000, 2.0);
    for kind in [ListKind::Full, ListKind::Half] {
        let expected = naive(&points, 1.0, kind, &OPEN2);
        assert!(expected.iter().map(Vec::len).max() > Some(1000));
        for threads in [1, 3] {
            let mut lists = Neighbors::new(1.0).with_kind(kind);
            pool(threads).install(|| lists.update(&points)).expect("the points are valid");
            assert_lists(&lists, &expected, &format!("{kind:?}, {threads} threads"));
        }
    }
}
