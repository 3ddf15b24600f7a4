//! The policy for numbers: which are accepted, which make a shape invalid, and which refuse a call.
//!
//! **Accepted everywhere.** `-0.0`, which counts as `+0.0`; denormals; any finite number up to
//! `f32::MAX`. Sizes of 0: a ball of radius 0 is a point, a capsule of radius 0 a segment, a
//! capsule of length 0 a ball, a box without extent a point, a triangle without area a segment or a
//! point.
//!
//! **Refused with an error**, whatever comes alone, and nothing is changed:
//!
//! * a shape that is inserted, set or asked about ([`Error::Shape`]), a box that is inserted into a
//!   dynamic tree ([`Error::Box`]), a motion of one shape ([`Error::Motion`]), a pose of a mesh
//!   ([`Error::Pose`]), vertices of a mesh ([`Error::Mesh`]), an origin ([`Error::Origin`]), a
//!   query ([`Error::Query`]), a setting ([`Error::Setting`]), radius, skin and periods of neighbor
//!   lists ([`Error::Reach`], [`Error::Period`]), the end of a time window ([`Error::Window`]);
//! * the vertices of a polygon and the points of a polyhedron when it is made, which cannot be
//!   changed afterwards.
//!
//! **Marked invalid and left out of the frame**, whatever comes in a column: a box, a ball, a
//! shape, a motion or a point. It is in no pair, it is listed as an [`InvalidShape`] with its
//! [`InvalidReason`], and it changes nothing for the others. A motion that is invalid leaves its
//! shape out of that call.
//!
//! What is invalid:
//!
//! | what | rules, in the order in which the first is the reason |
//! |---|---|
//! | box | a NaN; a minimum above the maximum. Infinite bounds are accepted |
//! | ball of a broad phase | a NaN; a negative radius; an infinite center. An infinite radius is accepted |
//! | shape | a NaN; a negative radius; a negative half extent; an infinite center; another infinity; a rotation or a normal whose squares do not sum up to 0.9 to 1.1; a number of no geometry |
//! | motion | a NaN; an infinity |
//! | pose | a NaN; an infinite translation; a rotation as that of a shape |
//! | point | a NaN; an infinity; a radius that is a NaN, negative or infinite; too far from a periodic cell for a shift |
//! | vertex, origin | whatever is not finite |
//!
//! A rotation or a normal with accepted squares is scaled to length 1 where it is used. Positions
//! in `f64` are checked once they are relative to the origin, as shapes: what has no `f32` there
//! has an infinite center.
//!
//! **One file.** Each rule stands here once, for one shape, which also tells the reason; where
//! whole columns are read, beside it in lanes, which tells only whether there is one. Four rules
//! stand elsewhere: [`Aabb::is_valid`], the rule for a box, in the kernels
//! (`kernels/src/bounds/aabb.rs`); what makes vertices a convex polygon (`shape/convex.rs`), and
//! points a [polyhedron](crate::shape::Polyhedron::hull_of); and the
//! [faults](crate::error::QueryFault) of queries, beside the queries. Inside, the bounds of an
//! invalid shape are NaN: no comparison holds for them, so no broad phase finds them.

use std::ops::RangeInclusive;

use jostle_kernels::{Lanes, real::Real};

pub use crate::error::invalid::{InvalidReason, InvalidShape, JoinSide};
use crate::{Aabb, Error, error::MeshFault, memory::reserve_one};

impl InvalidShape {
    /// One of the first, or the only, set.
    pub(crate) fn of_first(index: usize, reason: InvalidReason) -> Self {
        Self { side: JoinSide::First, index: index as u32, reason }
    }

    /// Joins the others.
    pub(crate) fn push_to(self, list: &mut Vec<Self>) -> Result<(), Error> {
        reserve_one(list, "the list of invalid boxes")?;
        list.push(self);
        Ok(())
    }
}

/// Checks a box that comes alone.
pub(crate) fn check_box<const D: usize>(aabb: &Aabb<D>) -> Result<(), Error> {
    check_bounds(aabb.min, aabb.max).map_err(|reason| Error::Box { reason })
}

/// Checks bounds. A comparison with NaN is false, so "not less or equal" alone would call a NaN
/// inverted.
pub(crate) fn check_bounds<const D: usize>(
    min: [f32; D],
    max: [f32; D],
) -> Result<(), InvalidReason> {
    if min.iter().chain(&max).any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if min.iter().zip(&max).any(|(min, max)| min > max) {
        Err(InvalidReason::Inverted)
    } else {
        Ok(())
    }
}

