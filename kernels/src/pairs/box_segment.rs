//! A segment against a box that is centered at the origin with its axes along the coordinate axes.

use super::axes::Deepest;
use crate::real::{
    Real,
    vector::{add, add_scaled, dot, scale, sub},
};

/// Number of planes of two coordinate axes.
pub(super) const fn planes(dimensions: usize) -> usize {
    if dimensions == 2 { 1 } else { 3 }
}

/// The axes of a plane: in 3D those of plane `p` are all but `p`.
const fn plane(dimensions: usize, number: usize) -> [usize; 2] {
    if dimensions == 2 { [0, 1] } else { [(number + 1) % 3, (number + 2) % 3] }
}

/// The segment from `place - axis` to `place + axis`, and the box up to `half` both ways.
///
/// Sizes are expected to be about 1 at most. Places are measured from the faces of the box, where
/// it is large and the segment is not: so errors are roundings of what lies near the segment, and
/// of `place`.
pub(super) struct BoxSegment<const D: usize, R> {
    pub(super) place: [R; D],
    pub(super) axis: [R; D],
    pub(super) half: [R; D],
    /// From the upper faces to the place.
    above: [R; D],
    /// From the lower faces to the place.
    below: [R; D],
}

/// A point of the segment that is closest to the box.
pub(super) struct NearestOnSegment<const D: usize, R> {
    /// Where on the segment it is, in -1..=1: in the middle where many are.
    pub(super) t: R,
    /// The point of the box that is closest to it.
    pub(super) on_box: [R; D],
    /// From there to the point, of length 1; zero if the point is in the box.
    pub(super) direction: [R; D],
    /// Between the two; if the point is in the box, minus its distance from the nearest face.
    pub(super) distance: R,
    /// Between box and segment along the direction: a distance that they have for certain. Minus
    /// infinity if the point is in the box.
    pub(super) at_least: R,
}

/// How the distance changes at a place of the segment.
#[derive(Clone, Copy)]
struct Slope<R> {
    t: R,
    slope: R,
    error: R,
}

impl<R: Real> Slope<R> {
    #[inline(always)]
    fn is_down(self) -> R::Mask {
        self.slope.le(self.error)
    }

    #[inline(always)]
    fn is_up(self) -> R::Mask {
        (-self.error).le(self.slope)
    }

    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            t: R::select(mask, yes.t, no.t),
            slope: R::select(mask, yes.slope, no.slope),
            error: R::select(mask, yes.error, no.error),
        }
    }
}

impl<const D: usize, R: Real> BoxSegment<D, R> {
    #[inline(always)]
    pub(super) fn new(place: [R; D], axis: [R; D], half: [R; D]) -> Self {
        Self { place, axis, half, above: sub(place, half), below: add(place, half) }
    }

    #[inline(always)]
    pub(super) fn at(&self, t: R) -> [R; D] {
        add_scaled(self.place, self.axis, t)
    }

    /// The point of the box that is closest to that of the segment.
    #[inline(always)]
    pub(super) fn on_box(&self, t: R) -> [R; D] {
        let mut nearest = self.at(t);
        for (nearest, half) in nearest.iter_mut().zip(self.half) {
            *nearest = nearest.clamp(-half, half);
        }
        nearest
    }

    /// From the point of the box that is closest to a point of the segment to that.
    #[inline(always)]
    pub(super) fn beyond(&self, t: R) -> [R; D] {
        let (zero, mut beyond) = (t.of(0.0), self.axis);
        for (k, beyond) in beyond.iter_mut().enumerate() {
            let along = self.axis[k] * t;
            *beyond = (self.above[k] + along).max(zero) + (self.below[k] + along).min(zero);
        }
        beyond
    }

    /// From the face across an axis on the side of a direction to the middle of the segment, along
    /// the axis.
    #[inline(always)]
    pub(super) fn over_face(&self, k: usize, way: R) -> R {
        R::select(way.lt(way.of(0.0)), self.below[k], self.above[k])
    }

    /// Half the derivative of the squared distance between box and segment by the parameter: linear
    /// between the places where the segment passes a plane of a face, and never falling. And a
    /// bound of its error. Without what axis `except` adds, which is 0 where the segment passes
    /// its planes, but for rounding.
    #[inline(always)]
    fn slope(&self, t: R, except: usize) -> Slope<R> {
        let (beyond, axis) = (self.beyond(t), self.axis);
        let (zero, rounding) = (t.of(0.0), t.of(8.0 * R::UNIT));
        let (mut slope, mut error) = (zero, zero);
        for k in 0..D {
            if k == except {
                continue;
            }
            slope = slope + beyond[k] * axis[k];
            let (size, along) = (beyond[k].abs(), axis[k].abs());
            error = error + R::select(zero.lt(size), (size + along) * along * rounding, zero);
        }
        Slope { t, slope, error }
    }

