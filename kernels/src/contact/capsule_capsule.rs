//! Capsules.

use super::{
    Contact, Found, PairTest, Point,
    ball_capsule::region,
    closest::{self, Along, BetweenSegments, closest_between_segments, slack},
    normal::{across_or_perpendicular, falls_short, measured, perpendicular, toward},
    turn::{feature, turned_feature},
};
use crate::{
    real::{
        Mask, Real,
        vector::{add_scaled, dot, scale, select, sub, sum_abs},
    },
    shape::Capsule,
};

/// Two capsules. The axis and the features of the points are `a + 32 * b` with where on each
/// segment the point is: 0 between the ends, 1 at the first, 2 at the second.
///
/// There are two points where the segments are so nearly parallel that the sine of the angle
/// between them is at most 1/32, and lie beside each other for at least 1/32 of the shorter one:
/// at the ends of where they do. Else there is one.
///
/// Where the segments touch, the normal is at a right angle to both: in 3D that way is least to go.
/// In 2D there is none where they cross; then the normal is at a right angle to the one that leaves
/// less to go, and the distance is that way plus the radii.
pub struct CapsuleCapsule;

/// Roundings in the distance, of the sum of all sizes: those of the closest points, 1 in the sum of
/// the radii, 1 in the distance.
const ROUNDINGS: f32 = closest::ROUNDINGS + 2.0;

/// The squared sine of the largest angle between segments that count as parallel.
const PARALLEL: f32 = 1.0 / 1024.0;

/// The least part of a segment beside another one that gives two points.
const BESIDE: f32 = 1.0 / 32.0;

/// The segments within two capsules.
struct Segments<const D: usize, R> {
    /// Half of each as a vector.
    a: [R; D],
    b: [R; D],
    /// From the center of A to that of B.
    place: [R; D],
}

/// A point of each segment, and where the shapes go from each other.
struct Cores<const D: usize, R> {
    s: R,
    t: R,
    normal: [R; D],
    /// The distance along the normal, negative where the segments cross in 2D.
    distance: R,
}

impl<R: Real, const D: usize> Segments<D, R> {
    /// How far B is from A in a direction.
    #[inline(always)]
    fn along(&self, direction: [R; D]) -> R {
        let reach = dot(direction, self.a).abs() + dot(direction, self.b).abs();
        dot(direction, self.place) - reach
    }

    /// The sum of all sizes.
    #[inline(always)]
    fn size(&self) -> R {
        sum_abs(self.place) + sum_abs(self.a) + sum_abs(self.b)
    }

    /// The points at a place of A and at the closest of B.
    #[inline(always)]
    fn beside(&self, s: R, b: &Along<D, R>) -> (R, R) {
        let one = s.of(1.0);
        (s, b.closest(sub(scale(self.a, s), self.place)).clamp(-one, one))
    }

    /// The closest points and the normal.
    #[inline(always)]
    fn cores(&self, found: &BetweenSegments<D, R>) -> Cores<D, R> {
        let (distance, normal) = measured(found.between);
        let cores = Cores { s: found.s, t: found.t, normal, distance };
        let reached = self.along(normal);
        let short = falls_short(reached, distance, self.size());
        if !short.any() {
            return cores;
        }
        if D == 2 {
            self.cross_in_plane(cores, reached, short)
        } else {
            let aside = toward(self.across(found), self.place);
            let better = short & reached.lt(self.along(aside));
            Cores { normal: select(better, aside, normal), ..cores }
        }
    }

    /// A direction in space across both segments.
    #[inline(always)]
    fn across(&self, found: &BetweenSegments<D, R>) -> [R; D] {
        let longer = select(sum_abs(self.b).le(sum_abs(self.a)), self.a, self.b);
        let direction = Along::new(longer).direction;
        let first = [direction[0], direction[1], direction[2]];
        let mut across = direction;
        across.copy_from_slice(&across_or_perpendicular(found.across, found.sine_square, first));
        across
    }

