//! Random boxes of all kinds.

use jostle_kernels::pairs::{BoxBox3, BoxBox3Manifold, PairTest, RawContact, contact_of, touches};

use super::oracle::{Common, Solid, V, area, cross, dot, length, sum};
use crate::support::{Boxes, Random, boxes, evidence, scale};

/// What was reached, and how well. Errors are in slacks, the bound of what rounding does to the
/// distance, which is 24 roundings of the sum of all sizes.
#[derive(Debug, Default)]
struct Reached {
    /// Contacts along an axis of A, one of B, and one across edges.
    along: [usize; 3],
    /// A face was preferred to an edge.
    preferred: usize,
    /// How often there were so many points.
    counts: [usize; 5],
    /// Points by how many axes the features extend in that meet there: `3 * a + b`.
    features: [usize; 9],
    contained: usize,
    /// Contacts whose points were held against a polygon.
    compared: usize,
    /// The smallest share of the polygon's area that the points span.
    least_share: f64,
    /// How far a point is from the features it is numbered by.
    off_feature: f64,
    /// How far apart the two points are besides the normal; across edges, times the sine of the
    /// angle between them.
    beside: f64,
    /// The distance of two points along the normal against the one that is told.
    off_distance: f64,
    /// The first point against the deepest corner of the polygon, beyond what counts as even.
    off_deepest: f64,
    /// The first point against the distance of the boxes along the axis, likewise.
    off_axis: f64,
    /// Contacts whose first point is not the deepest of all.
    even: usize,
    /// Contacts no deeper than what rounding does, and how far their points are off, in either way.
    just_touching: usize,
    just_off: f64,
}

/// The signs of a feature along the axes of its box.
fn signs(number: u32) -> [f64; 3] {
    [number % 3, number / 3 % 3, number / 9].map(|digit| f64::from(digit) - 1.0)
}

/// How far a point of a box is from a feature of it.
fn off_feature(solid: &Solid, point: [f32; 3], signs: [f64; 3]) -> f64 {
    let off = (0..3).map(|i| {
        let place = dot(solid.axes[i], point.map(f64::from));
        let half = solid.half[i];
        if signs[i] == 0.0 { place.abs() - half } else { (place - signs[i] * half).abs() }
    });
    off.fold(0.0, f64::max)
}

/// How much corners may differ in depth and count as equally deep: a 512th of the extents of the
/// smaller of two faces that lean against each other by no more than a 512th, and else nothing.
fn even(solids: &[Solid; 2], axis: usize) -> f64 {
    if axis >= 6 {
        return 0.0;
    }
    let (reference, incident) = (&solids[axis / 3], &solids[1 - axis / 3]);
    let cosines = incident.axes.map(|own| dot(own, reference.axes[axis % 3]).abs());
    let facing = (0..3).fold(0, |best, k| if cosines[k] > cosines[best] { k } else { best });
    let leans = cosines.iter().sum::<f64>() - cosines[facing];
    let extents =
        |solid: &Solid, across: usize| 2.0 * (solid.half.iter().sum::<f64>() - solid.half[across]);
    let smaller = extents(reference, axis % 3).min(extents(incident, facing));
    if leans <= 1.0 / 512.0 + 1e-6 { smaller / 512.0 } else { 0.0 }
}

fn at_least(worst: &mut f64, error: f64) {
    *worst = worst.max(error);
}

impl Reached {
    /// The normal and the distance against projections on all axes; then the points.
    fn check(&mut self, case: &Boxes) {
        let (a, b) = (&case.a, &case.b);
        let (found, slack) = BoxBox3Manifold::contact::<f32>(a, b);
        let (by_axes, slack) = (BoxBox3::contact::<f32>(a, b).0, f64::from(slack));
        let solids = Solid::pair(a, b);
        let gap = |n: V| -solids[0].support(n) - solids[1].support(n.map(|x| -x));
        let axes = (0..15).map(|number| boxes::axis(a, b, number));
        let best = axes
            .filter(|n| length(*n) > 0.5)
            .fold(f64::NEG_INFINITY, |best, n| best.max(gap(n)).max(gap(n.map(|x| -x))));
        let (normal, distance) = (found.normal.map(f64::from), f64::from(found.distance));
        let touching = contact_of::<BoxBox3Manifold, 3, 4>(a, b).distance <= 0.0;
        assert_eq!(touching, touches::<BoxBox3, 3, 0>(a, b), "{case:?} {found:?}");
        let what = || format!("{case:?} {found:?} {by_axes:?} {best}");
        assert!((length(normal) - 1.0).abs() < 1e-6, "{}", what());
        assert!((gap(normal) - distance).abs() < 4.0 * slack, "{}", what());
        if found.axis == by_axes.axis {
            assert_eq!((found.normal, found.distance), (by_axes.normal, by_axes.distance));
        } else {
            let edges = by_axes.axis >= 6.0 && f64::from(by_axes.distance) <= slack;
            assert!(edges && found.axis < 6.0, "{}", what());
            assert!(distance >= best * 33.0 / 32.0 - 4.0 * slack, "{}", what());
        }
        if found.distance > 0.0 || best > 0.0 {
            return;
        }
        self.contained += usize::from(case.contained);
        self.along[(found.axis as usize / 3).min(2)] += 1;
        self.counts[found.count as usize] += 1;
        let off_axis = f64::from(found.points[0].distance) - distance;
        let off_axis = off_axis.abs() - even(&solids, found.axis as usize);
        if found.axis == by_axes.axis {
            at_least(&mut self.off_axis, off_axis / slack);
        } else {
            self.preferred += 1;
            assert!(off_axis < distance.abs() / 16.0 + 4.0 * slack, "{}", what());
        }
        // Boxes that but touch may have nothing in common along the axis: the deepest corner stands
        // for it, and is off by their distance over the sine of the angle between the faces.
        if distance > -2.0 * slack {
            let mut just = Self::default();
            just.points(&found, &solids, slack);
            self.just_touching += 1;
            at_least(&mut self.just_off, just.off_feature.max(just.beside));
        } else {
            self.points(&found, &solids, slack);
        }
        if found.axis < 6.0 {
            self.polygon(&found, &solids, slack);
        }
    }

