//! What the tests of capsules share: random capsules, and what has to hold of a contact.

use jostle_kernels::{contact::Contact, shape::Capsule};

use super::{Random, near::Number};

/// A shape as a contact's test sees it.
pub(crate) struct Seen<'a, const D: usize> {
    /// How far it reaches in a direction, from its center.
    pub(crate) reach: &'a dyn Fn([f64; D]) -> f64,
    /// Whether a point, relative to its center, is not farther from its surface or its inside than
    /// this.
    pub(crate) has: &'a dyn Fn([f64; D], f64) -> bool,
}

pub(crate) fn dot64<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The ends of a capsule's segment.
pub(crate) fn ends<N: Number, const D: usize>(b: &Capsule<D>, number: fn(f32) -> N) -> [[N; D]; 2] {
    [-1.0, 1.0].map(|sign| std::array::from_fn(|k| number(b.center[k]) + number(sign * b.axis[k])))
}

/// How far a capsule reaches in a direction, from its center.
pub(crate) fn reach<const D: usize>(capsule: &Capsule<D>, direction: [f64; D]) -> f64 {
    let length = dot64(direction, direction).sqrt();
    dot64(direction, capsule.axis.map(f64::from)).abs() + f64::from(capsule.radius) * length
}

/// Whether a point, relative to the center, is on the surface of a capsule, or in it by so little
/// as where a segment lies along a face not quite.
pub(crate) fn is_on<const D: usize>(capsule: &Capsule<D>, point: [f64; D], error: f64) -> bool {
    let axis = capsule.axis.map(f64::from);
    let square = dot64(axis, axis);
    let t = if square > 0.0 { (dot64(point, axis) / square).clamp(-1.0, 1.0) } else { 0.0 };
    let off: [f64; D] = std::array::from_fn(|k| point[k] - axis[k] * t);
    let (off, radius) = (dot64(off, off).sqrt(), f64::from(capsule.radius));
    (-error - radius / 1024.0..=error).contains(&(off - radius))
}

/// Makes sure that a contact is that of two shapes with `between` from the center of A to that of
/// B. `size` is that of all there is, `radius` that of both together.
pub(crate) fn check<const D: usize, const N: usize>(
    random: &mut Random,
    [a, b]: [&Seen<'_, D>; 2],
    between: [f64; D],
    [size, radius]: [f64; 2],
    contact: &Contact<D, N>,
) {
    let distance = f64::from(contact.distance);
    // Of two features whose distances are the same but for rounding, either may be taken. What that
    // does to a direction is the root of twice its share of the distance, here of eight roundings.
    let core = (distance + radius).abs();
    let angle = (16.0 * f64::from(f32::EPSILON / 2.0) * size / core).sqrt();
    let error = angle.clamp(5e-4, 0.1) * size;
    let normal = contact.normal.map(f64::from);
    assert!((dot64(normal, normal).sqrt() - 1.0).abs() < 2e-6, "normal");
    let apart = |way: [f64; D]| dot64(way, between) - (a.reach)(way) - (b.reach)(way.map(|x| -x));
    assert!((apart(normal) - distance).abs() <= error, "{} along the normal", apart(normal));
    for _ in 0..8 {
        let way = random.direction();
        assert!(apart(way) <= distance + error, "{} along {way:?}", apart(way));
    }
    if contact.distance > 0.0 {
        return;
    }
    let points = &contact.points[..contact.count as usize];
    assert!(!points.is_empty(), "points");
    let mut deepest = f64::INFINITY;
    for point in points {
        let (on_a, on_b) = (point.on_a.map(f64::from), point.on_b.map(f64::from));
        assert!((a.has)(on_a, error) && (b.has)(on_b, error), "on the shapes: {point:?}");
        let off: [f64; D] = std::array::from_fn(|k| between[k] + on_b[k] - on_a[k]);
        let off = dot64(off, normal);
        assert!((off - f64::from(point.distance)).abs() <= error, "{off} at {point:?}");
        assert!(point.distance <= error as f32, "{point:?}");
        deepest = deepest.min(off);
    }
    // Of two the deeper one may lie beside the face.
    let most = if points.len() == 1 { error } else { 0.04 * size };
    assert!((-error..=most).contains(&(deepest - distance)), "{deepest} is the deepest point");
    if let [first, second] = points {
        assert!(first.feature != second.feature, "features");
    }
}