    /// The parameter of a closest point: between the last place known where the slope is down and
    /// the first where it is up, by a straight line. What is not more than rounding is both.
    #[inline(always)]
    fn closest(&self) -> R {
        let one = self.place[0].of(1.0);
        let (first, last) = (self.slope(-one, D), self.slope(one, D));
        let mut low = Slope::select(last.is_down(), last, first);
        let mut high = Slope::select(first.is_up(), first, last);
        for k in 0..D {
            let inverse = one / self.axis[k];
            for to_place in [self.below[k], self.above[k]] {
                // Along a face this is not a number.
                let t = -to_place * inverse;
                let passes = t.abs().lt(one);
                let here = self.slope(t, k);
                let is_low = passes & here.is_down() & low.t.lt(t);
                low = Slope::select(is_low, here, low);
                let is_high = passes & here.is_up() & t.lt(high.t);
                high = Slope::select(is_high, here, high);
            }
        }
        // Level ground begins at `high` and ends at `low`: then the middle.
        let (zero, half) = (one.of(0.0), one.of(0.5));
        let part = (-low.slope / (high.slope - low.slope)).clamp(zero, one);
        let part = R::select(low.t.lt(high.t) & low.slope.lt(high.slope), part, half);
        low.t + (high.t - low.t) * part
    }

    /// A closest point.
    #[inline(always)]
    pub(super) fn nearest(&self) -> NearestOnSegment<D, R> {
        let t = self.closest();
        let between = self.beyond(t);
        let square = dot(between, between);
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let outside = t.of(f32::MIN_POSITIVE).lt(square);
        let length = square.sqrt();
        let direction = scale(between, R::select(outside, one / length, zero));
        let mut inside = t.of(f32::NEG_INFINITY);
        for k in 0..D {
            let along = self.axis[k] * t;
            inside = inside.max((self.above[k] + along).max(-(self.below[k] + along)));
        }
        let distance = R::select(outside, length, inside.min(zero));
        // The box lies behind its point, whatever the direction; the segment may reach before its.
        let slope = dot(direction, self.axis);
        let before = slope.abs() * (one + one.with_sign_of(slope) * t);
        NearestOnSegment {
            t,
            on_box: self.on_box(t),
            direction,
            distance,
            at_least: R::select(outside, length - before, t.of(f32::NEG_INFINITY)),
        }
    }

    /// The axis that separates box and segment most, or along which they overlap least: `k` across
    /// faces `k`, and `D + p` across the segment in the plane of two of the box's axes, which in
    /// 3D is across the segment and axis `p` of the box.
    #[inline(always)]
    pub(super) fn deepest(&self) -> Deepest<D, R> {
        let (zero, one) = (self.place[0].of(0.0), self.place[0].of(1.0));
        let mut best = Deepest::new([zero; D], zero.of(f32::NEG_INFINITY));
        for k in 0..D {
            let mut direction = [zero; D];
            direction[k] = one.with_sign_of(self.place[k]);
            let over = self.above[k].max(-self.below[k]);
            let distance = over - self.axis[k].abs();
            best.add(k, direction, distance);
        }
        for number in 0..planes(D) {
            let [i, j] = plane(D, number);
            let (x, y) = (-self.axis[j], self.axis[i]);
            let square = x * x + y * y;
            let way = self.place[i] * x + self.place[j] * y;
            let per_length = one.with_sign_of(way) / square.sqrt();
            let (x, y) = (x * per_length, y * per_length);
            let distance = x * self.over_face(i, x) + y * self.over_face(j, y);
            // A segment along the third axis has no axis across it, nor has one whose square
            // underflows.
            let is_axis = zero.of(f32::MIN_POSITIVE).lt(square);
            let distance = R::select(is_axis, distance, zero.of(f32::NEG_INFINITY));
            let mut direction = [zero; D];
            (direction[i], direction[j]) = (x, y);
            best.add(D + number, direction, distance);
        }
        best
    }

    /// The parameters between which the segment lies between the two faces across an axis: the
    /// first is larger than the second where it does nowhere.
    #[inline(always)]
    pub(super) fn between_faces(&self, k: usize) -> [R; 2] {
        let one = self.place[0].of(1.0);
        let inverse = one / self.axis[k];
        let (first, second) = (-self.below[k] * inverse, -self.above[k] * inverse);
        // Nearly at a right angle to the axis it is there with both ends or none.
        let crosses = one.of(f32::MIN_POSITIVE).lt(self.axis[k].abs());
        let low = R::select(crosses, first.min(second).max(-one), -one);
        [low, R::select(crosses, first.max(second).min(one), one)]
    }

    /// The parameter and the point of the box where the segment is closest to the edge (in 2D, the
    /// corner) at which the box reaches farthest in a direction, that of axis `D + p`.
    #[inline(always)]
    pub(super) fn at_edge(&self, number: usize, direction: [R; D]) -> (R, [R; D]) {
        let [i, j] = plane(D, number);
        let (one, (x, y)) = (direction[i].of(1.0), (self.axis[i], self.axis[j]));
        let corner =
            [self.half[i].with_sign_of(direction[i]), self.half[j].with_sign_of(direction[j])];
        let to_corner = x * (corner[0] - self.place[i]) + y * (corner[1] - self.place[j]);
        let t = (to_corner / (x * x + y * y)).clamp(-one, one);
        let mut on_box = self.on_box(t);
        (on_box[i], on_box[j]) = (corner[0], corner[1]);
        (t, on_box)
    }
}
