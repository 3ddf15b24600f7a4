//! Projections on separating axes, the deepest axis so far, and certain signs of determinants.

use super::contact::{Contact, RawContact};
use crate::real::{
    Mask, Real,
    vector::{self, dot},
};

/// Of the axes seen so far, the one along which two shapes are farthest apart or overlap least.
#[derive(Clone, Copy)]
pub(crate) struct Deepest<const D: usize, R> {
    /// The distance along it.
    pub(crate) distance: R,
    /// Its direction, from A to B.
    pub(crate) direction: [R; D],
    /// Its number.
    pub(crate) axis: R,
}

/// The number of an axis where A and B trade places, if the axes of A come first, and then as many
/// of B.
#[inline(always)]
pub(crate) fn of_the_other<R: Real>(axis: R, axes: usize) -> R {
    let axes = axis.of(axes as f32);
    R::select(axis.lt(axes), axis + axes, axis - axes)
}

/// The number among nine of the pair of an axis `i` of A with one `j` of B, `3 * i + j`, where A
/// and B trade places.
#[inline(always)]
pub(crate) fn turned_pair<R: Real>(number: R) -> R {
    let (zero, one, two) = (number.of(0.0), number.of(1.0), number.of(2.0));
    let later = R::select(number.lt(number.of(5.5)), one, two);
    let i = R::select(number.lt(number.of(2.5)), zero, later);
    let j = number - i * number.of(3.0);
    j * number.of(3.0) + i
}

impl<const D: usize, R: Real> Deepest<D, R> {
    /// Axis 0.
    #[inline(always)]
    pub(crate) fn new(direction: [R; D], distance: R) -> Self {
        Self { distance, direction, axis: distance.of(0.0) }
    }

    /// Adds an axis. It counts if its distance is larger than all before.
    #[inline(always)]
    pub(crate) fn add(&mut self, axis: usize, direction: [R; D], distance: R) {
        let better = self.distance.lt(distance);
        self.distance = R::select(better, distance, self.distance);
        self.direction = vector::select(better, direction, self.direction);
        self.axis = R::select(better, distance.of(axis as f32), self.axis);
    }

    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(crate) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            distance: R::select(mask, yes.distance, no.distance),
            direction: vector::select(mask, yes.direction, no.direction),
            axis: R::select(mask, yes.axis, no.axis),
        }
    }

    /// The contact along it, without points.
    #[inline(always)]
    pub(crate) fn contact(self) -> RawContact<D, 0, R> {
        let Self { distance, direction, axis } = self;
        Contact { normal: direction, distance, axis, count: axis.of(0.0), points: [] }
    }
}

/// What a shape covers on an axis: closed, from `low` to `high`.
#[derive(Clone, Copy)]
pub(crate) struct Interval<R> {
    pub(crate) low: R,
    pub(crate) high: R,
}

impl<R: Real> Interval<R> {
    /// Of three points by their places on the axis.
    #[inline(always)]
    pub(crate) fn of([a, b, c]: [R; 3]) -> Self {
        Self { low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    /// Of what reaches equally far from zero both ways.
    #[inline(always)]
    pub(crate) fn around_zero(reach: R) -> Self {
        Self { low: -reach, high: reach }
    }

    /// The distance to another interval, negative where they overlap: minus the length of the
    /// shorter of the two ways out. And a number that is negative where that way is down.
    #[inline(always)]
    pub(crate) fn to(self, other: Self) -> (R, R) {
        let (up, down) = (other.low - self.high, self.low - other.high);
        (up.max(down), up - down)
    }
}

/// The places of three points on an axis.
#[inline(always)]
pub(crate) fn project<R: Real>(points: &[[R; 3]; 3], axis: [R; 3]) -> [R; 3] {
    [dot(points[0], axis), dot(points[1], axis), dot(points[2], axis)]
}

/// Roundings in the determinant of two edges and a vector from a point of one to a point of the
/// other, relative to the product of the sums of the edges' components, where no coordinate is
/// above 1: 16 in the projection of the vector on the cross product of the edges; 2 in each
/// component of each edge and 2 in the cross product, times a vector of up to 2; twice.
const SIGN_ROUNDINGS: f32 = 64.0;

/// Which signs a determinant certainly has.
#[derive(Clone, Copy)]
pub(crate) struct CertainSign<M> {
    pub(crate) plus: M,
    pub(crate) minus: M,
}

impl<M: Mask> CertainSign<M> {
    /// All signs, to be narrowed down.
    #[inline(always)]
    pub(crate) fn any<R: Real<Mask = M>>(like: R) -> Self {
        let always = like.of(0.0).le(like.of(0.0));
        Self { plus: always, minus: always }
    }

    /// The sign of a determinant of edges whose components' sums have the product `size`.
    #[inline(always)]
    pub(crate) fn of<R: Real<Mask = M>>(determinant: R, size: R) -> Self {
        let hidden = size.of(f32::MIN_POSITIVE);
        let error = size * size.of(SIGN_ROUNDINGS * R::UNIT) + hidden;
        Self { plus: error.lt(determinant), minus: determinant.lt(-error) }
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { plus: self.plus & other.plus, minus: self.minus & other.minus }
    }

    #[inline(always)]
    pub(crate) fn is_known(self) -> M {
        self.plus | self.minus
    }

    #[inline(always)]
    pub(crate) fn is_opposite(self, other: Self) -> M {
        self.plus & other.minus | self.minus & other.plus
    }
}

/// Whether a whole number is this one.
#[inline(always)]
pub(super) fn is_number<R: Real>(value: R, number: usize) -> R::Mask {
    (value - value.of(number as f32)).abs().lt(value.of(0.5))
}
