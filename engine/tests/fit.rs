//! Oriented boxes around points.

#[path = "common/mod.rs"]
mod common;

use common::{Random, scale};
use jostle::{
    Error,
    error::QueryFault,
    geometry::{Obb, fit, inside},
};

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Whether a point is the center and a sum of shares of the axes as they are stored.
fn is_in(point: [f32; 3], obb: &Obb<3>) -> bool {
    let axes = obb.axes.map(|axis| axis.map(f64::from));
    let from = [0, 1, 2].map(|x| f64::from(point[x]) - f64::from(obb.center[x]));
    let whole = dot(axes[0], cross(axes[1], axes[2]));
    (0..3).all(|own| {
        let along = dot(from, cross(axes[(own + 1) % 3], axes[(own + 2) % 3])) / whole;
        along.abs() <= f64::from(obb.half[own])
    })
}

/// A box in the plane as one in space.
fn raised(obb: &Obb<2>) -> Obb<3> {
    let [[a, b], [c, d]] = obb.axes;
    Obb {
        center: [obb.center[0], obb.center[1], 0.0],
        half: [obb.half[0], obb.half[1], 0.0],
        axes: [[a, b, 0.0], [c, d, 0.0], [0.0, 0.0, 1.0]],
    }
}

/// The area of the smallest rectangle one of whose sides is parallel to two points, by trying all.
fn least_area(points: &[[f32; 2]]) -> f64 {
    let wide: Vec<[f64; 2]> = points.iter().map(|point| point.map(f64::from)).collect();
    let mut least = f64::INFINITY;
    for (index, a) in wide.iter().enumerate() {
        for b in &wide[..index] {
            let (x, y) = (a[0] - b[0], a[1] - b[1]);
            let extent = |x: f64, y: f64| {
                let along = wide.iter().map(|p| p[0] * x + p[1] * y);
                along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
            };
            let square = x * x + y * y;
            if square > 0.0 {
                least = least.min(extent(x, y) * extent(-y, x) / square);
            }
        }
    }
    least
}

/// Points of one of many kinds: anywhere, on a grid, on a circle, in a thin strip, equal ones.
fn points<const D: usize>(random: &mut Random, count: usize) -> Vec<[f32; D]> {
    let (kind, size) = (random.below(6), random.pick(&[1.0, 1e-40, 1e-20, 1e3, 1e20, 1e37]));
    let (far, turn) = (random.pick(&[0.0, 0.0, 1.0, 10.0]) * size, random.point::<D>(-1.0, 1.0));
    let point = |_| {
        let mut at: [f32; D] = random.point(-1.0, 1.0);
        let along = random.between(-2.0, 2.0);
        match kind {
            0 => at = at.map(|x| (3.0 * x).round()),
            1 => {
                let length = at.iter().map(|x| x * x).sum::<f32>().sqrt();
                at = at.map(|x| x / length);
            }
            2 => at = std::array::from_fn(|k| turn[k] * along + 0.01 * at[k]),
            3 => at = turn.map(|x| x * along),
            4 => at = turn,
            _ => {}
        }
        at.map(|x| x * size + far)
    };
    (0..count).map(point).collect()
}

#[test]
fn rectangles_contain_all_points_and_are_the_smallest() {
    let (mut random, mut smaller, mut flat) = (Random::seeded(1), 0, 0);
    for round in 0..3000 * scale() {
        let points = points::<2>(&mut random, 1 + round % 23);
        let obb = fit::obb2(&points).unwrap().expect("there are points");
        for [x, y] in &points {
            assert!(is_in([*x, *y, 0.0], &raised(&obb)), "{x} {y} {obb:?}");
            assert!(inside::obb([*x, *y], &obb), "{x} {y} {obb:?}");
        }
        let [width, height] = obb.half.map(|half| 2.0 * f64::from(half));
        let least = least_area(&points);
        // Axes and center are rounded to `f32`.
        let size = points.iter().flatten().fold(width + height, |size, x| size.max(x.abs().into()));
        let rounding = f64::from(f32::EPSILON) * size + 1e-44;
        let most = least + 4.0 * rounding * (width + height + rounding);
        if least.is_finite() {
            assert!(width * height <= most, "{width} x {height}, not {least}: {points:?}");
        }
        let extent = |axis: usize| {
            let along = points.iter().map(|p| f64::from(p[axis]));
            along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
        };
        smaller += usize::from(width * height < 0.9 * extent(0) * extent(1));
        flat += usize::from(least < 1e-9 * extent(0) * extent(1));
    }
    assert!(smaller > 700 && flat > 60, "{smaller} {flat}");
}

