//! Circles and spheres that cross, against whole numbers and exact arithmetic.

use jostle_kernels::{
    geometry::intersect::{self, CircleIntersection, ERROR, SphereIntersection},
    shape::Ball,
};

use super::support::{
    Cases, Random, dot, exact, half_step, length, minus, point, power as power_of_two, scale,
    sizes, sub, to_segment, wide,
};

/// What two surfaces have in common: 0, 1 or more points; 3 for the same.
fn common<const D: usize>(first: &Ball<D>, second: &Ball<D>) -> usize {
    let between = sub(&point(first.center), &point(second.center));
    let (square, [r, s]) = (dot(&between, &between), [first, second].map(|b| exact(b.radius)));
    let (sum, difference) = (r.clone() + s.clone(), r.clone() - s);
    let outer = (square.clone() - sum.clone() * sum).signum();
    let inner = (square.clone() - difference.clone() * difference).signum();
    match (square.signum(), outer, inner) {
        (0, _, 0) if r.signum() > 0 => 3,
        (_, 1, _) | (_, _, -1) => 0,
        (_, 0, _) | (_, _, 0) => 1,
        _ => 2,
    }
}

/// How far a point may be from where it should be.
fn bound<const D: usize>(found: [f32; D], size: f64) -> f64 {
    found.iter().map(|x| half_step(*x)).sum::<f64>() + ERROR * size
}

/// The sum of the sizes of two balls.
fn size_of<const D: usize>(balls: &[Ball<D>; 2]) -> f64 {
    let radii: f64 = balls.iter().map(|ball| f64::from(ball.radius)).sum();
    sizes(&balls.map(|ball| ball.center)) + radii
}

/// Asserts that all points at a distance from a place are on both surfaces, unless they are out of
/// the range of `f32`.
fn are_on_both<const D: usize>(balls: &[Ball<D>; 2], place: [f32; D], distance: f32) {
    let bound = bound(place, size_of(balls)) + half_step(distance);
    for ball in balls {
        let along = length(minus(wide(place), wide(ball.center)));
        let off = along.hypot(f64::from(distance)) - f64::from(ball.radius);
        let fits = place.iter().all(|x| x.abs() < f32::MAX);
        assert!(!fits || off.abs() <= bound, "{off} {balls:?} {place:?} {distance}");
    }
}

/// How many points two circles have in common, and that these are on both.
fn check_circles(circles: &[Ball<2>; 2]) -> usize {
    let found = intersect::circles(&circles[0], &circles[1]);
    let count = match found {
        CircleIntersection::None => 0,
        CircleIntersection::Point(point) => {
            are_on_both(circles, point, 0.0);
            1
        }
        CircleIntersection::Points(points) => {
            points.iter().for_each(|point| are_on_both(circles, *point, 0.0));
            2
        }
        CircleIntersection::Same => 3,
    };
    assert_eq!(count, common(&circles[0], &circles[1]), "{circles:?} {found:?}");
    count
}

/// The same for spheres.
fn check_spheres(spheres: &[Ball<3>; 2]) {
    let found = intersect::spheres(&spheres[0], &spheres[1]);
    let count = match found {
        SphereIntersection::None => 0,
        SphereIntersection::Point(point) => {
            are_on_both(spheres, point, 0.0);
            1
        }
        SphereIntersection::Circle { center, normal, radius } => {
            assert!((length(wide(normal)) - 1.0).abs() < 1e-6, "{spheres:?} {found:?}");
            are_on_both(spheres, center, radius);
            2
        }
        SphereIntersection::Same => 3,
    };
    assert_eq!(count, common(&spheres[0], &spheres[1]), "{spheres:?} {found:?}");
}

#[test]
fn circles_and_spheres_are_exact() {
    let mut cases = Cases::new(41);
    let (mut counts, mut points, mut extreme) = ([0; 4], 0, 0);
    for _ in 0..80_000 * scale() {
        cases.next();
        let [mut first, mut second] = cases.points::<3, 2>();
        let (radius, mut other) = (cases.size(), cases.size());
        match cases.random.below(20) {
            0 => first = second,
            1 => (second, other) = (first, radius),
            2 | 3 => other = radius,
            _ => {}
        }
        let spheres = [Ball { center: first, radius }, Ball { center: second, radius: other }];
        let circles =
            spheres.map(|Ball { center: [x, y, _], radius }| Ball { center: [x, y], radius });
        check_spheres(&spheres);
        let count = check_circles(&circles);
        counts[count] += 1;
        points += usize::from(count == 1 && circles.iter().any(|c| c.radius == 0.0));
        extreme += usize::from(count > 0 && cases.is_extreme());
    }
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    assert!(counts[2] > 10_000 && points > 100 && extreme > 5_000, "{counts:?} {points} {extreme}");
}

