//! Boxes that rest on each other, whose points are known.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

use jostle_kernels::{
    pairs::{BoxBox3Manifold, Contact, contact_of},
    shape::Obb,
};

use super::oracle::dot;
use crate::support::{
    agreed, boxes,
    boxes::{times, turn},
    rotation,
};

const STRAIGHT: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const X: [f64; 3] = [1.0, 0.0, 0.0];
const Y: [f64; 3] = [0.0, 1.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

fn straight(center: [f32; 3], half: [f32; 3]) -> Obb<3> {
    Obb { center, half, axes: STRAIGHT }
}

fn found(a: &Obb<3>, b: &Obb<3>) -> Contact<3, 4> {
    contact_of::<BoxBox3Manifold, 3, 4>(a, b)
}

/// The points of A, ordered by their places.
fn on_a(contact: &Contact<3, 4>) -> Vec<[f32; 3]> {
    let points = &contact.points[..contact.count as usize];
    let mut places: Vec<_> = points.iter().map(|point| point.on_a.map(|x| x + 0.0)).collect();
    places.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    places
}

/// The features, in order.
fn features(contact: &Contact<3, 4>) -> Vec<u32> {
    let points = &contact.points[..contact.count as usize];
    let mut features: Vec<_> = points.iter().map(|point| point.feature).collect();
    features.sort_unstable();
    features
}

/// The corners of a rectangle at a height.
fn rectangle([u0, u1]: [f32; 2], [v0, v1]: [f32; 2], height: f32) -> Vec<[f32; 3]> {
    vec![[u0, v0, height], [u0, v1, height], [u1, v0, height], [u1, v1, height]]
}

fn near(places: &[[f32; 3]], expected: &[[f64; 3]]) {
    assert_eq!(places.len(), expected.len(), "{places:?}");
    for place in expected {
        let off = |p: &[f32; 3]| (0..3).map(|i| (f64::from(p[i]) - place[i]).abs()).sum::<f64>();
        assert!(places.iter().any(|p| off(p) < 2e-5), "{place:?} is none of {places:?}");
    }
}

#[test]
fn a_smaller_box_stands_on_its_four_corners() {
    let a = straight([0.0; 3], [2.0, 1.0, 0.5]);
    for depth in [0.0, 0.125] {
        let b = straight([0.5, 0.25, 0.75 - depth], [0.5, 0.25, 0.25]);
        let contact = found(&a, &b);
        assert_eq!((contact.normal, contact.distance), ([0.0, 0.0, 1.0], -depth));
        assert_eq!(on_a(&contact), rectangle([0.0, 1.0], [0.0, 0.5], 0.5));
        for point in contact.points {
            assert_eq!(point.on_b[2], -0.25);
            assert_eq!(point.distance, -depth);
            // The face of A in +z, and corners of B in -z.
            assert_eq!(point.feature % 32, 22);
            assert!([0, 2, 6, 8].contains(&(point.feature / 32)), "{point:?}");
        }
    }
}

#[test]
fn equal_boxes_stand_on_their_four_corners() {
    for half in [1.0, 0.7, 1e-6, 1234.567] {
        let a = straight([0.0; 3], [half; 3]);
        let b = straight([0.0, 0.0, 2.0 * half], [half; 3]);
        assert_eq!(on_a(&found(&a, &b)), rectangle([-half, half], [-half, half], half));
    }
}

#[test]
fn a_shifted_box_stands_on_what_both_have_in_common() {
    let (a, b) = (straight([0.0; 3], [1.0; 3]), straight([0.5, -0.75, 2.0], [1.0; 3]));
    assert_eq!(on_a(&found(&a, &b)), rectangle([-0.5, 1.0], [-1.0, 0.25], 1.0));
    // A longer one across a longer one.
    let (a, b) = (straight([0.0; 3], [3.0, 1.0, 1.0]), straight([0.5, 0.0, 2.0], [1.0, 3.0, 1.0]));
    assert_eq!(on_a(&found(&a, &b)), rectangle([-0.5, 1.5], [-1.0, 1.0], 1.0));
}

#[test]
fn a_box_turned_by_an_eighth_stands_on_four_of_eight_corners() {
    let a = straight([0.0; 3], [1.0; 3]);
    let b = Obb { center: [0.0, 0.0, 1.9375], half: [1.0; 3], axes: rotation(turn(Z, FRAC_PI_4)) };
    let contact = found(&a, &b);
    assert_eq!((contact.count, contact.distance), (4, -0.0625));
    let small = 2.0_f64.sqrt() - 1.0;
    for place in on_a(&contact) {
        let [mut x, mut y] = [place[0], place[1]].map(|x| f64::from(x.abs()));
        (x, y) = (x.max(y), x.min(y));
        assert!((x - 1.0).abs() < 1e-5 && (y - small).abs() < 1e-5, "{place:?}");
    }
    let corners = on_a(&contact).iter().map(|place| place.map(f64::from)).collect();
    // All eight span 8 * (2^0.5 - 1).
    assert!(super::oracle::area(corners, Z) > 0.7 * 8.0 * small);
}

#[test]
fn an_edge_stands_on_two_points_and_a_corner_on_one() {
    let a = straight([0.0; 3], [2.0, 2.0, 1.0]);
    let on_edge = turn(X, FRAC_PI_4);
    let b = Obb {
        center: [0.5, 0.0, (1.0 + 2.0_f64.sqrt()) as f32 - 0.01],
        half: [1.0; 3],
        axes: rotation(on_edge),
    };
    let contact = found(&a, &b);
    assert_eq!((contact.normal, contact.count), ([0.0, 0.0, 1.0], 2));
    near(&on_a(&contact), &[[-0.5, 0.0, 1.0], [1.5, 0.0, 1.0]]);

    // Turned about the other horizontal axis so that a diagonal is upright.
    let upright = times(turn(Y, FRAC_1_SQRT_2.atan()), on_edge);
    let b = Obb { center: [0.0, 0.25, 1.0 + 3.0_f32.sqrt() - 0.01], axes: rotation(upright), ..b };
    let contact = found(&a, &b);
    assert_eq!((contact.normal, contact.count), ([0.0, 0.0, 1.0], 1));
    near(&on_a(&contact), &[[0.0, 0.25, 1.0]]);
}

#[test]
fn edges_that_cross_touch_at_one_point() {
    let a = Obb { center: [0.0; 3], half: [2.0, 1.0, 1.0], axes: rotation(turn(X, FRAC_PI_4)) };
    for lift in [0.0, -0.01] {
        let top = 2.0 * 2.0_f32.sqrt() + lift;
        let b = Obb {
            center: [0.5, 0.25, top],
            half: [1.0, 2.0, 1.0],
            axes: rotation(turn(Y, FRAC_PI_4)),
        };
        let contact = found(&a, &b);
        assert_eq!((contact.count, contact.axis >= 6), (1, true), "{contact:?}");
        near(&[contact.normal], &[Z]);
        near(&on_a(&contact), &[[0.5, 0.0, 2.0_f64.sqrt()]]);
        assert!((contact.points[0].distance - lift).abs() < 1e-5);
    }
}

/// A box on a cube of side 2, nearly parallel to it, moved sideways and sunk in.
fn nearly_parallel(base: [f64; 4], tilt: [f64; 4], half: f64, aside: f64) -> [Obb<3>; 2] {
    let angle = 2.0 * (1.0 - tilt[3] * tilt[3]).max(0.0).sqrt();
    // As deep as tilting lifts a corner, or just touching.
    let depth = if angle < 1e-6 { 0.0 } else { 1e-6 + 2.0 * angle * half };
    let (axes, up) = (rotation(base), 1.0 + half - depth);
    let center = std::array::from_fn(|k| {
        (f64::from(axes[0][k]) * aside + f64::from(axes[2][k]) * up) as f32
    });
    let b = Obb { center, half: [half as f32; 3], axes: rotation(times(base, tilt)) };
    [Obb { center: [0.0; 3], half: [1.0; 3], axes }, b]
}

#[test]
fn nearly_parallel_boxes_stand_on_four_points() {
    let bases = [[0.0, 0.0, 0.0, 1.0], times(turn(X, 0.3), turn(Z, 1.1))];
    let angles = [0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
    let abouts = [X, Y, Z, [0.6, 0.8, 0.0], [0.48, 0.6, 0.64]];
    for (base, angle) in bases.iter().flat_map(|base| angles.map(|angle| (*base, angle))) {
        for about in abouts {
            for (half, aside) in [(1.0, 0.0), (1.0, 0.5), (0.5, 0.25), (2.0, 0.25)] {
                let [a, b] = nearly_parallel(base, turn(about, angle), half, aside);
                let contact = found(&a, &b);
                let what = format!("{angle} {about:?} {half} {aside} {contact:?}");
                let cosine: f32 = (0..3).map(|k| contact.normal[k] * a.axes[2][k]).sum();
                assert!(cosine > 0.999 && contact.axis < 6, "{what}");
                assert_eq!(contact.count, 4, "{what}");
            }
        }
    }
}

#[test]
fn the_place_in_the_world_does_not_matter() {
    let (a, b) =
        (straight([0.0; 3], [96.0, 64.0, 32.0]), straight([17.0, -29.0, 62.0], [64.0, 48.0, 32.0]));
    let here = found(&a, &b);
    assert_eq!((here.count, here.distance), (4, -2.0));
    for offset in [1e3, 1e5, 1e7] {
        let moved = |s: &Obb<3>| Obb { center: s.center.map(|x| x + offset), ..*s };
        // The one with the smaller first coordinate comes first, here as there.
        assert_eq!(found(&moved(&a), &moved(&b)), here);
    }
}

#[test]
fn boxes_without_thickness_touch_at_what_is_left_of_them() {
    let a = straight([0.0; 3], [2.0, 1.0, 0.5]);
    let on = |half: [f32; 3]| found(&a, &straight([1.0, 0.25, 0.5], half));
    assert_eq!(on_a(&on([0.0; 3])), [[1.0, 0.25, 0.5]]);
    assert_eq!(on_a(&on([0.5, 0.0, 0.0])), [[0.5, 0.25, 0.5], [1.5, 0.25, 0.5]]);
    assert_eq!(on_a(&on([0.5, 0.5, 0.0])), rectangle([0.5, 1.5], [-0.25, 0.75], 0.5));
    // Points and segments that are all there is.
    let point = straight([3.0; 3], [0.0; 3]);
    let contact = found(&point, &point);
    assert_eq!((contact.distance, contact.count), (0.0, 1));
    let line = straight([3.0; 3], [0.0, 1.0, 0.0]);
    assert_eq!(on_a(&found(&line, &line)), [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]);
}

#[test]
fn thin_plates_touch_at_four_points() {
    let a = straight([0.0; 3], [100.0, 100.0, 0.01]);
    let tilted = rotation(times(turn(Z, 0.5), turn(X, 1e-6)));
    let b = Obb { center: [30.0, 20.0, 0.0195], half: [50.0, 50.0, 0.01], axes: tilted };
    let contact = found(&a, &b);
    assert_eq!(contact.count, 4);
    assert!(contact.normal[2] > 0.999 && contact.distance < 0.0);
}

#[test]
fn features_stay_where_boxes_move_a_little() {
    // Also where there are more than four corners, of which four are kept, and whichever of the two
    // faces is the reference.
    let mut references = [0; 2];
    for (half, shift, angle) in
        [(0.5, 0.1, 0.3), (1.0, 0.25, 0.0), (1.0, 0.25, 0.8), (1.5, 0.5, 0.7)]
    {
        let mut features_at = |by: f32, tilt: f64, around: [f64; 3], spin: f64| {
            let axes = rotation(times(turn(Z, angle + spin), turn(around, tilt)));
            let center = [shift + by, 0.2 - by, 0.99 + half - by];
            let upper = Obb { center, half: [half; 3], axes };
            let contact = found(&straight([0.0; 3], [1.0; 3]), &upper);
            references[contact.axis as usize / 3] += 1;
            features(&contact)
        };
        let still = features_at(0.0, 0.0, X, 0.0);
        assert_eq!(still.len(), 4);
        for by in [0.0, 1e-6, -1e-6, 1e-4, -1e-4] {
            for tilt in [0.0, 1e-6, 1e-5, -1e-4, 1e-4, 1e-3] {
                for around in [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], X, Y] {
                    for spin in [0.0, 1e-6, -1e-4] {
                        let found = features_at(by, tilt, around, spin);
                        assert_eq!(found, still, "{half} {by} {tilt} {around:?} {spin}");
                    }
                }
            }
        }
    }
    assert!(references.iter().all(|count| *count > 300), "{references:?}");
}

#[test]
fn the_other_way_round_is_the_mirror_image() {
    let (mut random, mut swaps) = (crate::support::Random(7), 0);
    for _ in 0..2_000 {
        let case = boxes::Boxes::random(&mut random);
        let (one, other) = (found(&case.a, &case.b), found(&case.b, &case.a));
        assert_eq!(one.normal, other.normal.map(|x| -x));
        assert_eq!((one.distance, one.count), (other.distance, other.count));
        for (p, q) in one.points.iter().zip(other.points) {
            assert_eq!((p.on_a, p.on_b), (q.on_b, q.on_a));
            assert_eq!((p.distance, p.feature), (q.distance, turned(q.feature)));
        }
        // The number of the axis is that of an axis along the normal, whichever was computed.
        for (contact, [a, b]) in [(one, [&case.a, &case.b]), (other, [&case.b, &case.a])] {
            let number = contact.axis as usize;
            let (axis, normal) = (boxes::axis(a, b, number), contact.normal.map(f64::from));
            // Across nearly parallel edges it is known to some digits only.
            let parallel = number >= 6 && {
                let edges = [a.axes[number / 3 - 2], b.axes[number % 3]];
                let [p, q] = edges.map(|edge| edge.map(f64::from));
                dot(p, q).abs() > 1.0 - 1e-6
            };
            let along = dot(axis, normal).abs() > 0.999;
            assert!(parallel || along, "{axis:?} {case:?} {contact:?}");
        }
        swaps += usize::from(other.axis != one.axis);
    }
    assert!(swaps > 500, "{swaps}");
}

/// The number of a point where A and B trade places.
fn turned(feature: u32) -> u32 {
    feature / 32 + feature % 32 * 32
}

#[test]
fn lanes_and_levels_agree() {
    let contacts = agreed::<BoxBox3Manifold, 3, 4>(&boxes::nasty(1_000));
    assert!(contacts.iter().filter(|contact| contact.distance > 0.0).count() > 500);
    assert!(contacts.iter().filter(|contact| contact.distance <= 0.0).count() > 500);
}