    /// In 2D, segments that cross lie in each other along all directions: least so along one at a
    /// right angle to either of them.
    #[inline(always)]
    fn cross_in_plane(&self, cores: Cores<D, R>, reached: R, short: R::Mask) -> Cores<D, R> {
        let (along_a, along_b) = (Along::new(self.a), Along::new(self.b));
        let across_a = toward(perpendicular(along_a.direction), self.place);
        let across_b = toward(perpendicular(along_b.direction), self.place);
        let (by_a, by_b) = (self.along(across_a), self.along(across_b));
        let best = by_a.max(by_b);
        let aside = select(by_b.lt(by_a), across_a, across_b);
        let normal = select(short & reached.lt(best), aside, cores.normal);

        // Apart, one in line with the other, they seem to cross as well if rounding wills it.
        let noise = self.size() * best.of(closest::ROUNDINGS * R::UNIT);
        let cross = short & best.lt(best.of(0.0)) & cores.distance.le(noise);
        let (along_normal_a, along_normal_b) = (dot(normal, self.a), dot(normal, self.b));
        let (one, end_of_b) = (best.of(1.0), along_normal_a.abs().lt(along_normal_b.abs()));
        // The end that lies deepest in the other shape, and what is closest to it.
        let s = one.with_sign_of(along_normal_a);
        let t = -one.with_sign_of(along_normal_b);
        let to_a = along_a.closest(add_scaled(self.place, self.b, t)).clamp(-one, one);
        let (_, to_b) = self.beside(s, &along_b);
        Cores {
            s: R::select(cross, R::select(end_of_b, to_a, s), cores.s),
            t: R::select(cross, R::select(end_of_b, t, to_b), cores.t),
            normal,
            distance: R::select(cross, best, cores.distance),
        }
    }

    /// An end of where the segments lie beside each other: an end of A if it is there, else of B.
    #[inline(always)]
    fn end(&self, s: R, of_b: R, b: &Along<D, R>) -> (R, R) {
        let (_, t) = self.beside(s, b);
        (s, R::select(s.abs().lt(s.of(1.0)), of_b, t))
    }

    /// The ends of where the segments lie beside each other, and whether they do for long enough
    /// to count.
    #[inline(always)]
    fn ends(&self) -> ([(R, R); 2], R::Mask) {
        let (along_a, along_b) = (Along::new(self.a), Along::new(self.b));
        let (middle, one) = (along_a.closest(self.place), self.place[0].of(1.0));
        let reach = along_a.closest(self.b);
        // The end of B that comes first along A.
        let (first, reach) = (-one.with_sign_of(reach), reach.abs());
        let low = (middle - reach).clamp(-one, one);
        let high = (middle + reach).clamp(-one, one);
        // Half of the shorter one as a part of A.
        let shorter = reach.min(one);
        let long = (shorter * one.of(2.0 * BESIDE)).le(high - low) & one.of(0.0).lt(high - low);
        ([self.end(low, first, &along_b), self.end(high, -first, &along_b)], long)
    }
}

impl<const D: usize> PairTest<D, 2> for CapsuleCapsule {
    type A = Capsule<D>;
    type B = Capsule<D>;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Capsule<D, R>, b: &Capsule<D, R>) -> (Found<D, 2, R>, R) {
        let segments = Segments { a: a.axis, b: b.axis, place: sub(b.center, a.center) };
        let found = closest_between_segments(segments.a, segments.b, segments.place);
        let Cores { s, t, normal, distance } = segments.cores(&found);
        let radii = a.radius + b.radius;

        let (mut ends, mut count) = ([(s, t); 2], s.of(1.0));
        let parallel = found.sine_square.le(count.of(PARALLEL));
        if parallel.any() {
            let (found, long) = segments.ends();
            let two = parallel & long;
            count = R::select(two, count + count, count);
            for (end, found) in ends.iter_mut().zip(found) {
                *end = (R::select(two, found.0, s), R::select(two, found.1, t));
            }
        }
        let mut points = [Point::splat(count); 2];
        for (point, (s, t)) in points.iter_mut().zip(ends) {
            let (core_a, core_b) = (scale(segments.a, s), scale(segments.b, t));
            let between = sub(add_scaled(segments.place, segments.b, t), core_a);
            *point = Point {
                on_a: add_scaled(core_a, normal, a.radius),
                on_b: add_scaled(core_b, normal, -b.radius),
                distance: dot(between, normal) - radii,
                feature: feature(region(s), region(t)),
            };
        }
        let (axis, distance) = (feature(region(s), region(t)), distance - radii);
        let slack = slack(segments.size() + radii, ROUNDINGS);
        (Contact { normal, distance, axis, count, points }, slack)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        turned_feature(axis)
    }
}
