//! A single pair of moving shapes.

use jostle_kernels::{
    dispatch::{Column, impact_entry},
    simd::Quad,
};

use super::{Impact, Motion, chunk::turned, motion::turns, motions::quads_of};
use crate::{
    Error,
    narrow::composite::{self, Body, OfParts},
    shape::{Packed, PreparedShapes, Shape, ShapeKind},
    validate::check_window,
};

/// When two moving shapes first touch, from time 0 to `until`, which may be infinite, and which way
/// they face then: what [`Narrow::impacts`](super::Narrow::impacts) finds for the pair, bit for
/// bit.
///
/// ```
/// use jostle::{narrow::{Motion, ImpactState, cast}, Shape};
///
/// // A bullet and a thin plate.
/// let bullet = Shape::ball([0.0, 0.0, 0.0], 0.25);
/// let plate = Shape::aligned_box([10.5, 0.0, 0.0], [0.25, 4.0, 4.0]);
/// let found = cast(&bullet, &Motion::straight([80.0, 0.0, 0.0]), &plate, &Motion::REST, 1.0)?;
/// assert_eq!(found.state(), ImpactState::Hit);
/// assert_eq!((found.time, found.normal), (0.125, [1.0, 0.0, 0.0]));
/// # Ok::<(), jostle::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] when one of the shapes is invalid, [`Error::Motion`] when one of the motions is
/// not finite, [`Error::Window`] when `until` is negative or NaN.
pub fn cast<const D: usize>(
    a: &Shape<D>,
    motion_a: &Motion<D>,
    b: &Shape<D>,
    motion_b: &Motion<D>,
    until: f32,
) -> Result<Impact<D>, Error> {
    let (a, b) = (Mover::new(a, motion_a)?, Mover::new(b, motion_b)?);
    check_window(until)?;
    if let (Body::Whole(shape_a), Body::Whole(shape_b)) = (&a.shape, &b.shape) {
        return Ok(of_columns([a.column(shape_a), b.column(shape_b)], until));
    }
    let found = composite::impact([&a.shape, &b.shape], [&a.motion, &b.motion], until)?;
    Ok(found.found)
}

/// When two shapes meet.
pub(in super::super) fn of_columns<const D: usize>(
    [a, b]: [Column<'_>; 2],
    until: f32,
) -> Impact<D> {
    let swapped = a.shapes.kind > b.shapes.kind;
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    let kinds = [first.shapes.kind, second.shapes.kind];
    let found =
        (impact_entry(kinds).kernel(turns::<D>(second.motions)).single)([first, second], until);
    if swapped { turned(&found) } else { found }
}

/// A shape and its motion as the kernels take them.
pub(crate) struct Mover<'a, const D: usize> {
    shape: Body<'a, D>,
    motion: Motion<D>,
    quads: [Quad; 2],
}

impl<'a, const D: usize> Mover<'a, D> {
    pub(crate) fn new(shape: &'a Shape<D>, motion: &Motion<D>) -> Result<Self, Error> {
        let shape = Body::of(shape)?;
        motion.check().map_err(|reason| Error::Motion { reason })?;
        Ok(Self { shape, motion: *motion, quads: motion.quads() })
    }

    /// The shape.
    pub(crate) fn shape(&self) -> &Body<'a, D> {
        &self.shape
    }

    /// When it meets a shape of a set, which rests, and which parts do.
    #[inline]
    pub(crate) fn meets(
        &self,
        shapes: &PreparedShapes<D>,
        index: u32,
        until: f32,
    ) -> Result<OfParts<Impact<D>>, Error> {
        let other = shapes.row(index as usize);
        if let Body::Whole(shape) = &self.shape
            && other.kind != ShapeKind::Composite
        {
            let rests = Column { shapes: other, motions: &[[0.0; 4]; 2][..quads_of(D)] };
            let found = of_columns([self.column(shape), rests], until);
            return Ok(OfParts { found, parts: [0; 2] });
        }
        let other = Body::of_set(shapes, index);
        let motions = [&self.motion, &Motion::REST];
        composite::impact([&self.shape, &other], motions, until)
    }

    fn column<'s>(&'s self, shape: &'s Packed<D>) -> Column<'s> {
        Column { shapes: shape.rows(), motions: &self.quads[..quads_of(D)] }
    }
}
