//! Manifolds in the plane.

use std::fmt::Debug;

use jostle_kernels::{
    batch::One,
    contact::{
        Contact, Obb2Manifold, ObbPolygonManifold, PairTest, Point, PolygonManifold, contact,
    },
    sat::{Obb2, ObbPolygon, Polygons},
    shape::{Obb, Polygon},
};

use crate::{
    obb2::turned,
    polygon2::{polygon, round},
    support::{
        Asked, Random, agreed, evidence,
        planar::{Corners, Hulls},
        relative, scale,
    },
};

const SQUARE: [[f32; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

fn square(centre: [f32; 2], half: [f32; 2]) -> Obb<2> {
    Obb { centre, half, axes: SQUARE }
}

/// The same box as a polygon.
fn as_polygon(shape: &Obb<2>) -> Polygon {
    let [[x, y], [u, v]] = shape.axes;
    let [p, q] = shape.half;
    let signs = [(p, q), (-p, q), (-p, -q), (p, -q)];
    polygon(shape.centre, &signs.map(|(p, q)| [p * x + q * u, p * y + q * v]))
}

/// The points that there are.
fn points(contact: &Contact<2, 2>) -> &[Point<2>] {
    &contact.points[..contact.count as usize]
}

/// The manifold of two boxes by each of the tests, the box as what the test takes.
fn all_kinds(a: &Obb<2>, b: &Obb<2>) -> [Contact<2, 2>; 3] {
    let (p, q) = (as_polygon(a), as_polygon(b));
    [
        contact::<Obb2Manifold, 2, 2>(a, b),
        contact::<PolygonManifold, 2, 2>(&p, &q),
        contact::<ObbPolygonManifold, 2, 2>(a, &q),
    ]
}

/// Points as `[on_a, on_b]`, in order.
fn places(contact: &Contact<2, 2>) -> Vec<[[f32; 2]; 2]> {
    let mut places: Vec<_> = points(contact).iter().map(|p| [p.on_a, p.on_b]).collect();
    places.sort_by(|p, q| p[0].partial_cmp(&q[0]).expect("numbers"));
    places
}

#[test]
fn a_box_rests_on_a_box() {
    // On the ground, into it by a quarter, over its edge, and with the ground on top.
    let ground = square([0.0, -1.0], [8.0, 1.0]);
    for (x, y, expected) in [
        (3.0, 1.0, [[[2.0, 1.0], [-1.0, -1.0]], [[4.0, 1.0], [1.0, -1.0]]]),
        (3.0, 0.75, [[[2.0, 1.0], [-1.0, -1.0]], [[4.0, 1.0], [1.0, -1.0]]]),
        (7.5, 0.75, [[[6.5, 1.0], [-1.0, -1.0]], [[8.0, 1.0], [0.5, -1.0]]]),
    ] {
        let above = square([x, y], [1.0, 1.0]);
        for found in all_kinds(&ground, &above) {
            assert_eq!(found.normal, [0.0, 1.0]);
            assert_eq!(found.distance, y - 1.0);
            assert_eq!(places(&found), expected, "{found:?}");
            assert!(points(&found).iter().all(|p| p.distance == y - 1.0));
            assert_ne!(found.points[0].feature, found.points[1].feature);
        }
        for found in all_kinds(&above, &ground) {
            let turned = expected.map(|[on_a, on_b]| [on_b, on_a]);
            assert_eq!((found.normal, places(&found)), ([0.0, -1.0], turned.to_vec()));
        }
    }
}

#[test]
fn a_corner_on_an_edge_is_one_point() {
    let ground = square([0.0, -1.0], [8.0, 1.0]);
    for angle in [0.3, 0.7, 1.2] {
        let mut b = turned([1.0, 0.0], [1.0, 0.5], angle);
        let corner = |sign: [f32; 2]| -> [f32; 2] {
            [0, 1].map(|i| sign[0] * b.axes[0][i] + sign[1] * 0.5 * b.axes[1][i])
        };
        let signs = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        let lowest = signs.map(corner).into_iter().min_by(|p, q| p[1].total_cmp(&q[1]));
        let lowest = lowest.expect("there are four");
        for depth in [0.0, 1e-3, 0.05] {
            b.centre[1] = -lowest[1] - depth;
            for found in all_kinds(&ground, &b) {
                let [point] = points(&found) else { panic!("{found:?}") };
                let close = |p: [f32; 2], q: [f32; 2]| {
                    assert!((p[0] - q[0]).abs() + (p[1] - q[1]).abs() < 2e-6, "{found:?}");
                };
                close(point.on_b, lowest);
                close(point.on_a, [1.0 + lowest[0], 1.0]);
                assert!((point.distance + depth).abs() < 1e-6, "{found:?}");
            }
        }
    }
}

#[test]
fn corners_that_touch_are_one_point() {
    let (a, b) = (square([0.0; 2], [1.0; 2]), square([2.0, 2.0], [1.0; 2]));
    for found in all_kinds(&a, &b) {
        let [point] = points(&found) else { panic!("{found:?}") };
        assert_eq!((point.on_a, point.on_b, point.distance), ([1.0; 2], [-1.0; 2], 0.0));
    }
}

#[test]
fn a_box_in_a_box_has_two_points() {
    let (a, b) = (square([0.0; 2], [2.0; 2]), square([1.0, 0.25], [0.5; 2]));
    let expected = [[[2.0, -0.25], [-0.5, -0.5]], [[2.0, 0.75], [-0.5, 0.5]]];
    for found in all_kinds(&a, &b) {
        assert_eq!((found.normal, found.distance), ([1.0, 0.0], -1.5));
        assert_eq!(places(&found), expected, "{found:?}");
    }
}

#[test]
fn of_a_huge_edge_the_part_before_a_tiny_one_remains() {
    let (tiny, ground) = (square([0.1, 0.9e-5], [1e-5; 2]), square([0.0, -1.0], [8.0, 1.0]));
    for found in all_kinds(&tiny, &ground) {
        let on_tiny: Vec<_> = places(&found).iter().map(|[on_a, _]| *on_a).collect();
        assert_eq!(on_tiny, [[-1e-5, -1e-5], [1e-5, -1e-5]], "{found:?}");
    }
}

#[test]
fn the_tip_of_a_segment_is_one_point() {
    // The polygon has no area, and a vertex twice: its only edges are at right angles to the normal.
    let flat = polygon([0.0; 2], &[[-1.0, 0.0], [-1.0, 0.0], [1.0, 0.0]]);
    let wall = square([1.5, 0.25], [1.0, 2.0]);
    let found = contact::<ObbPolygonManifold, 2, 2>(&wall, &flat);
    assert_eq!((found.normal, found.distance), ([-1.0, 0.0], -0.5));
    assert_eq!(points(&found)[0].on_b, [1.0, 0.0], "{found:?}");
    assert_eq!(points(&found)[0].on_a, [-1.0, -0.25], "{found:?}");
}

#[test]
fn edges_in_line_count_as_one() {
    // The top of A and the bottom of B are cut in three and in two.
    let a = polygon(
        [0.0; 2],
        &[[2.0, -1.0], [2.0, 1.0], [1.5, 1.0], [-1.5, 1.0], [-2.0, 1.0], [-2.0, -1.0]],
    );
    let b =
        polygon([0.5, 1.75], &[[-2.0, -1.0], [1.9, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]]);
    let expected = vec![[[-1.5, 1.0], [-2.0, -1.0]], [[2.0, 1.0], [1.5, -1.0]]];
    let found = contact::<PolygonManifold, 2, 2>(&a, &b);
    assert_eq!((found.normal, found.distance, places(&found)), ([0.0, 1.0], -0.25, expected));
}

#[test]
fn apart_there_are_no_points() {
    let (a, b) = (square([0.0; 2], [1.0; 2]), square([2.5, 0.0], [1.0; 2]));
    for found in all_kinds(&a, &b) {
        assert_eq!((found.count, found.distance), (0, 0.5));
    }
}

/// Vertices 1 (of both) are at the upper left, and so on around.
#[test]
fn features_name_the_vertices_on_either_side() {
    let (a, b) = (square([0.0; 2], [2.0, 1.0]), square([0.5, 1.9], [1.0, 1.0]));
    for found in all_kinds(&a, &b) {
        let [right, left] = points(&found) else { panic!("{found:?}") };
        let expected = if right.on_b[0] == 1.0 { [3 * 32, 1 + 2 * 32] } else { [3, 2 + 32] };
        assert_eq!([right.feature, left.feature], expected, "{found:?}");
    }
}

/// Small turns and shifts, also such that the other shape's edge becomes the reference, and that a
/// clipped end becomes a vertex, change no feature.
#[test]
fn features_stay() {
    let mut random = Random(11);
    let (mut by_a, mut by_b) = (0, 0);
    for _ in 0..200 * scale() {
        let a = square([0.0; 2], [1.0 + random.unit(), 1.0]);
        let b = square([random.within(0.8), 1.0 + 0.5 * 0.95], [1.0, 0.5]);
        let before = contact::<Obb2Manifold, 2, 2>(&a, &b);
        let boxes = [before.points[0].feature, before.points[1].feature];
        let polygons = contact::<PolygonManifold, 2, 2>(&as_polygon(&a), &as_polygon(&b));
        let polygons = [polygons.points[0].feature, polygons.points[1].feature];
        for _ in 0..20 {
            let turn = f64::from(random.within(2e-3));
            let (mut moved_a, mut moved_b) = (turned(a.centre, a.half, turn), b);
            moved_b.axes = turned([0.0; 2], b.half, f64::from(random.within(2e-3))).axes;
            moved_a.centre = moved_a.centre.map(|x| x + random.within(1e-3));
            let found = contact::<Obb2Manifold, 2, 2>(&moved_a, &moved_b);
            let mut features: Vec<_> = points(&found).iter().map(|p| p.feature).collect();
            let mut same = boxes.to_vec();
            features.sort_unstable();
            same.sort_unstable();
            assert_eq!(features, same, "{moved_a:?} {moved_b:?} {found:?}");
            by_a += usize::from(found.axis < 2);
            by_b += usize::from(found.axis >= 2);
            let (p, q) = (as_polygon(&moved_a), as_polygon(&moved_b));
            let found = contact::<PolygonManifold, 2, 2>(&p, &q);
            let mut features: Vec<_> = points(&found).iter().map(|p| p.feature).collect();
            let mut same = polygons.to_vec();
            features.sort_unstable();
            same.sort_unstable();
            assert_eq!(features, same, "{p:?} {q:?} {found:?}");
        }
    }
    assert!(by_a > 100 && by_b > 100, "{by_a} {by_b}");
}

/// What random manifolds showed.
#[derive(Debug, Default)]
struct Seen {
    one: usize,
    two: usize,
    by_a: usize,
    by_b: usize,
    worst_a: f64,
    worst_b: f64,
    worst_distance: f64,
    worst_deepest: f64,
}

/// Holds manifolds against the separating axis test, the outlines and each other.
fn check<M: PairTest<2, 2>, T>(seen: &mut Seen, pairs: &[Asked<M, 2, 2>], first_of_b: u32)
where
    T: PairTest<2, 0, A = M::A, B = M::B>,
    One<M::A>: Corners + Debug,
    One<M::B>: Corners + Debug,
{
    let plain = agreed::<T, 2, 0>(pairs);
    for (((a, b), found), plain) in pairs.iter().zip(agreed::<M, 2, 2>(pairs)).zip(plain) {
        let case = || format!("{a:?} {b:?} {found:?}");
        assert_eq!(
            (found.normal, found.distance, found.axis),
            (plain.normal, plain.distance, plain.axis)
        );
        if found.distance > 0.0 {
            continue;
        }
        let hulls = Hulls::new(a, b);
        let between: [f64; 2] = [0, 1].map(|i| f64::from(b.centre()[i]) - f64::from(a.centre()[i]));
        let own = |shape: &dyn Fn() -> crate::support::planar::Terms| -> f64 {
            let length = |(_, terms): &([f32; 2], [(f32, [f32; 2]); 2])| -> f64 {
                terms.iter().map(|(by, [x, y])| f64::from(by.abs() * (x.abs() + y.abs()))).sum()
            };
            shape().iter().map(length).fold(0.0, f64::max)
        };
        let (size_a, size_b) = (own(&|| a.corners()), own(&|| b.corners()));
        let normal = found.normal.map(f64::from);
        let mut deepest = f64::INFINITY;
        for point in points(&found) {
            let (on_a, on_b) = (point.on_a.map(f64::from), point.on_b.map(f64::from));
            let off_a = hulls.off_boundary(true, on_a) / size_a;
            let placed_b = [on_b[0] + between[0], on_b[1] + between[1]];
            // `b` is seen from the centre of A, which rounds by as much as that is far.
            let off_b = hulls.off_boundary(false, placed_b) / size_b;
            seen.worst_a = seen.worst_a.max(off_a);
            seen.worst_b = seen.worst_b.max(off_b);
            let distance = f64::from(point.distance);
            deepest = deepest.min(distance);
            for axis in 0..2 {
                let gap = placed_b[axis] - on_a[axis] - normal[axis] * distance;
                seen.worst_distance = seen.worst_distance.max(gap.abs() / hulls.size);
            }
            assert!(distance <= 1e-6 * hulls.size, "{}", case());
            assert!(point.feature % 32 < 16 && point.feature / 32 < 16);
        }
        let off = (deepest - f64::from(found.distance)).abs() / hulls.size;
        seen.worst_deepest = seen.worst_deepest.max(off);
        match points(&found) {
            [_] => seen.one += 1,
            [p, q] => {
                seen.two += 1;
                assert_ne!(p.feature, q.feature, "{}", case());
                assert!(p.distance <= 0.0 && q.distance <= 0.0, "{}", case());
            }
            _ => panic!("no points: {}", case()),
        }
        *(if found.axis < first_of_b { &mut seen.by_a } else { &mut seen.by_b }) += 1;
    }
}

/// What a run must show.
fn judge(of: &str, cases: usize, seen: &Seen) {
    println!("{seen:?}");
    let worst = [seen.worst_a, seen.worst_b, seen.worst_distance, seen.worst_deepest];
    let worst = worst.into_iter().fold(0.0, f64::max);
    evidence(of, cases, 0, format!("points off by {}", relative(worst)));
    assert!(seen.one > 500 && seen.two > 1000 && seen.by_a > 500 && seen.by_b > 500, "{seen:?}");
    assert!(seen.worst_a < 1e-6 && seen.worst_b < 1e-6, "{seen:?}");
    assert!(seen.worst_distance < 1e-6 && seen.worst_deepest < 1e-6, "{seen:?}");
}

/// Boxes near each other: bars, cubes, nearly parallel or not, some inside.
fn boxes(random: &mut Random, count: usize) -> Vec<(Obb<2>, Obb<2>)> {
    let mut make = |centre: [f32; 2]| {
        let half = [0.2 + random.unit(), 0.2 + random.unit()];
        let half = half.map(|x| if random.below(10) == 0 { x * 1e-2 } else { x });
        let size = if random.below(8) == 0 { 1e-5 } else { 1.0 };
        let mut half = half.map(|x| x * size);
        if random.below(20) == 0 {
            half[random.below(2) as usize] = 0.0;
        }
        let turn = if random.below(2) == 0 { 6.3 } else { 1e-3 };
        let mut shape = turned(centre, half, turn * f64::from(random.unit()));
        let offset = random.vector::<2>(1.5);
        shape.centre = [0, 1].map(|i| shape.centre[i] + offset[i]);
        if random.below(4) == 0 {
            shape.axes[1] = shape.axes[1].map(|x| -x);
        }
        shape
    };
    (0..count)
        .map(|i| {
            let place = [0.0, 10.0, 1e3][i % 3];
            (make([place; 2]), make([place; 2]))
        })
        .collect()
}

/// The centre of B at which B touches A as well as `f32` can tell, for every third pair.
fn to_touch<T: PairTest<2, 0>>(a: &One<T::A>, b: &One<T::B>, index: usize) -> [f32; 2]
where
    One<T::B>: Corners,
{
    let (found, _) = T::contact::<f32>(a, b);
    let by = if index.is_multiple_of(3) { found.distance } else { 0.0 };
    [0, 1].map(|axis| b.centre()[axis] - found.normal[axis] * by)
}

/// Polygons in place of boxes.
fn some_polygon(random: &mut Random, shape: &Obb<2>) -> Polygon {
    if random.below(2) == 0 {
        as_polygon(shape)
    } else {
        let count = 3 + random.below(14);
        Polygon { centre: shape.centre, ..round(count, shape.half, f64::from(random.unit()) * 6.3) }
    }
}

#[test]
fn manifolds_of_boxes_are_right() {
    let (mut random, mut seen, count) = (Random(8), Seen::default(), 20_000);
    for _ in 0..scale() {
        let mut pairs = boxes(&mut random, count);
        for (index, (a, b)) in pairs.iter_mut().enumerate() {
            b.centre = to_touch::<Obb2>(a, b, index);
        }
        check::<Obb2Manifold, Obb2>(&mut seen, &pairs, 2);
    }
    judge("manifold of boxes in 2D", count * scale(), &seen);
}

#[test]
fn manifolds_of_polygons_are_right() {
    let (mut random, mut seen, mut seen_mixed) = (Random(9), Seen::default(), Seen::default());
    let count = 20_000;
    for _ in 0..scale() {
        let pairs = boxes(&mut random, count);
        let mut polygons: Vec<_> = pairs
            .iter()
            .map(|(a, b)| (some_polygon(&mut random, a), some_polygon(&mut random, b)))
            .collect();
        for (index, (a, b)) in polygons.iter_mut().enumerate() {
            b.centre = to_touch::<Polygons>(a, b, index);
        }
        check::<PolygonManifold, Polygons>(&mut seen, &polygons, 16);
        let mut mixed: Vec<_> =
            pairs.iter().map(|(a, b)| (*a, some_polygon(&mut random, b))).collect();
        for (index, (a, b)) in mixed.iter_mut().enumerate() {
            b.centre = to_touch::<ObbPolygon>(a, b, index);
        }
        check::<ObbPolygonManifold, ObbPolygon>(&mut seen_mixed, &mixed, 16);
    }
    judge("manifold of polygons", count * scale(), &seen);
    judge("manifold of a box and a polygon", count * scale(), &seen_mixed);
}
