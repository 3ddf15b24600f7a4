//! Points in triangles, segments, balls, capsules and boxes.

use jostle_kernels::{
    geometry::inside,
    shape::{Ball, Capsule, Obb, Triangle},
};

use super::support::{
    Cases, Exact, cross, dot, exact, length, minus, on_segment, point, product, rotation, scale,
    sizes, sub, to_segment, turn, wide,
};

/// Whether a point is in a triangle in the plane: by barycentric coordinates, or on an edge of one
/// without an area.
fn in_triangle2(p: [f32; 2], [a, b, c]: [[f32; 2]; 3]) -> bool {
    let (area, zero) = (turn(a, b, c), exact(0.0));
    if area == zero {
        return [[a, b], [b, c], [c, a]].iter().any(|edge| on_segment(p, *edge));
    }
    let weights = [turn(p, b, c), turn(a, p, c), turn(a, b, p)];
    weights.into_iter().all(|weight| weight * area.clone() >= zero)
}

#[test]
fn triangles_and_segments_in_the_plane_are_exact() {
    let mut cases = Cases::new(1);
    let (mut inside_count, mut outside, mut edge, mut flat, mut extreme) = (0, 0, 0, 0, 0);
    for _ in 0..120_000 * scale() {
        cases.next();
        let mut corners = cases.points::<2, 3>();
        if cases.random.below(4) == 0 {
            corners[2] = cases.among(&corners[..2]);
        }
        let p = cases.among(&corners);
        let found = inside::triangle2(p, corners);
        assert_eq!(found, in_triangle2(p, corners), "{p:?} {corners:?}");
        let [a, b, c] = corners;
        assert_eq!(found, inside::triangle2(p, [b, a, c]), "{p:?} {corners:?}");
        let on_edge = on_segment(p, [a, b]);
        assert_eq!(inside::segment(p, [a, b]), on_edge, "{p:?} {corners:?}");
        assert!(found || !on_edge);
        inside_count += usize::from(found && !on_edge);
        outside += usize::from(!found);
        edge += usize::from(on_edge);
        flat += usize::from(found && turn(a, b, c) == exact(0.0));
        extreme += usize::from(found && cases.is_extreme());
    }
    assert!(inside_count > 20_000 && outside > 30_000, "{inside_count} {outside}");
    assert!(edge > 10_000 && flat > 10_000 && extreme > 20_000, "{edge} {flat} {extreme}");
}

/// Twice the area of a triangle in space, as a vector.
fn area3(a: &[Exact; 3], b: &[Exact; 3], c: &[Exact; 3]) -> [Exact; 3] {
    cross(&sub(b, a), &sub(c, a))
}

#[test]
fn triangles_in_space_are_exact() {
    let mut cases = Cases::new(2);
    let (mut on, mut off, mut flat, mut over, mut beside, mut slack) = (0, 0, 0, 0, 0, 0);
    for _ in 0..60_000 * scale() {
        cases.next();
        let mut vertices = cases.points::<3, 3>();
        if cases.random.below(3) == 0 {
            vertices[2] = cases.on([vertices[0], vertices[1]]);
        }
        let mut p = cases.among(&vertices);
        if cases.random.below(3) == 0 {
            p = cases.among(&[p, vertices[0], vertices[2]]);
        }
        let triangle = Triangle { vertices };
        let ([a, b, c], q, zero) = (vertices.map(point), point(p), exact(0.0));
        let up = area3(&a, &b, &c);
        let weights = [area3(&b, &c, &q), area3(&c, &a, &q), area3(&a, &b, &q)];
        let above = weights.iter().all(|weight| dot(weight, &up) >= zero);
        let is_flat = up.iter().all(|x| *x == zero);
        let expected = if is_flat {
            [[0, 1], [1, 2], [2, 0]].iter().any(|e| on_segment(p, e.map(|i| vertices[i])))
        } else {
            above && dot(&up, &sub(&q, &a)) == zero
        };
        assert_eq!(inside::triangle3(p, &triangle), expected, "{p:?} {vertices:?}");
        on += usize::from(expected && !is_flat);
        off += usize::from(!expected);
        flat += usize::from(expected && is_flat);
        let is_over = inside::over_triangle3(p, &triangle);
        assert!(is_over || is_flat || !above, "{p:?} {vertices:?}");
        let sum = |v: &[Exact; 3]| v.iter().fold(exact(0.0), |sum, x| sum + x.clone().abs());
        for weight in weights.iter().filter(|_| is_over) {
            let slack = sum(weight) * sum(&up) * exact(2_f64.powi(-29));
            assert!(dot(weight, &up) + slack >= zero, "{p:?} {vertices:?}");
        }
        assert!(!(is_over && is_flat));
        over += usize::from(is_over && !expected);
        beside += usize::from(!is_over && !is_flat);
        slack += usize::from(is_over && !above);
    }
    assert!(on > 5_000 && off > 10_000 && flat > 5_000, "{on} {off} {flat}");
    assert!(over > 500 && beside > 5_000 && slack > 10, "{over} {beside} {slack}");
}

