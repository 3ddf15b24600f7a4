//! The closest points of two convex cores, from their support mappings alone.
//!
//! E. Gilbert, D. Johnson, S. Keerthi, *A fast procedure for computing the distance between complex
//! objects in three-dimensional space* (1988); G. van den Bergen, *A fast and robust GJK
//! implementation for collision detection of convex objects* (1999). The nearest point of a simplex
//! is found among all of its features that have the newest vertex, by their squared distances, and
//! not by signs of cofactors: the robust variant in the sense of M. Montanari, N. Petrinic and
//! E. Barbieri, *Improving the GJK algorithm for faster and more reliable distance queries* (2017).
//! Slivers then cost accuracy of one step, and no answer is claimed that the vectors do not show.

use super::{operand::Operand, search::Search};
use crate::Lanes;
use crate::pairs::{Separated, impact::in_f32};
use crate::real::{
    Mask, Real,
    vector::{add, add_scaled, cross, dot, neg, scale, select, sub, sum_abs},
};

/// Most steps. Polytopes end by themselves, after some ten; what is round converges.
const STEPS: usize = 48;

/// Steps end when the lower bound of the distance is less than this part of it below the upper
/// bound, in roundings, or less than a quarter of the slack.
const GAIN: f32 = 4.0;

/// Squares in `f32` below this may have lost digits.
const LEAST: f32 = 1e-30;

/// Only the roundings of `f64` are below this. It is used where `f32` cannot tell: there, digits
/// count more than time.
const FINE: f32 = 1e-12;

/// Roundings of a support point and of its distance along a direction, relative to the way between
/// the centers and the reach of both shapes: for each shape 4 for the products with its axes,
/// twice, as another point may seem the farthest, and 5 for its place; 1 for the way between the
/// centers, 2 for the sums, 6 for the distance along the direction. Rounded up.
pub(super) const ROUNDINGS: f32 = 48.0;

/// Two shapes.
#[derive(Clone, Copy)]
pub(super) struct ConvexPair<'a, R: Search> {
    pub(super) a: Operand<'a, R>,
    pub(super) b: Operand<'a, R>,
    /// From the center of A to that of B.
    pub(super) between: [R; 3],
}

/// A vertex of the set of all vectors from A to B.
#[derive(Clone, Copy)]
pub(super) struct Vertex<R> {
    /// The vector from a point of A to one of B.
    pub(super) across: [R; 3],
    /// The point of A, relative to its center.
    pub(super) on_a: [R; 3],
}

impl<R: Real> Vertex<R> {
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self { across: select(mask, yes.across, no.across), on_a: select(mask, yes.on_a, no.on_a) }
    }

    /// The point of the triangle of three vertices with these weights of the second and third.
    #[inline(always)]
    pub(super) fn mix(self, [second, third]: [Self; 2], weights: [R; 2]) -> Self {
        Self {
            across: mix(self.across, [second.across, third.across], weights),
            on_a: mix(self.on_a, [second.on_a, third.on_a], weights),
        }
    }
}

/// The point of a triangle with these weights of the second and third corner. Not a closure: a
/// compiler may leave one a function of its own, which has no lanes then.
#[inline(always)]
fn mix<R: Real>(first: [R; 3], [second, third]: [[R; 3]; 2], [s, t]: [R; 2]) -> [R; 3] {
    add_scaled(add_scaled(first, sub(second, first), s), sub(third, first), t)
}

impl<'a, R: Search> ConvexPair<'a, R> {
    #[inline(always)]
    pub(super) fn new(a: Operand<'a, R>, b: Operand<'a, R>) -> Self {
        Self { a, b, between: sub(b.solid.center, a.solid.center) }
    }

    /// The vector from A to B that goes least along a direction, in the lanes where it is wanted.
    #[inline(always)]
    pub(super) fn support(&self, direction: [R; 3], wanted: R::Mask) -> Vertex<R> {
        let on_a = self.a.support(direction, wanted);
        self.vertex(on_a, self.b.support(neg(direction), wanted))
    }

    /// The vector from a point of A to one of B.
    #[inline(always)]
    fn vertex(&self, on_a: [R; 3], on_b: [R; 3]) -> Vertex<R> {
        Vertex { across: sub(add(on_b, self.between), on_a), on_a }
    }

