//! Numbers that are none: nothing is inside, nothing is met, nothing panics.

use jostle_kernels::{
    Aabb,
    geometry::{
        closest, inside,
        intersect::{self, CircleIntersection, SegmentIntersection, SphereIntersection},
        ray::{self, Ray},
    },
    shape::{Ball, Capsule, Obb, Triangle},
};

use super::support::{Random, scale};

const BAD: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// Numbers one of which is none.
fn spoilt<const N: usize>(random: &mut Random) -> [f32; N] {
    let mut numbers = random.vector(1.0);
    numbers[random.below(N as u32) as usize] = random.of(&BAD);
    numbers
}

fn pairs<const D: usize, const N: usize>(numbers: &[f32]) -> [[f32; D]; N] {
    std::array::from_fn(|i| std::array::from_fn(|k| numbers[i * D + k]))
}

#[test]
fn nothing_is_inside() {
    let mut random = Random(21);
    for _ in 0..5_000 * scale() {
        let [p, a, b, c] = pairs::<2, 4>(&spoilt::<8>(&mut random));
        assert!(!inside::triangle2(p, [a, b, c]) && !inside::polygon(p, &[a, b, c]));
        assert_eq!(closest::polygon(p, &[a, b, c]), None);
        let [p, a, b, c] = pairs::<3, 4>(&spoilt::<12>(&mut random));
        let triangle = Triangle { vertices: [a, b, c] };
        assert!(!inside::triangle3(p, &triangle) && !inside::over_triangle3(p, &triangle));
        assert_eq!(closest::barycentric(p, &triangle), None);
        let numbers = spoilt::<10>(&mut random);
        let [p, center, axis] = pairs::<3, 3>(&numbers);
        let capsule = Capsule { center, axis, radius: numbers[9] };
        assert!(!inside::capsule(p, &capsule), "{p:?} {capsule:?}");
        let [p, center, half] = pairs::<2, 3>(&spoilt::<6>(&mut random));
        assert!(!inside::obb(p, &Obb { center, half, axes: [[1.0, 0.0], [0.0, 1.0]] }));
        let [p, a, b] = pairs::<2, 3>(&spoilt::<6>(&mut random));
        assert!(!inside::segment(p, [a, b]));
        assert!(!inside::convex_polygon([random.of(&BAD), 0.0], &[a, b, [3.0, 4.0], [0.0, 9.0]]));
    }
    let negative = Ball { center: [0.0; 2], radius: -1.0 };
    assert!(!inside::ball([0.0; 2], &negative));
    assert!(!inside::ball([0.0; 2], &Ball { radius: f32::INFINITY, ..negative }));
    assert!(!inside::capsule(
        [0.0; 2],
        &Capsule { center: [0.0; 2], axis: [1.0; 2], radius: -1.0 }
    ));
}

#[test]
fn nothing_crosses() {
    let mut random = Random(22);
    for _ in 0..5_000 * scale() {
        let [a, b, c, d] = pairs::<2, 4>(&spoilt::<8>(&mut random));
        assert_eq!(intersect::segments([a, b], [c, d]), SegmentIntersection::None);
        let [x, y, r, u, v, s] = spoilt(&mut random);
        let (first, second) =
            (Ball { center: [x, y], radius: r }, Ball { center: [u, v], radius: s });
        assert_eq!(intersect::circles(&first, &second), CircleIntersection::None);
        let [x, y, r, a, b, c, d] = spoilt(&mut random);
        let circle = Ball { center: [x, y], radius: r };
        let found = intersect::circle_segment(&circle, [[a, b], [c, d]]);
        assert_eq!(found, CircleIntersection::None);
        let [x, y, z, r, u, v, w, s] = spoilt(&mut random);
        let first = Ball { center: [x, y, z], radius: r };
        let found = intersect::spheres(&first, &Ball { center: [u, v, w], radius: s });
        assert_eq!(found, SphereIntersection::None);
    }
}

#[test]
fn nothing_is_met() {
    let mut random = Random(23);
    for _ in 0..5_000 * scale() {
        let [a, b, c, d, t_min] = spoilt(&mut random);
        let t_min = if t_min.is_finite() { t_min.abs() } else { t_min };
        let bad = Ray { origin: [a, b], direction: [c, d], t_min, t_max: f32::INFINITY };
        let aabb = Aabb::new([-5.0; 2], [5.0; 2]);
        let (ball, axes) = (Ball { center: [0.0; 2], radius: 5.0 }, [[1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(ray::aabb(&bad, &aabb), None);
        assert_eq!(ray::ball(&bad, &ball), None);
        assert_eq!(ray::obb(&bad, &Obb { center: [0.0; 2], half: [5.0; 2], axes }), None);
        assert_eq!(ray::segment(&bad, [[-5.0, 0.0], [5.0, 0.0]]), None);
        assert_eq!(ray::convex_polygon(&bad, &[[-5.0, -5.0], [5.0, -5.0], [0.0, 5.0]]), None);
        let good = Ray::new([0.0; 2], [1.0, 0.5]);
        let [a, b, c, d, e, f] = spoilt(&mut random);
        assert_eq!(ray::segment(&good, [[a, b], [c, d]]).filter(|_| !finite(&[a, b, c, d])), None);
        assert_eq!(ray::convex_polygon(&good, &[[a, b], [c, d], [e, f]]), None);
        let [a, b, c] = spoilt(&mut random);
        assert_eq!(ray::ball(&good, &Ball { center: [a, b], radius: c }), None);
        let [a, b, c, d, e] = spoilt(&mut random);
        let capsule = Capsule { center: [a, b], axis: [c, d], radius: e };
        assert_eq!(ray::capsule(&good, &capsule), None);
        let corners = pairs::<3, 3>(&spoilt::<9>(&mut random));
        let good = Ray::new([0.0; 3], [1.0, 0.5, 0.25]);
        assert_eq!(ray::triangle3(&good, &Triangle { vertices: corners }), None);
    }
    let nan = Aabb::new([f32::NAN, 0.0], [1.0, 1.0]);
    assert_eq!(ray::aabb(&Ray::new([0.0; 2], [1.0; 2]), &nan), None);
    let backward = Ray::new([0.0; 2], [1.0; 2]).between(2.0, 1.0);
    assert_eq!(ray::aabb(&backward, &Aabb::new([0.0; 2], [9.0; 2])), None);
}

fn finite(numbers: &[f32]) -> bool {
    numbers.iter().all(|x| x.is_finite())
}