#[test]
fn balls_are_exact() {
    fn dimension<const D: usize>(seed: u64) {
        let mut cases = Cases::new(seed);
        let (mut within, mut without, mut touching, mut extreme) = (0, 0, 0, 0);
        for _ in 0..60_000 * scale() {
            cases.next();
            let mut ball = Ball { center: cases.point::<D>(), radius: cases.size() };
            let p = cases.point();
            if cases.random.below(2) == 0 {
                let distance = length(minus(wide(p), wide(ball.center))) as f32;
                ball.radius = if distance.is_finite() { distance } else { ball.radius };
            }
            let from = sub(&point(p), &point(ball.center));
            let power = dot(&from, &from) - exact(ball.radius) * exact(ball.radius);
            let expected = power.signum() <= 0;
            assert_eq!(inside::ball(p, &ball), expected, "{p:?} {ball:?}");
            within += usize::from(expected);
            without += usize::from(!expected);
            touching += usize::from(power.signum() == 0);
            extreme += usize::from(expected && cases.is_extreme());
        }
        assert!(within > 10_000 && without > 10_000, "{within} {without}");
        assert!(touching > 1_000 && extreme > 5_000, "{touching} {extreme}");
    }
    dimension::<2>(3);
    dimension::<3>(4);
}

/// Whether a point is in a capsule, without rounding.
fn in_capsule<const D: usize>(p: [f32; D], capsule: &Capsule<D>) -> bool {
    let (from, axis) = (sub(&point(p), &point(capsule.center)), point(capsule.axis));
    let (radius, square) = (exact(capsule.radius), dot(&axis, &axis));
    let reach = radius.clone() * radius;
    let along = dot(&from, &axis);
    if along.clone().abs() <= square {
        let across = dot(&from, &from) * square.clone() - along.clone() * along;
        return across <= reach.clone() * square.clone() && (square.signum() > 0)
            || square.signum() == 0 && dot(&from, &from) <= reach;
    }
    let end = if along.signum() < 0 { axis.map(|x| -x) } else { axis };
    let from_end = sub(&from, &end);
    dot(&from_end, &from_end) <= reach
}

