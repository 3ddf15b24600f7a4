//! Closest points of triangles, polygons, and two segments.

use jostle_kernels::{
    geometry::{closest, inside},
    shape::Triangle,
};

use super::{
    closest::{bound, is_closest, of_corners},
    support::{
        Cases, Exact, cross, dot, exact, half_step, length, minus, point, product, scale, sizes,
        sub, to_segment, wide,
    },
};

#[test]
fn points_of_triangles_are_closest() {
    let mut cases = Cases::new(96);
    let (mut over, mut beside, mut flat, mut on, mut extreme) = (0, 0, 0, 0, 0);
    for _ in 0..60_000 * scale() {
        cases.next();
        let mut vertices = cases.points::<3, 3>();
        if cases.random.below(4) == 0 {
            vertices[2] = cases.among(&vertices[..2]);
        }
        let p = cases.among(&vertices);
        let size = sizes(&[p]) * 3.0 + sizes(&vertices);
        if size > 1e18 {
            continue;
        }
        let bound = bound(size) + 1e-18;
        let triangle = Triangle { vertices };
        let found = closest::triangle3(p, &triangle);
        let what = format!("{p:?} {vertices:?} {found:?}");
        let again = closest::triangle3(wide(found), &Triangle { vertices: vertices.map(wide) });
        let off = length(minus(again, wide(found)));
        assert!(off <= bound, "{off} {what}");
        let in_f64 = closest::triangle3(wide(p), &Triangle { vertices: vertices.map(wide) });
        is_closest(p, found, in_f64, bound, |way| of_corners(&vertices, way), &what);
        let is_flat = area(vertices).iter().all(|x| *x == exact(0.0));
        over += usize::from(inside::over_triangle3(p, &triangle));
        beside += usize::from(!is_flat && !inside::over_triangle3(p, &triangle));
        flat += usize::from(is_flat);
        on += usize::from(inside::triangle3(p, &triangle));
        extreme += usize::from(cases.is_extreme());
    }
    assert!(over > 10_000 && beside > 10_000 && flat > 5_000, "{over} {beside} {flat}");
    assert!(on > 10_000 && extreme > 10_000, "{on} {extreme}");
}

/// The cross product of two sides.
fn area(vertices: [[f32; 3]; 3]) -> [Exact; 3] {
    let [a, b, c] = vertices.map(point);
    cross(&sub(&b, &a), &sub(&c, &a))
}

#[test]
fn weights_are_quotients_of_areas() {
    let mut cases = Cases::new(97);
    let (mut found_count, mut flat, mut negative) = (0, 0, 0);
    for _ in 0..20_000 * scale() {
        cases.next_plain();
        let mut vertices = cases.points::<3, 3>();
        if cases.random.below(8) == 0 {
            vertices[2] = cases.among(&vertices[..2]);
        }
        let p = cases.among(&vertices);
        let [a, b, c] = vertices;
        let up = area(vertices);
        let square = dot(&up, &up);
        let Some(weights) = closest::barycentric(p, &Triangle { vertices }) else {
            assert_eq!(square.signum(), 0, "{vertices:?}");
            flat += 1;
            continue;
        };
        for (weight, edge) in weights.iter().zip([[b, c], [c, a], [a, b]]) {
            let part = area([edge[0], edge[1], p]);
            let off = exact(*weight) * square.clone() - dot(&part, &up);
            let sizes =
                (0..3).fold(exact(0.0), |sum, k| sum + part[k].clone().abs() * up[k].clone().abs());
            let bound = sizes * exact(2_f64.powi(-31))
                + exact(f64::from(weight.abs()) * 2_f64.powi(-24)) * square.clone();
            assert!(off.abs() <= bound, "{p:?} {vertices:?} {weights:?}");
        }
        found_count += 1;
        negative += usize::from(weights.iter().any(|weight| *weight < 0.0));
    }
    assert!(
        found_count > 10_000 && flat > 300 && negative > 3_000,
        "{found_count} {flat} {negative}"
    );
}

