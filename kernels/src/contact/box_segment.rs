//! A segment against a box that is centered at the origin with its axes along the coordinate axes.

use crate::{
    real::{
        Real,
        vector::{add_scaled, dot, scale, sub},
    },
    sat::deepest::Deepest,
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
/// Sizes are expected to be about 1 at most; all errors are roundings of that.
pub(super) struct BoxSegment<const D: usize, R> {
    pub(super) place: [R; D],
    pub(super) axis: [R; D],
    pub(super) half: [R; D],
}

/// A point of the segment that is closest to the box.
pub(super) struct Nearest<const D: usize, R> {
    /// Where on the segment it is, in -1..=1: in the middle where many are.
    pub(super) t: R,
    /// The point of the box that is closest to it.
    pub(super) on_box: [R; D],
    /// From there to the point, of length 1; zero if the point is in the box.
    pub(super) direction: [R; D],
    /// Between the two; if the point is in the box, minus its distance from the nearest face.
    pub(super) distance: R,
    /// Between box and segment along the direction: a distance that they have for certain.
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
    pub(super) fn at(&self, t: R) -> [R; D] {
        add_scaled(self.place, self.axis, t)
    }

    #[inline(always)]
    pub(super) fn in_box(&self, point: [R; D]) -> [R; D] {
        let mut nearest = point;
        for k in 0..D {
            nearest[k] = point[k].clamp(-self.half[k], self.half[k]);
        }
        nearest
    }

    /// Half the derivative of the squared distance between box and segment by the parameter: linear
    /// between the places where the segment passes a plane of a face, and never falling. And a
    /// bound of its error. Without what axis `except` adds, which is 0 where the segment passes
    /// its planes, but for rounding.
    #[inline(always)]
    fn slope(&self, t: R, except: usize) -> Slope<R> {
        let (point, half, axis) = (self.at(t), self.half, self.axis);
        let (zero, rounding) = (t.of(0.0), t.of(8.0 * R::UNIT));
        let (mut slope, mut error) = (zero, zero);
        for k in 0..D {
            if k == except {
                continue;
            }
            let beyond = point[k] - point[k].clamp(-half[k], half[k]);
            slope = slope + beyond * axis[k];
            let is_beyond = zero.lt(beyond.abs());
            error = error + R::select(is_beyond, axis[k].abs() * rounding, zero);
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
            for side in [-self.half[k], self.half[k]] {
                // Along a face this is not a number.
                let t = (side - self.place[k]) * inverse;
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
    pub(super) fn nearest(&self) -> Nearest<D, R> {
        let t = self.closest();
        let point = self.at(t);
        let on_box = self.in_box(point);
        let between = sub(point, on_box);
        let square = dot(between, between);
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let outside = t.of(f32::MIN_POSITIVE).lt(square);
        let length = square.sqrt();
        let direction = scale(between, R::select(outside, one / length, zero));
        let half = self.half;
        let mut inside = point[0].abs() - half[0];
        for k in 1..D {
            inside = inside.max(point[k].abs() - half[k]);
        }
        Nearest {
            t,
            on_box,
            direction,
            distance: R::select(outside, length, inside.min(zero)),
            at_least: self.along(direction),
        }
    }

    /// The distance between box and segment in a direction.
    #[inline(always)]
    fn along(&self, direction: [R; D]) -> R {
        let (half, mut reach) = (self.half, dot(direction, self.axis).abs());
        for k in 0..D {
            reach = reach + half[k] * direction[k].abs();
        }
        dot(direction, self.place) - reach
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
            let distance = self.place[k].abs() - (self.half[k] + self.axis[k].abs());
            best.add(k, direction, distance);
        }
        for number in 0..planes(D) {
            let [i, j] = plane(D, number);
            let (x, y) = (-self.axis[j], self.axis[i]);
            let square = x * x + y * y;
            let way = self.place[i] * x + self.place[j] * y;
            let per_length = one.with_sign_of(way) / square.sqrt();
            let reach = self.half[i] * x.abs() + self.half[j] * y.abs();
            // Along the third axis there is none; a square that underflows is none either.
            let is_axis = zero.of(f32::MIN_POSITIVE).lt(square);
            let distance = (way.abs() - reach) * per_length.abs();
            let distance = R::select(is_axis, distance, zero.of(f32::NEG_INFINITY));
            let mut direction = [zero; D];
            (direction[i], direction[j]) = (x * per_length, y * per_length);
            best.add(D + number, direction, distance);
        }
        best
    }

    /// The parameters between which the segment lies over face `k`: the first is larger than the
    /// second where it does nowhere.
    #[inline(always)]
    pub(super) fn over_face(&self, k: usize) -> [R; 2] {
        let one = self.place[0].of(1.0);
        let (mut low, mut high) = (-one, one);
        for i in 0..D {
            if i == k {
                continue;
            }
            let inverse = one / self.axis[i];
            let (first, second) = (
                (-self.half[i] - self.place[i]) * inverse,
                (self.half[i] - self.place[i]) * inverse,
            );
            // Nearly at a right angle to the axis it is over the face with both ends or none.
            let crosses = one.of(f32::MIN_POSITIVE).lt(self.axis[i].abs());
            low = R::select(crosses, first.min(second).max(low), low);
            high = R::select(crosses, first.max(second).min(high), high);
        }
        [low, high]
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
        let mut on_box = self.in_box(self.at(t));
        (on_box[i], on_box[j]) = (corner[0], corner[1]);
        (t, on_box)
    }
}
