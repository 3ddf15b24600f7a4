//! What queries are about: rays and moving boxes, regions, points.

pub(crate) use jostle_kernels::geometry::ray::Ray;
use jostle_kernels::{Aabb, node::Cast};

use crate::error::QueryFault;

/// A box that moves by `direction` per unit of `t`, from `t` = 0 to `t_max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxCast<const D: usize> {
    /// The box where `t` is 0.
    pub aabb: Aabb<D>,
    /// Its motion while `t` grows by 1.
    pub direction: [f32; D],
    /// Last `t`.
    pub t_max: f32,
}

impl<const D: usize> BoxCast<D> {
    /// A box that moves by `motion` while `t` goes from 0 to 1.
    #[must_use]
    pub fn new(aabb: Aabb<D>, motion: impl Into<[f32; D]>) -> Self {
        Self { aabb, direction: motion.into(), t_max: 1.0 }
    }
}

/// Something that moves along a line: a [`Ray`] or a [`BoxCast`].
pub trait Moving<const D: usize>: Sync + sealed::Moving<D> {}

impl<const D: usize> Moving<D> for Ray<D> {}
impl<const D: usize> Moving<D> for BoxCast<D> {}

/// A region of space: an [`Aabb`], a [`BallQuery`] or a point.
pub trait Region<const D: usize>: Sync + sealed::Region<D> {}

impl<const D: usize> Region<D> for Aabb<D> {}
impl<const D: usize> Region<D> for BallQuery<D> {}
impl<const D: usize> Region<D> for [f32; D] {}

/// A ball, or a circle in 2D. Closed; what it touches is decided without rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallQuery<const D: usize> {
    /// The center.
    pub center: [f32; D],
    /// The radius, at least 0.
    pub radius: f32,
}

impl<const D: usize> BallQuery<D> {
    /// The ball around a center.
    #[must_use]
    pub fn new(center: impl Into<[f32; D]>, radius: f32) -> Self {
        Self { center: center.into(), radius }
    }
}

pub(crate) mod sealed {
    use super::{Aabb, Cast, QueryFault};

    /// How queries use things that move.
    pub trait Moving<const D: usize> {
        /// What is wrong with it, if anything is.
        fn check(&self) -> Result<(), QueryFault>;
        /// The test against boxes.
        fn cast(&self) -> Cast<D>;
        /// Where it begins.
        fn position(&self) -> [f32; D];
    }

    /// How queries use regions.
    pub trait Region<const D: usize> {
        /// What is wrong with it, if anything is.
        fn check(&self) -> Result<(), QueryFault>;
        /// Where it is.
        fn position(&self) -> [f32; D];
        /// The test against boxes.
        fn shape(&self) -> Shape<D>;
    }

    /// The two kinds of regions.
    #[derive(Clone, Copy, Debug)]
    pub enum Shape<const D: usize> {
        /// All that touches a box.
        Aabb(Aabb<D>),
        /// All whose distance to a point is at most this.
        BallQuery([f32; D], f32),
    }
}

/// The fault of a point, if it has one.
pub(super) fn check_point<const D: usize>(at: &[f32; D]) -> Result<(), QueryFault> {
    if at.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(QueryFault::Position) }
}

fn check_line<const D: usize>(
    direction: &[f32; D],
    t_min: f32,
    t_max: f32,
) -> Result<(), QueryFault> {
    if !direction.iter().all(|d| d.is_finite()) {
        Err(QueryFault::Direction)
    } else if !(t_min >= 0.0 && t_min <= t_max && t_min.is_finite()) {
        Err(QueryFault::Times)
    } else {
        Ok(())
    }
}

fn check_box<const D: usize>(aabb: &Aabb<D>) -> Result<(), QueryFault> {
    if aabb.is_valid() { Ok(()) } else { Err(QueryFault::Box) }
}

impl<const D: usize> sealed::Moving<D> for Ray<D> {
    fn check(&self) -> Result<(), QueryFault> {
        check_point(&self.origin)?;
        check_line(&self.direction, self.t_min, self.t_max)
    }

    #[inline(always)]
    fn cast(&self) -> Cast<D> {
        let aabb = Aabb { min: self.origin, max: self.origin };
        Cast::new(aabb, self.direction, self.t_min, self.t_max)
    }

    fn position(&self) -> [f32; D] {
        self.origin
    }
}

impl<const D: usize> sealed::Moving<D> for BoxCast<D> {
    fn check(&self) -> Result<(), QueryFault> {
        check_box(&self.aabb)?;
        check_line(&self.direction, 0.0, self.t_max)
    }

    #[inline(always)]
    fn cast(&self) -> Cast<D> {
        Cast::new(self.aabb, self.direction, 0.0, self.t_max)
    }

    fn position(&self) -> [f32; D] {
        self.aabb.center()
    }
}

impl<const D: usize> sealed::Region<D> for Aabb<D> {
    fn check(&self) -> Result<(), QueryFault> {
        check_box(self)
    }

    fn position(&self) -> [f32; D] {
        self.center()
    }

    #[inline(always)]
    fn shape(&self) -> sealed::Shape<D> {
        sealed::Shape::Aabb(*self)
    }
}

impl<const D: usize> sealed::Region<D> for [f32; D] {
    fn check(&self) -> Result<(), QueryFault> {
        check_point(self)
    }

    fn position(&self) -> [f32; D] {
        *self
    }

    #[inline(always)]
    fn shape(&self) -> sealed::Shape<D> {
        sealed::Shape::Aabb(Aabb { min: *self, max: *self })
    }
}

impl<const D: usize> sealed::Region<D> for BallQuery<D> {
    fn check(&self) -> Result<(), QueryFault> {
        check_point(&self.center)?;
        if self.radius >= 0.0 { Ok(()) } else { Err(QueryFault::Radius) }
    }

    fn position(&self) -> [f32; D] {
        self.center
    }

    #[inline(always)]
    fn shape(&self) -> sealed::Shape<D> {
        sealed::Shape::BallQuery(self.center, self.radius)
    }
}
