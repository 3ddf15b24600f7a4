//! Conservative advancement: shapes that turn as they move, step by step.
//!
//! Along the axis that separates two convex shapes most, they come closer no faster than their
//! centers do plus what turning adds, which is no more than its speed times the radius. So there is
//! a time in which they cannot meet; after that they are looked at again: B. Mirtich,
//! *Impulse-based Dynamic Simulation of Rigid Body Systems* (1996), section 2.3.2; X. Zhang, M. Lee
//! and Y. J. Kim, *Interactive continuous collision detection for non-convex polyhedra* (2006).

use std::marker::PhantomData;

use super::{
    impact::{Impact, ImpactState, MovingOf, MovingOne, SweptTest, moving_in_f64},
    pair_test::PairTest,
};
use crate::{
    real::{
        Mask, Real,
        vector::{add_scaled, dot, neg, select, sub, sum_abs},
    },
    shape::{Pack, RigidMotion, Turning},
};

/// Two shapes whose distance a [`PairTest`] tells, of one dimension.
///
/// * The shapes do not touch before the time.
/// * At the time of a hit, the separating axis tells of a gap of at most twice [`TOLERANCE`], and
///   of half of that which rounding may add: they touch, or are about to. Boxes that come straight
///   at each other have none but that of rounding. So shapes that pass each other closer than that
///   may count as hit; shapes that lie still or part from each other do not, however close they
///   are, nor do those that cannot meet before the window ends.
/// * If [`STEPS`] are not enough, the time is how far they came, and the state is
///   [`Capped`](ImpactState::Capped). Where the window has no end, that may also be as turning
///   shapes that part slowly could meet for all that is known.
/// * The overlap at the start is that of the [`PairTest`].
///
/// Balls, capsules, boxes and polygons turn about their centers, triangles about their first
/// corners, and half-spaces about the points of their planes.
pub struct Advance<T, const N: usize>(PhantomData<T>);

/// The gap that counts as a hit, relative to the smaller of the two shapes: to the radius of the
/// sphere around its center that contains it. So a ball that passes the edge of a large floor is no
/// hit. Where rounding is not small against it, as where the other shape, the way between the
/// centers or the motion is more than some tens of times as long, the pair is advanced in `f64`.
pub const TOLERANCE: f32 = 1.0 / 2048.0;

/// Most steps. Shapes that do not turn need no more than they have separating axes.
pub const STEPS: usize = 64;

/// Roundings of places and speeds, relative to the sum of the distance of the centers, the radii,
/// and the ways of centers and corners: the time takes 1, a place 3, a rotation 2 for the angle, 2
/// for sine and cosine and 4 to apply it; in up to 3 coordinates. Doubled, and rounded up.
pub const ROUNDINGS: f32 = 32.0;

/// A pair on its way.
struct Approach<'a, T: PairTest<D, N>, const D: usize, const N: usize, R: Real, M: Pack> {
    a: &'a MovingOf<T::A, M, R>,
    b: &'a MovingOf<T::B, M, R>,
    /// From the center of A to that of B at the start, and how that changes per unit of time.
    between: [R; D],
    by: [R; D],
    /// The radii, and how far from the centers turning moves the surfaces.
    radii: [R; 2],
    arms: [R; 2],
    /// The sum of sizes at the start, and that of the speeds of centers and corners.
    sizes: R,
    speeds: R,
}

/// A bound of the gap of a pair at a time.
pub(super) struct GapBound<const D: usize, R> {
    /// Along the separating axis, from A to B.
    pub(super) normal: [R; D],
    /// The gap, negative where there is none.
    pub(super) gap: R,
    /// A bound of what rounding does to it.
    pub(super) slack: R,
    /// A bound of how fast the gap closes from now on.
    pub(super) closing: R,
}

/// A pair on its way whose gap is known at any time.
pub(super) trait Approaching<const D: usize, R: Real> {
    /// The radius of the smaller shape.
    fn smaller(&self) -> R;
    /// A bound of how fast a point of either shape moves from the other.
    fn speeds(&self) -> R;
    /// The gap at a time. Must be `#[inline(always)]`.
    fn look(&self, time: R) -> GapBound<D, R>;
}

impl<'a, T, M, const D: usize, const N: usize, R: Real> Approach<'a, T, D, N, R, M>
where
    T: PairTest<D, N>,
    T::A: Turning<D, Motion = M>,
    T::B: Turning<D, Motion = M>,
    M: RigidMotion<D>,
{
    #[inline(always)]
    fn new(a: &'a MovingOf<T::A, M, R>, b: &'a MovingOf<T::B, M, R>) -> Self {
        let between = sub(T::B::center(&b.shape), T::A::center(&a.shape));
        let by = sub(M::by(&b.motion), M::by(&a.motion));
        let radii = [T::A::radius(&a.shape), T::B::radius(&b.shape)];
        let arms = [T::A::arm(&a.shape), T::B::arm(&b.shape)];
        let corners = M::speed(&a.motion) * arms[0] + M::speed(&b.motion) * arms[1];
        let sizes = sum_abs(between) + radii[0] + radii[1];
        Self { a, b, between, by, radii, arms, sizes, speeds: sum_abs(by) + corners }
    }
}

impl<T, M, const D: usize, const N: usize, R: Real> Approaching<D, R>
    for Approach<'_, T, D, N, R, M>
