//! Polygons, and boxes against polygons.

mod cases;

use std::fmt::Debug;

use jostle_kernels::{
    batch::One,
    contact::{Contact, PairTest},
    sat::{ObbPolygon, Polygons},
    shape::Polygon,
};

use cases::{boxes_and_polygons, placed, polygons};
pub(crate) use cases::{polygon, round};

use crate::support::{
    Asked, Random, agreed, evidence,
    planar::{Corners, Hulls, normal},
    relative, scale,
};

/// What a run of cases showed.
#[derive(Debug, Default)]
struct Found {
    apart: usize,
    together: usize,
    /// Within 1e-6 of touching, and those that only exact arithmetic could decide.
    near: usize,
    close: usize,
    worst_gap: f64,
    /// The same where rounding made a polygon concave.
    worst_concave: f64,
    worst_distance: f64,
}

/// O2: no gap that is not there, no overlap over a gap, the right depth and normal.
fn check<T: PairTest<2, 0>>(found: &mut Found, pairs: &[Asked<T, 2, 0>])
where
    One<T::A>: Corners + Debug,
    One<T::B>: Corners + Debug,
{
    for ((a, b), contact) in pairs.iter().zip(agreed::<T, 2, 0>(pairs)) {
        let hulls = Hulls::new(a, b);
        let size = hulls.size;
        let tolerance = 4e-6 * size + 1e-37;
        let case = || format!("{a:?} {b:?} {contact:?}");
        let meet = hulls.meet();
        if meet {
            assert!(contact.distance <= 0.0, "a gap that is not there: {}", case());
            found.together += 1;
        } else if contact.distance <= 0.0 {
            let worst =
                if hulls.is_convex { &mut found.worst_gap } else { &mut found.worst_concave };
            let gap = hulls.gap() / size;
            if hulls.is_convex && gap > 1e-12 {
                println!("together at a gap of {gap:e}: {}", case());
            }
            *worst = worst.max(gap);
        } else {
            found.apart += 1;
        }
        found.close += usize::from(hulls.was_close());
        let expected = hulls.separation();
        found.near += usize::from(expected.abs() < 1e-6 * size);
        let distance = f64::from(contact.distance);
        let normal = contact.normal.map(f64::from);
        assert!((normal[0].hypot(normal[1]) - 1.0).abs() < 1e-6, "{}", case());
        // The normal says which way B is, and out to where it only touches. Along the edges of what
        // has no area, a gap is known for certain but not how wide; nor are the smallest numbers.
        let along = hulls.along(normal);
        let off = (along - distance).abs().min((expected - distance).abs());
        if (meet || expected > 1e-6 * size) && off > 1e-37 {
            found.worst_distance = found.worst_distance.max(off / size);
        }
        if meet {
            let out = hulls.moved(normal.map(|x| x * -distance));
            assert!(out.separation() < tolerance, "{}", case());
            assert!(along >= expected - tolerance, "{expected} {}", case());
        }
    }
}

/// What a run must show at least.
fn judge(of: &str, cases: usize, found: &Found) {
    println!("{found:?}");
    let worst = [found.worst_gap, found.worst_concave].map(relative);
    let worst = format!("{}, concave by rounding {}", worst[0], worst[1]);
    evidence(of, cases, found.close, worst);
    // Half an ulp; all but a few in a million stay below 4e-14.
    assert!(found.worst_gap < 6e-8 && found.worst_distance < 1e-6, "{found:?}");
    // As far as the vertices that rounding put inside of the hull.
    assert!(found.worst_concave < 1.2e-7, "{found:?}");
    assert!(found.apart > 4000 && found.together > 8000 && found.near > 4000, "{found:?}");
}

#[test]
fn distances_of_polygons_are_right() {
    let (mut random, mut found, count) = (Random(4), Found::default(), 200_000);
    for _ in 0..scale() {
        check::<Polygons>(&mut found, &polygons(&mut random, count));
    }
    judge("polygon, polygon", count * scale(), &found);
}

#[test]
fn distances_of_boxes_and_polygons_are_right() {
    let (mut random, mut found, count) = (Random(5), Found::default(), 20_000);
    for _ in 0..scale() {
        check::<ObbPolygon>(&mut found, &boxes_and_polygons(&mut random, count));
    }
    judge("box, polygon", count * scale(), &found);
}