/// Which of eight boxes are valid: ordered on every axis, which no NaN is.
#[inline(always)]
pub(crate) fn ordered<L: Lanes, const D: usize>(
    lanes: L,
    min: &[L::Floats; D],
    max: &[L::Floats; D],
) -> L::Mask {
    let mut mask = lanes.le(min[0], max[0]);
    for axis in 1..D {
        mask = lanes.both(mask, lanes.le(min[axis], max[axis]));
    }
    mask
}

/// Checks a ball of a broad phase.
pub(crate) fn check_ball<const D: usize>(
    center: [f32; D],
    radius: f32,
) -> Result<(), InvalidReason> {
    if radius.is_nan() || center.iter().any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if radius < 0.0 {
        Err(InvalidReason::NegativeRadius)
    } else if center.iter().any(|x| x.is_infinite()) {
        Err(InvalidReason::InfiniteCenter)
    } else {
        Ok(())
    }
}

/// Which of eight balls of a broad phase are valid. Comparisons with NaN are false.
#[inline(always)]
pub(crate) fn are_balls<L: Lanes, const D: usize>(
    lanes: L,
    center: &[L::Floats; D],
    radius: L::Floats,
) -> L::Mask {
    let mut valid = lanes.le(lanes.splat(0.0), radius);
    for coordinate in center {
        valid = lanes.both(valid, lanes.lt(lanes.splat(f32::NEG_INFINITY), *coordinate));
        valid = lanes.both(valid, lanes.lt(*coordinate, lanes.splat(f32::INFINITY)));
    }
    valid
}

/// Sums of the squares of the numbers of a rotation or a normal that are accepted.
const SQUARES: RangeInclusive<f32> = 0.9..=1.1;

/// The numbers of one shape by what they are.
#[derive(Default)]
pub(crate) struct ShapeNumbers<'a> {
    pub(crate) center: &'a [f32],
    /// What may have any finite value.
    pub(crate) others: &'a [f32],
    /// Half extents.
    pub(crate) half: &'a [f32],
    pub(crate) radius: f32,
    /// Empty where the shape has none.
    pub(crate) rotation: &'a [f32],
    /// The same.
    pub(crate) normal: &'a [f32],
}

impl ShapeNumbers<'_> {
    /// Why they are not those of a valid shape, if they are not.
    pub(crate) fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, others, half, radius, rotation, normal } = self;
        let all = || {
            let radius = std::slice::from_ref(radius);
            [*center, *others, *half, radius, *rotation, *normal].into_iter().flatten()
        };
        if all().any(|x| x.is_nan()) {
            Err(InvalidReason::NotANumber)
        } else if *radius < 0.0 {
            Err(InvalidReason::NegativeRadius)
        } else if half.iter().any(|half| *half < 0.0) {
            Err(InvalidReason::NegativeExtent)
        } else if center.iter().any(|x| x.is_infinite()) {
            Err(InvalidReason::InfiniteCenter)
        } else if all().any(|x| x.is_infinite()) {
            Err(InvalidReason::Infinite)
        } else if !rotation.is_empty() && !SQUARES.contains(&sum_of_squares(rotation)) {
            Err(InvalidReason::NotARotation)
        } else if !normal.is_empty() && !SQUARES.contains(&sum_of_squares(normal)) {
            Err(InvalidReason::NotANormal)
        } else {
            Ok(())
        }
    }
}

/// In the order of the parts, so that lanes come to the same sum.
#[inline(always)]
fn sum_of_squares<R: Real>(parts: &[R]) -> R {
    let mut sum = parts[0] * parts[0];
    for part in &parts[1..] {
        sum = sum + *part * *part;
    }
    sum
}

/// Whether all are finite, in lanes or one by one.
#[inline(always)]
pub(crate) fn finite<R: Real>(numbers: &[R]) -> R::Mask {
    let most = numbers[0].of(f32::MAX);
    let mut finite = numbers[0].abs().le(most);
    for number in &numbers[1..] {
        finite = finite & number.abs().le(most);
    }
    finite
}

