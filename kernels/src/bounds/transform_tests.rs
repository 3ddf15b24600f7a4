//! Tests of the transform, beside it because they are as long.

use super::super::testing::{
    Random, at_level, columns_of, gather, groups, same_values, samples, scatter, valid_samples,
};
use super::*;

/// Maps of every kind: identity, scales with zeros, reflections, shears, and dense ones.
fn maps<const D: usize>() -> Vec<Affine<D>> {
    let mut random = Random(5);
    let mut maps = vec![Affine::IDENTITY];
    for kind in 0..24 {
        let mut map = Affine { linear: [[0.0; D]; D], translation: [0.0; D] };
        for entry in map.linear.as_flattened_mut().iter_mut().chain(&mut map.translation) {
            *entry = match kind % 3 {
                0 => random.within(10.0),
                1 => [0.0, -0.0, 1.0, -1.0, 2.0][random.below(5) as usize],
                _ => [0.0, random.within(1e-20), random.within(1e20)][random.below(3) as usize],
            };
        }
        maps.push(map);
    }
    maps
}

fn lanewise<const D: usize>() {
    for map in maps::<D>() {
        for group in groups(&samples::<D>()) {
            for level in SimdLevel::available() {
                let image = at_level!(level, |lanes,
                                              group: [Aabb<D>; 8],
                                              map: Affine<D>|
                 -> [Aabb<D>; 8] {
                    scatter(lanes, &gather(lanes, &group).transformed(lanes, &map))
                });
                for lane in 0..8 {
                    let expected = group[lane].transformed(&map);
                    assert!(same_values(&image[lane], &expected), "{level} {map:?}");
                }
            }
        }
    }
}

#[test]
fn every_lane_agrees_with_the_reference() {
    lanewise::<2>();
    lanewise::<3>();
}

/// Minimum and maximum of all corners on axis `to`, in `f64`, and the bound on the rounding.
fn corners<const D: usize>(aabb: &Aabb<D>, map: &Affine<D>, to: usize) -> (f64, f64, f64) {
    let translation = f64::from(map.translation[to]);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for corner in 0..1 << D {
        let mut at = translation;
        for axis in 0..D {
            let bound = if corner >> axis & 1 == 1 { aabb.max[axis] } else { aabb.min[axis] };
            at += f64::from(map.linear[to][axis]) * f64::from(bound);
        }
        (low, high) = (low.min(at), high.max(at));
    }
    let mut size = translation.abs();
    for axis in 0..D {
        let reach = aabb.min[axis].abs().max(aabb.max[axis].abs());
        size += f64::from(map.linear[to][axis].abs()) * f64::from(reach);
    }
    // The last term is for products too small to be normal; the factor, for rounding in `f64`.
    let units = (D + 1) as f64 * 0.5 * f64::from(f32::EPSILON);
    (low, high, units * size * 1.001 + D as f64 * 1.5e-45)
}

fn against_corners<const D: usize>() {
    let mut checked = 0;
    for map in maps::<D>() {
        for aabb in valid_samples::<D>() {
            let image = aabb.transformed(&map);
            assert!(image.is_valid());
            for axis in 0..D {
                let (low, high, error) = corners(&aabb, &map, axis);
                assert!((f64::from(image.min[axis]) - low).abs() <= error, "{map:?} {aabb:?}");
                assert!((f64::from(image.max[axis]) - high).abs() <= error, "{map:?} {aabb:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10_000);
}

#[test]
fn contains_all_corners_and_no_more_up_to_rounding() {
    against_corners::<2>();
    against_corners::<3>();
}

#[test]
fn permutations_and_reflections_of_axes_are_exact() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for (order, signs) in orders.into_iter().flat_map(|order| (0..8).map(move |s| (order, s))) {
        let mut map = Affine { linear: [[0.0; 3]; 3], translation: [0.0; 3] };
        let negative = |axis: usize| signs >> axis & 1 == 1;
        for (to, from) in order.into_iter().enumerate() {
            map.linear[to][from] = if negative(to) { -1.0 } else { 1.0 };
        }
        for aabb in samples::<3>().iter().filter(|aabb| aabb.is_valid()) {
            let image = aabb.transformed(&map);
            for (to, from) in order.into_iter().enumerate() {
                let (low, high) = (aabb.min[from], aabb.max[from]);
                let (low, high) = if negative(to) { (-high, -low) } else { (low, high) };
                assert_eq!((image.min[to], image.max[to]), (low, high));
            }
        }
    }
}

#[test]
fn a_zero_coefficient_silences_an_infinite_bound() {
    let slab = Aabb::new([f32::NEG_INFINITY, 1.0], [f32::INFINITY, 2.0]);
    assert_eq!(slab.transformed(&Affine::IDENTITY), slab);
    let turned = Affine { linear: [[-0.0, -2.0], [1.0, 0.0]], translation: [0.5, 0.0] };
    let expected = Aabb::new([-3.5, f32::NEG_INFINITY], [-1.5, f32::INFINITY]);
    assert_eq!(slab.transformed(&turned), expected);
    assert_eq!(Aabb::EMPTY.transformed(&turned), Aabb::EMPTY);
    assert_eq!(Aabb::EVERYTHING.transformed(&turned), Aabb::EVERYTHING);
}

#[test]
fn the_pass_agrees_with_the_reference_at_every_length() {
    let boxes = samples::<3>();
    let (min, max) = columns_of(&boxes);
    for (map, len) in maps::<3>().into_iter().zip((0..24).chain([boxes.len()])) {
        for level in SimdLevel::available() {
            let (mut out_min, mut out_max) = (min.clone(), max.clone());
            transform_all(
                *level,
                &map,
                min.each_ref().map(|column| &column[..len]),
                max.each_ref().map(|column| &column[..len]),
                out_min.each_mut().map(|column| &mut column[..len]),
                out_max.each_mut().map(|column| &mut column[..len]),
            );
            for (index, aabb) in boxes.iter().enumerate() {
                let expected = if index < len { aabb.transformed(&map) } else { *aabb };
                let image = Aabb {
                    min: out_min.each_ref().map(|column| column[index]),
                    max: out_max.each_ref().map(|column| column[index]),
                };
                assert!(same_values(&image, &expected), "{level}, {len} boxes");
            }
        }
    }
}