    /// Each point for itself.
    fn points(&mut self, found: &RawContact<3, 4, f32>, solids: &[Solid; 2], slack: f64) {
        let (normal, axis) = (found.normal.map(f64::from), found.axis as usize);
        let points = &found.points[..found.count as usize];
        let sine = match axis {
            0..6 => 1.0,
            _ => length(cross(solids[0].axes[axis / 3 - 2], solids[1].axes[axis % 3])),
        };
        for (number, point) in points.iter().enumerate() {
            let feature = point.feature as u32;
            assert!(point.feature == feature as f32 && feature < 27 * 32, "{found:?}");
            let others = &points[..number];
            assert!(others.iter().all(|other| other.feature != point.feature), "{found:?}");
            let [of_a, of_b] = [feature % 32, feature / 32].map(signs);
            let extents = |signs: [f64; 3]| signs.iter().filter(|sign| **sign == 0.0).count();
            self.features[3 * extents(of_a) + extents(of_b)] += 1;
            at_least(&mut self.off_feature, off_feature(&solids[0], point.on_a, of_a) / slack);
            at_least(&mut self.off_feature, off_feature(&solids[1], point.on_b, of_b) / slack);

            let between = sum(solids[1].center, point.on_b.map(f64::from), 1.0);
            let between = sum(between, point.on_a.map(f64::from), -1.0);
            let (along, distance) = (dot(between, normal), f64::from(point.distance));
            at_least(&mut self.off_distance, (along - distance).abs() / slack);
            at_least(&mut self.beside, length(sum(between, normal, -along)) * sine / slack);
            // Where a face was preferred to edges that just touch, by two slacks and rounding.
            assert!(distance >= f64::from(found.distance) - 4.0 * slack, "{found:?}");
            let first = f64::from(points[0].distance);
            assert!(distance >= first - even(solids, axis) - 2.0 * slack, "{found:?}");
            assert!(distance <= 2.0 * slack, "{found:?}");
        }
    }

    /// All points against the polygon that the faces have in common.
    fn polygon(&mut self, found: &RawContact<3, 4, f32>, solids: &[Solid; 2], slack: f64) {
        let (normal, axis) = (found.normal.map(f64::from), found.axis as usize);
        let (reference, incident, out) = match axis {
            0..3 => (&solids[0], &solids[1], normal),
            _ => (&solids[1], &solids[0], normal.map(|x| -x)),
        };
        let common = |more: f64| Common::new(reference, axis % 3, incident, out, more);
        let [smaller, same, larger] = [-2.0 * slack, 0.0, 2.0 * slack].map(common);
        // Which of two faces looks at the other box most may be up to rounding.
        if same.margin < 1e-5 {
            return;
        }
        self.compared += 1;
        let points = &found.points[..found.count as usize];
        let deepest = f64::from(points[0].distance);
        // Of faces that only just have something in common, nothing may be left.
        let level = even(solids, axis);
        let off = (deepest - level - smaller.lowest()).max(larger.lowest() - deepest);
        self.even += usize::from(deepest - smaller.lowest() > 4.0 * slack);
        if larger.lowest().is_finite() {
            at_least(&mut self.off_deepest, off / slack);
        }
        let of_all = same.area(normal, -2.0 * slack);
        if of_all > 1000.0 * slack {
            let of_points = area(points.iter().map(|p| p.on_a.map(f64::from)).collect(), normal);
            self.least_share = self.least_share.min(of_points / of_all);
        }
    }
}

#[test]
fn points_are_those_of_clipped_polygons() {
    let (mut random, mut reached) = (Random(1), Reached { least_share: 1.0, ..Default::default() });
    for _ in 0..60_000 * scale() {
        reached.check(&Boxes::random(&mut random));
        let (a, b) = Boxes::on_grid(&mut random);
        reached.check(&Boxes { a, b, axis: 0, contained: false });
    }
    println!("{reached:?}");
    let worst = [reached.off_feature, reached.off_distance, reached.off_deepest, reached.off_axis];
    let worst = worst.into_iter().fold(0.0, f64::max);
    let worst = format!("points off by {worst:.2} slacks");
    evidence("manifold of boxes in 3D", 120_000 * scale(), 0, worst);
    assert!(reached.along.iter().all(|count| *count > 3_000), "{reached:?}");
    assert!(reached.preferred > 1_000 && reached.contained > 10_000, "{reached:?}");
    assert!(reached.counts[1..].iter().all(|count| *count > 500), "{reached:?}");
    // A corner on a face, an edge across an edge, a face on a corner; and nothing else.
    assert!([2, 4, 6].iter().all(|kind| reached.features[*kind] > 5_000), "{reached:?}");
    assert!([0, 1, 3, 5, 7, 8].iter().all(|kind| reached.features[*kind] == 0), "{reached:?}");
    assert!(reached.even > 100, "{reached:?}");
    assert!(reached.compared > 20_000 && reached.least_share >= 0.5, "{reached:?}");
    let (points, deepest) = (reached.off_feature.max(reached.off_distance), reached.off_deepest);
    assert!(points < 2.5 && reached.beside < 16.0, "{reached:?}");
    assert!(reached.just_touching > 500 && reached.just_off < 250.0, "{reached:?}");
    assert!(deepest < 2.5 && reached.off_axis < 1.5, "{reached:?}");
}