/// Whether all are finite and none is negative.
#[inline(always)]
pub(crate) fn sizes<R: Real>(numbers: &[R]) -> R::Mask {
    let zero = numbers[0].of(0.0);
    let mut sizes = finite(numbers);
    for number in numbers {
        sizes = sizes & zero.le(*number);
    }
    sizes
}

/// Whether the parts are those of a rotation or of a normal.
#[inline(always)]
pub(crate) fn is_unit<R: Real>(parts: &[R]) -> R::Mask {
    let square = sum_of_squares(parts);
    square.of(*SQUARES.start()).le(square) & square.le(square.of(*SQUARES.end()))
}

/// Checks the numbers of a motion.
pub(crate) fn check_motion(by: &[f32], turn: &[f32]) -> Result<(), InvalidReason> {
    let numbers = || by.iter().chain(turn);
    if numbers().any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if numbers().any(|x| x.is_infinite()) {
        Err(InvalidReason::Infinite)
    } else {
        Ok(())
    }
}

/// Whether all numbers of a motion are finite. Looks at all of them, without a branch.
#[inline(always)]
pub(crate) fn is_motion(numbers: &[f32]) -> bool {
    numbers.iter().fold(true, |all, x| all & x.is_finite())
}

/// Checks a pose: the quaternion and the translation.
pub(crate) fn check_pose(rotation: &[f32; 4], translation: &[f32; 3]) -> Result<(), Error> {
    let squares: f32 = rotation.iter().map(|part| part * part).sum();
    let reason = if rotation.iter().chain(translation).any(|x| x.is_nan()) {
        InvalidReason::NotANumber
    } else if translation.iter().any(|x| x.is_infinite()) {
        InvalidReason::Infinite
    } else if !SQUARES.contains(&squares) {
        InvalidReason::NotARotation
    } else {
        return Ok(());
    };
    Err(Error::Pose { reason })
}

/// Checks a point of neighbor lists.
pub(crate) fn check_point<const D: usize>(point: [f32; D]) -> Result<(), InvalidReason> {
    if point.iter().any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if point.iter().any(|x| x.is_infinite()) {
        Err(InvalidReason::InfiniteCenter)
    } else {
        Ok(())
    }
}

/// Checks the radius of a point of neighbor lists.
pub(crate) fn check_radius(radius: f32) -> Result<(), InvalidReason> {
    if radius.is_nan() {
        Err(InvalidReason::NotANumber)
    } else if radius < 0.0 {
        Err(InvalidReason::NegativeRadius)
    } else if radius.is_infinite() {
        Err(InvalidReason::Infinite)
    } else {
        Ok(())
    }
}

/// Whether a point of neighbor lists is valid, its radius apart.
#[inline(always)]
pub(crate) fn is_point<const D: usize>(point: [f32; D]) -> bool {
    point.iter().all(|x| x.is_finite())
}

/// Checks the vertices of a mesh.
pub(crate) fn check_vertices<const D: usize>(vertices: &[[f32; D]]) -> Result<(), Error> {
    let bad = vertices.iter().position(|vertex| vertex.iter().any(|x| !x.is_finite()));
    match bad {
        Some(index) => Err(Error::Mesh { fault: MeshFault::Vertex { index } }),
        None => Ok(()),
    }
}

/// Checks the vertices of a polygon, apart from whether it is convex.
pub(crate) fn check_outline(vertices: &[[f32; 2]]) -> Result<(), InvalidReason> {
    if vertices.as_flattened().iter().any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if vertices.as_flattened().iter().any(|x| x.is_infinite()) {
        Err(InvalidReason::Infinite)
    } else {
        Ok(())
    }
}

/// Checks an origin of a large world.
pub(crate) fn check_origin(origin: &[f64]) -> Result<(), Error> {
    match origin.iter().position(|x| !x.is_finite()) {
        Some(axis) => Err(Error::Origin { axis }),
        None => Ok(()),
    }
}

/// Checks the end of a window of time: 0 or more, or infinite.
pub(crate) fn check_window(until: f32) -> Result<(), Error> {
    // False for a NaN, too.
    if until >= 0.0 { Ok(()) } else { Err(Error::Window) }
}

/// Checks the radius or the skin of neighbor lists, or their sum: 0 or more, and finite.
pub(crate) fn check_reach(number: f32, what: &'static str) -> Result<(), Error> {
    // False for a NaN, too.
    if (0.0..f32::INFINITY).contains(&number) { Ok(()) } else { Err(Error::Reach { what }) }
}