#[test]
fn points_of_polygons_are_closest() {
    let mut cases = Cases::new(98);
    let (mut within, mut without, mut extreme) = (0, 0, 0);
    for _ in 0..30_000 * scale() {
        cases.next();
        let count = cases.random.below(7) as usize;
        let polygon: Vec<[f32; 2]> = (0..count).map(|_| cases.point()).collect();
        let p = if count > 0 { cases.among(&polygon) } else { cases.point() };
        let Some(found) = closest::polygon(p, &polygon) else {
            assert_eq!(count, 0);
            continue;
        };
        if inside::polygon(p, &polygon) {
            assert_eq!(found, p);
            within += 1;
            continue;
        }
        let next = |i: usize| polygon[(i + 1) % count];
        let edges = || (0..count).map(|i| [polygon[i], next(i)].map(wide));
        let least = |at: [f64; 2]| edges().map(|e| to_segment(at, e)).fold(f64::INFINITY, f64::min);
        let bound = half_step(found[0])
            + half_step(found[1])
            + (sizes(&polygon) + sizes(&[p])) * 1e-13
            + 1e-37;
        let what = format!("{p:?} {polygon:?} {found:?}");
        assert!(least(wide(found)) <= bound, "{what}");
        let distance = length(minus(wide(p), wide(found)));
        assert!(distance <= least(wide(p)) + bound, "{what}");
        without += 1;
        extreme += usize::from(cases.is_extreme());
    }
    assert!(within > 5_000 && without > 6_000 && extreme > 3_000, "{within} {without} {extreme}");
}

/// The distance of two segments: at an end of one, or where in the plane they cross, or in space
/// where both are at right angles to the way between.
fn between<const D: usize>([a, b]: [[f64; D]; 2], [c, d]: [[f64; D]; 2]) -> f64 {
    let (u, v, w) = (minus(b, a), minus(d, c), minus(c, a));
    let ends = [
        to_segment(a, [c, d]),
        to_segment(b, [c, d]),
        to_segment(c, [a, b]),
        to_segment(d, [a, b]),
    ];
    let best = ends.into_iter().fold(f64::INFINITY, f64::min);
    let (uu, uv, vv) = (product(u, u), product(u, v), product(v, v));
    let (uw, vw) = (product(u, w), product(v, w));
    let below = uu * vv - uv * uv;
    let (s, t) = ((uw * vv - vw * uv) / below, (uw * uv - vw * uu) / below);
    let inside = |x: f64| (0.0..=1.0).contains(&x);
    if below > 1e-9 * uu * vv && inside(s) && inside(t) {
        let way: [f64; D] = std::array::from_fn(|k| w[k] + t * v[k] - s * u[k]);
        return best.min(length(way));
    }
    best
}

fn pairs_of_segments<const D: usize>(seed: u64) {
    let mut cases = Cases::new(seed);
    let (mut parallel, mut crossing, mut points, mut apart, mut extreme) = (0, 0, 0, 0, 0);
    for _ in 0..40_000 * scale() {
        cases.next();
        let (mut first, mut second) = (cases.points::<D, 2>(), cases.points::<D, 2>());
        match cases.random.below(6) {
            0 => first[1] = first[0],
            1 => second[1] = second[0],
            2 => {
                let way: [f32; D] = cases.point();
                second = first.map(|p| std::array::from_fn(|k| p[k] + way[k]));
            }
            3 => second[0] = cases.on(first),
            _ => {}
        }
        let size = sizes(&first) + sizes(&second);
        if size > 1e37 {
            continue;
        }
        let found = closest::segments(first, second);
        let what = format!("{first:?} {second:?} {found:?}");
        for (on, segment) in [(found.on_first, first), (found.on_second, second)] {
            assert!(to_segment(wide(on), segment.map(wide)) <= bound(size), "{what}");
        }
        for (t, on, [a, b]) in [
            (found.parameters[0], found.on_first, first),
            (found.parameters[1], found.on_second, second),
        ] {
            assert!((0.0..=1.0).contains(&t), "{what}");
            let place = std::array::from_fn(|k| {
                f64::from(a[k]) + f64::from(t) * (f64::from(b[k]) - f64::from(a[k]))
            });
            assert!(length(minus(place, wide(on))) <= bound(size), "{what}");
        }
        let distance = length(minus(wide(found.on_first), wide(found.on_second)));
        let expected = between(first.map(wide), second.map(wide));
        assert!(distance <= expected + bound(size), "{distance} {expected} {what}");
        let sides = [first, second].map(|[a, b]| sub(&point(b), &point(a)));
        let along = dot(&sides[0], &sides[1]);
        let squares = [dot(&sides[0], &sides[0]), dot(&sides[1], &sides[1])];
        let is_point = squares.iter().any(|square| square.signum() == 0);
        let [uu, vv] = squares;
        parallel += usize::from(!is_point && along.clone() * along == uu * vv);
        crossing += usize::from(expected <= 1e-9 * size && !is_point);
        points += usize::from(is_point);
        apart += usize::from(expected > bound(size));
        extreme += usize::from(cases.is_extreme());
    }
    assert!(parallel > 4_000 && crossing > 4_000, "{parallel} {crossing}");
    assert!(points > 8_000 && apart > 10_000 && extreme > 8_000, "{points} {apart} {extreme}");
}

#[test]
fn points_of_two_segments_are_closest() {
    pairs_of_segments::<2>(99);
    pairs_of_segments::<3>(100);
}