#[test]
fn capsules_hold_all_that_is_in_them_and_no_more_than_a_slack() {
    fn dimension<const D: usize>(seed: u64) {
        let mut cases = Cases::new(seed);
        let (mut within, mut without, mut point_like, mut ball_like) = (0, 0, 0, 0);
        for _ in 0..40_000 * scale() {
            cases.next_plain();
            let mut capsule =
                Capsule { center: cases.point::<D>(), axis: cases.point(), radius: cases.size() };
            if cases.random.below(8) == 0 {
                capsule.axis = [0.0; D];
            }
            let p = cases.among(&[capsule.center, capsule.axis]);
            let (center, axis) = (wide(capsule.center), wide(capsule.axis));
            let ends = [minus(center, axis), minus(center, axis.map(|x| -x))];
            let gap = to_segment(wide(p), ends) - f64::from(capsule.radius);
            let size = sizes(&[p, capsule.center, capsule.axis]) + f64::from(capsule.radius);
            let (expected, found) = (in_capsule(p, &capsule), inside::capsule(p, &capsule));
            assert!(found || !expected, "{p:?} {capsule:?}");
            assert!(!found || gap <= size * 2_f64.powi(-45) + 1e-37, "{p:?} {capsule:?} {gap}");
            within += usize::from(expected);
            without += usize::from(!found);
            point_like += usize::from(found && capsule.radius == 0.0);
            ball_like += usize::from(found && capsule.axis == [0.0; D]);
        }
        assert!(within > 5_000 && without > 10_000, "{within} {without}");
        assert!(point_like > 300 && ball_like > 500, "{point_like} {ball_like}");
    }
    dimension::<2>(5);
    dimension::<3>(6);
}

/// Boxes whose axes are the coordinate axes in another order and direction: exact.
#[test]
fn boxes_at_right_angles_hold_all_that_is_in_them() {
    let mut cases = Cases::new(7);
    let (mut within, mut without, mut faces, mut flat) = (0, 0, 0, 0);
    for _ in 0..60_000 * scale() {
        cases.next_on_grid();
        let half = std::array::from_fn(|_| cases.size());
        let mut obb = Obb { center: cases.point(), half, axes: [[0.0; 3]; 3] };
        let shift = cases.random.below(3) as usize;
        for own in 0..3 {
            obb.axes[own][(own + shift) % 3] = cases.random.of(&[1.0, -1.0]);
        }
        let p: [f32; 3] = cases.point();
        let beyond = |own: usize| {
            let k = (own + shift) % 3;
            (exact(p[k]) - exact(obb.center[k])).abs() - exact(half[own])
        };
        let most = (0..3).map(beyond).max().expect("there are axes").signum();
        let found = inside::obb(p, &obb);
        // All that is as tiny is within the slack.
        let tiny = sizes(&[p, obb.center, half]) < 1e-37;
        assert_eq!(found, most <= 0 || tiny, "{p:?} {obb:?}");
        within += usize::from(most < 0);
        without += usize::from(most > 0);
        faces += usize::from(most == 0);
        flat += usize::from(most == 0 && half.contains(&0.0));
    }
    assert!(within > 1_000 && without > 20_000, "{within} {without}");
    assert!(faces > 1_000 && flat > 300, "{faces} {flat}");
}

#[test]
fn turned_boxes_hold_their_corners_and_nothing_beside() {
    let mut cases = Cases::new(8);
    let mut outside = 0;
    for _ in 0..20_000 * scale() {
        let axes = rotation(cases.random.direction());
        let half: [f32; 3] = std::array::from_fn(|_| cases.random.unit());
        let obb = Obb { center: cases.random.vector(10.0), half, axes };
        let place = |x: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|k| {
                let own = |i: usize| x[i] * f64::from(half[i]) * f64::from(axes[i][k]);
                f64::from(obb.center[k]) + own(0) + own(1) + own(2)
            })
        };
        let at = |x: [f64; 3]| place(x).map(|x| x as f32);
        // Rounding moves a place by 1e-6 at most.
        let any: [f64; 3] = cases.random.vector(0.99999).map(f64::from);
        if half.iter().all(|half| *half > 0.2) {
            assert!(inside::obb(at(any), &obb), "{any:?} {obb:?}");
            let own = cases.random.below(3) as usize;
            let mut beyond = any;
            beyond[own] = 1.00002 * any[own].signum();
            assert!(!inside::obb(at(beyond), &obb), "{beyond:?} {obb:?}");
            let normal = wide(axes[own]);
            assert!(product(normal, minus(place(beyond), wide(obb.center))).abs() > 0.2);
            outside += 1;
        }
    }
    assert!(outside > 5_000, "{outside}");
}
