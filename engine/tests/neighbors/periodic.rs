//! Periodic axes: every subset of them, points on the border and outside of it.

use jostle::neighbors::{ListKind, Neighbors};

use crate::{
    common::Random,
    oracle::{Periods, assert_lists, check, naive},
};

const LOW: f32 = -1.5;
const HIGH: f32 = 2.5;

/// A coordinate on a grid that has both ends on it; some are on an end, and some outside by several
/// lengths.
fn coordinate(random: &mut Random) -> f32 {
    let inside = LOW + random.below(4 * 64) as f32 / 64.0;
    match random.below(8) {
        0 => LOW,
        1 => HIGH,
        2 => HIGH - 1.0 / 64.0,
        3 => inside + (random.below(200) as f32 - 100.0) * (HIGH - LOW),
        _ => inside,
    }
}

fn subset<const D: usize>(bits: usize) -> Periods<D> {
    std::array::from_fn(|axis| (bits >> axis & 1 == 1).then_some((LOW, HIGH)))
}

fn every_subset<const D: usize>(count: usize) {
    let random = &mut Random::seeded(D as u64);
    let points: Vec<[f32; D]> = (0..count).map(|_| [(); D].map(|()| coordinate(random))).collect();
    let mut least = 0;
    for bits in 0..1 << D {
        for radius in [0.25, 1.0, 1.984_375] {
            let what = format!("{D}D, axes {bits:b}, {radius}");
            let pairs = check(&points, radius, &subset(bits), &what);
            // Of a larger subset there are more pairs.
            assert!(bits != (1 << D) - 1 || radius < 1.0 || pairs > least, "{what}");
            least = if bits == 0 { pairs } else { least };
        }
    }
}

#[test]
fn every_subset_of_axes_in_2d() {
    every_subset::<2>(300);
}

#[test]
fn every_subset_of_axes_in_3d() {
    every_subset::<3>(250);
}

/// Pairs that touch exactly, across one border, two and three.
#[test]
fn touching_across_the_border_counts() {
    let points = [[-1.5, 0.0, 0.0], [1.5, 0.0, 0.0], [2.5, 1.0, 0.0], [6.5, -1.0, 4.0]];
    check(&points, 1.0, &subset::<3>(7), "touching");
    let mut lists = Neighbors::new(1.0).with_periods(subset::<3>(7));
    lists.update(&points).expect("the points are valid");
    // The first three lie on the border, seen from different sides.
    assert_eq!((lists.of(0), lists.of(1)), (&[1, 2, 3][..], &[0][..]));
    lists.set_radius(1.0_f32.next_down());
    lists.update(&points).expect("the points are valid");
    assert!(lists.indices().is_empty());
    // Corners: an image on each axis.
    let corners = [[LOW; 3], [2.25; 3], [LOW, 2.25, LOW]];
    let away = 3.0_f32.sqrt() * 0.25;
    for (radius, count) in [(away.next_up(), 6), (away.next_down(), 4), (0.25, 2), (0.249, 0)] {
        lists.set_radius(radius);
        lists.update(&corners).expect("the points are valid");
        assert_eq!(lists.indices().len(), count, "{radius}");
        check(&corners, radius, &subset::<3>(7), "corners");
    }
}

/// The shortest interval there can be, with points at half of it from each other: one image counts.
#[test]
fn no_pair_comes_twice() {
    let random = &mut Random::seeded(9);
    let points: Vec<[f32; 3]> =
        (0..200).map(|_| [(); 3].map(|()| random.below(64) as f32 / 16.0)).collect();
    let periods = [Some((0.0, 4.0)); 3];
    let pairs = check(&points, 2.0_f32.next_down(), &periods, "half the interval");
    assert!(pairs > 4000, "{pairs}");
    let mut lists = Neighbors::new(2.0_f32.next_down()).with_periods(periods);
    lists.update(&points).expect("the points are valid");
    for (point, list) in lists.iter() {
        assert!(list.is_sorted_by(|a, b| a < b), "{point}");
    }
}

/// An interval far from 0, where images in `f32` are rounded, and points that are far outside.
#[test]
fn images_are_rounded_and_pairs_are_not_lost() {
    let random = &mut Random::seeded(10);
    let (low, high) = (1000.0, 1007.3);
    let periods = [Some((low, high)), None, Some((-0.7, 8.1))];
    let length = f64::from(high) - f64::from(low);
    let points: Vec<[f32; 3]> = (0..600)
        .map(|i| {
            let at: [f32; 3] = random.point(0.0, 7.0);
            let shift = if i % 3 == 0 { (random.below(60) as f64 - 30.0) * length } else { 0.0 };
            [(f64::from(low + at[0]) + shift) as f32, at[1], at[2]]
        })
        .collect();
    for kind in [ListKind::Full, ListKind::Half] {
        let mut lists = Neighbors::new(1.0).with_kind(kind).with_periods(periods);
        lists.update(&points).expect("the points are valid");
        // No distance is so near the radius that the rounding of f64 decides.
        assert_lists(&lists, &naive(&points, 1.0, kind, &periods), "rounded images");
        assert!(lists.indices().len() > 1000, "{}", lists.indices().len());
    }
}

/// Coordinates whose digits are coarser than the interval lie somewhere in it, the same for both of
/// a pair.
#[test]
fn far_outside_pairs_are_mutual() {
    let random = &mut Random::seeded(11);
    let points: Vec<[f32; 2]> =
        (0..500).map(|_| random.point(-1.0, 1.0).map(|x: f32| x * 1e30)).collect();
    let periods = [Some((-0.3, 4.4)), Some((0.1, 5.0))];
    let mut lists = Neighbors::new(1.0).with_periods(periods);
    lists.update(&points).expect("the points are valid");
    for (point, list) in lists.iter() {
        for other in list {
            let back = lists.of(*other as usize);
            assert!(back.binary_search(&(point as u32)).is_ok(), "{point} and {other}");
        }
    }
    assert!(lists.indices().len() > 1000, "{}", lists.indices().len());
}
