//! The few corners that stand for all.

use super::clip::{Corner, Corners, MOST};
use crate::real::{
    Real,
    vector::{add, dot, scale, sub},
};

/// Up to four corners; those behind the first `count` mean nothing.
pub(super) struct Reduced<R> {
    pub(super) corners: [Corner<R>; 4],
    pub(super) count: R,
}

/// Another corner is preferred to the best so far only where even this share of its measure is
/// more: places that move a little from frame to frame should not make another choice.
const CLEARLY: f32 = 1.0 - 1.0 / 64.0;

/// How many slacks a corner is from another one, or from the line through two, at least. Those of
/// the larger reference face are up to a slack from where they would be, and as far across edges as
/// the angle between them makes of it.
const APART: f32 = 8.0;

/// Keeps the deepest corner, the one farthest from it, the one farthest from the line through both,
/// and the one that adds most to the area of the three.
///
/// A place that does not count is NaN, and so is all that is computed from it: never more than
/// what was found before.
#[inline(always)]
pub(super) fn reduce<R: Real>(corners: &Corners<R>, slack: R) -> Reduced<R> {
    let first = corners.deepest;
    let mut all = corners.all;
    for corner in &mut all {
        corner.at = sub(corner.at, first.at);
    }
    let origin = Corner { at: sub(first.at, first.at), feature: first.feature };
    let apart = slack * slack.of(APART);

    let far = farthest(&all, Best { measure: apart * apart, corner: origin });
    let least = far.measure.sqrt() * apart;
    let mut areas = [least; MOST];
    for (span, corner) in areas.iter_mut().zip(&all) {
        *span = area(far.corner.at, corner.at);
    }
    let aside = farthest_aside(&all, &areas, Best { measure: least, corner: origin });
    let triangle = [far.corner.at, aside.corner.at];
    let beyond = farthest_beyond(&all, &areas, triangle, Best { measure: least, corner: origin });

    let count = slack.of(1.0) + far.found(apart * apart) + aside.found(least) + beyond.found(least);
    let mut kept = [first, far.corner, aside.corner, beyond.corner];
    for corner in &mut kept[1..] {
        corner.at = add(corner.at, first.at);
    }
    Reduced { corners: kept, count }
}

/// The corner farthest from the origin, if there is one that measures more than `least`.
#[inline(always)]
fn farthest<R: Real>(all: &[Corner<R>; MOST], least: Best<R>) -> Best<R> {
    let mut squares = [least.measure; MOST];
    for (square, corner) in squares.iter_mut().zip(all) {
        *square = dot(corner.at, corner.at);
    }
    least.among(all, &squares)
}

/// The corner farthest from the line through the origin and another one, by the areas that they
/// span with both.
#[inline(always)]
fn farthest_aside<R: Real>(all: &[Corner<R>; MOST], areas: &[R; MOST], least: Best<R>) -> Best<R> {
    let mut sizes = *areas;
    for size in &mut sizes {
        *size = size.abs();
    }
    least.among(all, &sizes)
}

/// The corner outside the triangle of the origin, `b` and `c` that adds most to its area. The areas
/// are those that the corners span with the origin and `b`.
#[inline(always)]
fn farthest_beyond<R: Real>(
    all: &[Corner<R>; MOST],
    areas: &[R; MOST],
    [b, c]: [[R; 2]; 2],
    least: Best<R>,
) -> Best<R> {
    // Turned so that areas outside are positive.
    let of_triangle = area(b, c);
    let out = b[0].of(-1.0).with_sign_of(-of_triangle);
    let (c, of_triangle) = (scale(c, out), of_triangle.abs());
    let mut beyond = [least.measure; MOST];
    for ((span, corner), by_b) in beyond.iter_mut().zip(all).zip(areas) {
        let (by_b, by_c) = (*by_b * out, area(c, corner.at));
        let from_origin = by_b.max(-by_c);
        *span = from_origin.max((by_c - by_b) - of_triangle);
    }
    least.among(all, &beyond)
}

/// The best corner so far by some measure.
#[derive(Clone, Copy)]
struct Best<R> {
    measure: R,
    corner: Corner<R>,
}

impl<R: Real> Best<R> {
    /// The best of many, if one is better than this one. Each third is searched for itself, so that
    /// one comparison need not wait for all before it.
    #[inline(always)]
    fn among(self, corners: &[Corner<R>; MOST], measures: &[R; MOST]) -> Self {
        let mut thirds = [self; 3];
        for (third, best) in thirds.iter_mut().enumerate() {
            for number in third * MOST / 3..(third + 1) * MOST / 3 {
                best.offer(Self { measure: measures[number], corner: corners[number] });
            }
        }
        let [mut best, second, third] = thirds;
        best.offer(second);
        best.offer(third);
        best
    }

    /// How many there are that measure more than `least`: 0 or 1.
    #[inline(always)]
    fn found(&self, least: R) -> R {
        R::select(least.lt(self.measure), least.of(1.0), least.of(0.0))
    }

    #[inline(always)]
    fn offer(&mut self, other: Self) {
        let better = self.measure.lt(other.measure * other.measure.of(CLEARLY));
        self.measure = R::select(better, other.measure, self.measure);
        self.corner = Corner::select(better, other.corner, self.corner);
    }
}

/// The area that two directions span, positive where the second is to the left of the first.
#[inline(always)]
fn area<R: Real>(a: [R; 2], b: [R; 2]) -> R {
    a[0] * b[1] - a[1] * b[0]
}
