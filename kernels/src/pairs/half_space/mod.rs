//! A convex shape and a half-space, of all kinds alike; and two half-spaces.
//!
//! Along the normal of its plane a half-space has no end, so there is one axis to look at: the
//! shape is as far from the plane as its point that is farthest against the normal (C. Ericson,
//! *Real-Time Collision Detection*, 2005, section 5.2.3). That is the distance, whether they are
//! apart or overlap, and all there is to know of a pair that moves.
//!
//! * here: [`AtHalfSpace`], and [`AtHalfSpacePoints`] with the points
//! * `footprint`: the part of each kind of shapes that faces a plane
//! * `advance`: when moving shapes meet
//! * `two`: two half-spaces

mod advance;
mod footprint;
mod two;

use std::marker::PhantomData;

pub use advance::SweptAtHalfSpace;
pub(in crate::pairs) use advance::{Path, PlaneApproach};
pub use footprint::Footprint;
pub use two::{SweptTwoHalfSpaces, TwoHalfSpaces};

use super::{
    contact::{Contact, ContactPoint, RawContact},
    pair_test::{PairTest, Separated},
};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, dot, sub},
    },
    shape::{Extent, HalfSpace, One, Turning},
};

/// A convex shape and a half-space: the distance of the shape's farthest point from the plane. The
/// normal is against that of the plane. The axis is always 0.
pub struct AtHalfSpace<S>(PhantomData<fn() -> S>);

/// Roundings in the distance, of [`sizes_along`] and the radius of the shape: 1 in the vector
/// between the centers, 3 in the projection, 4 in the length of the normal; 12 in the reach of the
/// shape, 7 in that of a normal that errs, 2 in the sum. Rounded up.
const ROUNDINGS: f32 = 32.0;

/// The sum of the sizes of the products of a vector and a unit normal. A vector along the plane
/// adds nothing, so that it does not matter how far a shape is from the point of an even floor.
#[inline(always)]
pub(in crate::pairs) fn sizes_along<R: Real, const D: usize>(vector: [R; D], normal: [R; D]) -> R {
    let mut sizes = (vector[0] * normal[0]).abs();
    for axis in 1..D {
        sizes = sizes + (vector[axis] * normal[axis]).abs();
    }
    sizes
}

/// A bound of what rounding does to a distance, by the sum of all sizes. Infinite where they
/// overflow.
#[inline(always)]
pub(in crate::pairs) fn slack<R: Real>(sizes: R) -> R {
    // In `f64` this is 0, and none is needed: products of `f32` do not vanish in it.
    let vanished = f32::MIN_POSITIVE * (R::UNIT / f32::UNIT);
    let slack = sizes * sizes.of(ROUNDINGS * R::UNIT) + sizes.of(vanished);
    R::select(sizes.le(sizes.of(f32::MAX)), slack, sizes.of(f32::INFINITY))
}

impl<S: Turning<D> + Extent, const D: usize> PairTest<D, 0> for AtHalfSpace<S> {
    type A = S;
    type B = HalfSpace<D>;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &S::Of<R>, b: &HalfSpace<D, R>) -> (RawContact<D, 0, R>, R) {
        let (normal, from) = (b.outward(), sub(S::center(a), b.point));
        let zero = normal[0].of(0.0);
        // Not negated, so that what is zero stays so.
        let against = sub([zero; D], normal);
        let distance = b.height(from) - S::reach(a, against);
        let sizes = sizes_along(from, normal) + S::radius(a);
        let contact = Contact { normal: against, distance, axis: zero, count: zero, points: [] };
        (contact, slack(sizes))
    }
}

/// A convex shape and a half-space, as [`AtHalfSpace`], with the corners of the face, the ends of
/// the edge or the point that the shape turns to the plane.
///
/// Those count that are not in front of the plane, but for 2^-17 of the size of the shape, so that
/// what rests keeps its points; and always the deepest. They come in the order of the shape. Their
/// feature is the number of the corner or the end.
pub struct AtHalfSpacePoints<S>(PhantomData<fn() -> S>);

/// The part of a shape that counts as level.
const LEVEL: f32 = 1.0 / (1 << 17) as f32;

impl<S: Footprint<D, N>, const D: usize, const N: usize> PairTest<D, N> for AtHalfSpacePoints<S> {
    type A = S;
    type B = HalfSpace<D>;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &S::Of<R>, b: &HalfSpace<D, R>) -> (RawContact<D, N, R>, R) {
        let (found, slack) = AtHalfSpace::<S>::contact(a, b);
        let (against, normal) = (found.normal, b.outward());
        let (zero, one) = (slack.of(0.0), slack.of(1.0));
        let from = sub(S::center(a), b.point);
        let above = b.height(from);
        let spots = S::toward(a, against);
        let mut points = [ContactPoint::splat(zero); N];
        let mut deepest = zero.of(f32::INFINITY);
        for (point, spot) in points.iter_mut().zip(&spots[..S::SPOTS]) {
            let distance = above + dot(spot.place, normal);
            *point = ContactPoint {
                on_a: spot.place,
                on_b: add_scaled(add(from, spot.place), normal, -distance),
                distance,
                feature: spot.number,
            };
            deepest = distance.min(deepest);
        }
        let level = (S::extent(a) * one.of(LEVEL)).max(deepest);
        // Those that count first, in their order.
        for last in (1..S::SPOTS).rev() {
            for at in 0..last {
                let swaps = level.lt(points[at].distance) & points[at + 1].distance.le(level);
                let [first, second] = [points[at], points[at + 1]];
                points[at] = ContactPoint::select(swaps, &second, &first);
                points[at + 1] = ContactPoint::select(swaps, &first, &second);
            }
        }
        let mut count = zero;
        for point in &points[..S::SPOTS] {
            count = count + R::select(point.distance.le(level), one, zero);
        }
        let RawContact { normal, distance, axis, .. } = found;
        (Contact { normal, distance, axis, count, points }, slack)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &S::Of<R>, b: &HalfSpace<D, R>) -> Separated<R::Mask> {
        AtHalfSpace::<S>::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<S>, b: &HalfSpace<D>) -> bool {
        AtHalfSpace::<S>::apart(a, b)
    }
}