/// Circles of whole numbers, many of them almost touching: their points by exact products.
#[test]
fn circles_that_almost_touch_cross_where_they_do() {
    let mut random = Random(42);
    let (mut crossing, mut almost) = (0, 0);
    for _ in 0..200_000 * scale() {
        let (d, r) = (i128::from(random.below(1 << 22) + 1), i128::from(random.below(1 << 22) + 1));
        let s = if random.below(2) == 0 {
            (d - r).abs() + 1
        } else {
            i128::from(random.below(1 << 22))
        };
        let (outer, inner) = (d * d - (r + s) * (r + s), d * d - (r - s) * (r - s));
        if s >= 1 << 24 || outer >= 0 || inner <= 0 {
            continue;
        }
        let first = Ball { center: [0.0, 0.0], radius: r as f32 };
        let second = Ball { center: [d as f32, 0.0], radius: s as f32 };
        let CircleIntersection::Points([left, right]) = intersect::circles(&first, &second) else {
            panic!("they cross: {d} {r} {s}");
        };
        let x = (d * d + r * r - s * s) as f64 / (2 * d) as f64;
        let y = ((-outer * inner) as f64).sqrt() / (2 * d) as f64;
        for (found, y) in [(left, y), (right, -y)] {
            let slack = ERROR * (d + r + s) as f64;
            assert!((f64::from(found[0]) - x).abs() <= half_step(found[0]) + slack, "{d} {r} {s}");
            assert!((f64::from(found[1]) - y).abs() <= half_step(found[1]) + slack, "{d} {r} {s}");
            // The height has few wrong digits also where it is small.
            assert!((f64::from(found[1]) - y).abs() <= 1e-7 * y.abs(), "{d} {r} {s} {found:?} {y}");
        }
        let sphere = |x: f32, radius| Ball { center: [0.0, 0.0, x], radius };
        let found =
            intersect::spheres(&sphere(0.0, first.radius), &sphere(d as f32, second.radius));
        let SphereIntersection::Circle { center, normal, radius } = found else {
            panic!("they cross: {d} {r} {s}");
        };
        assert_eq!((center, normal, radius), ([0.0, 0.0, left[0]], [0.0, 0.0, 1.0], left[1]));
        crossing += 1;
        almost += usize::from(y < 0.01 * r as f64);
    }
    assert!(crossing > 50_000 && almost > 10_000, "{crossing} {almost}");
}

/// Whether `x + y * sqrt(z)` is at least 0, for a `y` of 1 or -1.
fn is_positive(x: i64, y: i64, z: i64) -> bool {
    if y > 0 { x >= 0 || x * x <= z } else { x >= 0 && x * x >= z }
}

/// How many roots `a t^2 + 2 b t + c` has in `0..=1`.
fn roots(a: i64, b: i64, c: i64) -> usize {
    if a == 0 {
        return usize::from(c == 0);
    }
    let square = b * b - a * c;
    let within = |sign: i64| is_positive(-b, sign, square) && is_positive(a + b, -sign, square);
    match square.signum() {
        -1 => 0,
        0 => usize::from(within(1)),
        _ => usize::from(within(1)) + usize::from(within(-1)),
    }
}