where
    T: PairTest<D, N>,
    T::A: Turning<D, Motion = M>,
    T::B: Turning<D, Motion = M>,
    M: RigidMotion<D>,
{
    #[inline(always)]
    fn smaller(&self) -> R {
        self.radii[0].min(self.radii[1])
    }

    #[inline(always)]
    fn speeds(&self) -> R {
        self.speeds
    }

    #[inline(always)]
    fn look(&self, time: R) -> GapBound<D, R> {
        let zero = time.of(0.0);
        let roundings = time.of(ROUNDINGS * R::UNIT);
        let between = add_scaled(self.between, self.by, time);
        let a = T::A::turned(&self.a.shape, &self.a.motion, time, [zero; D]);
        let b = T::B::turned(&self.b.shape, &self.b.motion, time, between);
        let (contact, mut slack) = T::contact(&a, &b);
        let normal = contact.normal;
        if T::A::ROUND | T::B::ROUND {
            // The distance is that of closest points: along the normal there may be less.
            let reach = T::A::reach(&a, normal) + T::B::reach(&b, neg(normal));
            slack = slack + (contact.distance - (dot(between, normal) - reach)).max(zero);
        }
        let turning = M::speed_along(&self.a.motion, normal) * self.arms[0]
            + M::speed_along(&self.b.motion, normal) * self.arms[1];
        GapBound {
            normal,
            gap: contact.distance,
            slack: slack + (self.sizes + self.speeds * time) * roundings,
            closing: turning - dot(self.by, normal) + self.speeds * roundings,
        }
    }
}

/// Steps until the shapes touch, the window ends, they part, or no more steps are left.
///
/// Lanes stop one by one, and are not changed any more then.
#[inline(always)]
pub(super) fn advance<R: Real, const D: usize>(
    pair: &impl Approaching<D, R>,
    end: R,
    apart_at_start: R::Mask,
) -> (Impact<D, R>, R::Mask) {
    let (zero, most) = (end.of(0.0), end.of(f32::MAX));
    let (tolerance, speeds) = (pair.smaller() * end.of(TOLERANCE), pair.speeds());
    let never = end.lt(zero);
    let (mut overlapping, mut unsure) = (never, never);
    let (mut hit, mut missed, mut going) = (never, never, !never);
    let (mut time, mut normal) = (zero, [zero; D]);
    for step in 0..STEPS {
        let look = pair.look(time);
        if step == 0 {
            overlapping = !(look.slack.lt(look.gap) | apart_at_start);
            unsure = overlapping & !look.gap.lt(-look.slack);
            // What neither moves nor turns does not meet either.
            missed = speeds.le(zero) & !overlapping;
            going = !(overlapping | missed);
        }
        let rough = look.slack + look.slack;
        let close = look.gap.le(tolerance.max(rough));
        let apart = look.slack.lt(look.gap);
        // Until then they cannot meet, if they are apart and come closer at all.
        let step = (look.gap - look.slack) / look.closing;
        let next = time + step;
        let misses = going & apart & (look.closing.le(zero) | end.lt(next));
        let meets = going & close & !misses;
        // A gap that rounding is not small against, or that is no number, tells nothing.
        let coarse = !rough.le(tolerance);
        let odd = !(look.gap.abs() + look.slack).le(most);
        unsure = unsure | (meets & coarse) | (going & odd);
        (hit, missed) = (hit | meets, missed | misses);
        normal = select(meets, look.normal, normal);
        // The last step, if nothing can move far in it: shapes that do not turn are then as
        // near as rounding can tell.
        let brief = (step * speeds).le(tolerance);
        time = R::select(meets & apart & brief, next, time);
        going = going & next.le(most) & !(close | misses | odd);
        if !going.any() {
            break;
        }
        time = R::select(going, next, time);
    }
    let mut impact = Impact::new(overlapping, hit, time, normal);
    let capped = !(overlapping | hit | missed);
    impact.time = R::select(capped, time, impact.time);
    impact.state = R::select(capped, end.of(ImpactState::Capped.number()), impact.state);
    (impact, unsure)
}

impl<T, M, const D: usize, const N: usize> SweptTest<D> for Advance<T, N>
where
    T: PairTest<D, N>,
    T::A: Turning<D, Motion = M>,
    T::B: Turning<D, Motion = M>,
    M: RigidMotion<D>,
{
    type A = T::A;
    type B = T::B;
    type Motion = M;

    const SAME: bool = T::SAME;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingOf<T::A, M, R>,
        b: &MovingOf<T::B, M, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        let unknown = end.lt(end.of(0.0));
        advance(&Approach::<T, D, N, R, M>::new(a, b), end, unknown)
    }

    #[cold]
    fn decide(a: &MovingOne<T::A, M>, b: &MovingOne<T::B, M>, end: f32) -> Impact<D> {
        if !T::apart(&a.shape, &b.shape) {
            return Impact {
                time: 0.0,
                state: ImpactState::Overlapping.number(),
                ..Impact::default()
            };
        }
        let (a, b) = (moving_in_f64::<T::A, M>(a), moving_in_f64::<T::B, M>(b));
        let approach = Approach::<T, D, N, f64, M>::new(&a, &b);
        rounded_down(&advance(&approach, f64::from(end), true).0)
    }
}

/// An impact in `f32`, not later than what is safe.
pub(super) fn rounded_down<const D: usize>(impact: &Impact<D, f64>) -> Impact<D> {
    let rounded = impact.rounded();
    let late = f64::from(rounded.time) > impact.time;
    Impact { time: if late { rounded.time.next_down() } else { rounded.time }, ..rounded }
}