    /// The sum of both roundings.
    #[inline(always)]
    pub(super) fn roundings(&self) -> R {
        self.a.solid.rounding + self.b.solid.rounding
    }

    /// Where two balls inside of the cores are closer than `most`, beyond rounding.
    #[inline(always)]
    fn surely_within(&self, most: R) -> R::Mask {
        let inner = self.a.inner + self.b.inner + most - self.slack();
        let (square, zero) = (inner * inner, inner.of(0.0));
        // Squares have all digits then.
        let has_digits = zero.lt(inner) & zero.of(in_f32::<R>(LEAST)).lt(square);
        has_digits & dot(self.between, self.between).lt(square)
    }

    /// A bound of what rounding does to the distance of two support points along a direction.
    #[inline(always)]
    pub(super) fn slack(&self) -> R {
        let sizes = sum_abs(self.between) + self.a.reach + self.b.reach + self.roundings();
        sizes * sizes.of(ROUNDINGS * R::UNIT)
    }
}

impl ConvexPair<'_, f64> {
    /// The same vector as [`support`](Self::support), found with lanes.
    #[inline(always)]
    pub(super) fn support_in<L: Lanes>(&self, lanes: L, direction: [f64; 3]) -> Vertex<f64> {
        let on_a = self.a.support_in(lanes, direction);
        self.vertex(on_a, self.b.support_in(lanes, neg(direction)))
    }
}

/// The closest points of two cores, as far as they were found.
#[derive(Clone, Copy)]
pub(super) struct Closest<R: Real> {
    /// The shortest vector from A to B that was found.
    pub(super) nearest: Vertex<R>,
    /// Its length, or the least one that has digits: an upper bound of the distance.
    pub(super) length: R,
    /// A lower bound of the distance but for rounding: how far the cores are apart along
    /// `direction`.
    pub(super) apart: R,
    /// A unit vector.
    pub(super) direction: [R; 3],
    /// Where the cores certainly overlap.
    pub(super) inside: R::Mask,
    /// Where the steps were not enough.
    pub(super) capped: R::Mask,
}

/// What is nearest to the origin of a simplex.
struct NearestFeature<R: Real> {
    point: Vertex<R>,
    square: R,
    /// Its vertices, the newest first; where there are less than three, one is repeated.
    simplex: [Vertex<R>; 3],
    /// Where the origin is inside, but for rounding.
    inside: R::Mask,
    /// Where it is certainly.
    surely: R::Mask,
}

/// Finds the closest points of two cores.
#[inline(always)]
pub(super) fn closest<R: Search>(pair: &ConvexPair<'_, R>) -> Closest<R> {
    let infinite = pair.between[0].of(f32::INFINITY);
    closest_within(pair, pair.between, infinite, infinite.le(infinite))
}

/// The same, where a simplex that hardly has a volume seems to have the origin inside: from other
/// directions, until one of a volume has it.
pub(super) fn closest_for_certain(pair: &ConvexPair<'_, f64>) -> Closest<f64> {
    let found = closest(pair);
    if found.inside || found.nearest.across != [0.0; 3] {
        return found;
    }
    let ways = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let ways = ways.into_iter().flat_map(|way| [way, neg(way)]);
    let mut others = ways.map(|way| closest_within(pair, way, f64::INFINITY, true));
    others.find(|other| other.inside).unwrap_or(found)
}

/// The same, but of cores of which balls inside overlap no more than that.
#[inline(always)]
pub(super) fn closest_if_apart<R: Search>(pair: &ConvexPair<'_, R>) -> Closest<R> {
    let zero = pair.between[0].of(0.0);
    let overlaps = pair.surely_within(zero);
    let found = closest_within(pair, pair.between, zero.of(f32::INFINITY), !overlaps);
    Closest { inside: found.inside | overlaps, ..found }
}