#[test]
fn circles_and_segments_of_whole_numbers_are_exact() {
    let mut random = Random(43);
    let (mut counts, mut tangents, mut ends, mut no_length) = ([0; 3], 0, 0, 0);
    for _ in 0..300_000 * scale() {
        let whole = |random: &mut Random| random.below(31) as i64 - 15;
        let [x, y, a, mut b, mut c, mut d]: [i64; 6] = std::array::from_fn(|_| whole(&mut random));
        let radius = i64::from(random.below(16));
        match random.below(50) {
            0 => (c, d) = (a, b),
            1 => (b, d) = (y + radius, y + radius),
            _ => {}
        }
        let unit = power_of_two(random.of(&[0, 0, -145, 100]));
        let at = |x: i64, y: i64| [x as f32 * unit, y as f32 * unit];
        let circle = Ball { center: at(x, y), radius: radius as f32 * unit };
        let segment = [at(a, b), at(c, d)];
        let (ux, uy, px, py) = (c - a, d - b, a - x, b - y);
        let (along, power) = (px * ux + py * uy, px * px + py * py - radius * radius);
        let expected = roots(ux * ux + uy * uy, along, power);
        let found = intersect::circle_segment(&circle, segment);
        let points = match &found {
            CircleIntersection::None => &[][..],
            CircleIntersection::Point(point) => std::slice::from_ref(point),
            CircleIntersection::Points(points) => &points[..],
            CircleIntersection::Same => panic!("a segment is no circle"),
        };
        assert_eq!(points.len(), expected, "{circle:?} {segment:?} {found:?}");
        for p in points {
            let off = length(minus(wide(*p), wide(circle.center))) - f64::from(circle.radius);
            let size = sizes(&[circle.center, segment[0], segment[1]]) + f64::from(circle.radius);
            let bound = bound(*p, size);
            assert!(off.abs() <= bound, "{circle:?} {segment:?} {found:?} {off}");
            assert!(to_segment(wide(*p), segment.map(wide)) <= bound, "{circle:?} {segment:?}");
        }
        if let [first, second] = points {
            let way = |p: &[f32; 2]| length(minus(wide(*p), wide(segment[0])));
            assert!(way(first) < way(second), "{circle:?} {segment:?} {found:?}");
        }
        counts[expected] += 1;
        let is_tangent = along * along == (ux * ux + uy * uy) * power;
        tangents += usize::from(expected == 1 && power > 0 && is_tangent);
        ends += usize::from(points.contains(&segment[0]) || points.contains(&segment[1]));
        no_length += usize::from(expected == 1 && segment[0] == segment[1]);
    }
    assert!(counts.iter().all(|count| *count > 15_000), "{counts:?}");
    assert!(tangents > 1_000 && ends > 2_000 && no_length > 5, "{tangents} {ends} {no_length}");
}

/// Any circles and segments: the points are where they should be, and what is left out is not
/// there.
#[test]
fn circles_and_segments_of_any_size() {
    let mut cases = Cases::new(44);
    let mut counts = [0; 3];
    for _ in 0..60_000 * scale() {
        cases.next_plain();
        let (segment, center) = (cases.points::<2, 2>(), cases.point::<2>());
        let mut circle = Ball { center, radius: cases.size() };
        // A tangent, or a circle that an end is nearly on.
        match cases.random.below(4) {
            0 | 1 => circle.radius = to_segment(wide(center), segment.map(wide)) as f32,
            2 => circle.radius = length(minus(wide(segment[0]), wide(center))) as f32,
            _ => {}
        }
        let size = sizes(&[center, segment[0], segment[1]]) + f64::from(circle.radius);
        let distance = to_segment(wide(center), segment.map(wide)) - f64::from(circle.radius);
        let found = intersect::circle_segment(&circle, segment);
        let points = match &found {
            CircleIntersection::None => &[][..],
            CircleIntersection::Point(point) => std::slice::from_ref(point),
            CircleIntersection::Points(points) => &points[..],
            CircleIntersection::Same => panic!("a segment is no circle"),
        };
        counts[points.len()] += 1;
        let ends = segment.map(|p| length(minus(wide(p), wide(center))) - f64::from(circle.radius));
        if points.is_empty() {
            let apart = distance > -1e-15 * size || ends.iter().all(|off| *off < 1e-15 * size);
            assert!(apart, "{circle:?} {segment:?} {distance}");
        }
        for p in points {
            let off = length(minus(wide(*p), wide(center))) - f64::from(circle.radius);
            assert!(off.abs() <= bound(*p, size), "{circle:?} {segment:?} {found:?} {off}");
            assert!(to_segment(wide(*p), segment.map(wide)) <= bound(*p, size));
        }
    }
    assert!(counts.iter().all(|count| *count > 5_000), "{counts:?}");
}
