//! Shapes that move against shapes.

use std::slice;

use jostle_kernels::node::Cast;

use super::{
    QueryFilter, ShapeQueries,
    moving::MovingShapes,
    shapes::check_each,
    timed::{All, Any, First, TimedHit},
};
use crate::{
    Aabb, Error, Shape,
    bvh::{Hit, Lists},
    narrow::{ImpactState, Motion, Mover},
    validate::check_window,
};

/// A shape that moves, from `t` = 0 on.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeCast<const D: usize> {
    /// The shape where `t` is 0.
    pub shape: Shape<D>,
    /// How it moves while `t` grows by 1.
    pub motion: Motion<D>,
    /// Last `t`, at least 0; may be infinite.
    pub t_max: f32,
}

impl<const D: usize> ShapeCast<D> {
    /// A shape that moves like this while `t` goes from 0 to 1.
    #[must_use]
    pub fn new(shape: impl Into<Shape<D>>, motion: Motion<D>) -> Self {
        Self { shape: shape.into(), motion, t_max: 1.0 }
    }

    /// Why it cannot be asked, if it cannot.
    pub(super) fn check(&self) -> Result<(), Error> {
        Mover::new(&self.shape, &self.motion)?;
        check_window(self.t_max)
    }

    /// The cast of a box in which the shape is, at any `t`.
    pub(super) fn bounds(&self, mover: &Mover<'_, D>) -> Cast<D> {
        let mut aabb = mover.shape().bounds();
        if self.motion.turns() {
            let center = self.shape.center();
            let reach = mover.shape().reach();
            // And by more than what sums with the center are rounded.
            let reach = center.map(|x| reach + f32::EPSILON * x.abs());
            aabb = aabb.union(&Aabb::point(center).enlarged_by(reach));
        }
        Cast::new(aabb, self.motion.by(), 0.0, self.t_max)
    }
}

/// Where a moving shape meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit<const D: usize> {
    /// The index of the shape that is met.
    pub index: u32,
    /// Which part of it, if it is a [composite](crate::shape::Composite) one, else 0.
    pub part: u32,
    /// When: 0 if the two touch at the start.
    pub t: f32,
    /// A unit vector out of the shape that is met, towards the moving one; zero where they touch at
    /// the start.
    pub normal: [f32; D],
    /// The point of the shape that is met at which the two are closest then, in the world. They may
    /// touch elsewhere as well.
    pub point: [f32; D],
    /// How the time is meant.
    pub state: ImpactState,
}

impl<const D: usize> TimedHit for CastHit<D> {
    fn of(Hit { id: index, t }: Hit) -> Self {
        let none = [0.0; D];
        Self { index, part: 0, t, normal: none, point: none, state: ImpactState::Apart }
    }

    fn hit(&self) -> Hit {
        Hit { id: self.index, t: self.t }
    }
}

impl<const D: usize> Default for CastHit<D> {
    fn default() -> Self {
        Self::of(Hit::default())
    }
}

impl<const D: usize> ShapeQueries<'_, D> {
    /// The shape that a moving shape meets first; of several at the same `t` the one with the
    /// lowest index.
    ///
    /// Shapes are met as [`cast`](crate::narrow::cast) says: none is missed, and none is met late.
    /// Where its `t` would be before that of its bounds by more than rounding, it is that of the
    /// bounds.
    ///
    /// ```
    /// use jostle::{Shape, narrow::Motion, query::{QueryFilter, ShapeCast, ShapeTree}};
    /// use jostle::shape::{Columns, PreparedShapes};
    ///
    /// let (x, y, radii) = ([6.0, 8.0], [2.25, 0.0], [1.0; 2]);
    /// let mut prepared = PreparedShapes::<2>::new();
    /// prepared.update(Columns::default().with_balls([&x, &y], &radii)?)?;
    /// let mut tree = ShapeTree::new();
    /// let queries = tree.update(&prepared)?;
    /// let bullet = Shape::ball([0.0, 0.0], 1.0);
    /// let cast = ShapeCast::new(bullet, Motion::straight([12.0, 0.0]));
    /// let hit = queries.closest_cast(&cast, QueryFilter::new())?.expect("one is in the way");
    /// assert_eq!((hit.index, hit.t, hit.normal, hit.point), (1, 0.5, [-1.0, 0.0], [7.0, 0.0]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] when the shape is invalid, [`Error::Motion`] when the motion is not finite,
    /// [`Error::Window`] when the last `t` is negative or NaN.
    pub fn closest_cast(
        &self,
        cast: &ShapeCast<D>,
        filter: QueryFilter<'_>,
    ) -> Result<Option<CastHit<D>>, Error> {
        cast.check()?;
        let casts = slice::from_ref(cast);
        self.tree.answer_one(&First(MovingShapes::new(self, casts, |_| filter)))
    }

    /// Whether a moving shape meets any shape: faster than finding the first.
    ///
    /// # Errors
    /// As [`closest_cast`](Self::closest_cast).
    pub fn any_cast(&self, cast: &ShapeCast<D>, filter: QueryFilter<'_>) -> Result<bool, Error> {
        cast.check()?;
        let casts = slice::from_ref(cast);
        self.tree.answer_one(&Any(MovingShapes::new(self, casts, |_| filter)))
    }

    /// All shapes that a moving shape meets, by `t` and index, to the end of a list.
    ///
    /// # Errors
    /// As [`closest_cast`](Self::closest_cast).
    pub fn all_casts(
        &self,
        cast: &ShapeCast<D>,
        filter: QueryFilter<'_>,
        hits: &mut Vec<CastHit<D>>,
    ) -> Result<(), Error> {
        cast.check()?;
        let casts = slice::from_ref(cast);
        self.tree.list_one(&All(MovingShapes::new(self, casts, |_| filter)), hits)
    }

    /// [`closest_cast`](Self::closest_cast) for many moving shapes, in parallel: an answer for each.
    /// The filter is that of the cast with a number.
    ///
    /// # Errors
    /// [`Error::Batch`] with the number of the first cast that is wrong; when memory runs out.
    pub fn closest_casts<'f>(
        &self,
        casts: &[ShapeCast<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        hits: &mut Vec<Option<CastHit<D>>>,
    ) -> Result<(), Error> {
        check_each(casts, ShapeCast::check)?;
        let query = First(MovingShapes::new(self, casts, filter));
        self.tree.answer_batch(casts, |cast| cast.shape.center(), &query, hits)
    }

    /// [`any_cast`](Self::any_cast) for many moving shapes, in parallel, as
    /// [`closest_casts`](Self::closest_casts).
    ///
    /// # Errors
    /// As [`closest_casts`](Self::closest_casts).
    pub fn any_casts<'f>(
        &self,
        casts: &[ShapeCast<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        hits: &mut Vec<bool>,
    ) -> Result<(), Error> {
        check_each(casts, ShapeCast::check)?;
        let query = Any(MovingShapes::new(self, casts, filter));
        self.tree.answer_batch(casts, |cast| cast.shape.center(), &query, hits)
    }

    /// [`all_casts`](Self::all_casts) for many moving shapes, in parallel, as
    /// [`closest_casts`](Self::closest_casts): a list for each.
    ///
    /// # Errors
    /// As [`closest_casts`](Self::closest_casts).
    pub fn all_casts_of<'f>(
        &self,
        casts: &[ShapeCast<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        hits: &mut Lists<CastHit<D>>,
    ) -> Result<(), Error> {
        check_each(casts, ShapeCast::check)?;
        let query = All(MovingShapes::new(self, casts, filter));
        self.tree.list_batch(casts, |cast| cast.shape.center(), &query, hits)
    }
}
