//! When a moving shape meets a moving half-space, by conservative advancement.

use std::marker::PhantomData;

use super::{AtHalfSpace, sizes_along, slack};
use crate::{
    pairs::{
        Impact, ImpactState, MovingOf, MovingOne, PairTest, SweptTest,
        advance::{Approaching, GapBound, ROUNDINGS, advance, rounded_down},
        impact::moving_in_f64,
    },
    real::{
        Real,
        vector::{add_scaled, dot, scale, sub, sum_abs},
    },
    shape::{Extent, HalfSpace, Pack, RigidMotion, Turning},
};

/// A convex shape and a half-space that move, by the distance that [`AtHalfSpace`] tells, as by
/// [`Advance`](crate::pairs::advance::Advance): what that says of hits holds here.
///
/// A half-space turns about its point. The speed of its plane at the shape is bounded by how far
/// that is from the point, so a plane that turns takes more steps where the point is far away.
pub struct SweptAtHalfSpace<S>(PhantomData<fn() -> S>);

/// The way of a shape to a half-space.
pub(in crate::pairs) struct Path<'a, const D: usize, R: Real, M: Pack> {
    pub(in crate::pairs) half_space: &'a HalfSpace<D, R>,
    /// The motions of the shape and of the half-space.
    pub(in crate::pairs) motions: [&'a M::Of<R>; 2],
    pub(in crate::pairs) center: [R; D],
    /// Bounds of how far the shape reaches, and of how far from the center turning moves it.
    pub(in crate::pairs) radius: R,
    pub(in crate::pairs) arm: R,
}

/// A shape on its way.
pub(in crate::pairs) struct PlaneApproach<'a, const D: usize, R: Real, M: Pack, F> {
    path: Path<'a, D, R, M>,
    /// How far the shape reaches along a unit vector at a time.
    reach: F,
    /// From the point of the plane to the center at the start, and how that changes per unit of
    /// time.
    from: [R; D],
    by: [R; D],
    turning: [R; 2],
    speeds: R,
}

impl<'a, const D: usize, R: Real, M: RigidMotion<D>, F> PlaneApproach<'a, D, R, M, F>
where
    F: Fn(R, [R; D]) -> R,
{
    #[inline(always)]
    pub(in crate::pairs) fn new(path: Path<'a, D, R, M>, reach: F) -> Self {
        let from = sub(path.center, path.half_space.point);
        let [own, other] = path.motions;
        let by = sub(M::by(own), M::by(other));
        let turning = [M::speed(own), M::speed(other)];
        let speeds = sum_abs(by) + turning[0] * path.arm + turning[1] * sum_abs(from);
        Self { path, reach, from, by, turning, speeds }
    }
}

impl<const D: usize, R: Real, M: RigidMotion<D>, F> Approaching<D, R>
    for PlaneApproach<'_, D, R, M, F>
where
    F: Fn(R, [R; D]) -> R,
{
    #[inline(always)]
    fn smaller(&self) -> R {
        self.path.radius
    }

    #[inline(always)]
    fn speeds(&self) -> R {
        self.speeds
    }

    #[inline(always)]
    fn look(&self, time: R) -> GapBound<D, R> {
        let zero = time.of(0.0);
        let Path { half_space, motions: [own, other], radius, arm, .. } = self.path;
        let [speed, turning] = self.turning;
        let [normal] = M::turn(other, time, [half_space.normal]);
        let turned = HalfSpace { normal, ..*half_space };
        let normal = turned.outward();
        let from = add_scaled(self.from, self.by, time);
        let against = sub([zero; D], normal);
        let gap = turned.height(from) - (self.reach)(time, against);
        let turns = zero.lt(turning);
        let arms = speed * arm;
        // The normal of a plane that does not turn is the same all the time.
        let closing = M::speed_along(own, normal) * arm - dot(self.by, normal);
        // Else the center may come as fast as it moves and the plane turns there. Until the time
        // that the gap divided by that is, it is at most twice as far from the point.
        let far = sum_abs(from);
        let swept = sum_abs(self.by) + turning * (far + far + arm) + arms;
        let along = sizes_along(self.from, normal) + sizes_along(scale(self.by, time), normal);
        let around = sum_abs(self.from) + sum_abs(scale(self.by, time));
        let ways = R::select(turns, around + around * (turning * time), along);
        let roundings = zero.of(ROUNDINGS * R::UNIT);
        let moved = (ways + radius + arms * time) * roundings;
        GapBound {
            normal: against,
            gap,
            slack: slack(sizes_along(from, normal) + radius) + moved,
            closing: R::select(turns, swept, closing) + self.speeds * roundings,
        }
    }
}

impl<S, M, const D: usize> SweptTest<D> for SweptAtHalfSpace<S>
where
    S: Turning<D, Motion = M> + Extent,
    M: RigidMotion<D>,
{
    type A = S;
    type B = HalfSpace<D>;
    type Motion = M;

    const SAME: bool = false;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingOf<S, M, R>,
        b: &MovingOf<HalfSpace<D>, M, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        let unknown = end.lt(end.of(0.0));
        advance(&approach::<S, M, R, D>(a, b), end, unknown)
    }

    #[cold]
    fn decide(a: &MovingOne<S, M>, b: &MovingOne<HalfSpace<D>, M>, end: f32) -> Impact<D> {
        if !AtHalfSpace::<S>::apart(&a.shape, &b.shape) {
            let state = ImpactState::Overlapping.number();
            return Impact { time: 0.0, state, ..Impact::default() };
        }
        let (a, b) = (moving_in_f64::<S, M>(a), moving_in_f64::<HalfSpace<D>, M>(b));
        rounded_down(&advance(&approach::<S, M, f64, D>(&a, &b), f64::from(end), true).0)
    }
}

#[inline(always)]
fn approach<'a, S, M, R: Real, const D: usize>(
    a: &'a MovingOf<S, M, R>,
    b: &'a MovingOf<HalfSpace<D>, M, R>,
) -> PlaneApproach<'a, D, R, M, impl Fn(R, [R; D]) -> R>
where
    S: Turning<D, Motion = M> + Extent,
    M: RigidMotion<D>,
{
    let path = Path {
        half_space: &b.shape,
        motions: [&a.motion, &b.motion],
        center: S::center(&a.shape),
        radius: S::radius(&a.shape),
        arm: S::arm(&a.shape),
    };
    PlaneApproach::new(
        path,
        #[inline(always)]
        |time: R, direction: [R; D]| {
            let center = [time.of(0.0); D];
            S::reach(&S::turned(&a.shape, &a.motion, time, center), direction)
        },
    )
}