#[test]
fn boxes_in_space_contain_all_points_and_are_small() {
    let (mut random, mut smaller) = (Random::seeded(2), 0);
    for round in 0..2000 * scale() {
        let points = points::<3>(&mut random, 1 + round % 40);
        let obb = fit::obb3(&points).unwrap().expect("there are points");
        assert!(points.iter().all(|point| is_in(*point, &obb)), "{obb:?} {points:?}");
        assert!(points.iter().all(|point| inside::obb(*point, &obb)), "{obb:?} {points:?}");
        let extents = [0, 1, 2].map(|axis| {
            let along = points.iter().map(|p| f64::from(p[axis]));
            along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
        });
        let size = points.iter().flatten().fold(0.0_f64, |size, x| size.max(x.abs().into()));
        let rounding = 4.0 * f64::from(f32::EPSILON) * size + 1e-44;
        let volume: f64 = obb.half.into_iter().map(|half| 2.0 * f64::from(half)).product();
        let along_axes: f64 = extents.into_iter().map(|extent| extent + rounding).product();
        assert!(volume <= along_axes, "{volume}, not {along_axes}: {points:?}");
        smaller += usize::from(volume < 0.7 * along_axes);
    }
    assert!(smaller > 700, "{smaller}");
}

/// Corners of a turned box, and points in it.
#[test]
fn a_turned_box_is_found_again() {
    let mut random = Random::seeded(3);
    let (mut sum, rounds) = (0.0, 300);
    for _ in 0..rounds {
        let unit = |vector: [f64; 3]| {
            let length = dot(vector, vector).sqrt();
            vector.map(|x| x / length)
        };
        let [a, b] = [0, 1].map(|_| unit(random.point(-1.0, 1.0).map(f64::from)));
        let axes = [a, unit(cross(a, b)), cross(a, unit(cross(a, b)))];
        let half = random.point::<3>(0.5, 3.0).map(f64::from);
        let place = |share: [f64; 3]| {
            let x = |k: usize| (0..3).map(|own| share[own] * half[own] * axes[own][k]).sum::<f64>();
            [0, 1, 2].map(|k| x(k) as f32)
        };
        let corner = |bits: i32| [0, 1, 2].map(|k| f64::from(bits >> k & 1) * 2.0 - 1.0);
        let mut points: Vec<[f32; 3]> = (0..8).map(|bits| place(corner(bits))).collect();
        points.extend((0..20).map(|_| place(random.point(-1.0, 1.0).map(f64::from))));
        let obb = fit::obb3(&points).unwrap().expect("there are points");
        let volume: f64 = obb.half.into_iter().map(f64::from).product();
        let share = volume / half.into_iter().product::<f64>();
        assert!((0.999..2.0).contains(&share), "{share}: {half:?}");
        sum += share;
    }
    assert!(sum < 1.05 * f64::from(rounds), "{} times the volume on average", sum / 300.0);
}

#[test]
fn what_no_box_contains_has_none() {
    assert_eq!(fit::obb2(&[]), Ok(None));
    assert_eq!(fit::obb3(&[]), Ok(None));
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = Error::Query { fault: QueryFault::Position, index: 1 };
        assert_eq!(fit::obb2(&[[0.0; 2], [1.0, wrong]]), Err(error.clone()));
        assert_eq!(fit::obb3(&[[0.0; 3], [1.0, wrong, 2.0]]), Err(error));
    }
    let [least, most] = [f32::MIN, f32::MAX];
    assert_eq!(fit::obb2(&[[least, least], [most, most]]), Ok(None));
    assert_eq!(fit::obb3(&[[least, least, 0.0], [most, most, 0.0]]), Ok(None));
    let obb = fit::obb3(&[[1e38, 2.0, 3.0]; 2]).unwrap().expect("it is a point");
    assert!(is_in([1e38, 2.0, 3.0], &obb));
}
