//! Random manifolds against the separating axis test, the outlines and each other.

use std::fmt::Debug;

use jostle_kernels::{
    batch::One,
    contact::{Obb2Manifold, ObbPolygonManifold, PairTest, PolygonManifold},
    sat::{Obb2, ObbPolygon, Polygons},
    shape::{Obb, Polygon},
};

use super::{as_polygon, points};
use crate::{
    obb2::turned,
    polygon2::round,
    support::{
        Asked, Random, agreed, evidence,
        planar::{Corners, Hulls},
        relative, scale,
    },
};

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
        let between: [f64; 2] = [0, 1].map(|i| f64::from(b.center()[i]) - f64::from(a.center()[i]));
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
            // `b` is seen from the center of A, which rounds by as much as that is far.
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
    let mut make = |center: [f32; 2]| {
        let half = [0.2 + random.unit(), 0.2 + random.unit()];
        let half = half.map(|x| if random.below(10) == 0 { x * 1e-2 } else { x });
        let size = if random.below(8) == 0 { 1e-5 } else { 1.0 };
        let mut half = half.map(|x| x * size);
        if random.below(20) == 0 {
            half[random.below(2) as usize] = 0.0;
        }
        let turn = if random.below(2) == 0 { 6.3 } else { 1e-3 };
        let mut shape = turned(center, half, turn * f64::from(random.unit()));
        let offset = random.vector::<2>(1.5);
        shape.center = [0, 1].map(|i| shape.center[i] + offset[i]);
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

/// The center of B at which B touches A as well as `f32` can tell, for every third pair.
fn to_touch<T: PairTest<2, 0>>(a: &One<T::A>, b: &One<T::B>, index: usize) -> [f32; 2]
where
    One<T::B>: Corners,
{
    let (found, _) = T::contact::<f32>(a, b);
    let by = if index.is_multiple_of(3) { found.distance } else { 0.0 };
    [0, 1].map(|axis| b.center()[axis] - found.normal[axis] * by)
}

/// Polygons in place of boxes.
fn some_polygon(random: &mut Random, shape: &Obb<2>) -> Polygon {
    if random.below(2) == 0 {
        as_polygon(shape)
    } else {
        let count = 3 + random.below(14);
        Polygon { center: shape.center, ..round(count, shape.half, f64::from(random.unit()) * 6.3) }
    }
}

#[test]
fn manifolds_of_boxes_are_right() {
    let (mut random, mut seen, count) = (Random(8), Seen::default(), 20_000);
    for _ in 0..scale() {
        let mut pairs = boxes(&mut random, count);
        for (index, (a, b)) in pairs.iter_mut().enumerate() {
            b.center = to_touch::<Obb2>(a, b, index);
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
            b.center = to_touch::<Polygons>(a, b, index);
        }
        check::<PolygonManifold, Polygons>(&mut seen, &polygons, 16);
        let mut mixed: Vec<_> =
            pairs.iter().map(|(a, b)| (*a, some_polygon(&mut random, b))).collect();
        for (index, (a, b)) in mixed.iter_mut().enumerate() {
            b.center = to_touch::<ObbPolygon>(a, b, index);
        }
        check::<ObbPolygonManifold, ObbPolygon>(&mut seen_mixed, &mixed, 16);
    }
    judge("manifold of polygons", count * scale(), &seen);
    judge("manifold of a box and a polygon", count * scale(), &seen_mixed);
}
