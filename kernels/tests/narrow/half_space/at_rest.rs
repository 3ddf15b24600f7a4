//! Whether and how shapes touch half-spaces.

use jostle_kernels::{
    dispatch::contact_entry,
    pairs::{Contact, MAX_POINTS},
    shape::{HalfSpace, Pack, ShapeKind},
};

use super::body::{Bodies, Body, In, agree, columns, gap, near, normal};
use crate::support::{
    Random, dot, evidence, exact, relative, scale,
    solid::{exactly, inner, length, plus, wide},
    sub,
};

/// How far the point of the plane is from the shape, relative to its size.
const RATIOS: [f64; 6] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];

/// The largest error of a distance, of the extent of the shape.
const DISTANCE: f64 = 5e-4;

/// Whether a body with corners touches a half-space, without rounding: whether the square of the
/// least distance of a corner, times that of the length of the normal, is at most that of the
/// radius.
fn touches<const D: usize>(body: &Body<D>, half_space: &HalfSpace<D>) -> bool {
    let (point, normal) = (exactly(half_space.point), exactly(half_space.normal));
    let beyond = |corner| dot(&sub(corner, &point), &normal);
    let least = body.corners.iter().map(beyond).min().expect("there are corners");
    let radius = exact(body.radius);
    let square = radius.clone() * radius * dot(&normal, &normal);
    least.signum() <= 0 || least.clone() * least <= square
}

fn contact<const D: usize>(body: &Body<D>, half_space: &HalfSpace<D>) -> Contact<D, MAX_POINTS> {
    let quads = HalfSpace::<D>::pack(half_space);
    let (rows, entry) =
        (columns(body, &quads.0), contact_entry::<D>([body.kind, ShapeKind::HalfSpace]));
    let (touches, apart) = ((entry.overlap)(rows), (entry.separation)(rows));
    let found = if touches { (entry.contact)(rows) } else { apart };
    assert_eq!(touches, apart.distance <= 0.0, "{half_space:?} {:?}", body.quads);
    assert_eq!((found.normal, found.distance), (apart.normal, apart.distance));
    found
}

/// The points of a contact are on the surface of the shape and on the plane, at the distance that
/// they say, and the deepest is as deep as may be.
fn check_points<const D: usize>(
    body: &Body<D>,
    half_space: &HalfSpace<D>,
    found: &Contact<D, MAX_POINTS>,
    ways: &[[f64; D]],
) {
    let case = || format!("{} {:?} {half_space:?}\n{found:?}", body.kind, body.quads);
    let out = wide(half_space.normal).map(|x| x / length(wide(half_space.normal)));
    let from = plus(body.center, wide(half_space.point), -1.0);
    let error = 2.0 * DISTANCE * body.size;
    // Of the place on the plane, which is told from its point.
    let far = 1e-6 * length(from) + error;
    let points = &found.points[..found.count as usize];
    assert!((1..=if D == 2 { 2 } else { 4 }).contains(&points.len()), "{}", case());
    let mut deepest = f64::INFINITY;
    for (index, point) in points.iter().enumerate() {
        let (on_a, on_b) = (wide(point.on_a), wide(point.on_b));
        let distance = f64::from(point.distance);
        deepest = distance.min(deepest);
        assert!((inner(plus(from, on_a, 1.0), out) - distance).abs() < error, "{}", case());
        assert!(inner(on_b, out).abs() < far, "{}", case());
        let across = plus(plus(on_b, on_a, -1.0), from, -1.0);
        assert!((length(across) - distance.abs()).abs() < far, "{}", case());
        // Sides of solids may be lines a little off where they are level.
        for way in ways {
            assert!(inner(on_a, *way) < body.reach(*way) + 2.0 * error, "{}", case());
        }
        assert!(distance < error, "{}", case());
        for other in &points[..index] {
            assert_ne!(other.feature, point.feature, "{}", case());
        }
    }
    assert!((deepest - f64::from(found.distance)).abs() < error, "{}", case());
}

fn check<const D: usize>(name: &str)
where
    In: Bodies<D>,
{
    let mut random = Random(0x4a1f);
    let ways: Vec<[f64; D]> = (0..100).map(|_| random.direction()).collect();
    for ratio in RATIOS {
        let (mut touching, mut apart, mut worst, mut slack) = (0, 0, 0.0_f64, 0.0_f64);
        let mut cases = Vec::new();
        for _ in 0..3_000 * scale() {
            let body = In::any(&mut random, 1.0);
            let normal = normal(&mut random);
            let any = f64::from(random.within(1.0)) * body.size;
            let height = random.of(&[0.0, 1e-7, -1e-7, any, any, 0.1 * any]);
            let half_space = near(&mut random, &body, normal, height, ratio);
            let found = contact(&body, &half_space);
            let expected = gap(&body, &half_space);
            let off = 0.5 * (f64::from(found.distance) - expected).abs() / body.size;
            assert!(off < DISTANCE, "{off} {} {:?} {half_space:?}", body.kind, body.quads);
            worst = worst.max(off);
            let out = wide(normal).map(|x| -x / length(wide(normal)));
            assert!(length(plus(wide(found.normal), out, -1.0)) < 1e-6, "{found:?}");
            if found.distance > 0.0 {
                apart += 1;
                let is_apart = body.corners.is_empty() || !touches(&body, &half_space);
                assert!(is_apart, "false gap: {} {:?} {half_space:?}", body.kind, body.quads);
            } else {
                touching += 1;
                slack = slack.max(expected / (body.size + ratio));
                check_points(&body, &half_space, &found, &ways);
            }
            cases.push((body, half_space));
        }
        assert!(touching > 500 && apart > 500, "{touching} {apart}");
        assert!(slack < 1e-14, "{slack}");
        evidence(&format!("{name}, 1 : {ratio}"), touching + apart, apart, relative(slack));
        println!("errors of up to {worst:.1e} of the shape");
        for kind in ShapeKind::ALL {
            let of_kind: Vec<_> = cases.iter().filter(|(body, _)| body.kind == kind).collect();
            if !of_kind.is_empty() {
                assert!(of_kind.len() > 100, "{kind}");
                let pairs: Vec<_> = of_kind.iter().map(|(body, plane)| (body, *plane)).collect();
                agree(kind, &pairs);
            }
        }
    }
}

#[test]
fn shapes_in_the_plane() {
    check::<2>("half-plane");
}

#[test]
fn shapes_in_space() {
    check::<3>("half-space");
}