/// Whether two shapes are apart, as far as it is known: they are told so as soon as some plane
/// separates them, and to touch where balls inside of them do.
#[inline(always)]
pub(super) fn separated<R: Search>(pair: &ConvexPair<'_, R>) -> Separated<R::Mask> {
    let touch = pair.surely_within(pair.roundings());
    let found = closest_within(pair, pair.between, pair.roundings() + pair.slack(), !touch);
    let Separated { apart, unsure } = verdict(pair, &found);
    Separated { apart, unsure: unsure & !touch }
}

/// Finds the closest points of two cores, or that they are apart by more than `most`, in the lanes
/// where that is asked, from a first direction.
///
/// Lanes stop one by one, and are not changed any more then.
#[inline(always)]
fn closest_within<R: Search>(
    pair: &ConvexPair<'_, R>,
    first: [R; 3],
    most: R,
    asked: R::Mask,
) -> Closest<R> {
    let zero = pair.between[0].of(0.0);
    let slack = pair.slack();
    // The square of the least length that a square has all digits of.
    let least =
        zero.of(in_f32::<R>(LEAST)) + zero.of(f32::MIN_POSITIVE) * zero.of(f32::MIN_POSITIVE);
    let never = zero.lt(zero);
    let first = pair.support(first, asked);
    let mut found = Closest {
        nearest: first,
        length: zero,
        apart: zero.of(f32::NEG_INFINITY),
        direction: [zero.of(1.0), zero, zero],
        inside: never,
        capped: never,
    };
    let mut simplex = [first; 3];
    let mut square = dot(first.across, first.across);
    let mut going = asked;
    for _ in 0..STEPS {
        if !going.any() {
            break;
        }
        let vertex = pair.support(found.nearest.across, going);
        let (along, length) = (dot(found.nearest.across, vertex.across), square.sqrt());
        let apart = along / length;
        let better = going & least.le(square) & found.apart.lt(apart);
        found.apart = R::select(better, apart, found.apart);
        let unit = found.nearest.across.map(|x| x / length);
        found.direction = select(better, unit, found.direction);
        let enough = (square * zero.of(GAIN * R::UNIT)).max(length * slack * zero.of(0.25));
        let gains = enough.lt(square - along);
        going = going & gains & !most.lt(found.apart);
        let next = nearest_feature(vertex, simplex, slack);
        let closer = next.square.lt(square);
        found.inside = found.inside | (going & next.surely);
        let goes = going & closer & !next.inside;
        let moves = goes | (going & next.inside);
        found.nearest = Vertex::select(moves, next.point, found.nearest);
        square = R::select(moves, next.square, square);
        for (vertex, next) in simplex.iter_mut().zip(next.simplex) {
            *vertex = Vertex::select(goes, next, *vertex);
        }
        going = goes;
    }
    found.length = square.max(least).sqrt();
    found.capped = going;
    found
}

/// The square of the shortest vector of a triangle, and its point of A.
pub(super) fn nearest_of([a, b, c]: [Vertex<f64>; 3]) -> (f64, [f64; 3]) {
    let all = [[a, b, c], [b, c, a], [c, a, b]].map(|[new, one, other]| {
        let found = nearest_feature(new, [one, other, other], 0.0);
        (found.square, found.point.on_a)
    });
    all.into_iter()
        .fold((f64::INFINITY, a.on_a), |best, next| if next.0 < best.0 { next } else { best })
}