/// Polygons of 16 edges and boxes before one edge of each other, so that the normal of no other
/// edge tells of the gap: MU1, every edge of both is needed.
#[test]
fn every_edge_is_needed() {
    let mut random = Random(6);
    let count = 24_000 * scale();
    let (mut of_polygons, mut with_box) = ([0; 32], [0; 32]);
    for _ in 0..count {
        let mut a = round(16, [1.0, 0.5 + random.unit()], 0.3 * f64::from(random.unit()));
        let b = round(16, [1e-3, 2e-3], f64::from(random.unit()));
        let edge = random.below(16) as usize;
        let [p, q] = [edge, (edge + 1) % 16].map(|i| a.vertices[i]);
        let out = normal(p.map(f64::from), q.map(f64::from));
        // In the shallow triangle before the edge, which the edges beside it do not cut off.
        a.center = [0, 1].map(|axis| -(p[axis] + q[axis]) / 2.0 - out[axis] as f32 * 5e-3);
        for (a, b, number) in [(a, b, edge), (b, a, 16 + edge)] {
            let (contact, slack) = Polygons::contact::<f32>(&a, &b);
            let others = distances(&a, &b, &Hulls::new(&a, &b));
            let alone = others.iter().filter(|distance| **distance > 0.0).count() == 1;
            if alone && contact.distance > slack {
                assert_eq!(contact.axis as usize, number);
                of_polygons[number] += 1;
            }
        }
        let shape = super::obb2::turned([0.0; 2], [1e-3, 2e-3], f64::from(random.unit()));
        let (contact, _) = ObbPolygon::contact::<f32>(&shape, &a);
        let others = distances(&shape, &a, &Hulls::new(&shape, &a));
        if others.iter().filter(|distance| **distance > 0.0).count() == 1 {
            assert_eq!(contact.axis as usize, 16 + edge);
            with_box[16 + edge] += 1;
        }
        // A small polygon before an edge of a large box.
        let shape = super::obb2::turned([0.0; 2], [1.0, 2.0], f64::from(random.unit()));
        let edge = random.below(4) as usize;
        let [x, y] = shape.axes;
        let way = [y, x.map(|x| -x), y.map(|y| -y), x][edge];
        let half = [shape.half[1], shape.half[0], shape.half[1], shape.half[0]][edge];
        let small = Polygon { center: way.map(|w| w * (half + 0.1)), ..round(5, [0.05; 2], 0.0) };
        let (contact, _) = ObbPolygon::contact::<f32>(&shape, &small);
        assert_eq!(contact.axis as usize, edge, "{shape:?} {small:?}");
        with_box[edge] += 1;
    }
    println!("{of_polygons:?} {with_box:?}");
    assert!(of_polygons.iter().all(|alone| *alone >= 1000), "{of_polygons:?}");
    assert!(with_box[..4].iter().chain(&with_box[16..]).all(|alone| *alone >= 1000));
}

/// How far B is from A along the normal of each edge, all vertices in `f64`.
fn distances(a: &impl Corners, b: &impl Corners, hulls: &Hulls) -> Vec<f64> {
    let normals = |corners: Vec<[f64; 2]>, sign: f64| -> Vec<[f64; 2]> {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(p, q)| normal(*p, *q).map(|x| x * sign)).collect()
    };
    let places = |shape: &dyn Fn() -> crate::support::planar::Terms| -> Vec<[f64; 2]> {
        let sum = |terms: [(f32, [f32; 2]); 2], axis: usize| -> f64 {
            terms.iter().map(|(by, v)| f64::from(*by) * f64::from(v[axis])).sum()
        };
        shape().into_iter().map(|(_, terms)| [sum(terms, 0), sum(terms, 1)]).collect()
    };
    let (own, other) = (places(&|| a.corners()), places(&|| b.corners()));
    let all = [normals(own, 1.0), normals(other, -1.0)].concat();
    all.into_iter().map(|normal| hulls.along(normal)).collect()
}

