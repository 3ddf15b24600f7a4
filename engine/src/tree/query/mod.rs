//! Queries of a tree: what a ray or a moving box meets, what touches a region, what is nearest.
//!
//! Each is answered for one query or for a batch. Answers are those that testing every box would
//! give, bit for bit: ties are broken by id, lists are sorted, so they do not depend on the tree,
//! the number of threads or the SIMD level. `accept` leaves boxes out: it gets the number of the
//! query in a batch and the id of a box, and is called for boxes within reach only, not in any
//! order.

pub(crate) mod batch;
pub(crate) mod by;
mod collect;
mod interleave;
pub(crate) mod kinds;
pub(crate) mod queries;
mod traversal;

pub use batch::Lists;
pub(crate) use kinds::Ray;
pub use kinds::{BallQuery, BoxCast, Moving, Region};

use crate::{Error, error::QueryFault};

/// A box that is met: decided without rounding, as by
/// [`ray::aabb`](crate::geometry::ray::aabb). What only grazes it meets it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// The index of the box.
    pub id: u32,
    /// When it is first touched: `t_min` if it is then touched already. Off by at most three
    /// roundings, while that of [`ray::aabb`](crate::geometry::ray::aabb) is rounded once: no box
    /// may come before one around it.
    pub t: f32,
}

/// A box that is near.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NearestHit {
    /// The index of the box.
    pub id: u32,
    /// The square of its distance, off by at most six roundings: 0 if the point is within it.
    /// Infinite above distances of 1.8e19; 0 for those below 2.6e-23, unless only such were asked
    /// for.
    pub distance_squared: f32,
}

/// What is near, by a distance of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DistanceHit {
    /// The index of its box.
    pub id: u32,
    /// Its distance.
    pub distance: f32,
}

/// Checks all queries before any is answered.
pub(crate) fn check<Q>(
    queries: &[Q],
    fault: impl Fn(&Q) -> Result<(), QueryFault>,
) -> Result<(), Error> {
    if queries.len() > u32::MAX as usize {
        return Err(Error::TooManyQueries { queries: queries.len() });
    }
    for (index, query) in queries.iter().enumerate() {
        fault(query).map_err(|fault| Error::Query { fault, index })?;
    }
    Ok(())
}

/// Checks a ray for others than this tree.
pub(crate) fn check_ray(ray: &Ray<3>) -> Result<(), Error> {
    check(std::slice::from_ref(ray), kinds::sealed::Moving::check)
}

pub(crate) fn check_points<const D: usize>(
    points: &[[f32; D]],
    max_distance: f32,
) -> Result<(), Error> {
    check_distance(max_distance)?;
    check(points, kinds::check_point)
}

/// Checks how far what is nearest may be.
pub(crate) fn check_distance(max_distance: f32) -> Result<(), Error> {
    if max_distance < 0.0 || max_distance.is_nan() {
        return Err(Error::Query { fault: QueryFault::Radius, index: 0 });
    }
    Ok(())
}