/// Finds the nearest feature of a simplex of a new vertex and three others, of those that have the
/// new vertex.
#[inline(always)]
fn nearest_feature<R: Real>(new: Vertex<R>, others: [Vertex<R>; 3], slack: R) -> NearestFeature<R> {
    let (zero, one) = (slack.of(0.0), slack.of(1.0));
    let w = new.across;
    let edges = [sub(others[0].across, w), sub(others[1].across, w), sub(others[2].across, w)];
    let squares = [dot(edges[0], edges[0]), dot(edges[1], edges[1]), dot(edges[2], edges[2])];
    let back = [-dot(w, edges[0]), -dot(w, edges[1]), -dot(w, edges[2])];
    // Of the edges, whose ends are the new vertex and the others.
    let mut best = (dot(w, w), [zero; 2], [new, new]);
    for i in 0..3 {
        let part = back[i] / squares[i];
        // Not so for NaN, of an edge without length.
        let part = R::select(zero.lt(part), part.min(one), zero);
        let point = add_scaled(w, edges[i], part);
        let square = dot(point, point);
        let closer = square.lt(best.0) & zero.lt(part);
        best.0 = R::select(closer, square, best.0);
        best.1[0] = R::select(closer, part, best.1[0]);
        best.2[0] = Vertex::select(closer, others[i], best.2[0]);
        best.2[1] = Vertex::select(closer, others[i], best.2[1]);
    }
    // Of the faces. Cross products keep more digits of slivers than products of lengths do.
    let turned = [cross(w, edges[0]), cross(w, edges[1]), cross(w, edges[2])];
    let (mut volumes, mut sizes) = ([zero; 3], [zero; 3]);
    for (opposite, [i, j]) in [[1, 2], [2, 0], [0, 1]].into_iter().enumerate() {
        let normal = cross(edges[i], edges[j]);
        let area = dot(normal, normal);
        let (mut s, mut t) = (-dot(turned[j], normal) / area, dot(turned[i], normal) / area);
        let mut point = add_scaled(add_scaled(w, edges[i], s), edges[j], t);
        if R::UNIT < FINE {
            // Once more from the point that was found. Along edges that are much longer than the
            // way from there to the origin, `s` and `t` have lost digits. The corrections to them
            // are small, and have all of theirs.
            let off = [cross(point, edges[i]), cross(point, edges[j])];
            let more = [s - dot(off[1], normal) / area, t + dot(off[0], normal) / area];
            let again = add_scaled(add_scaled(w, edges[i], more[0]), edges[j], more[1]);
            // Not so for NaN, and of slivers without an area that is known.
            let closer = dot(again, again).lt(dot(point, point));
            s = R::select(closer, more[0], s);
            t = R::select(closer, more[1], t);
            point = select(closer, again, point);
        }
        let square = dot(point, point);
        let closer = zero.lt(s) & zero.lt(t) & (s + t).lt(one) & zero.lt(area) & square.lt(best.0);
        best.0 = R::select(closer, square, best.0);
        best.1 = select(closer, [s, t], best.1);
        best.2[0] = Vertex::select(closer, others[i], best.2[0]);
        best.2[1] = Vertex::select(closer, others[j], best.2[1]);
        volumes[opposite] = -dot(normal, w);
        sizes[opposite] = sum_abs(edges[i]) * sum_abs(edges[j]);
    }
    let volume = dot(cross(edges[0], edges[1]), edges[2]);
    let sign = one.with_sign_of(volume);
    let [a, b, c] = [volumes[0] * sign, volumes[1] * sign, volumes[2] * sign];
    let last = volume.abs() - a - b - c;
    let inside = zero.lt(a) & zero.lt(b) & zero.lt(c) & zero.lt(last);
    let longest = sum_abs(edges[0]).max(sum_abs(edges[1])).max(sum_abs(edges[2]));
    let largest = longest * longest * slack.of(4.0);
    let surely = (slack * sizes[0]).lt(a)
        & (slack * sizes[1]).lt(b)
        & (slack * sizes[2]).lt(c)
        & (slack * largest).lt(last);
    let (square, weights, [second, third]) = best;
    // Where the origin is inside, no vector is shorter than none, between a point of A and the same
    // point of B.
    let whole = R::select(inside, volume.abs(), one);
    let mut common = scale(new.on_a, last / whole);
    for (other, weight) in others.iter().zip([a, b, c]) {
        common = add_scaled(common, other.on_a, weight / whole);
    }
    let common = Vertex { across: [zero; 3], on_a: common };
    NearestFeature {
        point: Vertex::select(inside, common, new.mix([second, third], weights)),
        square: R::select(inside, zero, square),
        simplex: [new, second, third],
        inside,
        surely,
    }
}

/// Whether the shapes are apart, as far as it is known.
#[inline(always)]
pub(super) fn verdict<R: Search>(
    pair: &ConvexPair<'_, R>,
    found: &Closest<R>,
) -> Separated<R::Mask> {
    let (slack, roundings) = (pair.slack(), pair.roundings());
    let apart = (roundings + slack).lt(found.apart);
    let together = found.inside | (found.length + slack).lt(roundings);
    Separated { apart, unsure: !(apart | together) }
}