/// P3: what is decided does not depend on the unit of length.
#[test]
fn scale_changes_nothing() {
    let mut random = Random(7);
    let pairs: Vec<_> = polygons(&mut random, 4000 * scale())
        .into_iter()
        .filter(|(a, _)| (1e-4..1e4).contains(&(a.vertices[0][0].abs() + a.vertices[1][1].abs())))
        .collect();
    assert!(pairs.len() > 500, "{}", pairs.len());
    let expected = agreed::<Polygons, 2, 0>(&pairs);
    for exponent in [-20, -1, 1, 20] {
        let by = 2.0_f32.powi(exponent);
        let resize = |shape: Polygon| placed(shape, by, [0.0; 2]);
        let resized: Vec<_> = pairs.iter().map(|(a, b)| (resize(*a), resize(*b))).collect();
        for (index, contact) in agreed::<Polygons, 2, 0>(&resized).into_iter().enumerate() {
            let unscaled = &expected[index];
            assert_eq!(contact.distance > 0.0, unscaled.distance > 0.0, "{:?}", pairs[index]);
            assert_eq!((contact.axis, contact.normal), (unscaled.axis, unscaled.normal));
        }
    }
}

/// Flat ones on a line, needles tip to tip, points: apart where they are, though no edge tells.
#[test]
fn without_area() {
    let at = |shape: Polygon, x: f32| Polygon { center: [x, 0.0], ..shape };
    let flat = polygon([0.0; 2], &[[-1.0, 0.0], [0.0; 2], [1.0, 0.0]]);
    let point = polygon([0.0; 2], &[[0.0; 2]; 3]);
    let tip = polygon([0.0; 2], &[[1.0, 0.0], [-1.0, 1e-30], [-1.0, -1e-30]]);
    let mirrored =
        polygon([0.0; 2], &tip.vertices[..3].iter().map(|[x, y]| [-x, -y]).collect::<Vec<_>>());
    let cases = [
        (flat, flat, 2.0),
        (point, point, 0.0),
        (flat, point, 1.0),
        (tip, mirrored, 2.0),
        (tip, point, 1.0),
        (tip, flat, 2.0),
    ];
    let mut pairs = Vec::new();
    for (a, b, touching) in cases {
        pairs.extend([0.0, 1e-7, 1e-3, 10.0].map(|gap| (at(a, 0.0), at(b, touching + gap))));
    }
    // Which of two comes first depends on the bits of where it is: all ways around.
    for to in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        pairs.push((at(point, 0.0), Polygon { center: to, ..point }));
    }
    for ((a, b), contact) in pairs.iter().zip(agreed::<Polygons, 2, 0>(&pairs)) {
        let meet = Hulls::new(a, b).meet();
        assert_eq!(contact.distance <= 0.0, meet, "{a:?} {b:?} {contact:?}");
    }
}

/// What overflows is decided in `f64`.
#[test]
fn extremes() {
    let max = f32::MAX;
    let shape = |x: f32, size: f32| {
        polygon([x, 0.0], &[[size, -size], [size, size], [-size, size], [-size, -size]])
    };
    let [x, y] = [2e38, 1e33];
    let bar = polygon([0.0; 2], &[[x, -y], [x, y], [-x, y], [-x, -y]]);
    let diamond = polygon([0.0; 2], &[[y, 0.0], [0.0, y], [-y, 0.0], [0.0, -y]]);
    let pairs = [
        (shape(-max, 1.0), shape(max, 1.0)),
        (shape(-max, max), shape(max, max)),
        (shape(-max, max * 0.9), shape(max, max)),
        (shape(0.0, max), shape(max, 0.0)),
        (shape(0.0, 1e-45), shape(3e-45, 1e-45)),
        (shape(0.0, 1e-45), shape(4e-45, 1e-45)),
        (shape(0.0, 1e-38), shape(2e-38, 0.99e-38)),
        // Edges so long that they overflow, and only theirs tell.
        (bar, Polygon { center: [0.0, 4e33], ..diamond }),
        (shape(0.0, 1e30), shape(1.5e30, 1e30)),
    ];
    let contacts: Vec<Contact<2, 0>> = agreed::<Polygons, 2, 0>(&pairs);
    for ((a, b), contact) in pairs.iter().zip(&contacts) {
        assert_eq!(contact.distance <= 0.0, Hulls::new(a, b).meet(), "{a:?} {b:?} {contact:?}");
    }
    // Where nothing overflows the depth is right too.
    let last = contacts.last().expect("there are contacts");
    assert!(last.normal == [1.0, 0.0] && (last.distance + 0.5e30).abs() < 1e24, "{last:?}");
}
